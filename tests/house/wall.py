#!/usr/bin/env python3
"""wall.py SOURCE_DIR CHECKER: the dependency wall, read off the #include lines and off ldd.

exact <- bounds <- cli; in bounds: what lies in no folder <- composition <- shuffle, batch, allocation <- mechanisms. proofs-check and lemmas include nothing of them nor of
each other, and neither FLINT nor Arb; FLINT and Arb headers are included by exact/flint.hpp alone; the checker's binary links neither.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCES = {".cpp", ".hpp", ".h", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
FLINT = re.compile(r"^(flint/|(arb|acb|arf|acf|mag|flint|fmp|fmpz|fmpq|nmod|n_poly|bernoulli|partitions)(_\w+)?\.h)")

# Its own files include each other by these folders.
CHECKER = ("proofs-check/", "numbers/", "statement/", "laws/", "shuffle/", "allocation/", "batch/")

FORBIDDEN = {
    "exact": ("bounds/", "cli/", *CHECKER, "lemmas/"),
    "bounds": ("cli/", *CHECKER, "lemmas/"),
    "cli": (*CHECKER, "lemmas/"),
    "proofs-check": ("exact/", "bounds/", "cli/", "lemmas/"),
    "lemmas": ("exact/", "bounds/", "cli/", *CHECKER),
}

FAMILIES = ("bounds/shuffle/", "bounds/batch/", "bounds/allocation/")
INSIDE_BOUNDS = {"bounds/composition/": (*FAMILIES, "bounds/mechanisms/"),
                 **{family: ("bounds/mechanisms/",) for family in FAMILIES}}


def forbidden(name):
    """What the file of that name must not include: by its layer, and by its folder in bounds."""
    own = [headers for folder, headers in INSIDE_BOUNDS.items() if name.startswith(folder)]
    if name.startswith("bounds/") and name.count("/") == 1:  # what all families share
        own = [("bounds/composition/", *INSIDE_BOUNDS["bounds/composition/"])]
    return sum(own, FORBIDDEN.get(name.split("/")[0], ()))


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def violations(root):
    found = []
    files = [p for folder in (*FORBIDDEN, "tests", "bench") for p in sorted((root / folder).rglob("*"))]
    for path in files:
        if path.suffix not in SOURCES:
            continue
        name = path.relative_to(root).as_posix()
        for number, header in includes(path):
            target = header
            if header.startswith("."):  # a relative include: what it names from the root
                resolved = (path.parent / header).resolve()
                target = resolved.relative_to(root.resolve()).as_posix() if resolved.is_relative_to(root.resolve()) else ""
            if target.startswith(forbidden(name)):
                found.append(f"{name}:{number}: {pathlib.Path(name).parent} must not include {header}")
            if FLINT.match(header) and name != "exact/flint.hpp":
                found.append(f"{name}:{number}: only exact/flint.hpp includes {header}")
    return found


def linked(binary):
    libraries = subprocess.run(["ldd", binary], check=True, capture_output=True, text=True).stdout
    return [f"{binary}: links {line.strip()}" for line in libraries.splitlines() if re.search(r"flint|\barb\b", line)]


def self_test():
    bad = {
        "exact/a.hpp": '#include "bounds/x.hpp"\n',
        "exact/b.hpp": "#include <flint/arb.h>\n",
        "exact/flint.hpp": "#include <arb.h>\n",  # the one place where it is allowed
        "bounds/c.cpp": '  #  include "cli/x.hpp"\n',
        "bounds/d.cpp": "#include <fmpq.h>\n",
        "bounds/e.cpp": '#include "exact/a.hpp"\n// #include "cli/x.hpp"\n',  # allowed
        "bounds/l.cpp": '#include "bounds/batch/x.hpp"\n#include "bounds/registry.hpp"\n',
        "bounds/composition/j.cpp": '#include "bounds/shuffle/x.hpp"\n#include "bounds/registry.hpp"\n',
        "bounds/batch/k.hpp": '#include "bounds/mechanisms/x.hpp"\n#include "bounds/composition/x.hpp"\n',
        "cli/f.cpp": '#include "proofs-check/x.hpp"\n',
        "proofs-check/g.cpp": '#include "exact/a.hpp"\n#include <arb.h>\n#include <mpfr.h>\n',
        "lemmas/h.cpp": '#include "../bounds/c.hpp"\n#include "numbers/x.hpp"\n#include "lemmas/lemma.hpp"\n',
        "tests/i.cpp": "#include <acb_poly.h>\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in bad.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = sorted(line.rsplit(":", 1)[0] for line in violations(root))
    expected = ["bounds/batch/k.hpp:1", "bounds/c.cpp:1", "bounds/composition/j.cpp:1", "bounds/d.cpp:1", "bounds/l.cpp:1", "cli/f.cpp:1", "exact/a.hpp:1",
                "exact/b.hpp:1", "lemmas/h.cpp:1", "lemmas/h.cpp:2", "proofs-check/g.cpp:1", "proofs-check/g.cpp:2", "tests/i.cpp:1"]
    assert found == expected, f"the wall test itself is broken: {found}"


def main():
    self_test()
    root, checker = pathlib.Path(sys.argv[1]), sys.argv[2]
    found = violations(root) + linked(checker)
    print("\n".join(found) or "the wall stands")
    return 1 if found else 0


sys.exit(main())
