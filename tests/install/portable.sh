#!/bin/sh
# portable.sh SOURCE_DIR BUILD_DIR: the tarball and the wheel of packaging/portable, built here, in fresh roots of Debian 12 and 13 with python3 and pip alone: the wheel
# installs in at most 10 s, the Python session of python/README.md prints what its page says, both commands run, and so do the programs of the tarball.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/root.sh"
source=$1 build=$2/portable
certificate=$(ls "$source"/data/certificates/*.cert | head -n 1)

try_root() {
  in_root sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends python3 python3-pip' >"$root/log" 2>&1 || { tail -40 "$root/log"; exit 1; }
  mkdir "$root/out"
  cp "$build"/out/*.tar.gz "$build"/out/*-cp"$1"-*.whl "$root/out"
  cp "$source/python/README.md" "$root/session.md"
  cp "$certificate" "$root/one.cert"
  began=$(date +%s%N)
  in_root pip install --break-system-packages --root-user-action ignore --no-index --find-links /out hallmark >"$root/log" 2>&1 || { cat "$root/log"; exit 1; }
  took=$((($(date +%s%N) - began) / 1000000))
  ! grep -q 'tar[.]gz' "$root/log" || { echo "pip looks at the tarball:"; cat "$root/log"; exit 1; }
  in_root python3 -m doctest -o ELLIPSIS session.md
  in_root hallmark epsilon dp-sgd noise_multiplier=1.1 batch=256 n=60000 epochs=60 delta=1e-5
  in_root hallmark-check one.cert
  in_root sh -c 'tar x -f /out/hallmark_x86_64-linux-*.tar.gz && hallmark-*/bin/hallmark compare --exec true --suite smoke >/dev/null 2>&1; test $? -le 2 && hallmark-*/bin/hallmark-check one.cert
    ldd hallmark-*/bin/*'
  echo "$(in_root cat /etc/debian_version): pip install took $took ms"
}

fresh_root portable.sh trixie
in_root sh -c 'apt-get update -q && mkdir /headers && cd /headers && apt-get download -q libpython3.13-dev pybind11-dev && for deb in *.deb; do dpkg -x "$deb" .; done' \
  >"$root/log" 2>&1 || { tail -20 "$root/log"; exit 1; }
PYBIND11_INCLUDE=$root/headers/usr/include "$source/packaging/portable/build.sh" "$build" "$root/headers/usr/include/python3.13"
for wheel in "$build"/out/*.whl; do [ "$(stat -c %s "$wheel")" -le 12582912 ] || { echo "$wheel has over 12 MB"; exit 1; }; done
try_root 313
rm -rf --one-file-system "$root"
fresh_root portable.sh
try_root 311
