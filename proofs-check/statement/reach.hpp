#pragma once

#include <cstdint>
#include <functional>

#include "numbers/number.hpp"

namespace hallmark::check {

/// The largest log ratio ln(dP/dQ) of a pair, or the least number that none exceeds. P - e^eps Q is nowhere positive
/// exactly if eps is at least that number, so that delta is positive before it and 0 from it on, attained or not.
/// Rigor:    PROOFS.md section 3.1 says for each pair which number that is
class Reach {
 public:
  /// There is none: delta is positive everywhere.
  [[nodiscard]] static Reach unbounded() { return Reach(Kind::unbounded); }
  /// Not known: no claim about the number 0 is granted.
  [[nodiscard]] static Reach unknown() { return Reach(Kind::unknown); }
  /// count * unit, unit >= 0.
  [[nodiscard]] static Reach multiple(const Number& unit, Count count = 1);
  /// ln(1 + k (1-p)/p): one of k answers that is replaced with probability p, 0 < p <= 1, by a uniform draw of all.
  [[nodiscard]] static Reach replaced(const Number& p, Count k);
  /// A number >= 0 by enclosures that narrow.
  [[nodiscard]] static Reach enclosed(std::function<Interval(Count)> value);

  [[nodiscard]] bool is_unbounded() const { return kind_ == Kind::unbounded; }
  [[nodiscard]] bool is_known() const { return kind_ != Kind::unknown; }

  /// That of so many independent rounds.
  [[nodiscard]] Reach times(Count rounds) const;
  /// That of ((1-q) Q + q P, Q), or of (Q, (1-q) Q + q P), where this is the reach of (P, Q) and of (Q, P).
  [[nodiscard]] Reach sampled(const Number& rate, bool remove) const;

  /// Where eps stands to it.
  [[nodiscard]] Order order(const Number& eps) const;

 private:
  enum class Kind { unbounded, unknown, multiple, enclosed };
  explicit Reach(Kind kind) : kind_(kind) {}
  [[nodiscard]] Interval enclosure(Count precision) const;

  Kind kind_;
  Number unit_ = {};
  std::function<Interval(Count)> value_ = {};
  Count count_ = 1;
};

}  // namespace hallmark::check
