#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "numbers/count.hpp"

namespace hallmark::check {

/// What one certificate may cost, counted by the operations of the number types themselves: each takes its price before
/// it works, and what its result keeps in memory. Nothing depends on a clock. The last meter made in a thread is the one
/// that counts; where there is none, only a table that no meter would allow is refused.
class Meter {
 public:
  static constexpr std::uint64_t kWork = 24'000'000'000;  ///< units: about a nanosecond each
  static constexpr std::int64_t kLimbs = 50'000'000;      ///< of 64 bits, alive at once: 400 MB

  explicit Meter(std::uint64_t work = kWork) : outer_(state_) { state_ = {work, state_.live, state_.live + kLimbs}; }
  ~Meter() { state_ = {outer_.left, state_.live, outer_.most}; }
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  /// Takes so many units, or throws TooMuchWork and leaves none.
  static void charge(std::uint64_t units) {
    foresee(units);
    state_.left -= units;
  }
  /// Throws where so many units will be needed and are not left: what is out of reach is refused before it is begun.
  static void foresee(std::uint64_t units) {
    if (units > state_.left) refuse();
  }
  /// The same of so many steps of so many units each.
  static void foresee(std::uint64_t steps, std::uint64_t units) {
    if (units != 0 && steps > state_.left / units) refuse();
  }
  /// Throws unless so many limbs more may be alive. Called before they are.
  static void room(std::uint64_t limbs) {
    if (limbs > static_cast<std::uint64_t>(kLimbs) || state_.live + static_cast<std::int64_t>(limbs) > state_.most)
      refuse();
  }
  /// The same of a table of so many numbers of so many limbs.
  static void room(std::uint64_t numbers, std::uint64_t limbs) {
    if (limbs != 0 && numbers > static_cast<std::uint64_t>(kLimbs) / limbs) refuse();
    room(numbers * limbs);
  }
  /// So many limbs more, or fewer, are alive.
  static void keep(std::int64_t limbs) noexcept { state_.live += limbs; }

  [[nodiscard]] static std::uint64_t left() { return state_.left; }
  [[nodiscard]] static std::int64_t live() { return state_.live; }

 private:
  struct State {
    std::uint64_t left;
    std::int64_t live, most;
  };
  [[noreturn]] static void refuse() {
    if (state_.most != INT64_MAX) state_.left = 0;  // whatever catches this can do no more either
    throw TooMuchWork();
  }

  inline static constinit thread_local State state_{UINT64_MAX, 0, INT64_MAX};
  State outer_;
};

/// Prices of operations on numbers of so many limbs, measured with GMP 6.2 and MPFR 4.2 (docs of `Meter`: units). They
/// are never far below what an operation takes, and often above it.
namespace price {

[[nodiscard]] inline std::uint64_t copy(std::uint64_t limbs) { return 16 + limbs; }

[[nodiscard]] inline std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t small = std::min(a, b);
  const std::uint64_t large = std::max(a, b);
  if (small < 512) return 20 + small * large * 13 / 32;
  return large * 14 * static_cast<std::uint64_t>(std::bit_width(small));
}

/// Of a by b.
[[nodiscard]] inline std::uint64_t quotient(std::uint64_t a, std::uint64_t b) {
  return 20 + a + (a < b ? 0 : 3 * product(a - b + 1, b));
}

[[nodiscard]] inline std::uint64_t gcd(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t small = std::min(a, b);
  return quotient(std::max(a, b), std::max<std::uint64_t>(small, 1)) + 200 * small +
         std::min(small * small * 3 / 2, 30 * product(small, small));
}

/// To or from decimal digits.
[[nodiscard]] inline std::uint64_t decimal(std::uint64_t limbs) { return 100 + 60 * limbs + 4 * product(limbs, limbs); }

}  // namespace price

}  // namespace hallmark::check
