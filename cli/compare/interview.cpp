#include "cli/compare/interview.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/compare/row_text.hpp"
#include "cli/io/say.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// What one reply says; `lost` holds why it says nothing.
struct Reading {
  RowText row;
  Measured measured;
  std::optional<Side> side;
  std::string lost;
};

Reading read_reply(const Golden& golden, const std::string& line, std::optional<Side> default_side) {
  Reading r;
  try {
    r.row = parse_json_row(line);
    if (!r.row.id) throw LineError{1, "expected a member id, found none"};
    if (r.row.id->text != golden.id) {
      throw LineError{r.row.id->column,
                      fmt::format("expected the id asked for, found \"{}\"", shortened(r.row.id->text))};
    }
    if (r.row.skip) return r;
    if (!r.row.value) throw LineError{1, "expected a member value or skip, found neither"};
    r.side = default_side;
    if (r.row.kind) {
      r.side = side_of(r.row.kind->text);
      if (!r.side) {
        throw LineError{r.row.kind->column,
                        fmt::format("expected upper, lower or estimate, found \"{}\"", shortened(r.row.kind->text))};
      }
    }
    if (!r.side) throw LineError{1, "expected a kind (upper, lower, estimate) or the option --kind, found neither"};
    if (r.row.seconds && !read_nonnegative(r.row.seconds->text)) {
      throw LineError{r.row.seconds->column,
                      fmt::format("expected a number of seconds, found \"{}\"", shortened(r.row.seconds->text))};
    }
    try {
      r.measured = read_measured(r.row.value->text);
    } catch (const InputError& error) {
      throw LineError{r.row.value->column, error.what()};
    }
  } catch (const LineError& error) {
    r.lost = fmt::format("answered nonsense: column {}: {}", error.column, error.text);
  }
  return r;
}

// The accountant's answer to one vector; nothing after Ctrl-C.
std::optional<ComparedRow> ask(Accountant& accountant, const Golden& golden, std::optional<Side> default_side,
                               const std::optional<Rational>& slack) {
  const std::string request = request_line(golden);
  ComparedRow row;
  row.golden = &golden;
  for (;;) {
    Accountant::Reply reply = accountant.ask(request);
    if (reply.outcome == Accountant::Outcome::interrupted) return std::nullopt;
    Reading reading;
    if (reply.outcome == Accountant::Outcome::answered) {
      reading = read_reply(golden, reply.text, default_side);
    } else {
      reading.lost = std::move(reply.text);
    }
    if (!reading.lost.empty()) {
      accountant.stop();
      // What an earlier row has left behind must not cost this one: a fresh child gets the same question.
      if (!reply.own_fault) continue;
      row.judgement = {Verdict::lost, reading.lost};
    } else if (reading.row.skip) {
      row.judgement = {Verdict::skipped, reading.row.skip->text};
    } else {
      row.side = reading.side;
      row.value = reading.row.value->text;
      row.judgement = judge(*reading.side, reading.measured, golden.lo, golden.hi, slack);
    }
    row.seconds = reading.row.seconds ? reading.row.seconds->text : fmt::format("{:.6f}", reply.seconds);
    return row;
  }
}

}  // namespace

std::string request_line(const Golden& golden) {
  Json request;
  request["id"] = golden.id;
  request["quantity"] = golden.quantity;
  request["kind"] = golden.kind;
  request["parameters"] = golden.parameters;
  return request.dump();
}

std::optional<std::vector<ComparedRow>> interview(const std::vector<Golden>& vectors, const std::string& command,
                                                  const AccountantLimits& limits, std::optional<Side> default_side,
                                                  const std::optional<Rational>& slack) {
  Accountant accountant(command, limits);
  const bool progress = ::isatty(STDERR_FILENO) != 0;
  std::vector<ComparedRow> rows;
  rows.reserve(vectors.size());
  for (const Golden& golden : vectors) {
    if (progress) say_raw(fmt::format("\r{} of {} ", rows.size() + 1, vectors.size()));
    auto row = ask(accountant, golden, default_side, slack);
    if (!row) return std::nullopt;
    rows.push_back(std::move(*row));
  }
  if (progress) say_raw("\r\x1b[K");
  return rows;
}

}  // namespace hallmark::cli
