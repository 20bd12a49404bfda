#include "bounds/basic/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bounds/composition/answers.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/monotone_search.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {
namespace {

bool is_own_route(const Request& r) { return r.route.empty() || r.route == "balls"; }

composition::Phase phase_of(const Law& law, slong rounds) {
  composition::Phase phase = law.phase;
  phase.rounds = rounds;
  return phase;
}

// The curves of one direction, one a precision, made when they are asked for.
class Curves {
 public:
  Curves(const Law& law, Direction direction, slong rounds, const Budget& budget)
      : law_(law), direction_(direction), rounds_(rounds), budget_(budget) {}

  [[nodiscard]] bool exist() { return at_bits(first_bits) != nullptr; }

  Sample at(const Number& eps, slong bits) {
    const Curve* curve = at_bits(bits);
    if (curve == nullptr) return {Ball::between(0, 1, bits), Ball::anything(bits)};
    // A threshold as sharp as the sums behind the curve can use.
    return (*curve)(threshold(eps, 2 * bits + 4 * std::min(rounds_, slong{1000}) + 64));
  }

 private:
  static constexpr slong first_bits = 64;

  const Curve* at_bits(slong bits) {
    auto at = made_.find(bits);
    if (at == made_.end()) {
      std::optional<Curve> curve;
      if (law_.curve && !budget_.expired()) curve = law_.curve(direction_, rounds_, bits, budget_);
      at = made_.emplace(bits, std::move(curve)).first;
    }
    return at->second ? &*at->second : nullptr;
  }

  const Law& law_;
  Direction direction_;
  slong rounds_;
  const Budget& budget_;
  std::map<slong, std::optional<Curve>> made_;
};

// What a grid says to few digits of so many rounds that a curve of them costs more; nothing where that is not enough.
std::optional<Answer> by_grid_first(const Law& law, slong rounds, Direction direction, const Request& r,
                                    const std::function<Answer(Direction, const Request&)>& composed) {
  constexpr slong few_digits = 6;
  if (rounds <= law.cheap_rounds || r.digits > few_digits || !r.route.empty()) return std::nullopt;
  Request grid = r;
  grid.route = "lattice";
  grid.budget = r.budget.half();
  Answer a = composed(direction, grid);
  return a.reached ? std::optional(std::move(a)) : std::nullopt;
}

// The second of two directions to a few digits first: enough, where it is proved to be the smaller one.
Answer over_directions(const Law& law, const Arguments& x, const Request& r,
                       const std::function<Answer(Direction, const Request&)>& one) {
  if (law.phase.symmetric) return one(Direction::remove, r);
  constexpr slong few_digits = 3;
  std::optional<Rational> most;
  return rows::over_directions(x, [&](Direction direction) {
    if (most && r.digits > few_digits) {
      Request rough = r;
      rough.digits = few_digits;
      rough.default_effort = false;
      rough.budget = r.budget.half();
      Answer less = one(direction, rough);
      if (less.hi <= *most) return less;
    }
    Answer a = one(direction, r);
    most = a.lo;
    return a;
  });
}

Answer of_found(const Enclosed& found, std::string_view method) {
  Answer a = rows::from_enclosed(found);
  a.method = method;
  if (a.lo == a.hi && a.reached) a.exact = a.lo;
  return a;
}

}  // namespace

Answer delta_answer(const Law& law, slong rounds, const Number& eps, const Arguments& x, const Request& r) {
  const auto composed = [&](Direction direction, const Request& asked) {
    return composition::delta_answer({phase_of(law, rounds)}, direction, eps, asked);
  };
  if (!is_own_route(r) || r.exact || composition::beyond(composition::group({phase_of(law, rounds)}), eps))
    return composed(x.direction(), r);
  return over_directions(law, x, r, [&](Direction direction, const Request& asked) {
    if (auto a = by_grid_first(law, rounds, direction, asked, composed)) return *a;
    Curves curves(law, direction, rounds, asked.budget);
    if (!curves.exist()) return composed(direction, asked);
    return rows::from_balls([&](slong bits) { return curves.at(eps, bits).value; }, asked, std::string(law.method));
  });
}

