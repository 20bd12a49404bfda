// Merkle: one hash that stands for every row of a table, and the proof that a row is among them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::cli::shards {

/// The tree of RFC 6962, section 2.1: a leaf is SHA-256 of a zero byte and the row, a node that of a one byte and its two
/// children's 32 bytes; the left child of n leaves holds the largest power of two below n. Hashes are 64 hexadecimal
/// digits where they leave.
class MerkleRoot {
 public:
  void add(std::string_view row);
  /// Domain:    at least one row was added
  [[nodiscard]] std::string root() const;

 private:
  std::vector<std::string> whole_;  // roots of complete subtrees, the largest first: a one bit of `rows_` each
  std::uint64_t rows_ = 0;
};

/// The hash of one row as a leaf, 32 bytes.
[[nodiscard]] std::string leaf_hash(std::string_view row);

/// The siblings from the leaf up, as hexadecimal digits, given the hashes of all leaves in order.
/// Domain:    leaf < leaves.size()
[[nodiscard]] std::vector<std::string> audit_path(const std::vector<std::string>& leaves, std::uint64_t leaf);

/// The root that follows from a row, its number, the number of rows and its path; empty where the path's length is wrong
/// or a hash of it is no hash.
[[nodiscard]] std::string root_of(std::string_view row, std::uint64_t leaf, std::uint64_t rows,
                                  const std::vector<std::string>& path);

}  // namespace hallmark::cli::shards
