#include "cli/compare/verdict.hpp"

#include <fmt/format.h>

#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

bool greater(const RatioEnd& end, const Rational& bound) {
  return end.infinite > 0 || (end.infinite == 0 && end.value > bound);
}

bool less(const RatioEnd& end, const Rational& bound) {
  return end.infinite < 0 || (end.infinite == 0 && end.value < bound);
}

// An infinite bound is above or below every finite truth.
int compare(const Measured& m, const Rational& truth) {
  if (m.form == Form::infinity) return 1;
  if (m.form == Form::minus_infinity) return -1;
  return m.value < truth ? -1 : m.value == truth ? 0 : 1;
}

RowVerdict bound_verdict(Side side, const Measured& m, const Rational& lo, const Rational& hi) {
  if (side == Side::upper) {
    if (compare(m, lo) < 0) return RowVerdict::unsound;
    return compare(m, hi) >= 0 ? RowVerdict::sound : RowVerdict::indistinguishable;
  }
  if (compare(m, hi) > 0) return RowVerdict::unsound;
  return compare(m, lo) <= 0 ? RowVerdict::sound : RowVerdict::indistinguishable;
}

bool is_loose(Side side, const Tightness& t, const Rational& slack) {
  switch (side) {
    case Side::upper:
      return greater(t.lo, slack);
    case Side::lower:
      return less(t.hi, -slack);
    case Side::estimate:
      return greater(t.lo, slack) || less(t.hi, -slack);
  }
  return false;
}

}  // namespace

std::string_view to_string(Side side) {
  switch (side) {
    case Side::upper:
      return "upper";
    case Side::lower:
      return "lower";
    case Side::estimate:
      return "estimate";
  }
  return {};
}

std::optional<Side> side_of(std::string_view word) {
  for (const Side side : {Side::upper, Side::lower, Side::estimate}) {
    if (word == to_string(side)) return side;
  }
  return std::nullopt;
}

std::string_view to_string(RowVerdict verdict) {
  switch (verdict) {
    case RowVerdict::unsound:
      return "unsound";
    case RowVerdict::loose:
      return "loose";
    case RowVerdict::not_a_number:
      return "not-a-number";
    case RowVerdict::missing:
      return "missing";
    case RowVerdict::lost:
      return "lost";
    case RowVerdict::skipped:
      return "skipped";
    case RowVerdict::indistinguishable:
      return "indistinguishable";
    case RowVerdict::sound:
      return "sound";
    case RowVerdict::estimate:
      return "estimate";
  }
  return {};
}

Tightness tightness(const Measured& m, const Rational& lo, const Rational& hi) {
  require(lo.sign() >= 0 && lo <= hi, "0 <= lo <= hi");
  if (m.form == Form::infinity) return {{1}, {1}};
  if (m.form == Form::minus_infinity) return {{-1}, {-1}};
  const Rational& v = m.value;
  const int sign = v.sign();
  const RatioEnd at_zero = sign == 0 ? RatioEnd{} : RatioEnd{sign};
  if (hi.sign() == 0) return {at_zero, at_zero};
  const RatioEnd at_hi{0, v / hi - 1};
  // Towards x = 0 the ratio runs to its limit; 0/x - 1 is -1 for every x > 0.
  const RatioEnd at_lo = lo.sign() == 0 ? at_zero : RatioEnd{0, v / lo - 1};
  return sign >= 0 ? Tightness{at_hi, at_lo} : Tightness{at_lo, at_hi};
}

std::string end_text(const RatioEnd& end, bool up) {
  if (end.infinite != 0) return end.infinite > 0 ? "inf" : "-inf";
  constexpr long digits = 4;
  return decimal(end.value, digits, up ? Rounding::up : Rounding::down);
}

std::string to_string(const Tightness& t) {
  return fmt::format("[{}, {}]", end_text(t.lo, false), end_text(t.hi, true));
}

Judgement judge(Side side, const Measured& m, const Rational& lo, const Rational& hi,
                const std::optional<Rational>& slack) {
  if (m.form == Form::empty) return {RowVerdict::not_a_number, "empty"};
  if (m.form == Form::not_a_number) return {RowVerdict::not_a_number, "NaN"};
  Judgement j;
  j.verdict = side == Side::estimate ? RowVerdict::estimate : bound_verdict(side, m, lo, hi);
  if (lo.sign() >= 0) {
    if (m.form == Form::infinity) j.remark = "infinite where the truth is finite";
    if (m.form == Form::minus_infinity || (m.form == Form::finite && m.value.sign() < 0)) j.remark = "negative";
    j.tightness = tightness(m, lo, hi);
    const bool may_be_loose = j.verdict == RowVerdict::sound || j.verdict == RowVerdict::estimate;
    if (may_be_loose && slack && is_loose(side, *j.tightness, *slack)) j.verdict = RowVerdict::loose;
  }
  return j;
}

}  // namespace hallmark::cli
