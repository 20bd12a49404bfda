#include "bounds/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/phases_text.hpp"
#include "bounds/running_hash.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

std::string list_text(const std::vector<Rational>& list) {
  std::string text;
  for (const Rational& x : list) text += (text.empty() ? "" : ",") + x.to_string();
  return text;
}

std::string text_of(const witness::Ratios& ratios) {
  std::string text;
  for (const Rational& x : ratios) text += (text.empty() ? "" : " ") + x.to_string();
  return text;
}

const Parameter& declared(const Entry& e, std::string_view name) {
  return *std::find_if(e.parameters.begin(), e.parameters.end(), [&](const Parameter& p) { return p.name == name; });
}

std::string lines_of_phases(const Parameter& p, const std::string& value) {
  if (p.domain == Domain::phases) return phase_lines(value);
  std::string text;
  for (const std::string& part : parts_in_order(value)) text += "part\n" + phase_lines(part);
  return text;
}

std::string term_lines(const Term& term, std::string_view prefix) {
  const Entry& e = *term.entry;
  std::string text = fmt::format("{0}quantity {1}\n{0}bounds {2}\n{0}adjacency {3}\n{0}direction {4}\n", prefix, e.id,
                                 to_string(e.bounds), to_string(term.arguments.adjacency()),
                                 to_string(e.directional() ? term.arguments.direction() : Direction::both));
  for (const auto& [name, value] : term.arguments.canonical()) {
    if (name == "direction" || name == "adjacency" || name == "table" || name == "curve") continue;
    if (is_of_phases(declared(e, name))) continue;
    const bool series = value.find(' ') != std::string::npos;  // coefficients by a formula are written out
    text +=
        fmt::format("{}parameter {} {}\n", prefix, name, series ? list_text(term.arguments.rows(name).front()) : value);
  }
  for (const std::string_view rows : {"table", "curve"}) {
    if (!term.arguments.has(rows)) continue;
    for (const std::vector<Rational>& row : term.arguments.rows(rows)) {
      text += fmt::format("{}row {}\n", prefix, text_of(row));
    }
  }
  for (const Parameter& p : e.parameters) {
    if (is_of_phases(p) && term.arguments.has(p.name)) text += lines_of_phases(p, term.arguments.word(p.name));
  }
  return text;
}

// The term of such lines as the checker prints it.
std::string term_text(std::string_view lines) {
  std::string id;
  std::string inside;
  std::string labels;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size() + 1);
    const auto space = line.find(' ');
    const std::string_view head = line.substr(0, space);
    const std::string_view rest = line.substr(space + 1);
    if (head == "quantity") {
      id = rest;
    } else if (head == "parameter") {
      const auto end = rest.find(' ');
      inside += fmt::format("{}{}={}", inside.empty() ? "" : ", ", rest.substr(0, end), rest.substr(end + 1));
    } else if (line == "part") {
      inside += "; part";
    } else if (head == "phase") {
      constexpr std::string_view mark = " rounds ";
      const auto at = rest.rfind(mark);
      inside += fmt::format("; {} x {}", rest.substr(at + mark.size()), rest.substr(0, at));
    } else if (head == "row") {
      std::string row(rest);
      std::replace(row.begin(), row.end(), ' ', ',');
      inside += fmt::format("; row {}", row);
    } else {
      labels += fmt::format("{}{}", labels.empty() ? "" : ", ", rest);
    }
  }
  return fmt::format("{}({}) [{}]", id, inside, labels);
}

std::string text_of(const witness::Rule& r) {
  return fmt::format("{} {} {} {} {}", r.step.to_string(), r.height.to_string(), r.reach.to_string(), r.first, r.last);
}

std::string text_of(const witness::Scores& s) {
  std::string text = std::to_string(s.values.front());
  for (std::size_t i = 0; i < s.cuts.size(); ++i) {
    text += fmt::format(" {} {}", s.cuts[i].to_string(), s.values[i + 1]);
  }
  return text;
}

// Writes one method after the other: the lines of the ends that a claim has.
class Writer {
 public:
  Writer(bool lower, bool upper) : lower_(lower), upper_(upper) {}
  [[nodiscard]] WitnessLines lines() && { return std::move(lines_); }

