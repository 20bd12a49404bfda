// hallmark manual: manual pages and completions, written from the verbs' own options and the registry.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <filesystem>

#include "bounds/registry.hpp"
#include "cli/io/files.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// Those that help shows.
std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  std::vector<const CLI::Option*> shown;
  for (const CLI::Option* option : verb.get_options([](const CLI::Option* o) { return !o->get_group().empty(); })) {
    shown.push_back(option);
  }
  return shown;
}

// "--out" of "-o,--out".
std::vector<std::string> long_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options_of(verb)) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '-') out += '\\';
    if (c == '\\') {
      out += "\\e";
    } else {
      out += c;
    }
  }
  return out;
}

std::string heading(std::string_view name, std::string_view what) {
  return fmt::format(".TH {} 1 \"\" \"Hallmark 0.1.0\" \"Hallmark\"\n.SH NAME\n{} \\- {}\n", name, roff(name),
                     roff(what));
}

constexpr std::string_view statuses =
    ".SH EXIT STATUS\n0 done; 1 something proved wrong; 2 undecided, or the time limit ended first; 64 bad usage or input; 74 a file "
    "cannot be read or written; 130 interrupted.\n";

std::string options_text(const CLI::App& verb) {
  std::string text = ".SH OPTIONS\n";
  for (const CLI::Option* option : options_of(verb)) {
    const std::string value = option->get_items_expected_max() == 0 || option->get_positional() ? "" : " VALUE";
    text += fmt::format(".TP\n.B {}{}\n{}\n", roff(option->get_name(option->get_positional())), value,
                        roff(option->get_description()));
  }
  return text;
}

std::string verb_page(const CLI::App& verb) {
  const std::string name = "hallmark-" + verb.get_name();
  std::string places;
  for (const CLI::Option* option : options_of(verb)) {
    if (option->get_positional()) places += fmt::format(" [{}]", option->get_name(true));
  }
  std::string text = heading(name, verb.get_description());
  text += fmt::format(".SH SYNOPSIS\n.B hallmark {}\n{} [OPTIONS]\n", verb.get_name(), roff(places));
  text += options_text(verb);
  if (!verb.get_footer().empty()) text += fmt::format(".SH NOTES\n{}\n", roff(verb.get_footer()));
  return text + std::string(statuses) + ".SH SEE ALSO\nhallmark(1), hallmark\\-check(1)\n";
}

std::string main_page(const CLI::App& app) {
  std::string text = heading("hallmark", app.get_description());
  text += ".SH SYNOPSIS\n.B hallmark\nVERB [OPTIONS]\n.SH VERBS\n";
  for (const CLI::App* verb : verbs_of(app)) {
    text += fmt::format(".TP\n.B {}\n{}\n", roff(verb->get_name()), roff(verb->get_description()));
  }
  text += ".SH NUMBERS\nNumbers are read exactly: 0.1, 1e\\-8, 1/3, ln(3), exp(\\-4), sqrt(2), 1/sqrt(2*3).\n";
  text += fmt::format(".SH QUANTITIES\n");
  for (const Entry& e : registry()) text += fmt::format(".TP\n.B {}\n{}\n", roff(e.id), roff(e.summary));
  return text + std::string(statuses) + ".SH FILES\nThe data stand in $HALLMARK_DATA, in data/ or in share/hallmark.\n";
}

std::string checker_page() {
  return heading("hallmark-check", "re-check certificates from their statements alone") +
         ".SH SYNOPSIS\n.B hallmark\\-check\nFILE...\n.SH DESCRIPTION\nFor each certificate a line c with its name and a line s with the "
         "verdict: VERIFIED and the statement, REJECTED, or MALFORMED with the line. The programs share no code.\n.SH EXIT STATUS\n0 all "
         "verified; 1 something rejected or malformed; 64 bad usage; 74 a file cannot be read.\n.SH SEE ALSO\nhallmark(1)\n";
}

std::string ids() {
  std::vector<std::string_view> all;
  for (const Entry& e : registry()) all.push_back(e.id);
  return fmt::format("{}", fmt::join(all, " "));
}

// Lines "  ID) words=...;;" with the parameters of each quantity.
std::string parameter_cases(std::string_view assignment) {
  std::string text;
  for (const Entry& e : registry()) {
    std::vector<std::string> names;
    for (const Parameter& p : e.parameters) names.push_back(fmt::format("{}=", p.name));
    text += fmt::format("    {}) {}\"{}\" ;;\n", e.id, assignment, fmt::join(names, " "));
  }
  return text;
}

std::string verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : verbs_of(app)) names.push_back(verb->get_name());
  return fmt::format("{}", fmt::join(names, " "));
}

