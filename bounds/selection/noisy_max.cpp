#include "bounds/selection/noisy_max.hpp"

#include <fmt/format.h>

#include "bounds/basic/bounded_range.hpp"
#include "bounds/basic/gdp.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/lattice_law_of.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::noisy_max {
namespace {

using basic::Law;

// Pr[the difference of two noises > x] at x >= 0.
Ball upper_tail(Noise noise, const Ball& x) {
  switch (noise) {
    case Noise::gumbel:
      return 1 / (1 + exp(x));
    case Noise::exponential:
      return exp(-x) / 2;
    case Noise::laplace:
      return (2 + x) * exp(-x) / 4;
    case Noise::gaussian:
      break;
  }
  return normal_cdf(-x);
}

struct Chance {
  Ball wins, loses;
};

// F(t) and 1 - F(t), each without cancellation.
Chance chance(Noise noise, const Ball& t) {
  const auto right = [&](const Ball& x) {
    const Ball tail = upper_tail(noise, x);
    return Chance{1 - tail, tail};
  };
  const auto left = [&](const Ball& x) {
    const Chance other = right(-x);
    return Chance{other.loses, other.wins};
  };
  const Truth negative = less(t, 0);
  if (negative == Truth::no) return right(t);
  if (negative == Truth::yes) return left(t);
  const Ball zero(0, t.bits());
  const Chance above = right(max(t, zero));
  const Chance below = left(min(t, zero));
  return {hull(above.wins, below.wins), hull(above.loses, below.loses)};
}

// By how much a record moves the difference of two scores, in units of its noise.
Ball shift_of_two(const Parameters& p, slong bits) {
  return p.noise == Noise::gaussian ? sqrt(Ball(2, bits)) / p.sigma->ball(bits) : p.eps0->ball(bits);
}

// By how much a record moves all scores less their mean, in units of the noise.
Ball shift_of_all(const Parameters& p, slong bits) {
  const Rational m(*p.candidates);
  const bool odd = *p.candidates % 2 == 1;
  return sqrt(Ball(odd ? m - 1 / m : m, bits)) / p.sigma->ball(bits);
}

void check(const Parameters& p) {
  const auto positive = [](std::string_view name, const Number& value) {
    if (value.sign() <= 0) throw InputError("noisy-max", name, value.to_string(), "positive");
  };
  if (p.noise != Noise::gaussian) return positive("eps0", *p.eps0);
  positive("sigma", *p.sigma);
  if (*p.candidates < 2) throw InputError("noisy-max", "candidates", Rational(*p.candidates).to_string(), "at least 2");
}

Law upper_law(const Parameters& p) {
  if (p.noise == Noise::gumbel) return basic::bounded_range_upper(*p.eps0);
  if (p.noise != Noise::gaussian) return basic::laplace(*p.eps0);
  return basic::gaussian_pair([p](slong bits) { return shift_of_all(p, bits); },
                              fmt::format("noisy-max sigma={} candidates={}", p.sigma->to_string(), *p.candidates));
}

// Differences t from as far below 0 as above the shift; with exponential noise the tie is one of those tried first.
basic::PairClass class_of(const Parameters& p) {
  check(p);
  const auto parameter = [p](const Rational& share, slong bits) {
    const Rational shift = shift_of_two(p, bits).lower();
    const Rational beyond = p.noise == Noise::exponential ? shift : shift + 12;
    return Ball((shift + beyond * 2) * share - beyond, bits).centre(96);
  };
  return {.upper = upper_law(p),
          .parameter = parameter,
          .pair = [p](const Rational& t) { return two_candidates(p, t); },
          .largest =
              [p](const Rational& t, slong bits) {
                const Ball at(t, bits);
                const Ball without = at - shift_of_two(p, bits);
                return log(chance(p.noise, at).wins / chance(p.noise, without).wins).upper();
              },
          .below =
              [](const Rational& t) {
                return fmt::format("two candidates, {} apart in the noise of their difference",
                                   Ball(t, 64).to_string(6));
              }};
}

}  // namespace

Law two_candidates(const Parameters& p, const Rational& t) {
  check(p);
  const auto pair = [p, t](slong bits) {
    const Chance with = chance(p.noise, Ball(t, bits));
    const Chance without = chance(p.noise, Ball(t, bits) - shift_of_two(p, bits));
    const Ball low = log(with.loses / without.loses);
    return basic::LatticePair{
        low, log(with.wins / without.wins) - low, {with.loses, with.wins}, Ball(0, bits), Ball(0, bits)};
  };
  return basic::lattice_law_of(fmt::format("noisy-max two candidates t={}", t.to_string()), pair);
}

Answer delta(const Parameters& p, const Arguments& x, const Request& r) {
  if (p.noise == Noise::gumbel) return basic::bounded_range_delta(x, r);
  return basic::delta_of_class(class_of(p), x, r);
}

Answer epsilon(const Parameters& p, const Arguments& x, const Request& r) {
  if (p.noise == Noise::gumbel) return basic::bounded_range_epsilon(x, r);
  return basic::epsilon_of_class(class_of(p), x, r);
}

}  // namespace hallmark::noisy_max
