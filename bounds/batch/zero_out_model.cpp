// (1-q) N(0, sigma^2) + q N(1, sigma^2) against N(0, sigma^2) in binary64.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "bounds/batch/step_model.hpp"
#include "exact/log_sums.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;
constexpr double normal_end = 12;  // the normal law below -12 does not matter to a proposal
constexpr double farthest = 2000;  // nor a moment whose mass lies beyond
constexpr double most_points = 40'000;

double log_ratio(double u, double rate) {
  return u > 40 ? u + steady::log(rate) + steady::log1p((1 - rate) / rate * steady::exp(-u))
                : steady::log1p(rate * steady::expm1(u));
}

class ZeroOutModel final : public StepModel {
 public:
  ZeroOutModel(double sigma, double rate, bool add, bool by_library)
      : sigma_(sigma), rate_(rate), add_(add), by_library_(by_library), spacing_(std::min(0.25, 0.4 * sigma)) {
    scale_ = sigma;
    (add ? largest_ : least_) = -steady::log1p(-rate);
    (add ? least_ : largest_) = infinity;
    reach_to(normal_end);
  }

  [[nodiscard]] double ln_moment(double a) override { return transform(exponent(a)); }
  [[nodiscard]] double right_end(double a, double ln_error) override;
  [[nodiscard]] double left_end(double a, double ln_error) override;
  [[nodiscard]] double excess(double a, double top) override;
  [[nodiscard]] TurnedLine turned(double height, double a) override;
  [[nodiscard]] double largest_on_nodes(double a) override {
    return std::max(std::abs(log_ratio_.front()), std::abs(log_ratio_[points(a) - 1]));
  }
  [[nodiscard]] double exponent_size(double a) override { return std::abs(exponent(a)); }

 private:
  [[nodiscard]] double exponent(double a) const { return add_ ? -a : 1 + a; }  // s of K(s) = M(a)
  [[nodiscard]] double transform(double s);                                    // ln K(s)
  [[nodiscard]] double transform_by_library(double s, std::size_t count) const;
  void reach_to(double y);
  [[nodiscard]] std::size_t points(double a);

  double sigma_;
  double rate_;
  bool add_;
  bool by_library_;
  double spacing_;
  std::vector<double> y_;
  std::vector<double> log_ratio_;
  std::vector<double> half_square_;  // y^2/2
  std::vector<double> minus_half_square_;
  std::vector<double> gauss_;  // e^(-y^2/2)
};

void ZeroOutModel::reach_to(double y) {
  if (y_.empty()) y_.push_back(-normal_end);
  while (y_.back() < y) y_.push_back(y_.back() + spacing_);
  for (std::size_t i = log_ratio_.size(); i < y_.size(); ++i) {
    log_ratio_.push_back(log_ratio((y_[i] - 1 / (2 * sigma_)) / sigma_, rate_));
    minus_half_square_.push_back(-y_[i] * y_[i] / 2);
    half_square_.push_back(y_[i] * y_[i] / 2);
    gauss_.push_back(steady::exp(-half_square_.back()));
  }
}

double ZeroOutModel::transform(double s) {
  const double end = std::max(0.0, s / sigma_) + normal_end;
  if (!(end < farthest) || (end + normal_end) / spacing_ > most_points) return infinity;
  reach_to(end);
  const auto count = std::min(y_.size(), static_cast<std::size_t>((end + normal_end) / spacing_) + 1);
  if (by_library_) return transform_by_library(s, count);
  const auto first = [&](const std::vector<double>& all) { return std::span<const double>(all.data(), count); };
  const Exponents exponents{first(minus_half_square_), first(log_ratio_), -s};
  const double top = hallmark::largest(exponents);
  const double scale = spacing_ / std::sqrt(2 * pi);
  if (top < 0.5) {
    const double sum = growth_sum(first(half_square_), first(gauss_), first(log_ratio_), s);
    return steady::log1p(std::max(sum * scale, -1.0));
  }
  return top + steady::log(exponential_sum(exponents, top) * scale);
}

