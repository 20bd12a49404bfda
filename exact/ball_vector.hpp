// BallVector: balls side by side, for sums of products that are rounded once.
#pragma once

#include <utility>
#include <vector>

#include "exact/ball.hpp"

namespace hallmark {

/// Balls side by side, zero at first.
class BallVector {
 public:
  explicit BallVector(slong size) : size_(size), values_(_arb_vec_init(size)) {}
  explicit BallVector(const std::vector<Ball>& values) : BallVector(static_cast<slong>(values.size())) {
    for (slong i = 0; i < size_; ++i) set(i, values[static_cast<std::size_t>(i)]);
  }
  BallVector(BallVector&& other) noexcept : size_(other.size_), values_(std::exchange(other.values_, nullptr)) {}
  BallVector(const BallVector&) = delete;
  BallVector& operator=(const BallVector&) = delete;
  BallVector& operator=(BallVector&&) = delete;
  ~BallVector() {
    if (values_ != nullptr) _arb_vec_clear(values_, size_);
  }

  void set(slong i, const Ball& value) { arb_set(values_ + i, value.raw()); }

  /// The sum of a_(i+k) b_(j-k) over k = 0 ... count - 1.
  /// Kind:      encloses, rounded once
  /// Domain:    i + count <= size of a, count - 1 <= j < size of b; not checked
  [[nodiscard]] static Ball convolution(const BallVector& a, slong i, const BallVector& b, slong j, slong count,
                                        slong bits) {
    Ball r(0, bits);
    arb_dot(r.raw(), nullptr, 0, a.values_ + i, 1, b.values_ + j, -1, count, bits);
    return r;
  }

 private:
  slong size_;
  arb_ptr values_;
};

}  // namespace hallmark
