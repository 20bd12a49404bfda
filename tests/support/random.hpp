// Random parameters biased to corners. Seeded by HALLMARK_SEED, repeated HALLMARK_TEST_MULTIPLIER times as often.
#pragma once

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

namespace hallmark::test {

inline unsigned long environment(const char* name, unsigned long fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtoul(text, nullptr, 10);
}

inline int repetitions(int base) { return base * static_cast<int>(environment("HALLMARK_TEST_MULTIPLIER", 1)); }

class Random {
 public:
  explicit Random(unsigned long salt) : seed_(environment("HALLMARK_SEED", 20240811) + salt), engine_(seed_) {}

  [[nodiscard]] unsigned long seed() const { return seed_; }
  [[nodiscard]] long between(long lo, long hi) { return std::uniform_int_distribution<long>(lo, hi)(engine_); }
  /// A fraction num/den with den <= limit, as text.
  [[nodiscard]] std::string fraction(long lo, long hi, long limit) {
    const long den = between(1, limit);
    return std::to_string(between(lo * den, hi * den)) + "/" + std::to_string(den);
  }
  template <typename Container>
  [[nodiscard]] const auto& pick(const Container& all) {
    return all[static_cast<std::size_t>(between(0, static_cast<long>(all.size()) - 1))];
  }

 private:
  unsigned long seed_;
  std::mt19937_64 engine_;
};

}  // namespace hallmark::test
