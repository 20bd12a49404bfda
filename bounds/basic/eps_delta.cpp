#include "bounds/basic/eps_delta.hpp"

#include <fmt/format.h>

#include "bounds/basic/lattice_law_of.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {

Law eps_delta(const Number& eps, const Number& delta) {
  if (eps.sign() < 0) throw InputError("eps-delta", "eps", eps.to_string(), "at least 0");
  if (delta.sign() < 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError("eps-delta", "delta", delta.to_string(), "from 0 to 1");
  }
  const bool none = eps.sign() == 0;
  Law law =
      lattice_law_of(fmt::format("eps-delta eps={} delta={}", eps.to_string(), delta.to_string()), [=](slong bits) {
        const Ball e = eps.ball(bits);
        const Ball infinite = delta.ball(bits);
        const Ball rest = delta.rational() ? Ball(1 - *delta.rational(), bits) : 1 - infinite;
        if (none) return LatticePair{Ball(0, bits), Ball(1, bits), {rest}, infinite, Ball(0, bits)};
        const Ball lie = 1 / (1 + exponential(eps, bits));
        return LatticePair{-e, e * 2, {lie * rest, (1 - lie) * rest}, infinite, Ball(0, bits)};
      });
  law.phase.largest_finite_log_ratio = eps;
  if (delta.sign() == 0) {
    law.phase.largest_log_ratio = eps;
  } else {
    law.phase.infinite = [=](slong bits) { return delta.ball(bits); };
    law.phase.infinite_number = delta;
  }
  const auto w = none ? std::optional<Rational>(1) : eps.rational_exponential();
  if (const auto d = delta.rational(); w && d) {
    law.phase.exact_atoms = [e = *w, d = *d](const Budget& /*none is needed*/) {
      const Rational rest = (1 - d) / (1 + e);
      return std::vector<ExactAtom>{{rest * e, rest}, {rest, rest * e}, {d, 0}, {0, d}};
    };
  }
  return law;
}

}  // namespace hallmark::basic
