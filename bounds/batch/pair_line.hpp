// The transform of one step of any pair of batches on vertical lines, for compositions, and mixtures of such steps.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/poisson_phase_line.hpp"
#include "bounds/batch/poisson_transform.hpp"
#include "bounds/batch/step_model.hpp"
#include "bounds/composition/line_transform.hpp"

namespace hallmark::composition {

/// The transform itself; null at rate 1, or where binary64 does not reach.
/// Kind:      encloses, as the StepTransform of the pair
/// Domain:    as poisson_gaussian::delta; direction not both
/// Source:    as pair_transform.hpp
[[nodiscard]] std::shared_ptr<const LineTransform> pair_line_transform(const poisson_gaussian::Mechanism& mechanism,
                                                                       Direction direction);

/// Any step in balls, and in binary64 as often as is asked for.
struct ModelledStep {
  std::unique_ptr<poisson_gaussian::StepTransform> transform;
  std::function<std::unique_ptr<poisson_gaussian::StepModel>()> model;
};
/// Its transform.
/// Kind:      encloses, as the StepTransform
[[nodiscard]] std::shared_ptr<const LineTransform> step_line_transform(ModelledStep step);

/// The lines of all that a path asks of it.
/// Kind:      a proposal; nothing where none was found
/// Domain:    as pair_line_transform
[[nodiscard]] std::optional<BatchLines> step_lines(ModelledStep step, const Path& path);
[[nodiscard]] std::optional<BatchLines> pair_lines(const poisson_gaussian::Mechanism& mechanism, Direction direction,
                                                   const Path& path);

/// One of the pairs among which a public coin chooses, with its probability.
struct CoinSide {
  std::function<Ball(slong bits)> weight;
  std::shared_ptr<const LineTransform> transform;
};

/// The transform of a step that a coin chooses, which everybody sees; null where a side is.
/// Kind:      encloses
/// Domain:    weights at least 0 that add up to 1
/// Rigor:     the log ratio given the coin is that of its side: M is the mean of the sides' M
/// Source:    the definition
[[nodiscard]] std::shared_ptr<const LineTransform> coin_line_transform(std::vector<CoinSide> sides);

}  // namespace hallmark::composition
