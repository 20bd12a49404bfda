#include "bounds/allocation/epoch_curve.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include "bounds/composition/routes.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong bits_of_sums = 128;

// E (Y - k)_+ of a finite law for every k; of the mirrored law where its slope is falling.
class Hinge {
 public:
  explicit Hinge(const ConvexLaw& law) : sign_(law.slope == Slope::rising ? 1 : -1) {
    const std::size_t n = law.position.size();
    const auto source = [&](std::size_t i) { return sign_ > 0 ? i : n - 1 - i; };
    for (std::size_t i = 0; i < n; ++i) at_.push_back(sign_ * law.position[source(i)]);
    beyond_.assign(n + 1, Ball(0, bits_of_sums));
    excess_.assign(n + 1, Ball(0, bits_of_sums));
    for (std::size_t i = n; i-- > 0;) {
      beyond_[i] = beyond_[i + 1] + hallmark::exactly(law.mass[source(i)], bits_of_sums);
      if (i + 1 < n) {
        const Ball gap = hallmark::exactly(at_[i + 1], bits_of_sums) - hallmark::exactly(at_[i], bits_of_sums);
        excess_[i] = excess_[i + 1] + beyond_[i + 1] * gap;
      }
    }
  }

  [[nodiscard]] const Ball& whole() const { return beyond_.front(); }
  [[nodiscard]] int sign() const { return sign_; }

  [[nodiscard]] Excess over(const Ball& k) const {
    const double near = roughly(k);
    const auto first = static_cast<std::size_t>(std::lower_bound(at_.begin(), at_.end(), near) - at_.begin());
    const std::size_t n = at_.size();
    const bool is_certain = (first == n || less_equal(k, position(first)) == Truth::yes) &&
                            (first == 0 || less_equal(position(first - 1), k) == Truth::yes);
    if (is_certain) return {from(first, k), beyond_[first]};
    // Any atom to begin with gives at most the excess, and one of those that may be the first above k gives it.
    std::size_t least = first;
    while (least > 0 && less(position(least - 1), k) != Truth::yes) --least;
    std::size_t most = first;
    while (most < n && less(k, position(most)) != Truth::yes) ++most;
    Ball largest(0, bits_of_sums);
    for (std::size_t i = least; i <= most; ++i) largest = max(largest, from(i, k));
    return {largest, beyond_[first]};
  }

 private:
  [[nodiscard]] Ball position(std::size_t i) const { return hallmark::exactly(at_[i], bits_of_sums); }
  [[nodiscard]] Ball from(std::size_t i, const Ball& k) const {
    return i == at_.size() ? Ball(0, bits_of_sums) : excess_[i] + beyond_[i] * (position(i) - k);
  }

  int sign_;
  std::vector<double> at_;
  std::vector<Ball> beyond_;  // the mass from an atom on
  std::vector<Ball> excess_;  // of that mass, over the atom
};

// Both sides of the two halves of the steps, and how small a delta they speak of.
struct Halves {
  RatioLaw shorter;
  RatioLaw longer;
  double smallest_delta;
};

struct Wanted {
  slong nodes;
  double smallest_delta;
};

// About how fine for so many bits: the sides are about nodes^-2 apart.
Wanted wanted_for(slong bits, slong steps) {
  const double most = steps <= 3 ? 32768 : 16384;
  constexpr double least = 512;
  const double digits = std::max(0.0, (static_cast<double>(bits) - 72) * 0.301);
  const double nodes = std::clamp(8 * steady::pow(10.0, std::min(digits, 20.0) / 2), least, most);
  return {static_cast<slong>(nodes), steady::pow(10.0, -std::min(100.0, 10 + digits / 2))};
}

std::shared_ptr<const Halves> halves_of(const composition::Phase& step, slong steps, Slope slope, const Wanted& wanted,
                                        const Budget& budget) {
  const Resolution resolution{.nodes = wanted.nodes, .smallest_delta = wanted.smallest_delta};
  // One step alone is not put on a grid: it may be as fine as its own law is cheap.
  constexpr slong finer = 8;
  Resolution fine = resolution;
  fine.nodes *= finer;
  const bool is_one = steps < 4;
  const auto one = composition::law_of_one_round(step, slope, is_one ? fine : resolution, budget);
  if (!one) return nullptr;
  if (steps == 2) return std::make_shared<const Halves>(Halves{*one, *one, wanted.smallest_delta});
  const auto base = is_one ? composition::law_of_one_round(step, slope, resolution, budget) : one;
  if (!base) return nullptr;
  if (steps == 3) {
    auto two = sum(*base, *base, resolution, budget);
    return two ? std::make_shared<const Halves>(Halves{*one, *std::move(two), wanted.smallest_delta}) : nullptr;
  }
  auto shorter = power_sum(*base, steps / 2, resolution, budget);
  if (!shorter) return nullptr;
  auto longer = steps % 2 == 0 ? shorter : sum(*shorter, *base, resolution, budget);
  return longer ? std::make_shared<const Halves>(Halves{*std::move(shorter), *std::move(longer), wanted.smallest_delta})
                : nullptr;
}

