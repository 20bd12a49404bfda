#include "cli/figures/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>

#include "cli/figures/curves.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/scratch_folder.hpp"
#include "exact/error.hpp"

extern char** environ;  // NOLINT: POSIX has it nowhere else

namespace hallmark::cli {
namespace {

namespace fs = std::filesystem;

// In single quotes nothing is special but the quote itself, which gnuplot mistakes at the beginning and in pairs: it is
// written as the apostrophe of printers.
std::string literal(std::string_view text) {
  std::string all = "'";
  for (const char c : text) {
    if (c == '\'') {
      all += "\u2019";
    } else {
      all += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return all + "'";
}

// Few powers of ten fall on a short logarithmic axis: 1, 2, 3, 5, 7, 10, ... do, and every digit on a very short one.
std::string short_axis_tics(double first, double last) {
  constexpr double decades = 30;
  constexpr double very_short = 4;
  if (!(first > 0) || last > decades * first) return "";
  const bool every = last < very_short * first;
  std::vector<std::string> tics;
  for (double power = std::pow(10, std::floor(std::log10(first))); power <= last; power *= 10) {
    for (int step = 1; step < 10; ++step) {
      const bool usual = step <= 3 || step == 5 || step == 7;
      const double at = step * power;
      const bool inside = at >= first * (1 - 1e-9) && at <= last * (1 + 1e-9);
      if (inside && (every || usual)) tics.push_back(fmt::format("{:.6g}", at));
    }
  }
  return fmt::format("set xtics ({})\n", fmt::join(tics, ", "));
}

// Bands first, so that no line is hidden; later lines thinner, so that one on top of another shows it. The legend names
// a bracket with a visible gap by its band, everything else by its line.
std::string plot_command(const std::vector<Curve>& curves) {
  std::vector<std::string> bands, lines;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& c = curves[i];
    const char* const colour = curve_colour(i);
    const bool wide = is_wide(c);
    const bool band = wide && c.kind == "bracket";
    if (wide) {
      bands.push_back(fmt::format("$c{} using 1:2:3 with filledcurves fs transparent solid 0.3 noborder lc rgb '{}' {}",
                                  i, colour, band ? "title " + literal(label_of(c)) : "notitle"));
    }
    if (band) {
      for (const int side : {2, 3}) {
        bands.push_back(fmt::format("$c{} using 1:{} with lines lw 1 lc rgb '{}' notitle", i, side, colour));
      }
      continue;
    }
    const bool lower = c.kind == "lower";
    const int point = c.kind == "upper" ? 10 : lower ? 8 : 7;  // triangles, dot
    constexpr double widest = 3.5, thinnest = 1.2, less = 0.45;
    const double width = std::max(widest - less * static_cast<double>(i), thinnest);
    lines.push_back(fmt::format("$c{} using 1:{} with linespoints lw {:.2f} dt {} pt {} ps {:.2f} lc rgb '{}' title {}",
                                i, lower ? 2 : 3, width, lower ? 2 : 1, point, 0.3 + width / 5, colour,
                                literal(label_of(c))));
  }
  bands.insert(bands.end(), lines.begin(), lines.end());
  return fmt::format("plot {}\n", fmt::join(bands, ", \\\n     "));
}

// The ends of the y axis: whole decades of a logarithmic one, unless a lower end that says little would stretch it.
std::pair<double, double> y_range(const FigureTable& t, const std::vector<Curve>& curves) {
  std::pair<double, double> range = {INFINITY, -INFINITY};
  for (const Curve& c : curves) {
    for (const Dot& d : c.dots) range = {std::min(range.first, d.lo), std::max(range.second, d.hi)};
  }
  if (t.log_y) {
    const double end = y_end(curves).value_or(std::pow(10, std::floor(std::log10(range.first))));
    return {end, std::pow(10, std::ceil(std::log10(range.second)))};
  }
  constexpr double margin = 0.05;
  const double more = margin * (range.second - range.first);
  return {range.first - more, range.second + more};
}

// A label in lines of a few words.
std::vector<std::string> lines_of(const std::string& label, std::size_t width) {
  std::vector<std::string> lines{""};
  for (std::size_t at = 0; at < label.size();) {
    const std::size_t end = std::min(label.find(' ', at), label.size());
    const std::string word = label.substr(at, end - at);
    if (lines.back().empty()) {
      lines.back() = word;
    } else if (lines.back().size() + 1 + word.size() <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
    at = end + 1;
  }
  return lines;
}

// The label of every curve right of its end, a little up or down where two would touch; nothing where one has no room there.
std::optional<std::string> end_labels(const FigureTable& t, const std::vector<Curve>& curves) {
  constexpr std::size_t widest = 24;    // characters of a line
  constexpr double line_height = 0.04;  // of the height of the picture's frame
  constexpr double farthest = 0.1;      // from the end of its curve
  struct Label {
    std::size_t curve;
    double end, at;
    std::vector<std::string> lines;
  };
  const auto [low, high] = y_range(t, curves);
  const double last = x_range(curves).second;
  std::vector<Label> labels;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Dot& d = *std::max_element(curves[i].dots.begin(), curves[i].dots.end(),
                                     [](const Dot& a, const Dot& b) { return a.x < b.x; });
    if (d.x < last) return std::nullopt;
    const double y = curves[i].kind == "lower"     ? d.lo
                     : curves[i].kind != "bracket" ? d.hi
                     : t.log_y                     ? std::sqrt(std::max(d.lo, low) * d.hi)
                                                   : (d.lo + d.hi) / 2;
    const double end = t.log_y ? std::log(y / low) / std::log(high / low) : (y - low) / (high - low);
    labels.push_back({i, end, end, lines_of(label_of(curves[i]), widest)});
  }
  std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.end < b.end; });
  const auto half = [](const Label& l) { return line_height * static_cast<double>(l.lines.size()) / 2; };
  for (std::size_t i = 1; i < labels.size(); ++i) {
    labels[i].at = std::max(labels[i].at, labels[i - 1].at + half(labels[i - 1]) + half(labels[i]));
  }
  std::string text = "unset key\n";
  std::size_t width = 0;
  for (const Label& l : labels) {
    if (!(std::abs(l.at - l.end) <= farthest) || l.at + half(l) > 1) return std::nullopt;
    for (std::size_t line = 0; line < l.lines.size(); ++line) {
      width = std::max(width, l.lines[line].size());
      const double y = l.at + half(l) - line_height * (static_cast<double>(line) + 0.5);
      text += fmt::format("set label {} at graph 1.015, graph {:.4f} left noenhanced tc rgb '{}'\n",
                          literal(l.lines[line]), y, curve_colour(l.curve));
    }
  }
  if (width > widest) return std::nullopt;
  return text + fmt::format("set rmargin {}\nset yrange [{:.3g}:{:.3g}]\n", width + 2, low, high);
}

// Its exit status as waitpid gives it; -1 after Ctrl-C.
int run_gnuplot(const fs::path& folder) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const std::string log = (folder / "log").string();
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  std::string name = "gnuplot";
  std::string defaults = "-d";  // whatever the user's own settings are
  std::string script = (folder / "script").string();
  char* arguments[] = {name.data(), defaults.data(), script.data(), nullptr};
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, "gnuplot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw FileError(
        fmt::format("gnuplot: cannot be run: {}; it draws the pictures: install it (Debian: apt-get install "
                    "gnuplot-nox)",
                    std::strerror(error)));
  }
  constexpr int tick = 20;  // milliseconds
  int status = 0;
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (interrupt_flag()) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, &status, 0);
      return -1;
    }
    ::poll(nullptr, 0, tick);
  }
  return status;
}

}  // namespace

