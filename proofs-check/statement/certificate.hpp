#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "statement/quantity.hpp"

namespace hallmark::check {

enum class Relation { less_equal, less, greater_equal, greater, in };

[[nodiscard]] std::string_view to_text(Relation relation);

/// True if a claim with this relation needs a lower (upper) bound on the quantity it is about.
[[nodiscard]] bool has_lower_end(Relation relation);
[[nodiscard]] bool has_upper_end(Relation relation);

/// a REL b is b mirrored(REL) a. Not for `in`.
[[nodiscard]] Relation mirrored(Relation relation);

/// A trapezoid rule on the line Im y = height: the nodes step * j + i height, first <= j <= last, and how far the strip
/// of its error bound reaches beyond the line.
struct Rule {
  Rational step, height, reach;
  std::int64_t first = 0, last = 0;
};

/// What a certificate suggests for the inversion of Poisson sampling: the line Re z = line, the step of Im z, the
/// number of nodes, the exponents of the bounds on both sides' aliases, the rules for the values of the transform, for
/// its largest value, for what lies beyond the nodes, for the two exponents. Any choice encloses.
struct Inversion {
  Rational line, step, right, left;
  std::uint64_t nodes = 0;
  Rule values, norm, tail, right_rule, left_rule;
};

/// What a certificate suggests for an inversion: the line Re theta = line, the step of Im theta, the exponent of the
/// bound on the left aliases, the number of nodes. Any choice encloses.
struct Contour {
  Rational line;
  Rational step;
  Rational alias;
  std::uint64_t nodes = 0;
};

/// An event on the T coordinates of shuffled batches: a coordinate between cuts[i-1] and cuts[i] scores values[i], and
/// the scores add up to at least total.
struct BatchScores {
  std::vector<Rational> cuts;         ///< increasing
  std::vector<std::uint64_t> values;  ///< one more than cuts
  std::uint64_t total = 0;
};

/// What a certificate suggests for one quantity. Nothing in it is believed.
struct Witness {
  char certificate_class = 0;
  unsigned bits = 0;
  std::optional<Integer> grid;               ///< cells per unit of log ratio
  unsigned long unit = 0;                    ///< of convex laws: ratios are integers times 2^-unit
  std::vector<std::vector<Integer>> ratios;  ///< the grids of a convex law, one an operation; empty: none is suggested
  std::string lemma;
  std::optional<Integer> others;
  std::string rr2_direction;
  std::string event;                                     ///< on the largest coordinate of shuffled batches
  std::optional<Rational> threshold;                     ///< of that event
  std::optional<BatchScores> scores;                     ///< in its place an event on all coordinates
  std::optional<Rational> eps1_lower;                    ///< below the epsilon of one round
  std::optional<Rational> eps1_upper;                    ///< at least the epsilon of one round
  std::optional<Integer> order;                          ///< of the Renyi order that proves an upper end
  std::optional<Rational> real_order, real_order_add;    ///< the same for all real orders
  std::optional<std::array<Rational, 3>> order_bracket;  ///< real orders that prove a lower end, for the direction
  std::string bracket_direction;
  std::optional<Integer> order_add;  ///< the same for the direction add, if the direction is both
  std::string contour_direction;     ///< the direction that proves a lower end by an inversion
  std::optional<Contour> contour_lower, contour_upper_remove, contour_upper_add;
  /// In their place the grids of convex laws, each as `ratios` above; all empty: contours.
  std::vector<std::vector<Integer>> law_lower, law_upper_remove, law_upper_add;
  std::optional<Inversion> inversion_lower, inversion_upper_remove, inversion_upper_add;
};

/// A parsed certificate: the statement, the axioms it names, the witness.
struct Certificate {
  Quantity left;
  Relation relation = Relation::less_equal;
  std::vector<Number> values;  ///< one; two for `in`; none if `right` is there
  std::optional<Quantity> right;
  std::vector<std::string> axioms;  ///< without the word "axiom"
  Witness left_witness;
  std::optional<Number> pivot;
  std::optional<Witness> right_witness;

  [[nodiscard]] Relation right_relation() const { return mirrored(relation); }
};

/// The statement in one line, rebuilt from the parsed values.
[[nodiscard]] std::string statement_text(const Certificate& certificate);

/// Why a text is not a certificate: line (from 1; 0 is the file as a whole) and what was expected there.
struct Malformed {
  std::size_t line = 0;
  std::string expected;
};

inline constexpr std::size_t kMaxFileBytes = 4'194'304;
inline constexpr std::size_t kMaxLineBytes = 262'144;
inline constexpr std::size_t kMaxLines = 256;
inline constexpr unsigned kMinBits = 64;
inline constexpr unsigned kMaxBits = 65'536;
inline constexpr unsigned kMaxGridDigits = 40;  ///< grid <= 10^40
inline constexpr unsigned long kMaxUnit = 512;
inline constexpr std::size_t kMaxRatios = 8192;  ///< in one line
inline constexpr std::size_t kMaxRatioBits = 2048;
inline constexpr std::uint64_t kMaxNodes = 100'000;
inline constexpr std::uint64_t kMaxScore = 1'000'000;
inline constexpr std::size_t kMaxCuts = 8192;

/// Reads a certificate by FORMAT.md sections 1 to 3, 5 and 6. Sizes are checked before anything is converted.
[[nodiscard]] std::variant<Certificate, Malformed> parse_certificate(std::string_view bytes);

}  // namespace hallmark::check
