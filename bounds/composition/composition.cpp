#include "bounds/composition/composition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <list>
#include <memory>
#include <mutex>

#include "bounds/composition/ratio_atoms.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::composition {
namespace {

constexpr long most_rounds = 1'000'000'000'000'000;
constexpr long most_tail_bits = 1L << 14;

long bit_length(long n) { return static_cast<long>(std::bit_width(static_cast<unsigned long>(n))); }

// The last few tables, by all that they depend on: thresholds asked for one after another share them.
template <typename Table>
class Memo {
 public:
  explicit Memo(std::size_t most) : most_(most) {}
  std::shared_ptr<const Table> get(const std::string& key, const std::function<std::optional<Table>()>& make) {
    {
      const std::lock_guard lock(mutex_);
      for (auto i = tables_.begin(); i != tables_.end(); ++i) {
        if (i->first != key) continue;
        tables_.splice(tables_.begin(), tables_, i);
        return i->second;
      }
      if (tables_.size() >= most_) tables_.pop_back();  // before the next one is made: memory
    }
    std::optional<Table> made = make();
    if (!made) return nullptr;
    auto table = std::make_shared<const Table>(std::move(*made));
    const std::lock_guard lock(mutex_);
    tables_.emplace_front(key, table);
    return table;
  }

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<const Table>>> tables_;
};

// Phases of one law together, and all Gaussian ones apart.
struct Groups {
  std::vector<Phase> phases;
  std::vector<Phase> gaussian;
  long rounds = 0;
  bool symmetric = true;
};

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
    auto& list = p->gaussian_sigma ? r.gaussian : r.phases;
    if (!list.empty() && list.back().key == p->key) {
      list.back().rounds += p->rounds;
    } else {
      list.push_back(*p);
    }
  }
  return r;
}

Ball gaussian_variance(const Groups& groups, long bits) {
  Ball sum(0, bits);
  for (const Phase& p : groups.gaussian) {
    const Ball s = p.gaussian_sigma->ball(bits);
    sum += Ball(p.rounds, bits) / (s * s);
  }
  return sum;
}

// The sum of the largest log ratios, where every phase has one.
struct Limit {
  Ball ball;
  std::optional<Rational> exact;
};
std::optional<Limit> limit(const Groups& groups, long bits) {
  if (!groups.gaussian.empty()) return std::nullopt;
  Limit r{Ball(0, bits), Rational(0)};
  for (const Phase& p : groups.phases) {
    if (!p.largest_log_ratio) return std::nullopt;
    r.ball += p.largest_log_ratio->ball(bits) * p.rounds;
    const auto exact = p.largest_log_ratio->rational();
    if (exact && r.exact) {
      *r.exact += *exact * p.rounds;
    } else {
      r.exact.reset();
    }
  }
  return r;
}

// Whether eps is at least the limit; equal logarithms of rationals are told apart from unequal ones by their powers.
bool beyond(const Groups& groups, const Number& eps) {
  constexpr long bits = 512;
  const auto most = limit(groups, bits);
  if (!most) return false;
  if (const auto exact = eps.rational(); exact && most->exact) return *exact >= *most->exact;
  if (less_equal(most->ball, eps.ball(bits)) == Truth::yes) return true;
  const auto w = eps.rational_exponential();
  if (!w || less(eps.ball(bits), most->ball) == Truth::yes) return false;
  Rational e(1);
  for (const Phase& p : groups.phases) {
    const auto one = p.largest_log_ratio->rational_exponential();
    constexpr long most_bits = 1'000'000;
    if (!one || p.rounds > most_bits / one->height_bits()) return false;
    e *= pow(*one, p.rounds);
  }
  return *w >= e;
}

Ball infinite_mass(const Groups& groups, long bits) {
  Ball finite(1, bits);
  for (const Phase& p : groups.phases) {
    if (p.infinite) finite *= pow(1 - p.infinite(bits), static_cast<unsigned long>(p.rounds));
  }
  return 1 - finite;
}

