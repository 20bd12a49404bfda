#include "hallmark/judge.hpp"

#include "api/enclosures.hpp"
#include "bounds/certificate.hpp"

namespace hallmark {
namespace {

std::optional<Enclosure> enclosed(const TermTexts& texts, const std::optional<Answer>& answer) {
  constexpr long digits = 12;
  if (!answer) return std::nullopt;
  const Entry& e = entry(texts.quantity);
  return enclosure_of({&e, e.arguments(texts.parameters)}, *answer, digits);
}

}  // namespace

Decision judge(const Claim& claim, const Options& options) {
  free_caches_at_thread_end();
  const Verdict v = judge(claim, start(options), options.route);
  return {.outcome = v.outcome,
          .reason = v.reason,
          .left = enclosed(claim.left, v.answer),
          .right = claim.right ? enclosed(*claim.right, v.right_answer) : std::nullopt,
          .axioms = v.axioms,
          .certificate = v.statement ? std::optional(certificate_text(*v.statement)) : std::nullopt};
}

Decision certify(const Enclosure& enclosure, const Options& options) {
  if (!enclosure.composed.empty()) {
    return {.outcome = Outcome::undecided,
            .reason = "certify of hallmark/compose.hpp takes the mechanisms of a composition"};
  }
  return judge({.id = enclosure.quantity,
                .left = {enclosure.quantity, enclosure.parameters},
                .relation = Relation::in,
                .values = {enclosure.lo_decimal, enclosure.hi_decimal}},
               options);
}

}  // namespace hallmark
