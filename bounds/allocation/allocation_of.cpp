#include "bounds/allocation/allocation_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/epoch_curve.hpp"
#include "bounds/composition/routes.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

using composition::LargestRatio;
using composition::Phase;

constexpr std::size_t most_lists = 100'000;  // of outcomes of one epoch

// An outcome of one step; one of the masses may be 0.
template <typename Mass>
struct Outcome {
  Mass p, q;
};

Ball from_count(const Rational& x, const Ball& like) { return {x, like.bits()}; }
Rational from_count(const Rational& x, const Rational& /*like*/) { return x; }

void add_product(Ball& sum, const Ball& a, const Ball& b) { sum.add_product(a, b); }
void add_product(Rational& sum, const Rational& a, const Rational& b) { sum += a * b; }

// Every way in which `steps` steps can fall on the outcomes, with the masses of an epoch.
template <typename Mass>
class Epochs {
 public:
  Epochs(const std::vector<Outcome<Mass>>& outcomes, slong steps, slong selected)
      : outcomes_(outcomes), selected_(static_cast<std::size_t>(selected)), zero_(from_count(0, outcomes.front().q)) {
    Rational ways = 1;
    for (slong i = 0; i < selected; ++i) ways = ways * (steps - i) / (i + 1);
    ways_ = from_count(ways, zero_);
    steps_ = steps;
  }

  // each(p, q); false where the budget ends.
  template <typename Each>
  bool all(const Each& each, const Budget& budget) {
    const Mass one = from_count(1, zero_);
    std::vector<Mass> powers{one};
    last_ = {powers};
    for (slong n = 0; n < steps_; ++n) {
      if (budget.expired()) return false;
      multiply(powers, outcomes_.back());
      last_.push_back(powers);
    }
    return from(0, steps_, {one}, one, each, budget);
  }

 private:
  // powers[j]: the part of degree j in z of a product of q + p z, up to the degree `selected`.
  void multiply(std::vector<Mass>& powers, const Outcome<Mass>& by) const {
    if (powers.size() <= selected_) powers.push_back(zero_);
    for (std::size_t j = powers.size() - 1; j > 0; --j) {
      powers[j] *= by.q;
      add_product(powers[j], powers[j - 1], by.p);
    }
    powers[0] *= by.q;
  }

  // The outcomes from `i` on, for the steps that are left; orders: in how many orders the steps so far can stand.
  template <typename Each>
  bool from(std::size_t i, slong left, std::vector<Mass> powers, Mass orders, const Each& each,
            const Budget& budget) const {
    if (i + 1 == outcomes_.size() || left == 0) {
      const std::vector<Mass>& last = last_[static_cast<std::size_t>(left)];
      Mass chosen = zero_;
      for (std::size_t j = 0; j < last.size() && j <= selected_; ++j) {
        if (selected_ - j < powers.size()) add_product(chosen, powers[selected_ - j], last[j]);
      }
      each(orders * chosen / ways_, orders * powers[0] * last[0]);
      return !budget.expired();
    }
    for (slong n = 0; n <= left; ++n) {
      if (n > 0) {
        multiply(powers, outcomes_[i]);
        orders = orders * from_count(left - n + 1, zero_) / from_count(n, zero_);
      }
      if (!from(i + 1, left - n, powers, orders, each, budget)) return false;
    }
    return true;
  }

  const std::vector<Outcome<Mass>>& outcomes_;
  std::size_t selected_;
  slong steps_;
  Mass zero_;
  Mass ways_ = zero_;
  std::vector<std::vector<Mass>> last_;  // the powers of the last outcome
};

// All that one step lists, infinite ratios too, but for what is smaller than `least` under both laws.
std::vector<Outcome<Ball>> outcomes_of(const FiniteLaw& law, const Rational& least) {
  std::vector<Outcome<Ball>> all;
  for (const Atom& a : law.atoms) {
    if (less(a.p, least) != Truth::yes || less(a.q, least) != Truth::yes) all.push_back({a.p, a.q});
  }
  const Ball none(0, law.p_infinite.bits());
  if (!law.p_infinite.is_zero()) all.push_back({law.p_infinite, none});
  if (!law.q_infinite.is_zero()) all.push_back({none, law.q_infinite});
  return all;
}

