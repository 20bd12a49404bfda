// Mixes of mechanisms given as one text: how it is read, and brute force in exact rationals.
#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"
#include "bounds/phases_text.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

std::vector<MassPair> response(const Exact& ratio) {
  return {{ratio / (1 + ratio), 1 / (1 + ratio)}, {1 / (1 + ratio), ratio / (1 + ratio)}};
}

std::vector<MassPair> product(const std::vector<MassPair>& a, const std::vector<MassPair>& b) {
  std::vector<MassPair> all;
  for (const MassPair& x : a) {
    for (const MassPair& y : b) all.push_back({x.p * y.p, x.q * y.q});
  }
  return all;
}

// Geometric noise of z = e^-a and sensitivity d: two tails and what lies between.
std::vector<MassPair> geometric(const Exact& z, long d) {
  std::vector<MassPair> all;
  const auto power = [&](long n) {
    Exact r = 1;
    for (long i = 0; i < n; ++i) r *= z;
    return r;
  };
  for (long x = 0; x <= d; ++x) {
    const bool tail = x == 0 || x == d;
    const Exact weight = tail ? Exact(1 / (1 + z)) : Exact((1 - z) / (1 + z));
    all.push_back({weight * power(x), weight * power(d - x)});
  }
  return all;
}

// H_w of Laplace noise of e^eps0 = 4 (P against Q), where w/4 is a square.
Exact laplace_of_4(const Exact& w) {
  if (w <= Exact(1, 4)) return 1 - w;
  if (w >= 4) return 0;
  const Exact quarter = w / 4;
  using boost::multiprecision::mpz_int;
  const mpz_int top = sqrt(mpz_int(numerator(quarter)));
  const mpz_int bottom = sqrt(mpz_int(denominator(quarter)));
  const Exact root(top, bottom);
  REQUIRE(root * root == quarter);
  return 1 - root;
}

// The mix of one more law with a finite one, by its profile.
template <typename Profile>
Exact mixed(const std::vector<MassPair>& finite, const Exact& w, const Profile& profile) {
  Exact sum = 0;
  for (const MassPair& a : finite) sum += a.p * profile(w * a.q / a.p);
  return sum;
}

Answer mix(const std::string& phases, const Exact& w, const std::string& direction, const std::string& route = "",
           long digits = 12) {
  INFO(phases);
  return answer("composition.delta", {{"phases", phases}, {"eps", "ln(" + w.str() + ")"}, {"direction", direction}},
                route, digits);
}

}  // namespace

TEST_CASE("phases: one text for one composition") {
  const auto canonical = [](const char* text) { return read_phases(text).canonical; };
  CHECK(canonical("gaussian(sigma=2.0)+2*laplace(eps0=0.5)+gaussian(sigma=2)") ==
        "2*gaussian(sigma=2)+2*laplace(eps0=1/2,rate=1)");
  CHECK(canonical("sampled(mechanism=laplace,rate=0.5,eps0=ln(2))") ==
        "sampled(mechanism=laplace,eps0=ln(2),rate=1/2)");
  CHECK(canonical("2*eps-delta(eps=exp(-1))") == "2*eps-delta(delta=0,eps=exp(-1))");
  CHECK(canonical("sampled(mechanism=gaussian,rate=1/2,sigma=3)") == "poisson-gaussian(rate=1/2,sigma=3)");
  CHECK(canonical("5*sampled(of=gaussian(sigma=1),rate=1%,of=gaussian(sigma=2))") ==
        "5*poisson-gaussian(rate=1/100,sigma=sqrt(4/5))");
  CHECK(canonical("sampled(rate=1,of=gaussian(sigma=3),of=gaussian(sigma=4))") ==
        "sampled(mechanism=gaussian,sigma=12/5,rate=1)");
  for (const char* text : {"3*laplace(eps0=1,rate=1)+gaussian(sigma=2)", "sampled(mechanism=gaussian,rate=1/2,sigma=3)",
                           "2*clones(eps0=1,n=10)+rr(eps0=1/2)"}) {
    CHECK(canonical(canonical(text).c_str()) == canonical(text));
  }
  CHECK(canonical(" 3 * laplace( eps0 = 1 )  +  poisson-gaussian(sigma=1, rate=1/2) ") ==
        canonical("3*laplace(eps0=1)+poisson-gaussian(sigma=1,rate=1/2)"));
  for (const char* torn :
       {"3 3*laplace(eps0=1)", "lap lace(eps0=1)", "laplace(eps0=1 2)", "laplace(eps0=1) x", " ", "laplace( )"}) {
    INFO(torn);
    CHECK_THROWS_AS(read_phases(torn), InputError);
  }
  CHECK(read_phases("rr(eps0=1)").adjacency == Adjacency::replace_one);
  CHECK(entry("composition.delta")
            .arguments({{"phases", "gaussian(sigma=1)"}, {"eps", "1"}, {"direction", "both"}})
            .adjacency() == Adjacency::zero_out);
}

