// hallmark sweep: tables of any size, as shards that any scheduler can run; hallmark lookup: a quantity from a table.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "bounds/certificate.hpp"
#include "bounds/claim.hpp"
#include "cli/checker.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/json_value.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/parameter_files.hpp"
#include "cli/shards/cell.hpp"
#include "cli/shards/engine.hpp"
#include "cli/shards/lookup.hpp"
#include "cli/shards/merkle.hpp"
#include "cli/shards/shard.hpp"
#include "cli/shards/table.hpp"
#include "cli/shards/workers.hpp"
#include "cli/sweep/questions.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t plan_limit = 64 << 20;
constexpr std::uint64_t cells_a_shard = 1000;  // where --shards is left out

struct SweepOptions {
  std::string plan;
  std::string folder;
  std::string shard;
  std::string shards;
  std::string jobs;
  std::string deadline;
  std::string engine;
  std::string program = "hallmark";
  std::string table;
  std::string cell;
  std::string sample;
  std::string check;
  std::string proof;
  std::string root;
  std::string id;
  std::string seconds = "60";
  std::vector<std::string> parameters;
  bool quiet = false;
  FormatOption format{"text", "json"};
};

shards::Plan read_plan(const std::string& path) { return shards::parse_plan(path, read_file(path, plan_limit)); }

std::uint64_t usual_pieces(const shards::Plan& plan) {
  return std::max<std::uint64_t>(1, (plan.cells + cells_a_shard - 1) / cells_a_shard);
}

// The pieces that a run is cut into: what was asked for, else what the folder has already, else a thousand cells each.
std::uint64_t pieces(const SweepOptions& options, const shards::Plan& plan) {
  constexpr auto most = static_cast<long>(shards::most_pieces);
  if (!options.shards.empty()) {
    return static_cast<std::uint64_t>(integer_option("--shards", options.shards, "an integer from 1 to 10^7", 1, most));
  }
  std::error_code ignored;
  if (!options.folder.empty() && std::filesystem::is_directory(options.folder, ignored)) {
    if (const auto there = shards::pieces_in(options.folder)) return *there;
  }
  return usual_pieces(plan);
}

// A seeded sample of the cells, measured: what a whole run will cost.
ExitStatus run_plan(const SweepOptions& options) {
  const shards::Plan plan = read_plan(options.plan);
  fmt::print("plan:    {}\n", plan.hash);
  for (const shards::Block& block : plan.blocks) {
    std::vector<std::string> sizes;
    for (std::size_t i = 0; i < block.names.size(); ++i) {
      sizes.push_back(fmt::format("{} {}", block.values[i].size(), block.names[i]));
    }
    fmt::print("block:   {}, {} cells from {}: {}\n", block.entry->id, block.cells, block.first,
               fmt::join(sizes, " x "));
  }
  const std::uint64_t of = pieces(options, plan);
  fmt::print("cells:   {}\nshards:  {}\n", plan.cells, of);
  constexpr std::uint64_t most_sampled = 32;
  constexpr double longest = 20;  // seconds
  use_threads(1);
  const auto began = std::chrono::steady_clock::now();
  double sum = 0;
  double most = 0;
  std::uint64_t measured = 0;
  std::uint64_t open = 0;
  for (const std::uint64_t cell : shards::sampled_cells(plan.hash, plan.cells, most_sampled)) {
    const double before = shards::processor_seconds();
    const std::string row = row_of(plan, cell, interrupt_flag());
    if (interrupt_flag()) return interrupted;
    const double cost = shards::processor_seconds() - before;
    sum += cost;
    most = std::max(most, cost);
    ++measured;
    if (shards::is_open(row)) ++open;
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() > longest) break;
  }
  const double mean = sum / static_cast<double>(measured);
  fmt::print("sample:  {} cells, {:.3g} s each, the costliest {:.3g} s; {} undecided or refused\n", measured, mean,
             most, open);
  fmt::print("in all:  about {:.3g} processor hours\n", mean * static_cast<double>(plan.cells) / 3600);
  return done;
}