  void operator()(const witness::Formula&) {}
  void operator()(const witness::Sums&) {}
  void operator()(const witness::Moments&) {}
  void operator()(const witness::Grid& x) { line("grid", x.cells.to_string()); }
  void operator()(const witness::Outcomes&) {}
  void operator()(const witness::Laws& x) {
    line("grid", std::to_string(x.cells));
    line("unit", std::to_string(x.unit));
    for (const witness::Ratios& ratios : x.ratios) line("ratios", text_of(ratios));
  }
  void operator()(const witness::EpochLaws& x) {
    line("unit", std::to_string(x.unit));
    each_end("law", x.laws);
  }
  void operator()(const witness::SelectedEnds& x) { each_end("selected", x); }
  void operator()(const witness::ReportsLaws& x) {
    line("unit", std::to_string(x.unit));
    if (lower_) end(x.laws.lower.front());
    if (upper_) end(x.laws.upper.front());
  }
  void operator()(const witness::Contours& x) { each_end("contour", x); }
  void operator()(const witness::Inversions& x) { each_end("contour", x); }
  void operator()(const witness::Orders& x) {
    if (lower_ && x.bracket) {
      line("order-bracket", fmt::format("{} {} {} {}", to_string(x.bracket->direction), x.bracket->below.to_string(),
                                        x.bracket->at.to_string(), x.bracket->above.to_string()));
    }
    if (upper_ && x.order) line("order", x.order->to_string());
    if (upper_ && x.add) line("order-add", x.add->to_string());
  }
  void operator()(const witness::Threshold& x) {
    if (lower_) line("threshold", x.at.to_string());
  }
  void operator()(const witness::Recursion& x) { line("cells", std::to_string(x.cells)); }
  void operator()(const witness::Event& x) {
    if (!lower_) return;
    line("event", x.some_at_least ? "some-at-least" : "all-below");
    line("threshold", x.threshold.to_string());
  }
  void operator()(const witness::Scores& x) {
    if (!lower_) return;
    line("event", "scores");
    line("total", std::to_string(x.total));
    line("scores", text_of(x));
  }
  void operator()(const witness::OneRound& x) {
    if (lower_) line("eps1-lower", x.lo.to_string());
    if (upper_) line("eps1-upper", x.hi.to_string());
  }
  void operator()(const witness::Rates& x) {
    if (lower_) {
      line("tpr-lower", x.hits.lo.to_string());
      line("fpr-upper", x.alarms.hi.to_string());
    }
    if (upper_) {
      line("tpr-upper", x.hits.hi.to_string());
      line("fpr-lower", x.alarms.lo.to_string());
    }
  }
  void operator()(const witness::Parts& x) { lines_.insert(lines_.end(), x.lines.begin(), x.lines.end()); }
  void operator()(const witness::Points& x) { lines_.insert(lines_.end(), x.lines.begin(), x.lines.end()); }
  void operator()(const witness::Response& x) {
    if (!lower_) return;
    if (x.others) line("others", std::to_string(*x.others));
    line("rr2-direction", std::string(to_string(x.direction)));
  }

 private:
  void line(std::string name, std::string text) { lines_.emplace_back(std::move(name), std::move(text)); }

  template <typename Proof>
  void each_end(std::string_view name, const witness::Ends<Proof>& x) {
    if (lower_) {
      for (const Proof& proof : x.lower) end(fmt::format("{}-lower", name), proof);
    }
    if (upper_) {
      for (const Proof& proof : x.upper) end(fmt::format("{}-upper", name), proof);
    }
  }
  void end(const witness::ReportsLaw& x) {
    if (!x.dataset.empty()) line("dataset", x.dataset);
    if (!x.cuts.empty()) line("cuts", text_of(x.cuts));
    for (const witness::Ratios& ratios : x.ratios) line("ratios", text_of(ratios));
  }
  void end(std::string name, const witness::EpochLaw& x) {
    line(std::move(name),
         fmt::format("{}{}", to_string(x.direction), x.number == 0 ? "" : fmt::format(" {}", x.number)));
    for (const witness::Ratios& ratios : x.ratios) line("ratios", text_of(ratios));
  }
  void end(std::string name, const witness::SelectedEnd& x) {
    line(std::move(name), fmt::format("{} {}", to_string(x.direction), x.words));
    for (const witness::Ratios& ratios : x.ratios) line("ratios", text_of(ratios));
  }
  void end(std::string name, const witness::Contour& x) {
    line(std::move(name), fmt::format("{} {} {} {} {}", to_string(x.direction), x.line.to_string(), x.step.to_string(),
                                      x.alias.to_string(), x.nodes));
  }
  void end(std::string name, const witness::Inversion& x) {
    line(std::move(name), fmt::format("{} {} {} {} {} {}", to_string(x.direction), x.line.to_string(),
                                      x.step.to_string(), x.right.to_string(), x.left.to_string(), x.nodes));
    for (const witness::Rule& rule : x.rules) line("rule", text_of(rule));
  }

  bool lower_;
  bool upper_;
  WitnessLines lines_;
};

