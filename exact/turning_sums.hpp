// Sums of turning numbers, start turn^k: the inner loop of transforms on a line, in integers or in balls.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "exact/complex_ball.hpp"
#include "exact/fine_integers.hpp"

namespace hallmark {

/// In what sums of turning numbers are computed.
enum class Turning : std::uint8_t {
  in_balls,
  in_words,          // integers of 64 bits, whose products have 128
  in_fine_integers,  // those of fine_integers.hpp
};

/// S_k = sum_i start_i turn_i^k, k = 0 .. count - 1, in integers.
/// Kind:      encloses; nothing where a power of a turn is not found to have parts of at most 1 + 2^-10, or is known to
///            less than 2^-7, or where there are more than 2^20 starts
/// Shape:     as many turns as starts; 1 <= count <= 2^14; not in balls
/// Rigor:     start_i is below 2^e in size, e of its own, E the largest e; k = b R + j, j < R. Near t^j and far 2^-e s
///            t^(bR) are products of fine integers, of which r and r' bound what each is off by, at most 2^-7: a b is off
///            by |a| r' + |b| r + r r' and product_off. In words they are rounded down to multiples of 2^-62, which moves
///            each by at most sqrt 2 2^-62; the parts found are at most 1 + 2^-10, their sizes at most 1.416. For d, d'
///            that these are off by, a product of two is off by 1.416 (d + d') + d d' <= 1.43 (d + d') <= 1.5 (2^-60 + r +
///            r'), times 2^e, where it is exact: in words, in units of 2^-124, its parts at most 2^125.1, shifted by 22 +
///            E - e bits to units of 2^(E - 102). Of fine integers d and d' are r and r', the product's parts are at most 2^121.1
///            units of 2^-120, shifted by 18 + E - e bits to those of 2^(E - 102), and it is off by product_off more.
///            Shifting loses less than a unit of each part, and 2^20 of them fit 128 bits, so that their sum is exact. A
///            start with E - e > 100 is left out, at most 1.43^2 2^(E - 101) a term: with the units lost and product_off, at
///            most 2^(E - 117), at most n 2^(E - 98). Sums of positive doubles are raised by a share of 2^-20, beyond their
///            own roundings
/// Cost:      about 5 ns a start and value in words, 12 in fine integers, and 2 sqrt(count) products of 30 ns a start
[[nodiscard]] std::optional<std::vector<ComplexBall>> turning_sums(const std::vector<ComplexBall>& starts,
                                                                   const std::vector<ComplexBall>& turns, slong count,
                                                                   slong bits, Turning turning);

/// How values are computed, and how many at once.
struct TurningPlan {
  Turning turning = Turning::in_balls;
  slong block = 64;
};

/// The cheapest that is expected to be off by less than e^ln_error, a share of the sum of all |start|.
/// Kind:      a proposal
[[nodiscard]] TurningPlan turning_plan(slong values, double ln_error);

/// sum_i start(i, k) for k = first .. first + count - 1, where start(i, k + 1) = start(i, k) turn_i.
/// Kind:      encloses
/// Rigor:     that of turning_sums, or balls: each of 16 products may widen a rectangle by sqrt 2, then start is asked again
/// Cost:      in balls a complex product a value, and a call of start every 16
[[nodiscard]] std::vector<ComplexBall> turning_values(const std::vector<ComplexBall>& turns,
                                                      const std::function<ComplexBall(std::size_t i, slong k)>& start,
                                                      slong first, slong count, slong bits, const TurningPlan& plan);

/// Numbers v_k, k = 0 .. n - 1, and the sums of v_k w^k and of k v_k w^k for any w, in fine integers.
/// Kind:      encloses
/// Rigor:     |v_k| < 2^E; 2^-E v_k is found up to r_k <= 2^-7. k = b R + j, j < R: w^j and w^(bR) are products of fine
///            integers, off by at most r and r' <= 2^-7, their parts found at most 1 + 2^-10, so that their product p is
///            off by d = 1.43 (r + r') + product_off and its parts are at most 2.01. With P at least the product of the
///            largest sizes found, p v_k is off by at most (P + 2 d) r_k + d + product_off. Its parts are below 2^121.1 units
///            of 2^-120; they are shifted by 16 bits, and by 36 for the sum with k < 2^20, each losing less than a unit, so
///            that 2^20 of them fit 128 bits and their sums are exact: with product_off they are off by at most n 2^-103, and n^2
///            2^-83, more. Sums of positive doubles are raised by a share of 2^-20, beyond their own roundings
class TurnedSeries {
 public:
  /// Nothing where there are none or more than 2^20 values, or one is known to less than 2^(E - 7).
  [[nodiscard]] static std::optional<TurnedSeries> of(const std::vector<ComplexBall>& values);

  struct Sums {
    ComplexBall sum;
    ComplexBall moment;  // with the factor k
  };
  /// Nothing where a power of w is not found to have parts of at most 1 + 2^-10, or is known to less than 2^-7.
  /// Cost:      about 15 ns a value
  [[nodiscard]] std::optional<Sums> at(const ComplexBall& w, slong bits) const;

 private:
  std::vector<fine::Complex> values_;  // times 2^-scale
  slong scale_ = 0;
  double off_ = 0;  // at least the sum of what they are off by
};

}  // namespace hallmark
