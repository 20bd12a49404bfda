#include "bounds/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "bounds/aliases.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/rational_lists.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr slong largest_count = 1'000'000'000'000'000;
constexpr slong largest_group = 100;

// In the order of Domain: the name in parameters.txt, and in words.
constexpr std::pair<std::string_view, std::string_view> domains[] = {
    {"count", "an integer from 1 to 10^15"},
    {"natural", "an integer from 0 to 10^15"},
    {"categories", "an integer from 2 to 10^15"},
    {"others", "an integer from 0 to n - 1, or \"best\""},
    {"positive_eps", "a number in nats, from 10^-30 to 10000"},
    {"eps", "a number in nats, at least 0 and at most 10000"},
    {"real_eps", "a number in nats, from -10000 to 10000"},
    {"probability", "a probability, 0 or from 10^-99999 to 1"},
    {"positive_probability", "a probability, from 10^-99999 to 1"},
    {"open_probability", "a probability, from 10^-99999 and below 1"},
    {"probability_below_1", "a probability, 0 or from 10^-99999 and below 1"},
    {"deviation", "a number from 10^-30 to 10^30"},
    {"order", "a number above 1 and at most 10^30"},
    {"above_minus_1", "a number above -1 and at most 10^30"},
    {"orders", "a range a..b of integers with 2 <= a <= b <= 1000000"},
    {"real_orders", "a range a..b of integers with 1 <= a < b <= 1000000, where 1 stands for all orders above 1"},
    {"probability_or_best", "a probability, from 10^-99999 to 1, or \"best\""},
    {"one", "1 (compositions of this quantity are not available)"},
    {"direction", "remove, add or both"},
    {"adjacency", "zero-out or replace-one"},
    {"level", "a number from 0 to 1000"},
    {"group", "an integer from 1 to 100"},
    {"members", "an integer from 0 to 100"},
    {"word", "a word"},
    {"phases", "phases ROUNDS*MECHANISM(name=value,...), joined by +"},
    {"parts", "phases ROUNDS*MECHANISM(name=value,...), joined by +; what runs on each part of the data, parts by |"},
    {"rationals", "a list of 1 to 8192 rationals a,b,c, or \"N coefficients of (1-x)^(r)\""},
    {"table", "a file with one row of rationals a line, or the rows themselves: a,b;c,d"},
};

bool at_most(const Number& x, const Number& limit) { return less_equal(x, limit) == Truth::yes; }
bool below(const Number& x, const Number& limit) { return less(x, limit) == Truth::yes; }

bool is_integer_between(const Number& x, slong lo, slong hi) {
  const auto r = x.rational();
  return r && r->is_integer() && *r >= Rational(lo) && *r <= Rational(hi);
}

// 0, or large enough to be written out in every answer.
bool is_writable_probability(const Number& x) {
  static const Number least(pow(Rational(10), 1 - max_exponent));
  return x.sign() >= 0 && at_most(x, 1) && (x.sign() == 0 || at_most(least, x));
}

