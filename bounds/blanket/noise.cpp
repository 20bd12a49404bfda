// Additive noise on [0, 1] against its blanket and against users who all hold one end.
#include <algorithm>
#include <cmath>

#include "bounds/blanket/reference.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::blanket {
namespace {

enum class Against { blanket, zero, one };

// The law of a report z, input by input; on [0, 1] (for Gaussian noise everywhere) R_0 / R_1 = e^(s (1 - 2 z)).
class NoiseLine {
 public:
  NoiseLine(const Noise& noise, const Number& eps, Against against, slong bits)
      : kind_(noise.kind),
        against_(against),
        scale_(noise.scale.ball(bits)),
        s_(kind_ == Noise::Kind::laplace ? scale_ : 1 / (2 * scale_ * scale_)),
        w_(exponential(eps, bits)),
        half_(Rational(1) / 2, bits) {}

  struct Measures {
    Ball nu;
    Ball first;
    Ball second;
  };
  [[nodiscard]] const Ball& w() const { return w_; }
  [[nodiscard]] Measures all() const {
    const Ball one(1, half_.bits());
    return {against_ == Against::blanket ? 2 * tail(0, half_) : one, one, one};
  }

  // The measures of {U <= c}: reports from some z on.
  [[nodiscard]] Measures up_to(const Ball& c) const {
    const Ball none(0, c.bits());
    const Ball one(1, c.bits());
    const Ball theta = exp(s_);
    const bool pure = kind_ == Noise::Kind::laplace;
    // U lies in [bottom, top]; Gaussian noise reaches neither.
    const Ball top = against_ == Against::zero ? (pure ? 1 - w_ / theta : one) : theta - w_;
    const Ball bottom = against_ == Against::one ? (pure ? 1 / theta - w_ : -w_) : 1 - w_ * theta;
    const bool has_top = pure || against_ == Against::zero;
    const bool has_bottom = pure || against_ == Against::one;
    const Truth beyond = has_top ? less_equal(top, c) : Truth::no;
    if (beyond == Truth::yes) return all();
    const Truth before = has_bottom ? less(c, bottom) : Truth::no;
    if (before == Truth::yes || (before == Truth::unknown && !pure)) {
      if (before == Truth::yes) return {none, none, none};
      return hulls({none, none, none}, all());
    }
    Measures m = beyond == Truth::unknown && !pure ? Measures{none, none, none} : from(place(c));
    if (beyond == Truth::unknown) m = hulls(m, all());
    if (before == Truth::unknown) m = hulls(m, {none, none, none});
    return m;
  }

  // The measures of reports from z on.
  [[nodiscard]] Measures from(const Ball& z) const {
    const Ball first = tail(0, z);
    const Ball second = tail(1, z);
    return {against_ == Against::blanket ? blanket_tail(z) : against_ == Against::zero ? first : second, first, second};
  }
  // U at z; for Laplace noise z is in [0, 1].
  [[nodiscard]] Ball value(const Rational& z) const {
    const Ball ratio = exp(s_ * (1 - 2 * Ball(z, half_.bits())));
    const bool by_one = against_ == Against::one || (against_ == Against::blanket && 2 * z < Rational(1));
    return by_one ? ratio - w_ : 1 - w_ / ratio;
  }

 private:
  static Measures hulls(const Measures& a, const Measures& b) {
    return {hull(a.nu, b.nu), hull(a.first, b.first), hull(a.second, b.second)};
  }

  // P{report >= z} for the input `at`.
  [[nodiscard]] Ball tail(slong at, const Ball& z) const {
    const Ball t = z - at;
    if (kind_ == Noise::Kind::gaussian) return normal_cdf(-t / scale_);
    const Ball none(0, t.bits());
    return half_ * exp(-scale_ * max(t, none)) + half_ - half_ * exp(scale_ * min(t, none));
  }

  // inf R on [z, infinity): R_0 right of 1/2, R_1 left of it.
  [[nodiscard]] Ball blanket_tail(const Ball& z) const {
    const Ball right = tail(0, max(z, half_));
    return right + tail(1, min(z, half_)) - tail(1, half_);
  }

