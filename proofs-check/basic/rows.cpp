#include <algorithm>
#include <bit>

#include "basic/classes.hpp"
#include "basic/composition_line.hpp"
#include "basic/phases.hpp"
#include "basic/rounds_sum.hpp"
#include "basic/sampled_noise.hpp"
#include "batch/gaussian.hpp"
#include "laws/rounds.hpp"
#include "statement/ends.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

bool has_density(const Phase& phase) { return is_normal(phase) || is_batch(phase); }
bool is_unbounded(const Phase& phase, bool remove) {
  return reach_of(phase.row->mechanism, phase, remove).is_unbounded();
}

/// Where some phase has no largest log ratio, the composition has none; where all have one, no claim about 0 is granted.
Reach composition_reach(const Quantity& quantity, bool remove) {
  const bool some = std::any_of(quantity.phases.begin(), quantity.phases.end(),
                                [&](const Phase& phase) { return is_unbounded(phase, remove); });
  return some ? Reach::unbounded() : Reach::unknown();
}

bool all_symmetric(const Quantity& quantity) {
  return !quantity.phases.empty() &&
         std::all_of(quantity.phases.begin(), quantity.phases.end(),
                     [](const Phase& phase) { return is_symmetric(phase.row->mechanism, phase); });
}

/// All phases on one line, where some phase has a density.
Profile read_composition_line(Reader& reader, const Quantity& quantity, Relation relation) {
  const Hints hints = read_bits(reader);
  if (std::none_of(quantity.phases.begin(), quantity.phases.end(), has_density)) {
    throw Rejected{
        "domain",
        "phase: one must have a density on a line: gaussian, gdp, fixed-batch, poisson-gaussian or poisson-replace-one"};
  }
  const auto batches = std::count_if(quantity.phases.begin(), quantity.phases.end(), is_batch);
  const auto read = [&](Reader& from, std::span<const std::string_view> words) {
    return read_inversion(from, words, batches);
  };
  const auto ends = read_ends<Inversion>(reader, quantity, relation, "contour", read, false);  // always one a direction
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              return composition_delta(q.phases, remove, eps, inversion, effort);
            });
          },
          hints};
}

/// H_w of all normal phases, empty where there is none.
Rest normal_rest(const Quantity& quantity) {
  if (std::none_of(quantity.phases.begin(), quantity.phases.end(), is_normal)) return {};
  return [&](const Interval& x, const Interval& w) {
    Interval variance(x.precision());
    for (const Phase& phase : quantity.phases) {
      if (const auto* const law = std::get_if<NormalLaw>(&*phase.row->mechanism.law)) {
        variance = variance + law->variance(phase, x.precision()) * integer(phase.rounds, x.precision());
      }
    }
    return gaussian_profile(sqrt(variance), x, w);
  };
}

}  // namespace

Profile read_composition(Reader& reader, const Quantity& quantity, Relation relation) {
  enum class By { grid, inversions, outcomes };
  const By by = reader.one_of<By>("method", {"grid", "inversions", "outcomes"});
  if (by == By::inversions) return read_composition_line(reader, quantity, relation);
  if (by == By::grid && std::all_of(quantity.phases.begin(), quantity.phases.end(), is_normal)) {
    throw Rejected{"domain", "phase: one must not be normal on a grid"};
  }
  Hints hints = read_bits(reader);
  if (by == By::grid) hints.grid = reader.integer("grid", 1, pow(Integer(10), 40));
  Count count = 0;
  for (const Phase& phase : quantity.phases) count += is_normal(phase) ? Count(0) : phase.rounds;
  const auto delta = [=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
    const auto at = [&](bool remove) {
      const auto pairs = [&](const BaseSpec& spec) {
        std::vector<GridRounds> all;
        for (const Phase& phase : q.phases) {
          if (by == By::grid && is_normal(phase)) continue;
          all.push_back({[=, &phase] { return cells_of(phase.row->mechanism, phase, remove, spec); }, phase.rounds});
        }
        return all;
      };
      if (by == By::outcomes) return outcomes_delta(pairs, count, eps, effort);
      return grid_delta(pairs, count, eps, side, effort, normal_rest(q));
    };
    const bool one_number =
        std::all_of(q.phases.begin(), q.phases.end(), [](const Phase& x) { return is_symmetric(x.row->mechanism, x); });
    if (one_number || q.direction != Direction::both) return at(q.direction != Direction::add);
    return larger(at(true), at(false));
  };
  return {delta, hints};
}