bool contains(Domain domain, const Number& x) {
  const Rational huge = pow(Rational(10), 30);
  switch (domain) {
    case Domain::count:
      return is_integer_between(x, 1, largest_count);
    case Domain::natural:
    case Domain::others:
      return is_integer_between(x, 0, largest_count);
    case Domain::categories:
      return is_integer_between(x, 2, largest_count);
    case Domain::level:
      return x.sign() >= 0 && at_most(x, 1000);
    case Domain::group:
      return is_integer_between(x, 1, largest_group);
    case Domain::members:
      return is_integer_between(x, 0, largest_group);
    case Domain::positive_eps:
      return x.sign() > 0 && at_most(1 / huge, x) && at_most(x, 10'000);
    case Domain::eps:
      return x.sign() >= 0 && at_most(x, 10'000);
    case Domain::real_eps:
      return at_most(-10'000, x) && at_most(x, 10'000);
    case Domain::probability:
      return is_writable_probability(x);
    case Domain::probability_or_best:
    case Domain::positive_probability:
      return x.sign() > 0 && is_writable_probability(x);
    case Domain::open_probability:
      return x.sign() > 0 && is_writable_probability(x) && below(x, 1);
    case Domain::probability_below_1:
      return is_writable_probability(x) && below(x, 1);
    case Domain::deviation:
      return x.sign() > 0 && at_most(x, huge) && at_most(1 / huge, x);
    case Domain::order:
      return below(1, x) && at_most(x, huge);
    case Domain::above_minus_1:
      return below(-1, x) && at_most(x, huge);
    case Domain::one:
      return x == Number(1);
    case Domain::orders:
    case Domain::real_orders:
    case Domain::direction:
    case Domain::adjacency:
    case Domain::word:
    case Domain::phases:
    case Domain::parts:
    case Domain::rationals:
    case Domain::table:
      break;
  }
  require(false, "a numeric domain");
  return false;
}

std::optional<Direction> read_direction(std::string_view text) {
  for (Direction d : {Direction::remove, Direction::add, Direction::both}) {
    if (text == to_string(d)) return d;
  }
  return std::nullopt;
}

std::optional<Adjacency> read_adjacency(std::string_view text) {
  if (text == to_string(Adjacency::zero_out)) return Adjacency::zero_out;
  if (text == to_string(Adjacency::replace_one) || text == "substitution") return Adjacency::replace_one;
  return std::nullopt;
}

// The phases that a text gives, where a parameter takes them.
std::optional<PhasesText> given_phases(std::string_view quantity, const std::vector<Parameter>& declared,
                                       const ParameterTexts& texts) {
  const auto p = std::find_if(declared.begin(), declared.end(), is_of_phases);
  if (p == declared.end()) return std::nullopt;
  const auto given = texts.find(std::string(p->name));
  if (given == texts.end()) return std::nullopt;
  try {
    return p->domain == Domain::parts ? read_parts(given->second) : read_phases(given->second);
  } catch (const InputError& error) {
    throw InputError(quantity, p->name, shortened(given->second), fmt::format("{} ({})", describe(*p), error.what()));
  }
}

// "2..1500", each end written without sign, leading zero or space.
std::optional<std::pair<slong, slong>> read_orders(std::string_view text, Domain domain) {
  constexpr slong largest_order = 1'000'000;
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto read = [](std::string_view digits) -> slong {
    if (digits.empty() || digits.size() > 7 || digits.front() == '0') return 0;
    slong value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return 0;
      value = 10 * value + (c - '0');
    }
    return value;
  };
  const std::pair<slong, slong> range{read(text.substr(0, dots)), read(text.substr(dots + 2))};
  const bool real = domain == Domain::real_orders;
  const bool ordered = real ? range.first < range.second : range.first <= range.second;
  if (range.first < (real ? 1 : 2) || !ordered || range.second > largest_order) return std::nullopt;
  return range;
}

std::string names_of(const std::vector<Parameter>& declared) {
  std::string all;
  for (const Parameter& p : declared) all += fmt::format("{}{}", all.empty() ? "" : ", ", p.name);
  return all;
}

// What to say of a name that people often give and a row has not.
std::string hint_of(std::string_view quantity, const std::vector<Parameter>& declared, std::string_view name) {
  const auto is_in = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool has_eps0 =
      std::any_of(declared.begin(), declared.end(), [](const Parameter& p) { return p.name == "eps0"; });
  if (is_in({"C", "clip", "clip_norm", "clipping_norm", "max_grad_norm", "l2_norm_clip", "sensitivity",
             "l2_sensitivity"})) {
    return "; the noise is in units of the largest norm of a record, which is no parameter";
  }
  if (is_in({"accountant", "orders", "alphas"})) {
    return "; this number is that of the mechanism, with no accountant's loss: hallmark search RDP finds what Renyi "
           "accountants say";
  }
  if (quantity.ends_with(".epsilon") && is_in({"eps", "epsilon", "target_epsilon"})) {
    return has_eps0 ? "; eps0 is the epsilon of one release, and that of all is what is asked for"
                    : "; eps is what is asked for: hallmark delta asks at an eps";
  }
  if (quantity.ends_with(".delta") && is_in({"delta", "target_delta"})) {
    return "; delta is what is asked for: hallmark epsilon asks at a delta";
  }
  if (name == "p" && quantity.starts_with("rr.")) {
    return "; answers that are true with probability p have eps0 = ln(p/(1-p)), those kept with p and else a fair coin "
           "ln((1+p)/(1-p))";
  }
  if (is_in({"n", "dataset_size"})) return "; n stands beside batch, and says the rate with it";
  return "";
}

// Refuses names that are not declared. An adjacency may always be named, if it is the one there is.
void refuse_unknown(std::string_view quantity, const std::vector<Parameter>& declared, const ParameterTexts& texts,
                    Adjacency adjacency, bool of_phases) {
  for (const auto& [name, text] : texts) {
    if (std::any_of(declared.begin(), declared.end(), [&n = name](const Parameter& p) { return p.name == n; })) {
      continue;
    }
    if (name != "adjacency") {
      throw InputError(fmt::format("{}: unknown parameter {}: must be one of {}{}", quantity, shortened(name),
                                   names_of(declared), hint_of(quantity, declared, name)));
    }
    if (read_adjacency(text) != adjacency && text != to_string(adjacency)) {
      throw InputError(
          quantity, name, text,
          fmt::format("{}, the adjacency of {}", to_string(adjacency), of_phases ? "the phases" : "this quantity"));
    }
  }
}

void refuse_missing(std::string_view quantity, const std::vector<Parameter>& declared, const ParameterTexts& texts) {
  std::string missing;
  slong count = 0;
  for (const Parameter& p : declared) {
    if (!p.default_text.empty() || p.optional || texts.contains(std::string(p.name))) continue;
    missing += fmt::format("{}{}: must be {}", count++ == 0 ? "" : "; ", p.name, describe(p));
  }
  if (count == 0) return;
  throw InputError(fmt::format("{}: missing parameter{} {}; it takes {}", quantity, count == 1 ? "" : "s", missing,
                               names_of(declared)));
}

bool is_one_of(const std::string& text, std::string_view words) {
  const auto all = words_of_text(words);
  return std::find(all.begin(), all.end(), text) != all.end();
}

using Orders = std::pair<slong, slong>;
using Rows = std::vector<std::vector<Rational>>;

// What a text says, and how it is written in answers: nothing where it stays unwritten.
struct Value {
  std::optional<std::string> canonical;
  std::variant<std::monostate, Number, Rows, Direction, Adjacency, Orders> meaning;
};

// What has a meaning without being a number; nothing where the text has none.
std::optional<Value> read_words(const Parameter& p, const std::string& text) {
  switch (p.domain) {
    case Domain::direction:
      if (const auto d = read_direction(text)) {
        return Value{p.quiet && text == p.default_text ? std::nullopt : std::optional(text), *d};
      }
      break;
    case Domain::adjacency:
      if (const auto a = read_adjacency(text)) {
        if (to_string(*a) == p.default_text) return Value{std::nullopt, *a};
        return Value{std::string(to_string(*a)), *a};
      }
      break;
    case Domain::word:
      if (is_one_of(text, p.words)) return Value{text, {}};
      break;
    case Domain::orders:
    case Domain::real_orders:
      if (const auto range = read_orders(text, p.domain)) return Value{text, *range};
      break;
    case Domain::others:
    case Domain::probability_or_best:
      if (text == "best") return Value{text, {}};
      break;
    default:
      break;
  }
  return std::nullopt;
}

// A number, or rows of numbers; nothing where it is out of the domain. Throws InputError where it is none.
std::optional<Value> read_numbers(const Parameter& p, const std::string& text) {
  if (p.domain == Domain::rationals || p.domain == Domain::table) {
    RationalRows read = p.domain == Domain::rationals ? read_rationals(text) : read_table(text);
    return Value{std::move(read.canonical), std::move(read.rows)};
  }
  Number number(text);
  if (!contains(p.domain, number)) return std::nullopt;
  std::string canonical = number.to_string();
  if (p.quiet && canonical == p.default_text) return Value{std::nullopt, std::move(number)};
  return Value{std::move(canonical), std::move(number)};
}

bool has_words_alone(Domain d) {
  return d == Domain::direction || d == Domain::adjacency || d == Domain::word || d == Domain::orders ||
         d == Domain::real_orders;
}

// What to say of a fraction where an integer is wanted: 60*60000/256 steps.
std::string next_integer(const Parameter& p, const std::string& text) {
  if (has_words_alone(p.domain)) return "";
  const auto value = Number(text).rational();
  if (!value || value->is_integer() || !contains(p.domain, Number(ceil(*value)))) return "";
  constexpr slong digits = 12;
  return fmt::format(" ({}{} is no integer; the next one is {})", is_short_decimal(*value, digits) ? "" : "about ",
                     decimal(*value, digits, Rounding::down), shortened(ceil(*value).to_string()));
}

Value read(std::string_view quantity, const Parameter& p, const std::string& text) {
  std::optional<Value> value = read_words(p, text);
  if (!value && !has_words_alone(p.domain)) {
    try {
      value = read_numbers(p, text);
    } catch (const InputError& error) {
      throw InputError(quantity, p.name, text, fmt::format("{} ({})", describe(p), error.what()));
    }
  }
  if (!value) throw InputError(quantity, p.name, text, describe(p) + next_integer(p, text));
  return *std::move(value);
}

}  // namespace

