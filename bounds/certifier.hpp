// Certifier: what a family knows of the certificates of its quantities.
#pragma once

#include <optional>
#include <string_view>

#include "bounds/directions.hpp"
#include "bounds/registry.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

/// The ends of a claim on a quantity: numbers that it is at least, at most.
struct ClaimedEnds {
  std::optional<Number> lower = {};
  std::optional<Number> upper = {};
};

/// What a certificate will say, or why there is none.
struct Prepared {
  std::optional<Witness> witness;
  std::string_view obstacle = {};
};
[[nodiscard]] inline Prepared prepared(witness::Method method) { return {Witness{std::move(method)}}; }
[[nodiscard]] inline Prepared refused(std::string_view why) { return {std::nullopt, why}; }

/// What proves the ends of a claim. prove(value, is_upper): that the number is at least, or at most, the value, in all
/// directions that this needs.
/// Kind:      a proposal: the checker proves it again; nothing where an end has no proof
template <typename Proof, typename Prove>
[[nodiscard]] std::optional<witness::Ends<Proof>> prove_ends(const ClaimedEnds& ends, const Prove& prove) {
  witness::Ends<Proof> all;
  const auto end = [&](const std::optional<Number>& value, bool upper, std::vector<Proof>& to) {
    if (!value) return true;
    auto found = prove(*value, upper);
    if (found) to = *std::move(found);
    return found.has_value();
  };
  if (!end(ends.lower, false, all.lower) || !end(ends.upper, true, all.upper)) return std::nullopt;
  return all;
}

/// The same, direction by direction: for the lower end one of them, for the upper end each. prove(direction, value, is_upper).
/// Kind:      as above
template <typename Proof, typename Prove>
[[nodiscard]] std::optional<witness::Ends<Proof>> prove_ends(const std::vector<Direction>& directions,
                                                             const ClaimedEnds& ends, const Prove& prove) {
  return prove_ends<Proof>(ends, [&](const Number& value, bool upper) {
    return prove_end(directions, upper, [&](Direction d) { return prove(d, value, upper); });
  });
}

inline constexpr std::string_view no_words = "the certificate format has no words for these parameters";
inline constexpr std::string_view too_much_work = "too much work for the checker";

struct Certifier {
  std::string_view methods;  // how the checker may evaluate the quantity, names separated by spaces
  /// What the certificate of a claim with these ends says beyond it.
  Prepared (*prepare)(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget);
  /// Why the checker evaluates nothing at such parameters, empty where it does; none: it does everywhere.
  std::string_view (*obstacle)(const Arguments& arguments) = nullptr;
  /// Whether the checker evaluates where a claim with such an end leads it, one of the four comparisons; none: everywhere.
  bool (*can_state)(const Arguments& arguments, Relation relation, const Number& value) = nullptr;
  /// Raises the lower end of an answer beyond a value, by what is too costly to be tried unless asked for; false where
  /// nothing is found.
  bool (*sharpen)(const Term& term, Answer& answer, const Number& value, const Budget& budget) = nullptr;
  /// Whether the checker knows what follows from a curve of delta: mu and the numbers of attacks.
  bool of_curve = true;
};

/// Of a method that says nothing beyond the statement.
template <typename Method>
[[nodiscard]] Prepared nothing_more(const Term&, const Answer&, const ClaimedEnds&, const Budget&) {
  return prepared(Method{});
}

// Certifiers that several families share.

/// A closed form.
extern const Certifier formula_certifier;
/// A closed form inverted: the checker evaluates delta at the value, an eps below 10^4.
extern const Certifier formula_epsilon_certifier;
/// Sums over the counts of one round.
extern const Certifier sums_certifier;
/// A Renyi divergence of one order.
extern const Certifier moments_certifier;
/// Phases on one line: composition_witness (phases_text.hpp).
extern const Certifier composition_certifier;
/// The least bound over integer orders.
extern const Certifier orders_certifier;

/// The Renyi orders that an answer names, those of the directions asked for.
[[nodiscard]] witness::Orders orders_of(const Term& term, const Answer& answer);

/// 0 or an eps that a delta can be evaluated at.
[[nodiscard]] bool is_moderate_eps(const Arguments& arguments, Relation relation, const Number& value);

/// What the checker says of x = inf or sup {x > 0 : delta at x is at most delta}: delta is evaluated at an end between
/// 10^-30 and 10^`exponent`, neither included; a lower end that is not above x = 0 needs no delta. The one description of
/// these domains, FORMAT.md section 4.
[[nodiscard]] bool is_noise(Relation relation, const Number& value, slong exponent);
template <slong exponent>
[[nodiscard]] bool is_noise_below(const Arguments&, Relation relation, const Number& value) {
  return is_noise(relation, value, exponent);
}

}  // namespace hallmark
