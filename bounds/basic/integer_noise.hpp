// Noise on integers that is symmetric and log-concave: Skellam, binomial, sums over several parties.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// The masses of a symmetric law on consecutive integers, or on integers and a half.
struct IntegerMasses {
  std::vector<Ball> at;   // symmetric
  Ball missing;           // [0, x]: x is at least the mass of all others together
  bool is_whole = false;  // there are no others
};

/// e^-V I_|x|(V), the difference of two Poisson variables of mean V/2.
/// Kind:      encloses
/// Domain:    0 < variance
/// Rigor:     r_x = I_(x+1)/I_x = 1/(2(x+1)/V + r_(x+1)) from [0, V/(2(x+1))] far out, where it lies; the sum of all is 1,
///            and beyond R there is at most f(R) r_R/(1 - r_R), for the quotients fall.
/// Source:    the recursion of the Bessel functions; PROOFS.md section 14.12
[[nodiscard]] IntegerMasses skellam_masses(const Number& variance, slong bits, const Budget& budget);

/// C(n, x)/2^n about its middle.
/// Kind:      encloses
/// Domain:    1 <= n
/// Rigor:     quotients of neighbours; beyond what is listed at most f(R) r/(1 - r), as above
/// Source:    the definition
[[nodiscard]] IntegerMasses binomial_masses(slong n, slong bits, const Budget& budget);

/// The sum of `parties` independent discrete Gaussian variables of this sigma2, or of two-sided geometric ones e^(-a|x|).
/// Kind:      encloses
/// Domain:    0 < sigma2, 0 < a, 1 <= parties
/// Rigor:     powers of a polynomial that lists one variable but for a tail: each mass lacks at most parties times it
/// Source:    [CKS20] for one; the definition
[[nodiscard]] IntegerMasses discrete_gaussian_sum_masses(const Number& sigma2, slong parties, slong bits,
                                                         const Budget& budget);
[[nodiscard]] IntegerMasses discrete_laplace_sum_masses(const Number& a, slong parties, slong bits,
                                                        const Budget& budget);

/// A query of integers that changes by `sensitivity` in all, with such noise of its own on every coordinate.
struct IntegerNoise {
  std::string key;  // canonical text
  std::function<IntegerMasses(slong bits, const Budget& budget)> masses;
  slong sensitivity;
};

/// Kind:      encloses
/// Units:     nats; both directions, before sampling
/// Domain:    1 <= sensitivity <= 10^6; masses of a log-concave law
/// Rigor:     one coordinate that changes by the whole sensitivity dominates any number of them: PROOFS.md section 14.12.
///            Where one of two shifted masses is not listed the outcome is missing.
/// Source:    PROOFS.md section 14.12
[[nodiscard]] Law integer_noise(const IntegerNoise& noise);

/// The noises by their parameters.
/// Kind:      encloses
/// Domain:    as the masses; otherwise throws InputError
/// Source:    as integer_noise
[[nodiscard]] Law skellam(const Number& variance, slong sensitivity);
[[nodiscard]] Law binomial_noise(slong n, slong sensitivity);
[[nodiscard]] Law discrete_gaussian_sum(const Number& sigma2, slong parties, slong sensitivity);
[[nodiscard]] Law discrete_laplace_sum(const Number& a, slong parties, slong sensitivity);

}  // namespace hallmark::basic
