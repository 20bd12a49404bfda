#include "basic/phases.hpp"

#include "basic/sampled_noise.hpp"
#include "laws/mixture_base.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

/// Shuffled responses, the same in both directions but for rr2.
std::optional<Cells> shuffled_cells(const Phase& phase, bool remove, const BaseSpec& spec, Budget& budget) {
  const std::string_view name = phase.row->name;
  if (!phase.has("n")) return std::nullopt;
  const std::uint64_t n = phase.count("n");
  if (name == "clones") return clones_cells(n, phase.parameter("eps0"), spec, budget);
  if (name == "rr2") {
    const std::uint64_t others = phase.count("others");
    if (others >= n) throw Rejected{"domain", "others: must be an integer, 0 <= others <= n-1"};
    return rr2_cells(n, remove ? others : n - 1 - others, phase.parameter("eps0"), spec, budget);
  }
  const Number& gamma = phase.parameter("gamma");
  if (name == "krr.weak") return krr_weak_cells(n, gamma, phase.count("k"), spec, budget);
  return krr_pair_cells(n, gamma, phase.count("k"), name == "krr.strong", spec, budget);
}

}  // namespace

std::span<const PhaseRow> phase_table() {
  using namespace parameters;
  constexpr Adjacency replace = Adjacency::replace_one;
  static const std::vector<PhaseRow> table{
      {"bounded-range", {eps0}},
      {"clones", {eps0, n}, replace},
      {"discrete-gaussian", {rate, sensitivity, sigma2}},
      {"discrete-laplace", {a, rate, sensitivity}},
      {"eps-delta", {delta, eps}},
      {"fixed-batch", {share, sigma}, replace},
      {"gaussian", {sigma}},
      {"gdp", {mu}},
      {"krr.strong", {gamma, k, n}, replace},
      {"krr.strong-pair", {gamma, k, n}, replace},
      {"krr.weak", {gamma, k, n}, replace},
      {"laplace", {eps0, rate}},
      {"poisson-gaussian", {rate, sigma}},
      {"poisson-replace-one", {rate, sigma}, replace},
      {"rr", {eps0}, replace},
      {"rr-local", {k, p}, replace},
      {"rr2", {eps0, n, others}, replace},
  };
  return table;
}

bool is_normal(const Phase& phase) { return phase.row->name == "gaussian" || phase.row->name == "gdp"; }

Interval variance_of(const Phase& phase, mpfr_prec_t precision) {
  const bool of_mu = phase.row->name == "gdp";
  const Interval size = enclose(phase.parameter(of_mu ? "mu" : "sigma"), precision);
  const Interval square = size * size;
  return (of_mu ? square : integer(1, precision) / square) * integer(phase.rounds, precision);
}

bool is_unbounded(const Phase& phase, bool remove) {
  if (is_normal(phase)) return true;
  const auto batch = batch_of(phase, remove);
  return batch && (batch->coupled || batch->up > 0);
}

bool is_sampled(const Arguments& x) {
  return x.has("rate") && compare(x.parameter("rate"), Rational(1)) != Order::equal;
}

bool is_symmetric(const Phase& phase) {
  return !is_sampled(phase) ? phase.row->name != "rr2" : phase.row->name == "poisson-replace-one";
}

std::optional<StepPair> batch_of(const Phase& phase, bool remove) {
  const std::string_view name = phase.row->name;
  if (name == "fixed-batch") return StepPair{phase.parameter("sigma"), phase.parameter("share"), 1, 1, true};
  if (!name.starts_with("poisson-")) return std::nullopt;
  StepPair pair{phase.parameter("sigma"), phase.parameter("rate"), 1, 1};
  if (name == "poisson-gaussian") (remove ? pair.down : pair.up) = 0;
  return pair;
}

Spline laplace_noise(const Number& eps0, mpfr_prec_t precision) {
  const Interval reach = enclose(eps0, precision);
  const Interval half(Rational(1, 2), precision);
  return {reach, exp(-(reach * half)), half, half * half};
}

Spline least_pair(const Number& eps0, mpfr_prec_t precision) {
  const Interval reach = enclose(eps0, precision);
  const Interval half(Rational(1, 2), precision);
  return {reach, exp(-(reach * half)), Interval(precision), half / -expm1(-reach)};
}

std::optional<Spline> spline_of(const Phase& phase, mpfr_prec_t precision) {
  if (phase.row->name == "laplace") return laplace_noise(phase.parameter("eps0"), precision);
  if (phase.row->name == "bounded-range") return least_pair(phase.parameter("eps0"), precision);
  return std::nullopt;
}

Outcomes rr_local(std::uint64_t k, const Number& p, mpfr_prec_t precision) {
  const Interval lie = enclose(p, precision) / integer(k, precision);
  const Interval ratio = (integer(1, precision) - enclose(p, precision)) / lie + integer(1, precision);
  const Interval step = log(ratio);
  const Interval others(Integer(k - 2), precision);
  return {{{lie * ratio, step}, {lie * others, Interval(precision)}, {lie, -step}}, Interval(precision)};
}

Outcomes whole_outcomes(std::string_view name, const Arguments& x, mpfr_prec_t precision, Budget& budget) {
  charge_functions(precision, 8, budget);
  if (name == "eps-delta") {
    const bool alone = x.has("delta0");  // not a phase
    return eps_delta(x.parameter(alone ? "eps0" : "eps"), x.parameter(alone ? "delta0" : "delta"), precision);
  }
  if (name == "rr") return eps_delta(x.parameter("eps0"), Number{}, precision);
  if (name == "rr-local") return rr_local(x.count("k"), x.parameter("p"), precision);
  if (!x.has("sensitivity")) {
    throw Rejected{"domain", "phase: " + std::string(name) + " has no outcomes that could be listed"};
  }
  const std::uint64_t sensitivity = x.count("sensitivity");
  if (name == "discrete-laplace") return discrete_laplace(x.parameter("a"), sensitivity, precision, budget);
  return discrete_gaussian(x.parameter("sigma2"), sensitivity, precision, budget);
}

Outcomes outcomes_of(const Phase& phase, bool remove, mpfr_prec_t precision, Budget& budget) {
  const Outcomes whole = whole_outcomes(phase.row->name, phase, precision, budget);
  return is_sampled(phase) ? sampled(whole, phase.parameter("rate"), remove) : whole;
}

Cells cells_of(const Phase& phase, bool remove, const BaseSpec& spec, Budget& budget) {
  const Number one{Number::Kind::rational, 1};
  const auto in_direction = [&](Cells cells) { return remove ? std::move(cells) : exchanged(cells); };
  if (phase.row->name == "poisson-gaussian") {
    return in_direction(mixture_cells(phase.parameter("rate"), phase.parameter("sigma"), spec, budget));
  }
  if (const auto batch = batch_of(phase, remove)) {
    return symmetric_cells(batch->rate, batch->sigma, batch->coupled, spec, budget);
  }
  if (auto cells = shuffled_cells(phase, remove, spec, budget)) return *std::move(cells);
  const mpfr_prec_t precision = cells_precision(spec);
  if (const auto spline = spline_of(phase, precision)) {
    const Number& rate = phase.has("rate") ? phase.parameter("rate") : one;
    return in_direction(spline_cells(*spline, rate, spec, budget));
  }
  return outcome_cells(outcomes_of(phase, remove, precision, budget), spec);
}

}  // namespace hallmark::check