namespace {

/// Sums over the lattice of log ratios.
ReadProfile read_lattice(const Mechanism& mechanism) {
  const auto delta = [&mechanism](const Quantity& q, const Number& eps, Side, const Effort& effort) {
    const Outcomes one = whole_outcomes(mechanism, q, precision_of(q, effort));
    return Value{lattice_delta(one, q.count("rounds"), eps)};
  };
  return [=, &mechanism](Reader& reader, const Quantity& quantity, Relation relation) {
    if (is_sampled(mechanism, quantity)) {
      return read_sampled(reader, quantity, "sums", mechanism, outcomes_round(mechanism));
    }
    return evaluated("sums", delta)(reader, quantity, relation);
  };
}

/// Any private rounds. Where eps is at least all their eps0 together, the outcomes of infinite ratio alone gain.
Profile read_private(const Mechanism& mechanism, Reader& reader, const Quantity& quantity, Relation relation) {
  constexpr std::size_t most_bits = 16384;
  Profile profile = read_lattice(mechanism)(reader, quantity, relation);
  profile.delta = [sum = profile.delta](const Quantity& q, const Number& eps, Side side,
                                        const Effort& effort) -> Value {
    const Number& mass = q.parameter("delta0");
    const Count rounds = q.count("rounds");
    const Order order = Reach::multiple(q.parameter("eps0"), rounds).order(eps);
    const bool small =
        mass.kind == Number::Kind::rational && rounds < most_bits && mass.argument.bits() * rounds <= most_bits;
    if (!small || (order != Order::equal && order != Order::greater)) return sum(q, eps, side, effort);
    const Rational exact = 1 - pow(1 - mass.argument, rounds);
    return {Interval(exact, 64), exact};
  };
  return profile;
}

/// Sums over the outcomes of one round, a grid for several.
ReadProfile read_outcomes(const Mechanism& mechanism) {
  return [&mechanism](Reader& reader, const Quantity& quantity, Relation) {
    return read_sampled(reader, quantity, "sums", mechanism, outcomes_round(mechanism));
  };
}

/// A claim about the largest of the parts' numbers: below one part proves it, above each of them (PROOFS.md 14.13).
Evaluator parts_claim(std::string_view lemma, const Evaluator& one) {
  return [=](Reader& reader, const Quantity& quantity, Relation whole) -> Proof {
    if (!lemma.empty()) reader.exactly("lemma " + std::string(lemma));
    reader.exactly("method parts");
    const std::size_t count = quantity.parts.size();
    std::size_t largest = 0;
    Proof below;
    std::vector<Proof> above;
    if (has_lower_end(whole)) {
      largest = static_cast<std::size_t>(reader.integer("part-lower", 1, Integer(count)).to_count() - 1);
      below = one(reader, quantity.of_part(largest), Relation::greater_equal);
    }
    for (std::size_t i = 0; has_upper_end(whole) && i < count; ++i) {
      reader.exactly("part-upper " + std::to_string(i + 1));
      above.push_back(one(reader, quantity.of_part(i), Relation::less_equal));
    }
    return {[=](const Quantity& q, Relation relation, const Number& value) -> Judgement {
      if (has_lower_end(relation)) return below.attempt(q.of_part(largest), relation, value);
      for (std::size_t i = 0; i < q.parts.size(); ++i) {
        const Judgement outcome = above.at(i).attempt(q.of_part(i), relation, value);
        if (!outcome.verified)
          return Judgement::no(outcome.step, "part " + std::to_string(i + 1) + ": " + outcome.rule);
      }
      return Judgement::yes();
    }};
  };
}

Value laplace_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const auto make = [&](Count precision) { return laplace_noise(q, precision); };
  return {spline_delta(make, q.count("rounds"), eps, effort)};
}

