// The row of the registry for the steps that random allocation needs: allocation.steps.
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer allocation_steps(const Arguments& x, const Request& r) {
  CountQuestion question = *question_within("allocation.steps");
  question.least = x.count("selected");
  return count_within(question, x, r);
}

}  // namespace

std::vector<Entry> allocation_steps_rows() { return {row("allocation.steps", allocation_steps)}; }

}  // namespace hallmark
