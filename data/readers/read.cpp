// g++ -std=c++20 read.cpp -o read && ./read FILE...: id, quantity, bits of the binary64 ends. nlohmann-json. Tested.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

static unsigned long long bits(const nlohmann::json& text) {
  return std::bit_cast<std::uint64_t>(std::strtod(text.get_ref<const std::string&>().c_str(), nullptr));
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const auto suite = nlohmann::json::parse(std::ifstream(argv[i]));
    if (suite.at("schema") != "hallmark-vectors-v1") return 1;
    for (const auto& group : suite.at("testGroups")) {
      for (const auto& test : group.at("tests")) {
        const auto& out = test.at("out");  // lo64 <= true value <= hi64; lo and hi have more digits
        std::printf("%s %s %016llx %016llx\n", test.at("id").get<std::string>().c_str(),
                    group.at("quantity").get<std::string>().c_str(), bits(out.at("lo64")), bits(out.at("hi64")));
      }
    }
  }
}