ExitStatus run_run(const SweepOptions& options) {
  const shards::Plan plan = read_plan(options.plan);
  make_folder(options.folder);
  shards::Workforce force{
      .of = 1, .pieces = {}, .jobs = jobs_option(options.jobs), .deadline = {}, .quiet = options.quiet};
  if (!options.deadline.empty()) {
    force.deadline = std::chrono::duration<double>(time_limit_option(options.deadline)).count();
  }
  if (!options.shard.empty()) {
    if (!options.shards.empty()) throw InputError("sweep run: --shards: must not stand beside --shard");
    const shards::Piece piece = shards::parse_piece(options.shard);
    force.of = piece.of;
    force.pieces = {piece.index};
    force.jobs = 1;
    force.quiet = true;
  } else {
    force.of = pieces(options, plan);
    force.pieces = shards::missing_pieces(options.folder, force.of);
  }
  return run_pieces(plan, options.folder, force);
}

ExitStatus run_engine(const SweepOptions& options) {
  const shards::Plan plan = read_plan(options.plan);
  shards::EngineJob job{.program = options.program,
                        .plan = options.plan,
                        .folder = options.folder,
                        .of = pieces(options, plan),
                        .missing = {}};
  std::error_code ignored;
  job.plan = std::filesystem::absolute(options.plan, ignored).string();
  job.folder = std::filesystem::absolute(options.folder, ignored).string();
  job.missing = shards::missing_pieces(options.folder, job.of);
  fmt::print("{}", engine_text(options.engine, job));
  return done;
}

ExitStatus run_merge(const SweepOptions& options) {
  const shards::Plan plan = read_plan(options.plan);
  const shards::Merged merged = merge(plan, options.folder, options.table);
  fmt::print("cells:   {}, {} of them undecided or refused\nplan:    {}\nrows:    sha256 {}\nroot:    {}\n",
             merged.cells, merged.open, plan.hash, merged.sha256, merged.root);
  return done;
}

std::uint64_t cell_option(const SweepOptions& options, const shards::Plan& plan) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  const long last = static_cast<long>(std::min(plan.cells - 1, most));
  return static_cast<std::uint64_t>(
      integer_option("--cell", options.cell, fmt::format("an integer from 0 to {}", last), 0, last));
}

ExitStatus run_proof(const SweepOptions& options) {
  const shards::Table table(options.table);
  const std::uint64_t cell = cell_option(options, table.plan());
  std::vector<std::string> leaves;
  table.each_row([&](std::uint64_t, const std::string& row) { leaves.push_back(shards::leaf_hash(row)); });
  nlohmann::ordered_json json;
  json["schema"] = "hallmark-proof-v1";
  json["root"] = table.root();
  json["cell"] = cell;
  json["cells"] = leaves.size();
  json["row"] = table.row(cell);
  json["path"] = shards::audit_path(leaves, cell);
  fmt::print("{}\n", json.dump(1));
  return done;
}

// A proof is checked against a root that the reader has from elsewhere.
ExitStatus verify_proof(const SweepOptions& options) {
  constexpr std::size_t longest_row = 1'000'000;
  constexpr std::size_t deepest = 64;
  constexpr long most_cells = 1'000'000'000'000;
  const std::string text = read_file(options.proof, plan_limit);
  const JsonFile file(options.proof, text);
  const JsonValue json = file.top("hallmark-proof-v1");
  json.members({"schema", "root", "cell", "cells", "row", "path"});
  std::vector<std::string> path;
  json.at("path").each_element(0, deepest, [&](const JsonValue& hash) { path.push_back(hash.text(hexadecimal_64)); });
  const auto cell = static_cast<std::uint64_t>(json.at("cell").integer(0, most_cells));
  const auto cells = static_cast<std::uint64_t>(json.at("cells").integer(1, most_cells));
  const std::string row = json.at("row").text(longest_row);
  const std::string root = options.root.empty() ? json.at("root").text(hexadecimal_64) : options.root;
  const bool holds =
      shards::root_of(row, cell, cells, path) == root && row.starts_with(fmt::format("{{\"cell\":{},", cell));
  fmt::print("{}: cell {} {} the table of root {}\n", options.proof, cell, holds ? "is in" : "is not proved to be in",
             root);
  return holds ? done : proved_wrong;
}

