#include "bounds/batch/pair_transform.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "bounds/batch/pair_density.hpp"
#include "exact/normal.hpp"

namespace hallmark::poisson_gaussian {
namespace {

// 1 / (e^(2 pi d/h) - 1), infinite unless d > 0.
Ball strip(const Rational& d, const Rational& h, slong bits) {
  if (d.sign() <= 0 || h.sign() <= 0) return Ball::anything(bits);
  return 1 / expm1(2 * Ball::pi(bits) * Ball(d / h, bits));
}

// cos(angle/2)^exponent for a negative exponent, else 1: how much a modulus to that exponent grows in a sector.
Ball sector(const Rational& exponent, const Ball& angle) {
  if (exponent.sign() >= 0) return {1, angle.bits()};
  return exp(log(cos(angle / 2)) * Ball(exponent, angle.bits()));
}

Ball gauss(const Rational& y, slong bits) { return Ball(-y * y / 2, bits); }

// e^(-r y0 + r^2/2) Phi(r - y0): what e^(r (y - y0)) phi(y) has beyond y0; nothing is known unless y0 >= r, y0 >= 0.
Ball beyond(const Ball& y0, const Ball& r) {
  if (less_equal(r, y0) != Truth::yes || less_equal(Ball(0, y0.bits()), y0) != Truth::yes) {
    return Ball::anything(y0.bits());
  }
  return exp(r * r / 2 - r * y0) * normal_cdf(r - y0);
}

// One law of the pair: its density at any precision, and its largest shift.
struct Side {
  std::function<PairDensity(slong bits)> density;
  Rational degree;
};

class MixtureTransform final : public StepTransform {
 public:
  MixtureTransform(const Number& sigma, Side up, Side down)
      : sigma_(sigma), up_(std::move(up)), down_(std::move(down)) {}

  [[nodiscard]] Ball bound(const Rational& a, const Line& line, slong bits, const Budget& budget) const override {
    const At at(*this, a, bits);
    if (!at.allows(line.reach, 1)) return Ball::anything(bits);
    const Ball share = 2 * exp(-gauss(line.reach, bits)) * strip(line.reach, line.step, bits) * at.spread(line.reach);
    if (less(share, Ball(1, bits)) != Truth::yes) return Ball::anything(bits);
    return abs_upper_end((at.sum(line, 0, 0, budget) + at.left_out(line, 0)) / (1 - share));
  }

  [[nodiscard]] Ball bound_beyond(const Rational& a, const Rational& t, const Line& line, slong bits, const Ball& norm,
                                  const Budget& budget) const override {
    const At at(*this, a, bits);
    const Rational top = line.height + line.reach;
    if (line.height.sign() < 0 || t.sign() < 0 || !at.allows(top, 2)) return Ball::anything(bits);
    const Ball error = 2 * exp(-gauss(line.reach, bits)) * strip(line.reach, line.step, bits) * norm * at.spread(top);
    const Ball sum = at.sum(line, line.height, t, budget) + at.left_out(line, line.height);
    return abs_upper_end(exp(-gauss(line.height, bits)) * (sum + error));
  }

  [[nodiscard]] LineValues values(const Rational& a, const Rational& dt, const Line& line, const Ball& norm, slong bits,
                                  const TurningPlan& plan, const Budget& budget) const override {
    const At at(*this, a, bits);
    const Rational top = line.height + line.reach;
    Ball error = Ball::anything(bits);
    if (line.height.sign() > 0 && at.allows(top, 1)) {
      error = abs_upper_end(norm * strip(line.height, line.step, bits) +
                            exp(-gauss(top, bits)) * at.spread(top) * norm * strip(line.reach, line.step, bits) +
                            exp(-gauss(line.height, bits)) * at.left_out(line, line.height));
    }
    std::vector<ComplexBall> logs;
    std::vector<ComplexBall> weights;
    const Ball scale = Ball(line.step, bits) / sqrt(2 * Ball::pi(bits));
    for (slong j = line.first; j <= line.last; ++j) {
      if (budget.expired()) {
        error = Ball::anything(bits);
        break;
      }
      const Rational y = line.step * j;
      const auto [above, below] = at.densities(y, line.height);
      const ComplexBall normal(Ball((line.height * line.height - y * y) / 2, bits), Ball(-line.height * y, bits));
      logs.push_back(above - below);
      weights.push_back(exp(above * at.a + below * at.b + normal) * scale);
    }
    const auto k = std::make_shared<const Transform>(dt, bits, plan, error, std::move(logs), std::move(weights));
    return [k](slong first, slong count) { return k->evaluate(first, count); };
  }

