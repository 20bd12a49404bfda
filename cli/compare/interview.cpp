#include "cli/compare/interview.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/compare/row_text.hpp"
#include "cli/work/work.hpp"
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

// The accountant's answer to one vector, as the ledger keeps it; nothing after Ctrl-C.
std::optional<std::string> ask(Accountant& accountant, const Golden& golden, std::optional<Side> default_side) {
  const std::string request = request_line(golden);
  Json kept = Json::object();
  for (;;) {
    Accountant::Reply reply = accountant.ask(request);
    if (reply.outcome == Accountant::ReplyKind::interrupted) return std::nullopt;
    Reading reading;
    if (reply.outcome == Accountant::ReplyKind::answered) {
      reading = read_reply(golden, reply.text, default_side);
    } else {
      reading.lost = std::move(reply.text);
    }
    if (!reading.lost.empty()) {
      accountant.stop();
      // What an earlier row has left behind must not cost this one: a fresh child gets the same question, and the
      // report says so.
      if (!reply.own_fault) {
        kept["again"] = reading.lost;
        continue;
      }
      kept["lost"] = reading.lost;
    } else if (reading.row.skip) {
      kept["skip"] = reading.row.skip->text;
    } else {
      kept["side"] = to_string(*reading.side);
      kept["value"] = reading.row.value->text;
    }
    kept["seconds"] = reading.row.seconds ? reading.row.seconds->text : fmt::format("{:.6f}", reply.seconds);
    return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

// An accountant for each thread that asks: its process ends with the thread that started it.
class Accountants {
 public:
  explicit Accountants(const Interview& how) : how_(how) {}
  Accountant& own() {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Accountant>& one = all_[std::this_thread::get_id()];
    if (!one) one = std::make_unique<Accountant>(how_.command, how_.limits);
    return *one;
  }

 private:
  const Interview& how_;
  std::mutex mutex_;
  std::map<std::thread::id, std::unique_ptr<Accountant>> all_;
};

ComparedRow judged(const Golden& golden, const std::string& text, const std::optional<Rational>& slack) {
  const Json kept = Json::parse(text);
  ComparedRow row;
  row.golden = &golden;
  row.seconds = kept.at("seconds");
  if (kept.contains("again")) row.asked_again = kept.at("again");
  if (kept.contains("lost")) {
    row.judgement = {RowVerdict::lost, kept.at("lost")};
  } else if (kept.contains("skip")) {
    row.judgement = {RowVerdict::skipped, kept.at("skip")};
  } else {
    row.side = side_of(kept.at("side").get<std::string>());
    row.value = kept.at("value");
    row.judgement = judge(*row.side, read_measured(row.value), golden.lo, golden.hi, slack);
  }
  return row;
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

bool interview(const std::vector<Golden>& vectors, const Interview& how, std::vector<ComparedRow>& rows) {
  Accountants accountants(how);
  const std::string side = how.default_side ? std::string(to_string(*how.default_side)) : "";
  Work work;
  work.count = vectors.size();
  work.unit = "vectors";
  work.key = [&](std::size_t i) {
    return fmt::format("{} {} {} {} {} {} {}", how.limits.time.count(), how.limits.start.count(),
                       how.limits.processor.count(), how.limits.memory, side, how.command, request_line(vectors[i]));
  };
  const auto began = std::chrono::steady_clock::now();
  work.compute = [&](std::size_t i) -> std::optional<std::string> {
    if (how.deadline && std::chrono::steady_clock::now() - began > *how.deadline) return std::nullopt;
    return ask(accountants.own(), vectors[i], how.default_side);
  };
  work.deliver = [&](std::size_t i, const std::string& text) { rows.push_back(judged(vectors[i], text, how.slack)); };
  return do_work(work, {.jobs = how.jobs, .quiet = how.quiet, .ledger = how.ledger});
}

}  // namespace hallmark::cli
