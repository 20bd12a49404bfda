// The rows of the registry for Poisson sampling with a cap on the steps of a record.
#include "bounds/allocation/capped_poisson_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/noise_search.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/certifier.hpp"
#include "bounds/directions.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

allocation::CappedPoisson capped(const Arguments& x, const Number& sigma, Direction direction) {
  if (sigma.sign() <= 0) throw InputError("capped-poisson-gaussian", "sigma", sigma.to_string(), "positive");
  return {sigma, x.number("rate"), x.count("steps"), x.count("cap"), direction};
}

// The contour of one selected step that proves an end in one direction.
std::optional<witness::Contour> capped_contour(const allocation::CappedPoisson& c, const DeltaEnd& claimed,
                                               const Budget& budget) {
  constexpr slong bits = 256;
  const allocation::SpectralParameters one{c.sigma, c.steps, c.direction};
  const bool upper = claimed.upper;
  const bool is_nothing = claimed.is_nothing_below();
  const auto at = allocation::once_threshold(c, claimed.eps, bits);
  if (!at && !upper && !is_nothing) return std::nullopt;
  DeltaEnd end{0, Number(upper ? 1 : 0), upper};
  if (at && !is_nothing) {
    const Ball share = claimed.value.ball(bits) / at->scale;
    end = {Number(upper ? at->below : at->above), Number(upper ? share.lower() : share.upper()), upper};
  }
  auto found = allocation::contours(one, end, budget);
  return found ? std::optional(found->front()) : std::nullopt;
}

Prepared prepare_capped(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const Number any(1);  // sigma is at least 0 without any
  auto all = prove_ends<witness::Contour>(
      directions_of(x.direction()), ends, [&](Direction direction, const Number& value, bool upper) {
        const Number& sigma = x.has("sigma") ? x.number("sigma") : value.sign() > 0 ? value : any;
        return capped_contour(capped(x, sigma, direction), delta_end(x, value, upper), budget);
      });
  return all ? prepared(*std::move(all)) : refused(too_much_work);
}

// delta at no noise at all, which more noise only lowers: who is drawn is seen, and b of the rest looks like both.
bool any_noise_will_do(const Arguments& x, Direction direction) {
  constexpr slong bits = 4096;
  const Ball none = exp(log1p(-x.number("rate").ball(bits)) * x.count("steps"));
  const Ball w = direction == Direction::add ? exponential(x.number("eps"), bits) : Ball(1, bits);
  const Ball limit = max(1 - w * none, Ball(0, bits));
  return less_equal(limit, x.number("delta").ball(bits)) == Truth::yes;
}

Answer capped_sigma(const Arguments& x, const Request& r) {
  const Entry& uncapped = entry("poisson-gaussian.sigma");
  if (x.count("cap") >= x.count("steps")) return evaluate(uncapped, arguments_at(uncapped, {}, x), r);
  const Number& eps = x.number("eps");
  const Number& delta = x.number("delta");
  const Direction direction = x.direction();
  Answer a;
  if (any_noise_will_do(x, direction)) {
    rows::set_exact(a, 0);
    a.method = "any sigma will do: delta is below the target for all";
    return a;
  }
  constexpr slong usual_digits = 5;
  constexpr slong coarse = 3;
  const slong digits = r.default_effort ? usual_digits : r.digits;
  // Who knows the drawn steps sees at most `cap` Gaussian ones; without a cap a record is seen more.
  const Rational capped = gaussian::sigma({eps, delta, x.count("cap")}, coarse, r.budget).bracket.hi;
  const auto problem = [&](Direction one) {
    const Rational drawn =
        poisson_gaussian::sigma({eps, delta, x.number("rate"), x.count("steps"), one}, coarse, r.budget).hi;
    const Rational most = std::min(capped, drawn);
    return NoiseSearch{"capped-poisson-gaussian.delta", one, most, most * 9 / 10, false, {{"balls", digits + 2}}};
  };
  const Inversion found = smallest_noise(problem, direction, x, {.digits = digits, .budget = r.budget});
  a = rows::from_inversion(
      found,
      fmt::format("certified inversion of capped-poisson-gaussian.delta in sigma, {} evaluations", found.evaluations));
  if (x.count("cap") > 1) {  // a larger cap needs more
    const Arguments once = arguments_at(entry("capped-poisson-gaussian.sigma"), {{"cap", "1"}}, x);
    a.lo = std::max(a.lo, capped_sigma(once, r).lo);
    a.reached = a.reached || has_digits(a.lo, a.hi, digits);
  }
  if (!a.reached) a.shortfall = "the search ended before the digits were there: a cap above 1 has a bracket alone";
  return a;
}

std::string_view unless_capped_once(const Arguments& x) {
  const bool once = x.count("cap") == 1 && x.count("steps") > 1 && less(x.number("rate"), 1) == Truth::yes;
  return once ? "" : "the checker has a cap of one of several steps, at a rate below 1";
}

const Certifier capped_delta_certifier{
    .methods = "contours", .prepare = prepare_capped, .obstacle = unless_capped_once};
const Certifier capped_epsilon_certifier{
    .methods = "contours", .prepare = prepare_capped, .obstacle = unless_capped_once, .can_state = is_moderate_eps};
const Certifier capped_sigma_certifier{
    .methods = "contours", .prepare = prepare_capped, .obstacle = unless_capped_once, .can_state = is_noise_below<30>};

}  // namespace

std::vector<Entry> capped_poisson_gaussian_rows() {
  return {rows::row(
              "capped-poisson-gaussian.delta",
              [](const Arguments& x, const Request& r) {
                return rows::over_directions(x, [&](Direction direction) {
                  return allocation::capped_delta(capped(x, x.number("sigma"), direction), x.number("eps"), r);
                });
              },
              &capped_delta_certifier),
          rows::row(
              "capped-poisson-gaussian.epsilon",
              [](const Arguments& x, const Request& r) {
                return rows::over_directions(x, [&](Direction direction) {
                  return allocation::capped_epsilon(capped(x, x.number("sigma"), direction), x.number("delta"), r);
                });
              },
              &capped_epsilon_certifier),
          rows::row("capped-poisson-gaussian.sigma", capped_sigma, &capped_sigma_certifier)};
}

}  // namespace hallmark
