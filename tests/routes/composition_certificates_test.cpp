// Claims about compositions from the claim to the checker's verdict, and what becomes of their certificates when a line
// is changed.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "bounds/certificate.hpp"
#include "bounds/claim.hpp"
#include "checker.hpp"

using namespace hallmark;

namespace {

Claim claim(std::string quantity, ParameterTexts parameters, std::string relation, std::string value) {
  return {"test", {std::move(quantity), std::move(parameters)}, *read_relation(relation), {std::move(value)}};
}

std::string sealed(const std::string& text) {
  const std::string body = text.substr(0, text.rfind("sha256 "));
  return body + "sha256 " + sha256(body) + "\n";
}

check::Result checked(const std::string& text) { return check::check_certificate(text); }

const ParameterTexts clones{{"n", "100"}, {"eps0", "2"}, {"eps", "1/2"}, {"rounds", "2"}};
const ParameterTexts advanced{{"n", "10000"}, {"eps0", "4"}, {"delta", "1e-6"}, {"rounds", "10"}};

// The text of the certificate of a claim that must be decided as `outcome`.
std::string certificate_of(const Claim& c, Outcome outcome, std::string_view route = {}) {
  const Budget budget;
  const Verdict v = judge(c, budget, route);
  INFO(v.reason);
  CHECK(v.outcome == outcome);
  REQUIRE(v.statement);
  return certificate_text(*v.statement);
}

// Every line of the witness changed, dropped and doubled, sealed again: nothing else may be verified.
void mutate_witness(const std::string& text) {
  const std::string line = checked(text).line;
  REQUIRE(line.starts_with("s VERIFIED"));
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string l; std::getline(in, l);) lines.push_back(l);
  bool witness = false;
  for (std::size_t i = 0; i + 2 < lines.size(); ++i) {
    if (!witness) {
      witness = lines[i] == "WITNESS";
      continue;
    }
    const std::size_t first = lines[i].find(' ');
    const std::size_t last = lines[i].rfind(' ');
    const std::string head = lines[i].substr(0, first);
    std::vector<std::string> changes = {"",           lines[i] + "\n" + lines[i],
                                        head,         head + " 0",
                                        head + " 1",  head + " -1",
                                        head + " 64", head + " 1/2",
                                        head + " B",  head + " 340282366920938463463374607431768211456"};
    changes.push_back(lines[i].substr(0, last));  // the last word dropped
    changes.push_back(head + lines[i].substr(lines[i].find(' ', first + 1) == std::string::npos
                                                 ? first
                                                 : lines[i].find(' ', first + 1)));
    changes.push_back(lines[i] + " " + lines[i].substr(last + 1));  // and doubled
    changes.push_back(lines[i].substr(0, last + 1) + "9" + lines[i].substr(last + 1));
    changes.push_back(lines[i].substr(0, last + 1) + "-" + lines[i].substr(last + 1));
    for (const std::string& change : changes) {
      std::string changed;
      for (std::size_t k = 0; k < lines.size(); ++k) {
        const std::string& l = k == i ? change : lines[k];
        if (!l.empty()) changed += l + "\n";
      }
      const check::Result result = checked(sealed(changed));
      INFO(change.substr(0, 60) << ": " << result.line);
      CHECK((result.verdict != check::Verdict::verified || result.line == line));
    }
  }
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return sealed(text.replace(at, from.size(), to));
}

}  // namespace

TEST_CASE("certificates: advanced composition, certified and refuted") {
  const char* id = "clones.epsilon.advanced-composition";
  const std::string upper = certificate_of(claim(id, advanced, "<=", "7.0303"), Outcome::certified);
  const std::string lower = certificate_of(claim(id, advanced, "<=", "7"), Outcome::refuted);
  CHECK(checked(upper).line.starts_with("s VERIFIED"));
  CHECK(checked(lower).line.starts_with("s VERIFIED"));
  CHECK(checked(lower).line.find("> 7 ") != std::string::npos);
  mutate_witness(upper);
  mutate_witness(lower);
  // The true number is 7.03024...
  CHECK(checked(with(upper, "value 70303/10000", "value 7")).verdict == check::Verdict::rejected);
  CHECK(checked(with(lower, "value 7\n", "value 71/10\n")).verdict == check::Verdict::rejected);
  ParameterTexts once = advanced;
  once["rounds"] = "1";
  CHECK(checked(certificate_of(claim(id, once, "<=", "1"), Outcome::certified)).line.starts_with("s VERIFIED"));
}

