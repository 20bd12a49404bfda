// The verbs of `hallmark`: each adds its subcommand and stores what running it returns.
#pragma once

#include <functional>
#include <string_view>

#include "cli/io/exit_status.hpp"

namespace CLI {
class App;
}

namespace hallmark::cli {

/// Set by the verb that the command line names.
using Action = std::function<ExitStatus()>;

void add_list(CLI::App& app, Action& action);
void add_eval(CLI::App& app, Action& action);
void add_certify(CLI::App& app, Action& action);
void add_vectors(CLI::App& app, Action& action);
void add_validate(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_table(CLI::App& app, Action& action);
void add_plot(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_badge(CLI::App& app, Action& action);
void add_sweep(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_search(CLI::App& app, Action& action);
void add_manual(CLI::App& app, Action& action);
/// epsilon, delta, sigma, steps, rate, epochs and curve: eval, asked by what is wanted of a family.
void add_questions(CLI::App& app, Action& action);
void add_samplers(CLI::App& app, Action& action);
/// Everything about one entry, in words: what hallmark show prints.
void show_entry(std::string_view id);

}  // namespace hallmark::cli
