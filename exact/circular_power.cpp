#include "exact/circular_power.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <tuple>

#include "exact/circular_integers.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

class ComplexNumbers {
 public:
  explicit ComplexNumbers(slong size) : size_(size), values_(_acb_vec_init(size)) {}
  ComplexNumbers(const ComplexNumbers&) = delete;
  ComplexNumbers& operator=(const ComplexNumbers&) = delete;
  ~ComplexNumbers() { _acb_vec_clear(values_, size_); }
  [[nodiscard]] acb_ptr at(slong i) const { return values_ + i; }

 private:
  slong size_;
  acb_ptr values_;
};

// The transform of one length, made ready once.
class Transform {
 public:
  Transform(slong size, slong bits) : bits_(bits) { acb_dft_precomp_init(plan_, size, bits); }
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  ~Transform() { acb_dft_precomp_clear(plan_); }
  void forward(acb_ptr to, acb_srcptr from) const { acb_dft_precomp(to, from, plan_, bits_); }
  void backward(acb_ptr to, acb_srcptr from) const { acb_dft_inverse_precomp(to, from, plan_, bits_); }

 private:
  acb_dft_pre_t plan_;
  slong bits_;
};

// The powers 0 .. n-1 of e^(-2 pi i/n), as products of a coarse and a fine one.
class Turns {
 public:
  Turns(slong n, slong bits) : bits_(bits), fine_(few), coarse_(n / few + 1) {
    for (const auto& [numbers, count, step] :
         {std::tuple(&fine_, std::min(n, few), slong{1}), std::tuple(&coarse_, n / few + 1, few)}) {
      for (slong i = 0; i < count; ++i) {
        arb_t angle;
        arb_init(angle);
        arb_set_si(angle, -2 * i * step);
        arb_div_si(angle, angle, n, bits + 8);
        arb_sin_cos_pi(acb_imagref(numbers->at(i)), acb_realref(numbers->at(i)), angle, bits);
        arb_clear(angle);
      }
    }
  }
  void get(acb_ptr to, slong power) const { acb_mul(to, coarse_.at(power / few), fine_.at(power % few), bits_); }

 private:
  static constexpr slong few = 1024;
  slong bits_;
  ComplexNumbers fine_;
  ComplexNumbers coarse_;
};

// Asks a budget now and then, and remembers the end.
class Watch {
 public:
  explicit Watch(const Budget& budget) : budget_(budget) {}
  bool is_over(slong piece) {
    constexpr slong pieces = 64;
    if (piece % pieces == 0 && budget_.expired()) over_ = true;
    return over_;
  }

 private:
  const Budget& budget_;
  std::atomic<bool> over_ = false;
};

// n numbers as a table of `rows` times `columns`: transforms of the columns, turns, transforms of the rows, with the
// budget asked between them. Frequency k1 + rows k2 stands in row k1 at k2.
class RootsTable {
 public:
  RootsTable(slong log2_size, slong bits)
      : rows_(slong{1} << (log2_size / 2)),
        columns_(slong{1} << (log2_size - log2_size / 2)),
        bits_(bits),
        numbers_(rows_ * columns_),
        turns_(rows_ * columns_, bits),
        down_(rows_, bits),
        along_(columns_, bits) {}

  [[nodiscard]] acb_ptr at(slong i) const { return numbers_.at(i); }

  // In place of every column its transform, each number turned by k1 j2 / n before or after.
  bool every_column(bool forward, const Budget& budget) {
    Watch watch(budget);
    parallel_for(columns_, [&](slong j) {
      if (watch.is_over(j)) return;
      const ComplexNumbers from(rows_);
      const ComplexNumbers to(rows_);
      const ComplexNumbers turn(1);
      const auto turned = [&](acb_ptr x, slong i) {
        turns_.get(turn.at(0), i * j);
        if (!forward) acb_conj(turn.at(0), turn.at(0));
        acb_mul(x, x, turn.at(0), bits_);
      };
      for (slong i = 0; i < rows_; ++i) {
        acb_swap(from.at(i), at(i * columns_ + j));
        if (!forward) turned(from.at(i), i);
      }
      (forward ? down_.forward(to.at(0), from.at(0)) : down_.backward(to.at(0), from.at(0)));
      for (slong i = 0; i < rows_; ++i) {
        if (forward) turned(to.at(i), i);
        acb_swap(to.at(i), at(i * columns_ + j));
      }
    });
    return !watch.is_over(0);
  }

  // In place of every row the transform back of the powers of its transform; the row rows - i holds conjugates of row i.
  bool every_row_to_the(ulong rounds, const Budget& budget) {
    Watch watch(budget);
    parallel_for(rows_ / 2 + 1, [&](slong i) {
      if (watch.is_over(i)) return;
      const ComplexNumbers powers(columns_);
      along_.forward(powers.at(0), at(i * columns_));
      for (slong k = 0; k < columns_; ++k) acb_pow_ui(powers.at(k), powers.at(k), rounds, bits_);
      along_.backward(at(i * columns_), powers.at(0));
      const slong other = (rows_ - i) % rows_;
      if (other == i) return;
      const ComplexNumbers mirrored(columns_);
      for (slong k = 0; k < columns_; ++k) acb_conj(mirrored.at(columns_ - 1 - k), powers.at(k));
      along_.backward(at(other * columns_), mirrored.at(0));
    });
    return !watch.is_over(0);
  }

 private:
  slong rows_;
  slong columns_;
  slong bits_;
  ComplexNumbers numbers_;
  Turns turns_;
  Transform down_;
  Transform along_;
};

}  // namespace

std::optional<std::vector<Ball>> circular_power(const std::vector<Ball>& masses, slong rounds, slong log2_size,
                                                slong bits, const Budget& budget) {
  if (rounds < 1) throw InputError("circular_power", "rounds", std::to_string(rounds), "at least 1");
  if (log2_size < 1 || log2_size > 22) {
    throw InputError("circular_power", "log2_size", std::to_string(log2_size), "an integer from 1 to 22");
  }
  const slong n = slong{1} << log2_size;
  if (static_cast<slong>(masses.size()) > n) {
    throw InputError("circular_power", "masses", std::to_string(masses.size()), "at most 2^log2_size values");
  }
  if (budget.expired()) return std::nullopt;
  // Few copies, and short circles, are quick in balls, and what is published of them rests on the widths of balls.
  constexpr slong most_integer_bits = 112, least_log2_size = 12, least_rounds = 100;
  if (bits <= most_integer_bits && log2_size >= least_log2_size && rounds >= least_rounds) {
    auto sums = circular_power_in_integers(masses, rounds, log2_size, bits, budget);
    if (sums || budget.expired()) return sums;
  }
  RootsTable table(log2_size, bits);
  for (std::size_t i = 0; i < masses.size(); ++i) acb_set_arb(table.at(static_cast<slong>(i)), masses[i].raw());
  const bool is_done = table.every_column(true, budget) && table.every_row_to_the(static_cast<ulong>(rounds), budget) &&
                       table.every_column(false, budget);
  if (!is_done) return std::nullopt;
  std::vector<Ball> sums;
  sums.reserve(static_cast<std::size_t>(n));
  for (slong i = 0; i < n; ++i) {
    sums.emplace_back(0, bits);
    arb_swap(sums.back().raw(), acb_realref(table.at(i)));
  }
  return sums;
}

}  // namespace hallmark
