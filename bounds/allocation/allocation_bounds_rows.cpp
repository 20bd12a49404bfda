// The rows of the registry for the papers' bounds on random allocation with Gaussian noise.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/add_bounds.hpp"
#include "bounds/allocation/certifiers.hpp"
#include "bounds/allocation/monte_carlo.hpp"
#include "bounds/allocation/phase.hpp"
#include "bounds/allocation/poisson_bounds.hpp"
#include "bounds/allocation/renyi_conversion.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

allocation::Scheme scheme(std::string_view id, const Arguments& x) {
  check_selected(id, x);
  return {x.number("sigma"), x.count("steps"), x.count("selected")};
}

// A theorem about one direction only.
void check_direction(std::string_view id, const Arguments& x, Direction only) {
  if (x.direction() == only) return;
  throw InputError(id, "direction", to_string(x.direction()),
                   fmt::format("{}: the theorem bounds this direction only", to_string(only)));
}

Answer from_order(const renyi::Conversion& c, std::string_view id) {
  return from_conversion(c, id, fmt::format("conversion of the Renyi divergence of order {}", c.order));
}

enum class Converted { epsilon, delta };

Answer converted(std::string_view id, Converted to, const Arguments& x, const Request& r,
                 allocation::Divergences divergences) {
  const auto s = scheme(id, x);
  const auto [first, last] = x.orders();
  const renyi::Orders range{first, last};
  return over_directions(x, [&](Direction d) {
    const allocation::ConversionParameters p{s, x.count("epochs"), d, divergences, range};
    if (to == Converted::epsilon) {
      return from_order(allocation::epsilon_renyi_upper(p, x.number("delta"), r.digits, r.budget), id);
    }
    return from_order(allocation::delta_renyi_upper(p, x.number("eps"), r.digits, r.budget), id);
  });
}

Answer delta_direct_add(const Arguments& x, const Request& r) {
  constexpr std::string_view id = "allocation.delta.direct-add";
  check_direction(id, x, Direction::add);
  const allocation::DirectAddParameters p{scheme(id, x), x.count("epochs"), x.number("eps")};
  Answer a = from_balls([&](slong bits) { return allocation::delta_direct_add_upper(p, bits).value; }, r,
                        "Gaussian pair below the arithmetic mean");
  a.hi = std::min(a.hi, Rational(1));
  return a;
}

Answer epsilon_direct_add(const Arguments& x, const Request& r) {
  constexpr std::string_view id = "allocation.epsilon.direct-add";
  check_direction(id, x, Direction::add);
  return from_inversion(
      allocation::epsilon_direct_add_upper(scheme(id, x), x.count("epochs"), x.number("delta"), r.digits, r.budget),
      "certified inversion of allocation.delta.direct-add");
}

Answer delta_laplace_add(const Arguments& x, const Request& r) {
  check_direction("allocation.delta.laplace-add", x, Direction::add);
  const allocation::LaplaceAddParameters p{x.number("sigma"), x.count("steps"), x.number("eps")};
  const slong first = first_bits(r);
  UpperEnd found = allocation::delta_laplace_add_upper(p, first, r.budget);
  constexpr int most_times = 4;
  for (int i = 1; i < most_times && !r.budget.expired(); ++i) {
    if (has_digits(found.of_the_choice().lo, found.value(), r.digits)) break;
    found = allocation::delta_laplace_add_upper(p, first << i, r.budget);
  }
  return from_choice(found, r, "Chernoff bound with the Laplace transform");
}

Answer epsilon_laplace_add(const Arguments& x, const Request& r) {
  check_direction("allocation.epsilon.laplace-add", x, Direction::add);
  const Inversion found =
      allocation::epsilon_laplace_add_upper(x.number("sigma"), x.count("steps"), x.number("delta"), r.digits, r.budget);
  return from_choice(UpperEnd::of_choice(found.bracket), r, "certified inversion of allocation.delta.laplace-add");
}

Rational rate_of(std::string_view id, const Arguments& x) {
  // "best" is a rate so small that two steps are hardly ever drawn: the bound falls with the rate, to allocation.delta.
  // An epsilon takes a rate whose tables are quick: about 30 % above the limit of its delta.
  const bool once = x.count("selected") == 1 && x.count("epochs") == 1;
  const Rational share = once && id == "allocation.delta.decomposition" ? pow(Rational(2), -60) : Rational(1) / 16;
  const Number lambda =
      x.is_best("lambda") ? Number(share * x.count("selected") / x.count("steps")) : x.number("lambda");
  const auto exact = lambda.rational();
  if (!exact || exact->sign() <= 0 || *exact > Rational(1)) {
    throw InputError(id, "lambda", lambda.to_string(), "a rational number above 0 and at most 1, or best");
  }
  return *exact;
}

