#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <optional>
#include <string>
#include <vector>

namespace hallmark::lemmas {

/// `mpz_int` and `mpq_rational` without expression templates: `auto` and conditional expressions then mean what they
/// say.
using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// The exact quotient a/b.
[[nodiscard]] Rational ratio(long a, long b);
/// x^k, k >= 0.
[[nodiscard]] Rational power(const Rational& x, int k);
/// The largest integer <= x.
[[nodiscard]] Integer floor_of(const Rational& x);
/// The smallest integer >= x.
[[nodiscard]] Integer ceiling_of(const Rational& x);
/// "name = value" pieces for counterexamples.
[[nodiscard]] std::string text(const Rational& x);

/// C(n, k), 0 outside 0 <= k <= n.
[[nodiscard]] Integer choose(int n, int k);
/// bin(n, p; k) = C(n,k) p^k (1-p)^(n-k), 0 outside 0 <= k <= n.
[[nodiscard]] Rational binomial_pmf(int n, const Rational& p, int k);
/// Pr[Bin(n, p) >= t].
[[nodiscard]] Rational binomial_upper_tail(int n, const Rational& p, int t);
/// The whole law of Bin(n, p), n+1 masses.
[[nodiscard]] std::vector<Rational> binomial_law(int n, const Rational& p);
/// The law of the sum of two independent counts.
[[nodiscard]] std::vector<Rational> convolve(const std::vector<Rational>& x, const std::vector<Rational>& y);

/// The law of these weights, w_i / (w_1 + w_2 + ...); no weight is negative, one is positive.
[[nodiscard]] std::vector<Rational> law_of(std::vector<Rational> weights);

/// One outcome of a pair of distributions (P, Q).
struct Atom {
  Rational p;
  Rational q;
};
using Pair = std::vector<Atom>;

/// The pair of two laws on 0..size-1; the shorter is padded with zeros.
[[nodiscard]] Pair pair_of(const std::vector<Rational>& p, const std::vector<Rational>& q);
/// (P x R, Q x S) of (P, Q) and (R, S): both mechanisms, run apart.
[[nodiscard]] Pair product(const Pair& first, const Pair& second);
/// (Q, P).
[[nodiscard]] Pair reversed(const Pair& pair);
/// Both columns sum to one and nothing is negative.
[[nodiscard]] bool is_pair_of_distributions(const Pair& pair);
/// H_w(P||Q) = sum max(0, P - w Q), w >= 0.
[[nodiscard]] Rational hockey_stick(const Pair& pair, const Rational& w);
/// Q{P > w Q}, minus the right derivative of H in w.
[[nodiscard]] Rational slope(const Pair& pair, const Rational& w);
/// The distinct finite ratios P/Q in increasing order: where H_w(P||Q) bends.
[[nodiscard]] std::vector<Rational> breakpoints(const Pair& pair);

/// H_w of a pair that should dominate others, tabulated at the points that decide domination.
///
/// Which w suffice. f(w) = H_w(P||Q) (dominating) and g(w) = H_w(A||B) are convex and piecewise linear on w >= 0.
/// Between two neighbouring bends of f, f is linear, so g - f is convex there and largest at an end. Beyond the last
/// bend f is the constant P{Q = 0} and g does not increase, so g - f is largest at that bend. At w = 0 both are 1.
/// Hence g <= f for all w >= 0 if and only if g <= f at the bends of f; the bends of g need not be visited. w = 0 and w
/// = 1 are added as a guard.
class Profile {
 public:
  explicit Profile(const Pair& dominating);
  /// A w with H_w(other) > H_w(dominating), if there is one.
  [[nodiscard]] std::optional<Rational> exceeded_by(const Pair& other) const;
  [[nodiscard]] const std::vector<Rational>& points() const { return points_; }
  [[nodiscard]] const std::vector<Rational>& values() const { return values_; }

 private:
  std::vector<Rational> points_;
  std::vector<Rational> values_;
};

/// The pair of [FMT21] Theorem 3.2 from its sampling description, with C ~ Bin(n-1, p):
/// (A+D, C-A+1-D) against (A+1-D, C-A+D), A|C ~ Bin(C, 1/2), D ~ Bern(E/(E+1)). Theorem 3.2 has p = 1/E.
[[nodiscard]] Pair clones_pair(int n, const Rational& e, const Rational& p);
[[nodiscard]] Pair clones_pair(int n, const Rational& e);
/// The pair of [FMT21] Lemma A.1: (A+1, C-A) against (A, C-A+1).
[[nodiscard]] Pair a1_pair(int n, const Rational& p);

/// Values of E = e^eps0 the exact checks use.
[[nodiscard]] const std::vector<Rational>& several_e();

}  // namespace hallmark::lemmas
