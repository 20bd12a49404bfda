// The rows of the registry for selections: of partitions, of the best of many runs, of queries above a threshold.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bounds/basic/bounded_range.hpp"
#include "bounds/basic/certifiers.hpp"
#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"
#include "bounds/selection/noisy_max.hpp"
#include "bounds/selection/partition_selection.hpp"
#include "bounds/selection/private_selection.hpp"
#include "bounds/selection/sparse_vector.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

partition_selection::Parameters partitions_of(const Arguments& x) { return {x.number("eps"), x.number("delta")}; }

Answer shown_probability(const Arguments& x, const Request& r) {
  const partition_selection::Parameters p = partitions_of(x);
  const slong n = x.count("n");
  if (const auto exact = partition_selection::probability_exact(p, n)) {
    Answer a;
    a.method = "the recursion in fractions";
    set_exact(a, *exact);
    return a;
  }
  return from_balls([&](slong bits) { return partition_selection::probability(p, n, bits); }, r,
                    "closed form of the recursion");
}

Answer users_to_show(const Arguments& x, const Request& r) {
  if (x.number("delta").sign() == 0) {
    throw InputError("partition-selection.n", "delta", "0", "positive: with delta = 0 no partition is ever shown");
  }
  const Bracket found = partition_selection::least_n(partitions_of(x), x.number("p"), r.budget);
  Answer a;
  a.method = "the probabilities of n - 1 and of n users";
  a.lo = found.lo + 1;
  a.hi = found.hi;
  a.reached = a.lo == a.hi;
  if (a.reached) set_exact(a, a.hi);
  if (!a.reached) a.shortfall = "whether the probability of the smaller n is exactly p stays open, or the time ended";
  return a;
}

sparse_vector::Parameters queries_of(const Arguments& x) {
  return {x.number("b1"), x.number("b2"), x.count("cut"), x.number("sensitivity"), x.word("monotone") == "yes"};
}

Answer above_threshold_epsilon(const Arguments& x, const Request& r) {
  const sparse_vector::Parameters p = queries_of(x);
  Answer a = from_balls([&](slong bits) { return sparse_vector::epsilon(p, bits); }, r,
                        "closed form, attained as the queries become many");
  if (const auto exact = sparse_vector::epsilon_exact(p)) set_exact(a, *exact);
  return a;
}

Answer above_threshold_delta(const Arguments& x, const Request& r) {
  const sparse_vector::Parameters p = queries_of(x);
  const Number& eps = x.number("eps");
  const auto whole = sparse_vector::epsilon_exact(p);
  if (whole && less_equal(*whole, eps) == Truth::yes) {
    Answer a;
    a.method = "eps is at least the pure epsilon";
    set_exact(a, 0);
    return a;
  }
  return from_balls([&](slong bits) { return sparse_vector::delta_upper(p, eps, bits); }, r,
                    "Laplace noise on the threshold, or the pure epsilon");
}

// What each law of the number of runs takes.
struct RunsRow {
  std::string_view word;
  std::string_view parameters;
};
constexpr std::array<RunsRow, 6> laws_of_runs{{{"geometric", "gamma"},
                                               {"poisson", "mean"},
                                               {"tnb", "eta gamma"},
                                               {"binomial", "n p"},
                                               {"fixed", "n"},
                                               {"table", "table"}}};

// Of the parameters `all`, those are given that the word takes, and no other.
void check_taken(std::string_view id, const Arguments& x, std::string_view word_of, std::string_view taken,
                 std::initializer_list<std::string_view> all) {
  const auto wanted = words_of_text(taken);
  for (const std::string_view name : all) {
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    if (is_wanted == x.has(name)) continue;
    throw InputError(
        id, name, is_wanted ? "not given" : x.canonical().at(std::string(name)),
        fmt::format("{} for {}={}, which takes {}", is_wanted ? "given" : "left out", word_of, x.word(word_of), taken));
  }
}

void check_runs(const Arguments& x) {
  const std::string& word = x.word("runs");
  const auto law =
      std::find_if(laws_of_runs.begin(), laws_of_runs.end(), [&](const RunsRow& r) { return r.word == word; });
  check_taken("private-selection.epsilon", x, "runs", law->parameters, {"eta", "gamma", "mean", "n", "p", "table"});
}

private_selection::Runs runs_of(const Arguments& x) {
  const std::string& word = x.word("runs");
  if (word == "geometric") return private_selection::NegativeBinomial{1, x.number("gamma")};
  if (word == "tnb") return private_selection::NegativeBinomial{x.number("eta"), x.number("gamma")};
  if (word == "poisson") return private_selection::Poisson{x.number("mean")};
  if (word == "binomial") return private_selection::BinomialRuns{x.count("n"), x.number("p")};
  return private_selection::Fixed{x.count("n")};
}

std::vector<private_selection::Weight> table_of(const Arguments& x) {
  constexpr slong most_runs = 1'000'000'000'000'000;
  std::vector<private_selection::Weight> law;
  bool some_run = false;
  for (const std::vector<Rational>& row : x.rows("table")) {
    const bool good = row.size() == 2 && row[0].is_integer() && row[0].sign() >= 0 && row[0] <= most_runs &&
                      row[1].sign() >= 0 &&
                      std::none_of(law.begin(), law.end(), [&](const auto& w) { return Rational(w.runs) == row[0]; });
    if (!good) {
      throw InputError("private-selection.epsilon", "table", x.canonical().at("table"),
                       "rows `runs,probability`: an integer from 0 to 10^15, each once, and a number of at least 0");
    }
    law.push_back({row[0].to_long(), row[1]});
    some_run = some_run || (row[0].sign() > 0 && row[1].sign() > 0);
  }
  if (!some_run) {
    throw InputError("private-selection.epsilon", "table", x.canonical().at("table"),
                     "one with a positive probability of some run");
  }
  return law;
}