// The laws of one pair, each made once.
class Tables {
 public:
  Tables(composition::Phase step, slong steps) : step_(std::move(step)), steps_(steps) {}

  std::shared_ptr<const Halves> at(Slope slope, slong bits, const Budget& budget) {
    const std::lock_guard lock(mutex_);
    const Wanted wanted = wanted_for(bits, steps_);
    Kept& kept = made_[slope];
    const bool is_finer = wanted.nodes > kept.nodes;
    if (!kept.halves || is_finer || (!kept.is_deep_enough && wanted.smallest_delta < kept.halves->smallest_delta)) {
      // Where the time ends, coarser laws are laws too.
      if (auto halves = halves_of(step_, steps_, slope, wanted, budget)) kept = {std::move(halves), wanted.nodes};
    }
    return kept.halves;
  }

  // A delta far above the smallest one of the laws was asked for.
  void is_deep_enough(Slope slope) {
    const std::lock_guard lock(mutex_);
    made_[slope].is_deep_enough = true;
  }

 private:
  composition::Phase step_;
  slong steps_;
  std::mutex mutex_;
  struct Kept {
    std::shared_ptr<const Halves> halves;
    slong nodes = 0;
    bool is_deep_enough = false;
  };
  std::map<Slope, Kept> made_;
};

Sample sample(const Halves& halves, slong steps, Direction direction, const Ball& w) {
  const Ball k = direction == Direction::remove ? w * steps : steps / w;
  const Ball scale = direction == Direction::remove ? Ball(Rational(1) / steps, bits_of_sums) : w / steps;
  const Excess above = excess_of_sum(halves.shorter.upper, halves.longer.upper, k);
  const Excess below = excess_of_sum(halves.shorter.lower, halves.longer.lower, k);
  const Rational most = std::min(Rational(1), (above.value * scale).upper());
  const Rational least = std::clamp((below.value * scale).lower(), Rational(0), most);
  const Ball value = Ball::between(least, most, bits_of_sums);
  return {value, direction == Direction::remove ? -(w * above.mass) : value - above.mass};
}

}  // namespace

Excess excess_of_sum(const ConvexLaw& x, const ConvexLaw& y, const Ball& k) {
  require(x.slope == y.slope && x.side == y.side, "laws of one slope and side");
  const Hinge hinge(y);
  const Ball from = hinge.sign() > 0 ? k : -k;
  Excess all{Ball(0, bits_of_sums), Ball(0, bits_of_sums)};
  Ball whole(0, bits_of_sums);
  for (std::size_t i = 0; i < x.position.size(); ++i) {
    const Ball mass = hallmark::exactly(x.mass[i], bits_of_sums);
    const Excess one = hinge.over(from - hallmark::exactly(hinge.sign() * x.position[i], bits_of_sums));
    all.value += mass * one.value;
    all.mass += mass * one.mass;
    whole += mass;
  }
  all.value +=
      hallmark::exactly(x.infinity, bits_of_sums) * hinge.whole() + hallmark::exactly(y.infinity, bits_of_sums) * whole;
  return all;
}

std::function<std::optional<basic::Curve>(Direction, slong rounds, slong bits, const Budget&)> epoch_curve(
    const composition::Phase& step, slong steps) {
  const auto tables = std::make_shared<Tables>(step, steps);
  return [=](Direction direction, slong rounds, slong bits, const Budget& budget) -> std::optional<basic::Curve> {
    if (rounds != 1) return std::nullopt;
    const Slope slope = direction == Direction::remove ? Slope::rising : Slope::falling;
    const auto halves = tables->at(slope, bits, budget);
    if (!halves) return std::nullopt;
    return [=](const basic::Threshold& at) {
      Sample found = sample(*halves, steps, direction, at.w.with_bits(bits_of_sums));
      constexpr double far = 1e3;
      if (found.value.to_double_down() > far * halves->smallest_delta) tables->is_deep_enough(slope);
      return found;
    };
  };
}

}  // namespace hallmark::allocation
