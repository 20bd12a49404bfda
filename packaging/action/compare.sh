#!/bin/sh
# Compares an accountant with the golden vectors of a portable tarball: what action.yml runs, and what any other CI can run.
#   TARBALL    the file, or an address that curl can fetch; SHA256, where it is given, must be its hash
#   EXEC       the command of the accountant (one JSON request a line, one JSON answer a line)
#   SUITE      which vectors; BASELINE, where it is given, a file that results may not be worse than
# Exit status: that of `hallmark compare` (0 sound, 1 a row is proved wrong, 2 a row is worse than the baseline or nothing was judged).
set -eu

: "${TARBALL:?a portable tarball of Hallmark, a file or an address}" "${EXEC:?the command of the accountant}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case $TARBALL in
  http://* | https://*) curl --fail --silent --show-error --location --output "$folder/hallmark.tar.gz" "$TARBALL" ;;
  *) cp "$TARBALL" "$folder/hallmark.tar.gz" ;;
esac
if [ -n "${SHA256:-}" ]; then
  printf '%s  %s\n' "$SHA256" "$folder/hallmark.tar.gz" | sha256sum --check --quiet || {
    echo "compare.sh: SHA256=$SHA256 is not the hash of $TARBALL" >&2
    exit 64
  }
fi
tar -xzf "$folder/hallmark.tar.gz" -C "$folder" --strip-components 1
set -- --suite "${SUITE:-smoke}" --quiet --format github --exec "$EXEC"
if [ -n "${BASELINE:-}" ]; then set -- "$@" --baseline "$BASELINE"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then set -- "$@" --summary "$GITHUB_STEP_SUMMARY"; fi
status=0
"$folder/bin/hallmark" compare "$@" || status=$?
exit "$status"
