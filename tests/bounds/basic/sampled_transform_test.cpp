#include "bounds/basic/sampled_transform.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "bounds/basic/laplace.hpp"
#include "exact/proposal.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;
using composition::Path;

namespace {

const Budget no_limit;

std::shared_ptr<const composition::LineTransform> transform_of(const char* eps0, const char* rate, Direction d) {
  return basic::laplace(Number(eps0)).phase.sampled_transform(d, Number(rate));
}

Path path(const Rational& a, const Rational& dt, long nodes, long bits = 160) {
  Path p;
  p.a = a;
  p.dt = dt;
  p.nodes = nodes;
  p.bits = bits;
  p.ln_error = -70;
  return p;
}

// E_Q l^s by the midpoint rule, in doubles.
std::complex<double> about(double r, double q, std::complex<double> s) {
  constexpr int count = 40'000;
  const auto l = [&](double u) { return std::pow(std::complex<double>(1 + q * std::expm1(u)), s); };
  std::complex<double> sum = std::exp(-r) / 2 * l(r) + 0.5 * l(-r);
  for (int i = 0; i < count; ++i) {
    const double u = -r + 2 * r * (i + 0.5) / count;
    sum += std::exp(-(u + r) / 2) / 4 * l(u) * (2 * r / count);
  }
  return sum;
}

}  // namespace

TEST_CASE("sampled-transform: E l^s of whole s is a sum of moments of the pair") {
  const long bits = 160;
  for (const char* eps0 : {"1/10", "1", "4"}) {
    for (const char* rate : {"1/100", "1/2", "99/100"}) {
      const auto remove = transform_of(eps0, rate, Direction::remove);
      const Ball r = Number(eps0).ball(bits), q = Number(rate).ball(bits);
      // E_Q X^k = e^(-r/2) (cosh(s r) + sinh(s r)/(2 s)), s = k - 1/2
      const auto moment = [&](long k) {
        const Ball s = Ball(2 * k - 1, bits) / 2;
        return exp(-r / 2) * (cosh(s * r) + sinh(s * r) / (2 * s));
      };
      INFO(eps0 << " " << rate);
      for (const long a : {-1, 0, 1, 2}) {
        Ball expected(0, bits);
        const long power = 1 + a;
        const long binomials[4][4] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 1, 0}, {1, 3, 3, 1}};
        for (long k = 0; k <= power; ++k) {
          expected += binomials[power][k] * moment(k) * pow(q, static_cast<unsigned long>(k)) *
                      pow(1 - q, static_cast<unsigned long>(power - k));
        }
        const auto values = remove->values(path(a, Rational("1/8"), 2), no_limit);
        const Ball value = values->front().real();
        CHECK(less_equal(abs_upper_end(value - expected), exp(Ball(-60, bits))) == Truth::yes);
        CHECK((value - expected).contains(0));
        CHECK(less_equal(expected, remove->at_most(a, 64, no_limit)) != Truth::no);
        CHECK(std::abs(remove->cumulant(static_cast<double>(a)) - roughly(log(expected))) < 1e-6);
      }
    }
  }
}

TEST_CASE("sampled-transform: values on lines by another rule, and what lies beyond their ends") {
  struct Case {
    const char* eps0;
    const char* rate;
    double r, q, a;
  };
  for (const Case& c :
       {Case{"1", "1/100", 1, 0.01, 12}, Case{"1/5", "3/10", 0.2, 0.3, 5}, Case{"3", "1/20", 3, 0.05, 0.5}}) {
    for (const Direction direction : {Direction::remove, Direction::add}) {
      const auto transform = transform_of(c.eps0, c.rate, direction);
      const double range = std::log1p(c.q * std::expm1(c.r)) - std::log1p(c.q * std::expm1(-c.r));
      const Rational dt = short_dyadic(0.2 / range, 20);
      const Path line = path(short_dyadic(c.a, 20), dt, 40);
      const auto values = transform->values(line, no_limit);
      REQUIRE(values.has_value());
      const double step = roughly(Ball(dt, 64));
      INFO(c.eps0 << " " << c.rate << " " << (direction == Direction::add));
      for (const std::size_t k : {0, 1, 17, 39}) {
        const std::complex<double> z(c.a, step * static_cast<double>(k));
        const std::complex<double> truth = about(c.r, c.q, direction == Direction::add ? -z : 1.0 + z);
        CHECK(std::abs(roughly((*values)[k].real()) - truth.real()) < 1e-7 * std::abs(truth) + 1e-9);
        CHECK(std::abs(roughly((*values)[k].imaginary()) - truth.imag()) < 1e-7 * std::abs(truth) + 1e-9);
      }
      const double beyond = roughly(transform->beyond(line, 64, no_limit));
      double largest = 0;
      for (const double further : {1.0, 1.02, 1.1, 1.3, 1.7, 2.5, 4.0, 7.0, 12.0, 25.0, 60.0}) {
        const std::complex<double> z(c.a, 8 / range * further);
        largest = std::max(largest, std::abs(about(c.r, c.q, direction == Direction::add ? -z : 1.0 + z)));
      }
      CHECK(largest <= beyond);
      CHECK(beyond < roughly(transform->at_most(line.a, 64, no_limit)));
      CHECK(std::abs(std::log(beyond) - transform->cumulant_at(c.a, 8 / range)) < 0.2);
    }
  }
}

TEST_CASE("sampled-transform: a thousand sampled rounds of Laplace noise, by a contour, in both directions") {
  struct Row {
    const char *rounds, *rate, *delta, *direction, *lo, *hi;
  };
  // Contours on other lines, in doubles, and a lattice from above.
  for (const Row& row : {Row{"1000", "1/100", "1e-6", "remove", "1.28640739976", "1.28640739978"},
                         Row{"1000", "1/100", "1e-6", "add", "1.21892088572", "1.21892088574"},
                         Row{"100", "1/10", "1e-5", "remove", "4.1523007915", "4.1523007917"},
                         Row{"100", "1/10", "1e-5", "add", "3.5186942491", "3.5186942493"}}) {
    const Answer a = answer(
        "laplace.epsilon",
        {{"eps0", "1"}, {"rate", row.rate}, {"rounds", row.rounds}, {"delta", row.delta}, {"direction", row.direction}},
        "", 10);
    CHECK(a.reached);
    CHECK(a.route == "contour");
    CHECK(a.lo <= Rational(row.hi));
    CHECK(Rational(row.lo) <= a.hi);
  }
  const Answer delta = answer(
      "laplace.delta", {{"eps0", "1"}, {"rate", "1/100"}, {"rounds", "1000"}, {"eps", "1"}, {"direction", "add"}});
  CHECK(delta.lo <= Rational("2.748079083e-5"));
  CHECK(Rational("2.748079079e-5") <= delta.hi);
}

TEST_CASE("sampled-transform: a contour and convex laws meet", "[.long]") {
  for (const char* direction : {"remove", "add"}) {
    check_meet("laplace.epsilon",
               {{"eps0", "1"}, {"rate", "1/10"}, {"rounds", "80"}, {"delta", "1e-5"}, {"direction", direction}}, "",
               "convex", 3);
  }
}
