#!/bin/sh
# test.sh CHECK_WASM HALLMARK_CHECK [FOLDER...]: the module prints the lines of the program for every file of the folders; by default
# for the certificates of the tests, of data/certificates and of the register. So does the translation of hallmark-verify for malformed files, false ones
# and data/certificates, where both were built (two of the others take it minutes).
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
wasm=$1
program=$2
shift 2
case "$wasm" in /*) ;; *) wasm=$PWD/$wasm ;; esac
case "$program" in /*) ;; *) program=$PWD/$program ;; esac
[ -e "$wasm" ] || { echo "no $wasm: run ./bootstrap web"; exit 77; }
tests=$source/tests/proofs-check
lines=$(mktemp -d)
trap 'rm -rf "$lines"' EXIT
python3 -B "$tests/edits.py" "$lines"
[ $# -gt 0 ] || set -- "$lines/malformed" "$tests/accept" "$lines/reject" "$source/data/certificates" "$source/data/register/certificates"
# compare FOLDER PROGRAM RUNNER COMPILED: the lines of `PROGRAM FILE...` are those of `node RUNNER COMPILED FILE...`.
compare() {
  cd "$1"
  "$2" ./* >"$lines/program" 2>"$lines/said" || :
  node "$source/web/$3" "$4" ./* >"$lines/module" 2>"$lines/times" || :
  diff "$lines/program" "$lines/module" || { echo "$1: other lines in ${4##*/}"; exit 1; }
  [ "$(grep -c '^s ' "$lines/module")" -eq "$(ls | wc -l)" ] || { echo "$1: a file without a line"; exit 1; }
  seconds=$(awk '{ sum += $1 } END { printf "%.1f", sum }' "$lines/times")
  echo "$1: $(grep -c '^s ' "$lines/module") lines of ${4##*/}, $(grep -c '^s VERIFIED' "$lines/module") verified, the same; $seconds s"
}
verify=$source/build/verified/hallmark-verify
for folder; do
  compare "$folder" "$program" check.mjs "$wasm"
  case "$folder" in */malformed | */reject | */data/certificates) ;; *) continue ;; esac
  [ ! -x "$verify" ] || [ ! -e "${wasm%/*}/verified.js" ] || compare "$folder" "$verify" verified.mjs "${wasm%/*}/verified.js"
done