Answer epsilon_answer(const Law& law, slong rounds, const Number& target, const Arguments& x, const Request& r) {
  const std::vector<composition::Phase> phases{phase_of(law, rounds)};
  const auto composed = [&](Direction direction, const Request& asked) {
    return composition::epsilon_answer(phases, direction, target, asked);
  };
  if (!is_own_route(r) || target.sign() <= 0) return composed(x.direction(), r);
  composition::check_target(composition::group(phases), target);
  return over_directions(law, x, r, [&](Direction direction, const Request& asked) {
    if (auto a = by_grid_first(law, rounds, direction, asked, composed)) return *a;
    Curves curves(law, direction, rounds, asked.budget);
    if (!curves.exist()) return composed(direction, asked);
    const auto curve = [&](const Number& eps, slong bits) { return curves.at(eps, bits); };
    return of_found(composition::invert(curve, target, composition::largest_epsilon(composition::group(phases), target),
                                        asked.digits, rows::first_bits(asked), asked.budget),
                    fmt::format("certified inversion: {}", law.method));
  });
}

namespace {

slong noise_bits(const Request& r) { return rows::first_bits(r) + 64; }

}  // namespace

Answer noise_answer(const NoiseQuestion& q, const Request& r) {
  // Next to where the divergence vanishes, comparisons with a small delta take twice its own bits.
  const slong small = 2 * std::max(slong{0}, -q.delta.ball(64).centre_exponent());
  const Effort effort{.first_bits = noise_bits(r), .last_bits = bisection_bits(r.digits) + small, .budget = r.budget};
  const Ball target = q.delta.ball(4 * effort.first_bits + small + 4096);
  const auto at_most = [&](const Rational& value) {
    return decide([&](slong bits) { return less_equal(q.at(value, bits), target); },
                  {.first_bits = effort.first_bits, .last_bits = 4 * effort.first_bits + small, .budget = r.budget});
  };
  // From 1, or the middle of the domain, by powers of 2 growing faster and faster to an end on either side.
  Rational inside = std::clamp(Rational(1), q.least, q.most);
  std::optional<Rational> lo, hi;
  const auto note = [&](const Rational& value) {
    const Truth enough = at_most(value);
    if (enough == Truth::unknown) return enough;
    const bool is_lower = (enough == Truth::yes) == q.grows;
    if (is_lower && (!lo || value > *lo)) lo = value;
    if (!is_lower && (!hi || value < *hi)) hi = value;
    return enough;
  };
  note(inside);
  Rational factor = 2;
  constexpr int patience = 12;
  for (int i = 0; i < patience && (!lo || !hi) && !r.budget.expired(); ++i) {
    const Rational next = lo ? inside * factor : inside / factor;
    inside = std::clamp(next, q.least, q.most);
    note(inside);
    if (inside == q.least || inside == q.most) break;
    if (!q.rough_first || i > 0) factor = factor * factor;  // values far away are costly
  }
  Answer a;
  a.method = "certified inversion in the noise";
  if (!hi && !q.most_is_enough) {
    throw InputError(
        q.id, "delta", q.delta.to_string(),
        "such that an upper end is found in the domain of what is asked for: another delta or eps, or more "
        "time");
  }
  if (!lo || !hi) {
    a.lo = lo ? *lo : Rational(0);
    a.hi = hi ? *hi : q.most;
    a.shortfall = "the other end lies outside the domain of the parameter, or the search ended before it was proved";
    return a;
  }
  const Inversion i = search({.f = q.at,
                              .increasing = q.grows,
                              .target = target,
                              .lo = *lo,
                              .hi = *hi,
                              .start = (*lo + *hi) / 2,
                              .digits = r.digits,
                              .most_evaluations = 120 + 4 * r.digits,
                              .rough_first = q.rough_first},
                             effort);
  a.lo = i.bracket.lo;
  a.hi = i.bracket.hi;
  a.reached = i.reached;
  a.bits = i.bits;
  return a;
}

