#include <algorithm>
#include <array>

#include "numbers/sha256.hpp"
#include "statement/certificate.hpp"

namespace hallmark::check {

namespace {

// Thrown inside this file only; parse_certificate turns it into its result.
struct Defect {
  Malformed malformed;
};

/// Cuts a text into lines without copying, after the checks of FORMAT.md section 1.
std::vector<std::string_view> split(std::string_view bytes) {
  if (bytes.size() > kMaxFileBytes) throw Defect{{0, "at most " + std::to_string(kMaxFileBytes) + " bytes"}};
  std::vector<std::string_view> lines;
  while (!bytes.empty()) {
    const std::size_t line = lines.size() + 1;
    if (line > kMaxLines) throw Defect{{line, "at most " + std::to_string(kMaxLines) + " lines"}};
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) throw Defect{{line, "a line feed at the end of the line"}};
    if (end > kMaxLineBytes) throw Defect{{line, "at most " + std::to_string(kMaxLineBytes) + " bytes in a line"}};
    const std::string_view text = bytes.substr(0, end);
    for (const char c : text) {
      if (c < ' ' || c > '~') throw Defect{{line, "bytes 0x20 to 0x7e and line feeds only"}};
    }
    lines.push_back(text);
    bytes.remove_prefix(end + 1);
  }
  return lines;
}

/// Reads lines one after the other; every failure names the line and what was expected there.
class Reader {
 public:
  explicit Reader(std::vector<std::string_view> lines) : lines_(std::move(lines)) {}

  [[noreturn]] void fail(const std::string& expected) const { throw Defect{{at_ + 1, expected}}; }

  [[nodiscard]] std::string_view peek() const { return at_ < lines_.size() ? lines_[at_] : std::string_view(); }
  [[nodiscard]] bool next_is(const std::string& head) const { return peek().starts_with(head); }
  [[nodiscard]] bool finished() const { return at_ == lines_.size(); }
  [[nodiscard]] std::size_t position() const { return at_; }

  void exactly(const std::string& text) {
    if (peek() != text) fail("`" + text + "`");
    ++at_;
  }

  /// What follows `head` and one space. The line is passed by accept(), so that a defect in it names it.
  [[nodiscard]] std::string_view after(const std::string& head) const {
    if (!next_is(head + " ")) fail("`" + head + " ...`");
    return peek().substr(head.size() + 1);
  }

  void accept() { ++at_; }

  std::string one_of(const std::string& head, const std::vector<std::string_view>& choices) {
    const std::string_view found = after(head);
    if (std::find(choices.begin(), choices.end(), found) == choices.end()) {
      std::string expected = "`" + head + "` and one of";
      for (const std::string_view choice : choices) expected += " " + std::string(choice);
      fail(expected);
    }
    accept();
    return std::string(found);
  }

  Number number(const std::string& head) {
    std::optional<Number> value = parse_number(after(head));
    if (!value) fail("`" + head + "` and a number in canonical form");
    accept();
    return std::move(*value);
  }

  Integer integer(const std::string& head) {
    std::optional<Integer> value = parse_integer(after(head));
    if (!value) fail("`" + head + "` and an integer in canonical form");
    accept();
    return std::move(*value);
  }