  // Where U = c: e^(s (1 - 2 z)) - w where the reference is R_1, 1 - w e^(s (2 z - 1)) where it is R_0.
  [[nodiscard]] Ball place(const Ball& c) const {
    const auto left = [&] { return half_ - log(c + w_) / (2 * s_); };
    const auto right = [&] { return half_ + log((1 - c) / w_) / (2 * s_); };
    if (against_ == Against::one) return left();
    if (against_ == Against::zero) return right();
    const Truth is_left = less_equal(1 - w_, c);
    if (is_left == Truth::yes) return left();
    if (is_left == Truth::no) return right();
    return hull(left(), right());
  }

  Noise::Kind kind_;
  Against against_;
  Ball scale_;
  Ball s_;
  Ball w_;
  Ball half_;
};

// Points of the lattice from the first to the last: every one near 0, further out at distances in proportion, as U is
// known to less than a hundredth part of itself.
std::vector<slong> marks(const Lattice& x) {
  constexpr slong fine = 128;
  require(x.first <= 0 && 0 <= x.last, "a lattice around 0");
  std::vector<slong> all{0};
  const auto step = [](slong k) { return std::max(slong{1}, std::abs(k) / fine); };
  for (slong k = 0; k > x.first; k = all.back()) all.push_back(std::max(x.first, k - step(k)));
  std::reverse(all.begin(), all.end());
  for (slong k = 0; k < x.last; k = all.back()) all.push_back(std::min(x.last, k + step(k)));
  return all;
}

// Masses of the values h k, for the marks k.
struct Marked {
  std::vector<slong> at;
  std::vector<Ball> masses;
  Ball beyond;
};

std::optional<Marked> marked_of(const NoiseLine& line, const Lattice& x, slong bits, const Budget& budget) {
  const Ball h(x.step, bits);
  Marked result{marks(x), {}, Ball(0, bits)};
  result.masses.assign(result.at.size(), Ball(0, bits));
  const NoiseLine::Measures whole = line.all();
  NoiseLine::Measures before = line.up_to(h * x.first);
  result.masses.front() += before.nu;
  for (std::size_t i = 1; i < result.at.size(); ++i) {
    if (budget.expired()) return std::nullopt;
    const slong from = result.at[i - 1];
    const slong to = result.at[i];
    NoiseLine::Measures now = line.up_to(h * to);
    const Ball mass = now.nu - before.nu;
    const Ball mean = (now.first - before.first) - line.w() * (now.second - before.second);
    const Ball high = (mean / h - mass * from) / (to - from);
    result.masses[i] += high;
    result.masses[i - 1] += mass - high;
    before = std::move(now);
  }
  const Ball above = whole.nu - before.nu;
  result.masses.back() += above;
  result.beyond =
      max(Ball(0, bits), (whole.first - before.first) - line.w() * (whole.second - before.second) - h * x.last * above);
  const auto zero = std::lower_bound(result.at.begin(), result.at.end(), slong{0}) - result.at.begin();
  result.masses[static_cast<std::size_t>(zero)] += 1 - whole.nu;  // no report of the blanket: U = 0
  return result;
}

std::optional<Spread> spread_of(const NoiseLine& line, const Lattice& x, slong bits, const Budget& budget) {
  auto marked = marked_of(line, x, bits, budget);
  if (!marked) return std::nullopt;
  const auto size = static_cast<std::size_t>(x.last - x.first + 1);
  Spread result{{x.first, std::vector<Ball>(size, Ball(0, bits))}, std::move(marked->beyond)};
  for (std::size_t i = 0; i < marked->at.size(); ++i) {
    result.masses.at[static_cast<std::size_t>(marked->at[i] - x.first)] = std::move(marked->masses[i]);
  }
  return result;
}

std::optional<Scores> scores_of(const NoiseLine& line, const Lattice& x, slong bits, const Budget& budget) {
  const Ball h(x.step, bits);
  const Ball none(0, bits);
  const std::vector<Ball> empty(static_cast<std::size_t>(x.last - x.first + 1), none);
  Scores s{{x.first, empty}, empty, empty};
  NoiseLine::Measures before{none, none, none};
  const std::vector<slong> all = marks(x);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (budget.expired()) return std::nullopt;
    // What lies between the middles on both sides of the mark.
    NoiseLine::Measures now = i + 1 == all.size() ? line.all() : line.up_to(h * (all[i] + all[i + 1]) / 2);
    const auto k = static_cast<std::size_t>(all[i] - x.first);
    s.others.at[k] = now.nu - before.nu;
    s.first[k] = now.first - before.first;
    s.second[k] = now.second - before.second;
    before = std::move(now);
  }
  return s;
}

