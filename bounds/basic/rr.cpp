#include "bounds/basic/rr.hpp"

#include <fmt/format.h>

#include "bounds/basic/lattice_law_of.hpp"
#include "bounds/basic/lattice_rounds.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {

Law rr(const Number& eps0) {
  if (eps0.sign() <= 0) throw InputError("rr", "eps0", eps0.to_string(), "positive");
  Law law = lattice_law_of(fmt::format("rr eps0={}", eps0.to_string()), [=](slong bits) {
    const Ball e = eps0.ball(bits);
    const Ball lie = 1 / (1 + exponential(eps0, bits));
    return LatticePair{-e, e * 2, {lie, 1 - lie}, Ball(0, bits), Ball(0, bits)};
  });
  law.phase.largest_log_ratio = eps0;
  if (const auto e = eps0.rational_exponential()) {
    law.phase.exact_atoms = [e = *e](const Budget& /*none is needed*/) {
      return std::vector<ExactAtom>{{e / (1 + e), 1 / (1 + e)}, {1 / (1 + e), e / (1 + e)}};
    };
  }
  return law;
}

}  // namespace hallmark::basic
