// The rows of the registry for matrix mechanisms.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/certifier.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/delta_end.hpp"
#include "bounds/directions.hpp"
#include "bounds/matrix/comparison.hpp"
#include "bounds/matrix/cyclic.hpp"
#include "bounds/matrix/matrix_gaussian.hpp"
#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using namespace rows;

matrix::Gram gram_of(std::string_view id, const Arguments& x) {
  if (x.has("column") == x.has("matrix")) {
    throw InputError(id, "column", x.has("column") ? "and matrix" : "not given",
                     "either column or matrix: the first column of a Toeplitz matrix, or a file of rows");
  }
  const bool normal = x.word("normalised") == "yes";
  if (x.has("column")) {
    return matrix::toeplitz_gram(x.rows("column").front(), x.count("iterations"), x.count("bins"), normal);
  }
  return matrix::table_gram(x.rows("matrix"), x.count("iterations"), x.count("bins"), normal);
}

matrix_gaussian::Mechanism mechanism_of(std::string_view id, const Arguments& x) {
  matrix_gaussian::Mechanism m{gram_of(id, x), x.number("sigma"), x.direction()};
  if (x.has("column")) {
    m.toeplitz = {x.rows("column").front(), x.count("iterations"), x.word("normalised") == "yes"};
  }
  return m;
}

bool is_cyclic(const Arguments& x) { return x.word("sampling") == "cyclic-poisson"; }

matrix::CyclicColumns columns_of(const Arguments& x) {
  return matrix::cyclic_columns(x.rows("column").front(), x.count("iterations"), x.count("bins"),
                                x.word("normalised") == "yes");
}

// The columns of cyclic Poisson sampling; nothing for balls in bins.
std::optional<matrix::CyclicColumns> cyclic_columns(std::string_view id, const Arguments& x, const Request& r) {
  if (is_cyclic(x) != x.has("rate")) {
    throw InputError(id, "rate", is_cyclic(x) ? "not given" : x.number("rate").to_string(),
                     "given for sampling=cyclic-poisson, and for it alone");
  }
  if (!is_cyclic(x)) return std::nullopt;
  if (!r.route.empty()) {
    throw InputError(id, "route", r.route,
                     "left out for sampling=cyclic-poisson, whose routes are those of a composition");
  }
  if (!x.has("column") || x.has("matrix")) {
    throw InputError(id, "column", x.has("column") ? "and matrix" : "not given",
                     "given alone for sampling=cyclic-poisson: the first column of a banded Toeplitz matrix");
  }
  if (x.has("eps") && x.number("eps").sign() < 0) {
    throw InputError(id, "eps", x.number("eps").to_string(), "at least 0 for sampling=cyclic-poisson");
  }
  return columns_of(x);
}

PhasesText phases_of(const matrix::CyclicColumns& columns, const Arguments& x) {
  return matrix::cyclic_phases(columns, x.number("sigma"), x.number("rate"));
}

// sigma of so many whole columns: noise over their norm for Poisson batches.
Answer cyclic_sigma(const matrix::CyclicColumns& columns, const Arguments& x, const Request& r) {
  const auto of = [&](slong steps) {
    return poisson_gaussian::sigma({x.number("eps"), x.number("delta"), x.number("rate"), steps, x.direction()},
                                   r.digits, r.budget);
  };
  const bool is_cut = columns.last.sign() > 0;
  const Enclosed above = of(columns.whole + (is_cut ? 1 : 0));
  const Ball norm = sqrt(Ball(columns.norm, 512));
  Answer a;
  a.hi = (Ball(above.hi, 512) * norm).upper();
  // Below: without the column that is cut short, or that one as if it were all.
  const Enclosed below = is_cut ? of(std::max(columns.whole, slong{1})) : above;
  a.lo = (Ball(below.lo, 512) * (columns.whole > 0 ? norm : sqrt(Ball(columns.last, 512)))).lower();
  a.reached = above.reached && below.reached;
  a.method = "Poisson batches of single columns";
  a.shortfall = above.shortfall;
  return a;
}

matrix_gaussian::Effort effort_of(const Request& r) { return {r.digits, r.default_effort}; }

Answer answer_of(const matrix_gaussian::Found& f) {
  Answer a;
  a.lo = f.lo;
  a.hi = f.hi;
  a.reached = f.reached;
  a.larger = f.by.lower;
  const auto end = [](bool along_band, slong number, fmt::format_string<slong> many) {
    if (along_band) return std::string("the law along the band");
    return number == 1 ? "the common part" : fmt::format(many, slong{number});
  };
  const auto ends = [&] {
    return fmt::format("lower end: {}, {}; upper end: {}, {}", end(f.by.lower_band, f.by.length, "blocks of {} bins"),
                       to_string(f.by.lower), end(f.by.upper_band, f.by.classes, "{} classes of bins"),
                       to_string(f.by.upper));
  };
  a.method = f.nodes == 0 ? "nothing beyond trivial ends"
                          : fmt::format("Kahane's comparison on {} nodes{}{}", f.nodes,
                                        f.by.classes > 0 && f.by.length > 0 ? "; " : "",
                                        f.by.classes > 0 && f.by.length > 0 ? ends() : "");
  if (!a.reached) a.shortfall = "the finest grid was reached before the digits of the two ends";
  return a;
}

Answer matrix_delta(const Arguments& x, const Request& r) {
  if (const auto columns = cyclic_columns("matrix-gaussian.delta", x, r)) {
    return composition::delta_answer(*phases_of(*columns, x).phases, x.direction(), x.number("eps"), r);
  }
  return answer_of(
      matrix_gaussian::delta(mechanism_of("matrix-gaussian.delta", x), x.number("eps"), effort_of(r), r.budget));
}