// How a certificate calls a method.
struct Name {
  std::string_view operator()(const witness::Formula&) const { return "formula"; }
  std::string_view operator()(const witness::Sums&) const { return "sums"; }
  std::string_view operator()(const witness::OneRound&) const { return "sums"; }
  std::string_view operator()(const witness::Rates&) const { return "sums"; }
  std::string_view operator()(const witness::Moments&) const { return "moments"; }
  std::string_view operator()(const witness::Orders&) const { return "orders"; }
  std::string_view operator()(const witness::Grid&) const { return "grid"; }
  std::string_view operator()(const witness::Outcomes&) const { return "outcomes"; }
  std::string_view operator()(const witness::Laws&) const { return "laws"; }
  std::string_view operator()(const witness::EpochLaws&) const { return "laws"; }
  std::string_view operator()(const witness::SelectedEnds&) const { return "selected"; }
  std::string_view operator()(const witness::ReportsLaws&) const { return "laws"; }
  std::string_view operator()(const witness::Contours&) const { return "contours"; }
  std::string_view operator()(const witness::Inversions&) const { return "inversions"; }
  std::string_view operator()(const witness::Threshold&) const { return "event"; }
  std::string_view operator()(const witness::Recursion&) const { return "recursion"; }
  std::string_view operator()(const witness::Event&) const { return "event"; }
  std::string_view operator()(const witness::Scores&) const { return "event"; }
  std::string_view operator()(const witness::Points&) const { return "points"; }
  std::string_view operator()(const witness::Parts&) const { return "parts"; }
};

// The bits that the checker should try: few where the witness says what to do node by node; none for laws of epochs.
std::optional<slong> bits_of(const witness::Method& method, slong bits) {
  constexpr slong least = 64;
  constexpr slong most = 65536;
  if (std::holds_alternative<witness::EpochLaws>(method) || std::holds_alternative<witness::SelectedEnds>(method) ||
      std::holds_alternative<witness::ReportsLaws>(method) || std::holds_alternative<witness::Points>(method) ||
      std::holds_alternative<witness::Parts>(method)) {
    return std::nullopt;
  }
  if (std::holds_alternative<witness::Contours>(method) || std::holds_alternative<witness::Inversions>(method)) {
    return least;
  }
  return std::clamp(bits, least, most);
}

std::string witness_text(const Term& term, const Answer& answer, Relation relation, std::string_view prefix) {
  std::string text;
  for (const auto& [name, line] : whole_witness(term, answer, relation)) {
    text += fmt::format("{}{} {}\n", prefix, name, line);
  }
  return text;
}

}  // namespace

WitnessLines witness_lines(const Witness& witness, bool lower, bool upper) {
  Writer writer(lower, upper);
  std::visit(writer, witness.method);
  if (witness.response) writer(*witness.response);
  return std::move(writer).lines();
}

// The witness: what a certificate gives the checker beyond the statement. It trusts none of it.
WitnessLines whole_witness(const Term& term, const Answer& answer, Relation relation) {
  const witness::Method& method = answer.witness.method;
  WitnessLines lines;
  if (term.entry->inverse) lines.emplace_back("lemma", term.entry->inverse->lemma);
  lines.emplace_back("method", std::visit(Name{}, method));
  if (const auto bits = bits_of(method, answer.bits)) lines.emplace_back("bits", std::to_string(*bits));
  bool lower = has_lower_end(relation);
  bool upper = has_upper_end(relation);
  if (term.entry->inverse && term.entry->inverse->grows()) std::swap(lower, upper);
  for (auto& line : witness_lines(answer.witness, lower, upper)) {
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string sha256(std::string_view bytes) {
  RunningHash hash;
  hash.add(bytes);
  return hash.digest();
}

std::string statement_lines(const Statement& s) {
  require(s.relation != Relation::about, "a certificate states a comparison or an interval");
  std::string text = "hallmark certificate 2\nSTATEMENT\n";
  text += term_lines(s.left, "");
  text += fmt::format("relation {}\n", to_string(s.relation));
  for (const Number& value : s.values) text += fmt::format("value {}\n", value.to_string());
  if (s.right) text += term_lines(*s.right, "right ");
  return text + "AXIOMS\n";
}

std::string statement_text(const Statement& s) {
  const std::string left = fmt::format("{} {} ", term_text(term_lines(s.left, "")), to_string(s.relation));
  if (s.right) return left + term_text(term_lines(*s.right, ""));
  if (s.relation != Relation::in) return left + s.values.front().to_string();
  return fmt::format("{}[{}, {}]", left, s.values.front().to_string(), s.values.back().to_string());
}

std::string certificate_text(const Statement& s) {
  std::string text = statement_lines(s);
  const auto axioms = axioms_of(s);
  for (const std::string& axiom : axioms) text += fmt::format("axiom {}\n", axiom);
  if (axioms.empty()) text += "none\n";
  text += "WITNESS\n";
  text += witness_text(s.left, s.left_answer, s.relation, "");
  if (s.right) {
    text += fmt::format("pivot {}\n", s.pivot->to_string());
    text += witness_text(*s.right, *s.right_answer, mirrored(s.relation), "right ");
  }
  text += "END\n";
  return text + fmt::format("sha256 {}\n", sha256(text));
}

}  // namespace hallmark
