#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/meter.hpp"
#include "statement/reach.hpp"
#include "statement/reader.hpp"

namespace hallmark::check {

/// Whose number a quantity is: of a named pair of laws, of a mechanism, or of a formula that a theorem relates to one.
enum class Bounds { pair, mechanism, formula };
enum class Adjacency { replace_one, zero_out };
enum class Direction { remove, add, both };
enum class Relation { less_equal, less, greater_equal, greater, in };

[[nodiscard]] std::string_view to_text(Bounds bounds);
[[nodiscard]] std::string_view to_text(Adjacency adjacency);
[[nodiscard]] std::string_view to_text(Direction direction);
[[nodiscard]] std::string_view to_text(Relation relation);

[[nodiscard]] Relation read_relation(Reader& reader);
/// True if a claim with this relation needs a lower (upper) bound on the quantity it is about.
[[nodiscard]] bool has_lower_end(Relation relation);
[[nodiscard]] bool has_upper_end(Relation relation);
/// a REL b is b mirrored(REL) a; `in` is itself: both ends.
[[nodiscard]] Relation mirrored(Relation relation);

struct Quantity;

/// The result of one step: verified, or the step and the rule that failed.
struct Judgement {
  bool verified = false;
  std::string step = {};
  std::string rule = {};

  [[nodiscard]] static Judgement yes() { return {true, {}, {}}; }
  [[nodiscard]] static Judgement no(std::string step, std::string rule) {
    return {false, std::move(step), std::move(rule)};
  }
};

/// What a witness makes of a quantity: a proof of `quantity RELATION value` is tried, RELATION is not `in`.
struct Proof {
  std::function<Judgement(const Quantity&, Relation, const Number& value)> attempt;
};

/// Reads the lines of the witness of a statement; the parameters lie in their domains.
using Evaluator = std::function<Proof(Reader&, const Quantity&, Relation)>;

/// A parameter and where it may lie, as FORMAT.md spells it: `1 <= n <= 10^15`.
struct Parameter {
  enum class Kind { real, integer, range, real_range, word, list };

  std::string_view name;
  std::string_view domain;  ///< least, < or <=, the name, < or <=, most, which may be a parameter or one less;
                            ///< of words: all of them; of lists: nothing
  Kind kind = Kind::real;
  std::string_view usual = {};  ///< written only where it differs from this; empty: always
};

/// A member of a row that must be given: a row without it does not compile.
template <class T>
class Required {
 public:
  Required() = delete;
  template <class U>
  Required(U&& value) : value_(std::forward<U>(value)) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] const T& operator*() const { return value_; }
  [[nodiscard]] const T* operator->() const { return &value_; }

 private:
  T value_;
};

/// A theorem that a statement rests on, with all that it depends on: names of parameters, or `direction`.
struct Axiom {
  std::string_view name;
  std::vector<std::string_view> parameters;  ///< in byte order; those that the quantity does not have are left out
  enum class Needed { always, for_upper_ends, for_lower_ends };
  Required<Needed> needed;
};

/// Whose number a delta is: at every eps that of one pair of laws, or the largest of the pairs of a class.
enum class Worst { one_pair, class_of_pairs };

struct Mechanism;  // what a phase does, by which a composition is evaluated: of the family that has phases

/// A mechanism that a composition may name, with its parameters in byte order.
struct PhaseRow {
  std::string_view name;
  Required<std::vector<Parameter>> parameters;
  Required<Adjacency> adjacency;
  const Mechanism& mechanism;
};

/// What the rows of a family say about their number. None of it has a default: a row without it does not compile.
struct Claims {
  Required<Bounds> bounds;
  Required<std::vector<Adjacency>> adjacencies;               ///< that it is known under
  Required<std::vector<Direction>> directions;                ///< that may be stated
  Required<std::function<bool(const Quantity&)>> one_number;  ///< whether that of remove is that of add, and of both
  /// The largest log ratio of the pair whose delta a statement's profile is, in one direction.
  Required<std::function<Reach(const Quantity&, bool remove)>> reach;
  Required<std::vector<Axiom>> axioms;
};

