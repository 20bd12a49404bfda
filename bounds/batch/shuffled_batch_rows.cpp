// The rows of the registry for shuffled batches.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/noise_search.hpp"
#include "bounds/batch/shuffled_batch.hpp"
#include "bounds/batch/shuffled_batch_epochs.hpp"
#include "bounds/batch/shuffled_batch_pair.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using shuffled_batch::Event;

constexpr slong pair_digits = 3;
constexpr Event events[] = {Event::some_at_least, Event::all_below};

std::string_view name(Event event) { return event == Event::some_at_least ? "some-at-least" : "all-below"; }

// What a certificate of the lower end names: the event, and a threshold at which it is as good as the answer.
void report_threshold(Answer& a, const shuffled_batch::DeltaParameters& p, Event event, slong bits) {
  a.witness.method = witness::Event{event == Event::some_at_least, shuffled_batch::best_threshold(p, event, bits)};
}

Answer delta_by(const Arguments& x, const Request& r, Event event) {
  const shuffled_batch::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("steps")};
  Answer a = from_balls([&](slong bits) { return shuffled_batch::delta_threshold_lower(p, event, bits).delta; }, r,
                        fmt::format("supremum over all thresholds ({})", name(event)));
  report_threshold(a, p, event, a.bits);  // the enclosure may be much narrower than asked for
  return a;
}

Answer epsilon_by(const Arguments& x, const Request& r, Event event) {
  const shuffled_batch::EpsilonParameters p{x.number("sigma"), x.number("delta"), x.count("steps")};
  Answer a = from_inversion(shuffled_batch::epsilon_threshold_lower(p, event, r.digits, r.budget),
                            fmt::format("certified inversion of the supremum over all thresholds ({})", name(event)));
  report_threshold(a, {p.sigma, a.lo, p.steps}, event, r.digits * 3322 / 1000);
  return a;
}

Answer delta_threshold(const Arguments& x, const Request& r) { return delta_by(x, r, Event::some_at_least); }
Answer epsilon_threshold(const Arguments& x, const Request& r) { return epsilon_by(x, r, Event::some_at_least); }

// The level where it is named, 1 where it is not.
Rational level_of(const Arguments& x) {
  if (!x.canonical().contains("level")) return 1;
  const auto level = x.number("level").rational();
  if (!level)
    throw InputError("shuffled-batch.delta.pair", "level", x.number("level").to_string(), "a rational number");
  return *level;
}

Answer delta_pair(const Arguments& x, const Request& r) {
  const shuffled_batch::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("steps")};
  const Rational level = level_of(x);
  const auto in = [&](Direction d) { return shuffled_batch::delta_pair_at(p, level, d, r.digits, r.budget); };
  shuffled_batch::PairBracket found;
  if (x.direction() == Direction::add) {
    found = in(Direction::add);
  } else if (level == 1) {  // P_S is the larger side
    found = shuffled_batch::delta_pair(p, r.digits, r.budget);
  } else {
    found = in(Direction::remove);
    if (x.direction() == Direction::both) {
      const shuffled_batch::PairBracket add = in(Direction::add);
      found.lo = std::max(found.lo, add.lo);
      found.hi = std::max(found.hi, add.hi);
      found.reached = has_digits(found.lo, found.hi, r.digits);
    }
  }
  Answer a;
  a.lo = found.lo;
  a.hi = found.hi;
  a.reached = found.reached;
  a.bits = found.bits;
  a.method = found.cells == 0 ? "between the best threshold and the delta of one coordinate"
                              : fmt::format("sums of likelihood differences on a lattice of {} cells", found.cells);
  if (!a.reached) a.shortfall = "the lattice bounds the ends to three or four digits, not to more";
  return a;
}

// [best lower end of the two events, the deterministic batches' number].
Answer bracket(const std::vector<Answer>& below, const Answer& above, std::string_view above_id, const Request& r) {
  const auto best =
      std::max_element(below.begin(), below.end(), [](const Answer& a, const Answer& b) { return a.lo < b.lo; });
  Answer a = *best;
  a.hi = std::max(above.hi, a.lo);
  a.reached = best->reached && above.reached;
  a.bits = std::max(best->bits, above.bits);
  a.method = fmt::format("lower end: {}; upper end: {} (Theorem 4.1)", best->method, above_id);
  if (!r.all_methods) return a;
  for (const Answer& b : below) a.methods.push_back({b.method, b.lo, std::nullopt, {}, {}});
  a.methods.push_back({std::string(above_id), std::nullopt, above.hi, {}, "deterministic batches"});
  return a;
}

