#include "bounds/allocation/convex_profile.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/gaussian.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using allocation::profile_delta;
using allocation::profile_epsilon;
using allocation::ProfileParameters;

namespace {

bool overlap(const Rational& lo, const Rational& hi, const char* want_lo, const char* want_hi) {
  return lo <= Rational(want_hi) && Rational(want_lo) <= hi;
}

struct Row {
  const char* sigma;
  long steps;
  long epochs;
  Direction direction;
  const char* at;
  const char* lo;
  const char* hi;
};

// delta at eps, reference values of finer grids.
constexpr Row deltas[] = {
    {"1", 3, 1, Direction::remove, "1", "0.03350075041718", "0.03350081819128"},
    {"1", 3, 1, Direction::remove, "2", "0.001614117394654", "0.001614126544578"},
    {"1", 1000, 1, Direction::add, "0.125", "0.00001126524168724", "0.00001126575576805"},
    {"1", 10000, 1, Direction::remove, "0.1", "1.084352339893E-11", "1.084767489488E-11"},
    {"1/2", 1000, 1, Direction::remove, "0.5", "0.005943181622181", "0.005943284303110"},
    {"1/2", 64, 1, Direction::remove, "1", "0.04481438708679", "0.04481461705345"},
    {"1/2", 64, 1, Direction::add, "1", "0.003457736855029", "0.003457908782156"},
    {"3/10", 100, 1, Direction::remove, "5", "0.07231716889029", "0.07231944241058"},
    {"3/10", 100, 1, Direction::remove, "10", "0.001702051790599", "0.001702137697410"},
    {"2", 10000, 1, Direction::remove, "0.005", "0.0005003550480097", "0.0005003596124913"},
    {"2", 10000, 1, Direction::remove, "0.01", "0.00006311178575889", "0.00006311310869924"},
    {"2", 10000, 1, Direction::remove, "0.02", "1.137052143333E-7", "1.137124887220E-7"},
    {"4", 37, 1, Direction::add, "0.0625", "0.001264778480491", "0.001264786552253"},
    {"4", 37, 1, Direction::add, "0.25", "7.201482963633E-12", "7.202863682158E-12"},
    {"4/5", 365, 1, Direction::add, "0.25", "0.0001120754613093", "0.0001120809871058"},
    {"4/5", 365, 1, Direction::add, "0.5", "1.581710785881E-10", "1.582224195951E-10"},
    {"1", 100, 3, Direction::remove, "1.5", "6.731318527229E-8", "6.733137088633E-8"},
};

// epsilon at delta.
constexpr Row epsilons[] = {
    {"1", 10000, 50, Direction::remove, "1e-6", "0.366713240471", "0.366717767222"},
    {"1", 10000, 50, Direction::add, "1e-6", "0.365075922214", "0.365081841334"},
    {"1/2", 1000, 5, Direction::remove, "1e-6", "5.260041477408", "5.260144682523"},
    {"1", 10000, 1, Direction::remove, "1e-8", "0.060400989649", "0.060401103989"},
    {"1", 10000, 1, Direction::add, "1e-8", "0.057918560595", "0.057918639425"},
    {"3/10", 100, 1, Direction::remove, "1e-8", "19.072497194863", "19.072520346219"},
    {"3/10", 100, 1, Direction::add, "1e-8", "4.463811403446", "4.463812276240"},
};

void check_delta(const Row& row, long digits) {
  const auto d = profile_delta({Number(row.sigma), row.steps, row.epochs, row.direction}, Number(row.at), digits);
  INFO("sigma " << row.sigma << " steps " << row.steps << " eps " << row.at << " nodes " << d.nodes);
  CHECK(d.reached);
  CHECK(overlap(d.delta.lo, d.delta.hi, row.lo, row.hi));
}

void check_epsilon(const Row& row, long digits) {
  const auto e = profile_epsilon({Number(row.sigma), row.steps, row.epochs, row.direction}, Rational(row.at), digits);
  INFO("sigma " << row.sigma << " steps " << row.steps << " delta " << row.at << " nodes " << e.nodes);
  CHECK(e.reached);
  REQUIRE(e.epsilon.hi.has_value());
  CHECK(overlap(e.epsilon.lo, *e.epsilon.hi, row.lo, row.hi));
}

}  // namespace

TEST_CASE("Allocation by convex laws: one step is the Gaussian mechanism, epochs its rounds") {
  for (const Direction direction : {Direction::remove, Direction::add, Direction::both}) {
    for (const char* eps : {"0", "1", "3"}) {
      const auto d = profile_delta({Number("ln(3)"), 1, 4, direction}, Number(eps), 2);
      const Ball truth = gaussian::delta({Number("ln(3)"), Number(eps), 4}, 128);
      CHECK(d.reached);
      CHECK(less_equal(Ball(d.delta.lo, 128), truth) != Truth::no);
      CHECK(less_equal(truth, Ball(d.delta.hi, 128)) != Truth::no);
    }
  }
}

