# To be sourced after packaging/sources.sh: GMP, MPFR, FLINT with Arb, and SHA-256 for WebAssembly, by Debian's clang-22 from Debian's source packages.
# Each build_NAME PLACE leaves $build/PLACE/lib/libNAME.a and its headers in $build/PLACE/include; what is there already stays.
cc="clang-22 --target=wasm32-wasi -Wno-deprecated"
tools="AR=llvm-ar-22 RANLIB=llvm-ranlib-22 NM=llvm-nm-22"
emulated="-D_WASI_EMULATED_SIGNAL -DHAVE_RAISE=1"  # wasi-libc emulates raise, which configure does not see

# archive PLACE NAME OBJECT...
archive() {
  library=$build/$1/lib/lib$2.a
  mkdir -p "${library%/*}"
  shift 2
  llvm-ar-22 qcs "$library.new" "$@"
  mv "$library.new" "$library"
}

# GMP in C alone, without assembly: the layers of integers, rationals and random numbers, which FLINT names. build_gmp PLACE OPTIMIZATION [LIMB]: longlong has limbs of 64 bits, which FLINT
# wants; the others have 32.
build_gmp() {
  [ ! -e "$build/$1/lib/libgmp.a" ] || return 0
  tree=$(echo "$build"/sources/gmp-*/)
  flags="$2 -w $emulated"
  mkdir -p "$tree/doc" "$build/$1/gmp" "$build/$1/lib" "$build/$1/include"
  : >>"$tree/doc/Makefile.in"  # Debian leaves the documentation out, and configure wants its makefile
  cd "$build/$1/gmp"
  # shellcheck disable=SC2086
  [ -e Makefile ] || step gmp-configure env ${3:+limb=$3 limb_chosen=$3} "$tree/configure" --host=none --build=x86_64-pc-linux-gnu \
    --disable-assembly --disable-shared CC_FOR_BUILD=cc CC="$cc" CFLAGS="$flags" $tools
  step gmp-tables make -s fac_table.h fib_table.h mp_bases.h trialdivtab.h mpn/fib_table.c mpn/mp_bases.c mpn/jacobitab.h \
    mpn/perfsqr.h
  step gmp-top make -s -j"$jobs" CFLAGS="$flags" assert.lo compat.lo errno.lo extract-dbl.lo invalid.lo memory.lo mp_bpl.lo mp_clz_tab.lo \
    mp_dv_tab.lo mp_minv_tab.lo mp_get_fns.lo mp_set_fns.lo version.lo nextprime.lo primesieve.lo tal-reent.lo
  for library in mpn/libmpn.la mpz/libmpz.la mpq/libmpq.la rand/librandom.la; do
    step "gmp-${library%/*}" make -s -j"$jobs" CFLAGS="$flags" -C "${library%/*}" "${library#*/}"
  done
  cp gmp.h "$build/$1/include"
  archive "$1" gmp ./*.o mpn/*.o mpz/*.o mpq/*.o rand/*.o
}

build_mpfr() {
  [ ! -e "$build/$1/lib/libmpfr.a" ] || return 0
  tree=$(echo "$build"/sources/mpfr4-*/)
  mkdir -p "$build/$1/mpfr"
  cd "$build/$1/mpfr"
  # shellcheck disable=SC2086
  [ -e Makefile ] || step mpfr-configure "$tree/configure" --host=wasm32-unknown-wasi --build=x86_64-pc-linux-gnu --disable-shared \
    --disable-thread-safe --disable-decimal-float --disable-float128 --with-gmp-include="$build/$1/include" --with-gmp-lib="$build/$1/lib" \
    CC="$cc" CFLAGS="$2 -w $emulated" LIBS=-lwasi-emulated-signal $tools
  step mpfr-make make -s -j"$jobs" -C src libmpfr.la
  cp "$tree"/src/mpfr.h "$build/$1/include"
  cp src/.libs/libmpfr.a "$build/$1/lib"
}

# compile PLACE NAME TREE OPTIMIZATION: every C file named on standard input, relative to TREE, into libNAME.a; in one process a file.
compile() {
  objects=$build/$1/$2
  mkdir -p "$objects"
  cat >"$objects/files"
  (cd "$3" && step "$2-compile" xargs -a "$objects/files" -P "$jobs" -I {} sh -c 'object=$2/$(echo "$0" | tr / _).o
    [ -e "$object" ] || $3 $1 -c "$0" -o "$object"' {} "$cc $4 -w $5" "$objects" "$(command -v ccache || :)")
  (cd "$objects" && archive "$1" "$2" ./*.o)
}

# FLINT 2.9.0 and Arb 2.23 as one library, of their modules those that exact/ needs. __mips64 selects the words of 64 bits where long has 32; nothing else
# asks for it.
build_flint() {
  [ ! -e "$build/$1/lib/libflint.a" ] || return 0
  flint=$(echo "$build"/sources/flint-[0-9]*/)
  arb=$(echo "$build"/sources/flint-arb-[0-9]*/)
  cp "$flint/fmpz-conversions-single.in" "$flint/fmpz-conversions.h"
  cp "$flint/fmpz/link/fmpz_single.c" "$flint/fmpz/fmpz.c"
  cp "$flint/fft_tuning64.in" "$flint/fft_tuning.h"
  cp "$source/web/producer/pthread.h" "$flint"
  for what in USES_BLAS USES_TLS USES_FENV USES_PTHREAD BIG_ENDIAN USES_GC USES_CPUSET REENTRANT WANT_ASSERT; do echo "#define FLINT_$what 0"; done >"$flint/flint-config.h"
  printf '#define POPCNT_INTRINSICS 0\n#define FLINT_DLL\n' >>"$flint/flint-config.h"
  mkdir -p "$build/$1/include/flint"
  cp "$flint"/*.h "$build/$1/include/flint"
  cp "$arb"/*.h "$build/$1/include"
  (cd "$build/sources" && {
    ls flint-[0-9]*/*.c | grep -vE '/(profiler|test_helpers|gettimeofday)[.]c$'
    for module in arith double_extras fft fmpq fmpz fmpz_poly fmpz_vec long_extras mpn_extras nmod_poly nmod_vec thread_pool thread_support ulong_extras; do
      ls flint-[0-9]*/$module/*.c
    done
    for module in acb acb_calc acb_dft acb_hypgeom acb_poly arb arb_fmpz_poly arb_hypgeom arb_mat arb_poly arf bernoulli double_interval fmpz_extras fmpzi hypgeom mag; do
      ls flint-arb-*/$module/*.c
    done
    ls flint-arb-*/acb_dirichlet/euler_product_real_ui.c flint-arb-*/acb_modular/fill_addseq.c
  }) | compile "$1" flint "$build/sources" "$2" \
    "-std=gnu99 -D__mips64 -D_WASI_EMULATED_PROCESS_CLOCKS $emulated -I $flint -I $arb -I $build/$1/include"
}

# What bounds/ calls of Nettle: SHA-256.
build_nettle() {
  [ ! -e "$build/$1/lib/libnettle.a" ] || return 0
  tree=$(echo "$build"/sources/nettle-*/)
  mkdir -p "$build/$1/include/nettle"
  : >"$tree/config.h"
  cp "$tree"/sha2.h "$tree"/nettle-types.h "$build/$1/include/nettle"
  printf '%s\n' sha256.c sha256-compress.c write-be32.c | compile "$1" nettle "$tree" "$2" "-DHAVE_CONFIG_H -I ."
}
