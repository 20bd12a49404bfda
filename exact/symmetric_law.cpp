#include "exact/symmetric_law.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "exact/convex_grid.hpp"
#include "exact/convex_internal.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using kernel::slack;
using kernel::Total;

constexpr double smallest_mass = 0x1p-200;
constexpr double largest_base = 0x1p+60;

double smallest_coordinate(std::size_t c) { return std::ldexp(1.0, -60 * static_cast<int>(c)); }

/// (e_0, ..., e_k) of a block; e_0 = 1.
using Vector = std::array<double, most_chosen + 1>;

struct Atom {
  Vector e;
  double mass;
  double key;  // the conditional expectation of the final ratio; a proposal
};

class Chain {
 public:
  Chain(const ConvexLaw& law, slong count, slong chosen, const Resolution& resolution)
      : slope_(law.slope), count_(count), k_(static_cast<std::size_t>(chosen)), resolution_(resolution) {
    for (std::size_t i = 0; i < law.position.size(); ++i) {
      double x = law.position[i];
      if (x > largest_base) {
        if (slope_ == Slope::falling) continue;
        x = largest_base;
      }
      if (law.mass[i] < smallest_mass || law.mass[i] > 2) continue;
      Vector e{};
      e[0] = 1;
      e[1] = bounded(x, 1, 1);
      base_.push_back({e, law.mass[i], 0});
    }
    set_keys(base_, 1);
  }

  [[nodiscard]] std::optional<ConvexLaw> run(const Budget& budget) {
    std::vector<Atom> atoms = base_;
    slong done = 1;
    for (int bit = static_cast<int>(std::bit_width(static_cast<ulong>(count_))) - 2; bit >= 0; --bit) {
      if (!combine(atoms, atoms, 2 * done, budget)) return std::nullopt;
      done *= 2;
      if (((count_ >> bit) & 1) == 0) continue;
      if (!combine(atoms, base_, done + 1, budget)) return std::nullopt;
      done += 1;
    }
    return finished(atoms);
  }

 private:
  /// A coordinate e_c of a block of m steps, already on the law's side, brought into range on that side.
  [[nodiscard]] double bounded(double x, std::size_t c, slong m) const {
    if (static_cast<slong>(c) > m) return 0;
    if (x >= smallest_coordinate(c)) return x;
    return slope_ == Slope::rising ? 0 : smallest_coordinate(c);
  }

  /// weights_[c] = C(t-m, k-c) / C(t, k), so that sum_c e_c weights_[c] is the key.
  void set_weights(slong m) {
    weights_.fill(0);
    const auto falling_product = [](double n, std::size_t r) {
      double p = 1;
      for (std::size_t i = 0; i < r; ++i) p *= std::max(0.0, n - static_cast<double>(i));
      return p;
    };
    for (std::size_t c = 0; c <= k_; ++c) {
      double ways = 1;  // k! / (k-c)!
      for (std::size_t i = 0; i < c; ++i) ways *= static_cast<double>(k_ - i);
      weights_[c] = ways * falling_product(static_cast<double>(count_ - m), k_ - c) /
                    falling_product(static_cast<double>(count_), k_);
    }
  }

  [[nodiscard]] double key(const Vector& e) const {
    double total = 0;
    for (std::size_t c = 0; c <= k_; ++c) total += e[c] * weights_[c];
    return total;
  }

