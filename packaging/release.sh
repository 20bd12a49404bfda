#!/bin/sh
# release.sh FOLDER [PART...]: what a release consists of, from the commit that is checked out, in FOLDER/release; nothing is uploaded. RELEASE.md says what a person does with it.
# PARTS, all of them where none is named:
#   source     hallmark-VERSION.tar.gz, the files of the commit
#   data       the golden vectors and the bundles of certificates, and MERKLE, the root over each of them
#   portable   programs and wheels for any Linux on x86-64
#   debian     the four Debian packages
#   browser    the calculator, the checker's page, the npm package
#   site       the documentation
# Two runs in two folders give the same bytes: SHA256SUMS of both are compared by a person, or by `diff`.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: release.sh FOLDER [source|data|portable|debian|browser|site]..." >&2; exit 64; }
mkdir -p "$1"
build=$(CDPATH='' cd -- "$1" && pwd)
shift
[ $# -gt 0 ] || set -- source data portable debian browser site
[ -z "$(git -C "$here" status --porcelain)" ] || { echo "release.sh: $here has changes that are not committed" >&2; exit 1; }
jobs=${HALLMARK_JOBS:-$(nproc)}
SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
export LC_ALL=C TZ=UTC
export CXXFLAGS="-ffile-prefix-map=$build/="  # no name of this folder in what is built
. "$here/packaging/sources.sh"

# A clone: nothing of a build that stands in the checkout comes along.
source=$build/clone
rm -rf "$source"
step clone git clone -q "file://$here" "$source"
version=$(version_of "$source")
out=$build/release
mkdir -p "$out"

build_source() {
  git -C "$source" archive --prefix="hallmark-$version/" HEAD | gzip -9n >"$out/hallmark-$version.tar.gz"
}

build_data() {
  python3 "$source/packaging/merkle.py" "$source/data" >"$out/MERKLE"
  packed "$source/data" vectors_v1 "$out/hallmark_vectors-$version.tar.gz"
  packed "$source/data" bundles "$out/hallmark_certificates-$version.tar.gz"
}

build_portable() {
  step portable "$source/packaging/portable/build.sh" "$build/portable"
  cp "$build"/portable/out/*.whl "$build"/portable/out/*.tar.gz "$out"
}

native() {
  [ -e "$build/native/build.ninja" ] || step configure cmake -S "$source" -B "$build/native" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHALLMARK_PYTHON=ON -DHALLMARK_TESTS=OFF
  step compile cmake --build "$build/native" --parallel "$jobs"
}

build_debian() {
  native
  (cd "$build/native" && step pack cpack -G DEB --config CPackConfig.cmake)
  cp "$build"/native/*.deb "$out"
}

build_browser() {
  step verified make -C "$source/verified" "BUILD=$build/verified"
  step browser "$source/web/build.sh" "$build/web" "$build/verified"
  cp "$build"/web/calculator.html "$build"/web/check.html "$build"/web/check-verified.html "$build"/web/*.tgz "$out"
}

build_site() {
  native
  step pages python3 -B "$source/docs/site.py" "$build/native" "$build/site-source" --register
  (cd "$build/site-source" && step site mkdocs build --strict --quiet --site-dir "$build/site")
  packed "$build" site "$out/hallmark_site-$version.tar.gz"
}

for part; do
  case $part in
    source | data | portable | debian | browser | site) "build_$part" ;;
    *) echo "release.sh: unknown part: $part" >&2; exit 64 ;;
  esac
  echo "release.sh: $part"
done
(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >"$build/SHA256SUMS" && mv "$build/SHA256SUMS" .)
echo "hallmark $version, commit $(git -C "$source" rev-parse HEAD)"
ls -l "$out"