double ZeroOutModel::transform_by_library(double s, std::size_t count) const {
  double top = -infinity;
  for (std::size_t i = 0; i < count; ++i) top = std::max(top, s * log_ratio_[i] - half_square_[i]);
  const double scale = spacing_ / std::sqrt(2 * pi);
  double sum = 0;
  if (top < 0.5) {
    for (std::size_t i = 0; i < count; ++i) {
      const double rise = s * log_ratio_[i];
      sum += rise < 1 ? steady::expm1(rise) * gauss_[i] : steady::exp(rise - half_square_[i]) - gauss_[i];
    }
    return steady::log1p(std::max(sum * scale, -1.0));
  }
  for (std::size_t i = 0; i < count; ++i) sum += steady::exp(s * log_ratio_[i] - half_square_[i] - top);
  return top + steady::log(sum * scale);
}

double ZeroOutModel::excess(double a, double top) {
  const double s = exponent(a);
  if (s >= 0) return 0;
  const double angle = top / sigma_;
  const double spread = s * steady::log1p(-2 * steady::pow(steady::sin(angle / 4), 2));
  if (angle > pi / 2) return spread;
  return std::min(spread, s * steady::log1p(-rate_) - transform(s));
}

double ZeroOutModel::right_end(double a, double ln_error) {
  const double s = exponent(a);
  if (s <= 0) return std::sqrt(-2 * ln_error) + 1;
  const double tilt = s / sigma_;
  const double ln_k = transform(s);
  double y = tilt + 1;
  const auto above = [&] {
    const double x = y - tilt;
    return s * log_ratio((y - 1 / (2 * sigma_)) / sigma_, rate_) - tilt * y + tilt * tilt / 2 - x * x / 2 -
           steady::log(x + 1) - ln_k - ln_error;
  };
  while (above() > 0 && y < tilt + 1e4) y += 0.5;
  return y;
}

double ZeroOutModel::left_end(double a, double ln_error) {
  const double s = exponent(a);
  double y = std::sqrt(-2 * ln_error) + 1;
  if (s >= 0) return y;
  const double ln_k = transform(s);
  const auto above = [&] {
    const double low = log_ratio((-y - 1 / (2 * sigma_)) / sigma_, rate_);
    const double tilt = -s * -steady::expm1(steady::log1p(-rate_) - low) / sigma_;
    const double crude = s * steady::log1p(-rate_) - y * y / 2;
    const double x = y - tilt;
    const double fine = x > 0 ? s * low - tilt * y + tilt * tilt / 2 - x * x / 2 : crude;
    return std::min(crude, fine) - ln_k - ln_error;
  };
  while (above() > 0 && y < 1e4) y += 0.5;
  return y;
}

std::size_t ZeroOutModel::points(double a) {
  const double end = std::max(0.0, exponent(a) / sigma_) + normal_end;
  reach_to(end);
  return std::min(y_.size(), static_cast<std::size_t>((end + normal_end) / spacing_) + 1);
}

TurnedLine ZeroOutModel::turned(double height, double a) {
  const std::size_t count = points(a);
  TurnedLine line{height, {}, {}, {}, {}};
  const double angle = height / sigma_;
  line.before = height * height / 2;
  line.after = steady::log(spacing_ / std::sqrt(2 * pi));
  std::vector<double> modulus;  // ln |l|
  for (std::size_t j = 0; j < count; ++j) {
    line.weight.push_back(-y_[j] * y_[j] / 2);
    const double u = (y_[j] - 1 / (2 * sigma_)) / sigma_;
    if (u > 300) {
      modulus.push_back(u + steady::log(rate_));
      line.angle.push_back(angle);
      continue;
    }
    // l = 1 + q (e^(u + i angle) - 1)
    const double half = steady::sin(angle / 2);
    const double real = rate_ * (steady::expm1(u) * steady::cos(angle) - 2 * half * half);
    const double imaginary = rate_ * steady::exp(u) * steady::sin(angle);
    modulus.push_back(0.5 * steady::log1p(real * (2 + real) + imaginary * imaginary));
    line.angle.push_back(steady::atan2(imaginary, 1 + real));
  }
  line.p.assign(count, 0);
  line.q.assign(count, 0);
  (add_ ? line.q : line.p) = std::move(modulus);
  return line;
}

}  // namespace

std::unique_ptr<StepModel> zero_out_model(double sigma, double rate, bool add, bool by_library) {
  return std::make_unique<ZeroOutModel>(sigma, rate, add, by_library);
}

}  // namespace hallmark::poisson_gaussian
