// The three folders of certificates: every file in accept/ verifies, every one in reject/ is an accept file with one
// edit and is rejected, every one in malformed/ is refused before any arithmetic.

#include <catch2/catch.hpp>
#include <map>

#include "checker.hpp"
#include "claim.hpp"
#include "reseal.hpp"

namespace hallmark::check::test {
namespace {

/// How many lines in a row make one text of another, at least.
std::size_t differences(std::vector<std::string> left, std::vector<std::string> right) {
  while (!left.empty() && !right.empty() && left.back() == right.back()) {
    left.pop_back();
    right.pop_back();
  }
  const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  return static_cast<std::size_t>(std::max(left.end() - l, right.end() - r));
}

std::vector<std::string> without_repetitions(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  std::erase_if(lines,
                [](const std::string& line) { return line.starts_with("axiom ") || line.starts_with("bounds "); });
  return lines;
}

TEST_CASE("every certificate in accept/ verifies") {
  for (const auto& path : certificates("accept")) {
    CAPTURE(path.filename().string());
    const std::string text = read_file(path);
    CHECK(reseal(text) == text);
    const Result result = check_certificate(text);
    CAPTURE(result.line);
    CHECK(result.verdict == Verdict::verified);
    CHECK(result.line.starts_with("s VERIFIED "));
    CHECK(result.line.find(" modulo [") != std::string::npos);
  }
}

TEST_CASE("every certificate in reject/ is an accept file with one edit and is rejected") {
  for (const auto& path : certificates("reject")) {
    CAPTURE(path.filename().string());
    const std::string text = read_file(path);
    CHECK(reseal(text) == text);  // rejected for the mathematics, not for the hash
    const std::string stem = path.stem().string();
    const std::size_t cut = stem.find("--");
    REQUIRE(cut != std::string::npos);
    const auto base = folder("accept") / (stem.substr(0, cut) + ".cert");
    REQUIRE(std::filesystem::exists(base));
    // An axiom repeats parameters of the statement, the bounds belong to its id: they follow an edit, or are the edit.
    const auto [before, after] = std::pair{body(read_file(base)), body(text)};
    const std::size_t edits = differences(without_repetitions(before), without_repetitions(after));
    CHECK(edits <= 1);
    CHECK((edits == 1 || differences(lines_of(before), lines_of(after)) == 1));
    const Result result = check_certificate(text);
    CAPTURE(result.line);
    CHECK(result.verdict == Verdict::rejected);
    CHECK(result.line.starts_with("s REJECTED "));
  }
}

TEST_CASE("every file in malformed/ is refused") {
  for (const auto& path : certificates("malformed")) {
    CAPTURE(path.filename().string());
    const Result result = check_certificate(read_file(path));
    CAPTURE(result.line);
    CHECK(result.verdict == Verdict::malformed);
    CHECK(result.line.starts_with("s MALFORMED line "));
    CHECK(result.line.find(": expected ") != std::string::npos);
  }
}

TEST_CASE("the VERIFIED line is the statement and its axioms") {
  const auto line = [](const char* name) { return check_certificate(read_file(folder("accept") / name)).line; };
  CHECK(line("clones-epsilon-upper.cert") ==
        "s VERIFIED clones.epsilon(delta=1/100000000, eps0=4, n=1000000, rounds=1) [pair, replace-one, both] <= "
        "321/5000 modulo "
        "[none]");
  CHECK(line("shuffle-epsilon.cert") ==
        "s VERIFIED shuffle.epsilon(delta=1/100000000, eps0=4, n=1000000, rounds=1) [mechanism, replace-one, both] in "
        "[319/10000, "
        "321/5000] modulo [FMT21-Theorem-3.2 eps0=4 n=1000000]");
  CHECK(line("pivot-exact-tie.cert") ==
        "s VERIFIED clones.delta(eps=ln(3/2), eps0=ln(3), n=2, rounds=1) [pair, replace-one, both] >= "
        "clones.delta(eps=ln(3/2), "
        "eps0=ln(3), n=2, rounds=1) [pair, replace-one, both] modulo [none]");
}

TEST_CASE("what is out of range is refused as such, before any sum") {
  const auto line = [](const char* name) { return check_certificate(read_file(folder("reject") / name)).line; };
  CHECK(check_certificate(read_file(folder("malformed") / "shuffle-epsilon--others-n.cert")).line ==
        "s MALFORMED line 20: expected an integer from 0 to 999999");
  CHECK(line("rr2-delta-remove--others-n.cert").starts_with("s REJECTED domain: others: must be"));
  CHECK(line("lemma-a1--p-outside-validity.cert").starts_with("s REJECTED validity: "));
  CHECK(line("clones-delta-n-1e9--too-much-work.cert") == "s REJECTED work: too much work");
}

TEST_CASE("an id that no family has is refused, however near it is to one") {
  const std::string text = body(read_file(folder("accept") / "clones-delta.cert"));
  const auto line = [&](const std::string& id) {
    std::string changed = text;
    changed.replace(changed.find("clones.delta"), 12, id);
    return check_certificate(seal(changed)).line;
  };
  CHECK(line("clones.delta").starts_with("s VERIFIED "));
  for (const QuantityRow& row : quantity_table()) {
    const std::string id(row.id);
    for (const std::string& near : {id + ".x", id + "x", "x" + id, id.substr(0, id.size() - 1), id + "."}) {
      if (find_quantity(near) != nullptr) continue;
      CAPTURE(near);
      CHECK(line(near) == "s MALFORMED line 3: expected a quantity of FORMAT.md section 4");
    }
  }
  // An axiom, a domain and an evaluator are members that a row cannot be made without: tests/no-compile.
}

TEST_CASE("a witness with more bits, or fewer, changes no verdict of a loose claim") {
  const std::string text = body(read_file(folder("accept") / "clones-epsilon-upper.cert"));
  for (const char* bits : {"64", "100", "1000"}) {
    std::string changed = text;
    changed.replace(changed.find("bits 192"), 8, std::string("bits ") + bits);
    CHECK(check_certificate(seal(changed)).verdict == Verdict::verified);
  }
}

TEST_CASE("the work limit refuses before working") {
  const std::string text = read_file(folder("accept") / "clones-epsilon-n-1e9.cert");
  CHECK(check_certificate(text, 1000).line == "s REJECTED work: too much work");
}

}  // namespace
}  // namespace hallmark::check::test
