// The rows of the registry for audits.
#include <algorithm>

#include "bounds/audit/audit.hpp"
#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

audit::OneRun one_run_of(const Arguments& x) {
  return {x.count("m"), x.count("guesses"), x.count("right"), x.number("delta"), x.number("beta")};
}
audit::TwoRuns two_runs_of(const Arguments& x) {
  return {x.count("tp"),     x.count("n1"),     x.count("fp"),    x.count("n0"),
          x.number("delta"), x.number("beta1"), x.number("beta2")};
}

Answer from_limit(const audit::Limit& limit, std::string method) {
  Answer a;
  a.lo = limit.lo;
  a.hi = limit.hi;
  a.reached = limit.reached;
  a.bits = limit.bits;
  a.method = std::move(method);
  if (a.reached && a.lo == a.hi) set_exact(a, a.lo);
  if (!a.reached) a.shortfall = "the search ended before both ends were there: more time, or fewer digits";
  return a;
}

Answer one_run(const Arguments& x, const Request& r) {
  return from_limit(audit::one_run(one_run_of(x), r.digits, r.budget), "certified inversion of binomial sums");
}

Answer two_runs(const Arguments& x, const Request& r) {
  return from_limit(audit::two_runs(two_runs_of(x), r.digits, r.budget),
                    "limits of Clopper and Pearson, by certified inversion of binomial tails");
}

// Rates so near to the two limits that the formula at them still proves the ends of the claim.
Prepared prepare_two_runs(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  constexpr slong first_digits = 10;
  constexpr slong most_digits = 640;
  for (slong digits = first_digits; digits <= most_digits && !budget.expired(); digits *= 2) {
    const audit::Rates rates = audit::rates_around(two_runs_of(term.arguments), digits, budget);
    const bool proves_lower = !ends.lower || less_equal(*ends.lower, rates.limit.lo) == Truth::yes;
    const bool proves_upper = !ends.upper || less_equal(rates.limit.hi, *ends.upper) == Truth::yes;
    if (proves_lower && proves_upper) return prepared(witness::Rates{rates.hits, rates.alarms});
  }
  return refused("no rates next to the limits prove it");
}

std::string_view unless_many(const Arguments& x) {
  constexpr slong most = 1'000'000'000'000;
  for (const char* name : {"guesses", "n0", "n1"}) {
    if (x.has(name) && x.count(name) > most) return too_much_work;
  }
  return "";
}

const Certifier one_run_certifier{
    .methods = "sums", .prepare = nothing_more<witness::Sums>, .obstacle = unless_many, .can_state = is_moderate_eps};
const Certifier two_runs_certifier{
    .methods = "sums", .prepare = prepare_two_runs, .obstacle = unless_many, .can_state = is_moderate_eps};

}  // namespace

std::vector<Entry> audit_rows() {
  return {row("audit.epsilon.one-run", one_run, &one_run_certifier),
          row("audit.epsilon.two-run", two_runs, &two_runs_certifier)};
}

}  // namespace hallmark
