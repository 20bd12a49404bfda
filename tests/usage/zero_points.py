#!/usr/bin/env python3
"""zero_points.py BINARY_DIR: forged certificates about where delta is exactly 0, and about where it is never 0.

For each pair of PROOFS.md section 3.1, each direction and one round or two: delta at its largest log ratio, 10^-40 of it before and after, at 0 and
at 9999, against 0, -1 and 10^-60 by every relation; epsilon at delta = 0 against the same points. No false one may be VERIFIED, and most true ones
are. The truth comes from the fractions below alone.
"""
import fractions
import hashlib
import pathlib
import subprocess
import sys
import tempfile

F = fractions.Fraction
Q = F(1, 3)
ALL, BOTH = ["remove", "add", "both"], ["both"]
LOWER, UPPER = (">=", ">", "in"), ("<=", "<", "in")
RULES = ["rule 1/8 1/4 1/4 -40 40"] * 5
RATIOS = "ratios 128 256 512"


def sampled(ratio, direction):
    """The largest ratio after sampling at the rate 1/3; None: there is none."""
    if ratio is None:
        return 1 / (1 - Q) if direction == "add" else None
    return 1 / (1 + Q * (1 / ratio - 1)) if direction == "add" else 1 + Q * (ratio - 1)


def lines(*fixed, lower=()):
    """A witness of fixed lines, and more with a lower end."""
    return lambda relation, direction: [*fixed, *(lower if relation in LOWER else ())]


def ends(head, piece, after, one=False):
    """A line for each end and direction."""
    def witness(relation, direction):
        found = list(head)
        add = direction == "add" and not one
        if relation in LOWER:
            found += [f"contour-lower {'add' if add else 'remove'} {piece}", *after]
        if relation in UPPER and not add:
            found += [f"contour-upper remove {piece}", *after]
        if relation in UPPER and not one and direction != "remove":
            found += [f"contour-upper add {piece}", *after]
        return found
    return witness


def inversions(one=False):
    return ends(["method inversions", "bits 64"], "1 1/8 4 2 40", RULES, one)


def reports(dataset, cuts=()):
    return lambda relation, direction: ["method laws", "unit 8", *([dataset, *cuts, RATIOS] if relation in LOWER else ()),
                                        *([*cuts, RATIOS] if relation in UPPER else ())]


SUMS, FORMULA, GRID = lines("method sums", "bits 64"), lines("method formula", "bits 64"), lines("method grid", "bits 64", "grid 100")