std::string gnuplot_script(const FigureTable& t, const PictureSize& size) {
  const std::vector<Curve> curves = curves_of(t);
  std::string text;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += fmt::format("$c{} << EOD\n", i);
    for (const Dot& d : curves[i].dots) text += fmt::format("{:.17g} {:.17g} {:.17g}\n", d.x, d.lo, d.hi);
    text += "EOD\n";
  }
  text += fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                      literal(t.title.empty() ? t.name : t.title), literal(t.x), literal(t.y));
  text += "set encoding utf8\nset grid back lt 1 lw 0.5 lc rgb '#dddddd'\nset border lw 1\n";
  const auto [first, last] = x_range(curves);
  if (first < last) text += fmt::format("set xrange [{:.6g}:{:.6g}]\n", first, last);
  if (t.log_x) text += "set logscale x\n" + short_axis_tics(first, last);
  if (t.log_y) text += "set logscale y\nset format y '%.3g'\n";
  if (const auto labels = end_labels(t, curves)) {
    text += *labels;
  } else {
    constexpr std::size_t legend_lines = 6;
    text +=
        fmt::format("set key at screen 0.5,0.01 center bottom vertical maxrows {} Left reverse noenhanced samplen 3\n",
                    legend_lines);
    text += fmt::format("set bmargin {}\n", std::min(curves.size(), legend_lines) + 4);
    if (const auto end = y_end(curves); end && t.log_y) text += fmt::format("set yrange [{:.3g}:*]\n", *end);
  }
  const std::string plot = plot_command(curves);
  text += fmt::format("set terminal svg size {},{} noenhanced font 'sans,13' background rgb 'white'\n", size.width,
                      size.height);
  text += "set output 'picture.svg'\n" + plot;
  text += fmt::format("set terminal pngcairo size {},{} noenhanced font 'sans,10' background rgb 'white'\n", size.width,
                      size.height);
  text += "set output 'picture.png'\n" + plot + "unset output\n";
  return text;
}

Picture draw(const FigureTable& table, const PictureSize& size) {
  constexpr std::size_t limit = 100'000'000;
  constexpr std::size_t log_limit = 10'000'000;
  const ScratchFolder folder;
  write_file(folder.path() / "script",
             fmt::format("cd {}\n", literal(folder.path().string())) + gnuplot_script(table, size));
  const int status = run_gnuplot(folder.path());
  if (status == -1) return {};
  std::string words = read_file(folder.path() / "log", log_limit);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::replace(words.begin(), words.end(), '\n', ' ');
    throw FileError(fmt::format("gnuplot: failed: {}", shortened(words)));
  }
  return {read_file(folder.path() / "picture.svg", limit), read_file(folder.path() / "picture.png", limit)};
}

}  // namespace hallmark::cli
