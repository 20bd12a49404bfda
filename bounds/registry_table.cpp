// The rows of the registry: how each quantity is evaluated, and the quantities of the papers that are not yet.
#include "bounds/registry_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/gaussian.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/closed_forms.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "bounds/shuffle/shuffle.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr std::string_view nonincreasing = "hockey-stick-nonincreasing-in-eps";
constexpr Parameter n{"n", Domain::count};
constexpr Parameter eps0{"eps0", Domain::positive_eps};
constexpr Parameter eps{"eps", Domain::eps};
constexpr Parameter delta{"delta", Domain::probability};
constexpr Parameter positive_delta{"delta", Domain::positive_probability};
constexpr Parameter one_round{"rounds", Domain::one, "1"};
constexpr Parameter rounds{"rounds", Domain::count, "1"};
constexpr Parameter sigma{"sigma", Domain::deviation};
constexpr Parameter direction{"direction", Domain::direction};
constexpr Parameter others{"others", Domain::others, "0"};
constexpr Parameter delta0{"delta0", Domain::zero, "0"};

// First guess at the bits: the digits, and room for the steps and the cancellation of a long sum.
long first_bits(const Request& r) { return r.digits * 3322 / 1000 + 72; }

Effort effort(const Request& r) {
  return {.first_bits = first_bits(r), .last_bits = 16 * first_bits(r) + (1L << 14), .budget = r.budget};
}

Answer from_balls(const std::function<Ball(long)>& quantity, const Request& r, std::string method) {
  const Evaluation e = evaluate(quantity, r.digits, effort(r));
  Answer a;
  if (!e.value.is_finite()) {
    throw InputError(
        fmt::format("{}: the value cannot be enclosed at these parameters: they must be less extreme", method));
  }
  a.lo = std::max(e.value.lower(), Rational(0));  // every quantity of the table is at least 0
  a.hi = e.value.upper();
  a.reached = e.reached;
  a.bits = e.value.bits();
  a.method = std::move(method);
  return a;
}

Answer from_inversion(const Inversion& i, std::string method) {
  Answer a;
  a.lo = i.bracket.lo;
  a.hi = i.bracket.hi;
  a.reached = i.reached;
  a.bits = i.bits;
  a.method = std::move(method);
  return a;
}

void set_exact(Answer& a, const Rational& value) {
  a.lo = a.hi = value;
  a.exact = value;
  a.reached = true;
}

// A bracket that cannot be closed by effort: reached means that both ends stand to the digits asked for.
Answer from_worst_case(const shuffle::WorstCase& w) {
  Answer a;
  a.lo = std::max(w.bracket.lo, Rational(0));
  a.hi = w.bracket.hi;
  a.reached = w.reached;
  a.bits = w.bits;
  a.method = fmt::format("lower end: rr2 ({}, others={}); upper end: clones", to_string(w.witness.direction),
                         w.witness.others);
  a.witness["others"] = std::to_string(w.witness.others);
  a.witness["rr2-direction"] = to_string(w.witness.direction);
  return a;
}

Answer clones_delta(const Arguments& x, const Request& r) {
  const clones::DeltaParameters p{x.count("n"), x.number("eps0"), x.number("eps")};
  if (less_equal(p.eps0, p.eps) == Truth::yes) {
    Answer a;
    a.method = "exactly 0: the pair is eps0-indistinguishable";
    set_exact(a, 0);
    return a;
  }
  if (r.exact) {
    if (const auto fraction = clones::delta_exact(p, r.budget)) {
      Answer a;
      a.method = "exact rational sum over the clone count";
      set_exact(a, *fraction);
      return a;
    }
  }
  return from_balls([&](long bits) { return clones::delta(p, bits, r.budget); }, r, "ball sum over the clone count");
}

Answer clones_epsilon(const Arguments& x, const Request& r) {
  return from_inversion(clones::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget),
                        "certified inversion of clones.delta");
}

// The composition of the others asked for; for "best" a search at eps.
rr2::Composition composition(const Arguments& x, const Number& at_eps, const Request& r) {
  if (const auto m = x.others()) return {*m, x.direction()};
  // The search runs over remove; add with m others equals remove with n-1-m, and both is at least either.
  const rr2::Composition found = rr2::search_composition(x.count("n"), x.number("eps0"), at_eps, r.budget);
  const long m = x.direction() == Direction::add ? x.count("n") - 1 - found.others : found.others;
  return {m, x.direction()};
}

void check_others(std::string_view id, const Arguments& x) {
  const auto m = x.others();
  if (m && *m >= x.count("n")) throw InputError(id, "others", std::to_string(*m), "an integer from 0 to n - 1");
}

void report_composition(Answer& a, const rr2::Composition& c) {
  a.witness["others"] = std::to_string(c.others);
  a.witness["rr2-direction"] = to_string(c.direction);
}

