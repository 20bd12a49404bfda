#!/usr/bin/env python3
"""checker_words.py SOURCE_DIR: nothing in proofs-check/ is told apart by a word, a prefix or an absent parameter.

A row, a phase and a law say what they are by members. Only readers compare texts, in the places of CLOSED, each of which takes a word of a
certificate or of the command line from a closed list. No struct or class has a name that says as little as `Row`. Whole numbers that depend on
a certificate are a Count: built-in types with 64 bits stand in the files below it, and elsewhere in the places of RAW.
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
    "main.cpp": (4, "the options of the program; the line that begins a bundle"),
    "numbers/number.cpp": (2, "`..` of a range; the heads ln( exp( sqrt( of a number"),
    "statement/quantity.cpp": (1, "the word `rounds` in a line `phase`"),
    "statement/reader.cpp": (2, "the head of a line; the seal"),
    "statement/reader.hpp": (1, "the head of the next line"),
}
# The number types that Count is made of and converted to, what the meter counts, what GMP and MPFR take; digests.
BELOW = {f"numbers/{name}" for name in ("count.hpp", "meter.hpp", "exact.hpp", "exact.cpp", "interval.hpp", "interval.cpp", "sha256.cpp")}
BUILT_IN = re.compile(r"\bstd::u?int\d+_t\b|\blong\b|\bmpfr_prec_t\b|\bmpfr_exp_t\b")
RAW = {
    "laws/finite_base.cpp": (1, "a power of 2 of at most 2^61"),
    "laws/lognormal_transform.cpp": (2, "a double below 2^63; the bits of an exponent"),
    "laws/convex_law.cpp": (1, "the ones of a count in binary"),
    "shuffle/clones_moments.cpp": (1, "the exponent of an MPFR number"),
}


def complaints(root):
    counts = collections.Counter()
    raw = collections.Counter()
    for path in sorted(root.rglob("*.?pp")):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if COMPARED.search(line):
                counts[name] += 1
                if counts[name] > CLOSED.get(name, (0,))[0]:
                    yield f"{path}:{number}: compares texts: {line.strip()}"
            if name not in BELOW and BUILT_IN.search(line.split("//")[0]):
                raw[name] += 1
                if raw[name] > RAW.get(name, (0,))[0]:
                    yield f"{path}:{number}: a built-in integer in place of a Count: {line.strip()}"
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