TEST_CASE("phases: what is wrong is named") {
  const std::vector<std::pair<const char*, const char*>> wrong{
      {"", "rounds*mechanism"},
      {"gaussian", "rounds*mechanism"},
      {"gaussian(sigma=1", "rounds*mechanism"},
      {"gaussian(sigma=1)+", "rounds*mechanism"},
      {"+gaussian(sigma=1)", "rounds*mechanism"},
      {"gaussian(sigma)", "rounds*mechanism"},
      {"0*gaussian(sigma=1)", "rounds = 0"},
      {"-1*gaussian(sigma=1)", "an integer from 1"},
      {"99999999999999999999*gaussian(sigma=1)", "an integer from 1"},
      {"gaussian(sigma=1,sigma=2)", "given once"},
      {"gaussian(sigma=-1)", "sigma = -1"},
      {"gaussian()", "missing parameter"},
      {"gaussain(sigma=1)", "one of"},
      {"gaussian(sigma=1)+rr(eps0=1)", "one adjacency for all"},
      {"sampled(mechanism=rr,eps0=1,rate=1/2)", "zero-out"},
      {"sampled(eps0=1,rate=1/2)", "missing parameter mechanism"},
      {"sampled(of=gaussian(sigma=1))", "missing parameter rate"},
      {"sampled(rate=1/2,rate=1/3,of=gaussian(sigma=1))", "given once"},
      {"sampled(rate=1/2,sigma=1,of=gaussian(sigma=1))", "sigma"},
      {"sampled(rate=1/2,of=laplace)", "mechanism(name=value,...)"},
      {"sampled(rate=1/2,of=rr(eps0=1))", "of zero-out adjacency"},
      {"sampled(rate=1/2,of=laplace(eps0=1,rate=1/2))", "without a rate"},
      {"sampled(rate=1/2,of=poisson-gaussian(sigma=1,rate=1/2))", "without a rate"},
      {"sampled(rate=1/2,of=sampled(mechanism=laplace,eps0=1,rate=1))", "without a rate"},
      {"sampled(rate=1/2,of=gaussian(sigma=0))", "sigma = 0"},
      {"laplace(eps0=nan)", "eps0 = nan"}};
  for (const auto& [text, words] : wrong) {
    CAPTURE(text);
    CHECK_THROWS_WITH(entry("composition.delta").arguments({{"phases", text}, {"eps", "1"}}), Catch::Contains(words));
  }
  CHECK_THROWS_WITH(
      entry("composition.delta").arguments({{"phases", "rr(eps0=1)"}, {"eps", "1"}, {"adjacency", "zero-out"}}),
      Catch::Contains("replace-one, the adjacency of the phases"));
}

TEST_CASE("releases of one sample are one round of their product, and not fresh samples") {
  // One round: q h(1 + (w - 1)/q), h the curve of both Gaussian mechanisms without sampling.
  const Answer sampled = mix("sampled(rate=1/4,of=gaussian(sigma=1),of=gaussian(sigma=2))", Exact(2), "remove");
  const Answer whole = mix("gaussian(sigma=1)+gaussian(sigma=2)", Exact(5), "remove");
  CHECK(sampled.lo <= whole.hi / 4);
  CHECK(whole.lo / 4 <= sampled.hi);
  CHECK(sampled.hi - sampled.lo < pow(Rational(10), -9));
  const auto epsilon = [](const char* phases) {
    return answer("composition.epsilon", {{"phases", phases}, {"delta", "1e-6"}, {"direction", "remove"}}, "", 9);
  };
  const Answer same = epsilon("1000*sampled(rate=1/100,of=gaussian(sigma=1),of=gaussian(sigma=1))");
  CHECK(same.lo > Rational("5.28712897"));
  CHECK(same.hi < Rational("5.28712899"));
  const Answer fresh =
      epsilon("1000*sampled(rate=1/100,mechanism=gaussian,sigma=1)+1000*poisson-gaussian(rate=1/100,sigma=1)");
  CHECK(fresh.lo > Rational("2.9552458"));
  CHECK(fresh.hi < Rational("2.9552460"));
}

