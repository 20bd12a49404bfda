#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "cli/io/files.hpp"
#include "cli/suites/suites.hpp"
#include "cli/vectors/errata.hpp"
#include "cli/vectors/published.hpp"
#include "cli/vectors/vector_check.hpp"
#include "cli/vectors/vector_file.hpp"
#include "cli/vectors/vector_id.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "cli/vectors/vector_run.hpp"
#include "cli/work/ledger.hpp"
#include "cli/work/leftovers.hpp"
#include "exact/error.hpp"
#include "support/folders.hpp"

using namespace hallmark;
using namespace hallmark::cli;
using Json = nlohmann::ordered_json;

namespace {

const std::filesystem::path folder = std::filesystem::path(hallmark::test::source_folder()) / "data" / "vectors_v1";

std::string checked_in(const char* name) { return read_file(folder / name, 1 << 27); }
Json smoke() { return read_vectors("smoke.json", checked_in("smoke.json")); }

std::optional<std::string> certificate(const std::string& file) { return read_file(folder / ".." / file, 1 << 22); }

// The errors of smoke.json after a change of its object.
template <typename Change>
std::string errors_after(const Change& change) {
  Json root = smoke();
  change(root);
  std::string all;
  const std::string text = json_text(root);
  try {
    for (const std::string& error : vector_errors(read_vectors("smoke.json", text), text, certificate)) {
      all += error + "\n";
    }
  } catch (const InputError& error) {
    all = error.what();
  }
  return all;
}

Json& first_test(Json& root) { return root["testGroups"][0]["tests"][0]; }
// A test whose value is no fraction.
Json& enclosed_test(Json& root) {
  for (Json& group : root["testGroups"]) {
    for (Json& test : group["tests"]) {
      if (test["out"]["exact"].is_null()) return test;
    }
  }
  return first_test(root);
}

}  // namespace

TEST_CASE("the suites: more than 600 vectors, each once, every flag with a note") {
  std::set<std::string> ids;
  for (const Suite& s : all_suites()) {
    std::set<std::string> own;
    for (const Group& g : s.groups) {
      const Entry& e = entry(g.quantity);
      CHECK_FALSE(g.cases.empty());
      for (const Case& c : g.cases) {
        CAPTURE(s.name, g.source, c.comment);
        CHECK(own.insert(vector_id(e, e.arguments(c.parameters))).second);
        CHECK_FALSE(c.comment.empty());
        for (std::string_view flag : g.flags) CHECK_FALSE(note(flag).description.empty());
        for (std::string_view flag : c.flags) CHECK_FALSE(note(flag).effect.empty());
      }
    }
    if (s.name == "smoke") {
      CHECK(own.size() >= 50);
      for (const std::string& id : own) CHECK(ids.count(id) == 1);  // a selection
    }
    ids.insert(own.begin(), own.end());
  }
  CHECK(ids.size() >= 600);
  CHECK_THROWS_WITH(suite("clons"), Catch::Contains("closed-forms"));
}

TEST_CASE("the suite mixtures: 200 mixes of two to five phases, a tenth of them with certificates") {
  long mixes = 0;
  long certified = 0;
  for (const Group& g : suite("mixtures").groups) {
    for (const Case& c : g.cases) {
      const std::string& phases = c.parameters.at("phases");
      const auto joints = std::count(phases.begin(), phases.end(), '+');
      CAPTURE(phases);
      CHECK(joints >= 1);
      CHECK(joints <= 4);
      ++mixes;
      certified += c.certified ? 1 : 0;
    }
  }
  CHECK(mixes == 200);
  CHECK(certified == 20);
}

TEST_CASE("a known bug names program, version, setting and what came back: data/known_bugs.py reads it") {
  const std::regex report("[^ ,]+ ([0-9.]+ )?[0-9a-f]{7}, [^:|]+: [^|]+");
  long reports = 0;
  for (const Suite& s : all_suites()) {
    for (const Group& g : s.groups) {
      const auto has = [](const auto& flags) { return std::count(flags.begin(), flags.end(), "KnownBug") != 0; };
      for (const Case& c : g.cases) {
        if (!has(g.flags) && !has(c.flags)) continue;
        INFO(c.comment);
        for (std::string rest = c.comment; !rest.empty(); ++reports) {
          const auto bar = rest.find(" | ");
          CHECK(std::regex_match(rest.substr(0, bar), report));
          rest = bar == std::string::npos ? "" : rest.substr(bar + 3);
        }
      }
    }
  }
  CHECK(reports > 20);
}

