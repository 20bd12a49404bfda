// The number grammar: any text is refused with InputError, or read to a number that its own text gives back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "exact/error.hpp"
#include "exact/number.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using hallmark::Number;
  using hallmark::Truth;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Number x(text);
    const Number again(x.to_string());
    check(x == again);
    check(x.to_string() == again.to_string());
    check(less(x, again) == Truth::no && less_equal(x, again) == Truth::yes);
    const auto ball = x.ball(64);
    if (ball.is_finite()) {
      check(x.sign() <= 0 || less(ball, hallmark::Rational(0)) != Truth::yes);
      check(x.sign() >= 0 || is_positive(ball) != Truth::yes);
      if (const auto r = x.rational()) check(ball.contains(*r));
    }
  } catch (const hallmark::InputError& error) {
    check(std::string_view(error.what()).size() > 10);  // refused, in words
  }
  return 0;
}
