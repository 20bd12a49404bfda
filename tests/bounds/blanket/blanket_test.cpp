#include "bounds/blanket/blanket.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>

#include "bounds/blanket/laws_witness.hpp"
#include "bounds/blanket/randomizers.hpp"
#include "bounds/registry.hpp"
#include "exact/convex_law.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::blanket;

namespace {

using Rows = std::vector<std::vector<Rational>>;
using Histogram = std::map<std::vector<long>, Rational>;

Rational r(const char* text) { return Rational(text); }

// The law of the shuffled reports of a dataset: counts of every output.
Histogram shuffled(const Rows& rows, const std::vector<std::size_t>& dataset) {
  Histogram law{{std::vector<long>(rows.front().size(), 0), Rational(1)}};
  for (const std::size_t x : dataset) {
    Histogram next;
    for (const auto& [counts, p] : law) {
      for (std::size_t c = 0; c < counts.size(); ++c) {
        std::vector<long> more = counts;
        ++more[c];
        next[more] += p * rows[x][c];
      }
    }
    law = std::move(next);
  }
  return law;
}

Rational divergence(const Histogram& p, const Histogram& q, const Rational& w) {
  Rational sum = 0;
  for (const auto& [counts, mass] : p) {
    const auto at = q.find(counts);
    sum += std::max(Rational(0), mass - (at == q.end() ? Rational(0) : w * at->second));
  }
  return sum;
}

// The largest divergence over all datasets of n users that differ in the first one.
Rational truth(const Rows& rows, std::size_t n, const Rational& w) {
  Rational most = 0;
  std::vector<std::size_t> others(n - 1, 0);
  while (true) {
    for (std::size_t x = 0; x < rows.size(); ++x) {
      for (std::size_t y = 0; y < rows.size(); ++y) {
        std::vector<std::size_t> one{x};
        std::vector<std::size_t> two{y};
        one.insert(one.end(), others.begin(), others.end());
        two.insert(two.end(), others.begin(), others.end());
        most = std::max(most, divergence(shuffled(rows, one), shuffled(rows, two), w));
      }
    }
    std::size_t i = 0;
    while (i < others.size() && ++others[i] == rows.size()) others[i++] = 0;
    if (i == others.size()) return most;
  }
}

// E (U_1 + ... + U_n)_+ / n of one pair against the blanket, term by term.
Rational exact_blanket(const Rows& rows, std::size_t x, std::size_t y, std::size_t n, const Rational& w) {
  std::map<Rational, Rational> law{{Rational(0), Rational(1)}};
  std::map<Rational, Rational> one;
  Rational gamma = 0;
  for (std::size_t c = 0; c < rows[x].size(); ++c) {
    Rational least = rows[0][c];
    for (const auto& row : rows) least = std::min(least, row[c]);
    gamma += least;
    one[(rows[x][c] - w * rows[y][c]) / least] += least;
  }
  one[Rational(0)] += 1 - gamma;
  for (std::size_t i = 0; i < n; ++i) {
    std::map<Rational, Rational> next;
    for (const auto& [s, p] : law) {
      for (const auto& [u, q] : one) next[s + u] += p * q;
    }
    law = std::move(next);
  }
  Rational sum = 0;
  for (const auto& [s, p] : law) sum += std::max(Rational(0), s) * p;
  return sum / static_cast<long>(n);
}

const std::vector<Rows>& randomizers() {
  static const std::vector<Rows> all{
      {{r("1/2"), r("1/3"), r("1/6")}, {r("1/6"), r("1/2"), r("1/3")}, {r("1/3"), r("1/6"), r("1/2")}},
      {{r("3/4"), r("1/8"), r("1/8")}, {r("1/8"), r("3/4"), r("1/8")}, {r("1/8"), r("1/8"), r("3/4")}},
      {{r("1/2"), r("1/4"), r("1/4")}, {r("1/5"), r("1/5"), r("3/5")}},
  };
  return all;
}

Answer ask(const std::string& id, const ParameterTexts& texts) {
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.default_effort = true, .budget = Budget()});
}

}  // namespace

