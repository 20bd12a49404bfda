#include "bounds/blanket/randomizers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::blanket {
namespace {

// An eps that is enough for every delta.
std::function<Rational(const Number& delta)> always(const Number& most) {
  return [most](const Number&) { return most.ball(192).upper(); };
}

// The other users hold x, x', a third input, a fourth one.
void name_datasets(Problem& p) {
  constexpr std::array<const char*, 4> names{"first", "second", "third", "fourth"};
  for (std::size_t i = 0; i < p.below.size(); ++i) p.below[i].name = names.at(i);
}

Randomizer additive(const Noise& noise, std::optional<Number> most,
                    std::function<Rational(const Number& delta)> enough) {
  if (noise.scale.sign() <= 0) throw InputError("shuffle", "noise", noise.scale.to_string(), "positive");
  return {[noise](const Number& eps, double reach) -> Problem {
            Problem p{{noise_blanket(noise, eps, reach)},
                      {noise_others(noise, eps, 0, reach), noise_others(noise, eps, 1, reach)}};
            name_datasets(p);
            return p;
          },
          std::move(most),
          std::move(enough),
          {}};
}

// One pair: blanket above, one or more kinds of other users below.
Randomizer finite(Outcomes above, std::vector<Outcomes> below, std::optional<Number> most,
                  std::function<Rational(const Number& delta)> enough) {
  return {[above = std::move(above), below = std::move(below)](const Number& eps, double) -> Problem {
            Problem p{{finite_blanket(above, eps)}, {}};
            for (const Outcomes& o : below) p.below.push_back(finite_others(o, eps));
            name_datasets(p);
            return p;
          },
          std::move(most),
          std::move(enough),
          {}};
}

// Outputs that one input favours over the others: x, x' and the other users' o each favour an output or not.
struct Favoured {
  Rational count;
  bool first;
  bool second;
  bool other;
  bool all = false;  // every input favours it
};
using Pattern = std::vector<Favoured>;

// `favoured` and `rest` are the two probabilities of one output.
Outcomes outcomes_of(Pattern pattern, std::function<std::pair<Ball, Ball>(slong bits)> levels) {
  return [pattern = std::move(pattern), levels = std::move(levels)](slong bits) {
    const auto [high, low] = levels(bits);
    std::vector<ReportOutcome> all;
    for (const Favoured& f : pattern) {
      if (f.count.sign() == 0) continue;
      all.push_back(
          {Ball(f.count, bits), f.first ? high : low, f.second ? high : low, f.other ? high : low, f.all ? high : low});
    }
    return all;
  };
}

}  // namespace

Randomizer laplace(const Number& eps0) { return additive({Noise::Kind::laplace, eps0}, eps0, always(eps0)); }
Randomizer gaussian(const Number& sigma) {
  Randomizer r = additive({Noise::Kind::gaussian, sigma}, std::nullopt, [sigma](const Number& delta) {
    return poisson_gaussian::epsilon_upper({.rate = 1, .sigma = sigma, .steps = 1}, delta);
  });
  r.alone = [sigma](const Number& eps, slong bits) {
    return poisson_gaussian::gaussian_profile(1 / sigma.ball(bits), eps.ball(bits));
  };
  r.wide = true;
  r.epsilon_alone = [sigma](const Number& delta, slong digits, const Budget& budget) {
    return gaussian::epsilon({.sigma = sigma, .delta = delta}, digits, budget);
  };
  return r;
}

Randomizer krr(slong k, const Number& gamma) {
  const auto levels = [k, gamma](slong bits) {
    const Ball each = gamma.ball(bits) / k;
    return std::pair(1 - gamma.ball(bits) + each, each);
  };
  // x, x', the others' o, and the rest; other users at x, at x', at a third category.
  const Rational rest(k - 2);
  const Pattern at_first{{1, true, false, true}, {1, false, true, false}, {rest, false, false, false}};
  const Pattern at_second{{1, true, false, false}, {1, false, true, true}, {rest, false, false, false}};
  std::vector<Outcomes> below{outcomes_of(at_first, levels), outcomes_of(at_second, levels)};
  if (k >= 3) {
    below.push_back(outcomes_of({{1, true, false, false},
                                 {1, false, true, false},
                                 {1, false, false, true},
                                 {Rational(k - 3), false, false, false}},
                                levels));
  }
  std::optional<Number> most;
  if (const auto g = gamma.rational()) most = Number::ln((1 - *g) * k / *g + 1);
  const auto enough = [k, gamma](const Number&) {
    const Ball g = gamma.ball(192);
    return log1p((1 - g) * k / g).upper();
  };
  return finite(outcomes_of(at_first, levels), std::move(below), std::move(most), enough);
}

