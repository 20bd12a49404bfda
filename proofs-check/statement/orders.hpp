#pragma once

#include <functional>
#include <vector>

#include "numbers/interval.hpp"
#include "statement/quantity.hpp"

namespace hallmark::check {

/// (alpha-1) times the Renyi divergence of one round, in the direction remove or add.
/// Rigor:    both functions enclose; they throw Rejected where an order has no certified evaluation
struct LogMoments {
  std::function<Interval(const Quantity&, Direction, const Number& alpha, unsigned bits)> at;
  Required<std::function<Count(const Quantity&)>> rounds;
  /// The same at the integer orders first..last, where that is cheaper together; no numbers: one by one.
  std::function<std::vector<Interval>(const Quantity&, Direction, Count first, Count last, unsigned bits)> at_orders =
      {};
  /// The divergence of all rounds itself where it is known to be rational.
  std::function<std::optional<Rational>(const Quantity&)> exact = {};
  std::string_view method = "moments";  ///< of a claim about the divergence
};

/// A claim about the Renyi divergence at the parameter alpha; `both` is the larger direction.
[[nodiscard]] Evaluator divergence_claim(LogMoments moments, unsigned first = 64);

/// A claim about the least epsilon, or delta, that the orders of the range convert to (FORMAT.md section 4); `both` is
/// the larger of the two directions' numbers. A range of reals may start at 1, which stands for every order above 1.
/// Rigor:    PROOFS.md section 8.5
enum class Converted { epsilon, delta };
[[nodiscard]] Evaluator conversion_claim(LogMoments moments, Converted to);

/// How many rounds a divergence is of: as the parameter says, or one.
[[nodiscard]] inline Count one_round(const Quantity&) { return 1; }
[[nodiscard]] inline Count all_rounds(const Quantity& q) { return q.count("rounds"); }
[[nodiscard]] inline Count all_steps(const Quantity& q) { return q.count("steps"); }
[[nodiscard]] inline Count all_epochs(const Quantity& q) { return q.count("epochs"); }

}  // namespace hallmark::check
