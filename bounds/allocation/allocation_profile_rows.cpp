// The rows of the registry for the privacy profile of random allocation with Gaussian noise: allocation.delta,
// .epsilon.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "bounds/allocation/certifiers.hpp"
#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/epochs_line.hpp"
#include "bounds/allocation/many_epochs.hpp"
#include "bounds/allocation/one_jump.hpp"
#include "bounds/allocation/renyi_conversion.hpp"
#include "bounds/allocation/spectral.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/rows.hpp"
#include "bounds/shared_tables.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using namespace rows;

constexpr long most_convex_digits = 12;
constexpr long default_delta_digits = 4;  // of convex laws, where a digit costs a factor of ten
constexpr long default_epsilon_digits = 5;
constexpr long rough_digits = 2;  // of the first bracket of several epochs
constexpr std::string_view rough_method = "first bracket by convex laws";
constexpr std::string_view moments_method = "inversion of complex moments of one epoch";
constexpr long most_convex_epochs = 1'000'000'000'000;

struct Question {
  allocation::Scheme scheme;
  long epochs;
  Direction direction;
};

Question question(std::string_view id, const Arguments& x, Direction d) {
  check_selected(id, x);
  return {{x.number("sigma"), x.count("steps"), x.count("selected")}, x.count("epochs"), d};
}

// selected * epochs, up to the limit + 1.
long rounds_of(const Question& q) {
  const Rational all = Rational(q.scheme.selected) * q.epochs;
  return all > Rational(most_convex_epochs) ? most_convex_epochs + 1 : all.to_long();
}

// The interval of what both prove; `base` names the method of an end that does not move.
void intersect(Answer& a, const Rational& lo, const Rational& hi, std::string_view method) {
  if (lo > a.lo) a.lo = lo;
  if (hi < a.hi) a.hi = hi;
  require(a.lo <= a.hi, "two enclosures of one number meet");
  a.method += a.method.empty() ? std::string(method) : fmt::format("; {}", method);
}

long convex_digits(const Request& r, long usual) {
  return r.default_effort ? usual : std::min(r.digits, most_convex_digits);
}

// A second run on another contour with another step: where the two are disjoint one of them is wrong.
constexpr long other_bits = 21;
void cross(Answer& a, const Rational& lo, const Rational& hi) {
  require(lo <= a.hi && a.lo <= hi, "two contours enclose one number");
  intersect(a, lo, hi, "the same on another contour");
}

// Whether convex laws gave what was asked: by default so many digits, of several selected steps those of each end on
// the finest grid, because the ends bound different laws.
bool convex_reached(const Answer& a, const Question& q, long nodes, const Request& r, long usual,
                    const Budget& budget) {
  if (!r.default_effort) return has_digits(a.lo, a.hi, r.digits);
  const bool one_law = q.scheme.selected == 1 || q.scheme.selected == q.scheme.steps;
  return has_digits(a.lo, a.hi, usual) || (!one_law && nodes > 0 && !budget.expired());
}

// The trivial enclosure of a delta: [max(0, 1 - e^eps), 1], eps >= 0.
Answer trivial_delta() {
  Answer a;
  a.lo = 0;
  a.hi = 1;
  return a;
}

allocation::ProfileParameters profile(const Question& q) {
  return {q.scheme.sigma, q.scheme.steps, q.epochs, q.direction, q.scheme.selected};
}

// Whether the two ends tell the number's size at all.
bool is_rough(const Answer& a) { return a.lo * 2 < a.hi; }

constexpr std::string_view one_jump_method = "closed forms of a single step";
constexpr std::string_view only_closed_forms =
    "at so many steps or epochs closed forms and Renyi divergences are all there is: fewer digits, steps or epochs";
constexpr std::string_view share_ended =
    "the inversion of the transform used up its share of the time limit: more time or fewer digits";
constexpr std::string_view many_epochs_method = "Renyi divergences of orders close to 1";

// Whether epochs are so many that no other route ends, or has room in its numbers.
bool all_there_is(const Question& q) {
  constexpr long most_others = 10'000'000;
  return q.epochs > most_others;
}

// Convex laws have room for so many steps and epochs.
bool has_convex_law(const Question& q) {
  return q.scheme.steps <= most_convex_epochs && rounds_of(q) <= most_convex_epochs;
}

