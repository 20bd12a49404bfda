#include "bounds/shuffle/atoms.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "bounds/shuffle/binomial_masses.hpp"
#include "bounds/shuffle/clones.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark::atoms {
namespace {

// C ~ count, A ~ Bin(C, 1/2), D ~ Bern(a): (A + D, C - A + 1 - D) against (A + 1 - D, C - A + D).
struct CoinPair {
  Binomial count;
  Ball a;
  Ball b;  // 1 - a
};

struct CountOutcome {
  std::uint64_t x;
  std::uint64_t m;
  Ball mass;  // Pr[C = m - 1] 2^-(m-1) C(m, x), twice the law of Bin(m, 1/2)
};

__extension__ using Wide = unsigned __int128;

bool by_fraction(const CountOutcome& s, const CountOutcome& t) {
  const Wide left = static_cast<Wide>(s.x) * t.m;
  const Wide right = static_cast<Wide>(t.x) * s.m;
  return left != right ? left < right : s.m < t.m;
}
bool same_fraction(const CountOutcome& s, const CountOutcome& t) {
  return static_cast<Wide>(s.x) * t.m == static_cast<Wide>(t.x) * s.m;
}

// Adds the pair's atoms, masses multiplied by `share`.
bool add_coin_pair(AtomSink& law, const CoinPair& pair, const Ball& share, const Listing& listing,
                   const Budget& budget) {
  const slong bits = listing.bits;
  const double depth = static_cast<double>(listing.tail_bits) * ln2 + 8;
  const Range counts = binomial_range(pair.count, depth);
  {  // about how many
    const double c = static_cast<double>(counts.hi) + 1;
    const double width = std::min(c, 2 * std::sqrt(depth * c / 2) + 4);
    if (static_cast<double>(counts.hi - counts.lo + 1) * width * 0.8 > static_cast<double>(listing.most)) return false;
  }
  std::vector<CountOutcome> outcomes;
  const auto add = [&](const CountOutcome& o) {
    const auto x = static_cast<slong>(o.x);
    const auto y = static_cast<slong>(o.m - o.x);
    const Ball s = o.mass * share / static_cast<slong>(o.m);
    law.add(s * (pair.a * x + pair.b * y), s * (pair.b * x + pair.a * y));
  };
  const Ball half(Rational("1/2"), bits);
  const bool finished = for_each_mass(pair.count, counts, budget, [&](slong c, const Ball& weight) {
    const double left = depth + log_of(weight);
    if (left <= 0) return;
    const slong m = c + 1;
    const double reach = std::sqrt(left * static_cast<double>(m) / 2) + 2;
    const double centre = static_cast<double>(m) / 2;
    const slong lo = std::max(slong{0}, static_cast<slong>(centre - reach));
    const slong hi = std::min(m, static_cast<slong>(centre + reach) + 1);
    Ball mass = weight * pmf({m, half, half}, lo) * 2;
    // (a x + b y) mass and (b x + a y) mass, both factors kept by addition.
    const Ball step = pair.a - pair.b;
    Ball in_p = pair.a * lo + pair.b * (m - lo);
    Ball in_q = pair.b * lo + pair.a * (m - lo);
    Ball p(0, bits);
    Ball q(0, bits);
    if (!listing.merge) mass = mass * share / m;
    for (slong x = lo;; ++x) {
      if (listing.merge) {
        outcomes.push_back({static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(m), mass});
      } else if (x == 0 || x == m) {  // where b = 0 a factor is 0 exactly
        law.add(mass * (pair.a * x + pair.b * (m - x)), mass * (pair.b * x + pair.a * (m - x)));
      } else {
        law.add(p.set_product(mass, in_p), q.set_product(mass, in_q));
      }
      if (x == hi) break;
      mass *= m - x;
      mass /= x + 1;
      in_p += step;
      in_q -= step;
    }
  });
  if (!finished) return false;
  std::sort(outcomes.begin(), outcomes.end(), by_fraction);
  for (std::size_t i = 0; i < outcomes.size();) {
    Ball sum = outcomes[i].mass;
    const CountOutcome& first = outcomes[i];
    for (++i; i < outcomes.size() && same_fraction(outcomes[i], first); ++i) {
      sum += outcomes[i].mass;
    }
    add({first.x, first.m, sum});
  }
  return true;
}

void check_krr(std::string_view where, slong n, slong k, const Number& gamma) {
  if (n < 1 || n > hallmark::clones::max_reports) {
    throw InputError(where, "n", std::to_string(n), "an integer from 1 to 10^15");
  }
  if (k < 2) throw InputError(where, "k", std::to_string(k), "an integer of at least 2");
  if (gamma.sign() <= 0 || less(gamma, Number(1)) != Truth::yes) {
    throw InputError(where, "gamma", gamma.to_string(), "greater than 0 and less than 1");
  }
}

CoinPair strong_pair(slong n, slong k, const Number& gamma, slong bits) {
  const Ball p = gamma.ball(bits + 16) * 2 / k;
  return {{n - 1, p.with_bits(bits), (1 - p).with_bits(bits)}, Ball(1, bits), Ball(0, bits)};
}

}  // namespace

