// What the arithmetic of this library takes for granted of its platform: a build elsewhere ends here and not in a wrong number.
#include <cfloat>
#include <climits>
#include <limits>

#include "exact/flint.hpp"

static_assert(CHAR_BIT == 8 && sizeof(slong) == 8 && sizeof(ulong) == 8, "FLINT's slong and ulong have 64 bits");
static_assert(FLINT_BITS == 64, "FLINT's limbs have 64 bits");
#if !defined(__wasm__)  // where there is one thread
static_assert(FLINT_USES_TLS, "FLINT keeps what it remembers apart for each thread: configure it with --enable-tls");
#endif
static_assert(std::numeric_limits<double>::is_iec559 && DBL_MANT_DIG == 53, "double is binary64");
static_assert(
    FLT_EVAL_METHOD == 0,
    "operations on doubles round to binary64 after each operation, which the kernel of convex laws counts on");