 private:
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
};

/// The grids of a convex law: positive integers that increase, one line for the base law and one for each combination.
std::vector<std::vector<Integer>> read_ratios(Reader& reader, const std::string& head) {
  std::vector<std::vector<Integer>> all;
  do {
    std::string_view rest = reader.after(head);
    std::vector<Integer>& line = all.emplace_back();
    for (bool more = true; more;) {
      const std::size_t space = rest.find(' ');
      more = space != std::string_view::npos;
      std::optional<Integer> next = parse_integer(rest.substr(0, space));
      if (!next || *next <= (line.empty() ? Integer(0) : line.back()) ||
          mpz_sizeinbase(raw(*next), 2) > kMaxRatioBits || line.size() == kMaxRatios) {
        reader.fail("`ratios` and at most 8192 positive integers that increase, below 2^2048");
      }
      line.push_back(std::move(*next));
      if (more) rest.remove_prefix(space + 1);
    }
    reader.accept();
  } while (reader.next_is(head + " "));
  return all;
}

Quantity read_quantity(Reader& reader, const std::string& prefix) {
  Quantity quantity;
  quantity.row = find_quantity(reader.after(prefix + "quantity"));
  if (quantity.row == nullptr) reader.fail("a quantity of FORMAT.md section 4");
  reader.accept();
  quantity.bounds = reader.one_of(prefix + "bounds", {"pair", "mechanism"});
  quantity.adjacency = reader.one_of(prefix + "adjacency", {"replace-one", "zero-out"});
  quantity.direction = reader.one_of(prefix + "direction", {"remove", "add", "both"});
  for (const std::string_view name : quantity.row->parameters) {
    if (name == kOrders) {
      quantity.orders = parse_range(reader.after(prefix + "parameter orders"));
      if (!quantity.orders) reader.fail("`parameter orders` and a range of integers a..b");
      reader.accept();
      continue;
    }
    quantity.parameters.emplace(name, reader.number(prefix + "parameter " + std::string(name)));
  }
  return quantity;
}

Relation read_relation(Reader& reader) {
  const std::string text = reader.one_of("relation", {"<=", "<", ">=", ">", "in"});
  for (const Relation relation : {Relation::less_equal, Relation::less, Relation::greater_equal, Relation::greater}) {
    if (text == to_text(relation)) return relation;
  }
  return Relation::in;
}

/// `LINE STEP ALIAS NODES` after `head`.
Contour read_contour(Reader& reader, const std::string& head) {
  std::string_view text = reader.after(head);
  Contour contour;
  for (Rational* part : {&contour.line, &contour.step, &contour.alias}) {
    const std::size_t end = text.find(' ');
    const std::optional<Number> value = parse_number(text.substr(0, end));
    if (end == std::string_view::npos || !value || value->kind != Number::Kind::rational) {
      reader.fail("`" + head + "`, three rationals in canonical form and an integer");
    }
    *part = value->argument;
    text.remove_prefix(end + 1);
  }
  const std::optional<Integer> nodes = parse_integer(text);
  if (!nodes || *nodes < 1 || *nodes > kMaxNodes) reader.fail("an integer from 1 to 100000 at the end of the line");
  contour.nodes = nodes->to_unsigned();
  reader.accept();
  return contour;
}

void read_contours(Reader& reader, const std::string& prefix, const Quantity& quantity, Relation relation,
                   Witness& witness) {
  if (has_lower_end(relation)) {
    witness.contour_direction = reader.next_is(prefix + "contour-lower add ") ? "add" : "remove";
    witness.contour_lower = read_contour(reader, prefix + "contour-lower " + witness.contour_direction);
  }
  if (!has_upper_end(relation)) return;
  if (quantity.direction != "add") {
    witness.contour_upper_remove = read_contour(reader, prefix + "contour-upper remove");
  }
  if (quantity.direction != "remove") witness.contour_upper_add = read_contour(reader, prefix + "contour-upper add");
}

unsigned long read_unit(Reader& reader, const std::string& prefix) {
  const std::optional<Integer> unit = parse_integer(reader.after(prefix + "unit"));
  if (!unit || *unit < 1 || *unit > kMaxUnit) reader.fail("`unit` and an integer from 1 to 512");
  reader.accept();
  return static_cast<unsigned long>(unit->to_unsigned());
}

/// In place of contours: the grids of the law of each end.
void read_laws(Reader& reader, const std::string& prefix, const Quantity& quantity, Relation relation,
               Witness& witness) {
  witness.unit = read_unit(reader, prefix);
  if (has_lower_end(relation)) {
    witness.contour_direction = reader.one_of(prefix + "law-lower", {"remove", "add"});
    witness.law_lower = read_ratios(reader, prefix + "ratios");
  }
  if (!has_upper_end(relation)) return;
  if (quantity.direction != "add") {
    reader.exactly(prefix + "law-upper remove");
    witness.law_upper_remove = read_ratios(reader, prefix + "ratios");
  }
  if (quantity.direction != "remove") {
    reader.exactly(prefix + "law-upper add");
    witness.law_upper_add = read_ratios(reader, prefix + "ratios");
  }
}

/// The words of the line after `head`, split at single spaces.
std::vector<std::string_view> words_after(const Reader& reader, const std::string& head) {
  std::string_view text = reader.after(head);
  std::vector<std::string_view> words;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(' ');
    words.push_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return words;
}

/// `head` and as many rationals and then integers, at most `limit` in size, as there are places for them.
void read_places(Reader& reader, const std::string& head, const std::vector<Rational*>& rationals,
                 const std::vector<std::int64_t*>& integers, std::int64_t limit) {
  const std::vector<std::string_view> words = words_after(reader, head);
  const std::string expected = "`" + head + "`, " + std::to_string(rationals.size()) + " rationals and " +
                               std::to_string(integers.size()) + " integers in canonical form";
  if (words.size() != rationals.size() + integers.size()) reader.fail(expected);
  std::size_t at = 0;
  for (Rational* place : rationals) {
    const std::optional<Number> value = parse_number(words[at++]);
    if (!value || value->kind != Number::Kind::rational) reader.fail(expected);
    *place = value->argument;
  }
  for (std::int64_t* place : integers) {
    const std::optional<Integer> value = parse_integer(words[at++]);
    if (!value || *value > limit || *value < -limit) {
      reader.fail("an integer of at most " + std::to_string(limit) + " in size");
    }
    *place = value->to_signed();
  }
  reader.accept();
}

/// The line of an inversion and the five of its rules.
Inversion read_inversion(Reader& reader, const std::string& prefix, const std::string& head) {
  constexpr std::int64_t most_of_a_rule = 1'000'000;
  Inversion inversion;
  std::int64_t nodes = 0;
  read_places(reader, prefix + head, {&inversion.line, &inversion.step, &inversion.right, &inversion.left}, {&nodes},
              kMaxNodes);
  if (nodes < 1) reader.fail("1 node or more in the line before");
  inversion.nodes = static_cast<std::uint64_t>(nodes);
  for (Rule* rule :
       {&inversion.values, &inversion.norm, &inversion.tail, &inversion.right_rule, &inversion.left_rule}) {
    read_places(reader, prefix + "rule", {&rule->step, &rule->height, &rule->reach}, {&rule->first, &rule->last},
                most_of_a_rule);
  }
  return inversion;
}

void read_inversions(Reader& reader, const std::string& prefix, const Quantity& quantity, Relation relation,
                     Witness& witness) {
  if (has_lower_end(relation)) {
    witness.contour_direction = reader.next_is(prefix + "contour-lower add ") ? "add" : "remove";
    witness.inversion_lower = read_inversion(reader, prefix, "contour-lower " + witness.contour_direction);
  }
  if (!has_upper_end(relation)) return;
  // At eps = 0 both directions are the same number.
  const bool one = quantity.row->id.ends_with(".tv");
  if (quantity.direction != "add") {
    witness.inversion_upper_remove = read_inversion(reader, prefix, "contour-upper remove");
  }
  if (quantity.direction != "remove" && !one) {
    witness.inversion_upper_add = read_inversion(reader, prefix, "contour-upper add");
  }
}

/// `total` and `scores`: a score, then a cut and a score for every cut.
BatchScores read_scores(Reader& reader, const std::string& prefix) {
  const auto score = [](std::string_view word) -> std::optional<std::uint64_t> {
    const std::optional<Integer> value = parse_integer(word);
    if (!value || *value < 0 || *value > kMaxScore) return std::nullopt;
    return value->to_unsigned();
  };
  BatchScores result;
  const std::optional<std::uint64_t> total = score(reader.after(prefix + "total"));
  if (!total || *total == 0) reader.fail("`total` and an integer from 1 to 1000000");
  result.total = *total;
  reader.accept();
  const std::vector<std::string_view> words = words_after(reader, prefix + "scores");
  const std::string expected =
      "`scores`, an integer, and at most 8192 times a rational and an integer from 0 to "
      "1000000, the rationals increasing";
  if (words.size() % 2 == 0 || words.size() / 2 > kMaxCuts) reader.fail(expected);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % 2 == 0) {
      const std::optional<std::uint64_t> value = score(words[i]);
      if (!value) reader.fail(expected);
      result.values.push_back(*value);
    } else {
      const std::optional<Number> cut = parse_number(words[i]);
      if (!cut || cut->kind != Number::Kind::rational) reader.fail(expected);
      if (!result.cuts.empty() && cut->argument <= result.cuts.back()) reader.fail(expected);
      result.cuts.push_back(cut->argument);
    }
  }
  reader.accept();
  return result;
}

