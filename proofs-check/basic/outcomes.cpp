#include "basic/outcomes.hpp"

#include <cmath>

#include "statement/reader.hpp"

namespace hallmark::check {

namespace {

void check_count(Count outcomes) {
  if (outcomes > kMostOutcomes) throw TooMuchWork();
}

}  // namespace

Interval Outcomes::missing() const {
  Interval rest = integer(1, infinite.precision()) - infinite;
  for (const LogOutcome& outcome : list) rest = rest - outcome.p;
  return max(rest, Interval(infinite.precision())).upper();
}

Outcomes discrete_laplace(const Number& a, Count sensitivity, Count precision) {
  check_count(sensitivity + 1);
  const Interval one = integer(1, precision);
  const Interval step = enclose(a, precision);
  const Interval z = one / enclose_exp(a, precision);
  const Interval middle = -expm1(-step) / (one + z);
  Outcomes all{{}, Interval(precision)};
  const Count d = sensitivity;
  for (Count x = 0; x <= d; ++x) {
    const Interval power = nth_power(z, x);
    all.list.push_back({x == 0 || x == d ? power / (one + z) : middle * power, step * integer(d - 2 * x, precision)});
  }
  return all;
}

Outcomes discrete_gaussian(const Number& sigma2, Count sensitivity, Count precision) {
  const Interval variance = enclose(sigma2, precision);
  const Interval two = integer(2, precision);
  // About 2^-precision of both laws is left out beyond the reach; what that is, is computed. The double chooses the reach
  // alone, and every reach >= 0 encloses: it is finite and not negative, or refused (NaN and infinity too).
  const double wanted = std::sqrt(1.3863 * static_cast<double>(precision) * mpfr_get_d(variance.hi(), MPFR_RNDU)) + 1 +
                        static_cast<double>(sensitivity);
  if (!(wanted < static_cast<double>(kMostOutcomes))) throw TooMuchWork();
  const Count reach(wanted);
  check_count(Count(2 * reach + 1));
  const auto weight = [&](Count x) { return exp(-(Interval(Integer(x) * Integer(x), precision) / (two * variance))); };
  const Interval step = integer(reach + 1, precision);
  const Interval tail = (two * weight(reach + 1) / -expm1(-(step / variance))).upper();
  std::vector<Interval> weights;
  Interval sum(precision);
  for (Count x = -reach; x <= reach; ++x) {
    weights.push_back(weight(x));
    sum = sum + weights.back();
  }
  const Interval total = from_ends(sum, sum + tail);
  const Interval d(Integer(sensitivity), precision);
  Outcomes all{{}, Interval(precision)};
  for (Count x = -reach; x <= reach; ++x) {
    const Interval ratio = (d * d - two * d * integer(x, precision)) / (two * variance);
    all.list.push_back({weights[x + reach] / total, ratio});
  }
  return all;
}

Outcomes eps_delta(const Number& eps, const Number& delta, Count precision) {
  const Interval one = integer(1, precision);
  const Interval infinite = enclose(delta, precision);
  const Interval rest = one - infinite;
  const Interval e = enclose_exp(eps, precision);
  const Interval ratio = enclose(eps, precision);
  return {{{rest * e / (one + e), ratio}, {rest / (one + e), -ratio}}, infinite};
}

Outcomes sampled(const Outcomes& whole, const Number& rate, bool remove) {
  if (mpfr_zero_p(whole.infinite.hi()) == 0) throw Rejected{"domain", "rate: must be 1 where outcomes are infinite"};
  Outcomes all{{}, whole.infinite};
  for (const LogOutcome& outcome : whole.list) {
    const Count precision = outcome.p.precision();
    const Interval q_mass = outcome.p * exp(-outcome.log_ratio);
    const Interval ratio = log1p(enclose(rate, precision) * expm1(outcome.log_ratio));
    all.list.push_back(remove ? LogOutcome{q_mass * exp(ratio), ratio} : LogOutcome{q_mass, -ratio});
  }
  return all;
}

}  // namespace hallmark::check