Profile read_laplace(Reader& reader, const Quantity& quantity, Relation relation) {
  if (is_sampled(mechanisms::laplace, quantity)) {
    return read_sampled(reader, quantity, "formula", mechanisms::laplace, laplace_round);
  }
  return evaluated("formula", laplace_delta)(reader, quantity, relation);
}

Value gdp_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Count precision = 2 * precision_of(q, effort);
  const Interval mu = enclose(q.parameter("mu"), precision) * sqrt(integer(q.count("rounds"), precision));
  return {gaussian_profile(mu, enclose(eps, precision), enclose_exp(eps, precision))};
}

/// (s/v) sqrt((1 - c^t)(1 + c)/((1 + c^t)(1 - c))): PROOFS.md section 14.11.
Interval last_iterate_mu(const Quantity& q, Count precision) {
  const Number& c = q.parameter("c");
  const Interval ratio = enclose(q.parameter("ratio"), precision);
  const Interval steps = integer(q.count("steps"), precision);
  if (compare(c, Rational(0)) == Order::equal) return ratio;
  if (compare(c, Rational(1)) == Order::equal) return ratio * sqrt(steps);
  const Interval less = enclose_minus_1(c, precision);  // c - 1
  const Interval power = expm1(steps * log1p(less));    // c^t - 1
  const Interval two = integer(2, precision);
  return ratio * sqrt(power * (two + less) / ((two + power) * less));
}

/// e + e^-e - 1, and e tanh(e/2), for each round: PROOFS.md section 14.8.
Value laplace_zcdp(const Quantity& q, const Effort& effort) {
  const Count precision = effort.bits + 192;
  const Interval e = enclose(q.parameter("eps0"), precision);
  return {(e + expm1(-e)) * integer(q.count("rounds"), precision)};
}

Value pure_zcdp(const Quantity& q, const Effort& effort) {
  const Count precision = effort.bits + 192;
  const Interval e = enclose(q.parameter("eps0"), precision);
  const Interval less = expm1(-e);
  return {-e * less / (integer(2, precision) + less) * integer(q.count("rounds"), precision)};
}

Value last_iterate_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Count precision = 2 * (effort.bits + effort.scale) + 320;
  return {gaussian_profile(last_iterate_mu(q, precision), enclose(eps, precision), enclose_exp(eps, precision))};
}

/// The conversion of [CKS20] at one order: e^((a-1)(R - eps)) (1-1/a)^a/(a-1), at most 1.
Interval converted(const Rational& order, const Interval& divergence, const Number& eps) {
  const Count precision = divergence.precision();
  const Interval a(order, precision);
  const Interval b(Rational(order - 1), precision);
  const Interval exponent = b * (divergence - enclose(eps, precision)) + a * log(b / a);
  return min(exp(exponent) / b, integer(1, precision));
}

/// R = rounds (xi + rho a).
Interval zcdp_divergence(const Quantity& q, const Rational& order, Count precision) {
  return integer(q.count("rounds"), precision) *
         (enclose(q.parameter("xi"), precision) + enclose(q.parameter("rho"), precision) * Interval(order, precision));
}

/// The least that the rows of a table, an order and its divergence each, convert to.
Value curve_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Count precision = 2 * (effort.bits + effort.scale) + 128;
  Interval least = integer(1, precision);
  for (const List& row : q.rows) {
    if (row.size() != 2 || row[0] <= 1 || row[1] < 0) {
      throw Rejected{"domain", "row: must be an order above 1 and its divergence, at least 0"};
    }
    const Interval divergence = integer(q.count("rounds"), precision) * Interval(row[1], precision);
    least = min(least, converted(row[0], divergence, eps));
  }
  return {least};
}

