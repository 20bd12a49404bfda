#include "cli/report/html.hpp"

#include <fmt/format.h>

#include <array>

#include "bounds/certificate.hpp"

namespace hallmark::cli {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: with them a text can look like another one.
bool turns_direction(std::string_view three) {
  if (three.size() != 3 || three[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(three[2]);
  if (three[1] == '\x80') return last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE);
  return three[1] == '\x81' && last >= 0xA6 && last <= 0xA9;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
}

std::string_view reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

unsigned hexadecimal_digit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); }

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (turns_direction(text.substr(i, 3))) {
      html += replacement;
      i += 2;
    } else if (is_control(text[i])) {
      html += replacement;
    } else if (const std::string_view written = reference(text[i]); !written.empty()) {
      html += written;
    } else {
      html += text[i];
    }
  }
  return html;
}

std::string escaped_start(std::string_view text, std::size_t most) {
  if (text.size() <= most) return escaped(text);
  std::size_t end = most;  // not inside a character of UTF-8
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return escaped(text.substr(0, end)) + fmt::format("… ({} characters)", text.size());
}

std::string policy_hash(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string digest = sha256(text);
  std::string base64;
  unsigned pending = 0;
  unsigned bits = 0;
  for (const char c : digest) {
    pending = (pending << 4 | hexadecimal_digit(c)) & 0x3FF;
    bits += 4;
    if (bits < 6) continue;
    bits -= 6;
    base64 += letters[pending >> bits & 0x3F];
  }
  base64 += letters[pending << (6 - bits) & 0x3F];  // 256 bits leave four
  return "'sha256-" + base64 + "='";
}

std::string html_page(std::string_view title, std::string_view style, std::string_view script, std::string_view body) {
  const std::string policy =
      fmt::format("default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
                  policy_hash(style), policy_hash(script));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n{}<script>{}</script>\n</body>\n</html>\n",
      policy, escaped(title), style, body, script);
}

}  // namespace hallmark::cli
