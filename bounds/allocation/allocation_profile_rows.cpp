// The rows of the registry for the privacy profile of random allocation with Gaussian noise: allocation.delta,
// .epsilon.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>

#include "bounds/allocation/certifiers.hpp"
#include "bounds/allocation/profile_routes.hpp"
#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using namespace rows;

constexpr std::string_view delta_id = "allocation.delta";
constexpr std::string_view epsilon_id = "allocation.epsilon";

allocation::ProfileQuestion question(std::string_view id, const Arguments& x, const Number& at, const Request& r,
                                     Direction d, allocation::ProfileTables* tables = nullptr) {
  check_selected(id, x);
  return {{x.number("sigma"), x.count("steps"), x.count("selected")}, x.count("epochs"), d, at, r, tables};
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

// The add direction must not go without because the remove direction takes long.
Budget share(const Arguments& x, const Request& r, Direction d) {
  return x.direction() == Direction::both && d == Direction::remove ? r.budget.half() : r.budget;
}

// The thresholds of one pair asked for together, with what they share. A function of the key alone, but for what a
// budget cut short, which is taken up again.
class Together {
 public:
  Answer delta(const Arguments& x, const Request& r) {
    const std::lock_guard lock(mutex_);
    restart(x, r);
    const auto at = std::find(r.thresholds.begin(), r.thresholds.end(), x.number("eps"));
    require(at != r.thresholds.end(), "a threshold of the list");
    const auto wanted = static_cast<std::size_t>(at - r.thresholds.begin());
    return over_directions(x, [&](Direction d) {
      Part& part = parts_[d == Direction::add ? 1 : 0];
      const Budget budget = share(x, r, d);
      for (const std::size_t i : part.order) {
        std::optional<Answer>& a = part.answers[i];
        if (a && (a->reached || i != wanted || budget.expired())) continue;
        a = allocation::delta_by_routes(question(delta_id, x, r.thresholds[i], r, d, &part.tables), budget);
      }
      return *part.answers[wanted];
    });
  }

 private:
  struct Part {
    allocation::ProfileTables tables;
    std::vector<std::size_t> order;
    std::vector<std::optional<Answer>> answers;
  };

  void restart(const Arguments& x, const Request& r) {
    std::string key = fmt::format("{} {} {}", r.digits, r.default_effort, r.route);
    for (const auto& [name, text] : x.canonical()) {
      if (name != "eps") key += ";" + name + "=" + text;
    }
    for (const Number& eps : r.thresholds) key += ";" + eps.to_string();
    if (key == key_) return;
    parts_ = {};
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
    key_ = std::move(key);
  }

  std::mutex mutex_;
  std::string key_;
  std::array<Part, 2> parts_;
};

Answer allocation_delta(const Arguments& x, const Request& r) {
  Answer a = r.thresholds.size() > 1 ? r.session->of<Together>().delta(x, r) : over_directions(x, [&](Direction d) {
    return allocation::delta_by_routes(question(delta_id, x, x.number("eps"), r, d), share(x, r, d));
  });
  if (r.all_methods) list_methods(a, delta_id, x, r);
  return a;
}

Answer allocation_epsilon(const Arguments& x, const Request& r) {
  Answer a = over_directions(x, [&](Direction d) {
    return allocation::epsilon_by_routes(question(epsilon_id, x, x.number("delta"), r, d), share(x, r, d));
  });
  if (r.all_methods) list_methods(a, epsilon_id, x, r);
  return a;
}

}  // namespace

std::vector<Entry> allocation_profile_rows() {
  std::vector<Entry> t;
  t.push_back({.id = "allocation.delta",
               .summary = "delta of random allocation with Gaussian noise",
               .bounds = Bounds::mechanism,
               .kind = Kind::bracket,
               .status = Status::proved,
               .theorem = "[FS25] Theorem 3.1 and Lemma F.1 of the later version",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, steps, selected, epochs, eps, direction},
               .cost = "20 to 4000 values of a Laplace transform; convex laws for epochs and several selected steps",
               .routes = "laplace convex cross",
               .certifier = &allocation_delta_certifier,
               .axiom = allocation_reduction(),
               .evaluate = allocation_delta});
  t.push_back({.id = "allocation.epsilon",
               .summary = "smallest eps with allocation.delta <= delta",
               .bounds = Bounds::mechanism,
               .kind = Kind::bracket,
               .status = Status::proved,
               .theorem = "[FS25] Theorem 3.1 and Lemma F.1 of the later version",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, steps, selected, epochs, positive_delta, direction},
               .cost = "a table of allocation.delta",
               .routes = "laplace convex cross",
               .certifier = &allocation_epsilon_certifier,
               .inverse = InverseOf{"allocation.delta", nonincreasing},
               .axiom = allocation_reduction(),
               .evaluate = allocation_epsilon});
  return t;
}

}  // namespace hallmark