// Only where it moves an end.
void improve(Answer& a, const Rational& lo, const Rational& hi, std::string_view method) {
  if (lo > a.lo || hi < a.hi) intersect(a, lo, hi, method);
}

// Whether closed forms are enough: by default two digits of theirs, unless the time ended before a route with more.
bool enough_by_closed_forms(const Answer& a, const Question& q, const Request& r, long usual, const Budget& budget) {
  const bool cut_short = has_convex_law(q) && !all_there_is(q) && budget.expired();
  const long wanted = !r.default_effort ? r.digits : cut_short ? usual : rough_digits;
  return (a.reached && !is_rough(a)) || has_digits(a.lo, a.hi, wanted);
}

// What closed forms prove of a delta, of an epsilon.
void improve_delta_by_one_jump(Answer& a, const Question& q, const Number& eps, const Request& r,
                               const Budget& budget) {
  const auto closed = allocation::one_jump_delta(profile(q), eps.ball(256), 256);
  improve(a, std::max(closed.lower.lower(), Rational(0)), closed.upper.upper(), one_jump_method);
  a.reached = enough_by_closed_forms(a, q, r, default_delta_digits, budget);
}

void improve_epsilon_by_one_jump(Answer& a, const Question& q, const Number& delta, const Request& r,
                                 const Budget& budget) {
  const Bracket closed = allocation::one_jump_epsilon(profile(q), delta);
  improve(a, closed.lo, closed.hi, one_jump_method);
  a.reached = enough_by_closed_forms(a, q, r, default_epsilon_digits, budget);
}

// Much noise and few steps: the transform on every contour is so small that convex laws are there far sooner.
bool is_slow(const Question& q) {
  constexpr double much = 64;
  constexpr double few = 16;
  const double s = roughly(1 / q.scheme.sigma.ball(64));
  return s * much < 1 && static_cast<double>(q.scheme.steps) * s * s < few;
}

// The inversion leaves time for the other routes, unless it was asked for.
Budget first_share(const Request& r, const Budget& budget) { return r.route.empty() ? budget.half() : budget; }

// What Renyi divergences of orders close to 1 prove of many epochs.
void improve_delta_by_many_epochs(Answer& a, const Question& q, const Number& eps, const Request& r,
                                  const Budget& budget) {
  if (q.epochs < allocation::many_epochs) return;
  const Ball lower = allocation::many_epochs_delta_lower(profile(q), eps, first_share(r, budget));
  improve(a, lower.lower(), a.hi, many_epochs_method);
}

void improve_epsilon_by_many_epochs(Answer& a, const Question& q, const Number& delta, const Request& r,
                                    const Budget& budget) {
  if (q.epochs < allocation::many_epochs) return;
  const Bracket near = allocation::many_epochs_epsilon(profile(q), delta, first_share(r, budget));
  improve(a, near.lo, near.hi, many_epochs_method);
}

std::string convex_method(const Question& q, long nodes) {
  if (q.scheme.selected == 1) return fmt::format("convex laws on {} nodes", nodes);
  return fmt::format("convex laws on {} nodes: independent blocks above, the contracted symmetric polynomial below",
                     nodes);
}

// What thresholds of one pair and direction share.
struct Shared {
  allocation::KeptTables tables, crossed, lines;
  allocation::KeptLaws laws;
};

// How much the reduction to blocks of one selected step each can lose at most: all of the gap.
void note_loss(Answer& a, const Question& q) {
  constexpr long shown = 2;
  if (q.scheme.selected == 1 || a.lo.sign() <= 0) return;
  a.method += fmt::format("; blocks of one selected step each lose at most {}%",
                          decimal((a.hi - a.lo) / a.lo * 100, shown, Rounding::up));
}

// Whether the inversion of one transform answers.
bool has_transform(const Question& q, const Request& r) {
  return q.scheme.selected == 1 && q.epochs == 1 && r.route != "convex" && (r.route == "laplace" || !is_slow(q));
}

