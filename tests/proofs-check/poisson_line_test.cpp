#include "batch/line_inversion.hpp"
#include "exact_text.hpp"

#include <catch2/catch.hpp>

#include <array>

#include "batch/gaussian.hpp"
#include "batch/gaussian_moments.hpp"

using namespace hallmark::check;

namespace {

using hallmark::check::test::integer_of;
using hallmark::check::test::rational_of;

using R = Rational;

struct Case {
  const char* sigma;
  const char* rate;
  std::uint64_t steps;
  const char* eps;
  bool remove;
  unsigned long scale;
  Inversion inversion;
};

const Case one_remove{"1",
                      "1/10",
                      1,
                      "1/2",
                      true,
                      9,
                      {{R(840699, 2097152), R(36909, 16384), 511},
                       R(184169, 32768),
                       R(717017, 256),
                       {{{R(193, 512), R(340871, 262144), R(6709545, 4194304), -22, 22},
                         {R(45, 32), R(0), R(760217, 262144), -5, 4},
                         {R(73, 512), R(144179, 131072), R(209715, 524288), -51, 49},
                         {R(45, 32), R(0), R(760217, 262144), -5, 8},
                         {R(217, 512), R(0), R(389231, 262144), -17, 14}}}}};
const Case one_add{"1",
                   "1/10",
                   1,
                   "1/20",
                   false,
                   7,
                   {{R(306537, 4096), R(601687, 16384), 67},
                    R(756237, 128),
                    R(947047, 262144),
                    {{{R(753, 4096), R(10519343, 16777216), R(15619925, 16777216), -46, 46},
                      {R(3, 4), R(0), R(389231, 262144), -8, 8},
                      {R(1, 8), R(144179, 131072), R(209715, 524288), -62, 62},
                      {R(189, 512), R(0), R(389231, 262144), -21, 16},
                      {R(45, 32), R(0), R(760217, 262144), -5, 7}}}}};
const Case two_remove{"1",
                      "1/2",
                      2,
                      "1/4",
                      true,
                      3,
                      {{R(30991, 65536), R(261675, 262144), 22},
                       R(967673, 262144),
                       R(379429, 8192),
                       {{{R(193, 512), R(5392599, 4194304), R(3385441, 2097152), -22, 23},
                         {R(171, 128), R(0), R(760217, 262144), -5, 5},
                         {R(179, 1024), R(144179, 131072), R(209715, 524288), -39, 41},
                         {R(171, 128), R(0), R(760217, 262144), -5, 7},
                         {R(145, 256), R(0), R(389231, 262144), -12, 11}}}}};
const Case many_remove{"2",
                       "1/10",
                       100,
                       "-1/2",
                       true,
                       2,
                       {{R(145167, 1048576), R(399325, 262144), 9},
                        R(270725, 32768),
                        R(425593, 32768),
                        {{{R(237, 512), R(4612339, 2097152), R(3775571, 1048576), -21, 19},
                          {R(155, 128), R(0), R(650051, 131072), -6, 5},
                          {R(119, 128), R(281875, 524288), R(322747, 131072), -8, 7},
                          {R(155, 128), R(0), R(650051, 131072), -6, 7},
                          {R(115, 128), R(0), R(166413, 65536), -8, 8}}}}};
const Case many_add{"2",
                    "1/10",
                    100,
                    "1/2",
                    false,
                    5,
                    {{R(902727, 262144), R(595355, 262144), 8},
                     R(673799, 32768),
                     R(778557, 131072),
                     {{{R(107, 256), R(8354081, 4194304), R(7986441, 2097152), -23, 23},
                       {R(137, 128), R(0), R(520041, 131072), -7, 7},
                       {R(233, 256), R(281875, 524288), R(322747, 131072), -8, 8},
                       {R(223, 256), R(0), R(166413, 65536), -8, 8},
                       {R(155, 128), R(0), R(650051, 131072), -6, 6}}}}};
const Case batches{"13/10",
                   "1/10000",
                   10000,
                   "3/100",
                   true,
                   20,
                   {{R(204927, 131072), R(904887, 65536), 45},
                    R(976793, 32768),
                    R(289285, 512),
                    {{{R(331, 1024), R(13668135, 8388608), R(4489229, 2097152), -30, 27},
                      {R(121, 128), R(0), R(494141, 131072), -8, 7},
                      {R(155, 256), R(675237, 16777216), R(250315, 131072), -13, 11},
                      {R(121, 128), R(0), R(494141, 131072), -8, 30},
                      {R(39, 64), R(0), R(1012001, 524288), -13, 13}}}}};

Interval delta(const Case& c, const Inversion& inversion) {
  return poisson_delta({*parse_number(c.sigma), *parse_number(c.rate), c.remove ? 1U : 0U, c.remove ? 0U : 1U}, c.steps,
                       *parse_number(c.eps), inversion, {64, c.scale, 0});
}
Interval delta(const Case& c) { return delta(c, c.inversion); }

bool overlap(const Interval& a, const Interval& b) {
  return mpfr_lessequal_p(a.lo(), b.hi()) != 0 && mpfr_lessequal_p(b.lo(), a.hi()) != 0;
}

bool meets(const Interval& value, const char* lo, const char* hi) {
  return proved(less(value.lower(), rational_of(hi))) && proved(less(Interval(rational_of(lo), 256), value.upper()));
}

// Relatively narrower than 2^-bits.
bool narrow(const Interval& value, long bits) {
  return proved(less(times_power_of_two(value.upper() - value.lower(), bits), value.lower()));
}

// One step in closed form: remove q H_w(N(1)||N(0)), w = 1 + (e^eps - 1)/q; add q e^eps w' H_(1/w')(N(0)||N(1)), w' =
// 1 + (e^-eps - 1)/q; both at deviation sigma, where H_v = Phi(1/(2 sigma) - sigma ln v) - v Phi(-1/(2 sigma) - sigma
// ln v).
Interval one_step(const Case& c) {
  constexpr mpfr_prec_t precision = 300;
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval sigma = enclose(*parse_number(c.sigma), precision);
  const Interval rate = enclose(*parse_number(c.rate), precision);
  const Interval eps = enclose(*parse_number(c.eps), precision);
  const auto gaussian = [&](const Interval& v) {
    const Interval shift = sigma * log(v);
    const Interval half = one / (two * sigma);
    const auto cdf = [&](const Interval& x) { return erfc(-x / sqrt(two)) / two; };
    return cdf(half - shift) - v * cdf(-half - shift);
  };
  if (c.remove) return rate * gaussian(one + expm1(eps) / rate);
  const Interval w = one + expm1(-eps) / rate;
  return rate * exp(eps) * w * gaussian(one / w);
}

}  // namespace

