#include "cli/vectors/vector_id.hpp"

#include <catch2/catch.hpp>

#include "bounds/certificate.hpp"

using namespace hallmark;
using namespace hallmark::cli;

TEST_CASE("sha256 of the standard's examples") {
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("the canonical input has every parameter, sorted, in canonical text") {
  const Entry& e = entry("clones.epsilon");
  const Arguments x = e.arguments({{"n", "1e3"}, {"eps0", "4.0"}, {"delta", "1e-6"}});
  CHECK(canonical_input(e.id, x.canonical()) ==
        R"({"parameters":{"delta":"1/1000000","eps0":"4","n":"1000","rounds":"1"},"quantity":"clones.epsilon"})");
  // printf '%s' '<the line above>' | sha256sum | cut -c1-32
  CHECK(vector_id(e, x) == "d71e5629d0452d10f8c9d4a1dcc6d9a5");
}

TEST_CASE("equal inputs written differently have one id, different ones differ") {
  const Entry& e = entry("rr2.delta");
  const Arguments plain = e.arguments({{"n", "10"}, {"eps0", "ln(3)"}, {"eps", "0.5"}, {"direction", "both"}});
  const Arguments other = e.arguments({{"n", "1e1"},
                                       {"eps0", "-ln(1/3)"},
                                       {"eps", "2/4"},
                                       {"direction", "both"},
                                       {"others", "0"},
                                       {"adjacency", "replace-one"}});
  const Arguments added = e.arguments({{"n", "10"}, {"eps0", "ln(3)"}, {"eps", "0.5"}, {"direction", "add"}});
  CHECK(vector_id(e, plain) == vector_id(e, other));
  CHECK(vector_id(e, plain) != vector_id(e, added));
  CHECK(vector_id("rr2.epsilon", plain.canonical()) != vector_id(e, plain));
}
