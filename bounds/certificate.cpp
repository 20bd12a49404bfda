#include "bounds/certificate.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/allocation/law_witness.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_renyi_witness.hpp"
#include "bounds/batch/poisson_witness.hpp"
#include "bounds/batch/shuffled_batch_scores.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

std::string term_lines(const Term& term, std::string_view prefix) {
  const Entry& e = *term.entry;
  std::string text = fmt::format("{0}quantity {1}\n{0}bounds {2}\n{0}adjacency {3}\n{0}direction {4}\n", prefix, e.id,
                                 to_string(e.bounds), to_string(e.adjacency),
                                 to_string(e.directional() ? term.arguments.direction() : Direction::both));
  for (const auto& [name, value] : term.arguments.canonical()) {
    if (name != "direction") text += fmt::format("{}parameter {} {}\n", prefix, name, value);
  }
  return text;
}

// The quantities that the checker evaluates on a grid of log ratios: compositions and Poisson sampling.
bool is_on_grid(const Term& term, char certificate_class) {
  const std::string_view id = term.entry->id;
  if (certificate_class == 'B' || id == "poisson-gaussian.epsilon") return true;
  if ((certificate_class != 'A' && certificate_class != 'E') || id.starts_with("gaussian.")) return false;
  if (id == "clones.epsilon.advanced-composition") return false;
  const auto rounds = term.arguments.canonical().find("rounds");
  return rounds != term.arguments.canonical().end() && rounds->second != "1";
}

// allocation.delta and .epsilon but of every step, which the checker evaluates on contours or by convex laws.
bool is_on_contour(const Term& term) {
  const std::string_view id = term.entry->id;
  return (id == "allocation.delta" || id == "allocation.epsilon") &&
         term.arguments.count("selected") != term.arguments.count("steps");
}

allocation::End end_of(const Term& term, const Number& value, bool upper) {
  const Arguments& x = term.arguments;
  const bool of_epsilon = term.entry->id == "allocation.epsilon";
  // From below, epsilon is at least 0 without any computation.
  if (of_epsilon && !upper && value.sign() <= 0) return {0, 0, false};
  return {of_epsilon ? value : x.number("eps"), of_epsilon ? x.number("delta") : value, upper};
}

// The contours of one end of a claim on such a term, into the witness of its answer.
bool add_contours(const Term& term, Answer& answer, const Number& value, bool upper, const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto lines = allocation::contour_lines({x.number("sigma"), x.count("steps"), x.direction()},
                                               end_of(term, value, upper), budget);
  if (!lines) return false;
  std::string text;
  for (const std::string& line : *lines) text += line + "\n";
  answer.witness[upper ? "contour-upper" : "contour-lower"] = text;
  return true;
}

// Contours for all ends of a claim on such a term, otherwise convex laws for all of them.
bool prepare_allocation(const Term& term, Answer& answer, Relation relation, const std::vector<Number>& values,
                        const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto all = [&](const auto& add) {
    return (!has_lower_end(relation) || add(values.front(), false)) &&
           (!has_upper_end(relation) || add(values.back(), true));
  };
  if (x.count("selected") == 1 && x.count("epochs") == 1 &&
      all([&](const Number& value, bool upper) { return add_contours(term, answer, value, upper, budget); })) {
    return true;
  }
  answer.witness.erase("contour-lower");
  answer.witness.erase("contour-upper");
  const allocation::ProfileParameters p{x.number("sigma"), x.count("steps"), x.count("epochs"), x.direction(),
                                        x.count("selected")};
  const long unit = allocation::law_unit(p, end_of(term, values.back(), true).eps);
  if (!all([&](const Number& value, bool upper) {
        auto lines = allocation::law_lines(p, end_of(term, value, upper), unit, budget);
        if (lines) answer.witness[upper ? "contour-upper" : "contour-lower"] = *std::move(lines);
        return lines.has_value();
      })) {
    return false;
  }
  answer.witness["unit"] = std::to_string(unit);
  if (term.entry->certificate_class == 'F') answer.certificate_class = 'G';
  return true;
}

