#include "shuffle/krr_sum.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

/// The sums: of (s-t) B, of s S and of m S; for all rows that of what a row leaves out; in a row those of the weights
/// and of m times the weights over the m that have one threshold t.
enum Sum : std::size_t { kHere, kTail, kReplaced, kLeftOut, kRun = kLeftOut, kRunReplaced, kSums };

/// A dyadic number at or below x, and how far it is from x at most.
struct Dyadic {
  Dyadic(const Interval& x, const Integer& least, Count bits)
      : value(std::max(least, scaled_floor(x, bits))), error(x.precision()) {
    const Interval at = times_power_of_two(Interval(value, x.precision() + 64), -bits);
    error = max(x.upper() - at, at - x.lower());
  }
  Integer value;
  Interval error;
};

/// The means, over m = s + j, j ~ Bin(n-s, .), of what a row gains; kLeftOut the probability outside the window of m.
std::vector<Fixed> row_means(BinomialWalk& row, CoinRow coins, Count s, const Integer& kappa, Count fraction) {
  const auto add = [&](Sum sum, Sum run, const Fixed& value) { row.sums[sum].add_product(row.sums[run], value); };
  const auto flush = [&] {
    Fixed term = coins.here();
    term.times_ratio(s - coins.k(), 1);
    add(kHere, kRun, term);
    add(kTail, kRun, coins.tail());
    add(kReplaced, kRunReplaced, coins.tail());
    row.sums[kRun] = {0, 0};
    row.sums[kRunReplaced] = {0, 0};
  };
  for (;;) {
    if (!coins.beyond()) {
      row.sums[kRun].add(row.weight());
      row.sums[kRunReplaced].add_product(row.weight(), s + row.index());
    }
    if (!row.next()) break;
    coins.advance(kappa);
    if (coins.due()) {
      flush();
      coins.settle();
    }
  }
  flush();
  row.close();
  row.sums[kTail].times_ratio(s, 1);
  row.sums[kLeftOut] = to_fixed(row.below() + row.above(), fraction);
  return std::move(row.sums);
}

}  // namespace

KrrPlan krr_plan(Count n, const Number& gamma, Count k, const Number& eps, const Effort& effort) {
  const Count w_bits = integer_bits(enclose_exp(eps, 128));
  const Count sizes = 2 * bits_of(n) + integer_bits(integer(k, 128) / enclose(gamma, 128)) + 32;
  const Count span = effort.bits + effort.scale + sizes;
  KrrPlan plan{.fraction = span + w_bits, .weight = effort.bits + sizes, .threshold = span + 2 * w_bits + 16};
  plan.precision = plan.fraction + 2 * w_bits + sizes + 200;
  const Interval g = enclose(gamma, plan.precision);
  const auto window = [&](const Interval& odds) {
    return odds.finite() ? central_window(n, odds, span, span) : Window{};
  };
  plan.shown = window(krr_odds(gamma, k, plan.precision));
  plan.replaced = window(g / (integer(1, plan.precision) - g));
  return plan;
}

Interval krr_weak_delta(Count n, const Number& gamma, Count k, const Number& eps, const Effort& effort) {
  return krr_weak_sum(n, gamma, k, eps, krr_plan(n, gamma, k, eps, effort));
}

Interval krr_weak_sum(Count n, const Number& gamma, Count k, const Number& eps, const KrrPlan& plan) {
  // With s = n1 + n2 shown and m replaced in all (user 1 as if she were one of the others: PROOFS.md 6.2),
  //   delta = k/(n gamma) E_s E_m[ alpha (s-t) B_s(t) - (w-1) ((1-gamma) s/2 + gamma m/k) S_s(t) ],
  // alpha = (1-gamma)(1+w)/2, B_s(t) = C(s,t)/2^s, S_s(t) = Pr[Bin(s,1/2) > t], t = floor(tau s + kappa m).
  const auto [shown, planned, fraction, weight, threshold_bits, precision] = plan;
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval users(Integer(n), precision);
  const Interval kk(Integer(k), precision);
  const Interval g = enclose(gamma, precision);
  const Interval not_g = one - g;
  const Interval w_minus_1 = enclose_expm1(eps, precision);
  const Interval w_plus_1 = w_minus_1 + two;
  const Interval odds_shown = krr_odds(gamma, k, precision);
  const Interval odds_other = g * (kk - two) / (kk * not_g);  // of being replaced by another category
  const Interval odds_replaced = g / not_g;
  const Interval ratio = w_minus_1 * g / (kk * not_g * w_plus_1);
  if (!odds_shown.finite() || !odds_replaced.finite() || !ratio.finite()) return Interval::unit(precision);
  // Dyadic thresholds, as in PROOFS.md 1.3.
  const Dyadic tau((w_minus_1 + one) / w_plus_1, Integer(1) << (threshold_bits - 1), threshold_bits);
  const Dyadic kappa(ratio, 0, threshold_bits);
  const Interval norm = kk / (users * g);
  const Interval slack = norm * not_g * w_plus_1 * users * (tau.error + kappa.error);

  const Window replaced = k == 2 ? Window{0, 0} : planned;  // of two categories m = s
  const Count rows = shown.hi - shown.lo + 1;
  const Count columns = replaced.hi - replaced.lo + 1;
  Meter::foresee(rows, columns);

  const auto first_m = [&](Count s) { return std::max(s, replaced.lo); };
  BinomialWalk outer(n, odds_shown, shown, weight, kSums);
  CoinRow coins(shown.lo, tau.value * shown.lo + kappa.value * first_m(shown.lo), threshold_bits, fraction);
  for (Count s = shown.lo;; ++s) {
    const Count m = first_m(s);
    const Window window{m - s, std::max(m, replaced.hi) - s};
    BinomialWalk row(n - s, odds_other, window, weight, kSums);
    const std::vector<Fixed> means = row_means(row, coins, s, kappa.value, fraction);
    for (const Sum sum : {kHere, kTail, kReplaced, kLeftOut}) outer.add(sum, means[sum]);
    if (!outer.next()) break;
    coins.next_row(first_m(s + 1) > m ? tau.value + kappa.value : tau.value);
  }
  outer.close();
  const auto interval = [&](Sum sum) { return to_interval(outer.sums[sum], plan.fraction, plan.precision); };
  const Interval sum = not_g * w_plus_1 / two * interval(kHere) -
                       w_minus_1 * (not_g / two * interval(kTail) + g / kk * interval(kReplaced));
  // What is left out gains at most (1-gamma) s/2 + gamma m/k <= n/2 for each unit of weight; dyadic thresholds may lose
  // up to slack.
  const Interval left_out = (interval(kLeftOut) + outer.below() + outer.above()) * users / two;
  const Interval upper = norm * max(zero, sum + left_out) + slack;
  return from_ends(norm * max(zero, sum), min(one, upper));
}

}  // namespace hallmark::check
