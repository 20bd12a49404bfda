// Matrix mechanisms: Kahane's inequality on moments, which are exact, and where it may not be used.
#include <string>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

using Matrix = std::vector<std::vector<Rational>>;

/// E (mean of e^(Y_j - Var Y_j / 2))^k, Y normal of covariance g: the mean over all k-tuples of bins of e to the sum of
/// the covariances of their pairs.
Enclosure moment(const Matrix& g, int k) {
  const auto bins = g.size();
  std::vector<std::size_t> tuple(static_cast<std::size_t>(k), 0);
  Enclosure sum = 0;
  long tuples = 0;
  while (true) {
    Rational exponent = 0;
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) exponent += g[tuple[i]][tuple[j]];
    }
    sum += exp(Enclosure(exponent));
    ++tuples;
    std::size_t i = 0;
    while (i < tuple.size() && ++tuple[i] == bins) tuple[i++] = 0;
    if (i == tuple.size()) return sum / Enclosure(tuples);
  }
}

/// The Gram matrix of `bins` bins over `n` iterations of the Toeplitz matrix with that first column.
Matrix gram(const std::vector<Rational>& column, std::size_t n, std::size_t bins) {
  Matrix means(bins, std::vector<Rational>(n, Rational(0)));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t t = i; t < n && t - i < column.size(); ++t) means[i % bins][t] += column[t - i];
  }
  Matrix g(bins, std::vector<Rational>(bins, Rational(0)));
  for (std::size_t j = 0; j < bins; ++j) {
    for (std::size_t k = 0; k < bins; ++k) {
      for (std::size_t t = 0; t < n; ++t) g[j][k] += means[j][t] * means[k][t];
    }
  }
  return g;
}

std::string gram_text(const Matrix& g) {
  std::string all;
  for (const auto& row : g) {
    for (const Rational& x : row) all += (all.empty() ? "" : " ") + lemmas::text(x);
  }
  return all;
}

/// Covariances grow entry by entry, by squares added on the diagonal and off it: the moments of orders 2 to 4 grow.
void ordered_moments(Tally& tally, bool long_run) {
  Random random("matrix-gaussian.kahane");
  for (int round = 0; round < (long_run ? 400 : 60); ++round) {
    const auto bins = static_cast<std::size_t>(2 + random.below(3));
    std::vector<Rational> column{1};
    for (int i = 0; i < 3; ++i) column.push_back(ratio(random.below(5), 4));
    Matrix low = gram(column, 6, bins);
    for (auto& row : low) {
      for (Rational& x : row) x /= 8;
    }
    // Plus m m' for a vector m >= 0: positive semidefinite and nonnegative.
    Matrix high = low;
    std::vector<Rational> more;
    for (std::size_t j = 0; j < bins; ++j) more.push_back(ratio(random.below(4), 5));
    for (std::size_t j = 0; j < bins; ++j) {
      for (std::size_t k = 0; k < bins; ++k) high[j][k] += more[j] * more[k];
    }
    for (int k = 2; k <= 4; ++k) {
      tally.expect(less_equal(moment(low, k), moment(high, k)) || gram_text(low) == gram_text(high),
                   [&] { return "k = " + std::to_string(k) + ": " + gram_text(low) + " above " + gram_text(high); });
    }
  }
}

/// The same where one covariance falls while the others stay: the second moment falls.
void one_out_of_order(Tally& tally) {
  const Matrix low{{1, ratio(1, 2)}, {ratio(1, 2), 1}};
  const Matrix high{{1, ratio(1, 4)}, {ratio(1, 4), 1}};
  tally.expect(less_equal(moment(low, 2), moment(high, 2)),
               [] { return std::string("variances 1, covariance 1/2 and then 1/4: the second moment falls"); });
}

/// The common part from entries off the diagonal alone, the own part what is left of the least diagonal entry.
void own_part_is_a_variance(Tally& tally) {
  for (std::size_t n = 2; n <= 6; ++n) {
    for (std::size_t bins = 2; bins <= n; ++bins) {
      const Matrix g = gram(std::vector<Rational>(n, Rational(1)), n, bins);
      Rational off = g[0][1];
      Rational diagonal = g[0][0];
      for (std::size_t j = 0; j < bins; ++j) {
        diagonal = std::min(diagonal, g[j][j]);
        for (std::size_t k = 0; k < j; ++k) off = std::min(off, g[j][k]);
      }
      tally.expect(diagonal - off >= 0, [&] {
        return "prefix sums, n = " + std::to_string(n) + ", bins = " + std::to_string(bins) + ": least off " +
               lemmas::text(off) + ", least diagonal " + lemmas::text(diagonal);
      });
    }
  }
}

/// m_j of a Toeplitz matrix is one vector moved down by j: G_jk = sum over u < n - k of s_u s_(u+k-j).
void shifted_sums(Tally& tally) {
  const std::vector<Rational> column{1, ratio(1, 2), 0, ratio(3, 7)};
  for (std::size_t n = 4; n <= 9; ++n) {
    for (std::size_t bins = 1; bins <= n; ++bins) {
      std::vector<Rational> s(n, Rational(0));
      for (std::size_t u = 0; u < n; ++u) {
        for (std::size_t l = 0; l * bins <= u; ++l) {
          if (u - l * bins < column.size()) s[u] += column[u - l * bins];
        }
      }
      const Matrix g = gram(column, n, bins);
      for (std::size_t j = 0; j < bins; ++j) {
        for (std::size_t k = j; k < bins; ++k) {
          Rational sum = 0;
          for (std::size_t u = 0; u + k < n; ++u) sum += s[u] * s[u + k - j];
          tally.expect(sum == g[j][k], [&] { return "n = " + std::to_string(n) + ", bins = " + std::to_string(bins); });
        }
      }
    }
  }
}

}  // namespace

Checks matrix_gaussian_lemmas() {
  return {
      {"matrix-gaussian.kahane", ordered_moments},
      {"matrix-gaussian.kahane.one-out-of-order", one_out_of_order},
      {"matrix-gaussian.common-part", own_part_is_a_variance},
      {"matrix-gaussian.shifts", shifted_sums},
  };
}

}  // namespace hallmark::lemmas