// The claim that the quantity of a cell lies between its printed ends.
Claim claim_of(const nlohmann::json& row, std::uint64_t cell) {
  Claim claim{.id = fmt::format("cell-{}", cell),
              .left = {row["quantity"].get<std::string>(), {}},
              .relation = Relation::in,
              .values = {row["lo"].get<std::string>(), row["hi"].get<std::string>()}};
  for (const auto& [name, text] : row["parameters"].items()) claim.left.parameters[name] = text.get<std::string>();
  if (row["kind"] == "upper") claim.relation = Relation::less_equal;
  if (row["kind"] == "lower") claim.relation = Relation::greater_equal;
  if (claim.relation != Relation::in)
    claim.values.erase(claim.relation == Relation::less_equal ? claim.values.begin() : claim.values.begin() + 1);
  return claim;
}

// The cells whose certificates are asked for: by an option, else by the plan.
std::vector<std::uint64_t> cells_to_certify(const SweepOptions& options, const shards::Table& table) {
  if (!options.cell.empty()) return {cell_option(options, table.plan())};
  const std::uint64_t cells = table.plan().cells;
  if (options.sample.empty() && table.certificates() == "all") {
    std::vector<std::uint64_t> every(cells);
    std::iota(every.begin(), every.end(), 0);
    return every;
  }
  constexpr long most_sample = 1'000'000;
  const std::string& sample = options.sample.empty() ? table.certificates() : options.sample;
  const long size = integer_option("--sample", sample, "an integer from 1 to 10^6", 1, most_sample);
  return shards::sampled_cells(table.root(), cells, static_cast<std::uint64_t>(size));
}

std::filesystem::path certificate_of(const std::string& folder, std::uint64_t cell) {
  return std::filesystem::path(folder) / fmt::format("cell-{}.cert", cell);
}

ExitStatus run_certify(const SweepOptions& options) {
  const shards::Table table(options.table);
  const std::vector<std::uint64_t> cells = cells_to_certify(options, table);
  make_folder(options.folder);
  ExitStatus status = done;
  for (const std::uint64_t cell : cells) {
    const auto row = nlohmann::json::parse(table.row(cell));
    if (row.contains("undecided") || row.contains("refused")) {
      fmt::print("cell {}: no certificate: the row is undecided or refused\n", cell);
      continue;
    }
    const Budget budget(time_limit_option(options.seconds), &interrupt_flag());
    const Verdict verdict = judge(claim_of(row, cell), budget);
    if (budget.stopped()) return interrupted;
    if (verdict.outcome == Outcome::certified && verdict.statement) {
      const std::filesystem::path path = certificate_of(options.folder, cell);
      write_file(path, certificate_text(*verdict.statement));
      fmt::print("cell {}: {}\n", cell, path.string());
    } else {
      fmt::print("cell {}: {}: {}\n", cell, to_string(verdict.outcome), verdict.reason);
      status = worse(status, verdict.outcome == Outcome::refuted ? proved_wrong : undecided);
    }
  }
  return status;
}

