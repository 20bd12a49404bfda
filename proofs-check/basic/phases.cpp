#include "basic/phases.hpp"

#include <algorithm>

#include "basic/integer_noise.hpp"
#include "basic/sampled_noise.hpp"
#include "laws/mixture_base.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

Reach unlimited(const Arguments&) { return Reach::unbounded(); }
Reach eps0_reach(const Arguments& x) { return Reach::multiple(x.parameter("eps0")); }
Reach gamma_reach(const Arguments& x) { return Reach::replaced(x.parameter("gamma"), x.count("k")); }
Reach p_reach(const Arguments& x) { return Reach::replaced(x.parameter("p"), x.count("k")); }
Reach geometric_reach(const Arguments& x) { return Reach::multiple(x.parameter("a"), x.count("sensitivity")); }

Interval square(const Interval& x) { return x * x; }

Interval sigma_variance(const Arguments& x, Count precision) {
  return integer(1, precision) / square(enclose(x.parameter("sigma"), precision));
}
Interval mu_variance(const Arguments& x, Count precision) { return square(enclose(x.parameter("mu"), precision)); }

StepPair poisson_pair(const Arguments& x, bool remove) {
  return {x.parameter("sigma"), x.parameter("rate"), remove ? 1U : 0U, remove ? 0U : 1U};
}
StepPair replaced_pair(const Arguments& x, bool) { return {x.parameter("sigma"), x.parameter("rate"), 1, 1}; }
StepPair coupled_pair(const Arguments& x, bool) { return {x.parameter("sigma"), x.parameter("share"), 1, 1, true}; }

Outcomes geometric(const Arguments& x, Count precision) {
  return discrete_laplace(x.parameter("a"), x.count("sensitivity"), precision);
}
Outcomes normal_on_integers(const Arguments& x, Count precision) {
  return discrete_gaussian(x.parameter("sigma2"), x.count("sensitivity"), precision);
}
Outcomes heads(const Arguments& x, Count precision) {
  return binomial_noise(x.count("n"), x.count("sensitivity"), precision);
}
Outcomes poisson_difference(const Arguments& x, Count precision) {
  return skellam(x.parameter("variance"), x.count("sensitivity"), precision);
}
Outcomes gaussian_parties(const Arguments& x, Count precision) {
  return discrete_gaussian_sum(x.parameter("sigma2"), x.count("parties"), x.count("sensitivity"), precision);
}
Outcomes laplace_parties(const Arguments& x, Count precision) {
  return discrete_laplace_sum(x.parameter("a"), x.count("parties"), x.count("sensitivity"), precision);
}
Outcomes response(const Arguments& x, Count precision) { return eps_delta(x.parameter("eps0"), Number{}, precision); }
Outcomes local_response(const Arguments& x, Count precision) {
  const Count k = x.count("k");
  const Interval p = enclose(x.parameter("p"), precision);
  const Interval lie = p / integer(k, precision);
  const Interval ratio = (integer(1, precision) - p) / lie + integer(1, precision);
  const Interval step = log(ratio);
  const Interval others(Integer(k - 2), precision);
  return {{{lie * ratio, step}, {lie * others, Interval(precision)}, {lie, -step}}, Interval(precision)};
}

Cells clones(const Arguments& x, bool, const BaseSpec& spec) {
  return clones_cells(x.count("n"), x.parameter("eps0"), spec);
}
Cells rr2(const Arguments& x, bool remove, const BaseSpec& spec) {
  const Count n = x.count("n");
  const Count others = x.count("others");
  return rr2_cells(n, remove ? others : n - 1 - others, x.parameter("eps0"), spec);
}
Cells krr_weak(const Arguments& x, bool, const BaseSpec& spec) {
  return krr_weak_cells(x.count("n"), x.parameter("gamma"), x.count("k"), spec);
}
CellsLaw krr_strong(bool exposed) {
  return {[exposed](const Arguments& x, bool, const BaseSpec& spec) {
    return krr_pair_cells(x.count("n"), x.parameter("gamma"), x.count("k"), exposed, spec);
  }};
}

using enum Sampling;
using enum Symmetry;

const Mechanism kClones{.sampling = always, .symmetry = symmetric, .reach = eps0_reach, .law = CellsLaw{clones}};
const Mechanism kFixedBatch{
    .sampling = always, .symmetry = symmetric, .reach = unlimited, .law = BatchLaw{coupled_pair}};