// What the checker evaluates by inversions, and, the first two, on a grid where there are none.
bool may_be_inverted(const Term& term) {
  constexpr std::array<std::string_view, 4> ids{"poisson-gaussian.delta", "poisson-gaussian.epsilon",
                                                "poisson-gaussian.sigma", "poisson-gaussian.tv"};
  return std::find(ids.begin(), ids.end(), term.entry->id) != ids.end();
}

bool is_inverted(const Term& term, const Answer& answer) {
  return may_be_inverted(term) &&
         (answer.witness.contains("contour-lower") || answer.witness.contains("contour-upper"));
}

// The inversions of one end of a claim on such a term, into the witness of its answer.
bool add_inversions(const Term& term, Answer& answer, const Number& value, bool upper, const Budget& budget) {
  const std::string_view id = term.entry->id;
  const Arguments& x = term.arguments;
  poisson_gaussian::Mechanism m{x.number("rate"), 1, x.count("steps")};
  poisson_gaussian::End end{0, value, upper};
  Direction direction = Direction::remove;  // at eps = 0 both are the same number
  if (id != "poisson-gaussian.tv") direction = x.direction();
  if (id == "poisson-gaussian.epsilon" || id == "poisson-gaussian.sigma") end.value = x.number("delta");
  if (id == "poisson-gaussian.epsilon") end.eps = value;
  if (id == "poisson-gaussian.delta" || id == "poisson-gaussian.sigma") end.eps = x.number("eps");
  m.sigma = id == "poisson-gaussian.sigma" ? value : x.number("sigma");
  // From below, epsilon and sigma are at least 0 without any computation.
  const bool trivial = !upper && id != "poisson-gaussian.delta" && value.sign() <= 0;
  if (trivial) end.value = 0;
  if (!trivial && m.sigma.sign() <= 0) return false;
  const auto lines = poisson_gaussian::inversion_lines(m, direction, end, budget);
  if (!lines) return false;
  answer.witness[upper ? "contour-upper" : "contour-lower"] = *lines;
  return true;
}

bool prepare_inversions(const Term& term, Answer& answer, Relation relation, const std::vector<Number>& values,
                        const Budget& budget) {
  if (answer.witness.contains("ratios")) return true;  // by convex laws
  const bool inverted = (!has_lower_end(relation) || add_inversions(term, answer, values.front(), false, budget)) &&
                        (!has_upper_end(relation) || add_inversions(term, answer, values.back(), true, budget));
  if (!inverted) {
    answer.witness.erase("contour-lower");
    answer.witness.erase("contour-upper");
    return term.entry->id == "poisson-gaussian.delta" || term.entry->id == "poisson-gaussian.epsilon";
  }
  if (term.entry->certificate_class == 'B') answer.certificate_class = 'F';
  return true;
}

// The orders by which no real order proves less, into the witness of the answer.
bool add_order_bracket(const Term& term, Answer& answer, const Number& value, const Budget& budget) {
  const Arguments& x = term.arguments;
  const bool of_epsilon = term.entry->id == "poisson-gaussian.epsilon.renyi-real";
  const Number& eps = of_epsilon ? value : x.number("eps");
  const Number& delta = of_epsilon ? x.number("delta") : value;
  const renyi::Orders range{x.orders().first, x.orders().second};
  answer.witness["order-bracket"] = "remove 2 3 4";  // for what needs none
  if (value.sign() <= 0) return range.first <= 2 && range.last >= 4;
  for (const Direction d : {Direction::remove, Direction::add}) {
    if (x.direction() != Direction::both && x.direction() != d) continue;
    const bool other = d == Direction::add && x.direction() == Direction::both;
    const Rational near(answer.witness.at(other ? "order-add" : "order"));
    const auto found = poisson_renyi::order_bracket({x.number("sigma"), x.number("rate"), x.count("steps")}, d, range,
                                                    near, eps, delta, budget);
    if (!found) continue;
    answer.witness["order-bracket"] = *found;
    return true;
  }
  return false;
}

