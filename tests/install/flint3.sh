#!/bin/sh
# flint3.sh SOURCE_DIR HALLMARK_CHECK: the library of the last commit in a fresh Debian 13, where Arb is a part of FLINT 3: all that calls FLINT is compiled and linked, the
# answers at the golden vectors of the suite smoke meet what is published, and hallmark-check, built elsewhere, verifies a certificate that it writes.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/root.sh"
source=$1 checker=$2
fresh_root flint3.sh trixie
in_root sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends cmake ninja-build g++ libflint-dev libmpfr-dev libgmp-dev libfmt-dev nettle-dev' \
  >"$root/log" 2>&1 || { tail -40 "$root/log"; exit 1; }
in_root dpkg-query -W libflint-dev g++ libmpfr-dev libgmp-dev
put_sources "$source"
in_root sh -c 'cd /hallmark && cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DHALLMARK_PROGRAM=OFF -DHALLMARK_TESTS=OFF && cmake --build build &&
  cmake --install build --prefix /usr/local' >"$root/log" 2>&1 || { grep -E "error|FAILED|warning" "$root/log" | head -40; tail -20 "$root/log"; exit 1; }
echo "built: $(grep -c 'Building CXX' "$root/log") files, $(grep -c 'warning:' "$root/log" || :) warnings"
mkdir "$root/answers"
cp "$here"/flint3/* "$here/consumer.cpp" "$here/expected.txt" "$root/answers"
python3 - "$source/data/vectors_v1/smoke.json" >"$root/answers/lines" <<'END'
import json, sys
for group in json.load(open(sys.argv[1], encoding="utf-8"))["testGroups"]:
    for test in group["tests"]:
        words = [f"{name}={value}" for name, value in test["in"].items()]
        print(test["out"]["lo64"], test["out"]["hi64"], group["quantity"], *words)
END
in_root sh -c 'cd /answers && cmake -S . -B build -G Ninja >log && cmake --build build >>log && build/answers <lines && build/consumer 2>certificate | diff expected.txt -'
"$checker" "$root/answers/certificate"
echo "FLINT 3: built, right, verified"
