#!/usr/bin/env python3
"""checker_words.py SOURCE_DIR: nothing in proofs-check/ is told apart by a word, a prefix or an absent parameter.

A row, a phase and a law say what they are by members. Only readers compare texts, in the places of CLOSED, each of which takes a word of a
certificate or of the command line from a closed list. No struct or class has a name that says as little as `Row`.
"""
import collections
import pathlib
import re
import sys

COMPARED = re.compile(r'starts_with|[!=]= *"|" *[!=]=|\.find\("')
ASKED = re.compile(r'\bhas\("|contains\("')
NAMES = re.compile(r"\b(?:struct|class) (Ends|Row|End|Outcome|Pair|Table|Line|Step|Contour)\b")
# File: how many lines of it compare texts, and which.
CLOSED = {
    "checker.cpp": (1, "the version in the first line"),
    "main.cpp": (3, "the options of the program"),
    "numbers/number.cpp": (2, "`..` of a range; the heads ln( exp( sqrt( of a number"),
    "statement/quantity.cpp": (1, "the word `rounds` in a line `phase`"),
    "statement/reader.cpp": (2, "the head of a line; the seal"),
    "statement/reader.hpp": (1, "the head of the next line"),
}


def complaints(root):
    counts = collections.Counter()
    for path in sorted(root.rglob("*.?pp")):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if COMPARED.search(line):
                counts[name] += 1
                if counts[name] > CLOSED.get(name, (0,))[0]:
                    yield f"{path}:{number}: compares texts: {line.strip()}"
            if ASKED.search(line):
                yield f"{path}:{number}: asks whether a parameter is there: {line.strip()}"
            if found := NAMES.search(line):
                yield f"{path}:{number}: {found[1]} is the name of something else"
    for name, (count, what) in CLOSED.items():
        if counts[name] < count:
            yield f"{root}/{name}: {counts[name]} comparisons, where CLOSED has {count} ({what})"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1]) / "proofs-check"))
    print("\n".join(found) or f"{sum(count for count, _ in CLOSED.values())} comparisons of texts, all by readers")
    return 1 if found else 0


sys.exit(main())
