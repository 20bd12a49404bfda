#include "bounds/aliases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "bounds/guide.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

// What is no parameter of a row, but says what one of them is.
constexpr std::string_view helpers[] = {"batch", "n", "epochs", "adjacency", "scale"};

// Other names of families, in front of the point of an id.
constexpr std::pair<std::string_view, std::string_view> all_families[] = {
    {"dp-sgd", "poisson-gaussian"},
    {"dpsgd", "poisson-gaussian"},
    {"dp-adam", "poisson-gaussian"},
    {"dp-fedavg", "poisson-gaussian"},
    {"poisson", "poisson-gaussian"},
    {"sgm", "poisson-gaussian"},
    {"subsampled-gaussian", "poisson-gaussian"},
    {"subsampled-gaussian-mechanism", "poisson-gaussian"},
    {"sampled-gaussian", "poisson-gaussian"},
    {"sampled-gaussian-mechanism", "poisson-gaussian"},
    {"gaussian-mechanism", "gaussian"},
    {"laplace-mechanism", "laplace"},
    {"fixed-batch", "fixed-batch-gaussian"},
    {"without-replacement", "fixed-batch-gaussian"},
    {"shuffled-batches", "shuffled-batch"},
    {"random-allocation", "allocation"},
    {"balls-in-bins", "allocation"},
    {"randomized-response", "rr"},
    {"randomised-response", "rr"},
    {"exponential-mechanism", "exponential"},
    {"shuffling", "shuffle"},
    {"shuffle-model", "shuffle"},
    {"dp-ftrl", "matrix-gaussian"},
    {"dpftrl", "matrix-gaussian"},
    {"dp-mf", "matrix-gaussian"},
    {"mu-gdp", "gdp"},
    {"svt", "sparse-vector"},
    {"above-threshold", "sparse-vector"},
};

// Other names of what is asked, behind the point of an id.
constexpr std::pair<std::string_view, std::string_view> all_questions[] = {
    {"eps", "epsilon"},      {"noise-multiplier", "sigma"}, {"noise", "sigma"},
    {"sample-rate", "rate"}, {"num-steps", "steps"},        {"tv", "advantage"},
};

