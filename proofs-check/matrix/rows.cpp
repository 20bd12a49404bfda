#include "statement/rows.hpp"
#include "laws/rounds.hpp"
#include "matrix/comparison.hpp"
#include "statement/ends.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

MatrixScheme scheme_of(const Quantity& q) {
  const Number& sigma = q.parameter("sigma");
  if (sigma.kind != Number::Kind::rational) throw Rejected{"domain", "sigma: must be rational"};
  return {q.list("column"), q.count("iterations"), q.count("bins"), q.word("normalised") == 1, sigma.argument};
}

/// A bin after the last iteration takes part in nothing: the ratio comes near the share of these bins and is above it.
Reach bins_reach(const Quantity& q, bool remove) {
  const Rational used(std::min(q.count("iterations"), q.count("bins")), q.count("bins"));
  return Reach::unbounded().sampled({Number::Kind::rational, used}, remove);
}

/// One comparison with the grids of its law.
struct Compared {
  std::vector<Star> stars;
  std::vector<Ratios> ratios;
};

Profile read_comparisons(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method laws");
  const Count unit = read_unit(reader);
  const MatrixScheme scheme = scheme_of(quantity);
  const auto read = [&](Side side) {
    return [&, side](Reader& r, std::span<const std::string_view> words) {
      if (words.size() != 1) r.fail("a number of classes, or the length of a block, after the direction");
      const std::optional<Integer> number = parse_integer(words.front());
      if (!number || *number < 1 || *number > 1024) r.fail("a number of bins from 1 to 1024 after the direction");
      Compared c{stars(scheme, side, number->to_count()), {}};
      std::size_t lines = 0;
      for (const Star& star : c.stars) lines += star_grids(star);
      c.ratios = read_ratios(r, lines);
      return c;
    };
  };
  // The ends one after the other: their numbers mean classes above and lengths below.
  EndWitnesses<Compared> ends;
  if (has_lower_end(relation)) {
    ends = read_ends<Compared>(reader, quantity, Relation::greater_equal, "law", read(Side::lower), false);
  }
  if (has_upper_end(relation)) {
    EndWitnesses<Compared> upper =
        read_ends<Compared>(reader, quantity, Relation::less_equal, "law", read(Side::upper), false);
    ends.upper_remove = std::move(upper.upper_remove);
    ends.upper_add = std::move(upper.upper_add);
  }
  return {[ends, unit](const Quantity&, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const Compared& c) {
              return stars_bound(c.stars, remove, eps, side, c.ratios, unit, effort);
            });
          },
          Hints{}};
}

}  // namespace

std::vector<QuantityRow> matrix_rows() {
  using namespace parameters;
  const std::vector<Axiom> above{{"CCGMSTT24-adaptive-reduction",
                                  {"bins", "iterations", "normalised", "sampling", "sigma"},
                                  Axiom::Needed::for_upper_ends}};
  const Claims claims{.bounds = Bounds::mechanism,
                      .adjacencies = std::vector{Adjacency::zero_out},
                      .directions = kDirected,
                      .one_number = differ,
                      .reach = bins_reach,
                      .axioms = above};
  return {attacked(Worst::class_of_pairs, {claims, "matrix-gaussian.delta",
                                           std::vector{bins, column, real_eps, iterations, normalised, sampling, sigma},
                                           delta_claim(read_comparisons)}),
          {claims, "matrix-gaussian.epsilon",
           std::vector{bins, column, positive_delta, iterations, normalised, sampling, sigma},
           epsilon_claim(read_comparisons)}};
}

}  // namespace hallmark::check
