#include "bounds/shuffle/clones_inverses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "bounds/batch/gaussian.hpp"
#include "bounds/composition/composition.hpp"
#include "bounds/monotone_search.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/closed_forms.hpp"
#include "bounds/shuffle/phases.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::clones {
namespace {

constexpr slong most_rounds = 1'000'000'000'000'000;
constexpr slong largest_eps = 10'000;

void check(std::string_view where, const Number& eps, const Number& delta, slong rounds) {
  if (eps.sign() < 0) throw InputError(where, "eps", eps.to_string(), "at least 0");
  if (delta.sign() < 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "from 0 to 1");
  }
  if (rounds < 1 || rounds > most_rounds) {
    throw InputError(where, "rounds", Rational(rounds).to_string(), "an integer from 1 to 10^15");
  }
}

// rounds eps0 <= eps; a tie is one where both are rational, or logarithms of rationals and the rounds are few.
Truth is_trivial(const SmallestNParameters& x) {
  constexpr slong few = 1024;
  const auto times = [&]() -> std::optional<Number> {
    if (const auto eps0 = x.eps0.rational()) return Number(*eps0 * x.rounds);
    const auto e = x.eps0.rational_exponential();
    return e && x.rounds <= few ? std::optional(Number::ln(pow(*e, x.rounds))) : std::nullopt;
  };
  if (const auto all = times()) return less_equal(*all, x.eps);
  constexpr slong bits = 256;
  return less_equal(x.eps0.ball(bits) * x.rounds, x.eps.ball(bits));
}

// delta of `rounds` copies of the pair.
Ball forward(slong n, const Number& eps0, const Number& eps, slong rounds, slong digits, slong bits,
             const Budget& budget) {
  if (rounds == 1) return delta({n, eps0, eps}, bits, budget);
  const Enclosed found =
      composition::delta({composition::clones_phase(n, eps0, rounds)}, eps,
                         {.direction = Direction::both, .digits = digits, .default_effort = false, .budget = budget});
  return Ball::between(found.lo, found.hi, bits);
}

// The deviation s of the Gaussian mechanism that is as private: a proposal.
double gaussian_sigma(const Number& eps, const Number& delta) {
  constexpr slong digits = 4;
  return std::clamp(roughly(Ball(gaussian::sigma({eps, delta}, digits).bracket.hi, 64)), 1e-100, 1e100);
}

// The pair is nearly Gaussian: its log ratio has variance (2q)^2 E / n, q = (E-1)/(E+1), a round.
double nearly_gaussian_eps0(slong n, double sigma, slong rounds) {
  const double goal = static_cast<double>(n) / (4 * sigma * sigma * static_cast<double>(rounds));
  double low = -60, high = 9;  // of ln eps0
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    const double e = steady::exp(steady::exp(middle));
    const double q = steady::tanh(steady::exp(middle) / 2);
    (q * q * e < goal ? low : high) = middle;
  }
  return steady::exp(low);
}

// The largest eps0 at which user 1 alone, without any clone, stays within delta: (1-1/E)^(n-1) (E-w)/(E+1) <= delta. A
// proposal.
double alone_eps0(slong n, const Number& eps, const Number& delta) {
  const double w = steady::exp(roughly(eps.ball(64)));
  const double ln_delta = roughly(log(delta.ball(64)));
  double low = -690, high = 690;  // of ln(E - w)
  if (!std::isfinite(w)) return roughly(eps.ball(64));
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    const double e = w + steady::exp(middle);
    const double none = e > 1 ? static_cast<double>(n - 1) * steady::log1p(-1 / e) : n > 1 ? -1e300 : 0;
    (none + middle - steady::log1p(e) < ln_delta ? low : high) = middle;
  }
  return w > 2 ? steady::log(w + steady::exp(low)) : steady::log1p((w - 1) + steady::exp(low));
}

