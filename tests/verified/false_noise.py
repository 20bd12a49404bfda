#!/usr/bin/env python3
"""false_noise.py SOURCE_DIR BUILD_DIR [COUNT]: false variants of claims on normal noise that verify are refused by the check, not by the parser.

The certificates of data/register on poisson-gaussian and gaussian that `hallmark-verify` verifies. A variant changes the value, the relation, sigma,
the rate, the number of rounds or the direction; `hallmark` encloses the quantity of the variant, and the variant claims a value below that
enclosure, or above it: by a thousandth at least, by much at most. All must be answered "not proved". Claims that are false by little take longest,
so that there are fewest of them on Poisson batches.
"""
import csv
import fractions
import io
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from verdicts import sealed, verdicts

Fraction = fractions.Fraction
SHARES = [Fraction(1, d) for d in (1000, 500, 200, 64, 16, 4)] + [Fraction(3, 4)]
REFUSED = "s UNKNOWN: claim not proved"
ROUNDS = {"poisson-gaussian": "steps", "gaussian": "rounds"}


class Claim:
    """A certificate: its lines, its parameters, its first value."""

    def __init__(self, path):
        self.lines = path.read_text(encoding="ascii").splitlines()
        self.quantity = self.lines[2].split()[1]
        self.family = self.quantity.rsplit(".", 1)[0]
        self.parameters = {line.split()[1]: Fraction(line.split()[2]) for line in self.lines if line.startswith("parameter ")}
        self.value = next(line.split()[1] for line in self.lines if line.startswith("value "))

    def usable(self):
        # claims of many digits are slow to prove; a third of the others is enough
        few_digits = re.fullmatch(r"[0-9/]+", self.value) and 0 < Fraction(self.value) and Fraction(self.value).denominator <= 10000
        return few_digits and self.quantity.endswith(".epsilon")

    def with_(self, parameters, relation, *values):
        lines = []
        for line in self.lines[:-1]:
            word = line.split()[0]
            if word == "parameter":
                lines.append(f"parameter {line.split()[1]} {parameters[line.split()[1]]}")
            elif word == "relation":
                lines += [f"relation {relation}", *(f"value {value}" for value in values)]
            elif word != "value":
                lines.append(line)
        return sealed(lines)

    def false(self, parameters, lo, hi, share):
        """Claims that no number of [lo, hi] satisfies, false by the share at least."""
        down, up = lo * (1 - share), hi * (1 + share)
        yield self.with_(parameters, "<=", down)
        yield self.with_(parameters, ">=", up)
        if share < Fraction(1, 2):
            yield self.with_(parameters, "in", lo * (1 - 2 * share), down)
            yield self.with_(parameters, "in", up, hi * (1 + 2 * share))

    def moved(self):
        """Other parameters."""
        rounds = ROUNDS[self.family]
        for step in (Fraction(1, 16), Fraction(1, 2)):
            yield self.parameters | {"sigma": self.parameters["sigma"] / (1 + step)}
            yield self.parameters | {rounds: -(-self.parameters[rounds] * (1 + step) // 1)}
            if "rate" in self.parameters:
                yield self.parameters | {"rate": min(Fraction(1), self.parameters["rate"] * (1 + step))}


def enclosures(program, quantity, rows, direction):
    """[lo, hi] of every row of parameters, by one call of hallmark."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="ascii") as table:
        names = list(rows[0])
        table.write("\n".join([",".join(names)] + [",".join(str(row[name]) for name in names) for row in rows]) + "\n")
        table.flush()
        given = [f"direction={direction}"] if quantity.startswith("poisson") else []
        output = subprocess.run([program, "eval", quantity, "--rows", table.name, *given, "--digits", "8", "--format", "csv", "--quiet"],
                                capture_output=True, text=True).stdout
    found = list(csv.DictReader(io.StringIO(output)))
    assert len(found) == len(rows), "one line a row"
    return [(Fraction(row["lo"]), Fraction(row["hi"])) if row["result"] == "ok" else (Fraction(0), Fraction(0)) for row in found]


def variants(hallmark, quantity, claims):
    """(text, how far from the truth, as a share)"""
    rows = [(claim, parameters) for claim in claims for parameters in [claim.parameters, *claim.moved()]]
    both = enclosures(hallmark, quantity, [parameters for _, parameters in rows], "both")
    batches = quantity.startswith("poisson")
    one_way = enclosures(hallmark, quantity, [parameters for _, parameters in rows], "add") if batches else both
    for (claim, parameters), (lo, hi), (_, other) in zip(rows, both, one_way):
        if lo <= 0:
            continue
        shares = SHARES if not batches else SHARES[3:]
        yield from ((text, share) for share in shares for text in claim.false(parameters, lo, hi, share))
        if other * Fraction(1001, 1000) < lo:   # true of the direction `add` alone
            yield claim.with_(parameters, "<=", other * Fraction(1001, 1000)), 1 - other * Fraction(1001, 1000) / lo


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    program, hallmark = build / "verified" / "hallmark-verify", build / "cli" / "hallmark"
    paths = [path for path in sorted((root / "data" / "register" / "certificates").glob("*.cert"))
             if re.search(r"^quantity (poisson-)?gaussian\.\S+\n.*\nadjacency zero-out$", path.read_text(encoding="ascii"), re.MULTILINE)]
    usable = [path for path in paths if Claim(path).usable()]
    verified = [Claim(path) for path, line, _ in verdicts(program, usable) if line.startswith("s VERIFIED")]
    chosen = []
    for quantity, some in (("poisson-gaussian.epsilon", wanted * 2 // 5), ("gaussian.epsilon", wanted)):
        texts = list(variants(hallmark, quantity, [claim for claim in verified if claim.quantity == quantity]))
        # so that a small number has a little of everything: every relation, share and certificate
        random.Random(1).shuffle(texts)
        chosen += texts[:min(some, wanted - len(chosen))]
    with tempfile.TemporaryDirectory() as name:
        files = [pathlib.Path(name) / f"{number}.cert" for number in range(len(chosen))]
        for file, (text, _) in zip(files, chosen):
            file.write_text(text, encoding="ascii")
        lines = [line for _, line, _ in verdicts(program, files)]
    bad = [f"{line} (false by {float(share):.2g})" for line, (_, share) in zip(lines, chosen) if not line.startswith(REFUSED)]
    print("\n".join(bad) or f"{len(chosen)} false variants of {len(verified)} certificates that verify, the closest false by a share of "
          f"{float(min(share for _, share in chosen)):.2g}: all refused by the check")
    return bool(bad) or len(chosen) < wanted


sys.exit(main())
