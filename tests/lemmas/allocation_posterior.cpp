// Random allocation as a posterior scheme: the probability, given the outputs so far, that the next step uses the
// record; what that gives for Poisson sampling; and the slips in print on the way.
#include <algorithm>
#include <optional>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

std::string at_step(const Step& step, int t, int k) {
  return step.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k);
}

const Atom& outcome(const Step& step, const std::vector<int>& output, int index) {
  return step.outcomes[static_cast<std::size_t>(output[static_cast<std::size_t>(index)])];
}

Rational ratio_of(const Step& step, const std::vector<int>& output, int index) {
  const Atom& o = outcome(step, output, index);
  return o.p / o.q;
}

/// The probability that step `next` is among the k selected ones, given the outputs of the steps before it; by Bayes'
/// rule over all k-subsets. None if those outputs are impossible.
std::optional<Rational> posterior(const Step& step, const std::vector<std::vector<int>>& sets,
                                  const std::vector<int>& output, int next) {
  Rational selected = 0;
  Rational all = 0;
  for (const std::vector<int>& set : sets) {
    Rational likelihood = 1;
    for (const int i : set) {
      if (i < next) likelihood *= ratio_of(step, output, i);
    }
    all += likelihood;
    if (std::find(set.begin(), set.end(), next) != set.end()) selected += likelihood;
  }
  if (all == 0) return std::nullopt;
  return selected / all;
}

void posterior_scheme(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= (long_run ? 5 : 4); ++t) {
      for (int k = 1; k <= t; ++k) {
        const auto sets = subsets(t, k);
        const Pair pair = allocation_pair(step, t, k);
        std::size_t index = 0;
        for_each_output(step, t, [&](const std::vector<int>& output) {
          Rational law = 1;
          for (int i = 0; i < t; ++i) {
            const auto rate = posterior(step, sets, output, i);
            const Atom& o = outcome(step, output, i);
            law *= rate ? Rational(*rate * o.p + (1 - *rate) * o.q) : Rational(0);
          }
          const Atom& atom = pair[index++];
          tally.expect(law == atom.p,
                       [&] { return at_step(step, t, k) + ": " + text(law) + " against " + text(atom.p); });
        });
      }
    }
  }
}

void posterior_value(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= (long_run ? 5 : 4); ++t) {
      const auto sets = subsets(t, 1);
      for_each_output(step, t, [&](const std::vector<int>& output) {
        Rational sum = t;
        for (int i = 0; i < t; ++i) {
          const auto rate = posterior(step, sets, output, i);
          tally.expect(rate && *rate * sum == 1, [&] { return at_step(step, t, 1) + ", after " + std::to_string(i); });
          sum += ratio_of(step, output, i) - 1;
        }
      });
    }
  }
}

/// Newton's inequalities: e_(j+1)/e_j of the ratios seen so far decreases in j.
void posterior_monotone(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 2; t <= (long_run ? 5 : 4); ++t) {
      for (int k = 1; k < t; ++k) {
        const auto fewer = subsets(t, k);
        const auto more = subsets(t, k + 1);
        for_each_output(step, t, [&](const std::vector<int>& output) {
          for (int i = 0; i < t; ++i) {
            const auto low = posterior(step, fewer, output, i);
            const auto high = posterior(step, more, output, i);
            if (!low || !high) continue;
            tally.expect(*low <= *high, [&] {
              return at_step(step, t, k) + ", after " + std::to_string(i) + ": " + text(*low) + " then " + text(*high);
            });
          }
        });
      }
    }
  }
}

