#include "allocation/allocation_moments.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace hallmark::check {

namespace {

std::uint64_t limbs(mpfr_prec_t precision) { return static_cast<std::uint64_t>(precision) / 64 + 1; }

/// L(theta) = E exp(-theta X) for theta > 0, to an absolute error of about 2^-accuracy.
class Transform {
 public:
  Transform(const Number& sigma, long accuracy, Budget& budget)
      : budget_(budget),
        accuracy_(accuracy),
        precision_(static_cast<mpfr_prec_t>(accuracy + 96)),
        one_(Integer(1), precision_),
        s_(one_ / enclose(sigma, precision_)),
        error_(precision_) {
    // Doubles propose strip, step and window (8.4); the error is computed from what they became.
    constexpr double ln2 = 0.6932;
    const double nats = ln2 * static_cast<double>(accuracy) + 2;
    const double s = mpfr_get_d(s_.hi(), MPFR_RNDU);
    if (!(s < 1e3)) throw TooMuchWork();
    const double y = std::min(1.57 / s, std::sqrt(2 * nats));
    const Interval strip = Interval::exactly(y, precision_);
    const Interval two(Integer(2), precision_);
    if (!proved(less_equal(strip * s_, Interval::pi(precision_) / two))) throw TooMuchWork();
    const Interval h = Interval::exactly(6.283 * y / (y * y / 2 + nats), precision_);
    const double count = std::ceil((std::sqrt(2 * nats) + 0.5) / mpfr_get_d(h.lo(), MPFR_RNDD));
    if (!(count < 1 << 14)) throw TooMuchWork();
    const auto last = static_cast<std::int64_t>(count);
    budget_.charge(2 * static_cast<std::uint64_t>(last) + 1, 1000 * limbs(precision_));
    const Interval norm = h / sqrt(two * Interval::pi(precision_));
    for (std::int64_t j = -last; j <= last; ++j) {
      const Interval x = h * Interval(Integer(j), precision_);
      nodes_.push_back({j >= 0, norm * exp(-(x * x / two)), exp(s_ * x - s_ * s_ / two)});
    }
    const Interval end = h * Interval(Integer(last), precision_);
    error_ = two * exp(strip * strip / two) / expm1(two * Interval::pi(precision_) * strip / h) + erfc(end / sqrt(two));
    // E X^j / j! of the series around 0.
    Interval moment = one_;
    const Interval square = exp(s_ * s_);
    Interval ratio = one_;  // e^(j s^2)
    constexpr int most_terms = 64;
    for (int j = 0; j < most_terms; ++j) {
      series_.push_back(moment);
      moment = moment * ratio / Interval(Integer(j + 1), precision_);
      ratio = ratio * square;
    }
  }

  [[nodiscard]] mpfr_prec_t precision() const { return precision_; }
  [[nodiscard]] const Interval& inverse_sigma() const { return s_; }

  [[nodiscard]] Interval operator()(const Interval& theta) const {
    if (std::optional<Interval> value = near_zero(theta)) return *value;
    budget_.charge(nodes_.size(), 250 * limbs(precision_) + 8 * limbs(precision_) * limbs(precision_));
    Interval sum(precision_);
    Interval error = error_;
    for (const Node& node : nodes_) {
      const Interval decay = exp(-(theta * node.ratio));
      sum = sum + node.weight * decay;
      // Further right exp(-theta X) is smaller still, and the weights add up to less than 1 there.
      if (node.right && mpfr_get_exp(decay.hi()) < -static_cast<mpfr_exp_t>(precision_)) {
        error = error + decay;
        break;
      }
    }
    const Interval e = error.upper();
    return max(min(from_ends(sum - e, sum + e), one_), Interval(precision_));
  }

 private:
  struct Node {
    bool right;  // x >= 0
    Interval weight, ratio;
  };

  /// Between two partial sums of sum (-theta)^j E X^j / j!, where they come close enough.
  [[nodiscard]] std::optional<Interval> near_zero(const Interval& theta) const {
    Interval power = one_;
    Interval sum = one_;
    budget_.charge(16, limbs(precision_));
    for (std::size_t j = 1; j < series_.size(); ++j) {
      power = power * theta;
      const Interval term = power * series_[j];
      const Interval next = j % 2 == 1 ? sum - term : sum + term;
      if (mpfr_get_exp(term.hi()) < -static_cast<mpfr_exp_t>(accuracy_)) {
        return max(min(j % 2 == 1 ? from_ends(next, sum) : from_ends(sum, next), one_), Interval(precision_));
      }
      if (mpfr_get_exp(term.hi()) > 0) return std::nullopt;
      sum = next;
    }
    return std::nullopt;
  }

