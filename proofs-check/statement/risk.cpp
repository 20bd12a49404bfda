#include "statement/risk.hpp"

#include <algorithm>
#include <memory>

#include "numbers/gaussian_profile.hpp"
#include "statement/decide.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

bool has_directions(const QuantityRow& row) { return row.directions->size() > 1; }

Direction exchanged(Direction d) {
  if (d == Direction::both) return d;
  return d == Direction::remove ? Direction::add : Direction::remove;
}

/// The quantity X.delta at an eps in a direction, from one of X that has `own` in place of eps.
Quantity delta_of(const Quantity& q, const QuantityRow& delta, std::string_view own, const Number& eps,
                  Direction direction) {
  Quantity at = q;
  at.row = &delta;
  at.direction = has_directions(delta) ? direction : Direction::both;
  at.words.insert_or_assign("direction", std::string(to_text(at.direction)));
  if (!own.empty()) at.parameters.erase(std::string(own));
  at.parameters.insert_or_assign("eps", eps);
  check_domain(at);
  return at;
}

Number rational(const Rational& value) { return {Number::Kind::rational, value}; }

/// One value of D, and the proof of it: D of a curve's direction at e^log, log < 0 by that of the pair exchanged at -log.
struct Point {
  Direction curve;
  Rational log;
  Rational lo, hi;  ///< of delta at |log|
  bool has_lower;
  Quantity quantity;
  Proof proof;
};

struct Points {
  std::vector<Point> all;
  bool proved = false;  ///< once, whatever is asked of them

  Judgement prove() {
    for (const Point& p : all) {
      if (proved) break;
      Judgement outcome = p.proof.attempt(p.quantity, Relation::less_equal, rational(p.hi));
      if (outcome.verified && p.has_lower) {
        outcome = p.proof.attempt(p.quantity, Relation::greater_equal, rational(p.lo));
      }
      if (!outcome.verified) return Judgement::no(outcome.step, "delta at a point: " + outcome.rule);
    }
    proved = true;
    return Judgement::yes();
  }
};

/// `point <direction> <log> <hi>` or `point <direction> <log> <lo> <hi>`, then the witness of that claim about delta. The
/// direction: that of the statement, or one of a curve.
enum class Whose { statement, curve };
Point read_point(Reader& reader, const Quantity& q, const QuantityRow& delta, std::string_view own, Whose whose) {
  const std::string expected = "`point`, a direction, a rational and one or two more";
  const std::vector<std::string_view> words = reader.words("point");
  if (words.size() != 3 && words.size() != 4) reader.fail(expected);
  Point p{};
  p.curve = reader.to_one_of<Direction>(words[0], {"remove", "add", "both"}, expected);
  const bool fits =
      whose == Whose::statement ? p.curve == q.direction : has_directions(delta) != (p.curve == Direction::both);
  if (!fits) reader.fail(expected);
  p.log = reader.to_rational(words[1]);
  p.has_lower = words.size() == 4;
  p.lo = p.has_lower ? reader.to_rational(words[2]) : Rational(0);
  p.hi = reader.to_rational(words.back());
  const bool below = p.log < 0;
  if (p.lo < 0 || p.hi < p.lo) throw Rejected{"witness", "point: must have 0 <= lo <= hi"};
  p.quantity = delta_of(q, delta, own, rational(below ? -p.log : p.log), below ? exchanged(p.curve) : p.curve);
  p.proof = (*delta.evaluator)(reader, p.quantity, p.has_lower ? Relation::in : Relation::less_equal);
  return p;
}

/// D(t) + t a - shift, a = 1 - level where `complement`, which has shift 1: minus the false positive rate.
struct Curve {
  const Number& level;
  bool complement;

  [[nodiscard]] Interval beyond(Count precision) const {
    const Interval x = enclose(level, precision);
    return complement ? x : Interval(Integer(1), precision) - x;
  }
  [[nodiscard]] Interval at(const Rational& log, const Rational& delta, Count precision) const {
    const Interval t = exp(Interval(log, precision));
    const Interval d(delta, precision);
    const Interval shift(Integer(complement ? 1 : 0), precision);
    const Interval one(Integer(1), precision);
    if (log < 0) return one - shift + t * (d - beyond(precision));
    return d - shift + t * (one - beyond(precision));
  }
};

/// e^b - e^a.
Interval length(const Rational& a, const Rational& b, Count precision) {
  return exp(Interval(a, precision)) * expm1(Interval(b - a, precision));
}

