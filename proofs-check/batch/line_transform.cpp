#include "batch/line_transform.hpp"

#include "batch/pair_transform.hpp"

namespace hallmark::check {

namespace {

/// K(1 + z) (remove), K(-z) (add).
class ZeroOutLine final : public LineTransform {
 public:
  ZeroOutLine(const StepPair& pair, mpfr_prec_t precision, Budget& budget)
      : remove_(pair.up == 1), transform_(pair.sigma, pair.rate, precision, budget) {}

  [[nodiscard]] Interval bound(const Rational& a, const Rule& rule) const override {
    return transform_.real_bound(exponent(a), rule);
  }
  [[nodiscard]] Interval bound_beyond(const Rational& a, const Rational& t, const Rule& rule,
                                      const Interval& norm) const override {
    return transform_.bound_beyond(exponent(a), t, rule, norm);
  }
  [[nodiscard]] std::vector<Box> values(const Rational& a, const Rational& dt, std::uint64_t count, const Rule& rule,
                                        const Interval& norm) const override {
    std::vector<Box> all = transform_.values(exponent(a), dt, count, rule, norm);
    if (remove_) return all;
    for (Box& value : all) value.im = -value.im;  // M(z) = K(-a - it)
    return all;
  }

 private:
  [[nodiscard]] Rational exponent(const Rational& a) const { return remove_ ? Rational(1 + a) : Rational(-a); }

  bool remove_;
  PoissonTransform transform_;
};

std::optional<Interval> limit(const StepPair& pair, std::uint64_t none, std::uint64_t some, mpfr_prec_t precision) {
  if (pair.coupled || none != 0) return std::nullopt;
  return -(log1p(-enclose(pair.rate, precision)) * Interval(Integer(some), precision));
}

}  // namespace

std::optional<Interval> largest_ratio(const StepPair& pair, mpfr_prec_t precision) {
  return limit(pair, pair.up, pair.down, precision);
}

std::optional<Interval> least_ratio(const StepPair& pair, mpfr_prec_t precision) {
  return limit(pair, pair.down, pair.up, precision);
}

std::unique_ptr<LineTransform> line_transform(const StepPair& pair, mpfr_prec_t precision, Budget& budget) {
  if (pair.coupled) return std::make_unique<CoupledTransform>(pair, precision, budget);
  if (pair.up + pair.down == 1) return std::make_unique<ZeroOutLine>(pair, precision, budget);
  return std::make_unique<MixtureTransform>(pair, precision, budget);
}

}  // namespace hallmark::check
