// Table: the merged rows of a sweep in one SQLite file, beside the same rows as JSON lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/shards/plan.hpp"

namespace hallmark::cli::shards {

/// What merging gave.
struct Merged {
  std::uint64_t cells;
  std::uint64_t open;  // undecided or refused
  std::string root;    // of the Merkle tree over the rows
  std::string sha256;  // of the JSON lines
};

/// Writes TABLE (SQLite) and TABLE.jsonl from all shards of the folder, each in place of an older one.
/// Domain:    all pieces there, none damaged, of this plan and version; otherwise throws FileError, InputError naming the
///            shard
Merged merge(const Plan& plan, const std::filesystem::path& folder, const std::filesystem::path& table);

struct TableData;

/// A merged table, opened for reading.
class Table {
 public:
  /// Domain:    a file that merge wrote; otherwise throws FileError, InputError
  explicit Table(const std::filesystem::path& path);
  ~Table();

  [[nodiscard]] const Plan& plan() const;
  [[nodiscard]] const std::string& root() const;
  /// How many cells its plan wants certificates for: a number, or "all".
  [[nodiscard]] const std::string& certificates() const;
  /// The line of a cell, without its line feed.
  /// Domain:    cell < plan().cells; throws InputError where the table has no such row
  [[nodiscard]] std::string row(std::uint64_t cell) const;
  /// Calls `use` for every row in the order of cells.
  void each_row(const std::function<void(std::uint64_t cell, const std::string& row)>& use) const;

 private:
  std::unique_ptr<TableData> data_;
};

/// The cells whose certificates a sample of that size asks for: SHA-256 of the root and a counter, modulo the number of
/// cells, each once. Nobody can choose them before the table is done.
[[nodiscard]] std::vector<std::uint64_t> sampled_cells(const std::string& root, std::uint64_t cells,
                                                       std::uint64_t size);

}  // namespace hallmark::cli::shards
