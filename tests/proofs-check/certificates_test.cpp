// The three folders of certificates: every file in accept/ verifies, every one in reject/ is an accept file with one
// edit and is rejected, every one in malformed/ is refused before any arithmetic.

#include <catch2/catch.hpp>
#include <map>

#include "checker.hpp"
#include "reseal.hpp"

namespace hallmark::check::test {
namespace {

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
    std::vector<std::string> left = lines_of(body(read_file(base)));
    std::vector<std::string> right = lines_of(body(text));
    while (!left.empty() && !right.empty() && left.back() == right.back()) {
      left.pop_back();
      right.pop_back();
    }
    const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
    CHECK(left.end() - l <= 1);
    CHECK(right.end() - r <= 1);
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
  CHECK(line("shuffle-epsilon--others-n.cert").starts_with("s REJECTED witness: others: must be"));
  CHECK(line("rr2-delta-remove--others-n.cert").starts_with("s REJECTED domain: others: must be"));
  CHECK(line("lemma-a1--p-outside-validity.cert").starts_with("s REJECTED validity: "));
  CHECK(line("clones-delta-n-1e9--too-much-work.cert") == "s REJECTED work: too much work");
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
