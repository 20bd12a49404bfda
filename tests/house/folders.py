#!/usr/bin/env python3
"""folders.py SOURCE_DIR: every folder of more than eight sources has a README.md of at most 30 lines that names files it has.

In a table's column `file`, each name in backquotes is a source of the folder, with or without its ending.
"""
import pathlib
import re
import sys
import tempfile

ROOTS = ("exact", "bounds", "tests/lemmas", "proofs-check")
MOST_SOURCES = 8
MOST_LINES = 30


def sources(folder):
    return {path.name for path in folder.iterdir() if path.suffix in (".cpp", ".hpp")}


def named(lines):
    """The names in the column `file` of the tables."""
    column = None
    for line in lines:
        cells = [cell.strip() for cell in line.split("|")]
        if not line.startswith("|"):
            column = None
        elif "file" in cells:
            column = cells.index("file")
        elif column is not None and column < len(cells):
            yield from re.findall(r"`([^`]+)`", cells[column])


def complaints(root):
    folders = [folder for name in ROOTS for folder in [root / name, *(root / name).rglob("*")] if folder.is_dir()]
    for folder in sorted(folders):
        where, there, page = folder.relative_to(root), sources(folder), folder / "README.md"
        if not page.is_file():
            if len(there) > MOST_SOURCES:
                yield f"{where}: {len(there)} sources and no README.md"
            continue
        lines = page.read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST_LINES:
            yield f"{where}/README.md: {len(lines)} lines, more than {MOST_LINES}"
        for name in named(lines):
            if not {name, f"{name}.cpp", f"{name}.hpp"} & there:
                yield f"{where}/README.md: {name} is not there"


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for folder in ROOTS:
            (root / folder).mkdir(parents=True)
        for number in range(9):
            (root / "exact" / f"a{number}.cpp").touch()
        assert list(complaints(root)) == ["exact: 9 sources and no README.md"]
        (root / "exact" / "README.md").write_text("| x | file |\n|---|---|\n| `y` | `a1`, `b.cpp` |\n" + "\n" * 28)
        assert list(complaints(root)) == ["exact/README.md: 31 lines, more than 30", "exact/README.md: b.cpp is not there"]


def main():
    self_test()
    found = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every large folder has its page")
    return 1 if found else 0


sys.exit(main())
