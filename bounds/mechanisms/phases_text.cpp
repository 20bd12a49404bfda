#include "bounds/phases_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bounds/mechanisms/mechanisms.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr std::size_t most_phases = 10'000;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// The parts of a text between separators that stand in no parentheses, without spaces around them.
std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  slong depth = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != separator || depth != 0) continue;
    all.push_back(trimmed(text.substr(first, i - first)));
    first = i + 1;
  }
  all.push_back(trimmed(text.substr(first)));
  return all;
}

[[noreturn]] void refuse(std::string_view part) {
  throw InputError("phases", "phase", shortened(part), "rounds*mechanism(name=value,...)");
}

slong read_rounds(std::string_view text) {
  const Parameter rounds{"rounds", Domain::count};
  return Arguments("phases", {rounds}, Adjacency::zero_out, {{"rounds", std::string(text)}}).count("rounds");
}

ParameterTexts read_parameters(std::string_view text) {
  ParameterTexts read;
  if (text.empty()) return read;
  for (const std::string_view part : parts(text, ',')) {
    const auto equals = part.find('=');
    if (equals == 0 || equals == std::string_view::npos) refuse(part);
    const std::string name(trimmed(part.substr(0, equals)));
    if (!read.emplace(name, trimmed(part.substr(equals + 1))).second) {
      throw InputError(fmt::format("phases: parameter {}: must be given once", shortened(name)));
    }
  }
  return read;
}

// "sampled(rate=q,of=gaussian(sigma=1),of=gaussian(sigma=2))": what is released of one sample.
bool is_of_one_sample(std::string_view name, std::string_view text) {
  const auto all = parts(text, ',');
  return name == "sampled" &&
         std::any_of(all.begin(), all.end(), [](std::string_view part) { return part.starts_with("of="); });
}

composition::NamedPhase read_one_sample(std::string_view text, slong rounds) {
  constexpr std::string_view head = "of=";
  std::vector<composition::Release> releases;
  std::string others;
  for (const std::string_view part : parts(text, ',')) {
    if (!part.starts_with(head)) {
      others += fmt::format("{}{}", others.empty() ? "" : ",", part);
      continue;
    }
    const std::string_view release = trimmed(part.substr(head.size()));
    const auto open = release.find('(');
    if (open == std::string_view::npos || release.back() != ')') {
      throw InputError("sampled", "of", shortened(release), "mechanism(name=value,...)");
    }
    releases.push_back(
        {trimmed(release.substr(0, open)), read_parameters(release.substr(open + 1, release.size() - open - 2))});
  }
  return composition::on_one_sample(releases, read_parameters(others), rounds);
}

// "sampled of=laplace eps0=1 rate=1 rate=1/2" as "mechanism=laplace eps0=1 rate=1/2": what is sampled has no rate but
// that.
std::string sampled_words(std::string_view words) {
  const std::string_view inner = words.substr(words.find('=') + 1);
  const auto last = inner.rfind(" rate=");
  const auto begin = inner.find(' ');
  std::string text = fmt::format("mechanism={}", inner.substr(0, begin));
  for (const std::string_view word : parts(inner.substr(begin + 1, last - begin - 1), ' ')) {
    if (!word.starts_with("rate=")) text += fmt::format(" {}", word);
  }
  return text + std::string(inner.substr(last));
}

std::string phase_text(const std::string& words, slong rounds) {
  const auto space = words.find(' ');
  const std::string name = words.substr(0, space);
  const auto first =
      words.substr(space + 1, words.find(' ', space + 1) - space - 1);  // "of=laplace(eps0=1)" or "of=laplace"
  const bool several = first.find('(') != std::string::npos;
  std::string parameters = name == "sampled" && !several ? sampled_words(words) : words.substr(space + 1);
  std::replace(parameters.begin(), parameters.end(), ' ', ',');
  return fmt::format("{}{}({})", rounds == 1 ? "" : fmt::format("{}*", rounds), name, parameters);
}

}  // namespace

composition::PhaseList composition::phase_list(std::string_view text) {
  const auto all = parts(text, '+');
  if (all.size() > most_phases) {
    throw InputError("phases", "their number", std::to_string(all.size()), "at most 10000");
  }
  PhaseList list;
  for (const std::string_view part : all) {
    const auto open = part.find('(');
    if (open == std::string_view::npos || part.back() != ')') refuse(part);
    std::string_view name = trimmed(part.substr(0, open));
    slong rounds = 1;
    if (const auto star = name.rfind('*'); star != std::string_view::npos) {
      rounds = read_rounds(trimmed(name.substr(0, star)));
      name = trimmed(name.substr(star + 1));
    }
    const std::string_view inside = part.substr(open + 1, part.size() - open - 2);
    if (is_of_one_sample(name, inside)) {
      list.add(read_one_sample(inside, rounds), name);
    } else {
      list.add(name, read_parameters(inside), rounds);
    }
  }
  return list;
}

std::string composition::text_of(const PhaseList& list) {
  std::string text;
  for (const auto& [words, rounds] : list.lines()) text += (text.empty() ? "" : "+") + phase_text(words, rounds);
  return text;
}

PhasesText read_phases(std::string_view text) {
  const composition::PhaseList list = composition::phase_list(text);
  return {composition::text_of(list), list.adjacency(),
          std::make_shared<const std::vector<composition::Phase>>(list.phases()), std::string(list.reading())};
}

std::vector<std::string> parts_of(std::string_view text) {
  const auto all = parts(text, '|');
  return {all.begin(), all.end()};
}

PhasesText read_parts(std::string_view text) {
  const auto all = parts(text, '|');
  if (all.size() > most_phases) {
    throw InputError("disjoint", "the number of parts", std::to_string(all.size()), "at most 10000");
  }
  std::set<std::string> canonical;
  std::vector<composition::Phase> phases;
  PhasesText read;
  for (const std::string_view part : all) {
    const PhasesText one = read_phases(part);
    if (!canonical.empty() && one.adjacency != read.adjacency) {
      throw InputError("disjoint: must be of one adjacency all");
    }
    read.adjacency = one.adjacency;
    if (read.reading.empty()) read.reading = one.reading;
    if (canonical.insert(one.canonical).second) phases.insert(phases.end(), one.phases->begin(), one.phases->end());
  }
  read.canonical = fmt::format("{}", fmt::join(canonical, "|"));
  read.phases = std::make_shared<const std::vector<composition::Phase>>(std::move(phases));
  return read;
}

}  // namespace hallmark
