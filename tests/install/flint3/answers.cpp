// Reads lines "lo hi id name=value ..." and says where the enclosure of the quantity does not meet [lo, hi]: a library built with another FLINT.
#include <cstdlib>
#include <hallmark/evaluate.hpp>
#include <iostream>
#include <sstream>

int main() {
  using namespace hallmark;
  int wrong = 0;
  int count = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string lo, hi, id;
    words >> lo >> hi >> id;
    ParameterTexts parameters;
    for (std::string word; words >> word;) {
      const auto equals = word.find('=');
      parameters[word.substr(0, equals)] = word.substr(equals + 1);
    }
    const Enclosure x = evaluate(id, parameters, {.digits = 8});
    const bool meets =
        x.lo_binary64 <= std::strtod(hi.c_str(), nullptr) && std::strtod(lo.c_str(), nullptr) <= x.hi_binary64;
    ++count;
    if (meets) continue;
    ++wrong;
    std::cout << line << ": " << x.statement << '\n';
  }
  std::cout << count << " answers, " << wrong << " wrong\n";
  return wrong == 0 && count > 0 ? 0 : 1;
}
