#include "cli/figures/table_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "bounds/certificate.hpp"
#include "cli/figures/mean_estimation.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/output.hpp"
#include "cli/work/work.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::cli {
namespace {

struct Point {
  Rational lo = 0;
  Rational hi = 0;
  bool reached = false;
  std::string method = {};
  bool refused = false;  // outside of the domain of the quantity
  CertifiedEnds certified = {};
};

// The ends as the table prints them.
std::string printed(const Series& s, const Rational& end, Rounding rounding) {
  return decimal(end, s.digits + 2, rounding);
}

class Run {
 public:
  Run(const Figure& figure, const TableEffort& effort) : figure_(figure), effort_(effort) {
    for (const Series& s : figure.series) points_.emplace_back(s.xs.size());
  }

  TableRun result() {
    TableRun run;
    run.complete = work_all();
    run.table = {figure_.name, figure_.title, figure_.source, figure_.x, figure_.y, figure_.log_x, figure_.log_y, {}};
    for (std::size_t i = 0; i < figure_.series.size(); ++i) collect(figure_.series[i], points_[i], run);
    return run;
  }

 private:
  static bool is_shared(const Series& s) {
    const auto eps = s.parameters.find("eps");
    return !s.mean.mean.empty() || (eps != s.parameters.end() && eps->second == "{x}");
  }

  // What an answer may take; a search asks for several.
  [[nodiscard]] Budget budget(long answers) const {
    return Budget(effort_.seconds * static_cast<double>(answers), &interrupt_flag());
  }

  static void collect(const Series& s, const std::vector<std::optional<Point>>& points, TableRun& run) {
    if (!is_available(s)) {
      run.absent.push_back(fmt::format("{} ({})", s.label, s.quantity));
      return;
    }
    for (std::size_t k = 0; k < s.xs.size(); ++k) collect_point(s, k, points[k], run);
  }

  static void collect_point(const Series& s, std::size_t k, const std::optional<Point>& point, TableRun& run) {
    const Entry& e = entry(s.quantity);
    const std::string where = fmt::format("{} at {}", s.label, s.xs[k]);
    if (!point) {
      run.missing.push_back(where);
      return;
    }
    const Point& p = *point;
    if (p.refused) {
      run.refused.push_back(where);
      return;
    }
    run.table.rows.push_back(
        {s.xs[k], s.label, printed(s, p.lo, Rounding::down), printed(s, p.hi, Rounding::up),
         std::string(to_string(e.kind)),
         e.status == Status::proved ? p.method : fmt::format("{}: {}", to_string(e.status), p.method)});
    if (!p.reached) run.wide.push_back(where);
    CertifiedVector& line =
        run.certified.emplace_back(CertifiedVector{where, p.certified.ends, {}, p.certified.missing});
    for (const std::string& certificate : p.certified.certificates) {
      line.digests.push_back(sha256(certificate));
      run.certificates.push_back(certificate);
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
    const ParameterTexts parameters = parameters_at(s, x, "");
    Answer a = ask(s, parameters, s.digits, thresholds, budget(1));
    CertifiedEnds certified;
    if (effort_.certificates) {
      const Entry& e = entry(s.quantity);
      const Json out{
          {"lo", printed(s, a.lo, Rounding::down)}, {"hi", printed(s, a.hi, Rounding::up)}, {"exact", nullptr}};
      certified = certified_ends({&e, e.arguments(parameters)}, a, out, [this] { return budget(1); });
    }
    return {std::move(a.lo), std::move(a.hi),     a.reached, a.method.empty() ? s.quantity : std::move(a.method),
            false,           std::move(certified)};
  }

  // That the quantity is above the target at the least p and at most the target at the largest one.
  CertifiedEnds certified_search(const Series& s, const std::string& x, const Rational& lo, const Rational& hi) const {
    const auto at = [&](const Rational& end, Rounding rounding, Relation relation) {
      return Claim{s.quantity,
                   {s.quantity, parameters_at(s, x, printed(s, end, rounding))},
                   relation,
                   {filled(s.solve.target, x, "")}};
    };
    return certified_claims(at(lo, Rounding::down, Relation::greater), at(hi, Rounding::up, Relation::less_equal),
                            [this] { return budget(1); });
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
        if (a.lower_end() > target) return Truth::no;
      } catch (const InputError&) {
        return Truth::no;
      }
    }
    return Truth::unknown;
  }

