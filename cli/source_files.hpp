// Which source files name which quantities and lemmas: for `hallmark list --by-paper --files`.
#pragma once

#include <span>
#include <string_view>

namespace hallmark::cli {

struct SourceFile {
  std::string_view path;  // bounds/shuffle/clones.cpp
  std::string_view ids;   // that stand there in quotes: " clones.delta clones.epsilon "
};

/// The sources of the families in bounds/ and proofs-check/, their README.md (without ids), and the sources of tests/lemmas/,
/// as they were when CMake last ran.
[[nodiscard]] std::span<const SourceFile> source_files();

}  // namespace hallmark::cli
