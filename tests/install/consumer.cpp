// Built against the installed headers and libraries, by find_package and by pkg-config.
#include <bounds/shuffle/clones.hpp>
#include <exact/rational.hpp>
#include <iostream>

int main() {
  using hallmark::Number;
  const hallmark::Rational exact("5/16");
  const auto delta = hallmark::clones::delta({.n = 2, .eps0 = Number("ln(3)"), .eps = Number("ln(3/2)")}, 128);
  std::cout << (delta.contains(exact) ? "encloses" : "misses") << ' ' << exact.to_string() << '\n';
}
