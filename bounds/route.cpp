#include "bounds/route.hpp"

#include <algorithm>

namespace hallmark {

std::vector<Tried> in_order_of_cost(std::vector<Candidate> candidates,
                                    const std::function<std::string_view(std::size_t)>& objection,
                                    const std::function<bool(std::size_t)>& take) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  std::vector<Tried> log;
  bool answered = false;
  for (const auto& [name, index, cost] : candidates) {
    const std::string_view why = answered ? "not needed" : objection(index);
    if (why.empty()) answered = take(index);
    log.push_back({name, why});
  }
  return log;
}

}  // namespace hallmark
