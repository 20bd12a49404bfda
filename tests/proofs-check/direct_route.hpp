// The direct route of the mutation test: a statement's numbers as sums over every output in plain 100-digit floating
// point, with no rounding modes and no recurrences shared with the checker.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claim.hpp"
#include "exact_text.hpp"

namespace hallmark::check::test {

/// `no` is a contradiction; `unknown`: the two routes agree to all digits, or the second one cannot tell.
using Confirmation = Truth;

namespace direct {

using Float =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>, boost::multiprecision::et_off>;

inline Float to_float(const Rational& r) { return Float(numerator(r).text()) / Float(denominator(r).text()); }

inline Float to_float(const Number& x) {
  const Float r = to_float(x.argument);
  if (x.kind == Number::Kind::ln) return log(r);
  if (x.kind == Number::Kind::exp) return exp(r);
  return r;
}

/// Terms this small, relative to probabilities, are left out.
inline const Float& negligible() {
  static const Float value("1e-400");
  return value;
}

inline std::vector<Float> binomial_law(std::uint64_t trials, const Float& p) {
  std::vector<Float> law(trials + 1);
  for (std::uint64_t k = 0; k <= trials; ++k) {
    const Float log_choose = lgamma(Float(trials + 1)) - lgamma(Float(k + 1)) - lgamma(Float(trials - k + 1));
    const Float log_rest = k == trials ? Float(0) : Float((trials - k) * log1p(-p));
    law[k] = exp(log_choose + k * log(p) + log_rest);
  }
  return law;
}

/// Positive parts over every pair (number of clones c, first counter x).
inline Float clones(std::uint64_t n, const Float& e, const Float& w) {
  const Float a = e / (e + 1);
  const Float b = 1 / (e + 1);
  const std::vector<Float> law = n == 1 ? std::vector<Float>{1} : binomial_law(n - 1, Float(1) / e);
  Float total = 0;
  Float power = 1;  // 2^-c
  for (std::uint64_t c = 0; c < n; ++c, power /= 2) {
    if (law[c] < negligible()) continue;
    Float choose = power;  // C(m, x) 2^-c, m = c+1, x from m downward, where the likelihood ratio is largest
    const std::uint64_t m = c + 1;
    for (std::uint64_t x = m + 1; x-- > 0;) {
      const Float first = choose / m * (a * x + b * (m - x));
      const Float second = choose / m * (b * x + a * (m - x));
      const Float gain = first - w * second;
      if (gain <= 0) break;
      total += law[c] * gain;
      choose = choose * x / (m - x + 1);
    }
  }
  return total;
}

/// The Renyi divergence over every pair (number of clones, first counter).
inline Float clones_renyi(std::uint64_t n, const Float& e, const Float& alpha) {
  const Float a = e / (e + 1);
  const Float b = 1 / (e + 1);
  const std::vector<Float> law = n == 1 ? std::vector<Float>{1} : binomial_law(n - 1, Float(1) / e);
  Float total = 0;
  Float power = 1;  // 2^-c
  for (std::uint64_t c = 0; c < n; ++c, power /= 2) {
    Float choose = power;
    const std::uint64_t m = c + 1;
    for (std::uint64_t x = 0; x <= m; ++x) {
      const Float first = choose / m * (a * x + b * (m - x));
      const Float second = choose / m * (b * x + a * (m - x));
      total += law[c] * second * exp(alpha * log(Float(first / second)));
      choose = choose * (m - x) / (x + 1);
    }
  }
  return log(total) / (alpha - 1);
}

inline Float rr2(std::uint64_t n, std::uint64_t others, bool remove, const Float& e, const Float& w) {
  const Float a = e / (e + 1);
  const Float b = 1 / (e + 1);
  const std::vector<Float> f = binomial_law(others, a);
  const std::vector<Float> g = binomial_law(n - 1 - others, b);
  std::vector<Float> r(n + 1, Float(0));
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (f[i] < negligible()) continue;
    for (std::size_t j = 0; j < g.size(); ++j) r[i + j] += f[i] * g[j];
  }
  Float total = 0;
  for (std::uint64_t k = 0; k <= n; ++k) {
    const Float before = k == 0 ? Float(0) : r[k - 1];
    const Float p = a * before + b * r[k];
    const Float q = b * before + a * r[k];
    const Float gain = remove ? Float(p - w * q) : Float(q - w * p);
    if (gain > 0) total += gain;
  }
  return total;
}

/// Positive parts over the number of outputs on the record's side, the density as a mean over subsets.
inline Float allocation_rr(std::uint64_t steps, std::uint64_t selected, bool remove, const Float& e, const Float& w) {
  const std::vector<Float> null = binomial_law(steps, 1 / (e + 1));
  const auto choose = [](std::uint64_t n, std::uint64_t k) -> Float {
    if (k > n) return 0;
    return exp(lgamma(Float(n + 1)) - lgamma(Float(k + 1)) - lgamma(Float(n - k + 1)));
  };
  Float total = 0;
  for (std::uint64_t n = 0; n <= steps; ++n) {
    Float ratio = 0;
    for (std::uint64_t j = 0; j <= std::min(n, selected); ++j) {
      ratio += choose(n, j) * choose(steps - n, selected - j) * pow(e, Float(2 * j) - Float(selected));
    }
    ratio /= choose(steps, selected);
    const Float gain = remove ? Float(ratio - w) : Float(1 - w * ratio);
    if (gain > 0) total += null[n] * gain;
  }
  return total;
}

/// Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...) for |x| <= 6; beyond, the continued fraction of Mills' ratio.
inline Float normal(const Float& x) {
  static const Float pi = 4 * atan(Float(1));
  const Float density = exp(-x * x / 2) / sqrt(2 * pi);
  if (abs(x) <= 6) {
    Float term = x, sum = x;
    for (int k = 1; k < 600 && abs(term) > Float("1e-110"); ++k) {
      term = term * x * x / (2 * k + 1);
      sum += term;
    }
    return Float(0.5) + density * sum;
  }
  const Float y = abs(x);
  Float fraction = y;
  for (int k = 4000; k >= 1; --k) fraction = y + k / fraction;
  return x < 0 ? Float(density / fraction) : Float(1 - density / fraction);
}

/// The probabilities of the outputs of one round under both datasets.
using Pairs = std::vector<std::pair<Float, Float>>;

/// The coin pair, every (number of coins, first counter): probability p of a coin, user 1 on the first side with
/// probability a.
inline Pairs coin_pairs(std::uint64_t n, const Float& p, const Float& a) {
  const std::vector<Float> law = n == 1 ? std::vector<Float>{1} : binomial_law(n - 1, p);
  Pairs pairs;
  for (std::uint64_t c = 0; c < n; ++c) {
    const std::vector<Float> side = c == 0 ? std::vector<Float>{1} : binomial_law(c, Float(0.5));
    for (std::uint64_t x = 0; x <= c + 1; ++x) {
      const Float up = x == 0 ? Float(0) : side[x - 1];
      const Float stay = x == c + 1 ? Float(0) : side[x];
      pairs.emplace_back(law[c] * (a * up + (1 - a) * stay), law[c] * (a * stay + (1 - a) * up));
    }
  }
  return pairs;
}

inline Pairs rr2_pairs(std::uint64_t n, std::uint64_t others, bool remove, const Float& e) {
  const Float a = e / (e + 1);
  std::vector<Float> law = {1};
  const auto with = [&law](const Float& one) {
    std::vector<Float> next(law.size() + 1, Float(0));
    for (std::size_t i = 0; i < law.size(); ++i) {
      next[i] += law[i] * (1 - one);
      next[i + 1] += law[i] * one;
    }
    return next;
  };
  for (std::uint64_t user = 1; user < n; ++user) law = with(user <= others ? a : Float(1 - a));
  const std::vector<Float> p = with(a);
  const std::vector<Float> q = with(1 - a);
  Pairs pairs;
  for (std::size_t i = 0; i < p.size(); ++i) remove ? pairs.emplace_back(p[i], q[i]) : pairs.emplace_back(q[i], p[i]);
  return pairs;
}

/// (replaced others, first count, second count): user 1 adds to the counts of b uniform categories.
inline Pairs weak_pairs(std::uint64_t n, std::uint64_t k, const Float& gamma) {
  const std::vector<Float> replaced = n == 1 ? std::vector<Float>{1} : binomial_law(n - 1, gamma);
  const Float each = gamma / k;
  Pairs pairs;
  for (std::uint64_t b = 0; b < n; ++b) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, Float> counts = {{{0, 0}, Float(1)}};
    const auto user = [&counts](const Float& first, const Float& second) {
      std::map<std::pair<std::uint64_t, std::uint64_t>, Float> next;
      for (const auto& [at, mass] : counts) {
        next[{at.first + 1, at.second}] += mass * first;
        next[{at.first, at.second + 1}] += mass * second;
        next[at] += mass * (1 - first - second);
      }
      return next;
    };
    for (std::uint64_t i = 0; i < b; ++i) counts = user(Float(1) / k, Float(1) / k);
    const auto first = user(1 - gamma + each, each);
    const auto second = user(each, 1 - gamma + each);
    for (const auto& [at, mass] : first) pairs.emplace_back(replaced[b] * mass, replaced[b] * second.at(at));
  }
  return pairs;
}

