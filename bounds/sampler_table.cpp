#include "hallmark/samplers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "bounds/aliases.hpp"
#include "bounds/guide.hpp"
#include "exact/error.hpp"

namespace hallmark {

std::vector<Sampler> samplers(const ParameterTexts& training) {
  const std::vector<Parameter> declared{
      {"sigma", Domain::deviation},     {"batch", Domain::count},       {"n", Domain::count},
      {"epochs", Domain::count},        {"delta", Domain::probability}, {"eps", Domain::eps},
      {"fpr", Domain::open_probability}};
  const ParameterTexts texts = understood("samplers", declared, Adjacency::zero_out, training).texts;
  for (const auto& [name, text] : texts) {
    if (std::any_of(declared.begin(), declared.end(), [&n = name](const Parameter& p) { return p.name == n; }))
      continue;
    throw InputError(fmt::format(
        "samplers: unknown parameter {}: must be one of sigma, batch, n, epochs, delta, eps, fpr", shortened(name)));
  }
  for (const char* name : {"sigma", "batch", "n", "epochs"}) {
    if (!texts.contains(name)) {
      throw InputError(fmt::format(
          "samplers: missing parameter {}: it takes sigma, batch, n, epochs, and delta for epsilon, eps for delta or fpr for "
          "the true positive rate",
          name));
    }
  }
  constexpr std::pair<const char*, std::string_view> answers[] = {
      {"delta", "epsilon"}, {"eps", "delta"}, {"fpr", "tpr"}};
  const auto is_given = [&](const auto& pair) { return texts.contains(pair.first); };
  if (std::count_if(std::begin(answers), std::end(answers), is_given) != 1) {
    throw InputError(
        "samplers: expected one of delta, for epsilon, of eps, for delta, or of fpr, for the true positive rate");
  }
  const std::string_view asked = std::find_if(std::begin(answers), std::end(answers), is_given)->second;
  std::vector<Sampler> all;
  for (const SamplerRow& row : sampler_rows()) {
    TermTexts question{fmt::format("{}.{}", row.family, asked), texts};
    question.parameters["adjacency"] = row.adjacency;
    all.push_back({std::string(row.name), std::string(row.neighbours), std::string(row.needs), std::move(question)});
  }
  return all;
}

}  // namespace hallmark
