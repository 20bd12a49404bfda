#!/bin/sh
# width.sh SOURCE_DIR HALLMARK_CHECK: hallmark-check built with -m32 in a fresh Debian 12, where a long and a limb have 32
# bits, prints the lines of the 64-bit program for every certificate of the tests and of data/.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/root.sh"
source=$1
program=$2
fresh_root width.sh
in_root dpkg --add-architecture i386
in_root sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends \
  g++ g++-multilib libgmp-dev:i386 libmpfr-dev:i386' >"$root/log" 2>&1 || { tail -40 "$root/log"; exit 1; }
mkdir "$root/hallmark"
(cd "$source" && tar c proofs-check tests/proofs-check/accept data/certificates) | tar x -C "$root/hallmark"
python3 -B "$source/tests/proofs-check/edits.py" "$root/hallmark"
in_root sh -c 'cd /hallmark && ls proofs-check/*.cpp proofs-check/*/*.cpp |
  xargs -P "$(nproc)" -I {} sh -c "g++ -m32 -std=c++20 -O1 -Iproofs-check -c {} -o \$(echo {} | tr / _).o" &&
  g++ -m32 proofs-check_*.o -lmpfr -lgmp -pthread -o hallmark-check-32'
cd "$root/hallmark"
for folder in tests/proofs-check/accept reject malformed data/certificates; do
  "$program" "$folder"/* >"$root/wide" 2>&1 || :
  in_root sh -c 'cd /hallmark && exec ./hallmark-check-32 "$1"/*' sh "$folder" >"$root/narrow" 2>&1 || :
  verdicts=$(grep -c '^s ' "$root/wide" || :)
  [ "$verdicts" -ge "$(ls "$folder" | wc -l)" ] || { echo "$folder: $verdicts verdicts are too few"; exit 1; }
  diff "$root/wide" "$root/narrow" || { echo "$folder: other lines with 32 bits"; exit 1; }
  echo "$folder: $verdicts verdicts, the same with 32 bits"
done
