// A value as the vectors publish it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// The object `out` of a test: texts of both ends, and the exact fraction where the ends are equal.
/// Rigor:     the decimals are rounded outward once more, to `digits` + 1 significant digits, far wider than the
///            enclosure they come from: the texts depend on the number alone and not on the algorithm, its precision or
///            the versions of libraries (but where the number is within that enclosure of a rounding boundary). The
///            binary64 ends are those of the decimals, so that the file is consistent in itself.
/// Domain:    answer.reached at `digits` and those to spare
[[nodiscard]] nlohmann::ordered_json published(const Answer& answer, long digits);

/// `out` as it must be for these ends: texts of lo and hi themselves, 60 digits where lo = hi.
[[nodiscard]] nlohmann::ordered_json out_object(const Rational& lo, const Rational& hi);

}  // namespace hallmark::cli
