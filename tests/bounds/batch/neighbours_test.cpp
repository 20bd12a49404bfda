#include "bounds/batch/neighbours.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "bounds/batch/pair_tails.hpp"
#include "bounds/batch/pair_transform.hpp"
#include "bounds/batch/pairs.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::poisson_gaussian;

namespace {

double binomial(long n, double q, long j) {
  const auto d = [](long x) { return static_cast<double>(x); };
  return std::exp(std::lgamma(d(n) + 1) - std::lgamma(d(j) + 1) - std::lgamma(d(n - j) + 1)) * std::pow(q, d(j)) *
         std::pow(1 - q, d(n - j));
}

double density(double x, double sigma, double q, long records, double sign) {
  double sum = 0;
  for (long j = 0; j <= records; ++j) {
    const double z = (x - sign * static_cast<double>(j)) / sigma;
    sum += binomial(records, q, j) * std::exp(-z * z / 2) / (sigma * std::sqrt(2 * M_PI));
  }
  return sum;
}

// One step by the trapezoidal rule, in binary64.
double one_step_of(const Pair& pair, double sigma, double q, double eps) {
  double sum = 0;
  const double h = sigma / 400;
  for (double x = -12 * sigma - 8; x < 12 * sigma + 8; x += h) {
    const double p = density(x, sigma, q, pair.up, 1);
    sum += h * std::max(0.0, p - std::exp(eps) * density(x, sigma, q, pair.down, -1));
  }
  return sum;
}

double low(const Enclosed& o) { return Ball(o.lo, 64).to_double_down(); }
double high(const Enclosed& o) { return Ball(o.hi, 64).to_double_up(); }

bool meets(const Enclosed& o, const Rational& lo, const Rational& hi) { return o.lo <= hi && lo <= o.hi; }

// The convex route of the same number.
Answer by_laws(const Mechanism& m, Direction direction, const Number& eps) {
  const Budget budget;
  const Request request{.digits = 3, .route = "convex", .budget = budget};
  return composition::delta_answer({composition::pair_phase(m)}, direction, eps, request);
}

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all{{1, 1}, {2, 0}, {0, 3}, {2, 1}};
  return all;
}

}  // namespace

TEST_CASE("neighbours: one step of every pair is its integral") {
  for (const Pair& pair : pairs()) {
    for (const char* eps : {"-0.1", "0", "0.02", "1/2", "2"}) {
      INFO(pair.up << " " << pair.down << " " << eps);
      const auto o = delta({Number(eps), Number("1/10"), 1, 1, Direction::remove, pair}, 12);
      CHECK(o.reached);
      CHECK(low(o) == Approx(one_step_of(pair, 1, 0.1, Ball(Rational(eps), 64).to_double_up())).margin(1e-6));
      const auto mirrored = delta({Number(eps), Number("1/10"), 1, 1, Direction::add, {pair.down, pair.up}}, 12);
      CHECK(meets(o, mirrored.lo, mirrored.hi));
    }
  }
}

TEST_CASE("neighbours: inversion and convex laws meet") {
  for (const Pair& pair : {Pair{1, 1}, Pair{2, 0}, Pair{0, 2}, Pair{1, 1, true}}) {
    const Mechanism m{Number("1/20"), 2, 60, pair};
    const auto o = delta({Number("1/4"), m.rate, m.sigma, m.steps, Direction::remove, pair}, 12);
    INFO(pair.up << " " << pair.down << " " << pair.coupled << ": " << low(o) << " to " << high(o));
    CHECK(o.reached);
    const Answer a = by_laws(m, Direction::remove, Number("1/4"));
    INFO(Ball(a.lo, 64).to_double_down() << " to " << Ball(a.hi, 64).to_double_up());
    CHECK(meets(o, a.lo, a.hi));
    CHECK(Ball(a.hi - a.lo, 64).to_double_up() < 1e-3 * high(o));
  }
}

