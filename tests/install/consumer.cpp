// Built against the installed headers and libraries, by find_package and by pkg-config.
#include <exact/rational.hpp>
#include <iostream>

int main() {
  const hallmark::Rational third("1/3");
  std::cout << (third + third + third == hallmark::Rational(1) ? "one" : "not one") << '\n';
}
