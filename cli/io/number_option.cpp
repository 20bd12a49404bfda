#include "cli/io/number_option.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "exact/error.hpp"

namespace hallmark::cli {

std::string with_leading_zeros(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool bare =
        text[i] == '.' && (i == 0 || std::string_view("-(*/:").find(text[i - 1]) != std::string_view::npos);
    if (bare && i + 1 < text.size() && is_digit(text[i + 1])) out += '0';
    out += text[i];
  }
  return out;
}

Rational number_option(std::string_view option, const std::string& text, std::string_view domain, const Rational& lo,
                       const Rational& hi) {
  std::optional<Rational> value;
  try {
    value = Rational(with_leading_zeros(text));
  } catch (const InputError&) {
    throw InputError("", option, text, domain);
  }
  if (*value < lo || *value > hi) throw InputError("", option, text, domain);
  return *value;
}

long integer_option(std::string_view option, const std::string& text, std::string_view domain, long lo, long hi) {
  const Rational value = number_option(option, text, domain, lo, hi);
  if (!value.is_integer()) throw InputError("", option, text, domain);
  return value.to_long();
}

std::chrono::milliseconds time_limit_option(const std::string& text) {
  const Rational seconds =
      number_option("--time-limit", text, "a number of seconds from 0.001 to 10^7", Rational("0.001"), 10'000'000);
  return std::chrono::milliseconds(floor(seconds * 1000).to_long());
}

long jobs_option(const std::string& text) {
  if (text.empty()) return std::max(1L, static_cast<long>(std::thread::hardware_concurrency()));
  return integer_option("--jobs", text, "an integer from 1 to 256", 1, 256);
}

}  // namespace hallmark::cli