std::shared_ptr<const FiniteLaw> listed(const Phase& phase, Direction direction, const Listing& listing,
                                        const Budget& budget) {
  static Memo<FiniteLaw> memo(2);
  if (!phase.atoms) return nullptr;
  const bool reverse = direction == Direction::add && !phase.symmetric;
  return memo.get(fmt::format("{} {} {} {}", phase.key, listing.bits, listing.tail_bits, reverse),
                  [&]() -> std::optional<FiniteLaw> {
                    std::optional<FiniteLaw> law = finite_law(phase.atoms, listing, budget);
                    if (law && reverse) return swapped(*law);
                    return law;
                  });
}

// ---- two rounds in all
// -----------------------------------------------------------------------------------------------

bool is_pair_of_lists(const Groups& groups) {
  return groups.gaussian.empty() && groups.rounds == 2 &&
         std::all_of(groups.phases.begin(), groups.phases.end(),
                     [](const Phase& p) { return static_cast<bool>(p.atoms); });
}

std::optional<Sample> two_rounds(const Groups& groups, Direction direction, const Number& eps, const Listing& listing,
                                 const Budget& budget) {
  const auto a = listed(groups.phases.front(), direction, listing, budget);
  const auto b = listed(groups.phases.back(), direction, listing, budget);
  if (!a || !b) return std::nullopt;
  return two_round_delta_with_slope(*a, *b, exponential(eps, listing.bits), budget);
}

long bits_of(long digits) { return digits * 3322 / 1000 + 1; }

// ceil(log2(1/x)) of 0 < x <= 1.
long depth(const Rational& x) { return std::max(0L, x.denominator().height_bits() - x.numerator().height_bits() + 1); }

constexpr std::size_t most_atoms = 8'000'000;  // as the sources estimate it: up to three times too many
constexpr long atom_guard = 56;                // bits of a listed mass beyond the tail left out

std::optional<Found> delta_of_two(const Groups& groups, Direction direction, const Number& eps, long digits,
                                  const Budget& budget) {
  Found best{.lo = 0, .hi = 1, .route = "atoms", .method = "two-pointer sum over pairs of likelihood-ratio atoms"};
  bool any = false;
  for (long tail = bits_of(digits) + 24; tail <= most_tail_bits;) {
    const Listing listing{.bits = tail + atom_guard, .tail_bits = tail, .most = most_atoms};
    const auto value = two_rounds(groups, direction, eps, listing, budget);
    if (!value) break;
    any = true;
    best.lo = std::max(best.lo, value->value.lower());
    best.hi = std::min(best.hi, value->value.upper());
    best.bits = listing.bits;
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || budget.expired()) break;
    tail = best.lo.sign() > 0 ? std::max(tail + 16, bits_of(digits) + 24 + depth(best.lo)) : 2 * tail;
  }
  if (!any) return std::nullopt;
  return best;
}

// ---- lattice
// -----------------------------------------------------------------------------------------------------------

struct Fineness {
  long points;
  long tail_bits;
};

