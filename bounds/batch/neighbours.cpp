#include "bounds/batch/neighbours.hpp"

#include <fmt/format.h>

#include "exact/error.hpp"

namespace hallmark::poisson_gaussian {

Pair pair_of(std::string_view where, const Arguments& x) {
  // Quiet parameters: one that is not there has its default.
  const auto count = [&](const char* name, slong usual) {
    return x.canonical().contains(name) ? x.count(name) : usual;
  };
  const slong group = count("group", 1);
  const slong inserted = count("inserted", 0);
  const slong deleted = count("deleted", 0);
  const bool replaced = x.adjacency() == Adjacency::replace_one;
  if (replaced && (group != 1 || inserted + deleted != 0)) {
    throw InputError(where, "adjacency", to_string(x.adjacency()), "zero-out for a group, or for inserted and deleted");
  }
  if (replaced) return {1, 1};
  if (inserted + deleted == 0) return {group, 0};
  if (group != 1) {
    throw InputError(where, "group", std::to_string(group), "left out beside inserted and deleted");
  }
  constexpr slong most = 100;
  if (inserted + deleted > most) {
    throw InputError(where, "inserted", std::to_string(inserted), fmt::format("at most {} less deleted", most));
  }
  return {deleted, inserted};
}

}  // namespace hallmark::poisson_gaussian