TEST_CASE("Poisson line: one step is the closed form") {
  for (const Case& c : {one_remove, one_add}) {
    const Interval value = delta(c);
    const Interval exact = one_step(c);
    CHECK(narrow(exact, 200));
    CHECK(overlap(value, exact));
    CHECK(narrow(value, 13));
  }
}

TEST_CASE("Poisson line: values of the first route and of the reference") {
  const Interval many = delta(many_add);
  CHECK(meets(many, "55376637195300858/1000000000000000000", "55376638742307736/1000000000000000000"));
  CHECK(narrow(many, 24));
  const Interval coarse = delta(batches);
  CHECK(meets(coarse, "12902330762/10000000000000000", "12904984972/10000000000000000"));
  CHECK(narrow(coarse, 5));
}

TEST_CASE("Poisson line: the two directions are each other's puts and calls") {
  // delta_add(eps) = 1 - e^eps + e^eps delta_remove(-eps).
  const Interval w = exp(Interval(Rational(1, 2), 128));
  const Interval other = Interval(Integer(1), 128) - w + w * delta(many_remove);
  const Interval add = delta(many_add);
  CHECK(overlap(add, other));
  CHECK(narrow(other, 20));
}

namespace {

constexpr std::array<Rule BatchRules::*, 5> kAllRules{&BatchRules::values, &BatchRules::norm, &BatchRules::beyond,
                                                      &BatchRules::right, &BatchRules::left};

void stays_right(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Interval good = c.steps == 1 ? one_step(c) : delta(c);
    const auto holds = [&](const auto& change) {
      Inversion bad = c.inversion;
      change(bad);
      CHECK(check_inversion(bad).empty());
      try {
        const Interval value = delta(c, bad);
        CHECK(overlap(good, value));
        CHECK(proved(less_equal(value, Rational(1))));
      } catch (const TooMuchWork&) {  // no bound of the largest value, so no precision
        CHECK((bad.rules[0].norm.reach != c.inversion.rules[0].norm.reach ||
               bad.rules[0].norm.step != c.inversion.rules[0].norm.step ||
               bad.rules[0].norm.last != c.inversion.rules[0].norm.last ||
               bad.rules[0].norm.first != c.inversion.rules[0].norm.first));
      }
    };
    for (const std::uint64_t nodes : {1, 2, 5}) holds([&](Inversion& i) { i.line.nodes = nodes; });
    for (const Rational& factor : {R(1, 2), R(3, 2), R(2), R(4)}) {
      holds([&](Inversion& i) { i.line.step *= factor; });
      holds([&](Inversion& i) { i.line.a *= factor, i.right *= factor; });
      holds([&](Inversion& i) { i.left *= factor; });
      holds([&](Inversion& i) { i.right = i.line.a * (1 + factor / 4); });
      for (Rule BatchRules::*rule : kAllRules) {
        holds([&](Inversion& i) { (i.rules[0].*rule).step *= factor; });
        holds([&](Inversion& i) { (i.rules[0].*rule).reach *= factor; });
        holds([&](Inversion& i) { (i.rules[0].*rule).height *= factor; });
      }
    }
    for (Rule BatchRules::*rule : kAllRules) {
      for (const int share : {1, 2, 4}) {
        holds([&](Inversion& i) { (i.rules[0].*rule).first = (i.rules[0].*rule).first * share / 5; });
        holds([&](Inversion& i) { (i.rules[0].*rule).last = (i.rules[0].*rule).last * share / 5; });
      }
    }
  }
}

}  // namespace

