#include "statement/rows.hpp"

#include <algorithm>

#include "basic/composition_line.hpp"
#include "basic/phases.hpp"
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

/// Of several words the second one; it has a rate, and balls in bins have none.
bool is_cyclic(const Quantity& q) { return q.word("sampling") == 1; }

/// How often a record of the first group may take part.
Count columns(const Quantity& q) { return (q.count("iterations") - 1) / q.count("bins") + 1; }

/// A bin after the last iteration takes part in nothing: the ratio comes near the share of these bins and is above it.
Reach bins_reach(const Quantity& q, bool remove) {
  if (is_cyclic(q)) {
    return Reach::unbounded().sampled(q.parameter("rate"), remove).times(remove ? Count(1) : columns(q));
  }
  const Rational used(std::min(q.count("iterations"), q.count("bins")), q.count("bins"));
  return Reach::unbounded().sampled({Number::Kind::rational, used}, remove);
}

/// One comparison with the grids of its law.
struct Compared {
  std::vector<Star> stars;
  std::vector<Ratios> ratios;
};

/// Whatever a claim is about: a column of such a matrix, and a rate where there is one.
void check_matrix(const Quantity& q) {
  check_taken(q, is_cyclic(q) ? "rate" : "", {"rate"}, "this sampling");
  const MatrixScheme scheme = scheme_of(q);
  check_column(scheme);
  if (is_cyclic(q) && Count(scheme.column.size()) > scheme.bins) {
    throw Rejected{"domain", "bins: must be at least the length of the column"};
  }
}

/// Cyclic Poisson sampling: the composition of the Poisson batches of a record's columns, the last one of which the last
/// iteration may cut short (PROOFS.md section 16.3). No column is longer than the cycle.
Quantity composed(const Quantity& q) {
  const MatrixScheme scheme = scheme_of(q);
  const List& column = scheme.column;
  const Count rows = scheme.iterations - (columns(q) - 1) * scheme.bins;  // of the last column, from 1 on
  Rational norm = 0;
  Rational last = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    norm += column[i] * column[i];
    if (Count(i) < rows) last += column[i] * column[i];
  }
  const Rational variance = scheme.sigma * scheme.sigma * (scheme.normalised ? norm : Rational(1));
  Quantity all = q;
  const auto add = [&](const Rational& square, Count rounds) {
    if (rounds == 0) return;
    all.phases.push_back(poisson_steps(q.parameter("rate"), root(variance / square), rounds));
  };
  add(norm, last == norm ? columns(q) : columns(q) - 1);
  add(last, last == norm ? 0 : 1);
  // In the order of their lines, as a composition has them.
  std::sort(all.phases.begin(), all.phases.end(), [](const Phase& x, const Phase& y) {
    return to_text(x.parameter("sigma")) < to_text(y.parameter("sigma"));
  });
  return all;
}

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

Profile read_matrix(Reader& reader, const Quantity& quantity, Relation relation) {
  if (!is_cyclic(quantity)) return read_comparisons(reader, quantity, relation);
  Profile profile = read_composition(reader, composed(quantity), relation);
  profile.delta = [inner = profile.delta](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
    return inner(composed(q), eps, side, effort);
  };
  return profile;
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
  std::vector<QuantityRow> all{
      attacked(Worst::class_of_pairs,
               {claims, "matrix-gaussian.delta",
                std::vector{bins, column, real_eps, iterations, normalised, column_rate, sampling, sigma},
                delta_claim(read_matrix)}),
      {claims, "matrix-gaussian.epsilon",
       std::vector{bins, column, positive_delta, iterations, normalised, column_rate, sampling, sigma},
       epsilon_claim(read_matrix)}};
  for (QuantityRow& row : all) row.fits = check_matrix;
  return all;
}

}  // namespace hallmark::check
