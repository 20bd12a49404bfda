#include "bounds/basic/sampled.hpp"

#include <fmt/format.h>

#include <memory>

#include "bounds/composition/routes.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {
namespace {

using composition::LargestRatio;
using composition::Phase;

// The outcomes of a pair with the sampled round in place of its first law.
class SampledSink : public AtomSink {
 public:
  SampledSink(AtomSink& to, const Number& rate, slong bits) : to_(to), rate_(rate.ball(bits)), rest_(1 - rate_) {}
  void add(const Ball& p, const Ball& q) override { to_.add(rate_ * p + rest_ * q, q); }

 private:
  AtomSink& to_;
  Ball rate_;
  Ball rest_;
};

constexpr slong bits_of_bound = 512;

// ln(1 + q(e^L - 1)), or -ln(1 + q(e^-L - 1)), of the largest log ratio L before.
std::optional<LargestRatio> after_sampling(const Number& rate, const std::optional<LargestRatio>& before, bool add) {
  if (!before) return std::nullopt;
  LargestRatio r{.log = [=, log = before->log](slong bits) {
    const Ball change = rate.ball(bits) * expm1(add ? -log(bits) : log(bits));
    return add ? -log1p(change) : log1p(change);
  }};
  const auto q = rate.rational();
  if (q && before->ratio) r.ratio = add ? 1 / (1 - *q + *q / *before->ratio) : 1 - *q + *q * *before->ratio;
  return r;
}

// x y^rounds, where both are known and the power is short.
std::optional<Rational> times(const std::optional<Rational>& x, const std::optional<Rational>& y, slong rounds) {
  constexpr slong most_bits = 10'000;
  if (!x || !y || rounds > most_bits / std::max(slong{1}, y->height_bits())) return std::nullopt;
  return *x * pow(*y, rounds);
}

// Direction add, one round: (1 - w(1-q)) h(w q/(1 - w(1-q))).
Sample one_round_add(const Curve& whole, const Ball& rate, const Threshold& at) {
  const Ball rest = 1 - at.w * (1 - rate);
  if (is_positive(rest) == Truth::no) return {Ball(0, at.w.bits()), Ball(0, at.w.bits())};
  if (is_positive(rest) != Truth::yes) return {Ball::between(0, 1, at.w.bits()), Ball::anything(at.w.bits())};
  const Sample inner = whole(threshold_of_ratio(at.w * rate / rest));
  // d/d eps of rest is -w(1-q); of the inner threshold 1 + w(1-q)/rest.
  const Ball fall = at.w * (1 - rate);
  return {clamp(rest * inner.value, 0, 1), rest * inner.slope * (1 + fall / rest) - fall * inner.value};
}

// Direction remove: q h(1 + (w-1)/q).
Sample one_round_remove(const Curve& whole, const Ball& rate, const Threshold& at) {
  const Ball w = 1 + (at.w - 1) / rate;
  const Sample inner = whole(threshold_of_ratio(w));
  return {clamp(rate * inner.value, 0, 1), inner.slope * at.w / w};
}

}  // namespace

Phase sampled_phase(const Phase& phase, const Number& rate) {
  if (rate == Number(1)) return phase;
  Phase r{.key = fmt::format("{} rate={}", phase.key, rate.to_string()), .rounds = phase.rounds, .upper = phase.upper};
  // ln(1 - q + q x) lies between 0 and ln x, and never below ln(1 - q).
  r.largest_finite_log_ratio =
      phase.largest_finite_log_ratio ? phase.largest_finite_log_ratio : phase.largest_log_ratio;
  if (const auto& most = phase.largest_log_ratio) {
    const LargestRatio whole{[most](slong bits) { return most->ball(bits); }, most->rational_exponential()};
    r.largest_sampled = after_sampling(rate, whole, false);
    r.largest_sampled_of_add = after_sampling(rate, whole, true);
  } else {
    r.largest_sampled = after_sampling(rate, phase.largest_sampled, false);
    r.largest_sampled_of_add = after_sampling(rate, phase.largest_sampled_of_add, true);
  }
  r.dominating_variance = phase.gaussian_variance ? phase.gaussian_variance : phase.dominating_variance;
  if (phase.infinite) {
    r.infinite = [=, whole = phase.infinite](slong bits) { return rate.ball(bits) * whole(bits); };
    const auto whole = phase.infinite_number ? phase.infinite_number->rational() : std::nullopt;
    const auto q = rate.rational();
    if (q && whole) r.infinite_number = Number(*q * *whole);
    const Ball most = -log1p(-rate.ball(bits_of_bound));
    if (q) {
      r.largest_log_ratio_of_add = Number::ln(1 / (1 - *q));
    } else if (most.is_finite()) {
      r.largest_log_ratio_of_add = Number(most.upper());
    }
  }
  if (const AtomSource atoms = phase.atoms) {
    r.atoms = [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
      SampledSink through(sink, rate, listing.bits);
      return atoms(through, listing, budget);
    };
  }
  if (const auto exact = rate.rational(); phase.exact_atoms && exact) {
    r.exact_atoms = [q = *exact, whole = phase.exact_atoms](const Budget& budget) {
      auto all = whole(budget);
      if (all) {
        for (ExactAtom& a : *all) a.p = q * a.p + (1 - q) * a.q;
      }
      return all;
    };
  }
  if (const auto transform = phase.sampled_transform) {
    r.transform = [=](Direction direction) { return transform(direction, rate); };
    r.transform_decays = true;
  }
  if (const auto lattice = phase.sampled_lattice) {
    r.lattice = [=](Direction direction, const LatticeEffort& effort, const Budget& budget) {
      return lattice(direction, rate, effort, budget);
    };
  }
  const auto after = [rate](std::optional<RatioLaw> base) {
    return base ? std::make_shared<const RatioLaw>(subsampled(*base, rate)) : nullptr;
  };
  if (const auto ratio_law = phase.ratio_law) {
    r.ratio_law = [=](Slope slope, const Resolution& resolution, const Budget& budget) {
      const auto base = ratio_law(slope, resolution, budget);
      return after(base ? std::optional(*base) : std::nullopt);
    };
  } else if (const auto variance = phase.gaussian_variance) {
    r.ratio_law = [=](Slope slope, const Resolution& resolution, const Budget& budget) {
      constexpr slong bits = 256;
      return after(lognormal_law(variance(bits), slope, resolution, budget));
    };
  }
  return r;
}

