// What the certified interval [lo, hi] says about a number that an accountant has returned.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "cli/compare/measured.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {

/// What an accountant says its number is: a bound on the true one, or neither.
enum class Side { upper, lower, estimate };
[[nodiscard]] std::string_view to_string(Side side);
/// Nothing for other words.
[[nodiscard]] std::optional<Side> side_of(std::string_view word);

enum class RowVerdict {
  unsound,            // proved wrong: an upper below lo, a lower above hi
  loose,              // sound, and proved looser than the slack
  not_a_number,       // NaN or nothing where a number belongs
  missing,            // no row for this vector
  lost,               // the accountant crashed, hung, flooded or answered nonsense
  skipped,            // the accountant says that it cannot do this one
  indistinguishable,  // inside (lo, hi): the vector is too wide to tell
  sound,
  estimate,  // no bound claimed: the relative error only
};
inline constexpr std::array all_verdicts{RowVerdict::unsound, RowVerdict::loose,    RowVerdict::not_a_number,
                                         RowVerdict::missing, RowVerdict::lost,     RowVerdict::skipped,
                                         RowVerdict::sound,   RowVerdict::estimate, RowVerdict::indistinguishable};
[[nodiscard]] std::string_view to_string(RowVerdict verdict);

/// An end of an interval that may be infinite.
struct RatioEnd {
  int infinite = 0;  // -1, +1
  Rational value = {};
};

/// value/true - 1 over every true number in [lo, hi].
struct Tightness {
  RatioEnd lo;
  RatioEnd hi;
};

/// Kind:      exact, and sharp at both ends
/// Domain:    0 <= lo <= hi; a finite or infinite value
/// Rigor:     value/x - 1 is monotone in x > 0; at x = 0 it is 0 for value 0 and infinite otherwise
[[nodiscard]] Tightness tightness(const Measured& measured, const Rational& lo, const Rational& hi);

/// "[1.2e-9, 1.3e-9]", four digits rounded outward.
[[nodiscard]] std::string to_string(const Tightness& tightness);
[[nodiscard]] std::string end_text(const RatioEnd& end, bool up);

struct Judgement {
  RowVerdict verdict = RowVerdict::missing;
  std::string remark = {};  // NaN, empty, negative, infinite, or why a row was lost or skipped
  std::optional<Tightness> tightness = {};
};

/// Kind:      exact: rational arithmetic alone
/// Rigor:     loose only where even the end of [lo, hi] that favours the accountant shows more than the slack
[[nodiscard]] Judgement judge(Side side, const Measured& measured, const Rational& lo, const Rational& hi,
                              const std::optional<Rational>& slack);

}  // namespace hallmark::cli
