#!/usr/bin/env python3
"""ten.py SOURCE_DIR BUILD_DIR: hallmark-verify, where it was built, verifies upper and lower ends of the register and no false neighbour of them."""
import pathlib
import re
import sys
import tempfile
from fractions import Fraction

from verdicts import sealed, verdicts

# Poisson batches, the Gaussian mechanism, shuffling; Laplace noise and randomized response at delta = 0; zCDP.
UPPER = ["W001", "W003", "W010", "W020", "W040", "W060", "W076", "W084", "W086", "W120", "R15", "R27", "R02.zcdp", "W006.replace-one"]
# Lower ends: Poisson batches, several Gaussian rounds, a record replaced, zCDP, mu of a trade-off curve; four times as much is false.
LOWER = ["W092", "R12.gaussian", "W111.replace-one", "R19.zcdp", "A10.first"]
# Different mechanisms, one after the other: enclosures of ten digits, of which three are claimed.
COMPOSED = ["42f45df0b656427b2f5509b6d39c9737", "6cacb134d9a853a0a81f98638dffd435", "bf26d70bd384d3eebd1a054835980092"]


def scaled(text, factor):
    """The same claim of another value, sealed again: false of upper ends at half of it, of lower ends at four times as much."""
    return sealed(re.sub(r"^value (\S+)$", lambda v: f"value {Fraction(v[1]) * factor}", text, flags=re.MULTILINE).splitlines()[:-1])


def at_most(text, true):
    """A thousandth above the enclosure that a certificate states, or below it."""
    lo, hi = re.findall(r"^value (\S+)$", text, flags=re.MULTILINE)
    value = Fraction(hi) * Fraction(1001, 1000) if true else Fraction(lo) * Fraction(999, 1000)
    claim = re.sub(r"^relation in\nvalue .*\nvalue .*$", f"relation <=\nvalue {value}", text, flags=re.MULTILINE)
    return sealed(claim.splitlines()[:-1])


def main():
    root, program = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "verified" / "hallmark-verify"
    if not program.exists():
        print("hallmark-verify is not built: nothing to check")
        return 0
    paths = [root / "data" / "register" / "certificates" / f"{name}.cert" for name in UPPER + LOWER]
    with tempfile.TemporaryDirectory() as name:
        false = [pathlib.Path(name) / path.name for path in paths]
        for path, copy in zip(paths, false):
            factor = 4 if path.stem in LOWER else Fraction(1, 2)
            copy.write_text(scaled(path.read_text(encoding="ascii"), factor), encoding="ascii")
        for true, texts in ((True, paths), (False, false)):
            for composed in COMPOSED:
                texts.append(pathlib.Path(name) / f"{composed}-{true}.cert")
                text = (root / "data" / "certificates" / f"{composed}.cert").read_text(encoding="ascii")
                texts[-1].write_text(at_most(text, true), encoding="ascii")
        lines = [line for _, line, _ in verdicts(program, [*paths, *false])]
    bad = [line for line in lines[:len(paths)] if not line.startswith("s VERIFIED")] + [line for line in lines[len(paths):] if line.startswith("s VERIFIED")]
    print("\n".join(bad) or f"{len(paths)} certificates verified, {len(paths)} false ones not")
    return bool(bad) or len(lines) != 2 * len(paths)


sys.exit(main())