/// A number that the curve is nowhere below, by the chords through neighbouring points (PROOFS.md 19.2); a - shift where
/// they prove none.
Interval lower_of(const Curve& curve, const std::vector<const Point*>& points, Count precision) {
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval trivial = one - curve.beyond(precision) - Interval(Integer(curve.complement ? 1 : 0), precision);
  std::vector<Interval> lo, hi;
  for (const Point* p : points) {
    lo.push_back(curve.at(p->log, p->lo, precision));
    hi.push_back(curve.at(p->log, p->hi, precision));
  }
  const std::size_t n = points.size();
  if (n < 3 || !proved(less_equal(hi[n - 2], lo[n - 1]))) return trivial;
  std::vector<Interval> lengths;
  for (std::size_t j = 0; j + 1 < n; ++j) lengths.push_back(length(points[j]->log, points[j + 1]->log, precision));
  const auto prolonged = [&](std::size_t from, std::size_t at, const Interval& on, const Interval& run) {
    return lo[at] - max(zero, hi[from] - lo[at]) * on / run;
  };
  Interval least = min(lo[n - 1], prolonged(1, 0, exp(Interval(points[0]->log, precision)), lengths[0]));
  for (std::size_t j = 0; j + 1 < n; ++j) {
    const bool left = j > 0, right = j + 2 < n;
    const Interval by_left = left ? prolonged(j - 1, j, lengths[j], lengths[j - 1]) : zero;
    const Interval by_right = right ? prolonged(j + 2, j + 1, lengths[j], lengths[j + 1]) : zero;
    least = min(least, left && right ? max(by_left, by_right) : left ? by_left : by_right);
  }
  return max(least, trivial);
}

/// The rate from one side: of both directions the larger true positive rate.
struct RateClaim {
  const QuantityRow* delta;
  bool complement;  ///< the false positive rate
  std::string_view own;

  [[nodiscard]] std::vector<Direction> curves(const Quantity& q) const {
    if (!has_directions(*delta)) return {Direction::both};
    if (q.direction == Direction::both) return {Direction::remove, Direction::add};
    return {complement ? exchanged(q.direction) : q.direction};
  }

  [[nodiscard]] Judgement attempt(Points& points, const Quantity& q, Relation relation, const Number& value) const {
    if (Judgement outcome = points.prove(); !outcome.verified) return outcome;
    const Curve curve{q.parameter(own), complement};
    const bool above = has_upper_end(relation) != complement;  // an upper end of D(t) + t a is wanted
    const auto evaluate = [&](Side, const Effort& effort) {
      const Count precision = effort.bits + 2 * effort.scale + 128U;
      std::vector<Interval> ends;
      for (const Direction d : curves(q)) ends.push_back(end_of(points, curve, d, above, precision));
      Interval most = ends.front();
      for (const Interval& end : ends) most = max(most, end);
      const Interval rate = complement ? -most : most;
      const Interval one(Integer(1), precision);
      return Value{has_upper_end(relation) ? from_ends(min(rate, Interval(precision)), min(rate, one))
                                           : from_ends(rate, max(rate, one))};
    };
    return decide(evaluate, relation, value, {.bits = 512});
  }

 private:
  [[nodiscard]] Interval end_of(const Points& points, const Curve& curve, Direction d, bool above,
                                Count precision) const {
    std::vector<const Point*> own_points;
    for (const Point& p : points.all) {
      if (p.curve == d) own_points.push_back(&p);
    }
    if (!above) {
      if (*delta->worst != Worst::one_pair) own_points.clear();
      return lower_of(curve, own_points, precision);
    }
    // No test does better than 1 (PROOFS.md 19.1).
    Interval least(Integer(complement ? 0 : 1), precision);
    for (const Point* p : own_points) least = min(least, curve.at(p->log, p->hi, precision));
    return least;
  }
};

Evaluator rate_claim(const QuantityRow& delta, bool complement) {
  const RateClaim claim{&delta, complement, complement ? "tpr" : "fpr"};
  return [claim](Reader& reader, const Quantity& q, Relation) -> Proof {
    constexpr std::size_t most = 32;
    reader.exactly("method points");
    const auto points = std::make_shared<Points>();
    const std::vector<Direction> curves = claim.curves(q);
    while (reader.next_is("point ")) {
      Point p = read_point(reader, q, *claim.delta, claim.own, Whose::curve);
      const auto place = std::find(curves.begin(), curves.end(), p.curve);
      if (place == curves.end()) throw Rejected{"witness", "point: must be of a direction of the statement"};
      if (!points->all.empty()) {
        const Point& before = points->all.back();
        const auto last = std::find(curves.begin(), curves.end(), before.curve);
        if (place < last || (place == last && p.log <= before.log)) {
          throw Rejected{"witness", "point: must be after the one before it, remove before add"};
        }
      }
      points->all.push_back(std::move(p));
      if (points->all.size() > most) throw Rejected{"witness", "point: at most 32 of them"};
    }
    return {[claim, points](const Quantity& quantity, Relation relation, const Number& value) {
      return claim.attempt(*points, quantity, relation, value);
    }};
  };
}