TEST_CASE("Poisson line: a bad inversion is wide, never wrong") { stays_right({two_remove, many_remove, many_add}); }

TEST_CASE("Poisson line: a bad inversion of few or many steps is wide, never wrong", "[.long]") {
  stays_right({one_remove, one_add, batches});
}

TEST_CASE("Poisson line: exactly 0 beyond the largest log ratio, certain choices refused") {
  Case beyond = many_add;
  beyond.eps = "53/5";  // 100 ln(10/9) = 10.54
  CHECK(mpfr_zero_p(delta(beyond).hi()) != 0);
  Inversion bad = many_add.inversion;
  bad.right = bad.line.a;
  CHECK_FALSE(check_inversion(bad).empty());
  bad = many_add.inversion;
  bad.rules[0].beyond.first = 1;
  CHECK_FALSE(check_inversion(bad).empty());
}

TEST_CASE("Poisson transform: values against integer moments and bounds beyond") {
  const Case& c = many_remove;
  // K(s) of PROOFS.md 12.1 is M(s - 1).
  const auto transform = line_transform({*parse_number(c.sigma), *parse_number(c.rate), 1, 0}, 160);
  const Rule& rule = c.inversion.rules[0].values;
  const Interval norm = transform->bound(1, c.inversion.rules[0].norm);
  // K(2) = 1 + q^2 (e^(1/sigma^2) - 1).
  const Interval exact = Interval(Integer(1), 160) + Interval(R(1, 100), 160) * expm1(Interval(R(1, 4), 160));
  CHECK(proved(less_equal(exact, norm)));
  CHECK(proved(less(norm, exact * Interval(R(1001, 1000), 160))));
  const std::vector<Box> values = transform->values(1, R(1, 4), 40, rule, norm);
  CHECK(overlap(values.front().re, exact));
  CHECK(proved(less(values.front().re.upper() - values.front().re.lower(), R(1, 1'000'000))));
  for (const int from : {4, 12, 30}) {
    const Interval bound = transform->bound_beyond(1, R(from, 4), c.inversion.rules[0].beyond, norm);
    for (std::size_t k = static_cast<std::size_t>(from); k < values.size(); ++k) {
      const Box& v = values[k];
      CHECK_FALSE(proved(less(bound * bound, v.re * v.re + v.im * v.im)));
    }
  }
}

