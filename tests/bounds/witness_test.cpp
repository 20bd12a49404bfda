// What a certificate says of the grids of laws.
#include "bounds/witness.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;
using witness::Ratios;
using witness::ratios_of;

TEST_CASE("ratios are increasing positive integers, at least one, in units of the certificate rounded down") {
  CHECK(ratios_of({0.75, 0.0, -1.0, 0.26, 0.25, 3.0}, 2) == Ratios{1, 3, 12});
  CHECK(ratios_of({0.2, -3.0}, 2) == Ratios{1});
  CHECK(ratios_of(std::vector<double>{}, 48) == Ratios{1});
  CHECK(ratios_of(Ratios{5, 2, 5, 0, -1, 7}) == Ratios{2, 5, 7});
  CHECK(ratios_of(Ratios{-1, 0}) == Ratios{1});
}