// How many lists there are; too many where one alone is long.
std::size_t lists_of(std::size_t outcomes, slong steps) {
  constexpr slong most_steps = 1000;
  return steps > most_steps ? most_lists + 1 : products_of(outcomes, steps, most_lists);
}

// The outcomes of one step to so many bits; nothing where those of an epoch are many.
std::optional<std::vector<Outcome<Ball>>> few_outcomes(const Phase& step, slong steps, const Listing& listing,
                                                       const Budget& budget) {
  constexpr std::size_t most_outcomes = 2000;
  const auto law = finite_law(
      step.atoms, {.bits = listing.bits + 32, .tail_bits = listing.tail_bits + 16, .most = most_outcomes}, budget);
  if (!law) return std::nullopt;
  auto all = outcomes_of(*law, pow(Rational(2), -(listing.tail_bits + 8)));
  if (all.empty() || lists_of(all.size(), steps) > std::min(most_lists, listing.most)) return std::nullopt;
  return all;
}

AtomSource atoms_of(const Phase& step, slong steps, slong selected) {
  return [=](AtomSink& sink, const Listing& listing, const Budget& budget) {
    const auto outcomes = few_outcomes(step, steps, listing, budget);
    if (!outcomes) return false;
    return Epochs<Ball>(*outcomes, steps, selected).all([&](const Ball& p, const Ball& q) { sink.add(p, q); }, budget);
  };
}

std::optional<std::vector<ExactAtom>> exact_epoch(const std::vector<ExactAtom>& step, slong steps, slong selected,
                                                  const Budget& budget) {
  constexpr std::size_t most_exact = 4000;
  if (step.empty() || lists_of(step.size(), steps) > most_exact) return std::nullopt;
  std::vector<Outcome<Rational>> outcomes;
  for (const ExactAtom& a : step) outcomes.push_back({a.p, a.q});
  std::vector<ExactAtom> all;
  const auto take = [&](const Rational& p, const Rational& q) { all.push_back({p, q}); };
  if (!Epochs<Rational>(outcomes, steps, selected).all(take, budget)) return std::nullopt;
  return all;
}

std::optional<LargestRatio> times(const std::optional<LargestRatio>& one, slong selected) {
  if (!one) return std::nullopt;
  LargestRatio r{.log = [=, log = one->log](slong bits) { return log(bits) * selected; }};
  constexpr slong most_exact = 1000;
  if (one->ratio && selected <= most_exact) r.ratio = pow(*one->ratio, selected);
  return r;
}

// The ratio of an epoch is a mean of products of as many as are selected, and all steps may be extreme at once.
void set_largest(Phase& epoch, const Phase& step, slong selected) {
  epoch.largest_sampled = times(step.largest_sampled, selected);
  epoch.largest_sampled_of_add = times(step.largest_sampled_of_add, selected);
  if (const auto& most = step.largest_log_ratio) {
    const LargestRatio whole{[most](slong bits) { return most->ball(bits); }, most->rational_exponential()};
    epoch.largest_sampled = epoch.largest_sampled_of_add = times(whole, selected);
  }
}

constexpr slong most_exact_steps = 4000;

// Sets the mass of an infinite ratio from that of one step. Direction remove: some selected step has one. Direction add:
// more steps have no mass with the record than are left out.
void set_infinite(Phase& epoch, const Rational& one, slong steps, slong selected, Direction direction) {
  if (direction != Direction::add) {
    epoch.infinite = [=](slong bits) { return -expm1(log1p(-Ball(one, bits)) * selected); };
    if (one == Rational(1)) epoch.infinite = [](slong bits) { return Ball(1, bits); };
    if (selected <= most_exact_steps) epoch.infinite_number = Number(1 - pow(1 - one, selected));
    return;
  }
  if (steps > most_exact_steps) {
    throw InputError("allocation", "steps", std::to_string(steps),
                     "at most 4000 in direction add where some output has no probability with the record");
  }
  Rational below = 0;
  Rational ways = 1;
  for (slong zeros = 0; zeros <= steps - selected; ++zeros) {
    below = below + ways * pow(one, zeros) * pow(1 - one, steps - zeros);
    ways = ways * (steps - zeros) / (zeros + 1);
  }
  epoch.infinite = [mass = 1 - below](slong bits) { return Ball(mass, bits); };
  epoch.infinite_number = Number(1 - below);
}

}  // namespace