TEST_CASE("Poisson transform: coarse and short rules still bound") {
  // K(5) at sigma = 1/2, rate 1/2: 2^-5 sum C(5,k) e^(2k(k-1)), most of it around y = 10.
  const auto heavy = line_transform({*parse_number("1/2"), *parse_number("1/2"), 1, 0}, 192);
  Interval exact(192);
  for (const auto& [count, exponent] : {std::pair{1, 0}, {5, 0}, {10, 4}, {10, 12}, {5, 24}, {1, 40}}) {
    exact = exact + Interval(R(count, 32), 192) * exp(Interval(Integer(exponent), 192));
  }
  const Rule fine{R(1, 8), R(3, 4), R(3, 4), -72, 176};
  const Interval norm = heavy->bound(4, fine);
  CHECK(proved(less_equal(exact, norm)));
  CHECK(proved(less(norm, exact * Interval(R(1000001, 1000000), 192))));
  const std::vector<Box> values = heavy->values(4, R(1, 10), 21, fine, norm);
  CHECK(overlap(values.front().re, exact));
  CHECK(proved(less(values.front().re.upper() - values.front().re.lower(), exact * Interval(R(1, 1'000'000), 192))));
  const auto size = [](const Box& v) { return sqrt(v.re * v.re + v.im * v.im); };
  for (const long double_step : {1, 2, 3, 4, 5, 6, 7, 8, 10}) {
    for (const long end : {14, 60}) {
      for (const long start : {0, 20}) {
        Rule rule{R(double_step, 2), R(1, 4), R(1, 2), -start, end};
        CHECK(proved(less_equal(exact, heavy->bound(4, rule))));
        for (const std::size_t k : {std::size_t{0}, std::size_t{3}, std::size_t{20}}) {
          const Interval bound = heavy->bound_beyond(4, R(Integer(k), 10), rule, norm);
          CHECK(proved(less_equal(size(values[k]).lower(), bound)));
        }
      }
    }
  }
  // A line close to the axis: the edge on the axis is what limits it.
  for (const Rational& height : {R(1, 100), R(1, 8)}) {
    for (const Rational& step : {R(1, 4), R(1), R(2), R(4)}) {
      const long reach = static_cast<long>(roughly(R(9) / step));
      const Rule rule{step, height, R(1), -reach, 2 * reach + 4};
      const std::vector<Box> coarse = heavy->values(4, R(1, 10), 21, rule, norm);
      for (std::size_t k = 0; k < coarse.size(); ++k) {
        CHECK(overlap(coarse[k].re, values[k].re));
        CHECK(overlap(coarse[k].im, values[k].im));
      }
    }
  }
  // A negative exponent: K(-3), rate 1/2, sigma = 1, from a fine rule; the mass is on the left, where l is 1/2.
  const auto light = line_transform({*parse_number("1"), *parse_number("1/2"), 1, 0}, 192);
  const Rule narrow_rule{R(1, 8), R(3, 4), R(3, 4), -80, 80};
  const Interval least = light->bound(-4, narrow_rule);
  const std::vector<Box> wave = light->values(-4, R(1, 10), 11, narrow_rule, least);
  CHECK(proved(less(wave.front().re.upper() - wave.front().re.lower(), R(1, 1'000'000))));
  for (const Rational& step : {R(1, 2), R(2), R(4), R(8)}) {
    for (const long start : {0, 1, 2, 30}) {
      Rule rule{step, R(1, 2), R(9, 10), -start, 30};
      CHECK(proved(less_equal(wave.front().re.lower(), light->bound(-4, rule))));
      rule.last = 1;
      CHECK(proved(less_equal(wave.front().re.lower(), light->bound(-4, rule))));
      CHECK(proved(less_equal(size(wave[10]).lower(), light->bound_beyond(-4, 1, rule, least))));
    }
  }
}

TEST_CASE("Poisson moments: real orders of the direction remove against the binomial sum") {
  for (const char* sigma : {"2/5", "1", "3"}) {
    for (const char* rate : {"1/100000", "1/10", "99/100"}) {
      for (const long order : {2, 3, 12}) {
        const auto alpha = static_cast<std::uint64_t>(order);
        const Interval sum = poisson_remove(*parse_number(rate), *parse_number(sigma), alpha, alpha, 80)[0];
        const Interval rule = poisson_remove_real(*parse_number(rate), *parse_number(sigma), order, 64);
        INFO(sigma << " " << rate << " " << order);
        CHECK(overlap(sum, rule));
        CHECK(narrow(rule, 50));
      }
      // Convex in the order, and 0 at 1.
      const Interval a = poisson_remove_real(*parse_number(rate), *parse_number(sigma), R(5, 4), 64);
      const Interval b = poisson_remove_real(*parse_number(rate), *parse_number(sigma), R(3, 2), 64);
      CHECK(proved(less(a + a, b)));
      CHECK(narrow(a, 40));
    }
  }
}

TEST_CASE("the coupling's transform is its own mirror image: M(-1 - z) = M(z)") {
  const StepPair pair{*parse_number("4"), *parse_number("1/20"), 1, 1, true};
  const auto transform = line_transform(pair, 160);
  const Rule rule{R(1, 4), R(1, 2), R(1, 2), -200, 60};
  const auto at = [&](const Rational& a) { return transform->values(a, R(1, 2), 20, rule, transform->bound(a, rule)); };
  const std::vector<Box> here = at(R(1));
  const std::vector<Box> there = at(R(-2));
  for (std::size_t k = 0; k < here.size(); ++k) {
    CHECK(overlap(here[k].re, there[k].re));
    CHECK(overlap(here[k].im, -there[k].im));  // M(a - it) is the conjugate of M(a + it)
    CHECK(proved(less(here[k].im.upper() - here[k].im.lower(), R(1, 10'000))));
  }
}
