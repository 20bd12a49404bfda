#include "bounds/risk/gdp_parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/risk/attack.hpp"
#include "bounds/risk/gaussian_guess.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"

namespace hallmark::risk {
namespace {

using poisson_gaussian::gaussian_profile;

Rational ten_to_minus(slong digits) { return pow(Rational(10), -digits); }

class Cover {
 public:
  Cover(std::string_view id, const GdpQuestion& q, const Budget& budget)
      : id_(id), q_(q), budget_(budget), bits_(128 + 8 * q.digits), floor_(q.floor.ball(bits_)) {}

  GdpParameter run() {
    if (at(0).within) {
      return {.lo = 0, .hi = 0, .best = 0, .points = {0}, .tangents = {}, .reached = true};
    }
    find_end();
    constexpr slong first_cells = 8;
    const Rational end = last_;
    for (slong i = 1; i < first_cells && !budget_.expired(); ++i) at(end * i / first_cells);
    refine();
    return result();
  }

 private:
  // delta at an eps, the mu that it needs on both sides, whether it is at most the floor.
  struct Point {
    Bracket delta;
    Rational mu_lo, mu_hi;
    bool within = false;
  };

  const Point& at(const Rational& eps) {
    const auto known = points_.find(eps);
    if (known != points_.end()) return known->second;
    Point p;
    p.delta = q_.delta(eps, q_.digits + 4);
    p.within = less_equal(Number(p.delta.hi), q_.floor) == Truth::yes;
    if (!p.within) {
      if (less(q_.floor, Number(p.delta.lo)) == Truth::yes) p.mu_lo = mu_at(eps, p.delta.lo, true);
      p.mu_hi = mu_at(eps, p.delta.hi, false);
      if (p.mu_lo > lo_) {
        lo_ = p.mu_lo;
        best_ = eps;
      }
      needed_ = std::max(needed_, p.mu_hi);
    }
    return points_.emplace(eps, std::move(p)).first->second;
  }

  // A mu whose delta at eps is proved below (at least) d, near the one where it is d.
  [[nodiscard]] Rational mu_at(const Rational& eps, const Rational& d, bool below) const {
    if (d >= 1) return below ? Rational(0) : largest_mu();
    const double ln_d = roughly(log(Ball(d, 64)));
    Ball mu(short_dyadic(mu_of_log(roughly(Ball(eps, 64)), ln_d), 50), bits_);
    const Ball e(eps, bits_);
    constexpr int newton_steps = 6;
    for (int i = 0; i < newton_steps && !budget_.expired(); ++i) {
      const Ball next = mu - (gaussian_profile(mu, e) - Ball(d, bits_)) / normal_density(mu / 2 - e / mu);
      if (!next.is_finite() || next.centre().sign() <= 0) break;
      mu = Ball(next.centre(bits_), bits_);
    }
    Rational share = ten_to_minus(q_.digits + 4);
    for (; share < 1 && !budget_.expired(); share *= 10) {
      const Rational tried = mu.centre() * (below ? 1 - share : 1 + share);
      const Ball value = gaussian_profile(Ball(tried, bits_), e);
      if ((below ? less(value, d) : less_equal(Ball(d, bits_), value)) == Truth::yes) return tried;
    }
    return below ? Rational(0) : largest_mu();
  }
  [[nodiscard]] static Rational largest_mu() { return pow(Rational(10), 30); }

  // Puts a point where delta is at most the floor, near the first such place: as if mu did not change with eps, and by
  // doubling and halving where that leads nowhere.
  void find_end() {
    const bool has_floor = q_.floor.sign() > 0;
    if (has_floor && approach()) return;
    Rational inside = 0, outside = 1;
    if (!at(farthest_eps).within) {
      throw InputError(
          id_, "floor", q_.floor.to_string(),
          fmt::format("a probability that delta comes down to: it is above it at every eps up to {}", farthest_eps));
    }
    while (!at(outside).within && !budget_.expired()) {
      inside = outside;
      outside = std::min(outside * 2, Rational(farthest_eps));
    }
    if (!at(outside).within) outside = farthest_eps;
    // Where delta is 0 beyond a point no mu is needed near it.
    const int halvings = has_floor ? static_cast<int>(4 * q_.digits) : 8;
    for (int i = 0; i < halvings && !budget_.expired(); ++i) {
      const Rational middle = (inside + outside) / 2;
      (at(middle).within ? outside : inside) = middle;
    }
    last_ = outside;
  }

