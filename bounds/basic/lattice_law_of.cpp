#include "bounds/basic/lattice_law_of.hpp"

#include <memory>
#include <utility>

namespace hallmark::basic {

Law lattice_law_of(std::string key, std::function<LatticePair(slong bits, const Budget& budget)> pair) {
  Law law;
  law.method = "sum over the lattice of log ratios";
  law.phase.key = std::move(key);
  law.phase.symmetric = true;
  law.phase.atoms = [pair](AtomSink& sink, const Listing& listing, const Budget& budget) {
    const LatticePair one = pair(listing.bits, budget);
    if (one.p.size() > listing.most || budget.expired()) return false;
    constexpr std::size_t between_looks = 1 << 12;
    for (std::size_t i = 0; i < one.p.size(); ++i) {
      if ((i + 1) % between_looks == 0 && budget.expired()) return false;
      const Ball q = one.p[i] * exp(-(one.first + one.step * static_cast<slong>(i)));
      sink.add(one.p[i], clamp(q, 0, 1));  // of log ratios beyond the range of exponents it is not finite
    }
    if (!one.infinite.is_zero()) {
      sink.add(one.infinite, Ball(0, listing.bits));
      sink.add(Ball(0, listing.bits), one.infinite);
    }
    return true;
  };
  law.curve = [pair](Direction, slong rounds, slong bits, const Budget& budget) -> std::optional<Curve> {
    const auto sums = LatticeRounds::build(pair(bits + 64, budget), rounds, bits, budget);
    if (!sums) return std::nullopt;
    return [table = std::make_shared<const LatticeRounds>(*sums)](const Threshold& at) { return table->at(at); };
  };
  return law;
}

Law lattice_law_of(std::string key, std::function<LatticePair(slong bits)> pair) {
  return lattice_law_of(std::move(key),
                        [pair = std::move(pair)](slong bits, const Budget& /*short*/) { return pair(bits); });
}

}  // namespace hallmark::basic
