#!/bin/sh
# build.sh BUILD_DIR [INCLUDE_DIR...]: for any x86-64 Linux with a C library as new as this machine's, in BUILD_DIR/out
#   hallmark_x86_64-linux-VERSION.tar.gz   both programs, the golden vectors, the manual pages, the licences of what is linked; pip, which would take a
#     hallmark-VERSION-... for a source distribution, looks past this name
#   hallmark-VERSION-cp3NN-cp3NN-manylinux_2_NN_x86_64.whl   the Python package with both programs as its console scripts, one a Python
# Each INCLUDE_DIR is the folder of Python.h of one more Python than /usr/bin/python3. libraries.sh makes what is linked; nothing else is fetched.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
shift
jobs=${HALLMARK_JOBS:-$(nproc)}
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct)}"
. "$source/packaging/sources.sh"

prefix=$("$source/packaging/portable/libraries.sh" "$build")
launcher=$(command -v ccache || :)
step configure cmake -S "$source" -B "$build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PROJECT_INCLUDE="$source/packaging/portable/portable.cmake" \
  -DCMAKE_PREFIX_PATH="$prefix" -DHALLMARK_PYTHON=ON -DHALLMARK_TESTS=OFF ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher} -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
step compile cmake --build "$build/release" --parallel "$jobs"
version=$(version_of "$source")

# What another machine must have: the C library alone, and the newest version of it that a symbol names.
needs() {
  for file in "$@"; do
    objdump -p "$file" | sed -n 's/^ *NEEDED *//p' | grep -Ev '^(libc|libm|ld-linux-x86-64)\.so\.[0-9]+$' && { echo "build.sh: $file needs more than the C library" >&2; exit 1; }
    objdump -T "$file" | sed -n 's/.*(\{0,1\}GLIBC_\(2\.[0-9]*\).*/\1/p'
  done | sort -Vu | tail -n 1
}

# The licences of what is linked, the versions and the recipe that links it again, as the LGPL asks.
licences() {
  mkdir -p "$1"
  cp "$source/LICENSE" "$1/hallmark"
  for package in libgmp-dev libmpfr-dev libflint-dev libflint-arb-dev nettle-dev libsqlite3-dev libfmt-dev nlohmann-json3-dev libcli11-dev pybind11-dev libstdc++6; do
    [ ! -e "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$1/$package"
    dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package" 2>/dev/null || :
  done | sort -u >"$1/SOURCES"
  cp "$source/packaging/portable/README.md" "$1/README.md"
}

rm -rf "$build/out" "$build/tree"
tree=$build/tree/hallmark-$version
mkdir -p "$build/out"
for component in check program; do step "install-$component" cmake --install "$build/release" --component "$component" --prefix "$tree"; done
licences "$tree/share/doc/hallmark/licences"
needs "$tree"/bin/* >/dev/null
packed "$build/tree" "hallmark-$version" "$build/out/hallmark_x86_64-linux-$version.tar.gz"

# Finishes the unpacked wheel that holds the one module named.
pack() {
  python=cp$(expr "$1" : '.*[.]cpython-\(3[0-9]*\)-')
  sed -i '/^Tag:/d' "$unpacked/hallmark-$version.dist-info/WHEEL"
  echo "Tag: $python-$python-manylinux_$(needs "$tree"/bin/* "$1" | tr . _)_x86_64" >>"$unpacked/hallmark-$version.dist-info/WHEEL"
  step "pack-$python" /usr/bin/python3 -m wheel pack -d "$build/out" "$unpacked"
}

# The wheel that pip makes, and with the module of every other Python in its place once more.
(cd "$source" && git ls-files -z pyproject.toml setup.py MANIFEST.in CMakeLists.txt LICENSE README.md python | tar c --null -T -) >"$build/package.tar"
rm -rf "$build/package" "$build/wheel"
mkdir "$build/package" "$build/wheel"
tar x -C "$build/package" -f "$build/package.tar"
HALLMARK_BUILD=$build/release step wheel /usr/bin/python3 -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$build/wheel" "$build/package"
(cd "$build/wheel" && step unpack /usr/bin/python3 -m wheel unpack hallmark-*.whl)
unpacked=$build/wheel/hallmark-$version
chmod +x "$unpacked"/hallmark/bin/*  # the tool that unpacks forgets it
licences "$unpacked/hallmark-$version.dist-info/licences"
pack "$unpacked"/hallmark/_core.*.so
for include in "$@"; do
  minor=$(sed -n 's/^#define PY_MINOR_VERSION[[:space:]]*//p' "$include/patchlevel.h")
  module=$unpacked/hallmark/_core.cpython-3$minor-x86_64-linux-gnu.so
  rm "$unpacked"/hallmark/_core.*.so
  libraries=$build/release
  step "module-3.$minor" g++ -std=c++20 -Os -fPIC -shared -fvisibility=hidden -w ${PYBIND11_INCLUDE:+-isystem "$PYBIND11_INCLUDE"} -isystem "$include" \
    -isystem "$include/.." -I "$source/include" -I "$source/python" "$source"/python/module.cpp "$source"/python/interruptible.cpp -o "$module" \
    -static-libstdc++ -static-libgcc -Wl,--as-needed -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,-s \
    "$libraries"/api/libhallmark.a "$libraries"/api/libhallmark-check.a "$libraries"/bounds/libhallmark-bounds.a "$libraries"/exact/libhallmark-exact.a \
    "$libraries"/proofs-check/libhallmark-checker.a "$prefix"/lib/libarb.a "$prefix"/lib/libflint.a "$prefix"/lib/libmpfr.a "$prefix"/lib/libgmp.a -l:libnettle.a -lm
  pack "$module"
done
(cd "$build/out" && sha256sum -- *.whl *.tar.gz >SHA256SUMS)
ls -l "$build/out"