TEST_CASE("blanket: all datasets of a few users lie in the bracket, the blanket formula above them") {
  for (const Rows& rows : randomizers()) {
    for (const std::size_t n : {1U, 2U, 3U, 4U}) {
      for (const char* w : {"1", "6/5", "3/2", "2"}) {
        INFO("n=" << n << " w=" << w << " first=" << rows[0][0].to_string());
        const Rational ratio = r(w);
        const Rational most = truth(rows, n, ratio);
        Rational formula = 0;
        for (std::size_t x = 0; x < rows.size(); ++x) {
          for (std::size_t y = 0; y < rows.size(); ++y) {
            if (x != y) formula = std::max(formula, exact_blanket(rows, x, y, n, ratio));
          }
        }
        CHECK(formula >= most);
        const auto found = delta({static_cast<long>(n), table(rows).problem}, Number::ln(ratio), 4, Budget());
        CHECK(found.hi >= formula);
        CHECK(found.lo <= most);
        if (n == 1) CHECK(found.hi - most < r("1/1000000"));
        CHECK(found.hi - formula < r("1/100"));
        if (ratio < Rational(2)) CHECK(found.lo * 2 >= most);
      }
    }
  }
  // Two users of the circulant randomizer: the bound of one pair is the truth.
  CHECK(exact_blanket(randomizers()[0], 0, 1, 2, r("6/5")) == r("13/60"));
}

TEST_CASE("blanket: one law above several is above each of them") {
  const Rows& rows = randomizers()[2];
  const Randomizer any = table(rows);
  const Problem p = any.problem(Number::ln(r("6/5")), 7);
  const Lattice x{r("1/32"), -200, 200};
  std::vector<Spread> laws;
  for (const Reference& reference : p.above) laws.push_back(reference.spread(x, 128, Budget()).value());
  const Spread one = envelope(laws);
  for (const Spread& law : laws) {
    Ball low(0, 128);
    Ball high(0, 128);
    Ball below(0, 128);
    Ball above(0, 128);
    for (std::size_t i = law.masses.at.size(); i-- > 0;) {
      low += below;
      high += above;
      CHECK(less(high, low) != Truth::yes);
      below += law.masses.at[i];
      above += one.masses.at[i];
    }
  }
}

TEST_CASE("blanket: k-ary randomized response against its own quantity") {
  for (const long k : {2L, 4L}) {
    for (const char* eps : {"1/4"}) {
      INFO("k=" << k << " eps=" << eps);
      const Number gamma("1/4");
      const auto found = delta({50, krr(k, gamma).problem}, Number(eps), 4, Budget());
      const Answer weak =
          ask("krr.delta.weak", {{"n", "50"}, {"k", std::to_string(k)}, {"gamma", "1/4"}, {"eps", eps}});
      CHECK(found.hi >= weak.lo);
      CHECK((found.hi - weak.hi) * 500 < weak.hi);
      CHECK(found.lo <= weak.hi);
      CHECK(found.lo * 4 > weak.lo);
    }
  }
}

TEST_CASE("blanket: named randomizers are their tables") {
  const Number eps0 = Number::ln(3);
  // Hadamard response of three inputs: outputs 0..3, C_x where the row x of the matrix is 1.
  const Rational high = r("3/8");
  const Rational low = r("1/8");
  const Rows response{{high, low, high, low}, {high, high, low, low}, {high, low, low, high}};
  const Rows pairs{{r("3/12"), r("3/12"), r("3/12"), r("1/12"), r("1/12"), r("1/12")},
                   {r("3/12"), r("1/12"), r("1/12"), r("3/12"), r("3/12"), r("1/12")},
                   {r("1/12"), r("3/12"), r("1/12"), r("3/12"), r("1/12"), r("3/12")},
                   {r("1/12"), r("1/12"), r("3/12"), r("1/12"), r("3/12"), r("3/12")}};
  for (const long n : {1L, 20L}) {
    for (const char* eps : {"1/20", "1/2"}) {
      INFO("n=" << n << " eps=" << eps);
      const auto same = [&](const Randomizer& named, const Rows& rows) {
        const auto a = delta({n, named.problem}, Number(eps), 4, Budget());
        const auto b = delta({n, table(rows).problem}, Number(eps), 4, Budget());
        CHECK((a.hi - b.hi) * 500 < b.hi);
        CHECK((b.hi - a.hi) * 500 < b.hi);
        CHECK(a.lo <= b.hi);
        CHECK((b.lo - a.lo) * 50 <= b.hi);
      };
      same(hadamard(3, eps0), response);
      same(subset(4, 2, eps0), pairs);
    }
  }
}