  Budget& budget_;
  long accuracy_;
  mpfr_prec_t precision_;
  Interval one_, s_, error_;
  std::vector<Node> nodes_;
  std::vector<Interval> series_;
};

/// A partition of m into parts p_1, ..., p_n: n, the factor m!/prod p! * t!/((t-n)! prod c!) / t^m prod E X^p, and how
/// often each part occurs.
struct Product {
  std::uint64_t parts = 0;
  Interval factor;
  std::vector<std::uint64_t> counts;  // of the part p at p - 1
};

Interval factorial(std::uint64_t n, mpfr_prec_t precision) {
  Integer value = 1;
  for (std::uint64_t i = 2; i <= n; ++i) value *= i;
  return {value, precision};
}

std::vector<Product> expansion(std::uint64_t m, std::uint64_t t, const Interval& s, mpfr_prec_t precision) {
  std::vector<Product> result;
  std::vector<std::uint64_t> counts(m, 0);
  const Interval half_square = s * s / Interval(Integer(2), precision);
  const auto add = [&](auto&& self, std::uint64_t left, std::uint64_t largest, std::uint64_t parts) -> void {
    if (left == 0) {
      Interval factor = factorial(m, precision);
      Integer exponent = 0;
      for (std::uint64_t p = 1; p <= m; ++p) {
        factor = factor / factorial(counts[p - 1], precision) / nth_power(factorial(p, precision), counts[p - 1]);
        exponent += Integer(counts[p - 1]) * p * (p - 1);
      }
      for (std::uint64_t i = 0; i < parts; ++i) factor = factor * Interval(Integer(t - i), precision);
      factor =
          factor / nth_power(Interval(Integer(t), precision), m) * exp(half_square * Interval(exponent, precision));
      result.push_back({parts, factor, counts});
      return;
    }
    if (parts == t) return;
    for (std::uint64_t p = std::min(left, largest); p >= 1; --p) {
      ++counts[p - 1];
      self(self, left - p, p, parts + 1);
      --counts[p - 1];
    }
  };
  add(add, m, m, 0);
  return result;
}

/// (1/Gamma(r)) int_0^inf y^(r-1) E[f^m e^(-yf)] dy = E[f^(m-r)], in the variable u = ln y: the trapezoid sums of this
/// integral and of Gamma(r), with one rule.
class Moment {
 public:
  Moment(std::uint64_t steps, std::uint64_t m, const Interval& r, long accuracy, const Transform& transform,
         double coarser)
      : t_(steps),
        m_(m),
        precision_(std::max(transform.precision(), r.precision())),
        accuracy_(accuracy),
        r_(r),
        transform_(transform),
        one_(Integer(1), precision_),
        h_(precision_),
        kappa_(precision_),
        products_(expansion(m, steps, transform.inverse_sigma(), precision_)),
        whole_(precision_) {
    choose_rule(coarser);
    for (const Product& product : products_) whole_ = whole_ + product.factor;
    for (std::uint64_t p = 0; p <= m; ++p) {
      shifts_.push_back(exp(transform.inverse_sigma() * transform.inverse_sigma() * Interval(Integer(p), precision_)));
    }
  }

  /// Nothing if no proof is found with this transform.
  [[nodiscard]] std::optional<Interval> value(const QuadratureTuning& tuning, Budget& budget) const {
    const auto of_f = [&](const Interval& y, Interval& last) { return integrand(y, last); };
    const auto of_gamma = [&](const Interval& y, Interval& last) {
      last = exp(-y);
      return last;
    };
    const std::optional<Interval> top = sum(of_f, whole_, shifts_.back(), tuning, budget);
    const std::optional<Interval> gamma = sum(of_gamma, one_, one_, tuning, budget);
    if (!top || !gamma) return std::nullopt;
    // Both integrals are between T/(1+kappa) and T/(1-kappa).
    const Interval wide = (one_ + kappa_) / (one_ - kappa_);
    return from_ends(*top / *gamma / wide, *top / *gamma * wide);
  }

