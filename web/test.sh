#!/bin/sh
# test.sh CHECK_WASM HALLMARK_CHECK [FOLDER...]: the module prints the lines of the program for every file of the folders; by default
# for the certificates of the tests, of data/certificates and of the register.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
wasm=$1
program=$2
shift 2
[ -e "$wasm" ] || { echo "no $wasm: run ./bootstrap web"; exit 77; }
tests=$source/tests/proofs-check
[ $# -gt 0 ] || set -- "$tests/malformed" "$tests/accept" "$tests/reject" "$source/data/certificates" "$source/data/register/certificates"
lines=$(mktemp -d)
trap 'rm -rf "$lines"' EXIT
for folder; do
  cd "$folder"
  "$program" ./* >"$lines/program" 2>"$lines/said" || :
  node "$source/web/check.mjs" "$wasm" ./* >"$lines/module" 2>"$lines/times" || :
  diff "$lines/program" "$lines/module" || { echo "$folder: other lines in the module"; exit 1; }
  seconds=$(awk '{ sum += $1 } END { printf "%.1f", sum }' "$lines/times")
  echo "$folder: $(grep -c '^s ' "$lines/module") lines, the same; $seconds s"
done
