// The same calls in a program of this machine, a line of standard input each; for tests. A second line tells the microseconds of each to standard error.
#include <ctime>
#include <iostream>

#include "web/producer/calls.hpp"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const std::clock_t began = std::clock();
    std::cout << hallmark::web::call(line) << std::endl;
    std::cerr << std::clock() - began << std::endl;
  }
}
