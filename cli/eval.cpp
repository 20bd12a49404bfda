// hallmark eval: one quantity at one set of parameters, or at a list of eps.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bounds/mechanisms/composition_certificate.hpp"
#include "cli/compose_file.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/verbs.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct Options {
  std::string id;
  std::vector<std::string> parameters;
  EffortOptions effort;
  bool exact = false;
  FormatOption format{"text", "json"};
  std::string route;
  std::string eps_list;
  std::string compose;
  std::string certificate;
  std::string methods;
};

ParameterTexts read_parameters(std::string_view id, const std::vector<std::string>& texts) {
  ParameterTexts all;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw InputError(fmt::format("{}: parameter \"{}\": expected name=value", shortened(id), shortened(text)));
    }
    const std::string name = text.substr(0, equals);
    if (!all.emplace(name, text.substr(equals + 1)).second) {
      throw InputError(fmt::format("{}: duplicate parameter {}: must be given once", shortened(id), shortened(name)));
    }
  }
  return all;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (;;) {
    const auto comma = list.find(',', from);
    parts.push_back(list.substr(from, comma - from));
    if (comma == std::string::npos) return parts;
    from = comma + 1;
  }
}

// The proved interval, its ends rounded outward to the digits that are printed, as a certificate.
void write_certificate(const Options& options, const Entry& e, const Arguments& arguments,
                       const composition::PhaseList& phases, const Answer& answer, long digits, const Budget& budget) {
  if (phases.phases().empty() || !options.eps_list.empty()) {
    throw InputError("--certificate: must be asked of one composition; hallmark certify writes those of claims");
  }
  const Rational lo(decimal(answer.lo, digits + 2, Rounding::down));
  const Rational hi(decimal(answer.hi, digits + 2, Rounding::up));
  const auto text = composition_certificate(e, arguments, phases, lo, hi, budget);
  if (!text) {
    throw InputError(
        "--certificate: must be a composition of phases that proofs-check/FORMAT.md section 4.1 names, one of them "
        "Gaussian, that is proved on one line");
  }
  write_file(options.certificate, *text);
}

ExitStatus run(const Options& options) {
  Entry e = entry(options.id);
  std::shared_ptr<const std::vector<composition::Phase>> phases;
  composition::PhaseList composed;
  if (!options.compose.empty()) {
    if (!e.id.starts_with("composition.")) {
      throw InputError(fmt::format("{}: --compose: must be asked of composition.delta or composition.epsilon", e.id));
    }
    constexpr std::size_t largest_file = 200'000'000;
    const bool is_inline = options.compose.starts_with('[');
    const composition::PhaseList list = is_inline
                                            ? parse_compose("--compose", options.compose)
                                            : parse_compose(options.compose, read_file(options.compose, largest_file));
    e.adjacency = list.adjacency();
    phases = std::make_shared<const std::vector<composition::Phase>>(list.phases());
    composed = list;
  }
  const long digits = options.effort.digits();
  const ParameterTexts given = read_parameters(e.id, options.parameters);
  std::vector<Arguments> all;
  if (options.eps_list.empty()) {
    all.push_back(e.arguments(given));
  } else {
    if (given.count("eps") != 0) {
      throw InputError(fmt::format("{}: --eps-list: must not stand beside the parameter eps", e.id));
    }
    for (const std::string& eps : split(options.eps_list)) {
      ParameterTexts one = given;
      one["eps"] = eps;
      all.push_back(e.arguments(one));
    }
  }
  if (!options.methods.empty() && options.methods != "all") {
    throw InputError(e.id, "--methods", options.methods, "all");
  }
  std::vector<Number> thresholds;
  if (all.size() > 1) {
    for (const Arguments& arguments : all) thresholds.push_back(arguments.number("eps"));
  }
  const Budget budget = options.effort.start();
  ExitStatus status = done;
  Json array = Json::array();
  for (const Arguments& arguments : all) {
    const auto began = std::chrono::steady_clock::now();
    const Answer answer = evaluate(e, arguments,
                                   {.digits = digits,
                                    .exact = options.exact,
                                    .route = options.route,
                                    .all_methods = !options.methods.empty(),
                                    .thresholds = thresholds,
                                    .default_effort = !options.effort.digits_given(),
                                    .phases = phases,
                                    .budget = budget});
    if (budget.stopped()) return interrupted;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (!options.certificate.empty()) write_certificate(options, e, arguments, composed, answer, digits, budget);
    if (!answer.reached) status = worse(status, undecided);
    if (options.format.json()) {
      array.push_back(answer_json(e, arguments, answer, digits, seconds));
    } else {
      fmt::print("{}", answer_text(e, arguments, answer, digits, seconds));
    }
  }
  if (options.format.json()) fmt::print("{}\n", (options.eps_list.empty() ? array[0] : array).dump(2));
  return status;
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("eval", "Enclose one quantity: hallmark eval clones.epsilon n=1000 eps0=4 delta=1e-6");
  verb->add_option("id", options->id, "Which quantity: see hallmark list")->required();
  verb->add_option("parameters", options->parameters, "name=value, exact: 0.1, 1e-8, 1/3, ln(3), exp(-4)");
  options->effort.add_to(*verb, true);
  verb->add_flag("--exact", options->exact, "The exact fraction, where there is one of under 10^5 digits");
  verb->add_option("--route", options->route, "Which algorithm, where there are several");
  verb->add_flag_callback(
      "--cross", [options] { options->route = "cross"; }, "Two runs on different contours, which must overlap");
  verb->add_option("--eps-list", options->eps_list, "Several thresholds a,b,c in place of eps; with --json an array");
  verb->add_option("--methods", options->methods, "all: every method, its axioms, and which one is best");
  verb->add_option("--certificate", options->certificate, "For composition.*: the file of the answer's certificate");
  verb->add_option("--compose", options->compose,
                   "For composition.*: a JSON list of {mechanism, parameters, rounds}, or the file that has it");
  options->format.add_to(*verb);
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hallmark::cli
