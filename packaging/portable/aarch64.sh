#!/bin/sh
# aarch64.sh BUILD_DIR NATIVE_HALLMARK_CHECK: hallmark-check for aarch64 Linux, BUILD_DIR/release/proofs-check/hallmark-check, by Debian's cross-compiler, linked as build.sh
# links it; its lines under qemu for data/certificates must be those of the native program. Needs g++-aarch64-linux-gnu and qemu-user-static.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
native=$(CDPATH='' cd -- "$(dirname -- "$2")" && pwd)/${2##*/}
jobs=${HALLMARK_JOBS:-$(nproc)}
. "$source/packaging/sources.sh"

prefix=$("$source/packaging/portable/libraries.sh" "$build" aarch64-linux-gnu checker)
launcher=$(command -v ccache || :)
# What the checker links nothing of need not be there.
step configure cmake -S "$source" -B "$build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$source/packaging/portable/aarch64.cmake" \
  -DCMAKE_PROJECT_INCLUDE="$source/packaging/portable/portable.cmake" -DCMAKE_PREFIX_PATH="$prefix" -DHALLMARK_PROGRAM=OFF -DHALLMARK_TESTS=OFF \
  -DFLINT_LIBRARY=none -DARB_LIBRARY=none -DNETTLE_LIBRARY=none ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher} -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
step compile cmake --build "$build/release" --target hallmark-check --parallel "$jobs"

program=$build/release/proofs-check/hallmark-check
cd "$source/data/certificates"
"$native" ./*.cert >"$build/lines-native" || :
qemu-aarch64-static -L /usr/aarch64-linux-gnu "$program" ./*.cert >"$build/lines" || :
cmp "$build/lines-native" "$build/lines"
echo "$program: $(stat -c %s "$program") bytes; $(grep -c '^s VERIFIED' "$build/lines") of $(find . -name '*.cert' | wc -l) certificates verified, the lines of the native program"
