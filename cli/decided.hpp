// What became of a claim of a file: its verdict, or what is wrong with it. No claim keeps the others from being decided.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bounds/claim.hpp"

namespace hallmark::cli {

struct Decided {
  std::string outcome;  // certified, refuted, undecided; error: there is no verdict, and the reason says why
  Verdict verdict;
};

/// What is wrong with a claim of the file at `path` before anything is computed, each of it said; empty where nothing is.
[[nodiscard]] std::string refusals(const std::string& path, const Claim& claim);

/// What became of a claim with these refusals; nothing after Ctrl-C.
[[nodiscard]] std::optional<Decided> decide(const Claim& claim, const std::string& refusals, const Budget& budget,
                                            std::string_view route = {});

}  // namespace hallmark::cli
