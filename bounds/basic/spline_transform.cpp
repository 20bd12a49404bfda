#include "bounds/basic/spline_transform.hpp"

#include <cmath>

#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

class SplineTransform : public composition::LineTransform {
 public:
  explicit SplineTransform(std::function<SplinePair(slong bits)> pair) : pair_(std::move(pair)) {
    const SplinePair rough = pair_(64);
    reach_ = roughly(rough.reach);
    ln_scale_ = roughly(log(rough.scale));
    atom_ = roughly(rough.atom);
    density_ = roughly(rough.density);
  }

  [[nodiscard]] double cumulant(double a) const override {
    const double s = std::abs(a + 0.5);
    // cosh and sinh without their e^(s r).
    const double fall = steady::exp(-2 * s * reach_);
    const double spread = s * reach_ < 1e-8 ? 2 * reach_ * steady::exp(-s * reach_) : (1 - fall) / s;
    return ln_scale_ + s * reach_ + steady::log(atom_ * (1 + fall) + density_ * spread);
  }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const composition::Path& path,
                                                               const Budget& budget) const override {
    const SplinePair one = pair_(path.bits);
    const Ball half(path.a + Rational("1/2"), path.bits);
    std::vector<ComplexBall> all;
    for (slong k = 0; k < path.nodes; ++k) {
      if (budget.expired()) return std::nullopt;
      const ComplexBall s(half, Ball(path.dt * k, path.bits));
      const ComplexBall up = exp(s * one.reach);
      const ComplexBall down = exp(-(s * one.reach));
      all.push_back(((up + down) * one.atom + (up + -down) / s * one.density) * one.scale);
    }
    return all;
  }

  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget&) const override {
    const SplinePair one = pair_(bits);
    const Ball s(a + Rational("1/2"), bits);
    const Ball angle = s * one.reach;
    const Ball spread = s.is_zero() ? one.reach : sinh(angle) / s;
    return abs_upper_end(2 * one.scale * (one.atom * cosh(angle) + one.density * spread));
  }

 private:
  std::function<SplinePair(slong bits)> pair_;
  double reach_ = 0;
  double ln_scale_ = 0;
  double atom_ = 0;
  double density_ = 0;
};

}  // namespace

std::shared_ptr<const composition::LineTransform> spline_transform(std::function<SplinePair(slong bits)> pair) {
  return std::make_shared<const SplineTransform>(std::move(pair));
}

}  // namespace hallmark::basic
