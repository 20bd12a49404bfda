// Built against Hallmark::check alone: prints what a certificate on standard input proves, and on which theorems.
#include <hallmark/check.hpp>
#include <iostream>
#include <iterator>

int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  const hallmark::Checked checked = hallmark::check_certificate(text);
  std::cout << checked.line << '\n' << checked.statement << '\n';
  for (const std::string& axiom : checked.axioms) std::cout << axiom << '\n';
  return checked.verdict == hallmark::CheckVerdict::verified ? 0 : 1;
}