/// The least mu whose Gaussian delta is at least delta down to a floor (PROOFS.md 19.5): one point below, a cover above.
struct Cover {
  Points points;                   ///< that of the lower end first, where there is one; then those of the cover
  std::vector<Rational> tangents;  ///< of each cell of the cover
  bool has_lower = false;

  [[nodiscard]] Judgement attempt(const Quantity& q, Relation relation, const Number& value) {
    if (Judgement outcome = points.prove(); !outcome.verified) return outcome;
    for (const Count precision : {384, 768, 1536}) {
      const Interval v = enclose(value, precision);
      const Number& floor = q.parameter("floor");
      const bool holds = has_upper_end(relation) ? is_above(v, floor, relation == Relation::less)
                                                 : is_below(v, floor, relation == Relation::greater);
      if (holds) return Judgement::yes();
    }
    return Judgement::no("comparison", "the points do not prove it at 1536 bits");
  }

 private:
  [[nodiscard]] static bool within(const Point& p, const Number& floor) {
    const Order order = compare(rational(p.hi), floor);
    return order == Order::less || order == Order::equal;
  }

  /// delta at a point is above that of v and above the floor, so that no mu up to v is enough.
  [[nodiscard]] bool is_below(const Interval& v, const Number& floor, bool strict) const {
    if (proved(strict ? less(v, Rational(0)) : less_equal(v, Rational(0)))) return true;
    const Point& p = points.all.front();
    if (!p.has_lower || compare(floor, rational(p.lo)) != Order::less) return false;
    if (proved(less_equal(v, Rational(0)))) return true;
    const Interval x(p.log, v.precision());
    return proved(less(Interval(v.precision()), v)) && proved(less(gaussian_profile(v, x, exp(x)), p.lo));
  }

  /// The tangents at a mu of at most v, below v where `strict`, are above the chords of all cells.
  [[nodiscard]] bool is_above(const Interval& v, const Number& floor, bool strict) const {
    const Count precision = v.precision();
    const Interval one(Integer(1), precision);
    const Interval mu = strict ? v * (one - times_power_of_two(one, -64)) : v;
    const std::size_t first = has_lower ? 1 : 0;
    if (!within(points.all.back(), floor)) return false;
    if (tangents.empty()) return proved(strict ? less(Interval(precision), v) : less_equal(Interval(precision), v));
    if (!proved(less(Interval(precision), mu))) return false;
    for (std::size_t i = 0; i < tangents.size(); ++i) {
      const Point &left = points.all[first + i], &right = points.all[first + i + 1];
      const Interval s(tangents[i], precision);
      const Interval slope = normal_cdf(-s / mu - mu / Interval(Integer(2), precision));
      const Interval height = gaussian_profile(mu, s, exp(s));
      const auto line = [&](const Point& p) { return height + slope * length(p.log, tangents[i], precision); };
      for (const Point* p : {&left, &right}) {
        if (!proved(less_equal(Interval(p->hi, precision), line(*p)))) return false;
      }
    }
    return true;
  }
};

Evaluator cover_claim(const QuantityRow& delta) {
  return [&delta](Reader& reader, const Quantity& q, Relation whole) -> Proof {
    constexpr std::size_t most = 256;
    reader.exactly("method points");
    const auto cover = std::make_shared<Cover>();
    std::vector<Point>& all = cover->points.all;
    const auto read = [&] {
      all.push_back(read_point(reader, q, delta, "floor", Whose::statement));
      if (all.back().log < 0) throw Rejected{"witness", "point: must be at eps >= 0"};
    };
    cover->has_lower = has_lower_end(whole);
    if (cover->has_lower) read();
    if (has_upper_end(whole)) {
      read();
      if (all.back().log != 0) throw Rejected{"witness", "point: the first one of a cover must be at eps = 0"};
      while (reader.next_is("tangent ")) {
        const Rational s = reader.rational("tangent");
        const Rational before = all.back().log;
        read();
        if (all.back().log <= before || s < before || s > all.back().log) {
          throw Rejected{"witness", "tangent: must be between two points that increase"};
        }
        cover->tangents.push_back(s);
        if (cover->tangents.size() > most) throw Rejected{"witness", "tangent: at most 256 of them"};
      }
    }
    return {[cover](const Quantity& quantity, Relation relation, const Number& value) {
      return cover->attempt(quantity, relation, value);
    }};
  };
}

/// A number offset + part delta at one eps, part > 0: the advantage, and what a guess gets right.
struct Lifted {
  Quantity quantity;
  Rational offset, part;
};

