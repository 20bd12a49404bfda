#include "bounds/basic/integer_noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "exact/error.hpp"
#include "exact/series.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

constexpr slong most_reach = 2'000'000;
constexpr slong most_sensitivity = 1'000'000;
constexpr slong between_looks = slong{1} << 12;

// A wish as a count: a proposal.
slong count_of(double wanted) {
  return wanted < static_cast<double>(most_reach) ? std::max(slong{1}, static_cast<slong>(wanted)) : most_reach;
}

double size_of(const Number& x) { return std::max(1e-300, x.ball(64).to_double_up()); }

// Of a law of which nothing is known.
IntegerMasses any_masses(slong bits) { return {{Ball::between(0, 1, bits)}, Ball::between(0, 1, bits), false}; }

// The masses from weights at 0, 1, ... on one side, or at 1/2, 3/2, ..., of a law whose quotients fall from `ratio` on
// beyond; any where so little is listed that their sum is not known to be positive.
IntegerMasses from_weights(const std::vector<Ball>& w, bool has_middle, const Ball& ratio, bool is_whole) {
  const slong bits = w.front().bits();
  Ball sum(0, bits);
  for (std::size_t i = has_middle ? 1 : 0; i < w.size(); ++i) sum += w[i] * 2;
  if (has_middle) sum += w.front();
  IntegerMasses m{{}, Ball(0, bits), is_whole};
  if (!is_whole) m.missing = abs_upper_end(2 * w.back() * ratio / (1 - ratio));
  const Ball whole = plus_up_to(sum, m.missing);
  if (is_positive(whole) != Truth::yes) return any_masses(bits);
  for (std::size_t i = w.size(); i-- > (has_middle ? 1U : 0U);) m.at.push_back(w[i] / whole);
  for (const Ball& x : w) m.at.push_back(x / whole);
  m.missing = m.missing / sum;
  return m;
}

// The sum of `parties` copies of a law that is symmetric about an outcome, at |x| <= side.
IntegerMasses power_of(const IntegerMasses& one, slong parties, slong side, slong bits, const Budget& budget) {
  const slong reach = static_cast<slong>(one.at.size() / 2);
  const slong centre = parties * reach;
  std::vector<Ball> base(static_cast<std::size_t>(2 * centre) + 1, Ball(0, bits));
  for (slong x = -reach; x <= reach; ++x) {
    base[static_cast<std::size_t>(x + reach)] = one.at[static_cast<std::size_t>(x + reach)];
  }
  const auto sums = parties == 1 ? std::optional(base) : series_power_by_integers(base, parties, budget);
  if (!sums) return any_masses(bits);
  IntegerMasses m{{}, Ball(0, bits), false};
  const Ball lacks = abs_upper_end(one.missing * parties);
  Ball sum(0, bits);
  const slong far = std::min(side, centre);
  for (slong x = -far; x <= far; ++x) {
    const Ball& low = (*sums)[static_cast<std::size_t>(x + centre)];
    m.at.push_back(plus_up_to(low, lacks));
    sum += low;
  }
  m.missing = abs_upper_end(1 - sum);
  return m;
}

void check_parties(std::string_view id, slong parties) {
  if (parties < 1 || parties > 100'000) throw InputError(id, "parties", std::to_string(parties), "from 1 to 10^5");
}

// One side of an outcome's two masses.
struct TwoMasses {
  Ball p, q;
};

struct MassesOfBoth {
  std::vector<TwoMasses> list;  // of both masses
  Ball infinite, missing;
};

// P at x is the mass at x - sensitivity.
MassesOfBoth outcomes_of(const IntegerMasses& m, slong sensitivity) {
  const slong size = static_cast<slong>(m.at.size());
  const slong bits = m.at.front().bits();
  MassesOfBoth all{{}, Ball(0, bits), m.missing};
  for (slong x = sensitivity; x < size; ++x) {
    all.list.push_back({m.at[static_cast<std::size_t>(x - sensitivity)], m.at[static_cast<std::size_t>(x)]});
  }
  Ball above(0, bits);
  for (slong x = std::max(slong{0}, size - sensitivity); x < size; ++x) above += m.at[static_cast<std::size_t>(x)];
  if (m.is_whole) {
    all.infinite = above;
  } else {
    all.missing = abs_upper_end(all.missing + above);
  }
  return all;
}

}  // namespace

