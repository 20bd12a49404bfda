// Forms that texts in files have: hand-written recognisers, each with its words. The published schemas say the same
// as regular expressions.
#pragma once

#include <cstddef>
#include <string_view>

namespace hallmark::cli {

class TextForm {
 public:
  /// `has_form` is asked only about texts of one to `longest` bytes; `words` complete "expected a string: ".
  constexpr TextForm(std::string_view words_, std::size_t longest, bool (*has_form)(std::string_view))
      : words(words_), longest_(longest), has_form_(has_form) {}
  [[nodiscard]] bool fits(std::string_view text) const {
    return !text.empty() && text.size() <= longest_ && has_form_(text);
  }

  std::string_view words;

 private:
  std::size_t longest_;
  bool (*has_form_)(std::string_view);
};

extern const TextForm slug;                  // rr2-small
extern const TextForm version_number;        // 1.0
extern const TextForm hexadecimal_32;        // ids of vectors
extern const TextForm hexadecimal_64;        // SHA-256
extern const TextForm flag_name;             // Binary64Inputs
extern const TextForm quantity_name;         // clones.epsilon.closed-form
extern const TextForm parameter_name;        // eps0
extern const TextForm typed_name;            // noise_multiplier, DP-SGD
extern const TextForm claim_id;              // a file name without a leading dot
extern const TextForm https_link;            // https://...
extern const TextForm canonical_value;       // of a parameter: 1/3, ln(2), exp(-1), 1..64, remove
extern const TextForm canonical_rational;    // 0, -1/3
extern const TextForm decimal_number;        // -0.25e-7
extern const TextForm binary64_decimal;      // 2.5e-01, inf
extern const TextForm binary64_hexadecimal;  // 0x1.8p-3, -inf
extern const TextForm certificate_file;      // certificates/<id>.cert

}  // namespace hallmark::cli
