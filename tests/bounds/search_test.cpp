#include "bounds/search.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;

namespace {

std::string first(std::string_view question) {
  const Findings found = search_registry(question);
  return found.entries.empty() ? "" : std::string(found.near ? "near " : "") + std::string(found.entries.front()->id);
}

}  // namespace

TEST_CASE("what people ask finds its quantity first") {
  CHECK(first("DP-SGD") == "poisson-gaussian.epsilon");
  CHECK(first("dp-sgd delta") == "poisson-gaussian.delta");
  CHECK(first("laplace mechanism") == "laplace.epsilon");
  CHECK(first("shuffling") == "shuffle.epsilon");
  CHECK(first("zCDP to epsilon") == "zcdp.epsilon");
  CHECK(first("clones.epsilon.noisy-sgd") == "clones.epsilon.noisy-sgd");
  CHECK(first("how many users do I need") == "clones.n");
  CHECK(first("the the the of") != "");
}

TEST_CASE(
    "a reading of the privacy loss is found where a word asks for it, a noise for a target where noise is asked") {
  CHECK(first("membership inference attack TPR at low FPR") == "gaussian.tpr");
  CHECK(first("noise for a tpr of 1%") == "gaussian.sigma.tpr");
  CHECK(search_registry("exponential mechanism").entries.at(2)->id == "bounded-range.epsilon");
}

TEST_CASE("words that nothing has lead to words like them, and nonsense to nothing") {
  CHECK(first("poison gausian") == "near poisson-gaussian.epsilon");
  CHECK(first("").empty());
  CHECK(first("\xff\xfe ,,, ()").empty());
  CHECK(search_registry(std::string(100'000, 'x')).entries.size() <= 3);
}

TEST_CASE("of what Hallmark has not it says so, with what there is") {
  for (const char* question : {"privacy filter", "PATE"}) {
    const Findings found = search_registry(question);
    INFO(question);
    CHECK_FALSE(found.remark.empty());
    CHECK_FALSE(found.near);
    REQUIRE_FALSE(found.entries.empty());
  }
  CHECK(first("permute and flip") == "permute-and-flip.epsilon");
  CHECK(first("report noisy max") == "noisy-max.epsilon");
  CHECK(search_registry("gumbel noise").remark.empty());
}

TEST_CASE("the index has the points that the search ranks by") {
  const SearchIndex index = search_index();
  CHECK(index.entries.size() == registry().size());
  // One word of a family's name: its points, those of the phrase, and what the entry has anyway.
  const auto& word = index.words.at("laplac");
  CHECK(word.weight > 0);
  CHECK(word.weight < index.unknown_weight);
  std::size_t place = 0;
  while (index.entries[place].entry->id != "laplace.epsilon") ++place;
  CHECK(word.entries.at(place).points == 3);
  CHECK_FALSE(word.entries.at(place).means_it);
  CHECK(index.entries[place].stem == std::vector<std::string>{"laplac"});
  CHECK(index.phrases.at("laplac mechanism").points > 0);
  CHECK(index.entries[place].points > index.entries[place + 1].points);
}

TEST_CASE("an entry of one method comes after the entry of its quantity, unless the method is asked for") {
  const auto place = [](const Findings& found, std::string_view id) {
    for (std::size_t i = 0; i < found.entries.size(); ++i) {
      if (found.entries[i]->id == id) return i;
    }
    return found.entries.size();
  };
  const Findings plain = search_registry("allocation epsilon");
  CHECK(place(plain, "allocation.epsilon") < place(plain, "allocation.epsilon.recursive"));
  CHECK(first("allocation recursive") == "allocation.epsilon.recursive");
}
