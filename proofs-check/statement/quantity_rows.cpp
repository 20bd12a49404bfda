#include "statement/quantity.hpp"

namespace hallmark::check {

namespace {

constexpr std::string_view kInEps = "hockey-stick-nonincreasing-in-eps";

}  // namespace

std::vector<QuantityRow> inverse_rows() {
  const auto row = [](std::string_view id, char letter, std::vector<std::string_view> parameters) {
    return QuantityRow{
        id, letter, "mechanism", "zero-out", {"both"}, std::move(parameters), letter == 'E' ? kInEps : ""};
  };
  return {
      row("shuffled-batch.delta", 'D', {"eps", "sigma", "steps"}),
      {"shuffled-batch.delta.pair", 'D', "pair", "zero-out", {"both"}, {"eps", "sigma", "steps"}, ""},
      row("shuffled-batch.delta.threshold", 'D', {"eps", "sigma", "steps"}),
      row("shuffled-batch.epsilon", 'E', {"delta", "sigma", "steps"}),
      row("shuffled-batch.epsilon.threshold", 'E', {"delta", "sigma", "steps"}),
      {"clones.epsilon.advanced-composition",
       'E',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "eps0", "n", "rounds"},
       kInEps},
      {"clones.eps0",
       'E',
       "pair",
       "replace-one",
       {"both"},
       {"delta", "eps", "n", "rounds"},
       "clones-delta-nondecreasing-in-eps0",
       Grid::composed},
      {"clones.n",
       'E',
       "pair",
       "replace-one",
       {"both"},
       {"delta", "eps", "eps0", "rounds"},
       "clones-delta-nonincreasing-in-n",
       Grid::composed},
      {"poisson-gaussian.sigma",
       'E',
       "mechanism",
       "zero-out",
       {"remove", "add", "both"},
       {"delta", "eps", "rate", "steps"},
       "poisson-gaussian-delta-nonincreasing-in-sigma"},
      {"poisson-gaussian.tv", 'F', "mechanism", "zero-out", {"both"}, {"rate", "sigma", "steps"}, ""},
  };
}

std::vector<QuantityRow> allocation_rows() {
  const std::vector<std::string_view> directed = {"remove", "add", "both"};
  return {
      {"allocation.delta", 'F', "mechanism", "zero-out", directed, {"epochs", "eps", "selected", "sigma", "steps"}, ""},
      {"allocation.epsilon",
       'E',
       "mechanism",
       "zero-out",
       directed,
       {"delta", "epochs", "selected", "sigma", "steps"},
       kInEps},
      {"allocation-rr.delta", 'A', "mechanism", "zero-out", directed, {"eps", "eps0", "selected", "steps"}, ""},
      {"allocation-rr.delta.decomposition",
       'A',
       "mechanism",
       "zero-out",
       directed,
       {"eps", "eps0", "lambda", "selected", "steps"},
       ""},
      {"allocation.delta.direct-add",
       'D',
       "mechanism",
       "zero-out",
       {"add"},
       {"epochs", "eps", "selected", "sigma", "steps"},
       ""},
      {"allocation.epsilon.direct-add",
       'E',
       "mechanism",
       "zero-out",
       {"add"},
       {"delta", "epochs", "selected", "sigma", "steps"},
       kInEps},
  };
}

std::vector<QuantityRow> renyi_rows() {
  using Names = std::vector<std::string_view>;
  const Names directed = {"remove", "add", "both"};
  const auto row = [](std::string_view id, std::string_view bounds, std::string_view adjacency, Names directions,
                      Names parameters) {
    return QuantityRow{id, 'C', bounds, adjacency, std::move(directions), std::move(parameters), ""};
  };
  return {
      row("allocation-rr.renyi", "mechanism", "zero-out", directed, {"alpha", "eps0", "selected", "steps"}),
      row("allocation.delta.blocks", "mechanism", "zero-out", directed,
          {"epochs", "eps", "orders", "selected", "sigma", "steps"}),
      row("allocation.delta.overlap", "mechanism", "zero-out", {"remove"},
          {"epochs", "eps", "orders", "selected", "sigma", "steps"}),
      row("allocation.epsilon.blocks", "mechanism", "zero-out", directed,
          {"delta", "epochs", "orders", "selected", "sigma", "steps"}),
      row("allocation.epsilon.overlap", "mechanism", "zero-out", {"remove"},
          {"delta", "epochs", "orders", "selected", "sigma", "steps"}),
      row("allocation.delta.renyi", "mechanism", "zero-out", directed,
          {"epochs", "eps", "orders", "selected", "sigma", "steps"}),
      row("allocation.epsilon.renyi", "mechanism", "zero-out", directed,
          {"delta", "epochs", "orders", "selected", "sigma", "steps"}),
      row("allocation.renyi", "mechanism", "zero-out", directed, {"alpha", "selected", "sigma", "steps"}),
      row("clones.epsilon.renyi", "mechanism", "replace-one", {"both"}, {"delta", "eps0", "n", "orders", "rounds"}),
      row("clones.renyi", "pair", "replace-one", {"both"}, {"alpha", "eps0", "n", "rounds"}),
      row("poisson-gaussian.delta.renyi", "mechanism", "zero-out", directed,
          {"eps", "orders", "rate", "sigma", "steps"}),
      row("poisson-gaussian.epsilon.renyi", "mechanism", "zero-out", directed,
          {"delta", "orders", "rate", "sigma", "steps"}),
      row("poisson-gaussian.delta.renyi-real", "mechanism", "zero-out", directed,
          {"eps", "orders", "rate", "sigma", "steps"}),
      row("poisson-gaussian.epsilon.renyi-real", "mechanism", "zero-out", directed,
          {"delta", "orders", "rate", "sigma", "steps"}),
      row("poisson-gaussian.renyi", "mechanism", "zero-out", directed, {"alpha", "rate", "sigma", "steps"}),
      row("rr2.renyi", "mechanism", "replace-one", directed, {"alpha", "eps0", "n", "others", "rounds"}),
  };
}

}  // namespace hallmark::check
