// One step of a mechanism in binary64, as the search for a line asks of it: nothing here is part of a proof.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace hallmark::poisson_gaussian {

/// The integrand of M(a + it) = E e^((a+it)L) on a line off the real axis, node by node: the logarithm of its modulus
/// is (1 + a) p - a q - t angle + weight, and `before` and `after` to add to all of them.
struct TurnedLine {
  double height;
  std::vector<double> p;
  std::vector<double> q;
  std::vector<double> angle;  // at least 0
  std::vector<double> weight;
  double before = 0;
  double after = 0;
  double atom = 0;  // mass of what does not turn
};

/// One step: L is its log ratio under its first law.
class StepModel {
 public:
  StepModel() = default;
  StepModel(const StepModel&) = delete;
  StepModel& operator=(const StepModel&) = delete;
  virtual ~StepModel() = default;

  /// ln M(a); infinite beyond the model.
  [[nodiscard]] virtual double ln_moment(double a) = 0;
  /// Where nodes end for M(a), on the right and (as a positive number) on the left, so that what is left out is about
  /// e^ln_error M(a).
  [[nodiscard]] virtual double right_end(double a, double ln_error) = 0;
  [[nodiscard]] virtual double left_end(double a, double ln_error) = 0;
  /// How far the bound of the integral on the edge of a strip that reaches up to `top` exceeds M(a), in logarithms.
  [[nodiscard]] virtual double excess(double a, double top) = 0;
  /// The integrand at this height, with nodes enough for orders up to a.
  [[nodiscard]] virtual TurnedLine turned(double height, double a) = 0;
  /// About the largest size of the log ratio on the nodes of turned().
  [[nodiscard]] virtual double largest_on_nodes(double a) = 0;
  /// The largest exponent of a factor of the integrand.
  [[nodiscard]] virtual double exponent_size(double a) { return 1 + a; }
  /// The height at which the integrand is no longer analytic, over pi.
  [[nodiscard]] double scale() const { return scale_; }
  /// The largest L and minus the least L; infinite where there is none.
  [[nodiscard]] double largest() const { return largest_; }
  [[nodiscard]] double least() const { return least_; }

 protected:
  double scale_ = 1;
  double largest_ = 0;
  double least_ = 0;
};

/// (1-q) N(0, sigma^2) + q N(1, sigma^2) against N(0, sigma^2), and the other way round. `by_library`: with the
/// exponentials of the C library, for certificates, whose published text rests on the last bits of what is proposed.
/// Kind:      a proposal
/// Domain:    0 < sigma, 0 < rate < 1
[[nodiscard]] std::unique_ptr<StepModel> zero_out_model(double sigma, double rate, bool add, bool by_library = true);
/// sum_j Bin(up, q)(j) N(j, sigma^2) against sum_j Bin(down, q)(j) N(-j, sigma^2).
/// Kind:      a proposal
/// Domain:    0 < sigma, 0 < rate < 1
[[nodiscard]] std::unique_ptr<StepModel> mixture_model(double sigma, double rate, std::int64_t up, std::int64_t down);
/// One law: ln of the mass of each shift, shifts rising from 0.
struct ModelSide {
  std::vector<double> ln_mass;
  std::vector<double> shift;
};
/// One mixture of shifts against the mirror image of another one.
/// Kind:      a proposal
/// Domain:    0 < sigma
[[nodiscard]] std::unique_ptr<StepModel> shifts_model(double sigma, ModelSide up, ModelSide down);
/// The pair of the coupling of fixed batches.
/// Kind:      a proposal
/// Domain:    0 < sigma, 0 < rate < 1
[[nodiscard]] std::unique_ptr<StepModel> coupled_model(double sigma, double rate);

}  // namespace hallmark::poisson_gaussian
