#include "cli/vectors/certified.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "bounds/certificate.hpp"
#include "bounds/claim.hpp"
#include "cli/checker.hpp"
#include "cli/compare/row_text.hpp"
#include "cli/io/csv.hpp"
#include "cli/vectors/vector_check.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_at(const Json& object, const char* name) { return object.at(name).template get<std::string>(); }

// The intervals that a certificate of both ends may state: the number itself, the published decimals.
struct PublishedEnds {
  std::optional<Rational> exact;
  Rational lo;
  Rational hi;
};

PublishedEnds published_of(const Json& out) {
  PublishedEnds p{std::nullopt, Rational(text_at(out, "lo")), Rational(text_at(out, "hi"))};
  if (!out.at("exact").is_null()) p.exact = Rational(text_at(out, "exact"));
  return p;
}

// A certificate of what a verdict states, where hallmark-check verifies that; else why there is none.
struct Made {
  std::string certificate = {};
  std::string why = {};
};

Made made(const Verdict& verdict, const Statement& stated, const Checker& checker) {
  if (verdict.outcome != Outcome::certified || !verdict.statement) return {"", verdict.reason};
  const std::string certificate = certificate_text(*verdict.statement);
  const CheckerAnswer answer = checker(certificate, statement_text(stated));
  return answer.verified ? Made{certificate, ""} : Made{"", answer.line};
}

Made made(const Claim& claim, const Budget& budget, const Checker& checker) {
  try {
    const Entry& e = entry(claim.left.quantity);
    const Statement stated{
        {&e, e.arguments(claim.left.parameters)}, claim.relation, {claim.values.begin(), claim.values.end()}, {}};
    return made(judge(claim, budget), stated, checker);
  } catch (const InputError& error) {  // a theorem that does not hold there
    return {"", error.what()};
  }
}

// Questions about one vector. A refused certificate takes all the work that the checker allows, and what states less may
// take less: one refusal is endured, and after the second nothing is asked.
class Questions {
 public:
  template <class Question>
  Made ask(const Question& question) {
    if (refused_ == most_refused) return {"", std::string(refusal)};
    Made one = question();
    if (one.certificate.empty() && one.why.starts_with(refusal)) ++refused_;
    return one;
  }
  [[nodiscard]] bool is_any_refused() const { return refused_ > 0; }

 private:
  static constexpr int most_refused = 2;
  static constexpr std::string_view refusal = "s REJECTED work: ";
  int refused_ = 0;
};

// The certificates of the ends that have one; why the last one without has none.
CertifiedEnds end_by_end(Made lower, Made upper) {
  CertifiedEnds found;
  for (auto& [one, name] : {std::pair(&lower, "lower"), std::pair(&upper, "upper")}) {
    if (one->certificate.empty()) {
      found.missing = one->why;
      continue;
    }
    found.certificates.push_back(std::move(one->certificate));
    found.ends = found.certificates.size() == 2 ? "both" : name;
  }
  return found;
}

constexpr std::string_view certificate_head = "hallmark certificate 2\n";
constexpr std::string_view list_head = "id,ends,sha256,missing\n";

std::string bundle_head(std::size_t count) { return fmt::format("hallmark bundle {}\n", count); }

}  // namespace

CertifiedEnds certified_ends(const Term& term, const Answer& answer, const Json& out,
                             const std::function<Budget()>& budget, const Checker& checker) {
  const PublishedEnds p = published_of(out);
  if (const std::string_view obstacle = obstacle_of(term); !obstacle.empty())
    return {{}, "none", std::string(obstacle)};
  Questions questions;
  const auto interval = [&](const Rational& lo, const Rational& hi) {
    return questions.ask([&] {
      return made(certify(term, answer, lo, hi, budget()), {term, Relation::in, {lo, hi}, {}}, checker);
    });
  };
  const auto claimed = [&](Relation relation, const std::vector<std::string>& values) {
    const std::string id(term.entry->id);
    const Claim claim{id, {id, term.arguments.canonical()}, relation, values};
    return questions.ask([&] { return made(claim, budget(), checker); });
  };
  Made both = p.exact ? interval(*p.exact, *p.exact) : interval(p.lo, p.hi);
  const std::string why = both.why;
  if (both.certificate.empty() && p.exact && p.lo != p.hi) both = interval(p.lo, p.hi);
  if (both.certificate.empty() && !questions.is_any_refused())
    both = claimed(Relation::in, {text_at(out, "lo"), text_at(out, "hi")});
  if (!both.certificate.empty()) return {{both.certificate}, "both", ""};
  CertifiedEnds found = end_by_end(claimed(Relation::greater_equal, {text_at(out, "lo")}),
                                   claimed(Relation::less_equal, {text_at(out, "hi")}));
  if (found.ends == "none") found.missing = why;
  return found;
}

CertifiedEnds certified_claims(const Claim& lower, const Claim& upper, const std::function<Budget()>& budget) {
  return end_by_end(made(lower, budget(), ask_checker_about), made(upper, budget(), ask_checker_about));
}

std::string list_text(std::span<const CertifiedVector> vectors) {
  std::string text(list_head);
  for (const CertifiedVector& v : vectors) {
    text += fmt::format("{},{},{},{}\n", csv_field(v.id), v.ends, fmt::join(v.digests, " "), csv_field(v.missing));
  }
  return text;
}

