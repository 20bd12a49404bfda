// exact/convex_kernel.cpp once more, at the level of optimisation of this object; see tests/CMakeLists.txt.
#include "exact/convex_kernel.cpp"

// The macro has renamed the namespace: `kernel` below is the level's own.
extern "C" void HALLMARK_KERNEL_ENTRY(bool product, bool chord, const double* position, const double* mass,
                                      std::size_t size, const double* position_b, const double* mass_b,
                                      std::size_t size_b, const double* grid, std::size_t nodes, double* cells,
                                      double* slack) {
  namespace level = hallmark::kernel;
  level::collect(product ? level::Operation::product : level::Operation::sum,
                 chord ? level::Collect::chord : level::Collect::barycentre, {position, mass, size},
                 {position_b, mass_b, size_b}, position == position_b, 0, size, grid, nodes,
                 reinterpret_cast<level::Cell*>(cells));
  level::Total total;
  for (std::size_t i = 0; i < size; ++i) total.add(mass[i]);
  slack[0] = total.value() * (1 + level::slack(total.terms()));
  slack[1] = total.value() * (1 - level::slack(total.terms()));
}
