#include "bounds/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::rows {

AxiomUse clones_reduction() { return {"FMT21-Theorem-3.2", {"eps0", "n"}}; }

long first_bits(const Request& r) { return r.digits * 3322 / 1000 + 72; }

Effort effort(const Request& r) {
  return {.first_bits = first_bits(r), .last_bits = 16 * first_bits(r) + (1L << 14), .budget = r.budget};
}

Answer from_balls(const std::function<Ball(long)>& quantity, const Request& r, std::string method) {
  const Evaluation e = evaluate(quantity, r.digits, effort(r));
  Answer a;
  if (!e.value.is_finite()) {
    throw InputError(
        fmt::format("{}: the value cannot be enclosed at these parameters: they must be less extreme", method));
  }
  a.lo = std::max(e.value.lower(), Rational(0));  // every quantity of the table is at least 0
  a.hi = e.value.upper();
  a.reached = e.reached;
  a.bits = e.value.bits();
  a.method = std::move(method);
  return a;
}

Answer from_inversion(const Inversion& i, std::string method) {
  Answer a;
  a.lo = i.bracket.lo;
  a.hi = i.bracket.hi;
  a.reached = i.reached;
  a.bits = i.bits;
  a.method = std::move(method);
  return a;
}

void set_exact(Answer& a, const Rational& value) {
  a.lo = a.hi = value;
  a.exact = value;
  a.reached = true;
}

}  // namespace hallmark::rows