// A number of reports that the closed form proves to be enough, round by round; 10^15 + 1 where it proves none.
slong enough_reports(const SmallestNParameters& x) {
  constexpr slong bits = 128;
  const Number share(x.delta.ball(bits).lower() / x.rounds);
  const Ball goal = x.eps.ball(bits) / x.rounds;
  constexpr slong step = 4;
  for (slong n = step; n <= max_reports; n = n * 5 / step) {
    try {
      if (less_equal(closed_forms::theorem_3_1_sharp_upper({n, x.eps0, share}, bits), goal) == Truth::yes) return n;
    } catch (const InputError&) {
      continue;  // not valid for so few reports
    }
  }
  return max_reports + 1;
}

// The question for one n: +1 delta(n) > delta, -1: at most, 0: not decided.
class SizeSearch {
 public:
  SizeSearch(const SmallestNParameters& x, const Budget& budget) : x_(x), budget_(budget) {}

  int side(slong n) {
    ++evaluations;
    slong digits = few_digits;  // of several rounds: more where they do not decide
    constexpr slong first_bits = 96;
    constexpr slong last_bits = 4096;
    for (bits = std::max(bits, first_bits); bits <= last_bits; bits *= 2) {
      const Ball value = forward(n, x_.eps0, x_.eps, x_.rounds, digits, bits, budget_);
      remember(n, value);
      const Truth at_most = less_equal(value, x_.delta.ball(2 * bits));
      if (at_most != Truth::unknown) return at_most == Truth::yes ? -1 : 1;
      if (budget_.expired()) return 0;
      if (x_.rounds > 1) {
        constexpr slong most_digits = 12;
        if (digits >= most_digits) return 0;
        constexpr slong cheap_digits = 6;
        digits = std::min(digits + (digits < cheap_digits ? 1 : 3), most_digits);
      } else if (const auto goal = x_.delta.rational(); goal && bits > first_bits) {
        if (const auto exact = delta_exact({n, x_.eps0, x_.eps}, budget_)) return *exact <= *goal ? -1 : 1;
      }
    }
    bits = last_bits;
    return 0;
  }

  // ln delta as a function of n, from the last points: where it meets the goal.
  [[nodiscard]] std::optional<double> proposal() const {
    if (points_.size() < 2) return std::nullopt;
    const Ball goal = log(x_.delta.ball(64));
    const double height = std::sqrt(std::max(0.0, -goal.to_double_up()));
    std::vector<double> line;
    const std::size_t count = std::min<std::size_t>(points_.size(), 4);
    const auto* first = points_.data() + (points_.size() - count);
    for (std::size_t i = 0; i < count; ++i) line.push_back(first[i].first);
    for (std::size_t level = 1; level < count; ++level) {
      for (std::size_t i = 0; i + level < count; ++i) {
        const double a = first[i].second;
        const double b = first[i + level].second;
        line[i] = ((height - b) * line[i] - (height - a) * line[i + 1]) / (a - b);
      }
    }
    return std::isfinite(line[0]) ? std::optional(line[0]) : std::nullopt;
  }

  slong evaluations = 0;
  slong bits = 0;

 private:
  void remember(slong n, const Ball& value) {
    if (!value.is_finite() || is_positive(value) != Truth::yes || less(value, Rational(1)) != Truth::yes) return;
    const double height = std::sqrt(-log(value).to_double_up());
    if (!std::isfinite(height)) return;
    for (const auto& point : points_) {
      if (x_.rounds > 1 && point.first == static_cast<double>(n)) {  // what was wrong here was about as wrong elsewhere
        const double error = height - point.second;
        for (auto& other : points_) other.second += error;
        return;
      }
      if (point.first == static_cast<double>(n) || point.second == height) return;
    }
    points_.emplace_back(static_cast<double>(n), height);
  }

  const SmallestNParameters& x_;
  const Budget& budget_;
  static constexpr slong few_digits = 3;
  std::vector<std::pair<double, double>> points_;
};

}  // namespace

