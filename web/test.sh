#!/bin/sh
# test.sh CHECK_WASM HALLMARK_CHECK [FOLDER...]: the module prints the lines of the program for every file of the folders; by default
# for the certificates of the tests, of data/certificates and of the register. So does the translation of hallmark-verify for malformed files, false ones
# and data/certificates, where both were built (two of the others take it minutes). A page has less stack than a program: what the proved checker wants more
# of it for (clones of several rounds) is "REJECTED work: too much memory" there, which fails closed. Those files are read again with a stack of 900 MB, and their
# lines are then those of the program.
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
  again=$(paste -d '|' "$lines/program" "$lines/module" | awk -F '|' '$1 != $2 && $2 == "s REJECTED work: too much memory" { print file } { file = substr($1, 3) }')
  if [ "$3" = verified.mjs ] && [ -n "$again" ]; then
    # shellcheck disable=SC2086
    (ulimit -s 1000000 && node --stack-size=900000 "$source/web/$3" "$4" $again) >"$lines/again" 2>>"$lines/times" || :
    awk 'FILENAME != last { ++part; last = FILENAME } /^c / { file = $0 } part == 1 && /^s / { said[file] = $0; next } part == 2 { print /^s / && file in said ? said[file] : $0 }' \
      "$lines/again" "$lines/module" >"$lines/merged"
    mv "$lines/merged" "$lines/module"
    echo "$1: ${4##*/} rejects $(echo "$again" | wc -l) for want of stack; with more of it:"
  fi
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