Witness read_witness(Reader& reader, const std::string& prefix, const Quantity& quantity, Relation relation) {
  Witness witness;
  witness.certificate_class = reader.one_of(prefix + "class", {"A", "B", "C", "D", "E", "F", "G"}).front();
  const std::optional<Integer> bits = parse_integer(reader.after(prefix + "bits"));
  if (!bits || *bits < kMinBits || *bits > kMaxBits) reader.fail("`bits` and an integer from 64 to 65536");
  witness.bits = static_cast<unsigned>(bits->to_unsigned());
  reader.accept();
  const bool inverted = may_be_inverted(quantity) && !reader.next_is(prefix + "grid ");
  if (on_grid(quantity) && !inverted) {
    const std::optional<Integer> grid = parse_integer(reader.after(prefix + "grid"));
    if (!grid || *grid < 1 || *grid > pow(Integer(10), kMaxGridDigits)) {
      reader.fail("`grid` and an integer from 1 to 10^40");
    }
    witness.grid = grid;
    reader.accept();
    if (witness.certificate_class == 'G' || (witness.certificate_class == 'E' && reader.next_is(prefix + "unit "))) {
      witness.unit = read_unit(reader, prefix);
      witness.ratios = read_ratios(reader, prefix + "ratios");
    }
  }
  const std::string_view id = quantity.row->id;
  if (!quantity.row->lemma.empty()) {
    witness.lemma =
        reader.one_of(prefix + "lemma", {"hockey-stick-nonincreasing-in-eps", "gaussian-delta-decreasing-in-sigma",
                                         "clones-delta-nondecreasing-in-eps0", "clones-delta-nonincreasing-in-n",
                                         "poisson-gaussian-delta-nonincreasing-in-sigma"});
  }
  const bool shuffle = id.starts_with("shuffle.");
  const bool rr2_both =
      id.starts_with("rr2.") && quantity.row->certificate_class != 'C' && quantity.direction == "both";
  if (shuffle && has_lower_end(relation)) witness.others = reader.integer(prefix + "others");
  if ((shuffle || rr2_both) && has_lower_end(relation)) {
    witness.rr2_direction = reader.one_of(prefix + "rr2-direction", {"remove", "add"});
  }
  const QuantityRow& row = *quantity.row;
  const auto rational = [&](const std::string& name) {
    std::optional<Number> value = parse_number(reader.after(prefix + name));
    if (!value || value->kind != Number::Kind::rational) reader.fail("`" + name + "` and a rational in canonical form");
    reader.accept();
    return value->argument;
  };
  if (id.starts_with("shuffled-batch.") && has_lower_end(relation)) {
    if (!id.ends_with(".threshold")) {
      witness.event = reader.one_of(prefix + "event", {"some-at-least", "all-below", "scores"});
    }
    if (witness.event == "scores") {
      witness.scores = read_scores(reader, prefix);
    } else {
      witness.threshold = rational("threshold");
    }
  }
  if (id == "clones.epsilon.advanced-composition" &&
      quantity.parameter("rounds") != Number{Number::Kind::rational, 1}) {
    if (has_lower_end(relation)) witness.eps1_lower = rational("eps1-lower");
    if (has_upper_end(relation)) witness.eps1_upper = rational("eps1-upper");
  }
  if (on_contour(quantity)) {
    const bool laws =
        witness.certificate_class == 'G' || (witness.certificate_class == 'E' && reader.next_is(prefix + "unit "));
    (laws ? read_laws : read_contours)(reader, prefix, quantity, relation, witness);
  }
  if (inverted) read_inversions(reader, prefix, quantity, relation, witness);
  if (row.has_real_orders()) {
    if (has_lower_end(relation)) {
      witness.bracket_direction = reader.next_is(prefix + "order-bracket add ") ? "add" : "remove";
      std::array<Rational, 3>& bracket = witness.order_bracket.emplace();
      read_places(reader, prefix + "order-bracket " + witness.bracket_direction,
                  {&bracket[0], &bracket[1], &bracket[2]}, {}, 0);
    }
    if (has_upper_end(relation)) {
      witness.real_order = rational("order");
      if (quantity.direction == "both") witness.real_order_add = rational("order-add");
    }
    return witness;
  }
  if (row.has_orders() && has_upper_end(relation)) {
    witness.order = reader.integer(prefix + "order");
    if (quantity.direction == "both" && row.directions.size() > 1) {
      witness.order_add = reader.integer(prefix + "order-add");
    }
  }
  return witness;
}

