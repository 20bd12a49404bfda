#include "cli/io/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::cli {

void add_jobs(CLI::App& verb, std::string& text) { verb.add_option("--jobs", text, "Threads (default: one a core)"); }

void add_quiet(CLI::App& verb, bool& quiet) { verb.add_flag("--quiet", quiet, "No progress on standard error"); }

void refuse_odd_values(CLI::App& verb) {
  for (CLI::Option* option : verb.get_options()) {
    if (option->get_items_expected_max() == 0) {
      option->disable_flag_override();
    } else {
      option->check([](const std::string& value) { return value.empty() ? "must not be empty" : ""; }, "");
    }
  }
  for (CLI::App* part : verb.get_subcommands({})) refuse_odd_values(*part);
}

void FormatOption::add_to(CLI::App& verb) {
  verb.add_option("--format", text_, fmt::format("{} (default {})", fmt::join(offered_, ", "), offered_.front()));
  verb.add_flag("--json", json_, "The same as --format json");
}

Format FormatOption::get() const {
  if (json_ && !text_.empty() && text_ != "json") {
    throw InputError(fmt::format("--json: must not stand beside --format {}", shortened(text_)));
  }
  const std::string name = json_ ? "json" : text_.empty() ? std::string(offered_.front()) : text_;
  if (std::find(offered_.begin(), offered_.end(), name) == offered_.end()) {
    throw InputError("", "--format", name, fmt::format("one of {}", fmt::join(offered_, ", ")));
  }
  if (name == "json") return Format::json;
  if (name == "csv") return Format::csv;
  if (name == "details") return Format::details;
  if (name == "github") return Format::github;
  return name == "tex" ? Format::tex : Format::text;
}

}  // namespace hallmark::cli
