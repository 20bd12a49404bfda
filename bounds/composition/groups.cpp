#include "bounds/composition/routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/small_end.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

constexpr slong most_rounds = 1'000'000'000'000'000;

}  // namespace

Groups group(const std::vector<Phase>& phases) {
  if (phases.empty()) throw InputError("composition: phases: must be at least one");
  Groups r;
  std::vector<const Phase*> order;
  for (const Phase& p : phases) order.push_back(&p);
  std::stable_sort(order.begin(), order.end(), [](const Phase* a, const Phase* b) { return a->key < b->key; });
  for (const Phase* p : order) {
    if (p->rounds < 1 || p->rounds > most_rounds - r.rounds) {
      throw InputError("composition", "rounds", std::to_string(p->rounds),
                       "an integer from 1 to 10^15, with all phases together");
    }
    r.rounds += p->rounds;
    r.symmetric = r.symmetric && p->symmetric;
    auto& list = p->gaussian_variance ? r.gaussian : r.phases;
    if (!list.empty() && list.back().key == p->key) {
      list.back().rounds += p->rounds;
    } else {
      list.push_back(*p);
    }
  }
  return r;
}

Groups in_direction(Groups groups, Direction direction) {
  if (direction != Direction::add) return groups;
  groups.add = true;
  for (Phase& p : groups.phases) {
    if (!p.largest_log_ratio_of_add) continue;
    p.infinite = {};
    p.infinite_number.reset();
    p.largest_finite_log_ratio = p.largest_log_ratio_of_add;
  }
  return groups;
}

Ball gaussian_variance(const Groups& groups, slong bits) {
  Ball sum(0, bits);
  for (const Phase& p : groups.gaussian) {
    sum += p.gaussian_variance(bits) * p.rounds;
  }
  return sum;
}

std::optional<Limit> limit(const Groups& groups, slong bits) {
  if (!groups.gaussian.empty()) return std::nullopt;
  Limit r{Ball(0, bits), Rational(0)};
  for (const Phase& p : groups.phases) {
    const auto& sampled = groups.add ? p.largest_sampled_of_add : p.largest_sampled;
    if (!p.largest_log_ratio && !sampled) return std::nullopt;
    r.ball += (p.largest_log_ratio ? p.largest_log_ratio->ball(bits) : sampled->log(bits)) * p.rounds;
    const auto exact = p.largest_log_ratio ? p.largest_log_ratio->rational() : std::nullopt;
    if (exact && r.exact) {
      *r.exact += *exact * p.rounds;
    } else {
      r.exact.reset();
    }
  }
  return r;
}

bool beyond(const Groups& groups, const Number& eps) {
  constexpr slong bits = 512;
  const auto most = limit(groups, bits);
  if (!most) return false;
  if (const auto exact = eps.rational(); exact && most->exact) return *exact >= *most->exact;
  if (less_equal(most->ball, eps.ball(bits)) == Truth::yes) return true;
  const auto w = eps.rational_exponential();
  if (!w || less(eps.ball(bits), most->ball) == Truth::yes) return false;
  Rational e(1);
  for (const Phase& p : groups.phases) {
    const auto& sampled = groups.add ? p.largest_sampled_of_add : p.largest_sampled;
    const auto one = p.largest_log_ratio ? p.largest_log_ratio->rational_exponential() : sampled->ratio;
    constexpr slong most_bits = 1'000'000;
    if (!one || p.rounds > most_bits / one->height_bits()) return false;
    e *= pow(*one, p.rounds);
  }
  return *w >= e;
}

Ball infinite_mass(const Groups& groups, slong bits) {
  Ball finite(1, bits);
  Ball log_finite(0, bits);
  for (const Phase& p : groups.phases) {
    if (!p.infinite) continue;
    const Ball mass = p.infinite(bits);
    finite *= pow(1 - mass, static_cast<ulong>(p.rounds));
    log_finite += log1p(-mass) * p.rounds;
  }
  const Ball sharp = -expm1(log_finite);  // as exact for a small mass as the masses are
  return sharp.is_finite() ? sharp : 1 - finite;
}

Truth covers_infinite_mass(const Groups& groups, const Number& target) {
  const Budget unlimited;
  const Truth apart = decide([&](slong bits) { return less_equal(infinite_mass(groups, bits), target.ball(bits)); },
                             {.first_bits = 512, .last_bits = slong{1} << 14, .budget = unlimited});
  if (apart != Truth::unknown) return apart;
  constexpr slong most_bits = 1'000'000;
  Rational finite = 1;
  for (const Phase& p : groups.phases) {
    if (!p.infinite) continue;
    if (p.infinite_number == target && groups.rounds == 1) return Truth::yes;
    const auto mass = p.infinite_number ? p.infinite_number->rational() : std::nullopt;
    if (!mass || p.rounds > most_bits / (1 - *mass).height_bits()) return Truth::unknown;
    finite *= pow(1 - *mass, static_cast<ulong>(p.rounds));
  }
  const auto exact = target.rational();
  if (!exact) return Truth::unknown;
  return 1 - finite <= *exact ? Truth::yes : Truth::no;
}