std::shared_ptr<const LatticeLaw> composed(const Groups& groups, Direction direction, const Fineness& fineness,
                                           const Budget& budget) {
  static Memo<LatticeLaw> memo(4);
  const bool reverse = direction == Direction::add && !groups.symmetric;
  std::string key = fmt::format("{} {} {}", reverse, fineness.points, fineness.tail_bits);
  for (const auto* list : {&groups.phases, &groups.gaussian}) {
    for (const Phase& p : *list) key += fmt::format(" | {} x{}", p.key, p.rounds);
  }
  return memo.get(key, [&]() -> std::optional<LatticeLaw> {
    constexpr long unit_guard = 44;
    const long many = bit_length(groups.rounds) + 6;
    const LatticeEffort one{.points = fineness.points,
                            .unit_bits = fineness.tail_bits + many + unit_guard,
                            .tail_bits = fineness.tail_bits + many};
    LatticeEffort all = one;
    all.tail_bits = fineness.tail_bits + bit_length(static_cast<long>(groups.phases.size()) + 1);
    LatticeLaw law(all);
    for (const Phase& p : groups.phases) {
      if (budget.expired()) return std::nullopt;
      std::optional<LatticeLaw> base;
      if (p.atoms) {
        const Listing listing{.bits = one.unit_bits + 48, .tail_bits = one.tail_bits, .most = 500'000};
        const auto list = listed(p, direction, listing, budget);
        base = list ? lattice_law(*list, one)
                    : lattice_law(p.atoms, direction == Direction::add && !p.symmetric, listing, one, budget);
      } else {
        base = p.lattice(direction, one, budget);
      }
      if (base) base = base->power(p.rounds, all, budget);
      if (!base) return std::nullopt;
      law = LatticeLaw::product(law, *base, all);
    }
    if (!groups.gaussian.empty()) {
      const Ball variance = gaussian_variance(groups, 2 * one.unit_bits + 64);
      law = LatticeLaw::product(law, gaussian_lattice(variance, one), all);
    }
    return law;
  });
}

constexpr long first_points = 1L << 12;
constexpr long first_tail = 64;
constexpr long default_points = 1L << 16;
constexpr long most_points = 1L << 19;
constexpr long default_digits = 6;

// How many points would do: the width falls with the square of their number.
long next_points(long points, const Rational& width, const Rational& wanted, long most) {
  if (points >= most) return 0;
  long next = 2 * points;
  Rational left = width / 4;
  while (next < most && left * 3 > wanted * 2) {
    next *= 2;
    left = left / 4;
  }
  return next;
}

Found delta_on_lattice(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_points : most_points;
  Found best{.lo = 0, .hi = 1, .route = "lattice", .method = "products of laws on a grid of log ratios"};
  Fineness fineness{first_points, first_tail};
  while (fineness.points > 0 && fineness.tail_bits <= most_tail_bits) {
    const auto law = composed(groups, direction, fineness, ask.budget);
    if (!law) return best;
    const auto value = law->delta(eps);
    best.lo = std::max(best.lo, value.lo);
    best.hi = std::min(best.hi, value.hi);
    best.bits = fineness.tail_bits;
    best.scale = law->scale();
    best.method =
        fmt::format("products of laws on a grid of {} log ratios a step 2^{} apart", law->points(), -law->scale());
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || ask.budget.expired()) return best;
    // First a tail that does not matter, then the points.
    constexpr long spare = 16;
    constexpr long block = 16;
    const long need = best.lo.sign() == 0 ? 2 * fineness.tail_bits : bits_of(digits) + spare + depth(best.lo);
    if (need > fineness.tail_bits) {
      fineness.tail_bits = (need + block - 1) / block * block;
    } else {
      fineness.points = next_points(fineness.points, best.hi - best.lo, best.lo / pow(Rational(10), digits), most);
    }
  }
  best.reached = ask.default_effort && fineness.points == 0;
  return best;
}

// A dyadic number near x, for a search.
Rational near(double x) {
  Rational r;
  const double scaled = std::ldexp(x, 30 - std::ilogb(std::max(x, 1e-300)));
  return Rational(std::lround(scaled)) * pow(Rational(2), std::ilogb(std::max(x, 1e-300)) - 30);
}