TEST_CASE("certificates: two rounds, with margins that need finer and finer grids") {
  const Budget budget;
  const Answer a =
      evaluate(entry("clones.delta"), entry("clones.delta").arguments(clones), {.digits = 15, .budget = budget});
  for (const char* margin : {"1/100", "1/10000", "1/1000000"}) {
    INFO(margin);
    const Rational above = a.hi * (1 + Rational(margin));
    const Rational below = a.lo * (1 - Rational(margin));
    CHECK(checked(certificate_of(claim("clones.delta", clones, "<=", above.to_string()), Outcome::certified))
              .line.starts_with("s VERIFIED"));
    CHECK(checked(certificate_of(claim("clones.delta", clones, "<=", below.to_string()), Outcome::refuted))
              .line.starts_with("s VERIFIED"));
  }
  // No grid tells it, but all outcomes do.
  const Rational close = a.hi * (1 + Rational("1e-13"));
  const std::string text = certificate_of(claim("clones.delta", clones, "<=", close.to_string()), Outcome::certified);
  CHECK(text.find("method outcomes\n") != std::string::npos);
  CHECK(checked(text).line.starts_with("s VERIFIED"));
}

TEST_CASE("certificates: convex laws, certified and refuted") {
  ParameterTexts epsilon{{"n", "100"}, {"eps0", "2"}, {"delta", "1/1000"}, {"rounds", "3"}};
  const std::string upper = certificate_of(claim("clones.delta", clones, "<=", "0.09"), Outcome::certified, "convex");
  CHECK(upper.find("method laws\n") != std::string::npos);
  const std::string lower = certificate_of(claim("clones.delta", clones, "<=", "0.08"), Outcome::refuted, "convex");
  const std::string inverse =
      certificate_of(claim("clones.epsilon", epsilon, "<=", "2.4"), Outcome::certified, "convex");
  CHECK(inverse.find("lemma hockey-stick-nonincreasing-in-eps\nmethod laws\n") != std::string::npos);
  CHECK(inverse.find("ratios ") != std::string::npos);
  CHECK(checked(upper).line.starts_with("s VERIFIED"));
  CHECK(checked(lower).line.starts_with("s VERIFIED"));
  CHECK(checked(inverse).line.starts_with("s VERIFIED"));
  const ParameterTexts strong{{"n", "30"}, {"k", "3"}, {"gamma", "1/3"}, {"eps", "1/2"}, {"rounds", "3"}};
  CHECK(checked(certificate_of(claim("krr.delta.strong", strong, "<=", "0.9"), Outcome::certified, "convex"))
            .line.starts_with("s VERIFIED"));
  const ParameterTexts rr2{{"n", "30"},          {"eps0", "2"},   {"eps", "1/2"},
                           {"direction", "add"}, {"others", "7"}, {"rounds", "3"}};
  CHECK(checked(certificate_of(claim("rr2.delta", rr2, "<=", "0.9"), Outcome::certified, "convex"))
            .line.starts_with("s VERIFIED"));
}

TEST_CASE("certificates: convex laws, every line of the witness changed", "[.long]") {
  mutate_witness(certificate_of(claim("clones.delta", clones, "<=", "0.09"), Outcome::certified, "convex"));
  mutate_witness(certificate_of(claim("clones.delta", clones, "<=", "0.08"), Outcome::refuted, "convex"));
}

TEST_CASE("parallel: certificates") {
  const ParameterTexts parts{{"disjoint", "2*laplace(eps0=1/2)|gaussian(sigma=4)|laplace(eps0=1/2)"},
                             {"direction", "both"}};
  const auto given = [&](const char* parameter, const char* value) {
    ParameterTexts all = parts;
    all[parameter] = value;
    return all;
  };
  for (const Claim& one : {claim("parallel.delta", given("eps", "1/2"), ">=", "0.12"),
                           claim("parallel.delta", given("eps", "1/2"), "<", "0.13"),
                           claim("parallel.epsilon", given("delta", "0.05"), ">", "0.6"),
                           claim("parallel.epsilon", given("delta", "0.05"), "<=", "0.9")}) {
    const std::string text = certificate_of(one, Outcome::certified);
    CHECK(checked(text).line.starts_with("s VERIFIED"));
  }
  const std::string upper =
      certificate_of(claim("parallel.delta", given("eps", "1/2"), "<=", "0.13"), Outcome::certified);
  CHECK(checked(with(upper, "value 13/100", "value 3/25")).verdict == check::Verdict::rejected);
  CHECK(checked(with(upper, "part-upper 2", "part-upper 3")).verdict == check::Verdict::malformed);
}
