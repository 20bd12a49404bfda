// Batches under replace-one and of groups, and the coupling of fixed batches, in binary64.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include "bounds/batch/step_model.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

using Complex = std::complex<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;
constexpr double normal_end = 12;   // the normal law below -12 does not matter to a proposal
constexpr double farthest = 2000;   // nor a moment whose mass lies beyond
constexpr double most_nodes = 4e4;  // of one line

// ln(sum of mass_j e^(z_j)), and of its modulus and angle.
Complex log_sum(const std::vector<double>& ln_mass, const std::vector<Complex>& z) {
  double top = -infinity;
  for (std::size_t j = 0; j < z.size(); ++j) top = std::max(top, ln_mass[j] + z[j].real());
  Complex sum = 0;
  for (std::size_t j = 0; j < z.size(); ++j) sum += steady::exp(ln_mass[j] + z[j] - top);
  return top + steady::log(sum);
}

// ln of the ratio of a bound at the edge of a sector of this angle to the bound inside.
double sector(double exponent, double angle) {
  return exponent < 0 ? exponent * steady::log(steady::cos(angle / 2)) : 0;
}

ModelSide binomial_side(double rate, std::int64_t records) {
  ModelSide all;
  const auto n = static_cast<double>(records);
  for (std::int64_t j = 0; j <= records; ++j) {
    const auto k = static_cast<double>(j);
    all.shift.push_back(k);
    all.ln_mass.push_back(steady::lgamma(n + 1) - steady::lgamma(k + 1) - steady::lgamma(n - k + 1) +
                          k * steady::log(rate) + (n - k) * steady::log1p(-rate));
  }
  return all;
}

class MixtureModel final : public StepModel {
 public:
  MixtureModel(double sigma, ModelSide up, ModelSide down) : sigma_(sigma), up_(std::move(up)), down_(std::move(down)) {
    const double most = std::max(degree(up_), degree(down_));
    scale_ = sigma / (most > 0 ? most : 1);
    spacing_ = std::min(0.25, 0.4 * scale_);
    largest_ = degree(up_) > 0 ? infinity : -down_.ln_mass.front();
    least_ = degree(down_) > 0 ? infinity : -up_.ln_mass.front();
  }

  [[nodiscard]] double ln_moment(double a) override {
    const double first = -tilt(-a, down_) - normal_end;
    const double last = tilt(1 + a, up_) + normal_end;
    if (!(last - first < farthest) || (last - first) / spacing_ > most_nodes) return infinity;
    const auto count = static_cast<std::int64_t>((last - first) / spacing_);
    const std::int64_t from = static_cast<std::int64_t>(std::floor(first / spacing_));
    double top = -infinity;
    std::vector<double> rise;
    for (std::int64_t i = 0; i <= count; ++i) {
      const Place at = place(from + i);
      rise.push_back((1 + a) * at.above - a * at.below);
      top = std::max(top, rise.back() - at.y * at.y / 2);
    }
    double sum = 0;
    for (std::int64_t i = 0; i <= count; ++i) {
      const double y = spacing_ * static_cast<double>(from + i);
      const double x = rise[static_cast<std::size_t>(i)];
      sum += top < 0.5 ? (x < 1 ? steady::expm1(x) * steady::exp(-y * y / 2)
                                : steady::exp(x - y * y / 2) - steady::exp(-y * y / 2))
                       : steady::exp(x - y * y / 2 - top);
    }
    sum *= spacing_ / std::sqrt(2 * pi);
    return top < 0.5 ? steady::log1p(std::max(sum, -1.0)) : top + steady::log(sum);
  }
  [[nodiscard]] double right_end(double a, double ln_error) override {
    return end(1 + a, up_, -a, down_, ln_error + ln_moment(a));
  }
  [[nodiscard]] double left_end(double a, double ln_error) override {
    return end(-a, down_, 1 + a, up_, ln_error + ln_moment(a));
  }
  [[nodiscard]] double excess(double a, double top) override {
    const double theta = top / sigma_;
    return sector(1 + a, theta * degree(up_)) + sector(-a, theta * degree(down_));
  }
  [[nodiscard]] TurnedLine turned(double height, double a) override {
    TurnedLine line{height, {}, {}, {}, {}};
    line.before = height * height / 2;
    line.after = steady::log(spacing_ / std::sqrt(2 * pi));
    const std::int64_t from = std::llround(-(tilt(-a, down_) + normal_end) / spacing_);
    const std::int64_t to = std::llround((tilt(1 + a, up_) + normal_end) / spacing_);
    for (std::int64_t i = from; i <= to; ++i) {
      const Complex y(spacing_ * static_cast<double>(i), height);
      const Complex above = log_density(up_, y);
      const Complex below = log_density(down_, -y);
      line.p.push_back(above.real());
      line.q.push_back(below.real());
      line.angle.push_back(above.imag() - below.imag());
      line.weight.push_back(-y.real() * y.real() / 2);
    }
    return line;
  }
  // The logarithms are computed to an absolute precision: never small.
  [[nodiscard]] double largest_on_nodes(double a) override {
    const double y = normal_end + std::max(tilt(1 + a, up_), tilt(-a, down_));
    return 1 + std::max(log_density(up_, y).real(), log_density(down_, y).real());
  }

