#include "cli/decided.hpp"

#include <fmt/format.h>

#include "bounds/time_limit.hpp"
#include "cli/io/say.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

Decided without_verdict(std::string_view outcome, std::string reason) {
  return {std::string(outcome), {.outcome = Outcome::undecided, .reason = std::move(reason)}};
}

}  // namespace

std::string refusals(const std::string& path, const Claim& claim) {
  std::string all;
  for (const std::string& error : claim_errors(claim)) {
    say(fmt::format("{}:{}:{}", path, claim.id, error));
    all += (all.empty() ? "" : "; ") + error;
  }
  return all;
}

std::optional<Decided> decide(const Claim& claim, const std::string& refusals, const Budget& budget,
                              std::string_view route) {
  if (!refusals.empty()) return without_verdict("error", refusals);
  try {
    Verdict verdict = judge(claim, budget, route);
    if (budget.stopped()) return std::nullopt;
    return Decided{std::string(to_string(verdict.outcome)), std::move(verdict)};
  } catch (const TimeLimitError& error) {
    return without_verdict("undecided", error.what());
  } catch (const InputError& error) {  // a theorem that does not hold there
    say(fmt::format("{}: {}", claim.id, error.what()));
    return without_verdict("error", error.what());
  }
}

}  // namespace hallmark::cli