TEST_CASE("blanket: Laplace noise in the settings of the design page") {
  const Answer a = ask("shuffle-laplace.epsilon", {{"eps0", "1"}, {"n", "1000"}, {"delta", "1e-5"}});
  CHECK(a.lo >= r("0.0917"));
  CHECK(a.hi <= r("0.1093"));
  CHECK(a.lo <= r("0.09185"));
  CHECK(a.hi >= r("0.1092"));
  const Answer pair =
      ask("shuffle-laplace.epsilon", {{"eps0", "1"}, {"n", "1000"}, {"delta", "1e-5"}, {"inputs", "0,1"}});
  CHECK(pair.lo == a.lo);
  CHECK(pair.hi == a.hi);
}

TEST_CASE("blanket: one report with Gaussian noise is the Gaussian mechanism, a thousand are far better") {
  for (const char* sigma : {"1/2", "4"}) {
    for (const char* eps : {"0", "1"}) {
      const Answer one = ask("shuffle-gaussian.delta", {{"sigma", sigma}, {"n", "1"}, {"eps", eps}});
      const Answer noise = ask("gaussian.delta", {{"sigma", sigma}, {"eps", eps}});
      CHECK(one.hi >= noise.lo);
      CHECK(one.hi <= noise.hi * r("1.02"));
      CHECK(one.lo <= noise.hi);
    }
  }
  // Every score that matters is negative.
  for (const auto& [n, sigma, eps] :
       {std::array{"1", "10", "1"}, std::array{"2", "10", "0.72"}, std::array{"1", "1e6", "0.1"}}) {
    const Answer one = ask("shuffle-gaussian.delta", {{"sigma", sigma}, {"n", n}, {"eps", eps}});
    CHECK(one.lo <= ask("gaussian.delta", {{"sigma", sigma}, {"eps", eps}}).hi);
    CHECK(one.lo <= one.hi);
    CHECK(one.hi < r("1e-6"));
  }
  const Answer nothing = ask("shuffle-gaussian.delta", {{"sigma", "1e30"}, {"n", "10"}, {"eps", "0"}});
  CHECK((nothing.lo == Rational(0) && nothing.hi < r("1e-30") && nothing.reached));
  const Answer many = ask("shuffle-gaussian.epsilon", {{"sigma", "4"}, {"n", "1000"}, {"delta", "1e-5"}});
  CHECK(many.hi < r("0.04"));
  CHECK(many.lo > r("0.02"));
}

TEST_CASE("blanket: laws of Gaussian reports enclose sums over the plane of two reports") {
  // E (U_1 + U_2)_+ / 2 in floating point, against the blanket and where the other user holds 0 or 1.
  for (const double sigma : {1.0, 2.0}) {
    for (const double w : {1.0, 1.5}) {
      const double h = sigma / 60;
      const auto density = [&](double z) {
        return std::exp(-z * z / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * M_PI));
      };
      const auto half = [&](int other) {
        std::vector<std::pair<double, double>> u;
        double rest = 1;
        for (double z = -9 * sigma + h / 2; z < 1 + 9 * sigma; z += h) {
          const double a = density(z);
          const double b = density(z - 1);
          const double nu = other == 0 ? a : other == 1 ? b : std::min(a, b);
          u.emplace_back((a - w * b) / nu, nu * h);
          rest -= nu * h;
        }
        u.emplace_back(0, std::max(0.0, rest));
        double sum = 0;
        for (const auto& [x, p] : u) {
          for (const auto& [y, q] : u) sum += std::max(0.0, x + y) * p * q;
        }
        return sum / 2;
      };
      const Number eps = Number::ln(Rational(static_cast<long>(2 * w)) / 2);
      const Answer a =
          ask("shuffle-gaussian.delta", {{"sigma", sigma == 1 ? "1" : "2"}, {"n", "2"}, {"eps", eps.to_string()}});
      const double hi = binary64(a.hi, Rounding::up);
      const double lo = binary64(a.lo, Rounding::up);
      const double above = half(2);
      const double below = std::max(half(0), half(1));
      CHECK(hi >= above * (1 - 1e-3));
      CHECK(hi <= above * 1.004);
      CHECK(lo <= below * (1 + 1e-3));
      CHECK(lo >= below * 0.996);
    }
  }
}

