#include "cli/compose_file.hpp"

#include <fmt/format.h>

#include "cli/io/json_value.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

long read_rounds(const JsonValue& rounds) {
  constexpr long most = 1'000'000'000'000'000;
  try {
    const Rational value(rounds.text(longest_number));
    if (value.is_integer() && value >= 1 && value <= Rational(most)) return value.to_long();
  } catch (const InputError&) {
    // No number at all: refused below.
  }
  rounds.refuse(fmt::format("an integer from 1 to {}", most));
}

}  // namespace

ComposeFile parse_compose(std::string_view path, std::string_view text) {
  constexpr std::size_t most_phases = 10'000;
  constexpr std::size_t most_parameters = 32;
  const JsonFile json(path, text, {.numbers_as_text = true});
  ComposeFile file;
  json.top().each_element(1, most_phases, [&](const JsonValue& item) {
    item.members({"mechanism", "parameters"}, {"rounds"});
    const std::string mechanism = item.at("mechanism").text(typed_name);
    ParameterTexts texts;
    item.at("parameters")
        .each_member(typed_name, most_parameters, [&](const std::string& name, const JsonValue& value) {
          texts[name] = value.text(longest_number);
        });
    const long rounds = item.has("rounds") ? read_rounds(item.at("rounds")) : 1;
    try {
      file.list.add(mechanism, texts, rounds);
    } catch (const InputError& error) {
      item.complain(error.what());
    }
    file.parts.push_back({mechanism, std::move(texts), rounds});
  });
  return file;
}

}  // namespace hallmark::cli
