#include "cli/vectors/published.hpp"

#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {

nlohmann::ordered_json out_object(const Rational& lo, const Rational& hi) {
  constexpr long all_digits = 5000;  // both ends are decimals already: each keeps its own
  const EnclosureText t = enclosure_text(lo, hi, lo == hi ? 1 : all_digits);
  nlohmann::ordered_json out;
  out["lo"] = t.lo;
  out["hi"] = t.hi;
  out["lo64"] = t.lo64;
  out["hi64"] = t.hi64;
  out["lo64x"] = t.lo64x;
  out["hi64x"] = t.hi64x;
  out["exact"] = lo == hi ? nlohmann::ordered_json(lo.to_string()) : nlohmann::ordered_json(nullptr);
  return out;
}

nlohmann::ordered_json published(const Answer& answer, long digits) {
  require(answer.reached, "a published value has the digits asked for");
  if (answer.lo == answer.hi) return out_object(answer.lo, answer.hi);
  return out_object(Rational(decimal(answer.lo, digits + 1, Rounding::down)),
                    Rational(decimal(answer.hi, digits + 1, Rounding::up)));
}

}  // namespace hallmark::cli