Inversion largest_eps0(const LargestEps0Parameters& x, slong digits, const Budget& budget) {
  constexpr std::string_view where = "clones.eps0";
  check_domain(where, x.n, 1);
  check(where, x.eps, x.delta, x.rounds);
  if (less(x.eps, largest_eps) != Truth::yes) {
    throw InputError(where, "eps", x.eps.to_string(), "below 10000: eps0 is at least eps");
  }
  if (less(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "below 1: at delta = 1 every eps0 will do");
  }
  const slong bits = digits * 4 + 128;
  const auto own = x.eps.rational();
  const Ball eps_ball = x.eps.ball(bits);
  const Rational least = own ? *own : std::max(eps_ball.lower(), Rational(0));
  if (x.rounds > 1 && x.delta.sign() == 0) {
    // The log ratio of all rounds reaches rounds * eps0, so that eps0 = eps / rounds.
    if (x.eps.sign() == 0) throw InputError(where, "delta", "0", "positive at eps = 0: no eps0 > 0 gives delta = 0");
    const Ball share = eps_ball / x.rounds;
    return {{share.lower(), share.upper()}, has_digits(share.lower(), share.upper(), digits), bits, 0};
  }
  if (x.delta.sign() == 0) {
    if (x.eps.sign() == 0) throw InputError(where, "delta", "0", "positive at eps = 0: no eps0 > 0 gives delta = 0");
    if (own) return {{*own, *own}, true, bits, 0};
    return {{eps_ball.lower(), eps_ball.upper()}, has_digits(eps_ball.lower(), eps_ball.upper(), digits), bits, 0};
  }
  // Without clones only user 1's own report is left: delta >= (1-1/E)^(n-1) (E-w)/(E+1).
  const Truth far = decide(
      [&](slong b) {
        const Number top(largest_eps);
        const Ball e = exponential(top, b);
        const Ball alone = pow(exponential_minus_1(top, b) / e, static_cast<ulong>(x.n - 1)) *
                           exponential_difference(top, x.eps, b) / (e + 1);
        return less(x.delta.ball(2 * b), alone);
      },
      {.first_bits = slong{1} << 15, .last_bits = slong{1} << 19, .budget = budget});
  if (far != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "so far below 1 that an eps0 below 10000 exceeds it");
  }
  // One report alone has delta = (E-w)/(E+1), and more have less: E = (w + delta)/(1 - delta) is safe. Several rounds:
  // eps0 may be below eps.
  const Ball w = exponential(x.eps, bits);
  const Ball alone = log((w + x.delta.ball(bits)) / (1 - x.delta.ball(bits)));
  const Rational lo = x.rounds > 1 ? Rational(0) : alone.is_finite() ? std::max(alone.lower(), least) : least;
  const Rational hi(largest_eps);
  const double nearly = nearly_gaussian_eps0(x.n, gaussian_sigma(x.eps, x.delta), x.rounds);
  Rational start = short_dyadic(std::min({nearly, alone_eps0(x.n, x.eps, x.delta), 9999.0}), 40);
  if (start <= lo) start = lo + lo * pow(Rational(10), -digits) * Rational("9/10");
  constexpr slong most_composed_digits = 9;
  const bool composed = x.rounds > 1;
  const slong asked = composed ? std::min(digits, most_composed_digits) : digits;
  const slong first_bits = digits * 4 + 64;
  const auto curve = [&](const Rational& eps0, slong b) {
    return forward(x.n, eps0, x.eps, x.rounds, std::min(digits_at(b, first_bits), asked + 2), b, budget);
  };
  const MonotoneSearch problem{.f = curve,
                               .increasing = true,
                               .target = x.delta.ball(16 * digits + 4096),
                               .lo = lo,
                               .hi = hi,
                               .start = start,
                               .digits = asked,
                               .most_evaluations = composed ? 30 : 60,
                               .rough_first = composed};
  Inversion found = search(problem, {.first_bits = first_bits, .last_bits = bisection_bits(digits), .budget = budget});
  found.reached = found.reached && asked == digits;
  return found;
}

