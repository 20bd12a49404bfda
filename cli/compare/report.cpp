#include "cli/compare/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t listed = 20;  // rows of one verdict in the table for people

using QuantityRows = std::pair<std::string, std::vector<const ComparedRow*>>;

// In the order in which the vectors name the quantities.
std::vector<QuantityRows> by_quantity(const Comparison& comparison) {
  std::vector<QuantityRows> groups;
  std::map<std::string_view, std::size_t> known;
  for (const ComparedRow& row : comparison.rows) {
    const auto [at, is_new] = known.emplace(row.golden->quantity, groups.size());
    if (is_new) groups.emplace_back(row.golden->quantity, std::vector<const ComparedRow*>());
    groups[at->second].second.push_back(&row);
  }
  return groups;
}

std::size_t count(const std::vector<const ComparedRow*>& rows, RowVerdict verdict) {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ComparedRow* row) { return row->judgement.verdict == verdict; }));
}

bool is_trouble(RowVerdict verdict) {
  switch (verdict) {
    case RowVerdict::unsound:
    case RowVerdict::loose:
    case RowVerdict::not_a_number:
    case RowVerdict::missing:
    case RowVerdict::lost:
      return true;
    case RowVerdict::skipped:
    case RowVerdict::indistinguishable:
    case RowVerdict::sound:
    case RowVerdict::estimate:
      return false;
  }
  return true;
}

// Red for proved wrong, yellow for what is in doubt, green for sound.
std::string coloured(RowVerdict verdict, std::string_view text, bool colours) {
  if (!colours) return std::string(text);
  const int colour = verdict == RowVerdict::unsound ? 31
                     : is_trouble(verdict)          ? 33
                     : verdict == RowVerdict::sound ? 32
                                                    : 36;
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

// Text of a stranger on one line of a terminal, without control characters.
std::string harmless(std::string_view text) {
  constexpr std::size_t wide = 160;
  std::string out = shortened(text, wide);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return out;
}

std::string call(const Golden& golden) {
  constexpr std::size_t wide = 24;
  std::string text = golden.quantity;
  std::string_view separator = "(";
  for (const auto& [name, value] : golden.parameters.items()) {
    std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
    if (shown.size() > wide) shown.replace(wide - 2, std::string::npos, "..");
    text += fmt::format("{}{}={}", separator, name, shown);
    separator = ", ";
  }
  return golden.parameters.empty() ? text : text + ")";
}

std::string claim(const ComparedRow& row) {
  if (!row.side) return {};
  return fmt::format("{} {}", to_string(*row.side), row.value.empty() ? "\"\"" : harmless(row.value));
}

// The certified ends, rounded outward to as many digits as a person can compare.
std::string truth(const Golden& golden) {
  constexpr long digits = 25;
  const std::string lo = decimal(golden.lo, digits, Rounding::down);
  const std::string hi = decimal(golden.hi, digits, Rounding::up);
  return lo == hi ? lo : fmt::format("[{}, {}]", lo, hi);
}

// What was returned, what is true, and how far apart they are.
std::string details(const ComparedRow& row) {
  const Judgement& j = row.judgement;
  std::string text = claim(row);
  if (row.side) text += fmt::format("; true {}", truth(*row.golden));
  if (j.tightness) text += fmt::format("; value/true - 1 in {}", to_string(*j.tightness));
  if (!j.remark.empty()) text += fmt::format("{}{}", text.empty() ? "" : "; ", harmless(j.remark));
  return text;
}

std::string line_of(const ComparedRow& row, bool colours) {
  const Judgement& j = row.judgement;
  const std::string text =
      fmt::format("{}  {}  {}\n", coloured(j.verdict, fmt::format("{:<17}", to_string(j.verdict)), colours),
                  row.golden->id, call(*row.golden));
  const std::string more = details(row);
  return more.empty() ? text : text + "                   " + more + "\n";
}

// The tightness furthest from 0 on the sound side, over the rows that have one.
std::string loosest(const std::vector<const ComparedRow*>& rows) {
  const Tightness* worst = nullptr;
  const auto size = [](const Tightness& t) {
    const RatioEnd& end = t.lo.infinite != 0 || (t.hi.infinite == 0 && t.lo.value.sign() < 0) ? t.lo : t.hi;
    return end;
  };
  const auto larger = [&](const Tightness& a, const Tightness& b) {
    const RatioEnd x = size(a);
    const RatioEnd y = size(b);
    if (x.infinite != 0 || y.infinite != 0) return x.infinite != 0 && y.infinite == 0;
    return (x.value.sign() < 0 ? -x.value : x.value) > (y.value.sign() < 0 ? -y.value : y.value);
  };
  for (const ComparedRow* row : rows) {
    const RowVerdict v = row->judgement.verdict;
    if (v != RowVerdict::sound && v != RowVerdict::loose && v != RowVerdict::estimate) continue;
    if (!row->judgement.tightness) continue;  // of a number that may be negative
    if (worst == nullptr || larger(*row->judgement.tightness, *worst)) worst = &*row->judgement.tightness;
  }
  return worst == nullptr ? "" : to_string(*worst);
}

std::string counts_text(const Comparison& comparison, bool colours) {
  std::string text;
  for (const RowVerdict verdict : all_verdicts) {
    const std::size_t n = comparison.count(verdict);
    if (n == 0) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        coloured(verdict, fmt::format("{} {}", n, to_string(verdict)), colours));
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // XML has no way to write most control characters; bytes beyond ASCII may be no UTF-8.
        out += static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7f ? '?' : c;
    }
  }
  return out;
}

