#include "bounds/blanket/laws_witness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "exact/convex_law.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::blanket {
namespace {

constexpr std::size_t few = 6;       // so many pairs are taken one by one, more of them by one law above all
constexpr double tolerance = 1e-13;  // within which two values are one

// The certificate's unit: what n users round in all is little beside the deviation of their sum.
slong unit_of(slong n) {
  constexpr slong least = 46;
  return least + std::bit_width(static_cast<ulong>(n)) / 2;
}

// A law in floating point, and where its grid begins.
struct Guess {
  ConvexLaw law;
  std::vector<double> levels;
  std::vector<Rational> cuts;
  double shift;  // what makes U nonnegative
  double alone;  // what is seen by everybody
};

Guess guess_of(Sketch s, Side side) {
  constexpr double nothing = 1e-120;
  std::vector<std::size_t> order(s.values.size());
  std::iota(order.begin(), order.end(), 0UL);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return s.values[a] < s.values[b]; });
  // The checker shifts by the least place of a report. Above, noise has it at a cut: a lattice that begins lower would lay
  // the grid beside U = 0.
  double least = 0;
  if (side == Side::lower || s.cuts.empty()) {
    for (const double v : s.values) least = std::min(least, v);
  }
  for (const double v : s.levels) least = std::min(least, v);
  Guess g{{Slope::rising, side, {}, {}, side == Side::upper ? s.beyond : 0},
          std::move(s.levels),
          std::move(s.cuts),
          -least,
          s.alone};
  for (const std::size_t i : order) {
    if (s.masses[i] < nothing) continue;
    const double position = s.values[i] + g.shift;
    g.law.position.push_back(position < nothing ? 0 : position);
    g.law.mass.push_back(s.masses[i]);
  }
  return g;
}

// E (U_1 + ... + U_n)_+ / n by the law of the sum.
double mean_of(const ConvexLaw& sum, const Guess& g, slong n) {
  const double count = static_cast<double>(n);
  double total = sum.infinity;
  for (std::size_t i = 0; i < sum.position.size(); ++i) {
    total += sum.mass[i] * std::max(0.0, sum.position[i] - g.shift * count);
  }
  return total / count;
}

// Around every level, so that what lies at one is in a cell of no width to speak of.
witness::Ratios first_grid(const Guess& g, slong unit) {
  std::vector<double> points;
  for (const double level : g.levels) {
    const double around = tolerance * (1 + g.shift + std::fabs(level));
    points.insert(points.end(), {level + g.shift - around, level + g.shift + around});
  }
  return witness::ratios_of(points, unit);
}

struct Proposal {
  double value;
  witness::ReportsLaw law;
};

// The sum of n, with the grids in the order of a certificate.
std::optional<Proposal> propose(const Guess& g, slong n, const Resolution& resolution, const Budget& budget) {
  const slong unit = unit_of(n);
  const auto sum = traced_power_sum(g.law, n, resolution, budget);
  if (!sum) return std::nullopt;
  Proposal p{mean_of(sum->law, g, n) + g.alone, {{}, g.cuts, {first_grid(g, unit)}}};
  for (const auto& nodes : sum->grids) p.law.ratios.push_back(witness::ratios_of(nodes, unit));
  return p;
}

// The nodes of both.
witness::ReportsLaw joined(witness::ReportsLaw a, const witness::ReportsLaw& b) {
  for (std::size_t i = 0; i < a.ratios.size(); ++i) {
    a.ratios[i].insert(a.ratios[i].end(), b.ratios[i].begin(), b.ratios[i].end());
    a.ratios[i] = witness::ratios_of(std::move(a.ratios[i]));
  }
  return a;
}

// Several laws and the largest of their functions x -> E (U - x)_+.
class Largest {
 public:
  explicit Largest(const std::vector<Sketch>& all) : all_(all) {}

  // Which of them is the largest at x.
  [[nodiscard]] std::size_t at(double x) const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < all_.size(); ++k) {
      if (value(k, x) > value(best, x)) best = k;
    }
    return best;
  }
  [[nodiscard]] double value(std::size_t k, double x) const {
    double sum = 0;
    for (std::size_t i = 0; i < all_[k].values.size(); ++i) {
      sum += all_[k].masses[i] * std::max(0.0, all_[k].values[i] - x);
    }
    return sum;
  }

  // Where the largest bends between a and b, all of them straight there.
  void add_bends(double a, double b, int depth, std::vector<double>& points) const {
    const std::size_t first = at(a);
    const std::size_t last = at(b);
    const double left = value(first, a) - value(last, a);
    const double right = value(last, b) - value(first, b);
    if (first == last || left <= 0 || right <= 0 || depth == 0) return;
    const double bend = a + (b - a) * left / (left + right);
    if (bend <= a || bend >= b) return;
    points.push_back(bend);
    add_bends(a, bend, depth - 1, points);
    add_bends(bend, b, depth - 1, points);
  }

 private:
  const std::vector<Sketch>& all_;
};

