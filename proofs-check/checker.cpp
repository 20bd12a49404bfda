#include "checker.hpp"

#include <algorithm>
#include <new>

#include "statement/risk.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

/// The table, and what is made of its deltas.
std::span<const QuantityRow> all_quantities() {
  static const std::vector<QuantityRow> all = [] {
    const std::span<const QuantityRow> table = quantity_table();
    std::vector<QuantityRow> rows(table.begin(), table.end());
    for (QuantityRow& row : risk_rows(table)) rows.push_back(std::move(row));
    return rows;
  }();
  return all;
}

/// What is claimed of the left quantity: how it stands to one value, to two (`in`), or to the right quantity.
struct Statement {
  Quantity left;
  Relation relation = Relation::less_equal;
  std::vector<Number> values = {};
  std::optional<Quantity> right = {};
};

/// The lines that every certificate has, in the order of FORMAT.md section 3; after them its witness is proved.
class Certificate {
 public:
  explicit Certificate(Reader& reader) {
    if (reader.rest("hallmark certificate") != "2") reader.fail("`hallmark certificate 2`: no other version is read");
    reader.exactly("STATEMENT");
    statement_.left = read_quantity(reader, all_quantities());
    read_claim(reader);
    reader.exactly("AXIOMS");
    read_axioms(reader);
    reader.exactly("WITNESS");
    left_ = proof_of(reader, statement_.left, statement_.relation);
    if (statement_.right) {
      pivot_ = reader.number("pivot");
      reader.set_prefix("right ");
      right_ = proof_of(reader, *statement_.right, mirrored(statement_.relation));
      reader.set_prefix("");
    }
    reader.exactly("END");
    if (!reader.finished()) reader.fail("the sha256 line after `END`");
  }

  [[nodiscard]] Judgement attempt() const {
    if (statement_.right) return attempt_pivot();
    if (statement_.relation != Relation::in) return left(statement_.relation, statement_.values.at(0));
    Judgement lower = left(Relation::greater_equal, statement_.values.at(0));
    return lower.verified ? left(Relation::less_equal, statement_.values.at(1)) : lower;
  }

  /// The statement and the axioms in one line, rebuilt from the parsed values.
  [[nodiscard]] std::string text() const {
    std::string text = to_text(statement_.left) + " " + std::string(to_text(statement_.relation)) + " ";
    if (statement_.right) {
      text += to_text(*statement_.right);
    } else if (statement_.relation == Relation::in) {
      text += "[" + to_text(statement_.values[0]) + ", " + to_text(statement_.values[1]) + "]";
    } else {
      text += to_text(statement_.values[0]);
    }
    text += " modulo [";
    for (const std::string& axiom : axioms_) text += (text.back() == '[' ? "" : "; ") + axiom;
    return text + (axioms_.empty() ? "none]" : "]");
  }

 private:
  void read_claim(Reader& reader) {
    statement_.relation = read_relation(reader);
    const bool in = statement_.relation == Relation::in;
    if (!in && reader.next_is("right ")) {
      reader.set_prefix("right ");
      statement_.right = read_quantity(reader, all_quantities());
      reader.set_prefix("");
      return;
    }
    for (int i = 0; i < (in ? 2 : 1); ++i) statement_.values.push_back(reader.number("value"));
  }

  /// Exactly those that the statement needs, in byte order.
  void read_axioms(Reader& reader) {
    axioms_ = axioms_of(statement_.left, statement_.relation);
    if (statement_.right) {
      for (std::string& axiom : axioms_of(*statement_.right, mirrored(statement_.relation))) {
        axioms_.push_back(std::move(axiom));
      }
    }
    std::sort(axioms_.begin(), axioms_.end());
    axioms_.erase(std::unique(axioms_.begin(), axioms_.end()), axioms_.end());
    std::vector<std::string> found;
    while (reader.next_is("axiom ")) found.emplace_back(reader.rest("axiom"));
    if (found.empty()) reader.exactly("none");
    if (found != axioms_) {
      throw Rejected{"axioms", "must be exactly those that the statement needs, in byte order"};
    }
  }

  static Proof proof_of(Reader& reader, const Quantity& quantity, Relation relation) {
    return (*quantity.row->evaluator)(reader, quantity, relation);
  }

  [[nodiscard]] Judgement left(Relation relation, const Number& value) const {
    return left_.attempt(statement_.left, relation, value);
  }

  /// left REL pivot and pivot REL right, at least one of them strictly if REL is strict.
  [[nodiscard]] Judgement attempt_pivot() const {
    const Relation relation = statement_.relation;
    const Relation weak = has_upper_end(relation) ? Relation::less_equal : Relation::greater_equal;
    Judgement first = left(relation, pivot_);
    const bool is_strict = relation != weak && first.verified;
    if (relation != weak && !first.verified) first = left(weak, pivot_);
    if (!first.verified) return first;
    return right_.attempt(*statement_.right, mirrored(is_strict ? weak : relation), pivot_);
  }

  Statement statement_;
  std::vector<std::string> axioms_;
  Number pivot_;
  Proof left_, right_;
};

Result rejected(const std::string& step, const std::string& rule) {
  return {Verdict::rejected, "s REJECTED " + step + ": " + rule};
}

}  // namespace

std::span<const QuantityRow> quantity_table() {
  static const std::vector<QuantityRow> table = [] {
    std::vector<QuantityRow> all;
    for (const auto& rows : {shuffle_rows, allocation_rows, basic_rows, batch_rows, blanket_rows, matrix_rows,
                             selection_rows, audit_rows}) {
      for (QuantityRow& row : rows()) all.push_back(std::move(row));
    }
    return all;
  }();
  return table;
}

namespace {

Result answer(std::string_view bytes) {
  try {
    Reader reader(bytes);
    const Certificate certificate(reader);
    const Judgement outcome = certificate.attempt();
    if (!outcome.verified) return rejected(outcome.step, outcome.rule);
    return {Verdict::verified, "s VERIFIED " + certificate.text()};
  } catch (const Malformed& defect) {
    return {Verdict::malformed, "s MALFORMED line " + std::to_string(defect.line) + ": expected " + defect.expected};
  } catch (const Rejected& reason) {
    return rejected(reason.step, reason.rule);
  } catch (const TooMuchWork&) {
    return rejected("work", "too much work");
  } catch (const std::bad_alloc&) {
    return rejected("work", "too much memory");
  } catch (const std::exception& error) {
    return rejected("internal", error.what());
  }
}

}  // namespace

Result check_certificate(std::string_view bytes, Count work) {
  set_exponent_range();
  const Meter meter(work);
  Result result = answer(bytes);
  result.work = work - Meter::left();
  return result;
}

}  // namespace hallmark::check
