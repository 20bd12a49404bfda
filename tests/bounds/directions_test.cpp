#include "bounds/directions.hpp"

#include <catch2/catch.hpp>
#include <map>

using namespace hallmark;

namespace {

using Proofs = std::optional<std::vector<int>>;

// What is proved of an end where some directions have a proof: 1 of remove, 2 of add.
Proofs proofs(Direction asked, bool upper, std::map<Direction, int> there) {
  return prove_end(directions_of(asked), upper, [&](Direction d) -> std::optional<int> {
    const auto at = there.find(d);
    return at == there.end() ? std::nullopt : std::optional(at->second);
  });
}

}  // namespace

TEST_CASE("a lower end takes the first direction with a proof, an upper end all") {
  using enum Direction;
  const std::map<Direction, int> either{{remove, 1}, {add, 2}};
  CHECK(proofs(both, false, either) == std::vector{1});
  CHECK(proofs(both, false, {{add, 2}}) == std::vector{2});
  CHECK(proofs(both, true, either) == std::vector{1, 2});
  CHECK(proofs(both, true, {{add, 2}}) == std::nullopt);
  CHECK(proofs(both, true, {{remove, 1}}) == std::nullopt);
  CHECK(proofs(add, true, either) == std::vector{2});
  for (const bool upper : {false, true}) CHECK(proofs(both, upper, {}) == std::nullopt);
}
