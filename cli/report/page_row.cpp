#include <fmt/format.h>

#include "bounds/certificate.hpp"
#include "bounds/registry.hpp"
#include "cli/report/page.hpp"
#include "exact/decimal.hpp"

namespace hallmark::cli {
namespace {

constexpr long shown_digits = 12;

std::string term_text(const TermTexts& term) {
  std::string text = term.quantity + "(";
  for (const auto& [name, value] : term.parameters) {
    if (!text.ends_with('(')) text += ", ";
    text += name + "=" + value;
  }
  return text + ")";
}

// What the quantity is: its line in the list, whose number it is, for which neighbours, by which theorem.
std::string meaning_text(const TermTexts& term) {
  const Entry* entry = find_entry(term.quantity);
  if (entry == nullptr) return term.quantity + " is a quantity that this version does not evaluate.";
  const auto stated = term.parameters.find("direction");
  const Arguments arguments = entry->arguments(term.parameters);
  const Kind kind = kind_of(*entry, arguments);
  const std::string direction = stated == term.parameters.end() ? "both" : stated->second;
  return fmt::format("{}: {} ({} of the {}; {} neighbours, direction {}), by {}.", term.quantity, entry->summary,
                     kind == Kind::exact ? "the number" : fmt::format("{} bound", to_string(kind)),
                     to_string(entry->bounds), to_string(arguments.adjacency()), direction, entry->theorem);
}

// A number to draw, but for exp(r) beyond all drawings: texts that are none of the grammar were refused before.
std::optional<Span> drawn(std::string_view text) {
  constexpr long bits = 64;
  const Number number(text);
  if (const auto exact = number.rational()) return Span{*exact, *exact};
  const Ball ball = number.ball(bits);
  if (!ball.is_finite()) return std::nullopt;
  return Span{ball.lower(), ball.upper()};
}

std::optional<Band> band_of(const Claim& claim, const Verdict& verdict) {
  if (!verdict.answer) return std::nullopt;
  Band band{{verdict.answer->lo, verdict.answer->hi}};
  if (claim.right) {
    if (verdict.right_answer) band.claimed = {verdict.right_answer->lo, verdict.right_answer->hi};
    return band;
  }
  if (claim.relation == Relation::about) {
    const auto [lo, hi] = rounding_interval(claim.id, claim.values.front());
    band.claimed = {lo, hi};
    return band;
  }
  const auto first = drawn(claim.values.front());
  const auto last = drawn(claim.values.back());
  if (!first || !last) return std::nullopt;
  band.claimed = {first->lo, last->hi};
  return band;
}

}  // namespace

std::string statement_text(const Claim& claim) {
  const std::string left = fmt::format("{} {} ", term_text(claim.left), to_string(claim.relation));
  if (claim.right) return left + term_text(*claim.right);
  return left +
         (claim.values.size() == 2 ? fmt::format("[{}, {}]", claim.values[0], claim.values[1]) : claim.values[0]);
}

PageRow page_row(const Claim& claim, const Decided& decided, const Published& published) {
  const Verdict& verdict = decided.verdict;
  PageRow row{.id = claim.id,
              .verdict = decided.outcome,
              .statement = statement_text(claim),
              .meaning = decided.outcome == "error" ? "" : meaning_text(claim.left),
              .lo = "",
              .hi = "",
              .reason = verdict.reason,
              .axioms = verdict.axioms,
              .certificate = verdict.statement ? certificate_text(*verdict.statement) : "",
              .band = band_of(claim, verdict),
              .published = published};
  if (verdict.answer) {
    row.lo = decimal(verdict.answer->lo, shown_digits, Rounding::down);
    row.hi = decimal(verdict.answer->hi, shown_digits, Rounding::up);
  }
  return row;
}

PageRow page_row(const Remark& remark, const Published& published) {
  return {.id = remark.id,
          .verdict = "remark",
          .statement = "",
          .meaning = "",
          .lo = "",
          .hi = "",
          .reason = remark.text,
          .axioms = {},
          .certificate = "",
          .published = published};
}

}  // namespace hallmark::cli
