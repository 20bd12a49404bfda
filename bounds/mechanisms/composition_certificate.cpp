#include "bounds/mechanisms/composition_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "bounds/batch/pair_line.hpp"
#include "bounds/batch/pairs.hpp"
#include "bounds/batch/poisson_witness.hpp"
#include "bounds/certificate.hpp"
#include "bounds/certifier.hpp"
#include "bounds/composition/line_route.hpp"
#include "bounds/directions.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/statement.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using composition::phase_list;
using composition::PhaseList;

std::string_view name_of(std::string_view words) { return words.substr(0, words.find(' ')); }

std::string value_of(std::string_view words, std::string_view parameter) {
  const std::string head = " " + std::string(parameter) + "=";
  const auto at = words.find(head);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = words.substr(at + head.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

double number_of(std::string_view words, std::string_view parameter) {
  return roughly(Number(value_of(words, parameter)).ball(64));
}

template <int outcomes>
double always(std::string_view, double) {
  return outcomes;
}

// Within sqrt(2 ln 2 bits) deviations of the coins, and of their heads: at most where two thirds are coins.
double outcomes_of_coins(std::string_view words, double bits) {
  constexpr double most = 0.84;
  const double n = number_of(words, "n");
  return std::min((n + 1) * (n + 2) / 2, most * n * bits);
}

double outcomes_of_three_counts(std::string_view words, double) {
  const double n = number_of(words, "n");
  return (n + 1) * (n + 2) * (n + 3) / 6;
}

double outcomes_of_heads(std::string_view words, double) { return number_of(words, "n") + 1; }

double outcomes_of_discrete_gaussian(std::string_view words, double bits) {
  const double tail = std::sqrt(2 * std::numbers::ln2 * (bits + 128) * number_of(words, "sigma2"));
  return 2 * (tail + number_of(words, "sensitivity") + 2);
}

double outcomes_of_discrete_laplace(std::string_view words, double) { return number_of(words, "sensitivity") + 1; }

// The phases of proofs-check/FORMAT.md section 4.1: about how many outcomes one round has for the checker where masses
// below 2^-bits are left out, if they can be listed, and whether they have a transform there.
struct Known {
  std::string_view name;
  double (*outcomes)(std::string_view words, double bits) = nullptr;
  bool on_line = true;
};
constexpr std::array<Known, 17> known{{{"bounded-range"},
                                       {"clones", outcomes_of_coins, false},
                                       {"discrete-gaussian", outcomes_of_discrete_gaussian},
                                       {"discrete-laplace", outcomes_of_discrete_laplace},
                                       {"eps-delta", always<2>},
                                       {"fixed-batch"},
                                       {"gaussian"},
                                       {"gdp"},
                                       {"krr.strong", outcomes_of_coins, false},
                                       {"krr.strong-pair", outcomes_of_coins, false},
                                       {"krr.weak", outcomes_of_three_counts, false},
                                       {"laplace"},
                                       {"poisson-gaussian"},
                                       {"poisson-replace-one"},
                                       {"rr", always<2>},
                                       {"rr-local", always<3>},
                                       {"rr2", outcomes_of_heads, false}}};

const Known* known_phase(std::string_view words) {
  const auto at = std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.name == name_of(words); });
  return at == known.end() ? nullptr : &*at;
}

template <typename Test>
bool all_of(const PhaseList& list, const Test& test) {
  return std::all_of(list.lines().begin(), list.lines().end(), [&](const auto& line) { return test(line.first); });
}

// Steps on batches with Gaussian noise, as the transforms of the bounds and of the checker know them.
std::optional<poisson_gaussian::Mechanism> batch_of(std::string_view words) {
  const std::string_view name = name_of(words);
  if (name == "fixed-batch") {
    return poisson_gaussian::Mechanism{
        Number(value_of(words, "share")), Number(value_of(words, "sigma")), 1, {1, 1, true}};
  }
  if (!name.starts_with("poisson-")) return std::nullopt;
  poisson_gaussian::Pair pair{1, 1};
  if (name == "poisson-gaussian") pair.down = 0;
  return poisson_gaussian::Mechanism{Number(value_of(words, "rate")), Number(value_of(words, "sigma")), 1, pair};
}

bool is_normal(std::string_view words) { return name_of(words) == "gaussian" || name_of(words) == "gdp"; }

bool is_whole(std::string_view words) { return value_of(words, "rate") == "1"; }

// All phases have a largest log ratio.
bool is_bounded(const PhaseList& list, Direction direction) {
  return all_of(list, [&](std::string_view words) {
    const auto batch = batch_of(words);
    if (batch) return (direction == Direction::add ? batch->pair.down : batch->pair.up) == 0;
    return !is_normal(words);
  });
}

constexpr double most_outcomes = 140'000;  // of the 2^18 that the checker lists

// How many outcomes `rounds` rounds of so many have, orders apart, or some number above most_outcomes.
double combined(double outcomes, double rounds) {
  const double few = std::min(outcomes - 1, rounds);
  const double many = std::max(outcomes - 1, rounds);
  double all = 1;
  for (double i = 1; i <= few && all <= most_outcomes; ++i) all *= (many + i) / i;
  return all;
}

// All phases have a transform on the checker's line, and one has a density.
bool is_on_line(const PhaseList& list) {
  const auto has_transform = [](std::string_view words) {
    const std::string_view name = name_of(words);
    return known_phase(words)->on_line && (name != "laplace" || is_whole(words)) &&
           (!name.starts_with("poisson-") || !is_whole(words));
  };
  const auto has_none = [](std::string_view words) { return !is_normal(words) && !batch_of(words); };
  return all_of(list, has_transform) && !all_of(list, has_none);
}