namespace {

std::string inverse_id(const Family& f) { return fmt::format("{}.{}", f.name, f.noise); }

// The noise at delta 0: rounds times the largest log ratio of one is eps, so that before sampling it is
// ln(1 + (e^(eps/rounds) - 1)/q), under remove, which is the larger, and -ln(1 - (1 - e^(-eps/rounds))/q) under add.
Answer noise_at_delta_0(const Family& f, const Arguments& x, const Request& r) {
  const auto at = [&](slong bits) {
    const Ball share = x.number("eps").ball(bits) / f.rounds(x);
    const bool add = x.direction() == Direction::add && x.has("rate");
    const Ball rate = x.has("rate") ? x.number("rate").ball(bits) : Ball(1, bits);
    const Ball change = expm1(add ? -share : share) / rate;
    return f.noise_of_reach(x, add ? -log1p(change) : log1p(change));
  };
  const Ball rough = at(rows::first_bits(r));
  if (!rough.is_finite()) {
    throw InputError(inverse_id(f), "delta", "0",
                     fmt::format("positive: at this rate and eps no {} has a larger ratio in direction add", f.noise));
  }
  return rows::from_balls(at, r, "closed form: the largest log ratio of all rounds is eps");
}

Answer inverse_answer(const Family& f, const Arguments& x, const Request& r) {
  if (x.number("delta").sign() == 0) return noise_at_delta_0(f, x, r);
  const slong rounds = f.rounds(x);
  const Number& eps = x.number("eps");
  const Entry& delta = entry(fmt::format("{}.delta", f.name));
  const auto law_at = [&](const Rational& value) {
    return f.law(arguments_at(delta, {{std::string(f.noise), value.to_string()}}, x));
  };
  const auto at = [&](const Rational& value, slong bits) {
    const Law law = law_at(value);
    const auto one = [&](Direction direction) {
      Curves curves(law, direction, rounds, r.budget);
      if (curves.exist()) return curves.at(eps, bits).value;
      // Beyond six digits only what is cheap.
      constexpr slong most_digits = 12;
      const slong digits = std::min(digits_at(bits, noise_bits(r)), most_digits);
      const composition::Ask ask{.direction = direction,
                                 .digits = digits,
                                 .default_effort = digits > composition::default_digits,
                                 .budget = r.budget};
      const Enclosed found = composition::delta({phase_of(law, rounds)}, eps, ask);
      return Ball::between(found.lo, found.hi, bits);
    };
    if (law.phase.symmetric || x.direction() != Direction::both)
      return one(law.phase.symmetric ? Direction::remove : x.direction());
    // A direction that alone exceeds the target decides: the other one may be tiny and take long.
    const Ball remove = one(Direction::remove);
    if (less(x.number("delta").ball(2 * bits), remove) == Truth::yes) return remove;
    return max(remove, one(Direction::add));
  };
  const auto noise = std::find_if(delta.parameters.begin(), delta.parameters.end(),
                                  [&](const Parameter& p) { return p.name == f.noise; });
  const Rational huge = pow(Rational(10), 30);
  // What no parameter of the noise helps against.
  const Law any_law = law_at(1);
  const composition::Groups any_noise = composition::group({phase_of(any_law, rounds)});
  if (composition::covers_infinite_mass(any_noise, x.number("delta")) == Truth::no) {
    throw InputError(inverse_id(f), "delta", x.number("delta").to_string(),
                     fmt::format("at least {}, which is there whatever {} is",
                                 composition::infinite_mass(any_noise, 256).to_string(10), f.noise));
  }
  const bool of_eps = noise->domain == Domain::positive_eps;
  const bool of_share = noise->domain == Domain::positive_probability;
  const bool is_composed = !Curves(any_law, Direction::remove, rounds, r.budget).exist();
  const std::string id = inverse_id(f);
  return noise_answer({.id = id,
                       .grows = f.grows,
                       .least = of_share ? pow(Rational(10), -300) : 1 / huge,
                       .most = of_eps     ? Rational(10'000)
                               : of_share ? Rational(1)
                                          : huge,
                       .most_is_enough = of_share,
                       .at = at,
                       .delta = x.number("delta"),
                       .rough_first = is_composed},
                      r);
}

}  // namespace

std::vector<Entry> family_rows(const Family& f) {
  std::vector<Entry> t;
  const auto add = [&](std::string_view asked, const Certifier* certifier, Evaluate evaluate) {
    t.push_back(rows::row(fmt::format("{}.{}", f.name, asked), std::move(evaluate), certifier));
  };
  add("delta", f.delta_certifier,
      [f](const Arguments& x, const Request& r) { return delta_answer(f.law(x), f.rounds(x), x.number("eps"), x, r); });
  add("epsilon", f.epsilon_certifier, [f](const Arguments& x, const Request& r) {
    return epsilon_answer(f.law(x), f.rounds(x), x.number("delta"), x, r);
  });
  if (f.noise.empty()) return t;
  add(f.noise, f.inverse_certifier, [f](const Arguments& x, const Request& r) { return inverse_answer(f, x, r); });
  return t;
}

}  // namespace hallmark::basic