def cases():
    """(stem, bounds, adjacency, directions, parameters, witness, largest ratio by direction or None, axiom of an upper end)"""
    def case(stem, parameters, witness, reach, bounds="mechanism", adjacency="zero-out", directions=ALL, axiom=None):
        return stem, bounds, adjacency, directions, parameters, witness, reach if callable(reach) else lambda _: reach, axiom
    replace = {"adjacency": "replace-one", "directions": BOTH}
    eps0 = {"eps0": "ln(2)"}
    for rounds in (1, 2):
        by = {"rounds": str(rounds)}
        several = SUMS if rounds == 1 else GRID
        method = several("<=", "remove")
        yield case("clones", {**eps0, **by, "n": "2"}, several, F(2) ** rounds, bounds="pair", **replace)
        yield case("shuffle", {**eps0, **by, "n": "2"}, lines(*method, lower=["others 0", "rr2-direction remove"]), F(2) ** rounds,
                   axiom="FMT21-Theorem-3.2 eps0=ln(2) n=2", **replace)
        yield case("rr2", {**eps0, **by, "n": "2", "others": "0"},
                   lambda relation, direction, method=method: method + ["rr2-direction remove"] * (direction == "both" and relation in LOWER), F(2) ** rounds,
                   adjacency="replace-one")
        for view, bounds, ratio in (("strong", "mechanism", None), ("strong-pair", "formula", None), ("weak", "mechanism", F(4) ** rounds)):
            yield case(f"krr.%s.{view}", {**by, "gamma": "1/2", "k": "3", "n": "2"}, several, ratio, bounds=bounds, **replace)
        yield case("rr", {**eps0, **by}, SUMS, F(2) ** rounds, adjacency="replace-one")
        yield case("rr-local", {**by, "k": "3", "p": "1/2"}, SUMS, F(4) ** rounds, adjacency="replace-one")
        yield case("rr-local", {**by, "k": "3", "p": "1"}, SUMS, F(1), adjacency="replace-one")
        yield case("eps-delta", {**eps0, **by, "delta0": "0"}, SUMS, F(2) ** rounds)
        yield case("eps-delta", {**eps0, **by, "delta0": "1/" + "1" + "0" * 30}, SUMS, None)
        for stem, own, ratio, one in (("laplace", eps0, F(2), FORMULA), ("discrete-laplace", {"a": "ln(2)", "sensitivity": "2"}, F(4), SUMS),
                                      ("discrete-gaussian", {"sensitivity": "1", "sigma2": "1"}, None, SUMS)):
            yield case(stem, {**own, **by, "rate": "1"}, one, ratio and ratio ** rounds)
            power = lambda direction, ratio=ratio, rounds=rounds: (lambda r: r and r ** rounds)(sampled(ratio, direction))
            yield case(stem, {**own, **by, "rate": "1/3"}, one if rounds == 1 else GRID, power)
        yield case("bounded-range", {**eps0, **by}, lines("method event", "bits 64", lower=["threshold 1/2"]), F(2) ** rounds)
        yield case("bounded-range", {**eps0, **by}, lines("method recursion", "bits 64", "cells 4"), F(2) ** rounds)
        yield case("gdp", {**by, "mu": "1/1000"}, FORMULA, None)
        yield case("gaussian", {**by, "sigma": "1000"}, FORMULA, None, directions=BOTH)
    poisson = {"rate": "1/3", "sigma": "1", "steps": "2"}
    for own, remove, add in (({}, 1, 0), ({"group": "2"}, 2, 0), ({"inserted": "2"}, 0, 2), ({"deleted": "2"}, 2, 0), ({"deleted": "1", "inserted": "1"}, 1, 1)):
        def reach(direction, sides=(remove, add)):
            up, down = sides if direction == "remove" else sides[::-1]
            return None if direction == "both" or up else (1 / (1 - Q)) ** (2 * down)
        yield case("poisson-gaussian", {**poisson, **own}, inversions(remove == add), reach)
    yield case("poisson-gaussian", poisson, inversions(True), None, adjacency="replace-one")
    yield case("poisson-gaussian", {**poisson, "rate": "1"}, inversions(), None)
    yield case("fixed-batch-gaussian", {"share": "1/3", "sigma": "1", "steps": "2"}, inversions(True), None, **replace)
    yield case("shuffled-batch", {"sigma": "1", "steps": "2"}, lines("method event", "bits 64", lower=["event some-at-least", "threshold 3/2"]), None,
               directions=BOTH, axiom="CGKKMSZ24-Theorem-4.1 sigma=1 steps=2")
    scheme = "FS25-Theorem-3.1 direction={direction} "
    yield case("allocation-rr", {**eps0, "selected": "2", "steps": "3"}, SUMS, F(4), axiom=scheme + "eps0=ln(2) selected=2 steps=3")
    yield case("allocation", {"epochs": "1", "selected": "1", "sigma": "1", "steps": "2"}, ends(["method contours", "bits 64"], "1 1/8 4 40", []), None,
               axiom=scheme + "epochs=1 selected=1 sigma=1 steps=2")
    noise = ["cuts 0 1/2 1"]
    yield case("shuffle-gaussian", {"inputs": "all", "n": "1", "sigma": "1"}, reports("dataset first", noise), None, **replace)
    yield case("shuffle-laplace", {**eps0, "inputs": "all", "n": "1"}, reports("dataset first", noise), F(2), **replace)
    yield case("shuffle-hadamard", {**eps0, "k": "3", "n": "1"}, reports("dataset first"), F(2), **replace)
    yield case("shuffle-krr", {"gamma": "1/2", "k": "3", "n": "1"}, reports("dataset first"), F(4), **replace)
    yield case("shuffle-subset", {**eps0, "k": "3", "n": "1", "subset": "2"}, reports("dataset first"), F(2), **replace)
    for rows, ratio in ((["1/2 1/4 1/4", "1/8 3/8 1/2"], F(4)), (["1/2 1/2 0", "1/8 3/8 1/2"], None), (["1/2 1/2 0", "1/2 1/2 0"], F(1))):
        yield case("shuffle-table", {"n": "1", "rows": rows}, reports("dataset 1 2 1"), ratio, **replace)


