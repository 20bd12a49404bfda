#include "bounds/composition/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "bounds/composition/answers.hpp"
#include "bounds/larger.hpp"
#include "bounds/phases_text.hpp"
#include "exact/error.hpp"

namespace hallmark::parallel {
namespace {

// A record is in one part: what runs on the others is the same with it and without it.
Answer largest_part(std::string_view id, const Arguments& x,
                    const std::function<Answer(const std::vector<composition::Phase>&)>& ask) {
  if (!x.has("disjoint")) {
    throw InputError(fmt::format("{}: disjoint: must be given: \"laplace(eps0=1)|3*gaussian(sigma=2)\"", id));
  }
  const std::string& parts = x.word("disjoint");
  if (x.adjacency() != Adjacency::zero_out) {
    throw InputError(id, "disjoint", shortened(parts),
                     "of zero-out adjacency: a record that is replaced may leave one part and enter another");
  }
  std::optional<Answer> largest;
  std::string worst;
  slong count = 0;
  for (std::size_t at = 0; at <= parts.size(); ++count) {
    const std::size_t end = std::min(parts.find('|', at), parts.size());
    const std::string part = parts.substr(at, end - at);
    const Answer a = ask(*read_phases(part).phases);
    if (!largest || a.hi > largest->hi) worst = part;
    largest = largest ? rows::larger_of(*largest, a) : a;
    at = end + 1;
  }
  largest->witness = {};
  largest->method = fmt::format("the largest of {} parts, that of {}: {}", count, shortened(worst), largest->method);
  if (composition::is_upper(*x.phases())) largest->method += composition::upper_note;
  return *largest;
}

}  // namespace

Answer delta_answer(const Arguments& x, const Request& r) {
  return largest_part("parallel.delta", x, [&](const auto& part) {
    return composition::delta_answer(part, x.direction(), x.number("eps"), r);
  });
}

Answer epsilon_answer(const Arguments& x, const Request& r) {
  return largest_part("parallel.epsilon", x, [&](const auto& part) {
    return composition::epsilon_answer(part, x.direction(), x.number("delta"), r);
  });
}

}  // namespace hallmark::parallel
