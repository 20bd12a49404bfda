// hallmark eval: one quantity, at one set of parameters or at many.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bounds/phases_text.hpp"
#include "bounds/proof.hpp"
#include "cli/compose_file.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/parameter_files.hpp"
#include "cli/sweep/answering.hpp"
#include "cli/sweep/sweep.hpp"
#include "cli/verbs.hpp"
#include "cli/work/output_file.hpp"
#include "exact/error.hpp"
#include "hallmark/judge.hpp"

namespace hallmark::cli {
namespace {

struct EvalOptions {
  std::string id;
  std::vector<std::string> parameters;
  EffortOptions effort;
  bool exact = false;
  FormatOption format{"text", "json", "csv", "tex"};
  std::string route;
  bool cross = false;
  std::string eps_list;
  std::string rows;
  std::string compose;
  std::string certificate;
  std::string methods;
  std::string out;
  std::string jobs;
  bool quiet = false;
};

bool has_route(const Entry& e, std::string_view route) {
  return fmt::format(" {} ", e.routes).find(fmt::format(" {} ", route)) != std::string::npos;
}

// Options that do not apply to the quantity are refused by their own names.
void check_options(const Entry& e, const EvalOptions& options) {
  if (!options.methods.empty() && options.methods != "all") {
    throw InputError(e.id, "--methods", options.methods, "all");
  }
  if (!options.methods.empty() && !e.lists_methods) {
    throw InputError(
        fmt::format("{}: --methods: this quantity has one method; those with several say so in hallmark "
                    "show",
                    e.id));
  }
  if (!options.route.empty() && options.cross) {
    throw InputError(fmt::format("{}: --cross: must not stand beside --route", e.id));
  }
  if (options.cross && !has_route(e, "cross")) {
    throw InputError(fmt::format("{}: --cross: this quantity has no two contours; its routes are {}", e.id, e.routes));
  }
  if (!options.route.empty() && !has_route(e, options.route)) {
    throw InputError(e.id, "--route", options.route, fmt::format("one of: {}", e.routes));
  }
  const bool takes_eps =
      std::any_of(e.parameters.begin(), e.parameters.end(), [](const Parameter& p) { return p.name == "eps"; });
  if (!options.eps_list.empty() && !takes_eps) {
    throw InputError(fmt::format("{}: --eps-list: this quantity has no parameter eps", e.id));
  }
}

ComposeFile read_phases(const Entry& e, const std::string& compose) {
  if (!e.id.starts_with("composition.")) {
    throw InputError(fmt::format("{}: --compose: must be asked of composition.delta or composition.epsilon", e.id));
  }
  constexpr std::size_t largest_file = 200'000'000;
  const bool is_inline =
      compose.find_first_not_of(" \t\n") != std::string::npos && compose[compose.find_first_not_of(" \t\n")] == '[';
  return is_inline ? parse_compose("--compose", compose) : parse_compose(compose, read_file(compose, largest_file));
}

// The proved interval, its ends rounded outward, as a certificate.
void write_certificate(const std::string& path, const Enclosure& enclosure, const Options& options) {
  const Decision decision = certify(enclosure, options);
  if (!decision.certificate) throw InputError(fmt::format("--certificate: there is none: {}", decision.reason));
  write_file(path, *decision.certificate);
}

// Whether adjacency=both asks for two answers.
bool knows_adjacencies(const Entry& e) {
  return std::any_of(e.parameters.begin(), e.parameters.end(),
                     [](const Parameter& p) { return p.domain == Domain::adjacency; });
}

ExitStatus run_eval(const EvalOptions& options) {
  Entry e = entry(options.id);
  check_options(e, options);
  ComposeFile composed;
  if (!options.compose.empty()) {
    composed = read_phases(e, options.compose);
    e.adjacency = composed.list.adjacency();  // the list's own
  }
  const long digits = options.effort.digits();
  const Format format = options.format.get();
  std::vector<std::string> parameters = with_files(e, options.parameters);
  const bool each_adjacency = knows_adjacencies(e) && std::erase(parameters, "adjacency=both") > 0;
  Questions questions(e.id, parameters, whole_parameters(e));
  if (each_adjacency) questions.add_list("adjacency", "zero-out,replace-one", "adjacency=both");
  if (!options.eps_list.empty()) questions.add_list("eps", options.eps_list, "--eps-list");
  constexpr std::size_t largest_rows = 500'000'000;
  if (!options.rows.empty())
    questions.add_rows(options.rows, read_file(options.rows == "-" ? "/dev/stdin" : options.rows, largest_rows));
  Options asked = options.effort.options();  // refuses a bad limit before a file is made
  asked.route = options.cross ? "cross" : options.route;
  asked.exact = options.exact;
  asked.all_methods = !options.methods.empty();
  Sweep sweep{&e, checked(e, questions), {}, {}, digits, format};
  if (composition::is_upper(composed.list.phases())) e.kind = Kind::upper;
  sweep.what = fmt::format("{} {} {} {} {} {} {}", digits, options.effort.digits_given(), options.exact, asked.route,
                           options.methods, options.effort.time_limit(), text_of(composed.list));
  sweep.ask = [&](const ParameterTexts& texts, const std::vector<std::string>& thresholds) {
    Options one = asked;
    one.thresholds = thresholds;
    return composed.parts.empty() ? evaluate(e.id, texts, one) : compose(e.id, composed.parts, texts, one);
  };
  if (!options.certificate.empty() && questions.many()) {
    throw InputError("--certificate: must be asked of one question; hallmark certify writes those of claims");
  }
  if (questions.many()) return run_sweep(sweep, options.out, jobs_option(options.jobs), options.quiet);
  if (!options.out.empty()) check_writable(options.out);
  const auto began = std::chrono::steady_clock::now();
  const Enclosure enclosure = sweep.ask(sweep.questions[0].canonical(), {});
  if (interrupt_flag()) return interrupted;
  if (!options.certificate.empty()) write_certificate(options.certificate, enclosure, asked);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
  const Answered answered{&e, &sweep.questions[0], &enclosure.proof->answer, "", false, digits, seconds.count()};
  OutputFile file(options.out);
  if (format == Format::csv) file.write(csv_header(e));
  file.write(rendered(answered, format));
  if (format == Format::json) file.write("\n");
  file.finish();
  return status_of(answered);
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* verb =
      app.add_subcommand("eval", "Enclose a quantity: hallmark eval clones.epsilon n=1000 eps0=4 delta=1e-6");
  verb->add_option("id", options->id, "Which quantity: see hallmark list")->required();
  verb->add_option(
      "parameters", options->parameters,
      "name=value, exact: 0.1, 1e-8, 1/3, ln(3), exp(-4); many values: n=100,1000 or eps0=1:8:1 (first:last:step)");
  options->effort.add_to(*verb, true);
  verb->add_flag("--exact", options->exact, "The exact fraction, where there is one of under 10^5 digits");
  verb->add_option("--route", options->route, "Which algorithm, where there are several");
  verb->add_flag("--cross", options->cross, "Two runs on different contours, which must overlap");
  verb->add_option("--eps-list", options->eps_list, "Several thresholds a,b,c: the same as eps=a,b,c");
  verb->add_option("--rows", options->rows,
                   "A CSV file of questions: its header names parameters; - is standard input");
  verb->add_option("--methods", options->methods, "all: every method, its axioms, and which one is best");
  verb->add_option("--certificate", options->certificate, "Where to write the answer's certificate");
  verb->add_option("--compose", options->compose,
                   "For composition.*: a JSON list of {mechanism, parameters, rounds}, or a file of it");
  verb->add_option("-o,--out", options->out,
                   "Write to this file; with many questions the same command goes on where it was stopped");
  add_jobs(*verb, options->jobs);
  add_quiet(*verb, options->quiet);
  options->format.add_to(*verb);
  verb->callback([options, &action] { action = [options] { return run_eval(*options); }; });
}

}  // namespace hallmark::cli