enum class PoissonBound { decomposition, truncated_poisson, recursive };

// The bound at one eps. Poisson deltas to a few digits more than asked for: both ends are used as proved.
allocation::ChosenBound poisson_bound(PoissonBound which, const Arguments& x, const Number& at, Direction d,
                                      const Request& r) {
  const auto s = scheme("allocation.delta", x);
  const allocation::PoissonBoundParameters p{s.sigma, s.steps, at, d, s.selected};
  const auto poisson = [&](const Rational& rate, const Rational& eps, Direction direction) {
    const auto o = poisson_gaussian::delta({eps, rate, p.sigma, p.steps, direction}, r.digits + 2, r.budget);
    return Bracket{o.lo, o.hi};
  };
  switch (which) {
    case PoissonBound::decomposition:
      return allocation::decomposition_upper(p, rate_of("allocation.delta.decomposition", x), poisson);
    case PoissonBound::truncated_poisson:
      return allocation::truncated_poisson_upper(p, poisson, r.budget);
    case PoissonBound::recursive:
      return allocation::recursive_upper(p, poisson, r.budget);
  }
  require(false, "one of three bounds");
  return {UpperEnd::of_choice({0, 1}), ""};
}

// Several epochs or selected steps, a block of the steps each: what dominates one selected step, again and again.
std::vector<composition::Phase> drawn_phases(std::string_view id, const Arguments& x, const Request& r) {
  const allocation::Scheme s = scheme(id, x);
  const slong epochs = x.count("epochs");
  if (s.selected == 1 && epochs == 1 && r.route != "convex") return {};
  constexpr slong most = 1'000'000'000'000'000;
  if (epochs > most / s.selected) {
    throw InputError(id, "epochs", std::to_string(epochs), "at most 10^15 selected steps in all");
  }
  const Rational lambda = rate_of(id, x);
  const slong longer = s.steps % s.selected;
  const slong length = s.steps / s.selected;
  std::vector<composition::Phase> phases{
      composition::drawn_phase(s.sigma, length, lambda, (s.selected - longer) * epochs)};
  if (longer > 0) phases.push_back(composition::drawn_phase(s.sigma, length + 1, lambda, longer * epochs));
  return phases;
}

// The smaller of two epsilons: the selected steps of all epochs may as well be known.
Answer epsilon_of_drawn(const std::vector<composition::Phase>& phases, const Arguments& x, const Request& r) {
  const slong known = x.count("selected") * x.count("epochs");
  const Bracket all = gaussian::epsilon({x.number("sigma"), x.number("delta"), known}, r.digits, r.budget).bracket;
  Answer a = composition::epsilon_answer(phases, x.direction(), x.number("delta"), r);
  if (all.lo >= a.hi) return a;
  a.lo = std::min(a.lo, all.lo);
  a.hi = std::min(a.hi, all.hi);
  a.reached = a.reached || has_digits(a.lo, a.hi, r.digits);
  a.exact.reset();
  return a;
}

template <PoissonBound which>
Answer delta_by_poisson(const Arguments& x, const Request& r) {
  if (which == PoissonBound::decomposition) {
    const auto phases = drawn_phases("allocation.delta.decomposition", x, r);
    if (!phases.empty()) return composition::delta_answer(phases, x.direction(), x.number("eps"), r);
  }
  return over_directions(x, [&](Direction d) {
    const auto bound = poisson_bound(which, x, x.number("eps"), d, r);
    std::string method = fmt::format("Poisson sampling, {}", bound.choices);
    // The rate of a decomposition is given.
    if (which == PoissonBound::decomposition) {
      return from_least(Least::of_all({bound.delta.of_the_choice()}), std::move(method));
    }
    return from_choice(bound.delta, r, std::move(method));
  });
}

