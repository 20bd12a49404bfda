// Finite randomizers against their blanket and against users who all hold one input.
#include <algorithm>
#include <cmath>

#include "bounds/blanket/reference.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::blanket {
namespace {

// U and the reference mass of one kind of outcome; `only`: the reference never gives it.
struct Atom {
  Ball u;
  Ball mass;
  Ball first;
  Ball second;
  bool only;
};

std::vector<Atom> atoms_of(const Outcomes& outcomes, const Number& eps, bool blanket, slong bits) {
  const Ball w = exponential(eps, bits);
  std::vector<Atom> atoms;
  for (const ReportOutcome& o : outcomes(bits)) {
    const Ball& reference = blanket ? o.least : o.other;
    const Ball difference = o.first - w * o.second;
    const bool only = reference.is_zero();
    atoms.push_back(
        {only ? difference : difference / reference, o.count * reference, o.count * o.first, o.count * o.second, only});
  }
  return atoms;
}

Spread spread_of(const std::vector<Atom>& atoms, const Ball& w, const Lattice& x, slong bits) {
  const Ball h(x.step, bits);
  const Ball none(0, bits);
  Spread result{{x.first, std::vector<Ball>(static_cast<std::size_t>(x.last - x.first + 1), none)}, none};
  const auto at = [&](slong k) -> Ball& { return result.masses.at[static_cast<std::size_t>(k - x.first)]; };
  Ball total = none;
  for (const Atom& a : atoms) {
    if (a.only) {  // the record's own report alone: seen by everybody
      result.beyond += max(none, a.first - w * a.second);
      continue;
    }
    total += a.mass;
    const Ball place = a.u / h;
    const Rational above = ceil(place.upper());
    if (above <= Rational(x.first)) {
      at(x.first) += a.mass;  // raised
    } else if (above > Rational(x.last)) {
      at(x.last) += a.mass;
      result.beyond += a.mass * max(none, a.u - h * x.last);
    } else {
      const slong k = above.to_long() - 1;
      const Ball share = max(none, place - k);
      at(k + 1) += a.mass * share;
      at(k) += a.mass * (1 - share);
    }
  }
  at(0) += 1 - total;
  return result;
}

Scores scores_of(const std::vector<Atom>& atoms, const Lattice& x, slong bits) {
  const Ball h(x.step, bits);
  const std::vector<Ball> none(static_cast<std::size_t>(x.last - x.first + 1), Ball(0, bits));
  Scores s{{x.first, none}, none, none};
  for (const Atom& a : atoms) {
    const double scaled = a.only ? std::copysign(0x1p60, roughly(a.u)) : std::round(roughly(a.u / h));
    const double place = std::clamp(scaled, static_cast<double>(x.first), static_cast<double>(x.last));
    const auto i = static_cast<std::size_t>(static_cast<slong>(place) - x.first);
    s.others.at[i] += a.mass;
    s.first[i] += a.first;
    s.second[i] += a.second;
  }
  return s;
}

Sketch sketch_of(const std::vector<Atom>& atoms, const Number& eps) {
  Sketch s;
  double rest = 1;
  for (const Atom& a : atoms) {
    if (a.only) {
      s.alone += std::max(0.0, roughly(a.first - exponential(eps, 128) * a.second));
      continue;
    }
    s.values.push_back(roughly(a.u));
    s.masses.push_back(roughly(a.mass));
    rest -= s.masses.back();
  }
  if (rest > 1e-12) {
    s.values.push_back(0);
    s.masses.push_back(rest);
  }
  s.levels = s.values;
  return s;
}

Reference reference_of(const Outcomes& outcomes, const Number& eps, bool blanket) {
  Reference r{0, 0, 0, {}, {}, {}, {}, false, {}};
  double square = 0;
  double mean = 0;
  for (const Atom& a : atoms_of(outcomes, eps, blanket, 128)) {
    const double u = roughly(a.u);
    const double mass = roughly(a.mass);
    if (a.only || mass <= 0) continue;
    r.most = std::max(r.most, u);
    r.least = std::min(r.least, u);
    square += mass * u * u;
    mean += mass * u;
  }
  r.deviation = std::sqrt(std::max(square - mean * mean, 1e-300));
  r.spread = [=](const Lattice& x, slong bits, const Budget&) -> std::optional<Spread> {
    return spread_of(atoms_of(outcomes, eps, blanket, bits), exponential(eps, bits), x, bits);
  };
  r.scores = [=](const Lattice& x, slong bits, const Budget&) -> std::optional<Scores> {
    return scores_of(atoms_of(outcomes, eps, blanket, bits), x, bits);
  };
  r.sketch = [=](const Lattice&, const Budget&) -> std::optional<Sketch> {
    return sketch_of(atoms_of(outcomes, eps, blanket, 128), eps);
  };
  return r;
}

}  // namespace

Reference finite_blanket(const Outcomes& outcomes, const Number& eps) { return reference_of(outcomes, eps, true); }
Reference finite_others(const Outcomes& outcomes, const Number& eps) { return reference_of(outcomes, eps, false); }

Spread envelope(const std::vector<Spread>& laws) {
  require(!laws.empty(), "laws to be bounded");
  if (laws.size() == 1) return laws.front();
  const std::size_t size = laws.front().masses.at.size();
  const slong bits = laws.front().masses.at.front().bits();
  std::vector<Ball> most(size + 1, Ball(0, bits));  // max of sum_j (j - i)_+ mass_j
  Ball beyond(0, bits);
  for (const Spread& law : laws) {
    require(law.masses.at.size() == size, "laws on one lattice");
    Ball hinge(0, bits);
    Ball above(0, bits);
    for (std::size_t i = size; i-- > 0;) {
      hinge += above;
      most[i] = max(most[i], hinge);
      above += law.masses.at[i];
    }
    beyond = max(beyond, law.beyond);
  }
  Spread result{{laws.front().masses.first, std::vector<Ball>(size, Ball(0, bits))}, beyond};
  Ball others(0, bits);
  for (std::size_t i = size - 1; i > 0; --i) {
    Ball mass = max(Ball(0, bits), most[i - 1] - 2 * most[i] + most[i + 1]);
    others += mass;
    result.masses.at[i] = std::move(mass);
  }
  result.masses.at[0] = max(Ball(0, bits), 1 - others);
  return result;
}

}  // namespace hallmark::blanket