// Whether the certificates of the cells, as sweep certify wrote them, state what the rows say and hold.
ExitStatus check_cells(const SweepOptions& options, const shards::Table& table) {
  ExitStatus status = done;
  long verified = 0;
  const std::vector<std::uint64_t> cells = cells_to_certify(options, table);
  for (const std::uint64_t cell : cells) {
    const auto row = nlohmann::json::parse(table.row(cell));
    if (row.contains("undecided") || row.contains("refused")) continue;
    const std::filesystem::path path = certificate_of(options.check, cell);
    if (!std::filesystem::exists(path)) {
      fmt::print("cell {}: has no certificate\n", cell);
      status = worse(status, undecided);
      continue;
    }
    const Claim claim = claim_of(row, cell);
    const Entry& e = entry(claim.left.quantity);
    const Statement stated{
        {&e, e.arguments(claim.left.parameters)}, claim.relation, {claim.values.begin(), claim.values.end()}, {}};
    const CheckerAnswer answer = ask_checker(path.string(), statement_text(stated));
    verified += answer.verified ? 1 : 0;
    if (answer.verified) continue;
    fmt::print("cell {}: {}\n", cell, answer.line);
    status = worse(status, proved_wrong);
  }
  fmt::print("{}: {} of {} certificates verified, as the rows state\n", options.check, verified, cells.size());
  return status;
}

ExitStatus run_verify(const SweepOptions& options) {
  if (!options.proof.empty()) return verify_proof(options);
  if (options.table.empty()) throw InputError("sweep verify: expected a table, or --proof FILE");
  const shards::Table table(options.table);
  shards::MerkleRoot tree;
  std::uint64_t next = 0;
  bool in_order = true;
  table.each_row([&](std::uint64_t cell, const std::string& row) {
    in_order = in_order && cell == next++ && row.starts_with(fmt::format("{{\"cell\":{},", cell));
    tree.add(row);
  });
  const std::string& said = options.root.empty() ? table.root() : options.root;
  const bool whole = in_order && next == table.plan().cells;
  if (!whole)
    fmt::print("{}: expected the rows of {} cells in order, found {}\n", options.table, table.plan().cells, next);
  const bool holds = whole && tree.root() == said;
  fmt::print("{}: the rows {} the root {}\n", options.table, holds ? "have" : "do not have", said);
  if (!holds || options.check.empty()) return holds ? done : proved_wrong;
  return check_cells(options, table);
}

// The parameters of the one question.
ParameterTexts asked_parameters(const SweepOptions& options) {
  const Entry* entry = find_entry(options.id);
  const Questions asked(options.id, options.parameters,
                        entry == nullptr ? std::vector<std::string>{} : whole_parameters(*entry));
  if (asked.many()) throw InputError(fmt::format("lookup: {}: expected one question, found lists", options.id));
  return asked.at(0);
}

ExitStatus run_lookup(const SweepOptions& options) {
  const shards::Table table(options.table);
  const auto found = lookup(table, options.id, asked_parameters(options));
  if (!found) {
    fmt::print(
        "{}: not in the table: the parameters are outside its grid, between values of a parameter in which nothing is "
        "proved monotone, or at an undecided cell\n",
        options.id);
    return undecided;
  }
  if (options.format.json()) {
    nlohmann::ordered_json json;
    json["quantity"] = options.id;
    json["lo"] = found->lo;
    json["hi"] = found->hi;
    json["cells"] = found->cells;
    json["by"] = found->because.empty() ? "its cell" : "monotonicity";
    json["because"] = found->because;
    for (const auto& [name, word] : found->words) json[name] = word;
    json["axioms"] = found->axioms;
    json["root"] = table.root();
    fmt::print("{}\n", json.dump(2));
    return done;
  }
  fmt::print("{} in [{}, {}]\n", options.id, found->lo, found->hi);
  fmt::print("  cells:    {}\n", fmt::join(found->cells, " and "));
  for (const std::string& reason : found->because) fmt::print("  between:  {}\n", reason);
  fmt::print("  what:     {}, {}, {}; {}, direction {}\n", found->words.at("bounds"), found->words.at("kind"),
             found->words.at("status"), found->words.at("adjacency"), found->words.at("direction"));
  fmt::print("  rests on: {}\n",
             found->axioms.empty() ? "arithmetic alone" : fmt::format("{}", fmt::join(found->axioms, "; ")));
  fmt::print("  table:    root {}\n", table.root());
  return done;
}

}  // namespace