IntegerMasses skellam_masses(const Number& variance, slong bits, const Budget& budget) {
  const double v = size_of(variance);
  // How far to list, and from where on to recur: proposals.
  const auto log2_ratio = [&](double x) { return steady::log2(v / (x + std::sqrt(x * x + v * v))); };
  const auto until = [&](slong from, double wanted) {
    double lost = 0;
    slong x = from;
    while (lost < wanted && x < most_reach) lost -= log2_ratio(static_cast<double>(++x));
    return x;
  };
  const double wanted = static_cast<double>(bits);
  const slong reach = until(0, wanted + 8);
  const slong start = until(reach, wanted / 2 + 8);
  const Ball whole = variance.ball(bits + 64);
  const slong working = whole.bits();
  Ball r = Ball::between(0, 1, working) * min(Ball(1, working), whole / (2 * (start + 1)));
  std::vector<Ball> ratios(static_cast<std::size_t>(reach) + 1, Ball(0, working));
  for (slong x = start - 1; x >= 0; --x) {
    r = 1 / (2 * (x + 1) / whole + r);
    if (x <= reach) ratios[static_cast<std::size_t>(x)] = r;
    if (x % between_looks == 0 && budget.expired()) return any_masses(bits);
  }
  std::vector<Ball> weights{Ball(1, working)};
  for (slong x = 0; x < reach; ++x) weights.push_back(weights.back() * ratios[static_cast<std::size_t>(x)]);
  return from_weights(weights, true, ratios.back(), false);
}

IntegerMasses binomial_masses(slong n, slong bits, const Budget& budget) {
  const slong side = (n + 1) / 2;  // outcomes above the middle, and one in it where n is even
  const slong wanted = count_of(std::sqrt(0.6931 * static_cast<double>(bits) * static_cast<double>(n) / 2) + 2);
  const slong last = n % 2 == 0 ? std::min(n / 2, wanted) : std::min(side - 1, wanted);
  const slong first = n % 2 == 0 ? n / 2 : side;  // the outcome of weight 0
  const slong working = bits + 64;
  std::vector<Ball> weights{Ball(1, working)};
  const auto ratio = [&](slong x) { return Ball(Rational(n - first - x) / (first + x + 1), working); };
  for (slong x = 0; x < last; ++x) {
    weights.push_back(weights.back() * ratio(x));
    if (x % between_looks == 0 && budget.expired()) return any_masses(bits);
  }
  return from_weights(weights, n % 2 == 0, ratio(last), first + last == n);
}

IntegerMasses discrete_gaussian_sum_masses(const Number& sigma2, slong parties, slong bits, const Budget& budget) {
  const slong working = 2 * bits + 96;
  const Ball variance = sigma2.ball(working);
  const double v = size_of(sigma2);
  const slong reach = count_of(std::sqrt(1.3863 * static_cast<double>(working) * v) + 1);
  const slong side = count_of(std::sqrt(1.3863 * static_cast<double>(bits) * v * static_cast<double>(parties)) +
                              static_cast<double>(parties) + 1);
  std::vector<Ball> weights;
  for (slong x = 0; x <= reach; ++x) {
    weights.push_back(exp(-Ball(Rational(x) * x, working) / (2 * variance)));
    if (x % between_looks == 0 && budget.expired()) break;
  }
  const slong listed = static_cast<slong>(weights.size()) - 1;
  // e^(-(2x+1)/(2 sigma2)) takes one weight to the next, and falls.
  const IntegerMasses one =
      from_weights(weights, true, exp(-Ball(Rational(2 * listed + 1), working) / (2 * variance)), false);
  return power_of(one, parties, side, working, budget);
}

IntegerMasses discrete_laplace_sum_masses(const Number& a, slong parties, slong bits, const Budget& budget) {
  const slong working = 2 * bits + 96;
  const double rate = size_of(a);
  const slong reach = count_of(0.6932 * static_cast<double>(working) / rate + 2);
  const slong side = count_of((0.6932 * static_cast<double>(bits) + 3 * static_cast<double>(parties)) / rate +
                              static_cast<double>(parties) + 2);
  const Ball z = 1 / exponential(a, working);
  std::vector<Ball> weights{Ball(1, working)};
  for (slong x = 0; x < reach; ++x) {
    weights.push_back(weights.back() * z);
    if (x % between_looks == 0 && budget.expired()) break;
  }
  const IntegerMasses one = from_weights(weights, true, z, false);
  return power_of(one, parties, side, working, budget);
}

