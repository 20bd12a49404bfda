#include "exact/partitions.hpp"

#include "exact/error.hpp"

namespace hallmark {

Partitions::Partitions(slong n) {
  if (n < 0 || n > 1'000'000) throw InputError("Partitions", "n", Rational(n).to_string(), "an integer from 0 to 10^6");
  // Distinct parts a_1 > ... > a_g sum to at most n, so g (g + 1) / 2 <= n.
  std::size_t most = 1;
  while (most * (most + 1) / 2 <= static_cast<std::size_t>(n)) ++most;
  groups_.reserve(most + 1);
  if (n > 0) groups_.push_back({n, 1});
  parts_ = n > 0 ? 1 : 0;
}

bool Partitions::next() {
  if (groups_.empty() || groups_.front().part == 1) return false;
  slong rest = 0;
  if (groups_.back().part == 1) {
    rest = groups_.back().count;
    parts_ -= rest;
    groups_.pop_back();
  }
  // One off the last part above 1.
  const slong part = groups_.back().part;
  rest += part;
  --parts_;
  first_changed_ = groups_.size() - 1;
  if (--groups_.back().count == 0) groups_.pop_back();
  // Dealt out again in parts as large as the order allows.
  const slong smaller = part - 1;
  groups_.push_back({smaller, rest / smaller});
  parts_ += rest / smaller;
  rest %= smaller;
  if (rest > 0) {
    groups_.push_back({rest, 1});
    ++parts_;
  }
  return true;
}

std::vector<Rational> partition_counts(slong n) {
  if (n < 0 || n > 100'000) {
    throw InputError("partition_counts", "n", Rational(n).to_string(), "an integer from 0 to 10^5");
  }
  std::vector<Rational> p(static_cast<std::size_t>(n) + 1);
  p[0] = 1;
  for (slong m = 1; m <= n; ++m) {
    Rational& sum = p[static_cast<std::size_t>(m)];
    for (slong k = 1; k * (3 * k - 1) / 2 <= m; ++k) {
      for (const slong pentagonal : {k * (3 * k - 1) / 2, k * (3 * k + 1) / 2}) {
        if (pentagonal > m) continue;
        const Rational& term = p[static_cast<std::size_t>(m - pentagonal)];
        sum = k % 2 == 1 ? sum + term : sum - term;
      }
    }
  }
  return p;
}

}  // namespace hallmark