// The body that bash and zsh share: sets `words` to what may stand at `current` after `verb` and `id`.
std::string choices(const CLI::App& app) {
  std::string text = "  case \"$verb\" in\n";
  for (const CLI::App* verb : verbs_of(app)) {
    text += fmt::format("    {}) options=\"{}\" ;;\n", verb->get_name(), fmt::join(long_names(*verb), " "));
  }
  text += "  esac\n  case \"$id\" in\n" + parameter_cases("parameters=") + "  esac\n";
  return text;
}

std::string bash(const CLI::App& app) {
  return fmt::format(R"(# Completion of hallmark for bash: written by hallmark manual.
_hallmark() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" verb="${{COMP_WORDS[1]}}" id="${{COMP_WORDS[2]}}" options="" parameters="" words=""
{}  if [ "$COMP_CWORD" -eq 1 ]; then words="{}"
  elif [[ "$current" == -* ]]; then words="$options"
  elif [ "$COMP_CWORD" -eq 2 ] && [[ "$verb" =~ ^(eval|show|help)$ ]]; then words="{}"
  elif [ "$verb" = eval ]; then words="$parameters"; compopt -o nospace
  else COMPREPLY=($(compgen -f -- "$current")); return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _hallmark hallmark
)",
                     choices(app), verb_names(app), ids());
}

std::string zsh(const CLI::App& app) {
  return fmt::format(R"(#compdef hallmark
# Completion of hallmark for zsh: written by hallmark manual.
local current="${{words[CURRENT]}}" verb="${{words[2]}}" id="${{words[3]}}" options="" parameters=""
{}if (( CURRENT == 2 )); then compadd -- {}
elif [[ "$current" == -* ]]; then compadd -- ${{=options}}
elif (( CURRENT == 3 )) && [[ "$verb" == (eval|show|help) ]]; then compadd -- {}
elif [[ "$verb" == eval ]]; then compadd -S '' -- ${{=parameters}}
else _files
fi
)",
                     choices(app), verb_names(app), ids());
}

std::string fish(const CLI::App& app) {
  std::string text = "# Completion of hallmark for fish: written by hallmark manual.\n";
  for (const CLI::App* verb : verbs_of(app)) {
    text += fmt::format("complete -c hallmark -n __fish_use_subcommand -f -a {}\n", verb->get_name());
    for (const std::string& name : long_names(*verb)) {
      text += fmt::format("complete -c hallmark -n '__fish_seen_subcommand_from {}' -l {}\n", verb->get_name(),
                          name.substr(2));
    }
  }
  for (const Entry& e : registry()) {
    text += fmt::format("complete -c hallmark -n '__fish_seen_subcommand_from eval show help' -f -a {}\n", e.id);
    for (const Parameter& p : e.parameters) {
      text += fmt::format("complete -c hallmark -n '__fish_seen_subcommand_from {}' -f -a {}=\n", e.id, p.name);
    }
  }
  return text;
}

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  if (shell == "fish") return fish(app);
  throw InputError("manual", "--completion", shell, "bash, zsh or fish");
}

void write_all(const CLI::App& app, const std::filesystem::path& out) {
  make_folder(out / "man");
  make_folder(out / "completion");
  write_file(out / "man" / "hallmark.1", main_page(app));
  write_file(out / "man" / "hallmark-check.1", checker_page());
  for (const CLI::App* verb : verbs_of(app)) {
    write_file(out / "man" / fmt::format("hallmark-{}.1", verb->get_name()), verb_page(*verb));
  }
  for (const char* shell : {"bash", "zsh", "fish"}) {
    write_file(out / "completion" / fmt::format("hallmark.{}", shell), completion(app, shell));
  }
}

}  // namespace

void add_manual(CLI::App& app, Action& action) {
  struct Options {
    std::string verb;
    std::string shell;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  CLI::App* manual = app.add_subcommand("manual", "Manual pages and completions: hallmark manual eval | man -l -");
  manual->add_option("verb", options->verb, "Of which verb (default: of the program)");
  manual->add_option("--completion", options->shell, "A completion in place of a page: bash, zsh or fish");
  manual->add_option("-o,--out", options->out, "Write every page and completion into this folder");
  manual->callback([options, &app, &action] {
    action = [options, &app] {
      if (!options->out.empty()) {
        write_all(app, options->out);
      } else if (!options->shell.empty()) {
        fmt::print("{}", completion(app, options->shell));
      } else if (options->verb.empty()) {
        fmt::print("{}", main_page(app));
      } else if (options->verb == "check") {
        fmt::print("{}", checker_page());
      } else {
        const auto found = app.get_subcommands([&](const CLI::App* verb) { return verb->get_name() == options->verb; });
        if (found.empty()) throw InputError("manual", "verb", options->verb, "one of: " + verb_names(app));
        fmt::print("{}", verb_page(*found.front()));
      }
      return done;
    };
  });
}

}  // namespace hallmark::cli
