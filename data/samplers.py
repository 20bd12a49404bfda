#!/usr/bin/env python3
"""samplers.py [VECTORS]: writes data/SAMPLERS.md to standard output, from the suites `samplers` and `batches`.

Epsilon of four batch samplers side by side, and the sign of each difference: a sign stands there only if the two proved
intervals are disjoint.

    python3 data/samplers.py > data/SAMPLERS.md        after `hallmark vectors`
"""
import json
import pathlib
import sys
from fractions import Fraction

from intervals import decimal

HEAD = """# Batch samplers side by side

Every number on this page is one of the golden vectors, of the suites `samplers` and `batches`.

One epoch of DP-SGD with as many steps as batches, Gaussian noise sigma per step (sensitivity 1, zero-out adjacency), and the record used

- **D**, deterministic: in the batch of a fixed order;
- **S**, shuffled: in the batch of a secret random order (for the worst adaptive query method: an interval from an event on the
  largest coordinate to D, by [CGKKMSZ24] Theorem 4.1, so that S <= D always);
- **P**, Poisson: in every batch with probability 1/steps, independently;
- **A**, random allocation: in exactly one batch, drawn uniformly.

For P and A the two directions differ: *remove* is the divergence of the law with the record from the law without it, *add* the converse,
and a mechanism is (eps, delta)-DP if both hold. Each number lies between the two printed, or begins with the digits printed, and is
proved; `hallmark eval` with the parameters of the line gives more digits.
"""

TRAININGS = """
## Trainings as they were run

The number that was published beside what the same noise gives for three readings of the training: Poisson batches under zero-out (a
record against nothing), Poisson batches under replace-one (a record against another one), and batches of a fixed size under
replace-one, where no single dataset is the worst and two ends stand. Fixed or shuffled batches reported with the first reading's
number are the commonest false statement about DP-SGD. Publications on fine-tuning language models state a target and not the noise
that was used, so none stands here.
"""

# Name, quantity, direction.
SAMPLERS = (
    ("D", "gaussian.epsilon", None),
    ("S", "shuffled-batch.epsilon", None),
    ("P remove", "poisson-gaussian.epsilon", "remove"),
    ("P add", "poisson-gaussian.epsilon", "add"),
    ("A remove", "allocation.epsilon", "remove"),
    ("A add", "allocation.epsilon", "add"),
)
PAIRS = (
    ("D", "P"), ("D", "A"), ("S", "P"), ("S", "A"), ("P", "A"), ("P remove", "A remove"), ("P add", "A add"),
    ("P remove", "P add"), ("A remove", "A add"),
)


def read(folder):
    """{(delta, sigma, steps): {name: (lo, hi)}}, the deterministic batches at every number of steps."""
    root = json.loads((folder / "samplers.json").read_text(encoding="utf-8"))
    names = {(quantity, direction): name for name, quantity, direction in SAMPLERS}
    rows, fixed = {}, {}
    for group in root["testGroups"]:
        for test in group["tests"]:
            given, out = test["in"], test["out"]
            name = names[group["quantity"], given.get("direction")]
            if given.get("rate") not in (None, "1/" + given.get("steps", "")):
                raise ValueError(f"{test['id']}: the rate is not 1/steps")
            ends = (Fraction(out["lo"]), Fraction(out["hi"]))
            if name == "D":
                fixed[Fraction(given["delta"]), Fraction(given["sigma"])] = ends
            else:
                key = Fraction(given["delta"]), Fraction(given["sigma"]), int(given["steps"])
                rows.setdefault(key, {})[name] = ends
    for key, row in rows.items():
        row["D"] = fixed[key[:2]]
        for both in "PA":  # the larger of the two directions
            ends = [row[f"{both} {direction}"] for direction in ("remove", "add")]
            row[both] = (max(lo for lo, _ in ends), max(hi for _, hi in ends))
    return dict(sorted(rows.items()))


def sign(a, b):
    """The proved sign of a - b."""
    if a[0] > b[1]:
        return ">"
    return "<" if a[1] < b[0] else "?"


def cell(ends, digits=6):
    """The digits that both ends begin with, or the two ends rounded outward."""
    lo, hi = ends
    begin = decimal(lo, digits, 0)
    return begin if begin == decimal(hi, digits, 0) else f"{begin} to {decimal(hi, digits, 1)}"


def table(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def page(folder):
    rows = read(folder)
    yield HEAD
    names = [name for name, _, _ in SAMPLERS]
    for delta in sorted({key[0] for key in rows}, reverse=True):
        here = {key[1:]: row for key, row in rows.items() if key[0] == delta}
        label = [(decimal(sigma, 6, 0), str(steps)) for sigma, steps in here]
        yield f"## delta = {decimal(delta, 6, 0)}\n\nepsilon:\n"
        yield from table(["sigma", "steps", *names],
                         [[*at, *(cell(row[name]) for name in names)] for at, row in zip(label, here.values())])
        yield "\nHow they compare (`>`: the first is proved the larger; `?`: not decided; P and A: the larger of the two directions):\n"
        yield from table(["sigma", "steps", *(f"{a} : {b}" for a, b in PAIRS)],
                         [[*at, *(sign(row[a], row[b]) for a, b in PAIRS)] for at, row in zip(label, here.values())])
        yield ""
    same = [pair for pair in PAIRS if len({sign(row[pair[0]], row[pair[1]]) for row in rows.values()} - {"?"}) == 1
            and all(sign(row[pair[0]], row[pair[1]]) != "?" for row in rows.values())]
    yield "In every line above: " + ", ".join(f"{a} {sign(*(next(iter(rows.values()))[x] for x in (a, b)))} {b}" for a, b in same) + "."


def trainings(folder):
    """The table of published settings."""
    path = folder / "batches.json"
    if not path.exists():
        return
    root = json.loads(path.read_text(encoding="utf-8"))
    rows = {}
    for group in root["testGroups"]:
        for test in group["tests"]:
            if not group["source"]["name"] == "trainings":
                continue
            given, out = test["in"], test["out"]
            name = "fixed" if group["quantity"].startswith("fixed") else group["adjacency"]
            rows.setdefault(test["comment"], {"in": given})[name] = (Fraction(out["lo"]), Fraction(out["hi"]))
    yield TRAININGS
    yield from table(
        ["training", "sigma", "steps", "delta", "published", "Poisson, zero-out", "Poisson, replace-one", "fixed size, replace-one"],
        [[*comment.split(": published ")[:1], decimal(Fraction(row["in"]["sigma"]), 6, 0), row["in"]["steps"],
          decimal(Fraction(row["in"]["delta"]), 6, 0), comment.split(": published ")[1], *(cell(row[name]) for name in ("zero-out", "replace-one", "fixed"))]
         for comment, row in rows.items()])
    below = all(row["zero-out"][1] < row["replace-one"][0] and row["replace-one"][1] < row["fixed"][0] for row in rows.values())
    if below:
        yield "\nIn every line zero-out < replace-one < fixed size: the intervals are disjoint."


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "vectors_v1"
    sys.stdout.write("\n".join([*page(folder), *trainings(folder)]).rstrip("\n") + "\n")


main()
