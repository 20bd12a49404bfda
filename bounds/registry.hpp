// The registry: the one table of everything the program can evaluate.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/arguments.hpp"
#include "bounds/witness.hpp"
#include "exact/bracket.hpp"

namespace hallmark {

namespace composition {
struct Phase;
}

/// What is asked of an evaluation beyond its parameters.
struct Request {
  slong digits = 15;
  bool exact = false;                   // the exact fraction too, where there is one
  std::string route = {};               // empty: the entry's own choice
  bool all_methods = false;             // every method of the literature too, where there are several
  std::vector<Number> thresholds = {};  // all eps that are asked for together: one table may serve them
  bool default_effort = false;          // no digits were asked for: a route whose digits are costly gives what is cheap
  std::shared_ptr<const std::vector<composition::Phase>> phases = {};  // of composition.*
  bool sign_alone = false;  // a number that is proved to be above 0 is near enough
  Budget budget;
};

/// What one method of several says: the ends it proves, on which axioms.
struct Method {
  std::string id;
  std::optional<Rational> lo;
  std::optional<Rational> hi;
  std::vector<std::string> axioms = {};
  std::string note = {};  // why an end is missing, or the parameters the method chose
};

/// What the two ends of an answer enclose: the quantity's number; or, of a least number over choices that were searched and
/// not all bounded from below, the number of one choice, which is an upper end of it.
enum class Encloses { number, upper_end };

/// A proved answer: what it encloses lies in [lo, hi].
struct Answer {
  Rational lo;
  Rational hi;
  Encloses encloses = Encloses::number;
  // The digits asked for are there. `evaluate` decides it by the ends; of a bracket, whose ends are two numbers, a route says it.
  bool reached = false;
  std::optional<Rational> exact;    // the number itself
  std::string method;               // which method gave each end
  std::vector<std::string> axioms;  // of the enclosure of both ends, instantiated
  std::string route;
  slong bits = 0;
  Witness witness = {};              // what the route found that a certificate needs
  ParameterTexts chosen = {};        // in place of parameters given as "best"
  std::optional<Direction> larger;   // of both, the one that gave the answer, where it is known
  std::string composed;              // of composition.*: the rounds and their mechanisms
  std::vector<Method> methods = {};  // where all were asked for
  std::string shortfall;             // if not reached: which end is missing and what would settle it

  /// What the quantity's number is at least.
  /// Kind:      lower bound: 0 where the ends are those of one choice
  /// Domain:    any answer; no quantity is below 0
  [[nodiscard]] Rational lower_end() const { return encloses == Encloses::number ? lo : Rational(0); }
};

/// An axiom that an upper end (or, for upper kinds, the bound itself) rests on.
struct AxiomUse {
  std::string_view name;
  std::vector<std::string_view> parameters;  // that it depends on, as far as a quantity has them
};

/// Where another quantity passes a level: a certificate rests on values of that quantity, and on its monotonicity.
struct InverseOf {
  std::string_view of;     // the id of that quantity, where it has a row
  std::string_view lemma;  // the monotonicity

  /// Whether that quantity grows with this one: then a lower end of this one is an upper end of that one.
  [[nodiscard]] bool grows() const { return lemma.find("-nondecreasing-") != std::string_view::npos; }
};

struct Certifier;
using Evaluate = std::function<Answer(const Arguments&, const Request&)>;

struct Entry {
  std::string_view id;
  std::string_view summary;  // one line
  Bounds bounds = Bounds::mechanism;
  Kind kind = Kind::exact;
  Status status = Status::proved;
  std::string_view theorem;  // "[KEY] Theorem N"
  Adjacency adjacency = Adjacency::zero_out;
  std::vector<Parameter> parameters;
  std::string_view cost;
  std::string_view routes;                // names separated by spaces, the first one chosen by default
  const Certifier* certifier = nullptr;   // none: the certificate format has no words for it
  std::optional<InverseOf> inverse = {};  // of quantities with a certifier
  std::optional<AxiomUse> axiom = {};
  bool lists_methods = false;      // several methods, which --methods all shows
  bool shares_thresholds = false;  // several eps that are asked for together share one table
  Evaluate evaluate = {};

  [[nodiscard]] bool directional() const;
  /// Domain:    throws InputError as Arguments does
  [[nodiscard]] Arguments arguments(const ParameterTexts& texts) const;
  /// "NAME eps0=4 n=100": the axiom with its parameters instantiated.
  [[nodiscard]] std::string instantiated_axiom(const Arguments& arguments) const;
};

/// A quantity of the registry at checked parameters.
struct Term {
  const Entry* entry;
  Arguments arguments;
};

/// All entries, ordered by id.
[[nodiscard]] std::span<const Entry> registry();
/// The entry of that id, or of what bounds/aliases.hpp reads it as; or nullptr.
[[nodiscard]] const Entry* find_entry(std::string_view id);
/// The entry of that id; throws InputError that suggests near ids otherwise.
[[nodiscard]] const Entry& entry(std::string_view id);

/// A quantity of the papers that this version cannot evaluate: claims about it are undecided, not errors.
struct Planned {
  std::string_view id;
  std::string_view theorem;
};
[[nodiscard]] std::span<const Planned> planned();
[[nodiscard]] bool is_planned(std::string_view id);

/// The entry's kind, or upper: a phase that is an upper bound of its class makes the composition one.
/// Kind:      exact
/// Domain:    arguments of that entry
[[nodiscard]] Kind kind_of(const Entry& entry, const Arguments& arguments);

/// Evaluates one quantity: arguments checked, route and `exact` checked, budget obeyed.
/// Kind:      encloses what the entry's kind names
/// Domain:    throws InputError for bad parameters, a route the entry does not have, or `exact` where no exact fraction
///            of under 10^5 digits exists
[[nodiscard]] Answer evaluate(const Entry& entry, const Arguments& arguments, const Request& request);

}  // namespace hallmark