  std::optional<Point> solved(const Series& s, const std::string& x) const {
    const Budget limit = budget(5);
    const Rational target(filled(s.solve.target, x, ""));
    Rational lo(s.solve.from);
    Rational hi(s.solve.to);
    const Truth at_all = holds(s, x, hi, target, limit);
    if (at_all == Truth::no) return Point{.refused = true};
    if (at_all == Truth::unknown) return std::nullopt;
    if (holds(s, x, lo, target, limit) != Truth::no) {
      return Point{
          0, hi, false, fmt::format("search in {}", s.quantity), false, {{}, "none", "the search has no lower end"}};
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
    CertifiedEnds certified;
    if (effort_.certificates && s.mean.mean.empty()) certified = certified_search(s, x, lo, hi);
    return Point{std::move(lo), std::move(hi),       reached, fmt::format("search in {}", s.quantity),
                 false,         std::move(certified)};
  }

  static Point mean_error(const Series& s, const std::string& users, const Point& sigma) {
    const MeanSetting at{Rational(s.mean.mean), Rational(users).to_long(), Rational(s.mean.steps).to_long(),
                         Rational(s.mean.dimension), s.mean.poisson};
    return {mean_squared_error(at, sigma.lo),
            mean_squared_error(at, sigma.hi),
            sigma.reached,
            fmt::format("sigma in [{}, {}] by a {}", decimal(sigma.lo, 6, Rounding::down),
                        decimal(sigma.hi, 6, Rounding::up), sigma.method),
            false,
            {{}, "none", "the certificate format has no words for the error of an estimate"}};
  }

  // The point as the ledger keeps it; nothing after Ctrl-C.
  std::optional<std::string> work_text(const Series& s, std::size_t series, std::size_t k) {
    std::optional<Point> point;
    try {
      if (!s.mean.mean.empty()) {
        const std::optional<Point> noise = noise_of(series);
        if (noise) point = noise->refused ? *noise : mean_error(s, s.xs[k], *noise);
      } else {
        point = s.solve.from.empty() ? evaluated(s, s.xs[k]) : solved(s, s.xs[k]);
      }
    } catch (const InputError&) {  // a closed form where its theorem does not hold
      point = Point{.refused = true};
    }
    if (interrupt_flag()) return std::nullopt;
    if (!point) return "";
    const CertifiedEnds& c = point->certified;
    return Json{point->lo.to_string(), point->hi.to_string(), point->reached, point->method,
                point->refused,        c.certificates,        c.ends,         c.missing}
        .dump();
  }

  // The noise that all points of a series need: found by the first of them.
  std::optional<Point> noise_of(std::size_t series) {
    const std::lock_guard lock(noise_mutex_);
    auto& noise = noise_[series];
    if (!noise) noise = solved(figure_.series[series], "");
    return noise;
  }

  static std::optional<Point> from_text(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const Json j = Json::parse(text);
    return Point{
        Rational(j[0].get<std::string>()), Rational(j[1].get<std::string>()), j[2], j[3], j[4], {j[5], j[6], j[7]}};
  }

  struct Place {
    std::size_t series;
    std::size_t point;
    std::size_t table;  // points with the same number share one
  };

  [[nodiscard]] std::vector<Place> places() const {
    std::vector<Place> all;
    std::size_t tables = 0;
    for (std::size_t i = 0; i < figure_.series.size(); ++i) {
      const Series& s = figure_.series[i];
      if (!is_available(s)) continue;
      ++tables;
      for (std::size_t k = 0; k < s.xs.size(); ++k) {
        if (!is_shared(s)) ++tables;
        all.push_back({i, k, tables});
      }
    }
    return all;
  }

  bool work_all() {
    const std::vector<Place> all = places();
    Work work;
    work.count = all.size();
    work.unit = "points";
    work.key = [&](std::size_t i) {
      return fmt::format("{} {} {} {}{}", figure_.name, all[i].series, figure_.series[all[i].series].xs[all[i].point],
                         effort_.seconds.count(), effort_.certificates ? " certificates" : "");
    };
    work.table = [&](std::size_t i) { return all[i].table; };
    work.compute = [&](std::size_t i) { return work_text(figure_.series[all[i].series], all[i].series, all[i].point); };
    work.keep = [](const std::string& text) { return !text.empty(); };
    work.deliver = [&](std::size_t i, const std::string& text) {
      points_[all[i].series][all[i].point] = from_text(text);
      if (effort_.row) row_of(all[i]);
    };
    return do_work(work, {.jobs = effort_.threads, .quiet = effort_.quiet, .ledger = effort_.ledger});
  }

  // Hands over the row of a point that is there.
  void row_of(const Place& place) const {
    TableRun one;
    collect_point(figure_.series[place.series], place.point, points_[place.series][place.point], one);
    for (const TableRow& row : one.table.rows) effort_.row(row);
  }

  const Figure& figure_;
  TableEffort effort_;
  std::vector<std::vector<std::optional<Point>>> points_;
  std::mutex noise_mutex_;  // of noise_
  std::map<std::size_t, std::optional<Point>> noise_;
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