  // Without records on one side the ratio has a limit there: A >= (1-q)^up, B >= (1-q)^down.
  [[nodiscard]] std::optional<Ball> largest(slong bits) const override { return limit(up_, down_, bits); }
  [[nodiscard]] std::optional<Ball> least(slong bits) const override { return limit(down_, up_, bits); }

 private:
  [[nodiscard]] static std::optional<Ball> limit(const Side& none, const Side& some, slong bits) {
    if (none.degree.sign() != 0) return std::nullopt;
    Ball most = -some.density(bits).log_constant();
    return most.is_finite() ? std::optional(std::move(most)) : std::nullopt;
  }

  // What is computed at one order: exponents of A and B.
  struct At {
    At(const MixtureTransform& m, const Rational& order, slong bits)
        : up(m.up_.degree, bits),
          down(m.down_.degree, bits),
          most(std::max(m.up_.degree, m.down_.degree), bits),
          exponent_a(1 + order),
          exponent_b(-order),
          a(exponent_a, bits),
          b(exponent_b, bits),
          sigma(m.sigma_.ball(bits)),
          above(m.up_.density(bits)),
          below(m.down_.density(bits)) {}

    struct Densities {
      ComplexBall above, below;
    };
    [[nodiscard]] Densities densities(const Rational& y, const Rational& k) const {
      return {above.log_at(ComplexBall(Ball(y, a.bits()), Ball(k, a.bits()))),
              below.log_at(ComplexBall(Ball(-y, a.bits()), Ball(-k, a.bits())))};
    }
    // Whether all angles up to this height stay below pi (parts = 1), or at most pi/2 (parts = 2).
    [[nodiscard]] bool allows(const Rational& height, slong parts) const {
      const Ball angle = Ball(height, a.bits()) * most / sigma;
      const Ball limit = Ball::pi(a.bits()) / parts;
      return less(angle, limit) == Truth::yes;
    }
    [[nodiscard]] Ball spread(const Rational& height) const {
      const Ball theta = Ball(height, a.bits()) / sigma;
      return sector(exponent_a, theta * up) * sector(exponent_b, theta * down);
    }
    // h sum phi |A|^a |B|^b e^(-t psi) over the nodes kept.
    [[nodiscard]] Ball sum(const Line& line, const Rational& height, const Rational& t, const Budget& budget) const {
      const slong bits = a.bits();
      const Ball frequency(t, bits);
      Ball total(0, bits);
      for (slong j = line.first; j <= line.last; ++j) {
        if (budget.expired()) return Ball::anything(bits);
        const Rational y = line.step * j;
        const auto [top, bottom] = densities(y, height);
        total += exp(a * top.real() + b * bottom.real() - frequency * (top.imaginary() - bottom.imaginary()) +
                     gauss(y, bits));
      }
      return total * Ball(line.step, bits) / sqrt(2 * Ball::pi(bits));
    }
    [[nodiscard]] Ball left_out(const Line& line, const Rational& height) const {
      const Ball right = beyond_node(line.step * line.last, exponent_a, a, above, up, exponent_b, b, below);
      const Ball left = beyond_node(-line.step * line.first, exponent_b, b, below, down, exponent_a, a, above);
      return (right + left) * spread(height);
    }
    // What lies beyond y0, in the direction in which `grows` of that degree grows.
    [[nodiscard]] Ball beyond_node(const Rational& y0, const Rational& sign_grows, const Ball& grows_to,
                                   const PairDensity& grows, const Ball& degree, const Rational& sign_falls,
                                   const Ball& falls_to, const PairDensity& falls) const {
      const slong bits = a.bits();
      const Ball rate_of_growth = sign_grows.sign() > 0 ? grows_to * degree / sigma : Ball(0, bits);
      const Ball last = sign_falls.sign() >= 0 ? falls.log_at(Ball(-y0, bits)) : falls.log_constant();
      return exp(grows_to * grows.log_at(Ball(y0, bits)) + falls_to * last) * beyond(Ball(y0, bits), rate_of_growth);
    }