namespace {

// Inversion and convex laws of random settings, the coupling too: wherever both answer they meet.
void two_routes(unsigned seed, int count, std::chrono::milliseconds each) {
  test::Random random(seed);
  const std::vector<Pair> all{{1, 1}, {2, 0}, {0, 3}, {2, 1}, {1, 1, true}};
  for (int i = 0; i < count; ++i) {
    const Pair& pair = random.pick(all);
    const Rational sigma = Rational(random.between(10, 45)) / 10;
    const Rational rate = Rational(random.between(1, 300)) / 1000;
    const long steps = random.between(2, 300);
    const Rational eps = Rational(random.between(0, 40)) / 20;
    const Mechanism m{rate, sigma, steps, pair};
    INFO(pair.up << " " << pair.down << " " << pair.coupled << " " << sigma.to_string() << " " << rate.to_string()
                 << " " << steps << " " << eps.to_string());
    const auto o = delta({eps, rate, sigma, steps, Direction::remove, pair}, 5, Budget(each));
    const Budget budget(each);
    const Request request{.digits = 2, .route = "convex", .budget = budget};
    const Answer a = composition::delta_answer({composition::pair_phase(m)}, Direction::remove, eps, request);
    INFO(low(o) << " to " << high(o) << ", " << Ball(a.lo, 64).to_double_down() << " to "
                << Ball(a.hi, 64).to_double_up());
    CHECK(meets(o, a.lo, a.hi));
  }
}

}  // namespace

TEST_CASE("neighbours: two routes on a few random settings") { two_routes(41, 10, std::chrono::milliseconds(500)); }

TEST_CASE("neighbours: two routes on random settings", "[.long]") { two_routes(2300, 200, std::chrono::seconds(2)); }

TEST_CASE("neighbours: nothing of zero-out narrows another pair where digits are missing") {
  const Budget budget(std::chrono::milliseconds(700));
  for (const Pair& pair : {Pair{1, 1}, Pair{3, 0}, Pair{1, 1, true}}) {
    for (const long steps : {pair.coupled ? 3L : 2L}) {
      INFO(pair.up << " " << pair.down << " " << pair.coupled << " " << steps);
      const Mechanism m{Number("1/10"), 1, steps, pair};
      const Number eps("1/5");
      const auto o = delta({eps, m.rate, m.sigma, steps, Direction::remove, pair}, 30, budget);
      const auto laws = [&](const Number& at) {
        const Budget limit(std::chrono::seconds(1));
        const Request request{.digits = 2, .route = "convex", .budget = limit};
        return composition::delta_answer({composition::pair_phase(m)}, Direction::remove, at, request);
      };
      const Answer a = laws(eps);
      CHECK(meets(o, a.lo, a.hi));
      // delta is above the target at the lower end of epsilon, at most the target at the upper one.
      const auto e = epsilon({Number("1/100"), m.rate, m.sigma, steps, Direction::remove, pair}, 30, budget);
      CHECK(laws(e.lo).hi >= Rational("1/100"));
      CHECK(laws(e.hi).lo <= Rational("1/100"));
    }
  }
  // One record of the second side alone is zero-out, turned round.
  const auto turned = delta({Number("1/20"), Number("1/10"), 1, 2, Direction::remove, {0, 1}}, 30, budget);
  const auto usual = delta({Number("1/20"), Number("1/10"), 1, 2, Direction::add, {1, 0}}, 8);
  CHECK(meets(turned, usual.lo, usual.hi));
}