TEST_CASE("blanket: the law of a Gaussian report encloses that of one report however little is cut") {
  const Noise noise{Noise::Kind::gaussian, 1};
  const Rational truth = ask("gaussian.delta", {{"sigma", "1"}, {"eps", "1/2"}}).lo;
  for (const double reach : {0.3, 1.0, 3.0, 8.0}) {
    for (const long cells : {2, 5, 400}) {
      const auto above = noise_blanket(noise, r("1/2"), reach).law(cells);
      REQUIRE(above);
      const Rational hi = delta_end(above->law, Number::ln(above->shift));
      CHECK(hi >= truth);
      if (reach > 2 && cells > 5) CHECK(hi <= truth * r("1.001"));
      for (const int other : {0, 1}) {
        const auto below = noise_others(noise, r("1/2"), other, reach).law(cells);
        REQUIRE(below);
        const Rational lo = delta_end(below->law, Number::ln(below->shift));
        CHECK(lo <= truth * r("1.000001"));
        if (reach > 2 && cells > 5) CHECK(lo >= truth * r("0.999"));
      }
    }
  }
}

TEST_CASE("blanket: a hundred reports with as much Gaussian noise as they are long, by laws") {
  const Answer a = ask("shuffle-gaussian.epsilon", {{"sigma", "1"}, {"n", "100"}, {"delta", "1e-5"}});
  CHECK(a.reached);
  CHECK((a.lo > r("0.62") && a.lo < r("0.622")));
  CHECK((a.hi > r("0.706") && a.hi < r("0.708")));
  // The lattice says the same at one eps.
  const Entry& e = entry("shuffle-gaussian.delta");
  const Arguments x = e.arguments({{"sigma", "2"}, {"n", "60"}, {"eps", "1/4"}});
  const Answer coarse = evaluate(e, x, {.digits = 3, .budget = {}});
  const Answer laws = evaluate(e, x, {.default_effort = true, .budget = {}});
  CHECK(laws.hi <= coarse.hi * r("1.01"));
  CHECK(laws.lo >= coarse.lo);
  CHECK(coarse.lo <= laws.hi);
  CHECK(laws.lo <= coarse.hi);
  const Answer one = ask("shuffle-gaussian.epsilon", {{"sigma", "1"}, {"n", "1"}, {"delta", "1e-5"}});
  CHECK(one.hi - one.lo < r("1e-9"));
  CHECK(one.lo <= ask("gaussian.epsilon", {{"sigma", "1"}, {"delta", "1e-5"}}).hi);
}

TEST_CASE("blanket: with less noise the blanket's score has heavy tails, and sixty-four bits are too few", "[.long]") {
  const Answer heavy = ask("shuffle-gaussian.epsilon", {{"sigma", "1"}, {"n", "300"}, {"delta", "1e-3"}});
  CHECK(heavy.hi < r("0.4"));
}

TEST_CASE("blanket: heavy tails of a score leave its certificate a law that is fine in the middle") {
  const Shuffled shuffled{1000, gaussian(r("1/2")).problem};
  const DeltaEnd end{r("1/2"), r("0.0088"), true};  // the upper end is 0.008775...
  const auto found = laws(shuffled, {}, end, Budget());
  REQUIRE(found);
  CHECK(found->laws.upper.size() == 1);
  CHECK(found->laws.upper.front().cuts.size() > 500);
}

TEST_CASE("blanket: no pair of inputs is worse than the ends of the interval") {
  // E (U - c)_+ against the blanket by sums over the line, in floating point: inputs 1/4, 5/8 against 0, 1.
  for (const bool pure : {true, false}) {
    const auto density = [pure](double z) { return pure ? std::exp(-2 * std::fabs(z)) : std::exp(-z * z / 0.5); };
    for (const double w : {1.0, 1.3, 3.0}) {
      for (const double c : {-2.0, -0.3, 0.0, 0.4, 3.0}) {
        const auto hinge = [&](double x, double y) {
          double sum = 0;
          for (int i = 0; i < 16000; ++i) {
            const double z = -8 + i * 1e-3 + 5e-4;
            sum += std::max(0.0, density(z - x) - w * density(z - y) - c * std::min(density(z), density(z - 1)));
          }
          return sum * 1e-3;
        };
        for (const double x : {0.0, 0.25, 0.6, 1.0}) {
          for (const double y : {0.0, 0.4, 0.625, 1.0}) CHECK(hinge(x, y) <= hinge(0, 1) + 1e-5);
        }
      }
    }
  }
}