  bool approach() {
    const double ln_floor = roughly(log(floor_));
    double eps = 0, before = 0, move_before = 0;
    constexpr int steps = 12;
    for (int i = 0; i < steps; ++i) {
      const Rational asked = short_dyadic(eps, 50);
      const Rational d = at(asked).delta.hi;
      if (d.sign() <= 0) return false;
      const double mu = mu_of_log(eps, roughly(log(Ball(d, 64))));
      const double move = eps_of_log(mu, ln_floor) - eps;
      // Where the move would be none: a secant.
      const double share = i == 0 ? 1 : (eps - before) / (move_before - move);
      const double next = eps + move * (share > 0 && share < 8 ? share : 1);
      if (!(next > 0) || next > static_cast<double>(farthest_eps)) return false;
      const bool near = std::abs(next - eps) < 1e-3 * next * roughly(Ball(ten_to_minus(q_.digits), 64));
      before = eps;
      move_before = move;
      eps = next;
      if (near || budget_.expired()) break;
    }
    const Rational place = short_dyadic(eps, 50);
    Rational gap = place * ten_to_minus(q_.digits + 3);
    if (at(place).within) {
      last_ = place;
    } else {
      for (; gap < place && !budget_.expired(); gap *= 8) {
        if (!at(place + gap).within) continue;
        last_ = place + gap;
        break;
      }
    }
    if (last_.sign() <= 0) return false;
    for (gap = place * ten_to_minus(q_.digits + 3); gap < place / 8 && !budget_.expired(); gap *= 8) {
      if (!at(place - gap).within) break;
    }
    return true;
  }

  [[nodiscard]] Rational target() const { return q_.target ? *q_.target : needed_ * (1 + ten_to_minus(q_.digits) / 4); }

  // Where the tangent of the delta of mu is proved above the chord of ours between two neighbours; nothing where it is not.
  std::optional<Rational> tangent(const Rational& a, const Rational& b, const Rational& mu) {
    const Ball ball(mu, bits_), at_a = exp(Ball(a, bits_)), length = at_a * expm1(Ball(b - a, bits_));
    const Ball left(at(a).delta.hi, bits_), right(at(b).delta.hi, bits_);
    const double m = roughly(ball), low = roughly(Ball(a, 64)), high = roughly(Ball(b, 64));
    const double ln_slope = roughly(log((left - right) / length));
    double place = std::isfinite(ln_slope) ? -m * (normal_quantile_of_log(ln_slope) + m / 2) : high;
    place = std::clamp(place, low, high);
    const Rational s = std::clamp(short_dyadic(place, 50), a, b);
    const Ball e(s, bits_), slope = normal_cdf(-e / ball - ball / 2), height = gaussian_profile(ball, e);
    const Ball from_s = exp(e) * expm1(Ball(a - s, bits_));
    const Ball line_left = height - slope * from_s;
    const bool above = less_equal(left, line_left) == Truth::yes &&
                       less_equal(right, height - slope * (from_s + length)) == Truth::yes;
    return above ? std::optional(s) : std::nullopt;
  }

  // Halves the cells whose chord is too high, round by round, because what is found in one may raise the target of all.
  void refine() {
    for (;;) {
      std::vector<Rational> middles;
      for (auto b = std::next(points_.begin()); b != points_.end() && b->first <= last_; ++b) {
        const auto a = std::prev(b);
        const auto proved = tangents_.find(a->first);
        if (proved != tangents_.end() && proved->second.first == b->first) continue;
        if (const auto s = tangent(a->first, b->first, target())) {
          tangents_.insert_or_assign(a->first, std::pair(b->first, *s));
        } else {
          middles.push_back((a->first + b->first) / 2);
        }
      }
      if (middles.empty() || points_.size() + middles.size() > q_.most_points || budget_.expired()) return;
      for (const Rational& middle : middles) at(middle);
      if (q_.target && needed_ > *q_.target) return;
    }
  }

