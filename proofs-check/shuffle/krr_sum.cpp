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

/// The means, over j ~ Bin(n-s, .), of what a row gains, m = counted + j; kLeftOut the probability outside the window.
std::vector<Fixed> row_means(BinomialWalk& row, CoinRow coins, Count s, Count counted, const Integer& kappa,
                             Count fraction) {
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
      row.sums[kRunReplaced].add_product(row.weight(), counted + row.index());
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

CategoriesAt krr_weak_view(Count n, const Number& gamma, Count k) {
  return [=](Count precision) -> Categories {
    const Interval kk(Integer(k), precision);
    const Interval g = enclose(gamma, precision);
    const Interval not_g = integer(1, precision) - g;
    return {.pair_odds = krr_odds(gamma, k, precision),
            .third_odds = g * (kk - integer(2, precision)) / (kk * not_g),
            .whole_odds = g / not_g,
            .share = not_g,
            .drift = g / kk,
            .norm = kk / (integer(n, precision) * g),
            .with_pair = true};
  };
}

CategoriesAt four_categories(Count n, const Number& p, const Number& q) {
  return [=](Count precision) -> Categories {
    const Interval one = integer(1, precision);
    const Interval x = enclose(p, precision);
    const Interval two_x = x + x;
    const Interval share = enclose(q, precision);
    return {.pair_odds = two_x / (one - two_x),
            .third_odds = x / (one - two_x - x),
            .whole_odds = x / (one - x),
            .share = share,
            .drift = one - share,
            .norm = one / (integer(n, precision) * x),
            .with_pair = false};
  };
}

KrrPlan categories_plan(Count n, const CategoriesAt& at, const Number& eps, const Effort& effort) {
  const Count w_bits = integer_bits(enclose_exp(eps, 128));
  const Count sizes = 2 * bits_of(n) + integer_bits(at(128).norm * integer(n, 128)) + 32;
  const Count span = effort.bits + effort.scale + sizes;
  KrrPlan plan{.fraction = span + w_bits, .weight = effort.bits + sizes, .threshold = span + 2 * w_bits + 16};
  plan.precision = plan.fraction + 2 * w_bits + sizes + 200;
  const Categories x = at(plan.precision);
  const auto window = [&](const Interval& odds) {
    return odds.finite() ? central_window(n, odds, span, span) : Window{};
  };
  plan.shown = window(x.pair_odds);
  plan.replaced = window(x.whole_odds);
  return plan;
}

Interval categories_delta(Count n, const CategoriesAt& at, const Number& eps, const Effort& effort) {
  return categories_sum(n, at, eps, categories_plan(n, at, eps, effort));
}

Interval categories_sum(Count n, const CategoriesAt& at, const Number& eps, const KrrPlan& plan) {
  //   delta = norm E_s E_m[ share (1+w)/2 (s-t) B_s(t) - (w-1) (share s/2 + drift m) S_s(t) ],
  // B_s(t) = C(s,t)/2^s, S_s(t) = Pr[Bin(s,1/2) > t], t = floor(tau s + kappa m).
  const auto [shown, planned, fraction, weight, threshold_bits, precision] = plan;
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval users(Integer(n), precision);
  const Categories x = at(precision);
  const Interval w_minus_1 = enclose_expm1(eps, precision);
  const Interval w_plus_1 = w_minus_1 + two;
  const Interval ratio = w_minus_1 * x.drift / (x.share * w_plus_1);
  if (!x.pair_odds.finite() || !x.third_odds.finite() || !x.whole_odds.finite() || !ratio.finite()) {
    return Interval::unit(precision);
  }
  // Dyadic thresholds, as in PROOFS.md 1.3.
  const Dyadic tau((w_minus_1 + one) / w_plus_1, Integer(1) << (threshold_bits - 1), threshold_bits);
  const Dyadic kappa(ratio, 0, threshold_bits);
  const Interval slack = x.norm * x.share * w_plus_1 * users * (tau.error + kappa.error);

  Window replaced = planned;
  if (x.with_pair && mpfr_zero_p(x.third_odds.hi()) != 0) replaced = {0, 0};  // of two categories m = s
  if (!x.with_pair && replaced.lo > n - shown.hi) replaced.lo = 0;            // every row begins at the same j
  const Count rows = shown.hi - shown.lo + 1;
  const Count columns = replaced.hi - replaced.lo + 1;
  Meter::foresee(rows, columns);

  const auto first_m = [&](Count s) { return x.with_pair ? std::max(s, replaced.lo) : replaced.lo; };
  BinomialWalk outer(n, x.pair_odds, shown, weight, kSums);
  CoinRow coins(shown.lo, tau.value * shown.lo + kappa.value * first_m(shown.lo), threshold_bits, fraction);
  for (Count s = shown.lo;; ++s) {
    const Count m = first_m(s);
    const Count counted = x.with_pair ? s : Count(0);
    const Count most = std::min(std::max(m, replaced.hi), counted + (n - s));
    BinomialWalk row(n - s, x.third_odds, Window{m - counted, most - counted}, weight, kSums);
    const std::vector<Fixed> means = row_means(row, coins, s, counted, kappa.value, fraction);
    for (const Sum sum : {kHere, kTail, kReplaced, kLeftOut}) outer.add(sum, means[sum]);
    if (!outer.next()) break;
    coins.next_row(first_m(s + 1) > m ? tau.value + kappa.value : tau.value);
  }
  outer.close();
  const auto interval = [&](Sum sum) { return to_interval(outer.sums[sum], plan.fraction, plan.precision); };
  const Interval sum = x.share * w_plus_1 / two * interval(kHere) -
                       w_minus_1 * (x.share / two * interval(kTail) + x.drift * interval(kReplaced));
  // What is left out gains at most share s/2 + drift m or share s/2, at most n/2, for each unit of weight; dyadic
  // thresholds may lose up to slack.
  const Interval left_out = (interval(kLeftOut) + outer.below() + outer.above()) * users / two;
  const Interval upper = x.norm * max(zero, sum + left_out) + slack;
  return from_ends(x.norm * max(zero, sum), min(one, upper));
}

}  // namespace hallmark::check