basic::Law table_pair(const std::vector<std::vector<Rational>>& rows, Direction direction) {
  const bool add = direction == Direction::add;
  constexpr std::string_view must =
      "two rows of probabilities, with the record and without it, of the same length and the sum 1 each";
  const auto refuse = [&] { throw InputError("allocation-table", "table", fmt::format("{} rows", rows.size()), must); };
  if (rows.size() != 2 || rows[0].size() != rows[1].size()) refuse();
  for (const auto& row : rows) {
    Rational sum = 0;
    for (const Rational& x : row) {
      if (x.sign() < 0) refuse();
      sum = sum + x;
    }
    if (sum != Rational(1)) refuse();
  }
  std::vector<ExactAtom> outcomes;
  basic::Law law;
  law.method = "sum of the positive parts";
  law.phase.key = add ? "table in direction add" : "table";
  Rational infinite = 0;
  Rational most = 1;
  for (std::size_t i = 0; i < rows[0].size(); ++i) {
    const ExactAtom a{rows[0][i], rows[1][i]};
    law.phase.key += fmt::format(" {}:{}", a.p.to_string(), a.q.to_string());
    if (a.p.sign() == 0 && a.q.sign() == 0) continue;
    outcomes.push_back(a);
    const Rational& above = add ? a.q : a.p;
    const Rational& below = add ? a.p : a.q;
    if (below.sign() == 0) {
      infinite = infinite + above;
    } else {
      most = std::max(most, above / below);
    }
  }
  law.phase.exact_atoms = [=](const Budget& /*none is needed*/) { return outcomes; };
  law.phase.atoms = [=](AtomSink& sink, const Listing& listing, const Budget& /*none is needed*/) {
    for (const ExactAtom& a : outcomes) sink.add(Ball(a.p, listing.bits), Ball(a.q, listing.bits));
    return true;
  };
  if (infinite.sign() == 0) {
    law.phase.largest_sampled = LargestRatio{[most](slong bits) { return log(Ball(most, bits)); }, most};
    law.phase.largest_sampled_of_add = law.phase.largest_sampled;
  } else {
    law.phase.infinite = [=](slong bits) { return Ball(infinite, bits); };
    law.phase.infinite_number = Number(infinite);
  }
  return law;
}

basic::Law allocated(const basic::Law& step, slong steps, slong selected, Direction direction) {
  if (selected == steps) return step;
  basic::Law law;
  law.method = "sum over how often each ratio occurs";
  Phase& epoch = law.phase;
  const Phase& one = step.phase;
  epoch.key = fmt::format("allocation of {} steps={} selected={}", one.key, steps, selected);
  set_largest(epoch, one, selected);
  if (one.infinite_number) set_infinite(epoch, *one.infinite_number->rational(), steps, selected, direction);
  const Listing usual{.bits = 160, .tail_bits = 128};
  constexpr std::int64_t looks_of_few = 64;  // who lists more outcomes than are few asks more often
  if (one.atoms && few_outcomes(one, steps, usual, Budget::counted(looks_of_few))) {
    epoch.atoms = atoms_of(one, steps, selected);
    if (const auto exact = one.exact_atoms) {
      epoch.exact_atoms = [=](const Budget& budget) -> std::optional<std::vector<ExactAtom>> {
        const auto all = exact(budget);
        return all ? exact_epoch(*all, steps, selected, budget) : std::nullopt;
      };
    }
    return law;
  }
  if (selected == 1) {
    law.curve = epoch_curve(one, steps);
    law.method = "convex laws of half of the steps each";
  }
  epoch.ratio_law = [=](Slope slope, const Resolution& resolution,
                        const Budget& budget) -> std::shared_ptr<const RatioLaw> {
    constexpr slong finest_apart =
        2048;  // the two sides of several selected steps stay apart by more than a grid's gap
    if (selected > 1 && resolution.nodes > finest_apart) return nullptr;
    const auto base = composition::law_of_one_round(one, slope, resolution, budget);
    if (!base) return nullptr;
    auto made = epoch_law(*base, steps, selected, resolution, budget);
    return made ? std::make_shared<const RatioLaw>(*std::move(made)) : nullptr;
  };
  return law;
}

}  // namespace hallmark::allocation