// Whether the threshold event that the answer names proves the value.
bool is_enough(const Answer& answer, const shuffled_batch::DeltaParameters& p, const Number& value) {
  using shuffled_batch::Event;
  const auto event = answer.witness.find("event");
  if (event == answer.witness.end()) return false;
  if (event->second == "scores") return true;
  const Rational c(answer.witness.at("threshold"));
  const long bits = std::max(256L, 2 * answer.bits);
  const Event e = event->second == "all-below" ? Event::all_below : Event::some_at_least;
  return less_equal(value.ball(bits), shuffled_batch::delta_at_lower(p, c, e, bits)) == Truth::yes;
}

// The delta of shuffled batches and of their pair: from below by a threshold or scores; the pair from above by one
// Gaussian step.
bool prepare_shuffled(const Term& term, Answer& answer, Relation relation, const std::vector<Number>& values,
                      const Budget& budget) {
  const Arguments& x = term.arguments;
  const bool is_pair = term.entry->id == "shuffled-batch.delta.pair";
  if (has_lower_end(relation)) {
    const shuffled_batch::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("steps")};
    if (is_pair) {
      constexpr long bits = 192;
      answer.witness["event"] = "some-at-least";
      answer.witness["threshold"] =
          shuffled_batch::best_threshold(p, shuffled_batch::Event::some_at_least, bits).to_string();
    }
    const bool proved = values.front().sign() <= 0 || is_enough(answer, p, values.front());
    if (!proved && !add_scores(term, answer, values.front(), budget)) return false;
  }
  if (!is_pair || !has_upper_end(relation)) return true;
  constexpr long bits = 256;
  const Ball whole = gaussian::delta({x.number("sigma"), x.number("eps")}, bits);
  return less_equal(whole, values.back().ball(bits)) == Truth::yes;
}

// Of several selected steps the checker knows no conversion; of some, not all, the direction remove at integer orders.
bool is_checked(const Term& term) {
  const Arguments& x = term.arguments;
  const bool conversion = x.canonical().contains("orders");
  if (!term.entry->id.starts_with("allocation.") || !term.entry->id.ends_with(".renyi")) return true;
  const long selected = x.count("selected");
  if (conversion) return selected == 1;
  if (selected == 1 || selected == x.count("steps")) return true;
  const auto alpha = x.number("alpha").rational();
  return x.direction() == Direction::remove && alpha && alpha->is_integer();
}

bool prepare(const Term& term, Answer& answer, Relation relation, const std::vector<Number>& values,
             const Budget& budget) {
  if (term.entry->id.ends_with(".renyi-real") && has_lower_end(relation) &&
      !add_order_bracket(term, answer, values.front(), budget)) {
    return false;
  }
  if (term.entry->id == "shuffled-batch.delta" || term.entry->id == "shuffled-batch.delta.pair") {
    return prepare_shuffled(term, answer, relation, values, budget);
  }
  if (may_be_inverted(term)) return prepare_inversions(term, answer, relation, values, budget);
  if (!is_checked(term)) return false;
  return !is_on_contour(term) || prepare_allocation(term, answer, relation, values, budget);
}

// The lines of a witness under one name, each with the prefix.
std::string kept_lines(const Answer& answer, const std::string& name, std::string_view prefix) {
  const auto found = answer.witness.find(name);
  // Without contours the certificate proves nothing, but lies about nothing either.
  if (found == answer.witness.end()) return {};
  std::string text;
  for (std::size_t at = 0; at < found->second.size();) {
    const std::size_t end = found->second.find('\n', at) + 1;
    text += fmt::format("{}{}", prefix, std::string_view(found->second).substr(at, end - at));
    at = end;
  }
  return text;
}

