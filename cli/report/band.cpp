#include "cli/report/band.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/decimal.hpp"

namespace hallmark::cli {
namespace {

constexpr double width = 240;
constexpr double margin = 6;

// Where a number stands on the drawing; coordinates only, so nearest binary64 numbers will do.
class Scale {
 public:
  Scale(double least, double most) {
    constexpr double far_apart = 25;
    constexpr double close_together = 1.1;
    logarithmic_ = least > 0 && most > far_apart * least;
    if (logarithmic_) {
      first_ = least / 2;
      last_ = most * 2;
    } else if (least > 0 && most < close_together * least && most > least) {
      first_ = least - (most - least) / 2;
      last_ = most + (most - least) / 2;
    } else {
      first_ = std::min(least * 1.15, 0.0);
      last_ = std::max(most * 1.15, 0.0);
      if (first_ == last_) last_ = 1;
    }
  }
  [[nodiscard]] double at(double x) const {
    const double share =
        logarithmic_ ? std::log(x / first_) / std::log(last_ / first_) : (x - first_) / (last_ - first_);
    return margin + (width - 2 * margin) * std::clamp(share, 0.0, 1.0);
  }
  [[nodiscard]] std::string words() const {
    return fmt::format(
        "<text x=\"{}\" y=\"37\">{:.4g}</text><text x=\"{}\" y=\"37\" text-anchor=\"middle\">{}</text>"
        "<text x=\"{}\" y=\"37\" text-anchor=\"end\">{:.4g}</text>",
        margin, first_, width / 2, logarithmic_ ? "logarithmic" : "", width - margin, last_);
  }

 private:
  double first_ = 0;
  double last_ = 1;
  bool logarithmic_ = false;
};

double nearest(const Rational& x) { return binary64(x, Rounding::down); }

std::string short_text(const Span& span) {
  constexpr long digits = 4;
  constexpr long most_digits = 20;
  const bool is_point = span.lo == span.hi;
  if (is_point && is_short_decimal(span.lo, most_digits)) return decimal(span.lo, most_digits, Rounding::down);
  const std::string lo = decimal(span.lo, digits, Rounding::down);
  const std::string hi = decimal(span.hi, digits, Rounding::up);
  return is_point ? fmt::format("between {} and {}", lo, hi) : fmt::format("{} to {}", lo, hi);
}

std::string rectangle(const Scale& scale, const Span& span, std::string_view kind, double top, double height) {
  constexpr double thinnest = 2;
  const double from = scale.at(nearest(span.lo));
  const double wide = std::max(scale.at(nearest(span.hi)) - from, thinnest);
  return fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>", kind,
                     std::min(from, width - margin - wide), top, wide, height);
}

}  // namespace

std::string band_svg(const Band& band) {
  double least = nearest(band.proved.lo);
  double most = nearest(band.proved.hi);
  std::string alternative = "proved: " + short_text(band.proved);
  if (band.claimed) {
    least = std::min(least, nearest(band.claimed->lo));
    most = std::max(most, nearest(band.claimed->hi));
    alternative += "; claimed: " + short_text(*band.claimed);
  }
  constexpr double furthest = 1e300;  // beyond what a scale can show
  if (most > furthest || least < -furthest) return {};
  const Scale scale(least, most);
  std::string svg = fmt::format(
      "<svg class=\"band\" viewBox=\"0 0 {0} 40\" width=\"{0}\" height=\"40\" role=\"img\" aria-label=\"{1}\">"
      "<line class=\"axis\" x1=\"{2}\" x2=\"{3}\" y1=\"24.5\" y2=\"24.5\"/>",
      width, alternative, margin, width - margin);
  svg += rectangle(scale, band.proved, "proved", 10, 12);
  if (band.claimed) svg += rectangle(scale, *band.claimed, "claimed", 4, 22);
  return svg + scale.words() + "</svg>";
}

}  // namespace hallmark::cli
