#include "bounds/composition/smoothed_transform.hpp"

#include <cmath>
#include <utility>

#include "bounds/composition/routes.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

class SmoothedTransform : public LineTransform {
 public:
  SmoothedTransform(std::vector<LineFactor> factors, const Rational& v)
      : factors_(std::move(factors)), noise_(gaussian_transform([v](slong bits) { return Ball(v, bits); })) {
    constexpr double deviations = 8;
    about_far_ = deviations / std::sqrt(roughly(Ball(v, 64)));
    far_ = short_dyadic(about_far_, 20);
  }

  [[nodiscard]] double cumulant(double a) const override {
    return sum([&](const LineTransform& m) { return m.cumulant(a); }) + noise_->cumulant(a);
  }
  [[nodiscard]] double cumulant_at(double a, double t) const override {
    const auto share = [&](const LineTransform& m) {
      return t < about_far_ ? m.cumulant_between(a, t, about_far_) : m.cumulant(a);
    };
    return sum(share) + noise_->cumulant_at(a, t);
  }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    auto all = noise_->values(path, budget);
    for (const LineFactor& f : factors_) {
      const auto own = f.transform->values(path, budget);
      if (!all || !own) return std::nullopt;
      for (std::size_t k = 0; k < all->size(); ++k) (*all)[k] *= pow((*own)[k], f.rounds);
    }
    return all;
  }
  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    return norms(a, bits, budget) * noise_->at_most(a, bits, budget);
  }
  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    const Rational from = path.dt * path.nodes;
    if (from >= far_) return norms(path.a, bits, budget) * noise_->beyond(path, bits, budget);
    const Ball near =
        product(bits, [&](const LineTransform& m) { return m.between(path.a, from, far_, bits, budget); });
    Path rest = path;
    rest.dt = far_;
    rest.nodes = 1;
    return max(near * noise_->beyond(path, bits, budget),
               norms(path.a, bits, budget) * noise_->beyond(rest, bits, budget));
  }

  [[nodiscard]] Masses masses(slong bits, const Budget& budget) const override {
    return {product(bits, [&](const LineTransform& m) { return m.masses(bits, budget).p; }),
            product(bits, [&](const LineTransform& m) { return m.masses(bits, budget).q; })};
  }
  [[nodiscard]] Ball infinite(slong bits, const Budget& budget) const override {
    return 1 - product(bits, [&](const LineTransform& m) { return 1 - m.infinite(bits, budget); });
  }
  [[nodiscard]] Ball missing(slong bits, const Budget& budget) const override {
    Ball total(0, bits);
    for (const LineFactor& f : factors_) total += f.transform->missing(bits, budget) * f.rounds;
    return total;
  }

 private:
  template <typename Function>
  [[nodiscard]] double sum(const Function& of) const {
    double total = 0;
    for (const LineFactor& f : factors_) total += static_cast<double>(f.rounds) * of(*f.transform);
    return total;
  }
  template <typename Function>
  [[nodiscard]] Ball product(slong bits, const Function& of) const {
    Ball total(1, bits);
    for (const LineFactor& f : factors_) total *= pow(of(*f.transform), f.rounds);
    return total;
  }
  [[nodiscard]] Ball norms(const Rational& a, slong bits, const Budget& budget) const {
    return product(bits, [&](const LineTransform& m) { return m.at_most(a, bits, budget); });
  }

  std::vector<LineFactor> factors_;
  std::shared_ptr<const LineTransform> noise_;
  double about_far_;
  Rational far_;
};

}  // namespace

std::shared_ptr<const LineTransform> smoothed_transform(std::vector<LineFactor> factors, const Rational& v) {
  return std::make_shared<const SmoothedTransform>(std::move(factors), v);
}

Ball without_noise(const Ball& with_v, const Ball& with_4v, const Rational& v) {
  const slong bits = with_v.bits();
  const Ball share = 2 * exp(Ball(v * Rational("-3/8"), bits)) - 1;
  const Ball most = abs_upper_end(max(with_4v - with_v, Ball(0, bits)) / share);
  return plus_up_to(with_v - most, most);
}

}  // namespace hallmark::composition
