#!/bin/sh
# aarch64.sh BUILD_DIR NATIVE_DIR: both programs for aarch64 Linux, BUILD_DIR/release/{cli/hallmark,proofs-check/hallmark-check}, by Debian's cross-compiler, linked as
# build.sh links them. Under qemu they give what those of the native build NATIVE_DIR give: the lines for data/certificates, and the bytes of the suite
# smoke. Needs g++-aarch64-linux-gnu and qemu-user-static.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
native=$(CDPATH='' cd -- "$2" && pwd)
jobs=${HALLMARK_JOBS:-$(nproc)}
host=aarch64-linux-gnu
. "$source/packaging/sources.sh"

# Nettle and SQLite as Debian has them for the other architecture, by lists of our own.
fetch_packages() {
  [ ! -e "$prefix/lib/libsqlite3.a" ] || return 0
  rm -rf "$build/arm64"
  mkdir -p "$build/arm64/parts" "$build/arm64/lists/partial" "$build/arm64/packages"
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [ ! -e "$list" ] || cp "$list" "$build/arm64/parts"
  done
  [ ! -e "$build/arm64/parts/sources.list" ] || mv "$build/arm64/parts/sources.list" "$build/arm64/parts/main.list"
  apt="apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$build/arm64/parts
    -o Dir::State::Lists=$build/arm64/lists -o Dir::State::Status=/dev/null -o Dir::Cache=$build/arm64"
  # shellcheck disable=SC2086
  step arm64-update $apt update
  # shellcheck disable=SC2086
  (cd "$build/arm64/packages" && step arm64-download $apt download nettle-dev libsqlite3-dev)
  for package in "$build"/arm64/packages/*.deb; do dpkg-deb -x "$package" "$build/arm64/root"; done
  cp -r "$build"/arm64/root/usr/include/* "$prefix/include"
  cp "$build/arm64/root/usr/lib/$host/libnettle.a" "$build/arm64/root/usr/lib/$host/libsqlite3.a" "$prefix/lib"
}

prefix=$("$source/packaging/portable/libraries.sh" "$build" "$host")
fetch_packages
for headers in fmt CLI nlohmann; do ln -sfn "/usr/include/$headers" "$prefix/include/$headers"; done  # the same for every architecture
launcher=$(command -v ccache || :)
step configure cmake -S "$source" -B "$build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$source/packaging/portable/aarch64.cmake" \
  -DCMAKE_PROJECT_INCLUDE="$source/packaging/portable/portable.cmake" -DCMAKE_PREFIX_PATH="$prefix" -DHALLMARK_TESTS=OFF \
  ${launcher:+-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher} -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
step compile cmake --build "$build/release" --target hallmark hallmark-check --parallel "$jobs"

# compare NAME PROGRAM ARGUMENT...: what PROGRAM of the native build prints, and leaves in the folder that it is in, is what that for aarch64 does.
compare() {
  name=$1 program=$2
  shift 2
  for machine in native aarch64; do
    place=$build/$name/$machine
    rm -rf "$place"
    mkdir -p "$place"
    case $machine in
      native) set -- "$native/$program" "$@" ;;
      *) shift && set -- "qemu-$machine-static" -L "/usr/$host" "$build/release/$program" "$@" ;;
    esac
    (cd "$place" && "$@" >said) || :
  done
  diff -r "$build/$name/native" "$build/$name/aarch64" || { echo "aarch64.sh: $name differs" >&2; exit 1; }
}
compare certificates proofs-check/hallmark-check "$source"/data/certificates/*.cert
echo "hallmark-check: $(grep -c '^s VERIFIED' "$build/certificates/aarch64/said") of $(find "$source/data/certificates" -name '*.cert' | wc -l) certificates verified, the lines of the native program"
compare smoke cli/hallmark vectors smoke --out . --quiet
cmp "$build/smoke/aarch64/smoke.json" "$source/data/vectors_v1/smoke.json"
echo "hallmark: $(grep -c '"tcId"' "$build/smoke/aarch64/smoke.json") vectors of the suite smoke and their certificates, the bytes of the native program"
