# To be sourced: a fresh Debian root in $root, made by debootstrap and removed at the end.
#   fresh_root SCRIPT [RELEASE]   makes it (bookworm, where none is named), or ends with status 77 (ctest: skipped) where that cannot be done
#   put_sources SOURCE_DIR   unpacks the archive of the last commit at /hallmark in it
#   in_root WORDS...    runs a command in it
#   installed           prints the number of its packages and their size in MB
fresh_root() {
  if [ "$(id -u)" -ne 0 ]; then echo "$1: skipped: a new root needs root"; exit 77; fi
  if ! command -v debootstrap >/dev/null; then echo "$1: skipped: no debootstrap here"; exit 77; fi
  root=$(mktemp -d)
  trap 'rm -rf --one-file-system "$root"' EXIT
  mirror=$(sed -n 's/^URIs: *\(.*debian\)$/\1/p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
  mirror=${mirror:-http://deb.debian.org/debian}
  debootstrap --variant=minbase "${2:-bookworm}" "$root" "$mirror" >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
  rm "$root.log"
  cp /etc/resolv.conf "$root/etc/"
}

put_sources() {
  mkdir "$root/hallmark"
  git -C "$1" archive HEAD | tar x -C "$root/hallmark"
}

in_root() { chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

installed() { in_root dpkg-query -W -f '${Installed-Size}\n' | awk '{ kb += $1 } END { print NR, int(kb / 1024) }'; }