// The smallest and largest points found, by halving to a relative width of 2^-bits, of a test that fails at low and
// holds at high; both ends evaluated (or known to the caller).
struct Ends {
  Rational fails;
  Rational holds;
};
Ends halve(Ends ends, long bits, const std::function<bool(const Rational&)>& holds, const Budget& budget) {
  const Rational share = pow(Rational(2), -bits);
  while (ends.holds - ends.fails > ends.holds * share && !budget.expired()) {
    const bool apart = ends.fails.sign() > 0 ? ends.holds > ends.fails * 4 : true;
    const Rational middle =
        !apart ? (ends.fails + ends.holds) / 2
               : (ends.fails.sign() > 0
                      ? near(std::sqrt(Ball(ends.fails, 64).to_double_up() * Ball(ends.holds, 64).to_double_up()))
                      : ends.holds / 16);
    if (middle <= ends.fails || middle >= ends.holds) break;
    (holds(middle) ? ends.holds : ends.fails) = middle;
    if (ends.fails.sign() == 0 && ends.holds < pow(Rational(2), -400)) break;
  }
  return ends;
}

// delta(eps) <= target of a law, at each end.
struct Comparison {
  const LatticeLaw& law;
  const Rational& target_lo;
  const Rational& target_hi;
  [[nodiscard]] bool surely_at_most(const Rational& eps) const { return law.upper_delta(Number(eps)) <= target_lo; }
  [[nodiscard]] bool surely_above(const Rational& eps) const { return law.lower_delta(Number(eps)) > target_hi; }
};

Found epsilon_on_lattice(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_points : most_points;
  constexpr long limit_bits = 512;
  const auto most_eps = limit(groups, limit_bits);
  Found best{.lo = 0,
             .hi = 0,
             .route = "lattice",
             .method = "certified inversion of products of laws on a grid of log ratios"};
  // Beyond every grid: only a claim where the mechanisms are pure.
  constexpr long far = 1'000'000;
  const Rational end = most_eps ? (most_eps->exact ? *most_eps->exact : most_eps->ball.upper()) : Rational(far);
  std::optional<Rational> hi;
  if (most_eps) hi = end;
  const Ball target_ball = target.ball(4096);
  const Rational target_lo = target_ball.lower();
  const Rational target_hi = target_ball.upper();
  constexpr long spare = 16;
  constexpr long block = 16;
  const long target_depth = target_lo.sign() > 0 ? depth(target_lo) : 0;
  Fineness fineness{
      first_points,
      std::max(first_tail, (target_depth + bits_of(std::min(digits, 12L)) + spare + block - 1) / block * block)};
  if (target_lo.sign() <= 0) fineness.tail_bits = most_tail_bits + 1;  // only the largest log ratio helps
  while (fineness.points > 0 && fineness.tail_bits <= most_tail_bits) {
    const auto law = composed(groups, direction, fineness, ask.budget);
    if (!law) break;
    const Comparison at{*law, target_lo, target_hi};
    best.bits = fineness.tail_bits;
    best.scale = law->scale();
    best.method =
        fmt::format("certified inversion on a grid of {} log ratios a step 2^{} apart", law->points(), -law->scale());
    if (at.surely_at_most(0))
      return {.lo = 0,
              .hi = 0,
              .reached = true,
              .bits = best.bits,
              .scale = law->scale(),
              .route = "lattice",
              .method = best.method};
    const long search_bits = bits_of(digits) + 4;
    // A point where the upper law is low enough: doubling, then halving.
    Rational from = best.lo;
    Rational reach = hi ? *hi : std::max(Rational(1), best.lo * 2);
    bool found = hi.has_value();
    while (!found && reach <= Rational(far) && !ask.budget.expired()) {
      found = at.surely_at_most(reach);
      if (!found) {
        from = reach;
        reach = reach * 2;
      }
    }
    if (found) {
      hi = halve(
               {std::min(from, reach), reach}, search_bits, [&](const Rational& x) { return at.surely_at_most(x); },
               ask.budget)
               .holds;
    }
    // And one where the lower law is too high.
    if (at.surely_above(best.lo)) {
      const Rational top = hi ? *hi : Rational(far);
      best.lo = halve(
                    {best.lo, top}, search_bits, [&](const Rational& x) { return !at.surely_above(x); }, ask.budget)
                    .fails;
    }
    best.reached = hi && has_digits(best.lo, *hi, digits);
    if (best.reached || ask.budget.expired()) break;
    fineness.points = hi && best.lo.sign() > 0
                          ? next_points(fineness.points, *hi - best.lo, best.lo / pow(Rational(10), digits), most)
                          : (4 * fineness.points > most ? 0 : 4 * fineness.points);
  }
  if (!hi) {
    throw InputError(
        fmt::format("composition: no finite epsilon was found below {} for delta = {}: delta must be larger", far,
                    target.to_string()));
  }
  best.hi = *hi;
  if (!best.reached)
    best.reached = (ask.default_effort && fineness.points == 0 && best.lo.sign() > 0) || best.lo == best.hi;
  return best;
}

