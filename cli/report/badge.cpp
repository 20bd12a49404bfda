#include "cli/report/badge.hpp"

#include <fmt/format.h>

#include "bounds/aliases.hpp"
#include "bounds/certificate.hpp"
#include "bounds/registry.hpp"
#include "cli/io/json_value.hpp"
#include "cli/report/html.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t longest_path = 4'096;

// A member that is needed; any others are the business of other readers.
JsonValue needed(const JsonValue& object, std::string_view name) {
  if (!object.has(name)) object.refuse(fmt::format("an object with the member {}", name));
  return object.at(name);
}

// The claim of that id, or the only one.
JsonValue chosen(const JsonValue& claims, std::string_view id) {
  constexpr std::size_t most_claims = 100'000;
  std::optional<JsonValue> found;
  std::size_t count = 0;
  claims.each_element(1, most_claims, [&](const JsonValue& claim) {
    ++count;
    if (id.empty() || needed(claim, "id").text(claim_id) == id) found = claim;
  });
  if (id.empty() && count != 1) claims.refuse("one claim, or --id to choose one");
  if (!found) claims.refuse(fmt::format("a claim with the id {}", id));
  return *found;
}

std::string_view colour(std::string_view verdict) {
  if (verdict == "certified") return "#0b6b3a";
  return verdict == "refuted" ? "#a01919" : "#5f6670";
}

// A number as it is written, and nothing else: what stands in a badge looks like proved.
std::string number_text(const JsonValue& value) {
  constexpr std::size_t shown = 40;
  const std::string& text = value.text(longest_number);
  try {
    (void)Number(text);
  } catch (const InputError&) {
    value.refuse("a number");
  }
  return text.size() <= shown ? text : text.substr(0, shown) + "...";
}

std::string value_text(const JsonValue& value) {
  if (value.json().is_object()) return needed(value, "quantity").text(quantity_name);
  if (!value.json().is_array()) return number_text(value);
  std::string text;
  value.each_element(2, 2, [&](const JsonValue& end) { text += (text.empty() ? "[" : ", ") + number_text(end); });
  return text + "]";
}

// What the number is worth nothing without: at which delta, and for which neighbours.
std::string conditions(const JsonValue& claim, std::string_view quantity) {
  const JsonValue parameters = needed(claim, "parameters");
  if (!parameters.json().is_object()) parameters.refuse("an object of parameters");
  std::string text;
  for (const std::string_view name : {"delta", "target_delta"}) {
    if (parameters.has(name)) text = fmt::format("delta {}, ", number_text(parameters.at(name)));
  }
  const Entry* known = find_entry(canonical_id(quantity));
  if (parameters.has("adjacency")) {
    text += parameters.at("adjacency").text(quantity_name);
  } else if (known != nullptr) {
    text += to_string(known->adjacency);
  }
  if (text.ends_with(", ")) text.resize(text.size() - 2);
  return text.empty() ? text : fmt::format(" ({})", text);
}

// Widths of a sans-serif face of 11 pixels, generously: the texts are stretched to them.
std::size_t pixels(std::string_view text) { return 7 * text.size() + 12; }

}  // namespace

Badge badge(std::string_view path, std::string_view json, std::string_view id) {
  const JsonFile file(path, json);
  const JsonValue claim = chosen(needed(file.top(), "claims"), id);
  const std::string quantity = needed(claim, "quantity").text(quantity_name);
  const std::string value = value_text(needed(claim, "value"));
  const std::string what = quantity.substr(quantity.find('.') + 1);
  Badge b{
      .statement = fmt::format("{} {} {}{}", what, needed(claim, "relation").one_of({"<=", "<", ">=", ">", "in", "~"}),
                               value, conditions(claim, quantity)),
      .verdict = needed(claim, "verdict").one_of({"certified", "refuted", "undecided"}),
      .certificate = ""};
  const bool decided = b.verdict != "undecided";
  if (decided && needed(claim, "certificate").is_null()) {
    claim.refuse("a verdict with its certificate (hallmark certify -o FOLDER --json)", "one without");
  }
  if (decided) b.certificate = needed(claim, "certificate").text(longest_path);
  return b;
}

std::string badge_svg(const Badge& badge, std::string_view certificate) {
  const std::size_t left = pixels(badge.statement);
  const std::size_t right = pixels(badge.verdict);
  const std::string left_text = escaped(badge.statement);
  std::string title = left_text + ": " + escaped(badge.verdict);
  if (!certificate.empty()) title += ", certificate SHA-256 " + sha256(certificate);
  const auto words = [](std::size_t from, std::size_t wide, std::string_view text) {
    return fmt::format("<text x=\"{}\" y=\"14\" textLength=\"{}\">{}</text>", from + wide / 2, wide - 12, text);
  };
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" viewBox=\"0 0 {0} 20\" role=\"img\" "
             "aria-labelledby=\"t\"><title id=\"t\">{1}</title><rect width=\"{2}\" height=\"20\" fill=\"#333940\"/>"
             "<rect x=\"{2}\" width=\"{3}\" height=\"20\" fill=\"{4}\"/>"
             "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" text-anchor=\"middle\">",
             left + right, title, left, right, colour(badge.verdict)) +
         words(0, left, left_text) + words(left, right, badge.verdict) + "</g></svg>\n";
}

}  // namespace hallmark::cli