TEST_CASE("groups for floating-point tools have binary64 inputs only") {
  for (const Suite& s : all_suites()) {
    for (const Group& g : s.groups) {
      const bool exact_inputs = std::find(g.flags.begin(), g.flags.end(), "SymbolicInput") != g.flags.end() ||
                                g.exact || s.name == "smoke" || s.name == "blanket" || s.name == "selection" ||
                                s.name == "maxima" || s.name == "integer-noise" || s.name == "allocation-of" ||
                                s.name == "known-bugs" || s.name == "risk" || s.name == "mixture-gaussian" ||
                                s.name == "allocation-few";  // no tool answers them
      if (exact_inputs) continue;
      for (const Case& c : g.cases) {
        const Arguments x = entry(g.quantity).arguments(c.parameters);
        const bool symbolic = std::find(c.flags.begin(), c.flags.end(), "SymbolicInput") != c.flags.end() ||
                              c.parameters.count("p") + c.parameters.count("eps0") == 0 ||
                              c.parameters.count("lambda") != 0 ||
                              c.parameters.at(c.parameters.count("p") != 0 ? "p" : "eps0").starts_with("ln(");
        CAPTURE(s.name, g.source, c.comment);
        const auto flags = derived_flags(x, {{"lo", "1"}});
        if (!symbolic) CHECK(std::find(flags.begin(), flags.end(), "Binary64Inputs") != flags.end());
      }
    }
  }
}

TEST_CASE("a published value depends on the number, not on the width of the enclosure it came from") {
  Answer narrow;
  narrow.reached = true;
  narrow.lo = Rational("0.31415926535897932384");
  narrow.hi = Rational("0.31415926535897932385");
  Answer wide = narrow;
  wide.lo = Rational("0.3141592653589");
  wide.hi = Rational("0.3141592653590");
  const Json a = published(narrow, 9);
  CHECK(a == published(wide, 9));
  CHECK(a["lo"] == "0.3141592653");
  CHECK(a["hi"] == "0.3141592654");
  CHECK(Rational(a["lo64"].get<std::string>()) <= Rational(a["lo"].get<std::string>()));
  CHECK(Rational(a["hi64"].get<std::string>()) >= Rational(a["hi"].get<std::string>()));
  CHECK(a["exact"].is_null());
}

TEST_CASE("both ends of a bracket keep their digits") {
  Answer bracket;
  bracket.reached = true;
  bracket.lo = Rational("0.31464311569765657");
  bracket.hi = Rational("0.60090876363633064");
  const Json out = published(bracket, 9);
  CHECK(out["lo"] == "0.3146431156");
  CHECK(out["hi"] == "0.6009087637");
}

TEST_CASE("an exact value keeps its fraction") {
  Answer third;
  third.reached = true;
  third.lo = third.hi = Rational("1/3");
  const Json out = published(third, 20);
  CHECK(out["exact"] == "1/3");
  CHECK(Rational(out["lo"].get<std::string>()) < Rational("1/3"));
  CHECK(Rational(out["hi"].get<std::string>()) > Rational("1/3"));
}

TEST_CASE("values below the range of binary64 have a lower end 0 and an upper end above 0") {
  Answer tiny;
  tiny.reached = true;
  tiny.lo = Rational("2.5e-400");
  tiny.hi = Rational("2.6e-400");
  const Json out = published(tiny, 3);
  CHECK(out["lo64x"] == "0x0p+0");
  CHECK(out["hi64x"] == "0x0.0000000000001p-1022");
}

TEST_CASE("the checked-in files are valid and their twins equal") {
  for (const Suite& s : all_suites()) {
    const std::string name(s.name);
    CAPTURE(name);
    const std::string text = checked_in((name + ".json").c_str());
    const Json root = read_vectors(name, text);
    CHECK(vector_errors(root, text, certificate).empty());
    CHECK(csv_text(root) == checked_in((name + ".csv").c_str()));
  }
}

