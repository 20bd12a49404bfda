#!/bin/sh
# libraries.sh BUILD_DIR [HOST [checker]]: GMP, MPFR, FLINT and Arb as static libraries for any machine of HOST (x86_64-linux-gnu, aarch64-linux-gnu; the one
# that compiles, where none is named), below BUILD_DIR/prefix, from Debian's source packages; for the checker GMP and MPFR alone. GMP chooses its assembly when it runs (--enable-fat).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
here_host=$(gcc -dumpmachine)
host=${2:-$here_host}
jobs=${HALLMARK_JOBS:-$(nproc)}
prefix=$build/prefix
. "$here/../sources.sh"

cc=gcc ar=ar
[ "$host" = "$here_host" ] || { cc=$host-gcc ar=$host-ar; }
flags="-O2 -fPIC -ffile-prefix-map=$build=."
fat=
case $host in x86_64-*) fat=--enable-fat ;; esac

build_gmp() {
  [ ! -e "$prefix/lib/libgmp.a" ] || return 0
  tree=$(echo "$build"/sources/gmp-*/)
  mkdir -p "$tree/doc" "$build/gmp"
  : >>"$tree/doc/Makefile.in"  # Debian leaves the documentation out, and configure wants its makefile
  cd "$build/gmp"
  # shellcheck disable=SC2086
  step gmp-configure "$tree/configure" --prefix="$prefix" --host="$host" --build="$here_host" $fat --disable-shared --with-pic CC="$cc" \
    CC_FOR_BUILD=gcc CFLAGS="$flags"
  step gmp-make make -s -j"$jobs" SUBDIRS="mpn mpz mpq mpf printf scanf rand cxx tune"
  step gmp-install make -s SUBDIRS="mpn mpz mpq mpf printf scanf rand cxx tune" install
}

build_mpfr() {
  [ ! -e "$prefix/lib/libmpfr.a" ] || return 0
  tree=$(echo "$build"/sources/mpfr4-*/)
  mkdir -p "$build/mpfr"
  cd "$build/mpfr"
  step mpfr-configure "$tree/configure" --prefix="$prefix" --host="$host" --build="$here_host" --disable-shared --with-pic --enable-thread-safe \
    --with-gmp="$prefix" CC="$cc" CFLAGS="$flags"
  step mpfr-make make -s -j"$jobs" -C src libmpfr.la
  step mpfr-install make -s -C src install
}

# FLINT's makefiles build in the source tree; CFLAGS name no instructions beyond the architecture's first, whatever this machine knows.
build_with_flint() {
  which=$1 library=$2
  shift 2
  [ ! -e "$prefix/lib/$library" ] || return 0
  tree=$(echo "$build"/sources/"$which"-[0-9]*/)
  cd "$tree"
  step "$which-configure" ./configure --prefix="$prefix" --build="${host%%-*}-Linux" --disable-shared --with-gmp="$prefix" --with-mpfr="$prefix" "$@" \
    CC="$cc" AR="$ar" CFLAGS="-std=c99 $flags -funroll-loops"
  # Whether the compiler knows __thread is tried by a program that cannot run where another machine is meant; without it threads would share what is not theirs.
  [ ! -e flint-config.h ] || sed -i 's/^#define FLINT_USES_TLS 0/#define FLINT_USES_TLS 1/' flint-config.h
  step "$which-make" make -s -j"$jobs" library
  step "$which-install" make -s install
}

fetch_sources gmp mpfr4
build_gmp
build_mpfr
if [ "${3-}" != checker ]; then
  fetch_sources flint flint-arb
  build_with_flint flint libflint.a
  build_with_flint flint-arb libarb.a --with-flint="$prefix"
fi
echo "$prefix"
