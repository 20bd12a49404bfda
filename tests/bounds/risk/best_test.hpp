// The best test between two laws of few atoms, by all events: the definition, with nothing clever.
#pragma once

#include <algorithm>
#include <vector>

#include "exact/rational.hpp"

namespace hallmark::test {

using Atoms = std::vector<Rational>;

// The largest P(phi) with Q(phi) <= a over all tests: events, and chance between two of them.
inline Rational best_test(const Atoms& p, const Atoms& q, const Rational& a) {
  struct Event {
    Rational p, q;
  };
  std::vector<Event> events;
  for (unsigned long set = 0; set < 1UL << p.size(); ++set) {
    Event e{0, 0};
    for (std::size_t i = 0; i < p.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      e.p += p[i];
      e.q += q[i];
    }
    events.push_back(e);
  }
  Rational best = 0;
  for (const Event& below : events) {
    if (below.q > a) continue;
    best = std::max(best, below.p);
    for (const Event& above : events) {
      if (above.q <= a) continue;
      best = std::max(best, below.p + (above.p - below.p) * (a - below.q) / (above.q - below.q));
    }
  }
  return best;
}

}  // namespace hallmark::test
