// The only file that includes FLINT or Arb, and the only place that knows their versions.
#pragma once

#ifdef __FAST_MATH__
#error "Hallmark must not be compiled with -ffast-math: directed rounding would be lost"
#endif

#include <flint/flint.h>
#if __FLINT_RELEASE >= 30000
#include <flint/acb.h>
#include <flint/acb_dft.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arf.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#else
#include <acb.h>
#include <acb_dft.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arf.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#endif
