// A band: an enclosure against a claimed value, drawn as SVG that stands in a page.
#pragma once

#include <optional>
#include <string>

#include "exact/rational.hpp"

namespace hallmark::cli {

struct Span {
  Rational lo, hi;
};

/// What is drawn: the enclosure proved, and what was claimed: one value (lo = hi), an interval, or another enclosure.
struct Band {
  Span proved;
  std::optional<Span> claimed = {};
};

/// The drawing, with a text for those who do not see it; the ends of its scale are printed below it. Lines and
/// rectangles are rounded to a tenth of a pixel; what is proved stands in the numbers beside it.
/// Empty where a number is beyond 10^300.
[[nodiscard]] std::string band_svg(const Band& band);

}  // namespace hallmark::cli