TEST_CASE("neighbours: the reference values of replace-one and groups are met") {
  struct Row {
    const char* name;
    const char* sigma;
    const char* rate;
    long steps;
    const char* delta;
    Pair pair;
    Direction direction;
    const char* lo;
    const char* hi;
  };
  using enum Direction;
  const Row rows[] = {
      {"N030", "1", "1/100", 1000, "1e-5", {1, 1}, both, "2.8434402561265597", "2.8434402623834405"},
      {"N032", "11/10", "256/60000", 14063, "1e-5", {1, 1}, both, "4.22146990312274", "4.22146990312275"},
      {"N093", "2", "1/100", 1000, "1e-5", {2, 0}, remove, "1.3325671591674328", "1.3325671644325672"},
      {"N094", "2", "1/100", 1000, "1e-5", {2, 0}, add, "1.2350764958649234", "1.2350765008350768"},
      {"N045", "1", "1/100", 1000, "1e-5", {1, 1, true}, both, "14.820666856379335", "14.820666889020668"},
      {"N046", "1/2", "1/100", 1000, "1e-5", {1, 0}, both, "13.360823974", "13.360823986"},
      {"N053", "4", "1/20", 500, "1e-6", {1, 1, true}, both, "3.2410845994589157", "3.2410846065810848"},
      {"N054", "2", "1/20", 500, "1e-6", {1, 0}, both, "2.872625743", "2.872625745"},
      {"N055", "11/10", "256/60000", 14063, "1e-5", {1, 1, true}, both, "18.454432426745566", "18.454432467354433"},
      {"N056", "11/20", "256/60000", 14063, "1e-5", {1, 0}, both, "14.718298695", "14.718298705"}};
  for (const Row& r : rows) {
    INFO(r.name);
    const auto o = epsilon({Number(r.delta), Number(r.rate), Number(r.sigma), r.steps, r.direction, r.pair}, 10);
    CHECK(o.reached);
    CHECK(meets(o, Rational(r.lo), Rational(r.hi)));
  }
  const auto n039 = delta({4, Number("1/20"), 2, 500, both, {1, 1}}, 15);
  CHECK(n039.reached);
  CHECK(meets(n039, Rational("0.00030241483544358517"), Rational("0.00030241483610941487")));
}

TEST_CASE("neighbours: values of replace-one and of groups") {
  const auto at = [](const char* sigma, const char* rate, long steps, const char* target, Direction direction,
                     const Pair& pair) {
    return epsilon({Number(target), Number(rate), Number(sigma), steps, direction, pair}, 11);
  };
  using enum Direction;
  CHECK(low(at("1", "1/100", 1000, "1e-5", both, {1, 1})) == Approx(2.8434402592741).epsilon(1e-10));
  CHECK(low(at("11/10", "256/60000", 14063, "1e-5", both, {1, 1})) == Approx(4.22146990312274).epsilon(1e-10));
  CHECK(low(at("2", "1/100", 1000, "1e-5", remove, {2, 0})) == Approx(1.3325671618).epsilon(1e-9));
  CHECK(low(at("2", "1/100", 1000, "1e-5", add, {2, 0})) == Approx(1.2350764985).epsilon(2e-9));
}

TEST_CASE("neighbours: limits and order") {
  // Rate 1 is one Gaussian mechanism of twice the sensitivity.
  const auto whole = delta({1, 1, 3, 5, Direction::both, {1, 1}}, 15);
  const auto gauss = delta({1, 1, Number("3/2"), 5, Direction::both}, 15);
  CHECK(meets(whole, gauss.lo, gauss.hi));
  // Replace-one is at least zero-out, at most the coupling; a group grows.
  const auto value = [](const Pair& pair) {
    return delta({Number("1/2"), Number("1/20"), 1, 50, Direction::both, pair}, 8);
  };
  CHECK(value({1, 0}).hi < value({1, 1}).lo);
  CHECK(value({1, 1}).hi < value({1, 1, true}).lo);
  CHECK(value({1, 0}).hi < value({2, 0}).lo);
  CHECK(value({2, 0}).hi < value({3, 0}).lo);
  // One record inserted is one record deleted, the other way round.
  for (const Direction d : {Direction::remove, Direction::add}) {
    const Direction other = d == Direction::add ? Direction::remove : Direction::add;
    for (const long steps : {1L, 3L, 40L}) {
      const auto a = delta({Number("1/20"), Number("1/20"), 1, steps, d, {0, 1}}, 8);
      const auto b = delta({Number("1/20"), Number("1/20"), 1, steps, other, {1, 0}}, 8);
      CHECK(meets(a, b.lo, b.hi));
      CHECK(a.reached);
    }
  }
  // Beyond the largest log ratio of a group nothing is left.
  const auto none = delta({2, Number("1/10"), 1, 3, Direction::add, {3, 0}}, 8);
  CHECK(none.reached);
  CHECK(none.hi.sign() == 0);
  CHECK(delta({Number("0.9"), Number("1/10"), 1, 3, Direction::add, {3, 0}}, 4).hi.sign() > 0);
}

