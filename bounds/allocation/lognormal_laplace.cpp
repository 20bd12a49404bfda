#include "bounds/allocation/lognormal_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

constexpr double log_2 = 0.6931471805599453;
constexpr double pi_down = 3.14159265358979;
constexpr slong most_nodes = slong{1} << 18;
constexpr int kept_bits = 12;  // of the dyadic proposals

}  // namespace

struct LognormalLaplace::Nodes {
  slong bits;
  std::vector<Ball> weights;  // h phi(x_j)
  std::vector<Ball> ratios;   // X_j, increasing
  Ball remainder;             // of the rule and of both ends
  bool usable = false;
};

LognormalLaplace::LognormalLaplace(const Number& sigma, slong bits)
    : nodes_(new Nodes{bits, {}, {}, Ball::anything(bits), false}) {
  if (sigma.sign() <= 0) throw InputError("allocation.laplace", "sigma", sigma.to_string(), "positive");
  const slong work = bits + 32;
  const Ball s = 1 / sigma.ball(work);
  const double s_up = s.to_double_up();
  // Proposals: the strip, the step and the last node.
  const double depth = static_cast<double>(bits + 8) * log_2;
  const double d_most = std::isfinite(s_up) && s_up > 0 ? pi_down / (2 * s_up) * 0.999 : 0;
  const double d_wish = std::min(d_most, std::sqrt(2 * depth));
  if (!(d_wish > 1e-6)) return;
  const Rational d = short_dyadic(d_wish, kept_bits);
  const Rational h = short_dyadic(std::min(2.0, 2 * pi_down * d_wish / (depth + d_wish * d_wish / 2 + 2)), kept_bits);
  const double h_double = Ball(h, 64).to_double_down();
  const double count = std::ceil(std::sqrt(2 * depth) / h_double) + 1;
  if (!(count < static_cast<double>(most_nodes) / 2)) return;
  const slong last = static_cast<slong>(count);
  // Proofs: the strip is inside the half plane where the inner exponential stays below 1.
  const Ball pi = Ball::pi(work);
  const Ball strip(d, work);
  if (less(strip * s * 2, pi) != Truth::yes) return;
  const Ball rule = 2 * exp(strip * strip / 2) / expm1(2 * pi * strip / Ball(h, work));
  const Ball norm = 1 / sqrt(2 * pi);
  const Ball end(h * last, work);
  const Ball ends = 2 * norm * exp(-end * end / 2) / end;
  nodes_->remainder = rule + ends;
  const Ball half_square = s * s / 2;
  for (slong j = -last; j <= last; ++j) {
    const Ball x(h * j, work);
    nodes_->weights.push_back(norm * exp(-x * x / 2) * Ball(h, work));
    nodes_->ratios.push_back(exp(s * x - half_square));
  }
  nodes_->usable = nodes_->remainder.is_finite();
}

LognormalLaplace::~LognormalLaplace() = default;
LognormalLaplace::LognormalLaplace(LognormalLaplace&&) noexcept = default;

bool LognormalLaplace::usable() const { return nodes_->usable; }

Ball LognormalLaplace::operator()(const Ball& at) const {
  const Nodes& n = *nodes_;
  const slong work = n.bits + 32;
  if (!n.usable || !at.is_finite()) return Ball::between(0, 1, work);
  const Ball theta = at.with_bits(work);
  Ball sum(0, work);
  Ball exponent(0, work);
  Ball cut(0, work);
  for (std::size_t j = 0; j < n.weights.size(); ++j) {
    exponent.set_product(theta, n.ratios[j]);
    // exp(-2^e) is far below 2^-bits: what lies further right adds at most twice this factor.
    const double size = roughly(exponent);
    const bool last = std::abs(size) > 0x1p40 || size > static_cast<double>(work) * log_2;
    exponent = exp(-exponent);
    sum.add_product(n.weights[j], exponent);
    if (last) {
      cut = 2 * exponent;
      break;
    }
  }
  sum.widen(n.remainder);
  return clamp(plus_up_to(sum, cut), 0, 1);
}

}  // namespace hallmark::allocation