void add_sweep(CLI::App& app, Action& action) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* verb = app.add_subcommand("sweep", "Tables of any size: plan, run, merge, verify, certify");
  verb->require_subcommand(1);
  const auto add = [&](const char* name, const char* what, ExitStatus (*run)(const SweepOptions&)) {
    CLI::App* sub = verb->add_subcommand(name, what);
    sub->callback([options, &action, run] { action = [options, run] { return run(*options); }; });
    return sub;
  };
  const auto takes_plan = [&](CLI::App* sub) {
    sub->add_option("plan", options->plan, "The plan (JSON, schema hallmark-sweep-v1)")->required();
  };
  const auto takes_table = [&](CLI::App* sub) {
    return sub->add_option("table", options->table, "A table that sweep merge wrote");
  };
  constexpr const char* shards = "Into how many pieces; one a thousand cells where it is left out";

  CLI::App* plan = add("plan", "Check a plan; print its cells, shards and what they will cost", run_plan);
  takes_plan(plan);
  plan->add_option("--shards", options->shards, shards);

  CLI::App* run = add("run", "Compute shards; those that are there already are skipped", run_run);
  takes_plan(run);
  run->add_option("-o,--out", options->folder, "Folder of the shards")->required();
  run->add_option("--shard", options->shard, "I/N: the I-th of N pieces alone, counted from 0");
  run->add_option("--shards", options->shards, shards);
  run->add_option("--jobs", options->jobs, "Processes; one a core where it is left out");
  run->add_option("--deadline", options->deadline, "Seconds after which a shard in work is given up, without a row");
  run->add_flag("--quiet", options->quiet, "No progress on stderr");

  CLI::App* engine = add("engine", "Print the file that runs the shards under a scheduler", run_engine);
  engine->add_option("engine", options->engine, "slurm, parallel or snakemake")->required();
  takes_plan(engine);
  engine->add_option("-o,--out", options->folder, "Folder of the shards")->required();
  engine->add_option("--shards", options->shards, shards);
  engine->add_option("--program", options->program, "The path of hallmark where the shards run");

  CLI::App* merge = add("merge", "One table of all shards: SQLite, JSON lines, Merkle root", run_merge);
  takes_plan(merge);
  merge->add_option("folder", options->folder, "Folder of the shards")->required();
  merge->add_option("-o,--out", options->table, "The table; its rows as JSON lines go to the same name with .jsonl")
      ->required();

  CLI::App* proof = add("proof", "The proof that a row is in the table of that root", run_proof);
  takes_table(proof)->required();
  proof->add_option("--cell", options->cell, "The cell's number")->required();

  CLI::App* verify = add("verify", "Check a table against its root, or one row's proof", run_verify);
  takes_table(verify);
  verify->add_option("--proof", options->proof, "A proof that sweep proof printed");
  verify->add_option("--root", options->root, "The root as published; else the one that the file says");
  verify->add_option("--check", options->check,
                     "A folder that sweep certify wrote: whether hallmark-check verifies what the rows state");
  const auto samples = [&](CLI::App* sub) {
    return sub->add_option("--sample", options->sample,
                           "How many cells, else as many as the plan says; which ones follows from the root");
  };
  samples(verify)->needs("--check");

  CLI::App* certify = add("certify", "Certificates of cells", run_certify);
  takes_table(certify)->required();
  certify->add_option("-o,--out", options->folder, "Folder of the certificates")->required();
  CLI::Option* cell = certify->add_option("--cell", options->cell, "The cell's number");
  samples(certify)->excludes(cell);
  certify->add_option("--time-limit", options->seconds, "Seconds a cell, 0.001 to 10^7");

  auto looking = std::make_shared<SweepOptions>();
  CLI::App* look = app.add_subcommand("lookup", "A quantity from a table: its cell, or a bracket by monotonicity");
  look->add_option("table", looking->table, "A table that sweep merge wrote")->required();
  look->add_option("id", looking->id, "Which quantity")->required();
  look->add_option("parameters", looking->parameters, "name=value, exact");
  looking->format.add_to(*look);
  look->callback([looking, &action] { action = [looking] { return run_lookup(*looking); }; });
}

}  // namespace hallmark::cli