// ---- Gaussian alone
// ----------------------------------------------------------------------------------------------------

constexpr const char* gaussian_method = "closed form of the Gaussian mechanism";

Sample gaussian_sample(const Ball& variance, const Number& eps, long bits) {
  const Ball mu = sqrt(variance);
  const Ball e = eps.ball(bits);
  const Ball far = exponential(eps, bits) * normal_cdf(-mu / 2 - e / mu);
  return {clamp(normal_cdf(mu / 2 - e / mu) - far, 0, 1), -far};
}

// ---- inversion of a curve in balls
// -------------------------------------------------------------------------------------

[[noreturn]] void refuse_delta(const Number& target) {
  throw InputError("composition", "delta", target.to_string(), "large enough for an epsilon to be found in the budget");
}

Found invert(const std::function<Sample(const Number& eps, long bits)>& curve, const Number& target,
             std::optional<Rational> hi, long digits, long first_bits, const Budget& budget) {
  const Effort effort{.first_bits = first_bits, .last_bits = first_bits + 1024, .budget = budget};
  const auto at_most = [&](const Number& eps) {
    return decide([&](long bits) { return less_equal(curve(eps, bits).value, target.ball(2 * bits)); }, effort);
  };
  const Truth zero = at_most(0);
  if (zero == Truth::yes) return {.lo = 0, .hi = 0, .reached = true, .bits = first_bits};
  constexpr long far = 1L << 20;
  for (Rational x = 1; !hi && x <= Rational(far) && !budget.expired(); x = x * 2) {
    if (at_most(Number(x)) == Truth::yes) hi = x;
  }
  if (!hi) refuse_delta(target);
  if (zero == Truth::unknown) return {.lo = 0, .hi = *hi, .bits = first_bits};
  const Inversion i = bisect({.f = [&](const Rational& eps, long bits) { return curve(Number(eps), bits); },
                              .target = target.ball(4 * first_bits + 4096),
                              .lo = 0,
                              .hi = *hi,
                              .digits = digits},
                             effort);
  return {.lo = i.bracket.lo, .hi = i.bracket.hi, .reached = i.reached, .bits = i.bits};
}

constexpr long usual_exact_digits = 12;

// An upper end of every epsilon, where every phase is pure.
std::optional<Rational> largest_epsilon(const Groups& groups) {
  constexpr long bits = 512;
  const auto most = limit(groups, bits);
  if (!most) return std::nullopt;
  return most->exact ? *most->exact : most->ball.upper();
}

std::optional<Found> epsilon_of_two(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const long digits = ask.default_effort ? usual_exact_digits : ask.digits;
  constexpr long guard = 64;
  const long bits = bits_of(digits) + guard;
  const long deep = depth(target.ball(bits).lower());
  const auto listing = [&](long at) {
    const long tail = std::max(at - atom_guard, 24L) + deep;
    return Listing{.bits = tail + atom_guard + 16, .tail_bits = tail, .most = most_atoms};
  };
  if (!two_rounds(groups, direction, 0, listing(bits), ask.budget)) return std::nullopt;
  Found r = invert(
      [&](const Number& eps, long at) {
        const auto sample = two_rounds(groups, direction, eps, listing(std::max(at, bits)), ask.budget);
        if (!sample) return Sample{Ball::between(0, 1, at), Ball::anything(at)};
        return Sample{sample->value.with_bits(at), sample->slope.with_bits(at)};
      },
      target, largest_epsilon(groups), digits, bits, ask.budget);
  r.route = "atoms";
  r.method = "certified inversion of the two-pointer sum over pairs of likelihood-ratio atoms";
  return r;
}