// Why FORMAT.md section 4.1 has no words for the phases, empty where it has.
std::string_view obstacle_to(const PhaseList& list) {
  constexpr std::size_t most_phases = 40;  // of the lines of a certificate
  if (list.lines().size() > most_phases) return too_much_work;
  if (!all_of(list, [](std::string_view words) { return known_phase(words) != nullptr; })) {
    return "the checker does not know one of the phases (FORMAT.md section 4.1)";
  }
  return "";
}

// The line that proves one end in one direction, or nothing.
std::optional<witness::Inversion> inversion_for(const PhaseList& list, bool upper, Direction direction,
                                                const Number& eps, const Number& delta, const Budget& budget) {
  const auto path = composition::path_for(list.phases(), direction, eps, delta, upper, budget);
  if (!path) return std::nullopt;
  witness::Inversion found{direction, path->a, path->dt, path->right, path->left, path->nodes, {}};
  for (const auto& [words, rounds] : list.lines()) {
    const auto batch = batch_of(words);
    if (!batch) continue;
    const auto lines = poisson_gaussian::is_usual(batch->pair)
                           ? composition::poisson_lines(batch->sigma, batch->rate, direction, *path)
                           : composition::pair_lines(*batch, direction, *path);
    if (!lines) return std::nullopt;
    poisson_gaussian::add_rules(found, *lines);
  }
  return found;
}

}  // namespace

std::optional<std::string> composition_certificate(const Entry& entry, const Arguments& x, const PhaseList& list,
                                                   const Rational& lo, const Rational& hi, const Budget& budget) {
  if (!obstacle_to(list).empty()) return std::nullopt;
  ParameterTexts texts = x.canonical();
  texts["phases"] = text_of(list);
  Answer about;
  about.lo = about.hi = (lo + hi) / 2;
  Statement s = enclosure_statement({&entry, entry.arguments(texts)}, about, lo, hi);
  return prepare_certificate(s, budget) ? std::optional(certificate_text(s)) : std::nullopt;
}

std::string phase_lines(std::string_view phases) {
  const PhaseList list = phase_list(phases);
  std::string text;
  for (const auto& [words, rounds] : list.lines()) {
    text += fmt::format("phase {} rounds {}\n", words, rounds);
  }
  return text;
}

std::vector<std::string> parts_in_order(std::string_view parts) {
  std::map<std::string, std::string> by_lines;
  for (std::string& part : parts_of(parts)) by_lines.emplace(phase_lines(part), std::move(part));
  std::vector<std::string> all;
  for (auto& [lines, part] : by_lines) all.push_back(std::move(part));
  return all;
}

slong composition_rounds(std::string_view phases) {
  const PhaseList list = phase_list(phases);
  return std::accumulate(list.lines().begin(), list.lines().end(), slong{0},
                         [](slong sum, const auto& line) { return sum + line.second; });
}

bool composition_has_grid(std::string_view phases) {
  const PhaseList list = phase_list(phases);
  // On a line few steps of the coupling decay too slowly.
  const auto is_fixed = [](std::string_view words) { return name_of(words) == "fixed-batch"; };
  const bool some_fixed = !all_of(list, [&](std::string_view words) { return !is_fixed(words); });
  return !all_of(list, is_normal) && (some_fixed || !is_on_line(list));
}

bool composition_is_bounded(std::string_view phases, Direction direction) {
  return is_bounded(phase_list(phases), direction);
}

PhaseLines composition_lines(std::string_view phases) { return phase_list(phases).lines(); }

bool has_few_outcomes(const PhaseLines& lines, double bits) {
  double all = 1;
  for (const auto& [words, rounds] : lines) {
    const Known* phase = known_phase(words);
    if (phase == nullptr || phase->outcomes == nullptr) return false;
    const double outcomes = phase->outcomes(words, bits);
    if (!(outcomes <= most_outcomes)) return false;
    const auto together = static_cast<double>(rounds);
    // Those of a single phase are split in two halves.
    all *= combined(outcomes, lines.size() > 1 ? together : std::ceil(together / 2));
  }
  return all <= most_outcomes;
}

bool composition_has_batches(std::string_view phases) {
  return !all_of(phase_list(phases), [](std::string_view words) {
    const auto batch = batch_of(words);
    return !batch || poisson_gaussian::is_usual(batch->pair);
  });
}

std::string_view composition_obstacle(std::string_view phases) { return obstacle_to(phase_list(phases)); }

std::optional<witness::Inversions> composition_witness(std::string_view phases, const Arguments& x,
                                                       const std::optional<Number>& lower,
                                                       const std::optional<Number>& upper, const Budget& budget) {
  const PhaseList list = phase_list(phases);
  if (!is_on_line(list)) return std::nullopt;
  const bool of_epsilon = !x.has("eps");
  const Number& parameter = x.number(of_epsilon ? "delta" : "eps");
  const auto inversion = [&](Direction direction, const Number& value, bool is_upper) {
    return of_epsilon ? inversion_for(list, is_upper, direction, value, parameter, budget)
                      : inversion_for(list, is_upper, direction, parameter, value, budget);
  };
  return prove_ends<witness::Inversion>(directions_of(x.direction()), {lower, upper}, inversion);
}

}  // namespace hallmark
