#include "bounds/allocation/overlap.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

// C(n, r), or nothing above the limit. Each partial product is a binomial coefficient itself.
std::optional<slong> choose_up_to(slong n, slong r, slong limit) {
  if (r > n) return 0;
  r = std::min(r, n - r);
  __extension__ __int128 value = 1;
  for (slong i = 1; i <= r; ++i) {
    value = value * (n - r + i) / i;
    if (value > limit) return std::nullopt;
  }
  return static_cast<slong>(value);
}

// Sorted tuples k >= v_1 >= ... >= v_alpha >= 0 in lexicographic order, each with its rank.
class Tuples {
 public:
  Tuples(slong alpha, slong k) : alpha_(alpha), k_(k) {
    // below_[i][v]: the tuples that agree before place i and have a smaller entry than v there.
    below_.resize(static_cast<std::size_t>(alpha));
    for (slong i = 0; i < alpha; ++i) {
      for (slong v = 0; v <= k; ++v) {
        below_[static_cast<std::size_t>(i)].push_back(
            *choose_up_to(v + alpha - i - 1, alpha - i, 4 * most_overlap_terms));
      }
    }
  }
  [[nodiscard]] std::size_t rank(const std::vector<slong>& v) const {
    slong r = 0;
    for (std::size_t i = 0; i < v.size(); ++i) r += below_[i][static_cast<std::size_t>(v[i])];
    return static_cast<std::size_t>(r);
  }
  [[nodiscard]] bool next(std::vector<slong>& v) const {
    for (slong i = alpha_ - 1; i >= 0; --i) {
      const slong limit = i == 0 ? k_ : v[static_cast<std::size_t>(i) - 1];
      if (v[static_cast<std::size_t>(i)] == limit) continue;
      ++v[static_cast<std::size_t>(i)];
      std::fill(v.begin() + i + 1, v.end(), 0);
      return true;
    }
    return false;
  }

 private:
  slong alpha_;
  slong k_;
  std::vector<std::vector<slong>> below_;
};

template <typename Real>
class Overlap {
 public:
  Overlap(const std::vector<Real>& moments, slong t, slong k, Real one)
      : moments_(moments),
        alpha_(static_cast<slong>(moments.size()) - 1),
        t_(t),
        k_(k),
        tuples_(alpha_, k),
        one_(one) {}

  template <typename Poll>
  std::optional<Real> run(const Poll& poll) {
    std::vector<slong> v(static_cast<std::size_t>(alpha_), 0);
    table_.push_back(one_);
    while (tuples_.next(v)) {
      if (table_.size() % 256 == 0 && poll()) return std::nullopt;
      total_ = 0;
      for (slong x : v) total_ += x;
      sum_ = one_ - one_;
      lowered_ = v;
      choose(v, 0, 0, one_);
      table_.push_back(sum_ / total_);
    }
    // Divided by C(t, k)^alpha.
    Real all = one_;
    for (slong i = 0; i < k_; ++i) all = all * (t_ - i) / (i + 1);
    Real result = table_.back();
    for (slong i = 0; i < alpha_; ++i) result /= all;
    return result;
  }

 private:
  // Decides how many of the equal entries from `from` on are lowered by one, group after group.
  void choose(const std::vector<slong>& v, std::size_t from, slong taken, const Real& ways) {
    if (from == v.size() || v[from] == 0) {
      if (taken == 0) return;
      const Rational factor = Rational(t_ + 1) * taken - total_;
      sum_ += ways * moments_[static_cast<std::size_t>(taken)] * scaled(factor) * table_[tuples_.rank(lowered_)];
      return;
    }
    std::size_t to = from;
    while (to < v.size() && v[to] == v[from]) ++to;
    const auto equal = static_cast<slong>(to - from);
    Real here = ways;
    for (slong b = 0; b <= equal; ++b) {
      if (b > 0) {
        here = here * (equal - b + 1) / b;
        lowered_[to - static_cast<std::size_t>(b)] = v[from] - 1;
      }
      choose(v, to, taken + b, here);
    }
    std::fill(lowered_.begin() + static_cast<std::ptrdiff_t>(from), lowered_.begin() + static_cast<std::ptrdiff_t>(to),
              v[from]);
  }

  [[nodiscard]] Real scaled(const Rational& factor) const {
    if constexpr (std::is_same_v<Real, Ball>) {
      return Ball(factor, one_.bits());
    } else {
      return factor;
    }
  }

  const std::vector<Real>& moments_;
  slong alpha_;
  slong t_;
  slong k_;
  Tuples tuples_;
  Real one_;
  Real sum_ = one_;
  slong total_ = 0;
  std::vector<slong> lowered_;
  std::vector<Real> table_;
};

void check(std::size_t moments, slong t, slong k) {
  check_domain("allocation.overlap_moment", {1, t, k});
  if (moments < 2 || !overlap_terms(static_cast<slong>(moments) - 1, k)) {
    throw InputError("allocation.overlap_moment", "alpha", Rational(moments).to_string(),
                     "at least 1, with at most 2e7 overlap patterns");
  }
}

}  // namespace

std::optional<slong> overlap_terms(slong alpha, slong k) {
  return choose_up_to(alpha + 2 * k, alpha, most_overlap_terms);
}

Rational overlap_moment(const std::vector<Rational>& moments, slong t, slong k) {
  check(moments.size(), t, k);
  return *Overlap<Rational>(moments, t, k, Rational(1)).run([] { return false; });
}

std::optional<Ball> overlap_moment(const std::vector<Ball>& moments, slong t, slong k, const Budget& budget) {
  check(moments.size(), t, k);
  return Overlap<Ball>(moments, t, k, Ball(1, moments[0].bits())).run([&] { return budget.expired(); });
}

}  // namespace hallmark::allocation
