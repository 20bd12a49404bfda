#include "bounds/matrix/certifiers.hpp"

#include <algorithm>

#include "bounds/matrix/comparison.hpp"
#include "exact/decimal.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using matrix::Gram;

// The certificate's unit of ratios.
constexpr long unit = 48;

// One comparison: its end of delta, and its law for a certificate.
struct Proposal {
  Rational bound;
  witness::EpochLaw law;
};

std::optional<Proposal> propose(const Gram& g, const Rational& sigma, Direction d, bool upper, long number,
                                const Number& eps, const Resolution& resolution, const Budget& budget) {
  const Slope slope = d == Direction::remove ? Slope::rising : Slope::falling;
  std::vector<matrix::Part> parts;
  if (upper) {
    parts = matrix::stars_above(g, number);
  } else {
    parts.push_back({matrix::star_below(g, number), 1});
  }
  Proposal p{0, {d, {}, number}};
  for (const matrix::Part& part : parts) {
    const auto law = matrix::star_law(part.star, sigma, slope, upper ? Side::upper : Side::lower, resolution, budget);
    if (!law) return std::nullopt;
    p.bound += delta_end(law->law, eps) * part.share;
    for (const auto& nodes : law->grids) p.law.ratios.push_back(witness::ratios_of(nodes, unit));
  }
  return p;
}

// The coarsest law that proves one end in one direction.
std::optional<witness::EpochLaw> law_for(const Gram& g, const Rational& sigma, Direction d, bool upper,
                                         const Number& eps, const Number& value, const Budget& budget) {
  constexpr long most_nodes = 2048;
  constexpr long most_numbers = 8;
  const auto bins = static_cast<long>(g.size());
  const double size = roughly(value.ball(64));
  const Rational margin = short_dyadic(1e-6, 4);  // the checker's base law and its rounding are its own
  const Ball wanted = value.ball(192);
  for (long nodes = 256; nodes <= most_nodes && !budget.expired(); nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = std::clamp(size / 4, 1e-120, 1e-4)};
    for (long number = 1; number <= std::min(bins, most_numbers); ++number) {
      if (!upper && bins % number != 0) continue;
      auto p = propose(g, sigma, d, upper, number, eps, resolution, budget);
      if (!p) return std::nullopt;
      const Truth proved =
          upper ? less(Ball(p->bound * (1 + margin), 192), wanted) : less(wanted, Ball(p->bound * (1 - margin), 192));
      if (proved == Truth::yes) return std::move(p->law);
    }
  }
  return std::nullopt;
}

struct LevelEnd {
  Number eps;
  Number delta;
};
using EndOf = LevelEnd (*)(const Arguments& x, const Number& value, bool upper);

LevelEnd end_of_delta(const Arguments& x, const Number& value, bool) { return {x.number("eps"), value}; }

LevelEnd end_of_epsilon(const Arguments& x, const Number& value, bool upper) {
  // From below, epsilon is at least 0 without any computation.
  if (!upper && value.sign() <= 0) return {0, 0};
  return {value, x.number("delta")};
}

template <EndOf end_of>
Prepared prepare(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto sigma = x.number("sigma").rational();
  if (!sigma) return refused("a sigma that is no rational");
  const Gram g = matrix::toeplitz_gram(x.rows("column").front(), x.count("iterations"), x.count("bins"),
                                       x.word("normalised") == "yes");
  witness::EpochLaws all{unit, {}};
  const auto both = [&](const std::optional<Number>& value, bool upper, std::vector<witness::EpochLaw>& to) {
    if (!value) return true;
    const LevelEnd end = end_of(x, *value, upper);
    for (const Direction d : {Direction::remove, Direction::add}) {
      if (x.direction() != Direction::both && x.direction() != d) continue;
      auto law = law_for(g, *sigma, d, upper, end.eps, end.delta, budget);
      if (!law && upper) return false;
      if (!law) continue;
      to.push_back(*std::move(law));
      if (!upper) return true;
    }
    return !to.empty();
  };
  if (!both(ends.lower, false, all.laws.lower) || !both(ends.upper, true, all.laws.upper)) {
    return refused("no comparison small enough for the checker proves an end");
  }
  return prepared(std::move(all));
}

// Balls in bins, and a column whose numbers fit into a line.
std::string_view unless_short_column(const Arguments& x) {
  constexpr std::size_t longest = 200'000;
  if (!x.has("column") || x.word("sampling") != "balls-in-bins") return no_words;
  std::size_t length = 0;
  for (const Rational& c : x.rows("column").front()) length += c.to_string().size() + 1;
  return length < longest ? "" : too_much_work;
}

}  // namespace

const Certifier matrix_delta_certifier{
    .methods = "laws", .prepare = prepare<end_of_delta>, .obstacle = unless_short_column};
const Certifier matrix_epsilon_certifier{.methods = "laws",
                                         .prepare = prepare<end_of_epsilon>,
                                         .obstacle = unless_short_column,
                                         .can_state = is_moderate_eps};

}  // namespace hallmark
