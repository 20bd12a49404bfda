#include "lemmas/mechanisms.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

namespace hallmark::lemmas {

namespace {

using Matrix = std::vector<std::vector<Rational>>;
using OutputCounts = std::vector<int>;
using CountsLaw = std::map<OutputCounts, Rational>;

/// The solution of a square system given as rows with the right-hand side last, if it is unique.
std::optional<std::vector<Rational>> solve(Matrix rows) {
  const std::size_t size = rows.size();
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    while (pivot < size && rows[pivot][column] == 0) {
      ++pivot;
    }
    if (pivot == size) {
      return std::nullopt;
    }
    std::swap(rows[pivot], rows[column]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column || rows[row][column] == 0) {
        continue;
      }
      const Rational factor = rows[row][column] / rows[column][column];
      for (std::size_t j = column; j <= size; ++j) {
        rows[row][j] -= factor * rows[column][j];
      }
    }
  }
  std::vector<Rational> solution;
  for (std::size_t row = 0; row < size; ++row) {
    solution.push_back(rows[row][size] / rows[row][row]);
  }
  return solution;
}

bool bit(int pattern, int x) { return ((pattern >> x) & 1) != 0; }

void extend(int k, int size, std::vector<int>& current, std::vector<std::vector<int>>& all) {
  if (static_cast<int>(current.size()) == size) {
    all.push_back(current);
    return;
  }
  for (int value = current.empty() ? 0 : current.back(); value < k; ++value) {
    current.push_back(value);
    extend(k, size, current, all);
    current.pop_back();
  }
}

CountsLaw add_user(const CountsLaw& law, const Randomizer& randomizer, int input) {
  CountsLaw result;
  for (const auto& [histogram, mass] : law) {
    for (std::size_t y = 0; y < randomizer.columns.size(); ++y) {
      OutputCounts next = histogram;
      ++next[y];
      result[next] += mass * randomizer.columns[y][static_cast<std::size_t>(input)];
    }
  }
  return result;
}

/// Weights of the sets of users who have reported, under both datasets, for one history of reports.
struct Masks {
  std::vector<Rational> p;
  std::vector<Rational> q;
};

Masks initial_masks(int n) {
  Masks masks;
  masks.p.resize(std::size_t{1} << n);
  masks.q.resize(std::size_t{1} << n);
  masks.p[0] = 1;
  masks.q[0] = 1;
  return masks;
}

/// One more report: `p_of(user)` and `q_of(user)` are its probabilities when that user is next.
template <class P, class Q>
Masks step(const Masks& masks, int n, const P& p_of, const Q& q_of) {
  Masks next;
  next.p.resize(masks.p.size());
  next.q.resize(masks.q.size());
  for (std::size_t mask = 0; mask < masks.p.size(); ++mask) {
    if (masks.p[mask] == 0 && masks.q[mask] == 0) {
      continue;
    }
    int left = n;
    for (int user = 0; user < n; ++user) {
      left -= static_cast<int>((mask >> user) & 1);
    }
    for (int user = 0; user < n; ++user) {
      if (((mask >> user) & 1) != 0) {
        continue;
      }
      const std::size_t target = mask | (std::size_t{1} << user);
      next.p[target] += masks.p[mask] * p_of(user) / left;
      next.q[target] += masks.q[mask] * q_of(user) / left;
    }
  }
  return next;
}

void walk(const Chooser& chooser, const std::vector<int>& data0, const std::vector<int>& data1,
          std::vector<int>& prefix, const Masks& masks, Pair& pair) {
  const auto n = static_cast<int>(data0.size());
  if (static_cast<int>(prefix.size()) == n) {
    pair.push_back({masks.p.back(), masks.q.back()});
    return;
  }
  const Randomizer& randomizer = chooser(prefix);
  for (std::size_t y = 0; y < randomizer.columns.size(); ++y) {
    const auto& column = randomizer.columns[y];
    const auto probability = [&](const std::vector<int>& data, int user) {
      return column[static_cast<std::size_t>(data[static_cast<std::size_t>(user)])];
    };
    prefix.push_back(static_cast<int>(y));
    walk(chooser, data0, data1, prefix,
         step(
             masks, n, [&](int user) { return probability(data0, user); },
             [&](int user) { return probability(data1, user); }),
         pair);
    prefix.pop_back();
  }
}