 private:
  struct Place {
    double y, above, below;
  };
  // The densities on the real axis, kept.
  [[nodiscard]] Place place(std::int64_t i) {
    auto& side = i < 0 ? left_ : right_;
    const auto at = static_cast<std::size_t>(i < 0 ? -i : i);
    while (side.size() <= at) {
      const double y = (i < 0 ? -1 : 1) * spacing_ * static_cast<double>(side.size());
      side.push_back({y, log_density(up_, y).real(), log_density(down_, -y).real()});
    }
    return side[at];
  }
  [[nodiscard]] static double degree(const ModelSide& side) { return side.shift.back(); }
  [[nodiscard]] double tilt(double exponent, const ModelSide& side) const {
    return std::max(0.0, exponent) * degree(side) / sigma_;
  }
  [[nodiscard]] Complex log_density(const ModelSide& side, const Complex& y) const {
    if (y.imag() == 0) {  // 1 + sum b_j (e^x - 1) where that is not large
      double sum = 0;
      for (std::size_t j = 1; j < side.shift.size(); ++j) {
        const double shift = side.shift[j] / sigma_;
        sum += steady::exp(side.ln_mass[j]) * steady::expm1(shift * (y.real() - shift / 2));
      }
      if (sum < 1e10) return steady::log1p(sum);
    }
    std::vector<Complex> z;
    for (const double s : side.shift) {
      const double shift = s / sigma_;
      z.push_back(shift * (y - shift / 2));
    }
    return log_sum(side.ln_mass, z);
  }
  [[nodiscard]] double end(double grows_to, const ModelSide& grows, double falls_to, const ModelSide& falls,
                           double ln_size) const {
    const double r = tilt(grows_to, grows);
    double y = r + 1;
    const auto above = [&] {
      const double last = falls_to >= 0 ? log_density(falls, -y).real() : falls.ln_mass.front();
      const double x = y - r;
      return grows_to * log_density(grows, y).real() + falls_to * last - r * y + r * r / 2 - x * x / 2 -
             steady::log(x + 1) - ln_size;
    };
    while (above() > 0 && y < r + 1e4) y += 0.5;
    return y;
  }

  double sigma_;
  ModelSide up_;
  ModelSide down_;
  double spacing_;
  std::vector<Place> left_;
  std::vector<Place> right_;
};

class CoupledModel final : public StepModel {
 public:
  CoupledModel(double sigma, double rate)
      : rate_(rate),
        mu_(2 / sigma),
        spacing_(std::min(0.25, 0.4 / mu_)),
        atom_((1 - rate) * steady::erf(mu_ / 2 / std::sqrt(2.0))) {
    scale_ = std::min(1 / (1 + mu_), 0.5);
    largest_ = infinity;
    least_ = infinity;
  }

