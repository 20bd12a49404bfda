// The formulas an evaluator of the clones pair rests on: the hockey stick in closed form, monotonicity, recurrences in
// c, and bounds of what a truncated sum leaves out. Everything against enumeration, in exact rationals.
#include <algorithm>
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

int to_int(const Integer& x) { return x.convert_to<int>(); }

/// B_c(j) = C(c,j) 2^-c.
Rational fair_pmf(int c, int j) { return Rational(choose(c, j)) / power(2, c); }
/// S_c(t) = Pr[Bin(c, 1/2) >= t].
Rational fair_tail(int c, int t) {
  Integer sum = 0;
  for (int j = std::max(t, 0); j <= c; ++j) {
    sum += choose(c, j);
  }
  return Rational(sum) / power(2, c);
}

/// tau = (wE-1)/((E-1)(w+1)).
Rational tau_of(const Rational& e, const Rational& w) { return (w * e - 1) / ((e - 1) * (w + 1)); }
/// The w with tau_of(e, w) = tau.
Rational w_of(const Rational& e, const Rational& tau) { return (1 + tau * (e - 1)) / (e - tau * (e - 1)); }
/// k_c = floor(tau (c+1)).
int k_of(const Rational& tau, int c) { return to_int(floor_of(tau * (c + 1))); }

/// D_c(w) with the threshold t = k_c + 1.
Rational conditional_delta(const Rational& e, const Rational& w, int c) {
  const int k = k_of(tau_of(e, w), c);
  return (e - w) / (e + 1) * fair_pmf(c, k) - (w - 1) * fair_tail(c, k + 1);
}

/// D_c(w) from the definition: the hockey stick of the pair given C = c.
Rational conditional_delta_enumerated(const Rational& e, const Rational& w, int c) {
  std::vector<Rational> p = convolve(binomial_law(c, ratio(1, 2)), {1 / (e + 1), e / (e + 1)});
  std::vector<Rational> q = convolve(binomial_law(c, ratio(1, 2)), {e / (e + 1), 1 / (e + 1)});
  return hockey_stick(pair_of(p, q), w);
}

/// delta(w) in closed form with C ~ Bin(n-1, p).
Rational delta_closed(int n, const Rational& e, const Rational& p, const Rational& w) {
  Rational sum = 0;
  for (int c = 0; c < n; ++c) {
    sum += binomial_pmf(n - 1, p, c) * conditional_delta(e, w, c);
  }
  return sum;
}