TEST_CASE("Allocation by convex laws: reference values at coarse grids") {
  for (const Row& row : deltas) {
    if (row.steps <= 100) check_delta(row, 1);
  }
  check_epsilon(epsilons[6], 2);
}

TEST_CASE("Allocation by convex laws: all reference values", "[.long]") {
  for (const Row& row : deltas) check_delta(row, 3);
  for (const Row& row : epsilons) check_epsilon(row, 4);
}

TEST_CASE("Allocation by convex laws: eps to 10^-5 at sigma 1, 10^4 steps, delta 10^-8", "[.long]") {
  const auto e = profile_epsilon({1, 10000, 1, Direction::both}, Rational("1e-8"), 5);
  CHECK(e.reached);
  CHECK(overlap(e.epsilon.lo, *e.epsilon.hi, "0.060400989649", "0.060401103989"));
  CHECK(*e.epsilon.hi - e.epsilon.lo <= Rational("1e-5") * *e.epsilon.hi);
}

TEST_CASE("Allocation by convex laws: two steps out of many, between the contracted e_2 and the blocks") {
  struct Two {
    long steps;
    Direction direction;
    const char* eps;
    const char* lo;  // of finer grids
    const char* hi;
  };
  for (const Two& two : {Two{128, Direction::remove, "1/4", "1.89447791e-2", "1.91458082e-2"},
                         Two{128, Direction::remove, "1", "1.4795830e-5", "1.6944640e-5"},
                         Two{1000, Direction::add, "1/10", "0.0045689516770", "0.004574937968610"}}) {
    const auto law =
        allocation::profile_law({1, two.steps, 1, two.direction, 2}, {.nodes = 1000, .smallest_delta = 1e-6});
    const RationalEnds d = delta(*law, Number(two.eps));
    CHECK(d.lo <= Rational(two.lo));
    CHECK(Rational(two.hi) <= d.hi);
    CHECK(Rational(two.lo) - d.lo < Rational(two.lo) / 200);
    CHECK(d.hi - Rational(two.hi) < Rational(two.hi) / 200);
  }
  // All steps selected: the Gaussian at sigma / sqrt(3); an odd number of steps: one block is longer.
  const auto all = profile_delta({1, 3, 1, Direction::add, 3}, 1, 3);
  const Ball truth = gaussian::delta({1, 1, 3}, 128);
  CHECK((all.reached && less_equal(Ball(all.delta.lo, 128), truth) != Truth::no));
  CHECK(less_equal(truth, Ball(all.delta.hi, 128)) != Truth::no);
  const auto odd = profile_delta({1, 7, 2, Direction::remove, 3}, 1, 1);
  const auto even = profile_delta({1, 6, 2, Direction::remove, 3}, 1, 1);
  CHECK((odd.delta.lo < odd.delta.hi && odd.delta.lo < even.delta.hi));
  CHECK(odd.delta.hi < even.delta.hi);  // more steps to hide in
}

TEST_CASE("Allocation by convex laws: thresholds far out, both directions, no time, bad input") {
  const auto far = profile_delta({Number("1/2"), 16, 1, Direction::add}, Number(5), 1);  // far below 10^-12
  CHECK(far.reached);
  CHECK(far.delta.lo.sign() > 0);
  CHECK(far.delta.hi < Rational("1e-12"));
  const ProfileParameters p{1, 20, 1, Direction::both};
  const auto both = profile_delta(p, Number("1/2"), 1);
  const auto remove = profile_delta({1, 20, 1, Direction::remove}, Number("1/2"), 1);
  const auto add = profile_delta({1, 20, 1, Direction::add}, Number("1/2"), 1);
  CHECK(both.delta.hi == std::max(remove.delta.hi, add.delta.hi));
  CHECK(both.delta.lo == std::max(remove.delta.lo, add.delta.lo));
  const Budget none(std::chrono::duration<double>(0));
  const auto nothing = profile_delta(p, 1, 3, none);
  CHECK((nothing.delta.lo == 0 && nothing.delta.hi == 1 && !nothing.reached && nothing.nodes == 0));
  CHECK(!profile_epsilon(p, Rational("1e-5"), 3, none).epsilon.hi.has_value());
  CHECK_THROWS_WITH(profile_delta({0, 20, 1, Direction::both}, 1, 3), "allocation: sigma = 0: must be 0 < sigma");
  CHECK_THROWS_WITH(profile_delta({1, 0, 1, Direction::both}, 1, 3), "allocation: steps = 0: must be in 1..10^12");
  CHECK_THROWS_WITH(profile_delta({1, 1, 0, Direction::both}, 1, 3), "allocation: epochs = 0: must be in 1..10^12");
  CHECK_THROWS_WITH(profile_delta({1, 2, 1, Direction::both, 3}, 1, 3),
                    "allocation: selected = 3: must be in 1..steps");
  CHECK_THROWS_AS(profile_epsilon(p, Rational(0), 3), InputError);
  CHECK_THROWS_AS(allocation::profile_law(p, {}), InputError);
}