Randomizer hadamard(slong k, const Number& eps0) {
  if (k < 2) throw InputError("shuffle-hadamard", "k", std::to_string(k), "at least 2");
  slong size = 2;
  while (size <= k) size *= 2;
  const auto levels = [size, eps0](slong bits) {
    const Ball e = exponential(eps0, bits);
    const Ball low = 2 / ((1 + e) * size);
    return std::pair(e * low, low);
  };
  // The output 0 is favoured by every input.
  const Rational quarter = Rational(size) / 4;
  const auto pattern = [&](bool by_first, bool by_second) {
    return Pattern{{1, true, true, true, true},
                   {quarter - 1, true, true, true},
                   {quarter, true, false, by_first},
                   {quarter, false, true, by_second},
                   {quarter, false, false, false}};
  };
  std::vector<Outcomes> below{outcomes_of(pattern(true, false), levels), outcomes_of(pattern(false, true), levels)};
  if (k >= 3) {  // inputs 1 and 2, the others at 3: its set is where the other two agree
    below.push_back(outcomes_of({{quarter, true, true, true},
                                 {quarter, true, false, false},
                                 {quarter, false, true, false},
                                 {quarter, false, false, true}},
                                levels));
  }
  if (k >= 4) {  // inputs 1 and 2, the others at 4: its set halves the four classes
    const Rational eighth = Rational(size) / 8;
    below.push_back(outcomes_of({{eighth, true, true, true},
                                 {eighth, true, true, false},
                                 {eighth, true, false, true},
                                 {eighth, true, false, false},
                                 {eighth, false, true, true},
                                 {eighth, false, true, false},
                                 {eighth, false, false, true},
                                 {eighth, false, false, false}},
                                levels));
  }
  return finite(outcomes_of(pattern(true, false), levels), std::move(below), eps0, always(eps0));
}

Randomizer subset(slong k, slong size, const Number& eps0) {
  if (size < 1 || size >= k) throw InputError("shuffle-subset", "subset", std::to_string(size), "from 1 to k - 1");
  const Rational d(size);
  const Rational c(k);
  const auto levels = [d, c, eps0](slong bits) {
    const Ball e = exponential(eps0, bits);
    const Ball share(d / c, bits);
    const Ball low = 1 / (share * e + 1 - share);  // in units of 1 / C(k, size), so that counts are shares
    return std::pair(e * low, low);
  };
  // The share of sets that hold `in` given categories and not `out` others.
  const auto share = [&](slong in, slong out) {
    Rational s = 1;
    slong left = k;
    for (slong i = 0; i < in; ++i) s *= std::max(Rational(size - i), Rational(0)) / left--;
    for (slong i = 0; i < out; ++i) s *= std::max(Rational(k - size - i), Rational(0)) / left--;
    return s;
  };
  const Pattern at_first{{share(2, 0), true, true, true},
                         {share(1, 1), true, false, true},
                         {share(1, 1), false, true, false},
                         {share(0, 2), false, false, false}};
  const Pattern at_second{{share(2, 0), true, true, true},
                          {share(1, 1), true, false, false},
                          {share(1, 1), false, true, true},
                          {share(0, 2), false, false, false}};
  std::vector<Outcomes> below{outcomes_of(at_first, levels), outcomes_of(at_second, levels)};
  if (k >= 3) {
    Pattern third;
    for (const bool first : {true, false}) {
      for (const bool second : {true, false}) {
        for (const bool other : {true, false}) {
          const slong in = static_cast<slong>(first) + static_cast<slong>(second) + static_cast<slong>(other);
          third.push_back({share(in, 3 - in), first, second, other});
        }
      }
    }
    below.push_back(outcomes_of(std::move(third), levels));
  }
  return finite(outcomes_of(at_first, levels), std::move(below), eps0, always(eps0));
}

