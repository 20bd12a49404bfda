#pragma once

#include "batch/line_transform.hpp"

namespace hallmark::check {

/// The density of one side over that of the noise: A(y) = sum_j b_j e^(jy/sigma - j^2/(2 sigma^2)), b_j = Bin(n, q)(j).
class SideDensity {
 public:
  SideDensity(const StepPair& pair, std::uint64_t records, mpfr_prec_t precision);

  /// ln A(y); Log A(y + ik), from turn = rotation(k/sigma), 0 < k with all angles below pi.
  [[nodiscard]] Interval log_at(const Interval& y) const;
  [[nodiscard]] Box log_at(const Interval& y, const Interval& angle) const;
  /// ln (1-q)^n.
  [[nodiscard]] const Interval& log_constant() const { return log_constant_; }
  [[nodiscard]] std::uint64_t records() const { return mass_.size(); }

 private:
  [[nodiscard]] Interval exponent(const Interval& y, std::size_t j) const;

  mpfr_prec_t precision_;
  Interval sigma_, log_constant_;
  std::vector<Interval> mass_;  // of 1, 2, ... records
};

/// M(z) = int phi A^(1+z) B^-z of a pair of mixtures, B(y) the other side's density at -y.
/// Rigor:    PROOFS.md 15.4
/// Cost:     up + down exponentials a node, then two complex products a node and value
class MixtureTransform final : public LineTransform {
 public:
  MixtureTransform(const StepPair& pair, mpfr_prec_t precision, Budget& budget);

  [[nodiscard]] Interval bound(const Rational& a, const Rule& rule) const override;
  [[nodiscard]] Interval bound_beyond(const Rational& a, const Rational& t, const Rule& rule,
                                      const Interval& norm) const override;
  [[nodiscard]] std::vector<Box> values(const Rational& a, const Rational& dt, std::uint64_t count, const Rule& rule,
                                        const Interval& norm) const override;

 private:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }
  [[nodiscard]] Interval infinite() const { return (number(1) / number(0)).upper(); }
  [[nodiscard]] bool below(const Rational& height, const Rational& share_of_pi) const;
  [[nodiscard]] Interval spread(const Rational& a, const Rational& height) const;
  [[nodiscard]] Interval left_out(const Rational& a, const Rule& rule, const Rational& height) const;
  void charge(const Rule& rule, std::uint64_t functions) const;

  mpfr_prec_t precision_;
  Budget& budget_;
  Interval sigma_, pi_;
  SideDensity up_, down_;
};

/// M(z) = K(1 + z) + K(-z) + atom of the coupling's pair, K(s) = int_{mu/2}^inf phi r^s.
/// Rigor:    PROOFS.md 15.5
/// Cost:     as MixtureTransform, for two integrals
class CoupledTransform final : public LineTransform {
 public:
  CoupledTransform(const StepPair& pair, mpfr_prec_t precision, Budget& budget);

  [[nodiscard]] Interval bound(const Rational& a, const Rule& rule) const override;
  [[nodiscard]] Interval bound_beyond(const Rational& a, const Rational& t, const Rule& rule,
                                      const Interval& norm) const override;
  [[nodiscard]] std::vector<Box> values(const Rational& a, const Rational& dt, std::uint64_t count, const Rule& rule,
                                        const Interval& norm) const override;

 private:
  struct Node {
    Box log_ratio, gauss, slope;  // ln r, -y^2/2, dw/dv
  };
  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }
  [[nodiscard]] Interval infinite() const { return (number(1) / number(0)).upper(); }
  [[nodiscard]] Node node(const Interval& v, const Interval& height) const;
  [[nodiscard]] bool inside(const Rational& height) const;
  [[nodiscard]] Interval edge(const Rational& s, const Rational& height) const;
  [[nodiscard]] Interval kept(const Rational& s, const Rule& rule) const;
  [[nodiscard]] Interval turned(const Rational& s, const Rational& t, const Rule& rule) const;
  [[nodiscard]] Interval left_out(const Rational& s, const Rule& rule, const Rational& height) const;
  void charge(const Rule& rule, std::uint64_t functions) const;

  mpfr_prec_t precision_;
  Budget& budget_;
  Interval rate_, mu_, pi_, atom_;
};

}  // namespace hallmark::check