TEST_CASE("neighbours: where a table stops short, what stands in belongs to the same pair") {
  // So little noise tells how many took part: all is lost unless nobody did in any of ten steps, 2^-30.
  const Rational all = 1 - pow(Rational(2), -30);
  const Number tiny("1e-20");
  const Number half("1/2");
  const auto limit = [] { return Budget(std::chrono::milliseconds(500)); };
  const auto lost = delta({1, half, tiny, 10, Direction::remove, {3, 0}}, 4, limit());
  CHECK(lost.lo <= all);
  CHECK(lost.hi >= all);
  // Then eps is the sum of j^2 / (2 sigma^2) over the steps, j ~ Bin(3, 1/2): above 40 with a chance above 10^-5.
  const auto most = epsilon({Number("1e-5"), half, tiny, 10, Direction::remove, {3, 0}}, 6, limit());
  CHECK(most.hi >= Rational("2e41"));
  // One record inserted: adding is removing with the sides exchanged.
  const auto inserted = epsilon({Number("1e-5"), half, Number("1/1000"), 10, Direction::add, {0, 1}}, 6, limit());
  const auto deleted = epsilon({Number("1e-5"), half, Number("1/1000"), 10, Direction::remove, {1, 0}}, 6, limit());
  CHECK(meets(inserted, deleted.lo, deleted.hi));
  // The coupling dominates the batches that it couples.
  const auto coupled = delta({0, half, 1, 10, Direction::both, {1, 1, true}}, 15, limit());
  const auto attained = delta({0, half, half, 10, Direction::both}, 8);
  CHECK(coupled.hi >= attained.lo);
}

TEST_CASE("neighbours: the transform of mixtures is that of zero-out where they are one record") {
  const Budget budget;
  const Mechanism m{Number("1/50"), Number("4/5"), 200};
  for (const Direction direction : {Direction::remove, Direction::add}) {
    auto scout = scout_of(m, direction);
    const auto c = scout->contour(0.5, scout->ln_delta(0.5), -20);
    REQUIRE(c);
    const auto usual = transform_of(m, direction);
    const Pair pair = directed(m.pair, direction);
    const auto mixture = mixture_transform({m.sigma, m.rate}, pair.up, pair.down);
    const Ball norm = usual->bound(c->lam, c->norm, 128, budget);
    CHECK(mixture->bound(c->lam, c->norm, 128, budget).to_double_up() == Approx(norm.to_double_up()).epsilon(1e-3));
    const auto a = usual->values(c->lam, c->dt, c->transform, norm, c->bits, c->plan, budget)(0, 20);
    const auto b = mixture->values(c->lam, c->dt, c->transform, norm, c->bits, c->plan, budget)(0, 20);
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(acb_overlaps(a[i].raw(), b[i].raw()) != 0);
  }
}

TEST_CASE("neighbours: the ends of the log ratio of a group count all its records") {
  const BatchStep step{Number(1), Number("1/4")};
  const Ball one = log(Ball(Rational("4/3"), 128));
  const auto is = [](const std::optional<Ball>& end, const Ball& value) {
    REQUIRE(end);
    CHECK(arb_overlaps(end->raw(), value.raw()) != 0);
  };
  for (const long records : {1L, 2L, 5L}) {
    const auto added = mixture_transform(step, 0, records);
    is(added->largest(128), one * records);
    CHECK_FALSE(added->least(128));
    const auto removed = mixture_transform(step, records, 0);
    is(removed->least(128), one * records);
    CHECK_FALSE(removed->largest(128));
  }
  CHECK_FALSE(mixture_transform(step, 1, 2)->largest(128));
  CHECK_FALSE(coupled_transform(step)->largest(128));
}