// The inversion of the transform, if it answers, and once more with other bits where routes are crossed: whether that was
// done.
std::optional<bool> invert_delta(Answer& a, const Question& q, const Number& eps, const Request& r,
                                 const Budget& budget, allocation::KeptTables* kept, allocation::KeptTables* crossed) {
  const allocation::SpectralParameters steps{q.scheme.sigma, q.scheme.steps, q.direction};
  const auto value = allocation::spectral_delta(steps, eps, first_bits(r), budget, kept);
  if (!value || !value->is_finite()) return std::nullopt;
  a.bits = value->bits();
  intersect(a, std::max(value->lower(), Rational(0)), value->upper(), "inversion of the Laplace transform");
  a.reached = has_digits(a.lo, a.hi, r.digits);
  if (r.route != "cross") return false;
  const auto other = allocation::spectral_delta(steps, eps, first_bits(r) + other_bits, r.budget, crossed);
  if (!other || !other->is_finite()) return false;
  cross(a, std::max(other->lower(), Rational(0)), other->upper());
  a.reached = has_digits(a.lo, a.hi, r.digits);
  return true;
}

std::optional<bool> invert_epsilon(Answer& a, const Question& q, const Number& delta, const Request& r,
                                   const Budget& budget) {
  const allocation::SpectralParameters steps{q.scheme.sigma, q.scheme.steps, q.direction};
  const auto i = allocation::spectral_epsilon(steps, delta, r.digits, budget);
  if (!i) return std::nullopt;
  a.bits = i->bits;
  intersect(a, i->bracket.lo, i->bracket.hi, "certified inversion of the Laplace transform");
  a.reached = i->reached;
  if (r.route != "cross") return false;
  const auto other = allocation::spectral_epsilon(steps, delta, r.digits + other_bits / 3, r.budget);
  if (!other) return false;
  cross(a, other->bracket.lo, other->bracket.hi);
  return true;
}

Answer delta_one_direction(const Arguments& x, const Number& eps, const Request& r, Direction d, const Budget& budget,
                           Shared* shared = nullptr) {
  const Question q = question("allocation.delta", x, d);
  const auto part = [&](auto member) { return shared == nullptr ? nullptr : &(shared->*member); };
  const long rounds = rounds_of(q);
  if (q.scheme.selected == q.scheme.steps && rounds <= most_convex_epochs) {
    return from_balls(
        [&](long bits) {
          return gaussian::delta({q.scheme.sigma, eps, rounds}, bits);
        },
        r, "every step selected: closed form with erfc");
  }
  Answer a = trivial_delta();
  bool cut = false;
  if (has_transform(q, r)) {
    const Budget first = first_share(r, budget);
    const auto whole = invert_delta(a, q, eps, r, first, part(&Shared::tables), part(&Shared::crossed));
    cut = first.expired();
    if (whole && (*whole || a.reached || r.route == "laplace")) return a;
  }
  if (q.scheme.selected > 1 || q.epochs > 1 || r.route.empty()) {  // at once, before what may take long
    if (q.epochs >= allocation::many_epochs && all_there_is(q)) {
      improve(a, allocation::many_epochs_delta_lower(profile(q), eps, budget).lower(), a.hi, many_epochs_method);
      improve_delta_by_one_jump(a, q, eps, r, budget);
      if (!a.reached) a.shortfall = only_closed_forms;
      return a;
    }
    const auto renyi = allocation::delta_renyi_upper({q.scheme, q.epochs, d}, eps, 9, first_share(r, budget));
    if (renyi.value.is_finite() && renyi.value.upper() < a.hi) {
      intersect(a, a.lo, renyi.value.upper(), fmt::format("upper end: Renyi divergence of order {}", renyi.order));
    }
    if (!has_convex_law(q)) {
      improve_delta_by_many_epochs(a, q, eps, r, budget);
      improve_delta_by_one_jump(a, q, eps, r, budget);
      if (!a.reached) a.shortfall = only_closed_forms;
      return a;
    }
  }
  if (q.scheme.selected == 1 && q.epochs > 1 && has_convex_law(q) && r.route != "convex") {
    const auto rough = allocation::profile_delta({q.scheme.sigma, q.scheme.steps, q.epochs, d}, eps, rough_digits,
                                                 budget, part(&Shared::laws));
    intersect(a, rough.delta.lo, rough.delta.hi, rough_method);
    const double size = log(Ball(a.hi, 64)).to_double_up();
    if (const auto value = allocation::epochs_delta({q.scheme.sigma, q.scheme.steps, d}, q.epochs, eps, first_bits(r),
                                                    size, first_share(r, budget), part(&Shared::lines));
        value && value->is_finite()) {
      a.bits = value->bits();
      intersect(a, std::max(value->lower(), Rational(0)), value->upper(), moments_method);
      a.reached = has_digits(a.lo, a.hi, r.digits);
      if (a.reached || r.route == "laplace") return a;
    }
  }
  improve_delta_by_many_epochs(a, q, eps, r, budget);
  if (has_convex_law(q)) {
    const auto convex = allocation::profile_delta({q.scheme.sigma, q.scheme.steps, q.epochs, d, q.scheme.selected}, eps,
                                                  convex_digits(r, default_delta_digits), budget, part(&Shared::laws));
    if (convex.nodes > 0) intersect(a, convex.delta.lo, convex.delta.hi, convex_method(q, convex.nodes));
    a.reached = convex_reached(a, q, convex.nodes, r, default_delta_digits, budget);
  }
  if (!a.reached || !has_digits(a.lo, a.hi, rough_digits)) {
    improve_delta_by_one_jump(a, q, eps, r, budget);
  }
  if (cut && !a.reached && a.shortfall.empty()) a.shortfall = share_ended;
  note_loss(a, q);
  return a;
}

