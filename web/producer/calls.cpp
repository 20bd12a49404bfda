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
#include "cli/io/json_value.hpp"
#include "cli/quote.hpp"
#include "exact/decimal.hpp"

namespace hallmark::web {
namespace {

using cli::Json;
using cli::JsonValue;

constexpr std::size_t longest_text = 1000;  // of a name

/// A member that may be left out, or null.
std::optional<JsonValue> given(const JsonValue& object, std::string_view name) {
  if (!object.has(name) || object.at(name).is_null()) return std::nullopt;
  return object.at(name);
}

bool is_set(const JsonValue& object, std::string_view name) {
  const auto value = given(object, name);
  if (value && !value->json().is_boolean()) value->refuse("true or false");
  return value && value->json().get<bool>();
}

ParameterTexts texts(const JsonValue& object) {
  constexpr std::size_t most = 64;
  ParameterTexts result;
  object.each_member(cli::typed_name, most, [&](const std::string& name, const JsonValue& value) {
    result[name] = value.text(cli::longest_number);
  });
  return result;
}

ParameterTexts texts(const JsonValue& object, std::string_view name) {
  const auto value = given(object, name);
  return value ? texts(*value) : ParameterTexts();
}

Options options_of(const JsonValue& request) {
  Options options;
  const auto from = given(request, "options");
  if (!from) return options;
  from->members({}, {"digits", "seconds", "route", "exact", "thresholds", "all_methods"});
  constexpr std::int64_t most_digits = 1000;
  if (const auto digits = given(*from, "digits")) options.digits = digits->integer(1, most_digits);
  if (const auto seconds = given(*from, "seconds")) {
    if (!seconds->json().is_number()) seconds->refuse("a number");
    options.seconds = seconds->json().get<double>();
  }
  if (const auto route = given(*from, "route")) options.route = route->text(longest_text);
  options.exact = is_set(*from, "exact");
  options.all_methods = is_set(*from, "all_methods");
  if (const auto thresholds = given(*from, "thresholds")) {
    constexpr std::size_t most = 1'000'000;
    thresholds->each_element(0, most,
                             [&](const JsonValue& x) { options.thresholds.push_back(x.text(cli::longest_number)); });
  }
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

std::vector<Part> parts_of(const JsonValue& request) {
  constexpr std::size_t most = 10'000;
  constexpr std::int64_t most_rounds = 1'000'000'000'000'000;
  std::vector<Part> parts;
  if (const auto list = given(request, "parts")) {
    list->each_element(0, most, [&](const JsonValue& part) {
      part.members({"mechanism"}, {"parameters", "rounds"});
      const auto rounds = given(part, "rounds");
      parts.push_back({part.at("mechanism").text(longest_text), texts(part, "parameters"),
                       rounds ? rounds->integer(1, most_rounds) : 1});
    });
  }
  return parts;
}

Json evaluated(const JsonValue& request) {
  request.members({"call", "quantity"}, {"parameters", "parts", "options", "certificate"});
  const std::string quantity = request.at("quantity").text(longest_text);
  const ParameterTexts parameters = texts(request, "parameters");
  const Options options = options_of(request);
  const std::vector<Part> parts = parts_of(request);
  last.reset();
  last = parts.empty() ? evaluate(quantity, parameters, options) : compose(quantity, parts, parameters, options);
  constexpr std::int64_t usual = 6;
  Json answer = json_of(*last, options.digits.value_or(usual));
  if (is_set(request, "certificate")) add_certificate(answer, options);
  return answer;
}

Json certified(const JsonValue& request) {
  request.members({"call"}, {"options", "upper_digits"});
  constexpr std::int64_t most = 1000;
  Json answer;
  std::optional<std::int64_t> upper_digits;
  if (const auto digits = given(request, "upper_digits")) upper_digits = digits->integer(1, most);
  add_certificate(answer, options_of(request), upper_digits);
  return answer;
}

Json judged(const JsonValue& request) {
  request.members({"call", "statement"}, {"options"});
  const Options options = options_of(request);
  const Decision d = judge(read_statement(request.at("statement").text(cli::longest_number)), options);
  constexpr std::int64_t digits = 12;
  const auto side = [](const std::optional<Enclosure>& x) { return x ? json_of(*x, digits) : Json(nullptr); };
  return {{"outcome", to_string(d.outcome)}, {"reason", d.reason}, {"left", side(d.left)},
          {"right", side(d.right)},          {"axioms", d.axioms}, {"certificate", or_null(d.certificate)}};
}

Json sampled(const JsonValue& request) {
  request.members({"call", "training"});
  Json rows = Json::array();
  for (const Sampler& s : samplers(texts(request.at("training")))) {
    rows.push_back({{"name", s.name},
                    {"neighbours", s.neighbours},
                    {"needs", s.needs},
                    {"quantity", s.question.quantity},
                    {"parameters", s.question.parameters}});
  }
  return {{"rows", rows}};
}

Json quantities(const JsonValue& request) {
  request.members({"call"});
  Json rows = Json::array();
  for (const Entry& e : registry()) rows.push_back(cli::entry_json(e));
  return {{"rows", rows}};
}

Json other_names(const JsonValue& request) {
  request.members({"call"});
  Json rows = Json::array();
  for (const Alias& a : aliases()) {
    rows.push_back({{"name", a.name}, {"parameters", a.parameters}, {"family", a.family}});
  }
  return {{"rows", rows}};
}

Json named(const JsonValue& request) {
  request.members({"call", "name"});
  return {{"id", quantity_id(request.at("name").text(longest_text))}};
}

Json searched(const JsonValue& request) {
  request.members({"call", "words"});
  const SearchResult found = search(request.at("words").text(longest_text));
  return {{"ids", found.ids}, {"near", found.near}, {"remark", found.remark}};
}

Json answered(const JsonValue& request) {
  if (!request.has("call")) request.refuse("an object with a member \"call\"");
  const std::string name =
      request.at("call").one_of({"evaluate", "certificate", "judge", "samplers", "quantities", "quantity", "search",
                                 "aliases", "version"});
  if (name == "evaluate") return evaluated(request);
  if (name == "certificate") return certified(request);
  if (name == "judge") return judged(request);
  if (name == "samplers") return sampled(request);
  if (name == "quantities") return quantities(request);
  if (name == "quantity") return named(request);
  if (name == "search") return searched(request);
  if (name == "aliases") return other_names(request);
  request.members({"call"});
  return {{"version", version()}};
}

}  // namespace

std::string call(std::string_view request) {
  try {
    const cli::JsonFile read("request", request);
    return answered(read.top()).dump();
  } catch (const std::exception& error) {
    return Json{{"error", error.what()}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

}  // namespace hallmark::web
