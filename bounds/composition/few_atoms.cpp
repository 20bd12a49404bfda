#include "bounds/composition/few_atoms.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// Equal ratios together, in their order, what has no q last; outcomes of mass 0 under both laws leave the list.
std::vector<ExactAtom> merged(std::vector<ExactAtom> atoms) {
  struct Rated {
    Rational ratio;
    ExactAtom atom;
  };
  std::vector<Rated> rated;
  rated.reserve(atoms.size());
  Rational infinite;
  for (ExactAtom& a : atoms) {
    if (a.q.sign() == 0) {
      infinite += a.p;
    } else {
      Rational ratio = a.p / a.q;
      rated.push_back({std::move(ratio), std::move(a)});
    }
  }
  std::sort(rated.begin(), rated.end(), [](const Rated& x, const Rated& y) { return x.ratio < y.ratio; });
  std::vector<ExactAtom> all;
  for (std::size_t i = 0; i < rated.size(); ++i) {
    if (i > 0 && rated[i].ratio == rated[i - 1].ratio) {
      all.back().p += rated[i].atom.p;
      all.back().q += rated[i].atom.q;
    } else {
      all.push_back(std::move(rated[i].atom));
    }
  }
  if (infinite.sign() > 0) all.push_back({infinite, 0});
  return all;
}

// The products of the atoms from `i` on, `left` rounds of them still to choose.
struct Products {
  const FiniteLaw& one;
  FiniteLawBuilder& all;

  // As deep as there are rounds, not atoms.
  void add(std::size_t first, slong left, const Ball& p, const Ball& q) const {
    const std::size_t last = one.atoms.size() - 1;
    const auto times = static_cast<ulong>(left);
    all.add(p * pow(one.atoms[last].p, times), q * pow(one.atoms[last].q, times));
    for (std::size_t i = last; i-- > first;) {
      const Atom& a = one.atoms[i];
      Ball here_p = p;
      Ball here_q = q;
      // With j of this atom, none of those before: C(left, j) of the orders.
      for (slong j = 1; j <= left; ++j) {
        here_p = here_p * a.p * (left - j + 1) / j;
        here_q = here_q * a.q * (left - j + 1) / j;
        if (j == left) {
          all.add(here_p, here_q);
        } else {
          add(i + 1, left - j, here_p, here_q);
        }
      }
    }
  }
};

}  // namespace

std::optional<std::vector<ExactAtom>> exact_product(const std::vector<ExactAtom>& a, const std::vector<ExactAtom>& b,
                                                    std::size_t most, const Budget& budget) {
  if (a.empty() || a.size() > most || b.size() > 4 * most / a.size()) return std::nullopt;
  std::vector<ExactAtom> all;
  all.reserve(a.size() * b.size());
  for (const ExactAtom& x : a) {
    if (budget.expired()) return std::nullopt;
    for (const ExactAtom& y : b) all.push_back({x.p * y.p, x.q * y.q});
  }
  all = merged(std::move(all));
  if (all.size() > most) return std::nullopt;
  return all;
}

std::optional<std::vector<ExactAtom>> exact_power(const std::vector<ExactAtom>& one, slong rounds, std::size_t most,
                                                  const Budget& budget) {
  require(rounds >= 1, "at least one round");
  const std::vector<ExactAtom> base = merged(one);
  std::optional<std::vector<ExactAtom>> law = base;
  for (slong done = 1; law && done < rounds; ++done) law = exact_product(*law, base, most, budget);
  if (law && law->size() > most) return std::nullopt;
  return law;
}

Rational exact_delta(const std::vector<ExactAtom>& law, const Rational& w, bool reverse) {
  Rational sum = 0;
  for (const ExactAtom& a : law) {
    const Rational gain = reverse ? a.q - w * a.p : a.p - w * a.q;
    if (gain.sign() > 0) sum += gain;
  }
  return sum;
}

std::size_t products_of(std::size_t ratios, slong rounds, std::size_t most) {
  std::size_t count = 1;
  const auto times = static_cast<std::size_t>(std::min<slong>(rounds, 64));
  if (rounds > 64 && ratios > 2) return most + 1;
  if (ratios <= 2) return std::min(most + 1, static_cast<std::size_t>(ratios == 2 ? rounds + 1 : 1));
  for (std::size_t i = 1; i <= times; ++i) {
    count = count * (ratios + i - 1) / i;
    if (count > most) return most + 1;
  }
  return count;
}

FiniteLaw finite_power(const FiniteLaw& one, slong rounds, slong bits) {
  require(rounds >= 1, "at least one round");
  FiniteLawBuilder all(bits);
  if (!one.atoms.empty()) {
    Products{one, all}.add(0, rounds, Ball(1, bits), Ball(1, bits));
  }
  const auto times = static_cast<ulong>(rounds);
  if (!one.p_infinite.is_zero()) all.add(1 - pow(1 - one.p_infinite, times), Ball(0, bits));
  if (!one.q_infinite.is_zero()) all.add(Ball(0, bits), 1 - pow(1 - one.q_infinite, times));
  return all.finish();
}

}  // namespace hallmark