TEST_CASE(
    "neighbours: delta is exactly 0 from the largest log ratio of all steps and records on, and positive before") {
  for (const char* rate : {"1/4", "3/4"}) {
    const Mechanism m{Number(rate), 1, 3, {2, 0}};
    const Pair added = directed(m.pair, Direction::add);
    REQUIRE(has_largest(m, added));
    CHECK_FALSE(has_largest(m, m.pair));
    const Ball most = log(1 / Ball(1 - Rational(rate), 128)) * 6;
    CHECK(arb_overlaps(largest_log_ratio(m, added, 128).raw(), most.raw()) != 0);
    const auto at = [&](const Rational& eps, Direction direction) {
      return delta({eps, m.rate, m.sigma, m.steps, direction, m.pair}, 3);
    };
    CHECK(at(most.upper() + Rational("1e-9"), Direction::add).hi == 0);
    CHECK(at(most.lower() * Rational("3/4"), Direction::add).lo.sign() > 0);
    const Rational below = -most.upper() - Rational("1e-9");
    const Ball known = -expm1(Ball(below, 128));
    CHECK(meets(at(below, Direction::remove), known.lower(), known.upper()));
    CHECK(at(below, Direction::remove).method == "1 - e^eps: eps <= T ln(1-q)");
    const Rational before = -most.lower() * Rational("3/4");
    CHECK(at(before, Direction::remove).method != "1 - e^eps: eps <= T ln(1-q)");
  }
  CHECK_FALSE(has_largest({1, 1, 3, {0, 1}}, {0, 1}));
  CHECK_FALSE(has_largest({Number("1/2"), 1, 3, {1, 1, true}}, {1, 1, true}));
}

TEST_CASE("neighbours: the bounds of the transforms bound their values") {
  const Budget budget;
  for (const Pair& pair : {Pair{1, 1}, Pair{3, 0}, Pair{0, 2}, Pair{1, 1, true}}) {
    INFO(pair.up << " " << pair.down << " " << pair.coupled);
    const Mechanism m{Number("1/20"), Number("3/2"), 100, pair};
    auto scout = scout_of(m, Direction::remove);
    const auto c = scout->contour(0.5, scout->ln_delta(0.5), -15);
    REQUIRE(c);
    const auto transform = transform_of(m, Direction::remove);
    const Ball norm = transform->bound(c->lam, c->norm, 128, budget);
    REQUIRE(norm.is_finite());
    const long count = std::min(c->nodes + 20, 300L);
    const auto values = transform->values(c->lam, c->dt, c->transform, norm, c->bits, c->plan, budget)(0, count);
    // The rule at the real point and the line agree, and the bounds hold further out.
    CHECK(values[0].real().to_double_up() == Approx(norm.to_double_up()).epsilon(1e-2));
    for (long i = 0; i < count; i += 8) {
      const Ball modulus = abs(values[static_cast<std::size_t>(i)].with_bits(64));
      CHECK(less(norm, modulus) != Truth::yes);
      const Ball above = transform->bound_beyond(c->lam, c->dt * i, c->tail, 128, norm, budget);
      CHECK(less(above, modulus) != Truth::yes);
    }
    // M(0) = 1, M(-1) = 1.
    for (const Rational& a : {Rational(0), Rational(-1)}) {
      const Ball one = transform->bound(a, c->norm, 128, budget);
      CHECK(less(one, Ball(1, 64)) != Truth::yes);
      CHECK(one.to_double_up() < 1.01);
    }
  }
}

TEST_CASE("neighbours: the distribution of the ratio") {
  constexpr long bits = 256;
  for (const Pair& pair : {Pair{1, 1}, Pair{2, 0}, Pair{0, 2}, Pair{1, 1, true}}) {
    const Mechanism m{Number("1/5"), 1, 1, pair};
    const PairTails tails(m, Direction::remove, bits);
    for (const char* l : {"-2", "-1/10", "0", "1/1000", "1/4", "3"}) {
      INFO(pair.up << " " << pair.down << " " << pair.coupled << " " << l);
      const Ball level{Rational(l), bits};
      const RatioTail at = tails.at(level);
      CHECK((at.p_below + at.p_above).contains(1));
      CHECK((at.q_below + at.q_above).contains(1));
      // P(L >= l) - e^l Q(L >= l) is the profile there.
      const Ball profile = at.p_above - exp(level) * at.q_above;
      const auto o = delta({Number(l), m.rate, m.sigma, 1, Direction::remove, pair}, 20);
      CHECK(profile.to_double_up() == Approx(low(o)).epsilon(1e-12).margin(1e-15));
    }
  }
}