Phase together(const std::vector<Phase>& phases) {
  const auto groups = std::make_shared<const composition::Groups>(composition::group(phases));
  Phase r{.key = "together", .symmetric = groups->symmetric};
  require(r.symmetric, "phases on one sample are symmetric");
  bool bounded = true;
  bool reaches = false;
  bool normal = true;
  std::optional<Rational> ratio = Rational(1);
  std::optional<Rational> stays = Rational(1);
  Ball finite(0, bits_of_bound);
  std::vector<Phase> all = groups->gaussian;
  all.insert(all.end(), groups->phases.begin(), groups->phases.end());
  for (const Phase& p : all) {
    r.key += fmt::format(" [{}*{}]", p.rounds, p.key);
    r.upper = r.upper || p.upper;
    normal = normal && (p.gaussian_variance || p.dominating_variance);
    bounded = bounded && p.largest_log_ratio;
    const auto& most = p.largest_finite_log_ratio ? p.largest_finite_log_ratio : p.largest_log_ratio;
    finite = most ? finite + most->ball(bits_of_bound) * p.rounds : Ball::anything(bits_of_bound);
    const auto e = p.largest_log_ratio ? p.largest_log_ratio->rational_exponential() : std::nullopt;
    ratio = times(ratio, e, p.rounds);
    if (!p.infinite) continue;
    reaches = true;
    const auto mass = p.infinite_number ? p.infinite_number->rational() : std::nullopt;
    stays = times(stays, mass ? std::optional(1 - *mass) : std::nullopt, p.rounds);
  }
  if (finite.is_finite()) r.largest_finite_log_ratio = Number(finite.upper());
  if (bounded) {
    r.largest_sampled = LargestRatio{[groups](slong bits) {
                                       Ball sum(0, bits);
                                       for (const Phase& p : groups->phases)
                                         sum += p.largest_log_ratio->ball(bits) * p.rounds;
                                       return sum;
                                     },
                                     ratio};
    r.largest_sampled_of_add = r.largest_sampled;
  }
  if (normal) r.dominating_variance = [groups](slong bits) { return *composition::dominating_variance(*groups, bits); };
  if (reaches) {
    r.infinite = [groups](slong bits) { return composition::infinite_mass(*groups, bits); };
    if (stays) r.infinite_number = Number(1 - *stays);
  }
  r.ratio_law = [groups](Slope slope, const Resolution& resolution,
                         const Budget& budget) -> std::shared_ptr<const RatioLaw> {
    auto law = composition::law_of_all_rounds(*groups, slope, resolution, budget);
    return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
  };
  return r;
}

Law sampled(const Law& law, const Number& rate) {
  if (rate == Number(1)) return law;
  Law r{.phase = sampled_phase(law.phase, rate), .curve = {}, .method = law.method};
  r.curve = [base = law.curve, rate](Direction direction, slong rounds, slong bits,
                                     const Budget& budget) -> std::optional<Curve> {
    if (rounds != 1) return std::nullopt;
    // A small rate takes the threshold far away and brings it back.
    const auto whole = base(Direction::remove, 1, bits + 64, budget);
    if (!whole) return std::nullopt;
    return [=](const Threshold& at) {
      const Ball q = rate.ball(at.w.bits());
      return direction == Direction::add ? one_round_add(*whole, q, at) : one_round_remove(*whole, q, at);
    };
  };
  return r;
}

}  // namespace hallmark::basic
