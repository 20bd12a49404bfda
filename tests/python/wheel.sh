#!/bin/sh
# wheel.sh SOURCE_DIR BUILD_DIR PYTHON: the package as pip builds and installs it, without an index: the wheel holds what it must, a new environment runs
# its doctests from it and finds the pytest plugin, and the source distribution can be configured.
set -eu
source=$1 build=$2 python=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1

# A copy: setuptools writes beside what it builds.
mkdir "$work/source"
tar c -C "$source" --exclude=__pycache__ pyproject.toml setup.py MANIFEST.in CMakeLists.txt LICENSE README.md NEWS.md REFERENCES.md \
  api bounds cmake exact include packaging proofs-check python data/vectors_v1 | tar x -C "$work/source"
HALLMARK_BUILD=$build "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$work/wheels" "$work/source"
"$python" - "$work/wheels" "$source" <<'END'
import pathlib, sys, zipfile
names = set(zipfile.ZipFile(next(pathlib.Path(sys.argv[1]).glob("hallmark-*.whl"))).namelist())
files = {f"hallmark/{path.name}" for path in (pathlib.Path(sys.argv[2]) / "python" / "hallmark").glob("*") if path.suffix in (".py", ".pyi", ".typed")}
files |= {f"hallmark/vectors_v1/{path.name}" for path in (pathlib.Path(sys.argv[2]) / "data" / "vectors_v1").glob("*.json")}
files.add("hallmark/py.typed")
assert files <= names, f"not in the wheel: {sorted(files - names)}"
assert any(name.startswith("hallmark/_core.") and name.endswith(".so") for name in names)
END

"$python" -m venv --system-site-packages "$work/env"
"$work/env/bin/python" -m pip install -q --no-deps "$work"/wheels/hallmark-*.whl
cd "$work"
"$work/env/bin/python" -m doctest -o ELLIPSIS "$work/source/README.md" "$work/source/python/README.md"
"$work/env/bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs hallmark -o "doctest_optionflags=ELLIPSIS IGNORE_EXCEPTION_DETAIL"
"$work/env/bin/python" -m pytest --help | grep -q -- --hallmark-suite

cd "$work/source"
"$python" -c "import setuptools.build_meta as backend; print(backend.build_sdist('$work'))" >"$work/sdist.log"
tar x -C "$work" -f "$work"/hallmark-*.tar.gz
cmake -S "$work"/hallmark-*[0-9] -B "$work/configured" -G Ninja -DHALLMARK_PYTHON=ON -DHALLMARK_PROGRAM=OFF -DHALLMARK_TESTS=OFF >"$work/configure.log"
cmake --build "$work/configured" --target hallmark_python_files >"$work/files.log"
echo "the wheel is installed and works, the source distribution is whole"
