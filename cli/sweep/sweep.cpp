#include "cli/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "bounds/proof.hpp"
#include "bounds/time_limit.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/sweep/answering.hpp"
#include "cli/work/output_file.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// Which questions share a table: neighbours that differ in eps alone, few enough for one budget.
class Tables {
 public:
  explicit Tables(const Sweep& sweep) : sweep_(sweep) {
    constexpr std::size_t most = 64;
    if (!sweep.entry->shares_thresholds) return;
    for (std::size_t i = 0; i < sweep.questions.size(); ++i) {
      const bool joins = i > 0 && first_.size() == i && i - first_.back() < most && same_but_eps(first_.back(), i);
      first_.push_back(joins ? first_.back() : i);
    }
  }

  [[nodiscard]] bool any() const { return !first_.empty(); }
  [[nodiscard]] std::size_t of(std::size_t i) const { return first_[i]; }
  [[nodiscard]] std::vector<std::string> thresholds(std::size_t i) const {
    std::vector<std::string> all;
    if (first_.empty()) return all;
    for (std::size_t k = first_[i]; k < first_.size() && first_[k] == first_[i]; ++k) {
      const std::string& eps = sweep_.questions[k].canonical().at("eps");
      if (std::find(all.begin(), all.end(), eps) == all.end()) all.push_back(eps);
    }
    if (all.size() < 2) all.clear();
    return all;
  }

 private:
  [[nodiscard]] bool same_but_eps(std::size_t a, std::size_t b) const {
    auto x = sweep_.questions[a].canonical();
    auto y = sweep_.questions[b].canonical();
    x.erase("eps");
    y.erase("eps");
    return x == y;
  }

  const Sweep& sweep_;
  std::vector<std::size_t> first_;  // of each question, the first one of its table
};

// What the ledger keeps: a digit for the status, then the text.
std::string packed(ExitStatus status, std::string text) {
  return (status == done ? "0" : status == undecided ? "2" : "9") + std::move(text);
}

ExitStatus packed_status(const std::string& result) {
  return result[0] == '0' ? done : result[0] == '2' ? undecided : bad_input;
}

std::optional<std::string> answer_one(const Sweep& sweep, const Arguments& arguments,
                                      const std::vector<std::string>& thresholds) {
  const auto began = std::chrono::steady_clock::now();
  Answered answered{sweep.entry, &arguments, nullptr, "", false, sweep.digits, 0};
  Enclosure enclosure;
  try {
    enclosure = sweep.ask(arguments.canonical(), thresholds);
    answered.answer = &enclosure.proof->answer;
  } catch (const TimeLimitError& error) {
    answered.refusal = error.what();
    answered.late = true;
  } catch (const InputError& error) {  // a theorem that does not hold here
    answered.refusal = error.what();
  }
  if (interrupt_flag()) return std::nullopt;
  answered.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return packed(status_of(answered), rendered(answered, sweep.format));
}

}  // namespace

std::vector<Arguments> checked(const Entry& entry, const Questions& questions) {
  constexpr std::size_t shown = 10;
  std::vector<Arguments> all;
  all.reserve(questions.size());
  std::vector<std::string> refused;
  std::size_t count = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    try {
      all.push_back(entry.arguments(questions.at(i)));
    } catch (const InputError& error) {
      const std::string place = questions.place(i);
      std::string text = fmt::format("{}{}{}", place, place.empty() ? "" : ": ", error.what());
      if (std::find(refused.begin(), refused.end(), text) != refused.end()) continue;
      if (++count <= shown) refused.push_back(std::move(text));
    }
  }
  if (count == 0) return all;
  std::string text;
  for (const std::string& line : refused) text += (text.empty() ? "" : "\nhallmark: ") + line;
  if (count > shown) text += fmt::format("\nhallmark: and {} more", count - shown);
  throw InputError(text);
}

ExitStatus run_sweep(const Sweep& sweep, const std::string& out, long jobs, bool quiet) {
  OutputFile file(out);
  const Tables tables(sweep);
  ExitStatus status = done;
  if (sweep.format == Format::csv) file.write(csv_header(*sweep.entry));
  if (sweep.format == Format::json) file.write("[");
  Work work;
  work.count = sweep.questions.size();
  work.unit = "questions";
  work.key = [&](std::size_t i) {
    std::string key = fmt::format("{} {} {}", sweep.what, static_cast<int>(sweep.format), sweep.entry->id);
    for (const auto& [name, text] : sweep.questions[i].canonical()) key += fmt::format(" {}={}", name, text);
    for (const std::string& eps : tables.thresholds(i)) key += " " + eps;
    return key;
  };
  work.compute = [&](std::size_t i) { return answer_one(sweep, sweep.questions[i], tables.thresholds(i)); };
  work.deliver = [&](std::size_t i, const std::string& result) {
    status = worse(status, packed_status(result));
    const std::string text = result.substr(1);
    file.write(sweep.format == Format::json ? (i == 0 ? "\n" : ",\n") + indented(text, 2) : text);
  };
  if (tables.any()) work.table = [&](std::size_t i) { return tables.of(i); };
  const bool complete = do_work(work, {.jobs = jobs, .quiet = quiet, .ledger = file.ledger()});
  if (sweep.format == Format::json) file.write("\n]\n");
  if (!complete) return interrupted;
  file.finish();
  if (status == bad_input) say("some questions were refused: their rows say why");
  return status;
}

}  // namespace hallmark::cli