 private:
  void choose_rule(double coarser) {
    const double r = mpfr_get_d(r_.hi(), MPFR_RNDU);
    const double nats = 0.6932 * static_cast<double>(accuracy_) + 2;
    double best_h = 0;
    double best_y = 0;
    for (double y = 0.02; y < 1.56; y += 0.02) {
      const double h = 6.283 * y / (nats - r * std::log(std::cos(y)));
      if (h > best_h) best_h = h, best_y = y;
    }
    if (!(best_h > 1e-4)) throw TooMuchWork();
    h_ = Interval::exactly(coarser * best_h, precision_);
    const Interval y = Interval::exactly(best_y, precision_);
    const Interval two(Integer(2), precision_);
    kappa_ = two * exp(-(r_ * log(cos(y)))) / expm1(two * Interval::pi(precision_) * y / h_);
    if (!proved(less(kappa_, Rational(1, 2)))) throw TooMuchWork();
  }

  /// E[f^m e^(-yf)]; `last` becomes E[e^(-yf)].
  [[nodiscard]] Interval integrand(const Interval& y, Interval& last) const {
    const Interval theta = y / Interval(Integer(t_), precision_);
    std::vector<Interval> values;
    for (const Interval& shift : shifts_) values.push_back(transform_(theta * shift));
    std::vector<std::optional<Interval>> powers(m_ + 1);  // of L(theta), to t - n
    last = nth_power(values.front(), t_);
    Interval total(precision_);
    for (const Product& product : products_) {
      std::optional<Interval>& rest = powers[product.parts];
      if (!rest) rest = nth_power(values.front(), t_ - product.parts);
      Interval term = product.factor * *rest;
      for (std::uint64_t p = 1; p <= m_; ++p) {
        if (product.counts[p - 1] > 0) term = term * nth_power(values[p], product.counts[p - 1]);
      }
      total = total + term;
    }
    return total;
  }

  /// h-free trapezoid sum of y^r g(y) over all nodes y = e^(kh), remainders included. g <= whole, g >= whole
  /// e^(-slope y); what `g` leaves in its second argument is at most 1, and its quotients from node to node bound those
  /// of g and fall.
  template <class Integrand>
  [[nodiscard]] std::optional<Interval> sum(const Integrand& g, const Interval& whole, const Interval& slope,
                                            const QuadratureTuning& tuning, Budget& budget) const {
    const Interval zero(precision_);
    const auto u = [&](std::int64_t k) { return h_ * Interval(Integer(k), precision_); };
    const Interval growth = exp(r_ * h_);
    const double step = mpfr_get_d(h_.lo(), MPFR_RNDN);
    const auto start = static_cast<std::int64_t>(std::log(mpfr_get_d(r_.hi(), MPFR_RNDU) + 1) / step);
    constexpr std::int64_t most_nodes = 200'000;
    Interval total = zero;
    const auto small = [&](const Interval& x) {
      return mpfr_zero_p(x.hi()) != 0 ||
             (mpfr_regular_p(total.lo()) != 0 &&
              mpfr_get_exp(x.hi()) < mpfr_get_exp(total.lo()) - static_cast<mpfr_exp_t>(accuracy_));
    };
    Interval before = zero;
    for (std::int64_t k = start;; ++k) {
      if (k - start > most_nodes) return std::nullopt;
      budget.charge(8, limbs(precision_) * limbs(precision_));
      Interval last(precision_);
      const Interval value = exp(r_ * u(k)) * g(exp(u(k)), last);
      total = total + value;
      if (k > start) {
        const Interval ratio = growth * last / before.lower();
        if (proved(less(ratio, one_))) {
          const Interval rest = value * ratio / (one_ - ratio);
          if (small(rest) || (tuning.fewer_right > 0 && k - start > most_right(tuning))) {
            total = from_ends(total, total + rest.upper());
            break;
          }
        }
      }
      if (mpfr_sgn(last.lo()) <= 0) return std::nullopt;
      before = last;
    }
    for (std::int64_t k = start - 1;; --k) {
      if (start - k > most_nodes) return std::nullopt;
      budget.charge(8, limbs(precision_) * limbs(precision_));
      const Interval y = exp(u(k));
      Interval last(precision_);
      total = total + exp(r_ * u(k)) * g(y, last);
      // The nodes further left: whole e^(r h j), j < k, times a number between e^(-slope y) and 1.
      const Interval flat = whole * exp(r_ * u(k)) / expm1(r_ * h_);
      const Interval off = flat * min(slope * y, one_);
      if (small(off) || (tuning.fewer_left > 0 && start - k > tuning.fewer_left)) {
        total = total + from_ends(flat - off.upper(), flat);
        break;
      }
    }
    return total;
  }
  static std::int64_t most_right(const QuadratureTuning& tuning) { return tuning.fewer_right; }

