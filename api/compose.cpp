#include "hallmark/compose.hpp"

#include "api/enclosures.hpp"
#include "bounds/mechanisms/mechanisms.hpp"

namespace hallmark {

Enclosure compose(std::string_view quantity, const std::vector<Part>& parts, const ParameterTexts& parameters,
                  const Options& options) {
  if (quantity != "composition.delta" && quantity != "composition.epsilon") {
    throw InputError("compose", "quantity", quantity, "composition.delta or composition.epsilon");
  }
  if (parts.empty()) throw InputError("compose", "parts", "[]", "one mechanism at least");
  composition::PhaseList list;
  for (const Part& part : parts) list.add(part.mechanism, part.parameters, part.rounds);
  Entry e = entry(quantity);
  e.adjacency = list.adjacency();
  return enclose(e, parameters, options, std::make_shared<const std::vector<composition::Phase>>(list.phases()));
}

}  // namespace hallmark
