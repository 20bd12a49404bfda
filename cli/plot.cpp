// hallmark plot: draws a table as SVG and PNG, or as a page.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>

#include "cli/figures/gnuplot.hpp"
#include "cli/figures/plot_page.hpp"
#include "cli/io/files.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {
namespace {

struct PlotOptions {
  std::string file;
  std::string out;
  std::string html;
  std::string size = "900x560";
};

PictureSize picture_size(const std::string& text) {
  constexpr std::string_view domain = "WIDTHxHEIGHT, integers of pixels from 200 to 10000";
  const auto by = text.find('x');
  if (by == std::string::npos) throw InputError("", "--size", text, domain);
  long sides[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    const std::string side = i == 0 ? text.substr(0, by) : text.substr(by + 1);
    constexpr std::size_t most_digits = 5;
    if (side.empty() || side.size() > most_digits || side.find_first_not_of("0123456789") != std::string::npos) {
      throw InputError("", "--size", text, domain);
    }
    sides[i] = Rational(side).to_long();
    if (sides[i] < 200 || sides[i] > 10'000) throw InputError("", "--size", text, domain);
  }
  return {sides[0], sides[1]};
}

std::string without(const std::string& path, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings) {
    if (path.size() > ending.size() && path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

ExitStatus run_plot(const PlotOptions& options) {
  constexpr std::size_t limit = 20'000'000;
  if (!options.html.empty()) {
    check_writable(options.html);
    write_file(options.html, plot_page(parse_table(options.file, read_file(options.file, limit))));
    fmt::print("{}\n", options.html);
    return done;
  }
  const PictureSize size = picture_size(options.size);
  std::error_code none;
  if (std::filesystem::is_directory(options.out, none))
    throw FileError(options.out + ": cannot be written: is a folder");
  const FigureTable table = parse_table(options.file, read_file(options.file, limit));
  const std::string stem =
      options.out.empty() ? without(options.file, {".csv"}) : without(options.out, {".svg", ".png"});
  for (const char* ending : {".svg", ".png"}) check_writable(stem + ending);
  const Picture picture = draw(table, size);
  if (picture.svg.empty()) return interrupted;
  write_file(stem + ".svg", picture.svg);
  write_file(stem + ".png", picture.png);
  fmt::print("{0}.svg\n{0}.png\n", stem);
  return done;
}

}  // namespace

void add_plot(CLI::App& app, Action& action) {
  auto options = std::make_shared<PlotOptions>();
  CLI::App* verb =
      app.add_subcommand("plot", "Draw a table as SVG and PNG, with gnuplot, or as a page: hallmark plot FILE.csv");
  verb->add_option("file", options->file, "CSV as hallmark table, eval or curve writes it")->required();
  CLI::Option* out = verb->add_option(
      "--out", options->out,
      "Write to STEM.svg and STEM.png, given with or without ending (default: the file's name without .csv)");
  CLI::Option* size = verb->add_option("--size", options->size, "Pixels, WIDTHxHEIGHT (default 900x560)");
  verb->add_option("--html", options->html,
                   "Write a page instead, with curves that can be looked at closely and all the numbers; no gnuplot")
      ->excludes(out)
      ->excludes(size);
  verb->footer(
      "Lines: exact numbers, with full dots; upper bounds, solid; lower bounds, dashed. Bands: brackets, and "
      "enclosures\n"
      "wide enough to be seen. Axes are logarithmic where the table's comment line \"# log:\" says so.");
  verb->callback([options, &action] { action = [options] { return run_plot(*options); }; });
}

}  // namespace hallmark::cli
