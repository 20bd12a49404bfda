#include "bounds/allocation/monte_carlo.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "bounds/directions.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

double value_of(const Number& x) { return x.ball(128).centre().sign() == 0 ? 0 : x.ball(128).to_double_up(); }
double upper_tail(double x) { return steady::erfc(x / std::sqrt(2.0)) / 2; }

// Standard normals and uniforms from a seeded generator, the same on every machine up to libm.
class Draws {
 public:
  explicit Draws(ulong seed) : engine_(seed) {}
  double uniform() {  // in (0, 1)
    constexpr double unit = 1.0 / 9007199254740992.0;
    return (static_cast<double>(engine_() >> 11) + 0.5) * unit;
  }
  double normal() {
    if (spare_) {
      spare_ = false;
      return kept_;
    }
    const double radius = std::sqrt(-2 * steady::log(uniform()));
    const double angle = 6.283185307179586 * uniform();
    kept_ = radius * steady::sin(angle);
    spare_ = true;
    return radius * steady::cos(angle);
  }
  // Given that it is at least c: Robert's exponential rejection for positive c.
  double normal_above(double c) {
    if (c <= 0.3) {
      for (;;) {
        if (const double z = normal(); z >= c) return z;
      }
    }
    const double rate = (c + std::sqrt(c * c + 4)) / 2;
    for (;;) {
      const double z = c - steady::log(uniform()) / rate;
      if (uniform() <= steady::exp(-(z - rate) * (z - rate) / 2)) return z;
    }
  }
  double normal_below(double c) { return -normal_above(-c); }

 private:
  std::mt19937_64 engine_;
  bool spare_ = false;
  double kept_ = 0;
};

double divergence(double q, double p) {
  const double first = q > 0 ? q * steady::log(q / p) : 0;
  const double second = q < 1 ? (1 - q) * steady::log((1 - q) / (1 - p)) : 0;
  return first + second;
}

// The p furthest from q, towards `end`, with kl(q || p) <= level; a little beyond it.
double limit(double q, double end, double level) {
  double inside = q;
  double outside = end;
  for (int i = 0; i < 200; ++i) {
    const double p = (inside + outside) / 2;
    (p <= 0 || p >= 1 || divergence(q, p) > level ? outside : inside) = p;
  }
  return outside;
}

class Simulation {
 public:
  explicit Simulation(const MonteCarloParameters& x)
      : sigma_(value_of(x.sigma)),
        steps_(x.steps),
        eps_(value_of(x.eps)),
        remove_(x.direction == Direction::remove),
        draws_(x.seed) {
    const double t = static_cast<double>(steps_);
    cut_ = remove_ ? sigma_ * sigma_ * eps_ + 0.5 : sigma_ * sigma_ * (steady::log(t) - eps_) + 0.5;
    const double above = upper_tail(cut_ / sigma_);
    if (remove_) {
      first_ = upper_tail((cut_ - 1) / sigma_);
      others_ = -steady::expm1((t - 1) * steady::log1p(-above));
      probability_ = first_ + (1 - first_) * others_;
      above_ = above;
    } else {
      probability_ = steady::exp(t * steady::log1p(-above));
    }
  }
  [[nodiscard]] double probability() const { return probability_; }

  // One term, drawn given the event.
  double term() {
    const double t = static_cast<double>(steps_);
    double sum = 0;
    if (!remove_) {
      for (slong i = 0; i < steps_; ++i) sum += ratio(sigma_ * draws_.normal_below(cut_ / sigma_));
      return std::max(0.0, -steady::expm1(eps_ + steady::log(sum / t)));
    }
    // The first coordinate that reaches the cut: the shifted one, or one of the others.
    slong reached = 0;
    if (draws_.uniform() * probability_ >= first_ && steps_ > 1) {
      // A geometric place among the others, given that there is one.
      const double u = draws_.uniform() * others_;
      reached = 1 + std::min(steps_ - 2, static_cast<slong>(steady::log1p(-u) / steady::log1p(-above_)));
    }
    for (slong i = 0; i < steps_; ++i) {
      const double shift = i == 0 ? 1 : 0;
      const double c = (cut_ - shift) / sigma_;
      double z = 0;
      if (i < reached) {
        z = draws_.normal_below(c);
      } else if (i == reached) {
        z = draws_.normal_above(c);
      } else {
        z = draws_.normal();
      }
      sum += ratio(shift + sigma_ * z);
    }
    return std::max(0.0, -steady::expm1(eps_ - steady::log(sum / t)));
  }

 private:
  [[nodiscard]] double ratio(double x) const { return steady::exp((x - 0.5) / (sigma_ * sigma_)); }

  double sigma_;
  slong steps_;
  double eps_;
  bool remove_;
  Draws draws_;
  double cut_ = 0;
  double first_ = 0;
  double others_ = 0;
  double above_ = 0;
  double probability_ = 0;
};

Rational rational(double x) {
  constexpr double scale = 1099511627776.0;
  // Enough for an estimate: 40 bits after its leading one.
  if (!(x > 0)) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(std::llround(mantissa * scale)) * pow(Rational(2), exponent - 40);
}

}  // namespace

MonteCarlo monte_carlo(const MonteCarloParameters& x, const Budget& budget) {
  constexpr std::string_view where = "allocation.delta.monte-carlo";
  check_domain(where, {x.sigma, x.steps, 1});
  constexpr slong most = 1'000'000'000;
  if (x.steps > most) throw InputError(where, "steps", Rational(x.steps).to_string(), "at most 10^9");
  if (x.samples < 1 || x.samples > most) {
    throw InputError(where, "samples", Rational(x.samples).to_string(), "an integer from 1 to 10^9");
  }
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  if (x.confidence.sign() <= 0 || less(x.confidence, 1) != Truth::yes) {
    throw InputError(where, "confidence", x.confidence.to_string(), "between 0 and 1");
  }
  check_one_direction(where, x.direction);
  Simulation simulation(x);
  double sum = 0;
  slong drawn = 0;
  while (drawn < x.samples && (drawn % 16 != 0 || !budget.expired())) {
    sum += simulation.term();
    ++drawn;
  }
  if (drawn == 0) return {0, 1, 0, 0};
  const double n = static_cast<double>(drawn);
  const double mean = std::clamp(sum / n, 0.0, 1.0);
  const double level = steady::log(2 / (1 - value_of(x.confidence))) / n;
  const double p = simulation.probability();
  return {rational(limit(mean, 0, level) * p), std::min(rational(limit(mean, 1, level) * p), Rational(1)),
          rational(mean * p), drawn};
}

}  // namespace hallmark::allocation
