#include <cmath>

#include "bounds/composition/line_transform.hpp"
#include "bounds/composition/routes.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

// L is N(v/2, v): M(z) = e^(v z (z+1)/2).
class GaussianTransform : public LineTransform {
 public:
  explicit GaussianTransform(std::function<Ball(slong bits)> variance)
      : variance_(std::move(variance)), rough_(roughly(variance_(64))) {}

  [[nodiscard]] double cumulant(double a) const override { return rough_ * a * (a + 1) / 2; }
  [[nodiscard]] double cumulant_at(double a, double t) const override { return rough_ * (a * (a + 1) - t * t) / 2; }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget&) const override {
    // e^(v (a (a+1) - t^2)/2 + i v t (2a+1)/2)
    const Ball v = variance_(path.bits) / 2;
    const Ball a(path.a, path.bits);
    std::vector<ComplexBall> all;
    for (slong k = 0; k < path.nodes; ++k) {
      const Ball t(path.dt * k, path.bits);
      all.push_back(exp(ComplexBall(v * (a * (a + 1) - t * t), v * t * (2 * a + 1))));
    }
    return all;
  }
  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget&) const override {
    return abs_upper_end(exp(variance_(bits) * Ball(a * (a + 1) / 2, bits)));
  }
  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget&) const override {
    const Rational t = path.dt * path.nodes;
    return abs_upper_end(exp(variance_(bits) * Ball((path.a * (path.a + 1) - t * t) / 2, bits)));
  }

 private:
  std::function<Ball(slong bits)> variance_;
  double rough_;
};

}  // namespace

std::shared_ptr<const LineTransform> gaussian_transform(std::function<Ball(slong bits)> variance) {
  return std::make_shared<const GaussianTransform>(std::move(variance));
}

}  // namespace hallmark::composition
