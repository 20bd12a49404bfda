// hallmark badge: a verdict as a small picture for a README.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bounds/certificate.hpp"
#include "cli/io/files.hpp"
#include "cli/report/badge.hpp"
#include "cli/verbs.hpp"

namespace hallmark::cli {
namespace {

struct BadgeOptions {
  std::string file;
  std::string out;
  std::string id;
};

ExitStatus run_badge(const BadgeOptions& options) {
  constexpr std::size_t limit = 16 << 20;
  const Badge drawn = badge(options.file, read_file(options.file, limit), options.id);
  const std::string certificate = drawn.certificate.empty() ? "" : read_file(drawn.certificate, limit);
  write_file(options.out, badge_svg(drawn, certificate));
  const std::string words = drawn.statement + ": " + drawn.verdict;
  if (certificate.empty()) {
    fmt::print("![{}]({})\n", words, options.out);
  } else {
    fmt::print("[![{}]({})]({} \"SHA-256 {}\")\n", words, options.out, drawn.certificate, sha256(certificate));
  }
  return done;
}

}  // namespace

void add_badge(CLI::App& app, Action& action) {
  auto options = std::make_shared<BadgeOptions>();
  CLI::App* verb = app.add_subcommand("badge", "Draw a verdict as a small picture for a README");
  verb->add_option("file", options->file, "What hallmark certify -o FOLDER --json printed")->required();
  verb->add_option("-o,--out", options->out, "The picture, an SVG file")->required();
  verb->add_option("--id", options->id, "Which claim, if the file has several");
  verb->footer("Prints the line of Markdown that shows the picture, linked to the certificate and its SHA-256.");
  verb->callback([options, &action] { action = [options] { return run_badge(*options); }; });
}

}  // namespace hallmark::cli