Law integer_noise(const IntegerNoise& noise) {
  if (noise.sensitivity < 1 || noise.sensitivity > most_sensitivity) {
    throw InputError(noise.key.substr(0, noise.key.find(' ')), "sensitivity", std::to_string(noise.sensitivity),
                     "an integer from 1 to 10^6");
  }
  Law law;
  law.method = "sum of the positive parts";
  law.phase.key = fmt::format("{} sensitivity={}", noise.key, noise.sensitivity);
  law.phase.symmetric = true;
  law.phase.atoms = [noise](AtomSink& sink, const Listing& listing, const Budget& budget) {
    const MassesOfBoth all = outcomes_of(noise.masses(listing.bits, budget), noise.sensitivity);
    if (all.list.size() > listing.most || budget.expired()) return false;
    for (const TwoMasses& x : all.list) {
      if (is_positive(x.p) == Truth::yes && is_positive(x.q) == Truth::yes) sink.add(x.p, x.q);
    }
    if (!all.infinite.is_zero()) {
      sink.add(all.infinite, Ball(0, listing.bits));
      sink.add(Ball(0, listing.bits), all.infinite);
    }
    return true;
  };
  law.curve = [noise](Direction, slong rounds, slong bits, const Budget& budget) -> std::optional<Curve> {
    if (rounds != 1) return std::nullopt;
    const auto all =
        std::make_shared<const MassesOfBoth>(outcomes_of(noise.masses(bits + 64, budget), noise.sensitivity));
    return [all](const Threshold& at) {
      const slong precision = at.w.bits();
      Sample s{all->infinite, Ball(0, precision)};
      for (const TwoMasses& x : all->list) {
        const Ball more = x.p - at.w * x.q;
        const Truth above = is_positive(more);
        if (above == Truth::no) continue;
        s.value += above == Truth::yes ? more : max(more, Ball(0, precision));
        s.slope -= above == Truth::yes ? at.w * x.q : hull(Ball(0, precision), at.w * x.q);
      }
      s.value = clamp(plus_up_to(s.value, all->missing), 0, 1);
      return s;
    };
  };
  return law;
}

Law skellam(const Number& variance, slong sensitivity) {
  if (variance.sign() <= 0) throw InputError("skellam", "variance", variance.to_string(), "positive");
  return integer_noise({fmt::format("skellam variance={}", variance.to_string()),
                        [=](slong bits, const Budget& budget) { return skellam_masses(variance, bits, budget); },
                        sensitivity});
}

Law binomial_noise(slong n, slong sensitivity) {
  if (n < sensitivity) throw InputError("binomial-noise", "n", std::to_string(n), "at least the sensitivity");
  Law law =
      integer_noise({fmt::format("binomial-noise n={}", n),
                     [=](slong bits, const Budget& budget) { return binomial_masses(n, bits, budget); }, sensitivity});
  // The top outcomes have no mass without the shift, and C(n, sensitivity) is at most e^n.
  Rational top = 0;
  constexpr slong most_exact = 2000;
  law.phase.infinite = [=](slong bits) {
    Ball sum(0, bits);
    Ball term = exp(Ball(Rational(-n), bits) * log(Ball(2, bits)));
    for (slong i = 0; i < sensitivity; ++i) {
      sum += term;
      term *= Ball(Rational(n - i) / (i + 1), bits);
    }
    return sum;
  };
  if (n <= most_exact) {
    Rational term = pow(Rational(1) / 2, n);
    for (slong i = 0; i < sensitivity; ++i) {
      top = top + term;
      term = term * (n - i) / (i + 1);
    }
    law.phase.infinite_number = Number(top);
  }
  law.phase.largest_finite_log_ratio = Number(Rational(n));
  return law;
}

Law discrete_gaussian_sum(const Number& sigma2, slong parties, slong sensitivity) {
  if (sigma2.sign() <= 0) throw InputError("discrete-gaussian-sum", "sigma2", sigma2.to_string(), "positive");
  check_parties("discrete-gaussian-sum", parties);
  return integer_noise(
      {fmt::format("discrete-gaussian-sum sigma2={} parties={}", sigma2.to_string(), parties),
       [=](slong bits, const Budget& budget) { return discrete_gaussian_sum_masses(sigma2, parties, bits, budget); },
       sensitivity});
}

Law discrete_laplace_sum(const Number& a, slong parties, slong sensitivity) {
  if (a.sign() <= 0) throw InputError("discrete-laplace-sum", "a", a.to_string(), "positive");
  check_parties("discrete-laplace-sum", parties);
  Law law = integer_noise(
      {fmt::format("discrete-laplace-sum a={} parties={}", a.to_string(), parties),
       [=](slong bits, const Budget& budget) { return discrete_laplace_sum_masses(a, parties, bits, budget); },
       sensitivity});
  if (const auto exact = a.rational()) law.phase.largest_log_ratio = Number(*exact * sensitivity);
  return law;
}

}  // namespace hallmark::basic