Answer matrix_epsilon(const Arguments& x, const Request& r) {
  if (const auto columns = cyclic_columns("matrix-gaussian.epsilon", x, r)) {
    return composition::epsilon_answer(*phases_of(*columns, x).phases, x.direction(), x.number("delta"), r);
  }
  return answer_of(
      matrix_gaussian::epsilon(mechanism_of("matrix-gaussian.epsilon", x), x.number("delta"), effort_of(r), r.budget));
}

Answer matrix_sigma(const Arguments& x, const Request& r) {
  if (const auto columns = cyclic_columns("matrix-gaussian.sigma", x, r)) return cyclic_sigma(*columns, x, r);
  return answer_of(matrix_gaussian::sigma({gram_of("matrix-gaussian.sigma", x), 1, x.direction()}, x.number("eps"),
                                          x.number("delta"), effort_of(r), r.budget));
}

using matrix::Gram;

// The certificate's unit of ratios.
constexpr slong unit = 48;

// One comparison: its end of delta, and its law for a certificate.
struct Proposal {
  Rational bound;
  witness::EpochLaw law;
};

std::optional<Proposal> propose(const Gram& g, Direction d, bool upper, slong number, const Number& eps,
                                matrix::StarLaws& laws) {
  std::vector<matrix::Part> parts;
  if (upper) {
    parts = matrix::stars_above(g, number);
  } else {
    parts.push_back({matrix::star_below(g, number), 1});
  }
  Proposal p{0, {d, {}, number}};
  for (const matrix::Part& part : parts) {
    const auto law = laws.of(part.star);
    if (!law) return std::nullopt;
    p.bound += delta_end(law->law, eps) * part.share;
    for (const auto& nodes : law->grids) p.law.ratios.push_back(witness::ratios_of(nodes, unit));
  }
  return p;
}

// The coarsest law that proves one end in one direction.
std::optional<witness::EpochLaw> law_for(const Gram& g, const Rational& sigma, Direction d, bool upper,
                                         const Number& eps, const Number& value, const Budget& budget) {
  constexpr slong most_nodes = 2048;
  constexpr slong most_numbers = 8;
  const auto bins = static_cast<slong>(g.size());
  const double size = roughly(value.ball(64));
  const Rational margin = short_dyadic(1e-6, 4);  // the checker's base law and its rounding are its own
  const Ball wanted = value.ball(192);
  for (slong nodes = 256; nodes <= most_nodes && !budget.expired(); nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = std::clamp(size / 4, 1e-120, 1e-4)};
    matrix::StarLaws laws(sigma, d == Direction::remove ? Slope::rising : Slope::falling,
                          upper ? Side::upper : Side::lower, resolution, budget);
    for (slong number = 1; number <= std::min(bins, most_numbers); ++number) {
      if (!upper && bins % number != 0) continue;
      auto p = propose(g, d, upper, number, eps, laws);
      if (!p) return std::nullopt;
      const Truth proved =
          upper ? less(Ball(p->bound * (1 + margin), 192), wanted) : less(wanted, Ball(p->bound * (1 - margin), 192));
      if (proved == Truth::yes) return std::move(p->law);
    }
  }
  return std::nullopt;
}

// The lines of the columns' composition.
Prepared prepare_columns(const Arguments& x, const ClaimedEnds& ends, const Budget& budget) {
  auto found = composition_witness(phases_of(columns_of(x), x).canonical, x, ends.lower, ends.upper, budget);
  return found ? prepared(*std::move(found)) : refused("no line of its columns' transforms proves it");
}

Prepared prepare(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  if (is_cyclic(x)) return prepare_columns(x, ends, budget);
  const auto sigma = x.number("sigma").rational();
  if (!sigma) return refused("a sigma that is no rational");
  const Gram g = matrix::toeplitz_gram(x.rows("column").front(), x.count("iterations"), x.count("bins"),
                                       x.word("normalised") == "yes");
  auto laws = prove_ends<witness::EpochLaw>(directions_of(x.direction()), ends,
                                            [&](Direction d, const Number& value, bool upper) {
                                              const DeltaEnd end = delta_end(x, value, upper);
                                              return law_for(g, *sigma, d, upper, end.eps, end.value, budget);
                                            });
  if (!laws) return refused("no comparison small enough for the checker proves an end");
  return prepared(witness::EpochLaws{unit, *std::move(laws)});
}

// A column whose numbers fit into a line.
std::string_view unless_short_column(const Arguments& x) {
  constexpr std::size_t longest = 200'000;
  constexpr slong most_iterations = 8192;  // of the checker
  if (!x.has("column")) return no_words;
  if (x.count("iterations") > most_iterations) return too_much_work;
  std::size_t length = 0;
  for (const Rational& c : x.rows("column").front()) length += c.to_string().size() + 1;
  return length < longest ? "" : too_much_work;
}

const Certifier matrix_delta_certifier{
    .methods = "laws inversions", .prepare = prepare, .obstacle = unless_short_column};
const Certifier matrix_epsilon_certifier{
    .methods = "laws inversions", .prepare = prepare, .obstacle = unless_short_column, .can_state = is_moderate_eps};

}  // namespace

std::vector<Entry> matrix_gaussian_rows() {
  return {row("matrix-gaussian.delta", matrix_delta, &matrix_delta_certifier),
          row("matrix-gaussian.epsilon", matrix_epsilon, &matrix_epsilon_certifier),
          row("matrix-gaussian.sigma", matrix_sigma)};
}

}  // namespace hallmark