// What the checker is told beyond the statement; it trusts none of it.
std::string witness_lines(const Term& term, const Answer& answer, Relation relation, std::string_view prefix) {
  constexpr long least_bits = 64;
  constexpr long most_bits = 65536;
  const Entry& e = *term.entry;
  const char letter = answer.certificate_class == 0 ? e.certificate_class : answer.certificate_class;
  const bool inverted = is_inverted(term, answer);
  const bool on_grid = !inverted && is_on_grid(term, letter);
  const auto ratios = answer.witness.find("ratios");
  const bool convex = on_grid && ratios != answer.witness.end();
  const char of_grid = convex ? 'G' : 'B';
  const bool on_contour = inverted || is_on_contour(term);
  std::string text = fmt::format("{0}class {1}\n{0}bits {2}\n", prefix, on_grid && letter == 'A' ? of_grid : letter,
                                 on_contour ? least_bits : std::clamp(answer.bits, least_bits, most_bits));
  if (on_grid) {
    const auto cells = answer.witness.find("grid");
    text += fmt::format("{}grid {}\n", prefix, cells == answer.witness.end() ? "1000" : cells->second);
  }
  if (convex) {
    text += fmt::format("{}unit {}\n", prefix, answer.witness.at("unit"));
    std::istringstream lines(ratios->second);
    for (std::string line; std::getline(lines, line);) text += fmt::format("{}ratios {}\n", prefix, line);
  }
  if (!e.lemma.empty()) text += fmt::format("{}lemma {}\n", prefix, e.lemma);
  const bool is_bracket = e.kind == Kind::bracket;
  if (letter == 'C') {
    if (e.id.ends_with(".renyi-real") && has_lower_end(relation)) {
      text += fmt::format("{}order-bracket {}\n", prefix, answer.witness.at("order-bracket"));
    }
    // Renyi orders, one a direction, prove an upper end.
    if (term.arguments.canonical().contains("orders") && has_upper_end(relation)) {
      const std::string& order = answer.witness.at("order");
      text += fmt::format("{}order {}\n", prefix, order);
      if (e.directional() && term.arguments.direction() == Direction::both) {
        const auto add = answer.witness.find("order-add");
        text += fmt::format("{}order-add {}\n", prefix, add == answer.witness.end() ? order : add->second);
      }
    }
    return text;
  }
  if (e.id == "clones.epsilon.advanced-composition") {
    if (term.arguments.count("rounds") == 1) return text;
    // Without a bracket of eps1 the certificate proves nothing, but lies about nothing either.
    const auto eps1 = [&](const char* line, const char* otherwise) {
      const auto found = answer.witness.find(line);
      text += fmt::format("{}{} {}\n", prefix, line, found == answer.witness.end() ? otherwise : found->second);
    };
    if (has_lower_end(relation)) eps1("eps1-lower", "0");
    if (has_upper_end(relation)) eps1("eps1-upper", "10000");
    return text;
  }
  if (on_contour) {
    if (const auto unit = answer.witness.find("unit"); unit != answer.witness.end()) {
      text += fmt::format("{}unit {}\n", prefix, unit->second);
    }
    if (has_lower_end(relation)) text += kept_lines(answer, "contour-lower", prefix);
    if (has_upper_end(relation)) text += kept_lines(answer, "contour-upper", prefix);
    return text;
  }
  if (!has_lower_end(relation) || e.id.starts_with("allocation.")) return text;
  if (e.id.starts_with("shuffled-batch.")) {
    if (e.id.ends_with(".threshold")) {
      return text + fmt::format("{}threshold {}\n", prefix, answer.witness.at("threshold"));
    }
    const auto event = answer.witness.find("event");
    // Without an event the certificate proves nothing, but lies about nothing either.
    if (event == answer.witness.end()) {
      return text + fmt::format("{0}event some-at-least\n{0}threshold 0\n", prefix);
    }
    text += fmt::format("{}event {}\n", prefix, event->second);
    if (event->second != "scores") {
      return text + fmt::format("{}threshold {}\n", prefix, answer.witness.at("threshold"));
    }
    return text + fmt::format("{0}total {1}\n{0}scores {2}\n", prefix, answer.witness.at("total"),
                              answer.witness.at("scores"));
  }
  const bool takes_larger =
      e.id.starts_with("rr2.") && e.directional() && term.arguments.direction() == Direction::both;
  if (is_bracket) text += fmt::format("{}others {}\n", prefix, answer.witness.at("others"));
  if (is_bracket || takes_larger) {
    text += fmt::format("{}rr2-direction {}\n", prefix, answer.witness.at("rr2-direction"));
  }
  return text;
}

}  // namespace

