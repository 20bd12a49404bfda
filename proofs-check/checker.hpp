#pragma once

#include <span>
#include <string>
#include <string_view>

#include "statement/quantity.hpp"

namespace hallmark::check {

enum class Verdict { verified, rejected, malformed };

/// The answer for one certificate: the result line of FORMAT.md section 7.
struct Result {
  Verdict verdict = Verdict::malformed;
  std::string line;  ///< "s VERIFIED ...", "s REJECTED ..." or "s MALFORMED ...", without line feed
  Count work = 0;    ///< what it took of the meter
};

/// Parses and verifies the bytes of one certificate file.
/// Rigor:    everything is recomputed from the parameters of the statement; the witness only chooses what is tried.
///           VERIFIED is printed only if every step was proved by directed arithmetic or exactly, modulo the axioms
///           printed.
/// Cost:     bounded by `work` (Meter) and by the size limits of the format
[[nodiscard]] Result check_certificate(std::string_view bytes, Count work = Meter::kWork);

/// The rows of all families: the quantities that a certificate can be about. Any other id is refused.
[[nodiscard]] std::span<const QuantityRow> quantity_table();

}  // namespace hallmark::check