Certificate read_certificate(Reader& reader, std::string_view bytes) {
  Certificate certificate;
  reader.exactly("hallmark certificate 1");
  reader.exactly("STATEMENT");
  certificate.left = read_quantity(reader, "");
  certificate.relation = read_relation(reader);
  if (reader.next_is("right ")) {
    if (certificate.relation == Relation::in) reader.fail("`value ...`: `in` takes two values");
    certificate.right = read_quantity(reader, "right ");
  } else {
    certificate.values.push_back(reader.number("value"));
    if (certificate.relation == Relation::in) certificate.values.push_back(reader.number("value"));
  }
  reader.exactly("AXIOMS");
  if (reader.peek() == "none") {
    reader.accept();
  } else {
    do {
      certificate.axioms.emplace_back(reader.after("axiom"));
      reader.accept();
    } while (reader.next_is("axiom "));
  }
  reader.exactly("WITNESS");
  certificate.left_witness = read_witness(reader, "", certificate.left, certificate.relation);
  if (certificate.right) {
    certificate.pivot = reader.number("pivot");
    certificate.right_witness = read_witness(reader, "right ", *certificate.right, certificate.right_relation());
  }
  reader.exactly("END");
  const std::string_view seal = reader.after("sha256");
  // Everything before the last line: `seal` is a view into `bytes`.
  const std::string_view sealed =
      bytes.substr(0, static_cast<std::size_t>(seal.data() - bytes.data()) - sizeof("sha256"));
  if (seal != sha256(sealed)) reader.fail("`sha256` and the digest of the bytes above");
  reader.accept();
  if (!reader.finished()) reader.fail("nothing after the sha256 line");
  return certificate;
}

}  // namespace

