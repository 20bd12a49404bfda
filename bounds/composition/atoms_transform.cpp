#include "bounds/composition/atoms_transform.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/composition/routes.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

constexpr std::size_t most = 4000;

class AtomsTransform : public LineTransform {
 public:
  AtomsTransform(Phase phase, Direction direction, const FiniteLaw& rough)
      : phase_(std::move(phase)), direction_(direction) {
    for (const Atom& a : rough.atoms) {
      if (a.q.is_zero()) continue;
      rough_.push_back({roughly(a.p), roughly(log(a.p / a.q))});
    }
  }

  [[nodiscard]] double cumulant(double a) const override {
    double top = -1e300;
    for (const auto& [p, l] : rough_) top = std::max(top, a * l);
    double sum = 0;
    for (const auto& [p, l] : rough_) sum += p * std::exp(a * l - top);
    return top + std::log(sum);
  }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    constexpr slong run = 16;  // products before a fresh exponential
    const auto law = list(path.bits, budget);
    if (!law) return std::nullopt;
    std::vector<ComplexBall> all(static_cast<std::size_t>(path.nodes), ComplexBall(path.bits));
    const Ball a(path.a, path.bits);
    const Ball dt(path.dt, path.bits);
    for (const Atom& atom : law->atoms) {
      if (budget.expired()) return std::nullopt;
      const Ball l = log(atom.p / atom.q);
      const Ball weight = atom.p * exp(a * l);
      const auto turned = [](const Ball& angle) {
        const SineCosine at = sin_cos(angle);
        return ComplexBall(at.cosine, at.sine);
      };
      const ComplexBall step = turned(l * dt);
      ComplexBall state(path.bits);
      for (slong k = 0; k < path.nodes; ++k) {
        if (k % run == 0) {
          state = turned(l * dt * k) * weight;
        } else {
          state *= step;
        }
        all[static_cast<std::size_t>(k)] += state;
      }
    }
    return all;
  }

  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    const auto law = list(bits, budget);
    if (!law) return Ball::anything(bits);
    Ball sum(0, bits);
    for (const Atom& atom : law->atoms) sum += atom.p * exp(log(atom.p / atom.q) * Ball(a, bits));
    return abs_upper_end(sum);
  }

  [[nodiscard]] Masses masses(slong bits) const override {
    Masses m{Ball(0, bits), Ball(0, bits)};
    const auto law = list(bits, {});
    if (!law) return {Ball::anything(bits), Ball::anything(bits)};
    for (const Atom& atom : law->atoms) {
      m.p += atom.p;
      m.q += atom.q;
    }
    return m;
  }

  [[nodiscard]] Ball infinite(slong bits) const override {
    const auto law = list(bits, {});
    return law ? law->p_infinite : Ball::between(0, 1, bits);
  }

  [[nodiscard]] Ball missing(slong bits) const override {
    const auto law = list(bits, {});
    return law ? law->p_missing : Ball(1, bits);
  }

 private:
  // Every function takes the same outcomes: what one of them leaves out, all of them do. Precision fixes the list.
  [[nodiscard]] std::shared_ptr<const FiniteLaw> list(slong bits, const Budget& budget) const {
    return listed(phase_, direction_, {.bits = bits + 32, .tail_bits = bits, .most = most}, budget);
  }

  struct Rough {
    double p;
    double log_ratio;
  };
  Phase phase_;
  Direction direction_;
  std::vector<Rough> rough_;
};

}  // namespace

std::shared_ptr<const LineTransform> atoms_transform(const Phase& phase, Direction direction) {
  constexpr slong look = 64;
  const auto rough = listed(phase, direction, {.bits = 2 * look, .tail_bits = look, .most = most}, {});
  if (!rough || rough->atoms.empty()) return nullptr;
  return std::make_shared<const AtomsTransform>(phase, direction, *rough);
}

}  // namespace hallmark::composition
