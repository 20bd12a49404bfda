#include "bounds/composition/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bounds/certificate.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/larger.hpp"
#include "bounds/phases_text.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"

namespace hallmark::parallel {
namespace {

// A record is in one part: what runs on the others is the same with it and without it.
Answer largest_part(std::string_view id, const Arguments& x,
                    const std::function<Answer(const std::vector<composition::Phase>&)>& ask) {
  if (!x.has("disjoint")) {
    throw InputError(fmt::format("{}: disjoint: must be given: \"laplace(eps0=1)|3*gaussian(sigma=2)\"", id));
  }
  const std::string& parts = x.word("disjoint");
  if (x.adjacency() != Adjacency::zero_out) {
    throw InputError(id, "disjoint", shortened(parts),
                     "of zero-out adjacency: a record that is replaced may leave one part and enter another");
  }
  const std::vector<std::string> all = parts_of(parts);
  std::optional<Answer> largest;
  std::string worst;
  for (const std::string& part : all) {
    const Answer a = ask(*read_phases(part).phases);
    if (!largest || a.hi > largest->hi) worst = part;
    largest = largest ? rows::larger_of(*largest, a) : a;
  }
  largest->witness = {};
  largest->method =
      fmt::format("the largest of {} parts, that of {}: {}", all.size(), shortened(worst), largest->method);
  if (composition::is_upper(*x.phases())) largest->method += composition::upper_note;
  return *largest;
}

// What runs on one part, as a composition, and its answer.
struct Part {
  Term term;
  Answer answer;
};

// Every part to the digits of the answer for all.
std::vector<Part> answered_parts(const Term& term, const Answer& answer, const Budget& budget) {
  constexpr slong least = 6, most = 30;
  slong digits = least;
  while (digits < most && has_digits(answer.lo, answer.hi, digits)) ++digits;
  const Entry& one = entry(term.entry->inverse ? "composition.epsilon" : "composition.delta");
  ParameterTexts texts = term.arguments.canonical();
  texts.erase("disjoint");
  std::vector<Part> all;
  for (const std::string& part : parts_in_order(term.arguments.word("disjoint"))) {
    texts["phases"] = part;
    const Term composed{&one, one.arguments(texts)};
    all.push_back({composed, evaluate(one, composed.arguments, {.digits = digits, .budget = budget})});
  }
  return all;
}

// A claim about one part, as lines; why there is none, else empty.
std::string_view add_claim(witness::Parts& to, std::string_view end, std::size_t i, Part part, const ClaimedEnds& ends,
                           const Budget& budget) {
  Prepared p = part.term.entry->certifier->prepare(part.term, part.answer, ends, budget);
  if (!p.witness) return p.obstacle;
  part.answer.witness = *std::move(p.witness);
  to.lines.emplace_back(end, std::to_string(i + 1));
  const Relation relation = ends.lower ? Relation::greater_equal : Relation::less_equal;
  for (auto& line : whole_witness(part.term, part.answer, relation)) to.lines.push_back(std::move(line));
  return {};
}

// Below the part with the largest lower end, above every part.
Prepared prepare_parts(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const std::vector<Part> all = answered_parts(term, answer, budget);
  witness::Parts parts;
  if (ends.lower) {
    const auto largest = std::max_element(all.begin(), all.end(),
                                          [](const Part& a, const Part& b) { return a.answer.lo < b.answer.lo; });
    const auto place = static_cast<std::size_t>(largest - all.begin());
    const auto why = add_claim(parts, "part-lower", place, *largest, {.lower = ends.lower}, budget);
    if (!why.empty()) return refused(why);
  }
  for (std::size_t i = 0; ends.upper && i < all.size(); ++i) {
    const auto why = add_claim(parts, "part-upper", i, all[i], {.upper = ends.upper}, budget);
    if (!why.empty()) return refused(why);
  }
  return prepared(std::move(parts));
}

std::string_view unless_all_listed(const Arguments& x) {
  if (!x.has("disjoint")) return no_words;
  for (const std::string& part : parts_of(x.word("disjoint"))) {
    if (const std::string_view why = composition_obstacle(part); !why.empty()) return why;
  }
  return {};
}

}  // namespace

const Certifier delta_certifier{
    .methods = "parts", .prepare = prepare_parts, .obstacle = unless_all_listed, .of_curve = false};
const Certifier epsilon_certifier{.methods = "parts",
                                  .prepare = prepare_parts,
                                  .obstacle = unless_all_listed,
                                  .can_state = is_moderate_eps,
                                  .of_curve = false};

Answer delta_answer(const Arguments& x, const Request& r) {
  return largest_part("parallel.delta", x, [&](const auto& part) {
    return composition::delta_answer(part, x.direction(), x.number("eps"), r);
  });
}

Answer epsilon_answer(const Arguments& x, const Request& r) {
  return largest_part("parallel.epsilon", x, [&](const auto& part) {
    return composition::epsilon_answer(part, x.direction(), x.number("delta"), r);
  });
}

}  // namespace hallmark::parallel