/// The Gaussian mechanism of this rho composed with randomized response of xi, all rounds.
Interval attained(const Quantity& q, const Number& eps, Count precision) {
  constexpr Count most = 20'000;
  const Count rounds = q.count("rounds");
  const Interval two(Integer(2), precision);
  const Interval mu = sqrt(two * enclose(q.parameter("rho"), precision) * integer(rounds, precision));
  const Interval x = enclose(eps, precision);
  if (compare(q.parameter("xi"), Rational(0)) == Order::equal)
    return gaussian_profile(mu, x, enclose_exp(eps, precision));
  if (rounds > most) throw TooMuchWork();
  const Interval odds = enclose_exp(q.parameter("xi"), precision);
  const Interval step = enclose(q.parameter("xi"), precision);
  Interval mass = integer(1, precision) / nth_power(integer(1, precision) + odds, rounds);
  Interval sum(precision);
  for (Count i = 0; i <= rounds; ++i) {
    // i of the rounds have the larger ratio.
    const Interval shift = step * (two * integer(i, precision) - integer(rounds, precision));
    sum = sum + mass * gaussian_profile(mu, x - shift, exp(x - shift));
    mass = mass * odds * integer(rounds - i, precision) / integer(i + 1, precision);
  }
  return sum;
}

Profile read_zcdp(Reader& reader, const Quantity&, Relation relation) {
  reader.exactly("method orders");
  const Hints hints = read_bits(reader);
  const Rational order = has_upper_end(relation) ? reader.rational("order") : Rational(2);
  if (order <= 1) throw Rejected{"witness", "order: must be above 1"};
  return {[order](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
            const Count precision = 2 * precision_of(q, effort);
            return one_sided(side, side == Side::upper ? converted(order, zcdp_divergence(q, order, precision), eps)
                                                       : attained(q, eps, precision));
          },
          hints};
}

/// What a mechanism's quantity says of itself: that of `rounds` of its rounds.
Claims claims_of(const Mechanism& mechanism, Adjacency adjacency) {
  return {.bounds = Bounds::mechanism,
          .adjacencies = std::vector{adjacency},
          .directions = kDirected,
          .one_number = [&mechanism](const Quantity& q) { return is_symmetric(mechanism, q); },
          .reach = [&mechanism](const Quantity& q,
                                bool remove) { return reach_of(mechanism, q, remove).times(q.count("rounds")); },
          .axioms = kNoAxioms};
}

/// Noise on integers, log-concave: its parameters, and which targets an epsilon may have.
struct OnIntegers {
  std::string stem;
  const Mechanism& mechanism;
  std::vector<Parameter> parameters;
  Parameter target;
};
std::vector<OnIntegers> noises_on_integers() {
  using namespace parameters;
  return {{"binomial-noise", mechanisms::binomial_noise, {n, rate, rounds, sensitivity}, positive_delta},
          {"discrete-gaussian-sum",
           mechanisms::discrete_gaussian_sum,
           {parties, rate, rounds, sensitivity, sigma2},
           positive_delta},
          {"discrete-laplace-sum", mechanisms::discrete_laplace_sum, {a, parties, rate, rounds, sensitivity}, delta},
          {"skellam", mechanisms::skellam, {rate, rounds, sensitivity, variance}, positive_delta}};
}

