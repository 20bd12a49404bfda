// The one file that sees both a public header and the checker: it translates the answer, and decides nothing.
#include "hallmark/check.hpp"

#include "checker.hpp"

namespace hallmark {
namespace {

CheckVerdict translate(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::verified:
      return CheckVerdict::verified;
    case check::Verdict::rejected:
      return CheckVerdict::rejected;
    case check::Verdict::malformed:
      break;
  }
  return CheckVerdict::malformed;
}

std::vector<std::string> split(std::string_view list) {
  constexpr std::string_view separator = "; ";
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = list.find(separator);
    parts.emplace_back(list.substr(0, end));
    if (end == std::string_view::npos) return parts;
    list.remove_prefix(end + separator.size());
  }
}

}  // namespace

Checked check_certificate(std::string_view certificate) {
  constexpr std::string_view verified = "s VERIFIED ";
  constexpr std::string_view modulo = " modulo [";
  const check::Result result = check::check_certificate(certificate);
  Checked answer{.verdict = translate(result.verdict), .line = result.line, .statement = {}, .axioms = {}};
  if (answer.verdict != CheckVerdict::verified) return answer;
  const std::string_view line = result.line;
  const std::size_t axioms = line.rfind(modulo);
  if (!line.starts_with(verified) || axioms == std::string_view::npos || !line.ends_with(']')) {
    answer.verdict = CheckVerdict::rejected;  // no line of the format: nothing is claimed
    return answer;
  }
  answer.statement = line.substr(verified.size(), axioms - verified.size());
  const std::size_t from = axioms + modulo.size();
  const std::string_view list = line.substr(from, line.size() - 1 - from);
  if (list != "none") answer.axioms = split(list);
  return answer;
}

}  // namespace hallmark
