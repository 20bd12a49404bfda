#include "bounds/shuffle/krr.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/count_diagonals.hpp"
#include "bounds/shuffle/fair_split.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "bounds/shuffle/krr_weak.hpp"
#include "bounds/small_end.hpp"
#include "exact/error.hpp"

namespace hallmark::krr {
namespace {

std::string_view name(View view, bool epsilon) {
  switch (view) {
    case View::strong:
      return epsilon ? "krr.epsilon.strong" : "krr.delta.strong";
    case View::strong_pair:
      return epsilon ? "krr.epsilon.strong-pair" : "krr.delta.strong-pair";
    case View::weak:
      return epsilon ? "krr.epsilon.weak" : "krr.delta.weak";
  }
  require(false, "a view");
  return {};
}

void check(std::string_view where, slong n, slong k, const Number& gamma) {
  if (n < 1 || n > clones::max_reports) {
    throw InputError(where, "n", Rational(n).to_string(), "an integer from 1 to 10^15");
  }
  if (k < 2 || k > clones::max_reports) {
    throw InputError(where, "k", Rational(k).to_string(), "an integer from 2 to 10^15");
  }
  if (gamma.sign() <= 0 || less(gamma, 1) != Truth::yes) {
    throw InputError(where, "gamma", gamma.to_string(), "positive and below 1");
  }
}

void check(std::string_view where, const DeltaParameters& x) {
  check(where, x.n, x.k, x.gamma);
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
}

// a + b gamma, exact up to one rounding where gamma is rational.
Ball affine(slong a, slong b, const Number& gamma, slong bits) {
  if (const auto r = gamma.rational()) return Ball(Rational(a) + *r * b, bits);
  return a + b * gamma.ball(bits);
}

// (1 - gamma/k)^(n-1), the probability that N2 = 0, and times 1 - gamma for the strong view: what no eps removes.
Ball atom(View view, slong n, slong k, const Number& gamma, slong bits) {
  const Ball power = pow(affine(k, -1, gamma, bits) / k, static_cast<ulong>(n - 1));
  return view == View::strong ? power * affine(1, -1, gamma, bits) : power;
}

Sample strong_delta(View view, const DeltaParameters& x, slong bits, const Budget& budget) {
  const Ball w = exponential(x.eps, bits);
  if (less_equal(Ball(x.n - 1, bits), w) == Truth::yes) return {atom(view, x.n, x.k, x.gamma, bits), Ball(0, bits)};
  const Ball rest = affine(x.k, -2, x.gamma, bits);  // k - 2 gamma
  const Ball gamma = x.gamma.ball(bits);
  const auto exact_w = x.eps.rational_exponential();
  const auto total = sum({.n = x.n,
                          .p = 2 * gamma / x.k,
                          .q = rest / x.k,
                          .odds = rest / (2 * gamma),
                          .tau = w / (w + 1),
                          .one_minus_tau = 1 / (w + 1),
                          .exact_tau = exact_w ? std::optional(*exact_w / (*exact_w + 1)) : std::nullopt,
                          .alpha = Ball(1, bits),
                          .beta = exponential_minus_1(x.eps, bits),
                          .alpha_slope = Ball(0, bits)},
                         bits, budget);
  if (!total) return nothing_known(bits);
  const Ball factor = view == View::strong ? affine(1, -1, x.gamma, bits) : Ball(1, bits);
  return {clamp(factor * total->value, 0, 1), factor * w * total->slope};
}

// 1 + k (1-gamma) / gamma, the largest likelihood ratio of the weak view.
Ball largest_ratio(slong k, const Number& gamma, slong bits) {
  return affine(k, 1 - k, gamma, bits) / gamma.ball(bits);
}

// Whether e^eps is at least the largest ratio of the weak view.
Truth is_beyond(const DeltaParameters& x, slong bits) {
  const auto w = x.eps.rational_exponential();
  const auto gamma = x.gamma.rational();
  if (w && gamma) return truth(1 + (1 - *gamma) * x.k / *gamma <= *w);
  return less_equal(largest_ratio(x.k, x.gamma, bits), exponential(x.eps, bits));
}

WeakView weak_view(const DeltaParameters& x, slong bits) {
  return {.n = x.n,
          .k = x.k,
          .gamma = x.gamma.ball(bits),
          .truth = affine(1, -1, x.gamma, bits),
          .rest = affine(x.k, -2, x.gamma, bits),
          .w = exponential(x.eps, bits),
          .w_minus_1 = exponential_minus_1(x.eps, bits),
          .edge = affine(x.k, 1 - x.k, x.gamma, bits) - x.gamma.ball(bits) * exponential(x.eps, bits)};
}

// An eps of [0, hi] at which the weak view's delta is proved to be at most that of x, near the least for which its upper
// bound proves it: far above the answer the sums would be long, and of no use.
Rational weak_epsilon_upper(const EpsilonParameters& x, const Rational& hi) {
  constexpr slong bits = 64;
  const Ball target = x.delta.ball(2 * bits);
  const auto enough = [&](const Rational& eps) {
    const DeltaParameters at{x.n, x.k, x.gamma, eps};
    return is_beyond(at, bits) == Truth::no &&
           less_equal(weak_delta_upper(weak_view(at, bits), bits), target) == Truth::yes;
  };
  constexpr int halvings = 40;
  Rational top = hi;
  for (int i = 0; i < halvings && enough(top / 2); ++i) top = top / 2;
  Rational low = top / 2;
  constexpr int refinements = 6;
  for (int i = 0; i < refinements; ++i) {
    const Rational middle = (low + top) / 2;
    (enough(middle) ? top : low) = middle;
  }
  return top;
}

}  // namespace

Sample delta_with_slope(View view, const DeltaParameters& x, slong bits, const Budget& budget) {
  check(name(view, false), x);
  if (view != View::weak) return strong_delta(view, x, bits, budget);
  const Truth zero = is_beyond(x, bits);
  if (zero == Truth::yes) return {Ball(0, bits), Ball(0, bits)};
  if (zero == Truth::unknown) return nothing_known(bits);
  if (x.n >= diagonals_from && x.k > 2) {
    const auto view_at = [&](slong at) { return weak_view(x, at); };
    if (const auto found = weak_delta_by_diagonals(view_at, bits, budget)) return *found;
  }
  return weak_delta(weak_view(x, bits), bits, budget);
}

Ball delta(View view, const DeltaParameters& parameters, slong bits, const Budget& budget) {
  return delta_with_slope(view, parameters, bits, budget).value;
}

std::optional<Rational> delta_exact(View view, const DeltaParameters& x, const Budget& budget) {
  check(name(view, false), x);
  const auto w = x.eps.rational_exponential();
  const auto gamma = x.gamma.rational();
  if (!w || !gamma) return std::nullopt;
  if (view == View::weak) {
    if (is_beyond(x, 64) == Truth::yes) return Rational(0);
    return weak_delta_exact(x.n, x.k, *gamma, *w, budget);
  }
  const auto pair =
      sum_exact({.n = x.n, .p = *gamma * 2 / x.k, .tau = *w / (*w + 1), .alpha = Rational(1), .beta = *w - 1}, budget);
  if (!pair) return std::nullopt;
  return view == View::strong ? (1 - *gamma) * *pair : *pair;
}

Inversion epsilon(View view, const EpsilonParameters& x, slong digits, const Budget& budget) {
  const std::string_view where = name(view, true);
  check(where, x.n, x.k, x.gamma);
  if (x.delta.sign() < 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "from 0 to 1");
  }
  constexpr slong first_bits = 128;
  constexpr slong last_bits = 8192;
  const auto closed = [&](const Ball& ratio) {  // the answer is ln(ratio)
    const Ball value = log(ratio);
    return Inversion{{std::max(value.lower(), Rational(0)), value.upper()},
                     has_digits(value.lower(), value.upper(), digits),
                     value.bits(),
                     0};
  };
  const slong end_bits = digits * 4 + 256;
  Rational hi = 0;
  if (view == View::weak) {
    const Ball ratio = largest_ratio(x.k, x.gamma, end_bits);
    if (x.delta.sign() == 0) return closed(ratio);
    hi = log(ratio).upper();
    if (x.n >= diagonals_from && x.k > 2) hi = weak_epsilon_upper(x, hi);
  } else {
    const auto rational_gamma = x.gamma.rational();
    const auto rational_delta = x.delta.rational();
    // -1, 0, 1: delta below, at, above the atom; nothing if that cannot be decided.
    std::optional<int> side;
    const Truth above =
        decide([&](slong bits) { return less(atom(view, x.n, x.k, x.gamma, bits), x.delta.ball(2 * bits)); },
               {.first_bits = first_bits, .last_bits = last_bits, .budget = budget});
    constexpr slong largest_power = slong{1} << 20;  // bits
    if (above != Truth::unknown &&
        (above == Truth::yes ||
         less(x.delta.ball(2 * last_bits), atom(view, x.n, x.k, x.gamma, last_bits)) == Truth::yes)) {
      side = above == Truth::yes ? 1 : -1;
    } else if (rational_gamma && rational_delta &&
               static_cast<double>(x.n) * static_cast<double>((*rational_gamma / x.k).height_bits()) < largest_power) {
      Rational exact_atom = pow(1 - *rational_gamma / x.k, x.n - 1);
      if (view == View::strong) exact_atom *= 1 - *rational_gamma;
      side = *rational_delta < exact_atom ? -1 : (*rational_delta == exact_atom ? 0 : 1);
    }
    if (!side || *side < 0) {
      const Ball least = atom(view, x.n, x.k, x.gamma, 64);
      throw InputError(
          where, "delta", x.delta.to_string(),
          "at least the mass that no finite eps removes, " + std::string(view == View::strong ? "(1-gamma) " : "") +
              "(1-gamma/k)^(n-1) = " + least.to_string(10) + (side ? "" : ", which it cannot be told from"));
    }
    if (x.n <= 2) return {{0, 0}, true, first_bits, 0};  // the only finite ratio is 1
    // At the atom itself: the largest finite ratio, N1 / N2 = (n-1) / 1, has positive mass.
    if (*side == 0) return closed(Ball(x.n - 1, end_bits));
    hi = log(Ball(x.n - 1, end_bits)).upper();
  }
  const auto curve = [&](const Number& eps, slong bits) {
    return delta_with_slope(view, {x.n, x.k, x.gamma, eps}, bits, budget);
  };
  Truth zero = decide([&](slong bits) { return less_equal(curve(0, bits).value, x.delta.ball(2 * bits)); },
                      {.first_bits = first_bits, .last_bits = last_bits, .budget = budget});
  if (zero == Truth::unknown && x.delta.rational()) {
    if (const auto exact = delta_exact(view, {x.n, x.k, x.gamma, 0}, budget)) {
      zero = truth(*exact <= *x.delta.rational());
    }
  }
  if (zero == Truth::yes) return {{0, 0}, true, first_bits, 1};
  if (zero == Truth::unknown) {
    const auto value = [&](const Rational& eps, slong bits) { return curve(eps, bits).value; };
    return {{0, small_end(value, x.delta.ball(2 * last_bits), hi, budget)}, false, last_bits, 1};
  }
  return bisect({.f = [&](const Rational& eps, slong bits) { return curve(eps, bits); },
                 .target = x.delta.ball(digits * 16 + last_bits),
                 .lo = 0,
                 .hi = hi,
                 .digits = digits},
                {.first_bits = first_bits, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::krr