  [[nodiscard]] double ln_moment(double a) override {
    const double last = reach(a);
    const std::int64_t count = std::llround((last + left) / spacing_);
    if (!(last < farthest) || count > static_cast<std::int64_t>(most_nodes)) return infinity;
    // M - 1 = int phi (r (r^a - 1) + r^-a - 1), for r of total mass 1 with the atom.
    double top = -infinity;
    for (std::int64_t i = 0; i <= count; ++i) {
      const Place& at = place(i);
      top = std::max(top, std::max((1 + a) * at.log_ratio, -a * at.log_ratio) + at.weight);
    }
    const bool small = top < 0.5;
    double sum = 0;
    for (std::int64_t i = 0; i <= count; ++i) {
      const Place& at = place(i);
      const double l = at.log_ratio;
      sum += small ? steady::exp(at.weight + l) * steady::expm1(a * l) + steady::exp(at.weight) * steady::expm1(-a * l)
                   : steady::exp((1 + a) * l + at.weight - top) + steady::exp(-a * l + at.weight - top);
    }
    sum *= spacing_ / std::sqrt(2 * pi);
    return small ? steady::log1p(sum) : top + steady::log(sum + atom_ * steady::exp(-top));
  }
  [[nodiscard]] double right_end(double a, double ln_error) override {
    const double s = std::max(1 + a, -a);
    const double r = s * mu_;
    const double ln_size = ln_error + ln_moment(a);
    double v = std::max(1.0, r - mu_ / 2 + 1);
    const auto above = [&] {
      const double y = mu_ / 2 + v;
      const double x = y - r;
      return s * ratio(v) - r * y + r * r / 2 - x * x / 2 - steady::log(x + 1) - ln_size;
    };
    while (above() > 0 && v < r + 1e4) v += 0.5;
    return v;
  }
  [[nodiscard]] double left_end(double a, double ln_error) override {
    return std::max(1.0, -(ln_error + ln_moment(a)) - mu_ * mu_ / 8 + 1);
  }
  [[nodiscard]] double excess(double a, double top) override {
    return top * top / 2 - steady::log(steady::cos(top)) + std::max(sector(1 + a, mu_ * top), sector(-a, mu_ * top)) +
           1;
  }
  [[nodiscard]] TurnedLine turned(double height, double a) override {
    TurnedLine line{height, {}, {}, {}, {}};
    line.after = steady::log(spacing_ / std::sqrt(2 * pi));
    line.atom = atom_ / steady::exp(line.after);
    const std::int64_t count = std::llround((reach(a) + left) / spacing_);
    for (std::int64_t i = 0; i <= count; ++i) {
      const Complex z(spacing_ * static_cast<double>(i) - left, height);
      const Complex w = steady::log(1.0 + steady::exp(z));
      const Complex u = mu_ * w;
      const Complex l = u.real() > 300 ? u + steady::log(rate_) : steady::log(1 - rate_ + rate_ * steady::exp(u));
      const Complex y = w + mu_ / 2;
      const double weight = -(y * y).real() / 2 - steady::log(1.0 + steady::exp(-z)).real();
      line.p.insert(line.p.end(), {l.real(), 0});
      line.q.insert(line.q.end(), {0, l.real()});
      line.angle.insert(line.angle.end(), {l.imag(), l.imag()});
      line.weight.insert(line.weight.end(), {weight, weight});
    }
    return line;
  }
  [[nodiscard]] double largest_on_nodes(double a) override { return ratio(reach(a)); }

 private:
  static constexpr double left = 40;  // e^-40 does not matter to a proposal
  struct Place {
    double log_ratio;
    double weight;  // ln of phi w'
  };
  [[nodiscard]] double reach(double a) const { return std::max({1 + a, -a, 0.0}) * mu_ + normal_end; }
  [[nodiscard]] double ratio(double w) const {
    return mu_ * w > 40 ? mu_ * w + steady::log(rate_) : steady::log1p(rate_ * steady::expm1(mu_ * w));
  }
  const Place& place(std::int64_t i) {
    while (places_.size() <= static_cast<std::size_t>(i)) {
      const double v = spacing_ * static_cast<double>(places_.size()) - left;
      const double w = v > 40 ? v : steady::log1p(steady::exp(v));
      const double y = w + mu_ / 2;
      places_.push_back({ratio(w), -y * y / 2 - steady::log1p(steady::exp(-v))});
    }
    return places_[static_cast<std::size_t>(i)];
  }

  double rate_;
  double mu_;
  double spacing_;
  double atom_;
  std::vector<Place> places_;
};

}  // namespace

std::unique_ptr<StepModel> mixture_model(double sigma, double rate, std::int64_t up, std::int64_t down) {
  return std::make_unique<MixtureModel>(sigma, binomial_side(rate, up), binomial_side(rate, down));
}

std::unique_ptr<StepModel> shifts_model(double sigma, ModelSide up, ModelSide down) {
  return std::make_unique<MixtureModel>(sigma, std::move(up), std::move(down));
}

std::unique_ptr<StepModel> coupled_model(double sigma, double rate) {
  return std::make_unique<CoupledModel>(sigma, rate);
}

}  // namespace hallmark::poisson_gaussian