    Ball up;
    Ball down;
    Ball most;
    Rational exponent_a;
    Rational exponent_b;
    Ball a;
    Ball b;
    Ball sigma;
    PairDensity above;
    PairDensity below;
  };

  Number sigma_;
  Side up_;
  Side down_;
};

class CoupledTransform final : public StepTransform {
 public:
  explicit CoupledTransform(const BatchStep& step) : step_(step) {}

  [[nodiscard]] Ball bound(const Rational& a, const Line& line, slong bits, const Budget& budget) const override {
    const Half half(step_, bits);
    if (!half.allows(line.reach, 1)) return Ball::anything(bits);
    Ball total = half.atom();
    for (const Rational& s : {1 + a, -a}) {
      const Ball share = 2 * half.edge(s, line.reach) * strip(line.reach, line.step, bits);
      if (less(share, Ball(1, bits)) != Truth::yes) return Ball::anything(bits);
      total += (half.sum(s, line, 0, 0, budget) + half.left_out(s, line, 0)) / (1 - share);
    }
    return abs_upper_end(total);
  }

  [[nodiscard]] Ball bound_beyond(const Rational& a, const Rational& t, const Line& line, slong bits, const Ball& norm,
                                  const Budget& budget) const override {
    const Half half(step_, bits);
    const Rational top = line.height + line.reach;
    if (line.height.sign() < 0 || t.sign() < 0 || !half.allows(top, 2)) return Ball::anything(bits);
    Ball total = half.atom();
    for (const Rational& s : {1 + a, -a}) {
      const Ball error = 2 * half.edge(s, top) * strip(line.reach, line.step, bits) * norm;
      total += half.sum(s, line, line.height, t, budget) + half.left_out(s, line, line.height) + error;
    }
    return abs_upper_end(total);
  }

  [[nodiscard]] LineValues values(const Rational& a, const Rational& dt, const Line& line, const Ball& norm, slong bits,
                                  const TurningPlan& plan, const Budget& budget) const override {
    const Half half(step_, bits);
    const Rational top = line.height + line.reach;
    const Ball scale = Ball(line.step, bits) / sqrt(2 * Ball::pi(bits));
    std::vector<Half::Node> nodes;
    bool complete = line.height.sign() > 0 && half.allows(top, 1);
    for (slong j = line.first; j <= line.last && complete; ++j) {
      complete = !budget.expired();
      nodes.push_back(half.node(line.step * j, line.height));
    }
    const auto part = [&](const Rational& s) {
      Ball error = Ball::anything(bits);
      if (complete) {
        error = abs_upper_end(
            norm * (strip(line.height, line.step, bits) + half.edge(s, top) * strip(line.reach, line.step, bits)) +
            half.left_out(s, line, line.height));
      }
      std::vector<ComplexBall> logs;
      std::vector<ComplexBall> weights;
      for (const Half::Node& node : nodes) {
        logs.push_back(node.log_ratio);
        weights.push_back(exp(node.log_ratio * Ball(s, bits) + node.normal) * node.slope * scale);
      }
      return std::make_shared<const Transform>(dt, bits, plan, error, std::move(logs), std::move(weights));
    };
    const auto up = part(1 + a);
    const auto down = part(-a);
    return [up, down, atom = ComplexBall(half.atom(), Ball(0, bits))](slong first, slong count) {
      std::vector<ComplexBall> all = up->evaluate(first, count);
      const std::vector<ComplexBall> other = down->evaluate(first, count);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] + conj(other[i]) + atom;  // K(-a - it)
      return all;
    };
  }

  [[nodiscard]] std::optional<Ball> largest(slong) const override { return std::nullopt; }
  [[nodiscard]] std::optional<Ball> least(slong) const override { return std::nullopt; }

 private:
  // The integrand of K over v.
  struct Half {
    Half(const BatchStep& step, slong bits)
        : q(step.rate.ball(bits)), mu(2 / step.sigma.ball(bits)), pi(Ball::pi(bits)) {}

