// The Gaussian mechanism with sensitivity one: N(0, sigma^2) against N(1, sigma^2).
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// delta(eps) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = 1/sigma.
Enclosure closed_delta(const Rational& mu, const Enclosure& eps) {
  const Enclosure half(mu / 2);
  const Enclosure shift = eps / Enclosure(mu);
  return normal_cdf(half - shift) - exp(eps) * normal_cdf(Enclosure(0L) - half - shift);
}

/// The density of N(mean, 1) at x, without its factor 1/sqrt(2 pi).
Enclosure bell(const Rational& x, const Rational& mean) { return exp(Enclosure(-(x - mean) * (x - mean) / 2)); }

/// sqrt(2 pi) from erfc: Phi is not used, pi comes from MPFR.
Enclosure root_two_pi() {
  mpfr_t low;
  mpfr_t high;
  mpfr_init2(low, Enclosure::precision);
  mpfr_init2(high, Enclosure::precision);
  mpfr_const_pi(low, MPFR_RNDD);
  mpfr_const_pi(high, MPFR_RNDU);
  Rational below;
  Rational above;
  mpfr_get_q(below.backend().data(), low);
  mpfr_get_q(above.backend().data(), high);
  mpfr_clear(low);
  mpfr_clear(high);
  return sqrt(2 * Enclosure(below).hull(Enclosure(above)));
}

/// The integral of max(0, phi(x-mu) - e^eps phi(x)) over the line, enclosed by step functions.
///
/// After scaling by sigma the pair is N(mu,1) against N(0,1). On a cell of a grid that contains 0 and mu as nodes each
/// bell is monotone, so its values at the two ends enclose it on the cell; max(0, first - w second) is then enclosed
/// end against end. Beyond |x - mu| > 12 the integrand is below phi(x-mu), whose tail is at most phi(12)/12.
Enclosure riemann(const Rational& mu, const Enclosure& w, int cells_per_unit) {
  const Integer steps = ceiling_of(mu * cells_per_unit);
  const Rational width = mu / Rational(steps);  // mu is a node
  const long reach = ceiling_of(12 / width).convert_to<long>();
  const long last = reach + steps.convert_to<long>();
  Enclosure sum;
  Enclosure first_before = bell(-reach * width, mu);
  Enclosure second_before = bell(-reach * width, 0);
  for (long i = -reach; i < last; ++i) {
    const Enclosure first = bell((i + 1) * width, mu);
    const Enclosure second = bell((i + 1) * width, 0);
    const Enclosure excess = first.hull(first_before) - w * second.hull(second_before);
    if (excess.upper() > 0) {
      sum += excess.lower() >= 0 ? excess : Enclosure(0L).hull(Enclosure(excess.upper()));
    }
    first_before = first;
    second_before = second;
  }
  // Left of -reach width <= -12 the argument x - mu is below -12 too.
  const Enclosure tails = 2 * exp(Enclosure(-72L)) / 12;
  return (sum * Enclosure(width) + Enclosure(0L).hull(tails)) / root_two_pi();
}

std::string at_point(const Rational& mu, const Rational& eps) { return "sigma=" + text(1 / mu) + ", eps=" + text(eps); }

void integral(Tally& tally, bool long_run) {
  Rational widest = 0;
  for (const Rational& sigma : {ratio(1, 4), ratio(1, 2), Rational(1), Rational(2), Rational(5)}) {
    const Rational mu = 1 / sigma;
    for (const Rational& eps :
         {Rational(-1), Rational(0), ratio(1, 10), ratio(1, 2), Rational(1), Rational(2), Rational(4)}) {
      const Enclosure steps = riemann(mu, exp(Enclosure(eps)), long_run ? 3000 : 250);
      const Enclosure closed = closed_delta(mu, Enclosure(eps));
      const Rational width = steps.upper() - steps.lower();
      if (width > widest) {
        widest = width;
      }
      tally.expect(steps.lower() <= closed.lower() && closed.upper() <= steps.upper(), [&] {
        return at_point(mu, eps) + ": integral in " + steps.text() + ", closed form in " + closed.text();
      });
    }
  }
  tally.note("widest enclosure of the integral " + Enclosure(widest).text());
}

/// d delta/d eps = -e^eps Phi(-mu/2 - eps/mu), through w = e^eps: delta is convex in w, so for w1 < w2
/// (w2-w1) Phi(at w2) <= delta(w1) - delta(w2) <= (w2-w1) Phi(at w1). As the middle has these bounds for every pair,
/// -Phi is the derivative in w (both bounds meet), and delta decreases.
void derivative(Tally& tally, bool long_run) {
  for (const Rational& mu : {ratio(1, 20), ratio(1, 3), Rational(1), Rational(3), Rational(8)}) {
    for (int i = -20; i <= (long_run ? 400 : 100); ++i) {
      const Rational w1 = power(ratio(11, 10), i + 20) / power(ratio(11, 10), 20);
      for (const Rational& step : {ratio(1, 1'000'000), ratio(1, 10), Rational(1)}) {
        const Rational w2 = w1 + step;
        const auto slope_at = [&](const Rational& w) {
          return normal_cdf(Enclosure(-mu / 2) - log(Enclosure(w)) / Enclosure(mu));
        };
        const Enclosure fall = closed_delta(mu, log(Enclosure(w1))) - closed_delta(mu, log(Enclosure(w2)));
        // Deep in the tail the difference is below the precision of its terms; only decided instances are asked to
        // hold.
        const Enclosure most = Enclosure(step) * slope_at(w1);
        const Enclosure least = Enclosure(step) * slope_at(w2);
        if ((fall.upper() - fall.lower()) * 1000 > (most - least).lower()) {
          continue;
        }
        tally.expect(less_equal(least, fall) && less_equal(fall, most) && fall.lower() > 0, [&] {
          return "mu=" + text(mu) + ", w from " + text(w1) + " by " + text(step) + ": fall " + fall.text() +
                 ", bounds " + least.text() + " and " + most.text();
        });
      }
    }
  }
}

