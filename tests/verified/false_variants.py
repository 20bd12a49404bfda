#!/usr/bin/env python3
"""false_variants.py SOURCE_DIR BUILD_DIR [COUNT]: false variants of certificates that verify are refused by the check, not by the parser.

The certificate says that a number lies between lo and hi. A variant claims that it is below lo or above hi, by a little or by much, and
is sealed again. The variants are a fixed list; the smallest certificates come first where COUNT is small.
"""
import fractions
import pathlib
import re
import sys
import tempfile

from verdicts import sealed, verdicts

STEPS = [fractions.Fraction(1, 2 ** bits) for bits in (1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 56)]
REFUSED = ("s REJECTED comparison: ", "s UNKNOWN: claim not proved")   # the latter: claims on noise


def false_claims(lo, hi):
    """(relation, values) that no number of [lo, hi] satisfies."""
    if lo > 0:
        yield "<", [lo]
        yield from (("<=", [lo * (1 - step)]) for step in STEPS)
        yield from (("in", [lo * (1 - 2 * step), lo * (1 - step)]) for step in STEPS)
    yield ">", [hi]
    yield from ((">=", [hi * (1 + step)]) for step in STEPS if hi)
    yield from (("in", [hi * (1 + step), hi * (1 + 2 * step)]) for step in STEPS if hi)


def variants(path):
    lines = path.read_text(encoding="ascii").splitlines()
    at = lines.index("relation in")
    values = lines[at + 1:at + 3]
    if not all(re.fullmatch(r"value -?[0-9/]+", value) for value in values):
        return
    lo, hi = (fractions.Fraction(value.split()[1]) for value in values)
    shuffled = lines[2].startswith("quantity shuffle.")
    for relation, numbers in false_claims(lo, hi):
        upper, lower = relation in ("<", "<=", "in"), relation in (">", ">=", "in")
        changed = lines[:at] + [f"relation {relation}"] + [f"value {number}" for number in numbers] + lines[at + 3:-1]
        if shuffled and not upper:
            changed = ["none" if line.startswith("axiom ") else line for line in changed]
        if not lower:
            changed = [line for line in changed if not line.startswith(("others ", "rr2-direction "))]
        yield sealed(changed)


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    program = build / "verified" / "hallmark-verify"
    several_rounds = (root / "tests" / "proofs-check" / "accept").glob("clones-*-rounds-convex.cert")
    originals = [path for path in [*(root / "data" / "certificates").glob("*.cert"), *several_rounds] if "\nrelation in\n" in path.read_text(encoding="ascii")]
    verified = [path for path, line, _ in verdicts(program, originals) if line.startswith("s VERIFIED")]
    texts = {path: list(variants(path)) for path in verified}

    def users(path):
        found = re.search(r"^parameter n (\d+)$", path.read_text(encoding="ascii"), re.MULTILINE)
        return int(found[1]) if found else 0

    chosen = [(path, text) for path in sorted(verified, key=lambda path: (users(path), path.name)) for text in texts[path]][:wanted]
    with tempfile.TemporaryDirectory() as name:
        files = []
        for number, (path, text) in enumerate(chosen):
            files.append(pathlib.Path(name) / f"{number}-{path.name}")
            files[-1].write_text(text, encoding="ascii")
        lines = [line for _, line, _ in verdicts(program, files)]
    bad = [f"{file.name}: {line}" for file, line in zip(files, lines) if not line.startswith(REFUSED)]
    print("\n".join(bad) or f"{len(files)} false variants of {len(verified)} certificates that verify: all refused by the check")
    return bool(bad) or len(files) < wanted


sys.exit(main())
