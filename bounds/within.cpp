#include "bounds/within.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

constexpr slong most_count = 1'000'000'000'000'000;

// delta at one count: on which side of the target it is, and about its logarithm.
struct Side {
  Truth within = Truth::unknown;
  double ln_delta = 0;
  Rational lo;
  Rational hi;
};

struct Neighbour {
  slong n;
  Side side;
};

class Search {
 public:
  Search(const WithinQuestion& question, const Arguments& arguments, const Request& request)
      : q_(question), row_(entry(question.of)), x_(arguments), r_(request), target_(arguments.number("delta")) {}

  // Both neighbours, as near to each other as comparisons decide.
  void run() {
    const slong start = std::max(q_.least, slong{256});
    constexpr slong factor = 8;
    for (slong n = start; !done_ && !(inner_ && outer_);) {
      note(n);
      if (q_.grows ? !outer_ : !inner_) {
        if (n == most_count) break;
        n = n > most_count / factor ? most_count : n * factor;
      } else if (q_.grows ? !inner_ : !outer_) {
        if (n == q_.least) break;
        n = std::max(q_.least, n / factor);
      }
    }
    constexpr int patience = 60;
    for (int i = 0; !done_ && i < patience && high() - low() > 1; ++i) note(proposal(i));
  }

  // The largest n with delta <= target and the least above it (grows), the least and the largest below it (falls).
  [[nodiscard]] const std::optional<Neighbour>& inner() const { return inner_; }
  [[nodiscard]] const std::optional<Neighbour>& outer() const { return outer_; }
  // Proved: answer >= low, answer <= high; not within at the one, within at the other, or the reverse.
  [[nodiscard]] slong low() const {
    const auto& end = q_.grows ? inner_ : outer_;
    return end ? end->n : q_.grows ? 0 : q_.least - 1;
  }
  [[nodiscard]] slong high() const {
    const auto& end = q_.grows ? outer_ : inner_;
    return end ? end->n : most_count + 1;
  }

 private:
  Side at(slong n) {
    Side side;
    const Arguments question = arguments_at(row_, {{std::string(q_.parameter), std::to_string(n)}}, x_);
    for (const slong digits : {6, 12, 24}) {
      const Answer a = evaluate(row_, question, {.digits = digits, .budget = r_.budget});
      side.lo = a.lo;
      side.hi = a.hi;
      side.ln_delta = a.hi.sign() > 0 ? roughly(log(Ball((a.lo + a.hi) / 2, 64))) : -1e9;
      if (less_equal(Number(a.hi), target_) == Truth::yes) side.within = Truth::yes;
      if (less(target_, Number(a.lo)) == Truth::yes) side.within = Truth::no;
      if (side.within != Truth::unknown || r_.budget.expired() || !a.reached) break;
    }
    return side;
  }

  void note(slong n) {
    const Side side = at(n);
    before_ = last_;
    last_ = Neighbour{n, side};
    if (side.within == Truth::unknown) {
      done_ = true;  // a tie, or no more time: neighbours of it may still be told apart
      for (const slong beside : {n - 1, n + 1}) {
        if (beside < q_.least || beside <= low() || beside >= high() || r_.budget.expired()) continue;
        place({beside, at(beside)});
      }
      return;
    }
    place({n, side});
  }
  void place(const Neighbour& end) {
    if (end.side.within == Truth::yes) inner_ = end;
    if (end.side.within == Truth::no) outer_ = end;
  }

  // Between both ends: where the line through the last two values of ln delta over ln n meets the target; by halving
  // every fifth time.
  [[nodiscard]] slong proposal(int i) const {
    constexpr int between_halvings = 5;
    const double a = static_cast<double>(std::max(low(), slong{1})), b = static_cast<double>(high());
    double n = b > 4 * a ? std::sqrt(a * b) : (a + b) / 2;
    if (i % between_halvings != between_halvings - 1 && last_ && before_) {
      const double x = steady::log(static_cast<double>(last_->n)), y = steady::log(static_cast<double>(before_->n));
      const double slope = (last_->side.ln_delta - before_->side.ln_delta) / (x - y);
      const double guess = x + (roughly(log(target_.ball(64))) - last_->side.ln_delta) / slope;
      if (std::isfinite(guess)) n = steady::exp(std::clamp(guess, 0.0, 34.0));
    }
    return std::clamp(static_cast<slong>(std::min(n, 1e15)), low() + 1, high() - 1);
  }

  const WithinQuestion& q_;
  const Entry& row_;
  const Arguments& x_;
  const Request& r_;
  Number target_;
  std::optional<Neighbour> inner_, outer_;
  std::optional<Neighbour> last_, before_;
  bool done_ = false;
};

std::string neighbour_text(const Neighbour& end) {
  const bool within = end.side.within == Truth::yes;
  return fmt::format("delta {} {} at {}", within ? "<=" : ">=",
                     decimal(within ? end.side.hi : end.side.lo, 6, within ? Rounding::up : Rounding::down), end.n);
}

// The parameter that a quantity asks for; of which delta, and whether that grows, its row says.
struct AskedFor {
  std::string_view id;
  std::string_view parameter;
  bool counts = true;
};
constexpr AskedFor all_asked[] = {{"gaussian.rounds", "rounds"},
                                  {"poisson-gaussian.steps", "steps"},
                                  {"poisson-gaussian.rate", "rate", false},
                                  {"allocation.sigma", "sigma", false},
                                  {"allocation.steps", "steps"}};

}  // namespace

std::optional<WithinQuestion> question_within(std::string_view id) {
  const auto at =
      std::find_if(std::begin(all_asked), std::end(all_asked), [&](const AskedFor& a) { return a.id == id; });
  if (at == std::end(all_asked)) return std::nullopt;
  const InverseOf& inverse = *entry(id).inverse;
  return WithinQuestion{at->id, inverse.of, at->parameter, inverse.grows(), at->counts};
}

Arguments arguments_at(const Entry& row, const ParameterTexts& set, const Arguments& arguments) {
  ParameterTexts texts = set;
  for (const Parameter& p : row.parameters) {
    const auto given = arguments.canonical().find(std::string(p.name));
    if (given != arguments.canonical().end()) texts.emplace(p.name, given->second);
  }
  return row.arguments(texts);
}

Answer count_within(const WithinQuestion& question, const Arguments& arguments, const Request& request) {
  Search search(question, arguments, request);
  search.run();
  const auto& outer = search.outer();
  if (question.grows && !outer && search.low() == most_count) {
    throw InputError(question.id, "delta", arguments.number("delta").to_string(),
                     fmt::format("exceeded by some number of {} up to 10^15", question.parameter));
  }
  Answer a;
  a.lo = question.grows ? search.low() : search.low() + 1;
  a.hi = std::min(question.grows ? search.high() - 1 : search.high(), most_count);
  a.reached = a.lo == a.hi;
  if (a.reached) {
    rows::set_exact(a, a.lo);
  } else {
    a.shortfall = "delta is equal to the target at some number of this bracket, or could not be told from it in time";
  }
  a.method = fmt::format("both neighbours by {}", question.of);
  if (search.inner()) a.method += ": " + neighbour_text(*search.inner());
  if (outer) a.method += (search.inner() ? ", " : ": ") + neighbour_text(*outer);
  return a;
}

}  // namespace hallmark
