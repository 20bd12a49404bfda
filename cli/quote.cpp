#include "cli/quote.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "bounds/guide.hpp"
#include "bounds/proof.hpp"
#include "bounds/risk/attack.hpp"
#include "cli/io/output.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// Which end of an answer is the one to rely on.
enum class Safe {
  upper,   // a privacy loss: the number is at most this
  lower,   // a budget for each user: this much may be spent; a rate of false alarms; or the value of a lower bound
  enough,  // noise, users: this much is enough
  either,  // neither
};

Safe safe_end(const Entry& e, Kind kind) {
  if (kind == Kind::lower) return Safe::lower;
  if (e.bounds == Bounds::formula && kind != Kind::upper) return Safe::either;
  const std::string_view symbol = symbol_of(e.id);
  if (kind == Kind::upper || (symbol == "mu" && !e.inverse)) return Safe::upper;
  for (const std::string_view loss : {"epsilon", "delta", "renyi", "zcdp", "tpr", "advantage", "bayes"}) {
    if (symbol == loss) return Safe::upper;
  }
  for (const std::string_view least : {"sigma", "n", "p"}) {
    if (symbol == least) return Safe::enough;
  }
  for (const std::string_view largest : {"eps0", "rounds", "rho", "mu", "a", "steps", "rate", "fpr", "probability"}) {
    if (symbol == largest) return Safe::lower;
  }
  return Safe::either;
}

struct QuotedEnds {
  std::string lo, hi;
  bool exact;  // one number, written in full
};

QuotedEnds ends(const Answer& a, long digits) {
  const StatedEnds stated = stated_ends(a, digits);
  return {stated.lo, stated.hi, stated.lo == stated.hi};
}

std::string tex_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '^' || c == '~' || c == '\\') {
      out += c == '^' ? "\\textasciicircum{}" : c == '~' ? "\\textasciitilde{}" : "\\textbackslash{}";
      continue;
    }
    if (c == '<' || c == '>' || c == '|') {
      out += std::string("$") + c + "$";
      continue;
    }
    if (std::string_view("_%&#${}").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// A short decimal as one with a power of ten from 10^-3 downwards, another fraction as it stands.
std::string tex_decimal(std::string_view text) {
  constexpr long digits = 12;
  const Rational x(text);
  if (!is_short_decimal(x, digits)) return std::string(text);
  std::string plain = decimal(x, digits, Rounding::down);
  const Rational size = x.sign() < 0 ? -x : x;
  if (x.sign() == 0 || size >= Rational("1/1000") || plain.find('e') != std::string::npos) return plain;
  long exponent = 0;
  while (size * pow(Rational(10), exponent) < 1) ++exponent;
  return fmt::format("{}e-{}", decimal(x * pow(Rational(10), exponent), digits, Rounding::down), exponent);
}

// In LaTeX: 10^{-6} for 1e-6 and 1/1000000, \ln(3) for ln(3); words, lists and phases as they stand.
std::string tex_number(std::string_view given) {
  std::string text(given);
  if (text.find_first_not_of("0123456789./-") == std::string::npos && text.size() <= 400) {
    try {
      text = tex_decimal(text);
    } catch (const InputError&) {
      // a range a..b: as it stands
    }
  }
  const std::string_view sign = text.starts_with('-') ? "-" : "";
  const std::string_view size = std::string_view(text).substr(sign.size());
  if (size.find_first_not_of("0123456789.e/-") == std::string_view::npos) {
    const auto e = size.find('e');
    if (e == std::string_view::npos) return text;
    const std::string_view mantissa = size.substr(0, e);
    const std::string power = fmt::format("10^{{{}}}", size.substr(e + 1));
    return mantissa == "1" ? fmt::format("{}{}", sign, power) : fmt::format("{}{} \\cdot {}", sign, mantissa, power);
  }
  const auto open = size.find('(');
  const std::string_view function = size.substr(0, open);
  if (function == "ln" || function == "exp" || function == "sqrt") {
    const std::string_view inside = size.substr(open + 1, size.size() - open - 2);
    return function == "sqrt" ? fmt::format("{}\\sqrt{{{}}}", sign, inside)
                              : fmt::format("{}\\{}({})", sign, function, inside);
  }
  return fmt::format("\\texttt{{{}}}", tex_text(text));
}

std::string tex_symbol(std::string_view symbol) {
  if (symbol == "epsilon" || symbol == "eps") return "\\varepsilon";
  if (symbol == "eps0") return "\\varepsilon_0";
  if (symbol == "delta0") return "\\delta_0";
  for (const std::string_view greek : {"delta", "sigma", "alpha", "gamma", "lambda", "mu", "rho", "xi", "beta"}) {
    if (symbol == greek) return fmt::format("\\{}", greek);
  }
  if (symbol == "sigma2") return "\\sigma^2";
  if (symbol == "renyi") return "D_\\alpha";
  return symbol.size() == 1 ? std::string(symbol) : fmt::format("\\mathit{{{}}}", symbol);
}

std::string tex_inequality(const Entry& entry, Kind kind, const Answer& answer, long digits) {
  const QuotedEnds e = ends(answer, digits);
  const std::string x = tex_symbol(symbol_of(entry.id));
  if (e.exact && kind != Kind::upper && kind != Kind::lower) return fmt::format("{} = {}", x, tex_number(e.lo));
  switch (safe_end(entry, kind)) {
    case Safe::upper:
      return fmt::format("{} \\le {}", x, tex_number(e.hi));
    case Safe::lower:
      return fmt::format("{} \\ge {}", x, tex_number(e.lo));
    case Safe::enough:
    case Safe::either:
      break;
  }
  return fmt::format("{} \\in [{}, {}]", x, tex_number(e.lo), tex_number(e.hi));
}

// The papers of "[KEY] Theorem" and of axioms "KEY-Theorem-...".
std::vector<std::string> keys(const Entry& entry, const Answer& answer) {
  std::vector<std::string> found;
  const auto add = [&](std::string_view key) {
    const bool plausible = !key.empty() && key.front() >= 'A' && key.front() <= 'Z';
    if (plausible && std::find(found.begin(), found.end(), key) == found.end()) found.emplace_back(key);
  };
  for (std::string_view rest = entry.theorem; rest.find('[') != std::string_view::npos;) {
    rest.remove_prefix(rest.find('[') + 1);
    add(rest.substr(0, rest.find(']')));
  }
  for (const std::string_view axiom : answer.axioms) add(axiom.substr(0, axiom.find('-')));
  return found;
}

}  // namespace