AtomSource clones(slong n, const Number& eps0) {
  hallmark::clones::check_domain("clones", n, eps0);
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    const slong bits = listing.bits;
    const Ball e = exponential(eps0, bits);
    const CoinPair pair{{n - 1, 1 / e, exponential_minus_1(eps0, bits) / e}, e / (e + 1), 1 / (e + 1)};
    return add_coin_pair(sink, pair, Ball(1, bits), listing, budget);
  };
}

AtomSource krr_strong_pair(slong n, slong k, const Number& gamma) {
  check_krr("krr.strong-pair", n, k, gamma);
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    return add_coin_pair(sink, strong_pair(n, k, gamma, listing.bits), Ball(1, listing.bits), listing, budget);
  };
}

AtomSource krr_strong(slong n, slong k, const Number& gamma) {
  check_krr("krr.strong", n, k, gamma);
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    const Ball exposed = gamma.ball(listing.bits);
    sink.add(exposed, exposed);
    return add_coin_pair(sink, strong_pair(n, k, gamma, listing.bits), 1 - exposed, listing, budget);
  };
}

namespace {

bool add_krr_weak(AtomSink& law, slong n, slong k, const Number& gamma, const Listing& listing, const Budget& budget) {
  const slong bits = listing.bits;
  const Ball g = gamma.ball(bits);
  const Ball true_share = 1 - g;
  const Binomial blanket{n - 1, g, true_share};
  const Ball in_two(Rational(2) / k, bits);
  const Ball in_rest(Rational(k - 2) / k, bits);
  const Ball half(Rational("1/2"), bits);
  const double depth = static_cast<double>(listing.tail_bits) * ln2 + 8;
  const Range counts = binomial_range(blanket, depth);
  {
    const double width = [&](double c) {
      const double s = std::sqrt(2 * depth * c * 2 / static_cast<double>(k) * (1 - 2 / static_cast<double>(k))) * 2 + 4;
      const double x = std::sqrt(depth * c / static_cast<double>(k)) * 2 + 4;
      return std::min(s, c + 1) * std::min(x, c + 1);
    }(static_cast<double>(counts.hi) + 1);
    if (static_cast<double>(counts.hi - counts.lo + 1) * width * 0.5 > static_cast<double>(listing.most)) {
      return false;
    }
  }
  Ball ties(0, bits);
  const bool finished = for_each_mass(blanket, counts, budget, [&](slong count, const Ball& weight) {
    const double left = depth + log_of(weight);
    if (left <= 0) return;
    const slong m = count + 1;
    const Binomial pairs{m, in_two, in_rest};
    const Ball per_report = true_share * k / m;
    static_cast<void>(
        for_each_mass(pairs, k == 2 ? Range{m, m} : binomial_range(pairs, left), {}, [&](slong s, const Ball& in_s) {
          const double rest = left + log_of(in_s);
          if (rest <= 0) return;
          const double reach = std::sqrt(rest * static_cast<double>(s) / 2) + 2;
          const double centre = static_cast<double>(s) / 2;
          const slong lo = std::max(slong{0}, static_cast<slong>(centre - reach));
          const slong hi = s - lo;  // symmetric
          Ball mass = weight * in_s * pmf({s, half, half}, lo);
          Ball in_p = per_report * lo + g;
          Ball in_q = per_report * (s - lo) + g;
          Ball p(0, bits);
          Ball q(0, bits);
          for (slong x = lo; x <= hi; ++x) {
            p.set_product(mass, in_p);
            if (2 * x == s) {
              ties += p;
            } else {
              law.add(p, q.set_product(mass, in_q));
            }
            mass *= s - x;
            mass /= x + 1;
            in_p += per_report;
            in_q -= per_report;
          }
        }));
  });
  if (!finished) return false;
  if (is_positive(ties) == Truth::yes) law.add(ties, ties);
  return true;
}

}  // namespace