// Few digits of an epsilon of little noise, where coarse convex laws are there sooner than a contour: whether they
// have them.
bool few_digits_by_laws(Answer& a, const Question& q, const Rational& delta, const Request& r, const Budget& budget) {
  constexpr long few = 3;
  constexpr long coarse = 1024;
  if (r.default_effort || r.digits > few || !r.route.empty() || !has_transform(q, r) || !has_convex_law(q) ||
      less(q.scheme.sigma, Number("4/5")) != Truth::yes) {
    return false;
  }
  const auto laws = allocation::profile_epsilon(profile(q), delta, r.digits, first_share(r, budget), coarse);
  if (!laws.epsilon.hi) return false;
  intersect(a, laws.epsilon.lo, *laws.epsilon.hi, convex_method(q, laws.nodes));
  a.reached = has_digits(a.lo, a.hi, r.digits);
  return a.reached;
}

Answer epsilon_one_direction(const Arguments& x, const Request& r, Direction d, const Budget& budget) {
  const Question q = question("allocation.epsilon", x, d);
  const Number& delta = x.number("delta");
  const long rounds = rounds_of(q);
  if (q.scheme.selected == q.scheme.steps && rounds <= most_convex_epochs) {
    return from_inversion(gaussian::epsilon({q.scheme.sigma, delta, rounds}, r.digits, budget),
                          "every step selected: certified inversion of a closed form");
  }
  Answer a;
  a.lo = 0;
  // Every step in every round is a valid, loose end.
  a.hi = has_convex_law(q) ? gaussian::epsilon({q.scheme.sigma, delta, rounds}, 6).bracket.hi
                           : allocation::one_jump_epsilon_upper(profile(q), delta);
  bool cut = false;
  const auto rational = delta.rational();
  if (rational && less(delta, 1) == Truth::yes && few_digits_by_laws(a, q, *rational, r, budget)) return a;
  if (has_transform(q, r) && less(delta, 1) == Truth::yes) {
    const Budget first = first_share(r, budget);
    const auto whole = invert_epsilon(a, q, delta, r, first);
    cut = first.expired();
    if (whole && (*whole || a.reached || r.route == "laplace")) return a;
  }
  // Below delta where that is no rational: good for the upper end only.
  const Rational target = rational ? *rational : delta.ball(256).lower();
  if (q.scheme.selected > 1 || q.epochs > 1 || r.route.empty()) {  // at once, before what may take long
    if (q.epochs >= allocation::many_epochs && all_there_is(q)) {
      const Bracket near = allocation::many_epochs_epsilon(profile(q), delta, budget);
      improve(a, near.lo, near.hi, many_epochs_method);
      improve_epsilon_by_one_jump(a, q, delta, r, budget);
      if (!a.reached) a.shortfall = only_closed_forms;
      return a;
    }
    const auto renyi = allocation::epsilon_renyi_upper({q.scheme, q.epochs, d}, delta, 9, first_share(r, budget));
    if (renyi.value.is_finite() && renyi.value.upper() < a.hi) {
      intersect(a, a.lo, renyi.value.upper(), fmt::format("upper end: Renyi divergence of order {}", renyi.order));
    }
    if (!has_convex_law(q)) {
      improve_epsilon_by_many_epochs(a, q, delta, r, budget);
      improve_epsilon_by_one_jump(a, q, delta, r, budget);
      if (!a.reached) a.shortfall = only_closed_forms;
      return a;
    }
  }
  if (q.scheme.selected == 1 && q.epochs > 1 && rational && has_convex_law(q) && r.route != "convex" &&
      less(delta, 1) == Truth::yes) {
    const auto rough =
        allocation::profile_epsilon({q.scheme.sigma, q.scheme.steps, q.epochs, d}, target, rough_digits, budget);
    if (rough.epsilon.hi && rough.epsilon.lo.sign() > 0) {
      intersect(a, rough.epsilon.lo, *rough.epsilon.hi, rough_method);
      if (const auto i =
              allocation::epochs_epsilon({q.scheme.sigma, q.scheme.steps, d}, q.epochs, delta,
                                         {rough.epsilon.lo, *rough.epsilon.hi}, r.digits, first_share(r, budget))) {
        a.bits = i->bits;
        intersect(a, i->bracket.lo, i->bracket.hi, moments_method);
        a.reached = i->reached;
        if (a.reached || r.route == "laplace") return a;
      }
    }
  }
  improve_epsilon_by_many_epochs(a, q, delta, r, budget);
  const auto convex = allocation::profile_epsilon({q.scheme.sigma, q.scheme.steps, q.epochs, d, q.scheme.selected},
                                                  target, convex_digits(r, default_epsilon_digits), budget);
  if (convex.nodes > 0) {
    intersect(a, rational ? convex.epsilon.lo : Rational(0), convex.epsilon.hi.value_or(a.hi),
              convex_method(q, convex.nodes));
  }
  a.reached = convex_reached(a, q, convex.nodes, r, default_epsilon_digits, budget) && rational.has_value();
  if (!a.reached || !has_digits(a.lo, a.hi, rough_digits)) {
    improve_epsilon_by_one_jump(a, q, delta, r, budget);
  }
  if (cut && !a.reached && a.shortfall.empty()) a.shortfall = share_ended;
  note_loss(a, q);
  return a;
}

