#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/batch/poisson_rare.hpp"
#include "bounds/batch/rough_cut.hpp"
#include "bounds/batch/truncated_step.hpp"
#include "exact/proposal.hpp"

using namespace hallmark;

namespace {

const Budget no_end_of_cut;

void check_cut_meets(const hallmark::Enclosed& a, const hallmark::Enclosed& b) {
  CHECK(a.lo <= b.hi);
  CHECK(b.lo <= a.hi);
}

composition::Path line_of_cut(const Rational& a, const Rational& dt, long nodes) {
  composition::Path p;
  p.a = a;
  p.dt = dt;
  p.nodes = nodes;
  p.bits = 128;
  p.ln_error = -50;
  return p;
}

}  // namespace

TEST_CASE("cut: the number is that of the Laplace table and of a grid") {
  struct Case {
    const char* sigma;
    const char* rate;
    long steps;
    const char* eps;
  };
  for (const Case& c : {Case{"1", "1/1000", 100, "1/20"}, Case{"2", "1/100", 40, "1/20"}}) {
    const poisson_gaussian::Mechanism m{Number(c.rate), Number(c.sigma), c.steps};
    INFO(c.sigma << " " << c.rate << " " << c.steps);
    for (const Direction d : {Direction::remove, Direction::add}) {
      const auto found = poisson_gaussian::delta_by_cut(m, d, Number(c.eps), 9, no_end_of_cut);
      REQUIRE(found);
      CHECK(has_digits(found->lo, found->hi, 9));
      const poisson_gaussian::DeltaParameters x{Number(c.eps), m.rate, m.sigma, m.steps, d, m.pair};
      check_cut_meets(*found, poisson_gaussian::delta(x, 6, no_end_of_cut, poisson_gaussian::Route::laplace));
      check_cut_meets(*found, poisson_gaussian::delta(x, 1, no_end_of_cut, poisson_gaussian::Route::grid));
      // delta falls, and epsilon is where it passes.
      const Number target(found->hi);
      const auto eps = poisson_gaussian::epsilon_by_cut(m, d, target, 7, no_end_of_cut);
      REQUIRE(eps);
      CHECK(eps->lo <= *Number(c.eps).rational());
      CHECK(eps->hi >= *Number(c.eps).rational() * Rational("0.999999"));
    }
  }
}

TEST_CASE("cut: a line that turns often is summed by rules on parts, to the number of one long rule") {
  const poisson_gaussian::Mechanism m{Number("1/10000"), Number("1/2"), 10};
  const auto eps = poisson_gaussian::epsilon_by_cut(m, Direction::remove, Number("1e-5"), 6, no_end_of_cut);
  REQUIRE(eps);
  CHECK(has_digits(eps->lo, eps->hi, 6));
  CHECK(eps->lo >= Rational("0.0394358"));  // commit ff7094f8 of the program, whose rules had up to 8,000 nodes
  CHECK(eps->hi <= Rational("0.0394359"));
}

TEST_CASE("cut: what is asked beyond its domain has no answer") {
  const poisson_gaussian::Mechanism once{Number("1/1000"), Number(1), 1};
  CHECK_FALSE(poisson_gaussian::delta_by_cut(once, Direction::remove, Number("1/10"), 6, no_end_of_cut));
  const poisson_gaussian::Mechanism m{Number("1/1000"), Number(1), 100};
  CHECK_FALSE(poisson_gaussian::delta_by_cut(m, Direction::remove, Number(0), 6, no_end_of_cut));
  const poisson_gaussian::Mechanism both{Number("1/1000"), Number(1), 100, {1, 1}};
  CHECK_FALSE(poisson_gaussian::delta_by_cut(both, Direction::remove, Number("1/10"), 6, no_end_of_cut));
}

TEST_CASE("cut: next to the largest log ratio of direction add it ends soon") {
  const poisson_gaussian::Mechanism m{Number("1/100000"), Number(1), 1000};
  const auto found = poisson_gaussian::delta_by_cut(m, Direction::add, Number("1/100"), 6, no_end_of_cut);
  if (found) CHECK(found->hi < Rational("1e-20"));
}

