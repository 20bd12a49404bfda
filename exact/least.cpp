#include "exact/least.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// base + slope (w - at)
struct Chord {
  Rational at;
  Rational base;
  Rational slope;
  [[nodiscard]] Rational value(const Rational& w) const { return base + slope * (w - at); }
};

// Below the function from `b` on: the line through the values at a and b, as low as they allow.
Chord after(const KnownValue& a, const KnownValue& b) { return {b.at, b.lo, (b.lo - a.hi) / (b.at - a.at)}; }
// Below the function up to `a`.
Chord before(const KnownValue& a, const KnownValue& b) { return {a.at, a.lo, (b.hi - a.lo) / (b.at - a.at)}; }

// The least over [from, to] of the larger of two lines, one of which may be missing, and where it is.
struct Lowest {
  Rational value;
  Rational place;
};
Lowest lowest(const Rational& from, const Rational& to, const std::optional<Chord>& left,
              const std::optional<Chord>& right) {
  const auto at = [&](const Rational& w) {
    if (!left) return Lowest{right->value(w), w};
    if (!right) return Lowest{left->value(w), w};
    return Lowest{std::max(left->value(w), right->value(w)), w};
  };
  const Lowest first = at(from);
  const Lowest last = at(to);
  Lowest least = last.value < first.value ? last : first;
  if (left && right && left->slope != right->slope) {
    const Rational w = (right->value(0) - left->value(0)) / (left->slope - right->slope);
    if (from < w && w < to) {
      const Lowest crossing = at(w);
      if (crossing.value < least.value) least = crossing;
    }
  }
  return least;
}

}  // namespace

bool Least::choice(const Bracket& number) {
  if (upper_ && upper_->value() <= number.hi) return false;
  upper_ = UpperEnd::of_choice(number);
  return true;
}

void Least::all_choices(const LowerEnd& end) {
  if (!lower_ || lower_->value() < end.value()) lower_ = end;
}

Least Least::of_all(const std::vector<Bracket>& numbers) {
  require(!numbers.empty(), "a choice at least");
  Least least;
  for (const Bracket& number : numbers) least.choice(number);
  const auto lowest =
      std::min_element(numbers.begin(), numbers.end(), [](const Bracket& a, const Bracket& b) { return a.lo < b.lo; });
  least.all_choices(LowerEnd::of_all_choices(lowest->lo));
  return least;
}

std::optional<ConvexLeast> least_of_convex(const std::vector<KnownValue>& values, bool beyond) {
  const std::size_t count = values.size();
  require(count >= 3, "three values of a convex function");
  std::optional<Lowest> least;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    require(values[i].at < values[i + 1].at, "increasing places");
    std::optional<Chord> left, right;
    if (i > 0) left = after(values[i - 1], values[i]);
    if (i + 2 < count) right = before(values[i + 1], values[i + 2]);
    const Lowest here = lowest(values[i].at, values[i + 1].at, left, right);
    if (!least || here.value < least->value) least = here;
  }
  if (beyond) {
    const Chord last = after(values[count - 2], values[count - 1]);
    if (last.slope.sign() < 0) return std::nullopt;  // it may fall for ever
    if (last.base < least->value) least = Lowest{last.base, last.at};
  }
  return ConvexLeast{LowerEnd::of_all_choices(least->value), least->place};
}

}  // namespace hallmark
