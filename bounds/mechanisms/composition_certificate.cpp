#include "bounds/mechanisms/composition_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bounds/batch/poisson_phase_line.hpp"
#include "bounds/certificate.hpp"
#include "bounds/composition/line_route.hpp"

namespace hallmark {
namespace {

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

// Whether FORMAT.md section 4.1 has words for all phases, one of them without a largest log ratio.
bool has_words(const PhaseList& list, Direction direction) {
  constexpr std::size_t most_phases = 40;  // of the lines of a certificate
  if (list.adjacency() != Adjacency::zero_out || list.lines().size() > most_phases) return false;
  bool unbounded = false;
  for (const auto& [words, rounds] : list.lines()) {
    const std::string_view name = name_of(words);
    if (std::find(named.begin(), named.end(), name) == named.end()) return false;
    unbounded =
        unbounded || name == "gaussian" || name == "gdp" || (name == "poisson-gaussian" && direction != Direction::add);
    const bool whole = value_of(words, "rate") == "1";
    if (name == "laplace" && !whole) return false;
    if (name == "poisson-gaussian" && whole) return false;
  }
  return unbounded;
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

}  // namespace

std::optional<std::string> composition_certificate(const Entry& entry, const Arguments& x, const PhaseList& list,
                                                   const Rational& lo, const Rational& hi, const Budget& budget) {
  if (!has_words(list, x.direction())) return std::nullopt;
  const bool of_epsilon = !x.canonical().contains("eps");
  const std::string_view named_parameter = of_epsilon ? "delta" : "eps";
  const Number& parameter = x.number(named_parameter);
  const auto lines = [&](std::string_view end, Direction direction, const Rational& value) {
    return of_epsilon ? lines_for(list, end, direction, Number(value), parameter, budget)
                      : lines_for(list, end, direction, parameter, Number(value), budget);
  };
  const std::vector<Direction> asked = x.direction() == Direction::both
                                           ? std::vector<Direction>{Direction::remove, Direction::add}
                                           : std::vector<Direction>{x.direction()};
  std::optional<std::string> below;
  for (const Direction direction : asked) {
    if (!below) below = lines("lower", direction, lo);
  }
  if (!below) return std::nullopt;
  std::string above;
  for (const Direction direction : asked) {
    const auto found = lines("upper", direction, hi);
    if (!found) return std::nullopt;
    above += *found;
  }
  std::string text = fmt::format(
      "hallmark certificate 2\nSTATEMENT\nquantity {}\nbounds {}\nadjacency {}\ndirection {}\nparameter {} {}\n",
      entry.id, to_string(entry.bounds), to_string(list.adjacency()), to_string(x.direction()), named_parameter,
      parameter.to_string());
  for (const auto& [words, rounds] : list.lines()) text += fmt::format("phase {} rounds {}\n", words, rounds);
  text += fmt::format("relation in\nvalue {}\nvalue {}\nAXIOMS\nnone\nWITNESS\n", lo.to_string(), hi.to_string());
  if (of_epsilon) text += "lemma hockey-stick-nonincreasing-in-eps\n";
  text += fmt::format("method inversions\nbits 64\n{}{}END\n", *below, above);
  return text + fmt::format("sha256 {}\n", sha256(text));
}

}  // namespace hallmark