/// The pattern after renaming user u >= 1, who holds input u+1, by `order`.
int renamed(int pattern, const std::vector<int>& order) {
  int result = pattern & 3;
  for (std::size_t i = 0; i < order.size(); ++i) {
    result |= ((pattern >> order[i]) & 1) << (i + 2);
  }
  return result;
}

/// Backward induction. The probability of a full history is symmetric in its reports (the order of the users is
/// uniform), and renaming the other users changes nothing (the set of vertices is closed under renaming inputs): the
/// value of a history depends on the multiset of its patterns up to renaming.
class Induction {
 public:
  Induction(int n, const Rational& e, const Rational& w, const std::vector<Vertex>& vertices)
      : n_(n), e_(e), w_(w), vertices_(vertices) {}

  Rational best(const std::vector<int>& history, const Masks& masks) {
    if (static_cast<int>(history.size()) == n_) {
      const Rational excess = masks.p.back() - w_ * masks.q.back();
      return excess > 0 ? excess : Rational(0);
    }
    const auto key = canonical(history);
    const auto found = known_.find(key);
    if (found != known_.end()) {
      return found->second;
    }
    // Inputs: user 0 holds 0 under the first dataset and 1 under the second, user u >= 1 holds u+1.
    const int patterns = (1 << (n_ + 1)) - 1;
    std::vector<Rational> value;
    for (int pattern = 0; pattern < patterns; ++pattern) {
      const auto weight = [&](int input) { return bit(pattern, input) ? e_ : Rational(1); };
      auto longer = history;
      longer.push_back(pattern);
      value.push_back(best(longer, step(
                                       masks, n_, [&](int user) { return weight(user == 0 ? 0 : user + 1); },
                                       [&](int user) { return weight(user + 1); })));
    }
    Rational maximum = 0;
    for (const auto& vertex : vertices_) {
      Rational sum = 0;
      for (const auto& [pattern, c] : vertex) {
        sum += c * value[static_cast<std::size_t>(pattern)];
      }
      maximum = std::max(maximum, sum);
    }
    known_.emplace(key, maximum);
    return maximum;
  }

