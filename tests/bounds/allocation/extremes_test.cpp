// Random allocation at the edges: a single step that decides, very many epochs, much noise.
#include <catch2/catch.hpp>

#include "bounds/allocation/many_epochs.hpp"
#include "bounds/allocation/one_jump.hpp"
#include "bounds/allocation/spectral.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::allocation;

namespace {

Answer ask(const char* id, ParameterTexts texts, double seconds = 10) {
  const Budget budget(std::chrono::duration<double>{seconds});
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.default_effort = true, .budget = budget});
}

bool within(const Answer& a, const char* share) { return (a.hi - a.lo) <= a.hi * Rational(share); }

}  // namespace

namespace {

void check_single_step(int settings, unsigned long salt) {
  test::Random random(salt);
  INFO("seed " << random.seed());
  for (int i = 0; i < test::repetitions(settings); ++i) {
    const Number sigma(random.pick(std::vector<std::string>{"1/2", "1", "2", "5"}));
    const Number eps(random.pick(std::vector<std::string>{"0", "1/10", "1/2", "1"}));
    const long steps = random.between(2, 300);
    for (const Direction d : {Direction::remove, Direction::add}) {
      const auto truth = spectral_delta({sigma, steps, d}, eps, 30, Budget());
      if (!truth || is_positive(*truth) != Truth::yes) continue;
      const OneJump closed = one_jump_delta({sigma, steps, 1, d}, eps.ball(128), 128);
      INFO(sigma.to_string() << " " << steps << " " << eps.to_string() << " " << to_string(d));
      CHECK(closed.lower.lower() <= truth->upper());
      CHECK(truth->lower() <= closed.upper.upper());
    }
  }
}

// Little noise and few steps: the events of add are likely, and weigh less than their probability.
void check_likely_events(const std::vector<const char*>& sigmas) {
  for (const char* sigma : sigmas) {
    for (const long steps : {1L, 2L, 3L}) {
      for (const char* eps : {"0", "1/10", "1"}) {
        for (const Direction d : {Direction::remove, Direction::add}) {
          INFO(sigma << " " << steps << " " << eps << " " << to_string(d));
          const auto truth = spectral_delta({Number(sigma), steps, d}, Number(eps), 15, Budget());
          REQUIRE(truth);
          const OneJump closed = one_jump_delta({Number(sigma), steps, 1, d}, Number(eps).ball(128), 128);
          CHECK(closed.lower.lower() <= truth->upper());
          CHECK(truth->lower() <= closed.upper.upper());
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("allocation: closed forms of a single step are around the profile, thirty settings", "[.long]") {
  check_single_step(30, 12);
  check_likely_events({"1/4", "1/2", "1"});
}

TEST_CASE("allocation: closed forms of a single step are around the profile") {
  check_single_step(1, 11);
  check_likely_events({"1/3"});
  // One step is the mechanism itself.
  const Ball exact = gaussian::delta({1, 1, 3}, 128);
  const OneJump closed = one_jump_delta({1, 1, 3, Direction::remove, 1}, Ball(1, 128), 128);
  CHECK(arb_overlaps(exact.raw(), closed.lower.raw()) != 0);
  CHECK(arb_overlaps(exact.raw(), closed.upper.raw()) != 0);
  CHECK(closed.lower.relative_bits() > 80);
  // epsilon: one step is delta's inverse; many steps an interval of length ln steps.
  const Bracket one = one_jump_epsilon({1, 1, 1, Direction::remove}, Number("1e-5"));
  const auto known = gaussian::epsilon({1, Number("1e-5"), 1}, 12).bracket;
  CHECK((one.lo <= known.hi && known.lo <= one.hi && one.hi - one.lo < Rational("1e-12")));
  const Bracket many = one_jump_epsilon({1, 1000, 1, Direction::remove}, Number("1e-5"));
  CHECK(many.lo == 0);
  CHECK((many.hi <= known.hi + Rational("1e-12") && many.hi >= known.lo));
}

TEST_CASE("allocation: many epochs between Renyi divergences of orders close to 1") {
  // One step: the Gaussian mechanism of that many rounds.
  for (const Direction d : {Direction::remove, Direction::add}) {
    const Bracket b = many_epochs_epsilon({5, 1, 100'000, d}, Number("1e-6"));
    const auto known = gaussian::epsilon({5, Number("1e-6"), 100'000}, 9).bracket;
    CHECK(b.lo <= known.hi);
    CHECK(known.lo <= b.hi);
    CHECK(b.hi - b.lo < b.hi / 3);
    // delta from below, where it is nearly 1 and where it is small.
    for (const char* eps : {"1", "1900", "2000", "2500"}) {
      const Ball lower = many_epochs_delta_lower({5, 1, 100'000, d}, Number(eps));
      CHECK(less(gaussian::delta({5, Number(eps), 100'000}, 128), lower) != Truth::yes);
    }
    CHECK(many_epochs_delta_lower({5, 1, 10'000'000, d}, 1).lower() > Rational("0.9"));
  }
  // Many steps: below the reference value of 100 epochs, and above.
  const Bracket b = many_epochs_epsilon({1, 10'000, 100, Direction::add}, Number("1e-8"));
  CHECK(b.lo <= Rational("0.653338921905980974"));
  CHECK(Rational("0.653338921905847081") <= b.hi);
}

TEST_CASE("allocation: next to no noise, the closed forms and the Renyi divergences still hold") {
  // 1 / (2 sigma^2) an epoch, and beside it far less, at delta below 1/2 more than ln steps.
  const auto size = [](const char* sigma, long epochs) { return epochs / (2 * Rational(sigma) * Rational(sigma)); };
  for (const char* sigma : {"1e-16", "1e-20", "1e-30"}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      INFO(sigma << " " << to_string(d));
      for (const long epochs : {1L, 1000L, 1'000'000'000'000L}) {
        const ProfileParameters p{Number(sigma), 10, epochs, d};
        const Rational about = size(sigma, epochs);
        CHECK(one_jump_epsilon_upper(p, Number("1e-6")) >= about);
        const Bracket closed = one_jump_epsilon(p, Number("1e-6"));
        CHECK(closed.hi >= about);
        CHECK(closed.hi <= about * Rational("1.000001"));
        CHECK(closed.lo <= closed.hi);
        if (d == Direction::remove || epochs == 1) CHECK(closed.lo >= about * Rational("0.999999"));
        const Bracket many = many_epochs_epsilon(p, Number("1e-6"));
        CHECK(many.hi >= about);
        CHECK(many.hi <= about * Rational("1.000001"));
        CHECK(many.lo <= closed.hi);
      }
    }
  }
  const Answer a = ask(
      "allocation.epsilon",
      {{"sigma", "1e-20"}, {"steps", "10"}, {"epochs", "1000000000000"}, {"delta", "1e-6"}, {"direction", "remove"}});
  CHECK(a.lo >= Rational("4.99999e51"));
  CHECK(a.hi >= Rational("5e51"));
}

TEST_CASE("allocation: an answer for several selected steps says what its blocks lose at most") {
  const ParameterTexts two{
      {"sigma", "1"}, {"steps", "128"}, {"selected", "2"}, {"eps", "1/4"}, {"direction", "remove"}};
  // The profile is below 1.8970e-2, the blocks give 1.91458e-2: 0.9% at least.
  const Answer a = ask("allocation.delta", two, 2);
  const std::string words = "blocks of one selected step each lose at most ";
  REQUIRE(a.method.find(words) != std::string::npos);
  const std::string percent = a.method.substr(a.method.find(words) + words.size());
  const Rational loss(percent.substr(0, percent.find('%')));
  CHECK(loss > Rational("0.9"));
  CHECK(loss < 3);
  CHECK(ask("allocation.delta", {{"sigma", "1"}, {"steps", "128"}, {"eps", "1/4"}, {"direction", "remove"}})
            .method.find("lose") == std::string::npos);
}

TEST_CASE("allocation: little and much noise, tiny delta, 10^9 epochs are answered within the budget", "[.long]") {
  for (const char* direction : {"remove", "add"}) {
    const auto epsilon = [&](const char* sigma, const char* steps, const char* epochs, const char* delta,
                             double seconds) {
      return ask("allocation.epsilon",
                 {{"sigma", sigma}, {"steps", steps}, {"epochs", epochs}, {"delta", delta}, {"direction", direction}},
                 seconds);
    };
    INFO(direction);
    CHECK(within(epsilon("1e-3", "100", "1", "1e-8", 1), "1e-3"));
    CHECK(within(epsilon("1e3", "100", "1", "1e-8", 20), "1/50"));
    CHECK(within(epsilon("1", "1000", "1000000000", "1e-8", 60), "1/50"));
    CHECK(within(epsilon("1", "1000", "1", "1e-300", 1), direction == std::string("remove") ? "1/4" : "1"));
    const ParameterTexts texts{
        {"sigma", "1"}, {"steps", "1000"}, {"epochs", "1000000000"}, {"eps", "1"}, {"direction", direction}};
    CHECK(ask("allocation.delta", texts, 60).lo > Rational("0.9"));
  }
}

TEST_CASE("allocation: an add delta of 10^-1331 has its digits, by a line through the saddle point") {
  const Answer tiny =
      ask("allocation.delta", {{"sigma", "1"}, {"steps", "1000000"}, {"eps", "1/10"}, {"direction", "add"}});
  CHECK(tiny.reached);
  CHECK(within(tiny, "1e-15"));
  CHECK(tiny.hi < pow(Rational(10), -1330));
  CHECK(tiny.lo > pow(Rational(10), -1331));
  // At 1000 steps two tables at different places and bits must meet, and meet the closed forms.
  const SpectralParameters few{1, 1000, Direction::add};
  const auto a = spectral_delta(few, Number("1/2"), 40, Budget());
  const auto b = spectral_delta(few, Number("1/2"), 130, Budget());
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->lower() <= b->upper());
  CHECK(b->lower() <= a->upper());
  CHECK(b->relative_bits() >= 130);
}

TEST_CASE("allocation: where the time ends the answer says so, and steps beyond convex laws have one") {
  const ParameterTexts several{
      {"sigma", "1"}, {"steps", "10000"}, {"epochs", "100"}, {"delta", "1e-8"}, {"direction", "both"}};
  const Answer cut = ask("allocation.epsilon", several, 0.3);
  CHECK((cut.reached == within(cut, "1e-5")));
  if (!cut.reached) CHECK(!cut.shortfall.empty());
  const Answer many =
      ask("allocation.delta", {{"sigma", "1/10"}, {"steps", "1000000000000000"}, {"eps", "1"}, {"direction", "both"}});
  CHECK(many.lo > Rational("9/10"));
  CHECK(many.hi < Rational(1));
  CHECK(!many.reached);
  CHECK(!many.shortfall.empty());
  const Answer closest = ask("allocation.epsilon",
                             {{"sigma", "1"},
                              {"steps", "1000000"},
                              {"selected", "8"},
                              {"epochs", "1000"},
                              {"delta", "1e-8"},
                              {"direction", "both"}},
                             2);
  CHECK(closest.hi < Rational(2));
}
