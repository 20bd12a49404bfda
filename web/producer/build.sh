#!/bin/sh
# build.sh BUILD_DIR: all of Hallmark but the command line as WebAssembly, BUILD_DIR/hallmark.wasm. GMP with limbs of 64 bits, MPFR, FLINT, Arb and SHA-256
# are compiled from Debian's source packages below BUILD_DIR/producer, exact, bounds and api by CMake.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
jobs=${HALLMARK_JOBS:-$(nproc)}
. "$source/packaging/sources.sh"
. "$source/web/libraries.sh"

fetch_sources gmp mpfr4 flint flint-arb nettle
build_gmp producer -O2 longlong
build_mpfr producer -O2
build_flint producer -O2
build_nettle producer -O2

place=$build/producer
launcher=$(command -v ccache || :)
step producer-configure cmake -S "$source" -B "$place/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$source/web/producer/toolchain.cmake" \
  -DCMAKE_FIND_ROOT_PATH="$place" -DCMAKE_PREFIX_PATH="$place" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher} \
  -DHALLMARK_PROGRAM=OFF -DHALLMARK_TESTS=OFF
step producer-compile cmake --build "$place/release" --target hallmark_api --parallel "$jobs"

# What prints an answer is the command line's own; the rest of it stays out.
cd "$source"
flags=$(sed -n 's/^CMAKE_CXX_FLAGS:STRING=//p' "$place/release/CMakeCache.txt")
mkdir -p "$place/objects"
for file in web/producer/calls.cpp web/producer/module.cpp web/exceptions.cpp cli/entry_json.cpp cli/quote.cpp cli/io/output.cpp cli/io/json_value.cpp cli/io/strict_json.cpp cli/io/text_form.cpp; do
  # shellcheck disable=SC2086
  step producer-glue $launcher clang++-22 --target=wasm32-wasi $flags -std=c++20 -O2 -I. -Iinclude -isystem "$place/include" -c "$file" -o "$place/objects/$(echo "$file" | tr / _).o"
done
# shellcheck disable=SC2086
step producer-tag $cc -mexception-handling -c web/tag.s -o "$place/objects/tag.o"
step producer-link clang++-22 --target=wasm32-wasi -Wno-deprecated -O2 -fwasm-exceptions -mexec-model=reactor "$place"/objects/*.o \
  "$place/release/api/libhallmark.a" "$place/release/bounds/libhallmark-bounds.a" "$place/release/exact/libhallmark-exact.a" "$place/lib/libflint.a" \
  "$place/lib/libmpfr.a" "$place/lib/libgmp.a" "$place/lib/libnettle.a" -lwasi-emulated-signal -lwasi-emulated-process-clocks \
  -Wl,--stack-first -Wl,-z,stack-size=8388608 -Wl,--max-memory=2147483648 -Wl,--strip-all -o "$build/hallmark.wasm"
echo "$build/hallmark.wasm: $(wc -c <"$build/hallmark.wasm") bytes"