Evaluator lifted_claim(const std::function<Lifted(const Quantity&)>& lift) {
  return [lift](Reader& reader, const Quantity& q, Relation whole) -> Proof {
    const Lifted lifted = lift(q);
    const Proof proof = (*lifted.quantity.row->evaluator)(reader, lifted.quantity, whole);
    return {[lifted, proof](const Quantity&, Relation relation, const Number& value) {
      if (lifted.part == 1 && lifted.offset == 0) return proof.attempt(lifted.quantity, relation, value);
      if (value.kind != Number::Kind::rational) return Judgement::no("domain", "value: must be rational");
      return proof.attempt(lifted.quantity, relation, rational((value.argument - lifted.offset) / lifted.part));
    }};
  };
}

/// Of one pair both directions have one advantage (PROOFS.md 19.1).
Lifted advantage(const Quantity& q, const QuantityRow& delta, std::string_view own) {
  const Direction d = *delta.worst == Worst::one_pair ? Direction::remove : Direction::both;
  return {delta_of(q, delta, own, rational(0), d), 0, 1};
}

Lifted bayes(const Quantity& q, const QuantityRow& delta) {
  const Number& prior = q.parameter("prior");
  if (prior.kind != Number::Kind::rational) throw Rejected{"domain", "prior: must be rational"};
  const Rational in = prior.argument, out = 1 - in, half(1, 2);
  if (in == half) {
    Lifted even = advantage(q, delta, "prior");
    even.offset = even.part = half;
    return even;
  }
  const bool mixes = has_directions(delta)
                         ? q.direction == Direction::both
                         : q.adjacency == Adjacency::zero_out && *delta.worst == Worst::class_of_pairs;
  if (mixes) throw Rejected{"domain", "prior: must be 1/2 where the direction is both"};
  const bool likely = in > half;
  const Number eps{Number::Kind::ln, likely ? in / out : out / in};
  return {delta_of(q, delta, "prior", eps, likely ? exchanged(q.direction) : q.direction), likely ? in : out,
          likely ? out : in};
}

/// The axioms of a quantity whose lower end rests on what an upper end of delta does.
std::vector<Axiom> mirrored(std::vector<Axiom> axioms) {
  for (Axiom& axiom : axioms) {
    if (*axiom.needed == Axiom::Needed::for_upper_ends) axiom.needed = Axiom::Needed::for_lower_ends;
  }
  return axioms;
}

/// The axioms of a number that both directions have: the theorem is needed in both.
std::vector<Axiom> undirected(std::vector<Axiom> axioms) {
  for (Axiom& axiom : axioms) std::erase(axiom.parameters, "direction");
  return axioms;
}

QuantityRow derived(const QuantityRow& delta, std::string_view what, const std::optional<Parameter>& own,
                    Evaluator evaluator) {
  std::vector<Parameter> kept;
  for (const Parameter& p : *delta.parameters) {
    if (p.name != parameters::eps.name) kept.push_back(p);
  }
  if (own) kept.push_back(*own);
  std::sort(kept.begin(), kept.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
  const std::string id = delta.id.substr(0, delta.id.find('.') + 1) + std::string(what);
  return {delta, id, kept, std::move(evaluator), delta.phases, delta.parts, delta.table, delta.fits};
}

}  // namespace

std::vector<QuantityRow> risk_rows(std::span<const QuantityRow> table) {
  std::vector<QuantityRow> all;
  for (const QuantityRow& row : table) {
    if (!row.worst) continue;
    const QuantityRow* delta = &row;
    all.push_back(derived(row, "advantage", std::nullopt,
                          lifted_claim([delta](const Quantity& q) { return advantage(q, *delta, {}); })));
    all.back().directions = kBoth;
    all.back().axioms = undirected(*row.axioms);
    all.push_back(derived(row, "bayes", parameters::prior,
                          lifted_claim([delta](const Quantity& q) { return bayes(q, *delta); })));
    // Of a formula that is above its mechanism's delta no false positive rate of the mechanism follows.
    if (*row.bounds != Bounds::formula) {
      all.push_back(derived(row, "fpr", parameters::tpr, rate_claim(row, true)));
      all.back().axioms = mirrored(*row.axioms);
    }
    all.push_back(derived(row, "tpr", parameters::fpr, rate_claim(row, false)));
    const std::string mu = row.id.substr(0, row.id.find('.')) + ".mu";
    const bool is_taken =
        std::any_of(table.begin(), table.end(), [&](const QuantityRow& other) { return other.id == mu; });
    if (row.worst == Worst::one_pair && !is_taken) {
      all.push_back(derived(row, "mu", parameters::floor, cover_claim(row)));
    }
  }
  return all;
}

}  // namespace hallmark::check