Inversion smallest_n(const SmallestNParameters& x, const Budget& budget) {
  constexpr std::string_view where = "clones.n";
  check_domain(where, 1, x.eps0);
  check(where, x.eps, x.delta, x.rounds);
  const bool one_round = x.rounds == 1;
  if (one_round && less_equal(x.eps0, x.eps) == Truth::yes) return {{1, 1}, true, 0, 0};
  if (less_equal(1, x.delta) == Truth::yes) return {{1, 1}, true, 0, 0};
  if (x.delta.sign() == 0) {
    if (!one_round && is_trivial(x) == Truth::yes) return {{1, 1}, true, 0, 0};
    throw InputError(where, "delta", "0",
                     one_round ? "positive where eps < eps0: no number of reports gives delta = 0"
                               : "positive where eps < rounds eps0: no number of reports gives delta = 0");
  }
  SizeSearch at(x, budget);
  slong lo = 0;                  // delta(lo) > delta proved; 0: no report, nothing claimed
  slong hi = enough_reports(x);  // delta(hi) <= delta proved, unless it is 10^15 + 1
  const auto visit = [&](slong n) {
    const int side = at.side(n);
    if (side > 0) lo = std::max(lo, n);
    if (side < 0) hi = std::min(hi, n);
    return side != 0;
  };
  // Nearly Gaussian: n = E (2 q sigma)^2 rounds.
  const double sigma = gaussian_sigma(x.eps, x.delta);
  const double e = steady::exp(std::min(x.eps0.ball(64).to_double_up(), 100.0));
  const double q = (e - 1) / (e + 1);
  double guess =
      std::min(4 * q * q * e * sigma * sigma * static_cast<double>(x.rounds), 0.75 * static_cast<double>(hi));
  bool open = false;
  const auto limit = static_cast<double>(max_reports);
  constexpr int most = 80;
  for (int i = 0; i < most && hi - lo > 1 && !open && !budget.expired(); ++i) {
    double next = guess;
    if (i > 0) {
      const auto proposed = at.proposal();
      const auto low = static_cast<double>(lo);
      const auto high = static_cast<double>(hi);
      if (proposed) {
        // The interpolation names a real number: try the integer on the side that is still further away.
        next = *proposed;
        next = high - next > next - low ? std::ceil(next) : std::floor(next);
        if (lo == 0 || hi > max_reports) next = std::clamp(next, std::max(low, guess / 4), std::max(guess * 4, 16.0));
        guess = next;
      } else {
        next = lo == 0 ? high / 4 : hi > max_reports ? 4 * low + 4 : std::floor((low + high) / 2);
        // A good guess needs a second point near by, not one near a far end.
        if (i == 1 && lo > 0) next = std::min(next, std::floor(low * 17 / 16) + 1);
        guess = next;
      }
      constexpr int patience = 9;
      if (i > patience && i % 2 == 1 && hi <= max_reports) next = std::floor((low + high) / 2);
    }
    slong n = static_cast<slong>(std::clamp(std::isfinite(next) ? next : limit, 1.0, limit));
    n = std::clamp(n, lo + 1, hi - 1);
    if (!visit(n)) open = true;
    if (lo == max_reports) {
      throw InputError(where, "delta", x.delta.to_string(),
                       "at least what 10^15 reports give at these eps0 and eps: the target is beyond every n allowed");
    }
  }
  if (hi > max_reports) {
    throw InputError(
        where, "delta", x.delta.to_string(),
        fmt::format("larger, or the budget: more than {} reports are needed, and whether 10^15 suffice was "
                    "not decided in this time",
                    lo));
  }
  return {{lo + 1, hi}, hi - lo == 1, at.bits, at.evaluations};
}

}  // namespace hallmark::clones