// ---- convex laws
// -------------------------------------------------------------------------------------------------------

std::optional<RatioLaw> convex_composed(const Groups& groups, Direction direction, const Resolution& resolution,
                                        const Budget& budget) {
  const Slope slope = direction == Direction::add && !groups.symmetric ? Slope::falling : Slope::rising;
  std::optional<RatioLaw> law;
  const auto times = [&](std::optional<RatioLaw> next) {
    law = law && next ? product(*law, *next, resolution, budget) : std::move(next);
    return law.has_value();
  };
  for (const Phase& p : groups.phases) {
    if (!p.atoms) throw InputError("composition", "route", "convex", "asked for finite and Gaussian mechanisms only");
    constexpr long tail_bits = 80;
    const auto list = listed(p, Direction::remove, {.bits = 128, .tail_bits = tail_bits}, budget);
    if (!list || !times(power_product(atoms_law(ratio_atoms(*list), slope), p.rounds, resolution, budget))) {
      return std::nullopt;
    }
  }
  constexpr long bits = 192;
  if (!groups.gaussian.empty() && !times(lognormal_law(gaussian_variance(groups, bits), slope, resolution, budget))) {
    return std::nullopt;
  }
  return law;
}

constexpr long first_nodes = 2048;
constexpr long default_nodes = 8192;
constexpr long most_nodes = 65536;

Found delta_by_convex_laws(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_nodes : most_nodes;
  Found best{.lo = 0, .hi = 1, .route = "convex", .method = "products of convex laws"};
  constexpr double least = 1e-100;
  Resolution resolution{.nodes = first_nodes};
  while (resolution.nodes <= most) {
    const auto law = convex_composed(groups, direction, resolution, ask.budget);
    if (!law) return best;
    const Enclosure value = delta(*law, eps);
    best.lo = std::max(best.lo, value.lo);
    best.hi = std::min(best.hi, value.hi);
    best.method = fmt::format("products of convex laws of {} ratios", resolution.nodes);
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || ask.budget.expired()) return best;
    // First the size of what is wanted, then the nodes.
    const double size = best.lo.sign() > 0 ? Ball(best.lo, 64).to_double_up() / 2 : resolution.smallest_delta * 1e-10;
    if (size < resolution.smallest_delta && resolution.smallest_delta > least) {
      resolution.smallest_delta = std::max(size, least);
      continue;
    }
    resolution.nodes *= 2;
  }
  best.reached = ask.default_effort;
  return best;
}

Found epsilon_by_convex_laws(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const long digits = ask.default_effort ? default_digits : ask.digits;
  const long most = ask.default_effort ? default_nodes : most_nodes;
  const auto exact = target.rational();
  if (!exact) throw InputError("composition", "delta", target.to_string(), "rational on the route convex");
  Found best{.lo = 0, .hi = 0, .route = "convex", .method = "certified inversion of products of convex laws"};
  std::optional<Rational> hi = largest_epsilon(groups);
  for (long nodes = first_nodes; nodes <= most; nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = Ball(*exact, 64).to_double_up() / 2};
    const auto law = convex_composed(groups, direction, resolution, ask.budget);
    if (!law) break;
    const EpsilonBounds value = epsilon(*law, *exact);
    best.lo = std::max(best.lo, value.lo);
    if (value.hi && (!hi || *value.hi < *hi)) hi = value.hi;
    best.reached = hi && has_digits(best.lo, *hi, digits);
    if (best.reached || ask.budget.expired()) break;
  }
  if (!hi) refuse_delta(target);
  best.hi = *hi;
  best.reached = best.reached || (ask.default_effort && best.lo.sign() > 0 && !ask.budget.expired());
  return best;
}

