#include "cli/io/output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"
#include "bounds/guide.hpp"
#include "bounds/proof.hpp"
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

// What number it is, for people who do not know the words pair, kind and status.
std::string what_words(const Entry& entry, Kind kind) {
  const std::string of = entry.bounds == Bounds::mechanism ? "the mechanism"
                         : entry.bounds == Bounds::pair    ? "the pair of distributions that dominates the mechanism"
                                                           : "a formula, which is no bound by itself";
  std::string text = kind == Kind::exact     ? fmt::format("the exact number of {}", of)
                     : kind == Kind::bracket ? fmt::format("the best proved bounds on {}", of)
                     : kind == Kind::upper   ? fmt::format("an upper bound on {}", of)
                                             : fmt::format("a lower bound on {}", of);
  if (entry.status != Status::proved) text += fmt::format(" ({}, not proved)", to_string(entry.status));
  return text;
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
  if (answer.encloses == Encloses::upper_end) j["encloses"] = "an upper end";
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
                        std::optional<double> seconds) {
  std::string text = quote_text(entry, kind_of(entry, arguments), answer, digits);
  for (const std::string& reading : arguments.readings()) text += fmt::format("  {}\n", reading);
  const std::string_view remark = family_of(entry.id).remark;
  text += fmt::format("  {}{}{}; {}{}{}; {}\n", what_words(entry, kind_of(entry, arguments)),
                      remark.empty() ? "" : "; ", remark, adjacency_words(arguments.adjacency()),
                      entry.directional() ? ", " : "", entry.directional() ? direction_words(entry, arguments) : "",
                      answer.axioms.empty() ? "proved by arithmetic alone"
                                            : fmt::format("rests on {}", fmt::join(answer.axioms, "; ")));
  if (!answer.composed.empty()) text += fmt::format("  phases: {}\n", answer.composed);
  if (answer.exact) text += fmt::format("  exactly {}\n", answer.exact->to_string());
  if (!answer.methods.empty()) text += "  methods:\n";
  const Method* best = nullptr;
  for (const Method& m : answer.methods) {
    text += method_text(m, digits);
    if (m.hi && (best == nullptr || *m.hi < *best->hi)) best = &m;
  }
  if (best != nullptr) {
    text += fmt::format("  best: {} <= {}\n", best->id, decimal(*best->hi, digits, Rounding::up));
  }
  if (!answer.shortfall.empty()) text += fmt::format("  undecided: {}\n", answer.shortfall);
  if (seconds) {
    text += fmt::format("  method: {}\n  effort: route {}, {} bits, {:.3g} s\n", answer.method, answer.route,
                        answer.bits, *seconds);
  }
  const StatedEnds ends = stated_ends(answer, digits);
  return text +
         fmt::format("{}{} {}\n", answer.encloses == Encloses::upper_end ? "an upper end of " : "",
                     answer_call(entry, arguments, answer),
                     ends.lo == ends.hi ? fmt::format("= {}", ends.lo) : fmt::format("in [{}, {}]", ends.lo, ends.hi));
}

}  // namespace hallmark::cli
