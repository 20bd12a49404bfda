#include "laws/pair_base.hpp"

namespace hallmark::check {

RatioMasses poisson_masses(const Interval& rate, const Interval& sigma, bool replaced) {
  const Count precision = sigma.precision();
  const Interval one(Integer(1), precision);
  const Interval half(Rational(1, 2), precision);
  const Interval shift = one / sigma;
  const Interval rest = one - rate;
  const auto mixed = [=](const Interval& y, const Interval& by) {
    return rest * normal_cdf(y) + rate * normal_cdf(y - by);
  };
  if (!replaced) {
    return [=](const Rational& x) -> Below {
      const Interval scaled = Interval(x, precision) - rest;  // q e^u, u = y/sigma - 1/(2 sigma^2)
      if (proved(less_equal(scaled, Rational(0)))) return {Interval(precision), Interval(precision)};
      if (mpfr_sgn(scaled.lo()) <= 0) throw TooMuchWork();
      const Interval y = sigma * log(scaled / rate) + shift * half;
      return {mixed(y, shift), normal_cdf(y)};
    };
  }
  const Interval c = rate * exp(-(shift * shift * half));
  return [=](const Rational& x) -> Below {
    const Interval level(x, precision);
    const Interval b = rest * (level - one);  // c Y^2 - b Y - c x = 0, Y = e^(y/sigma)
    const Interval root = sqrt(b * b + integer(4, precision) * c * c * level);
    const Interval growth = x >= 1 ? (b + root) / (c + c) : (c + c) * level / (root - b);
    const Interval y = sigma * log(growth);
    return {mixed(y, shift), mixed(y, -shift)};
  };
}

RatioMasses coupled_masses(const Interval& rate, const Interval& sigma) {
  const Count precision = sigma.precision();
  const Interval one(Integer(1), precision);
  const Interval mu = integer(2, precision) / sigma;
  const Interval half = one / sigma;  // mu/2
  return [=](const Rational& x) -> Below {
    // The outputs whose ratio is above t >= 1: X = dN(mu)/dN(0) above 1 + (t-1)/q.
    const Rational t = x >= 1 ? x : Rational(1 / x);
    const Interval y = log1p(Interval(Rational(t - 1), precision) / rate) / mu;
    const Interval q = normal_cdf(-y - half);
    const Interval p = (one - rate) * q + rate * normal_cdf(half - y);
    return x >= 1 ? Below{one - p, one - q} : Below{q, p};
  };
}

RatioMasses laplace_masses(const Interval& eps0) {
  const Count precision = eps0.precision();
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval least = exp(-eps0);
  const Interval most = exp(eps0);
  const Interval scale = exp(-(eps0 / two)) / two;
  return [=](const Rational& x) -> Below {
    const Interval level(x, precision);
    if (proved(less(level, least))) return {Interval(precision), Interval(precision)};
    if (proved(less(most, level))) return {one, one};
    if (!proved(less(least, level)) || !proved(less(level, most))) throw TooMuchWork();
    const Interval root = sqrt(level);
    return {scale * root, one - scale / root};
  };
}

ConvexLaw masses_base(const RatioMasses& below, Count precision, const Ratios& grid, const ConvexSpec& spec) {
  Regrid regrid(grid, spec, 0, 0);
  const Interval one(Integer(1), precision);
  Below from{Interval(precision), Interval(precision)};
  for (std::size_t i = 0; i <= grid.size(); ++i) {
    Below to = i == grid.size() ? Below{one, one} : below(Rational(grid[i], Integer(1) << spec.unit));
    regrid.add_between(i, i + 1, to.p - from.p, to.q - from.q);
    from = std::move(to);
  }
  return regrid.take();
}

}  // namespace hallmark::check
