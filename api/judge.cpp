#include "hallmark/judge.hpp"

#include "api/enclosures.hpp"
#include "bounds/certificate.hpp"

namespace hallmark {
namespace {

std::optional<Enclosure> enclosed(const TermTexts& texts, const std::optional<Answer>& answer) {
  constexpr std::int64_t digits = 12;
  if (!answer) return std::nullopt;
  std::shared_ptr<const Entry> row = shared_row(texts.quantity);
  Arguments arguments = row->arguments(texts.parameters);
  return enclosure_of(std::make_shared<const Proof>(Proof{std::move(row), std::move(arguments), *answer}), digits);
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
  free_caches_at_thread_end();
  if (!enclosure.proof) {
    throw InputError("certify", "enclosure", enclosure.statement, "one that evaluate, compose or judge gave");
  }
  const Verdict v = certify(enclosure.proof->term(), enclosure.proof->answer, Rational(enclosure.lo_decimal),
                            Rational(enclosure.hi_decimal), start(options));
  return {.outcome = v.outcome,
          .reason = v.reason,
          .left = enclosure,
          .axioms = v.axioms,
          .certificate = v.statement ? std::optional(certificate_text(*v.statement)) : std::nullopt};
}

}  // namespace hallmark
