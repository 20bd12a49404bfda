#include "cli/figures/figures.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "bounds/certificate.hpp"
#include "bounds/papers.hpp"

#include "cli/figures/gnuplot.hpp"
#include "cli/figures/mean_estimation.hpp"
#include "cli/figures/plot_page.hpp"
#include "cli/figures/table_file.hpp"
#include "cli/figures/table_run.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

const TableEffort quick{.seconds = std::chrono::seconds(60), .threads = 2};

Rational delta_of(const char* sigma, const char* eps) {
  const Entry& e = entry("gaussian.delta");
  const Budget none;
  return evaluate(e, e.arguments({{"sigma", sigma}, {"eps", eps}}), {.digits = 20, .budget = none}).lo;
}

Figure small_figure() {
  return {"small",
          "two curves, one of them not there",
          "nowhere",
          "eps",
          "delta",
          false,
          true,
          {{"curve", "gaussian.delta", {{"sigma", "1"}, {"eps", "{x}"}}, {"0", "0.5", "ln(3)"}},
           {"none", "gaussian.nothing", {{"sigma", "{x}"}}, {"1", "2"}}}};
}

std::string error_of(const std::string& text) {
  try {
    (void)parse_table("t.csv", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the list of the papers names every figure of theirs, and no other table") {
  std::set<std::string, std::less<>> drawn;
  for (const PaperStatement& p : paper_statements()) {
    for (const std::string_view name : words_of_text(p.tables)) {
      INFO(name);
      CHECK(figure(name).source.find(fmt::format("[{}]", p.paper)) != std::string::npos);
      drawn.emplace(name);
    }
  }
  for (const Figure& f : all_figures()) {
    INFO(f.name);
    CHECK(drawn.contains(f.name) == (f.source.front() == '['));
  }
}

TEST_CASE("every figure the issue names is there, and every series can be asked for") {
  std::set<std::string> names;
  for (const Figure& f : all_figures()) {
    INFO(f.name);
    CHECK(names.insert(f.name).second);
    CHECK_FALSE((f.title.empty() || f.source.empty() || f.x.empty() || f.y.empty()));
    std::set<std::string> labels;
    long available = 0;
    for (const Series& s : f.series) {
      INFO(s.label);
      CHECK(labels.insert(s.label).second);
      CHECK_FALSE(s.xs.empty());
      for (std::size_t i = 1; i < s.xs.size(); ++i) {
        const bool falling = less(Number(s.xs[i]), Number(s.xs[i - 1])) == Truth::yes;
        CHECK(falling == (less(Number(s.xs[1]), Number(s.xs[0])) == Truth::yes));
      }
      if (!is_available(s)) continue;
      ++available;
      for (const std::string& x : s.xs) {
        ParameterTexts parameters;
        for (const auto& [name, text] : s.parameters) parameters.emplace(name, filled(text, x, s.solve.to));
        CHECK_NOTHROW(entry(s.quantity).arguments(parameters));
        CHECK(filled(s.label, "!", "!").find('!') == std::string::npos);
      }
    }
    CHECK(available > 0);
  }
  for (const char* name : {"KHH21-1a",    "KHH21-1b",    "FMT21-2a",    "FMT21-2b",    "FMT21-2c",    "FMT21-3a",
                           "FMT21-3b",    "FMT21-4",     "CGKKMSZ24-1", "CGKKMSZ24-2", "CGKKMSZ24-3", "CGKKMSZ24-4",
                           "CGKKMSZ24-5", "CGKKMSZ24-6", "CGKKMSZ24-7", "FS25-1",      "FS25-2a",     "FS25-2b",
                           "FS25-2c",     "FS25-3a",     "FS25-3b",     "FS25-3c",     "FS25-4a",     "FS25-4b",
                           "FS25-5a",     "FS25-5b",     "FS25-9",      "FS25-10",     "FS25-11",     "FS25-v1-3",
                           "CGKKMSZ24-L", "FS25-6",      "FS25-7",      "FS25-8",      "MATRIX-1",    "BLANKET-1"}) {
    CHECK(names.count(name) == 1);
  }
  CHECK_THROWS_WITH(figure("FS25-99"), Catch::Contains("must be one of") && Catch::Contains("CGKKMSZ24-1"));
}

TEST_CASE("a table encloses what its series name") {
  const TableRun run = run_table(small_figure(), quick);
  CHECK(run.absent == std::vector<std::string>{"none (gaussian.nothing)"});
  CHECK((run.wide.empty() && run.missing.empty() && run.refused.empty()));
  REQUIRE(run.table.rows.size() == 3);
  for (const TableRow& row : run.table.rows) {
    const Rational value = delta_of("1", row.x.c_str());
    CHECK(Rational(row.lo) <= value);
    CHECK(value <= Rational(row.hi));
    CHECK(Rational(row.hi) - Rational(row.lo) <= value * Rational("3e-4"));
    CHECK(row.kind == "exact");
  }
  CHECK(run.table.rows[2].x == "ln(3)");
}

TEST_CASE("a table leaves out what its budget or a theorem's range does not allow, and says so") {
  const TableRun late = run_table(small_figure(), {.seconds = std::chrono::nanoseconds(1), .threads = 1});
  CHECK(late.table.rows.size() + late.missing.size() == 3);
  Figure f = small_figure();
  f.series = {{"closed form",
               "clones.epsilon.closed-form",
               {{"n", "{x}"}, {"eps0", "4"}, {"delta", "1e-6"}},
               {"1000", "100000"}}};
  const TableRun run = run_table(f, quick);
  CHECK(run.refused == std::vector<std::string>{"closed form at 1000"});
  CHECK(run.table.rows.size() == 1);
  CHECK(run.table.rows[0].kind == "upper");
}

TEST_CASE("a search begins where the theorem holds and leaves out what no point reaches") {
  Figure f = small_figure();
  f.series = {{"least delta",
               "krr.epsilon.bbgn19",
               {{"n", "1000"}, {"k", "4"}, {"gamma", "1/4"}, {"delta", "{p}"}},
               {"0.4", "0.5", "1"},
               3,
               {"1e-30", "1", "{x}"}}};
  const TableRun run = run_table(f, quick);
  CHECK(run.refused == std::vector<std::string>{"least delta at 0.4"});  // 0.432 at delta = 1
  REQUIRE(run.table.rows.size() == 2);
  for (const TableRow& row : run.table.rows) {
    const Entry& e = entry("krr.epsilon.bbgn19");
    const auto at = [&](const std::string& delta) {
      return evaluate(e, e.arguments({{"n", "1000"}, {"k", "4"}, {"gamma", "1/4"}, {"delta", delta}}),
                      {.digits = 6, .budget = {}});
    };
    CHECK(at(row.hi).hi <= Rational(row.x));
    if (row.x == "0.5") CHECK(at(row.lo).lo > Rational(row.x));
    if (row.x == "1") CHECK_THROWS_AS(at(row.lo), InputError);  // the theorem ends at epsilon = 1
  }
}

TEST_CASE("a search brackets the least parameter at which the quantity is at most its target") {
  Figure f = small_figure();
  const Series sought{"sigma", "gaussian.delta",      {{"sigma", "{p}"}, {"eps", "1"}}, {"1e-3", "1e-9"},
                      5,       {"1/10", "100", "{x}"}};
  f.series = {sought};
  TableRun run = run_table(f, quick);
  REQUIRE(run.table.rows.size() == 2);
  for (const TableRow& row : run.table.rows) {
    CHECK(delta_of(row.lo.c_str(), "1") >= Rational(row.x));
    CHECK(delta_of(row.hi.c_str(), "1") <= Rational(row.x));
    CHECK(Rational(row.hi) - Rational(row.lo) <= Rational(row.hi) * Rational("1e-4"));
  }
  CHECK(run.wide.empty());
  // Nothing in the range is enough, everything is: no row and a name, and a bracket down to 0.
  f.series[0].solve = {"1/10", "1/2", "{x}"};
  CHECK(run_table(f, quick).refused.size() == 2);
  f.series[0].solve = {"50", "100", "{x}"};
  run = run_table(f, quick);
  CHECK(run.wide.size() == 2);
  CHECK(run.table.rows.at(0).lo == "0");
}

TEST_CASE("certificates of a search are above its target at the lower end and at most it at the upper one") {
  const Figure figure{
      "found",
      "the least sigma",
      "nowhere",
      "eps",
      "sigma",
      false,
      false,
      {{"least", "gaussian.epsilon", {{"sigma", "{p}"}, {"delta", "1e-5"}}, {"1/2", "2"}, 3, {"1/2", "20", "{x}"}},
       {"delta", "gaussian.delta", {{"sigma", "1"}, {"eps", "{x}"}}, {"1"}, 3},
       {"edge",
        "krr.epsilon.bbgn19",
        {{"n", "1000"}, {"k", "4"}, {"gamma", "1/4"}, {"delta", "{p}"}},
        {"1"},
        2,
        {"1e-9", "1", "{x}"}},
       {"not there",
        "allocation.delta.laplace-add",
        {{"steps", "{x}"}, {"sigma", "1"}, {"eps", "1"}, {"direction", "add"}},
        {"100"},
        3}}};
  TableEffort effort = quick;
  effort.certificates = true;
  const TableRun run = run_table(figure, effort);
  REQUIRE(run.certified.size() == 5);
  REQUIRE(run.certificates.size() == 6);
  for (std::size_t i = 0; i < 2; ++i) {
    const TableRow& row = run.table.rows[i];
    CHECK(run.certified[i].ends == "both");
    const auto begins = [&](std::size_t certificate, const std::string& sigma, const char* relation) {
      const Statement stated{
          {&entry("gaussian.epsilon"), entry("gaussian.epsilon").arguments({{"sigma", sigma}, {"delta", "1e-5"}})},
          relation[0] == '>' ? Relation::greater : Relation::less_equal,
          {Number(row.x)},
          {}};
      return run.certificates[certificate].starts_with(statement_lines(stated));
    };
    CHECK(begins(2 * i, row.lo, ">"));
    CHECK(begins(2 * i + 1, row.hi, "<="));
  }
  CHECK(run.certified[2].ends == "both");
  CHECK(run.certified[3].ends == "upper");  // below it the theorem does not hold
  CHECK(!run.certified[3].missing.empty());
  CHECK(run.certified[4].ends == "none");
  CHECK(run.certified[4].missing == "the checker does not know this quantity");
  CHECK(run_table(figure, quick).certificates.empty());
}

TEST_CASE("the error of a mean: brute force over the batches of a few users") {
  // Users hold 1 with probability 1/3; t = 3 steps; Poisson: each step has a user with probability 1/3.
  const Rational third("1/3");
  const long users = 2;
  Rational poisson = 0;
  for (int data = 0; data < 4; ++data) {
    Rational p_data = 1;
    for (int u = 0; u < 2; ++u) p_data = p_data * (((data >> u) & 1) != 0 ? third : Rational(1) - third);
    for (int batches = 0; batches < 64; ++batches) {
      Rational p = p_data;
      long sum = 0;
      for (int b = 0; b < 6; ++b) {
        const bool in = ((batches >> b) & 1) != 0;
        p = p * (in ? third : Rational(1) - third);
        if (in && ((data >> (b % 2)) & 1) != 0) ++sum;
      }
      const Rational error = Rational(sum) / Rational(users) - third;
      poisson = poisson + p * error * error;
    }
  }
  CHECK(mean_squared_error({third, users, 3, 1, true}, 0) == poisson);
  CHECK(mean_squared_error({third, users, 3, 1, false}, 0) == third * Rational("2/3") / Rational(users));
  // Noise: 3 steps of variance sigma^2 d, divided by the users.
  const Rational noise =
      mean_squared_error({third, users, 3, 5, false}, 7) - mean_squared_error({third, users, 3, 5, false}, 0);
  CHECK(noise == Rational("3") * 49 * 5 / 4);
}

TEST_CASE("a table reads back as written") {
  FigureTable t{"name", "a title: with, punctuation", "\"source\"", "eps", "delta", true, true, {}};
  t.rows = {{"ln(3)", "a \"curve\", quoted", "0.1", "0.2", "bracket", "method, with; commas"},
            {"1e-6", "other", "1e-400", "2e-400", "upper", ""}};
  const FigureTable back = parse_table("t.csv", table_text(t));
  CHECK(table_text(back) == table_text(t));
  CHECK(back.rows[0].series == t.rows[0].series);
  CHECK((back.log_x && back.log_y && back.title == t.title));
}

TEST_CASE("what is no table is refused with its place") {
  const std::string head = "x,series,lo,hi,kind,method\n";
  CHECK(error_of(head + "1,a,0.1,0.2,exact,m\n").empty());
  CHECK(error_of("") == "t.csv: expected a table with at least one row, found none");
  CHECK(error_of(head) == "t.csv: expected a table with at least one row, found none");
  CHECK_THAT(error_of("x,y\n1,2\n"), Catch::Contains("t.csv:1:1: expected the header"));
  CHECK_THAT(error_of("# table: t\n" + head + "1,a,0.1,0.2,exact\n"),
             Catch::Contains("t.csv:3:1: expected the 6 fields"));
  CHECK_THAT(error_of(head + "1,a,0.1,zero,exact,m\n"), Catch::Contains("t.csv:2:9: expected a number"));
  CHECK_THAT(error_of(head + "1,a,0.2,0.1,exact,m\n"), Catch::Contains("expected hi at least lo"));
  CHECK_THAT(error_of(head + "1,a,0.1,0.2,guess,m\n"), Catch::Contains("expected exact, upper"));
  CHECK_THAT(error_of("# log: z\n" + head), Catch::Contains("t.csv:1:1: expected x, y, x y or none, found \"z\""));
  CHECK_THAT(error_of("# x: a\n# note: b\n# note: c\n# x: d\n" + head),
             Catch::Contains("t.csv:4:1: expected each remark once, found \"x\" again"));
  CHECK_THAT(error_of(head + "1,\"a,0.1,0.2,exact,m\n"), Catch::Contains("t.csv:2:"));
}

TEST_CASE("the script for gnuplot holds the data, and no text of the table can leave its quotes") {
  FigureTable t{"n", "it's a title`date`", "", "x", "y", false, true, {}};
  t.rows = {{"1", "it's", "0.5", "0.5", "exact", ""},
            {"2", "it's", "1e-400", "1e-400", "exact", ""},  // below every axis
            {"1", "bound", "0.1", "0.1", "lower", ""},
            {"1", "gap", "0.1", "0.9", "bracket", ""}};
  const std::string script = gnuplot_script(t, {});
  CHECK_THAT(script, Catch::Contains("set title 'it’s a title`date`' noenhanced"));
  CHECK_THAT(script, Catch::Contains("$c0 << EOD\n1 0.5 0.5\nEOD\n"));
  CHECK_THAT(script, Catch::Contains("title 'it’s'"));
  CHECK_THAT(script, Catch::Contains("set logscale y") && !Catch::Contains("set logscale x"));
  CHECK_THAT(script, Catch::Contains("title 'bound (lower)'") && Catch::Contains("title 'gap (bracket)'"));
  t.rows = {{"2", "tiny", "0", "1e-400", "exact", ""}};
  CHECK_THROWS_AS(gnuplot_script(t, {}), InputError);
}

TEST_CASE("the answers of eval are drawn along the first parameter that varies") {
  constexpr std::string_view head = "sigma,eps,steps,lo,hi,result,kind,status,method,axioms,note\n";
  const FigureTable t =
      parse_table("t.csv", std::string(head) +
                               "1,1/2,10,0.5,0.75,ok,upper,proved,m,,\n1,1,10,0.25,0.5,ok,upper,proved,m,,\n"
                               "1,2,20,0.01,0.02,ok,upper,proved,n,,\n1,4,20,,,error,upper,proved,,,\n");
  CHECK(t.x == "eps");
  CHECK(t.rows.size() == 3);
  CHECK(t.rows[0].x == "1/2");
  CHECK(t.rows[0].lo == "0.5");
  CHECK(t.rows[0].hi == "0.75");
  CHECK(t.rows[0].kind == "upper");
  CHECK(t.rows[2].series == "steps=20");
  CHECK(t.rows[2].method == "n");
  CHECK_FALSE(t.log_x);
  CHECK(t.log_y);
  CHECK_THROWS_AS(parse_table("t.csv", std::string(head) + "1,1,10,0.25,0.5,ok,upper,proved,m,,\n"), InputError);
}

TEST_CASE("a page of curves holds the numbers, and no text of the table is markup or script of it") {
  FigureTable t;
  t.name = "</script><b>";
  t.x = "\xE2\x80\xAEx";  // turns the direction of writing
  t.y = "epsilon";
  t.log_y = true;
  t.rows = {{"2", "</script>", "0.5", "3", "bracket", "a<b"},
            {"1/3", "</script>", "1", "2", "bracket", ""},
            {"1", "low", "1", "2", "lower", ""}};
  const std::string page = plot_page(t);
  CHECK(plot_page(t) == page);
  CHECK(page.find("</script><b>") == std::string::npos);
  CHECK(page.find("</script>") == page.rfind("</script>"));
  CHECK(page.find("\xE2\x80\xAE") == std::string::npos);
  CHECK(page.find("\\u202e") == std::string::npos);
  CHECK(page.find("\"label\":\"\\u003c/script\\u003e (bracket)\"") != std::string::npos);
  // x in order, what a curve has not is empty, a lower bound is drawn at its lower end, a bracket has both.
  CHECK(page.find("\"texts\":[\"1/3\",\"1\",\"2\"]") != std::string::npos);
  CHECK(page.find("\"hi\":[2.0,null,3.0]") != std::string::npos);
  CHECK(page.find("\"lo\":[1.0,null,0.5]") != std::string::npos);
  CHECK(page.find("\"hi\":[null,1.0,null]") != std::string::npos);
  CHECK(page.find("<td class=\"n\">1/3</td><td class=\"n\">1</td><td class=\"n\">2</td>") != std::string::npos);
  t.rows = {{"1", "line", "1", "1", "exact", ""}, {"1", "band", "1", "3", "bracket", ""}};
  const std::string drawn = plot_page(t);
  CHECK(drawn.find("\"label\":\"band (bracket)\"") < drawn.find("\"label\":\"line\""));
  t.rows = {{"1", "a", "-1", "0", "exact", ""}};
  CHECK_THROWS_AS(plot_page(t), InputError);
}
