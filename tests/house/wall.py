#!/usr/bin/env python3
"""wall.py SOURCE_DIR CHECKER: the dependency wall, read off the #include lines and off ldd.

exact <- bounds <- cli and api; python includes the public headers alone; api/check is the checker's side of the public headers and sees nothing of exact and bounds; in bounds: what lies in no folder <- composition <- shuffle, batch, allocation <- mechanisms. The public
headers of include/hallmark include each other and the standard library alone. proofs-check and tests/lemmas include nothing of all that nor of each
other, and neither FLINT nor Arb; FLINT and Arb headers are included by exact/flint.hpp alone; the checker's binary links neither. Outside exact
nobody calls FLINT or Arb himself, but on a line whose comment `// raw: ...` says why. No literal of exact, bounds and api is a `long` (1L), which has 32 bits
on other platforms.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCES = {".cpp", ".hpp", ".h", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
RAW = re.compile(r"\b_*(acb|arb|arf|mag|fmp[qz]|flint)_[a-z]")
FLINT = re.compile(r"^(flint/|(arb|acb|arf|acf|mag|flint|fmp|fmpz|fmpq|nmod|n_poly|bernoulli|partitions)(_\w+)?\.h)")

LONG = re.compile(r"\b(0x[0-9a-fA-F]+|[0-9]+)[lL]\b")

PUBLIC = re.compile(r"^(hallmark/\w+\.hpp|[a-z_]+)$")

# The checker's own files include each other by its folders.
FOLDERS = sorted(path.name for path in (pathlib.Path(__file__).resolve().parents[2] / "proofs-check").iterdir() if path.is_dir())
CHECKER = ("proofs-check/", "checker.hpp", *(f"{name}/" for name in FOLDERS))

FORBIDDEN = {
    "include": (),
    "exact": ("bounds/", "api/", "cli/", *CHECKER, "lemmas/"),
    "bounds": ("api/", "cli/", *CHECKER, "lemmas/"),
    "api": ("cli/", *CHECKER, "lemmas/"),
    "cli": ("api/", *CHECKER, "lemmas/"),
    "python": ("exact/", "bounds/", "api/", "cli/", *CHECKER, "lemmas/"),
    "proofs-check": ("hallmark/", "exact/", "bounds/", "api/", "cli/", "lemmas/"),
    "tests/lemmas": ("hallmark/", "exact/", "bounds/", "api/", "cli/", *CHECKER),
}

FAMILIES = ("bounds/shuffle/", "bounds/batch/", "bounds/allocation/")
INSIDE_BOUNDS = {"bounds/composition/": (*FAMILIES, "bounds/mechanisms/"),
                 **{family: ("bounds/mechanisms/",) for family in FAMILIES}}


def forbidden(name):
    """What the file of that name must not include: by its layer, and by its folder in bounds."""
    if name.startswith("api/check/"):
        return ("exact/", "bounds/", "api/", "cli/", "lemmas/")
    if name.startswith("tests/lemmas/"):
        return FORBIDDEN["tests/lemmas"]
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
    files = [p for folder in (*(f for f in FORBIDDEN if f != "tests/lemmas"), "tests", "bench") for p in sorted((root / folder).rglob("*"))]
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
            if name.startswith("include/") and not PUBLIC.match(header):
                found.append(f"{name}:{number}: a public header must not include {header}")
            if FLINT.match(header) and name != "exact/flint.hpp":
                found.append(f"{name}:{number}: only exact/flint.hpp includes {header}")
    return found


def raw_calls(root):
    """The lines outside exact that name a function or a type of FLINT or Arb: the excused ones, and the others."""
    excused, found = [], []
    for folder in ("include", "bounds", "api", "cli"):
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in SOURCES):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                code, _, comment = line.partition("//")
                if RAW.search(code):
                    where = f"{path.relative_to(root).as_posix()}:{number}"
                    (excused if comment.strip().startswith("raw: ") else found).append(f"{where}: a raw call of FLINT or Arb")
    return excused, found


def long_literals(root):
    found = []
    for path in sorted(p for folder in ("exact", "bounds", "api") for p in (root / folder).rglob("*") if p.suffix in SOURCES):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if LONG.search(re.sub(r'"[^"]*"', '""', line.partition("//")[0])):
                found.append(f"{path.relative_to(root).as_posix()}:{number}: a literal of type long, not slong{{1}}")
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
        "tests/lemmas/h.cpp": '#include "../../bounds/c.hpp"\n#include "numbers/x.hpp"\n#include "lemmas/lemma.hpp"\n',
        "tests/i.cpp": "#include <acb_poly.h>\n",
        "include/hallmark/j.hpp": '#include <string>\n#include "hallmark/k.hpp"\n#include "exact/ball.hpp"\n#include <gmp.h>\n',
        "bounds/m.cpp": "arb_add(x);  // raw: why\n  acb_add(x);\n// arb_add\nmy_arb_add(x);\n",
        "api/check/n.cpp": '#include "checker.hpp"\n#include "exact/x.hpp"\n',
        "exact/o.cpp": 'f(1L, 2UL);\nf(1, "1L", 0x1p-3);  // 1L\n',
        "api/k.cpp": '#include "bounds/x.hpp"\n#include "cli/x.hpp"\n',
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in bad.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = sorted(line.rsplit(":", 1)[0] for line in [*violations(root), *raw_calls(root)[1], *long_literals(root)])
    expected = ["api/check/n.cpp:2", "api/k.cpp:2", "bounds/batch/k.hpp:1", "bounds/c.cpp:1", "bounds/composition/j.cpp:1", "bounds/d.cpp:1", "bounds/l.cpp:1",
                "bounds/m.cpp:2", "cli/f.cpp:1", "exact/a.hpp:1", "exact/b.hpp:1", "exact/o.cpp:1", "include/hallmark/j.hpp:3", "include/hallmark/j.hpp:4",
                "proofs-check/g.cpp:1", "proofs-check/g.cpp:2", "tests/i.cpp:1", "tests/lemmas/h.cpp:1", "tests/lemmas/h.cpp:2"]
    assert found == expected, f"the wall test itself is broken: {found}"


def main():
    self_test()
    root, checker = pathlib.Path(sys.argv[1]), sys.argv[2]
    excused, raw = raw_calls(root)
    found = violations(root) + raw + long_literals(root) + linked(checker)
    print("\n".join(found) or f"the wall stands; {len(excused)} lines outside exact call FLINT or Arb and say why")
    return 1 if found else 0


sys.exit(main())