/// Every sequence of outputs; nullopt if there are too many.
inline std::optional<Float> sequences(const Pairs& round, std::uint64_t rounds, const Float& w) {
  Pairs all = {{Float(1), Float(1)}};
  for (std::uint64_t i = 0; i < rounds; ++i) {
    if (all.size() * round.size() > 400'000) return std::nullopt;
    Pairs next;
    for (const auto& [p, q] : all) {
      for (const auto& [a, b] : round) next.emplace_back(p * a, q * b);
    }
    all = std::move(next);
  }
  Float total = 0;
  for (const auto& [p, q] : all) {
    const Float gain = p - w * q;
    if (gain > 0) total += gain;
  }
  return total;
}

/// One step of the Poisson-sampled Gaussian: where the likelihood ratio reaches w, from the normal distribution.
inline Float poisson_step(const Float& rate, const Float& sigma, const Float& w, bool remove) {
  const Float level = ((remove ? w : Float(1 / w)) - (1 - rate)) / rate;
  if (level <= 0) return remove ? Float(1 - w) : Float(0);
  const Float x = sigma * sigma * log(level) + Float(0.5);
  const Float sign = remove ? 1 : -1;
  const Float b = normal(-sign * x / sigma);
  const Float a = (1 - rate) * b + rate * normal(-sign * (x - 1) / sigma);
  const Float gain = remove ? Float(a - w * b) : Float(b - w * a);
  return gain > 0 ? gain : Float(0);
}

/// One or two steps; two by Simpson's rule over the first output: about 8 digits.
inline std::optional<Float> poisson(const Float& rate, const Float& sigma, std::uint64_t steps, const Float& w,
                                    bool remove) {
  if (steps == 1) return poisson_step(rate, sigma, w, remove);
  if (steps != 2 || sigma > 100 || sigma < Float(0.2)) return std::nullopt;
  constexpr int panels = 300;
  const Float pi = 4 * atan(Float(1));
  const Float from = -8 * sigma;
  const Float width = (1 + 16 * sigma) / panels;
  Float total = 0;
  for (int i = 0; i <= panels; ++i) {
    const Float x = from + width * i;
    const Float b = exp(-x * x / (2 * sigma * sigma)) / (sigma * sqrt(2 * pi));
    const Float ratio = 1 - rate + rate * exp((2 * x - 1) / (2 * sigma * sigma));
    const Float density = remove ? Float(b * ratio) : b;
    const Float left = remove ? Float(w / ratio) : Float(w * ratio);  // w over what the first step has gained
    total += density * poisson_step(rate, sigma, left, remove) * (i == 0 || i == panels ? 1 : i % 2 == 1 ? 4 : 2);
  }
  return Float(total * width / 3);
}

inline Float gaussian(const Float& sigma, const Float& eps, const Float& rounds) {
  const Float mu = sqrt(rounds) / sigma;
  return normal(mu / 2 - eps / mu) - exp(eps) * normal(-mu / 2 - eps / mu);
}

/// E[(1-q+qX)^power] under Q, by a fine midpoint sum: X = exp(x/sigma - 1/(2 sigma^2)).
inline Float poisson_moment(const Float& q, const Float& sigma, const Float& power) {
  const Float s = 1 / sigma;
  const int reach = 16 + static_cast<int>(abs(power * s).convert_to<double>());
  const int fine = 24 + static_cast<int>((8 * s).convert_to<double>());
  Float sum = 0;
  for (int k = -reach * fine; k < reach * fine; ++k) {
    const Float x = (Float(k) + Float(0.5)) / fine;
    sum += exp(-x * x / 2 + power * log(Float(1 - q + q * exp(s * x - s * s / 2))));
  }
  return sum / (fine * sqrt(8 * atan(Float(1))));
}

/// t^-alpha alpha! [z^alpha] (sum of E[X^p] z^p/p!)^t, multiplied out factor by factor in halves.
inline Float allocation_moment(std::uint64_t steps, const Float& sigma, std::uint64_t alpha) {
  using Series = std::vector<Float>;
  const auto times = [alpha](const Series& a, const Series& b) {
    Series c(alpha + 1, Float(0));
    for (std::size_t i = 0; i <= alpha; ++i) {
      for (std::size_t j = 0; i + j <= alpha; ++j) c[i + j] += a[i] * b[j];
    }
    return c;
  };
  Series base(alpha + 1);
  Float factorial = 1;
  for (std::uint64_t p = 0; p <= alpha; ++p) {
    if (p > 1) factorial *= p;
    base[p] = exp(Float(p) * (Float(p) - 1) / (2 * sigma * sigma)) / factorial;
  }
  Series result(alpha + 1, Float(0));
  result[0] = 1;
  for (std::uint64_t n = steps; n != 0; n /= 2, base = times(base, base)) {
    if (n % 2 != 0) result = times(result, base);
  }
  return result[alpha] * factorial / pow(Float(steps), static_cast<long>(alpha));
}

/// The supremum over all thresholds: the best of a grid, then thirds around it.
inline Float batch_threshold(const Float& sigma, const Float& eps, std::uint64_t steps) {
  const Float w = exp(eps);
  const auto at = [&](const Float& c) {
    return Float(1 - w +
                 pow(normal(c / sigma), Float(steps - 1)) * (w * normal((c - 1) / sigma) - normal((c - 2) / sigma)));
  };
  const Float start = Float(1.5) + sigma * sigma * eps;
  Float best = start;
  Float highest = at(start);
  for (int i = 1; i <= 80; ++i) {
    const Float c = start + sigma * i / 10;
    const Float height = at(c);
    if (height > highest) {
      best = c;
      highest = height;
    }
  }
  Float lo = best - sigma / 10;
  Float hi = best + sigma / 10;
  for (int i = 0; i < 60; ++i) {
    const Float a = lo + (hi - lo) / 3;
    const Float b = hi - (hi - lo) / 3;
    if (at(a) < at(b)) {
      lo = a;
    } else {
      hi = b;
    }
  }
  return at((lo + hi) / 2);
}

/// Several rounds, or the steps of Poisson sampling.
inline bool on_grid(const Quantity& q) {
  const std::string_view id = q.row->id;
  return id == "poisson-gaussian.delta" || id == "poisson-gaussian.epsilon" ||
         (q.has("rounds") && q.count("rounds") != 1 && !q.has("alpha") && !q.orders && !id.starts_with("gaussian.") &&
          id != "clones.epsilon.advanced-composition");
}

inline bool on_contour(const Quantity& q) {
  return (q.row->id == "allocation.delta" || q.row->id == "allocation.epsilon") &&
         q.count("selected") != q.count("steps");
}

/// A Renyi divergence, or a supremum over thresholds, where plain numbers reach it.
inline std::optional<Float> renyi_or_threshold(const Quantity& q) {
  const std::string_view id = q.row->id;
  const auto parameter = [&](const char* name) { return to_float(q.parameter(name)); };
  if (id == "clones.renyi" && q.count("n") <= 300) {
    return parameter("rounds") * clones_renyi(q.count("n"), exp(parameter("eps0")), parameter("alpha"));
  }
  if (id == "shuffled-batch.delta.threshold" && q.count("steps") <= 1'000'000 && parameter("sigma") < 100) {
    return batch_threshold(parameter("sigma"), parameter("eps"), q.count("steps"));
  }
  if (!q.parameters.contains("alpha") || !q.parameters.contains("sigma") || parameter("sigma") < Float(0.05)) {
    return std::nullopt;
  }
  const Float alpha = parameter("alpha");
  if (alpha > 200) return std::nullopt;
  if (id == "poisson-gaussian.renyi") {
    const Float scale = parameter("steps") / (alpha - 1);
    const Float remove = scale * log(poisson_moment(parameter("rate"), parameter("sigma"), alpha));
    const Float add = scale * log(poisson_moment(parameter("rate"), parameter("sigma"), 1 - alpha));
    if (q.direction == Direction::remove) return remove;
    return q.direction == Direction::add || add > remove ? add : remove;
  }
  if (id == "allocation.renyi" && q.direction == Direction::remove && q.count("selected") == 1 &&
      denominator(q.parameter("alpha").argument) == 1) {
    return Float(log(allocation_moment(q.count("steps"), parameter("sigma"), q.count("alpha"))) / (alpha - 1));
  }
  return std::nullopt;
}

/// delta at eps (or the closed form itself), memoised: mutations of one certificate ask for the same numbers again and
/// again.
inline std::optional<Float> evaluate(const Quantity& q, const LowerEnd& witness, const Number* eps_text,
                                     const Number* sigma_text, bool lower) {
  static std::map<std::string, std::optional<Float>> known;
  std::string key = to_text(q) + (lower ? witness.rr2_direction + witness.others : "");
  if (eps_text != nullptr) key += " at " + to_text(*eps_text);
  if (sigma_text != nullptr) key += " sigma " + to_text(*sigma_text);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const std::string_view id = q.row->id;
  const auto parameter = [&](const char* name) { return to_float(q.parameter(name)); };
  std::optional<Float> result;
  if (id.starts_with("allocation-rr.")) {
    if (eps_text == nullptr && id == "allocation-rr.delta" && q.count("steps") <= 200) {
      const Float w = exp(parameter("eps"));
      const Float remove = allocation_rr(q.count("steps"), q.count("selected"), true, exp(parameter("eps0")), w);
      const Float add = allocation_rr(q.count("steps"), q.count("selected"), false, exp(parameter("eps0")), w);
      result = q.direction == Direction::remove ? remove
               : q.direction == Direction::add  ? add
               : remove > add                   ? remove
                                                : add;
    }
  } else if ((q.has("alpha") || q.orders || id == "shuffled-batch.delta.threshold") && eps_text == nullptr) {
    result = renyi_or_threshold(q);
  } else if (id.starts_with("allocation.") || id.starts_with("shuffled-batch.") ||
             id == "clones.epsilon.advanced-composition") {
    return std::nullopt;
  } else if (id.starts_with("gaussian.")) {
    if (id == "gaussian.renyi") {
      result = parameter("alpha") * parameter("rounds") / (2 * parameter("sigma") * parameter("sigma"));
    } else {
      result = gaussian(sigma_text != nullptr ? to_float(*sigma_text) : parameter("sigma"),
                        eps_text != nullptr ? to_float(*eps_text) : parameter("eps"), parameter("rounds"));
    }
  } else if (id.starts_with("poisson-gaussian.")) {
    const Float w = exp(eps_text != nullptr ? to_float(*eps_text) : parameter("eps"));
    const auto one = [&](bool remove) {
      return poisson(parameter("rate"), parameter("sigma"), q.count("steps"), w, remove);
    };
    result = one(q.direction != Direction::add);
    if (q.direction == Direction::both && result) {
      const std::optional<Float> add = one(false);
      if (*add > *result) result = add;
    }
  } else if (id.starts_with("krr.") || on_grid(q)) {
    const auto n = q.count("n");
    const auto rounds = q.count("rounds");
    const Float w = exp(eps_text != nullptr ? to_float(*eps_text) : parameter("eps"));
    if (id.starts_with("krr.")) {
      const std::uint64_t k = q.count("k");
      const Float gamma = parameter("gamma");
      if (id.ends_with(".weak")) {
        if (n <= 12) result = sequences(weak_pairs(n, k, gamma), rounds, w);
      } else if (n <= 200) {
        Pairs pairs = coin_pairs(n, 2 * gamma / k, Float(1));
        if (id.ends_with(".strong")) {
          for (auto& [p, other] : pairs) {
            p *= 1 - gamma;
            other *= 1 - gamma;
          }
          pairs.emplace_back(gamma, gamma);
        }
        result = sequences(pairs, rounds, w);
      }
    } else if (n <= 60) {
      const Float e = exp(parameter("eps0"));
      const bool pair = id.starts_with("clones.") || (id.starts_with("shuffle.") && !lower);
      const auto response = [&](std::string_view direction) {
        const Count others = id.starts_with("rr2.") ? q.count("others") : Count(std::stoull(witness.others));
        return sequences(rr2_pairs(n, others, direction == "remove", e), rounds, w);
      };
      if (pair) {
        result = sequences(coin_pairs(n, 1 / e, e / (e + 1)), rounds, w);
      } else if (id.starts_with("rr2.") && q.direction == Direction::both) {
        const std::optional<Float> remove = response("remove");
        const std::optional<Float> add = response("add");
        if (remove && add) result = *remove > *add ? remove : add;
      } else {
        result = response(id.starts_with("rr2.") ? std::string(to_text(q.direction)) : witness.rr2_direction);
      }
    }
  } else if (id.starts_with("clones.epsilon.")) {
    const bool lemma = id == "clones.epsilon.lemma-a1";
    const Float e = lemma ? Float(0) : Float(exp(parameter("eps0")));
    const Float share = lemma ? Float(1) : Float((e - 1) / (e + 1));
    const Float pn = lemma ? Float(parameter("p") * parameter("n")) : Float(parameter("n") / e);
    const Float delta = parameter("delta");
    Float inner = log(4 / delta);
    Float validity = log(2 / delta);
    if (id == "clones.epsilon.closed-form-sharp") {
      const Float scaled = delta / share < 1 ? Float(delta / share) : Float(1);
      inner = validity = log(2 / scaled);
    }
    if (pn >= 16 * validity) result = log(1 + share * (8 * sqrt(inner / pn) + 8 / pn));
  } else {
    const auto n = q.count("n");
    const Float e = exp(parameter("eps0"));
    const Float w = exp(eps_text != nullptr ? to_float(*eps_text) : parameter("eps"));
    if (n > 20000) return std::nullopt;
    if (w >= e) {
      result = 0;
    } else if (id.starts_with("clones.") || (id.starts_with("shuffle.") && !lower)) {
      result = clones(n, e, w);
    } else {
      const Count others = id.starts_with("rr2.") ? q.count("others") : Count(std::stoull(witness.others));
      if (n > 3000) return std::nullopt;
      if (id.starts_with("rr2.") && q.direction == Direction::both) {
        const Float remove = rr2(n, others, true, e, w);
        const Float add = rr2(n, others, false, e, w);
        result = remove > add ? remove : add;
      } else {
        result =
            rr2(n, others,
                (id.starts_with("rr2.") ? std::string(to_text(q.direction)) : witness.rr2_direction) == "remove", e, w);
      }
    }
  }
  known.emplace(key, result);
  return result;
}

inline Confirmation compare_floats(const Float& x, Relation relation, const Float& y, const char* digits = "1e-60") {
  const Float tolerance = (abs(x) + abs(y)) * Float(digits) + Float("1e-350");
  if (abs(x - y) <= tolerance) return Truth::unknown;
  const bool below = relation == Relation::less_equal || relation == Relation::less;
  return (x < y) == below ? Truth::yes : Truth::no;
}

/// One inequality about one quantity, from the definitions.
inline Confirmation confirm(const Quantity& q, Relation relation, const Number& value, const LowerEnd& witness) {
  const std::string_view id = q.row->id;
  const bool lower = !has_upper_end(relation);
  const bool inverse_sigma = id == "gaussian.sigma";
  const char* digits = id.starts_with("poisson-gaussian.") ? "1e-6" : "1e-60";
  const bool inverse_eps = q.has("delta") && !inverse_sigma && !q.orders &&
                           id.find(".closed-form") == std::string_view::npos && id != "clones.epsilon.lemma-a1";
  if (!inverse_sigma && !inverse_eps) {
    const std::optional<Float> x = evaluate(q, witness, nullptr, nullptr, lower);
    if (!x)
      return id.starts_with("clones.epsilon.") && !q.orders ? Truth::no : Truth::unknown;  // a closed form, not valid
    return compare_floats(*x, relation, to_float(value), digits);
  }
  const Float v = to_float(value);
  const Float delta = to_float(q.parameter("delta"));
  if (v < 0 || (v == 0 && (inverse_sigma || relation == Relation::less))) return lower ? Truth::yes : Truth::no;
  if (v == 0 && relation == Relation::greater_equal) return Truth::yes;
  if (delta == 0) {
    if (!q.parameters.contains("eps0")) return Truth::unknown;
    return compare_floats(to_float(q.parameter("eps0")) * Float(static_cast<std::uint64_t>(q.count("rounds"))),
                          relation, v);
  }
  const std::optional<Float> x =
      evaluate(q, witness, inverse_eps ? &value : nullptr, inverse_sigma ? &value : nullptr, lower);
  if (!x) return Truth::unknown;
  // The inverse stands to the value as delta at the value stands to the bound.
  return compare_floats(*x, relation, delta, digits);
}

}  // namespace direct

}  // namespace hallmark::check::test
