#include "exact/gauss_legendre.hpp"

#include <list>
#include <mutex>
#include <utility>

#include "exact/error.hpp"

namespace hallmark {

std::shared_ptr<const std::vector<QuadratureNode>> gauss_legendre(slong count, slong least_bits) {
  constexpr slong most_nodes = 100'000, word = 64;
  constexpr std::size_t most_kept = 64;
  require(count >= 1 && count <= most_nodes && least_bits >= 2, "a Gauss-Legendre rule");
  const slong bits = (least_bits + word - 1) / word * word;  // so that questions that differ by a few share them
  using Rule = std::shared_ptr<const std::vector<QuadratureNode>>;
  static std::mutex mutex;
  static std::list<std::pair<std::pair<slong, slong>, Rule>> kept;
  const std::pair key{count, bits};
  {
    const std::lock_guard lock(mutex);
    for (auto i = kept.begin(); i != kept.end(); ++i) {
      if (i->first != key) continue;
      kept.splice(kept.begin(), kept, i);
      return i->second;
    }
  }
  // From the least root on; the other half are these with the other sign.
  auto rule = std::make_shared<std::vector<QuadratureNode>>(static_cast<std::size_t>(count),
                                                            QuadratureNode{Ball(0, bits), Ball(0, bits)});
  for (slong k = 0; k < (count + 1) / 2; ++k) {
    QuadratureNode& right = (*rule)[static_cast<std::size_t>(count - 1 - k)];
    arb_hypgeom_legendre_p_ui_root(right.at.raw(), right.weight.raw(), static_cast<ulong>(count), static_cast<ulong>(k),
                                   bits);
    QuadratureNode& left = (*rule)[static_cast<std::size_t>(k)];
    left = {k == count - 1 - k ? right.at : -right.at, right.weight};
  }
  const std::lock_guard lock(mutex);
  if (kept.size() >= most_kept) kept.pop_back();
  kept.emplace_front(key, rule);
  return rule;
}

Ball gauss_legendre_error(slong count, const Rational& rho, const Ball& bound) {
  const slong bits = bound.bits();
  if (count < 2 || rho <= 1) return Ball::anything(bits);
  const Ball inverse = 1 / (Ball(rho, bits) * Ball(rho, bits));
  return abs_upper_end(Ball(Rational("64/15"), bits) * bound * pow(inverse, static_cast<ulong>(count)) / (1 - inverse));
}

}  // namespace hallmark