std::string plain_words(std::string_view text, char separator) {
  std::string out;
  for (const char c : text) {
    const bool parts = c == '-' || c == '_' || c == '/' || c == ' ';
    out += parts ? separator : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return out;
}

bool declares(const std::vector<Parameter>& declared, std::string_view name) {
  return std::any_of(declared.begin(), declared.end(), [&](const Parameter& p) { return p.name == name; });
}

// The first of the words that the row has as a parameter, empty where it has none.
std::string_view first_declared(const std::vector<Parameter>& declared, std::string_view words) {
  for (const std::string_view word : words_of_text(words)) {
    if (declares(declared, word)) return word;
  }
  return {};
}

bool is_helper(std::string_view word) {
  return std::find(std::begin(helpers), std::end(helpers), word) != std::end(helpers);
}

// What a name that is no parameter of the row stands for, itself where for nothing.
std::string meant_by(std::string_view quantity, const std::vector<Parameter>& declared, const std::string& name) {
  if (declares(declared, name)) return name;
  const std::string plain = plain_words(name, '_');
  if (declares(declared, plain)) return plain;
  for (const Alias& alias : aliases()) {
    const bool holds = alias.family.empty() || alias.family == family_of(quantity).stem;
    if (alias.name != plain || !holds) continue;
    if (const auto known = first_declared(declared, alias.parameters); !known.empty()) return std::string(known);
    for (const std::string_view word : words_of_text(alias.parameters)) {
      if (is_helper(word)) return std::string(word);
    }
  }
  return is_helper(plain) ? plain : name;
}

// Neighbouring relations in the words of papers and programs, without what parts words.
constexpr std::pair<std::string_view, std::string_view> all_relations[] = {
    {"replace", "replace-one"},       {"replaceone", "replace-one"},  {"substitute", "replace-one"},
    {"substituteone", "replace-one"}, {"swap", "replace-one"},        {"changeone", "replace-one"},
    {"bounded", "replace-one"},       {"addremove", "add-remove"},    {"addorremove", "add-remove"},
    {"addorremoveone", "add-remove"}, {"addremoveone", "add-remove"}, {"unbounded", "add-remove"},
    {"zeroout", "zero-out"},          {"replacespecial", "zero-out"}, {"replacewithzero", "zero-out"},
};

// "NeighboringRelation.REPLACE_ONE", "add/remove", "AddOrRemoveOne"; empty where the words mean nothing here.
std::string_view relation_of(std::string_view text) {
  std::string plain = plain_words(text.substr(text.rfind('.') + 1), '-');
  std::erase(plain, '-');
  for (const auto& [words, meant] : all_relations) {
    if (words == plain) return meant;
  }
  return {};
}

// A short decimal, otherwise the fraction.
std::string for_people(const Rational& x) {
  constexpr slong digits = 12;
  return is_short_decimal(x, digits) ? decimal(x, digits, Rounding::down) : shortened(x.to_string());
}

// One call: the texts under the row's names, and what is known of batches.
class Reading {
 public:
  Reading(std::string_view quantity, const std::vector<Parameter>& declared, const ParameterTexts& texts)
      : quantity_(quantity), declared_(declared) {
    ParameterTexts given_as;
    for (const auto& [name, text] : texts) {
      const std::string meant = meant_by(quantity, declared, name);
      if (const auto other = given_as.find(meant); other != given_as.end()) {
        throw InputError(fmt::format("{}: {} and {} are the same parameter: must be given once", quantity,
                                     shortened(other->second), shortened(name)));
      }
      given_as.emplace(meant, name);
      texts_.emplace(meant, text);
    }
    for (const auto& [meant, name] : given_as) check_meaning(meant, name, texts_.at(meant));
  }

  Understood result(Adjacency adjacency) {
    read_relation(adjacency);
    put_count();
    if (!declares(declared_, "direction") && texts_.contains("direction") && texts_.at("direction") == "both") {
      texts_.erase("direction");
    }
    if (gives("scale") && declares(declared_, "eps0") && family_of(quantity_).stem == "laplace") {
      const Rational scale = positive("scale");
      set("eps0", 1 / scale, fmt::format("noise of scale {} at sensitivity 1", for_people(scale)));
      texts_.erase("scale");
    }
    if (gives("sigma") && declares(declared_, "sigma2")) {
      const Rational sigma = positive("sigma");
      set("sigma2", sigma * sigma, fmt::format("the square of sigma = {}", for_people(sigma)));
      texts_.erase("sigma");
    }
    if (gives("batch")) read_batch();
    if (gives("epochs")) read_epochs();
    return {std::move(texts_), std::move(readings_)};
  }

 private:
  // Names of a whole training are not the steps of one epoch, and n is not always how many records there are.
  void check_meaning(const std::string& meant, const std::string& name, const std::string& text) const {
    if (meant == name) return;
    std::string plain = plain_words(name, '-');
    std::erase(plain, '-');
    constexpr std::string_view whole[] = {"maxsteps", "trainsteps", "trainingsteps", "numtrainsteps",
                                          "updates",  "numupdates", "compositions",  "numcompositions",
                                          "rounds",   "numrounds"};
    if (meant == "steps" && has_epochs() && texts_.contains("epochs") &&
        std::find(std::begin(whole), std::end(whole), plain) != std::end(whole)) {
      throw InputError(quantity_, name, text,
                       "given as steps, those of one epoch: this name speaks of the whole training");
    }
    if (meant == "n" && counts_other_things())
      throw InputError(quantity_, name, text, "left out: n here is not the number of records");
  }

  // Whether n counts coins or runs.
  bool counts_other_things() const {
    const std::string_view family = family_of(quantity_).stem;
    return family == "binomial-noise" || family == "private-selection";
  }

  // Whether a text stands there that is no parameter of the row.
  bool gives(const char* name) const { return texts_.contains(name) && !declares(declared_, name); }

  Rational count_of(const char* name) const {
    const std::string& text = texts_.at(name);
    const std::string_view must = "an integer from 1 to 10^15";
    std::optional<Rational> value;
    try {
      value = Number(text).rational();
    } catch (const InputError& error) {
      throw InputError(quantity_, name, text, fmt::format("{} ({})", must, error.what()));
    }
    if (!value || !value->is_integer() || *value < 1 || *value > pow(Rational(10), 15)) {
      throw InputError(quantity_, name, text, must);
    }
    return *value;
  }

  Rational positive(const char* name) const {
    const std::string& text = texts_.at(name);
    const std::string_view must = "a rational from 10^-30 to 10^30";
    std::optional<Rational> value;
    try {
      value = Number(text).rational();
    } catch (const InputError& error) {
      throw InputError(quantity_, name, text, fmt::format("{} ({})", must, error.what()));
    }
    const Rational most = pow(Rational(10), 30);
    if (!value || value->sign() <= 0 || *value > most || *value * most < 1) {
      throw InputError(quantity_, name, text, must);
    }
    return *value;
  }

  // Makes a parameter what follows from others; one that is given beside them must be that.
  void set(std::string_view name, const Rational& value, const std::string& because) {
    const auto [at, fresh] = texts_.emplace(name, value.to_string());
    if (fresh) {
      readings_.push_back(fmt::format("{} = {}: {}", name, value.to_string(), because));
      return;
    }
    std::optional<Rational> given;
    try {
      given = Number(at->second).rational();
    } catch (const InputError&) {
      return;  // refused with its own name
    }
    if (!given || *given != value) {
      throw InputError(quantity_, name, at->second,
                       fmt::format("{}, or left out: {}", shortened(value.to_string()), because));
    }
  }

  // "add-remove" is the row's zero-out, or refused; "replace" is replace-one, wherever that is known.
  void read_relation(Adjacency adjacency) {
    const auto at = texts_.find("adjacency");
    if (at == texts_.end()) return;
    const std::string_view meant = relation_of(at->second);
    if (!meant.empty() && meant != "add-remove") at->second = meant;
    if (meant != "add-remove") return;
    if (adjacency == Adjacency::add_remove) return;
    const std::string_view removal = family_of(quantity_).removal;
    if (removal.empty()) return;
    const std::string_view why = removal.substr(removal.find(' ') + 1);
    if (!removal.starts_with("same ")) {
      throw InputError(quantity_, "adjacency", at->second, fmt::format("{}: {}", to_string(adjacency), why));
    }
    if (adjacency != Adjacency::zero_out) return;
    at->second = "zero-out";
    readings_.push_back(fmt::format("adjacency add-remove is that of zero-out: {}", why));
  }

  // delta=1/n, where n is given.
  void put_count() {
    const auto n = texts_.find("n");
    const auto delta = texts_.find("delta");
    if (n == texts_.end() || delta == texts_.end() || counts_other_things()) return;
    const auto at = delta->second.find_first_of("nN");
    constexpr std::string_view number = "0123456789._()*/^+- ";
    const bool alone = at != std::string::npos && delta->second.find_first_not_of(number) == at &&
                       delta->second.find_first_not_of(number, at + 1) == std::string::npos;
    if (!alone) return;
    const std::string typed = delta->second;
    const std::string count = count_of("n").to_string();
    delta->second.replace(at, 1, "(" + count + ")");
    readings_.push_back(fmt::format("delta = {}: n = {}", shortened(typed), count));
    if (!declares(declared_, "n") && !texts_.contains("batch")) texts_.erase("n");
  }

  // The rate, where the row has one, or the steps of an epoch: a batch and how many records there are.
  void read_batch() {
    const std::string_view rate = rate_name();
    const bool in_epochs = has_epochs();
    if (rate.empty() && !in_epochs) return;  // refused as unknown
    const char* const all = declares(declared_, "records") ? "records" : "n";
    if (!texts_.contains(all) || (all == std::string_view("n") && counts_other_things())) {
      throw InputError(fmt::format("{}: batch: must stand beside {}, how many records there are", quantity_, all));
    }
    const Rational batch = count_of("batch");
    const Rational records = count_of(all);
    if (batch > records) {
      throw InputError(quantity_, "batch", texts_.at("batch"),
                       fmt::format("at most {} = {}", all, records.to_string()));
    }
    const std::string of = fmt::format("a batch of {} of {} records", batch.to_string(), records.to_string());
    if (!rate.empty()) {
      set(rate, batch / records, of);
    } else {
      const Rational exact = records / batch;
      const Rational steps = floor(exact);
      set("steps", steps,
          fmt::format("{}{}", of,
                      exact == steps ? "" : fmt::format(", {} steps an epoch rounded down", for_people(exact))));
    }
    texts_.erase("batch");
    if (!declares(declared_, all)) texts_.erase(all);
  }

  // The steps of so many epochs: rounded up, because more steps are never more private.
  void read_epochs() {
    const std::string_view rate = rate_name();
    const std::string_view steps = first_declared(declared_, "steps rounds");
    if (rate.empty() || steps.empty()) return;  // refused as unknown
    const auto at = texts_.find(std::string(rate));
    if (at == texts_.end()) {
      throw InputError(fmt::format("{}: epochs: must stand beside batch and n, or beside {}", quantity_, rate));
    }
    std::optional<Rational> share;
    std::optional<Rational> epochs;
    try {
      share = Number(at->second).rational();
      epochs = Number(texts_.at("epochs")).rational();
    } catch (const InputError&) {
      share.reset();
    }
    const Rational most = pow(Rational(10), 15);
    if (!share || share->sign() <= 0 || *share > 1 || !epochs || epochs->sign() <= 0 || *epochs > most) {
      throw InputError(
          quantity_, "epochs", texts_.at("epochs"),
          fmt::format("a rational above 0 and at most 10^15, at a rational {} above 0 and at most 1", rate));
    }
    const Rational exact = *epochs / *share;
    const Rational whole = ceil(exact);
    set(steps, whole,
        fmt::format("{} epochs of {} steps{}", for_people(*epochs), for_people(1 / *share),
                    exact == whole ? "" : ", rounded up"));
    texts_.erase("epochs");
  }

  // The row's sampling rate: a parameter that it always has.
  std::string_view rate_name() const {
    for (const Parameter& p : declared_) {
      if ((p.name == "rate" || p.name == "share") && !p.optional) return p.name;
    }
    return {};
  }

  // Whether the steps of the row are those of one epoch.
  bool has_epochs() const {
    const std::string_view family = family_of(quantity_).stem;
    return declares(declared_, "steps") &&
           (family == "shuffled-batch" || family == "allocation" || family == "allocation-rr");
  }

  std::string_view quantity_;
  const std::vector<Parameter>& declared_;
  ParameterTexts texts_ = {};
  std::vector<std::string> readings_ = {};
};

}  // namespace