 private:
  [[nodiscard]] std::vector<int> canonical(const std::vector<int>& history) const {
    std::vector<int> order;
    for (int input = 2; input <= n_; ++input) {
      order.push_back(input);
    }
    std::vector<int> smallest;
    do {
      std::vector<int> candidate;
      for (const int pattern : history) {
        candidate.push_back(renamed(pattern, order));
      }
      std::sort(candidate.begin(), candidate.end());
      if (smallest.empty() || candidate < smallest) {
        smallest = candidate;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    return smallest;
  }

  int n_;
  Rational e_;
  Rational w_;
  const std::vector<Vertex>& vertices_;
  std::map<std::vector<int>, Rational> known_;
};

}  // namespace

Randomizer randomized_response(int k, const Rational& e) {
  Randomizer randomizer;
  const Rational total = e + (k - 1);
  for (int y = 0; y < k; ++y) {
    std::vector<Rational> column(static_cast<std::size_t>(k), Rational(1 / total));
    column[static_cast<std::size_t>(y)] = e / total;
    randomizer.columns.push_back(column);
  }
  return randomizer;
}

std::vector<Vertex> extremal_vertices(int inputs, const Rational& e) {
  // The pattern of all ones is the pattern of all zeros with another c.
  const int patterns = (1 << inputs) - 1;
  std::vector<Vertex> vertices;
  std::vector<int> basis(static_cast<std::size_t>(inputs));
  const std::function<void(std::size_t, int)> choose_basis = [&](std::size_t position, int first) {
    if (position < basis.size()) {
      for (int pattern = first; pattern < patterns; ++pattern) {
        basis[position] = pattern;
        choose_basis(position + 1, pattern + 1);
      }
      return;
    }
    Matrix rows;
    for (int x = 0; x < inputs; ++x) {
      std::vector<Rational> row;
      for (const int pattern : basis) {
        row.push_back(bit(pattern, x) ? e : Rational(1));
      }
      row.emplace_back(1);
      rows.push_back(row);
    }
    const auto solution = solve(rows);
    if (!solution || std::any_of(solution->begin(), solution->end(), [](const Rational& c) { return c < 0; })) {
      return;
    }
    Vertex vertex;
    for (std::size_t i = 0; i < basis.size(); ++i) {
      if ((*solution)[i] > 0) {
        vertex.push_back({basis[i], (*solution)[i]});
      }
    }
    // A degenerate vertex is found through several bases.
    const auto same = [&](const Vertex& other) {
      return std::equal(vertex.begin(), vertex.end(), other.begin(), other.end(),
                        [](const Term& a, const Term& b) { return a.pattern == b.pattern && a.c == b.c; });
    };
    if (std::none_of(vertices.begin(), vertices.end(), same)) {
      vertices.push_back(vertex);
    }
  };
  choose_basis(0, 0);
  return vertices;
}

Randomizer randomizer_of(const Vertex& vertex, int inputs, const Rational& e) {
  Randomizer randomizer;
  for (const auto& [pattern, c] : vertex) {
    std::vector<Rational> column;
    for (int x = 0; x < inputs; ++x) {
      column.push_back(bit(pattern, x) ? Rational(c * e) : c);
    }
    randomizer.columns.push_back(column);
  }
  return randomizer;
}

std::vector<std::vector<int>> multisets(int k, int size) {
  std::vector<std::vector<int>> all;
  std::vector<int> current;
  extend(k, size, current, all);
  return all;
}

Pair shuffled_pair(const Randomizer& randomizer, int x0, int x1, const std::vector<int>& others) {
  CountsLaw law = {{OutputCounts(randomizer.columns.size(), 0), Rational(1)}};
  for (const int input : others) {
    law = add_user(law, randomizer, input);
  }
  const CountsLaw p = add_user(law, randomizer, x0);
  const CountsLaw q = add_user(law, randomizer, x1);
  Pair pair;
  for (const auto& [histogram, mass] : p) {
    pair.push_back({mass, q.at(histogram)});
  }
  return pair;
}

Pair adaptive_pair(const Chooser& chooser, const std::vector<int>& data0, const std::vector<int>& data1) {
  Pair pair;
  std::vector<int> prefix;
  walk(chooser, data0, data1, prefix, initial_masks(static_cast<int>(data0.size())), pair);
  return pair;
}

Rational worst_adaptive_hockey_stick(int n, const Rational& e, const Rational& w) {
  static std::map<std::pair<int, Rational>, std::vector<Vertex>> known_vertices;
  static std::map<std::tuple<int, Rational, Rational>, Rational> known;
  static std::mutex guard;  // checks run in several threads
  std::unique_lock lock(guard);
  const auto found = known.find({n, e, w});
  if (found != known.end()) {
    return found->second;
  }
  const auto [vertices, vertices_are_new] = known_vertices.try_emplace({n, e});
  if (vertices_are_new) {
    vertices->second = extremal_vertices(n + 1, e);
  }
  lock.unlock();  // what a map holds stays in place
  const Rational value = Induction(n, e, w, vertices->second).best({}, initial_masks(n));
  lock.lock();
  known[{n, e, w}] = value;
  return value;
}

}  // namespace hallmark::lemmas
