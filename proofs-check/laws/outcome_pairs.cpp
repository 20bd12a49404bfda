#include "laws/outcome_pairs.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

constexpr Count kMostListed = 1 << 18;  // outcomes of one part
constexpr Count kWhole = 1 << 12;       // all rounds of a pair with so few outcomes together are of one part

/// An outcome, or several of one likelihood ratio: its masses, both positive.
struct Masses {
  Interval p, q;
};
using MassList = std::vector<Masses>;

/// Known so well that its place in an order of ratios is one among few.
bool is_sharp(const Interval& mass) {
  constexpr int bits = 32;
  return mpfr_sgn(mass.lo()) > 0 && proved(less_equal(times_power_of_two(mass.upper() - mass.lower(), bits), mass));
}

void check_size(const Integer& outcomes, Count precision) {
  if (outcomes > kMostListed) throw TooMuchWork();
  Meter::room(outcomes.to_count(), 4 * (7 + limbs(precision)));
}

/// How many outcomes `rounds` rounds of so many have, orders apart: C(outcomes + rounds - 1, rounds), or any number above
/// kMostListed.
Integer combined(Count outcomes, Count rounds) {
  if (outcomes == 0) return 0;
  const Count few = std::min(outcomes - 1, rounds);
  const Count many = std::max(outcomes - 1, rounds);
  Integer all = 1;
  for (Count i = 1; i <= few && all <= kMostListed; ++i) all = all * (Integer(many) + i) / i;
  return all;
}

/// All outcomes of `rounds` rounds in which those before `from` do not occur, each with its number of orders and times
/// `before`. As deep as there are outcomes: of two rounds and more those are few.
void add_rounds(const MassList& one, std::size_t from, Count rounds, Masses before, MassList& into) {
  if (rounds == 0 || from + 1 == one.size()) {
    const Masses& last = one[from];
    into.push_back({before.p * nth_power(last.p, rounds), before.q * nth_power(last.q, rounds)});
    return;
  }
  const auto precision = before.p.precision();
  for (Count left = rounds;; --left) {
    add_rounds(one, from + 1, left, before, into);
    if (left == 0) return;
    const Interval orders(Rational(Integer(left), Integer(rounds - left + 1)), precision);
    before = {before.p * one[from].p * orders, before.q * one[from].q * orders};
  }
}

MassList joined(const MassList& a, const MassList& b, Count precision) {
  check_size(Integer(a.size()) * Integer(b.size()), precision);
  MassList all;
  all.reserve(a.size() * b.size());
  for (const Masses& x : a) {
    for (const Masses& y : b) all.push_back({x.p * y.p, x.q * y.q});
  }
  return all;
}

/// The second part in the order of ratios p/q, as far as it is seen.
class Ordered {
 public:
  Ordered(MassList list, Count precision) : list_(std::move(list)) {
    const std::size_t size = list_.size();
    Meter::charge(size * bits_of(size) * price::copy(4));
    std::vector<std::pair<Interval, std::size_t>> ratios;
    for (std::size_t j = 0; j < size; ++j) ratios.emplace_back(list_[j].p / list_[j].q, j);
    std::sort(ratios.begin(), ratios.end(),
              [](const auto& a, const auto& b) { return mpfr_less_p(a.first.lo(), b.first.lo()) != 0; });
    MassList sorted;
    for (const auto& [ratio, j] : ratios) sorted.push_back(std::move(list_[j]));
    list_ = std::move(sorted);
    from_.assign(size + 1, {Interval(precision), Interval(precision)});
    for (std::size_t j = size; j-- > 0;) from_[j] = {from_[j + 1].p + list_[j].p, from_[j + 1].q + list_[j].q};
    for (auto& [ratio, j] : ratios) ends_.push_back(std::move(ratio));
    for (std::size_t j = 1; j < size; ++j) ends_[j] = from_ends(ends_[j], max(ends_[j - 1], ends_[j]));
    for (std::size_t j = size; j-- > 1;) ends_[j - 1] = from_ends(min(ends_[j - 1], ends_[j]), ends_[j - 1]);
  }

  /// The sum of (x.p p - w x.q q)_+ over all of them.
  [[nodiscard]] Interval gain(const Masses& x, const Interval& w) const {
    Meter::charge(2 * bits_of(list_.size()) * price::copy(4));
    const Interval lost = w * x.q;
    const Interval least = lost / x.p;
    const auto begin = ends_.begin();
    const auto some =
        std::partition_point(begin, ends_.end(), [&](const Interval& r) { return proved(less_equal(r, least)); });
    const auto all =
        std::partition_point(some, ends_.end(), [&](const Interval& r) { return !proved(less_equal(least, r)); });
    const auto of = [&](const Masses& y) { return max(x.p * y.p - lost * y.q, Interval(w.precision())); };
    Interval sum = of(from_[Count(all - begin)]);
    for (auto at = some; at != all; ++at) sum = sum + of(list_[Count(at - begin)]);
    return sum;
  }

 private:
  MassList list_;
  MassList from_;  // the sums from each on
  std::vector<Interval>
      ends_;  // lo: at most the ratio of this and every later one; hi: at least that of this and every earlier one
};

}  // namespace

Interval product_delta(const std::vector<GridRounds>& pairs, const Number& eps, Count precision) {
  const Interval zero(precision);
  const Interval one = integer(1, precision);
  Interval finite = one;  // the P-probability that no round is infinite
  Interval missing = zero;
  MassList parts[2] = {{{one, one}}, {{one, one}}};
  for (const auto& [cells_of, rounds] : pairs) {
    MassList list;
    {
      const Cells cells = cells_of();
      finite = finite * nth_power(min(one, max(zero, one - cells.infinite)), rounds);
      Interval lost = cells.missing.upper();
      for (const Cell& cell : cells.list) {
        if (is_sharp(cell.p) && is_sharp(cell.q)) {
          list.push_back({cell.p, cell.q});
        } else {
          lost = lost + cell.p.upper();
        }
      }
      missing = missing + max(lost, zero) * integer(rounds, precision);
    }
    const auto add = [&](Count some) {
      if (some == 0) return;
      MassList& part = parts[0].size() <= parts[1].size() ? parts[0] : parts[1];
      if (some == 1) {
        part = joined(part, list, precision);
        return;
      }
      check_size(combined(list.size(), some), precision);
      MassList all;
      if (!list.empty()) add_rounds(list, 0, some, {one, one}, all);
      part = joined(part, all, precision);
    };
    if (pairs.size() > 1 && combined(list.size(), rounds) <= kWhole) {
      add(rounds);
    } else {
      add(rounds / 2);
      add(rounds - rounds / 2);
    }
  }
  const Ordered second(std::move(parts[1]), precision);
  const Interval w = enclose_exp(eps, precision);
  Interval sum = one - finite;
  for (const Masses& x : parts[0]) sum = sum + second.gain(x, w);
  return max(zero, min(one, from_ends(sum, sum + missing.upper())));
}

}  // namespace hallmark::check