def certificate(quantity, bounds, adjacency, direction, parameters, relation, value, axiom, witness):
    rows = [f"row {row}" for row in parameters.get("rows", ())]
    axioms = [f"axiom {axiom.format(direction=direction)}"] if axiom and relation in UPPER else ["none"]
    text = "\n".join(["hallmark certificate 2", "STATEMENT", f"quantity {quantity}", f"bounds {bounds}", f"adjacency {adjacency}", f"direction {direction}",
                      *(f"parameter {name} {parameters[name]}" for name in sorted(parameters) if name != "rows"), *rows, f"relation {relation}",
                      *(f"value {v}" for v in value.split()), "AXIOMS", *axioms, "WITNESS", *witness, "END"]) + "\n"
    return text + f"sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"


def claims():
    """(text, whether it is true, or None where that is not known)"""
    near, small = F(10**40 + 1, 10**40), "1/1" + "0" * 60
    for stem, bounds, adjacency, directions, parameters, witness, reach, axiom in cases():
        quantity = lambda of: stem % of if "%" in stem else f"{stem}.{of}"
        spelled = lambda ratio: "0" if ratio == 1 else f"ln({ratio})"
        for direction in directions:
            ratio = reach(direction)
            points = [("0", False), ("9999", False)] if ratio is None else [(spelled(ratio), True), (spelled(ratio * near), True), ("9999", True)]
            if ratio and ratio > 1:
                points += [(spelled(ratio / near), False), ("0", False)]
            for eps, zero in points:
                for relation, value, truth in (("<=", "0", zero), ("<", "0", False), (">", "0", not zero), (">=", "0", True), ("in", "0 0", zero),
                                               ("<", small, zero or None), ("<=", "-1", False), (">=", small, None if not zero else False)):
                    yield certificate(quantity("delta"), bounds, adjacency, direction, {**parameters, "eps": eps}, relation, value, axiom,
                                      witness(relation, direction)), truth
            values = [("9999", {">=", ">"})] if ratio is None else [(spelled(ratio), {"<=", ">="}), (spelled(ratio * near), {"<=", "<"})]
            if ratio and ratio > 1:
                values.append((spelled(ratio / near), {">=", ">"}))
            for value, true in values:
                for relation in ("<=", "<", ">=", ">"):
                    yield certificate(quantity("epsilon"), bounds, adjacency, direction, {**parameters, "delta": "0"}, relation, value, axiom,
                                      ["lemma hockey-stick-nonincreasing-in-eps", *witness(relation, direction)]), relation in true


def main():
    checker = pathlib.Path(sys.argv[1]) / "proofs-check" / "hallmark-check"
    every = list(claims())
    printed = []
    with tempfile.TemporaryDirectory() as name:
        for first in range(0, len(every), 200):
            paths = []
            for i, (text, _) in enumerate(every[first:first + 200], first):
                paths.append(pathlib.Path(name) / f"{i}.cert")
                paths[-1].write_text(text)
            out = subprocess.run([checker, *paths], capture_output=True, text=True).stdout
            printed += [line for line in out.splitlines() if line.startswith("s ")]
    false = [line for (_, truth), line in zip(every, printed, strict=True) if truth is False and line.startswith("s VERIFIED")]
    granted = sum(truth is True and line.startswith("s VERIFIED") for (_, truth), line in zip(every, printed))
    true = sum(truth is True for _, truth in every)
    print(*false, f"{len(every)} forged certificates, {len(false)} false VERIFIED; {granted} of {true} true ones verified", sep="\n")
    return 1 if false or granted < true * 3 // 5 else 0


sys.exit(main())
