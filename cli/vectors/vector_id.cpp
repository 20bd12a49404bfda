#include "cli/vectors/vector_id.hpp"

#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"

namespace hallmark::cli {

std::string canonical_input(std::string_view quantity, const std::map<std::string, std::string>& canonical) {
  nlohmann::json input;  // sorts its keys
  input["quantity"] = quantity;
  input["parameters"] = canonical;
  return input.dump();
}

std::string vector_id(std::string_view quantity, const std::map<std::string, std::string>& canonical) {
  constexpr std::size_t length = 32;
  return sha256(canonical_input(quantity, canonical)).substr(0, length);
}

std::string vector_id(const Entry& entry, const Arguments& arguments) {
  return vector_id(entry.id, arguments.canonical());
}

}  // namespace hallmark::cli