std::shared_ptr<const FiniteLaw> listed(const Phase& phase, Direction direction, const Listing& listing,
                                        const Budget& budget) {
  static Memo<FiniteLaw> memo(2);
  if (!phase.atoms) return nullptr;
  const bool reverse = direction == Direction::add && !phase.symmetric;
  return memo.get(fmt::format("{} {} {} {} {}", phase.key, listing.bits, listing.tail_bits, listing.most, reverse),
                  budget, [&]() -> std::optional<FiniteLaw> {
                    std::optional<FiniteLaw> law = finite_law(phase.atoms, listing, budget);
                    if (law && reverse) return swapped(*law);
                    return law;
                  });
}
bool is_pair_of_lists(const Groups& groups) {
  return groups.gaussian.empty() && groups.rounds == 2 &&
         std::all_of(groups.phases.begin(), groups.phases.end(),
                     [](const Phase& p) { return static_cast<bool>(p.atoms); });
}

slong depth(const Rational& x) {
  return std::max(slong{0}, x.denominator().height_bits() - x.numerator().height_bits() + 1);
}

void check_target(const Groups& groups, const Number& target) {
  constexpr slong bits = 512;
  if (target.sign() < 0 || less_equal(target, 1) != Truth::yes) {
    throw InputError("composition", "delta", target.to_string(), "from 0 to 1");
  }
  if (covers_infinite_mass(groups, target) != Truth::yes) {
    throw InputError("composition", "delta", target.to_string(),
                     fmt::format("proved to be at least the delta of an infinite epsilon, {}",
                                 infinite_mass(groups, bits).to_string(10)));
  }
  if (target.sign() == 0 && !limit(groups, bits)) {
    throw InputError("composition", "delta", target.to_string(), "positive: no epsilon is known to have delta 0");
  }
}

void refuse_delta(const Number& target) {
  throw InputError("composition", "delta", target.to_string(),
                   "such that an upper end of epsilon is found: a larger delta or a larger budget");
}

std::optional<Rational> largest_epsilon(const Groups& groups, const Number& target) {
  constexpr slong bits = 512;
  if (const auto most = limit(groups, bits)) return most->exact ? *most->exact : most->ball.upper();
  Ball sum(0, bits);
  Ball v = gaussian_variance(groups, bits);
  bool infinite = false;
  bool normal = !groups.gaussian.empty();
  for (const Phase& p : groups.phases) {
    infinite = infinite || p.infinite;
    if (const auto& most = p.largest_finite_log_ratio ? p.largest_finite_log_ratio : p.largest_log_ratio) {
      sum += most->ball(bits) * p.rounds;
    } else if (p.dominating_variance) {
      v += p.dominating_variance(bits) * p.rounds;
      normal = true;
    } else {
      return std::nullopt;
    }
  }
  if (normal && infinite) return std::nullopt;
  if (normal) sum += v / 2 + sqrt(2 * v * max(-log(target.ball(bits)), Ball(0, bits)));
  if (!sum.is_finite()) return std::nullopt;
  return sum.upper();
}

std::optional<Rational> next_larger(const Rational& eps) {
  const Rational next = eps * (eps < pow(Rational(2), 20) ? 2 : 4096);
  return next <= pow(Rational(2), 256) ? std::optional(next) : std::nullopt;
}

Enclosed invert(const std::function<Sample(const Number& eps, slong bits)>& curve, const Number& target,
                std::optional<Rational> hi, slong digits, slong first_bits, const Budget& budget) {
  const Effort effort{.first_bits = first_bits, .last_bits = first_bits + 1024, .budget = budget};
  const auto at_most = [&](const Number& eps) {
    return decide([&](slong bits) { return less_equal(curve(eps, bits).value, target.ball(2 * bits)); }, effort);
  };
  const Truth zero = at_most(0);
  if (zero == Truth::yes) return {.lo = 0, .hi = 0, .reached = true, .bits = first_bits};
  for (std::optional<Rational> x = 1; !hi && x && !budget.expired(); x = next_larger(*x)) {
    if (at_most(Number(*x)) == Truth::yes) hi = x;
  }
  if (!hi) refuse_delta(target);
  if (zero == Truth::unknown) {
    const auto value = [&](const Rational& eps, slong bits) { return curve(eps, bits).value; };
    return {.lo = 0, .hi = small_end(value, target.ball(4 * first_bits + 4096), *hi, budget), .bits = first_bits};
  }
  const Inversion i = bisect({.f = [&](const Rational& eps, slong bits) { return curve(Number(eps), bits); },
                              .target = target.ball(4 * first_bits + 4096),
                              .lo = 0,
                              .hi = *hi,
                              .digits = digits},
                             effort);
  return {.lo = i.bracket.lo, .hi = i.bracket.hi, .reached = i.reached, .bits = i.bits};
}

}  // namespace hallmark::composition