  void set_keys(std::vector<Atom>& atoms, slong m) {
    set_weights(m);
    for (Atom& atom : atoms) atom.key = key(atom.e);
    std::sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) { return a.key < b.key; });
  }

  [[nodiscard]] Vector joined(const Vector& a, const Vector& b) const {
    Vector e{};
    for (std::size_t c = 0; c <= k_; ++c) {
      for (std::size_t i = 0; i <= c; ++i) e[c] += a[i] * b[c - i];
    }
    return e;
  }

  /// At most `groups` groups of consecutive atoms; approximate.
  static std::vector<Atom> coarse(const std::vector<Atom>& atoms, std::size_t groups) {
    std::vector<Atom> result;
    const std::size_t step = (atoms.size() + groups - 1) / groups;
    for (std::size_t i = 0; i < atoms.size(); i += step) {
      Atom sum{{}, 0, 0};
      for (std::size_t j = i; j < std::min(atoms.size(), i + step); ++j) {
        sum.mass += atoms[j].mass;
        for (std::size_t c = 0; c < sum.e.size(); ++c) sum.e[c] += atoms[j].mass * atoms[j].e[c];
      }
      for (double& x : sum.e) x /= sum.mass;
      result.push_back(sum);
    }
    return result;
  }

  [[nodiscard]] std::vector<double> edges(const std::vector<Atom>& a, const std::vector<Atom>& b, slong m) const {
    const ConvexLaw like{slope_, Side::lower, {}, {}, 0};
    const grid::Aim aim =
        grid::aim(kernel::Operation::product, like, resolution_, static_cast<double>(m), static_cast<double>(count_));
    const bool few = std::uint64_t{a.size()} * b.size() <= static_cast<std::uint64_t>(aim.nodes) * 16;
    const std::size_t groups = few ? std::max(a.size(), b.size()) : 300;
    std::vector<std::pair<double, double>> values;
    const std::vector<Atom> right = coarse(b, groups);
    for (const Atom& x : coarse(a, groups)) {
      for (const Atom& y : right) values.emplace_back(key(joined(x.e, y.e)), x.mass * y.mass);
    }
    std::sort(values.begin(), values.end());
    if (few) {  // a cell for every value, if they fit
      std::vector<double> nodes{0};
      for (const auto& [value, mass] : values) {
        const double node = value * (1 - 0x1p-42);
        if (node > nodes.back() * (1 + 0x1p-40) && node > 0) nodes.push_back(node);
      }
      if (nodes.size() >= 2 && nodes.size() <= static_cast<std::size_t>(aim.nodes)) return nodes;
    }
    grid::Sketch sketch;
    for (const auto& [value, mass] : values) {
      sketch.position.push_back(value);
      sketch.mass.push_back(mass);
    }
    return grid::place(sketch, aim);
  }

  /// atoms becomes the law of atoms joined with other, of m steps.
  bool combine(std::vector<Atom>& atoms, const std::vector<Atom>& other, slong m, const Budget& budget) {
    if (atoms.empty() || other.empty()) {
      atoms.clear();
      return true;
    }
    const bool same = &atoms == &other;
    set_weights(m);
    const std::vector<double> nodes = edges(atoms, other, m);
    struct Cell {
      Total mass;
      std::array<Total, most_chosen> moment;
    };
    std::vector<Cell> cells(nodes.size());
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (i % 16 == 0 && budget.expired()) return false;
      std::size_t cell = 0;
      for (std::size_t j = 0; j < (same ? i + 1 : other.size()); ++j) {
        const Vector e = joined(atoms[i].e, other[j].e);
        const double where = key(e);
        while (cell + 1 < nodes.size() && where >= nodes[cell + 1]) ++cell;
        while (cell > 0 && where < nodes[cell]) --cell;
        const double w = (same && j < i ? 2 : 1) * atoms[i].mass * other[j].mass;
        cells[cell].mass.add(w);
        for (std::size_t c = 1; c <= k_; ++c) cells[cell].moment[c - 1].add(w * e[c]);
      }
    }
    std::vector<Atom> next;
    for (const Cell& cell : cells) {
      if (cell.mass.terms() == 0) continue;
      // 4 slack = 128 u covers the k + 4 <= 12 roundings of a term, the totals' 2 u and their quotient.
      const double error = 4 * slack(cell.mass.terms());
      const double total = cell.mass.value();
      const double mass = total * (1 - error);
      if (mass < smallest_mass) continue;
      Atom atom{{}, mass, 0};
      atom.e[0] = 1;
      for (std::size_t c = 1; c <= k_; ++c) {
        const double mean = cell.moment[c - 1].value() / total;
        atom.e[c] = bounded(mean * (slope_ == Slope::rising ? 1 - error : 1 + error), c, m);
      }
      next.push_back(atom);
    }
    atoms = std::move(next);
    set_keys(atoms, m);
    return true;
  }

  /// The law of e_k / C(t, k).
  [[nodiscard]] ConvexLaw finished(const std::vector<Atom>& atoms) const {
    Ball ways(1, 128);
    for (std::size_t i = 0; i < k_; ++i) ways = ways * (count_ - static_cast<slong>(i)) / (static_cast<slong>(i) + 1);
    const double lo = ways.to_double_down();
    const double hi = ways.to_double_up();
    std::vector<std::pair<double, double>> list;
    for (const Atom& atom : atoms) {
      list.emplace_back(slope_ == Slope::rising ? step_down(atom.e[k_] / hi) : step_up(atom.e[k_] / lo), atom.mass);
    }
    std::sort(list.begin(), list.end());
    ConvexLaw law{slope_, Side::lower, {}, {}, 0};
    for (const auto& [position, mass] : list) push_atom(law, position, mass);
    return law;
  }

  Slope slope_;
  slong count_;
  std::size_t k_;
  Resolution resolution_;
  std::vector<Atom> base_;
  Vector weights_{};
};

}  // namespace

std::optional<ConvexLaw> symmetric_mean_lower(const ConvexLaw& law, slong count, slong chosen,
                                              const Resolution& resolution, const Budget& budget) {
  constexpr const char* where = "symmetric_mean_lower";
  check_resolution(where, resolution);
  if (law.side != Side::lower || law.infinity != 0) {
    throw InputError(where, "law", law.side == Side::lower ? "singular" : "upper",
                     "a lower law without a first moment at infinity");
  }
  if (count < 1 || count > 1'000'000'000'000) throw InputError(where, "count", std::to_string(count), "in 1..10^12");
  if (chosen < 1 || chosen > std::min(most_chosen, count)) {
    throw InputError(where, "chosen", std::to_string(chosen), "in 1..min(8, count)");
  }
  kernel::require_nearest();
  return Chain(law, count, chosen, resolution).run(budget);
}

}  // namespace hallmark
