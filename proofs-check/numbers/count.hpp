#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace hallmark::check {

/// Thrown before work, or for memory, beyond the limit of one certificate. The certificate is then rejected: not proved
/// here.
struct TooMuchWork : std::runtime_error {
  TooMuchWork() : std::runtime_error("too much work") {}
};

class Count;
template <class T>
concept Whole = std::integral<T> && !std::same_as<T, bool>;
/// A count with a count, or with a built-in integer on either side.
template <class A, class B>
concept Counted = (std::same_as<A, Count> && (std::same_as<B, Count> || Whole<B>)) ||
                  (Whole<A> && std::same_as<B, Count>);

/// A position, a count, an exponent or a number of bits that depends on a certificate: 64 bits with a sign. Whatever does
/// not fit, in an operation or in a conversion, throws TooMuchWork.
class Count {
  template <Whole T>
  static constexpr T fitting(Whole auto value) {
    if (!std::in_range<T>(value)) throw TooMuchWork();
    return static_cast<T>(value);
  }

 public:
  constexpr Count() = default;
  constexpr Count(Whole auto value) : value_(fitting<std::int64_t>(value)) {}  // NOLINT(google-explicit-constructor)
  /// Towards 0.
  explicit constexpr Count(double value) : value_(static_cast<std::int64_t>(inside(value))) {}
  template <Whole T>
  constexpr operator T() const {  // NOLINT(google-explicit-constructor): checked
    return fitting<T>(value_);
  }
  explicit constexpr operator double() const { return static_cast<double>(value_); }

  template <class A, class B>
  requires Counted<A, B>
  friend constexpr Count operator+(A a, B b) {
    return checked(a, b, [](auto x, auto y, auto* z) { return __builtin_add_overflow(x, y, z); });
  }
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr Count operator-(A a, B b) {
    return checked(a, b, [](auto x, auto y, auto* z) { return __builtin_sub_overflow(x, y, z); });
  }
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr Count operator*(A a, B b) {
    return checked(a, b, [](auto x, auto y, auto* z) { return __builtin_mul_overflow(x, y, z); });
  }
  /// Towards 0, by a positive divisor.
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr Count operator/(A a, B b) {
    return checked(a, b, [](auto x, auto y, auto* z) { return y <= 0 || (*z = x / y, false); });
  }
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr Count operator%(A a, B b) { return a - a / b * b; }
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr bool operator==(A a, B b) { return std::cmp_equal(raw(a), raw(b)); }
  template <class A, class B>
  requires Counted<A, B>
  friend constexpr std::strong_ordering operator<=>(A a, B b) {
    return std::cmp_less(raw(a), raw(b))   ? std::strong_ordering::less
           : std::cmp_less(raw(b), raw(a)) ? std::strong_ordering::greater
                                           : std::strong_ordering::equal;
  }

  constexpr Count operator-() const { return 0 - *this; }
  constexpr Count& operator+=(Count b) { return *this = *this + b; }
  constexpr Count& operator-=(Count b) { return *this = *this - b; }
  constexpr Count& operator*=(Count b) { return *this = *this * b; }
  constexpr Count& operator++() { return *this += 1; }
  constexpr Count& operator--() { return *this -= 1; }
  constexpr Count operator++(int) { return std::exchange(*this, *this + 1); }
  constexpr Count operator--(int) { return std::exchange(*this, *this - 1); }
  /// Whether its binary form has 2^i; of a count >= 0.
  [[nodiscard]] constexpr bool has_bit(int i) const { return (value_ >> i & 1) != 0; }

 private:
  static constexpr std::int64_t raw(Count a) { return a.value_; }
  static constexpr auto raw(Whole auto a) { return a; }
  static constexpr double inside(double value) {
    constexpr double beyond = 9.2e18;
    if (!(-beyond < value && value < beyond)) throw TooMuchWork();  // no number at all, too
    return value;
  }
  static constexpr Count checked(Count a, Count b, const auto& operation) {
    Count result;
    if (operation(a.value_, b.value_, &result.value_)) throw TooMuchWork();
    return result;
  }

  std::int64_t value_ = 0;
};

[[nodiscard]] constexpr Count abs(Count a) { return a < 0 ? -a : a; }
/// The length of a count >= 0 in binary.
[[nodiscard]] constexpr Count bits_of(Count count) { return std::bit_width(static_cast<std::uint64_t>(count)); }

}  // namespace hallmark::check