AtomSource krr_weak(slong n, slong k, const Number& gamma) {
  check_krr("krr.weak", n, k, gamma);
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    return add_krr_weak(sink, n, k, gamma, listing, budget);
  };
}

namespace {

bool add_rr2(AtomSink& builder, slong n, const Number& eps0, slong others, const Listing& listing,
             const Budget& budget) {
  // Masses down to 2^-tail_bits are listed; each to 2^-60 of itself even where it is only known up to what was left
  // out.
  constexpr slong deeper = 60;
  const bool single = others == 0 || others == n - 1;
  const slong bits = single ? listing.bits : std::max(listing.bits, listing.tail_bits + deeper) + 32;
  const double depth = static_cast<double>(listing.tail_bits) * ln2 + 8;
  const Ball e = exponential(eps0, bits);
  const Ball a = e / (e + 1);
  const Ball b = 1 / (e + 1);
  const Binomial ones{others, a, b};
  const Binomial zeros{n - 1 - others, b, a};
  const auto masses = [&](const Binomial& law, double at_depth, Range& range) {
    std::vector<Ball> r;
    range = binomial_range(law, at_depth);
    if (static_cast<std::size_t>(range.hi - range.lo) >= listing.most) return r;
    if (!for_each_mass(law, range, budget, [&](slong, const Ball& mass) { r.push_back(mass); })) r.clear();
    return r;
  };
  Range range{0, 0};
  std::vector<Ball> law;  // R on the range
  if (single) {
    law = masses(others == 0 ? zeros : ones, depth, range);
  } else {
    Range first{0, 0};
    Range second{0, 0};
    const double inner = depth + static_cast<double>(deeper) * ln2;
    const std::vector<Ball> f = masses(ones, inner, first);
    const std::vector<Ball> g = masses(zeros, inner, second);
    if (f.empty() || g.empty()) return false;
    law.assign(f.size() + g.size() - 1, Ball(0, bits));
    Ball kept_f(0, bits);
    Ball kept_g(0, bits);
    for (const Ball& x : f) kept_f += x;
    for (const Ball& x : g) kept_g += x;
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (budget.expired()) return false;
      for (std::size_t j = 0; j < g.size(); ++j) {
        law[i + j].add_product(f[i], g[j]);
      }
    }
    // What either range leaves out adds at most its whole mass to any value.
    const Ball left_out = max(1 - kept_f * kept_g, Ball(0, bits));
    range = {first.lo + second.lo, first.hi + second.hi};
    // Outside the range R is at most left_out; inside only the values far above it are of use.
    const Rational least = pow(Rational(2), -listing.tail_bits - 16);
    const auto useful = [&](const Ball& x) { return less(x, least) != Truth::yes; };
    std::size_t from = 0;
    std::size_t to = law.size();
    if (range.lo > 0)
      while (from < to && !useful(law[from])) ++from;
    if (range.hi < n - 1)
      while (to > from && !useful(law[to - 1])) --to;
    law = {law.begin() + static_cast<std::ptrdiff_t>(from), law.begin() + static_cast<std::ptrdiff_t>(to)};
    range = {range.lo + static_cast<slong>(from), range.lo + static_cast<slong>(to) - 1};
    for (Ball& x : law) x = plus_up_to(x, left_out);
  }
  if (law.empty()) return false;
  // An outcome j needs R(j-1) and R(j): both in the range, or beyond the ends 0 and n - 1 where R is 0.
  const slong lowest = range.lo == 0 ? 0 : range.lo + 1;
  const slong highest = range.hi == n - 1 ? n : range.hi;
  const auto at = [&](slong j) {
    return j < range.lo || j > range.hi ? Ball(0, bits) : law[static_cast<std::size_t>(j - range.lo)];
  };
  for (slong j = lowest; j <= highest; ++j) {
    const Ball left = at(j - 1);
    const Ball here = at(j);
    builder.add(a * left + b * here, b * left + a * here);
  }
  return true;
}

}  // namespace

AtomSource rr2(slong n, const Number& eps0, slong others) {
  hallmark::clones::check_domain("rr2", n, eps0);
  if (others < 0 || others >= n)
    throw InputError("rr2", "others", std::to_string(others), "an integer from 0 to n - 1");
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    return add_rr2(sink, n, eps0, others, listing, budget);
  };
}

}  // namespace hallmark::atoms
