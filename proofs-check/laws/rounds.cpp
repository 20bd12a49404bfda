#include "laws/rounds.hpp"

#include <bit>

#include "laws/outcome_pairs.hpp"

namespace hallmark::check {

namespace {

constexpr std::size_t kMaxRatios = 8192;  // in one line
constexpr std::size_t kMaxRatioBits = 2048;
constexpr Count kMostMassBits = 60'000;

/// The bits of a mass for a value of 2^-scale, by `guard` bits more.
Count mass_bits(const Effort& effort, Count count, Count guard) {
  const Count bits = effort.scale + bits_of(count) + guard;
  if (bits > kMostMassBits) throw TooMuchWork();
  return (bits + 63) / 64 * 64;
}

}  // namespace

Value Rounds::delta(const Base& base, Count count, const Number& eps, Side side, const Effort& effort) const {
  const auto pair = [&](const BaseSpec& spec) { return std::vector<GridRounds>{{[=] { return base(spec); }, count}}; };
  if (by == Several::grid) return grid_delta(pair, count, eps, side, effort);
  if (by == Several::outcomes) return outcomes_delta(pair, count, eps, effort);
  return product(
      [&](const Ratios& grid, const ConvexSpec& spec) {
        return convex_base(base({effort.grid, spec.fraction}), grid, spec);
      },
      count, eps, side, effort);
}

Value Rounds::product(const LawBase& base, Count count, const Number& eps, Side side, const Effort& effort) const {
  const ConvexSpec spec{Slope::rising, side, unit, mass_bits(effort, count, 96)};
  const std::span<const Ratios> grids = ratios;
  const ConvexLaw law = power(base(grids.front(), spec), count, Combination::product, grids.subspan(1), spec);
  return one_sided(side, hinge(law, eps, spec));
}

Value Method::delta(const Round& round, const Quantity& quantity, const Number& eps, Side side,
                    const Effort& effort) const {
  if (!rounds) return round.sum(quantity, eps, effort);
  const Base base = [&](const BaseSpec& spec) { return round.cells(quantity, spec); };
  return rounds->delta(base, quantity.count("rounds"), eps, side, effort);
}

Profile Method::profile(decltype(Profile::delta) delta, EpsRange sum) const {
  return {std::move(delta), hints, rounds ? EpsRange::below_10000 : sum};
}

Method read_method(Reader& reader, const Quantity& quantity, std::string_view single, bool laws) {
  const Count count = quantity.count("rounds");
  Several several = Several::grid;
  if (count != 1 && laws) {
    several = reader.one_of<Several>("method", {"grid", "laws", "outcomes"});
  } else {
    reader.exactly("method " + std::string(count == 1 ? single : "grid"));
  }
  Method method{read_bits(reader), {}};
  if (count != 1) method.rounds = read_rounds(reader, several, count, method.hints);
  return method;
}

Value outcomes_delta(const PairsOf& pairs, Count count, const Number& eps, const Effort& effort) {
  const BaseSpec spec{std::nullopt, effort.bits + effort.scale + 2 * bits_of(count) + 16};
  if (spec.fraction > kMostMassBits) throw TooMuchWork();
  return {product_delta(pairs(spec), eps, spec.fraction + 64)};
}

Value grid_delta(const PairsOf& pairs, Count count, const Number& eps, Side side, const Effort& effort,
                 const Rest& rest) {
  // Rounding adds up to 2^-fraction for each of 2^21 points in each of the rounds' blocks.
  const PowerPlan plan{mass_bits(effort, count, 48), effort.scale + 24};
  const std::vector<GridRounds> all = pairs({effort.grid, plan.fraction});
  return one_sided(side, (side == Side::upper ? upper_delta : lower_delta)(all, eps, plan, rest));
}

Rounds read_rounds(Reader& reader, Several method, Count count, Hints& hints) {
  if (method == Several::outcomes) return {method, 0, {}};
  hints.grid = reader.integer("grid", 1, pow(Integer(10), 40));
  if (method == Several::grid) return {method, 0, {}};
  const Count unit = read_unit(reader);
  return {method, unit, read_ratios(reader, combinations(count) + 1)};
}

Count read_unit(Reader& reader) { return reader.integer("unit", 1, 512).to_count(); }

std::vector<Ratios> read_ratios(Reader& reader, std::size_t lines) {
  if (lines > kMaxLines) reader.fail("a number of rounds that takes at most 256 lines");
  const Integer most = (Integer(1) << kMaxRatioBits) - 1;
  std::vector<Ratios> all(lines);
  for (Ratios& line : all) {
    const std::vector<std::string_view> words = reader.words("ratios");
    if (words.size() > kMaxRatios) reader.fail("at most 8192 ratios");
    for (const std::string_view word : words) {
      line.push_back(reader.to_integer(word, line.empty() ? Integer(1) : line.back() + 1, most));
    }
  }
  return all;
}

}  // namespace hallmark::check
