#include "exact/circular_power.hpp"

#include <string>

#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

class ComplexNumbers {
 public:
  explicit ComplexNumbers(long size) : size_(size), values_(_acb_vec_init(size)) {}
  ComplexNumbers(const ComplexNumbers&) = delete;
  ComplexNumbers& operator=(const ComplexNumbers&) = delete;
  ~ComplexNumbers() { _acb_vec_clear(values_, size_); }
  [[nodiscard]] acb_ptr raw() { return values_; }

 private:
  long size_;
  acb_ptr values_;
};

}  // namespace

std::optional<std::vector<Ball>> circular_power(const std::vector<Ball>& masses, long rounds, long log2_size, long bits,
                                                const Budget& budget) {
  if (rounds < 1) throw InputError("circular_power", "rounds", std::to_string(rounds), "at least 1");
  if (log2_size < 1 || log2_size > 22) {
    throw InputError("circular_power", "log2_size", std::to_string(log2_size), "an integer from 1 to 22");
  }
  const long n = 1L << log2_size;
  if (static_cast<long>(masses.size()) > n) {
    throw InputError("circular_power", "masses", std::to_string(masses.size()), "at most 2^log2_size values");
  }
  ComplexNumbers time(n);
  ComplexNumbers frequency(n);
  for (std::size_t i = 0; i < masses.size(); ++i) acb_set_arb(time.raw() + i, masses[i].raw());
  acb_dft(frequency.raw(), time.raw(), n, bits);
  if (budget.expired()) return std::nullopt;
  // Real input: the values at n - i are conjugate to those at i.
  constexpr long piece = 1024;
  const long half = n / 2 + 1;
  parallel_for((half + piece - 1) / piece, [&](long part) {
    for (long i = part * piece; i < std::min(half, (part + 1) * piece); ++i) {
      acb_pow_ui(frequency.raw() + i, frequency.raw() + i, static_cast<ulong>(rounds), bits);
      if (i > 0 && i < n / 2) acb_conj(frequency.raw() + (n - i), frequency.raw() + i);
    }
  });
  if (budget.expired()) return std::nullopt;
  acb_dft_inverse(time.raw(), frequency.raw(), n, bits);
  std::vector<Ball> sums;
  sums.reserve(static_cast<std::size_t>(n));
  for (long i = 0; i < n; ++i) {
    sums.emplace_back(0, bits);
    arb_swap(sums.back().raw(), acb_realref(time.raw() + i));
  }
  return sums;
}

}  // namespace hallmark
