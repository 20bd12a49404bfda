#!/bin/sh
# fresh_root.sh SOURCE_DIR [RELEASE]: ./bootstrap certify of the last commit on a fresh Debian 12, or on the release named. Prints how many
# packages it installs, their size and its time, downloads included; on Debian 12 at most 88 packages and 535 MB.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/root.sh"
release=${2:-bookworm}
fresh_root fresh_root.sh "$release"
put_sources "$1"
set -- $(installed)
before=$1 size=$2
began=$(date +%s)
in_root /hallmark/bootstrap certify >"$root/log" 2>&1 || { tail -40 "$root/log"; exit 1; }
seconds=$(($(date +%s) - began))
tail -3 "$root/log"
set -- $(installed)
packages=$(($1 - before)) size=$(($2 - size))
echo "bootstrap certify: $packages packages, $size MB, $((seconds / 60)) min $((seconds % 60)) s"
[ "$release" != bookworm ] || { [ "$packages" -le 88 ] && [ "$size" -le 535 ]; }