  std::uint64_t t_;
  std::uint64_t m_;
  mpfr_prec_t precision_;
  long accuracy_;
  Interval r_;
  const Transform& transform_;
  Interval one_, h_, kappa_;
  std::vector<Product> products_;
  Interval whole_;                // E f^m
  std::vector<Interval> shifts_;  // e^(p/sigma^2)
};

long bits_below_one(const Interval& small) {
  if (mpfr_regular_p(small.lo()) == 0) return 0;
  return std::max(0L, 2 - static_cast<long>(mpfr_get_exp(small.lo())));
}

}  // namespace

Interval allocation_at_real_order(std::uint64_t steps, const Number& sigma, const Number& alpha, bool remove,
                                  unsigned bits, Budget& budget, const QuadratureTuning& tuning) {
  const Interval one(Integer(1), 64);
  const Interval s = one / enclose(sigma, 64);
  const Interval above = enclose(alpha, 64) - one;
  std::uint64_t m = 0;
  if (remove) {
    constexpr long largest_order = 16;
    if (!proved(less(enclose(alpha, 64), Rational(largest_order)))) throw TooMuchWork();
    const double order = mpfr_get_d(enclose(alpha, 64).hi(), MPFR_RNDU);
    m = static_cast<std::uint64_t>(order) + 1;
    if (static_cast<double>(m) - order < 0.5) ++m;  // far enough from an integer
  }
  // The moment exceeds 1 by at least about min(1, alpha-1)/(sigma^2 steps) (a guess: precision only).
  const Interval guess = min(above, one) * min(s * s, one) / Interval(Integer(steps), 64);
  const long accuracy = tuning.accuracy > 0 ? tuning.accuracy : static_cast<long>(bits) + 16 + bits_below_one(guess);
  const long growth = std::bit_width(steps) + std::max(0L, exponent_above(enclose(alpha, 64))) + 16;
  if (accuracy > (1L << 16)) throw TooMuchWork();
  // What multiplies an absolute error of L: E[X^p] of the parts.
  const double moments =
      0.73 * static_cast<double>(m) * static_cast<double>(m) * std::pow(mpfr_get_d(s.hi(), MPFR_RNDU), 2);
  if (!(moments < 4096)) throw TooMuchWork();
  constexpr long most_extra = 4096;
  for (long extra = static_cast<long>(moments); extra <= most_extra; extra = 3 * extra + 64) {
    const long transform_bits = tuning.transform > 0 ? tuning.transform : accuracy + growth + extra;
    const Transform transform(sigma, transform_bits, budget);
    const mpfr_prec_t precision = transform.precision();
    const Interval order = enclose(alpha, precision);
    const Interval exact_one(Integer(1), precision);
    const Interval r = remove ? Interval(Integer(m), precision) - order : order - exact_one;
    const std::optional<Interval> moment =
        Moment(steps, m, r, accuracy, transform, tuning.coarser).value(tuning, budget);
    if (!moment) continue;
    return log1p(max(*moment - exact_one, Interval(precision)));
  }
  throw TooMuchWork();
}

Interval allocation_overlap(std::uint64_t steps, std::uint64_t selected, const Number& sigma, std::uint64_t order,
                            unsigned bits, Budget& budget) {
  constexpr std::uint64_t most_selected = 2000;
  if (selected > most_selected) throw TooMuchWork();
  const auto precision = static_cast<mpfr_prec_t>(bits + 128);
  budget.charge(selected + 1, 64 * (selected + 1) + 200 * limbs(precision) * limbs(precision));
  const auto choose = [](std::uint64_t n, std::uint64_t k) {
    Integer value;
    mpz_bin_ui(raw(value), raw(Integer(n)), k);
    return value;
  };
  const Interval s = enclose(sigma, precision);
  const Interval unit = Interval(Integer(order), precision) / (Interval(Integer(2), precision) * s * s);
  const Integer all = choose(steps, selected);
  Interval excess(precision);
  for (std::uint64_t i = 1; i <= selected; ++i) {
    if (selected - i > steps - selected) continue;
    const Integer ways = choose(selected, i) * choose(steps - selected, selected - i);
    excess = excess + Interval(Rational(ways, all), precision) * expm1(unit * Interval(Integer(i), precision));
  }
  return log1p(excess) * Interval(Integer(order - 1), precision);
}

}  // namespace hallmark::check
