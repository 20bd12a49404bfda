#include "cli/shards/cell.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "cli/io/output.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "hallmark/version.hpp"

namespace hallmark::cli::shards {
namespace {

struct PrintedEnds {
  std::string lo;
  std::string hi;
};

PrintedEnds outward(const Rational& lo, const Rational& hi, long digits) {
  return {decimal(lo, digits, Rounding::down), decimal(hi, digits, Rounding::up)};
}

// Whether every number of the enclosure has the same floor and the same ceiling.
bool settled(const PrintedEnds& ends, const Answer& answer, long digits) {
  return decimal(answer.hi, digits, Rounding::down) == ends.lo && decimal(answer.lo, digits, Rounding::up) == ends.hi;
}

struct Cell {
  Answer answer;
  PrintedEnds ends;
  bool worn_out;  // the work ended before the digits came
};

// As many digits more than the plan's as settle floor and ceiling, but for a value that is itself a short decimal: mostly
// none. A bracket has a few more.
Cell enclose(const Entry& entry, const Arguments& arguments, const Plan& plan, const std::atomic<bool>& stop) {
  constexpr std::array<long, 5> more_digits{0, 1, 3, 12, 40};
  constexpr long of_bracket = 3;
  const bool is_bracket = kind_of(entry, arguments) == Kind::bracket;
  const Budget budget = Budget::counted(plan.work, &stop);
  std::optional<Cell> found;
  for (const long more : more_digits) {
    if (is_bracket && more < of_bracket) continue;
    Answer answer = evaluate(entry, arguments, {.digits = plan.digits + more, .budget = budget});
    if (found && !answer.reached) break;  // the digits of the first answer are proved all the same
    answer.lo = answer.lower_end();       // a table is asked for lower ends between its cells, too
    if (answer.exact) answer.lo = answer.hi = *answer.exact;
    const PrintedEnds ends = outward(answer.lo, answer.hi, plan.digits);
    const bool done = !answer.reached || is_bracket || settled(ends, answer, plan.digits);
    found = Cell{std::move(answer), ends, false};
    if (done) break;
  }
  found->worn_out = !found->answer.reached && budget.expired();
  return std::move(*found);
}

constexpr std::string_view undecided_mark = "\"undecided\":";
constexpr std::string_view refused_mark = "\"refused\":";

}  // namespace

std::string row_of(const Plan& plan, std::uint64_t number, const std::atomic<bool>& stop) {
  const Block& block = plan.block(number);
  const Entry& entry = *block.entry;
  const ParameterTexts texts = parameters(block, number);
  Json row;
  row["cell"] = number;
  row["quantity"] = entry.id;
  try {
    const Arguments arguments = entry.arguments(texts);
    row["parameters"] = arguments.canonical();
    const Cell cell = enclose(entry, arguments, plan, stop);
    row["bounds"] = to_string(entry.bounds);
    row["kind"] = to_string(kind_of(entry, arguments));
    row["status"] = to_string(entry.status);
    row["adjacency"] = to_string(arguments.adjacency());
    row["direction"] = direction_text(entry, arguments);
    row["lo"] = cell.ends.lo;
    row["hi"] = cell.ends.hi;
    row["axioms"] = cell.answer.axioms;
    if (!cell.answer.reached) {
      row["undecided"] = cell.worn_out
                             ? fmt::format("the work of {} a cell ended before {} digits", plan.work, plan.digits)
                             : cell.answer.shortfall;
    }
  } catch (const InputError& error) {
    row["parameters"] = texts;
    row["refused"] = error.what();
  }
  row["version"] = fmt::format("{}.{}.{}", version_major, version_minor, version_patch);
  return row.dump();
}

bool is_open(std::string_view row) {
  // A text of a row has its quotation marks escaped, so that the marks are found as names of members alone.
  return row.find(undecided_mark) != std::string_view::npos || row.find(refused_mark) != std::string_view::npos;
}

}  // namespace hallmark::cli::shards
