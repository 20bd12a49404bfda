#!/bin/sh
# deb.sh SOURCE_DIR BUILD_DIR: the four Debian packages. lintian finds no error in them; in a fresh Debian 12, hallmark-check installs with MPFR, GMP
# and the run time of C and C++ alone, then the others, which answer the first command of README.md, the Python session and a consumer project.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/root.sh"
source=$1 build=$2
packages=$(mktemp -d)
(cd "$build" && cpack -G DEB -B "$packages" >"$packages/log" 2>&1) || { cat "$packages/log"; exit 1; }
rm -rf "$packages/_CPack_Packages"
ls -l "$packages"/*.deb
if command -v lintian >/dev/null; then lintian --allow-root --fail-on error "$packages"/*.deb; else echo "no lintian here"; fi
for name in hallmark-check hallmark libhallmark-dev python3-hallmark; do
  ls "$packages/${name}_"*.deb >/dev/null || { echo "no package $name"; exit 1; }
done
dpkg-deb -f "$packages"/hallmark-check_*.deb Depends | tr ',' '\n' | sed 's/^ *//; s/ .*//' | while read -r name; do
  case "$name" in
    libc6 | libgcc-s1 | libstdc++6 | libgmp10 | libmpfr6) ;;
    *) echo "hallmark-check depends on $name"; exit 1 ;;
  esac
done

fresh_root deb.sh
mkdir "$root/packages"
mv "$packages"/*.deb "$root/packages"
rm -rf "$packages"
install_deb() {
  in_root sh -c "apt-get install -q -y --no-install-recommends $*" >"$root/log" 2>&1 || { tail -40 "$root/log"; exit 1; }
}
in_root sh -c 'apt-get update -q' >"$root/log" 2>&1
set -- $(installed)
before=$1
install_deb '/packages/hallmark-check_*.deb'
set -- $(installed)
echo "hallmark-check: $(($1 - before)) packages with it"
certificate=$(ls "$source"/data/certificates/*.cert | head -n 1)
cp "$certificate" "$root/one.cert"
in_root hallmark-check one.cert
install_deb '/packages/*.deb'
in_root hallmark eval clones.epsilon n=1000000 eps0=4 delta=1e-8 --digits 40
in_root sh -c 'for file in man/man1/hallmark-eval.1.gz man/man1/hallmark-check.1.gz hallmark/vectors_v1/smoke.json hallmark/schema bash-completion/completions/hallmark; do
  test -e "/usr/share/$file" || { echo "no /usr/share/$file"; exit 1; }; done'
cp "$source/python/README.md" "$root/session.md"
in_root python3 -m doctest -o ELLIPSIS session.md  # twelve lines and what they print
echo "the Python session prints what its page says"
install_deb cmake ninja-build g++
mkdir "$root/consumer"
cp "$here"/CMakeLists.txt "$here"/*.cpp "$here/expected.txt" "$root/consumer"
in_root sh -c 'cd /consumer && cmake -S . -B build -G Ninja >log && cmake --build build >>log && build/consumer 2>certificate | diff expected.txt - && build/checker <certificate'
in_root sh -c 'apt-get remove -q -y hallmark hallmark-check libhallmark-dev python3-hallmark >/dev/null 2>&1; ! command -v hallmark'
echo "the packages install, work and go away"
