// The rows of the registry for random allocation of mechanisms with other noise than Gaussian, and of tables.
#include <cmath>

#include "bounds/allocation/allocation_of.hpp"
#include "bounds/allocation/certifiers.hpp"
#include "bounds/basic/discrete_gaussian.hpp"
#include "bounds/basic/discrete_laplace.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using basic::Family;
using basic::Law;

Law allocated(std::string_view id, const Law& step, const Arguments& x) {
  rows::check_selected(id, x);
  return allocation::allocated(step, x.count("steps"), x.count("selected"), x.direction());
}

Law of_laplace(const Arguments& x) { return allocated("allocation-laplace", basic::laplace(x.number("eps0")), x); }
Law of_discrete_laplace(const Arguments& x) {
  return allocated("allocation-discrete-laplace", basic::discrete_laplace(x.number("a"), x.count("sensitivity")), x);
}
Law of_discrete_gaussian(const Arguments& x) {
  return allocated("allocation-discrete-gaussian", basic::discrete_gaussian(x.number("sigma2"), x.count("sensitivity")),
                   x);
}
Law of_table(const Arguments& x) {
  return allocated("allocation-table", allocation::table_pair(x.rows("table"), x.direction()), x);
}

// The law of a table is that of one direction.
void answer_each_direction(Entry& row) {
  row.evaluate = [one = row.evaluate, id = row.id](const Arguments& x, const Request& r) {
    return rows::over_directions(x, [&](Direction direction) {
      return one(arguments_at(entry(id), {{"direction", std::string(to_string(direction))}}, x), r);
    });
  };
}

// Every step selected: the rounds of all epochs.
slong epochs_of(const Arguments& x) {
  constexpr slong most = 1'000'000'000'000'000;
  const slong each = x.count("selected") == x.count("steps") ? x.count("steps") : 1;
  const Rational all = Rational(each) * x.count("epochs");
  return all > Rational(most) ? most + 1 : all.to_long();
}

// The checker counts how often each outcome occurs.
std::string_view unless_few_counts(const Arguments& x) {
  if (x.count("epochs") != 1) return no_words;
  constexpr slong most_steps = 200;
  constexpr double most_vectors = 1e6;
  const slong steps = x.count("steps");
  double outcomes = 0;
  if (x.has("table")) outcomes = static_cast<double>(x.rows("table").front().size());
  // As many as the checker lists for 128 bits or so.
  if (x.has("sensitivity")) outcomes = 1 + static_cast<double>(x.count("sensitivity"));
  if (x.has("sigma2")) outcomes += 40 * std::sqrt(roughly(x.number("sigma2").ball(64)));
  double vectors = 1;
  for (double i = 1; i < outcomes && vectors <= most_vectors; ++i) vectors *= (static_cast<double>(steps) + i) / i;
  return steps <= most_steps && vectors <= most_vectors ? "" : too_much_work;
}
const Certifier counts_delta_certifier{
    .methods = "sums", .prepare = nothing_more<witness::Sums>, .obstacle = unless_few_counts};
const Certifier counts_epsilon_certifier{.methods = "sums",
                                         .prepare = nothing_more<witness::Sums>,
                                         .obstacle = unless_few_counts,
                                         .can_state = is_moderate_eps};

Family allocation_of(std::string_view name, Law (*law)(const Arguments& x), std::string_view noise = {}) {
  const bool counted = noise.empty();  // else Laplace noise
  return {.name = name,
          .law = law,
          .noise = noise,
          .grows = true,
          .rounds = epochs_of,
          .delta_certifier = counted ? &counts_delta_certifier : &allocation_laplace_delta_certifier,
          .epsilon_certifier = counted ? &counts_epsilon_certifier : &allocation_laplace_epsilon_certifier,
          .inverse_certifier = nullptr};
}

}  // namespace

std::vector<Entry> allocation_of_rows() {
  std::vector<Entry> t;
  for (const Family& f : {allocation_of("allocation-laplace", of_laplace, "eps0"),
                          allocation_of("allocation-discrete-laplace", of_discrete_laplace),
                          allocation_of("allocation-discrete-gaussian", of_discrete_gaussian),
                          allocation_of("allocation-table", of_table)}) {
    for (Entry& row : basic::family_rows(f)) {
      if (f.law == of_table) answer_each_direction(row);
      t.push_back(std::move(row));
    }
  }
  return t;
}

}  // namespace hallmark
