// The second route of the mutation test: is the statement of a certificate that verified true? Two routes, one function
// each:
//   direct    sums over every output (direct_route.hpp);
//   program   the answer of the executable `hallmark eval`, which shares no code with the checker.
// Both are asked and each may contradict; HALLMARK_SECOND_ROUTE=direct or =program asks one. Neither certifies.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "direct_route.hpp"
#include "support/folders.hpp"

namespace hallmark::check::test {

namespace program {

inline Rational decimal(const std::string& text) {
  std::string digits;
  unsigned after = 0;
  bool point = false;
  long exponent = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.') {
      point = true;
    } else if (text[i] == 'e') {
      exponent = std::strtol(text.c_str() + i + 1, nullptr, 10);
      break;
    } else {
      digits += text[i];
      after += point ? 1 : 0;
    }
  }
  const std::size_t zeros = digits.find_first_not_of('0', digits.front() == '-' ? 1 : 0);
  if (zeros == std::string::npos) return 0;
  const Integer all = integer_of(std::string(digits.front() == '-' ? "-" : "") + digits.substr(zeros));
  const long power = exponent - static_cast<long>(after);
  const Integer ten = pow(Integer(10), static_cast<unsigned>(power < 0 ? -power : power));
  return power < 0 ? Rational(all, ten) : Rational(all * ten);
}

/// [lo, hi] of `hallmark eval`, 40 digits asked for; nullopt if the program does not answer.
inline std::optional<std::pair<Rational, Rational>> evaluate(const Quantity& q) {
  static std::map<std::string, std::optional<std::pair<Rational, Rational>>> known;
  std::string command = hallmark::test::binary_folder() + "/cli/hallmark eval " + std::string(q.row->id);
  for (const auto& [name, value] : q.parameters) command += " '" + name + "=" + to_text(value) + "'";
  if (q.orders) command += " orders=" + to_text(*q.orders);
  if (q.row->directions->size() > 1) command += " direction=" + std::string(to_text(q.direction));
  const bool pair = q.row->id == "shuffled-batch.delta.pair";
  command += pair                    ? " --digits 2 --time-limit 2"
             : direct::on_grid(q)    ? " --digits 6 --time-limit 1"
             : direct::on_contour(q) ? " --digits 9 --time-limit 2"
                                     : " --digits 40";
  command += " --json 2>/dev/null";
  if (const auto found = known.find(command); found != known.end()) return found->second;
  std::string out;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::array<char, 4096> buffer{};
    while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
    pclose(pipe);
  }
  const auto field = [&out](const std::string& name) -> std::optional<Rational> {
    const std::string head = "\"" + name + "\": \"";
    const std::size_t at = out.find(head);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t end = out.find('"', at + head.size());
    const std::string text = out.substr(at + head.size(), end - at - head.size());
    if (text.find_first_not_of("-.0123456789e+") != std::string::npos) return std::nullopt;
    return decimal(text);
  };
  std::optional<std::pair<Rational, Rational>> result;
  const std::optional<Rational> lo = field("lo");
  const std::optional<Rational> hi = field("hi");
  if (lo && hi) result.emplace(*lo, *hi);
  known.emplace(command, result);
  return result;
}

inline Confirmation confirm(const Quantity& q, Relation relation, const Number& value, const LowerEnd&) {
  const auto bracket = evaluate(q);
  if (!bracket) return Truth::unknown;
  const Order lo = compare(Number{Number::Kind::rational, bracket->first}, value);
  const Order hi = compare(Number{Number::Kind::rational, bracket->second}, value);
  const bool below = has_upper_end(relation);
  if (below ? hi == Order::less : lo == Order::greater) return Truth::yes;
  // A bracket's far end says nothing about the sup of shuffle.*, an exact quantity lies inside both ends.
  if (below ? lo == Order::greater : hi == Order::less) return Truth::no;
  return Truth::unknown;
}

}  // namespace program

/// THE second route: one inequality about one quantity. The only place that chooses.
inline Confirmation second_route(const Quantity& q, Relation relation, const Number& value, const LowerEnd& witness) {
  const char* variable = std::getenv("HALLMARK_SECOND_ROUTE");
  const std::string choice = variable == nullptr ? "both" : variable;
  const Confirmation first = choice == "program" ? Truth::unknown : direct::confirm(q, relation, value, witness);
  const Confirmation second = choice == "direct" ? Truth::unknown : program::confirm(q, relation, value, witness);
  if (first == Truth::no || second == Truth::no) return Truth::no;
  return first == Truth::yes ? first : second;
}

/// A whole statement: false if any part of it is contradicted.
inline Confirmation confirm(const Parsed& certificate) {
  const auto both = [](Confirmation a, Confirmation b) {
    if (a == Truth::no || b == Truth::no) return Truth::no;
    return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
  };
  if (certificate.right) {
    return both(
        second_route(certificate.left, certificate.relation, *certificate.pivot, certificate.left_end),
        second_route(*certificate.right, mirrored(certificate.relation), *certificate.pivot, certificate.right_end));
  }
  if (certificate.relation == Relation::in) {
    return both(second_route(certificate.left, Relation::greater_equal, certificate.values.at(0), certificate.left_end),
                second_route(certificate.left, Relation::less_equal, certificate.values.at(1), certificate.left_end));
  }
  return second_route(certificate.left, certificate.relation, certificate.values.at(0), certificate.left_end);
}

}  // namespace hallmark::check::test
