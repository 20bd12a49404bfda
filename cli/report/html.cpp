#include "cli/report/html.hpp"

#include <fmt/format.h>

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

std::string printable(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (turns_direction(text.substr(i, 3))) {
      plain += replacement;
      i += 2;
    } else if (is_control(text[i])) {
      plain += replacement;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char c : printable(text)) {
    if (const std::string_view written = reference(c); !written.empty()) {
      html += written;
    } else {
      html += c;
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

std::string base64(std::string_view bytes, std::string_view last_two) {
  const auto letter = [last_two](unsigned value) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    return value < letters.size() ? letters[value] : last_two.at(value - letters.size());
  };
  std::string text;
  unsigned pending = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    pending = (pending << 8 | static_cast<unsigned char>(c)) & 0xFFFF;
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      text += letter(pending >> bits & 0x3F);
    }
  }
  if (bits > 0) text += letter(pending << (6 - bits) & 0x3F);
  return text;
}

std::string policy_hash(std::string_view text) {
  const std::string digits = sha256(text);
  std::string digest;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    digest += static_cast<char>(hexadecimal_digit(digits[i]) << 4 | hexadecimal_digit(digits[i + 1]));
  }
  return "'sha256-" + base64(digest, "+/") + "='";
}

const std::string_view base_style = R"css(
:root{color-scheme:light;--ink:#16191d;--soft:#4a525c;--rule:#c9ced6;--proved:#1f5f9f;--claimed:#b3261e;--paper:#fff;--tint:#f3f5f8}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:72rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}
a{color:#164a80}a:focus,summary:focus,button:focus,th:focus{outline:3px solid #1f5f9f;outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{white-space:pre-wrap;background:var(--tint);padding:.7rem;margin:.4rem 0;border-left:3px solid var(--rule)}
p{margin:.25rem 0}.soft{color:var(--soft);font-size:.92em}summary{cursor:pointer}
@media print{body{max-width:none;padding:0;font-size:9.5pt}.skip{display:none}a{color:inherit;text-decoration:none}@page{margin:14mm}}
)css";

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