/// w in [1, E): 1, near E, between, and at tau with small denominators: those are the ties, the bends of the first few
/// c.
std::vector<Rational> several_w(const Rational& e) {
  std::vector<Rational> values = {1, 1 + (e - 1) / 1000, (1 + e) / 2, 1 + (e - 1) * ratio(3, 7), e - (e - 1) / 1000};
  for (int denominator = 2; denominator <= 12; ++denominator) {
    for (int numerator = denominator / 2 + 1; numerator < denominator; ++numerator) {
      values.push_back(w_of(e, ratio(numerator, denominator)));
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<Rational> dense_e() { return {ratio(101, 100), ratio(3, 2), 2, ratio(7, 3), 3, 5, 10, ratio(55, 1), 1000}; }

std::string at(const Rational& e, const Rational& w) { return "E=" + text(e) + ", w=" + text(w); }

void closed_form(Tally& tally, bool long_run) {
  for (const auto& e : dense_e()) {
    // The same formula must hold for any parameter p of C; the successor paper uses 2/(E+1).
    for (const Rational& p : {Rational(1 / e), Rational(2 / (e + 1))}) {
      for (int n = 1; n <= (long_run ? 14 : 8); ++n) {
        const Pair pair = clones_pair(n, e, p);
        for (const auto& w : several_w(e)) {
          const Rational direct = hockey_stick(pair, w);
          const Rational closed = delta_closed(n, e, p, w);
          tally.expect(direct == closed && direct == hockey_stick(reversed(pair), w) && closed > 0, [&] {
            return at(e, w) + ", n=" + std::to_string(n) + ": enumerated " + text(direct) + ", closed " + text(closed);
          });
        }
        for (const Rational& w : {e, Rational(e + ratio(1, 10)), Rational(100 * e)}) {
          tally.expect(hockey_stick(pair, w) == 0, [&] { return at(e, w) + ": not zero beyond E"; });
        }
        tally.expect(delta_closed(1, e, p, (1 + e) / 2) == (e - 1) / 2 / (e + 1), [&] { return "D_0 at " + text(e); });
      }
    }
  }
}

/// Ties: if tau (c+1) is an integer, the threshold may be lowered by one without any change.
void ties(Tally& tally) {
  for (const auto& e : dense_e()) {
    for (int m = 2; m <= 24; ++m) {
      for (int x = (m + 1) / 2; x < m; ++x) {
        const Rational w = w_of(e, ratio(x, m));
        const int c = m - 1;
        const int t = x;  // k_c = x; the usual threshold is x + 1
        const Rational lowered = (e - w) / (e + 1) * fair_pmf(c, t - 1) - (w - 1) * fair_tail(c, t);
        tally.expect(k_of(tau_of(e, w), c) == x && lowered == conditional_delta(e, w, c),
                     [&] { return at(e, w) + ", c=" + std::to_string(c); });
      }
    }
  }
}

/// Any integer threshold gives a lower bound (it evaluates some event, not the best one).
void any_threshold(Tally& tally) {
  for (const auto& e : several_e()) {
    for (const auto& w : several_w(e)) {
      for (int c = 0; c <= 12; ++c) {
        const Rational best = conditional_delta_enumerated(e, w, c);
        for (int t = 0; t <= c + 2; ++t) {
          const Rational value = (e - w) / (e + 1) * fair_pmf(c, t - 1) - (w - 1) * fair_tail(c, t);
          tally.expect(value <= best, [&] {
            return at(e, w) + ", c=" + std::to_string(c) + ", t=" + std::to_string(t) + ": " + text(value) + " > " +
                   text(best);
          });
        }
      }
    }
  }
}

void monotone_in_c(Tally& tally, bool long_run) {
  for (const auto& e : dense_e()) {
    for (const auto& w : several_w(e)) {
      Rational before = conditional_delta_enumerated(e, w, 0);
      for (int c = 1; c <= (long_run ? 100 : 40); ++c) {
        const Rational now = conditional_delta_enumerated(e, w, c);
        tally.expect(now <= before && now >= 0, [&] {
          return at(e, w) + ", c=" + std::to_string(c) + ": D rises from " + text(before) + " to " + text(now);
        });
        before = now;
      }
    }
  }
}

void monotone_in_n_and_e(Tally& tally, bool long_run) {
  const auto es = dense_e();
  for (std::size_t i = 0; i < es.size(); ++i) {
    for (const auto& w : several_w(es[i])) {
      Rational before = 1;
      for (int n = 1; n <= (long_run ? 24 : 12); ++n) {
        const Rational now = delta_closed(n, es[i], 1 / es[i], w);
        tally.expect(now <= before, [&] { return at(es[i], w) + ": delta rises at n=" + std::to_string(n); });
        before = now;
        if (i + 1 < es.size()) {
          const Rational larger = delta_closed(n, es[i + 1], 1 / es[i + 1], w);
          tally.expect(now <= larger, [&] {
            return at(es[i], w) + ", n=" + std::to_string(n) + ": delta falls at E=" + text(es[i + 1]);
          });
        }
      }
    }
  }
}

/// Convex with slope -P1{P0 > w P1}, and that slope is -(sum v + sum u/(E+1)).
void shape_in_w(Tally& tally, bool long_run) {
  for (const auto& e : dense_e()) {
    for (int n = 1; n <= (long_run ? 14 : 8); ++n) {
      const Pair pair = clones_pair(n, e);
      auto points = several_w(e);
      points.push_back(e);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Rational& w = points[i];
        const Rational here = hockey_stick(pair, w);
        if (w < e) {
          Rational formula = 0;
          for (int c = 0; c < n; ++c) {
            const int k = k_of(tau_of(e, w), c);
            formula += binomial_pmf(n - 1, 1 / e, c) * (fair_tail(c, k + 1) + fair_pmf(c, k) / (e + 1));
          }
          tally.expect(formula == slope(pair, w) && formula > 0, [&] {
            return at(e, w) + ", n=" + std::to_string(n) + ": slope " + text(slope(pair, w)) + ", formula " +
                   text(formula);
          });
        }
        for (std::size_t j = i + 1; j < points.size(); ++j) {
          // The derivative is -slope and the slope does not increase: the mean value lies between the two.
          const Rational fall = (here - hockey_stick(pair, points[j])) / (points[j] - w);
          tally.expect(fall <= slope(pair, w) && fall >= slope(pair, points[j]) && fall > 0, [&] {
            return at(e, w) + " to w=" + text(points[j]) + ", n=" + std::to_string(n) + ": fall " + text(fall);
          });
        }
      }
    }
  }
}

/// One step c -> c-1 of B = B_c(k_c) and S = S_c(k_c + 1). Pascal's rule S_c(t) = S_{c-1}(t) + B_{c-1}(t-1)/2 gives
/// both cases. k_c <= c because tau < 1, so B never vanishes and no step is 0/0.
void recurrences(Tally& tally, bool long_run) {
  for (const auto& e : dense_e()) {
    for (const auto& w : several_w(e)) {
      const Rational tau = tau_of(e, w);
      int c = long_run ? 300 : 80;
      Rational b = fair_pmf(c, k_of(tau, c));
      Rational s = fair_tail(c, k_of(tau, c) + 1);
      for (; c >= 1; --c) {
        const int k = k_of(tau, c);
        const int next = k_of(tau, c - 1);
        const bool step_is_known = next == k || next == k - 1;
        if (next == k) {
          b = b * 2 * (c - k) / c;
          s -= b / 2;
        } else {
          s += b * (c - k) / c;
          b = b * 2 * k / c;
        }
        tally.expect(step_is_known && b == fair_pmf(c - 1, next) && s == fair_tail(c - 1, next + 1), [&] {
          return at(e, w) + ", c=" + std::to_string(c) + " to " + std::to_string(c - 1) + ", k=" + std::to_string(k) +
                 " to " + std::to_string(next) + ": B=" + text(b) + ", S=" + text(s);
        });
      }
    }
  }
}

/// delta = ((E-w)/(E+1)) sum u - (w-1) sum v with u_c, v_c carried by the recurrences times pmf(c-1)/pmf(c).
void recurrence_sum(Tally& tally, bool long_run) {
  for (const auto& e : dense_e()) {
    const Rational p = 1 / e;
    for (const auto& w : several_w(e)) {
      const Rational tau = tau_of(e, w);
      for (int n = 1; n <= (long_run ? 20 : 12); ++n) {
        int c = n - 1;
        int k = k_of(tau, c);
        Rational u = power(p, c) * fair_pmf(c, k);
        Rational v = power(p, c) * fair_tail(c, k + 1);
        Rational sum_u = u;
        Rational sum_v = v;
        for (; c >= 1; --c) {
          const Rational mass = c * (1 - p) / ((n - c) * p);
          const int next = k_of(tau, c - 1);
          if (next == k) {
            u = u * 2 * (c - k) / c;
            v -= u / 2;
          } else {
            v += u * (c - k) / c;
            u = u * 2 * k / c;
          }
          u *= mass;
          v *= mass;
          k = next;
          sum_u += u;
          sum_v += v;
        }
        const Rational value = (e - w) / (e + 1) * sum_u - (w - 1) * sum_v;
        const Pair pair = clones_pair(n, e);
        tally.expect(value == hockey_stick(pair, w) && sum_v + sum_u / (e + 1) == slope(pair, w), [&] {
          return at(e, w) + ", n=" + std::to_string(n) + ": " + text(value) + " against " + text(hockey_stick(pair, w));
        });
      }
    }
  }
}

/// The tilted bound of one term.
///
/// Proof. For s > 0, C(c,k) s^k <= (1+s)^c, so B_c(k) <= s^-k ((1+s)/2)^c. If s >= 1 and k = floor(tau (c+1)) > tau
/// (c+1) - 1, then s^-k <= s^(1 - tau (c+1)) = s^(1-tau) s^(-tau c). Together B_c(k_c) <= s^(1-tau) kappa^c, kappa =
/// (1+s) s^-tau / 2. D_c drops a subtracted term. Summed: bin(N,p;c) kappa^c = (1-p+p kappa)^N bin(N,p';c), p' = p
/// kappa/(1-p+p kappa).
///
/// With tau = a/d both sides are compared exactly after raising to the power d:
/// B^d <= s^(d-a) ((1+s)/2)^(cd) s^(-ac).
void tilted_term(Tally& tally, bool long_run) {
  for (int d = 1; d <= (long_run ? 9 : 6); ++d) {
    for (int a = (d + 1) / 2; a < d; ++a) {
      const Rational tau = ratio(a, d);
      std::vector<Rational> tilts = {1, ratio(11, 10), ratio(3, 2), 2, 3, 10, 100};
      tilts.push_back(tau / (1 - tau));  // the s that minimises kappa
      for (const auto& s : tilts) {
        const Rational kappa_to_d = power((1 + s) / 2, d) / power(s, a);
        // The bound is off by a factor of order sqrt(c) only: a kappa that is too small shows at large c.
        std::vector<int> counts = {100, 300, 1000, long_run ? 3000 : 2000};
        for (int c = 0; c <= (long_run ? 120 : 60); ++c) {
          counts.push_back(c);
        }
        for (const int c : counts) {
          const int k = k_of(tau, c);
          const Rational bound = power(s, d - a) * power(kappa_to_d, c);
          tally.expect(power(fair_pmf(c, k), d) <= bound && k > tau * (c + 1) - 1, [&] {
            return "tau=" + text(tau) + ", s=" + text(s) + ", c=" + std::to_string(c) + ": B=" + text(fair_pmf(c, k));
          });
        }
      }
    }
  }
}

/// The tilted bound of a sum over windows of c: s = r^d makes kappa and s^(1-tau) rational.
void tilted_sum(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    const Rational p = 1 / e;
    for (int d = 2; d <= 5; ++d) {
      for (int a = d / 2 + 1; a < d; ++a) {
        const Rational tau = ratio(a, d);
        const Rational w = w_of(e, tau);
        for (const Rational& r : {Rational(1), ratio(11, 10), ratio(5, 4), Rational(2)}) {
          const Rational s = power(r, d);
          const Rational kappa = (1 + s) / 2 / power(r, a);
          const Rational factor = (e - w) / (e + 1) * power(r, d - a);
          for (int count : {0, 1, 5, 20, long_run ? 60 : 30}) {
            const Rational scale = 1 - p + p * kappa;
            const Rational tilted = p * kappa / scale;
            // Suffix sums over [from, count]; any set is a sum of single terms, which are compared as well.
            Rational left = 0;
            Rational right = 0;
            for (int c = count; c >= 0; --c) {
              const Rational term = binomial_pmf(count, p, c) * conditional_delta(e, w, c);
              const Rational bound = factor * power(scale, count) * binomial_pmf(count, tilted, c);
              left += term;
              right += bound;
              tally.expect(
                  term <= bound && left <= right && bound == factor * binomial_pmf(count, p, c) * power(kappa, c), [&] {
                    return at(e, w) + ", N=" + std::to_string(count) + ", c=" + std::to_string(c) + ", s=" + text(s) +
                           ": " + text(left) + " against " + text(right);
                  });
            }
            tally.expect(right == factor * power(scale, count), [&] { return "the tilted masses do not sum to one"; });
          }
        }
      }
    }
  }
}

/// What a sum over lo <= c <= hi leaves out, bounded by geometric series; and the sharper lower bounds.
void truncation(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    const Rational p = 1 / e;
    for (const auto& w : several_w(e)) {
      for (int n : {2, 3, 8, long_run ? 30 : 15}) {
        const int count = n - 1;
        std::vector<Rational> mass;
        std::vector<Rational> term;
        for (int c = 0; c <= count; ++c) {
          mass.push_back(binomial_pmf(count, p, c));
          term.push_back(mass.back() * conditional_delta(e, w, c));
        }
        Rational below = 0;
        for (int lo = 0; lo <= count; ++lo) {
          const auto index = static_cast<std::size_t>(lo);
          const Rational r = lo * (1 - p) / ((n - lo) * p);
          if (r < 1) {
            const Rational bound = (e - w) / (e + 1) * mass[index] * r / (1 - r);
            const Rational sharper = lo == 0 ? Rational(0) : Rational(conditional_delta(e, w, lo) * mass[index - 1]);
            tally.expect(below <= bound && below >= sharper, [&] {
              return at(e, w) + ", n=" + std::to_string(n) + ", lo=" + std::to_string(lo) + ": " + text(below) +
                     " against " + text(bound) + " and " + text(sharper);
            });
          }
          below += term[index];
        }
        Rational above = 0;
        for (int hi = count; hi >= 0; --hi) {
          const auto index = static_cast<std::size_t>(hi);
          const Rational r = (count - hi) * p / ((hi + 1) * (1 - p));
          if (r < 1) {
            const Rational bound = conditional_delta(e, w, hi) * mass[index] * r / (1 - r);
            tally.expect(above <= bound, [&] {
              return at(e, w) + ", n=" + std::to_string(n) + ", hi=" + std::to_string(hi) + ": " + text(above) +
                     " against " + text(bound);
            });
          }
          above += term[index];
        }
      }
    }
  }
}

}  // namespace

Checks clones_evaluation_lemmas() {
  return {
      {"clones.hockey-stick", closed_form},
      {"clones.hockey-stick.ties", ties},
      {"clones.hockey-stick.any-threshold", any_threshold},
      {"clones.monotone.c", monotone_in_c},
      {"clones.monotone.n-eps0", monotone_in_n_and_e},
      {"clones.monotone.w", shape_in_w},
      {"clones.recurrences", recurrences},
      {"clones.recurrences.sum", recurrence_sum},
      {"clones.remainder.tilted-term", tilted_term},
      {"clones.remainder.tilted-sum", tilted_sum},
      {"clones.remainder.geometric", truncation},
  };
}

}  // namespace hallmark::lemmas