/// Compositions of phases, and the largest of parts of the data.
std::vector<QuantityRow> composed_rows() {
  using namespace parameters;
  const Claims composed{.bounds = Bounds::pair,
                        .adjacencies = std::vector{Adjacency::zero_out, Adjacency::replace_one},
                        .directions = kDirected,
                        .one_number = all_symmetric,
                        .reach = composition_reach,
                        .axioms = kNoAxioms};
  Claims largest = composed;
  largest.adjacencies = std::vector{Adjacency::zero_out};
  const Evaluator delta_at = delta_claim(read_composition);
  const Evaluator epsilon_at = epsilon_claim(read_composition);
  std::vector<QuantityRow> all{
      attacked(Worst::one_pair, {composed, "composition.delta", std::vector{eps}, delta_at}),
      {composed, "composition.epsilon", std::vector{positive_delta}, epsilon_at},
      {largest, "parallel.delta", std::vector{eps}, parts_claim({}, delta_at)},
      {largest, "parallel.epsilon", std::vector{positive_delta},
       parts_claim("hockey-stick-nonincreasing-in-eps", epsilon_at)},
  };
  for (QuantityRow& row : all) row.phases = phase_table();
  for (QuantityRow& row : std::span(all).last(2)) row.parts = true;
  return all;
}

/// Numbers in closed form that no divergence at an eps gives.
std::vector<QuantityRow> rows_without_delta(Claims claims) {
  using namespace parameters;
  claims.reach = no_profile;
  Claims replaced = claims;
  replaced.adjacencies = std::vector{Adjacency::replace_one};
  return {{claims, "last-iterate.mu", std::vector{c, ratio, steps},
           formula_claim([](const Quantity& q, const Effort& effort) -> Value {
             return {last_iterate_mu(q, effort.bits + 192)};
           })},
          {claims, "laplace.zcdp", std::vector{eps0, rounds}, formula_claim(laplace_zcdp)},
          {replaced, "rr.zcdp", std::vector{eps0, rounds}, formula_claim(pure_zcdp)}};
}

/// What a table of Renyi divergences converts to.
std::vector<QuantityRow> curve_rows() {
  using namespace parameters;
  const Claims curve{.bounds = Bounds::formula,
                     .adjacencies = std::vector{Adjacency::zero_out},
                     .directions = kBoth,
                     .one_number = agree,
                     .reach = no_profile,
                     .axioms = kNoAxioms};
  const ReadProfile read = evaluated("formula", curve_delta);
  std::vector<QuantityRow> rows{
      {curve, "renyi-curve.delta", std::vector{eps, rounds}, delta_claim(read)},
      {curve, "renyi-curve.epsilon", std::vector{delta_below_1, rounds}, epsilon_claim(read)}};
  for (QuantityRow& row : rows) row.table = true;
  return rows;
}

}  // namespace