std::string_view adjacency_words(Adjacency adjacency) {
  constexpr std::string_view words[] = {
      "neighbouring datasets have the same size and differ in one record",
      "one of two neighbouring datasets has one record more than the other",
      "in one of two neighbouring datasets a record is replaced by one that contributes nothing",
      "neighbouring datasets differ in one record, replaced by any other one",
  };  // in the order of the enumeration
  return words[static_cast<std::size_t>(adjacency)];
}

std::string_view direction_words(const Entry& entry, const Arguments& arguments) {
  const Direction direction = entry.directional() ? arguments.direction() : Direction::both;
  const std::string_view x = symbol_of(entry.id);
  if (x == "tpr" || x == "fpr" || x == "bayes") return risk::null_hypothesis(arguments.adjacency(), direction);
  constexpr std::string_view words[] = {
      "from the dataset with the record to the one without it",
      "from the dataset without the record to the one with it",
      "the larger of both directions",
  };  // in the order of the enumeration
  return words[static_cast<std::size_t>(direction)];
}

std::string quote_text(const Entry& entry, Kind kind, const Answer& answer, long digits) {
  const QuotedEnds e = ends(answer, digits);
  const std::string x = symbol_of(entry.id) == "renyi" ? "D_alpha" : std::string(symbol_of(entry.id));
  const bool of_bound = kind == Kind::upper || kind == Kind::lower;
  const std::string status =
      entry.status == Status::proved ? "" : fmt::format("; {}, not proved", to_string(entry.status));
  if (e.exact && !of_bound) return fmt::format("{} = {}  (exactly{})\n", x, e.lo, status);
  switch (safe_end(entry, kind)) {
    case Safe::upper:
      return fmt::format("{} <= {}  (rounded up; {} {}{})\n", x, e.hi,
                         of_bound ? "the bound itself is at least" : "lower end", e.lo, status);
    case Safe::lower:
      return fmt::format("{} >= {}  (rounded down; {} {}{})\n", x, e.lo,
                         of_bound ? "the bound itself is at most" : "upper end", e.hi, status);
    case Safe::enough:
      return fmt::format("{} = {} is enough  (rounded up; lower end {}{})\n", x, e.hi, e.lo, status);
    case Safe::either:
      break;
  }
  return fmt::format("{} in [{}, {}]  (rounded outward{})\n", x, e.lo, e.hi, status);
}

std::string quote_tex(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits) {
  std::vector<std::string> at;
  for (const Parameter& p : entry.parameters) {
    const bool named = p.domain == Domain::direction || p.domain == Domain::adjacency;
    if (named || !arguments.canonical().contains(std::string(p.name))) continue;  // a quiet default
    at.push_back(fmt::format("${} = {}$", tex_symbol(p.name),
                             tex_number(readable_number(arguments.canonical().at(std::string(p.name))))));
  }
  const std::vector<std::string> papers = keys(entry, answer);
  std::string text = fmt::format("% {}\n${}$", answer_call(entry, arguments, answer),
                                 tex_inequality(entry, kind_of(entry, arguments), answer, digits));
  text += fmt::format(" at {}:\n{}", fmt::join(at, ", "), tex_text(family_of(entry.id).title));
  if (!answer.composed.empty()) text += fmt::format(" ({})", tex_text(answer.composed));
  text += fmt::format("; {}; {}", adjacency_words(arguments.adjacency()), direction_words(entry, arguments));
  if (entry.status != Status::proved) text += fmt::format("; the bound is {}, not proved", to_string(entry.status));
  if (!answer.reached) text += "; not all digits that were asked for are proved";
  if (!papers.empty()) text += fmt::format("~\\cite{{{}}}", fmt::join(papers, ","));
  return text + ".\n";
}

}  // namespace hallmark::cli