bool add_scores(const Term& term, Answer& answer, const Number& value, const Budget& budget) {
  const std::string_view id = term.entry->id;
  const bool of_epsilon = id == "shuffled-batch.epsilon";
  if (!of_epsilon && id != "shuffled-batch.delta" && id != "shuffled-batch.delta.pair") return false;
  const Arguments& x = term.arguments;
  // With epsilon: delta at the value is more than delta.
  constexpr long bits = 256;
  const Rational beyond = of_epsilon ? (value.ball(bits) * Ball(1 + Rational("1e-6"), bits)).centre(64) : Rational(0);
  const Number eps = of_epsilon ? Number(beyond) : x.number("eps");
  const Number& delta = of_epsilon ? x.number("delta") : value;
  if (eps.sign() < 0 || delta.sign() < 0 || less_equal(delta, 1) != Truth::yes) return false;
  const auto found =
      shuffled_batch::scores_above({x.number("sigma"), eps, x.count("steps")}, delta.ball(bits).upper(), budget);
  if (!found) return false;
  answer.witness["event"] = "scores";
  answer.witness["total"] = fmt::format("{}", found->scores.total);
  answer.witness["scores"] = to_string(found->scores);
  answer.lo = std::max(answer.lo, of_epsilon ? beyond : found->delta.lower());
  answer.hi = std::max(answer.lo, answer.hi);
  answer.method = "scores of all coordinates; " + answer.method;
  return true;
}

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1, "SHA-256");
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

bool prepare_certificate(Statement& s, const Budget& budget) {
  if (!s.right) return prepare(s.left, s.left_answer, s.relation, s.values, budget);
  const std::vector<Number> pivot{Number(*s.pivot)};
  return prepare(s.left, s.left_answer, s.relation, pivot, budget) &&
         prepare(*s.right, *s.right_answer, mirrored(s.relation), pivot, budget);
}

std::string certificate_text(const Statement& s) {
  require(s.relation != Relation::about, "a certificate states a comparison or an interval");
  std::string text = "hallmark certificate 1\nSTATEMENT\n";
  text += term_lines(s.left, "");
  text += fmt::format("relation {}\n", to_string(s.relation));
  for (const Number& value : s.values) text += fmt::format("value {}\n", value.to_string());
  if (s.right) text += term_lines(*s.right, "right ");
  text += "AXIOMS\n";
  const auto axioms = axioms_of(s);
  for (const std::string& axiom : axioms) text += fmt::format("axiom {}\n", axiom);
  if (axioms.empty()) text += "none\n";
  text += "WITNESS\n";
  text += witness_lines(s.left, s.left_answer, s.relation, "");
  if (s.right) {
    text += fmt::format("pivot {}\n", s.pivot->to_string());
    text += witness_lines(*s.right, *s.right_answer, mirrored(s.relation), "right ");
  }
  text += "END\n";
  return text + fmt::format("sha256 {}\n", sha256(text));
}

}  // namespace hallmark
