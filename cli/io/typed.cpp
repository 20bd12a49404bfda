#include "cli/io/typed.hpp"

#include <string_view>

#include "hallmark/claim.hpp"

namespace hallmark::cli {
namespace {

std::string without_quotes(const std::string& text) {
  const bool quoted = text.size() >= 2 && text.front() == text.back() && (text.front() == '\'' || text.front() == '"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

void tidy(std::string& id, std::vector<std::string>& parameters) {
  std::vector<std::string> joined;
  bool open = false;  // the word before ends with its `=`
  for (const std::string& word : parameters) {
    const bool goes_on = open || (!word.empty() && word.front() == '=' && !joined.empty() &&
                                  joined.back().find('=') == std::string::npos);
    if (goes_on) {
      joined.back() += word;
    } else {
      joined.push_back(word);
    }
    open =
        !word.empty() && word.back() == '=' && &word != &parameters.back() && (&word)[1].find('=') == std::string::npos;
  }
  for (std::size_t i = 0; i < joined.size(); ++i) {
    std::string& text = joined[i];
    if (i + 1 < joined.size() && text.size() > 1 && text.back() == ',') text.pop_back();
    text = without_quotes(text);
    const auto equals = text.find('=');
    if (equals != std::string::npos) text = text.substr(0, equals + 1) + without_quotes(text.substr(equals + 1));
  }
  id = without_quotes(id);
  if (id.find('(') != std::string::npos) {
    const TermTexts term = read_statement(id + " <= 1").left;
    id = term.quantity;
    for (const auto& [name, value] : term.parameters) joined.push_back(name + "=" + value);
  }
  parameters = std::move(joined);
}

}  // namespace hallmark::cli
