// Every single-field mutation of ten certificates, sealed again with a correct hash, and every truncation: what still
// verifies must be true by a second route.

#include <catch2/catch.hpp>
#include <iostream>
#include <set>

#include "checker.hpp"
#include "reseal.hpp"
#include "second_route.hpp"

namespace hallmark::check::test {
namespace {

struct Counts {
  int rejected = 0;
  int malformed = 0;
  int confirmed = 0;   // verified, and true by the second route
  int undisputed = 0;  // verified, and the second route agrees to all its digits or cannot tell
  int unchanged = 0;   // verified, with the statement of the original: only the witness changed
  [[nodiscard]] int total() const { return rejected + malformed + confirmed + undisputed + unchanged; }
};

/// The changes tried on one word of a line.
std::vector<std::string> mutated_words(const std::string& word, const std::set<std::string>& pool) {
  std::set<std::string> result = pool;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto put = [&](const std::string& with) { result.insert(word.substr(0, i) + with + word.substr(i + 1)); };
    const char c = word[i];
    if (word.size() > 24 && i > 3 && i + 4 < word.size() && i % 9 != 0) continue;  // long numbers: not at every digit
    put("");
    put(std::string(2, c));
    if (c >= '0' && c <= '9') {
      put(std::string(1, static_cast<char>('0' + (c - '0' + 1) % 10)));
      put(std::string(1, static_cast<char>('0' + (c - '0' + 9) % 10)));
    } else {
      put("x");
    }
  }
  for (const char* other : {"0", "1", "-1", "2", "3", "1/2", "2/3", "ln(2)", "exp(-1)", "10000"}) result.insert(other);
  result.insert("-" + word);
  result.insert(word + "0");
  result.erase(word);
  return {result.begin(), result.end()};
}

/// All texts (without seal) that differ from `text` in one field, one line or by a cut.
std::set<std::string> mutations(const std::string& text) {
  std::set<std::string> result;
  const std::vector<std::string> lines = lines_of(text);
  std::set<std::string> numbers;  // the numbers of the certificate, each tried in the place of the others
  for (const std::string& line : lines) {
    if (line.find("parameter ") != std::string::npos || line.starts_with("value "))
      numbers.insert(line.substr(line.rfind(' ') + 1));
  }
  const std::set<std::string> words = {"<=",
                                       "<",
                                       ">=",
                                       ">",
                                       "in",
                                       "both",
                                       "remove",
                                       "add",
                                       "pair",
                                       "mechanism",
                                       "A",
                                       "B",
                                       "D",
                                       "E",
                                       "replace-one",
                                       "zero-out",
                                       "clones.delta",
                                       "clones.epsilon",
                                       "rr2.delta",
                                       "rr2.epsilon",
                                       "shuffle.delta",
                                       "shuffle.epsilon",
                                       "clones.renyi",
                                       "poisson-gaussian.renyi",
                                       "shuffled-batch.delta",
                                       "C",
                                       "G",
                                       "gaussian.delta",
                                       "krr.delta.strong",
                                       "krr.delta.strong-pair",
                                       "krr.delta.weak",
                                       "poisson-gaussian.delta",
                                       "poisson-gaussian.epsilon",
                                       "gaussian.epsilon",
                                       "allocation-rr.delta",
                                       "allocation.delta.direct-add",
                                       "none"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto with_line = [&](const std::string& line) {
      std::vector<std::string> copy = lines;
      copy[i] = line;
      result.insert(joined(copy));
    };
    const std::size_t cut = lines[i].rfind(' ');
    const bool number = lines[i].find("parameter ") != std::string::npos ||
                        lines[i].find("value ") != std::string::npos || lines[i].find("pivot ") != std::string::npos ||
                        lines[i].find("others ") != std::string::npos || lines[i].find("contour-") == 0 ||
                        lines[i].find("rule ") == 0 || lines[i].find("total ") == 0 || lines[i].find("scores ") == 0;
    if (cut != std::string::npos) {
      for (const std::string& word : mutated_words(lines[i].substr(cut + 1), number ? numbers : words)) {
        with_line(lines[i].substr(0, cut + 1) + word);
      }
      with_line(lines[i].substr(0, cut));
    }
    with_line("");
    std::vector<std::string> copy = lines;
    copy.erase(copy.begin() + static_cast<std::ptrdiff_t>(i));
    result.insert(joined(copy));
    copy = lines;
    copy.insert(copy.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    result.insert(joined(copy));
    copy = lines;
    if (i + 1 < lines.size()) std::swap(copy[i], copy[i + 1]);
    result.insert(joined(copy));
  }
  for (std::size_t size = 0; size < text.size(); ++size) result.insert(text.substr(0, size));
  result.erase(text);
  return result;
}

/// Mutates, cuts and checks certificates of accept/, each check with at most that much work.
Counts mutate(std::initializer_list<const char*> names, std::uint64_t work) {
  Counts counts;
  for (const char* name : names) {
    const std::string original = read_file(folder("accept") / (std::string(name) + ".cert"));
    const std::string original_line = check_certificate(original).line;
    for (const std::string& mutation : mutations(body(original))) {
      const std::string text = seal(mutation);
      const Result result = check_certificate(text, work);
      if (result.verdict == Verdict::rejected) {
        ++counts.rejected;
      } else if (result.verdict == Verdict::malformed) {
        ++counts.malformed;
      } else if (result.line == original_line) {
        ++counts.unchanged;
      } else {
        const Confirmation answer = confirm(parse(text));
        CAPTURE(name, result.line);
        CHECK(answer != Truth::no);
        (answer == Truth::yes ? counts.confirmed : counts.undisputed) += 1;
      }
    }
    // The same cuts without a new seal.
    for (std::size_t size = 0; size < original.size(); ++size) {
      const Result result = check_certificate(std::string_view(original).substr(0, size));
      CHECK(result.verdict == Verdict::malformed);
      ++counts.malformed;
    }
  }
  std::cout << "mutations: " << counts.total() << " cases, " << counts.rejected << " rejected, " << counts.malformed
            << " malformed, " << counts.confirmed << " verified and true by the second route, " << counts.undisputed
            << " verified and equal to all its digits or beyond its reach, " << counts.unchanged
            << " with the original statement\n";
  CHECK(counts.undisputed <= counts.confirmed);
  return counts;
}

TEST_CASE("no mutated or cut certificate verifies a false statement") {
  const Counts counts =
      mutate({"clones-delta-exact", "rr2-epsilon-both", "gaussian-epsilon", "pivot-exact-tie"}, 20'000'000);
  CHECK(counts.total() >= 1000);
  CHECK(counts.confirmed >= 25);
}

TEST_CASE("no mutated or cut certificate of the other quantities verifies a false statement", "[.long]") {
  const Counts counts =
      mutate({"clones-epsilon", "rr2-delta-both", "shuffle-delta", "lemma-a1", "rr2-delta-rounds",
              "krr-delta-weak-exact", "clones-delta-rounds-convex", "clones-delta", "rr2-delta-remove",
              "gaussian-sigma", "closed-form-sharp", "clones-epsilon-rounds-delta-0", "krr-delta-weak-rounds",
              "krr-delta-strong-rounds", "shuffle-delta-rounds", "poisson-gaussian-delta", "poisson-gaussian-epsilon",
              "clones-epsilon-rounds-convex", "krr-delta-strong-rounds-convex"},
             200'000'000);
  CHECK(counts.total() >= 1000);
  CHECK(counts.confirmed >= 25);
}

TEST_CASE("no mutated certificate of a Renyi moment or of a threshold verifies a false statement") {
  const Counts counts =
      mutate({"clones-renyi-three-users", "allocation-rr-delta", "allocation-delta-direct-add"}, 10'000'000);
  CHECK(counts.total() >= 500);
  CHECK(counts.confirmed >= 10);
}

TEST_CASE("no mutated certificate of more Renyi moments and thresholds verifies a false statement", "[.long]") {
  const Counts counts = mutate({"poisson-renyi-add", "allocation-renyi", "shuffled-batch-delta-threshold",
                                "allocation-rr-delta-decomposition", "rr2-renyi"},
                               10'000'000);
  CHECK(counts.total() >= 500);
  CHECK(counts.confirmed >= 10);
}

TEST_CASE("no mutated certificate of scores of shuffled batches verifies a false statement") {
  const Counts counts = mutate({"shuffled-batch-delta-pair"}, 10'000'000);
  CHECK(counts.total() >= 600);
  CHECK(counts.confirmed >= 20);
}

TEST_CASE("no mutated certificate of random allocation verifies a false statement", "[.long]") {
  const Counts counts = mutate({"allocation-delta"}, 60'000'000);
  CHECK(counts.total() >= 200);
  CHECK(counts.confirmed >= 5);
}

TEST_CASE("no mutated certificate of the epsilon of random allocation verifies a false statement", "[.long]") {
  const Counts counts = mutate({"allocation-epsilon", "allocation-epsilon-every-step"}, 60'000'000);
  CHECK(counts.total() >= 400);
  CHECK(counts.confirmed >= 10);
}

TEST_CASE("no mutated certificate of random allocation by convex laws verifies a false statement") {
  const Counts counts = mutate({"allocation-epsilon-law"}, 60'000'000);
  CHECK(counts.total() >= 600);
  CHECK(counts.confirmed >= 10);
}

TEST_CASE("no mutated certificate of epochs or blocks verifies a false statement", "[.long]") {
  CHECK(
      mutate({"allocation-delta-law-add", "allocation-delta-law", "allocation-delta-law-blocks"}, 60'000'000).total() >=
      1000);
}

TEST_CASE("no mutated certificate of an inversion of Poisson batches verifies a false statement") {
  const Counts counts = mutate({"poisson-gaussian-delta-inverted-two"}, 60'000'000);
  CHECK(counts.total() >= 1000);
  CHECK(counts.confirmed >= 10);
}

TEST_CASE("no mutated certificate of the epsilon of Poisson batches verifies a false statement", "[.long]") {
  CHECK(mutate({"poisson-gaussian-epsilon-inverted-two"}, 60'000'000).confirmed >= 10);
}

TEST_CASE("no contour proves more than is true") {
  const std::string text = body(read_file(folder("accept") / "allocation-delta.cert"));
  const auto with = [&](const std::string& relation, const std::string& value, const std::string& contour) {
    std::vector<std::string> lines = lines_of(text);
    std::vector<std::string> changed;
    for (const std::string& line : lines) {
      if (line.starts_with("relation ")) {
        changed.push_back("relation " + relation);
        changed.push_back("value " + value);
      } else if (line.starts_with("contour-lower ")) {
        changed.push_back((relation == "<=" ? "contour-upper add " : "contour-lower add ") + contour);
      } else if (!line.starts_with("value ") && !line.starts_with("contour-") && !line.starts_with("axiom ") &&
                 line != "none") {
        changed.push_back(line);
      }
      if (line == "AXIOMS") {
        changed.push_back(relation == "<=" ? "axiom FS25-Theorem-3.1 direction=add epochs=1 selected=1 sigma=5 steps=20"
                                           : "none");
      }
    }
    return check_certificate(seal(joined(changed)));
  };
  // The value is 0.000221270724786794...
  for (const char* line : {"1", "4"}) {
    for (const char* step : {"1", "3/2"}) {
      for (const char* nodes : {"5", "12"}) {
        const std::string contour = std::string(line) + " " + step + " 15 " + nodes;
        CAPTURE(contour);
        CHECK(with("<=", "22127/100000000", contour).verdict == Verdict::rejected);
        CHECK(with(">", "1383/6250000", contour).verdict == Verdict::rejected);
      }
    }
  }
  const std::string good = "4033/1024 346507/262144 3927/256 12";
  CHECK(with("<=", "1383/6250000", good).verdict == Verdict::verified);
  CHECK(with(">", "22127/100000000", good).verdict == Verdict::verified);
}

TEST_CASE("the second route contradicts statements that are false by a little") {
  const auto answer = [](const char* name, const std::string& from, const std::string& to) {
    std::string text = body(read_file(folder("accept") / (std::string(name) + ".cert")));
    text.replace(text.find(from), from.size(), to);
    return confirm(parse(seal(text)));
  };
  CHECK(answer("clones-delta", "eps 1/5", "eps 19/100") == Truth::no);
  CHECK(answer("clones-delta", "eps 1/5", "eps 1/5") == Truth::yes);
  CHECK(answer("clones-epsilon", "n 1000", "n 999") == Truth::no);
  CHECK(answer("rr2-delta-both", "others 100", "others 99") == Truth::no);
  CHECK(answer("gaussian-sigma", "rounds 3", "rounds 4") == Truth::no);
  CHECK(answer("closed-form-sharp", "eps0 4", "eps0 5") == Truth::no);
  CHECK(answer("lemma-a1", "p 1/50", "p 1/4000") == Truth::no);
  CHECK(answer("rr2-delta-rounds", "rounds 2", "rounds 2") == Truth::yes);
  CHECK(answer("rr2-delta-rounds", "others 5", "others 4") == Truth::no);
  CHECK(answer("rr2-delta-rounds", "rounds 2", "rounds 3") == Truth::no);
  CHECK(answer("krr-delta-strong-rounds", "gamma 1/3", "gamma 1/3") == Truth::yes);
  CHECK(answer("krr-delta-strong-rounds", "n 30", "n 29") == Truth::no);
  CHECK(answer("krr-delta-weak-rounds", "gamma 1/3", "gamma 1/3") == Truth::yes);
  CHECK(answer("krr-delta-weak-rounds", "k 3", "k 4") == Truth::no);
  CHECK(answer("krr-delta-weak-exact", "k 3", "k 4") == Truth::no);
  CHECK(answer("poisson-gaussian-delta", "steps 2", "steps 2") == Truth::yes);
  CHECK(answer("poisson-gaussian-delta", "rate 1/4", "rate 13/50") == Truth::no);
  CHECK(answer("poisson-gaussian-delta-negative-eps", "steps 1", "steps 1") == Truth::yes);
}

}  // namespace
}  // namespace hallmark::check::test