TEST_CASE("every kind of defect is found and named by its path") {
  CHECK(errors_after([](Json&) {}).empty());
  const auto finds = [](const auto& change, const char* words) {
    CHECK_THAT(errors_after(change), Catch::Contains(words));
  };
  finds([](Json& r) { r["numberOfTests"] = 1; }, "/numberOfTests: expected");
  finds([](Json& r) { r["surplus"] = 1; }, "/surplus: expected no members but schema, ");
  finds([](Json& r) { first_test(r).erase("flags"); },
        "/testGroups/0/tests/0: expected a member \"flags\", found none");
  finds([](Json& r) { first_test(r)["flags"] = {"Exact", "Exact"}; }, "/flags/1: expected each flag once");
  finds([](Json& r) { first_test(r)["tcId"] = "1"; }, "/tcId: expected an integer from 1 to 1000000, found \"1\"");
  finds([](Json& r) { first_test(r)["in"]["steps"] = "06"; },
        "/in/steps: expected a string: an integer, a fraction, a list of them, ln(r)");
  finds([](Json& r) { first_test(r)["tcId"] = 7; }, "/testGroups/0/tests/0/tcId: expected 1");
  finds([](Json& r) { first_test(r)["id"] = std::string(32, '0'); }, "/testGroups/0/tests/0/id: expected");
  finds([](Json& r) { first_test(r)["in"]["steps"] = "7"; }, "/testGroups/0/tests/0/id: expected");
  finds([](Json& r) { first_test(r)["in"].erase("steps"); }, "missing parameter steps");
  finds([](Json& r) { first_test(r)["in"].erase("direction"); }, "canonical");
  finds([](Json& r) { first_test(r)["in"]["steps"] = "128/2"; }, "canonical");
  finds([](Json& r) { first_test(r)["out"]["exact"] = "1/7"; }, "/out/lo: expected");
  finds([](Json& r) { std::swap(enclosed_test(r)["out"]["lo"], enclosed_test(r)["out"]["hi"]); }, "lo is above hi");
  finds([](Json& r) { enclosed_test(r)["out"]["hi"] = enclosed_test(r)["out"]["lo"]; }, "lo = hi without");
  finds([](Json& r) { enclosed_test(r)["out"]["lo64"] = enclosed_test(r)["out"]["hi64"]; }, "/out/lo64: expected");
  finds([](Json& r) { enclosed_test(r)["out"]["hi64x"] = enclosed_test(r)["out"]["lo64x"]; }, "/out/hi64x: expected");
  finds([](Json& r) { enclosed_test(r)["out"]["lo"] = "0" + enclosed_test(r)["out"]["lo"].get<std::string>(); },
        "/out/lo: expected");
  finds([](Json& r) { first_test(r)["flags"].push_back("Zebra"); }, "the flag Zebra has no note");
  finds([](Json& r) { r["notes"]["Zebra"] = r["notes"].front(); }, "/notes/Zebra: no test has this flag");
  finds([](Json& r) { first_test(r)["cert"]["sha256"] = std::string(64, '0'); }, "/cert/sha256: expected");
  finds([](Json& r) { r["testGroups"][0]["kind"] = "upper"; }, "/testGroups/0/kind: expected \"exact\"");
  finds([](Json& r) { r["testGroups"][0]["quantity"] = "no.such"; }, "no.such is unknown");
  finds([](Json& r) { first_test(r)["comment"] = std::string(5000, 'x'); }, "a string of 1 to 1000 characters");
  finds([](Json& r) { r["testGroups"][0]["tests"].push_back(r["testGroups"][0]["tests"][0]); }, "stands twice");
}

TEST_CASE("versions and layouts of others are refused by name") {
  Json root = smoke();
  root["schema"] = "hallmark-vectors-v2";
  CHECK_THROWS_WITH(read_vectors("f.json", root.dump()),
                    Catch::Contains("\"hallmark-vectors-v1\", the version that this") &&
                        Catch::Contains("found \"hallmark-vectors-v2\""));
  root["schema"] = "hallmark-claims-v1";
  CHECK_THROWS_WITH(read_vectors("f.json", root.dump()), Catch::Contains("expected \"hallmark-vectors-v1\""));
  CHECK_THROWS_WITH(read_vectors("f.json", "{\"schema\": 1,\n \"schema\": 2}"), Catch::Contains("f.json:2:"));
  const std::string text = checked_in("smoke.json");
  const auto errors = vector_errors(smoke(), smoke().dump(1) + "\n", certificate);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains("canonical layout, line 2:"));
}

TEST_CASE("first_difference names line, column and both texts") {
  CHECK_FALSE(first_difference("a\nb\n", "a\nb\n"));
  CHECK(first_difference("a\nbc\n", "a\nbd\n") == "2:2: expected \"c\", found \"d\"");
  CHECK_THAT(*first_difference("a\nb\n", "a\n"), Catch::Contains("2:1:") && Catch::Contains("found the end"));
}

TEST_CASE("csv fields with commas, quotes and line ends are quoted") {
  Json root = smoke();
  first_test(root)["comment"] = "a, \"b\"\nc";
  CHECK_THAT(csv_text(root), Catch::Contains(",\"a, \"\"b\"\"\nc\","));
}

