// The rows of the registry for random allocation of pure eps0-DP steps.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/allocation_rr.hpp"
#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

allocation_rr::Scheme scheme(std::string_view id, const Arguments& x) {
  check_selected(id, x);
  return {x.number("eps0"), x.count("steps"), x.count("selected")};
}

Answer exactly(const Rational& value, std::string method) {
  Answer a;
  a.method = std::move(method);
  set_exact(a, value);
  return a;
}

Answer rr_delta(const Arguments& x, const Request& r) {
  const auto s = scheme("allocation-rr.delta", x);
  return over_directions(x, [&](Direction d) {
    const allocation_rr::DeltaParameters p{s, x.number("eps"), d};
    const Rational all(s.selected);
    if (const auto e0 = s.eps0.rational_exponential(), w = p.eps.rational_exponential();
        (e0 && w && s.selected < 1000 && *w >= pow(*e0, s.selected)) ||
        less_equal(s.eps0.ball(128) * s.selected, p.eps.ball(128)) == Truth::yes) {
      return exactly(0, "exactly 0: the ratio is at most e^(selected eps0)");
    }
    if (r.exact) {
      if (const auto value = allocation_rr::delta_exact(p, r.budget)) {
        return exactly(*value, "exact rational sum over the number of high outputs");
      }
    }
    const Ball events = allocation_rr::delta_by_events(p, first_bits(r));
    if (events.is_finite() && has_digits(events.lower(), events.upper(), r.digits)) {
      return from_balls([&](slong) { return events; }, r, "an event on the number of high outputs");
    }
    Answer a = from_balls([&](slong bits) { return allocation_rr::delta(p, bits, r.budget); }, r,
                          "ball sum over the number of high outputs");
    if (!a.reached) meet(a, events, r, "or an event on it");
    return a;
  });
}

Answer rr_renyi(const Arguments& x, const Request& r) {
  const auto s = scheme("allocation-rr.renyi", x);
  return over_directions(x, [&](Direction d) {
    const allocation_rr::RenyiParameters p{s, x.number("alpha"), d};
    return from_balls([&](slong bits) { return allocation_rr::renyi(p, bits, r.budget); }, r,
                      "ball sum over the number of high outputs");
  });
}

// lambda; "best" is a rate so small that hardly ever two steps are drawn: the mixture conditioned on taking part grows
// with the rate in convex order, so the bound falls with it, towards delta itself.
Number rate_of(const Arguments& x) {
  return x.is_best("lambda") ? Number(pow(Rational(2), -40) / x.count("steps")) : x.number("lambda");
}

Answer rr_decomposition(const Arguments& x, const Request& r) {
  return over_directions(x, [&](Direction d) {
    const allocation_rr::DecompositionParameters p{x.number("eps0"), x.count("steps"), rate_of(x), x.number("eps"), d};
    const std::string method = fmt::format("decomposition into Poisson sampling at rate {}", p.lambda.to_string());
    if (r.exact) {
      if (const auto value = allocation_rr::decomposition_exact(p, r.budget)) return exactly(*value, method);
    }
    Answer a = from_balls([&](slong bits) { return allocation_rr::decomposition_upper(p, bits, r.budget); }, r, method);
    a.hi = std::min(a.hi, Rational(1));
    return a;
  });
}

}  // namespace

std::vector<Entry> allocation_rr_rows() {
  return {row("allocation-rr.delta", rr_delta, &sums_certifier),
          row("allocation-rr.delta.decomposition", rr_decomposition, &sums_certifier),
          row("allocation-rr.renyi", rr_renyi, &moments_certifier)};
}

}  // namespace hallmark