std::vector<Direction> directions(const Groups& groups, const Ask& ask) {
  if (ask.direction != Direction::both) return {ask.direction};
  if (groups.symmetric) return {Direction::remove};
  return {Direction::remove, Direction::add};
}

Found larger(const std::vector<Found>& found) {
  Found r = found.front();
  for (const Found& f : found) {
    if (f.lo > r.lo) r.lower_direction = Direction::add;
    r.lo = std::max(r.lo, f.lo);
    r.hi = std::max(r.hi, f.hi);
    r.reached = r.reached && f.reached;
    r.bits = std::max(r.bits, f.bits);
  }
  return r;
}

void check_route(const Ask& ask, const Groups& groups) {
  if (ask.route == "atoms" && !is_pair_of_lists(groups)) {
    throw InputError("composition", "route", "atoms", "asked for exactly two rounds of finite mechanisms only");
  }
}

}  // namespace

Found delta(const std::vector<Phase>& phases, const Number& eps, const Ask& ask) {
  const Groups groups = group(phases);
  check_route(ask, groups);
  if (beyond(groups, eps)) {
    return {
        .lo = 0, .hi = 0, .reached = true, .method = "exactly 0: eps is at least the sum of the largest log ratios"};
  }

  if (groups.phases.empty() && ask.route.empty()) {
    const Evaluation e =
        evaluate([&](long bits) { return gaussian_sample(gaussian_variance(groups, bits), eps, bits).value; },
                 ask.digits, {.first_bits = 128 + 4 * ask.digits, .last_bits = 1L << 16, .budget = ask.budget});
    return {.lo = std::max(e.value.lower(), Rational(0)),
            .hi = e.value.upper(),
            .reached = e.reached,
            .bits = e.value.bits(),
            .route = "balls",
            .method = gaussian_method};
  }
  std::vector<Found> found;
  for (Direction direction : directions(groups, ask)) {
    if (is_pair_of_lists(groups) && (ask.route.empty() || ask.route == "atoms")) {
      auto exact =
          delta_of_two(groups, direction, eps, ask.default_effort ? usual_exact_digits : ask.digits, ask.budget);
      if (exact) {
        if (ask.default_effort) exact->reached = has_digits(exact->lo, exact->hi, default_digits);
        found.push_back(*exact);
        continue;
      }
    }
    found.push_back(ask.route == "convex" ? delta_by_convex_laws(groups, direction, eps, ask)
                                          : delta_on_lattice(groups, direction, eps, ask));
  }
  return larger(found);
}

Found epsilon(const std::vector<Phase>& phases, const Number& target, const Ask& ask) {
  const Groups groups = group(phases);
  check_route(ask, groups);
  if (target.sign() < 0 || less_equal(target, 1) != Truth::yes) {
    throw InputError("composition", "delta", target.to_string(), "from 0 to 1");
  }
  constexpr long bits = 512;
  if (const Ball infinite = infinite_mass(groups, bits); less(target.ball(bits), infinite) == Truth::yes) {
    throw InputError("composition", "delta", target.to_string(),
                     fmt::format("at least the delta of an infinite epsilon, {}", infinite.to_string(10)));
  }
  if (target.sign() == 0 && !limit(groups, bits)) {
    throw InputError("composition", "delta", target.to_string(), "positive: no finite epsilon has delta 0");
  }
  if (target.sign() == 0) {
    const auto most = limit(groups, bits);
    const Rational lo = most->exact ? *most->exact : most->ball.lower();
    const Rational hi = most->exact ? *most->exact : most->ball.upper();
    return {.lo = lo,
            .hi = hi,
            .reached = has_digits(lo, hi, ask.digits),
            .bits = bits,
            .method = "the sum of the largest log ratios"};
  }
  if (groups.phases.empty() && ask.route.empty()) {
    Found r =
        invert([&](const Number& eps, long at) { return gaussian_sample(gaussian_variance(groups, at), eps, at); },
               target, std::nullopt, ask.digits, bits_of(ask.digits) + 128, ask.budget);
    r.route = "balls";
    r.method = gaussian_method;
    return r;
  }
  std::vector<Found> found;
  for (Direction direction : directions(groups, ask)) {
    if (is_pair_of_lists(groups) && (ask.route.empty() || ask.route == "atoms")) {
      if (const auto exact = epsilon_of_two(groups, direction, target, ask)) {
        found.push_back(*exact);
        continue;
      }
    }
    found.push_back(ask.route == "convex" ? epsilon_by_convex_laws(groups, direction, target, ask)
                                          : epsilon_on_lattice(groups, direction, target, ask));
  }
  return larger(found);
}

