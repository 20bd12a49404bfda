#pragma once

#include <functional>
#include <map>
#include <vector>

#include "lemmas/exact_pairs.hpp"

namespace hallmark::lemmas {

/// A local randomizer with finitely many inputs and outputs: columns[y][x] = Pr[R(x) = y].
struct Randomizer {
  std::vector<std::vector<Rational>> columns;
};

/// k-ary randomized response: the truth with probability E/(E+k-1), every other value with probability 1/(E+k-1).
[[nodiscard]] Randomizer randomized_response(int k, const Rational& e);

/// A vertex of the polytope of pattern randomizers: one output a term, of probability c E^(bit x of pattern) on input
/// x.
///
/// Why these suffice. A column v of an eps0-local randomizer satisfies v(x) <= E v(y) for all x, y; the extreme rays of
/// that cone are the patterns with values in {c, cE}. Splitting each column along extreme rays gives a randomizer of
/// which the first is a post-processing. Its coefficients c lie in the polytope {c >= 0, sum_b c_b E^b(x) = 1 for all
/// x}; a point of it is a mixture of vertices, and telling which vertex was drawn is again more informative. H_w only
/// grows in both steps.
struct Term {
  int pattern;
  Rational c;
};
using Vertex = std::vector<Term>;

/// All vertices of the polytope with the given number of inputs.
[[nodiscard]] std::vector<Vertex> extremal_vertices(int inputs, const Rational& e);
[[nodiscard]] Randomizer randomizer_of(const Vertex& vertex, int inputs, const Rational& e);

/// All multisets of `size` values out of 0..k-1, as sorted vectors.
[[nodiscard]] std::vector<std::vector<int>> multisets(int k, int size);

/// The pair of laws of the histogram of shuffled reports when everyone uses the same randomizer: user 1 holds x0 or x1,
/// the others hold `others`. Given the histogram all orders are equally likely, so the histogram is sufficient.
[[nodiscard]] Pair shuffled_pair(const Randomizer& randomizer, int x0, int x1, const std::vector<int>& others);

/// The pair of laws of the sequence of reports of a sequential protocol: a uniformly random order of the users, and the
/// i-th user in that order applies the randomizer chosen from the first i-1 reports.
using Chooser = std::function<const Randomizer&(const std::vector<int>& prefix)>;
[[nodiscard]] Pair adaptive_pair(const Chooser& chooser, const std::vector<int>& data0, const std::vector<int>& data1);

/// max H_w(M(X0)||M(X1)) over every sequential shuffled protocol whose randomizers are E-local, whatever their outputs
/// and however they depend on the reports so far, with n users who hold different inputs. Exact: the last report is
/// chosen by the best vertex for each history, and so on backwards; by homogeneity the value of a history depends on
/// its patterns only.
/// Results are kept: several lemmas ask for the same ones.
[[nodiscard]] Rational worst_adaptive_hockey_stick(int n, const Rational& e, const Rational& w);

}  // namespace hallmark::lemmas