TEST_CASE("releases of any noise on one sample") {
  const auto delta = [](const std::string& phases, const char* w, const char* direction, long digits) {
    return answer("composition.delta", {{"phases", phases}, {"eps", w}, {"direction", direction}}, "", digits);
  };
  const std::string of = "of=laplace(eps0=1),of=gaussian(sigma=1)";
  CHECK(read_phases("7*sampled(" + of + ",rate=1%)").canonical ==
        "7*sampled(of=gaussian(sigma=1),of=laplace(eps0=1),rate=1/100)");
  CHECK(read_phases(read_phases("sampled(" + of + ",rate=1%)").canonical).canonical ==
        "sampled(of=gaussian(sigma=1),of=laplace(eps0=1),rate=1/100)");
  for (const char* direction : {"remove", "add"}) {
    CAPTURE(direction);
    // A rate of 1 is no sampling.
    const Answer whole = delta("laplace(eps0=1)+gaussian(sigma=1)", "1/2", direction, 4);
    const Answer always = delta("sampled(" + of + ",rate=1)", "1/2", direction, 4);
    CHECK(always.lo <= whole.hi);
    CHECK(whole.lo <= always.hi);
    CHECK(always.hi - always.lo < Rational("1e-3"));
    // Twice the same noise on integers: their outcomes in pairs, one round by hand.
    const Answer twice =
        delta("sampled(rate=1/3,of=discrete-laplace(a=ln(2),sensitivity=1,rounds=2))", "ln(6/5)", direction, 4);
    const Answer pair =
        delta("sampled(rate=1/3,of=discrete-laplace(a=ln(2),sensitivity=1),of=discrete-laplace(a=ln(2),sensitivity=1))",
              "ln(6/5)", direction, 4);
    CHECK(twice.lo == pair.lo);
    CHECK(twice.hi == pair.hi);
    // remove: q h(1 + (w-1)/q); add: (1 - w(1-q)) h(w q/(1 - w(1-q))), h of both without sampling.
    const bool remove = std::string(direction) == "remove";
    const Answer both = delta("2*discrete-laplace(a=ln(2),sensitivity=1)", remove ? "ln(8/5)" : "ln(2)", direction, 12);
    const Rational share = remove ? Rational(1) / 3 : Rational(1) / 5;
    CHECK(pair.lo <= share * both.hi);
    CHECK(share * both.lo <= pair.hi);
    // Beyond the largest log ratio of all releases.
    const std::string two = "sampled(rate=1/2,of=laplace(eps0=1/2,rounds=2),of=discrete-laplace(a=1,sensitivity=1))";
    CHECK(delta(two, remove ? "1.44" : "0.57", direction, 4).hi.sign() == 0);
    CHECK(delta(two, remove ? "1.43" : "0.56", direction, 4).hi.sign() > 0);
  }
}

TEST_CASE("several sampled phases say how they are read") {
  const auto reading = [](const char* text) { return read_phases(text).reading; };
  CHECK(reading("9*poisson-gaussian(rate=1/2,sigma=1)+gaussian(sigma=1)").empty());
  CHECK(reading("poisson-gaussian(rate=1/2,sigma=1)+laplace(eps0=1,rate=1)").empty());
  for (const char* text : {"poisson-gaussian(rate=1/2,sigma=1)+poisson-gaussian(rate=1/2,sigma=1)",
                           "laplace(eps0=1,rate=1/3)+sampled(mechanism=gaussian,rate=1/2,sigma=1)"}) {
    CHECK(reading(text).find("a sample of its own") != std::string::npos);
  }
  const Arguments x =
      entry("composition.epsilon")
          .arguments({{"phases", "laplace(eps0=1,rate=1/3)+laplace(eps0=2,rate=1/3)"}, {"delta", "1/9"}});
  CHECK(x.readings().size() == 1);
}

TEST_CASE("mixes of responses are the brute force, by every route") {
  // rr at 3/2 twice, rr-local with p = 1/2 over 3 answers: (2/3, 1/6, 1/6) against (1/6, 1/6, 2/3).
  const std::vector<MassPair> local{{Exact(2, 3), Exact(1, 6)}, {Exact(1, 6), Exact(1, 6)}, {Exact(1, 6), Exact(2, 3)}};
  const auto all = product(product(response(Exact(3, 2)), response(Exact(3, 2))), local);
  for (const char* w : {"1", "6/5", "3", "8"}) {
    for (const char* route : {"", "lattice", "convex"}) {
      check_around(mix("2*rr(eps0=ln(3/2))+rr-local(k=3,p=1/2)", Exact(w), "both", route, *route == 0 ? 12 : 3),
                   brute_delta(all, 1, Exact(w)));
    }
  }
}

