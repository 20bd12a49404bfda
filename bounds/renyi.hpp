// From Renyi divergences of several orders to epsilon at a delta, and to delta at an epsilon.
#pragma once

#include <functional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::renyi {

/// What is promised about a function from orders to divergences; it decides how many orders must be looked at.
enum class Shape {
  divergence,     // the divergences of one pair, or sums of such: nondecreasing, and (a-1) R_a convex in the order a
  nondecreasing,  // R_a does not fall as the order rises: upper bounds of this shape may be given too
  any,            // nothing: every order is looked at
};

/// Renyi divergences, or upper bounds on them, at integer orders.
struct Curve {
  std::function<Ball(slong order, slong bits)> at;  // nats; a ball that is not finite says nothing
  Shape shape;
};

/// first, first + 1, ..., last.
struct Orders {
  slong first = 2;
  slong last = 1500;
};

/// The least bound over a range of orders.
struct Conversion {
  Ball value;         // encloses it: its upper end is valid whatever happened, its lower end says what the orders allow
  slong order;        // one whose bound is at most the upper end
  bool complete;      // the least one is proved to be that of `order` or of a neighbour that balls cannot tell from it
  bool reached;       // complete, and to the digits asked for
  slong evaluations;  // of the curve
};

/// R + ln(1 - 1/a) - ln(delta a) / (a - 1), for one order a and a divergence R of that order.
/// Kind:      upper bound: H_{e^eps}(P || Q) <= delta at this eps, whenever R_a(P || Q) <= R
/// Units:     nats; the direction of R. May be negative: it then holds for e^eps below 1
/// Domain:    a >= 2, 0 < delta <= 1; otherwise throws InputError
/// Source:    [CKS20] Proposition 12; the constant is optimal: max over z of (z - w) / z^a is at z = w a/(a-1)
[[nodiscard]] Ball epsilon_at_order(slong order, const Ball& divergence, const Number& delta);

/// exp((a-1)(R - eps)) (1 - 1/a)^a / (a - 1), for one order a and a divergence R of that order.
/// Kind:      upper bound on H_{e^eps}(P || Q), whenever R_a(P || Q) <= R; may exceed 1
/// Units:     a probability; the direction of R
/// Domain:    a >= 2, otherwise throws InputError
/// Source:    as epsilon_at_order
[[nodiscard]] Ball delta_at_order(slong order, const Ball& divergence, const Number& eps);

/// max(0, min over the orders a of epsilon_at_order(a, R_a, delta)).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; the direction of the curve
/// Domain:    2 <= first <= last <= 10^9, 0 < delta <= 1; otherwise throws InputError
/// Rigor:     with l(a) = (a-1) R_a and h(a) = (a-1) ln(a-1) - a ln a the bound is (l + h + ln(1/delta)) / (a-1). h is
///            convex (h'' = 1/(a-1) - 1/a), so where l is convex the sublevel sets of the bound are intervals: a proved
///            f(m) < f(m+1) leaves the orders up to m, a proved f(m) > f(m+1) those from m+1 on. A curve that is only
///            nondecreasing is scanned upwards until R_a + ln(1-delta) is at least the best bound so far: the bound of
///            every later order is at least that, since ln(1-1/b) - ln(delta b)/(b-1) >= ln(1-delta), its value at b =
///            1/delta. Orders that balls cannot tell apart are all kept.
/// Source:    [CKS20] Proposition 12; the stop replaces [FS25] Claim C.1 (later text: E.4), false as printed
/// Cost:      Shape::divergence: about 4 log2(best order) evaluations of the curve, at orders up to 2 times the best
[[nodiscard]] Conversion epsilon_upper(const Curve& curve, const Number& delta, Orders orders, slong digits,
                                       const Budget& budget = {});

/// min(1, min over the orders a of delta_at_order(a, R_a, eps)).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     a probability; the direction of the curve
/// Domain:    2 <= first <= last <= 10^9, otherwise throws InputError; eps may be negative
/// Rigor:     ln of the bound is l(a) - (a-1) eps + h(a), convex with l; else as epsilon_upper, with 1 - e^(eps - R_a)
///            below every later bound
/// Source:    as epsilon_upper
/// Cost:      as epsilon_upper
[[nodiscard]] Conversion delta_upper(const Curve& curve, const Number& eps, Orders orders, slong digits,
                                     const Budget& budget = {});

}  // namespace hallmark::renyi
