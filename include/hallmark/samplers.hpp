// samplers: one training run under every way of drawing batches, as questions about quantities.
#pragma once

#include <string>
#include <vector>

#include "hallmark/claim.hpp"

namespace hallmark {

/// What one way of drawing batches, under one neighbouring relation, asks.
struct Sampler {
  std::string name;        // "Poisson batches"
  std::string neighbours;  // "add or remove a record"
  std::string needs;       // what must hold of the program that trains
  TermTexts question;      // for evaluate
};

/// The questions that a training run asks: sigma, batch, n and epochs, and delta for epsilon, eps for delta, or fpr for the
/// true positive rate of a membership test.
/// Kind:      exact
/// Domain:    these parameters, also under the names of people (noise_multiplier, batch_size, dataset_size, target_delta);
///            otherwise throws InputError. Values are checked where a question is evaluated.
/// Example:   samplers({{"sigma", "1"}, {"batch", "10"}, {"n", "100"}, {"epochs", "1"}, {"delta", "1e-5"}}).front().name
///            -> Poisson batches
[[nodiscard]] std::vector<Sampler> samplers(const ParameterTexts& training);

}  // namespace hallmark
