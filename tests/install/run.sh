#!/bin/sh
# run.sh BUILD_DIR: installs into a temporary prefix, builds consumer.cpp and checker.cpp against it twice, runs everything installed.
set -eu
build=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
"$work/prefix/bin/hallmark" list >/dev/null
test -x "$work/prefix/bin/hallmark-check"

# The data are installed, and found from anywhere: in a folder that knows nothing of this repository.
share=$work/prefix/share
for installed in hallmark/vectors_v1/smoke.json hallmark/schema/claims-v1.schema.json hallmark/readers hallmark/adapters hallmark/AXIOMS.md hallmark/FORMAT.md \
  hallmark/REFERENCES.md man/man1/hallmark.1.gz man/man1/hallmark-certify.1.gz man/man1/hallmark-check.1.gz bash-completion/completions/hallmark \
  zsh/site-functions/_hallmark fish/vendor_completions.d/hallmark.fish; do
  test -e "$share/$installed" || { echo "share/$installed is not installed"; exit 1; }
done
mkdir "$work/elsewhere"
(cd "$work/elsewhere" && printf 'id,value,kind\n' | env -u HALLMARK_DATA "$work/prefix/bin/hallmark" compare - --suite smoke >report || test $? -eq 2)
grep -q '144 vectors' "$work/elsewhere/report"

# The public headers and no others, each complete by itself, without FLINT or GMP.
test "$(ls "$work/prefix/include")" = hallmark
test "$(ls "$work/prefix/include/hallmark")" = "$(ls "$here/../../include/hallmark")"
for header in "$work"/prefix/include/hallmark/*.hpp; do
  echo "#include <hallmark/$(basename "$header")>" |
    "${CXX:-c++}" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$work/prefix/include" -x c++ -
done

# check CONSUMER CHECKER: what they print, and that the second one and hallmark-check verify the certificate of the first one. The
# checker links what hallmark-check links.
check() {
  "$1" >"$work/printed" 2>"$work/certificate"
  diff "$here/expected.txt" "$work/printed"
  "$work/prefix/bin/hallmark-check" "$work/certificate" | tail -n 1 >"$work/verdict"
  "$2" <"$work/certificate" | head -n 1 | diff "$work/verdict" -
  if printf 'no certificate' | "$2" >"$work/verdict"; then echo "the checker took nothing for a certificate"; exit 1; fi
  for library in flint arb fmt crypto; do
    if ldd "$2" | grep -q "lib$library"; then echo "$2 links $library"; exit 1; fi
  done
}

cmake -S "$here" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/configure.log"
cmake --build "$work/consumer"
check "$work/consumer/consumer" "$work/consumer/checker"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name hallmark.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"${CXX:-c++}" -std=c++20 "$here/consumer.cpp" $(pkg-config --cflags --libs hallmark) -o "$work/with-pkg-config"
# shellcheck disable=SC2046
"${CXX:-c++}" -std=c++20 "$here/checker.cpp" $(pkg-config --cflags --libs hallmark-certificates) -o "$work/checker-with-pkg-config"
check "$work/with-pkg-config" "$work/checker-with-pkg-config"
. "$here/../../packaging/sources.sh"
test "$(pkg-config --modversion hallmark)" = "$(version_of "$here/../..")"
echo "installed, found by find_package and by pkg-config, run"