std::string junit_case(const ComparedRow& row) {
  const Judgement& j = row.judgement;
  const auto seconds = read_nonnegative(row.seconds);
  std::string text =
      fmt::format("    <testcase classname=\"{}\" name=\"{} {}\"{}", escaped(row.golden->quantity), row.golden->id,
                  escaped(harmless(row.golden->comment)),
                  row.seconds.empty() || !seconds ? "" : fmt::format(" time=\"{}\"", escaped(row.seconds)));
  if (j.verdict == RowVerdict::skipped) {
    return text + fmt::format("><skipped message=\"{}\"/></testcase>\n", escaped(harmless(j.remark)));
  }
  if (!is_trouble(j.verdict) && !row.asked_again.empty()) {
    return text + fmt::format("><system-out>asked again of a fresh process: {}</system-out></testcase>\n",
                              escaped(harmless(row.asked_again)));
  }
  if (!is_trouble(j.verdict)) return text + "/>\n";
  const bool failure = j.verdict == RowVerdict::unsound || j.verdict == RowVerdict::loose;
  return text + fmt::format("><{0} type=\"{1}\" message=\"{2}\"/></testcase>\n", failure ? "failure" : "error",
                            to_string(j.verdict), escaped(fmt::format("{}: {}", call(*row.golden), details(row))));
}

// Text as a part of a table of Markdown: no bar, backquote, markup or mention in it.
std::string markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '`' || c == '<' || c == '&' || c == '*' || c == '_' || c == '[' || c == ']' || c == '@') {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// Text of an annotation of GitHub, which ends at the line's end; a property of it ends at a comma or two colons too.
std::string annotated(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    const bool quoted = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ',' || c == ':'));
    out += quoted ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c))) : std::string(1, c);
  }
  return out;
}

// With a baseline the rows that are worse, without one those in trouble: the unsound ones first.
std::vector<const ComparedRow*> failing_rows(const Comparison& comparison) {
  std::vector<const ComparedRow*> rows;
  for (const RowVerdict verdict : all_verdicts) {
    for (const ComparedRow& row : comparison.rows) {
      const bool fails = comparison.has_baseline ? !row.worse.empty() : is_trouble(verdict);
      if (row.judgement.verdict == verdict && fails) rows.push_back(&row);
    }
  }
  return rows;
}

// Why a row is among the failing ones.
std::string reason(const ComparedRow& row) {
  if (row.worse.empty()) return details(row);
  const std::string& remark = row.judgement.remark;
  return harmless(remark.empty() ? row.worse : fmt::format("{}: {}", row.worse, remark));
}

// The counts of a quantity's rows in the order of the columns of `table` and `summary`.
struct Counts {
  std::size_t unsound, loose, lost, sound, within, skipped;
  explicit Counts(const std::vector<const ComparedRow*>& rows)
      : unsound(count(rows, RowVerdict::unsound)),
        loose(count(rows, RowVerdict::loose)),
        lost(count(rows, RowVerdict::lost) + count(rows, RowVerdict::missing) + count(rows, RowVerdict::not_a_number)),
        sound(count(rows, RowVerdict::sound)),
        within(count(rows, RowVerdict::indistinguishable) + count(rows, RowVerdict::estimate)),
        skipped(count(rows, RowVerdict::skipped)) {}
};

// Takes out the quantities of which every row is skipped, and says how many they are.
std::string without_skipped(std::vector<QuantityRows>& groups) {
  std::size_t skipped = 0;
  const std::size_t gone = std::erase_if(groups, [&](const QuantityRows& group) {
    const auto& rows = group.second;
    if (count(rows, RowVerdict::skipped) != rows.size()) return false;
    skipped += rows.size();
    return true;
  });
  if (gone == 0) return "";
  return fmt::format("{}{} rows of {}quantities, all of them skipped", groups.empty() ? "" : "and ", skipped,
                     groups.empty() ? std::to_string(gone) + " " : std::to_string(gone) + " other ");
}