/// More noise is a post-processing of less, so delta does not increase in sigma; strictly here.
void monotone_in_sigma(Tally& tally, bool long_run) {
  for (const Rational& eps : {Rational(0), ratio(1, 100), ratio(1, 2), Rational(1), Rational(3), Rational(10)}) {
    for (int i = 1; i <= (long_run ? 400 : 80); ++i) {
      const Rational sigma = ratio(i, 16);
      const Enclosure here = closed_delta(1 / sigma, Enclosure(eps));
      const Enclosure next = closed_delta(1 / (sigma + ratio(1, 1000)), Enclosure(eps));
      if (here.upper() < power(ratio(1, 10), 40)) {
        continue;  // 58 digits of the two terms cancel
      }
      tally.expect(next.upper() < here.lower(),
                   [&] { return at_point(1 / sigma, eps) + ": " + here.text() + ", then " + next.text(); });
    }
  }
}

/// k rounds are one round with sigma/sqrt(k): the log-likelihood ratio of k reports is that of their mean with variance
/// sigma^2/k, and the mean is N(0 or 1, sigma^2/k). The first half is an identity of rationals.
void rounds(Tally& tally) {
  Random random("gaussian.rounds");
  for (int round = 0; round < 500; ++round) {
    const int k = 1 + random.below(6);
    const Rational variance = ratio(1 + random.below(20), 1 + random.below(20));
    const auto loss = [](const Rational& x, const Rational& v) -> Rational {
      return (x * x - (x - 1) * (x - 1)) / (2 * v);
    };
    Rational total = 0;
    Rational sum = 0;
    for (int i = 0; i < k; ++i) {
      const Rational x = ratio(random.below(2001) - 1000, 1 + random.below(50));
      total += loss(x, variance);
      sum += x;
    }
    tally.expect(total == loss(sum / k, variance / k),
                 [&] { return "k=" + std::to_string(k) + ", variance " + text(variance) + ", sum " + text(sum); });
  }
}

/// The same in two dimensions without the statistic: at (x, y) both reports, steps enclose the double integral.
void two_rounds(Tally& tally, bool long_run) {
  const Rational mu = 1;
  const int cells = long_run ? 150 : 50;
  const Rational width = ratio(1, cells);
  const int from = -7 * cells;
  const int to = 8 * cells;
  std::vector<Enclosure> first;
  std::vector<Enclosure> second;
  for (int i = from; i < to; ++i) {
    first.push_back(bell(i * width, mu).hull(bell((i + 1) * width, mu)));
    second.push_back(bell(i * width, 0).hull(bell((i + 1) * width, 0)));
  }
  for (const Rational& eps : {Rational(0), Rational(1)}) {
    const Enclosure w = exp(Enclosure(eps));
    Enclosure sum;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const Enclosure scaled = w * second[i];
      for (std::size_t j = 0; j < first.size(); ++j) {
        const Enclosure excess = first[i] * first[j] - scaled * second[j];
        if (excess.upper() > 0) {
          sum += excess.lower() >= 0 ? excess : Enclosure(0L).hull(Enclosure(excess.upper()));
        }
      }
    }
    // Outside the square [-7, 8]^2: at most four tails of N(1,1) beyond 7.
    const Enclosure tails = 4 * exp(Enclosure(ratio(-49, 2))) / 7 / root_two_pi();
    const Enclosure steps =
        sum * Enclosure(width * width) / (root_two_pi() * root_two_pi()) + Enclosure(0L).hull(tails);
    // sigma/sqrt(2): mu sqrt(2) instead of mu.
    const Enclosure root = sqrt(Enclosure(2L)) * Enclosure(mu);
    const Enclosure closed =
        normal_cdf(root / 2 - Enclosure(eps) / root) - w * normal_cdf(Enclosure(0L) - root / 2 - Enclosure(eps) / root);
    tally.expect(steps.lower() <= closed.lower() && closed.upper() <= steps.upper(), [&] {
      return at_point(mu, eps) + ", two rounds: integral in " + steps.text() + ", closed form in " + closed.text();
    });
    tally.note("last enclosure " + steps.text());
  }
}

}  // namespace

Checks gaussian_lemmas() {
  return {
      {"gaussian.hockey-stick", integral},
      {"gaussian.derivative", derivative},
      {"gaussian.monotone.sigma", monotone_in_sigma},
      {"gaussian.rounds", rounds},
      {"gaussian.rounds.two", two_rounds},
  };
}

}  // namespace hallmark::lemmas