std::string canonical_id(std::string_view id) {
  const auto end = std::min(id.find('.'), id.size());
  const std::string family = plain_words(id.substr(0, end), '-');
  std::string known(id.substr(0, end));
  const auto all = families();
  if (std::any_of(all.begin(), all.end(), [&](const Family& f) { return f.stem == family; })) known = family;
  for (const auto& [other, stem] : all_families) {
    const bool is_phase = end == id.size() && stem != "poisson-gaussian";  // phases have names of their own
    if (family == other && !is_phase) known = stem;
  }
  std::string asked(id.substr(end));
  for (const auto& [other, meant] : all_questions) {
    if (!asked.empty() && plain_words(asked.substr(1), '-') == other) asked = fmt::format(".{}", meant);
  }
  return known + asked;
}

Understood understood(std::string_view quantity, const std::vector<Parameter>& declared, Adjacency adjacency,
                      const ParameterTexts& texts) {
  return Reading(quantity, declared, texts).result(adjacency);
}

std::string_view foreign_name(std::string_view quantity, const std::vector<Parameter>& declared,
                              const ParameterTexts& texts) {
  for (const auto& [name, text] : texts) {
    if (declares(declared, name) || name == "adjacency") continue;
    const bool is_root = name == "sigma" && declares(declared, "sigma2");
    if (is_helper(name) || is_root || meant_by(quantity, declared, name) != name) return name;
  }
  return {};
}

}  // namespace hallmark
