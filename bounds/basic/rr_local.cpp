#include "bounds/basic/rr_local.hpp"

#include <fmt/format.h>

#include "bounds/basic/lattice_law_of.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {

Law rr_local(slong k, const Number& p) {
  if (k < 2) throw InputError("rr-local", "k", std::to_string(k), "at least 2");
  if (p.sign() <= 0 || less_equal(p, 1) != Truth::yes) {
    throw InputError("rr-local", "p", p.to_string(), "positive and at most 1");
  }
  const auto rational = p.rational();
  Law law = lattice_law_of(fmt::format("rr-local k={} p={}", k, p.to_string()), [=](slong bits) {
    const Ball lie = p.ball(bits) / k;
    const Ball truth = rational ? Ball(1 - *rational + *rational / k, bits) : 1 - p.ball(bits) + lie;
    if (p == Number(1)) return LatticePair{Ball(0, bits), Ball(1, bits), {Ball(1, bits)}, Ball(0, bits), Ball(0, bits)};
    const Ball step = rational ? log1p(Ball((1 - *rational) * k / *rational, bits)) : log(truth / lie);
    return LatticePair{-step, step, {lie, lie * (k - 2), truth}, Ball(0, bits), Ball(0, bits)};
  });
  if (rational) {
    const Rational lie = *rational / k;
    const Rational truth = 1 - *rational + lie;
    law.phase.largest_log_ratio = Number::ln(truth / lie);
    law.phase.exact_atoms = [=](const Budget& /*none is needed*/) {
      return std::vector<ExactAtom>{{truth, lie}, {lie, truth}, {lie * (k - 2), lie * (k - 2)}};
    };
  }
  return law;
}

}  // namespace hallmark::basic
