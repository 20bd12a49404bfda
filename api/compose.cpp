#include "hallmark/compose.hpp"

#include "api/enclosures.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "bounds/phases_text.hpp"

namespace hallmark {
namespace {

composition::PhaseList phase_list(const std::vector<Part>& parts) {
  if (parts.empty()) throw InputError("compose", "parts", "[]", "one mechanism at least");
  composition::PhaseList list;
  for (const Part& part : parts) list.add(part.mechanism, part.parameters, part.rounds);
  return list;
}

// The row of a composition of these mechanisms: what it says of neighbours and of bounds, they decide.
std::shared_ptr<const Entry> row_of(std::string_view quantity, const composition::PhaseList& list) {
  Entry e = entry(quantity);
  e.adjacency = list.adjacency();
  if (composition::is_upper(list.phases())) e.kind = Kind::upper;
  return std::make_shared<const Entry>(std::move(e));
}

}  // namespace

Enclosure compose(std::string_view quantity, const std::vector<Part>& parts, const ParameterTexts& parameters,
                  const Options& options) {
  if (quantity != "composition.delta" && quantity != "composition.epsilon") {
    throw InputError("compose", "quantity", quantity, "composition.delta or composition.epsilon");
  }
  const composition::PhaseList list = phase_list(parts);
  return enclose(row_of(quantity, list), parameters, options,
                 {std::make_shared<const std::vector<composition::Phase>>(list.phases()), text_of(list)});
}

}  // namespace hallmark
