// hallmark eval: one quantity, at one set of parameters or at many.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "bounds/phases_text.hpp"
#include "bounds/proof.hpp"
#include "cli/checked_answer.hpp"
#include "cli/compose_file.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/parameter_files.hpp"
#include "cli/io/say.hpp"
#include "cli/io/typed.hpp"
#include "cli/sweep/answering.hpp"
#include "cli/sweep/sweep.hpp"
#include "cli/verbs.hpp"
#include "cli/work/output_file.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct EvalOptions {
  std::string id;
  std::vector<std::string> parameters;
  EffortOptions effort;
  bool exact = false;
  FormatOption format{"text", "json", "csv", "tex", "details"};
  std::string route;
  bool cross = false;
  std::string eps_list;
  std::string rows;
  std::string compose;
  std::string certificate;
  bool check = false;
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

// Writes an answer's certificates to `path`.
void write_certificates(const std::string& path, const AnswerCertificates& found) {
  if (found.all.empty()) throw InputError(fmt::format("--certificate: there is none: {}", found.missing));
  for (const AnswerCertificate& one : found.all) {
    write_file(path, one.certificate);
    const std::string why = found.missing.empty() ? "" : fmt::format(": {}", found.missing);
    if (!one.proves.empty()) say(fmt::format("{}: proves {}{}", path, one.proves, why));
  }
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
    if (!composed.list.reading().empty()) say(composed.list.reading());
    e.adjacency = composed.list.adjacency();  // the list's own
  }
  const Format format = options.format.get();
  constexpr long in_papers = 3;
  const long digits = format == Format::tex && !options.effort.digits_given() ? in_papers : options.effort.digits();
  std::vector<std::string> parameters = with_files(e, options.parameters);
  const bool each_adjacency = knows_adjacencies(e) && std::erase(parameters, "adjacency=both") > 0;
  Questions questions(e.id, parameters, whole_parameters(e));
  for (const std::string& note : questions.notes()) say(note);
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
  if ((options.check || !options.certificate.empty()) && questions.many()) {
    throw InputError(fmt::format("{}: must be asked of one question; hallmark certify takes many claims",
                                 options.check ? "--check" : "--certificate"));
  }
  if (questions.many()) return run_sweep(sweep, options.out, jobs_option(options.jobs), options.quiet);
  if (!options.out.empty()) check_writable(options.out);
  const auto began = std::chrono::steady_clock::now();
  const Enclosure enclosure = sweep.ask(sweep.questions[0].canonical(), {});
  if (interrupt_flag()) return interrupted;
  const bool certified = options.check || !options.certificate.empty();
  const auto certificates = certified ? certificates_of(as_printed(enclosure, digits), asked) : AnswerCertificates{};
  if (!options.certificate.empty()) write_certificates(options.certificate, certificates);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
  const Answered answered{&e, &sweep.questions[0], &enclosure.proof->answer, "", false, digits, seconds.count()};
  OutputFile file(options.out);
  if (format == Format::csv) file.write(csv_header(e));
  file.write(rendered(answered, format));
  if (format == Format::json) file.write("\n");
  file.finish();
  const ExitStatus status = status_of(answered);
  if (!options.check) return status;
  const CheckedAnswer checked_by = check_answer(certificates);
  for (const std::string& line : checked_by.lines) say(line);
  return checked_by.all ? status : worse(status, undecided);
}

}  // namespace

