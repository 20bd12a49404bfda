#include "hallmark/answer_certificates.hpp"

#include <fmt/format.h>

#include <utility>

#include "bounds/certificate.hpp"
#include "bounds/proof.hpp"
#include "exact/error.hpp"
#include "hallmark/judge.hpp"

namespace hallmark {
namespace {

// What the checker must say of a certificate of these texts, whatever the certificate was made from.
std::string expected(const std::string& quantity, const ParameterTexts& parameters, Relation relation,
                     const std::vector<std::string>& values) {
  const Entry& e = entry(quantity);
  return statement_text({{&e, e.arguments(parameters)}, relation, {values.begin(), values.end()}, {}});
}

// Puts the claim's certificate among the others, or why there is none.
void add(AnswerCertificates& found, const Claim& claim, std::string proves, const Options& options) {
  const Decision one = judge(claim, options);
  if (one.outcome == Outcome::certified && one.certificate) {
    found.all.push_back({*one.certificate,
                         expected(claim.left.quantity, claim.left.parameters, claim.relation, claim.values),
                         std::move(proves)});
  } else {
    found.missing = fmt::format("none that proves {}: {}", proves, one.reason);
  }
}

}  // namespace

AnswerCertificates certificates_of(const Enclosure& enclosure, const Options& options) {
  const Decision both = certify(enclosure, options);
  ParameterTexts parameters = enclosure.parameters;
  if (!enclosure.phases.empty()) parameters["phases"] = enclosure.phases;
  if (both.certificate) {
    return {{{*both.certificate,
              expected(enclosure.quantity, parameters, Relation::in, {enclosure.lo_decimal, enclosure.hi_decimal})}}};
  }
  AnswerCertificates found;
  for (const auto& [relation, end] : {std::pair(Relation::less_equal, enclosure.hi_decimal),
                                      std::pair(Relation::greater_equal, enclosure.lo_decimal)}) {
    const Claim claim{"certificate", {enclosure.quantity, parameters}, relation, {end}};
    add(found, claim, fmt::format("{} {} {} alone", enclosure.quantity, to_string(relation), end), options);
    if (!found.all.empty()) break;
  }
  found.missing = both.reason;
  return found;
}

}  // namespace hallmark
