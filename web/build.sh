#!/bin/sh
# build.sh BUILD_DIR [VERIFIED_DIR]: the checker as WebAssembly and the page around it, BUILD_DIR/check.wasm and BUILD_DIR/check.html; all of Hallmark but the
# command line (producer/), the calculator (calculator/) and the npm package (npm/). Where the checker that Coq has proved was extracted to VERIFIED_DIR (./bootstrap verified), that one as JavaScript too: in the calculator, and in a page with both checkers, check-verified.html.
# GMP and MPFR are compiled from Debian's source packages, the checker from proofs-check, by Debian's clang-22.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
verified=${2-}
jobs=${HALLMARK_JOBS:-$(nproc)}
. "$source/packaging/sources.sh"
. "$source/web/libraries.sh"

# Every source of the checker but its main, the glue, and what throw and catch call.
build_checker() {
  mkdir -p "$build/objects"
  cd "$source"
  flags="-std=c++20 -O2 -fwasm-exceptions -Wall -Wextra -Iproofs-check -isystem $build/include"
  for file in proofs-check/*.cpp proofs-check/*/*.cpp web/*.cpp; do
    [ "$file" = proofs-check/main.cpp ] || printf '%s\n' "$file"
  done >"$build/files"
  compile='object=$2/objects/$(echo "$0" | tr / _).o
    newest=$(find proofs-check web "$2/include" -name "*.hpp" -newer "$object" -print -quit 2>/dev/null)
    small=
    case $0 in */rows.cpp | proofs-check/statement/*) small=-Os ;; esac  # read once a certificate
    [ -e "$object" ] && [ -z "$newest" ] && [ "$object" -nt "$0" ] || $3 clang++-22 --target=wasm32-wasi -Wno-deprecated $1 $small -c "$0" -o "$object"'
  step checker xargs -a "$build/files" -P "$jobs" -I {} sh -c "$compile" {} "$flags" "$build" "$(command -v ccache || :)"
  # shellcheck disable=SC2086
  step tag $cc -mexception-handling -c web/tag.s -o "$build/objects/tag.o"
  set --
  while read -r file; do set -- "$@" "$build/objects/$(echo "$file" | tr / _).o"; done <"$build/files"
  step link clang++-22 --target=wasm32-wasi -Wno-deprecated -O2 -fwasm-exceptions -mexec-model=reactor "$@" "$build/objects/tag.o" \
    "$build/lib/libmpfr.a" "$build/lib/libgmp.a" -lwasi-emulated-signal -Wl,--stack-first -Wl,-z,stack-size=4194304 -Wl,--max-memory=1073741824 \
    -Wl,--strip-all -o "$build/check.wasm"
}

# The extracted program as bytecode, and that as JavaScript, with zarith.js for the integers. Its ints have 32 bits: the extracted code has none of them but
# exponents, which Zarith converts or refuses; sha256.ml counts modulo 2^32.
build_verified() {
  mkdir -p "$build/verified"
  cp "$verified/checked.ml" "$verified/checked.mli" "$source"/verified/sha256.ml "$source"/verified/proposals.ml "$source"/verified/compositions.ml "$source"/verified/hallmark_verify.ml "$source"/web/verified.ml \
    "$source"/web/zarith.js "$build/verified"
  cd "$build/verified"
  step verified-extracted ocamlfind ocamlc -w -a -package zarith -c checked.mli checked.ml
  step verified-bytecode ocamlfind ocamlc -no-check-prims -package zarith -linkpkg checked.cmo sha256.ml proposals.ml compositions.ml hallmark_verify.ml verified.ml -o verified.byte
  step verified-javascript js_of_ocaml --opt 3 --target-env browser --disable genprim zarith.js verified.byte -o "$build/verified.js"
}

fetch_sources gmp mpfr4
build_gmp . -Os
build_mpfr . -Os
build_checker
"$source/web/producer/build.sh" "$build"
cd "$source"
node web/page.mjs "$build/check.wasm" "$build/check.html"
proved=
if [ -e "$verified/checked.ml" ]; then
  build_verified
  proved=$build/verified.js
  cd "$source"
  node web/page.mjs "$build/check.wasm" "$build/check-verified.html" "$proved"
fi
node web/calculator/page.mjs "$build/hallmark.wasm" "$build/check.wasm" "$build/calculator.html" ${proved:+"$proved"}
if command -v npm >/dev/null; then web/npm/pack.sh "$build"; fi
