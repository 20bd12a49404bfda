#include "statement/quantity.hpp"

#include <algorithm>
#include <array>

namespace hallmark::check {

namespace {

/// `10000`, `-10000` or `10^15`, `10^-30`, `1/3`, as domains spell numbers.
Rational limit_of(std::string_view text) {
  if (const auto fraction = split(text, '/'); fraction.size() > 1) {
    return Rational(*parse_integer(fraction.front()), *parse_integer(fraction.back()));
  }
  const std::vector<std::string_view> parts = split(text, '^');
  const Integer base = *parse_integer(parts.front());
  if (parts.size() == 1) return base;
  const Count exponent = parse_integer(parts.back())->to_count();
  const Rational size = pow(base, exponent < 0 ? -exponent : exponent);
  return exponent < 0 ? 1 / size : size;
}

/// The same, or a parameter, or one less than it: `n`, `n-1`.
Number limit_of(std::string_view text, const Arguments& arguments) {
  const std::vector<std::string_view> parts = split(text, '-');
  const auto named = arguments.parameters.find(parts.front());
  if (named == arguments.parameters.end()) return {Number::Kind::rational, limit_of(text)};
  Number limit = named->second;
  if (parts.size() > 1) limit.argument -= 1;
  return limit;
}

bool inside(const Number& number, const Parameter& parameter, const Arguments& arguments) {
  if (parameter.kind == Parameter::Kind::integer &&
      (number.kind != Number::Kind::rational || denominator(number.argument) != 1)) {
    return false;
  }
  const std::vector<std::string_view> words = split(parameter.domain, ' ');
  const Order low = compare(number, limit_of(words[0]));
  const Order high = compare(number, limit_of(words[4], arguments));
  const auto or_equal = [&](std::size_t i) { return words[i].size() == 2; };  // `<=`, not `<`
  return (low == Order::greater || (low == Order::equal && or_equal(1))) &&
         (high == Order::less || (high == Order::equal && or_equal(3)));
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

bool is_range(const Parameter& parameter) {
  return parameter.kind == Parameter::Kind::range || parameter.kind == Parameter::Kind::real_range;
}

/// `phase <name> <parameter>=<number> ... rounds <integer>`, the line that was read last as these words.
Phase read_phase(Reader& reader, std::span<const PhaseRow> table, const std::vector<std::string_view>& words) {
  constexpr Count most_rounds = 1'000'000'000'000'000;
  const auto row = std::find_if(table.begin(), table.end(), [&](const PhaseRow& r) { return r.name == words.front(); });
  if (row == table.end()) reader.fail("a mechanism of FORMAT.md section 4.1");
  const std::size_t count = row->parameters->size();
  if (words.size() != count + 3 || words[count + 1] != "rounds") {
    reader.fail("the " + std::to_string(count) + " parameters of " + std::string(row->name) +
                ", `rounds` and an integer");
  }
  Phase phase{{}, &*row, reader.to_integer(words[count + 2], 1, most_rounds).to_count()};
  for (std::size_t i = 0; i < count; ++i) {
    const Parameter& parameter = (*row->parameters)[i];
    const std::vector<std::string_view> sides = split(words[i + 1], '=');
    const auto number =
        sides.size() == 2 && sides.front() == parameter.name ? parse_number(sides.back()) : std::nullopt;
    if (!number) reader.fail("`" + std::string(parameter.name) + "=` and a number");
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

/// What `read` reads, as long as a line begins with `head`: in byte order of their texts, none twice.
template <typename Read, typename TextOf>
auto read_in_order(Reader& reader, const std::string& head, const Read& read, const TextOf& text_of) {
  std::vector<decltype(read())> items;
  std::string before;
  do {
    items.push_back(read());
    std::string text = text_of(items.back());
    if (text <= before) reader.fail("a " + head + " after the one before in byte order");
    before = std::move(text);
  } while (reader.next_is(head));
  return items;
}

std::vector<Phase> read_phases(Reader& reader, std::span<const PhaseRow> table) {
  return read_in_order(
      reader, "phase", [&] { return read_phase(reader, table, reader.words("phase")); },
      [](const Phase& phase) { return to_text(phase); });
}

/// Parts of the data, each with a line `part` and its phases.
std::vector<std::vector<Phase>> read_parts(Reader& reader, std::span<const PhaseRow> table) {
  const auto part = [&] {
    reader.exactly("part");
    return read_phases(reader, table);
  };
  return read_in_order(reader, "part", part, [](const std::vector<Phase>& phases) {
    std::string text;
    for (const Phase& phase : phases) text += to_text(phase) + " rounds " + Integer(phase.rounds).text() + "\n";
    return text;
  });
}

std::string to_text(const std::vector<Phase>& phases) {
  std::string text;
  for (const Phase& phase : phases) text += "; " + Integer(phase.rounds).text() + " x " + to_text(phase);
  return text;
}

void check_phases(const std::vector<Phase>& phases, const Quantity& quantity) {
  for (const Phase& phase : phases) {
    if (*phase.row->adjacency != quantity.adjacency) {
      throw Rejected{"statement", "adjacency of " + std::string(phase.row->name) + " is " +
                                      std::string(to_text(*phase.row->adjacency))};
    }
    for (const Parameter& parameter : *phase.row->parameters) {
      if (!inside(phase.parameter(parameter.name), parameter, phase)) outside(parameter);
    }
  }
}

template <class Label>
void check_label(const QuantityRow& row, std::string_view what, Label found, const std::vector<Label>& known) {
  if (std::find(known.begin(), known.end(), found) != known.end()) return;
  throw Rejected{"statement", std::string(what) + " of " + row.id + " is " + std::string(to_text(known.front()))};
}

/// The name of a value of an enumeration, and the value that a line names.
const std::vector<std::string_view> kBoundsNames{"pair", "mechanism", "formula"};
const std::vector<std::string_view> kAdjacencyNames{"replace-one", "zero-out"};
const std::vector<std::string_view> kDirectionNames{"remove", "add", "both"};
const std::vector<std::string_view> kRelationNames{"<=", "<", ">=", ">", "in"};
template <class Enum>
std::string_view named(Enum value, const std::vector<std::string_view>& names) {
  return names[static_cast<std::size_t>(value)];
}

/// One of the words of the parameter.
std::string read_word(Reader& reader, const std::string& head, const Parameter& parameter) {
  const std::string text(reader.rest(head));
  const std::string expected = "`" + head + "` and one of: " + std::string(parameter.domain);
  (void)reader.to_one_of<std::size_t>(text, split(parameter.domain, ' '), expected);
  return text;
}

/// Rationals of a statement.
List read_list(Reader& reader, const std::string& head, char separator, const char* between) {
  constexpr std::size_t longest = 8192;
  const std::vector<std::string_view> words = split(reader.rest(head), separator);
  List list;
  for (const std::string_view word : words) {
    const std::optional<Number> x = parse_number(word);
    if (words.size() > longest || !x || x->kind != Number::Kind::rational) {
      reader.fail("`" + head + "` and at most 8192 rationals with " + between + " between them");
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

std::string_view to_text(Bounds bounds) { return named(bounds, kBoundsNames); }

std::string_view to_text(Adjacency adjacency) { return named(adjacency, kAdjacencyNames); }

std::string_view to_text(Direction direction) { return named(direction, kDirectionNames); }

std::string_view to_text(Relation relation) { return named(relation, kRelationNames); }

Relation read_relation(Reader& reader) { return reader.one_of<Relation>("relation", kRelationNames); }

bool has_lower_end(Relation relation) { return relation != Relation::less_equal && relation != Relation::less; }

bool has_upper_end(Relation relation) { return relation != Relation::greater_equal && relation != Relation::greater; }

Relation mirrored(Relation relation) {
  using enum Relation;
  constexpr std::array<Relation, 5> other{greater_equal, greater, less_equal, less, in};
  return other[static_cast<std::size_t>(relation)];
}

const Number& Arguments::parameter(std::string_view name) const {
  const auto found = parameters.find(name);
  if (found == parameters.end()) throw Rejected{"statement", std::string(name) + ": is no parameter of this row"};
  return found->second;
}

Count Arguments::count(std::string_view name) const { return numerator(parameter(name).argument).to_count(); }

Quantity Quantity::with(std::string_view name, const Number& value) const {
  Quantity result = *this;
  result.parameters.insert_or_assign(std::string(name), value);
  return result;
}

Quantity Quantity::of_part(std::size_t i) const {
  Quantity result = *this;
  result.phases = parts.at(i);
  result.parts.clear();
  return result;
}

std::size_t Quantity::word(std::string_view name) const {
  const auto parameter = std::find_if(row->parameters->begin(), row->parameters->end(),
                                      [&](const Parameter& p) { return p.name == name; });
  const std::vector<std::string_view> all = split(parameter->domain, ' ');
  return Count(std::find(all.begin(), all.end(), words.find(name)->second) - all.begin());
}

void check_domain(const Quantity& quantity) {
  for (const Parameter& parameter : *quantity.row->parameters) {
    if (!parameter.usual.empty() && !quantity.has(parameter.name)) continue;
    if (is_text(parameter)) continue;  // read as what they are
    const bool good = is_range(parameter) ? inside(*quantity.orders, parameter)
                                          : inside(quantity.parameter(parameter.name), parameter, quantity);
    if (!good) outside(parameter);
  }
  if (quantity.row->fits != nullptr) quantity.row->fits(quantity);
}

Quantity read_quantity(Reader& reader, std::span<const QuantityRow> table) {
  Quantity quantity;
  const std::string_view id = reader.rest("quantity");
  const auto row = std::find_if(table.begin(), table.end(), [id](const QuantityRow& r) { return r.id == id; });
  if (row == table.end()) reader.fail("a quantity of FORMAT.md section 4");
  quantity.row = &*row;
  const auto bounds = reader.one_of<Bounds>("bounds", kBoundsNames);
  quantity.adjacency = reader.one_of<Adjacency>("adjacency", kAdjacencyNames);
  quantity.direction = reader.one_of<Direction>("direction", kDirectionNames);
  quantity.words.emplace("direction", to_text(quantity.direction));  // axioms may name it
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
    if (is_range(parameter)) {
      quantity.orders = parse_range(reader.rest(head));
      if (!quantity.orders) reader.fail("`" + head + "` and a range of integers a..b");
    } else if (parameter.kind == Parameter::Kind::word) {
      quantity.words.emplace(parameter.name, read_word(reader, head, parameter));
    } else if (parameter.kind == Parameter::Kind::list) {
      quantity.lists.emplace(parameter.name, read_list(reader, head, ',', "commas"));
    } else {
      quantity.parameters.emplace(parameter.name, reader.number(head));
    }
  }
  if (row->parts) quantity.parts = read_parts(reader, row->phases);
  if (!row->parts && !row->phases.empty()) quantity.phases = read_phases(reader, row->phases);
  while (row->table && (quantity.rows.empty() || reader.next_is("row "))) {
    quantity.rows.push_back(read_list(reader, "row", ' ', "spaces"));
  }
  check_label(*row, "bounds", bounds, {*row->bounds});
  check_label(*row, "adjacency", quantity.adjacency, *row->adjacencies);
  if (std::find(row->directions->begin(), row->directions->end(), quantity.direction) == row->directions->end()) {
    throw Rejected{"statement", "direction of " + row->id + " is not " + std::string(to_text(quantity.direction))};
  }
  check_domain(quantity);
  check_phases(quantity.phases, quantity);
  for (const std::vector<Phase>& part : quantity.parts) check_phases(part, quantity);
  return quantity;
}

void check_taken(const Quantity& q, std::string_view taken, std::initializer_list<std::string_view> all,
                 std::string_view these) {
  const std::vector<std::string_view> wanted = split(taken, ' ');
  for (const std::string_view name : all) {
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    if (is_wanted != q.has(name)) {
      throw Rejected{"domain", std::string(name) + (is_wanted ? ": must be given" : ": must be left out") + " for " +
                                   std::string(these)};
    }
  }
}

std::string to_text(const Quantity& quantity) {
  std::string text = quantity.row->id + "(";
  for (const Parameter& parameter : *quantity.row->parameters) {
    if (!parameter.usual.empty() && !quantity.has(parameter.name)) continue;
    if (text.back() != '(') text += ", ";
    text += std::string(parameter.name) + "=" + parameter_text(quantity, parameter.name);
  }
  text += to_text(quantity.phases);
  for (const std::vector<Phase>& part : quantity.parts) text += "; part" + to_text(part);
  for (const List& list : quantity.rows) text += "; row " + list_text(list);
  for (const std::string_view label :
       {to_text(*quantity.row->bounds), to_text(quantity.adjacency), to_text(quantity.direction)}) {
    text += (text.back() == ',' ? " " : ") [") + std::string(label) + ",";
  }
  text.back() = ']';
  return text;
}

std::vector<std::string> axioms_of(const Quantity& quantity, Relation relation) {
  std::vector<std::string> all;
  for (const Axiom& axiom : *quantity.row->axioms) {
    if (*axiom.needed == Axiom::Needed::for_upper_ends && !has_upper_end(relation)) continue;
    if (*axiom.needed == Axiom::Needed::for_lower_ends && !has_lower_end(relation)) continue;
    std::string& text = all.emplace_back(axiom.name);
    for (const std::string_view name : axiom.parameters) {
      if (!quantity.has(name) && !quantity.words.contains(name)) continue;
      text += " " + std::string(name) + "=" + parameter_text(quantity, name);
    }
  }
  return all;
}

}  // namespace hallmark::check