// By inversions of Poisson sampling; all steps in one where that is better.
template <PoissonBound which>
Answer epsilon_by_poisson(const Arguments& x, const Request& r) {
  if (which == PoissonBound::decomposition) {
    const auto phases = drawn_phases("allocation.epsilon.decomposition", x, r);
    if (!phases.empty()) return epsilon_of_drawn(phases, x, r);
  }
  return over_directions(x, [&](Direction d) {
    const auto s = scheme("allocation.epsilon", x);
    const allocation::PoissonEpsilonParameters p{s.sigma, s.steps, x.number("delta"), d, s.selected};
    const auto poisson = [&](const Rational& rate, const Rational& delta, Direction direction) {
      const auto o = poisson_gaussian::epsilon({delta, rate, p.sigma, p.steps, direction}, r.digits + 2, r.budget);
      return Bracket{o.lo, o.hi};
    };
    const Inversion all = gaussian::epsilon({p.sigma, p.delta, p.selected}, r.digits, r.budget);
    std::optional<allocation::ChosenEpsilon> found;
    switch (which) {
      case PoissonBound::decomposition:
        found = allocation::decomposition_epsilon_upper(p, rate_of("allocation.epsilon.decomposition", x), r.digits,
                                                        poisson, r.budget);
        break;
      case PoissonBound::truncated_poisson:
        found = allocation::truncated_poisson_epsilon_upper(p, poisson, r.budget);
        break;
      case PoissonBound::recursive:
        found = allocation::recursive_epsilon_upper(p, poisson, r.budget);
        break;
    }
    std::string method = "all steps in one";
    if (found && found->epsilon.value() <= all.bracket.hi) {
      method = fmt::format("Poisson sampling, {}", found->choices);
    }
    // The least of two bounds; the rate of a decomposition is given, and one that is not found in time may be less.
    if (which == PoissonBound::decomposition && (found || !r.budget.expired())) {
      std::vector<Bracket> both{all.bracket};
      if (found) both.push_back(found->epsilon.of_the_choice());
      return from_least(Least::of_all(both), std::move(method));
    }
    Least least;
    least.choice(all.bracket);
    if (found) least.choice(found->epsilon.of_the_choice());
    return from_choice(*least.upper(), r, std::move(method));
  });
}

Answer delta_monte_carlo(const Arguments& x, const Request& r) {
  const auto seed = static_cast<ulong>(x.count("seed"));
  return over_directions(x, [&](Direction d) {
    const auto m = allocation::monte_carlo(
        {x.number("sigma"), x.count("steps"), x.number("eps"), d, x.count("samples"), x.number("confidence"), seed},
        r.budget);
    Answer a;
    a.lo = m.lo;
    a.hi = m.hi;
    a.reached = m.samples == x.count("samples");
    a.method = fmt::format("{} samples given the event that matters; Chernoff's limits", m.samples);
    return a;
  });
}

Entry conversion(std::string_view id, Converted to, allocation::Divergences divergences, const Certifier* certifier) {
  return row(
      id, [=](const Arguments& x, const Request& r) { return converted(id, to, x, r, divergences); }, certifier);
}

}  // namespace

std::vector<Entry> allocation_bounds_rows() {
  using allocation::Divergences;
  return {conversion("allocation.delta.renyi", Converted::delta, Divergences::best, &orders_certifier),
          conversion("allocation.epsilon.renyi", Converted::epsilon, Divergences::best, &orders_certifier),
          conversion("allocation.delta.blocks", Converted::delta, Divergences::blocks, &orders_certifier),
          conversion("allocation.epsilon.blocks", Converted::epsilon, Divergences::blocks, &orders_certifier),
          conversion("allocation.delta.overlap", Converted::delta, Divergences::overlap, &orders_certifier),
          conversion("allocation.epsilon.overlap", Converted::epsilon, Divergences::overlap, &orders_certifier),
          row("allocation.delta.direct-add", delta_direct_add, &formula_certifier),
          row("allocation.epsilon.direct-add", epsilon_direct_add, &formula_epsilon_certifier),
          row("allocation.delta.laplace-add", delta_laplace_add),
          row("allocation.epsilon.laplace-add", epsilon_laplace_add),
          row("allocation.delta.decomposition", delta_by_poisson<PoissonBound::decomposition>,
              &allocation_decomposition_delta_certifier),
          row("allocation.epsilon.decomposition", epsilon_by_poisson<PoissonBound::decomposition>,
              &allocation_decomposition_epsilon_certifier),
          row("allocation.delta.truncated-poisson", delta_by_poisson<PoissonBound::truncated_poisson>),
          row("allocation.epsilon.truncated-poisson", epsilon_by_poisson<PoissonBound::truncated_poisson>),
          row("allocation.delta.recursive", delta_by_poisson<PoissonBound::recursive>),
          row("allocation.epsilon.recursive", epsilon_by_poisson<PoissonBound::recursive>),
          row("allocation.delta.monte-carlo", delta_monte_carlo)};
}

}  // namespace hallmark
