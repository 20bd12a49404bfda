#include "cli/io/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"
#include "cli/quote.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {

std::string direction_text(const Entry& entry, const Arguments& arguments) {
  return std::string(to_string(entry.directional() ? arguments.direction() : Direction::both));
}

namespace {

// One end of a method's statement, rounded outward.
Json end_json(const std::optional<Rational>& end, Rounding rounding, long digits) {
  return end ? Json(decimal(*end, digits, rounding)) : Json(nullptr);
}

std::string method_text(const Method& m, long digits) {
  std::string text = fmt::format("    {:<34}", m.id);
  if (m.lo) text += fmt::format(" >= {}", decimal(*m.lo, digits, Rounding::down));
  if (m.hi) text += fmt::format(" <= {}", decimal(*m.hi, digits, Rounding::up));
  if (!m.axioms.empty()) text += fmt::format("  [{}]", fmt::join(m.axioms, "; "));
  if (!m.note.empty()) text += fmt::format("  ({})", m.note);
  return text + "\n";
}

// What the route found that a certificate needs; of both directions, the one that gave the answer.
Json witness_json(const Answer& answer) {
  std::map<std::string, std::string> all;
  for (const auto& [name, text] : witness_lines(answer.witness, true, true)) {
    std::string& known = all[name];
    known += (known.empty() ? "" : "\n") + text;
  }
  if (answer.larger) all["direction"] = to_string(*answer.larger);
  if (!answer.composed.empty()) all["phases"] = answer.composed;
  return all;
}

// What the ends of a bracket are not.
std::string_view remark_on(const Entry& entry) {
  if (!entry.id.starts_with("fixed-batch-gaussian.")) return "";
  return "; no single dataset is the worst for every eps: queries chosen by earlier outputs raise the lower end "
         "(route adaptive), a recursion over the three records of a step would lower the upper one";
}

}  // namespace

std::string call_text(const Entry& entry, const Arguments& arguments) {
  return std::string(entry.id) + arguments.text();
}

std::string answer_call(const Entry& entry, const Arguments& arguments, const Answer& answer) {
  std::string text = call_text(entry, arguments);
  if (answer.composed.empty()) return text;
  constexpr std::size_t longest = 400;
  const bool is_short = answer.composed.size() <= longest;
  text.back() = ',';
  return text + fmt::format(" phases={})", is_short ? answer.composed : "sha256:" + sha256(answer.composed));
}

std::string indented(const std::string& text, std::size_t by) {
  const std::string margin(by, ' ');
  std::string out = margin;
  for (const char c : text) {
    out += c;
    if (c == '\n') out += margin;
  }
  return out;
}

Json answer_json(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits, double seconds) {
  const Kind kind = kind_of(entry, arguments);
  const EnclosureText t = enclosure_text(answer.lo, answer.hi, kind == Kind::bracket ? digits + 1 : 1, digits);
  Json j;
  j["quantity"] = entry.id;
  j["kind"] = to_string(kind);
  j["status"] = to_string(entry.status);
  j["bounds"] = to_string(entry.bounds);
  j["adjacency"] = to_string(arguments.adjacency());
  j["direction"] = direction_text(entry, arguments);
  j["parameters"] = arguments.canonical();
  j["lo"] = t.lo;
  j["hi"] = t.hi;
  j["lo64"] = t.lo64;
  j["hi64"] = t.hi64;
  j["lo64x"] = t.lo64x;
  j["hi64x"] = t.hi64x;
  if (answer.exact) j["exact"] = answer.exact->to_string();
  j["method"] = answer.method;
  j["axioms"] = answer.axioms;
  if (const Json witness = witness_json(answer); !witness.empty()) j["witness"] = witness;
  j["route"] = answer.route;
  j["bits"] = answer.bits;
  for (const Method& m : answer.methods) {
    j["methods"].push_back({{"method", m.id},
                            {"lo", end_json(m.lo, Rounding::down, digits)},
                            {"hi", end_json(m.hi, Rounding::up, digits)},
                            {"axioms", m.axioms},
                            {"note", m.note}});
  }
  j["seconds"] = seconds;
  if (!answer.shortfall.empty()) j["undecided"] = answer.shortfall;
  return j;
}

std::string answer_text(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits,
                        double seconds) {
  const Kind kind = kind_of(entry, arguments);
  std::string text = quote_text(entry, kind, answer, digits);
  text += answer_call(entry, arguments, answer);
  if (kind == Kind::bracket && answer.lo != answer.hi) {
    text += fmt::format(" in [{}, {}]\n", decimal(answer.lo, digits, Rounding::down),
                        decimal(answer.hi, digits, Rounding::up));
  } else {
    const std::string enclosure = human_text(answer.lo, answer.hi, digits);
    text += fmt::format(" {} {}\n", enclosure.find(',') == std::string::npos ? "=" : "in", enclosure);
  }
  if (!answer.composed.empty() && text.find(answer.composed) == std::string::npos) {
    text += fmt::format("  phases:     {}\n", answer.composed);
  }
  if (answer.exact) text += fmt::format("  exactly:    {}\n", answer.exact->to_string());
  text += fmt::format("  what:       {}, {} {}; {}, direction {}{}\n", to_string(entry.bounds), to_string(kind),
                      to_string(entry.status), to_string(arguments.adjacency()), direction_text(entry, arguments),
                      remark_on(entry));
  text += fmt::format("  method:     {}\n", answer.method);
  text += fmt::format("  rests on:   {}\n",
                      answer.axioms.empty() ? "arithmetic alone" : fmt::format("{}", fmt::join(answer.axioms, "; ")));
  if (!answer.methods.empty()) text += "  methods:\n";
  const Method* best = nullptr;
  for (const Method& m : answer.methods) {
    text += method_text(m, digits);
    if (m.hi && (best == nullptr || *m.hi < *best->hi)) best = &m;
  }
  if (best != nullptr) {
    text += fmt::format("  best:       {} <= {}\n", best->id, decimal(*best->hi, digits, Rounding::up));
  }
  if (!answer.shortfall.empty()) text += fmt::format("  undecided:  {}\n", answer.shortfall);
  text += fmt::format("  effort:     {} bits, {:.3g} s\n", answer.bits, seconds);
  return text;
}

}  // namespace hallmark::cli