/// What a quantity is and how it is checked: one row of FORMAT.md section 4.
struct QuantityRow : Claims {
  std::string id;
  Required<std::vector<Parameter>> parameters;  ///< in byte order
  Required<Evaluator> evaluator;
  std::span<const PhaseRow> phases = {};    ///< of compositions: what their lines `phase` may name
  bool parts = false;                       ///< the phases stand in several parts, each after a line `part`
  bool table = false;                       ///< lines `row` follow the parameters
  void (*fits)(const Quantity&) = nullptr;  ///< refuses parameters that do not go together; none: all do
  std::optional<Worst> worst = {};          ///< of the delta of a family; without it the family has no attack numbers
};

/// The row of the delta of a family, of which its attack numbers are made (statement/risk.hpp).
[[nodiscard]] inline QuantityRow attacked(Worst worst, QuantityRow row) {
  row.worst = worst;
  return row;
}

inline const std::vector<Axiom> kNoAxioms = {};
using Parameters = std::map<std::string, Number, std::less<>>;
using List = std::vector<Rational>;

/// Numbers by the names of their parameters.
struct Arguments {
  Parameters parameters;

  [[nodiscard]] bool has(std::string_view name) const { return parameters.contains(name); }
  /// Throws Rejected where there is none.
  [[nodiscard]] const Number& parameter(std::string_view name) const;
  /// A parameter whose domain makes it an integer of at most 10^15; only after the domains are checked.
  [[nodiscard]] Count count(std::string_view name) const;
  /// The same of a parameter that is left out where it is usual.
  [[nodiscard]] Count count(std::string_view name, Count usual) const { return has(name) ? count(name) : usual; }
};

/// One line `phase`: a mechanism that is run `rounds` times.
struct Phase : Arguments {
  const PhaseRow* row = nullptr;
  Count rounds = 1;
};

/// One side of a statement: a quantity with its parameters, as parsed.
struct Quantity : Arguments {
  const QuantityRow* row = nullptr;
  Direction direction = Direction::both;
  std::optional<Range> orders;  ///< the parameter of that name, which is not a number
  std::vector<Phase> phases;    ///< of a composition, or of the part that is looked at: one at least, lines increasing
  Adjacency adjacency = Adjacency::zero_out;
  std::map<std::string, std::string, std::less<>> words = {};
  std::map<std::string, List, std::less<>> lists = {};
  std::vector<List> rows = {};
  std::vector<std::vector<Phase>> parts = {};  ///< of parallel composition: one at least, increasing by their lines

  /// Which of its parameter's words is given, by its place among them.
  [[nodiscard]] std::size_t word(std::string_view name) const;
  [[nodiscard]] const List& list(std::string_view name) const { return lists.find(name)->second; }
  /// What it is of one of its parts alone: the composition of that part's phases.
  [[nodiscard]] Quantity of_part(std::size_t i) const;
  /// The same quantity where a parameter has another value.
  [[nodiscard]] Quantity with(std::string_view name, const Number& value) const;
};

/// Of a quantity that is no delta and rests on none.
[[nodiscard]] inline Reach no_profile(const Quantity&, bool) { return Reach::unknown(); }
/// Where delta is positive everywhere.
[[nodiscard]] inline Reach unbounded(const Arguments&, bool) { return Reach::unbounded(); }
[[nodiscard]] inline bool agree(const Quantity&) { return true; }
[[nodiscard]] inline bool differ(const Quantity&) { return false; }

/// Reads a quantity of the table and checks its labels and its domain.
/// Domain:   throws Malformed, Rejected
[[nodiscard]] Quantity read_quantity(Reader& reader, std::span<const QuantityRow> table);

/// Throws Rejected unless the parameters lie in the domains of the row.
void check_domain(const Quantity& quantity);

/// Throws Rejected unless those of the parameters `all` are given that `taken` names, separated by spaces, and no other.
void check_taken(const Quantity& quantity, std::string_view taken, std::initializer_list<std::string_view> all,
                 std::string_view these);

/// `clones.delta(eps=1/10, ...) [pair, replace-one, both]`
[[nodiscard]] std::string to_text(const Quantity& quantity);

/// The axioms of a claim about this quantity, instantiated as FORMAT.md section 6 spells them.
[[nodiscard]] std::vector<std::string> axioms_of(const Quantity& quantity, Relation relation);

}  // namespace hallmark::check
