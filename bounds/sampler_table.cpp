#include "hallmark/samplers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/aliases.hpp"
#include "bounds/guide.hpp"
#include "exact/error.hpp"

namespace hallmark {

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
  for (const SamplerRow& row : sampler_rows()) {
    TermTexts question{fmt::format("{}.{}", row.family, texts.contains("delta") ? "epsilon" : "delta"), texts};
    question.parameters["adjacency"] = row.adjacency;
    all.push_back({std::string(row.name), std::string(row.neighbours), std::string(row.needs), std::move(question)});
  }
  return all;
}

}  // namespace hallmark
