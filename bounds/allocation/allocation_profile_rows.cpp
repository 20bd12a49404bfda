// The rows of the registry for the privacy profile of random allocation with Gaussian noise: allocation.delta,
// .epsilon.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <optional>

#include "bounds/allocation/certifiers.hpp"
#include "bounds/allocation/profile_routes.hpp"
#include "bounds/rows.hpp"
#include "bounds/shared_tables.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using namespace rows;

allocation::ProfileParameters profile(std::string_view id, const Arguments& x, Direction d) {
  check_selected(id, x);
  return {x.number("sigma"), x.count("steps"), x.count("epochs"), d, x.count("selected")};
}

Answer delta_one_direction(const Arguments& x, const Number& at, const Request& r, Direction d, const Budget& budget,
                           allocation::ProfileTables* shared = nullptr, const Rational& floor = -1) {
  return allocation::delta_by_routes(profile("allocation.delta", x, d), at, r, budget, shared, floor);
}

Answer epsilon_one_direction(const Arguments& x, const Request& r, Direction d, const Budget& budget,
                             const Rational& floor) {
  return allocation::epsilon_by_routes(profile("allocation.epsilon", x, d), x.number("delta"), r, budget, floor);
}

// A bound of the same parameters, by its own row. A theorem about one direction answers for that one only: where both
// are asked for it is a note, not an end.
Method method_of(const Entry& e, std::optional<Direction> only, const Arguments& x, const Request& r) {
  Method m;
  m.id = e.id;
  ParameterTexts texts;
  for (const Parameter& p : e.parameters) {
    const auto given = x.canonical().find(std::string(p.name));
    if (given != x.canonical().end()) texts[std::string(p.name)] = given->second;
  }
  const bool partly = only && x.direction() == Direction::both;
  if (partly) texts["direction"] = to_string(*only);
  try {
    const Answer one = evaluate(e, e.arguments(texts), {.digits = r.digits, .budget = r.budget});
    m.axioms = one.axioms;
    m.note = one.method;
    if (partly) {
      m.note =
          fmt::format("{} only: at most {}; {}", to_string(*only), decimal(one.hi, r.digits, Rounding::up), one.method);
    } else {
      m.hi = one.hi;
    }
  } catch (const InputError& error) {
    m.note = error.what();
  }
  return m;
}

void list_methods(Answer& a, std::string_view prefix, const Arguments& x, const Request& r) {
  struct Suffix {
    std::string_view name;
    std::optional<Direction> only;  // the direction that the theorem is about
  };
  constexpr Suffix suffixes[] = {{"renyi", {}},
                                 {"blocks", {}},
                                 {"overlap", Direction::remove},
                                 {"direct-add", Direction::add},
                                 {"laplace-add", Direction::add},
                                 {"decomposition", {}},
                                 {"truncated-poisson", {}},
                                 {"recursive", {}}};
  for (const auto& [name, only] : suffixes) {
    const Entry* e = find_entry(fmt::format("{}.{}", prefix, name));
    if (e != nullptr) a.methods.push_back(method_of(*e, only, x, r));
  }
}

// Both directions: add, the cheaper, on half of the time, so that neither goes without; remove on all that is left.
// Of several selected steps, of which every digit is costly, remove first: add only where it may be the larger.
using OneDirection = std::function<Answer(Direction, const Budget&, const Rational& floor)>;
Answer over_shares(const Arguments& x, const Request& r, const OneDirection& one) {
  if (x.direction() != Direction::both) return one(x.direction(), r.budget, -1);
  if (x.count("selected") > 1) {
    const Answer remove = one(Direction::remove, r.budget.half(), -1);
    return over_directions(x,
                           [&](Direction d) { return d == Direction::remove ? remove : one(d, r.budget, remove.lo); });
  }
  const Answer add = one(Direction::add, r.budget.half(), -1);
  return over_directions(x, [&](Direction d) { return d == Direction::add ? add : one(d, r.budget, -1); });
}

// The thresholds of one pair asked for together, with what they share. A function of the key alone, but for what a
// budget cut short, which is taken up again.
class Together {
 public:
  Answer delta(const Arguments& x, const Request& r) {
    const std::lock_guard lock(mutex_);
    if (parts_[0].answers.empty()) start(r);
    const auto at = std::find(r.thresholds.begin(), r.thresholds.end(), x.number("eps"));
    require(at != r.thresholds.end(), "a threshold of the list");
    const auto wanted = static_cast<std::size_t>(at - r.thresholds.begin());
    return over_shares(x, r, [&](Direction d, const Budget& budget, const Rational&) {
      Part& part = parts_[d == Direction::add ? 1 : 0];
      for (const std::size_t i : part.order) {
        std::optional<Answer>& a = part.answers[i];
        if (a && (a->reached || i != wanted || budget.expired())) continue;
        a = delta_one_direction(x, r.thresholds[i], r, d, budget, &part.shared);
      }
      return *part.answers[wanted];
    });
  }

 private:
  struct Part {
    allocation::ProfileTables shared;
    std::vector<std::size_t> order;
    std::vector<std::optional<Answer>> answers;
  };

  void start(const Request& r) {
    for (Part& part : parts_) {
      // A table serves smaller thresholds of remove, and larger ones of add.
      const double sign = &part == parts_.data() ? -1 : 1;
      part.answers.resize(r.thresholds.size());
      part.order.resize(r.thresholds.size());
      std::iota(part.order.begin(), part.order.end(), std::size_t{0});
      std::stable_sort(part.order.begin(), part.order.end(), [&](std::size_t i, std::size_t j) {
        return sign * roughly(r.thresholds[i].ball(64)) < sign * roughly(r.thresholds[j].ball(64));
      });
    }
  }

  std::mutex mutex_;
  std::array<Part, 2> parts_;
};

Answer allocation_delta(const Arguments& x, const Request& r) {
  static SharedTables<Together> tables;
  constexpr std::size_t few = 2;  // a table that is kept needs more bits than one threshold each on its own
  Answer a = r.thresholds.size() > few
                 ? tables.at(shared_key(x, r))->delta(x, r)
                 : over_shares(x, r, [&](Direction d, const Budget& budget, const Rational& floor) {
                     return delta_one_direction(x, x.number("eps"), r, d, budget, nullptr, floor);
                   });
  if (r.all_methods) list_methods(a, "allocation.delta", x, r);
  return a;
}

Answer allocation_epsilon(const Arguments& x, const Request& r) {
  Answer a = over_shares(x, r, [&](Direction d, const Budget& budget, const Rational& floor) {
    return epsilon_one_direction(x, r, d, budget, floor);
  });
  if (r.all_methods) list_methods(a, "allocation.epsilon", x, r);
  return a;
}

}  // namespace

std::vector<Entry> allocation_profile_rows() {
  return {row("allocation.delta", allocation_delta, &allocation_delta_certifier),
          row("allocation.epsilon", allocation_epsilon, &allocation_epsilon_certifier)};
}

}  // namespace hallmark