constexpr std::string_view nothing_judged = "no number was judged: that is no test, and the status is 2";

}  // namespace

std::size_t Comparison::count(RowVerdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const ComparedRow& row) { return row.judgement.verdict == verdict; }));
}

std::size_t Comparison::asked_again() const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [](const ComparedRow& row) { return !row.asked_again.empty(); }));
}

bool has_judged(const Comparison& comparison) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(), [](const ComparedRow& row) {
    const RowVerdict v = row.judgement.verdict;
    return v != RowVerdict::skipped && v != RowVerdict::missing && v != RowVerdict::lost;
  });
}

ExitStatus status(const Comparison& comparison) {
  ExitStatus result = has_judged(comparison) ? done : undecided;
  for (const ComparedRow& row : comparison.rows) {
    const RowVerdict verdict = row.judgement.verdict;
    if (comparison.has_baseline && row.worse.empty()) continue;
    if (comparison.has_baseline) result = undecided;
    if (verdict == RowVerdict::unsound) return proved_wrong;
    if (is_trouble(verdict)) result = undecided;
  }
  return result;
}

std::string table(const Comparison& comparison, bool all, bool colours) {
  std::vector<QuantityRows> groups = by_quantity(comparison);
  const std::string silent = all ? "" : without_skipped(groups);
  std::string text = fmt::format("{:<34}{:>7}{:>9}{:>7}{:>9}{:>7}{:>9}{:>9}  {}\n", "quantity", "rows", "unsound",
                                 "loose", "lost", "sound", "within", "skipped", "loosest value/true - 1");
  for (const auto& [quantity, rows] : groups) {
    const auto cell = [&](std::size_t n, int width, RowVerdict verdict) {
      const std::string number = fmt::format("{:>{}}", n, width);
      return n == 0 ? number : coloured(verdict, number, colours);
    };
    const Counts n(rows);
    text += fmt::format("{:<34}{:>7}{}{}{}{}{}{}  {}\n", quantity, rows.size(), cell(n.unsound, 9, RowVerdict::unsound),
                        cell(n.loose, 7, RowVerdict::loose), cell(n.lost, 9, RowVerdict::lost),
                        cell(n.sound, 7, RowVerdict::sound), cell(n.within, 9, RowVerdict::indistinguishable),
                        cell(n.skipped, 9, RowVerdict::skipped), loosest(rows));
  }
  if (!silent.empty()) text += silent + "\n";
  for (const RowVerdict verdict : all_verdicts) {
    if (!all && !is_trouble(verdict)) continue;
    std::size_t shown = 0;
    for (const ComparedRow& row : comparison.rows) {
      if (row.judgement.verdict != verdict) continue;
      if (!all && shown == listed) break;
      if (shown++ == 0) text += "\n";
      text += line_of(row, colours);
    }
    const std::size_t rest = comparison.count(verdict) - shown;
    if (shown > 0 && rest > 0)
      text += fmt::format("... and {} more {}: --all lists every row\n", rest, to_string(verdict));
  }
  std::size_t worse = 0;
  for (const ComparedRow& row : comparison.rows) {
    if (row.worse.empty() || worse++ >= listed) continue;
    text += fmt::format("{}worse than the baseline  {}  {}\n                         {}\n", worse == 1 ? "\n" : "",
                        row.golden->id, call(*row.golden), harmless(row.worse));
  }
  const bool partial = comparison.asked_of > comparison.rows.size();
  text += fmt::format("\n{} vectors{}: {}\n", comparison.rows.size(),
                      partial ? fmt::format(" of {}", comparison.asked_of) : "", counts_text(comparison, colours));
  if (comparison.has_baseline) {
    text += fmt::format("{} of them are worse than in the baseline\n", worse);
  }
  if (!has_judged(comparison)) text += fmt::format("{}\n", nothing_judged);
  if (const std::size_t again = comparison.asked_again(); again > 0) {
    const auto first = std::find_if(comparison.rows.begin(), comparison.rows.end(),
                                    [](const ComparedRow& row) { return !row.asked_again.empty(); });
    text += fmt::format("{} of them were asked again of a fresh process of the accountant; the first: {}: {}\n", again,
                        first->golden->id, harmless(first->asked_again));
  }
  if (comparison.unknown > 0) {
    text += fmt::format("{} rows name no vector compared here, the first at {}\n", comparison.unknown,
                        comparison.first_unknown);
  }
  return text;
}