Phase gaussian(const Number& sigma, long rounds) {
  if (sigma.sign() <= 0) throw InputError("gaussian", "sigma", sigma.to_string(), "positive");
  return {.key = fmt::format("gaussian sigma={}", sigma.to_string()),
          .rounds = rounds,
          .symmetric = true,
          .gaussian_sigma = sigma};
}

LatticeLaw gaussian_lattice(const Ball& variance, const LatticeEffort& effort) {
  const double v = variance.to_double_up();
  const double mu = std::sqrt(v);
  const double reach = mu * (std::sqrt(1.4 * static_cast<double>(effort.tail_bits + 2)) + 1);
  const double points = static_cast<double>(std::max(effort.points, 16L)) - 4;
  const long scale = std::clamp(static_cast<long>(std::floor(std::log2(points / (2 * reach)))), -900L, 900L);
  const auto half_steps = [&](double x) {
    return static_cast<long>(std::floor(std::ldexp(x, static_cast<int>(scale + 1))));
  };
  const long first = half_steps(v / 2 - reach);
  const long last = half_steps(v / 2 + reach) + 1;
  const long bits = effort.unit_bits + 64 + 2 * std::max(0L, scale);
  const Ball deviation = sqrt(variance.with_bits(bits));
  const Ball half = variance.with_bits(bits) / 2;
  // Both tails of the standard normal law at x, the smaller one relatively accurate.
  struct Tails {
    bool left;
    Ball smaller;
  };
  const auto tails = [&](const Ball& x) {
    const bool left = arf_sgn(arb_midref(x.raw())) <= 0;
    return Tails{left, normal_cdf(left ? x : -x)};
  };
  const auto between = [](const Tails& a, const Tails& b) {
    if (a.left != b.left) return 1 - a.smaller - b.smaller;
    return a.left ? b.smaller - a.smaller : a.smaller - b.smaller;
  };
  const auto at = [&](long i, bool of_p) {
    Ball x(i, bits);
    arb_mul_2exp_si(x.raw(), x.raw(), -scale - 1);
    return tails((of_p ? x - half : x + half) / deviation);
  };
  RatioCells cells{.scale = scale,
                   .first = first,
                   .p_infinite = Ball(0, bits),
                   .p_below = Ball(0, bits),
                   .p_missing = Ball(0, bits)};
  Tails p = at(first, true);
  Tails q = at(first, false);
  cells.p_below = p.left ? p.smaller : 1 - p.smaller;
  for (long i = first + 1; i <= last; ++i) {
    Tails next_p = at(i, true);
    Tails next_q = at(i, false);
    cells.p.push_back(between(p, next_p));
    cells.q.push_back(between(q, next_q));
    p = std::move(next_p);
    q = std::move(next_q);
  }
  cells.p_missing = p.left ? 1 - p.smaller : p.smaller;
  return LatticeLaw(cells, effort);
}

}  // namespace hallmark::composition
