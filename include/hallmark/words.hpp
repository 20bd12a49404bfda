// The closed lists of words that answers, claims and certificates are written in.
#pragma once

#include <optional>
#include <string_view>

namespace hallmark {

/// Whose number it is: of a named dominating pair, of the mechanism, or of a formula that a theorem relates to one:
/// that number itself is no bound on the mechanism, in either direction.
enum class Bounds { pair, mechanism, formula };
/// exact: encloses that number to any width. upper, lower: encloses a number that a theorem proves to be at least, at
/// most it. bracket: best lower and best upper end over proved methods.
enum class Kind { exact, upper, lower, bracket };
/// Only proved enters brackets, verdicts and certificates.
enum class Status { proved, conditional, literature, disputed, statistical };
/// Which of the two divergences of a pair of neighbours: remove is H(P || Q), add is H(Q || P), both is the larger.
enum class Direction { remove, add, both };
/// Which datasets are neighbours.
enum class Adjacency { replace_one, add_remove, zero_out, substitution };
/// `in`: the closed interval of two values. `about`: the value is the true one rounded to its printed digits.
enum class Relation { less_equal, less, greater_equal, greater, in, about };
/// What became of a claim: proved, its negation proved, neither.
enum class Outcome { certified, refuted, undecided };
/// To which side a number is rounded.
enum class Rounding { down, up };

// The words themselves: "pair", "bracket", "add-remove", "<=", "certified".
[[nodiscard]] std::string_view to_string(Bounds bounds);
[[nodiscard]] std::string_view to_string(Kind kind);
[[nodiscard]] std::string_view to_string(Status status);
[[nodiscard]] std::string_view to_string(Direction direction);
[[nodiscard]] std::string_view to_string(Adjacency adjacency);
[[nodiscard]] std::string_view to_string(Relation relation);
[[nodiscard]] std::string_view to_string(Outcome outcome);
/// The relation of a text: <=, <, >=, >, in or ~.
[[nodiscard]] std::optional<Relation> read_relation(std::string_view text);

}  // namespace hallmark
