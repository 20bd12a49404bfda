// Plan: what a sweep asks, and the number of each of its cells for ever.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark::cli::shards {

/// One quantity on a grid. The first parameter is the most significant digit of a cell's number, the last the least.
struct Block {
  const Entry* entry;
  std::vector<std::string> names;                // in the order of the file
  std::vector<std::vector<std::string>> values;  // canonical texts, one list a name, no value twice
  std::uint64_t first = 0;                       // the number of its first cell
  std::uint64_t cells = 1;
};

/// Which cells get a certificate when the table is done.
enum class Certificates { none, sample, all };

/// A plan read whole. Cell numbers follow the order of blocks, then of values: mixed radix.
struct Plan {
  std::string name;
  long digits = 12;       // significant digits of each end
  long work = 1'000'000;  // questions to the budget that a cell may cost
  Certificates certificates = Certificates::none;
  long sample = 0;  // cells, where certificates are for a sample
  std::vector<Block> blocks;
  std::uint64_t cells = 0;
  std::string text;  // canonical: blocks with every value, digits, work; what the hash is of
  std::string hash;  // SHA-256 of `text`

  /// The block of a cell.
  /// Domain:    cell < cells
  [[nodiscard]] const Block& block(std::uint64_t cell) const;
};

/// Domain:    as data/schema/sweep-v1.schema.json has it, each quantity known, each value in its parameter's domain, at
///            most 10^12 cells; otherwise throws InputError "path:line:column: /json/pointer: expected X, found Y"
[[nodiscard]] Plan parse_plan(std::string_view path, std::string_view text);

/// The parameters of one cell of a block.
/// Domain:    block.first <= cell < block.first + block.cells
[[nodiscard]] ParameterTexts parameters(const Block& block, std::uint64_t cell);

/// The number of the cell with these places in the lists of values.
/// Domain:    one place a name, each within its list
[[nodiscard]] std::uint64_t cell_at(const Block& block, const std::vector<std::size_t>& places);

}  // namespace hallmark::cli::shards