// U and the reference's density at z in floating point: where the lattice is laid, no part of the proof.
struct Shape {
  double most = 0;
  double least = 0;
  double deviation = 0;
};

// U by R_0/R_1 at a report, in floating point.
class Rough {
 public:
  Rough(const Noise& noise, const Number& eps, Against against)
      : pure_(noise.kind == Noise::Kind::laplace), against_(against), w_(steady::exp(roughly(eps.ball(64)))) {
    const double scale = roughly(noise.scale.ball(64));
    s_ = pure_ ? scale : 1 / (2 * scale * scale);
  }
  [[nodiscard]] double value(double z) const {
    const double r = steady::exp(s_ * (1 - 2 * (pure_ ? std::clamp(z, 0.0, 1.0) : z)));
    return against_ == Against::one || (against_ == Against::blanket && z < 0.5) ? r - w_ : 1 - w_ / r;
  }
  // Where U is this; no number, or beyond [0, 1] for Laplace noise, where it never is.
  [[nodiscard]] double place(double u) const {
    const bool by_one = against_ == Against::one || (against_ == Against::blanket && u >= 1 - w_);
    return 0.5 + (by_one ? -steady::log(u + w_) : steady::log((1 - u) / w_)) / (2 * s_);
  }
  [[nodiscard]] bool pure() const { return pure_; }
  [[nodiscard]] double w() const { return w_; }

 private:
  bool pure_;
  Against against_;
  double w_;
  double s_;
};

Shape shape_of(const Noise& noise, const Number& eps, Against against, double reach) {
  const bool pure = noise.kind == Noise::Kind::laplace;
  const double scale = roughly(noise.scale.ball(64));
  const double w = steady::exp(roughly(eps.ball(64)));
  const Rough rough(noise, eps, against);
  const auto density = [&](double z) {
    return pure ? scale / 2 * steady::exp(-scale * std::fabs(z))
                : steady::exp(-z * z / (2 * scale * scale)) / (scale * std::sqrt(2 * M_PI));
  };
  const auto value = [&](double z) { return rough.value(z); };
  const double far = pure ? 1 : reach * scale;
  Shape shape;
  shape.most = value(-far);
  shape.least = value(1 + far);
  constexpr int parts = 4000;
  const double wide = pure ? 30 / scale : 9 * scale;
  const double step = (1 + 2 * wide) / parts;
  double second = 0;
  for (int i = 0; i < parts; ++i) {
    const double z = -wide + (i + 0.5) * step;
    const double nu = against == Against::zero  ? density(z)
                      : against == Against::one ? density(z - 1)
                                                : std::min(density(z), density(z - 1));
    const double u = std::clamp(value(z), shape.least, shape.most);
    second += nu * u * u * step;
  }
  shape.deviation = std::sqrt(std::max(second - (1 - w) * (1 - w), 1e-300));
  return shape;
}

// A lattice as fine as the deviation asks for where U reaches so far that x is coarser. What is far below stands higher,
// which costs little: one such value makes a sum negative. A proposal, for the sketch of a witness alone.
Lattice as_fine(const Lattice& x, double deviation) {
  constexpr double cells = 64;
  constexpr double far = 100;
  constexpr int kept = 20;
  const double h = roughly(Ball(x.step, 64));
  if (h * cells < 2 * deviation) return x;
  const Rational step = short_dyadic(deviation / cells, kept);
  const double ratio = h * cells / deviation;
  return {step, -std::llround(std::min(cells * far, -static_cast<double>(x.first) * ratio)),
          std::llround(static_cast<double>(x.last) * ratio)};
}