TEST_CASE("a published value changes only with a record") {
  const Json before = smoke();
  Json after = before;
  CHECK(silent_changes(before, after, {}).empty());
  Json& test = first_test(after);
  const std::string id = test["id"];
  const auto value = [](const Json& out) {
    return Json{{"lo", out["lo"]}, {"hi", out["hi"]}, {"exact", out["exact"]}};
  };
  const Json was = value(test["out"]);
  test["out"]["hi"] = "1";
  const Json now = value(test["out"]);
  REQUIRE(silent_changes(before, after, {}).size() == 1);
  CHECK_THAT(silent_changes(before, after, {})[0], Catch::Contains(id));
  CHECK(silent_changes(before, after, {{id, was, now}}).empty());
  CHECK(silent_changes(before, after, {{id, now, was}}).size() == 1);
  after["testGroups"][0]["tests"].erase(0);
  CHECK_THAT(silent_changes(before, after, {})[0], Catch::Contains("no longer made"));
  CHECK(silent_changes(before, after, {{id, was, nullptr}}).empty());
  CHECK(read_errata("e", empty_errata()).empty());
  CHECK_THROWS_AS(read_errata("e", R"({"schema": "hallmark-errata-v1", "errata": [{}]})"), InputError);
}

TEST_CASE("a checksum list is read strictly") {
  const std::string line = std::string(64, 'a') + "  x.json\n";
  CHECK(read_checksums("S", line).at("x.json") == std::string(64, 'a'));
  CHECK(checksums_text(read_checksums("S", line)) == line);
  for (const std::string& bad :
       {std::string(63, 'a') + "  x\n", std::string(64, 'A') + "  x\n", std::string(64, 'a') + " x\n",
        std::string(64, 'a') + "  \n", std::string(64, 'a') + "  x", line + line, std::string(64, 'a') + "  ../x\n"}) {
    CHECK_THROWS_WITH(read_checksums("S", bad), Catch::Contains("S:"));
  }
}

TEST_CASE("the ledger keeps what one program wrote, for that program") {
  const auto path = std::filesystem::temp_directory_path() / ("hallmark-ledger-" + std::to_string(::getpid()));
  {
    Ledger ledger(path, "one");
    CHECK_FALSE(ledger.find("a"));
    ledger.insert("a", "1");
    ledger.insert("a", "2");
    CHECK_THROWS_WITH(Ledger(path, "one"), Catch::Contains("another run holds it"));
  }
  { CHECK(Ledger(path, "one").find("a") == "2"); }
  { CHECK_FALSE(Ledger(path, "two").find("a")); }
  std::ofstream(path, std::ios::trunc) << "no database at all, but long enough to be looked at as one";
  Ledger ledger(path, "one");
  CHECK_FALSE(ledger.find("a"));
  ledger.remove();
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_THROWS_AS(Ledger("/no/such/folder/ledger", "one"), FileError);
}

TEST_CASE("the ledger does not believe a disk that lies") {
  const auto path = std::filesystem::temp_directory_path() / ("hallmark-lie-" + std::to_string(::getpid()));
  {
    Ledger ledger(path, "one");
    ledger.insert("a", "a number of 123456 digits");
    ledger.insert("b", "whole");
  }
  std::string bytes = read_file(path, 1 << 20);
  const auto at = bytes.find("123456");
  REQUIRE(at != std::string::npos);
  bytes[at] = '2';
  std::ofstream(path, std::ios::trunc | std::ios::binary) << bytes;
  Ledger ledger(path, "one");
  CHECK_FALSE(ledger.find("a"));
  CHECK(ledger.find("b") == "whole");
  ledger.insert("a", "again");
  CHECK(ledger.find("a") == "again");
  ledger.remove();
}

TEST_CASE("what a killed run had not renamed is deleted, and nothing else") {
  const auto folder = std::filesystem::temp_directory_path() / ("hallmark-left-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  for (const char* name : {"A.cert", "A.cert.x1y2z3", "B.cert.x1y2z3", "A.cert.x1y2z", "A.cert.x1y2z34"}) {
    std::ofstream(folder / name) << "x";
  }
  remove_leftovers(folder, [](const std::string& name) { return name == "A.cert"; });
  for (const char* name : {"A.cert", "B.cert.x1y2z3", "A.cert.x1y2z", "A.cert.x1y2z34"}) {
    CHECK(std::filesystem::exists(folder / name));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "A.cert.x1y2z3"));
  std::filesystem::remove_all(folder);
  remove_leftovers(folder, [](const std::string&) { return true; });  // no such folder: nothing to do
}

TEST_CASE("a vector that does not reach its digits in time is an error, never a wider value") {
  const auto path = std::filesystem::temp_directory_path() / ("hallmark-late-" + std::to_string(::getpid()));
  Ledger ledger(path, "late");
  const Entry& e = entry("clones.epsilon");
  Arguments x = e.arguments({{"n", "1000000000"}, {"eps0", "1"}, {"delta", "1e-20"}});
  const std::vector<Job> jobs = {{&e, x, vector_id(e, x), 20, false, false}};
  const RunOptions options{[] { return Budget(std::chrono::milliseconds(5)); }, 1};
  CHECK_THROWS_AS(run_jobs(jobs, options, ledger), Unreached);
  CHECK_FALSE(ledger.find(jobs[0].id + " 20"));
  ledger.remove();
}
