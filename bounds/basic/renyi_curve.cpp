#include "bounds/basic/renyi_curve.hpp"

#include <fmt/format.h>

#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {
namespace {

struct CurveRow {
  Rational order;
  Rational divergence;  // of all rounds
};

std::vector<CurveRow> curve_of(std::string_view id, const Arguments& x) {
  std::vector<CurveRow> curve;
  for (const auto& row : x.rows("curve")) {
    if (row.size() != 2 || row[0] <= 1 || row[1].sign() < 0) {
      std::string text;
      for (const Rational& number : row) text += (text.empty() ? "" : ",") + number.to_string();
      throw InputError(id, "curve", shortened(text), "rows of an order above 1 and its divergence, at least 0");
    }
    curve.push_back({row[0], row[1] * x.count("rounds")});
  }
  return curve;
}

// ln of the bound on delta: (a-1)(R - eps) + a ln(1-1/a) - ln(a-1).
Ball log_delta(const CurveRow& row, const Ball& eps, slong bits) {
  const Ball order(row.order, bits);
  const Ball excess(row.order - 1, bits);  // positive, however little
  return excess * (Ball(row.divergence, bits) - eps) + order * log(excess / order) - log(excess);
}

// min(e^x, 1), which has a ball where e^x has none.
Ball exp_up_to_1(const Ball& x) {
  const Ball one(1, x.bits());
  if (is_positive(x) == Truth::yes) return one;
  const Ball value = exp(x);
  return value.is_finite() ? min(value, one) : hull(Ball(0, x.bits()), one);
}

// R + ln(1-1/a) - ln(delta a)/(a-1).
Ball epsilon(const CurveRow& row, const Ball& log_target, slong bits) {
  const Ball order(row.order, bits);
  const Ball excess(row.order - 1, bits);
  return Ball(row.divergence, bits) + log(excess / order) - (log_target + log(order)) / excess;
}

// The least value over the rows, and where.
Answer least(const std::vector<CurveRow>& curve, const std::function<Ball(const CurveRow&, slong)>& bound,
             const Request& r) {
  const auto all = [&](slong bits) {
    Ball best = bound(curve.front(), bits);
    for (const CurveRow& row : curve) best = min(best, bound(row, bits));
    return best;
  };
  const Evaluation found = evaluate(all, r.digits, rows::effort(r));
  Answer a;
  a.lo = found.value.lower();
  a.hi = found.value.upper();
  a.reached = found.reached;
  a.bits = found.value.bits();
  constexpr slong look = 64;
  std::size_t at = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (bound(curve[i], look).upper() < bound(curve[at], look).upper()) at = i;
  }
  a.method = fmt::format("[CKS20] Proposition 12 at order {}", readable_number(curve[at].order.to_string()));
  return a;
}

}  // namespace

Answer renyi_curve_delta(const Arguments& x, const Request& r) {
  const auto curve = curve_of("renyi-curve.delta", x);
  const Number& eps = x.number("eps");
  return least(
      curve, [&](const CurveRow& row, slong bits) { return exp_up_to_1(log_delta(row, eps.ball(bits), bits)); }, r);
}

Answer renyi_curve_epsilon(const Arguments& x, const Request& r) {
  const auto curve = curve_of("renyi-curve.epsilon", x);
  const Number& delta = x.number("delta");
  return least(
      curve,
      [&](const CurveRow& row, slong bits) { return max(epsilon(row, log(delta.ball(bits)), bits), Ball(0, bits)); },
      r);
}

}  // namespace hallmark::basic
