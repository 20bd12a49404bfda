#include "cli/compose_file.hpp"

#include <fmt/format.h>

#include "bounds/mechanisms/mechanisms.hpp"
#include "cli/io/strict_json.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& where, std::string_view expected, const Json& found) {
  throw InputError(fmt::format("{}: expected {}, found {}", where, expected, shortened(found.dump())));
}

const Json& member(const std::string& where, const Json& object, const char* key) {
  if (!object.contains(key)) throw InputError(fmt::format("{}: expected the key \"{}\"", where, key));
  return object.at(key);
}

long read_rounds(const std::string& where, const Json& value) {
  constexpr long most = 1'000'000'000'000'000;
  constexpr std::string_view expected = "an integer from 1 to 10^15, as a string or a number";
  Rational rounds;
  if (value.is_number_integer() && !value.is_number_unsigned()) refuse(where, expected, value);
  if (value.is_number_unsigned()) {
    rounds = Rational(value.get<std::uint64_t>());
  } else if (value.is_string()) {
    try {
      rounds = Rational(value.get<std::string>());
    } catch (const InputError&) {
      refuse(where, expected, value);
    }
  } else {
    refuse(where, expected, value);
  }
  if (!rounds.is_integer() || rounds < 1 || rounds > Rational(most)) refuse(where, expected, value);
  return rounds.to_long();
}

}  // namespace

ComposeFile parse_compose(std::string_view path, std::string_view text) {
  const Json root = parse_json(path, text);
  if (!root.is_array() || root.empty()) refuse(std::string(path), "a list of at least one mechanism", root);
  ComposeFile file{{}, Adjacency::replace_one};
  std::string first;
  for (std::size_t i = 0; i < root.size(); ++i) {
    const Json& item = root[i];
    const std::string where = fmt::format("{}: [{}]", path, i);
    if (!item.is_object()) refuse(where, "an object", item);
    for (const auto& [key, unused] : item.items()) {
      if (key != "mechanism" && key != "parameters" && key != "rounds") {
        throw InputError(
            fmt::format("{}: unknown key \"{}\": must be one of mechanism, parameters, rounds", where, shortened(key)));
      }
    }
    const Json& name = member(where, item, "mechanism");
    if (!name.is_string()) refuse(where + ".mechanism", "a string", name);
    const Json& parameters = member(where, item, "parameters");
    if (!parameters.is_object()) refuse(where + ".parameters", "an object of parameters", parameters);
    ParameterTexts texts;
    for (const auto& [key, value] : parameters.items()) {
      if (!value.is_string()) {
        refuse(fmt::format("{}.parameters.{}", where, shortened(key)),
               "a string (numbers too are strings, so that they stay exact)", value);
      }
      texts[key] = value.get<std::string>();
    }
    const long rounds = item.contains("rounds") ? read_rounds(where + ".rounds", item.at("rounds")) : 1;
    const auto mechanism = name.get<std::string>();
    try {
      composition::NamedPhase phase = composition::named_phase(mechanism, texts, rounds);
      if (i == 0) {
        file.adjacency = phase.adjacency;
        first = mechanism;
      } else if (phase.adjacency != file.adjacency) {
        throw InputError(fmt::format("{} has adjacency {}, but {} has {}: must be one adjacency for all", mechanism,
                                     to_string(phase.adjacency), first, to_string(file.adjacency)));
      }
      file.phases.push_back(std::move(phase.phase));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", where, error.what()));
    }
  }
  return file;
}

}  // namespace hallmark::cli
