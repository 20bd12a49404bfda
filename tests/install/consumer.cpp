// Built against the installed headers and libraries, by find_package and by pkg-config.
#include <hallmark/compose.hpp>
#include <hallmark/evaluate.hpp>
#include <hallmark/judge.hpp>
#include <hallmark/number.hpp>
#include <hallmark/registry.hpp>
#include <hallmark/version.hpp>
#include <iostream>

int main() {
  using namespace hallmark;
  const Enclosure x = evaluate("clones.delta", {{"n", "2"}, {"eps0", "ln(3)"}, {"eps", "ln(3/2)"}}, {.digits = 5});
  std::cout << x.statement << '\n' << to_string(x.kind) << ", " << to_string(x.status) << '\n';
  std::cout << decimal("5/16", 10, Rounding::up) << ' ' << (x.lo_binary64 <= 0.3125 && 0.3125 <= x.hi_binary64) << '\n';
  const ParameterTexts at{{"eps", "ln(3/2)"}, {"direction", "both"}};
  const Enclosure one = compose("composition.delta", {{"clones", {{"n", "2"}, {"eps0", "ln(3)"}}, 1}}, at);
  std::cout << "composed " << (one.lo_binary64 <= 0.3125 && 0.3125 <= one.hi_binary64) << ", version " << version()
            << '\n';
  const Decision d = certify(x, {});
  std::cout << to_string(d.outcome) << '\n';
  try {
    (void)evaluate("clones.delta", {{"n", "2"}});
  } catch (const InputError& error) {
    std::cout << error.what() << '\n';
  }
  std::cerr << d.certificate.value_or("");  // for hallmark-check
  return quantities().empty() ? 1 : 0;
}
