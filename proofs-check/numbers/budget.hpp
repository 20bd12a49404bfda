#pragma once

#include <cstdint>
#include <stdexcept>

#include "numbers/exact.hpp"

namespace hallmark::check {

/// Thrown before work that would exceed the limit of one certificate. The certificate is then rejected: not proved
/// here.
struct TooMuchWork : std::runtime_error {
  TooMuchWork() : std::runtime_error("too much work") {}
};

/// Throws TooMuchWork unless a table of so many numbers of so many limbs has at most 2^26 limbs (512 MB). Call it
/// before the table is made.
inline void check_memory(std::uint64_t numbers, std::uint64_t limbs) {
  constexpr std::uint64_t most = std::uint64_t{1} << 26;
  if (limbs != 0 && numbers > most / limbs) throw TooMuchWork();
}

/// How hard to try: relative precision `bits`, for a value of about 2^-scale (scale >= 0). A hint: it changes the
/// width, never the truth.
struct Effort {
  unsigned bits = 64;
  unsigned long scale = 0;
  Integer grid = 0;  ///< cells per unit of log ratio, where there is a grid
};

/// What one certificate may cost, in units of one limb of one term of a sum (a few nanoseconds each).
class Budget {
 public:
  static constexpr std::uint64_t kDefault = 500'000'000;

  explicit Budget(std::uint64_t units = kDefault) : left_(units) {}

  /// Takes terms * limbs units, or throws TooMuchWork and takes nothing. Call it before the work.
  void charge(std::uint64_t terms, std::uint64_t limbs) {
    if (limbs != 0 && terms > left_ / limbs) throw TooMuchWork();
    left_ -= terms * limbs;
  }

  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
};

/// Charges so many elementary functions at a precision: a call costs about limbs^2, erfc more.
inline void charge_functions(long precision, std::uint64_t calls, Budget& budget) {
  const std::uint64_t size = static_cast<std::uint64_t>(precision) / 64 + 1;
  budget.charge(calls * size, size);
}

}  // namespace hallmark::check