std::string_view to_text(Relation relation) {
  switch (relation) {
    case Relation::less_equal:
      return "<=";
    case Relation::less:
      return "<";
    case Relation::greater_equal:
      return ">=";
    case Relation::greater:
      return ">";
    case Relation::in:
      break;
  }
  return "in";
}

bool has_lower_end(Relation relation) { return relation != Relation::less_equal && relation != Relation::less; }

bool has_upper_end(Relation relation) { return relation != Relation::greater_equal && relation != Relation::greater; }

Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less_equal:
      return Relation::greater_equal;
    case Relation::less:
      return Relation::greater;
    case Relation::greater_equal:
      return Relation::less_equal;
    case Relation::greater:
      return Relation::less;
    case Relation::in:
      break;
  }
  return Relation::in;
}

std::string statement_text(const Certificate& certificate) {
  std::string text = to_text(certificate.left) + " " + std::string(to_text(certificate.relation)) + " ";
  if (certificate.right) return text + to_text(*certificate.right);
  if (certificate.relation == Relation::in) {
    return text + "[" + to_text(certificate.values[0]) + ", " + to_text(certificate.values[1]) + "]";
  }
  return text + to_text(certificate.values[0]);
}

std::variant<Certificate, Malformed> parse_certificate(std::string_view bytes) {
  try {
    Reader reader(split(bytes));
    return read_certificate(reader, bytes);
  } catch (const Defect& defect) {
    return defect.malformed;
  }
}

}  // namespace hallmark::check
