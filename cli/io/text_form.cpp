#include "cli/io/text_form.hpp"

#include <algorithm>

namespace hallmark::cli {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view hexadecimal_digits = "0123456789abcdef";
constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view lower_and_digits = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// Takes a text from its front, piece by piece.
class Front {
 public:
  explicit Front(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool done() const { return rest_.empty(); }
  bool word(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool one(std::string_view among) {
    if (rest_.empty() || among.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // As many as there are; whether there was one.
  bool some(std::string_view among) {
    const std::size_t length = std::min(rest_.find_first_not_of(among), rest_.size());
    rest_.remove_prefix(length);
    return length > 0;
  }
  bool maybe(std::string_view text) { return word(text) || true; }

 private:
  std::string_view rest_;
};

bool only(std::string_view text, std::string_view among) {
  return text.find_first_not_of(among) == std::string_view::npos;
}

// 0 is written 0, no other number begins with it.
bool positive(Front& f) { return f.one("123456789") && (f.some(digits) || true); }
bool positive_rational(Front& f) { return positive(f) && (!f.word("/") || positive(f)); }
bool rational(Front& f) { return f.word("0") || (f.maybe("-") && positive_rational(f)); }

bool is_canonical_rational(std::string_view text) {
  Front f(text);
  return rational(f) && f.done();
}

// "N coefficients of (1-x)^(r)", or rationals with "," and ";" between them.
bool is_canonical_list(std::string_view text) {
  constexpr std::string_view series = " coefficients of (1-x)^(";
  if (const auto at = text.find(series); at != std::string_view::npos) {
    Front count(text.substr(0, at));
    std::string_view exponent = text.substr(at + series.size());
    if (!exponent.ends_with(')')) return false;
    exponent.remove_suffix(1);
    return positive(count) && count.done() && is_canonical_rational(exponent);
  }
  while (true) {
    const auto end = text.find_first_of(",;");
    if (!is_canonical_rational(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

// "3*laplace(eps0=1,rate=1)+gaussian(sigma=2)|rr(eps0=1)": phases by +, parts by |.
bool is_phase_list(std::string_view text) {
  for (;;) {
    const std::string_view phase = text.substr(0, text.find_first_of("+|"));
    Front f(phase);
    if (f.some(digits) && (phase.front() == '0' || !f.word("*"))) return false;
    if (!f.one(lower)) return false;
    while (f.some(lower) || f.some(digits) || f.some(".-")) {
    }
    if (!f.word("(") || !f.one(lower) || phase.back() != ')') return false;
    f.some(lower_and_digits);
    const bool valued = f.word("=") && phase.size() >= phase.find('=') + 3;
    while (f.some(lower_and_digits) || f.some("=,/()-")) {
    }
    if (!valued || !f.done()) return false;
    if (phase.size() == text.size()) return true;
    text.remove_prefix(phase.size() + 1);
  }
}

bool is_canonical_value(std::string_view text) {
  Front f(text);
  if (text.find('=') != std::string_view::npos) return is_phase_list(text);
  if (only(text.substr(0, 1), lower) && only(text, "abcdefghijklmnopqrstuvwxyz-")) return true;
  if (f.word("ln(") || f.word("sqrt(") || f.word("-sqrt(")) return positive_rational(f) && f.word(")") && f.done();
  if (f.word("exp(") || f.word("-exp(")) return rational(f) && f.word(")") && f.done();
  if (text.find("..") != std::string_view::npos) return positive(f) && f.word("..") && positive(f) && f.done();
  return is_canonical_list(text);
}

bool is_decimal(std::string_view text) {
  Front f(text);
  return f.maybe("-") && f.some(digits) && (!f.word(".") || f.some(digits)) &&
         (!f.word("e") || (f.maybe("-") && f.some(digits))) && f.done();
}

bool is_binary64_decimal(std::string_view text) {
  Front f(text);
  f.maybe("-");
  if (f.word("inf")) return f.done();
  return f.some(digits) && (!f.word(".") || f.some(digits)) && (!f.word("e") || (f.one("+-") && f.some(digits))) &&
         f.done();
}

bool is_binary64_hexadecimal(std::string_view text) {
  Front f(text);
  f.maybe("-");
  if (f.word("inf")) return f.done();
  return f.word("0x") && f.one("01") && (!f.word(".") || f.some(hexadecimal_digits)) && f.word("p") && f.one("+-") &&
         f.some(digits) && f.done();
}

bool is_version(std::string_view text) {
  Front f(text);
  return f.some(digits) && f.word(".") && f.some(digits) && f.done();
}

bool is_quantity(std::string_view text) {
  Front f(text);
  if (!f.one(lower)) return false;
  f.some(lower_and_digits);
  while (!f.done()) {
    if (!f.one(".-") || !f.some(lower_and_digits)) return false;
  }
  return true;
}

template <std::size_t count>
bool is_hexadecimal(std::string_view text) {
  return text.size() == count && only(text, hexadecimal_digits);
}

bool is_certificate_file(std::string_view text) {
  constexpr std::size_t id_length = 32;
  Front f(text);
  return f.word("certificates/") && text.ends_with(".cert") && f.some(hexadecimal_digits) && f.word(".cert") &&
         f.done() && text.size() == std::string_view("certificates/.cert").size() + id_length;
}

}  // namespace

const TextForm slug("a lowercase letter, then at most 59 lowercase letters, digits and '-'", 60,
                    [](std::string_view t) {
                      return only(t.substr(0, 1), lower) && only(t, "abcdefghijklmnopqrstuvwxyz0123456789-");
                    });
const TextForm version_number("two numbers with a point between them, as in 1.0", 20, is_version);
const TextForm hexadecimal_32("32 hexadecimal digits in lower case", 32, is_hexadecimal<32>);
const TextForm hexadecimal_64("64 hexadecimal digits in lower case", 64, is_hexadecimal<64>);
const TextForm flag_name("a capital letter, then 1 to 40 letters and digits", 41, [](std::string_view t) {
  return t.size() > 1 && t.front() >= 'A' && t.front() <= 'Z' && only(t, alphanumeric);
});
const TextForm quantity_name("the id of a quantity, as in clones.epsilon.closed-form", 64, is_quantity);
const TextForm parameter_name("the name of a parameter, as in eps0", 32, [](std::string_view t) {
  return only(t.substr(0, 1), lower) && only(t, lower_and_digits);
});
const TextForm typed_name("a name as in dp-sgd or noise_multiplier", 64, [](std::string_view t) {
  return std::all_of(t.begin(), t.end(), [](char c) {
    return only(std::string_view(&c, 1), alphanumeric) || c == '-' || c == '_' || c == '.';
  });
});
const TextForm claim_id("1 to 64 letters, digits, '-', '_' or '.', the first one a letter or a digit", 64,
                        [](std::string_view t) {
                          Front f(t);
                          if (!f.one(alphanumeric)) return false;
                          while (f.some(alphanumeric) || f.some("-_.")) {
                          }
                          return f.done();
                        });
const TextForm https_link("https:// and printable ASCII characters without blanks", 300, [](std::string_view t) {
  Front f(t);
  return f.word("https://") && !f.done() &&
         std::all_of(t.begin(), t.end(), [](char c) { return c >= '!' && c <= '~'; });
});
const TextForm canonical_value(
    "an integer, a fraction, a list of them, ln(r), exp(r), sqrt(r), a range a..b, a word or phases, without zeros or signs that could be left out",
    2000, is_canonical_value);
const TextForm canonical_rational("an integer or a fraction, without zeros or signs that could be left out", 4096,
                                  is_canonical_rational);
const TextForm decimal_number("a decimal, as in -0.25 or 2.5e-7", 200, is_decimal);
const TextForm binary64_decimal("a binary64 number in decimal, as in 2.5e-07, or inf", 30, is_binary64_decimal);
const TextForm binary64_hexadecimal("a binary64 number in hexadecimal, as in 0x1.8p-3, or inf", 30,
                                    is_binary64_hexadecimal);
const TextForm certificate_file("certificates/, the id of the vector and .cert", 60, is_certificate_file);

}  // namespace hallmark::cli
