#include "bounds/selection/private_selection.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <queue>
#include <string_view>

#include "exact/error.hpp"

namespace hallmark::private_selection {
namespace {

constexpr std::string_view where = "private-selection.epsilon";

void refuse_unless(bool condition, std::string_view name, const Number& value, std::string_view domain) {
  if (!condition) throw InputError(where, name, value.to_string(), domain);
}

// 1/(1+E) and (E-1)/(1+E): the smaller answer of randomized response, and by how much the larger one exceeds it.
struct Response {
  Ball least;
  Ball gap;
};
Response response(const Number& eps0, slong bits) {
  const Ball whole = 1 + exponential(eps0, bits);
  return {1 / whole, exponential_minus_1(eps0, bits) / whole};
}

// ln((rest + share (least + gap))/(rest + share least)) for share = 1 - rest.
Ball log_growth(const Ball& rest, const Ball& share, const Response& r) {
  return log1p(share * r.gap / (rest + share * r.least));
}

// What the number of runs adds to eps0.
struct Added {
  const Number& eps0;
  slong bits;

  Ball operator()(const NegativeBinomial& k) const {
    refuse_unless(less(-1, k.eta) == Truth::yes, "eta", k.eta, "above -1");
    refuse_unless(k.gamma.sign() > 0 && less_equal(k.gamma, 1) == Truth::yes, "gamma", k.gamma,
                  "positive and at most 1");
    const Ball gamma = k.gamma.ball(bits);
    return (k.eta.ball(bits) + 1) * log_growth(gamma, 1 - gamma, response(eps0, bits));
  }
  Ball operator()(const Poisson& k) const {
    refuse_unless(k.mean.sign() > 0, "mean", k.mean, "positive");
    return k.mean.ball(bits) * response(eps0, bits).gap;
  }
  Ball operator()(const BinomialRuns& k) const {
    refuse_unless(k.n >= 1, "n", k.n, "an integer of at least 1");
    refuse_unless(k.p.sign() > 0 && less_equal(k.p, 1) == Truth::yes, "p", k.p, "positive and at most 1");
    const Ball p = k.p.ball(bits);
    return (k.n - 1) * log_growth(1 - p, p, response(eps0, bits));
  }
  Ball operator()(const Fixed& k) const {
    refuse_unless(k.n >= 1, "n", k.n, "an integer of at least 1");
    return (k.n - 1) * eps0.ball(bits);
  }
};

// f' and f'' up to a common factor at x > 0: sums of positive terms, which increase with x.
class Slopes {
 public:
  Slopes(const std::vector<Weight>& law, slong bits) {
    for (const Weight& w : law) {
      if (w.runs >= 1 && w.weight.sign() > 0) terms_.push_back({w.runs, Ball(w.weight * w.runs, bits)});
    }
  }
  [[nodiscard]] Ball first(const Ball& x) const {
    Ball sum(0, x.bits());
    for (const auto& [runs, weight] : terms_) sum += weight * pow(x, static_cast<ulong>(runs - 1));
    return sum;
  }
  [[nodiscard]] Ball second(const Ball& x) const {
    Ball sum(0, x.bits());
    for (const auto& [runs, weight] : terms_) {
      if (runs > 1) sum += weight * (runs - 1) * pow(x, static_cast<ulong>(runs - 2));
    }
    return sum;
  }

 private:
  struct Term {
    slong runs;
    Ball weight;
  };
  std::vector<Term> terms_;
};

// g(s) = ln f'(1 - s b) - ln f'(1 - s a), 0 < s <= 1, b = 1/(1+E), a = E/(1+E); its largest value is asked for.
class Growth {
 public:
  Growth(const Number& eps0, const std::vector<Weight>& law, slong bits)
      : slopes_(law, bits), low_(response(eps0, bits).least), high_(1 - low_), bits_(bits) {}

  [[nodiscard]] Ball at(const Rational& s) const { return between(s, s); }

  // At least g on [from, to].
  [[nodiscard]] Ball upper(const Rational& from, const Rational& to) const {
    const Ball rough = between(from, to);
    const Ball x_low = 1 - low_ * Ball(to, bits_), x_high = 1 - low_ * Ball(from, bits_);
    const Ball z_low = 1 - high_ * Ball(to, bits_), z_high = 1 - high_ * Ball(from, bits_);
    // g' = a f''(z)/f'(z) - b f''(x)/f'(x), by the ends of x and z.
    const Ball most =
        high_ * slopes_.second(z_high) / slopes_.first(z_low) - low_ * slopes_.second(x_low) / slopes_.first(x_high);
    const Ball least =
        high_ * slopes_.second(z_low) / slopes_.first(z_high) - low_ * slopes_.second(x_high) / slopes_.first(x_low);
    const Ball half(Rational(to - from) / 2, bits_);
    return min(rough, at((from + to) / 2) + half * max(max(most, -least), Ball(0, bits_)));
  }

 private:
  [[nodiscard]] Ball between(const Rational& from, const Rational& to) const {
    return log(slopes_.first(1 - low_ * Ball(from, bits_)) / slopes_.first(1 - high_ * Ball(to, bits_)));
  }

  Slopes slopes_;
  Ball low_, high_;
  slong bits_;
};

struct Cell {
  Rational upper;
  Rational from, to;
  friend bool operator<(const Cell& a, const Cell& b) { return a.upper < b.upper; }
};

}  // namespace

Ball epsilon(const Number& eps0, const Runs& runs, slong bits) {
  refuse_unless(eps0.sign() > 0, "eps0", eps0, "positive");
  return eps0.ball(bits) + std::visit(Added{eps0, bits}, runs);
}

Bracket epsilon_of_table(const Number& eps0, const std::vector<Weight>& law, slong digits, const Budget& budget) {
  refuse_unless(eps0.sign() > 0, "eps0", eps0, "positive");
  slong most_runs = 0;
  for (const Weight& w : law) most_runs = std::max(most_runs, w.runs);
  constexpr slong guard = 192;
  const slong bits = 8 * digits + guard + 4 * static_cast<slong>(std::bit_width(static_cast<ulong>(most_runs)));
  const Growth growth(eps0, law, bits);
  const Ball one = eps0.ball(bits);
  const auto cell = [&](const Rational& from, const Rational& to) {
    const Ball upper = growth.upper(from, to);
    return Cell{upper.is_finite() ? upper.upper() : (one * most_runs).upper(), from, to};
  };
  Rational met = 0;  // g falls to 0 as s falls to 0
  std::priority_queue<Cell> open;
  open.push(cell(0, 1));
  const auto bracket = [&] {
    return Bracket{(one + Ball(met, bits)).lower(), (one + Ball(std::max(open.top().upper, met), bits)).upper()};
  };
  constexpr slong most_cells = 100'000;
  for (slong i = 0; i < most_cells && !budget.expired(); ++i) {
    const Cell widest = open.top();
    const Bracket found = bracket();
    if (has_digits(found.lo, found.hi, digits)) break;
    open.pop();
    const Rational middle = (widest.from + widest.to) / 2;
    for (const Rational& s : {middle, widest.to}) {
      const Ball here = growth.at(s);
      if (here.is_finite()) met = std::max(met, here.lower());
    }
    open.push(cell(widest.from, middle));
    open.push(cell(middle, widest.to));
  }
  return bracket();
}

}  // namespace hallmark::private_selection