Answer rr2_delta(const Arguments& x, const Request& r) {
  check_others("rr2.delta", x);
  const rr2::Composition c = composition(x, x.number("eps"), r);
  const rr2::DeltaParameters p{x.count("n"), x.number("eps0"), x.number("eps"), c.direction, c.others};
  Answer a;
  if (less_equal(p.eps0, p.eps) == Truth::yes) {
    a.method = "exactly 0: the mechanism is eps0-DP";
    set_exact(a, 0);
  } else {
    a = from_balls([&](long bits) { return rr2::delta(p, bits, r.budget); }, r,
                   fmt::format("one tail of the number of ones (others={})", c.others));
  }
  report_composition(a, {c.others, rr2::larger_direction(p, r.budget)});
  return a;
}

Answer rr2_epsilon(const Arguments& x, const Request& r) {
  check_others("rr2.epsilon", x);
  // "best" is searched at the epsilon of others = 0.
  const auto at = [&](const rr2::Composition& c, long digits) {
    return rr2::epsilon({x.count("n"), x.number("eps0"), x.number("delta"), c.direction, c.others}, digits, r.budget);
  };
  constexpr long rough = 6;
  const rr2::Composition c = x.others() ? rr2::Composition{*x.others(), x.direction()}
                                        : composition(x, at({0, x.direction()}, rough).bracket.lo, r);
  const Inversion i = at(c, r.digits);
  Answer a = from_inversion(i, fmt::format("certified inversion of rr2.delta (others={})", c.others));
  report_composition(
      a, {c.others,
          rr2::larger_direction({x.count("n"), x.number("eps0"), i.bracket.lo, c.direction, c.others}, r.budget)});
  return a;
}

Answer shuffle_delta(const Arguments& x, const Request& r) {
  if (less_equal(x.number("eps0"), x.number("eps")) == Truth::yes) {
    Answer a;
    a.method = "exactly 0: every eps0-local randomizer stays eps0-DP when shuffled";
    a.witness = {{"others", "0"}, {"rr2-direction", "remove"}};
    set_exact(a, 0);
    return a;
  }
  return from_worst_case(shuffle::delta({x.count("n"), x.number("eps0"), x.number("eps")}, r.digits, r.budget));
}

Answer shuffle_epsilon(const Arguments& x, const Request& r) {
  return from_worst_case(shuffle::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget));
}

Answer closed_form(const Arguments& x, const Request& r, Ball (*form)(const closed_forms::Parameters&, long)) {
  const closed_forms::Parameters p{x.count("n"), x.number("eps0"), x.number("delta")};
  return from_balls([&](long bits) { return form(p, bits); }, r, "closed form");
}

Answer gaussian_renyi(const Arguments& x, const Request& r) {
  const gaussian::RenyiParameters p{x.number("sigma"), x.number("alpha"), x.count("rounds")};
  Answer a = from_balls([&](long bits) { return gaussian::renyi(p, bits); }, r, "alpha rounds / (2 sigma^2)");
  const auto s = p.sigma.rational();
  const auto alpha = p.alpha.rational();
  if (s && alpha) set_exact(a, *alpha * p.rounds / (*s * *s * 2));
  return a;
}

constexpr Planned planned_table[] = {
    {"allocation.delta", "[FS25] Theorem 4.1"},
    {"allocation.epsilon", "[FS25] Theorem 4.1"},
    {"allocation.epsilon.renyi", "[FS25] Theorem 4.6"},
    {"allocation.renyi", "[FS25] Theorem 4.6"},
    {"batch.crossing", "[CGKKMSZ24] Theorem 4.2"},
    {"batch.half-space-eps1", "[CGKKMSZ24] Theorem 4.2"},
    {"clones.epsilon.renyi", "[FMT21] Theorem 3.2"},
    {"clones.renyi", "[FMT21] Theorem 3.2"},
    {"krr.delta.strong", "[KHH21] Section 3.1"},
    {"krr.delta.weak", "[KHH21] Section 3.1"},
    {"poisson-gaussian.delta", "[CGKKMSZ24] Section 3"},
    {"poisson-gaussian.delta.renyi", "[CGKKMSZ24] Section 3"},
    {"poisson-gaussian.epsilon", "[CGKKMSZ24] Section 3"},
    {"poisson-gaussian.epsilon.renyi", "[CGKKMSZ24] Section 3"},
    {"shuffled-batch.delta", "[CGKKMSZ24] Section 3"},
    {"shuffled-batch.delta.pair", "[CGKKMSZ24] Section 3"},
    {"shuffled-batch.delta.threshold", "[CGKKMSZ24] Section 3"},
    {"shuffled-batch.epsilon", "[CGKKMSZ24] Section 3"},
    {"shuffled-batch.epsilon.threshold", "[CGKKMSZ24] Section 3"},
};

}  // namespace

