#include "bounds/composition/atoms_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "bounds/composition/line_cover.hpp"
#include "bounds/composition/routes.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

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
    for (const auto& [p, l] : rough_) sum += p * steady::exp(a * l - top);
    return top + steady::log(sum);
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

  // Outcomes of little weight count as their sum.
  [[nodiscard]] Ball between(const Rational& a, const Rational& from, const Rational& to, slong bits,
                             const Budget& budget) const override {
    const auto law = list(bits, budget);
    if (!law) return Ball::anything(bits);
    constexpr slong few = 64;
    const Tilted tilted = tilt(roughly(Ball(a, few)));
    const double most =
        steady::exp(0.5 * fall(roughly(Ball(a, few)), roughly(Ball(from, few)), roughly(Ball(to, few))));
    const Ball order(a, bits), centre = exactly(tilted.mean, bits);
    std::vector<std::pair<Ball, Ball>> large;  // log ratio, weight
    Ball small(0, few), norm(0, few), spread(0, few);
    for (const Atom& atom : law->atoms) {
      const Ball l = log(atom.p / atom.q);
      const Ball weight = (atom.p * exp(l * order)).with_bits(few);
      const Ball off = (l - centre).with_bits(few);
      norm += weight;
      spread += weight * off * off;
      if (roughly(weight) < (1 - most) * least_weight * steady::exp(tilted.ln_norm)) {
        small += weight;
      } else {
        large.emplace_back(l.with_bits(few), weight);
      }
    }
    const auto modulus = [&](const Rational& t) {
      Ball re(0, few), im(0, few);
      for (const auto& [l, weight] : large) {
        const SineCosine at = sin_cos(l * Ball(t, few));
        re += at.cosine * weight;
        im += at.sine * weight;
      }
      return sqrt_of_nonnegative(re * re + im * im) + small;
    };
    norm = abs_upper_end(norm);
    return largest_between({modulus, norm, abs_upper_end(spread), most * roughly(norm)}, from, to, budget)
        .with_bits(bits);
  }

  [[nodiscard]] double cumulant_between(double a, double from, double to) const override {
    return cumulant(a) + 0.5 * fall(a, from, to);
  }

  [[nodiscard]] Masses masses(slong bits, const Budget& budget) const override {
    Masses m{Ball(0, bits), Ball(0, bits)};
    const auto law = list(bits, budget);
    if (!law) return {Ball::anything(bits), Ball::anything(bits)};
    for (const Atom& atom : law->atoms) {
      m.p += atom.p;
      m.q += atom.q;
    }
    return m;
  }

  [[nodiscard]] Ball infinite(slong bits, const Budget& budget) const override {
    const auto law = list(bits, budget);
    return law ? law->p_infinite : Ball::between(0, 1, bits);
  }

  [[nodiscard]] Ball missing(slong bits, const Budget& budget) const override {
    const auto law = list(bits, budget);
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
  // The law under p e^(al).
  struct Tilted {
    double ln_norm;
    double mean;
    double deviation;
  };
  static constexpr double least_weight = 1e-3;

  [[nodiscard]] Tilted tilt(double a) const {
    Tilted t{cumulant(a), 0, 0};
    for (const auto& [p, l] : rough_) t.mean += p * steady::exp(a * l - t.ln_norm) * l;
    double variance = 0;
    for (const auto& [p, l] : rough_) variance += p * steady::exp(a * l - t.ln_norm) * (l - t.mean) * (l - t.mean);
    t.deviation = std::sqrt(variance);
    return t;
  }

  // About ln of (|M|/M(a))^2 as a cover bounds it from `from` to `to`: a proposal, by samples; 0 where they are too many.
  [[nodiscard]] double fall(double a, double from, double to) const {
    const std::lock_guard lock(mutex_);
    auto at = falls_.find({a, to});
    if (at == falls_.end()) {
      constexpr std::size_t most_kept = 40;
      if (falls_.size() > most_kept) falls_.clear();
      at = falls_.emplace(std::pair(a, to), samples(a, to)).first;
    }
    const auto next = at->second.lower_bound(from);
    return next == at->second.end() ? 0 : next->second;
  }
  [[nodiscard]] std::map<double, double> samples(double a, double to) const {
    constexpr double most = 4e6;  // sines
    constexpr double far_share = 0.25, near_share = 0.1, first = 0.01;
    const Tilted tilted = tilt(a);
    std::vector<Rough> large;
    double small = 0;
    for (const auto& [p, l] : rough_) {
      const double weight = p * steady::exp(a * l - tilted.ln_norm);
      if (weight < least_weight / 10) {
        small += weight;
      } else {
        large.push_back({weight, l - tilted.mean});
      }
    }
    std::map<double, double> found;
    if (!(to * tilted.deviation / far_share * static_cast<double>(large.size()) < most)) return found;
    for (double t = first / tilted.deviation; t < to; t += std::min(near_share * t, far_share / tilted.deviation)) {
      double re = 0, im = 0;
      for (const auto& [weight, l] : large) {
        re += weight * steady::cos(l * t);
        im += weight * steady::sin(l * t);
      }
      const double modulus = std::min(std::sqrt(re * re + im * im) + small, 1.0);
      found[t] = steady::log(covered(modulus * modulus, 1));
    }
    double after = -std::numeric_limits<double>::infinity();
    for (auto i = found.rbegin(); i != found.rend(); ++i) i->second = after = std::max(after, i->second);
    return found;
  }

  Phase phase_;
  Direction direction_;
  std::vector<Rough> rough_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<double, double>, std::map<double, double>> falls_;
};

}  // namespace

std::shared_ptr<const LineTransform> atoms_transform(const Phase& phase, Direction direction, const Budget& budget) {
  constexpr slong look = 64;
  const auto rough = listed(phase, direction, {.bits = 2 * look, .tail_bits = look, .most = most}, budget);
  if (!rough || rough->atoms.empty()) return nullptr;
  return std::make_shared<const AtomsTransform>(phase, direction, *rough);
}

}  // namespace hallmark::composition