TEST_CASE("blanket: the upper end of epsilon is proved however large it is") {
  // One report with hardly any noise: epsilon is that of the Gaussian mechanism, about 1/(2 sigma^2) + 4.26/sigma.
  const Answer one = ask("shuffle-gaussian.epsilon", {{"sigma", "1/1000"}, {"n", "1"}, {"delta", "1e-5"}});
  CHECK(one.hi >= Rational(504'000));
  CHECK(one.hi <= Rational(506'000));
  // At eps = 0 delta is at most 2/3.
  const Answer few = ask("shuffle-table.epsilon", {{"table", "1,0;1/3,2/3"}, {"n", "3"}, {"delta", "67/100"}});
  CHECK(few.hi.sign() == 0);
  CHECK(few.reached);
  // No eps helps against a report that only one of two inputs gives.
  CHECK_THROWS_WITH(ask("shuffle-table.epsilon", {{"table", "1,0;1/3,2/3"}, {"n", "3"}, {"delta", "1/2"}}),
                    Catch::Contains("at least the delta of an infinite epsilon, 2/3"));
}

TEST_CASE("blanket: bad tables and sizes are refused by name") {
  using Catch::Contains;
  const auto with = [](const char* table) {
    return ask("shuffle-table.delta", {{"n", "10"}, {"eps", "1/2"}, {"table", table}});
  };
  CHECK_THROWS_WITH(with("1,0"), Contains("2 to 64 rows"));
  CHECK_THROWS_WITH(with("1/2,1/2;1/2,1/3"), Contains("add up to"));
  CHECK_THROWS_WITH(with("1/2,1/2;1"), Contains("as many numbers"));
  CHECK_THROWS_WITH(with("3/2,-1/2;1/2,1/2"), Contains("at least 0"));
  CHECK_THROWS_WITH(with("a"), Contains("table"));
  CHECK_THROWS_WITH(subset(3, 3, 1), Contains("from 1 to k - 1"));
  // Nothing in common: what the reports say of the record is seen by everybody.
  const Answer apart = with("1,0;0,1");
  CHECK(apart.hi == Rational(1));
}

TEST_CASE("blanket: one report holds the randomizer itself; a table without noise has delta 1") {
  const auto delta = [](std::string_view id, const ParameterTexts& texts) {
    const Entry& e = entry(id);
    return evaluate(e, e.arguments(texts), {.digits = 4, .budget = {}});
  };
  const Answer one = delta("shuffle-gaussian.delta", {{"n", "1"}, {"sigma", "3/10"}, {"eps", "3.21"}});
  const Answer truth = delta("gaussian.delta", {{"sigma", "3/10"}, {"eps", "3.21"}});
  CHECK(one.lo <= truth.hi);
  CHECK(truth.lo <= one.hi);
  CHECK(delta("shuffle-table.delta", {{"n", "7"}, {"table", "1,0;0,1"}, {"eps", "3"}}).exact == Rational(1));
  CHECK_FALSE(delta("shuffle-table.delta", {{"n", "3"}, {"table", "1,0;1/2,1/2"}, {"eps", "1"}}).exact.has_value());
}

TEST_CASE("shuffle-gaussian: one report with little noise is the Gaussian mechanism") {
  const Answer one =
      entry("shuffle-gaussian.delta")
          .evaluate(entry("shuffle-gaussian.delta").arguments({{"n", "1"}, {"sigma", "3/10"}, {"eps", "3.21"}}),
                    {.digits = 6, .budget = Budget()});
  const Answer whole = entry("gaussian.delta")
                           .evaluate(entry("gaussian.delta").arguments({{"sigma", "3/10"}, {"eps", "3.21"}}),
                                     {.digits = 9, .budget = Budget()});
  CHECK(one.lo <= whole.hi);
  CHECK(whole.lo <= one.hi);
  CHECK(one.hi - one.lo < pow(Rational(10), -6));
}