// Reports cut where U is on the lattice (blanket) or half way.
std::optional<Sketch> sketch_of(const Noise& noise, const Number& eps, Against against, const Lattice& lattice,
                                double deviation, const Budget& budget) {
  constexpr int kept = 52;  // U at a cut is the level to less than the width of a grid's cell around it
  const NoiseLine line(noise, eps, against, 128);
  const Rough rough(noise, eps, against);
  const Lattice x = against == Against::blanket ? as_fine(lattice, deviation) : lattice;
  const double h = roughly(Ball(x.step, 64));
  const std::vector<slong> all = marks(x);
  Sketch s;
  std::vector<double> levels;
  if (against == Against::blanket) {
    const auto law = marked_of(line, x, 128, budget);
    if (!law) return std::nullopt;
    for (std::size_t i = 0; i < law->at.size(); ++i) {
      const double mass = roughly(law->masses[i]);
      if (mass <= 0) continue;
      s.values.push_back(h * static_cast<double>(law->at[i]));
      s.masses.push_back(mass);
    }
    s.beyond = std::max(0.0, roughly(law->beyond));
    for (const slong k : all) levels.push_back(h * static_cast<double>(k));
  } else {
    const auto scores = scores_of(line, x, 128, budget);
    if (!scores) return std::nullopt;
    for (std::size_t i = 0; i < scores->first.size(); ++i) {
      const double mass = roughly(scores->others.at[i]);
      if (mass <= 0) continue;
      s.values.push_back(roughly((scores->first[i] - line.w() * scores->second[i]) / scores->others.at[i]));
      s.masses.push_back(mass);
    }
    for (std::size_t i = 1; i < all.size(); ++i) levels.push_back(h * static_cast<double>(all[i - 1] + all[i]) / 2);
  }
  if (rough.pure()) s.cuts = {0, 1};
  for (const double u : levels) {
    const double z = rough.place(u);
    if (!std::isfinite(z) || (rough.pure() && (z <= 0 || z >= 1))) continue;
    s.cuts.push_back(short_dyadic(z, kept));
  }
  std::sort(s.cuts.begin(), s.cuts.end());
  s.cuts.erase(std::unique(s.cuts.begin(), s.cuts.end()), s.cuts.end());
  for (const Rational& z : s.cuts) s.levels.push_back(rough.value(roughly(Ball(z, 64))));
  return s;
}

// Where reports are cut for a law on U itself: evenly, as far as reports matter and U is a moderate number. A proposal.
std::vector<Rational> even_cuts(const Noise& noise, const Rough& rough, double reach, slong cells) {
  constexpr double most = 1e60;
  constexpr double far_below = 1e6;  // so many times as far as the middle a report may as well stand higher
  constexpr int kept = 40;
  const double far = reach * roughly(noise.scale.ball(64));
  const double from = rough.pure() ? 0 : std::max(-far, rough.place(most));
  const double to = rough.pure() ? 1 : std::min(1 + far, rough.place(-far_below * rough.w()));
  std::vector<Rational> cuts;
  for (slong i = 0; i <= cells; ++i) {
    cuts.push_back(short_dyadic(from + (to - from) * static_cast<double>(i) / static_cast<double>(cells), kept));
  }
  return cuts;
}

// What lies between reports z and z' or beyond an end.
NoiseLine::Measures between(const NoiseLine::Measures& from, const NoiseLine::Measures& to) {
  return {from.nu - to.nu, from.first - to.first, from.second - to.second};
}

RatioAtom atom_of(const Ball& position, const Ball& mass) {
  const auto least = [](const Ball& x) { return std::max(0.0, x.to_double_down()); };
  const auto most = [](const Ball& x) { return std::max(0.0, x.to_double_up()); };
  return {least(position), most(position), least(mass), mass.is_finite() ? std::min(1.0, most(mass)) : 1};
}

// The law of U + shift from reports that are cut (PROOFS.md 17.6): `at` the measures from every cut on.
class CutLaw {
 public:
  CutLaw(const NoiseLine& line, const std::vector<Rational>& cuts, const Rational& shift, slong bits)
      : line_(line), shift_(shift, bits), none_{Ball(0, bits), Ball(0, bits), Ball(0, bits)} {
    for (const Rational& z : cuts) {
      at_.push_back(line.from(Ball(z, bits)));
      values_.push_back(line.value(z));
    }
  }