/// Sampling rates that depend on the outputs so far and never exceed eta stay below the constant rate eta.
void rates_below_constant(Tally& tally, bool long_run) {
  Random random("allocation.rates-below-constant");
  for (const Step& step : several_steps()) {
    const std::size_t outcomes = step.outcomes.size();
    for (int t = 1; t <= 3; ++t) {
      for (int round = 0; round < (long_run ? 200 : 25); ++round) {
        const Rational eta = ratio(1 + random.below(8), 8);
        Pair laws = {{1, 1}};
        for (int i = 0; i < t; ++i) {
          Pair next;
          for (const Atom& before : laws) {  // one rate for every sequence of outputs
            const Rational rate = eta * ratio(random.below(5), 4);
            for (std::size_t o = 0; o < outcomes; ++o) {
              const Atom& x = step.outcomes[o];
              next.push_back({before.p * (rate * x.p + (1 - rate) * x.q), before.q * x.q});
            }
          }
          laws = next;
        }
        const Pair constant = poisson_pair(step, t, eta);
        for (const bool remove : {true, false}) {
          const auto w = Profile(remove ? constant : reversed(constant)).exceeded_by(remove ? laws : reversed(laws));
          tally.expect(!w, [&] {
            return at_step(step, t, 1) + ", eta=" + text(eta) + ", w=" + text(*w) + (remove ? ", remove" : ", add");
          });
        }
      }
    }
  }
}

/// Q_lambda = (1 - lambda) P0 + lambda P1.
Pair mixture(const Step& step, const Rational& lambda) {
  Pair pair;
  for (const Atom& o : step.outcomes) pair.push_back({(1 - lambda) * o.q + lambda * o.p, o.q});
  return pair;
}

void mixture_monotone(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int i = 0; i < 8; ++i) {
      const Pair low = mixture(step, ratio(i, 8));
      const Pair high = mixture(step, ratio(i + 1, 8));
      tally.expect(!Profile(high).exceeded_by(low) && !Profile(reversed(high)).exceeded_by(reversed(low)),
                   [&] { return step.name + ", lambda=" + text(ratio(i, 8)); });
    }
  }
}

/// The display of the first version's proof of Lemma 3.7, with Q the law without the record as the lemma needs it:
/// H(Q_lambda'||Q) <= H(Q_lambda||Q) for lambda' >= lambda.
void mixture_reversed(Tally& tally) {
  const Step step{"P0=(1/2,1/2), P1=(3/4,1/4)", {{ratio(3, 4), ratio(1, 2)}, {ratio(1, 4), ratio(1, 2)}}};
  const Rational low = hockey_stick(mixture(step, 0), 1);
  const Rational high = hockey_stick(mixture(step, 1), 1);
  tally.expect(high <= low, [&] {
    return step.name + ", Q=P0, alpha=1: " + text(high) + " at lambda'=1, " + text(low) + " at lambda=0";
  });
}

/// For every order of selecting: Pr[some posterior rate > eta] under A given that step i is selected is at most that
/// without the record. The printed proof takes the step without a reason; it holds because a larger ratio only lowers
/// the later rates.
void selected_step_tail(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 2; t <= (long_run ? 5 : 4); ++t) {
      const auto sets = subsets(t, 1);
      for (const Rational& rise : {ratio(1, 1), ratio(5, 4), ratio(3, 2), ratio(2, 1)}) {
        std::vector<Rational> given(static_cast<std::size_t>(t), Rational(0));
        Rational without = 0;
        for_each_output(step, t, [&](const std::vector<int>& output) {
          bool above = false;
          Rational mass = 1;
          for (int i = 0; i < t; ++i) {
            const auto rate = posterior(step, sets, output, i);
            above = above || (rate && *rate > rise / t);
            mass *= outcome(step, output, i).q;
          }
          if (!above) return;
          without += mass;
          for (int i = 0; i < t; ++i) given[static_cast<std::size_t>(i)] += mass * ratio_of(step, output, i);
        });
        for (int i = 0; i < t; ++i) {
          const Rational& with = given[static_cast<std::size_t>(i)];
          tally.expect(with <= without, [&] {
            return at_step(step, t, 1) + ", t eta=" + text(rise) + ", step " + std::to_string(i + 1) + ": " +
                   text(with) + " against " + text(without);
          });
        }
      }
    }
  }
}