    struct Node {
      ComplexBall log_ratio;  // ln r
      ComplexBall normal;     // -y^2/2
      ComplexBall slope;      // w'
    };
    [[nodiscard]] Node node(const Rational& v, const Rational& k) const {
      const slong bits = q.bits();
      const ComplexBall growth = exp(ComplexBall(Ball(v, bits), Ball(k, bits)));
      const ComplexBall one(Ball(1, bits), Ball(0, bits));
      const ComplexBall w = log1p(growth);
      const ComplexBall y = w + ComplexBall(mu / 2, Ball(0, bits));
      return {log1p(expm1(w * mu) * q), y * y * Ball(Rational("-1/2"), bits), growth / (one + growth)};
    }
    [[nodiscard]] Ball log_ratio(const Ball& w) const { return log1p(expm1(w * mu) * q); }
    [[nodiscard]] Ball atom() const { return (1 - q) * (normal_cdf(mu / 2) - normal_cdf(-mu / 2)); }
    // Whether heights up to this one are in the strip (parts = 1), or the angle of r grows up to there (parts = 2).
    [[nodiscard]] bool allows(const Rational& height, slong parts) const {
      const Ball k(height, q.bits());
      const bool inside = less(2 * k, pi) == Truth::yes && less(k * mu, pi) == Truth::yes;
      return inside && (parts == 1 || less(2 * (1 + mu) * k, pi) == Truth::yes);
    }
    // Bound of the integral of the modulus at heights up to this one, over K(s).
    [[nodiscard]] Ball edge(const Rational& s, const Rational& height) const {
      const Ball k(height, q.bits());
      return exp(k * k / 2) / cos(k) * sector(s, k * mu);
    }
    // h sum of the modulus over the nodes kept, for frequency t.
    [[nodiscard]] Ball sum(const Rational& s, const Line& line, const Rational& height, const Rational& t,
                           const Budget& budget) const {
      const slong bits = q.bits();
      const Ball frequency(t, bits);
      const Ball exponent(s, bits);
      Ball total(0, bits);
      for (slong j = line.first; j <= line.last; ++j) {
        if (budget.expired()) return Ball::anything(bits);
        const Node n = node(line.step * j, height);
        total +=
            exp(exponent * n.log_ratio.real() - frequency * n.log_ratio.imaginary() + n.normal.real()) * abs(n.slope);
      }
      return total * Ball(line.step, bits) / sqrt(2 * pi);
    }
    [[nodiscard]] Ball left_out(const Rational& s, const Line& line, const Rational& height) const {
      const slong bits = q.bits();
      const Ball k(height, bits);
      const Ball exponent(s, bits);
      const Ball h(line.step, bits);
      const bool grows = s.sign() > 0;
      const Ball wider = sector(s, k * mu) * exp(k * k / 2);
      const Ball start = log1p(exp(Ball(line.step * line.first, bits)));
      const Ball most = grows ? exp(exponent * log_ratio(start)) : Ball(1, bits);
      const Ball density = exp(-mu * mu / 8) / sqrt(2 * pi);
      const Ball left = density * most * h * exp(h * (line.first - 1)) / -expm1(-h);
      const Ball last(line.step * line.last, bits);
      const Ball right = exp(exponent * log_ratio(last)) * beyond(mu / 2 + last, grows ? exponent * mu : Ball(0, bits));
      if (is_positive(last) != Truth::yes) return Ball::anything(bits);
      return (left + right) * wider;
    }

    Ball q;
    Ball mu;
    Ball pi;
  };

  BatchStep step_;
};

}  // namespace

std::unique_ptr<StepTransform> mixture_transform(const BatchStep& step, slong up, slong down) {
  const auto side = [&](slong records) {
    return Side{[step, records](slong bits) { return PairDensity(step, records, bits); }, Rational(records)};
  };
  return std::make_unique<MixtureTransform>(step.sigma, side(up), side(down));
}

std::unique_ptr<StepTransform> shifts_transform(const Number& sigma, const ShiftMixture& up, const ShiftMixture& down) {
  const auto side = [&](const ShiftMixture& one) {
    return Side{[sigma, one](slong bits) { return PairDensity(sigma, one, bits); }, one.shifts.back()};
  };
  return std::make_unique<MixtureTransform>(sigma, side(up), side(down));
}

std::unique_ptr<StepTransform> coupled_transform(const BatchStep& step) {
  return std::make_unique<CoupledTransform>(step);
}

}  // namespace hallmark::poisson_gaussian
