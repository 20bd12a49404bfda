#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "numbers/interval.hpp"

namespace hallmark::check::test {

/// splitmix64 seeded by HALLMARK_SEED (a fixed seed without it), the same numbers with every compiler. Corners come
/// often.
class Random {
 public:
  Random() {
    const char* text = std::getenv("HALLMARK_SEED");
    seed_ = text == nullptr ? 20240229 : std::strtoull(text, nullptr, 10);
    state_ = seed_;
  }

  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  int below(int bound) { return static_cast<int>(next() % static_cast<std::uint64_t>(bound)); }

  /// A rational with small, large, tiny and huge ones among them.
  Rational rational() {
    const int shape = below(6);
    const Integer top = Integer(next() >> (1 + below(62))) * (below(2) == 0 ? 1 : -1);
    const Integer bottom = Integer(next() >> (1 + below(62))) + 1;
    if (shape == 0) return Rational(below(5) - 2);
    if (shape == 1) return Rational(top) * (Integer(1) << static_cast<unsigned>(below(300)));
    if (shape == 2) return Rational(top, bottom) / (Integer(1) << static_cast<unsigned>(below(300)));
    return {top, bottom};
  }

 private:
  std::uint64_t seed_ = 0;
  std::uint64_t state_ = 0;
};

/// Runs of a random test: `base` times HALLMARK_TEST_MULTIPLIER.
inline int runs(int base) {
  const char* text = std::getenv("HALLMARK_TEST_MULTIPLIER");
  return text == nullptr ? base : base * static_cast<int>(std::strtol(text, nullptr, 10));
}

}  // namespace hallmark::check::test
