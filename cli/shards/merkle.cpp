#include "cli/shards/merkle.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "bounds/certificate.hpp"
#include "exact/error.hpp"

namespace hallmark::cli::shards {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> bytes_of(std::string_view hexadecimal) {
  constexpr std::size_t length = 64;
  if (hexadecimal.size() != length) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < length; i += 2) {
    const int high = digit(hexadecimal[i]);
    const int low = digit(hexadecimal[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text;
}

std::string hashed(const std::string& bytes) { return *bytes_of(sha256(bytes)); }

std::string node_hash(std::string_view left, std::string_view right) {
  return hashed('\x01' + std::string(left) + std::string(right));
}

// The leaves of the left child of a node of n >= 2 leaves.
std::uint64_t left_leaves(std::uint64_t n) { return std::bit_ceil(n) / 2; }

std::string subtree(const std::vector<std::string>& leaves, std::uint64_t first, std::uint64_t count) {
  if (count == 1) return leaves[first];
  const std::uint64_t left = left_leaves(count);
  return node_hash(subtree(leaves, first, left), subtree(leaves, first + left, count - left));
}

}  // namespace

std::string leaf_hash(std::string_view row) { return hashed('\0' + std::string(row)); }

void MerkleRoot::add(std::string_view row) {
  std::string hash = leaf_hash(row);
  for (std::uint64_t carry = rows_; carry % 2 == 1; carry /= 2) {
    hash = node_hash(whole_.back(), hash);
    whole_.pop_back();
  }
  whole_.push_back(std::move(hash));
  ++rows_;
}

std::string MerkleRoot::root() const {
  require(!whole_.empty(), "a table has a row");
  std::string hash = whole_.back();
  for (std::size_t i = whole_.size() - 1; i-- > 0;) hash = node_hash(whole_[i], hash);
  return hexadecimal(hash);
}

std::vector<std::string> audit_path(const std::vector<std::string>& leaves, std::uint64_t leaf) {
  std::vector<std::string> path;
  std::uint64_t first = 0;
  std::uint64_t count = leaves.size();
  while (count > 1) {
    const std::uint64_t left = left_leaves(count);
    if (leaf - first < left) {
      path.push_back(hexadecimal(subtree(leaves, first + left, count - left)));
      count = left;
    } else {
      path.push_back(hexadecimal(subtree(leaves, first, left)));
      first += left;
      count -= left;
    }
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::string root_of(std::string_view row, std::uint64_t leaf, std::uint64_t rows,
                    const std::vector<std::string>& path) {
  if (leaf >= rows) return "";
  std::vector<bool> from_left;  // whether the sibling stands left, from the root down
  std::uint64_t first = 0;
  for (std::uint64_t count = rows; count > 1;) {
    const std::uint64_t left = left_leaves(count);
    from_left.push_back(leaf - first >= left);
    if (from_left.back()) first += left;
    count = from_left.back() ? count - left : left;
  }
  if (from_left.size() != path.size()) return "";
  std::string hash = leaf_hash(row);
  for (const std::string& text : path) {
    const auto sibling = bytes_of(text);
    if (!sibling) return "";
    hash = from_left.back() ? node_hash(*sibling, hash) : node_hash(hash, *sibling);
    from_left.pop_back();
  }
  return hexadecimal(hash);
}

}  // namespace hallmark::cli::shards