bool is_repeated(const Arguments& x) { return x.canonical().contains("epochs") && x.count("epochs") > 1; }

shuffled_batch::Epochs epochs_of(const Arguments& x) {
  return {x.number("sigma"), x.count("steps"), x.count("epochs")};
}

// Between the largest coordinates of all epochs and as many Gaussian mechanisms.
Answer repeated(Answer above, const Rational& below, const Request& r) {
  if (r.route == "pair") throw InputError("shuffled-batch", "route", "pair", "left out for several epochs");
  above.lo = std::min(below, above.hi);
  above.exact.reset();
  above.method = fmt::format("lower end: the largest coordinate of every epoch, in cells; upper end: {} of all epochs",
                             above.method);
  return above;
}

Answer delta_bracket(const Arguments& x, const Request& r) {
  if (is_repeated(x)) {
    const gaussian::DeltaParameters all{x.number("sigma"), x.number("eps"), x.count("epochs")};
    return repeated(from_balls([&](slong bits) { return gaussian::delta(all, bits); }, r, "gaussian.delta"),
                    delta_of_epochs_lower(epochs_of(x), x.number("eps"), r.budget), r);
  }
  std::vector<Answer> below;
  for (const Event event : events) below.push_back(delta_by(x, r, event));
  if (r.route == "pair") {
    below.push_back(delta_pair(x, {.digits = std::min(r.digits, pair_digits), .budget = r.budget}));
    below.back().witness = below.front().witness;
  }
  const gaussian::DeltaParameters p{x.number("sigma"), x.number("eps")};
  const Answer above = from_balls([&](slong bits) { return gaussian::delta(p, bits); }, r, "closed form with erfc");
  return bracket(below, above, "gaussian.delta", r);
}

Answer epsilon_bracket(const Arguments& x, const Request& r) {
  if (is_repeated(x)) {
    const auto above = gaussian::epsilon({x.number("sigma"), x.number("delta"), x.count("epochs")}, r.digits, r.budget);
    return repeated(from_inversion(above, "gaussian.epsilon"),
                    epsilon_of_epochs_lower(epochs_of(x), x.number("delta"), r.budget), r);
  }
  std::vector<Answer> below;
  for (const Event event : events) below.push_back(epsilon_by(x, r, event));
  const Answer above = from_inversion(gaussian::epsilon({x.number("sigma"), x.number("delta")}, r.digits, r.budget),
                                      "inversion of gaussian.delta");
  return bracket(below, above, "gaussian.epsilon", r);
}

// Below: the noise at which the lower end of shuffled-batch.delta passes the target; delta itself falls with sigma.
Answer sigma_bracket(const Arguments& x, const Request& r) {
  const slong rounds = is_repeated(x) ? x.count("epochs") : 1;
  const Inversion above = gaussian::sigma({x.number("eps"), x.number("delta"), rounds}, r.digits, r.budget);
  constexpr slong of_epochs = 2;  // a power of a convex law for every noise tried
  constexpr slong of_events = 6;
  const slong digits = std::min(r.digits, is_repeated(x) ? of_epochs : of_events);
  const Inversion below = smallest_noise({"shuffled-batch.delta",
                                          Direction::both,
                                          above.bracket.hi,
                                          above.bracket.hi * Rational("3/4"),
                                          true,
                                          {{"", digits + 3}}},
                                         x, {.digits = digits, .budget = r.budget});
  Answer a = from_inversion(above, "");
  a.lo = std::min(below.bracket.lo, a.hi);
  a.exact.reset();
  a.reached = above.reached && below.reached;
  a.method = "lower end: inversion of the lower end of shuffled-batch.delta; upper end: gaussian.sigma (Theorem 4.1)";
  if (!a.reached) a.shortfall = "the search ended before the digits of the two ends were there";
  return a;
}

}  // namespace

std::vector<Entry> shuffled_batch_rows() {
  return {row("shuffled-batch.delta", delta_bracket, &shuffled_batch_delta_certifier),
          row("shuffled-batch.delta.pair", delta_pair, &shuffled_batch_pair_certifier),
          row("shuffled-batch.delta.threshold", delta_threshold, &shuffled_batch_threshold_certifier),
          row("shuffled-batch.epsilon", epsilon_bracket, &shuffled_batch_epsilon_certifier),
          row("shuffled-batch.epsilon.threshold", epsilon_threshold, &shuffled_batch_threshold_epsilon_certifier),
          row("shuffled-batch.sigma", sigma_bracket)};
}

}  // namespace hallmark
