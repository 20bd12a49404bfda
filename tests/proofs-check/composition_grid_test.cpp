#include <algorithm>
#include <catch2/catch.hpp>

#include "basic/composition_line.hpp"
#include "basic/phases.hpp"
#include "basic/rounds_sum.hpp"
#include "batch/gaussian.hpp"
#include "laws/pair_base.hpp"
#include "laws/rounds.hpp"
#include "phase_of.hpp"

using namespace hallmark::check;

namespace {

Interval number(const Rational& x) { return {x, 256}; }
Number rational(const Rational& x) { return {Number::Kind::rational, x}; }

PairsOf pairs_of(const std::vector<Phase>& phases, bool remove) {
  return [&phases, remove](const BaseSpec& spec) {
    std::vector<GridRounds> all;
    for (const Phase& p : phases)
      all.push_back({[=, &p] { return cells_of(p.row->mechanism, p, remove, spec); }, p.rounds});
    return all;
  };
}

/// Both ends of phases on a grid, a normal rest of this deviation beside them where it is not 0.
Interval on_grid(const std::vector<Phase>& phases, bool remove, const Number& eps, long cells, const Rational& mu = 0) {
  Count count = 0;
  for (const Phase& p : phases) count += p.rounds;
  const PairsOf pairs = pairs_of(phases, remove);
  Rest rest;
  if (mu != 0) {
    rest = [mu](const Interval& x, const Interval& w) { return gaussian_profile({mu, x.precision()}, x, w); };
  }
  const auto end = [&](Side side) {
    return grid_delta(pairs, count, eps, side, {64, 30, Integer(cells)}, rest).enclosure;
  };
  return from_ends(end(Side::lower), end(Side::upper));
}

bool meet(const Interval& a, const Interval& b) {
  return mpfr_lessequal_p(a.lo(), b.hi()) != 0 && mpfr_lessequal_p(b.lo(), a.hi()) != 0;
}

bool is_narrow(const Interval& x) { return proved(less(x.upper() - x.lower(), Rational(1, 500))); }

/// All of one phase's outcomes, infinite ones apart.
std::vector<LogOutcome> listed(const Phase& p, bool remove) {
  const Outcomes one = outcomes_of(p.row->mechanism, p, remove, 256);
  std::vector<LogOutcome> all{{number(1), number(0)}};
  for (std::uint64_t i = 0; i < p.rounds; ++i) {
    std::vector<LogOutcome> next;
    for (const LogOutcome& a : all) {
      for (const LogOutcome& b : one.list) next.push_back({a.p * b.p, a.log_ratio + b.log_ratio});
    }
    all = std::move(next);
  }
  return all;
}

/// sum p h(eps - L) over all outcomes of two phases.
Interval brute_force(const Phase& first, const Phase& second, bool remove, const Rational& eps, const Rational& mu) {
  Interval sum = number(0);
  for (const LogOutcome& a : listed(first, remove)) {
    for (const LogOutcome& b : listed(second, remove)) {
      const Interval x = number(eps) - a.log_ratio - b.log_ratio;
      const Interval gain = mu == 0 ? max(number(1) - exp(x), number(0)) : gaussian_profile(number(mu), x, exp(x));
      sum = sum + a.p * b.p * gain;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("phases on one grid: all their outcomes, one by one, with and without a normal phase") {
  const Phase noise = phase_of("discrete-laplace", {{"a", "1/2"}, {"rate", "1/3"}, {"sensitivity", "2"}}, 2);
  const Phase wide = phase_of("discrete-laplace", {{"a", "ln(2)"}, {"rate", "1"}, {"sensitivity", "1"}}, 3);
  const Phase local = phase_of("rr-local", {{"k", "4"}, {"p", "1/2"}}, 2);
  const Phase response = phase_of("rr", {{"eps0", "ln(3)"}}, 2);
  for (const auto& [first, second] : {std::pair{noise, wide}, std::pair{local, response}}) {
    for (const bool remove : {true, false}) {
      for (const Rational& eps : {Rational(1, 2), Rational(2)}) {
        for (const Rational& mu : {Rational(0), Rational(3, 2)}) {
          CAPTURE(remove, eps < 1, mu == 0);
          const Interval truth = brute_force(first, second, remove, eps, mu);
          const Interval found = on_grid({first, second}, remove, rational(eps), 100, mu);
          CHECK(meet(found, truth));
          CHECK(is_narrow(found));
          if (mu != 0) continue;
          const std::vector<Phase> both{first, second};
          const Interval listed = outcomes_delta(pairs_of(both, remove), 4, rational(eps), {64, 30}).enclosure;
          CHECK(meet(listed, truth));
          CHECK(proved(less(listed.upper() - listed.lower(), Rational(Integer(1), Integer(1) << 60))));
        }
      }
    }
  }
}

TEST_CASE("a round without an infinite ratio is needed of every phase on a grid") {
  const Phase leak = phase_of("eps-delta", {{"delta", "1/10"}, {"eps", "0"}}, 2);
  const Phase noise = phase_of("laplace", {{"eps0", "1"}, {"rate", "1"}}, 1);
  const Interval found = on_grid({leak, noise}, true, rational(Rational(3)), 100);
  CHECK(meet(found, number(Rational(19, 100))));
  CHECK(is_narrow(found));
}

TEST_CASE(
    "sampled Laplace noise beside a normal phase: the grid of the sum of sampled steps, and one round by its formula") {
  const Phase noise = phase_of("laplace", {{"eps0", "1"}, {"rate", "1/4"}}, 1);
  // One round at eps: rate (1 - e^(-eps0/2) sqrt(1 + (w-1)/rate)).
  const Interval w = exp(number(Rational(1, 10)));
  const Interval formula =
      number(Rational(1, 4)) * (number(1) - sqrt((number(1) + (w - number(1)) * number(4)) * exp(-number(1))));
  const Interval found = on_grid({noise}, true, rational(Rational(1, 10)), 2000);
  CHECK(meet(found, formula));
  CHECK(is_narrow(found));
  // The finer grid lies inside what the coarser one says, with a normal phase beside.
  for (const bool remove : {true, false}) {
    const Interval coarse =
        on_grid({phase_of("laplace", {{"eps0", "1"}, {"rate", "1/4"}}, 5)}, remove, rational(Rational(1)), 100, 1);
    const Interval fine =
        on_grid({phase_of("laplace", {{"eps0", "1"}, {"rate", "1/4"}}, 5)}, remove, rational(Rational(1)), 300, 1);
    CHECK(meet(coarse, fine));
    CHECK(is_narrow(fine));
  }
}

TEST_CASE("one round on a grid: sampled Laplace noise of the direction add, steps on batches under replace-one") {
  const Interval w = exp(number(Rational(1, 10)));
  const Interval rate = number(Rational(1, 4));
  const Interval rest = number(1) - w * (number(1) - rate);
  const Interval add = rest - sqrt(rest * w * rate * exp(-number(1)));
  const Interval found =
      on_grid({phase_of("laplace", {{"eps0", "1"}, {"rate", "1/4"}}, 1)}, false, rational(Rational(1, 10)), 1000);
  CHECK(meet(found, add));
  CHECK(is_narrow(found));
  const Interval sigma = number(2);
  for (const bool coupled : {false, true}) {
    const Below below = (coupled ? coupled_masses(rate, sigma) : poisson_masses(rate, sigma, true))(Rational(11, 10));
    const Interval truth = number(1) - below.p - number(Rational(11, 10)) * (number(1) - below.q);
    const Phase step = coupled ? phase_of("fixed-batch", {{"share", "1/4"}, {"sigma", "2"}}, 1)
                               : phase_of("poisson-replace-one", {{"rate", "1/4"}, {"sigma", "2"}}, 1);
    const Interval cut = on_grid({step}, true, {Number::Kind::ln, Rational(11, 10)}, 100);
    CHECK(meet(cut, truth));
    CHECK(is_narrow(cut));
    // Below 0 what is equally likely under both laws counts too: the pair is symmetric.
    const Interval reflected = number(Rational(1, 11)) + number(Rational(10, 11)) * truth;
    const Interval below_0 = on_grid({step}, true, {Number::Kind::ln, Rational(10, 11)}, 100);
    CHECK(meet(below_0, reflected));
    CHECK(is_narrow(below_0));
  }
}

TEST_CASE(
    "the game of bounded range: one round by its formula, more rounds between a fixed choice and the least pair") {
  const auto game = [&](std::uint64_t rounds, const Rational& eps, std::uint64_t cells) {
    const auto at = [&](Side side) { return range_game(rational(1), rounds, rational(eps), cells, side, 160); };
    return std::pair{at(Side::lower), at(Side::upper)};
  };
  // (1 - sqrt(w/E))^2/(1 - 1/E) at w = e^(1/2).
  const Interval part = number(1) - exp(-number(Rational(1, 4)));
  const Interval one = part * part / (number(1) - exp(-number(1)));
  const auto [low, high] = game(1, Rational(1, 2), 16);
  CHECK(proved(less_equal(low, one)));
  CHECK(proved(less_equal(one, high)));
  CHECK(proved(less(high - low, Rational(1, 200))));
  // next-math.md gives 0.1776567 for two rounds, chosen adaptively.
  Interval last = number(1);
  for (const std::uint64_t cells : {4, 16, 64}) {
    const auto [least, most] = game(2, Rational(2, 5), cells);
    CHECK(proved(less_equal(least, Rational(1776567, 10'000'000))));
    CHECK(proved(less_equal(number(Rational(1776566, 10'000'000)), most)));
    CHECK(proved(less(most - least, last)));
    last = (most - least).upper();
  }
  CHECK(proved(less(last, Rational(1, 10'000))));
  CHECK(proved(less(game(2, Rational(2), 8).second, Rational(1, 1'000'000'000))));
  const Meter little(1'000'000);
  CHECK_THROWS(range_game(rational(1), 100'000, rational(1), 8, Side::upper, 160));
  CHECK_THROWS(range_game(rational(1), 100, rational(1), 8, Side::upper, 160));
}
