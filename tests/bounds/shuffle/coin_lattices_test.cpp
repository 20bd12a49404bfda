// Lattices by runs of fair coins in doubles hold what lists in balls say of the same pairs.
#include "bounds/shuffle/coin_lattices.hpp"

#include <catch2/catch.hpp>

#include "bounds/composition/finite_law.hpp"
#include "bounds/shuffle/atoms.hpp"
#include "bounds/shuffle/coin_grid.hpp"

using namespace hallmark;

namespace {

constexpr long bits = 256;
const Listing listing{.bits = bits, .tail_bits = 100};

LatticeEffort effort(long points, long tail_bits) {
  return {.points = points, .unit_bits = tail_bits + 60, .tail_bits = tail_bits};
}

// One and two rounds at each eps: the ends enclose the list's value, and are `room` of it apart at most where it is large.
void compare(const std::optional<LatticeLaw>& lattice, const AtomSource& source, const std::vector<const char*>& places,
             const Rational& room) {
  REQUIRE(lattice);
  const auto all = finite_law(source, listing);
  REQUIRE(all);
  const FiniteLaw& list = *all;
  const auto two = lattice->power(2, effort(1L << 12, 80));
  for (const char* place : places) {
    const Number eps(Rational{place});
    const Ball w = exponential(eps, bits);
    CAPTURE(place);
    for (const bool twice : {false, true}) {
      CAPTURE(twice);
      const Ball exact = twice ? two_round_delta(list, list, w) : one_round_delta(list, w);
      const auto found = (twice ? *two : *lattice).delta(eps);
      CHECK(found.lo <= exact.upper());
      CHECK(exact.lower() <= found.hi);
      if (exact.lower() > Rational("1e-3")) CHECK(found.hi - found.lo <= exact.upper() * room);
    }
  }
}

}  // namespace

TEST_CASE("clones by coins: inside what the list says, and tight", "[composition]") {
  // All heads of few coins at a dyadic eps0 stand on a boundary of the grid, and are missing: the second one is inside, not tight.
  for (const auto& [n, eps0, room] : {std::tuple(60, "3/7", "4e-4"),
                                      {61, "1", "1"},
                                      {1000, "13/7", "4e-4"},
                                      {1000, "1/100", "4e-4"},
                                      {400, "22/7", "4e-4"}}) {
    CAPTURE(n, eps0);
    const Number e{Rational{eps0}};
    const std::string tiny = (Rational{eps0} / 40).to_string();
    const std::string small = (Rational{eps0} / 7).to_string();
    const std::string beyond = (Rational{eps0} * 3 / 4).to_string();
    compare(atoms::clones_lattice(n, e, effort(1L << 12, 80), {}), atoms::clones(n, e),
            {"0", tiny.c_str(), small.c_str(), beyond.c_str(), ("-" + small).c_str()}, Rational(room));
  }
}

TEST_CASE("views of k-ary randomized response by coins", "[composition]") {
  const Number gamma{Rational{"1/4"}};
  for (const auto& [view, source, n, k] : {std::tuple(krr::View::strong, &atoms::krr_strong, 1500, 3),
                                           {krr::View::strong_pair, &atoms::krr_strong_pair, 1500, 3},
                                           {krr::View::weak, &atoms::krr_weak, 50, 2},
                                           {krr::View::weak, &atoms::krr_weak, 50, 3}}) {
    CAPTURE(static_cast<int>(view), k);
    compare(atoms::krr_lattice(view, n, k, gamma, effort(1L << 12, 40), {}), source(n, k, gamma),
            {"0", "1/50", "1/5", "-1/30"}, Rational("4e-4"));
  }
}

TEST_CASE("what the walks leave out counts above", "[composition]") {
  const Number e{Rational{2}};
  const FiniteLaw list = *finite_law(atoms::clones(1000, e), listing);
  const auto few = atoms::clones_lattice(1000, e, effort(1L << 10, 4), {});
  REQUIRE(few);
  const Number far(Rational("7/5"));  // beyond the grid
  const Ball exact = one_round_delta(list, exponential(far, bits));
  CHECK(is_positive(exact) == Truth::yes);
  CHECK(few->delta(far).hi >= exact.lower());
  CHECK(few->delta(far).lo <= exact.upper());
}

TEST_CASE("coins out of reach are refused", "[composition]") {
  const Number e{Rational{1}};
  CHECK_FALSE(atoms::clones_lattice(1000, e, effort(1L << 10, 900), {}));
  CHECK_FALSE(atoms::clones_lattice(1000, Number(Rational("1e-30")), effort(1L << 10, 60), {}));
  CHECK_FALSE(atoms::krr_lattice(krr::View::strong_pair, 20, 3, Number(Rational("1/4")), effort(1L << 10, 60), {}));
  CoinGrid grid(4, 10, 60);
  const Ball half(Rational("1/2"), 128);
  CHECK_FALSE(grid.add(0, half, half, half));
  CHECK_FALSE(grid.add(5, Ball::between(0, 1, 128), half, half));
  CHECK_FALSE(grid.add(5, half, half, Ball(0, 128)));
  CHECK(grid.add(5, half, half, half / 10));
}
