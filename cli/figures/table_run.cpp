#include "cli/figures/table_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/figures/mean_estimation.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/say.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"

namespace hallmark::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// Points that one thread evaluates one after the other: of a table that many thresholds share, or a single one.
struct Task {
  std::size_t series;
  std::size_t first;
  std::size_t count;
};

struct Point {
  Rational lo = 0;
  Rational hi = 0;
  bool reached = false;
  std::string method = {};
  bool refused = false;  // outside of the domain of the quantity
};

class Run {
 public:
  Run(const Figure& figure, const TableEffort& effort)
      : figure_(figure),
        effort_(effort),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(effort.seconds)) {
    for (const Series& s : figure.series) points_.emplace_back(s.xs.size());
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
      const Series& s = figure.series[i];
      if (!is_available(s)) continue;
      if (is_shared(s)) {
        tasks_.push_back({i, 0, s.xs.size()});
      } else {
        for (std::size_t k = 0; k < s.xs.size(); ++k) tasks_.push_back({i, k, 1});
      }
      total_ += s.xs.size();
    }
  }

  TableRun result() {
    work_all();
    TableRun run;
    run.table = {figure_.name, figure_.title, figure_.source, figure_.x, figure_.y, figure_.log_x, figure_.log_y, {}};
    for (std::size_t i = 0; i < figure_.series.size(); ++i) collect(figure_.series[i], points_[i], run);
    return run;
  }

 private:
  static bool is_shared(const Series& s) {
    const auto eps = s.parameters.find("eps");
    return !s.mean.mean.empty() || (eps != s.parameters.end() && eps->second == "{x}");
  }

  // What a point may take of the time that is left; a search is many of them.
  [[nodiscard]] Budget budget(double share) const {
    return Budget(std::min(Seconds(end_ - Clock::now()), effort_.seconds * share), &interrupt_flag());
  }

  static void collect(const Series& s, const std::vector<std::optional<Point>>& points, TableRun& run) {
    if (!is_available(s)) {
      run.absent.push_back(fmt::format("{} ({})", s.label, s.quantity));
      return;
    }
    const Entry& e = entry(s.quantity);
    for (std::size_t k = 0; k < s.xs.size(); ++k) {
      const std::string where = fmt::format("{} at {}", s.label, s.xs[k]);
      if (!points[k]) {
        run.missing.push_back(where);
        continue;
      }
      const Point& p = *points[k];
      if (p.refused) {
        run.refused.push_back(where);
        continue;
      }
      const long digits = s.digits + 2;
      run.table.rows.push_back(
          {s.xs[k], s.label, decimal(p.lo, digits, Rounding::down), decimal(p.hi, digits, Rounding::up),
           std::string(to_string(e.kind)),
           e.status == Status::proved ? p.method : fmt::format("{}: {}", to_string(e.status), p.method)});
      if (!p.reached) run.wide.push_back(where);
    }
  }

  Answer ask(const Series& s, const ParameterTexts& parameters, long digits, const std::vector<Number>& thresholds,
             const Budget& limit) const {
    const Entry& e = entry(s.quantity);
    return evaluate(e, e.arguments(parameters), {.digits = digits, .thresholds = thresholds, .budget = limit});
  }

  static ParameterTexts parameters_at(const Series& s, const std::string& x, const std::string& p) {
    ParameterTexts all;
    for (const auto& [name, text] : s.parameters) all.emplace(name, filled(text, x, p));
    return all;
  }

  Point evaluated(const Series& s, const std::string& x) const {
    std::vector<Number> thresholds;
    if (is_shared(s)) thresholds = {s.xs.begin(), s.xs.end()};
    Answer a = ask(s, parameters_at(s, x, ""), s.digits, thresholds, budget(0.05));
    return {std::move(a.lo), std::move(a.hi), a.reached, a.method.empty() ? s.quantity : std::move(a.method)};
  }

  // Whether the quantity is proved to be at most the target at p; not where its theorem does not hold.
  Truth holds(const Series& s, const std::string& x, const Rational& p, const Rational& target,
              const Budget& limit) const {
    const ParameterTexts parameters = parameters_at(s, x, p.to_string());
    for (const long digits : {2L, 6L, 12L}) {
      if (limit.expired()) break;
      try {
        const Answer a = ask(s, parameters, digits, {}, limit);
        if (a.hi <= target) return Truth::yes;
        if (a.lo > target) return Truth::no;
      } catch (const InputError&) {
        return Truth::no;
      }
    }
    return Truth::unknown;
  }

  std::optional<Point> solved(const Series& s, const std::string& x) const {
    const Budget limit = budget(0.5);
    const Rational target(filled(s.solve.target, x, ""));
    Rational lo(s.solve.from);
    Rational hi(s.solve.to);
    const Truth at_all = holds(s, x, hi, target, limit);
    if (at_all == Truth::no) return Point{.refused = true};
    if (at_all == Truth::unknown) return std::nullopt;
    if (holds(s, x, lo, target, limit) != Truth::no) {
      return Point{0, hi, false, fmt::format("search in {}", s.quantity)};
    }
    constexpr int kept = 40;
    while (!has_digits(lo, hi, s.digits) && !limit.expired()) {
      const double middle = std::sqrt(binary64(lo, Rounding::down)) * std::sqrt(binary64(hi, Rounding::up));
      const Rational p = short_dyadic(middle, kept);
      if (p <= lo || p >= hi) break;
      const Truth t = holds(s, x, p, target, limit);
      if (t == Truth::unknown) break;
      (t == Truth::yes ? hi : lo) = p;
    }
    const bool reached = has_digits(lo, hi, s.digits);
    return Point{std::move(lo), std::move(hi), reached, fmt::format("search in {}", s.quantity)};
  }

  static Point mean_error(const Series& s, const std::string& users, const Point& sigma) {
    const MeanSetting at{Rational(s.mean.mean), Rational(users).to_long(), Rational(s.mean.steps).to_long(),
                         Rational(s.mean.dimension), s.mean.poisson};
    return {mean_squared_error(at, sigma.lo), mean_squared_error(at, sigma.hi), sigma.reached,
            fmt::format("sigma in [{}, {}] by a {}", decimal(sigma.lo, 6, Rounding::down),
                        decimal(sigma.hi, 6, Rounding::up), sigma.method)};
  }

  void work(const Task& task) {
    const Series& s = figure_.series[task.series];
    std::optional<Point> noise;
    if (!s.mean.mean.empty()) noise = solved(s, "");
    for (std::size_t k = task.first; k < task.first + task.count && !stopped(); ++k) {
      std::optional<Point> point;
      if (!s.mean.mean.empty()) {
        if (noise) point = noise->refused ? *noise : mean_error(s, s.xs[k], *noise);
      } else {
        try {
          point = s.solve.from.empty() ? evaluated(s, s.xs[k]) : solved(s, s.xs[k]);
        } catch (const InputError&) {  // a closed form where its theorem does not hold
          point = Point{.refused = true};
        }
      }
      if (interrupt_flag()) return;
      points_[task.series][k] = std::move(point);  // nobody else has this element
      ++finished_;
    }
  }

  [[nodiscard]] bool stopped() const { return interrupt_flag() || Clock::now() >= end_; }

  void work_all() {
    std::mutex mutex;  // of error
    std::exception_ptr error;
    std::atomic<std::size_t> next{0};
    std::atomic<long> running{effort_.threads};
    {
      std::vector<std::jthread> threads;
      for (long i = 0; i < effort_.threads; ++i) {
        threads.emplace_back([&] {
          for (std::size_t at = next++; at < tasks_.size() && !stopped(); at = next++) {
            try {
              work(tasks_[at]);
            } catch (...) {
              const std::lock_guard lock(mutex);
              if (!error && !interrupt_flag()) error = std::current_exception();
              next = tasks_.size();
            }
          }
          free_thread_caches();
          --running;
        });
      }
      const bool shown = ::isatty(STDERR_FILENO) == 1;
      constexpr long polls_between_lines = 10;
      for (long poll = 0; running > 0; ++poll) {
        if (shown && poll % polls_between_lines == 0) {
          say_raw(fmt::format("\r\033[K{}: {} of {} points", figure_.name, finished_.load(), total_));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      if (shown) say_raw("\r\033[K");
    }
    if (error) std::rethrow_exception(error);
  }

  const Figure& figure_;
  TableEffort effort_;
  Clock::time_point end_;
  std::vector<Task> tasks_;
  std::vector<std::vector<std::optional<Point>>> points_;
  std::size_t total_ = 0;
  std::atomic<std::size_t> finished_{0};
};

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

bool is_available(const Series& series) { return find_entry(series.quantity) != nullptr; }

std::string filled(std::string text, const std::string& x, const std::string& p) {
  replace_all(text, "{x}", x);
  replace_all(text, "{p}", p);
  return text;
}

TableRun run_table(const Figure& figure, const TableEffort& effort) { return Run(figure, effort).result(); }

}  // namespace hallmark::cli