TEST_CASE("neighbours: adjacency is a parameter that its default leaves out") {
  const ParameterTexts texts{{"eps", "1"}, {"rate", "1/100"}, {"sigma", "1"}, {"steps", "10"}, {"direction", "both"}};
  const Entry& row = entry("poisson-gaussian.delta");
  const auto with = [&](ParameterTexts more) {
    more.insert(texts.begin(), texts.end());
    return row.arguments(more);
  };
  CHECK_FALSE(with({}).canonical().contains("adjacency"));
  CHECK(with({{"adjacency", "zero-out"}}).canonical() == with({}).canonical());
  CHECK(with({{"group", "1"}, {"inserted", "0"}}).canonical() == with({}).canonical());
  CHECK(with({{"adjacency", "replace-one"}}).canonical().at("adjacency") == "replace-one");
  CHECK(with({{"adjacency", "substitution"}}).canonical() == with({{"adjacency", "replace-one"}}).canonical());
  CHECK(with({{"adjacency", "replace-one"}}).adjacency() == Adjacency::replace_one);
  CHECK(with({{"adjacency", "add-remove"}}).canonical() == with({}).canonical());
  CHECK_THROWS_AS(with({{"adjacency", "neighbours"}}), InputError);
  CHECK_THROWS_AS(with({{"group", "0"}}), InputError);
  CHECK_THROWS_AS(with({{"group", "101"}}), InputError);
  CHECK_THROWS_AS(pair_of("x", with({{"adjacency", "replace-one"}, {"group", "2"}})), InputError);
  CHECK_THROWS_AS(pair_of("x", with({{"group", "2"}, {"deleted", "1"}})), InputError);
  CHECK_THROWS_AS(pair_of("x", with({{"inserted", "60"}, {"deleted", "60"}})), InputError);
  const Pair mixed = pair_of("x", with({{"inserted", "2"}, {"deleted", "3"}}));
  CHECK(mixed.up == 3);
  CHECK(mixed.down == 2);
  CHECK(pair_of("x", with({{"group", "4"}})).up == 4);
}

TEST_CASE("neighbours: what stands in where the time ends is of the same pair", "[neighbours]") {
  for (const Pair& pair : {Pair{1, 1}, Pair{4, 0}, Pair{0, 1}, Pair{2, 3}, Pair{1, 1, true}}) {
    for (const Direction direction : {Direction::remove, Direction::add}) {
      CAPTURE(pair.up, pair.down, pair.coupled, to_string(direction));
      const Number rate(Rational("1/100"));
      const DeltaParameters at{Number(Rational("1/2")), rate, 1, 300, direction, pair};
      const auto whole = delta(at, 5);
      REQUIRE(whole.reached);
      const auto early = delta(at, 12, Budget(std::chrono::milliseconds(1)));
      CHECK(meets(early, whole.lo, whole.hi));
      const EpsilonParameters from{Number(Rational("1e-6")), rate, 1, 300, direction, pair};
      const auto most = epsilon(from, 5);
      REQUIRE(most.reached);
      const auto early_most = epsilon(from, 12, Budget(std::chrono::milliseconds(1)));
      CHECK(meets(early_most, most.lo, most.hi));
    }
  }
}

TEST_CASE("neighbours: what stands in where no time is left is of the same pair", "[neighbours]") {
  // Of two steps, where so many records tell far more than one does.
  for (const Direction direction : {Direction::remove, Direction::add}) {
    CAPTURE(to_string(direction));
    const DeltaParameters at{Number(Rational("1/2")), Number(Rational("1/2")), 1, 2, direction, Pair{4, 0}};
    const auto whole = delta(at, 5);
    REQUIRE(whole.reached);
    const auto early = delta(at, 12, Budget::counted(0));
    REQUIRE_FALSE(early.reached);
    CHECK(meets(early, whole.lo, whole.hi));
  }
}
