#include "bounds/allocation/allocation_of.hpp"

#include <catch2/catch.hpp>

#include "bounds/allocation/epoch_curve.hpp"
#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

constexpr const char* step_table = "3/5,3/10,1/10;1/5,3/10,1/2";

Answer of_table(const char* rows, slong steps, slong selected, const char* eps, const char* direction,
                slong epochs = 1) {
  return answer("allocation-table.delta", {{"table", rows},
                                           {"steps", std::to_string(steps)},
                                           {"selected", std::to_string(selected)},
                                           {"epochs", std::to_string(epochs)},
                                           {"eps", eps},
                                           {"direction", direction}});
}

// H_w of the pair with the record in `selected` of `steps` steps, by all outputs and all choices, `epochs` times.
struct EpochMasses {
  Rational p, q;
};

std::vector<EpochMasses> epoch_outputs(const std::vector<std::vector<Rational>>& rows, slong steps, slong selected) {
  std::vector<EpochMasses> all;
  const std::size_t outcomes = rows[0].size();
  std::vector<std::size_t> output(static_cast<std::size_t>(steps), 0);
  for (;;) {
    EpochMasses m{0, 1};
    slong choices = 0;
    for (slong chosen = 0; chosen < slong{1} << steps; ++chosen) {
      slong size = 0;
      Rational product = 1;
      for (slong i = 0; i < steps; ++i) {
        const bool with = (chosen >> i & 1) != 0;
        size += with ? 1 : 0;
        product = product * rows[with ? 0 : 1][output[static_cast<std::size_t>(i)]];
      }
      if (size != selected) continue;
      m.p = m.p + product;
      ++choices;
    }
    m.p = m.p / choices;
    for (const std::size_t y : output) m.q = m.q * rows[1][y];
    all.push_back(m);
    std::size_t i = 0;
    while (i < output.size() && ++output[i] == outcomes) output[i++] = 0;
    if (i == output.size()) return all;
  }
}

Rational epoch_divergence(const std::vector<EpochMasses>& outputs, slong epochs, const Rational& w, bool add) {
  std::vector<EpochMasses> all{{1, 1}};
  for (slong e = 0; e < epochs; ++e) {
    std::vector<EpochMasses> next;
    for (const EpochMasses& a : all) {
      for (const EpochMasses& b : outputs) next.push_back({a.p * b.p, a.q * b.q});
    }
    all = std::move(next);
  }
  Rational sum = 0;
  for (const EpochMasses& m : all) sum = sum + std::max(Rational(0), add ? m.q - w * m.p : m.p - w * m.q);
  return sum;
}

struct KnownDigits {
  const char* id;
  ParameterTexts texts;
  const char* remove;
  const char* add;
  const char* error;
};

void check_digits_of_others(const std::vector<KnownDigits>& rows) {
  for (const auto& row : rows) {
    for (const bool add : {false, true}) {
      ParameterTexts texts = row.texts;
      texts["direction"] = add ? "add" : "remove";
      const Answer a = answer(row.id, texts, "", 4);
      const Rational value(add ? row.add : row.remove);
      CAPTURE(row.id, row.remove, add);
      CHECK(a.reached);
      CHECK(a.lo <= value + Rational(row.error));
      CHECK(value - Rational(row.error) <= a.hi);
      CHECK(a.hi - a.lo < value / 1000);
    }
  }
}

}  // namespace