const Mechanism kGaussian{
    .sampling = always, .symmetry = symmetric, .reach = unlimited, .law = NormalLaw{sigma_variance}};
const Mechanism kGdp{.sampling = always, .symmetry = symmetric, .reach = unlimited, .law = NormalLaw{mu_variance}};
const Mechanism kKrrStrong{
    .sampling = always, .symmetry = symmetric, .reach = unlimited, .law = CellsLaw{krr_strong(true)}};
const Mechanism kKrrStrongPair{
    .sampling = always, .symmetry = symmetric, .reach = unlimited, .law = CellsLaw{krr_strong(false)}};
const Mechanism kKrrWeak{.sampling = always, .symmetry = symmetric, .reach = gamma_reach, .law = CellsLaw{krr_weak}};
const Mechanism kPoissonGaussian{
    .sampling = by_rate, .symmetry = symmetric, .reach = unlimited, .law = BatchLaw{poisson_pair}};
const Mechanism kPoissonReplaceOne{
    .sampling = always, .symmetry = symmetric, .reach = unlimited, .law = BatchLaw{replaced_pair}};
const Mechanism kRr2{.sampling = always, .symmetry = directed, .reach = eps0_reach, .law = CellsLaw{rr2}};

}  // namespace

namespace mechanisms {

const Mechanism bounded_range{
    .sampling = always, .symmetry = symmetric, .reach = eps0_reach, .law = SplineLaw{least_pair}};
const Mechanism binomial_noise{
    .sampling = by_rate, .symmetry = symmetric, .reach = unlimited, .law = OutcomesLaw{heads}};
const Mechanism discrete_gaussian_sum{
    .sampling = by_rate, .symmetry = symmetric, .reach = unlimited, .law = OutcomesLaw{gaussian_parties}};
const Mechanism discrete_laplace_sum{
    .sampling = by_rate, .symmetry = symmetric, .reach = geometric_reach, .law = OutcomesLaw{laplace_parties}};
const Mechanism skellam{
    .sampling = by_rate, .symmetry = symmetric, .reach = unlimited, .law = OutcomesLaw{poisson_difference}};
const Mechanism discrete_gaussian{
    .sampling = by_rate, .symmetry = symmetric, .reach = unlimited, .law = OutcomesLaw{normal_on_integers}};
const Mechanism discrete_laplace{
    .sampling = by_rate, .symmetry = symmetric, .reach = geometric_reach, .law = OutcomesLaw{geometric}};
const Mechanism laplace{
    .sampling = by_rate, .symmetry = symmetric, .reach = eps0_reach, .law = SplineLaw{laplace_noise}};
const Mechanism rr{.sampling = always, .symmetry = symmetric, .reach = eps0_reach, .law = OutcomesLaw{response}};
const Mechanism rr_local{
    .sampling = always, .symmetry = symmetric, .reach = p_reach, .law = OutcomesLaw{local_response}};

Mechanism eps_delta(std::string_view eps, std::string_view delta) {
  return {.sampling = always,
          .symmetry = symmetric,
          .reach =
              [=](const Arguments& x) {
                const Order sign = compare(x.parameter(delta), Rational(0));
                if (sign == Order::equal) return Reach::multiple(x.parameter(eps));
                return sign == Order::greater ? Reach::unbounded() : Reach::unknown();
              },
          .law = OutcomesLaw{[=](const Arguments& x, Count precision) {
            return check::eps_delta(x.parameter(eps), x.parameter(delta), precision);
          }}};
}

}  // namespace mechanisms

