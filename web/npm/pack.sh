#!/bin/sh
# pack.sh BUILD_DIR: BUILD_DIR/hallmark-VERSION.tgz, the npm package, from BUILD_DIR/check.wasm and BUILD_DIR/hallmark.wasm.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
build=$(CDPATH='' cd -- "$1" && pwd)
. "$source/packaging/sources.sh"
version=$(version_of "$source")
package=$build/npm
rm -rf "$package"
mkdir -p "$package/licences"
cd "$source"
cp web/npm/index.mjs web/npm/index.d.ts web/npm/README.md web/npm/hallmark-check.mjs web/producer/program.mjs web/checker.mjs LICENSE "$build/check.wasm" \
  "$build/hallmark.wasm" "$package"
# GMP, MPFR, FLINT and Arb are under the LGPL: their licences, and the recipe that links them again.
for library in libgmp-dev libmpfr-dev libflint-dev libflint-arb-dev nettle-dev libfmt-dev nlohmann-json3-dev libc++-22-dev-wasm32 wasi-libc; do
  [ ! -e "/usr/share/doc/$library/copyright" ] || cp -L "/usr/share/doc/$library/copyright" "$package/licences/$library"
done
cat web/build.sh web/libraries.sh web/producer/build.sh packaging/sources.sh >"$package/licences/RECIPE"
cat >"$package/package.json" <<END
{
  "name": "hallmark",
  "version": "$version",
  "description": "Certified numbers of differential privacy, and the checker of their certificates",
  "license": "$(sed -n 's/^license: *//p' CITATION.cff)",
  "type": "module",
  "main": "./index.mjs",
  "types": "./index.d.ts",
  "exports": { ".": { "types": "./index.d.ts", "default": "./index.mjs" }, "./hallmark.wasm": "./hallmark.wasm", "./check.wasm": "./check.wasm" },
  "bin": { "hallmark-check": "hallmark-check.mjs" },
  "engines": { "node": ">=18" }
}
END
cd "$package"
npm pack --silent --pack-destination "$build" >"$build/npm-pack.log"
ls -l "$build/hallmark-$version.tgz"
