#include "cli/sweep/questions.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::cli;

TEST_CASE("ranges are exact and reach their last number") {
  CHECK(range_values("1:8:1") == std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"});
  CHECK(range_values("0.1:0.3:0.1") == std::vector<std::string>{"0.1", "0.2", "0.3"});
  CHECK(range_values("1:0:-1/2") == std::vector<std::string>{"1", "0.5", "0"});
  CHECK(range_values("0:1:1/3") == std::vector<std::string>{"0", "1/3", "2/3", "1"});
  CHECK(range_values("1:1.9:1") == std::vector<std::string>{"1"});
  CHECK(range_values("1e-8:1e-8:1") == std::vector<std::string>{"1e-8"});
  for (const char* bad : {"1:2", "1:2:0", "2:1:1", "1:2:3:4", ":2:1", "1::1", "a:2:1", "0:1:1e-9", "0:1e300:1e-300",
                          "ln(2):2:1", "0:1:.5"}) {
    INFO(bad);
    CHECK_THROWS_AS(range_values(bad), InputError);
  }
}

TEST_CASE("every combination is a question, the first parameter slowest") {
  const Questions q("x", {"n=10,100", "eps0=1:2:1,5", "delta=.5"});
  REQUIRE(q.size() == 6);
  CHECK(q.many());
  CHECK(q.at(0) == ParameterTexts{{"n", "10"}, {"eps0", "1"}, {"delta", "0.5"}});
  CHECK(Questions("x", {"eps0=.1:.3:.1"}).at(2) == ParameterTexts{{"eps0", "0.3"}});
  CHECK(q.at(2) == ParameterTexts{{"n", "10"}, {"eps0", "5"}, {"delta", "0.5"}});
  CHECK(q.at(3) == ParameterTexts{{"n", "100"}, {"eps0", "1"}, {"delta", "0.5"}});
  CHECK_FALSE(Questions("x", {"orders=2..1500", "n=1"}).many());
  CHECK(Questions("x", {"orders=2..1500,2..3"}).size() == 2);
  CHECK_THROWS_AS(Questions("x", {"n=1", "n=2"}), InputError);
  CHECK_THROWS_AS(Questions("x", {"n"}), InputError);
  CHECK_THROWS_AS(Questions("x", {"=1"}), InputError);
  CHECK_THROWS_AS(Questions("x", {"a=1:1000:1", "b=1:1001:1"}), InputError);
  CHECK_THROWS_AS(Questions("x", {"a=1:1000000:1", "b=1:1000000:1", "c=1:1000000:1", "d=1:1000000:1"}), InputError);
}

TEST_CASE("rows of a file are questions") {
  Questions q("x", {"n=10,100"});
  q.add_rows("f.csv", "\xEF\xBB\xBF# a remark\r\neps0, delta\r\n1,1e-6\r\n\r\n\"ln(3)\",.5\r\n");
  REQUIRE(q.size() == 4);
  CHECK(q.at(1) == ParameterTexts{{"n", "100"}, {"eps0", "1"}, {"delta", "1e-6"}});
  CHECK(q.at(2) == ParameterTexts{{"n", "10"}, {"eps0", "ln(3)"}, {"delta", "0.5"}});
  CHECK(q.place(1) == "f.csv:3");
  CHECK(q.place(2) == "f.csv:5");
  for (const char* bad :
       {"", "eps0\n", "eps0,eps0\n1,2\n", "n\n1\n", "eps0,\n1,2\n", "eps0\n1,2\n", "eps0,delta\n1\n", "eps0\n\"1\n"}) {
    INFO(bad);
    Questions other("x", {"n=10"});
    CHECK_THROWS_WITH(other.add_rows("f.csv", bad), Catch::StartsWith("f.csv:"));
  }
}
