// hallmark samplers: one training run under every way of drawing batches and every neighbouring relation, side by side.
#include "hallmark/samplers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bounds/aliases.hpp"
#include "cli/checked_answer.hpp"
#include "cli/io/csv.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/io/typed.hpp"
#include "cli/verbs.hpp"
#include "cli/work/output_file.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "hallmark/evaluate.hpp"

namespace hallmark::cli {
namespace {

struct SamplersOptions {
  std::vector<std::string> parameters;
  EffortOptions effort;
  std::string out;
  bool check = false;
  FormatOption format{"text", "json", "csv", "tex"};
};

// A row with its answer, or why there is none.
struct SamplerRow {
  Sampler sampler;
  std::optional<Enclosure> answer;
  std::string refusal = {};
};

ParameterTexts training_of(std::vector<std::string> parameters) {
  std::string no_id;
  tidy(no_id, parameters);
  ParameterTexts texts;
  for (const std::string& text : parameters) {
    const auto equals = text.find('=');
    const bool is_its_family = equals == std::string::npos && canonical_id(text + ".") == "poisson-gaussian.";
    if (is_its_family) continue;  // `samplers dp-sgd sigma=1.1 ...`: what else
    if (equals == 0 || equals == std::string::npos) {
      throw InputError(fmt::format("samplers: parameter \"{}\": expected name=value", shortened(text)));
    }
    const std::string name = text.substr(0, equals);
    if (!texts.emplace(name, with_leading_zeros(text.substr(equals + 1))).second) {
      throw InputError(fmt::format("samplers: duplicate parameter {}: must be given once", shortened(name)));
    }
  }
  return texts;
}

// The two ends at so many digits: one number, rounded up, where they are next to each other.
std::string number_text(const SamplerRow& row, long digits) {
  if (!row.answer) return "-";
  const Rational lo(row.answer->lo);
  const Rational hi(row.answer->hi);
  const std::string high = decimal(hi, digits, Rounding::up);
  if (row.answer->kind != Kind::bracket || (hi - lo) * 1000 <= hi) return high;
  return fmt::format("{} to {}", decimal(lo, digits, Rounding::down), high);
}

std::string as_text(const std::vector<SamplerRow>& rows, std::string_view asked, const std::string& run, long digits) {
  std::size_t names = 0;
  std::size_t neighbours = 0;
  for (const SamplerRow& row : rows) {
    names = std::max(names, row.sampler.name.size());
    neighbours = std::max(neighbours, row.sampler.neighbours.size());
  }
  std::string text = fmt::format("{} of one training run: {}\n\n{:<{}}  {:<{}}  {}\n", asked, run, "sampler", names,
                                 "neighbours", neighbours, asked);
  for (const SamplerRow& row : rows) {
    text += fmt::format("{:<{}}  {:<{}}  {}\n", row.sampler.name, names, row.sampler.neighbours, neighbours,
                        number_text(row, digits));
  }
  text += "\nA number is rounded up; two are the proved lower and upper end. Each holds under this condition alone:\n";
  for (const SamplerRow& row : rows) {
    text += fmt::format("  {}, {}: {}\n", row.sampler.name, row.sampler.neighbours, row.sampler.needs);
  }
  text += "\n";
  for (const SamplerRow& row : rows) text += fmt::format("{}\n", row.answer ? row.answer->statement : row.refusal);
  return text;
}

std::string as_csv(const std::vector<SamplerRow>& rows, long digits) {
  std::string text = "sampler,neighbours,lo,hi,statement,needs,note\n";
  for (const SamplerRow& row : rows) {
    const bool known = row.answer.has_value();
    text += fmt::format("{},{},{},{},{},{},{}\n", csv_field(row.sampler.name), csv_field(row.sampler.neighbours),
                        known ? decimal(Rational(row.answer->lo), digits, Rounding::down) : "",
                        known ? decimal(Rational(row.answer->hi), digits, Rounding::up) : "",
                        csv_field(known ? row.answer->statement : ""), csv_field(row.sampler.needs),
                        csv_field(known ? row.answer->shortfall : row.refusal));
  }
  return text;
}

std::string as_json(const std::vector<SamplerRow>& rows, long digits) {
  Json all = Json::array();
  for (const SamplerRow& row : rows) {
    Json one{{"sampler", row.sampler.name}, {"neighbours", row.sampler.neighbours}, {"needs", row.sampler.needs}};
    if (row.answer) {
      one["quantity"] = row.answer->quantity;
      one["parameters"] = row.answer->parameters;
      one["lo"] = decimal(Rational(row.answer->lo), digits, Rounding::down);
      one["hi"] = decimal(Rational(row.answer->hi), digits, Rounding::up);
      one["statement"] = row.answer->statement;
    } else {
      one["error"] = row.refusal;
    }
    all.push_back(std::move(one));
  }
  return all.dump(2) + "\n";
}

std::string as_tex(const std::vector<SamplerRow>& rows, std::string_view asked) {
  constexpr long digits = 3;
  std::string text = fmt::format("\\begin{{tabular}}{{llr}}\nsampler & neighbours & ${}$ \\\\\n\\hline\n",
                                 asked == "epsilon" ? "\\varepsilon"
                                 : asked == "delta" ? "\\delta"
                                                    : "\\mathrm{TPR}");
  for (const SamplerRow& row : rows) {
    text += fmt::format("{} & {} & {} \\\\\n", row.sampler.name, row.sampler.neighbours, number_text(row, digits));
  }
  return text + "\\end{tabular}\n";
}

// Whether hallmark-check verifies what is printed of every row; what it said is said.
bool are_checked(const std::vector<SamplerRow>& rows, long digits, const Options& options) {
  bool all = true;
  for (const SamplerRow& row : rows) {
    if (!row.answer || interrupt_flag()) continue;
    const CheckedAnswer checked = check_answer(certificates_of(as_printed(*row.answer, digits), options));
    for (const std::string& line : checked.lines) {
      say(fmt::format("{}, {}: {}", row.sampler.name, row.sampler.neighbours, line));
    }
    all = all && checked.all;
  }
  return all;
}

ExitStatus run_samplers(const SamplersOptions& options) {
  const ParameterTexts training = training_of(options.parameters);
  const long digits = options.effort.digits();
  const Format format = options.format.get();
  const std::vector<Sampler> questions = samplers(training);
  if (!options.out.empty()) check_writable(options.out);
  std::vector<SamplerRow> rows;
  ExitStatus status = done;
  std::size_t refused = 0;
  for (const Sampler& sampler : questions) {
    SamplerRow row{sampler, std::nullopt};
    try {
      row.answer = evaluate(sampler.question.quantity, sampler.question.parameters, options.effort.options());
      if (!row.answer->reached) status = worse(status, undecided);
    } catch (const InputError& error) {
      row.refusal = error.what();
      ++refused;
    }
    if (interrupt_flag()) return interrupted;
    rows.push_back(std::move(row));
  }
  if (refused == rows.size()) throw InputError(rows.front().refusal);
  std::vector<std::string> run;
  for (const auto& [name, text] : training) run.push_back(fmt::format("{}={}", name, text));
  const std::string& first = questions.front().question.quantity;
  const std::string asked = first.substr(first.find('.') + 1);
  OutputFile file(options.out);
  file.write(format == Format::csv    ? as_csv(rows, digits)
             : format == Format::json ? as_json(rows, digits)
             : format == Format::tex  ? as_tex(rows, asked)
                                      : as_text(rows, asked, fmt::format("{}", fmt::join(run, ", ")), digits));
  file.finish();
  if (options.check && !are_checked(rows, digits, options.effort.options())) status = worse(status, undecided);
  if (interrupt_flag()) return interrupted;
  return refused > 0 ? worse(status, undecided) : status;
}

}  // namespace

void add_samplers(CLI::App& app, Action& action) {
  auto options = std::make_shared<SamplersOptions>();
  CLI::App* verb = app.add_subcommand(
      "samplers",
      "One training run under every sampler: hallmark samplers sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5");
  verb->add_option("parameters", options->parameters,
                   "sigma, batch, n, epochs, and delta for epsilon, eps for delta or fpr for the true positive rate");
  options->effort.add_to(*verb, true);
  verb->add_option("-o,--out", options->out, "Write to this file");
  verb->add_flag("--check", options->check, "Certify every number as printed and have hallmark-check verify that");
  options->format.add_to(*verb);
  verb->callback([options, &action] { action = [options] { return run_samplers(*options); }; });
}

}  // namespace hallmark::cli
