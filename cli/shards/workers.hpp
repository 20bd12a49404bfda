// Workers: the shards of a sweep on the cores of this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "cli/io/exit_status.hpp"
#include "cli/shards/plan.hpp"

namespace hallmark::cli::shards {

struct Workforce {
  std::uint64_t of = 1;                 // pieces in all
  std::vector<std::uint64_t> pieces;    // those to do
  long jobs = 1;                        // processes
  std::optional<double> deadline = {};  // seconds, after which a shard in work is given up
  bool quiet = false;
};

/// Runs the pieces on that many processes of one thread each, one piece after the other, with progress on stderr. A worker
/// that dies costs the shard in its hands, which is done anew.
/// Domain:    a folder that exists; throws as run_shard does where there is one job
[[nodiscard]] ExitStatus run_pieces(const Plan& plan, const std::filesystem::path& folder, const Workforce& force);

}  // namespace hallmark::cli::shards