/// rate > 1/(t (1 -+ gamma)) against sum (1 - X_j) > gamma t, k = 1: the sum decides with the minus sign.
void threshold(Tally& tally, bool minus) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= 4; ++t) {
      const auto sets = subsets(t, 1);
      for (const Rational& gamma : {ratio(1, 10), ratio(1, 4), ratio(1, 2), ratio(3, 4)}) {
        const Rational eta = 1 / (t * (minus ? Rational(1 - gamma) : Rational(1 + gamma)));
        for_each_output(step, t, [&](const std::vector<int>& output) {
          Rational sum = 0;
          for (int i = 0; i < t; ++i) {
            const auto rate = posterior(step, sets, output, i);
            if (i > 0) {  // the first rate is 1/t in either case
              tally.expect(rate && (*rate > eta) == (sum > gamma * t), [&] {
                return at_step(step, t, 1) + ", gamma=" + text(gamma) + ", after " + std::to_string(i) +
                       " output(s): rate " + (rate ? text(*rate) : "none") + ", 1/(t(1" + (minus ? "-" : "+") +
                       "gamma)) = " + text(eta) + ", sum (1-X) = " + text(sum) + ", gamma t = " + text(gamma * t);
              });
            }
            sum += 1 - ratio_of(step, output, i);
          }
        });
      }
    }
  }
}

/// eta = min{1/(t(1-gamma)), 1} with gamma = cosh(eps0) sqrt(2 ln(1/delta)/t): a probability only while gamma < 1.
Enclosure gamma_of(const Rational& e, int t, const Rational& delta) {
  const Enclosure cosh((e + 1 / e) / 2);
  return cosh * sqrt(2 * log(Enclosure(1 / delta)) / t);
}

void printed_rate(Tally& tally) {
  const int t = 2;
  const Enclosure rest = 1 - gamma_of(2, t, ratio(1, 10));
  tally.expect(rest.lower() >= 0, [&] {
    return "eps0=ln 2, t=2, delta=1/10: 1 - gamma in " + rest.text() + ", so that 1/(t(1-gamma)) is negative";
  });
}

void corrected_rate(Tally& tally) {
  for (const Rational& e : {ratio(11, 10), Rational(2), Rational(20)}) {
    for (const int t : {1, 2, 10, 1000, 1'000'000}) {
      for (const Rational& delta : {ratio(1, 2), ratio(1, 10), ratio(1, 100'000'000)}) {
        const Enclosure rest = 1 - gamma_of(e, t, delta);
        // eta = 1 where gamma >= 1 - 1/t, 1/(t(1-gamma)) elsewhere.
        const bool below = less_equal(Enclosure(ratio(1, t)), rest);
        const Enclosure eta = below ? 1 / (t * rest) : Enclosure(1L);
        tally.expect(eta.lower() > 0 && eta.upper() <= 1,
                     [&] { return "E=" + text(e) + ", t=" + std::to_string(t) + ": eta in " + eta.text(); });
      }
    }
  }
}

}  // namespace

Checks allocation_posterior_lemmas() {
  return {
      {"allocation.posterior.scheme", posterior_scheme},
      {"allocation.posterior.value", posterior_value},
      {"allocation.posterior.monotone", posterior_monotone},
      {"allocation.rates-below-constant", rates_below_constant},
      {"allocation.mixture", mixture_monotone},
      {"allocation.mixture.printed", mixture_reversed},
      {"allocation.posterior.selected-step", selected_step_tail},
      {"allocation.posterior.threshold", [](Tally& tally) { threshold(tally, true); }},
      {"allocation.posterior.threshold.printed", [](Tally& tally) { threshold(tally, false); }},
      {"allocation.truncated.rate", corrected_rate},
      {"allocation.truncated.rate.printed", printed_rate},
  };
}

}  // namespace hallmark::lemmas
