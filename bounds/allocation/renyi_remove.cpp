#include "bounds/allocation/renyi_remove.hpp"

#include <mutex>
#include <string>

#include "bounds/shared_tables.hpp"
#include "exact/error.hpp"
#include "exact/partitions.hpp"
#include "exact/series.hpp"

namespace hallmark::allocation {
namespace {

void check(std::size_t moments, slong t) {
  if (moments < 1) throw InputError("allocation.ratio_moments", "moments", "none", "at least M_0");
  if (t < 1 || t > max_steps) {
    throw InputError("allocation.ratio_moments", "t", Rational(t).to_string(), "an integer from 1 to 10^15");
  }
}

// Below this many steps per order the recurrence mixes signs so much that squaring is cheaper than its lost bits.
bool prefer_squaring(std::size_t n, slong t) { return t < 64 && static_cast<std::size_t>(t) + 1 < n; }

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
std::vector<Real> unscaled(std::vector<Real> b, slong t, Real one) {
  Real scale = one;
  for (std::size_t n = 1; n < b.size(); ++n) {
    scale = scale * n / t;
    b[n] = b[n] * scale;
  }
  return b;
}

// The sum over partitions, with the products over the groups that a step leaves alone kept. `poll` may stop it.
template <typename Real, typename Poll>
std::optional<Real> partition_sum(const std::vector<Real>& moments, slong t, Real one, const Poll& poll) {
  const auto n = static_cast<slong>(moments.size()) - 1;
  const std::vector<Real> a = exponential_series(moments, one);
  // weights[p][c] = a_p^c / c!.
  std::vector<std::vector<Real>> weights(moments.size());
  for (slong p = 1; p <= n; ++p) {
    auto& w = weights[static_cast<std::size_t>(p)];
    w.push_back(one);
    for (slong c = 1; c * p <= n; ++c) w.push_back(w.back() * a[static_cast<std::size_t>(p)] / c);
  }
  // falling[m] = t (t-1) ... (t-m+1) / t^n n!.
  std::vector<Real> falling{one};
  for (slong m = 1; m <= n; ++m) falling[0] = falling[0] * m / t;
  for (slong m = 0; m < n; ++m) falling.push_back(falling.back() * (t > m ? t - m : 0));

  std::vector<Real> products{one};
  Real sum = one - one;
  Partitions partitions(n);
  slong seen = 0;
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

// The coefficients of one sigma, t and precision, as far as they were asked for.
class Coefficients {
 public:
  std::optional<Ball> moment(const Number& sigma, slong t, slong n, slong bits, const Budget& budget) {
    const std::lock_guard lock(mutex_);
    const auto size = static_cast<std::size_t>(n) + 1;
    if (powers_.size() < size) {
      const Ball s = sigma.ball(bits);
      const Ball half_square = 1 / (2 * s * s);
      for (auto p = static_cast<slong>(series_.size()); p <= n; ++p) {
        factorials_.push_back(p == 0 ? Ball(1, bits) : factorials_.back() * p);
        scales_.push_back(p == 0 ? Ball(1, bits) : scales_.back() * p / t);
        series_.push_back(exp(half_square * p * (p - 1)) / factorials_.back());
      }
      auto more = series_power_by_recurrence(series_, t, budget, powers_);
      if (!more) return std::nullopt;
      powers_ = std::move(*more);
    }
    return powers_[size - 1] * scales_[size - 1];
  }

 private:
  std::mutex mutex_;
  std::vector<Ball> factorials_;
  std::vector<Ball> scales_;  // n! / t^n
  std::vector<Ball> series_;  // M_p / p!
  std::vector<Ball> powers_;
};

}  // namespace

std::optional<Ball> gaussian_ratio_moment(const Number& sigma, slong t, slong n, slong bits, const Budget& budget) {
  check_domain("allocation.moments", {sigma, t, 1});
  constexpr slong most_kept = 4096;
  if (n > most_kept || prefer_squaring(static_cast<std::size_t>(n) + 1, t)) {
    const auto all = ratio_moments(gaussian_moments(sigma, n, bits), t, budget);
    return all ? std::optional(all->back()) : std::nullopt;
  }
  static SharedTables<Coefficients> tables;
  const std::string key = sigma.to_string() + " " + std::to_string(t) + " " + std::to_string(bits);
  return tables.at(key)->moment(sigma, t, n, bits, budget);
}

std::vector<Rational> ratio_moments(const std::vector<Rational>& moments, slong t) {
  check(moments.size(), t);
  return unscaled(series_power_by_recurrence(exponential_series(moments, Rational(1)), t), t, Rational(1));
}

std::optional<std::vector<Ball>> ratio_moments(const std::vector<Ball>& moments, slong t, const Budget& budget) {
  check(moments.size(), t);
  const Ball one(1, moments[0].bits());
  const std::vector<Ball> a = exponential_series(moments, one);
  auto b = prefer_squaring(moments.size(), t) ? series_power_by_squaring(a, t, budget)
                                              : series_power_by_recurrence(a, t, budget);
  if (!b) return std::nullopt;
  return unscaled(std::move(*b), t, one);
}

Rational ratio_moment_by_partitions(const std::vector<Rational>& moments, slong t) {
  check(moments.size(), t);
  return *partition_sum(moments, t, Rational(1), [] { return false; });
}

std::optional<Ball> ratio_moment_by_partitions(const std::vector<Ball>& moments, slong t, const Budget& budget) {
  check(moments.size(), t);
  return partition_sum(moments, t, Ball(1, moments[0].bits()), [&] { return budget.expired(); });
}

std::optional<std::vector<Ball>> renyi_remove_orders(const Number& sigma, slong steps, slong n, slong bits,
                                                     const Budget& budget) {
  check_domain("allocation.renyi", {sigma, steps, 1});
  if (n < 2 || n > 100'000) {
    throw InputError("allocation.renyi", "orders", Rational(n).to_string(), "integers from 2 to 10^5");
  }
  const auto moments = ratio_moments(gaussian_moments(sigma, n, bits), steps, budget);
  if (!moments) return std::nullopt;
  std::vector<Ball> orders;
  orders.reserve(static_cast<std::size_t>(n) - 1);
  for (slong alpha = 2; alpha <= n; ++alpha) {
    orders.push_back(log((*moments)[static_cast<std::size_t>(alpha)]) / (alpha - 1));
  }
  return orders;
}

}  // namespace hallmark::allocation
