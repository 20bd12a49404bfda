#include "basic/rows.hpp"

#include <algorithm>

#include "basic/composition_line.hpp"
#include "statement/ends.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

/// A composition on one line. One of the phases is normal, so that delta is positive everywhere.
Profile read_composition(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method inversions");
  const Hints hints = read_bits(reader);
  if (std::none_of(quantity.phases.begin(), quantity.phases.end(), is_normal)) {
    throw Rejected{"domain", "phase: must be normal, gaussian or gdp, for one of them"};
  }
  const auto read = [&](Reader& from, std::span<const std::string_view> words) {
    return read_line(from, words, quantity.phases);
  };
  const auto ends = read_ends<LineWitness>(reader, quantity, relation, "contour", read);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            return ends.bound(side, [&](bool remove, const LineWitness& witness) {
              return composition_delta(q.phases, remove, eps, witness, effort, budget);
            });
          },
          {},
          hints,
          kLineWork};
}

}  // namespace

std::vector<QuantityRow> basic_rows() {
  using namespace parameters;
  using enum Bounds;
  const auto composed = [](std::string_view id, const std::vector<Parameter>& parameters, Evaluator evaluator) {
    return QuantityRow{id,         pair,      Adjacency::zero_out,  kDirected,
                       parameters, kNoAxioms, std::move(evaluator), phase_table()};
  };
  return {
      composed("composition.delta", {eps}, delta_claim(read_composition)),
      composed("composition.epsilon", {positive_delta}, epsilon_claim(read_composition)),
  };
}

}  // namespace hallmark::check
