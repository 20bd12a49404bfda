#include "statement/quantity.hpp"

#include <algorithm>
#include <array>

namespace hallmark::check {

namespace {

/// `10000`, `-10000` or `10^15`, `10^-30`, as domains spell them.
Rational limit_of(std::string_view text) {
  if (!text.starts_with("10^")) return parse_number(text)->argument;
  const std::int64_t exponent = parse_integer(text.substr(3))->to_signed();
  const Rational size = pow(Integer(10), static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? 1 / size : size;
}

bool inside(const Number& number, const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::integer &&
      (number.kind != Number::Kind::rational || denominator(number.argument) != 1)) {
    return false;
  }
  const std::vector<std::string_view> words = split(parameter.domain, ' ');
  const Order low = compare(number, limit_of(words[0]));
  const Order high = compare(number, limit_of(words[4]));
  return (low == Order::greater || (low == Order::equal && words[1] == "<=")) &&
         (high == Order::less || (high == Order::equal && words[3] == "<="));
}

bool inside(const Range& range, const Parameter& parameter) {
  const std::vector<std::string_view> words = split(parameter.domain, ' ');
  const bool real = parameter.kind == Parameter::Kind::real_range;
  return limit_of(words[0]) <= range.first && (real ? range.first < range.last : range.first <= range.last) &&
         range.last <= limit_of(words[4]);
}

[[noreturn]] void outside(const Parameter& parameter) {
  const bool integer = parameter.kind == Parameter::Kind::integer;
  throw Rejected{"domain", std::string(parameter.name) + (integer ? ": must be an integer, " : ": must satisfy ") +
                               std::string(parameter.domain)};
}

bool is_text(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::word || parameter.kind == Parameter::Kind::list;
}

void check_domain(const Quantity& quantity) {
  for (const Parameter& parameter : *quantity.row->parameters) {
    if (!parameter.usual.empty() && !quantity.has(parameter.name)) continue;
    if (is_text(parameter)) continue;  // read as what they are
    const bool good = quantity.has(parameter.name) ? inside(quantity.parameter(parameter.name), parameter)
                                                   : inside(*quantity.orders, parameter);
    if (!good) outside(parameter);
  }
  if (quantity.has("selected") && quantity.count("selected") > quantity.count("steps")) {
    throw Rejected{"domain", "selected: must be an integer, 1 <= selected <= steps"};
  }
  if (quantity.has("others") && quantity.count("others") >= quantity.count("n")) {
    throw Rejected{"domain", "others: must be an integer, 0 <= others <= n-1"};
  }
}

/// `phase <name> <parameter>=<number> ... rounds <integer>`, the line that was read last as these words.
Phase read_phase(Reader& reader, std::span<const PhaseRow> table, const std::vector<std::string_view>& words) {
  constexpr std::int64_t most_rounds = 1'000'000'000'000'000;
  const auto row = std::find_if(table.begin(), table.end(), [&](const PhaseRow& r) { return r.name == words.front(); });
  if (row == table.end()) reader.fail("a mechanism of FORMAT.md section 4.1");
  const std::size_t count = row->parameters->size();
  if (words.size() != count + 3 || words[count + 1] != "rounds") {
    reader.fail("the " + std::to_string(count) + " parameters of " + std::string(row->name) +
                ", `rounds` and an integer");
  }
  Phase phase{{}, &*row, reader.to_integer(words[count + 2], 1, most_rounds).to_unsigned()};
  for (std::size_t i = 0; i < count; ++i) {
    const Parameter& parameter = (*row->parameters)[i];
    const std::string head = std::string(parameter.name) + "=";
    if (!words[i + 1].starts_with(head)) reader.fail("`" + head + "` and a number");
    const auto number = parse_number(words[i + 1].substr(head.size()));
    if (!number) reader.fail("`" + head + "` and a number");
    phase.parameters.emplace(parameter.name, *number);
  }
  return phase;
}

std::string to_text(const Phase& phase) {
  std::string text(phase.row->name);
  for (const Parameter& parameter : *phase.row->parameters) {
    text += " " + std::string(parameter.name) + "=" + to_text(phase.parameter(parameter.name));
  }
  return text;
}

void read_phases(Reader& reader, Quantity& quantity) {
  std::string before;
  do {
    quantity.phases.push_back(read_phase(reader, quantity.row->phases, reader.words("phase")));
    std::string text = to_text(quantity.phases.back());
    if (text <= before) reader.fail("a line after the one before in byte order");
    before = std::move(text);
  } while (reader.next_is("phase "));
}

void check_phases(const Quantity& quantity) {
  for (const Phase& phase : quantity.phases) {
    if (*phase.row->adjacency != quantity.adjacency) {
      throw Rejected{"statement", "adjacency of " + std::string(phase.row->name) + " is " +
                                      std::string(to_text(*phase.row->adjacency))};
    }
    for (const Parameter& parameter : *phase.row->parameters) {
      if (!inside(phase.parameter(parameter.name), parameter)) outside(parameter);
    }
  }
}

template <class Label>
void check_label(const QuantityRow& row, std::string_view what, std::string_view found, Label expected) {
  if (found == to_text(expected)) return;
  throw Rejected{"statement", std::string(what) + " of " + row.id + " is " + std::string(to_text(expected))};
}

Direction read_direction(Reader& reader) {
  const std::string_view text = reader.one_of("direction", {"remove", "add", "both"});
  return text == "remove" ? Direction::remove : text == "add" ? Direction::add : Direction::both;
}

/// The name of a value of an enumeration.
template <class Enum>
std::string_view named(Enum value, std::initializer_list<std::string_view> names) {
  return names.begin()[static_cast<std::size_t>(value)];
}

/// One of the words of the parameter.
std::string read_word(Reader& reader, const std::string& head, const Parameter& parameter) {
  const std::string text(reader.rest(head));
  for (const std::string_view word : split(parameter.domain, ' ')) {
    if (word == text) return text;
  }
  reader.fail("`" + head + "` and one of: " + std::string(parameter.domain));
}

/// Rationals with commas between them.
List read_list(Reader& reader, const std::string& head) {
  constexpr std::size_t longest = 8192;
  const std::vector<std::string_view> words = split(reader.rest(head), ',');
  List list;
  for (const std::string_view word : words) {
    const std::optional<Number> x = parse_number(word);
    if (words.size() > longest || !x || x->kind != Number::Kind::rational) {
      reader.fail("`" + head + "` and at most 8192 rationals with commas between them");
    }
    list.push_back(x->argument);
  }
  return list;
}

std::string list_text(const List& list) {
  std::string text;
  for (const Rational& x : list) {
    text += (text.empty() ? "" : ",") + to_text(Number{Number::Kind::rational, x});
  }
  return text;
}

/// A parameter as the statement has it.
std::string parameter_text(const Quantity& quantity, std::string_view name) {
  if (const auto word = quantity.words.find(name); word != quantity.words.end()) return word->second;
  if (const auto list = quantity.lists.find(name); list != quantity.lists.end()) return list_text(list->second);
  return quantity.has(name) ? to_text(quantity.parameter(name)) : to_text(*quantity.orders);
}

}  // namespace

std::string_view to_text(Bounds bounds) { return named(bounds, {"pair", "mechanism", "formula"}); }

std::string_view to_text(Adjacency adjacency) { return named(adjacency, {"replace-one", "zero-out"}); }

std::string_view to_text(Direction direction) { return named(direction, {"remove", "add", "both"}); }

std::string_view to_text(Relation relation) { return named(relation, {"<=", "<", ">=", ">", "in"}); }

bool has_lower_end(Relation relation) { return relation != Relation::less_equal && relation != Relation::less; }

bool has_upper_end(Relation relation) { return relation != Relation::greater_equal && relation != Relation::greater; }

Relation mirrored(Relation relation) {
  using enum Relation;
  constexpr std::array<Relation, 5> other{greater_equal, greater, less_equal, less, in};
  return other[static_cast<std::size_t>(relation)];
}

std::uint64_t Arguments::count(std::string_view name) const {
  return numerator(parameter(name).argument).to_unsigned();
}

Quantity Quantity::with(std::string_view name, const Number& value) const {
  Quantity result = *this;
  result.parameters.insert_or_assign(std::string(name), value);
  return result;
}

Quantity read_quantity(Reader& reader, std::span<const QuantityRow> table) {
  Quantity quantity;
  const std::string_view id = reader.rest("quantity");
  const auto row = std::find_if(table.begin(), table.end(), [id](const QuantityRow& r) { return r.id == id; });
  if (row == table.end()) reader.fail("a quantity of FORMAT.md section 4");
  quantity.row = &*row;
  const std::string_view bounds = reader.one_of("bounds", {"pair", "mechanism", "formula"});
  const std::string_view adjacency = reader.one_of("adjacency", {"replace-one", "zero-out"});
  quantity.direction = read_direction(reader);
  for (const Parameter& parameter : *row->parameters) {
    const std::string head = "parameter " + std::string(parameter.name);
    if (!parameter.usual.empty()) {
      if (!reader.next_is(head + " ")) continue;
      const Number value = reader.number(head);
      if (to_text(value) == parameter.usual)
        reader.fail("no line for a parameter that is " + std::string(parameter.usual));
      quantity.parameters.emplace(parameter.name, value);
      continue;
    }
    if (parameter.kind == Parameter::Kind::range || parameter.kind == Parameter::Kind::real_range) {
      quantity.orders = parse_range(reader.rest(head));
      if (!quantity.orders) reader.fail("`" + head + "` and a range of integers a..b");
    } else if (parameter.kind == Parameter::Kind::word) {
      quantity.words.emplace(parameter.name, read_word(reader, head, parameter));
    } else if (parameter.kind == Parameter::Kind::list) {
      quantity.lists.emplace(parameter.name, read_list(reader, head));
    } else {
      quantity.parameters.emplace(parameter.name, reader.number(head));
    }
  }
  if (!row->phases.empty()) read_phases(reader, quantity);
  while (row->table && (quantity.rows.empty() || reader.next_is("row "))) {
    List& list = quantity.rows.emplace_back();
    for (const std::string_view word : reader.words("row")) list.push_back(reader.to_rational(word));
  }
  check_label(*row, "bounds", bounds, row->bounds);
  quantity.adjacency = row->adjacency;
  if (row->other_adjacency && adjacency == to_text(*row->other_adjacency)) quantity.adjacency = *row->other_adjacency;
  check_label(*row, "adjacency", adjacency, quantity.adjacency);
  if (std::find(row->directions.begin(), row->directions.end(), quantity.direction) == row->directions.end()) {
    throw Rejected{"statement", "direction of " + row->id + " is not " + std::string(to_text(quantity.direction))};
  }
  check_domain(quantity);
  check_phases(quantity);
  return quantity;
}

std::string to_text(const Quantity& quantity) {
  std::string text = quantity.row->id + "(";
  for (const Parameter& parameter : *quantity.row->parameters) {
    if (!parameter.usual.empty() && !quantity.has(parameter.name)) continue;
    if (text.back() != '(') text += ", ";
    text += std::string(parameter.name) + "=" + parameter_text(quantity, parameter.name);
  }
  for (const Phase& phase : quantity.phases) text += "; " + std::to_string(phase.rounds) + " x " + to_text(phase);
  for (const List& list : quantity.rows) text += "; row " + list_text(list);
  for (const std::string_view label :
       {to_text(quantity.row->bounds), to_text(quantity.adjacency), to_text(quantity.direction)}) {
    text += (text.back() == ',' ? " " : ") [") + std::string(label) + ",";
  }
  text.back() = ']';
  return text;
}

std::vector<std::string> axioms_of(const Quantity& quantity, Relation relation) {
  std::vector<std::string> all;
  for (const Axiom& axiom : *quantity.row->axioms) {
    if (axiom.needed == Axiom::Needed::for_upper_ends && !has_upper_end(relation)) continue;
    std::string& text = all.emplace_back(axiom.name);
    for (const std::string_view name : axiom.parameters) {
      if (name != "direction" && !quantity.has(name) && !quantity.words.contains(name)) continue;
      text += " " + std::string(name) + "=" +
              (name == "direction" ? std::string(to_text(quantity.direction)) : parameter_text(quantity, name));
    }
  }
  return all;
}

}  // namespace hallmark::check