std::vector<std::string_view> words_of_text(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

std::string readable_number(const std::string& canonical) {
  constexpr std::size_t readable = 24;
  constexpr slong digits = 20;
  if (canonical.size() <= readable) return canonical;
  if (canonical.find_first_of(",;") != std::string::npos) return shortened(canonical);
  if (canonical.find_first_not_of("0123456789/-") != std::string::npos) return canonical;
  const Rational x(canonical);
  return is_short_decimal(x, digits) ? decimal(x, digits, Rounding::down) : canonical;
}

bool is_of_phases(const Parameter& p) { return p.domain == Domain::phases || p.domain == Domain::parts; }

std::string_view describe(Domain domain) { return domains[static_cast<std::size_t>(domain)].second; }

Domain read_domain(std::string_view name) {
  const auto at = std::find_if(std::begin(domains), std::end(domains), [&](const auto& d) { return d.first == name; });
  require(at != std::end(domains), "a domain");
  return static_cast<Domain>(at - std::begin(domains));
}

std::string describe(const Parameter& parameter) {
  if (parameter.domain != Domain::word) return std::string(describe(parameter.domain));
  return fmt::format("one of: {}", parameter.words);
}

Arguments::Arguments(std::string_view quantity, const std::vector<Parameter>& declared, Adjacency adjacency,
                     const ParameterTexts& given_texts)
    : adjacency_(adjacency) {
  const std::optional<PhasesText> phases = given_phases(quantity, declared, given_texts);
  if (phases) std::tie(adjacency_, phases_) = std::tie(phases->adjacency, phases->phases);
  Understood read_as = understood(quantity, declared, adjacency_, given_texts);
  const ParameterTexts& texts = read_as.texts;
  readings_ = std::move(read_as.readings);
  if (phases && !phases->reading.empty()) readings_.push_back(phases->reading);
  refuse_unknown(quantity, declared, texts, adjacency_, phases.has_value());
  refuse_missing(quantity, declared, texts);
  for (const Parameter& p : declared) {
    const auto given = texts.find(std::string(p.name));
    if (given == texts.end() && p.default_text.empty()) continue;  // optional
    const std::string text = given == texts.end() ? std::string(p.default_text) : given->second;
    Value v = is_of_phases(p) ? Value{phases->canonical, {}} : read(quantity, p, text);
    if (v.canonical) canonical_.emplace(p.name, *std::move(v.canonical));
    if (auto* number = std::get_if<Number>(&v.meaning)) numbers_.emplace(p.name, std::move(*number));
    if (auto* rows = std::get_if<Rows>(&v.meaning)) rows_.emplace(p.name, std::move(*rows));
    if (const auto* direction = std::get_if<Direction>(&v.meaning)) direction_ = *direction;
    if (const auto* other = std::get_if<Adjacency>(&v.meaning)) adjacency_ = *other;
    if (const auto* orders = std::get_if<Orders>(&v.meaning)) orders_ = *orders;
  }
}

slong Arguments::count(std::string_view name) const { return number(name).rational()->to_long(); }

const Number& Arguments::number(std::string_view name) const {
  const auto at = numbers_.find(name);
  require(at != numbers_.end(), "a declared numeric parameter");
  return at->second;
}

const std::vector<std::vector<Rational>>& Arguments::rows(std::string_view name) const {
  const auto at = rows_.find(name);
  require(at != rows_.end(), "a declared list or table");
  return at->second;
}

std::optional<slong> Arguments::others() const {
  if (numbers_.find("others") == numbers_.end()) return std::nullopt;
  return count("others");
}

std::string Arguments::text() const {
  std::string text;
  for (const auto& [name, value] : canonical_) {
    text += fmt::format("{}{}={}", text.empty() ? "(" : ", ", name, readable_number(value));
  }
  return text + ")";
}

}  // namespace hallmark
