#include "bounds/composition/ratio_atoms.hpp"

#include <algorithm>
#include <cmath>

namespace hallmark {

RatioAtoms ratio_atoms(const FiniteLaw& law) {
  RatioAtoms r;
  Ball missing_p = law.p_missing;
  Ball missing_q = law.q_missing;
  const auto down = [](const Ball& x) { return std::max(0.0, x.to_double_down()); };
  for (const Atom& a : law.atoms) {
    const Ball ratio = a.p / a.q;
    const RatioAtom atom{down(ratio), ratio.to_double_up(), down(a.q), a.q.to_double_up()};
    if (std::isfinite(atom.ratio_hi) && std::isfinite(atom.mass_hi)) {
      r.atoms.push_back(atom);
    } else {
      missing_p += a.p;
      missing_q += a.q;
    }
  }
  if (!law.q_infinite.is_zero()) {
    r.atoms.push_back({0, 0, down(law.q_infinite), law.q_infinite.to_double_up()});
  }
  r.singular_lo = down(law.p_infinite);
  r.singular_hi = std::max(0.0, law.p_infinite.to_double_up());
  r.missing_p = std::max(0.0, missing_p.to_double_up());
  r.missing_q = std::max(0.0, missing_q.to_double_up());
  return r;
}

}  // namespace hallmark
