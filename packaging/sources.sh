# To be sourced: what the scripts that make packages share. Debian's source packages come by a list of our own; the machine's lists may name no sources and stay as they are.
#   step NAME COMMAND...         runs a command with its output in $build/NAME.log, whose end is shown where it fails
#   version_of SOURCE            prints the version of the sources in the folder SOURCE
#   packed FOLDER MEMBER FILE    writes MEMBER of FOLDER as the archive FILE, the same bytes wherever and by whomever: its times are SOURCE_DATE_EPOCH
#   fetch_sources PACKAGE...     unpacks the source packages below $build/sources; what is there already is not fetched again
step() {
  name=$1
  shift
  "$@" >"$build/$name.log" 2>&1 || { tail -20 "$build/$name.log" >&2; echo "${0##*/}: $name failed" >&2; exit 1; }
}

version_of() { sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' "$1/CMakeLists.txt"; }

packed() { tar c -C "$1" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw "$2" | gzip -9n >"$3"; }

fetch_sources() {
  missing=
  for package; do [ -n "$(find "$build/sources" -maxdepth 1 -name "$package-[0-9]*" -type d 2>/dev/null)" ] || missing="$missing $package"; done
  [ -n "$missing" ] || return 0
  rm -rf "$build/apt" "$build/fetched"
  mkdir -p "$build/apt/parts" "$build/apt/lists/partial" "$build/fetched"
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
    [ ! -e "$list" ] || sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' "$list" >"$build/apt/parts/${list##*/}"
  done
  [ ! -e "$build/apt/parts/sources.list" ] || mv "$build/apt/parts/sources.list" "$build/apt/parts/main.list"
  apt="apt-get -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$build/apt/parts
    -o Dir::State::Lists=$build/apt/lists -o Dir::Cache=$build/apt"
  # shellcheck disable=SC2086
  step update $apt update
  # shellcheck disable=SC2086
  (cd "$build/fetched" && step source $apt source $missing)
  mkdir -p "$build/sources"
  mv "$build"/fetched/* "$build/sources"
}
