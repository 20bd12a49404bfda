#include "checker.hpp"

#include <algorithm>
#include <new>
#include <set>

#include "allocation/allocation_law.hpp"
#include "batch/poisson_line.hpp"
#include "class_a.hpp"
#include "class_b.hpp"
#include "class_c.hpp"
#include "class_d.hpp"
#include "class_e.hpp"
#include "class_f.hpp"
#include "laws/convex_law.hpp"
#include "statement/certificate.hpp"

namespace hallmark::check {

namespace {

/// The axioms that a claim about one quantity rests on, as FORMAT.md section 6 spells them.
void collect_axioms(const Quantity& quantity, Relation relation, std::set<std::string>& axioms) {
  const std::string_view id = quantity.row->id;
  const auto add = [&](const std::string& name, std::initializer_list<const char*> parameters) {
    std::string text = name;
    for (const char* parameter : parameters)
      text += std::string(" ") + parameter + "=" + to_text(quantity.parameter(parameter));
    axioms.insert(text);
  };
  if (id == "clones.epsilon.closed-form") add("FMT21-Theorem-3.1", {"delta", "eps0", "n"});
  if (id == "clones.epsilon.closed-form-sharp") add("FMT21-Theorem-3.2", {"eps0", "n"});
  if (id == "clones.epsilon.renyi" || id == "clones.epsilon.advanced-composition")
    add("FMT21-Theorem-3.2", {"eps0", "n"});
  if ((id == "shuffled-batch.delta" || id == "shuffled-batch.epsilon") && has_upper_end(relation))
    add("CGKKMSZ24-Theorem-4.1", {"sigma", "steps"});
  // Of a conversion or a closed form a certificate says what number it gives; of a divergence only an upper end needs
  // the reduction.
  const bool formula = quantity.orders || id.ends_with(".direct-add") || id.ends_with(".decomposition");
  if (id.starts_with("allocation") && (formula || has_upper_end(relation)))
    add("FS25-Theorem-3.1", {"selected", "steps"});
  if (id.starts_with("shuffle.") && has_upper_end(relation)) add("FMT21-Theorem-3.2", {"eps0", "n"});
}

Outcome check_witness(const Quantity& quantity, const Witness& witness) {
  const QuantityRow& row = *quantity.row;
  // Instead of a grid an inversion.
  const char of_table = certificate_class(quantity);
  const char letter = of_table == 'B' && may_be_inverted(quantity) && !witness.grid ? 'F' : of_table;
  const bool has_laws = letter == 'B' || (letter == 'F' && on_contour(quantity));
  const bool convex = has_laws && witness.certificate_class == 'G';
  if (witness.certificate_class != letter && !convex) {
    return Outcome::no("witness", "class of " + std::string(row.id) + " is " + letter + " here");
  }
  if (witness.lemma != row.lemma)
    return Outcome::no("witness", "lemma of " + std::string(row.id) + " is " + std::string(row.lemma));
  if (witness.others && (*witness.others < 0 || *witness.others >= quantity.count("n"))) {
    return Outcome::no("witness", "others: must be an integer, 0 <= others <= n-1");
  }
  if (row.id == "shuffled-batch.delta.pair" && witness.event == "all-below") {
    return Outcome::no("witness", "event: all-below is of the other direction than " + std::string(row.id));
  }
  if (!witness.ratios.empty()) {
    const std::size_t lines = combinations(copies(quantity)) + 1;
    if (witness.ratios.size() != lines) {
      return Outcome::no("witness", "ratios: must be " + std::to_string(lines) + " lines");
    }
  }
  if (by_laws(witness)) {
    const std::size_t lines =
        allocation_grids(quantity.count("steps"), quantity.count("selected"), quantity.count("epochs"));
    for (const auto* law : {&witness.law_lower, &witness.law_upper_remove, &witness.law_upper_add}) {
      if (!law->empty() && law->size() != lines) {
        return Outcome::no("witness", "ratios: must be " + std::to_string(lines) + " lines for every law");
      }
    }
  }
  for (const std::optional<Integer>& order : {witness.order, witness.order_add}) {
    if (order && (*order < quantity.orders->first || *order > quantity.orders->last)) {
      return Outcome::no("witness", "order: must be an integer of the range orders");
    }
  }
  for (const std::optional<Rational>& order : {witness.real_order, witness.real_order_add}) {
    if (order && (*order <= 1 || *order < quantity.orders->first || *order > quantity.orders->last)) {
      return Outcome::no("witness", "order: must be above 1 and in the range orders");
    }
  }
  if (witness.order_bracket) {
    const auto& [below, at, above] = *witness.order_bracket;
    if (below <= 1 || below < quantity.orders->first || at <= below || above <= at || above > quantity.orders->last) {
      return Outcome::no("witness", "order-bracket: must be three increasing orders above 1 of the range orders");
    }
    if (quantity.direction != "both" && witness.bracket_direction != quantity.direction) {
      return Outcome::no("witness", "order-bracket: must be of the direction of the statement");
    }
  }
  if (!witness.contour_direction.empty() && quantity.direction != "both" &&
      witness.contour_direction != quantity.direction) {
    return Outcome::no("witness", std::string(by_laws(witness) ? "law" : "contour") +
                                      "-lower: must be of the direction of the statement");
  }
  for (const std::optional<Contour>& contour :
       {witness.contour_lower, witness.contour_upper_remove, witness.contour_upper_add}) {
    if (contour && (contour->line <= 0 || contour->step <= 0 || contour->alias <= contour->line)) {
      return Outcome::no("witness", "contour: must satisfy 0 < line < alias and 0 < step");
    }
  }
  for (const std::optional<Inversion>& inversion :
       {witness.inversion_lower, witness.inversion_upper_remove, witness.inversion_upper_add}) {
    if (!inversion) continue;
    if (std::string rule = check_inversion(*inversion); !rule.empty()) return Outcome::no("witness", std::move(rule));
  }
  return Outcome::yes();
}

/// `quantity RELATION value`, RELATION not `in`. One entry a class; classes to come add theirs here.
Outcome check_claim(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                    Budget& budget) {
  switch (witness.certificate_class) {
    case 'A':
      return check_class_a(quantity, relation, value, witness, budget);
    case 'G':
      if (on_contour(quantity)) return check_class_f(quantity, relation, value, witness, budget);
      [[fallthrough]];
    case 'B':
      return check_class_b(quantity, relation, value, witness, budget);
    case 'C':
      return check_class_c(quantity, relation, value, witness, budget);
    case 'D':
      return check_class_d(quantity, relation, value, witness, budget);
    case 'E':
      return check_class_e(quantity, relation, value, witness, budget);
    case 'F':
      return check_class_f(quantity, relation, value, witness, budget);
    default:
      return Outcome::no("witness", "this class is not implemented");
  }
}

Outcome check_pivot(const Certificate& certificate, Budget& budget) {
  const Number& pivot = *certificate.pivot;
  const auto left = [&](Relation relation) {
    return check_claim(certificate.left, relation, pivot, certificate.left_witness, budget);
  };
  const auto right = [&](Relation relation) {
    return check_claim(*certificate.right, mirrored(relation), pivot, *certificate.right_witness, budget);
  };
  const Relation relation = certificate.relation;
  const bool strict = relation == Relation::less || relation == Relation::greater;
  const Relation weak =
      relation == Relation::less || relation == Relation::less_equal ? Relation::less_equal : Relation::greater_equal;
  Outcome first = left(relation);
  const bool left_strict = strict && first.verified;
  if (strict && !first.verified) first = left(weak);
  if (!first.verified) return first;
  return right(strict && !left_strict ? relation : weak);
}

Outcome check_statement(const Certificate& certificate, std::uint64_t work) {
  // Labels, domains and the witness of every side before any arithmetic on them.
  std::set<std::string> axioms;
  const auto side = [&](const Quantity& quantity, Relation relation, const Witness& witness) {
    if (const std::string rule = check_labels(quantity); !rule.empty()) return Outcome::no("statement", rule);
    if (const std::string rule = check_domain(quantity); !rule.empty()) return Outcome::no("domain", rule);
    collect_axioms(quantity, relation, axioms);
    return check_witness(quantity, witness);
  };
  if (Outcome outcome = side(certificate.left, certificate.relation, certificate.left_witness); !outcome.verified)
    return outcome;
  if (certificate.right) {
    if (Outcome outcome = side(*certificate.right, certificate.right_relation(), *certificate.right_witness);
        !outcome.verified) {
      return outcome;
    }
  }
  if (!std::equal(axioms.begin(), axioms.end(), certificate.axioms.begin(), certificate.axioms.end())) {
    return Outcome::no("axioms", "must be exactly those that the statement needs, in byte order");
  }
  const auto is_large = [](const Quantity& quantity) { return on_grid(quantity) || may_be_inverted(quantity); };
  const bool grid = is_large(certificate.left) || (certificate.right && is_large(*certificate.right));
  const bool contour = on_contour(certificate.left) || (certificate.right && on_contour(*certificate.right));
  Budget budget((contour ? kContourFactor : grid ? Budget::kGridFactor : 1) * work);
  if (certificate.right) return check_pivot(certificate, budget);
  if (certificate.relation != Relation::in) {
    return check_claim(certificate.left, certificate.relation, certificate.values.at(0), certificate.left_witness,
                       budget);
  }
  Outcome lower = check_claim(certificate.left, Relation::greater_equal, certificate.values.at(0),
                              certificate.left_witness, budget);
  if (!lower.verified) return lower;
  return check_claim(certificate.left, Relation::less_equal, certificate.values.at(1), certificate.left_witness,
                     budget);
}

std::string axioms_text(const Certificate& certificate) {
  if (certificate.axioms.empty()) return "[none]";
  std::string text;
  for (const std::string& axiom : certificate.axioms) text += (text.empty() ? "[" : "; ") + axiom;
  return text + "]";
}

}  // namespace

Result check_certificate(std::string_view bytes, std::uint64_t work) {
  set_exponent_range();
  const auto rejected = [](const std::string& step, const std::string& rule) {
    return Result{Verdict::rejected, "s REJECTED " + step + ": " + rule};
  };
  try {
    const std::variant<Certificate, Malformed> parsed = parse_certificate(bytes);
    if (const auto* malformed = std::get_if<Malformed>(&parsed)) {
      return {Verdict::malformed,
              "s MALFORMED line " + std::to_string(malformed->line) + ": expected " + malformed->expected};
    }
    const auto& certificate = std::get<Certificate>(parsed);
    const Outcome outcome = check_statement(certificate, work);
    if (!outcome.verified) return rejected(outcome.step, outcome.rule);
    return {Verdict::verified, "s VERIFIED " + statement_text(certificate) + " modulo " + axioms_text(certificate)};
  } catch (const TooMuchWork&) {
    return rejected("work", "too much work");
  } catch (const std::bad_alloc&) {
    return rejected("work", "too much memory");
  } catch (const std::exception& error) {
    return rejected("internal", error.what());
  }
}

}  // namespace hallmark::check