TEST_CASE("allocation of a table: by all outputs, in fractions") {
  const std::vector<std::vector<Rational>> one{{Rational("3/5"), Rational("3/10"), Rational("1/10")},
                                               {Rational("1/5"), Rational("3/10"), Rational("1/2")}};
  // Outputs that have no probability on one side.
  const std::vector<std::vector<Rational>> holes{{Rational("1/2"), Rational("1/2"), Rational(0)},
                                                 {Rational(0), Rational("1/3"), Rational("2/3")}};
  const struct {
    const char* text;
    const std::vector<std::vector<Rational>>& rows;
  } tables[] = {{step_table, one}, {"1/2,1/2,0;0,1/3,2/3", holes}};
  for (const auto& [text, rows] : tables) {
    for (const auto& [steps, selected, epochs] :
         {std::tuple<slong, slong, slong>{2, 1, 1}, {3, 1, 2}, {3, 2, 1}, {4, 3, 1}, {2, 2, 1}, {1, 1, 2}}) {
      const auto outputs = epoch_outputs(rows, steps, selected);
      for (const char* w : {"1", "5/4", "3"}) {
        for (const bool add : {false, true}) {
          CAPTURE(text, steps, selected, epochs, w, add);
          const Answer a =
              of_table(text, steps, selected, ("ln(" + std::string(w) + ")").c_str(), add ? "add" : "remove", epochs);
          const Rational exact = epoch_divergence(outputs, epochs, Rational(w), add);
          CHECK(a.lo == exact);
          CHECK(a.hi == exact);
        }
      }
    }
  }
}

TEST_CASE("allocation of a table: what cannot be") {
  CHECK_THROWS_WITH(of_table("1/2,1/2", 2, 1, "1", "remove"), Catch::Contains("two rows"));
  CHECK_THROWS_WITH(of_table("1/2,1/2;1/2,1/3", 2, 1, "1", "remove"), Catch::Contains("two rows"));
  CHECK_THROWS_WITH(of_table("1/2,1/2;1", 2, 1, "1", "remove"), Catch::Contains("two rows"));
  CHECK_THROWS_WITH(of_table("3/2,-1/2;1/2,1/2", 2, 1, "1", "remove"), Catch::Contains("two rows"));
  CHECK_THROWS_WITH(of_table(step_table, 2, 3, "1", "remove"), Catch::Contains("selected"));
  // From selected times the largest log ratio on it is 0, and not before.
  CHECK(of_table(step_table, 4, 1, "ln(3)", "remove").hi == 0);
  CHECK(of_table(step_table, 4, 2, "ln(3)", "remove").lo > 0);
  CHECK(of_table(step_table, 4, 2, "6/5", "remove").lo > 0);
  CHECK(of_table(step_table, 4, 1, "ln(3)", "add").lo > 0);
  CHECK(of_table(step_table, 4, 1, "ln(5)", "add").hi == 0);
}

TEST_CASE("allocation of Laplace and discrete Gaussian noise: digits of others") {
  check_digits_of_others({{"allocation-laplace.delta",
                           {{"eps0", "1"}, {"steps", "2"}, {"eps", "3/10"}},
                           "0.14872692940",
                           "0.20144799543",
                           "1e-11"},
                          {"allocation-laplace.delta",
                           {{"eps0", "2"}, {"steps", "2"}, {"eps", "1/2"}},
                           "0.38516693026",
                           "0.41996734985",
                           "1e-11"},
                          {"allocation-discrete-gaussian.delta",
                           {{"sigma2", "1"}, {"sensitivity", "1"}, {"steps", "2"}, {"eps", "1/2"}},
                           "0.1540500506174",
                           "0.1426800911068",
                           "1e-13"},
                          {"allocation-discrete-gaussian.delta",
                           {{"sigma2", "1"}, {"sensitivity", "1"}, {"steps", "4"}, {"eps", "1/2"}},
                           "0.0782793696340",
                           "0.0719202938385",
                           "1e-13"}});
}

TEST_CASE("allocation of Laplace noise: digits of others, more steps", "[.long]") {
  check_digits_of_others({{"allocation-laplace.delta",
                           {{"eps0", "1"}, {"steps", "3"}, {"eps", "3/10"}},
                           "0.0944337896",
                           "0.1461541961",
                           "1e-10"},
                          {"allocation-laplace.delta",
                           {{"eps0", "1"}, {"steps", "10"}, {"eps", "3/10"}},
                           "0.0202534159",
                           "0.0351590838",
                           "1e-10"}});
}