std::string summary(const Comparison& comparison) {
  std::string text =
      fmt::format("### hallmark compare: {} vectors: {}\n\n", comparison.rows.size(), counts_text(comparison, false));
  if (!has_judged(comparison)) text += fmt::format("**{}**\n\n", nothing_judged);
  std::vector<QuantityRows> groups = by_quantity(comparison);
  const std::string silent = without_skipped(groups);
  text +=
      "| quantity | rows | unsound | loose | lost | sound | within | skipped | loosest value/true - 1 |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|---|\n";
  for (const auto& [quantity, rows] : groups) {
    const Counts n(rows);
    text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n", quantity, rows.size(), n.unsound, n.loose,
                        n.lost, n.sound, n.within, n.skipped, loosest(rows));
  }
  if (!silent.empty()) text += fmt::format("\n{}\n", silent);
  const auto failing = failing_rows(comparison);
  if (failing.empty()) return text + "\n";
  text += fmt::format("\n{} rows {}:\n\n| verdict | vector | returned and true |\n|---|---|---|\n", failing.size(),
                      comparison.has_baseline ? "are worse than in the baseline" : "fail");
  for (std::size_t i = 0; i < std::min(failing.size(), listed); ++i) {
    const ComparedRow& row = *failing[i];
    text += fmt::format("| {} | `{}` {} | {} |\n", to_string(row.judgement.verdict), row.golden->id,
                        markdown_cell(call(*row.golden)), markdown_cell(reason(row)));
  }
  if (failing.size() > listed) text += fmt::format("\nand {} more\n", failing.size() - listed);
  return text + "\n";
}

std::string annotations(const Comparison& comparison) {
  constexpr std::size_t shown = 10;  // of each kind: GitHub drops more of one step
  std::string text;
  std::size_t errors = 0, warnings = 0;
  for (const ComparedRow* row : failing_rows(comparison)) {
    const bool is_error = row->judgement.verdict == RowVerdict::unsound;
    if ((is_error ? errors : warnings)++ >= shown) continue;
    const std::string title = fmt::format(
        "{} {}", row->golden->quantity,
        comparison.has_baseline && !is_error ? "is worse than the baseline" : to_string(row->judgement.verdict));
    text += fmt::format("::{} title={}::{}\n", is_error ? "error" : "warning", annotated(title, true),
                        annotated(fmt::format("{} {}: {}", row->golden->id, call(*row->golden), reason(*row)), false));
  }
  if (!has_judged(comparison)) text += fmt::format("::error title=hallmark compare::{}\n", nothing_judged);
  return text;
}

Json report_json(const Comparison& comparison) {
  Json counts = Json::object();
  for (const RowVerdict verdict : all_verdicts) counts[std::string(to_string(verdict))] = comparison.count(verdict);
  Json rows = Json::array();
  for (const ComparedRow& row : comparison.rows) {
    const Judgement& j = row.judgement;
    Json one;
    one["id"] = row.golden->id;
    one["suite"] = row.golden->suite;
    one["quantity"] = row.golden->quantity;
    one["parameters"] = row.golden->parameters;
    one["verdict"] = to_string(j.verdict);
    one["kind"] = row.side ? Json(to_string(*row.side)) : Json(nullptr);
    one["value"] = row.side ? Json(row.value) : Json(nullptr);
    one["lo"] = row.golden->lo_text;
    one["hi"] = row.golden->hi_text;
    one["tightness"] =
        j.tightness ? Json{end_text(j.tightness->lo, false), end_text(j.tightness->hi, true)} : Json(nullptr);
    one["remark"] = j.remark;
    one["seconds"] = row.seconds;
    if (!row.asked_again.empty()) one["askedAgain"] = row.asked_again;
    if (!row.worse.empty()) one["worse"] = row.worse;
    rows.push_back(std::move(one));
  }
  Json report;
  report["vectors"] = comparison.rows.size();
  report["slack"] = comparison.slack ? Json(*comparison.slack) : Json(nullptr);
  report["counts"] = std::move(counts);
  report["askedAgain"] = comparison.asked_again();
  report["unknown"] = comparison.unknown;
  report["rows"] = std::move(rows);
  return report;
}

std::string junit(const Comparison& comparison) {
  const auto totals = [](const std::vector<const ComparedRow*>& rows) {
    const Counts n(rows);
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", rows.size(), n.unsound + n.loose,
                       n.lost, n.skipped);
  };
  std::vector<const ComparedRow*> every;
  for (const ComparedRow& row : comparison.rows) every.push_back(&row);
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hallmark compare\" {}>\n", totals(every));
  for (const auto& [quantity, rows] : by_quantity(comparison)) {
    text += fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(quantity), totals(rows));
    for (const ComparedRow* row : rows) text += junit_case(*row);
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace hallmark::cli