TEST_CASE("mixes of private mechanisms and geometric noise are the brute force") {
  // (ln 2, 1/10): infinite with 1/10, else randomized response.
  std::vector<MassPair> eps_delta{{Exact(1, 10), 0}, {0, Exact(1, 10)}};
  for (const MassPair& a : response(2)) eps_delta.push_back({a.p * Exact(9, 10), a.q * Exact(9, 10)});
  const auto noise = geometric(Exact(1, 2), 2);
  const auto all = product(product(eps_delta, noise), noise);
  const auto sampled = product(with_rate(noise, Exact(1, 3)), noise);
  for (const char* w : {"1", "3/2", "3", "9"}) {
    check_around(mix("eps-delta(eps=ln(2),delta=1/10)+2*discrete-laplace(a=ln(2),sensitivity=2)", Exact(w), "both"),
                 brute_delta(all, 1, Exact(w)));
    const std::string mixture =
        "discrete-laplace(a=ln(2),sensitivity=2,rate=1/3)+discrete-laplace(a=ln(2),sensitivity=2)";
    check_around(mix(mixture, Exact(w), "remove"), brute_delta(sampled, 1, Exact(w)));
    check_around(mix(mixture, Exact(w), "add"), brute_delta(exchanged(sampled), 1, Exact(w)));
  }
}

TEST_CASE("one round of Laplace noise beside finite laws is the sum of its profile") {
  const auto one = response(4);
  const auto two = product(one, one);
  for (const char* text : {"1", "9/4", "4", "25/16"}) {
    const Exact w(text);
    check_around(mix("laplace(eps0=ln(4))+discrete-laplace(a=ln(4),sensitivity=1)", w, "both", "", 3),
                 mixed(one, w, laplace_of_4));
    check_around(mix("laplace(eps0=ln(4))+2*eps-delta(eps=ln(4))", w, "both", "", 3), mixed(two, w, laplace_of_4));
  }
  // Sampled at 1/2: delta(w) = h(2w - 1)/2 (remove), 1 - w for 2w <= 1.
  const auto half = [](const Exact& w) -> Exact {
    if (2 * w <= 1) return 1 - w;
    return laplace_of_4(2 * w - 1) / 2;
  };
  check_around(mix("laplace(eps0=ln(4),rate=1/2)+discrete-laplace(a=ln(4),sensitivity=1)", 4, "remove", "", 3),
               mixed(one, 4, half));
}

TEST_CASE("the printed reference values of these quantities are met") {
  struct Row {
    const char* id;
    ParameterTexts texts;
    const char* value;  // good to its last digit but one
  };
  const std::vector<Row> rows{
      {"laplace.delta", {{"eps0", "1"}, {"eps", "1/2"}}, "0.22119921692859513175"},                        // N001
      {"laplace.delta", {{"eps0", "1"}, {"rounds", "2"}, {"eps", "1"}}, "0.24183667535920822"},            // must show
      {"laplace.epsilon", {{"eps0", "1/2"}, {"rounds", "10"}, {"delta", "1e-5"}}, "4.9899623111506278"},   // N005
      {"laplace.epsilon", {{"eps0", "1/10"}, {"rounds", "50"}, {"delta", "1e-6"}}, "3.1207095987488645"},  // N006
      {"discrete-laplace.delta",
       {{"a", "1"}, {"sensitivity", "1"}, {"rounds", "5"}, {"eps", "2/5"}},
       "0.68978646041112158"},  // N015
      {"discrete-laplace.epsilon",
       {{"a", "1/2"}, {"sensitivity", "2"}, {"rounds", "10"}, {"delta", "1e-6"}},
       "9.9998854711099862"},  // N020
      {"discrete-gaussian.delta",
       {{"sigma2", "4"}, {"sensitivity", "1"}, {"eps", "1/2"}},
       "0.054007223694154421"},  // N021
      {"discrete-gaussian.delta",
       {{"sigma2", "4"}, {"sensitivity", "1"}, {"rounds", "10"}, {"eps", "2"}},
       "0.16929230570135694"},  // N024
      {"laplace.delta",
       {{"eps0", "1"}, {"rate", "1/10"}, {"eps", "1/20"}, {"direction", "remove"}},
       "0.025401389825142776"},  // N066
      {"composition.delta",
       {{"phases", "eps-delta(eps=ln(2),delta=1/100)+eps-delta(eps=ln(3))+eps-delta(eps=ln(3/2),delta=1/50)"},
        {"eps", "ln(2)"},
        {"direction", "both"}},
       "0.36937000000000000"}};  // N072
  for (const Row& row : rows) {
    CAPTURE(row.id, row.value);
    const Answer a = answer(row.id, row.texts, "", 15);
    const Rational value(row.value);
    CHECK(a.reached);
    CHECK(a.lo <= value * (1 + Rational("3e-15")));
    CHECK(value * (1 - Rational("3e-15")) <= a.hi);
    CHECK(a.hi - a.lo <= value * Rational("1e-14"));
  }
  // N083: the ends of a class.
  const Answer zcdp = answer("zcdp.epsilon", {{"rho", "0.0728"}, {"delta", "1e-5"}});
  CHECK(zcdp.lo > Rational("1.47584381424159"));
  CHECK(zcdp.lo < Rational("1.4758438299"));
  CHECK(zcdp.hi > Rational("1.60720107988"));
  CHECK(zcdp.hi < Rational("1.60720107989"));
}
