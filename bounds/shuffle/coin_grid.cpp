#include "bounds/shuffle/coin_grid.hpp"

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

constexpr double margin = 0x1p-49;
constexpr slong grid_bits = 128;

// A double within 2^-52 of a ball known to 2^-60 of itself; nothing for others and outside [2^-1000, 2^60].
std::optional<double> rounded(const Ball& x) {
  constexpr slong enough = 61;
  const double d = roughly(x);
  if (x.relative_bits() < enough || !(d >= 0x1p-1000 && d <= 0x1p60)) return std::nullopt;
  return d;
}

}  // namespace

CoinGrid::CoinGrid(slong scale, slong cells, double depth)
    : scale_(scale),
      least_(steady::exp(-depth)),
      even_(static_cast<std::size_t>(cells), 0),
      odd_(static_cast<std::size_t>(cells), 0) {
  constexpr double deepest = 600;
  require(cells >= 1 && depth <= deepest, "a grid in range");
  for (slong j = 0; j <= cells; ++j) {
    Ball x(j, grid_bits);
    x.mul_2exp(-scale - 1);
    const Ball e = exp(x);
    const double bound = roughly((e - 1) / (e + 1));
    surely_below_.push_back(bound * (1 - margin));
    surely_above_.push_back(bound * (1 + margin));
  }
}

bool CoinGrid::add(slong m, const Ball& middle, const Ball& even, const Ball& odd) {
  constexpr slong most = slong{1} << 46;
  constexpr double smallest = 0x1p-60;
  const auto w = rounded(middle);
  const auto e = rounded(even);
  const auto o = rounded(odd);
  if (m < 1 || m > most || !w || !e || !o || *e < smallest || *o < smallest) return false;
  const double coins = static_cast<double>(m);
  const double x = static_cast<double>((m + 1) / 2);
  walk({*w, x, 2 * x - coins, coins}, *e, *o);
  return true;
}

void CoinGrid::walk(Run run, double even, double odd) {
  const std::size_t count = even_.size();
  const double reach = even / odd;
  std::size_t cell = 0;
  double sum = 0;
  double moment = 0;
  double doubtful = 0;
  double above = surely_below_[1] * reach;
  if (run.y == 0 && run.mass >= least_) {  // half of it to either side
    sum = run.mass / 2;
    run = {run.mass * (run.last - run.x) / (run.x + 1), run.x + 1, 2, run.last};
  }
  const double from = run.x;
  for (; run.mass >= least_; run.x += 1, run.y += 2) {
    bool doubt = false;
    if (run.y > above) {
      even_[cell] += sum * even;
      odd_[cell] += moment * odd;
      sum = moment = 0;
      // Boundaries draw together: at least so many of them lie below y.
      const double jump = (run.y / reach - surely_below_[cell]) / surely_below_[1] - 1;
      const std::size_t next =
          cell + static_cast<std::size_t>(std::clamp(jump, 0.0, static_cast<double>(count - cell - 1)));
      if (surely_above_[next] * reach <= run.y) {
        cell = next;
        above = surely_below_[cell + 1] * reach;
      }
    }
    while (run.y > above) {
      if (++cell == count) break;
      doubt = doubt || run.y < surely_above_[cell] * reach;
      above = surely_below_[cell + 1] * reach;
    }
    if (cell == count) break;
    if (doubt) {
      doubtful += run.mass;
    } else {
      sum += run.mass;
      moment += run.mass * run.y;
    }
    run.mass *= (run.last - run.x) / (run.x + 1);
  }
  if (cell < count) {
    even_[cell] += sum * even;
    odd_[cell] += moment * odd;
  }
  const double tail = run.mass * (run.x + 1) / (run.y + 1);
  left_out_ += 2 * even * (doubtful + tail);
  steps_ = std::max(steps_, run.x - from + 1);
  runs_ += 1;
}

void CoinGrid::add_ties(const Ball& mass) { ties_ = mass; }

// Cell j stands at count + j, its mirror image at count - 1 - j.
RatioCells CoinGrid::cells(bool above, slong bits) const {
  const std::size_t count = even_.size();
  const double error = std::ldexp(3 * steps_ + runs_ + 16, -51);
  const Ball g = exactly(error, bits);
  const Ball share = above ? 1 + g : 1 - g;
  const Ball more = share * (above ? 1 + 3 * g : 1 - 3 * g);
  const Ball less = share * (above ? 1 - 3 * g : 1 + 3 * g);
  const Ball none(0, bits);
  RatioCells r{.scale = scale_,
               .first = -static_cast<slong>(count),
               .p = std::vector<Ball>(2 * count, none),
               .q = std::vector<Ball>(2 * count, none),
               .p_infinite = none,
               .p_below = none,
               .p_missing = none};
  for (std::size_t j = 0; j < count; ++j) {
    const Ball s = exactly(even_[j], bits) * share;
    const Ball d = exactly(odd_[j], bits);
    r.p[count + j] = s + d * more;
    r.q[count + j] = s - d * more;
    r.p[count - 1 - j] = s - d * less;
    r.q[count - 1 - j] = s + d * less;
  }
  if (ties_) {
    r.p[count] += *ties_;
    r.q[count] += *ties_;
  }
  return r;
}

std::optional<LatticeLaw> CoinGrid::finish(const Ball& unseen, const LatticeEffort& effort) {
  constexpr double most = 0x1p28;
  if (steps_ > most || runs_ > most) return std::nullopt;
  const slong bits = std::max(effort.unit_bits, grid_bits) + 64;
  RatioCells above = cells(true, bits);
  constexpr double spare = 1 + 0x1p-20;  // (1 + u)^e is less
  above.p_missing = unseen + exactly(left_out_ * spare, bits);
  return LatticeLaw(above, cells(false, bits), effort);
}

}  // namespace hallmark
