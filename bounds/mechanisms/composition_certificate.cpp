#include "bounds/mechanisms/composition_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bounds/batch/poisson_phase_line.hpp"
#include "bounds/certificate.hpp"
#include "bounds/composition/line_route.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/statement.hpp"

namespace hallmark {
namespace {

using composition::phase_list;
using composition::PhaseList;

// What proofs-check/FORMAT.md section 4.1 names.
constexpr std::array<std::string_view, 8> named{"bounded-range", "discrete-gaussian", "discrete-laplace",
                                                "eps-delta",     "gaussian",          "gdp",
                                                "laplace",       "poisson-gaussian"};

std::string_view name_of(std::string_view words) { return words.substr(0, words.find(' ')); }

std::string value_of(std::string_view words, std::string_view parameter) {
  const std::string head = " " + std::string(parameter) + "=";
  const auto at = words.find(head);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = words.substr(at + head.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

// Why FORMAT.md section 4.1 has no words for the phases, empty where it has: they are known, on one line, and one of
// them has no largest log ratio.
std::string_view obstacle_to(const PhaseList& list, Direction direction) {
  constexpr std::size_t most_phases = 40;  // of the lines of a certificate
  if (list.adjacency() != Adjacency::zero_out) return "the checker composes phases of zero-out adjacency";
  if (list.lines().size() > most_phases) return too_much_work;
  bool unbounded = false;
  for (const auto& [words, rounds] : list.lines()) {
    const std::string_view name = name_of(words);
    if (std::find(named.begin(), named.end(), name) == named.end()) {
      return "the checker does not know one of the phases (FORMAT.md section 4.1)";
    }
    unbounded =
        unbounded || name == "gaussian" || name == "gdp" || (name == "poisson-gaussian" && direction != Direction::add);
    const bool whole = value_of(words, "rate") == "1";
    if (name == "laplace" && !whole) return "sampled Laplace noise has no transform on the checker's line";
    if (name == "poisson-gaussian" && whole) return "a rate of 1 is Gaussian noise and must be stated as such";
  }
  return unbounded ? "" : "no phase is without a largest log ratio, as Gaussian noise is";
}

std::string rule_text(const poisson_gaussian::Line& line) {
  return fmt::format("rule {} {} {} {} {}\n", line.step.to_string(), line.height.to_string(), line.reach.to_string(),
                     line.first, line.last);
}

// The lines of the witness that prove one end in one direction, or nothing.
std::optional<std::string> lines_for(const PhaseList& list, std::string_view end, Direction direction,
                                     const Number& eps, const Number& delta, const Budget& budget) {
  const auto path = composition::path_for(list.phases(), direction, eps, delta, end == "upper", budget);
  if (!path) return std::nullopt;
  std::string text = fmt::format("contour-{} {} {} {} {} {} {}\n", end, to_string(direction), path->a.to_string(),
                                 path->dt.to_string(), path->right.to_string(), path->left.to_string(), path->nodes);
  for (const auto& [words, rounds] : list.lines()) {
    if (name_of(words) != "poisson-gaussian") continue;
    const auto lines =
        composition::poisson_lines(Number(value_of(words, "sigma")), Number(value_of(words, "rate")), direction, *path);
    if (!lines) return std::nullopt;
    for (const auto* line : {&lines->values, &lines->norm, &lines->beyond, &lines->right, &lines->left}) {
      text += rule_text(*line);
    }
  }
  return text;
}

std::string lines_of(const PhaseList& list) {
  std::string text;
  for (const auto& [words, rounds] : list.lines()) text += fmt::format("phase {} rounds {}\n", words, rounds);
  return text;
}

// The lines that prove the ends that are claimed, or nothing.
std::optional<std::string> witness_of(const PhaseList& list, const Arguments& x, const std::optional<Number>& lower,
                                      const std::optional<Number>& upper, const Budget& budget) {
  const bool of_epsilon = !x.has("eps");
  const Number& parameter = x.number(of_epsilon ? "delta" : "eps");
  const auto lines = [&](std::string_view end, Direction direction, const Number& value) {
    return of_epsilon ? lines_for(list, end, direction, value, parameter, budget)
                      : lines_for(list, end, direction, parameter, value, budget);
  };
  const std::vector<Direction> asked = x.direction() == Direction::both
                                           ? std::vector<Direction>{Direction::remove, Direction::add}
                                           : std::vector<Direction>{x.direction()};
  std::optional<std::string> below;
  for (const Direction direction : asked) {
    if (lower && !below) below = lines("lower", direction, *lower);
  }
  if (lower && !below) return std::nullopt;
  std::string text = below.value_or("");
  for (const Direction direction : asked) {
    if (!upper) break;
    const auto found = lines("upper", direction, *upper);
    if (!found) return std::nullopt;
    text += *found;
  }
  return text;
}

}  // namespace

std::optional<std::string> composition_certificate(const Entry& entry, const Arguments& x, const PhaseList& list,
                                                   const Rational& lo, const Rational& hi, const Budget& budget) {
  if (!obstacle_to(list, x.direction()).empty()) return std::nullopt;
  const auto lines = witness_of(list, x, Number(lo), Number(hi), budget);
  if (!lines) return std::nullopt;
  const bool of_epsilon = !x.has("eps");
  const std::string_view named_parameter = of_epsilon ? "delta" : "eps";
  std::string text = fmt::format(
      "hallmark certificate 2\nSTATEMENT\nquantity {}\nbounds {}\nadjacency {}\ndirection {}\nparameter {} {}\n",
      entry.id, to_string(entry.bounds), to_string(list.adjacency()), to_string(x.direction()), named_parameter,
      x.number(named_parameter).to_string());
  text += lines_of(list);
  text += fmt::format("relation in\nvalue {}\nvalue {}\nAXIOMS\nnone\nWITNESS\n", lo.to_string(), hi.to_string());
  if (of_epsilon) text += "lemma hockey-stick-nonincreasing-in-eps\n";
  text += fmt::format("method inversions\nbits 64\n{}END\n", *lines);
  return text + fmt::format("sha256 {}\n", sha256(text));
}

std::string phase_lines(std::string_view phases) { return lines_of(phase_list(phases)); }

std::string_view composition_obstacle(std::string_view phases, Direction direction) {
  return obstacle_to(phase_list(phases), direction);
}

std::optional<std::string> composition_witness(const Arguments& x, Relation relation, const std::vector<Number>& values,
                                               const Budget& budget) {
  const PhaseList list = phase_list(x.word("phases"));
  if (!obstacle_to(list, x.direction()).empty()) return std::nullopt;
  std::optional<Number> lower;
  std::optional<Number> upper;
  if (has_lower_end(relation)) lower = values.front();
  if (has_upper_end(relation)) upper = values.back();
  return witness_of(list, x, lower, upper, budget);
}

}  // namespace hallmark