  // What lies between two cuts goes to them with its mean; below the first cut to it and to infinity, above the last one
  // and where the blanket gives no report it is raised.
  [[nodiscard]] RatioAtoms above() const {
    const NoiseLine::Measures all = line_.all();
    std::vector<Ball> masses(at_.size(), none_.nu);
    const NoiseLine::Measures far = between(all, at_.front());
    masses.front() += far.nu;
    masses.back() += at_.back().nu;
    for (std::size_t i = 1; i < at_.size(); ++i) {
      const NoiseLine::Measures cell = between(at_[i - 1], at_[i]);
      const Ball high = (moment(cell) - cell.nu * values_[i]) / (values_[i - 1] - values_[i]);
      masses[i - 1] += high;
      masses[i] += cell.nu - high;
    }
    RatioAtoms law{.atoms = {atom_of(shift_, 1 - all.nu)}};
    law.singular_hi = atom_of(shift_, moment(far) - far.nu * values_.front()).mass_hi;  // no more than R_x has there
    for (std::size_t i = 0; i < at_.size(); ++i) law.atoms.push_back(atom_of(values_[i] + shift_, masses[i]));
    return law;
  }

  // What lies between two cuts goes to its mean; what is not proved to have a mass or to stand at 0 or more is left out.
  [[nodiscard]] RatioAtoms below() const {
    RatioAtoms law;
    NoiseLine::Measures before = line_.all();
    const auto add = [&](const NoiseLine::Measures& now) {
      const NoiseLine::Measures cell = between(before, now);
      before = now;
      if (cell.nu.lower().sign() <= 0) return;
      const Ball position = moment(cell) / cell.nu + shift_;
      if (position.lower().sign() >= 0) law.atoms.push_back(atom_of(position, cell.nu));
    };
    for (const NoiseLine::Measures& now : at_) add(now);
    add(none_);
    return law;
  }

 private:
  [[nodiscard]] Ball moment(const NoiseLine::Measures& m) const { return m.first - line_.w() * m.second; }

  const NoiseLine& line_;
  Ball shift_;
  NoiseLine::Measures none_;
  std::vector<NoiseLine::Measures> at_;
  std::vector<Ball> values_;
};

std::optional<ShiftedLaw> law_of(const Noise& noise, const Number& eps, Against against, double reach, slong cells) {
  constexpr slong bits = 192;
  constexpr int kept = 30;
  constexpr double largest_w = 1e50;
  const Rough rough(noise, eps, against);
  if (!(rough.w() < largest_w)) return std::nullopt;
  const std::vector<Rational> cuts = even_cuts(noise, rough, reach, cells);
  if (!(cuts.front() < cuts.back())) return std::nullopt;
  const double lowest = rough.value(roughly(Ball(cuts.back(), 64)));
  if (!(lowest < 0) || !std::isfinite(lowest)) return std::nullopt;
  const Rational shift = short_dyadic(-lowest, kept);
  const NoiseLine line(noise, eps, against, bits);
  const CutLaw law(line, cuts, shift, bits);
  if (against != Against::blanket) return ShiftedLaw{atoms_law(law.below(), Slope::rising).lower, shift};
  return ShiftedLaw{atoms_law(law.above(), Slope::rising).upper, shift};
}

Reference reference_of(const Noise& noise, const Number& eps, Against against, double reach) {
  if (noise.scale.sign() <= 0) throw InputError("shuffle", "noise", noise.scale.to_string(), "positive");
  const Shape shape = shape_of(noise, eps, against, reach);
  return {shape.most,
          shape.least,
          shape.deviation,
          [=](const Lattice& x, slong bits, const Budget& budget) {
            return spread_of(NoiseLine(noise, eps, against, bits), x, bits, budget);
          },
          [=](const Lattice& x, slong bits, const Budget& budget) {
            return scores_of(NoiseLine(noise, eps, against, bits), x, bits, budget);
          },
          [=](const Lattice& x, const Budget& budget) {
            return sketch_of(noise, eps, against, x, shape.deviation, budget);
          },
          [=](slong cells) { return law_of(noise, eps, against, reach, cells); },
          true,
          {}};
}

}  // namespace

Reference noise_blanket(const Noise& noise, const Number& eps, double reach) {
  return reference_of(noise, eps, Against::blanket, reach);
}

Reference noise_others(const Noise& noise, const Number& eps, int other, double reach) {
  return reference_of(noise, eps, other == 0 ? Against::zero : Against::one, reach);
}

}  // namespace hallmark::blanket
