// Integer partitions, enumerated one after another without an allocation an item, and counted by Euler's recurrence.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exact/rational.hpp"

namespace hallmark {

/// All partitions of n into positive parts, in decreasing lexicographic order: 4, 3+1, 2+2, 2+1+1, 1+1+1+1.
///
/// Kind:      exact; each partition once
/// Shape:     a partition as its distinct parts in decreasing order, each with its multiplicity
/// Domain:    0 <= n <= 10^6, otherwise throws InputError; n = 0 has the one empty partition
/// Rigor:     the successor takes one off the last part above 1 and deals it out again, with all ones, as largest first
/// Source:    the classical successor rule of decreasing lexicographic order
/// Cost:      O(1) a step; memory O(sqrt n)
/// Example:   Partitions(4).groups().front().part
///            -> 4
class Partitions {
 public:
  struct Group {
    slong part;
    slong count;  // its multiplicity
  };

  explicit Partitions(slong n);
  [[nodiscard]] std::span<const Group> groups() const { return groups_; }
  /// How many parts the partition has.
  [[nodiscard]] slong parts() const { return parts_; }
  /// The groups before this one are those of the partition before: what was computed from them still holds.
  [[nodiscard]] std::size_t first_changed() const { return first_changed_; }
  /// Goes on to the next partition; false, and no change, at the last one.
  bool next();

 private:
  std::vector<Group> groups_;
  slong parts_ = 0;
  std::size_t first_changed_ = 0;
};

/// p(0), ..., p(n), the numbers of partitions.
/// Kind:      exact
/// Domain:    0 <= n <= 10^5, otherwise throws InputError
/// Source:    Euler's pentagonal number theorem
/// Cost:      O(n^(3/2)) additions of integers
/// Example:   partition_counts(100).back().to_string()
///            -> 190569292
[[nodiscard]] std::vector<Rational> partition_counts(slong n);

}  // namespace hallmark