void sort_apart(std::vector<double>& points) {
  std::sort(points.begin(), points.end());
  const double near = tolerance * (1 + points.back() - points.front());
  const auto same = [near](double a, double b) { return b - a < near; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
}

// Where several laws are compared: at all their values and where the largest bends, or on the lattice if those are many.
std::vector<double> points_of(const std::vector<Sketch>& all, const Lattice& lattice) {
  constexpr std::size_t most = 1024;
  constexpr int bends = 6;
  bool many = false;
  std::vector<double> points;
  for (const Sketch& s : all) {
    points.insert(points.end(), s.values.begin(), s.values.end());
    sort_apart(points);
    many = many || points.size() > most;
    if (many) points = {points.front(), points.back()};
  }
  if (!many) {
    const Largest largest(all);
    const std::size_t values = points.size();
    for (std::size_t i = 1; i < values; ++i) largest.add_bends(points[i - 1], points[i], bends, points);
  } else {
    const double h = std::max(roughly(Ball(lattice.step, 64)), (points.back() - points.front()) / (2 * most));
    for (double x = h * std::ceil(points.front() / h); x < points[1]; x += h) points.push_back(x);
  }
  sort_apart(points);
  return points;
}

// The least law above all of them, at these points; the checker makes it of its own.
Sketch above_all(const std::vector<Sketch>& all, std::vector<double> points) {
  const Largest largest(all);
  std::vector<double> most;
  most.reserve(points.size());
  for (const double x : points) most.push_back(largest.value(largest.at(x), x));
  Sketch result;
  for (const Sketch& s : all) result.alone = std::max(result.alone, s.alone);
  double below = 1;  // the mass from here on
  for (std::size_t k = 0; k < points.size(); ++k) {
    const bool last = k + 1 == points.size();
    const double above = last ? 0 : (most[k] - most[k + 1]) / (points[k + 1] - points[k]);
    result.masses.push_back(std::max(0.0, below - above));
    below = above;
  }
  result.values = points;
  result.levels = std::move(points);
  return result;
}

// The laws of all pairs, or the one above all of many, of one shift, as the checker has them; none when the budget ends.
std::vector<Guess> above_of(const Problem& problem, slong cells, const Budget& budget) {
  const auto lattice = lattice_of(problem.above, cells);
  if (!lattice) return {};
  std::vector<Sketch> all;
  for (const Reference& r : problem.above) {
    auto sketch = r.sketch(*lattice, budget);
    if (!sketch || budget.expired()) return {};
    all.push_back(*std::move(sketch));
  }
  if (all.size() > few) all = {above_all(all, points_of(all, *lattice))};
  std::vector<Guess> guesses;
  double shift = 0;
  for (Sketch& s : all) {
    guesses.push_back(guess_of(std::move(s), Side::upper));
    shift = std::max(shift, guesses.back().shift);
  }
  for (Guess& g : guesses) {
    for (double& x : g.law.position) x += shift - g.shift;
    g.shift = shift;
  }
  return guesses;
}

constexpr double margin = 1e-6;  // the checker's base law and its rounding are its own
constexpr slong first_nodes = 256;
constexpr slong most_nodes = 4096;
constexpr double most_pairs = 4e8;  // what the checker has work for

// Whether sums of n of so many laws on so many nodes are within the checker's work.
bool is_feasible(slong n, slong nodes, std::size_t laws) {
  const double operations = 2 * steady::log2(static_cast<double>(n) + 1) * static_cast<double>(laws);
  return operations * static_cast<double>(nodes) * static_cast<double>(nodes) <= most_pairs;
}

// Where nothing is to be proved, any grid will do.
witness::ReportsLaw trivial(slong n, bool noise, std::string dataset) {
  witness::ReportsLaw law{std::move(dataset), {}, {}};
  if (noise) law.cuts = {0};
  const auto bits = static_cast<ulong>(n);
  law.ratios.assign(static_cast<std::size_t>(std::bit_width(bits) - 1 + std::popcount(bits)), {Rational(1)});
  return law;
}

double size_of(const Number& value) { return std::clamp(roughly(value.ball(64)), 1e-120, 1.0); }

// Every law on as few nodes as prove the end; on the nodes of all of them none gives more than on its own.
std::optional<witness::ReportsLaw> upper_law_of(const Shuffled& s, const std::vector<Guess>& all, double wanted,
                                                const Budget& budget) {
  constexpr slong fewest_nodes = 64;
  std::optional<witness::ReportsLaw> together;
  for (const Guess& g : all) {
    std::optional<Proposal> found;
    for (slong nodes = fewest_nodes; !found && nodes <= most_nodes && is_feasible(s.n, nodes, all.size()); nodes *= 2) {
      if (budget.expired()) return std::nullopt;
      auto p = propose(g, s.n, {.nodes = nodes, .smallest_delta = wanted / 4}, budget);
      if (p && p->value * (1 + margin) < wanted) found = std::move(p);
    }
    if (!found) return std::nullopt;
    together = together ? joined(*std::move(together), found->law) : std::move(found->law);
  }
  if (!together) return std::nullopt;
  for (const witness::Ratios& line : together->ratios) {
    if (!is_feasible(s.n, static_cast<slong>(line.size()), all.size())) return std::nullopt;
  }
  return together;
}

// With a report cut into no more cells than that takes.
std::optional<witness::ReportsLaw> upper_law(const Shuffled& s, const DeltaEnd& end, const Budget& budget) {
  const double wanted = size_of(end.value);
  const Problem problem = s.problem(end.eps, std::sqrt(2 * (12 - steady::log(wanted))));
  for (const slong cells : {slong{64}, slong{256}}) {
    if (auto law = upper_law_of(s, above_of(problem, cells, budget), wanted, budget)) return law;
    if (budget.expired()) break;
  }
  return std::nullopt;
}

std::optional<witness::ReportsLaw> lower_law(const Shuffled& s, const DeltaEnd& end, const Budget& budget) {
  const double wanted = size_of(end.value);
  const Problem problem = s.problem(end.eps, std::sqrt(2 * (12 - steady::log(wanted))));
  std::optional<std::size_t> only;  // the dataset that came nearest
  for (slong nodes = first_nodes; nodes <= most_nodes && is_feasible(s.n, nodes, 1); nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = wanted / 4};
    double most = -1;
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < problem.below.size(); ++i) {
      if (only && i != *only) continue;
      const auto lattice = lattice_of({problem.below[i]}, std::max(slong{16}, nodes / 16));
      auto sketch = lattice ? problem.below[i].sketch(*lattice, budget) : std::nullopt;
      if (!sketch || budget.expired()) continue;
      const Guess g = guess_of(*std::move(sketch), Side::lower);
      auto p = propose(g, s.n, resolution, budget);
      if (!p) continue;
      if (p->value * (1 - margin) > wanted) {
        p->law.dataset = problem.below[i].name;
        return std::move(p->law);
      }
      if (p->value > most) {
        most = p->value;
        nearest = i;
      }
    }
    if (budget.expired()) return std::nullopt;
    if (most >= 0) only = nearest;
  }
  return std::nullopt;
}

}  // namespace

std::optional<witness::ReportsLaws> laws(const Shuffled& shuffled, const std::optional<DeltaEnd>& lower,
                                         const std::optional<DeltaEnd>& upper, const Budget& budget) {
  witness::ReportsLaws all{unit_of(shuffled.n), {}};
  const auto some = [&](const DeltaEnd& end) {
    if (!end.is_trivial()) return end.upper ? upper_law(shuffled, end, budget) : lower_law(shuffled, end, budget);
    const Problem problem = shuffled.problem(end.eps, 1);
    const Reference& first = problem.below.front();
    return std::optional(trivial(shuffled.n, first.noise, end.upper ? "" : first.name));
  };
  const auto add = [&](const std::optional<DeltaEnd>& end, std::vector<witness::ReportsLaw>& to) {
    if (!end) return true;
    auto law = some(*end);
    if (law) to.push_back(*std::move(law));
    return law.has_value();
  };
  if (!add(lower, all.laws.lower) || !add(upper, all.laws.upper)) return std::nullopt;
  return all;
}

}  // namespace hallmark::blanket