std::vector<QuantityRow> basic_rows() {
  using namespace parameters;
  static const Mechanism private_rounds = mechanisms::eps_delta("eps0", "delta0");
  std::vector<QuantityRow> all;
  const auto noise = [&](const std::string& id, const Claims& claims, const std::vector<Parameter>& parameters,
                         const ReadProfile& read, Noise of) {
    all.push_back({claims, id, parameters, noise_claim(read, std::move(of))});
  };
  // Of delta and of epsilon: one profile, the parameter that is given at the place of its name.
  const auto profile = [&](const std::string& stem, Worst worst, const Claims& claims,
                           const std::vector<Parameter>& others, const Parameter& target, const ReadProfile& read) {
    for (const bool inverse : {false, true}) {
      std::vector<Parameter> parameters = others;
      parameters.push_back(inverse ? target : eps);
      std::sort(parameters.begin(), parameters.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
      all.push_back(inverse ? QuantityRow{claims, stem + ".epsilon", parameters, epsilon_claim(read)}
                            : attacked(worst, {claims, stem + ".delta", parameters, delta_claim(read)}));
    }
  };
  const auto zero = [](const Mechanism& mechanism) { return claims_of(mechanism, Adjacency::zero_out); };
  const auto replace = [](const Mechanism& mechanism) { return claims_of(mechanism, Adjacency::replace_one); };
  // Pairs that dominate and are attained: the Gaussian one of mu, and that of a divergence rho a + xi, rho > 0.
  const Claims positive{.bounds = Bounds::mechanism,
                        .adjacencies = std::vector{Adjacency::zero_out},
                        .directions = kDirected,
                        .one_number = agree,
                        .reach = unbounded,
                        .axioms = kNoAxioms};
  Claims iterates = positive;
  iterates.directions = kBoth;
  const ReadProfile read_gdp = evaluated("formula", gdp_delta);
  const ReadProfile geometric = read_lattice(mechanisms::discrete_laplace);
  const ReadProfile any_private = [](Reader& reader, const Quantity& quantity, Relation relation) {
    return read_private(private_rounds, reader, quantity, relation);
  };
  const Rational most_eps(10000);
  noise("discrete-laplace.a", zero(mechanisms::discrete_laplace), {delta_below_1, eps, rate, rounds, sensitivity},
        geometric, {"a", "discrete-laplace-delta-nondecreasing-in-a", true, most_eps, false});
  noise("eps-delta.eps0", zero(private_rounds), {delta_below_1, any_delta0, eps, rounds}, any_private,
        {"eps0", "eps-delta-delta-nondecreasing-in-eps0", true, most_eps, false});
  noise("gdp.mu", positive, {delta_below_1, eps, rounds}, read_gdp,
        {"mu", "gdp-delta-nondecreasing-in-mu", true, Rational(pow(Integer(10), 30)), false});
  noise("laplace.eps0", zero(mechanisms::laplace), {delta_below_1, eps, rate, rounds}, read_laplace,
        {"eps0", "laplace-delta-nondecreasing-in-eps0", true, most_eps, false});
  noise("rr.eps0", replace(mechanisms::rr), {delta_below_1, eps, rounds}, read_lattice(mechanisms::rr),
        {"eps0", "rr-delta-nondecreasing-in-eps0", true, most_eps, false});
  noise("rr-local.p", replace(mechanisms::rr_local), {delta_below_1, eps, k, rounds},
        read_lattice(mechanisms::rr_local), {"p", "rr-local-delta-nonincreasing-in-p", false, Rational(1), false});
  for (const OnIntegers& one : noises_on_integers()) {
    profile(one.stem, Worst::one_pair, zero(one.mechanism), one.parameters, one.target, read_outcomes(one.mechanism));
  }
  profile("bounded-range", Worst::class_of_pairs, zero(mechanisms::bounded_range), {eps0, rounds}, positive_delta,
          read_bounded_range);
  profile("discrete-gaussian", Worst::one_pair, zero(mechanisms::discrete_gaussian),
          {rate, rounds, sensitivity, sigma2}, positive_delta, read_lattice(mechanisms::discrete_gaussian));
  profile("discrete-laplace", Worst::one_pair, zero(mechanisms::discrete_laplace), {a, rate, rounds, sensitivity},
          delta, geometric);
  profile("eps-delta", Worst::one_pair, zero(private_rounds), {any_delta0, eps0, rounds}, delta, any_private);
  profile("gdp", Worst::one_pair, positive, {mu, rounds}, positive_delta, read_gdp);
  profile("last-iterate", Worst::class_of_pairs, iterates, {c, ratio, steps}, positive_delta,
          evaluated("formula", last_iterate_delta));
  for (QuantityRow& row : rows_without_delta(iterates)) all.push_back(std::move(row));
  profile("laplace", Worst::one_pair, zero(mechanisms::laplace), {eps0, rate, rounds}, delta, read_laplace);
  profile("rr", Worst::one_pair, replace(mechanisms::rr), {eps0, rounds}, delta, read_lattice(mechanisms::rr));
  profile("rr-local", Worst::one_pair, replace(mechanisms::rr_local), {k, p, rounds}, delta,
          read_lattice(mechanisms::rr_local));
  for (const QuantityRow& row : curve_rows()) all.push_back(row);
  profile("zcdp", Worst::class_of_pairs, positive, {rho, rounds, xi}, delta_below_1, read_zcdp);
  for (QuantityRow& row : composed_rows()) all.push_back(std::move(row));
  return all;
}

}  // namespace hallmark::check