  // The points of the cover, and the least mu for which all of its cells hold: that of the search, or larger ones.
  GdpParameter result() {
    GdpParameter found;
    for (const auto& [eps, point] : points_) {
      if (eps <= last_) found.points.push_back(eps);
    }
    Rational share = ten_to_minus(q_.digits) / 4;
    for (Rational mu = target();; share *= budget_.expired() ? 1024 : 2) {
      found.tangents.clear();
      for (std::size_t i = 0; i + 1 < found.points.size(); ++i) {
        const auto s = tangent(found.points[i], found.points[i + 1], mu);
        if (!s) break;
        found.tangents.push_back(*s);
      }
      if (found.tangents.size() + 1 == found.points.size()) {
        found.hi = mu;
        break;
      }
      if (q_.target || mu > largest_mu()) break;
      mu = needed_ * (1 + 2 * share);
    }
    found.lo = found.hi ? std::min(lo_, *found.hi) : lo_;
    found.best = best_;
    found.reached = found.hi && has_digits(found.lo, *found.hi, q_.digits);
    return found;
  }

  std::string_view id_;
  const GdpQuestion& q_;
  const Budget& budget_;
  slong bits_;
  Ball floor_;
  std::map<Rational, Point> points_ = {};
  std::map<Rational, std::pair<Rational, Rational>> tangents_ = {};  // from an eps to the next one: where
  Rational lo_ = 0, best_ = 0, needed_ = 0, last_ = 0;
};

// The mu of which delta is that of mu-GDP itself, down to every floor above 0; of noisy batches that of the floor 0.
std::optional<Ball> closed_form(const Entry& delta, const Arguments& x, slong bits) {
  const auto rooted = [&](std::string_view count) { return sqrt(Ball(x.count(count), bits)); };
  if (delta.id == "gaussian.delta") return rooted("rounds") / x.number("sigma").ball(bits);
  if (delta.id == "gdp.delta") return rooted("rounds") * x.number("mu").ball(bits);
  if (delta.id != "poisson-gaussian.delta") return std::nullopt;
  const bool one_record = x.adjacency() == Adjacency::zero_out && !x.canonical().contains("group") &&
                          !x.canonical().contains("inserted") && !x.canonical().contains("deleted");
  const bool whole = x.number("rate") == Number(1);
  const bool down_to_0 = x.number("floor").sign() == 0 && x.direction() != Direction::add;
  if (!one_record || !(whole || down_to_0)) return std::nullopt;
  return rooted("steps") / x.number("sigma").ball(bits);
}

}  // namespace

GdpParameter gdp_parameter(std::string_view id, const GdpQuestion& question, const Budget& budget) {
  return Cover(id, question, budget).run();
}

Answer gdp_parameter_of(const Entry& delta, const Arguments& x, const Request& r) {
  constexpr slong digits_without_asking = 6, digits_of_class = 3;
  const Direction direction = delta.directional() ? x.direction() : Direction::both;
  const Number& floor = x.number("floor");
  const auto value = [&](const Rational& eps, slong digits) {
    const Answer a = evaluate(delta, question_at(delta, eps, direction, x), asked_of_row(r, digits));
    return Bracket{a.lower_end(), a.hi};
  };
  const bool pair = whose(delta, x) == Whose::pair;
  const slong digits = r.default_effort ? std::min(r.digits, pair ? digits_without_asking : digits_of_class) : r.digits;
  if (closed_form(delta, x, 64)) {
    const Bracket most = value(0, digits);
    if (less(floor, Number(most.lo)) == Truth::yes) {
      Answer a = rows::from_balls([&](slong bits) { return *closed_form(delta, x, bits); }, r,
                                  "that of Gaussian noise itself");
      a.witness.method = witness::Points{{{direction, 0, {}}}};
      return a;
    }
  }
  const std::string id = fmt::format("{}.mu", delta.id.substr(0, delta.id.find('.')));
  const GdpParameter found = gdp_parameter(id, {.delta = value, .floor = floor, .digits = digits}, r.budget);
  if (!found.hi) {
    throw InputError(id, "floor", floor.to_string(),
                     "such that some mu up to 10^30 is enough: delta at eps = 0 is 1, or nearly");
  }
  Answer a;
  a.lo = found.lo;
  a.hi = *found.hi;
  a.reached = found.reached || (!pair && !r.budget.expired());
  a.bits = rows::first_bits(r);
  a.method = fmt::format("lower end: delta at eps = {}; upper end: tangents of the delta of mu above {} chords",
                         readable_number(found.best.to_string()), found.tangents.size());
  if (a.hi.sign() == 0) a.method = "delta at eps = 0 is at most the floor";
  a.witness.method = witness::Points{{{direction, found.best, {}}}};
  if (!a.reached) a.shortfall = "more points, or deltas of more digits than the row gave here, would narrow it";
  return a;
}

}  // namespace hallmark::risk