TEST_CASE("allocation of a table: a long list is a convolution, and ends where its work does") {
  // How often the first output occurs: among the selected steps, and among the others.
  constexpr slong steps = 40, selected = 17;
  const Rational p("2/3"), q("1/4");
  const auto law = allocation::allocated(allocation::table_pair({{p, 1 - p}, {q, 1 - q}}, Direction::remove), steps,
                                         selected, Direction::remove);
  const auto binomial = [](slong n, slong k, const Rational& x) {
    Rational mass = pow(x, k) * pow(1 - x, n - k);
    for (slong i = 0; i < k; ++i) mass = mass * (n - i) / (i + 1);
    return mass;
  };
  std::vector<ExactAtom> expected;
  for (slong n = 0; n <= steps; ++n) {
    Rational with = 0;
    for (slong j = std::max(slong{0}, n - (steps - selected)); j <= std::min(n, selected); ++j) {
      with += binomial(selected, j, p) * binomial(steps - selected, n - j, q);
    }
    expected.push_back({with, binomial(steps, n, q)});
  }
  const auto all = law.phase.exact_atoms({});
  REQUIRE(all);
  REQUIRE(all->size() == expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    CHECK((*all)[n].p == expected[n].p);
    CHECK((*all)[n].q == expected[n].q);
  }
  struct Counting : AtomSink {
    slong atoms = 0;
    void add(const Ball& /*p*/, const Ball& /*q*/) override { ++atoms; }
  } sink;
  const Listing listing{.bits = 96, .tail_bits = 64};
  CHECK(law.phase.atoms(sink, listing, Budget::counted(3 * steps)));
  CHECK(sink.atoms == steps + 1);
  CHECK_FALSE(law.phase.atoms(sink, listing, Budget::counted(steps + 10)));
  CHECK(sink.atoms <= steps + 12);
  CHECK_FALSE(law.phase.exact_atoms(Budget::counted(10)));
}

