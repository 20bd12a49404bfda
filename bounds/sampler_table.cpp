#include "hallmark/samplers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/aliases.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

struct SamplerRow {
  const char* name;
  const char* neighbours;
  const char* needs;
  const char* family;
  const char* adjacency;
};

constexpr SamplerRow all_rows[] = {
    {"Poisson batches", "add or remove a record",
     "every record enters each batch on its own with probability batch/n, and the batch is used whole, whatever its size",
     "poisson-gaussian", "zero-out"},
    {"Poisson batches", "replace a record",
     "the same; the two records that differ both count in the sum, so that it may move by twice the clipping norm",
     "poisson-gaussian", "replace-one"},
    {"batches of a fixed size", "replace a record",
     "every batch is a fresh uniform subset of exactly batch records; the sum may move by twice the clipping norm",
     "fixed-batch-gaussian", "replace-one"},
    {"shuffled batches", "a record adds nothing instead",
     "every epoch draws a fresh uniform order and cuts it into batches; what fills no batch is left out",
     "shuffled-batch", "zero-out"},
    {"random allocation", "add or remove a record",
     "every record takes part in one step of each epoch, drawn uniformly on its own", "allocation", "zero-out"},
};

}  // namespace

std::vector<Sampler> samplers(const ParameterTexts& training) {
  const std::vector<Parameter> declared{{"sigma", Domain::deviation},   {"batch", Domain::count},
                                        {"n", Domain::count},           {"epochs", Domain::count},
                                        {"delta", Domain::probability}, {"eps", Domain::eps}};
  const ParameterTexts texts = understood("samplers", declared, Adjacency::zero_out, training).texts;
  for (const auto& [name, text] : texts) {
    if (std::any_of(declared.begin(), declared.end(), [&n = name](const Parameter& p) { return p.name == n; }))
      continue;
    throw InputError(fmt::format("samplers: unknown parameter {}: must be one of sigma, batch, n, epochs, delta, eps",
                                 shortened(name)));
  }
  for (const char* name : {"sigma", "batch", "n", "epochs"}) {
    if (!texts.contains(name)) {
      throw InputError(fmt::format(
          "samplers: missing parameter {}: it takes sigma, batch, n, epochs, and delta for epsilon or eps for delta",
          name));
    }
  }
  if (texts.contains("delta") == texts.contains("eps")) {
    throw InputError("samplers: expected either delta, for epsilon, or eps, for delta");
  }
  std::vector<Sampler> all;
  for (const SamplerRow& row : all_rows) {
    TermTexts question{fmt::format("{}.{}", row.family, texts.contains("delta") ? "epsilon" : "delta"), texts};
    question.parameters["adjacency"] = row.adjacency;
    all.push_back({row.name, row.neighbours, row.needs, std::move(question)});
  }
  return all;
}

}  // namespace hallmark