namespace {

// What eval takes, and every verb that is a question about a family.
void add_question(CLI::App* verb, const std::shared_ptr<EvalOptions>& options) {
  verb->add_option("parameters", options->parameters,
                   "name=value, exact: 0.1, 1%, 1e-8, 1/3, 60*60000/256, ln(3); many values: n=100,1000 or eps0=1:8:1 "
                   "(first:last:step)");
  options->effort.add_to(*verb, true);
  verb->add_flag("--exact", options->exact, "The exact fraction, where there is one of under 10^5 digits");
  verb->add_option("--route", options->route, "Which algorithm, where there are several");
  verb->add_flag("--cross", options->cross, "Two runs on different contours, which must overlap");
  verb->add_option("--eps-list", options->eps_list, "Several thresholds a,b,c: the same as eps=a,b,c");
  verb->add_option("--rows", options->rows,
                   "A CSV file of questions: its header names parameters; - is standard input");
  verb->add_option("--methods", options->methods, "all: every method, its axioms, and which one is best");
  verb->add_option("--certificate", options->certificate, "Where to write the answer's certificate");
  verb->add_flag("--check", options->check, "Certify the answer as printed and have hallmark-check verify that");
  verb->add_option("--compose", options->compose,
                   "For composition.*: a JSON list of {mechanism, parameters, rounds}, or a file of it");
  verb->add_option("-o,--out", options->out,
                   "Write to this file; with many questions the same command goes on where it was stopped");
  add_jobs(*verb, options->jobs);
  add_quiet(*verb, options->quiet);
  options->format.add_to(*verb);
}

struct Question {
  const char* name;
  const char* about;
};
constexpr Question questions_of_families[] = {
    {"epsilon", "How private: hallmark epsilon dp-sgd noise_multiplier=1.1 batch=256 n=60000 epochs=60 delta=1e-5"},
    {"delta", "How private at an epsilon: hallmark delta dp-sgd noise_multiplier=1.1 rate=1% steps=1000 eps=2"},
    {"sigma", "How much noise for a target: hallmark sigma dp-sgd eps=2 rate=1% steps=1000 delta=1e-5"},
    {"steps", "How many steps a budget allows: hallmark steps dp-sgd noise_multiplier=1.1 rate=1% eps=2 delta=1e-5"},
    {"rate", "How large a sampling rate a budget allows: hallmark rate dp-sgd sigma=1.1 steps=1000 eps=2 delta=1e-5"},
};

// The id that a verb and a family make: dp-sgd, or dp-sgd.epsilon itself.
std::string id_of(const std::string& family, const std::string& asked) {
  if (family.find('=') != std::string::npos) {
    throw InputError(fmt::format("{0}: the mechanism stands before its parameters, as in hallmark {0} dp-sgd {1} ...",
                                 asked, shortened(family)));
  }
  if (family.find("." + asked) != std::string::npos) return family;
  const std::string id = fmt::format("{}.{}", family, asked);
  if (asked == "steps" && find_entry(id) == nullptr && find_entry(family + ".rounds") != nullptr) {
    return family + ".rounds";
  }
  return id;
}

// How many epochs a budget allows: the steps that it allows, times the rate, rounded down.
ExitStatus run_epochs(const EvalOptions& options, const std::string& family) {
  const Entry& e = entry(id_of(family, "steps"));
  const Questions questions(e.id, options.parameters, whole_parameters(e));
  if (questions.many()) throw InputError("epochs: must be asked of one question; hallmark steps takes lists");
  const long digits = options.effort.digits();
  const Format format = options.format.get();
  const Enclosure steps = evaluate(e.id, e.arguments(questions.at(0)).canonical(), options.effort.options());
  if (interrupt_flag()) return interrupted;
  const auto rate = std::find_if(steps.parameters.begin(), steps.parameters.end(),
                                 [](const auto& p) { return p.first == "rate" || p.first == "share"; });
  if (rate == steps.parameters.end()) {
    throw InputError(fmt::format("epochs: {} has no sampling rate: hallmark steps asks for its steps", e.id));
  }
  const std::string epochs =
      decimal(Rational(steps.lo) * Number(rate->second).ball(256).lower(), digits, Rounding::down);
  if (format == Format::json) {
    fmt::print("{}\n", Json{{"epochs", epochs}, {"steps", steps.lo}, {"statement", steps.statement}}.dump(2));
  } else {
    fmt::print("epochs = {}  (rounded down)\n  {} steps at {} = {}\n{}\n", epochs, steps.lo, rate->first, rate->second,
               steps.statement);
  }
  return steps.reached ? done : undecided;
}

// delta at many eps, the curve of a mechanism; where delta is given, epsilon at many of what else is.
ExitStatus run_curve(EvalOptions options, const std::string& family) {
  const auto gives = [&](std::initializer_list<std::string_view> heads) {
    return std::any_of(options.parameters.begin(), options.parameters.end(), [&](const std::string& text) {
      return std::any_of(heads.begin(), heads.end(), [&](std::string_view head) { return text.starts_with(head); });
    });
  };
  const bool given =
      !options.eps_list.empty() || !options.rows.empty() || gives({"eps=", "epsilon=", "target_epsilon="});
  const bool of_delta = !given && gives({"delta=", "target_delta="});
  const bool of_rate = !given && gives({"fpr=", "tpr="});
  options.id = id_of(family, of_delta ? "epsilon" : !of_rate ? "delta" : gives({"fpr="}) ? "tpr" : "fpr");
  if (!given && !of_delta && !of_rate) options.parameters.emplace_back("eps=0:8:1/4");
  return run_eval(options);
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* verb =
      app.add_subcommand("eval", "Enclose any quantity: hallmark eval clones.epsilon n=1000 eps0=4 delta=1e-6");
  verb->add_option("id", options->id, "Which quantity: see hallmark list")->required();
  add_question(verb, options);
  verb->callback([options, &action] {
    action = [options] {
      tidy(options->id, options->parameters);
      return run_eval(*options);
    };
  });
}

void add_questions(CLI::App& app, Action& action) {
  for (const Question& question : questions_of_families) {
    auto options = std::make_shared<EvalOptions>();
    CLI::App* verb = app.add_subcommand(question.name, question.about);
    verb->add_option("family", options->id, "Which mechanism: dp-sgd, gaussian, laplace, ... (see hallmark list)")
        ->required();
    add_question(verb, options);
    verb->callback([options, name = std::string(question.name), &action] {
      action = [options, name] {
        tidy(options->id, options->parameters);
        options->id = id_of(options->id, name);
        return run_eval(*options);
      };
    });
  }
  auto of_epochs = std::make_shared<EvalOptions>();
  of_epochs->format = FormatOption{"text", "json"};
  CLI::App* epochs = app.add_subcommand(
      "epochs", "How many epochs a budget allows: hallmark epochs dp-sgd sigma=1.1 batch=256 n=60000 eps=2 delta=1e-5");
  epochs->add_option("family", of_epochs->id, "Which mechanism: dp-sgd, ... (see hallmark list)")->required();
  epochs->add_option("parameters", of_epochs->parameters, "name=value, as of hallmark steps");
  of_epochs->effort.add_to(*epochs, true);
  of_epochs->format.add_to(*epochs);
  epochs->callback([of_epochs, &action] {
    action = [of_epochs] {
      tidy(of_epochs->id, of_epochs->parameters);
      return run_epochs(*of_epochs, of_epochs->id);
    };
  });
  auto options = std::make_shared<EvalOptions>();
  options->format = FormatOption{"csv", "text", "json", "tex", "details"};
  CLI::App* verb = app.add_subcommand(
      "curve", "delta at many eps, or the trade-off at many fpr: hallmark curve gaussian sigma=1 eps=0:4:1/4");
  verb->add_option("family", options->id, "Which mechanism: dp-sgd, gaussian, laplace, ... (see hallmark list)")
      ->required();
  add_question(verb, options);
  verb->callback([options, &action] {
    action = [options] {
      tidy(options->id, options->parameters);
      return run_curve(*options, options->id);
    };
  });
}

}  // namespace hallmark::cli