std::vector<Entry> registry_rows() {
  const AxiomUse clones_reduction{"FMT21-Theorem-3.2", {"eps0", "n"}};
  std::vector<Entry> t;
  t.push_back({"clones.delta",
               "hockey-stick divergence of the clones pair",
               Bounds::pair,
               Kind::exact,
               Status::proved,
               "[FMT21] Theorem 3.2",
               Adjacency::replace_one,
               {n, eps0, eps, one_round},
               "O(sqrt(n e^-eps0)) ball operations",
               "balls",
               'A',
               {},
               {},
               clones_delta});
  t.push_back({"clones.epsilon",
               "smallest eps with clones.delta <= delta",
               Bounds::pair,
               Kind::exact,
               Status::proved,
               "[FMT21] Theorem 3.2",
               Adjacency::replace_one,
               {n, eps0, delta, one_round},
               "about 8 evaluations of clones.delta",
               "balls",
               'E',
               nonincreasing,
               {},
               clones_epsilon});
  t.push_back(
      {"clones.epsilon.closed-form",
       "closed-form epsilon for every eps0-local randomizer",
       Bounds::mechanism,
       Kind::upper,
       Status::proved,
       "[FMT21] Theorem 3.1",
       Adjacency::replace_one,
       {n, eps0, positive_delta, delta0},
       "O(1)",
       "balls",
       'D',
       {},
       AxiomUse{"FMT21-Theorem-3.1", {"delta", "eps0", "n"}},
       [](const Arguments& x, const Request& r) { return closed_form(x, r, closed_forms::theorem_3_1_upper); }});
  t.push_back(
      {"clones.epsilon.closed-form-sharp",
       "closed-form epsilon with the constants of our own proof",
       Bounds::mechanism,
       Kind::upper,
       Status::proved,
       "[FMT21] Theorem 3.2 and Lemma A.1, sharpened",
       Adjacency::replace_one,
       {n, eps0, positive_delta, delta0},
       "O(1)",
       "balls",
       'D',
       {},
       clones_reduction,
       [](const Arguments& x, const Request& r) { return closed_form(x, r, closed_forms::theorem_3_1_sharp_upper); }});
  t.push_back({"clones.epsilon.lemma-a1",
               "closed-form epsilon for the pair of Lemma A.1",
               Bounds::pair,
               Kind::upper,
               Status::proved,
               "[FMT21] Lemma A.1",
               Adjacency::replace_one,
               {n, {"p", Domain::positive_probability}, positive_delta},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               [](const Arguments& x, const Request& r) {
                 return from_balls(
                     [&](long bits) {
                       return closed_forms::lemma_a1_upper({x.count("n"), x.number("p"), x.number("delta")}, bits);
                     },
                     r, "closed form");
               }});
  t.push_back({"gaussian.delta",
               "delta of the Gaussian mechanism, sensitivity 1",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {sigma, eps, rounds},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               [](const Arguments& x, const Request& r) {
                 const gaussian::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("rounds")};
                 return from_balls([&](long bits) { return gaussian::delta(p, bits); }, r, "closed form with erfc");
               }});
  t.push_back({"gaussian.epsilon",
               "smallest eps with gaussian.delta <= delta",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {sigma, positive_delta, rounds},
               "about 10 evaluations of gaussian.delta",
               "balls",
               'E',
               nonincreasing,
               {},
               [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::epsilon({x.number("sigma"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  t.push_back({"gaussian.renyi",
               "Renyi divergence of the Gaussian mechanism, sensitivity 1",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "Renyi divergence of two normals",
               Adjacency::zero_out,
               {sigma, {"alpha", Domain::order}, rounds},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               gaussian_renyi});
  t.push_back({"gaussian.sigma",
               "smallest sigma with gaussian.delta <= delta",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {eps, {"delta", Domain::open_probability}, rounds},
               "about 12 evaluations of gaussian.delta",
               "balls",
               'E',
               "gaussian-delta-decreasing-in-sigma",
               {},
               [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::sigma({x.number("eps"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  t.push_back({"rr2.delta",
               "delta of shuffled binary randomized response on one pair of datasets",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[FMT21] Appendix G, equation (27)",
               Adjacency::replace_one,
               {n, eps0, eps, direction, others, one_round},
               "O(sqrt n) ball operations",
               "balls",
               'A',
               {},
               {},
               rr2_delta});
  t.push_back({"rr2.epsilon",
               "smallest eps with rr2.delta <= delta",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[FMT21] Appendix G, equation (27)",
               Adjacency::replace_one,
               {n, eps0, delta, direction, others, one_round},
               "about 10 evaluations of rr2.delta",
               "balls",
               'E',
               nonincreasing,
               {},
               rr2_epsilon});
  t.push_back({"shuffle.delta",
               "worst case of every eps0-local randomizer, shuffled",
               Bounds::mechanism,
               Kind::bracket,
               Status::proved,
               "[FMT21] Theorem 3.2 above, Appendix G below",
               Adjacency::replace_one,
               {n, eps0, eps, one_round},
               "a few evaluations of clones.delta and rr2.delta",
               "balls",
               'A',
               {},
               clones_reduction,
               shuffle_delta});
  t.push_back({"shuffle.epsilon",
               "worst case of every eps0-local randomizer, shuffled",
               Bounds::mechanism,
               Kind::bracket,
               Status::proved,
               "[FMT21] Theorem 3.2 above, Appendix G below",
               Adjacency::replace_one,
               {n, eps0, delta, one_round},
               "two inversions",
               "balls",
               'E',
               nonincreasing,
               clones_reduction,
               shuffle_epsilon});
  std::sort(t.begin(), t.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  return t;
}

std::span<const Planned> planned_rows() { return planned_table; }

}  // namespace hallmark
