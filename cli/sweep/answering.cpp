#include "cli/sweep/answering.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/io/csv.hpp"
#include "cli/io/output.hpp"
#include "cli/quote.hpp"
#include "exact/decimal.hpp"

namespace hallmark::cli {
namespace {

// Lists stand whole, so that a row can be asked again.
std::string csv_parameter(const std::string& canonical) {
  return csv_field(canonical.find_first_of(",;") != std::string::npos ? canonical : readable_number(canonical));
}

std::string csv_row(const Answered& a) {
  std::string row;
  for (const Parameter& p : a.entry->parameters) {
    const auto given = a.arguments->canonical().find(std::string(p.name));  // a quiet default is not there
    const bool usual = given == a.arguments->canonical().end();
    row += (usual ? csv_field(std::string(p.default_text)) : csv_parameter(given->second)) + ',';
  }
  std::string method;
  std::string axioms;
  std::string note = a.refusal;
  if (a.answer != nullptr) {
    row += fmt::format("{},{}", decimal(a.answer->lo, a.digits, Rounding::down),
                       decimal(a.answer->hi, a.digits, Rounding::up));
    method = a.answer->method;
    axioms = fmt::format("{}", fmt::join(a.answer->axioms, "; "));
    note = a.answer->shortfall;
  } else {
    row += ',';
  }
  const char* result = a.answer == nullptr ? (a.late ? "undecided" : "error") : a.answer->reached ? "ok" : "undecided";
  return fmt::format("{},{},{},{},{},{},{}\n", row, result, to_string(kind_of(*a.entry, *a.arguments)),
                     to_string(a.entry->status), csv_field(method), csv_field(axioms), csv_field(note));
}

std::string refused(const Answered& a, Format format) {
  if (format == Format::text || format == Format::details)
    return fmt::format("{}\n  {} {}\n", call_text(*a.entry, *a.arguments),
                       a.late ? "undecided: " : "error:     ", a.refusal);
  if (format == Format::tex) return fmt::format("% {}\n% {}\n", call_text(*a.entry, *a.arguments), a.refusal);
  Json j;
  j["quantity"] = a.entry->id;
  j["parameters"] = a.arguments->canonical();
  j[a.late ? "undecided" : "error"] = a.refusal;
  return j.dump(2);
}

}  // namespace

std::string csv_header(const Entry& entry) {
  std::string header;
  for (const Parameter& p : entry.parameters) header += fmt::format("{},", p.name);
  return header + "lo,hi,result,kind,status,method,axioms,note\n";
}

std::string rendered(const Answered& a, Format format) {
  if (format == Format::csv) return csv_row(a);
  if (a.answer == nullptr) return refused(a, format);
  switch (format) {
    case Format::json:
      return answer_json(*a.entry, *a.arguments, *a.answer, a.digits, a.seconds).dump(2);
    case Format::tex:
      return quote_tex(*a.entry, *a.arguments, *a.answer, a.digits);
    case Format::text:
    case Format::csv:
    case Format::details:
    case Format::github:  // of compare alone
      break;
  }
  return answer_text(*a.entry, *a.arguments, *a.answer, a.digits,
                     format == Format::details ? std::optional(a.seconds) : std::nullopt);
}

ExitStatus status_of(const Answered& a) {
  if (a.answer == nullptr) return a.late ? undecided : bad_input;
  return a.answer->reached ? done : undecided;
}

}  // namespace hallmark::cli
