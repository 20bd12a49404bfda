// Witness: what a certificate tells the checker beyond its statement, one type for each method of checking.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "exact/bracket.hpp"
#include "exact/rational.hpp"
#include "hallmark/words.hpp"

namespace hallmark {
namespace witness {

/// A closed form at the parameters.
struct Formula {};

/// Sums over the counts of one round.
struct Sums {};

/// Moments of the likelihood ratio: a Renyi divergence of one order.
struct Moments {};

/// A grid of log ratios for several rounds.
struct Grid {
  Rational cells = 1000;  // a unit of log ratio
};

/// All outcomes of several rounds, one by one.
struct Outcomes {};

/// Where the masses of one law stand, besides 0: increasing integers.
using Ratios = std::vector<Rational>;
/// The positive ones of these integers, increasing; 1 where there is none.
/// Kind:      a proposal
/// Domain:    integers
[[nodiscard]] Ratios ratios_of(Ratios units);
/// Points of a law in units of 2^-unit, rounded down.
/// Kind:      a proposal
/// Domain:    finite numbers
[[nodiscard]] Ratios ratios_of(const std::vector<double>& nodes, slong unit);

/// Convex laws of several rounds: that of one round, then every product of its binary power.
struct Laws {
  slong cells;  // a unit of log ratio of one round
  slong unit;   // the ratios are multiples of 2^-unit
  std::vector<Ratios> ratios;
};

/// What proves the ends of a claim: for the lower end one direction, for the upper end each one asked for.
template <typename Proof>
struct Ends {
  std::vector<Proof> lower;
  std::vector<Proof> upper;
};

/// Convex laws of the epochs of random allocation, of comparisons of matrix mechanisms, in the order of
/// proofs-check/FORMAT.md.
struct EpochLaw {
  Direction direction;
  std::vector<Ratios> ratios;
  slong number = 0;  // of comparisons: the classes of bins above, the length of a block below
};
struct EpochLaws {
  slong unit;
  Ends<EpochLaw> laws;
};

/// One end of several selected steps: `scores` of an event below; one `product` or `blocks` above, and what belongs to it.
struct SelectedEnd {
  Direction direction;
  std::string words;
  std::vector<Ratios> ratios = {};  // of blocks
};
using SelectedEnds = Ends<SelectedEnd>;

/// Laws of shuffled reports: that of one report, then of every sum of its binary power.
struct ReportsLaw {
  std::string dataset;         // of a lower end
  std::vector<Rational> cuts;  // of noise: increasing reports
  std::vector<Ratios> ratios;
};
struct ReportsLaws {
  slong unit;
  Ends<ReportsLaw> laws;
};

/// An inversion of the Laplace transform of random allocation: a trapezoid rule on a vertical line.
struct Contour {
  Direction direction;
  Rational line;
  Rational step;
  Rational alias;  // the exponent of the bound on the left aliases
  slong nodes;
};
using Contours = Ends<Contour>;

/// A trapezoid rule for one integral over the line, its error bound on a strip of that reach.
struct Rule {
  Rational step;
  Rational height;
  Rational reach;
  slong first;
  slong last;
};

/// An inversion of the Laplace transform of Poisson batches, or of the phases of a composition.
struct Inversion {
  Direction direction;
  Rational line;
  Rational step;
  Rational right;  // the exponents of the bounds on the aliases
  Rational left;
  slong nodes;
  std::vector<Rule>
      rules;  // five for each kind of Poisson batches: the values on the line, the norm at its real point,
              // what is beyond the nodes, the bounds on the right and on the left
};
using Inversions = Ends<Inversion>;

/// Three increasing orders by which no real order proves less.
struct OrderBracket {
  Direction direction;
  Rational below;
  Rational at;
  Rational above;
};

/// Renyi orders.
struct Orders {
  std::optional<Rational> order;  // that proves an upper end; direction both: of remove
  std::optional<Rational> add;    // direction both: that of add
  std::optional<OrderBracket> bracket = {};
};

/// The level of the largest coordinate of a shuffled batch, where the event is the quantity's own.
struct Threshold {
  Rational at;
};

/// The recursion of bounded range on a grid of thresholds.
struct Recursion {
  slong cells;  // a range
};

/// An event on the largest coordinate of a shuffled batch.
struct Event {
  bool some_at_least;  // otherwise: all below
  Rational threshold;
};

/// The event that the scores of all coordinates add up to at least the total.
struct Scores {
  slong total;
  std::vector<Rational> cuts;
  std::vector<slong> values;  // one more than cuts
};

/// Two numbers with the epsilon of one round between them.
struct OneRound {
  Rational lo;
  Rational hi;
};

/// Enclosures of the limits of two rates: of hits from below, of false alarms from above.
struct Rates {
  Bracket hits;
  Bracket alarms;
};

/// The shuffled randomized response that proves a lower end.
struct Response {
  std::optional<slong> others;  // none: the statement says how many
  Direction direction;
};

/// Points of curves of a membership test, and what a certificate says of delta at each, line by line.
struct Points {
  struct Curve {
    Direction direction;
    Rational best;               // the ln t that proves the upper end
    std::vector<Rational> logs;  // the increasing ln t whose chords prove the lower one
  };
  std::vector<Curve> curves;
  std::vector<std::pair<std::string, std::string>> lines = {};
};

/// Of parts of the data: what a certificate says of each that it needs, line by line.
struct Parts {
  std::vector<std::pair<std::string, std::string>> lines;
};

using Method =
    std::variant<Formula, Sums, Moments, Grid, Outcomes, Laws, EpochLaws, SelectedEnds, ReportsLaws, Contours,
                 Inversions, Orders, Threshold, Recursion, Event, Scores, OneRound, Rates, Points, Parts>;

}  // namespace witness

struct Witness {
  witness::Method method = {};
  std::optional<witness::Response> response = {};  // of families that have one
};

}  // namespace hallmark
