// Claims of tests: one quantity against a value with the lines of a witness, and the parts of a whole certificate.
#pragma once

#include <algorithm>

#include "checker.hpp"
#include "reseal.hpp"

namespace hallmark::check::test {

inline const QuantityRow* find_quantity(std::string_view id) {
  const auto table = quantity_table();
  const auto row = std::find_if(table.begin(), table.end(), [&](const QuantityRow& r) { return r.id == id; });
  return row == table.end() ? nullptr : &*row;
}

inline Quantity quantity_of(std::string_view id, Parameters parameters, Direction direction = Direction::both) {
  const QuantityRow* row = find_quantity(id);
  if (row == nullptr) throw std::invalid_argument(std::string(id));
  return {{std::move(parameters)}, row, direction, std::nullopt, {}, row->adjacencies->front()};
}

/// What a witness of these lines proves of `quantity RELATION value`.
inline Judgement attempt(const Quantity& quantity, Relation relation, const Number& value, const std::string& witness) {
  const std::string text = seal(witness);
  Reader reader(text);
  const Proof proof = (*quantity.row->evaluator)(reader, quantity, relation);
  return proof.attempt(quantity, relation, value);
}

/// What a lower end of randomized response is about.
struct LowerEnd {
  std::string rr2_direction;
  std::string others;
};

/// The statement of a certificate and what second routes want of its witness.
struct Parsed {
  Quantity left;
  Relation relation = Relation::less_equal;
  std::vector<Number> values;
  std::optional<Quantity> right;
  std::optional<Number> pivot;
  LowerEnd left_end, right_end;
};

inline Parsed parse(const std::string& text) {
  Parsed parsed;
  Reader reader(text);
  reader.exactly("hallmark certificate 2");
  reader.exactly("STATEMENT");
  parsed.left = read_quantity(reader, quantity_table());
  parsed.relation = read_relation(reader);
  if (reader.next_is("right ")) {
    reader.set_prefix("right ");
    parsed.right = read_quantity(reader, quantity_table());
    reader.set_prefix("");
  }
  for (const std::string& line : lines_of(text)) {
    const bool is_right = line.starts_with("right ");
    LowerEnd& end = is_right ? parsed.right_end : parsed.left_end;
    const std::string rest = is_right ? line.substr(6) : line;
    if (rest.starts_with("value ")) parsed.values.push_back(parse_number(rest.substr(6)).value());
    if (rest.starts_with("pivot ")) parsed.pivot = parse_number(rest.substr(6));
    if (rest.starts_with("others ")) end.others = rest.substr(7);
    if (rest.starts_with("rr2-direction ")) end.rr2_direction = rest.substr(14);
  }
  return parsed;
}

}  // namespace hallmark::check::test