std::span<const PhaseRow> phase_table() {
  using namespace parameters;
  using namespace mechanisms;
  using All = std::vector<Parameter>;
  constexpr Adjacency replace = Adjacency::replace_one;
  constexpr Adjacency zero = Adjacency::zero_out;
  static const Mechanism private_round = mechanisms::eps_delta("eps", "delta");
  static const std::vector<PhaseRow> table{
      {"bounded-range", All{eps0}, zero, bounded_range},
      {"clones", All{eps0, n}, replace, kClones},
      {"discrete-gaussian", All{rate, sensitivity, sigma2}, zero, mechanisms::discrete_gaussian},
      {"discrete-laplace", All{a, rate, sensitivity}, zero, mechanisms::discrete_laplace},
      {"eps-delta", All{delta, eps}, zero, private_round},
      {"fixed-batch", All{share, sigma}, replace, kFixedBatch},
      {"gaussian", All{sigma}, zero, kGaussian},
      {"gdp", All{mu}, zero, kGdp},
      {"krr.strong", All{gamma, k, n}, replace, kKrrStrong},
      {"krr.strong-pair", All{gamma, k, n}, replace, kKrrStrongPair},
      {"krr.weak", All{gamma, k, n}, replace, kKrrWeak},
      {"laplace", All{eps0, rate}, zero, laplace},
      {"poisson-gaussian", All{rate, sigma}, zero, kPoissonGaussian},
      {"poisson-replace-one", All{rate, sigma}, replace, kPoissonReplaceOne},
      {"rr", All{eps0}, replace, rr},
      {"rr-local", All{k, p}, replace, rr_local},
      {"rr2", All{eps0, n, others}, replace, kRr2},
  };
  return table;
}

Phase poisson_steps(const Number& rate, const Number& sigma, Count rounds) {
  const std::span<const PhaseRow> table = phase_table();
  const auto row =
      std::find_if(table.begin(), table.end(), [](const PhaseRow& one) { return &one.mechanism == &kPoissonGaussian; });
  Phase phase;
  phase.parameters = {{"rate", rate}, {"sigma", sigma}};
  phase.row = &*row;
  phase.rounds = rounds;
  return phase;
}

bool is_sampled(const Mechanism& mechanism, const Arguments& x) {
  return *mechanism.sampling == by_rate && compare(x.parameter("rate"), Rational(1)) != Order::equal;
}

bool is_symmetric(const Mechanism& mechanism, const Arguments& x) {
  return *mechanism.symmetry == symmetric && !is_sampled(mechanism, x);
}

Reach reach_of(const Mechanism& mechanism, const Arguments& x, bool remove) {
  const Reach whole = (*mechanism.reach)(x);
  return is_sampled(mechanism, x) ? whole.sampled(x.parameter("rate"), remove) : whole;
}

Spline laplace_noise(const Arguments& x, Count precision) {
  const Interval reach = enclose(x.parameter("eps0"), precision);
  const Interval half(Rational(1, 2), precision);
  return {reach, exp(-(reach * half)), half, half * half};
}

Spline least_pair(const Arguments& x, Count precision) {
  const Interval reach = enclose(x.parameter("eps0"), precision);
  const Interval half(Rational(1, 2), precision);
  return {reach, exp(-(reach * half)), Interval(precision), half / -expm1(-reach)};
}

Outcomes whole_outcomes(const Mechanism& mechanism, const Arguments& x, Count precision) {
  const auto* const law = std::get_if<OutcomesLaw>(&*mechanism.law);
  if (law == nullptr) throw Rejected{"domain", "phase: has no outcomes that could be listed"};
  return law->whole(x, precision);
}

Outcomes outcomes_of(const Mechanism& mechanism, const Arguments& x, bool remove, Count precision) {
  const Outcomes whole = whole_outcomes(mechanism, x, precision);
  return is_sampled(mechanism, x) ? sampled(whole, x.parameter("rate"), remove) : whole;
}

Cells cells_of(const Mechanism& mechanism, const Arguments& x, bool remove, const BaseSpec& spec) {
  const Count precision = cells_precision(spec);
  const auto in_direction = [&](Cells cells) { return remove ? std::move(cells) : exchanged(cells); };
  const auto of_batch = [&](const BatchLaw& law) {
    const StepPair pair = law.pair(x, true);
    if (pair.up == pair.down) return symmetric_cells(pair.rate, pair.sigma, pair.coupled, spec);
    return in_direction(mixture_cells(pair.rate, pair.sigma, spec));
  };
  const auto of_spline = [&](const SplineLaw& law) {
    const Number rate = is_sampled(mechanism, x) ? x.parameter("rate") : Number{Number::Kind::rational, 1};
    return in_direction(spline_cells(law.whole(x, precision), rate, spec));
  };
  const auto of_others = [&](const auto&) { return outcome_cells(outcomes_of(mechanism, x, remove, precision), spec); };
  return std::visit(
      Cases{of_batch, of_spline, [&](const CellsLaw& law) { return law.cells(x, remove, spec); }, of_others},
      *mechanism.law);
}

}  // namespace hallmark::check
