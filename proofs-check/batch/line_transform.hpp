#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "laws/lognormal_transform.hpp"

namespace hallmark::check {

/// A trapezoid rule on the line Im y = height: the nodes step * j + i height, first <= j <= last, and how far the strip
/// of its error bound reaches beyond the line.
struct Rule {
  Rational step, height, reach;
  Count first = 0, last = 0;
};

/// How far one side of a pair is moved: by shifts[j] with the probability weights[j].
/// Domain:   as many weights, positive and of the sum 1, as shifts, of at least 0
struct Shifts {
  std::vector<Rational> weights, shifts;

  /// The weight of no shift; the largest shift.
  [[nodiscard]] Rational rest() const;
  [[nodiscard]] Rational largest() const { return *std::max_element(shifts.begin(), shifts.end()); }
};

/// The two laws of one step: sum_j Bin(up, q)(j) N(j, sigma^2) against sum_j Bin(down, q)(j) N(-j, sigma^2), q = rate; or
/// the pair of the coupling of fixed batches (PROOFS.md 15.3); or two mixtures of shifts, of which the second one counts
/// the other way (15.9): these have no rate, up and down.
struct StepPair {
  Number sigma;
  Number rate;
  Count up = 1;
  Count down = 0;
  bool coupled = false;
  std::optional<std::array<Shifts, 2>> mixtures = {};
};

/// ln(P/Q) is at most this where P is the noise alone (`second` is the side that moves then), and at least minus this
/// where Q is; infinite where the first of both moves, and for the coupling.
[[nodiscard]] Interval largest_log_ratio(const StepPair& pair, bool second, Count precision);

/// H_w(P||Q) of one step of two mixtures at w = e^eps, by the place where P = wQ.
/// Domain:   eps >= 0
/// Rigor:    PROOFS.md 15.9
[[nodiscard]] Interval mixture_step(const StepPair& pair, const Number& eps, const Effort& effort);

/// M(z) = E e^(zL) of one step, L = ln(P/Q) under P: what an inversion asks. M is the sum of one or two integrals, of
/// which the second counts by its conjugate, and of an atom at L = 0.
/// Domain:   0 < rate < 1 (proved by the caller), or 0 among the shifts of either side; rules with step, reach > 0, height >= 0, first <= 0 <= last
/// Rigor:    PROOFS.md 12.1, 15.4, 15.5 and 15.9: a rule whose conditions are not proved gives an infinite bound, never a wrong
///           one
/// Cost:     a few elementary functions a node of the rule, or two complex products a node and value
class LineTransform {
 public:
  LineTransform(const LineTransform&) = delete;
  LineTransform& operator=(const LineTransform&) = delete;
  virtual ~LineTransform() = default;

  /// An enclosure of M(a); the height of the rule is not used.
  [[nodiscard]] Interval value(const Rational& a, const Rule& rule) const;
  /// Its upper end, as a point.
  [[nodiscard]] Interval bound(const Rational& a, const Rule& rule) const { return value(a, rule).upper(); }
  /// An upper bound of |M(a + it')| for every t' >= t >= 0, from one of M(a).
  [[nodiscard]] Interval bound_beyond(const Rational& a, const Rational& t, const Rule& rule,
                                      const Interval& norm) const;
  /// M(a + i k dt), k = 0 .. count - 1, from a bound of M(a); dt > 0.
  [[nodiscard]] std::vector<Box> values(const Rational& a, const Rational& dt, Count count, const Rule& rule,
                                        const Interval& norm) const;

 protected:
  /// The integrands at one node: each is e^log slope; e^(it ratio) is what t multiplies them by.
  struct Node {
    Box ratio, slope;
    std::vector<Box> logs;
  };
  /// At heights up to some one an integral of a modulus is at most share times M(a), and at most `most`.
  struct Edge {
    Interval share, most;
  };

  LineTransform(Count precision, Count weight)
      : precision_(precision), weight_(weight), pi_(Interval::pi(precision)), atom_(precision) {}

  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }
  [[nodiscard]] Interval infinite() const { return (number(1) / number(0)).upper(); }

  Count precision_;
  Count weight_;  // of a node: how many functions it takes, in parts of a few
  Interval pi_, atom_;
  std::size_t parts_ = 1;
  bool mirrored_ = false;  // this is M(-1 - z) of the pair asked for

 private:
  /// Whether the integrands are analytic up to this height; whether the angle of the ratio grows up to there, too.
  [[nodiscard]] virtual bool is_analytic(const Rational& height) const = 0;
  [[nodiscard]] virtual bool is_monotone(const Rational& height) const = 0;
  /// The integrands at y on the real axis, and at y + i height, height > 0, from what is the same for all y.
  [[nodiscard]] virtual std::vector<Interval> at(const Rational& a, const Rational& y) const = 0;
  [[nodiscard]] virtual std::vector<Box> turns(const Rational& height) const = 0;
  [[nodiscard]] virtual Node at(const Rational& a, const Rational& y, const Rational& height,
                                const std::vector<Box>& turns) const = 0;
  /// Of part i at heights up to height + reach; of its modulus at `height`, continued as far as reach, if `modulus`.
  [[nodiscard]] virtual Edge edge(std::size_t i, const Rational& a, const Rational& height, const Rational& reach,
                                  bool modulus) const = 0;
  /// What the nodes outside the rule add to part i at most, at that height.
  [[nodiscard]] virtual Interval left_out(std::size_t i, const Rational& a, const Rule& rule,
                                          const Rational& height) const = 0;

  [[nodiscard]] Interval strip(const Rational& distance, const Rational& step) const;
  [[nodiscard]] Interval scale(const Rule& rule) const { return number(rule.step) / sqrt(number(2) * pi_); }
  [[nodiscard]] Rational order(const Rational& a) const { return mirrored_ ? Rational(-1 - a) : a; }
};

/// The transform of the pair.
[[nodiscard]] std::unique_ptr<LineTransform> line_transform(const StepPair& pair, Count precision);

}  // namespace hallmark::check