// A bound of the same parameters, by its own row. A theorem about one direction answers for that one only: where both
// are asked for it is a note, not an end.
Method method_of(const Entry& e, std::optional<Direction> only, const Arguments& x, const Request& r) {
  Method m;
  m.id = e.id;
  ParameterTexts texts;
  for (const Parameter& p : e.parameters) {
    const auto given = x.canonical().find(std::string(p.name));
    if (given != x.canonical().end()) texts[std::string(p.name)] = given->second;
  }
  const bool partly = only && x.direction() == Direction::both;
  if (partly) texts["direction"] = to_string(*only);
  try {
    const Answer one = evaluate(e, e.arguments(texts), {.digits = r.digits, .budget = r.budget});
    m.axioms = one.axioms;
    m.note = one.method;
    if (partly) {
      m.note =
          fmt::format("{} only: at most {}; {}", to_string(*only), decimal(one.hi, r.digits, Rounding::up), one.method);
    } else {
      m.hi = one.hi;
    }
  } catch (const InputError& error) {
    m.note = error.what();
  }
  return m;
}

void list_methods(Answer& a, std::string_view prefix, const Arguments& x, const Request& r) {
  struct Suffix {
    std::string_view name;
    std::optional<Direction> only;  // the direction that the theorem is about
  };
  constexpr Suffix suffixes[] = {{"renyi", {}},
                                 {"blocks", {}},
                                 {"overlap", Direction::remove},
                                 {"direct-add", Direction::add},
                                 {"laplace-add", Direction::add},
                                 {"decomposition", {}},
                                 {"truncated-poisson", {}},
                                 {"recursive", {}}};
  for (const auto& [name, only] : suffixes) {
    const Entry* e = find_entry(fmt::format("{}.{}", prefix, name));
    if (e != nullptr) a.methods.push_back(method_of(*e, only, x, r));
  }
}

// Both directions: add, the cheaper, on half of the time, so that neither goes without; remove on all that is left.
Answer over_shares(const Arguments& x, const Request& r, const std::function<Answer(Direction, const Budget&)>& one) {
  if (x.direction() != Direction::both) return one(x.direction(), r.budget);
  const Answer add = one(Direction::add, r.budget.half());
  return over_directions(x, [&](Direction d) { return d == Direction::add ? add : one(d, r.budget); });
}

