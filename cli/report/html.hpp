// HTML from texts of strangers: everything is escaped, and a page names the hashes of the little it may run.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::cli {

/// The text with U+FFFD for control characters and for those that turn the direction of writing.
[[nodiscard]] std::string printable(std::string_view text);

/// The printable text as HTML shows it: the five characters that mean something are written as references.
[[nodiscard]] std::string escaped(std::string_view text);

/// The same, at most `most` bytes of it and how long it is where there are more.
[[nodiscard]] std::string escaped_start(std::string_view text, std::size_t most);

/// Base64 without padding; `last_two` are the letters for 62 and 63: "+/", or "-_" in an address.
[[nodiscard]] std::string base64(std::string_view bytes, std::string_view last_two);

/// "'sha256-...'": a source of a content security policy that allows exactly this inline text.
[[nodiscard]] std::string policy_hash(std::string_view text);

/// What all pages look like, on screens and on paper.
extern const std::string_view base_style;

/// A whole page without any outside resource. The policy allows `style` and `script` and nothing else; `body` is HTML.
[[nodiscard]] std::string html_page(std::string_view title, std::string_view style, std::string_view script,
                                    std::string_view body);

}  // namespace hallmark::cli