TEST_CASE("allocation: little work leaves the bracket that it proves") {
  const auto within = [](std::string_view id, const ParameterTexts& texts, slong work) {
    const Entry& e = entry(id);
    return evaluate(e, e.arguments(texts), {.digits = 8, .budget = Budget::counted(work)});
  };
  // One of a thousand epochs has a delta already.
  const Answer table = within("allocation-table.delta",
                              {{"table", "2/3,1/3;1/3,2/3"},
                               {"selected", "120"},
                               {"steps", "300"},
                               {"epochs", "1000"},
                               {"eps", "1/25"},
                               {"direction", "remove"}},
                              4000);
  CHECK_FALSE(table.reached);
  CHECK(table.lo > Rational("1/2"));
  const Answer laplace = within("allocation-laplace.delta",
                                {{"eps0", "1"}, {"steps", "3"}, {"eps", "999/1000"}, {"direction", "remove"}}, 20'000);
  CHECK_FALSE(laplace.reached);
  CHECK(laplace.lo > Rational("1/100000"));
  CHECK(laplace.hi < Rational("1/1000"));
}

TEST_CASE("allocation of Laplace noise: epochs, several selected steps, every step, the inverse", "[.long]") {
  const auto at = [](const ParameterTexts& more, const std::string& route = "") {
    ParameterTexts texts{{"eps0", "1"}, {"eps", "1/2"}, {"direction", "remove"}};
    for (const auto& [name, text] : more) texts[name] = text;
    return answer("allocation-laplace.delta", texts, route, 3);
  };
  // One epoch by two routes.
  const Answer curve = at({{"steps", "5"}});
  const Answer laws = at({{"steps", "5"}}, "convex");
  CHECK(curve.lo <= laws.hi);
  CHECK(laws.lo <= curve.hi);
  const Answer two = at({{"steps", "5"}, {"epochs", "2"}});
  CHECK(two.lo > curve.hi);
  const Answer every = at({{"steps", "3"}, {"selected", "3"}});
  const Answer rounds = answer("laplace.delta", {{"eps0", "1"}, {"eps", "1/2"}, {"rounds", "3"}}, "", 3);
  CHECK(every.lo <= rounds.hi);
  CHECK(rounds.lo <= every.hi);
  const Answer most = at({{"steps", "3"}, {"selected", "2"}});
  CHECK(most.hi < every.hi);
  CHECK(most.lo > at({{"steps", "3"}}).hi);
  CHECK(at({{"steps", "7"}, {"eps", "1"}}).hi == 0);
  const Answer noise = answer("allocation-laplace.eps0",
                              {{"steps", "2"}, {"eps", "3/10"}, {"delta", "0.1487"}, {"direction", "remove"}}, "", 3);
  CHECK(noise.lo < Rational("1"));
  CHECK(Rational("0.999") < noise.hi);
}

TEST_CASE("an excess of a sum is that of its pairs") {
  const ConvexLaw x{Slope::rising, Side::upper, {0, 1, 3}, {0.25, 0.5, 0.25}, 0.125};
  const ConvexLaw y{Slope::rising, Side::upper, {0.5, 2}, {0.5, 0.5}, 0};
  for (const char* k : {"0", "1", "5/2", "3", "7/2", "5", "6"}) {
    Rational sum = Rational("1/8");
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        const Rational both =
            *Number(std::to_string(x.position[i])).rational() + *Number(std::to_string(y.position[j])).rational();
        sum = sum + *Number(std::to_string(x.mass[i])).rational() / 2 * std::max(Rational(0), both - Rational(k));
      }
    }
    const Ball found = allocation::excess_of_sum(x, y, Ball(Rational(k), 128)).value;
    CAPTURE(k);
    CHECK(found.lower() <= sum);
    CHECK(sum <= found.upper());
    CHECK(found.upper() - found.lower() < Rational("1e-30"));
  }
}

TEST_CASE("allocation of a table: where direction add has the larger ratio, and none that is infinite") {
  constexpr const char* worse_added = "9/10,1/10;1/2,1/2";
  const Rational tiny("1e-5");
  const auto near = [&](const Answer& a, const char* value) {
    CHECK(a.lo <= Rational(value) + tiny);
    CHECK(Rational(value) - tiny <= a.hi);
  };
  near(of_table(worse_added, 1, 1, "1", "both"), "0.228172");  // 1/2 - e/10
  near(of_table(worse_added, 2, 1, "7/10", "both"), "0.149312");
  near(of_table(worse_added, 2, 1, "7/10", "remove"), "0");
  const auto epsilon = [](const char* rows, const char* steps, const char* delta, const char* direction) {
    return answer("allocation-table.epsilon",
                  {{"table", rows}, {"steps", steps}, {"selected", "1"}, {"delta", delta}, {"direction", direction}});
  };
  near(epsilon(worse_added, "2", "0", "both"), "1.6094379");  // ln 5
  near(epsilon(worse_added, "2", "0", "remove"), "0.5877867");
  constexpr const char* three = "1/100,99/200,99/200;1/2,1/4,1/4";
  for (const char* direction : {"add", "both"}) near(epsilon(three, "70", "1e-8", direction), "0.8600124");
  constexpr const char* never = "0,1/2,1/2;1/3,1/3,1/3";  // no output without the record alone
  near(epsilon(never, "2", "1/100", "remove"), "0.390352");
  CHECK_THROWS_WITH(epsilon(never, "2", "1/100", "both"), Catch::Contains("infinite epsilon"));
  // A mass whose exact value would have 10^11 digits.
  const Answer huge = of_table("1/3,2/3;0,1", 1'000'000'000'000, 300'000'000'000, "1", "remove");
  CHECK(huge.hi == 1);
}
