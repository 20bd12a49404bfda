// A class of mechanisms: one pair above all of them, and a family of pairs of members below.
#pragma once

#include "bounds/basic/family.hpp"
#include "bounds/certifier.hpp"

namespace hallmark::basic {

/// A class of mechanisms that is closed under exchange of the two datasets.
struct PairClass {
  Law upper;                                                             // dominates every round of every member
  std::function<Rational(const Rational& share, slong bits)> parameter;  // of the pair at a share in (0, 1)
  std::function<Law(const Rational& t)> pair;                            // one round of a member, by that parameter
  std::function<Rational(const Rational& t, slong bits)> largest;        // an upper end of its largest log ratio
  std::function<std::string(const Rational& t)> below;                   // what it is, in words
};

/// delta and epsilon of all members, adaptively composed: the pair above; below the best pair that is the same in all rounds.
/// Kind:      encloses, as a bracket
/// Units:     nats; both directions are one number
/// Domain:    rounds >= 1; otherwise throws InputError
/// Rigor:     every parameter gives a lower end; it is searched, and no part of a proof; it is the witness `threshold`
[[nodiscard]] Answer delta_of_class(const PairClass& all, const Arguments& x, const Request& r);
[[nodiscard]] Answer epsilon_of_class(const PairClass& all, const Arguments& x, const Request& r);

}  // namespace hallmark::basic
