#include "cli/shards/engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>

#include "exact/error.hpp"

namespace hallmark::cli::shards {
namespace {

// In single quotes, for a shell.
std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

std::string run_command(const EngineJob& job, std::string_view index) {
  return fmt::format("{} sweep run {} --shard {}/{} -o {}", quoted(job.program), quoted(job.plan), index, job.of,
                     quoted(job.folder));
}

// "0-4,7,9-12"
std::string ranges(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    parts.push_back(last == i ? std::to_string(numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]));
    i = last + 1;
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

std::string slurm(const EngineJob& job) {
  return fmt::format(R"(#!/bin/sh
#SBATCH --job-name=hallmark-sweep
#SBATCH --array={}
#SBATCH --requeue
#SBATCH --cpus-per-task=1
#SBATCH --output=/dev/null
# A task that ends by a signal is queued again, ten times at most. What is missing at the end is in the array of a new file
# that hallmark sweep engine slurm writes.
{}
status=$?
if [ "$status" -gt 128 ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt 10 ]; then
  scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}"
fi
exit "$status"
)",
                     ranges(job.missing), run_command(job, "\"$SLURM_ARRAY_TASK_ID\""));
}

std::string parallel(const EngineJob& job) {
  return fmt::format(R"(#!/bin/sh
# GNU parallel. Over several machines: this file with --sshloginfile FILE, where program, plan and folder have the same paths.
# Logins are names of ~/.ssh/config: one with options of its own cannot be read again in the job log.
# Run again it goes on: what the job log has as failed or not at all. Who removes a shard removes the log too.
seq 0 {} | parallel --jobs "${{JOBS:-100%}}" --joblog {} --resume-failed --retries 3 "$@" {}
)",
                     job.of - 1, quoted(job.folder + "/parallel.log"), quoted(run_command(job, "{}")));
}

std::string snakemake(const EngineJob& job) {
  const std::string width = std::to_string(std::to_string(job.of).size());
  return fmt::format(R"(# snakemake -j 2 --rerun-incomplete -s THIS_FILE
SHARDS = [f"{{i:0{}}}" for i in range({})]
FOLDER = r"""{}"""
rule all:
    input: expand(FOLDER + "/shard-{{i}}-of-{}.jsonl", i=SHARDS)
rule shard:
    output: protected(FOLDER + "/shard-{{i}}-of-{}.jsonl")
    params: index=lambda wildcards: int(wildcards.i)
    retries: 3
    shell: r"""{}"""
)",
                     width, job.of, job.folder, job.of, job.of, run_command(job, "{params.index}"));
}

using Writer = std::function<std::string(const EngineJob&)>;

const std::map<std::string, Writer>& writers() {
  static const std::map<std::string, Writer> all{{"parallel", parallel}, {"slurm", slurm}, {"snakemake", snakemake}};
  return all;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const auto& [name, writer] : writers()) names.push_back(name);
  return names;
}

std::string engine_text(const std::string& engine, const EngineJob& job) {
  const auto writer = writers().find(engine);
  if (writer == writers().end()) {
    throw InputError("sweep engine", "engine", engine, fmt::format("one of {}", fmt::join(engine_names(), ", ")));
  }
  return writer->second(job);
}

}  // namespace hallmark::cli::shards