namespace {

using Rows = std::vector<std::vector<Rational>>;

void check_table(const Rows& rows) {
  constexpr std::string_view where = "shuffle-table";
  constexpr std::size_t most_rows = 64;
  if (rows.size() < 2 || rows.size() > most_rows) {
    throw InputError(where, "table", fmt::format("{} rows", rows.size()), "2 to 64 rows, one for each input");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Rational sum = 0;
    for (const Rational& p : rows[i]) {
      if (p.sign() < 0) throw InputError(where, "table", p.to_string(), "probabilities, at least 0");
      sum += p;
    }
    if (rows[i].size() != rows.front().size()) {
      throw InputError(where, "table", fmt::format("row {} of {} numbers", i + 1, rows[i].size()),
                       fmt::format("as many numbers as in the first row: {}", rows.front().size()));
    }
    if (sum != Rational(1)) {
      throw InputError(where, "table", fmt::format("row {} adds up to {}", i + 1, shortened(sum.to_string())),
                       "probabilities that add up to 1");
    }
  }
}

Outcomes columns_of(const Rows& rows, std::size_t x, std::size_t y, std::size_t o) {
  return [=](slong bits) {
    std::vector<ReportOutcome> all;
    for (std::size_t c = 0; c < rows[x].size(); ++c) {
      Rational least = rows[0][c];
      for (const auto& row : rows) least = std::min(least, row[c]);
      all.push_back(
          {Ball(1, bits), Ball(rows[x][c], bits), Ball(rows[y][c], bits), Ball(rows[o][c], bits), Ball(least, bits)});
    }
    return all;
  };
}

// Of all pairs of inputs: the largest finite ratio of two probabilities, and the most that one input gives where another
// never does.
struct Ratios {
  Rational finite = 1;
  Rational infinite = 0;
};

Ratios ratios_of(const Rows& rows) {
  Ratios r;
  for (const auto& x : rows) {
    for (const auto& y : rows) {
      Rational alone = 0;
      for (std::size_t c = 0; c < x.size(); ++c) {
        if (y[c].sign() == 0) {
          alone += x[c];
        } else {
          r.finite = std::max(r.finite, x[c] / y[c]);
        }
      }
      r.infinite = std::max(r.infinite, alone);
    }
  }
  return r;
}

// How far the likelihood difference of x, y against o scatters: large where the dataset tells much.
double scatter(const Rows& rows, std::size_t x, std::size_t y, std::size_t o) {
  double sum = 0;
  for (std::size_t c = 0; c < rows[x].size(); ++c) {
    const double other = roughly(Ball(rows[o][c], 64));
    const double difference = roughly(Ball(rows[x][c] - rows[y][c], 64));
    if (other > 0) sum += difference * difference / other;
  }
  return sum;
}

}  // namespace

Randomizer table(const Rows& rows) {
  check_table(rows);
  struct Dataset {
    double scatter;
    std::size_t x, y, o;
  };
  std::vector<Dataset> datasets;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t x = 0; x < rows.size(); ++x) {
    for (std::size_t y = 0; y < rows.size(); ++y) {
      if (x == y) continue;
      pairs.emplace_back(x, y);
      for (std::size_t o = 0; o < rows.size(); ++o) datasets.push_back({scatter(rows, x, y, o), x, y, o});
    }
  }
  constexpr std::size_t most_datasets = 4;
  std::sort(datasets.begin(), datasets.end(), [](const Dataset& a, const Dataset& b) { return a.scatter > b.scatter; });
  datasets.resize(std::min(datasets.size(), most_datasets));
  const Ratios ratios = ratios_of(rows);
  std::optional<Number> most;
  if (ratios.infinite.sign() == 0) most = Number::ln(ratios.finite);
  const auto enough = [ratios](const Number& delta) {
    if (less_equal(Number(ratios.infinite), delta) != Truth::yes) {
      throw InputError("shuffle-table.epsilon", "delta", delta.to_string(),
                       fmt::format("at least the delta of an infinite epsilon, {}", ratios.infinite.to_string()));
    }
    return Number::ln(ratios.finite).ball(192).upper();
  };
  return {[=](const Number& eps, double) -> Problem {
            Problem p;
            for (const auto& [x, y] : pairs) p.above.push_back(finite_blanket(columns_of(rows, x, y, x), eps));
            for (const Dataset& d : datasets) {
              p.below.push_back(finite_others(columns_of(rows, d.x, d.y, d.o), eps));
              p.below.back().name = fmt::format("{} {} {}", d.x + 1, d.y + 1, d.o + 1);
            }
            return p;
          },
          std::move(most), enough};
}

}  // namespace hallmark::blanket
