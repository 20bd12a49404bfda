#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>

#include "bounds/aliases.hpp"
#include "bounds/guide.hpp"
#include "cli/io/files.hpp"
#include "cli/io/guarded.hpp"
#include "cli/io/options.hpp"
#include "cli/io/say.hpp"
#include "cli/verbs.hpp"

namespace hallmark::cli {
namespace {

constexpr std::string_view look_at_help = "Run hallmark --help for what it understands.\n";

// What people type in place of a verb.
constexpr std::pair<std::string_view, std::string_view> other_verbs[] = {
    {"evaluate", "eval"},          {"compute", "eval"},    {"calculate", "eval"}, {"noise", "sigma"},
    {"noise_multiplier", "sigma"}, {"calibrate", "sigma"}, {"batch", "rate"},     {"batch_size", "rate"},
    {"sample_rate", "rate"},       {"find", "search"},     {"verify", "certify"}, {"test", "compare"},
};

// What to say of a first word that is no verb.
std::optional<std::string> unknown_verb(const CLI::App& app, std::string_view word) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (word.starts_with('-') || std::find(verbs.begin(), verbs.end(), word) != verbs.end()) return std::nullopt;
  const std::vector<std::string_view> words(verbs.begin(), verbs.end());
  if (const std::string family = canonical_id(fmt::format("{}.", word)); find_entry(family + "epsilon") != nullptr) {
    return fmt::format(
        "no verb {}: hallmark epsilon {} ... asks for its epsilon, hallmark show {}epsilon says what it takes",
        shortened(word), word, family);
  }
  const auto asks = [&](const Entry& e) { return symbol_of(e.id) == word; };
  const auto all = registry();
  if (const auto asked = std::find_if(all.begin(), all.end(), asks); asked != all.end()) {
    return fmt::format("no verb {}: hallmark eval FAMILY.{} asks for it, as in hallmark eval {}", word, word,
                       asked->id);
  }
  std::string_view near = nearest_word(word, words);
  for (const auto& [other, verb] : other_verbs) {
    if (other == word) near = verb;
  }
  constexpr std::size_t least = 3;
  for (const std::string_view verb : words) {
    if (near.empty() && word.size() >= least && verb.starts_with(word)) near = verb;
  }
  return fmt::format("no verb {}{}", shortened(word), near.empty() ? "" : fmt::format(", did you mean {}?", near));
}

// What the parser says, in our words.
std::string refusal(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (const auto dashes = text.find(" --");
      text.find("not expected") != std::string::npos && dashes != std::string::npos) {
    std::string name = text.substr(text.rfind(" --") + 3);
    std::replace(name.begin(), name.end(), '-', '_');
    return fmt::format("{}; a parameter is written without dashes, {}", text,
                       name.find('=') == std::string::npos ? name + "=VALUE" : name);
  }
  constexpr std::string_view odd = " was given a disallowed flag override";
  if (!text.ends_with(odd)) return text;
  return fmt::format("--{}: takes no value", text.substr(0, text.size() - odd.size()));
}

void add_help(CLI::App& app, Action& action) {
  auto about = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "About a verb, or about a quantity: hallmark help eval");
  help->add_option("about", *about, "A verb, or the id of a quantity");
  help->callback([about, &app, &action] {
    action = [about, &app] {
      const auto verbs = app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == *about; });
      if (about->empty() || !verbs.empty()) {
        fmt::print("{}", about->empty() ? app.get_formatter()->make_help(&app, "hallmark", CLI::AppFormatMode::Normal)
                                        : verbs.front()->help());
      } else {
        show_entry(*about);
      }
      return done;
    };
  });
}

ExitStatus run(int argc, char** argv) {
  CLI::App app("Certified numbers of differential-privacy amplification.", "hallmark");
  app.set_version_flag("--version", "hallmark 0.1.0");
  app.require_subcommand(0, 1);  // what follows a verb is for the verb, also the name of another one
  Action action;
  add_questions(app, action);
  add_samplers(app, action);
  add_list(app, action);
  add_eval(app, action);
  add_certify(app, action);
  add_vectors(app, action);
  add_validate(app, action);
  add_compare(app, action);
  add_table(app, action);
  add_plot(app, action);
  add_report(app, action);
  add_badge(app, action);
  add_sweep(app, action);
  add_show(app, action);
  add_search(app, action);
  add_help(app, action);
  add_manual(app, action);
  for (CLI::App* verb : app.get_subcommands({})) refuse_odd_values(*verb);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);  // --help, --version
    std::cout.flush();
    if (!std::cout) throw FileError("standard output: cannot be written");
    return done;
  } catch (const CLI::ParseError& error) {
    say(argc > 1 ? unknown_verb(app, argv[1]).value_or(refusal(error)) : refusal(error));
    say_raw(look_at_help);
    return bad_input;
  }
  if (!action) {
    say("expected a verb");
    say_raw(look_at_help);
    return bad_input;
  }
  const ExitStatus status = action();
  if (std::fflush(stdout) != 0) throw FileError("standard output: cannot be written");
  return status;
}

}  // namespace

ExitStatus run_command_line(int argc, char** argv) {
  return guarded([&] {
    const ExitStatus status = run(argc, argv);
    if (status == interrupted) say("interrupted");
    return status;
  });
}

}  // namespace hallmark::cli
