#include "web/producer/calls.hpp"

#include <hallmark/compose.hpp>
#include <hallmark/judge.hpp>
#include <hallmark/registry.hpp>
#include <hallmark/samplers.hpp>
#include <hallmark/version.hpp>
#include <nlohmann/json.hpp>

#include "bounds/aliases.hpp"
#include "bounds/proof.hpp"
#include "cli/entry_json.hpp"
#include "cli/quote.hpp"
#include "exact/decimal.hpp"

namespace hallmark::web {
namespace {

using cli::Json;

/// A member of an object, or what stands for it where it is not there.
template <typename T>
T get(const Json& object, const char* name, T otherwise) {
  const auto at = object.find(name);
  if (at == object.end() || at->is_null()) return otherwise;
  try {
    return at->get<T>();
  } catch (const Json::exception&) {
    throw InputError("request", name, at->dump(), "of the type that the call takes");
  }
}

/// The same of a member that must be there.
template <typename T>
T given(const Json& object, const char* name) {
  if (!object.contains(name)) throw InputError("request", name, "nothing", "given");
  return get<T>(object, name, {});
}

Options options_of(const Json& request) {
  const Json given = get(request, "options", Json::object());
  for (const auto& [name, value] : given.items()) {
    constexpr std::string_view known[] = {"digits", "seconds", "route", "exact", "thresholds", "all_methods"};
    if (std::find(std::begin(known), std::end(known), name) == std::end(known)) {
      throw InputError("options", name, value.dump(),
                       "one of digits, seconds, route, exact, thresholds and all_methods");
    }
  }
  Options options;
  if (given.contains("digits")) options.digits = get<std::int64_t>(given, "digits", {});
  options.seconds = get(given, "seconds", options.seconds);
  options.route = get(given, "route", std::string());
  options.exact = get(given, "exact", false);
  options.thresholds = get(given, "thresholds", std::vector<std::string>());
  options.all_methods = get(given, "all_methods", false);
  return options;
}

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json json_of(const Enclosure& x, std::int64_t digits) {
  const Proof& proof = *x.proof;
  Json methods = Json::array();
  for (const MethodEnds& m : x.methods) {
    methods.push_back(
        {{"method", m.method}, {"lo", or_null(m.lo)}, {"hi", or_null(m.hi)}, {"axioms", m.axioms}, {"note", m.note}});
  }
  return {{"statement", x.statement},
          {"quantity", x.quantity},
          {"parameters", x.parameters},
          {"composed", x.composed},
          {"readings", x.readings},
          {"bounds", to_string(x.bounds)},
          {"kind", to_string(x.kind)},
          {"status", to_string(x.status)},
          {"adjacency", to_string(x.adjacency)},
          {"direction", to_string(x.direction)},
          {"lo", x.lo},
          {"hi", x.hi},
          {"lo_decimal", x.lo_decimal},
          {"hi_decimal", x.hi_decimal},
          {"lower", x.lo_binary64},
          {"upper", x.hi_binary64},
          {"exact", or_null(x.exact)},
          {"upper_end", x.upper_end},
          {"reached", x.reached},
          {"shortfall", x.shortfall},
          {"method", x.method},
          {"route", x.route},
          {"bits", x.bits},
          {"axioms", x.axioms},
          {"methods", methods},
          {"quote", cli::quote_text(*proof.entry, x.kind, proof.answer, digits)},
          {"text", cli::answer_text(*proof.entry, proof.arguments, proof.answer, digits)},
          {"tex", cli::quote_tex(*proof.entry, proof.arguments, proof.answer, digits)}};
}

// The last answer, for its certificate.
std::optional<Enclosure> last;

/// A certificate that the last answer is at most so much, or nothing.
std::optional<std::string> upper_certificate(const Enclosure& x, const std::string& upper, const Options& options) {
  Claim claim{"certificate", {x.quantity, x.parameters}, Relation::less_equal, {upper}};
  if (!x.phases.empty()) claim.left.parameters["phases"] = x.phases;
  const Decision decision = judge(claim, options);
  return decision.outcome == Outcome::certified ? decision.certificate : std::nullopt;
}

/// A certificate of both ends of the last answer, or of the upper one alone, or why there is none; where a number of
/// digits is given, of the upper end rounded up to it.
void add_certificate(Json& answer, const Options& options, std::optional<std::int64_t> upper_digits = {}) {
  constexpr std::int64_t most = 1000;
  if (upper_digits && (*upper_digits < 1 || *upper_digits > most)) {
    throw InputError("certificate", "upper_digits", std::to_string(*upper_digits), "1 <= upper_digits <= 1000");
  }
  if (!last) throw InputError("certificate: must be asked of an answer; none was given before");
  const Enclosure& x = *last;
  std::optional<std::string> certificate;
  std::string note;
  if (upper_digits) {
    certificate = upper_certificate(x, decimal(Rational(x.hi_decimal), *upper_digits, Rounding::up), options);
  } else {
    const Decision decision = certify(x, options);
    certificate = decision.certificate;
    if (!certificate) {
      note = decision.reason;
      certificate = upper_certificate(x, x.hi_decimal, options);
    }
  }
  answer["certificate"] = or_null(certificate);
  answer["certificate_note"] = note;
}

Json evaluated(const Json& request) {
  const auto quantity = given<std::string>(request, "quantity");
  const auto parameters = get(request, "parameters", ParameterTexts());
  const Options options = options_of(request);
  std::vector<Part> parts;
  for (const Json& part : get(request, "parts", Json::array())) {
    parts.push_back({given<std::string>(part, "mechanism"), get(part, "parameters", ParameterTexts()),
                     get(part, "rounds", std::int64_t{1})});
  }
  last.reset();
  last = parts.empty() ? evaluate(quantity, parameters, options) : compose(quantity, parts, parameters, options);
  constexpr std::int64_t usual = 6;
  Json answer = json_of(*last, options.digits.value_or(usual));
  if (get(request, "certificate", false)) add_certificate(answer, options);
  return answer;
}

Json certified(const Json& request) {
  Json answer;
  std::optional<std::int64_t> upper_digits;
  if (request.contains("upper_digits")) upper_digits = given<std::int64_t>(request, "upper_digits");
  add_certificate(answer, options_of(request), upper_digits);
  return answer;
}

Json judged(const Json& request) {
  const Options options = options_of(request);
  const Decision d = judge(read_statement(given<std::string>(request, "statement")), options);
  constexpr std::int64_t digits = 12;
  const auto side = [](const std::optional<Enclosure>& x) { return x ? json_of(*x, digits) : Json(nullptr); };
  return {{"outcome", to_string(d.outcome)}, {"reason", d.reason}, {"left", side(d.left)},
          {"right", side(d.right)},          {"axioms", d.axioms}, {"certificate", or_null(d.certificate)}};
}

Json answered(const Json& request) {
  const auto name = given<std::string>(request, "call");
  if (name == "evaluate") return evaluated(request);
  if (name == "certificate") return certified(request);
  if (name == "judge") return judged(request);
  if (name == "version") return {{"version", version()}};
  if (name == "quantity") return {{"id", quantity_id(given<std::string>(request, "name"))}};
  if (name == "search") {
    const SearchResult found = search(given<std::string>(request, "words"));
    return {{"ids", found.ids}, {"near", found.near}, {"remark", found.remark}};
  }
  Json rows = Json::array();
  if (name == "samplers") {
    for (const Sampler& s : samplers(given<ParameterTexts>(request, "training"))) {
      rows.push_back({{"name", s.name},
                      {"neighbours", s.neighbours},
                      {"needs", s.needs},
                      {"quantity", s.question.quantity},
                      {"parameters", s.question.parameters}});
    }
  } else if (name == "quantities") {
    for (const Entry& e : registry()) rows.push_back(cli::entry_json(e));
  } else if (name == "aliases") {
    for (const Alias& a : aliases()) {
      rows.push_back({{"name", a.name}, {"parameters", a.parameters}, {"family", a.family}});
    }
  } else {
    throw InputError("request", "call", name,
                     "evaluate, certificate, judge, samplers, quantities, quantity, search, aliases or version");
  }
  return {{"rows", rows}};
}

}  // namespace

std::string call(std::string_view request) {
  try {
    const Json read = Json::parse(request);
    if (!read.is_object()) throw InputError("the request: must be a JSON object");
    return answered(read).dump();
  } catch (const std::exception& error) {
    return Json{{"error", error.what()}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace hallmark::web
