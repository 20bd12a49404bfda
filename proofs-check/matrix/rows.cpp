#include "statement/rows.hpp"
#include "laws/rounds.hpp"
#include "matrix/comparison.hpp"
#include "statement/ends.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

/// A statement may cost so much more than others.
constexpr std::uint64_t kComparisonWork = 24;

MatrixScheme scheme_of(const Quantity& q) {
  const Number& sigma = q.parameter("sigma");
  if (sigma.kind != Number::Kind::rational) throw Rejected{"domain", "sigma: must be rational"};
  return {q.lists.find("column")->second, q.count("iterations"), q.count("bins"),
          q.words.find("normalised")->second == "yes", sigma.argument};
}

/// A bin after the last iteration takes part in nothing: the ratio comes near the share of these bins and is above it.
Order zero_point(const Quantity& q, const Number& eps) {
  const std::uint64_t bins = q.count("bins");
  const std::uint64_t iterations = q.count("iterations");
  if (q.direction != Direction::add || bins <= iterations) return Order::less;
  return against_sampling(eps, {Number::Kind::rational, Rational(iterations, bins)}, 1);
}

/// One comparison with the grids of its law.
struct Compared {
  std::vector<Star> stars;
  std::vector<Ratios> ratios;
};

Profile read_comparisons(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method laws");
  const unsigned long unit = read_unit(reader);
  const MatrixScheme scheme = scheme_of(quantity);
  Budget budget(kComparisonWork * Budget::kDefault);
  const auto read = [&](Side side) {
    return [&, side](Reader& r, std::span<const std::string_view> words) {
      if (words.size() != 1) r.fail("a number of classes, or the length of a block, after the direction");
      const std::optional<Integer> number = parse_integer(words.front());
      if (!number || *number < 1 || *number > 1024) r.fail("a number of bins from 1 to 1024 after the direction");
      Compared c{stars(scheme, side, number->to_unsigned(), budget), {}};
      std::size_t lines = 0;
      for (const Star& star : c.stars) lines += star_grids(star);
      c.ratios = read_ratios(r, lines);
      return c;
    };
  };
  // The ends one after the other: their numbers mean classes above and lengths below.
  Ends<Compared> ends;
  if (has_lower_end(relation)) {
    ends = read_ends<Compared>(reader, quantity, Relation::greater_equal, "law", read(Side::lower));
  }
  if (has_upper_end(relation)) {
    Ends<Compared> upper = read_ends<Compared>(reader, quantity, Relation::less_equal, "law", read(Side::upper));
    ends.upper_remove = std::move(upper.upper_remove);
    ends.upper_add = std::move(upper.upper_add);
  }
  return {[ends, unit](const Quantity&, const Number& eps, Side side, const Effort& effort, Budget& left) {
            return ends.bound(side, [&](bool remove, const Compared& c) {
              return stars_bound(c.stars, remove, eps, side, c.ratios, unit, effort, left);
            });
          },
          zero_point, Hints{.once = true}, kComparisonWork};
}

}  // namespace

std::vector<QuantityRow> matrix_rows() {
  using namespace parameters;
  const std::vector<Axiom> above{{"CCGMSTT24-adaptive-reduction",
                                  {"bins", "iterations", "normalised", "sampling", "sigma"},
                                  Axiom::Needed::for_upper_ends}};
  const auto row = [&](const std::string& id, const std::vector<Parameter>& parameters, Evaluator evaluator) {
    return QuantityRow{id, Bounds::mechanism, Adjacency::zero_out, kDirected, parameters, above, std::move(evaluator)};
  };
  return {row("matrix-gaussian.delta", {bins, column, real_eps, iterations, normalised, sampling, sigma},
              delta_claim(read_comparisons)),
          row("matrix-gaussian.epsilon", {bins, column, positive_delta, iterations, normalised, sampling, sigma},
              epsilon_claim(read_comparisons))};
}

}  // namespace hallmark::check
