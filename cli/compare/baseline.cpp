#include "cli/compare/baseline.hpp"

#include <fmt/format.h>

#include "cli/io/json_value.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::string_view schema = "hallmark-baseline-v1";

// Whether a row has a number that the vector could speak of.
bool is_answered(std::string_view verdict) {
  return verdict != "skipped" && verdict != "missing" && verdict != "lost" && verdict != "not-a-number";
}

int compare(const Measured& a, const Measured& b) {
  const auto rank = [](const Measured& m) {
    return m.form == Form::minus_infinity ? -1 : m.form == Form::infinity ? 1 : 0;
  };
  if (rank(a) != 0 || rank(b) != 0) return rank(a) - rank(b);
  return a.value < b.value ? -1 : a.value == b.value ? 0 : 1;
}

// How far a number may be from the true one, relatively; nothing for infinitely far.
std::optional<Rational> distance(const Tightness& t) {
  if (t.lo.infinite != 0 || t.hi.infinite != 0) return std::nullopt;
  const auto size = [](const Rational& x) { return x.sign() < 0 ? -x : x; };
  return std::max(size(t.lo.value), size(t.hi.value));
}

bool is_farther(const Measured& now, const Measured& before, const Golden& golden) {
  const auto far_now = distance(tightness(now, golden.lo, golden.hi));
  const auto far_before = distance(tightness(before, golden.lo, golden.hi));
  return far_before && (!far_now || *far_now > *far_before);
}

}  // namespace

Baseline::Baseline(std::string_view path, std::string_view text) {
  constexpr std::size_t most = 10'000'000;
  const JsonFile file(path, text);
  const JsonValue root = file.top(schema);
  root.members({"schema", "rows"});
  root.at("rows").each_member(hexadecimal_32, most, [&](const std::string& id, const JsonValue& row) {
    row.members({"verdict"}, {"kind", "value"});
    Before before{row.at("verdict").one_of({"unsound", "loose", "not-a-number", "missing", "lost", "skipped", "sound",
                                            "estimate", "indistinguishable"}),
                  std::nullopt,
                  {}};
    if (row.has("kind")) before.side = side_of(row.at("kind").one_of({"upper", "lower", "estimate"}));
    if (row.has("value")) {
      before.value = row.at("value").text(longest_number);
      try {
        (void)read_measured(before.value);
      } catch (const InputError& error) {
        row.at("value").complain(error.what());
      }
    }
    rows_.emplace(id, std::move(before));
  });
}

std::string Baseline::worse(const ComparedRow& row) const {
  const std::string_view verdict = to_string(row.judgement.verdict);
  const auto at = rows_.find(row.golden->id);
  const bool is_unsound = row.judgement.verdict == RowVerdict::unsound;
  if (at == rows_.end()) return is_unsound ? "unsound, and not in the baseline" : "";
  const Before& before = at->second;
  if (is_unsound && before.verdict != "unsound") return fmt::format("unsound, was {}", before.verdict);
  if (!is_answered(verdict))
    return is_answered(before.verdict) ? fmt::format("{}, was {}", verdict, before.verdict) : "";
  if (before.verdict == "unsound" || row.side != before.side || before.value.empty()) return "";
  const Measured now = read_measured(row.value);
  const Measured then = read_measured(before.value);
  if (!row.side) return "";
  const bool looser = *row.side == Side::upper   ? compare(now, then) > 0
                      : *row.side == Side::lower ? compare(now, then) < 0
                                                 : is_farther(now, then, *row.golden);
  return looser ? fmt::format("looser, was {}", shortened(before.value)) : "";
}

std::string baseline_text(const Comparison& comparison) {
  Json rows = Json::object();
  for (const ComparedRow& row : comparison.rows) {
    Json one{{"verdict", to_string(row.judgement.verdict)}};
    if (row.side) one["kind"] = to_string(*row.side);
    if (row.side && is_answered(to_string(row.judgement.verdict))) one["value"] = row.value;
    rows[row.golden->id] = std::move(one);
  }
  return Json{{"schema", schema}, {"rows", std::move(rows)}}.dump(1) + "\n";
}

}  // namespace hallmark::cli
