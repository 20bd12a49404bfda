// Engines: the few lines that run the shards of a sweep under a scheduler that exists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hallmark::cli::shards {

/// What the lines are about; paths as they stand in the commands.
struct EngineJob {
  std::string program;  // the path of hallmark
  std::string plan;
  std::string folder;
  std::uint64_t of = 1;
  std::vector<std::uint64_t> missing;  // pieces without a shard
};

/// The names that engine_text knows: slurm, parallel, snakemake.
[[nodiscard]] std::vector<std::string> engine_names();

/// The file for that engine.
/// Domain:    a name of engine_names(); otherwise throws InputError
[[nodiscard]] std::string engine_text(const std::string& engine, const EngineJob& job);

}  // namespace hallmark::cli::shards
