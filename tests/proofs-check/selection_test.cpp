// Selections, audits and the last iterate: closed forms and binomial sums against values that were computed elsewhere, or that are
// fractions; what is a little beyond them is not proved.
#include <catch2/catch.hpp>

#include "asked.hpp"

namespace hallmark::check::test {
namespace {

const std::string formula = "method formula\nbits 64\n";

}  // namespace

TEST_CASE("partition selection: the recursion in fractions, and in closed form") {
  const auto shown = [](const std::string& n, const std::string& eps, const std::string& delta) {
    return asked("partition-selection.probability", {{"n", n}, {"eps", eps}, {"delta", delta}});
  };
  for (const auto& [n, value] :
       {std::pair{"0", "0"}, {"1", "1/10"}, {"2", "3/10"}, {"3", "7/10"}, {"4", "9/10"}, {"5", "1"}, {"6", "1"}}) {
    const Quantity q = shown(n, "ln(2)", "1/10");
    CHECK(proves(q, Relation::less_equal, value, formula));
    CHECK(proves(q, Relation::greater_equal, value, formula));
    CHECK_FALSE(proves(q, Relation::less, value, formula));
    CHECK_FALSE(proves(q, Relation::greater, value, formula));
  }
  check_between(shown("12", "1", "1/100000"), "7603109969226271/10000000000000000",
                "475194374826641997/625000000000000000", formula);
  check_between(shown("5", "1", "1/100000"), "8579102488372/10000000000000000", "8579102488373/10000000000000000",
                formula);
  CHECK(proves(shown("1000000000000000", "1", "1/3"), Relation::greater_equal, "1", formula));
  const Quantity n = asked("partition-selection.n", {{"eps", "1"}, {"delta", "1/100000"}, {"p", "1"}});
  const std::string witness = "lemma partition-selection-probability-nondecreasing-in-n\n" + formula;
  CHECK(proves(n, Relation::less_equal, "23", witness));
  CHECK(proves(n, Relation::greater_equal, "23", witness));
  CHECK_FALSE(proves(n, Relation::less_equal, "22", witness));
  CHECK_FALSE(proves(n, Relation::greater_equal, "24", witness));
  const Quantity tie = asked("partition-selection.n", {{"eps", "1"}, {"delta", "1/2"}, {"p", "1"}});
  CHECK(proves(tie, Relation::less_equal, "2", witness));
  CHECK(proves(tie, Relation::greater, "1", witness));
}

TEST_CASE("sparse vector: the pure epsilon exactly, delta from above") {
  const auto queries = [](std::string_view id, const std::string& monotone, std::map<std::string, std::string> more) {
    more.insert({{"b1", "2"}, {"b2", "4"}, {"cut", "1"}, {"sensitivity", "1"}});
    return asked(id, more, {{"monotone", monotone}});
  };
  for (const auto& [monotone, value] : {std::pair{"no", "1"}, {"yes", "3/4"}}) {
    const Quantity q = queries("sparse-vector.epsilon", monotone, {});
    CHECK(proves(q, Relation::less_equal, value, formula));
    CHECK(proves(q, Relation::greater_equal, value, formula));
    CHECK_FALSE(proves(q, Relation::less, value, formula));
  }
  check_between(queries("sparse-vector.delta", "no", {{"eps", "3/4"}}), "117503097/1000000000", "58751549/500000000",
                formula);
  CHECK(proves(queries("sparse-vector.delta", "no", {{"eps", "1"}}), Relation::less_equal, "0", formula));
  CHECK_FALSE(proves(queries("sparse-vector.delta", "no", {{"eps", "99/100"}}), Relation::less_equal, "0", formula));
}

TEST_CASE("noisy maxima: both ends by their own pairs") {
  const auto event = [](const std::string& t) { return "method event\nbits 96\nthreshold " + t + "\n"; };
  const std::map<std::string, std::string> half{{"eps0", "1"}, {"eps", "1/2"}, {"rounds", "1"}};
  // (1 - e^(-1/4))^2/(1 - e^-1), and 1 - e^(-1/4).
  check_between(asked("exponential.delta", half), "7740468631/100000000000", "7740468632/100000000000", event("3/4"));
  check_between(asked("permute-and-flip.delta", half), "221199216/1000000000", "221199217/1000000000", event("1/4"));
  CHECK_FALSE(
      proves(asked("permute-and-flip.delta", half), Relation::less_equal, "7740468632/100000000000", event("1/4")));
  CHECK_FALSE(
      proves(asked("permute-and-flip.delta", half), Relation::greater_equal, "221199217/1000000000", event("1/4")));
  const auto noisy = [](const std::string& noise, std::map<std::string, std::string> more) {
    more.insert({{"eps", "1/2"}, {"rounds", "1"}});
    return asked("noisy-max.delta", more, {{"noise", noise}});
  };
  CHECK(proves(noisy("laplace", {{"eps0", "1"}}), Relation::greater_equal, "57237/1000000", event("-541/1000")));
  CHECK_FALSE(proves(noisy("laplace", {{"eps0", "1"}}), Relation::greater_equal, "3/50", event("-541/1000")));
  CHECK(proves(noisy("laplace", {{"eps0", "1"}}), Relation::less_equal, "221199217/1000000000", event("1/2")));
  // Two candidates at sigma = 1: the Gaussian mechanism of mu = sqrt(2).
  const Quantity two = noisy("gaussian", {{"sigma", "1"}, {"candidates", "2"}});
  CHECK(proves(two, Relation::less_equal, "40005127/100000000", event("0")));
  CHECK_FALSE(proves(two, Relation::less_equal, "40005126/100000000", event("0")));
  CHECK(proves(two, Relation::greater_equal, "4000512/10000000", event("7071/20000")));
  CHECK_FALSE(proves(two, Relation::greater_equal, "40005127/100000000", event("7071/20000")));
  CHECK_FALSE(proves(noisy("gaussian", {{"sigma", "1"}}), Relation::less_equal, "1/2", event("0")));
  CHECK_FALSE(proves(noisy("gaussian", {{"eps0", "1"}, {"sigma", "1"}, {"candidates", "2"}}), Relation::less_equal,
                     "1/2", event("0")));
  CHECK_FALSE(proves(noisy("laplace", {{"sigma", "1"}, {"candidates", "2"}}), Relation::less_equal, "1/2", event("0")));
  CHECK(proves(noisy("gumbel", {{"eps0", "1"}}), Relation::less_equal, "7740468632/100000000000", event("3/4")));
}

TEST_CASE("private selection: closed forms, each of its own parameters") {
  const auto best = [](const std::string& runs, std::map<std::string, std::string> more) {
    more.insert({"eps0", "1"});
    return asked("private-selection.epsilon", more, {{"runs", runs}});
  };
  check_between(best("geometric", {{"gamma", "1/100"}}), "295370423426/100000000000", "295370423427/100000000000",
                formula);
  check_between(best("poisson", {{"mean", "10"}}), "56211715726/10000000000", "56211715727/10000000000", formula);
  check_between(best("tnb", {{"eta", "0"}, {"gamma", "1/100"}}), "19768521171/10000000000", "19768521172/10000000000",
                formula);
  check_between(best("binomial", {{"n", "20"}, {"p", "1/2"}}), "69004517123/10000000000", "69004517124/10000000000",
                formula);
  CHECK(proves(best("fixed", {{"n", "7"}}), Relation::less_equal, "7", formula));
  CHECK(proves(best("fixed", {{"n", "7"}}), Relation::greater_equal, "7", formula));
  CHECK_FALSE(proves(best("geometric", {{"gamma", "1/100"}, {"mean", "10"}}), Relation::less_equal, "5", formula));
  CHECK_FALSE(proves(best("tnb", {{"gamma", "1/100"}}), Relation::less_equal, "5", formula));
}

TEST_CASE("the last iterate: mu and what follows from it") {
  const std::map<std::string, std::string> steps{{"c", "1/2"}, {"steps", "3"}, {"ratio", "1"}};
  check_between(asked("last-iterate.mu", steps), "15275252316/10000000000", "15275252317/10000000000", formula);
  std::map<std::string, std::string> one{{"c", "1"}, {"steps", "4"}, {"ratio", "1/4"}, {"eps", "1"}};
  // As the Gaussian mechanism at sigma = 2.
  const Quantity gaussian = asked("gaussian.delta", {{"sigma", "2"}, {"rounds", "1"}, {"eps", "1"}});
  for (const std::string value : {"1/100", "1/50", "1/30"}) {
    CHECK(proves(asked("last-iterate.delta", one), Relation::less_equal, value, formula) ==
          proves(gaussian, Relation::less_equal, value, formula));
  }
  const Quantity epsilon =
      asked("last-iterate.epsilon", {{"c", "9/10"}, {"steps", "100"}, {"ratio", "1/10"}, {"delta", "1/100000"}});
  check_between(epsilon, "17105274/10000000", "17105275/10000000",
                "lemma hockey-stick-nonincreasing-in-eps\n" + formula);
}

TEST_CASE("audits: one run, and what is refused of it") {
  const std::string witness = "lemma audit-one-run-increasing-in-eps\nmethod sums\nbits 64\n";
  const auto audit = [](const std::string& m, const std::string& guesses, const std::string& right,
                        const std::string& delta) {
    return asked("audit.epsilon.one-run",
                 {{"m", m}, {"guesses", guesses}, {"right", right}, {"delta", delta}, {"beta", "1/20"}});
  };
  check_between(audit("500", "35", "23", "1/100000"), "145487202/10000000000", "145487203/10000000000", witness);
  check_between(audit("1000", "1000", "900", "1/100000"), "2020645595/1000000000", "2020645596/1000000000", witness);
  check_between(audit("100", "100", "90", "0"), "1630823192/1000000000", "1630823193/1000000000", witness);
  CHECK(proves(audit("10", "10", "0", "0"), Relation::less_equal, "0", witness));
  CHECK(proves(audit("10", "10", "5", "0"), Relation::less_equal, "0", witness));
  CHECK_FALSE(proves(audit("10", "10", "5", "0"), Relation::greater, "0", witness));
  CHECK(proves(audit("100", "100", "100", "1/200"), Relation::greater, "1/1000", witness));
  CHECK_FALSE(proves(audit("100", "100", "100", "1/199"), Relation::greater, "1/1000", witness));
  CHECK_FALSE(proves(audit("10", "10", "10", "0"), Relation::greater, "9999", witness));
}

TEST_CASE("audits: two runs, with rates on their side of the limits") {
  const Quantity q = asked(
      "audit.epsilon.two-run",
      {{"tp", "95"}, {"n1", "100"}, {"fp", "5"}, {"n0", "100"}, {"delta", "0"}, {"beta1", "1/40"}, {"beta2", "1/40"}});
  const std::string head = "method sums\nbits 64\n";
  // p = 0.88716..., q = 0.11283...
  const auto lower = [&](const std::string& p, const std::string& x) {
    return head + "tpr-lower " + to_text(as_number(p)) + "\nfpr-upper " + to_text(as_number(x)) + "\n";
  };
  const auto upper = [&](const std::string& p, const std::string& x) {
    return head + "tpr-upper " + to_text(as_number(p)) + "\nfpr-lower " + to_text(as_number(x)) + "\n";
  };
  CHECK(proves(q, Relation::greater_equal, "2", lower("887/1000", "113/1000")));
  CHECK(proves(q, Relation::less_equal, "21/10", upper("888/1000", "112/1000")));
  CHECK_FALSE(proves(q, Relation::greater_equal, "21/10", lower("887/1000", "113/1000")));
  CHECK_FALSE(proves(q, Relation::greater_equal, "2", lower("888/1000", "113/1000")));
  CHECK_FALSE(proves(q, Relation::greater_equal, "2", lower("887/1000", "112/1000")));
  CHECK_FALSE(proves(q, Relation::greater_equal, "21/10", lower("887/1000", "108/1000")));
  CHECK_FALSE(proves(q, Relation::less_equal, "2", upper("887/1000", "120/1000")));
  CHECK_FALSE(proves(q, Relation::less_equal, "21/10", upper("887/1000", "112/1000")));
  CHECK_FALSE(proves(q, Relation::less_equal, "21/10", upper("888/1000", "113/1000")));
  CHECK_FALSE(proves(q, Relation::greater_equal, "2", lower("2", "113/1000")));
  const Quantity nothing = asked(
      "audit.epsilon.two-run",
      {{"tp", "0"}, {"n1", "10"}, {"fp", "10"}, {"n0", "10"}, {"delta", "0"}, {"beta1", "1/40"}, {"beta2", "1/40"}});
  CHECK(proves(nothing, Relation::less_equal, "0", upper("0", "1")));
  CHECK_FALSE(proves(nothing, Relation::greater_equal, "1/10", lower("1/2", "1")));
  CHECK_FALSE(proves(nothing, Relation::greater_equal, "1/10", lower("0", "1/2")));
}

}  // namespace hallmark::check::test
