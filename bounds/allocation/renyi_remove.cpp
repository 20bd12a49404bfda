#include "bounds/allocation/renyi_remove.hpp"

#include "exact/error.hpp"
#include "exact/partitions.hpp"
#include "exact/series.hpp"

namespace hallmark::allocation {
namespace {

void check(std::size_t moments, long t) {
  if (moments < 1) throw InputError("allocation.ratio_moments", "moments", "none", "at least M_0");
  if (t < 1 || t > max_steps) {
    throw InputError("allocation.ratio_moments", "t", Rational(t).to_string(), "an integer from 1 to 10^15");
  }
}

// Below this many steps per order the recurrence mixes signs so much that squaring is cheaper than its lost bits.
bool prefer_squaring(std::size_t n, long t) { return t < 64 && static_cast<std::size_t>(t) + 1 < n; }

// a_p = M_p / p!.
template <typename Real>
std::vector<Real> exponential_series(const std::vector<Real>& moments, Real one) {
  std::vector<Real> a;
  a.reserve(moments.size());
  Real factorial = one;
  for (std::size_t p = 0; p < moments.size(); ++p) {
    if (p > 0) factorial = factorial * p;
    a.push_back(moments[p] / factorial);
  }
  return a;
}

// b_n n! / t^n.
template <typename Real>
std::vector<Real> unscaled(std::vector<Real> b, long t, Real one) {
  Real scale = one;
  for (std::size_t n = 1; n < b.size(); ++n) {
    scale = scale * n / t;
    b[n] = b[n] * scale;
  }
  return b;
}

// The sum over partitions, with the products over the groups that a step leaves alone kept. `poll` may stop it.
template <typename Real, typename Poll>
std::optional<Real> partition_sum(const std::vector<Real>& moments, long t, Real one, const Poll& poll) {
  const auto n = static_cast<long>(moments.size()) - 1;
  const std::vector<Real> a = exponential_series(moments, one);
  // weights[p][c] = a_p^c / c!.
  std::vector<std::vector<Real>> weights(moments.size());
  for (long p = 1; p <= n; ++p) {
    auto& w = weights[static_cast<std::size_t>(p)];
    w.push_back(one);
    for (long c = 1; c * p <= n; ++c) w.push_back(w.back() * a[static_cast<std::size_t>(p)] / c);
  }
  // falling[m] = t (t-1) ... (t-m+1) / t^n n!.
  std::vector<Real> falling{one};
  for (long m = 1; m <= n; ++m) falling[0] = falling[0] * m / t;
  for (long m = 0; m < n; ++m) falling.push_back(falling.back() * (t > m ? t - m : 0));

  std::vector<Real> products{one};
  Real sum = one - one;
  Partitions partitions(n);
  long seen = 0;
  do {
    if (++seen % 1024 == 0 && poll()) return std::nullopt;
    const auto groups = partitions.groups();
    const std::size_t kept = std::min(partitions.first_changed(), groups.size());
    products.erase(products.begin() + static_cast<std::ptrdiff_t>(kept) + 1, products.end());
    for (std::size_t i = kept; i < groups.size(); ++i) {
      products.push_back(products.back() *
                         weights[static_cast<std::size_t>(groups[i].part)][static_cast<std::size_t>(groups[i].count)]);
    }
    sum += products.back() * falling[static_cast<std::size_t>(partitions.parts())];
  } while (partitions.next());
  return sum;
}

}  // namespace

std::vector<Rational> ratio_moments(const std::vector<Rational>& moments, long t) {
  check(moments.size(), t);
  return unscaled(series_power_by_recurrence(exponential_series(moments, Rational(1)), t), t, Rational(1));
}

std::optional<std::vector<Ball>> ratio_moments(const std::vector<Ball>& moments, long t, const Budget& budget) {
  check(moments.size(), t);
  const Ball one(1, moments[0].bits());
  const std::vector<Ball> a = exponential_series(moments, one);
  auto b = prefer_squaring(moments.size(), t) ? series_power_by_squaring(a, t, budget)
                                              : series_power_by_recurrence(a, t, budget);
  if (!b) return std::nullopt;
  return unscaled(std::move(*b), t, one);
}

Rational ratio_moment_by_partitions(const std::vector<Rational>& moments, long t) {
  check(moments.size(), t);
  return *partition_sum(moments, t, Rational(1), [] { return false; });
}

std::optional<Ball> ratio_moment_by_partitions(const std::vector<Ball>& moments, long t, const Budget& budget) {
  check(moments.size(), t);
  return partition_sum(moments, t, Ball(1, moments[0].bits()), [&] { return budget.expired(); });
}

std::optional<std::vector<Ball>> renyi_remove_orders(const Number& sigma, long steps, long n, long bits,
                                                     const Budget& budget) {
  check_domain("allocation.renyi", {sigma, steps, 1});
  if (n < 2 || n > 100'000) {
    throw InputError("allocation.renyi", "orders", Rational(n).to_string(), "integers from 2 to 10^5");
  }
  const auto moments = ratio_moments(gaussian_moments(sigma, n, bits), steps, budget);
  if (!moments) return std::nullopt;
  std::vector<Ball> orders;
  orders.reserve(static_cast<std::size_t>(n) - 1);
  for (long alpha = 2; alpha <= n; ++alpha) {
    orders.push_back(log((*moments)[static_cast<std::size_t>(alpha)]) / (alpha - 1));
  }
  return orders;
}

}  // namespace hallmark::allocation
