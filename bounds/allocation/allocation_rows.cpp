// The rows of the registry for random allocation with Gaussian noise: Renyi divergences.

#include <algorithm>

#include "bounds/allocation/certifiers.hpp"
#include "bounds/allocation/renyi.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

allocation::RenyiRoute renyi_route(const Request& r) {
  if (r.route == "partitions") return allocation::RenyiRoute::partitions;
  if (r.route == "laplace") return allocation::RenyiRoute::laplace;
  return allocation::RenyiRoute::series;
}

// One direction: the value itself where there is one, otherwise both ends to the digits asked for.
Answer renyi_one_direction(const Arguments& x, const Request& r, Direction direction) {
  const allocation::RenyiParameters p{
      {x.number("sigma"), x.count("steps"), x.count("selected")}, x.number("alpha"), direction};
  std::optional<allocation::RenyiBounds> last;
  const auto route = renyi_route(r);
  const auto end = [&](auto side) {
    return [&, side](slong bits) {
      if (!last || last->lower.bits() < bits) last = allocation::renyi(p, route, bits, r.budget);
      return (*last).*side;
    };
  };
  Answer a = from_balls(end(&allocation::RenyiBounds::upper), r, "");
  if (r.budget.expired()) a.reached = false;
  if (last->exact) {
    a.method = last->method();
    const auto s = p.scheme.sigma.rational();
    const auto alpha = p.alpha.rational();
    if (p.scheme.selected == p.scheme.steps && s && alpha) {
      set_exact(a, *alpha * p.scheme.selected / (*s * *s * 2));
    }
    return a;
  }
  const Answer below = from_balls(end(&allocation::RenyiBounds::lower), r, "");
  a.lo = std::min(below.lo, a.hi);
  a.reached = a.reached && (below.reached || below.lo.sign() == 0);
  a.method = last->method();
  return a;
}

Answer allocation_renyi(const Arguments& x, const Request& r) {
  check_selected("allocation.renyi", x);
  const auto alpha = x.number("alpha").rational();
  if (r.route == "partitions" && !(alpha && alpha->is_integer())) {
    throw InputError("allocation.renyi", "alpha", x.number("alpha").to_string(), "an integer for the route partitions");
  }
  return over_directions(x, [&](Direction d) { return renyi_one_direction(x, r, d); });
}

}  // namespace

std::vector<Entry> allocation_rows() {
  return {row("allocation.renyi", allocation_renyi, &allocation_renyi_certifier)};
}

}  // namespace hallmark