Answer best_run_epsilon(const Arguments& x, const Request& r) {
  check_runs(x);
  const Number& eps0 = x.number("eps0");
  if (x.word("runs") == "table") {
    const Bracket found = private_selection::epsilon_of_table(eps0, table_of(x), r.digits, r.budget);
    Answer a;
    a.lo = found.lo;
    a.hi = found.hi;
    a.reached = has_digits(a.lo, a.hi, r.digits);
    a.method = "the largest ratio over cells of thresholds";
    if (!a.reached) a.shortfall = "the search over the thresholds ended: more time, or fewer digits";
    return a;
  }
  const private_selection::Runs runs = runs_of(x);
  Answer a = from_balls([&](slong bits) { return private_selection::epsilon(eps0, runs, bits); }, r,
                        "closed form, attained in the limit by randomized response with a continuous tie-breaker");
  const auto rational = eps0.rational();
  if (const auto* fixed = std::get_if<private_selection::Fixed>(&runs); fixed != nullptr && rational) {
    set_exact(a, *rational * fixed->n);
  }
  return a;
}

std::string_view unless_closed(const Arguments& x) { return x.word("runs") == "table" ? no_words : std::string_view(); }

bool is_number_of_users(const Arguments&, Relation, const Number& value) {
  return value.rational() && *value.rational() <= Rational(1'000'000'000'000'000);
}

// What each noise takes.
struct NoiseRow {
  std::string_view word;
  noisy_max::Noise noise;
  std::string_view parameters;
};
constexpr std::array<NoiseRow, 4> noises{{{"gumbel", noisy_max::Noise::gumbel, "eps0"},
                                          {"exponential", noisy_max::Noise::exponential, "eps0"},
                                          {"laplace", noisy_max::Noise::laplace, "eps0"},
                                          {"gaussian", noisy_max::Noise::gaussian, "sigma candidates"}}};

noisy_max::Parameters maximum_of(const Arguments& x) {
  const auto row =
      std::find_if(noises.begin(), noises.end(), [&](const NoiseRow& n) { return n.word == x.word("noise"); });
  check_taken("noisy-max", x, "noise", row->parameters, {"candidates", "eps0", "sigma"});
  if (row->noise != noisy_max::Noise::gaussian) return {row->noise, x.number("eps0"), std::nullopt, std::nullopt};
  return {row->noise, std::nullopt, x.number("sigma"), x.count("candidates")};
}

// Of the mechanisms that have a name of their own.
template <noisy_max::Noise noise>
noisy_max::Parameters named(const Arguments& x) {
  return {noise, x.number("eps0"), std::nullopt, std::nullopt};
}

template <noisy_max::Parameters (*parameters_of)(const Arguments&)>
Prepared prepare_maximum(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const noisy_max::Noise noise = parameters_of(term.arguments).noise;
  if (noise == noisy_max::Noise::gumbel) return basic::prepare_bounded_range(term, answer, ends, budget);
  if (!ends.lower) return prepared(witness::Threshold{0});
  for (const slong digits : {15, 50}) {
    const Answer sharp = evaluate(*term.entry, term.arguments, {.digits = digits, .budget = budget});
    const auto* at = std::get_if<witness::Threshold>(&sharp.witness.method);
    if (at == nullptr) break;
    if (digits == 50 || less_equal(*ends.lower, Number(sharp.lo)) == Truth::yes) return prepared(*at);
  }
  return refused("no difference of two scores was found that proves a lower end");
}

// delta and epsilon of the maximum with a noise.
template <noisy_max::Parameters (*parameters_of)(const Arguments&)>
void add_maximum(std::vector<Entry>& t, const std::string& stem) {
  static const Certifier of_delta{.methods = "event recursion",
                                  .prepare = prepare_maximum<parameters_of>,
                                  .obstacle = bounded_range_delta_certifier.obstacle};
  static const Certifier of_epsilon{.methods = "event recursion",
                                    .prepare = prepare_maximum<parameters_of>,
                                    .obstacle = bounded_range_epsilon_certifier.obstacle,
                                    .can_state = is_moderate_eps};
  t.push_back(row(
      stem + ".delta", [](const Arguments& x, const Request& r) { return noisy_max::delta(parameters_of(x), x, r); },
      &of_delta));
  t.push_back(row(
      stem + ".epsilon",
      [](const Arguments& x, const Request& r) { return noisy_max::epsilon(parameters_of(x), x, r); }, &of_epsilon));
}

const Certifier partition_users_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .can_state = is_number_of_users};
const Certifier best_run_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .obstacle = unless_closed};

}  // namespace

std::vector<Entry> selection_rows() {
  std::vector<Entry> t = {row("partition-selection.n", users_to_show, &partition_users_certifier),
                          row("partition-selection.probability", shown_probability, &formula_certifier),
                          row("private-selection.epsilon", best_run_epsilon, &best_run_certifier),
                          row("sparse-vector.delta", above_threshold_delta, &formula_certifier),
                          row("sparse-vector.epsilon", above_threshold_epsilon, &formula_certifier)};
  add_maximum<named<noisy_max::Noise::gumbel>>(t, "exponential");
  add_maximum<named<noisy_max::Noise::exponential>>(t, "permute-and-flip");
  add_maximum<maximum_of>(t, "noisy-max");
  return t;
}

}  // namespace hallmark