TEST_CASE("truncated-step: there is none where doubles know no mass below the cut") {
  const auto at = [](const char* sigma, const char* cut) {
    return poisson_gaussian::truncated_step({Number(sigma), Number("1/50")}, true, Rational(cut));
  };
  CHECK_FALSE(at("100", "-9/25"));
  CHECK_FALSE(at("1e30", "-1/3"));
  const auto lowest = at("100", "-7/20");
  REQUIRE(lowest);
  CHECK(lowest->values(line_of_cut(2, 5, 6), no_end_of_cut));
}

TEST_CASE("cut: tables in doubles stay small, or are none") {
  using poisson_gaussian::RoughCut;
  CHECK(poisson_gaussian::rough_points({1e-3, 1, 10, false}, 4, 1e9).empty());
  CHECK_FALSE(RoughCut::build({1e-12, 300, 100, true}, 1e-12, 1.4e-12, std::log(1e-2)));
  CHECK_FALSE(RoughCut::build({1e-3, 1, 10, false}, 11, 8, std::log(1e-50)));
}

TEST_CASE("truncated-step: its moments, its masses, and how it falls") {
  for (const bool add : {false, true}) {
    for (const char* cut : {"-1/2", "1", "4"}) {
      for (const char* sigma : {"1/2", "1", "3"}) {
        INFO(add << " " << cut << " " << sigma);
        const poisson_gaussian::BatchStep step{Number(sigma), Number("1/50")};
        const auto m = poisson_gaussian::truncated_step(step, add, Rational(cut));
        const auto masses = m->masses(128, {});
        CHECK(less(m->at_most(0, 128, no_end_of_cut), masses.p) != Truth::yes);
        CHECK(less(m->at_most(0, 128, no_end_of_cut), masses.p * Ball(Rational("1.000001"), 128)) == Truth::yes);
        CHECK(less(m->at_most(-1, 128, no_end_of_cut), masses.q) != Truth::yes);
        CHECK(less(m->at_most(-1, 128, no_end_of_cut), masses.q * Ball(Rational("1.000001"), 128)) == Truth::yes);
        const poisson_gaussian::MassesAbove above = poisson_gaussian::masses_above(step, Rational(cut), 128);
        CHECK(((add ? masses.q : masses.p) + above.with - 1).contains(Rational(0)));
        CHECK(((add ? masses.p : masses.q) + above.without - 1).contains(Rational(0)));
        for (const char* t : {"5", "100", "2000"}) {
          const Ball bound = m->beyond(line_of_cut(2, Rational(t), 1), 128, no_end_of_cut);
          const auto values = m->values(line_of_cut(2, Rational(t) * Rational("1.01"), 6), no_end_of_cut);
          REQUIRE(values);
          for (std::size_t k = 1; k < values->size(); ++k) CHECK(less(bound, abs((*values)[k])) != Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("cut: the table in doubles proposes delta and its derivative to three digits") {
  using poisson_gaussian::RoughCut;
  struct Case {
    const char* sigma;
    const char* rate;
    long steps;
    double remove, add;  // thresholds
  };
  // The long line turns often; sigma = 3 has its cut at 28 deviations.
  for (const Case& c : {Case{"1/2", "1/1000", 100, 2.1, 0.03}, Case{"1", "1/1000", 100, 0.05, 0.006},
                        Case{"3", "1/100000", 10'000, 0.000517, 0.0001}}) {
    const poisson_gaussian::Mechanism m{Number(c.rate), Number(c.sigma), c.steps};
    INFO(c.sigma << " " << c.rate << " " << c.steps);
    for (const Direction d : {Direction::remove, Direction::add}) {
      const bool add = d == Direction::add;
      const double eps = add ? c.add : c.remove;
      const auto delta = [&](double at) {
        const auto found = poisson_gaussian::delta_by_cut(m, d, Number(short_dyadic(at, 50)), 5, no_end_of_cut);
        REQUIRE(found);
        return roughly(Ball((found->lo + found->hi) / 2, 64));
      };
      const double value = delta(eps), step = 1e-2 * eps;
      const double slope = (delta(eps + step) - delta(eps - step)) / (2 * step);
      const auto table =
          RoughCut::build({roughly(m.rate.ball(64)), roughly(m.sigma.ball(64)), static_cast<double>(m.steps), add},
                          add ? eps / 1.4 : eps * 1.4, eps, std::log(value));
      REQUIRE(table);
      const auto rough = table->at(eps);
      CHECK(rough.value == Approx(value).epsilon(2e-3));
      CHECK(rough.slope == Approx(slope).epsilon(2e-2));
    }
  }
}