// The thresholds of one pair asked for together, with what they share. A function of the key alone, but for what a
// budget cut short, which is taken up again.
class Together {
 public:
  Answer delta(const Arguments& x, const Request& r) {
    const std::lock_guard lock(mutex_);
    if (parts_[0].answers.empty()) start(r);
    const auto at = std::find(r.thresholds.begin(), r.thresholds.end(), x.number("eps"));
    require(at != r.thresholds.end(), "a threshold of the list");
    const auto wanted = static_cast<std::size_t>(at - r.thresholds.begin());
    return over_shares(x, r, [&](Direction d, const Budget& budget) {
      Part& part = parts_[d == Direction::add ? 1 : 0];
      for (const std::size_t i : part.order) {
        std::optional<Answer>& a = part.answers[i];
        if (a && (a->reached || i != wanted || budget.expired())) continue;
        a = delta_one_direction(x, r.thresholds[i], r, d, budget, &part.shared);
      }
      return *part.answers[wanted];
    });
  }

 private:
  struct Part {
    Shared shared;
    std::vector<std::size_t> order;
    std::vector<std::optional<Answer>> answers;
  };

  void start(const Request& r) {
    for (Part& part : parts_) {
      // A table serves smaller thresholds of remove, and larger ones of add.
      const double sign = &part == parts_.data() ? -1 : 1;
      part.answers.resize(r.thresholds.size());
      part.order.resize(r.thresholds.size());
      std::iota(part.order.begin(), part.order.end(), std::size_t{0});
      std::stable_sort(part.order.begin(), part.order.end(), [&](std::size_t i, std::size_t j) {
        return sign * roughly(r.thresholds[i].ball(64)) < sign * roughly(r.thresholds[j].ball(64));
      });
    }
  }

  std::mutex mutex_;
  std::array<Part, 2> parts_;
};

Answer allocation_delta(const Arguments& x, const Request& r) {
  static SharedTables<Together> tables;
  constexpr std::size_t few = 2;  // a table that is kept needs more bits than one threshold each on its own
  Answer a = r.thresholds.size() > few ? tables.at(shared_key(x, r))->delta(x, r)
                                       : over_shares(x, r, [&](Direction d, const Budget& budget) {
                                           return delta_one_direction(x, x.number("eps"), r, d, budget);
                                         });
  if (r.all_methods) list_methods(a, "allocation.delta", x, r);
  return a;
}

Answer allocation_epsilon(const Arguments& x, const Request& r) {
  Answer a =
      over_shares(x, r, [&](Direction d, const Budget& budget) { return epsilon_one_direction(x, r, d, budget); });
  if (r.all_methods) list_methods(a, "allocation.epsilon", x, r);
  return a;
}

}  // namespace

std::vector<Entry> allocation_profile_rows() {
  std::vector<Entry> t;
  t.push_back({.id = "allocation.delta",
               .summary = "delta of random allocation with Gaussian noise",
               .bounds = Bounds::mechanism,
               .kind = Kind::bracket,
               .status = Status::proved,
               .theorem = "[FS25] Theorem 3.1 and Lemma F.1 of the later version",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, steps, selected, epochs, eps, direction},
               .cost = "20 to 4000 values of a Laplace transform; convex laws for several selected steps and where the "
                       "transform is dear: there 4 digits without --digits, of each end where several are selected",
               .routes = "laplace convex cross",
               .certifier = &allocation_delta_certifier,
               .axiom = allocation_reduction(),
               .lists_methods = true,
               .shares_thresholds = true,
               .evaluate = allocation_delta});
  t.push_back({.id = "allocation.epsilon",
               .summary = "smallest eps with allocation.delta <= delta",
               .bounds = Bounds::mechanism,
               .kind = Kind::bracket,
               .status = Status::proved,
               .theorem = "[FS25] Theorem 3.1 and Lemma F.1 of the later version",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, steps, selected, epochs, positive_delta, direction},
               .cost = "a table of allocation.delta; by convex laws 5 digits without --digits",
               .routes = "laplace convex cross",
               .certifier = &allocation_epsilon_certifier,
               .inverse = InverseOf{"allocation.delta", nonincreasing},
               .axiom = allocation_reduction(),
               .lists_methods = true,
               .evaluate = allocation_epsilon});
  return t;
}

}  // namespace hallmark