std::vector<CertifiedVector> read_list(std::string_view path, std::string_view text) {
  std::vector<CertifiedVector> list;
  std::vector<Field> fields;
  std::string_view rest = text.substr(std::min(text.size(), list_head.size()));
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    try {
      split_record(line, ',', fields);
    } catch (const LineError& error) {
      throw InputError(fmt::format("{}:{}:{}: {}", path, list.size() + 2, error.column, error.text));
    }
    fields.resize(4);
    CertifiedVector& v = list.emplace_back(CertifiedVector{fields[0].text, fields[1].text, {}, fields[3].text});
    for (const std::string_view digest : words_of_text(fields[2].text)) v.digests.emplace_back(digest);
  }
  if (const auto difference = first_difference(list_text(list), text)) {
    throw InputError(fmt::format("{}:{}", path, *difference));
  }
  return list;
}

std::string bundle_text(std::span<const std::string> certificates) {
  return fmt::format("{}{}", bundle_head(certificates.size()), fmt::join(certificates, ""));
}

std::vector<std::string> read_bundle(std::string_view path, std::string_view text) {
  std::vector<std::string> certificates;
  const std::string next = fmt::format("\n{}", certificate_head);
  for (auto at = text.find(next); at != std::string_view::npos;) {
    const auto end = text.find(next, at + 1);
    certificates.emplace_back(text.substr(at + 1, end == std::string_view::npos ? end : end - at));
    at = end;
  }
  if (const auto difference = first_difference(bundle_text(certificates), text)) {
    throw InputError(fmt::format("{}:{}", path, *difference));
  }
  return certificates;
}

namespace {

// What a certificate of a vector may begin with, for both ends, the lower and the upper one.
std::map<std::string, std::vector<std::string>> allowed(const Term& term, const PublishedEnds& p) {
  std::map<std::string, std::vector<std::string>> lines;
  const auto add = [&](const char* ends, Relation relation, std::vector<Number> values) {
    lines[ends].push_back(statement_lines({term, relation, std::move(values), {}}));
  };
  if (p.exact) add("both", Relation::in, {*p.exact, *p.exact});
  add("both", Relation::in, {p.lo, p.hi});
  add("lower", Relation::greater_equal, {p.lo});
  add("upper", Relation::less_equal, {p.hi});
  return lines;
}

bool states_one_of(const std::string& certificate, const std::vector<std::string>& statements) {
  return std::any_of(statements.begin(), statements.end(),
                     [&](const std::string& lines) { return certificate.starts_with(lines); });
}

// What a line of the list says against the certificates it names; empty where they state the published ends.
std::string ends_error(const CertifiedVector& v, const Term& term, const PublishedEnds& p,
                       const std::vector<const std::string*>& certificates) {
  if (v.ends == "none") return certificates.empty() ? "" : "expected no certificate for ends none";
  const auto statements = allowed(term, p);
  const bool apart = v.ends == "both" && certificates.size() == 2;
  if (!statements.contains(v.ends) || certificates.size() != (apart ? 2 : 1)) {
    return fmt::format("expected both, lower, upper or none and their certificates, found {} with {}", v.ends,
                       certificates.size());
  }
  const bool states = apart ? states_one_of(*certificates[0], statements.at("lower")) &&
                                  states_one_of(*certificates[1], statements.at("upper"))
                            : states_one_of(*certificates[0], statements.at(v.ends));
  return states ? "" : "a certificate states something else than the published ends";
}

}  // namespace

std::vector<std::string> certified_errors(const Json& root, std::span<const CertifiedVector> list,
                                          std::span<const std::string> bundle) {
  std::vector<std::string> errors;
  std::map<std::string, const std::string*> by_digest;
  for (const std::string& certificate : bundle) by_digest[sha256(certificate)] = &certificate;
  std::map<std::string, const CertifiedVector*> lines;
  for (const CertifiedVector& v : list) {
    if (!lines.emplace(v.id, &v).second) errors.push_back(fmt::format("{}: stands twice in the list", v.id));
  }
  std::set<std::string> named;
  for (const Json& group : root.at("testGroups")) {
    const Entry* e = find_entry(text_at(group, "quantity"));
    if (e == nullptr || text_at(group, "status") != "proved") continue;
    for (const Json& test : group.at("tests")) {
      if (!test.at("cert").is_null()) continue;
      const std::string id = text_at(test, "id");
      const auto line = lines.find(id);
      if (line == lines.end()) {
        errors.push_back(fmt::format("{}: has neither a certificate nor a line that says why", id));
        continue;
      }
      const CertifiedVector& v = *line->second;
      lines.erase(line);
      std::vector<const std::string*> certificates;
      for (const std::string& digest : v.digests) {
        named.insert(digest);
        const auto at = by_digest.find(digest);
        if (at != by_digest.end()) {
          certificates.push_back(at->second);
        } else {
          errors.push_back(fmt::format("{}: its certificate {} is missing in the bundle", id, digest));
        }
      }
      if (certificates.size() != v.digests.size()) continue;
      if ((v.ends == "both") != v.missing.empty()) {
        errors.push_back(fmt::format("{}: expected the reason where an end has no certificate, and only there", id));
      }
      ParameterTexts texts;
      for (const auto& [name, value] : test.at("in").items()) texts[name] = value.template get<std::string>();
      try {
        const std::string error = ends_error(v, {e, e->arguments(texts)}, published_of(test.at("out")), certificates);
        if (!error.empty()) errors.push_back(fmt::format("{}: {}", id, error));
      } catch (const InputError& error) {
        errors.push_back(fmt::format("{}: {}", id, error.what()));
      }
    }
  }
  for (const auto& [id, unused] : lines)
    errors.push_back(fmt::format("{}: is no proved vector without a certificate of its own", id));
  for (const auto& [digest, unused] : by_digest) {
    if (!named.contains(digest))
      errors.push_back(fmt::format("no vector names the certificate {} of the bundle", digest));
  }
  if (by_digest.size() != bundle.size()) errors.emplace_back("a certificate stands twice in the bundle");
  return errors;
}

}  // namespace hallmark::cli
