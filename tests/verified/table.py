#!/usr/bin/env python3
"""table.py SOURCE_DIR BUILD_DIR: what hallmark-verify says of every certificate of data/certificates and data/register, claim S1 by both roads, and large sums.

One line a quantity, and one a folder: how many certificates are verified, refused, not covered, and their processor seconds: the median, the largest, the sum. Then the first
claim of data/claims/shuffle.json as a certificate: by the program, and as a theorem computed in Coq's kernel. None may be refused. Last, a delta of 10^9 users at twenty digits, true and false.
"""
import collections
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from fractions import Fraction

from verdicts import sealed, used, verdicts


def certificate(quantity, bounds, parameters, relation, values, axiom, lemmas):
    lines = ["hallmark certificate 2", "STATEMENT", f"quantity {quantity}", f"bounds {bounds}", "adjacency replace-one", "direction both",
             *(f"parameter {name} {parameters[name]}" for name in sorted(parameters)), f"relation {relation}", *(f"value {Fraction(v)}" for v in values),
             "AXIOMS", axiom, "WITNESS", *lemmas, "method sums", "bits 192", "END"]
    return sealed(lines)


def certificate_of(claim):
    """The certificate of an upper end of shuffle.epsilon."""
    asked = {name: Fraction(value) for name, value in claim["parameters"].items()}
    return certificate("shuffle.epsilon", "mechanism", asked, claim["relation"], [claim["value"]],
                  f"axiom FMT21-Theorem-3.2 eps0={asked['eps0']} n={asked['n']}", ["lemma hockey-stick-nonincreasing-in-eps"])


# A thousand million users, twenty digits: the sums begin at a weight far from the first.
LARGE = {"eps": "1/200", "eps0": "4", "n": 10 ** 9, "rounds": 1}
LARGE_ENDS = ["2.5578184855604041013e-33", "2.5578184855604041014e-33"]


def main():
    root, made = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "verified"
    program = made / "hallmark-verify"
    counted, seconds = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    folders = (root / "data" / "certificates", root / "data" / "register" / "certificates")
    for path, line, time in verdicts(program, sorted(path for folder in folders for path in folder.glob("*.cert"))):
        quantity = re.search(r"^quantity (\S+)$", path.read_text(encoding="ascii"), re.MULTILINE)[1]
        for name in (quantity, f"all of {path.parent.relative_to(root)}"):
            counted[name][line.split()[1].rstrip(":")] += 1
            seconds[name].append(time)
    row = "{:36}{:>10}{:>10}{:>14}{:>10}{:>10}{:>10}"
    print(row.format("quantity", "verified", "refused", "not covered", "median s", "most s", "sum s"))

    bad = 0
    for name in sorted(counted, key=lambda name: (name.startswith("all of "), name)):
        counts, times = counted[name], seconds[name]
        refused = counts.total() - counts["VERIFIED"] - counts["UNKNOWN"]
        print(row.format(name, counts["VERIFIED"], refused, counts["UNKNOWN"], *(f"{f(times):.2f}" for f in (statistics.median, max, sum))))
        bad += refused

    claim = next(c for c in json.loads((root / "data" / "claims" / "shuffle.json").read_text(encoding="utf-8"))["claims"] if c["id"] == "S1")
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "S1.cert"
        path.write_text(certificate_of(claim), encoding="ascii")
        done, time = used(program, path)
        print(f"\nS1, the program: {time:.2f} s\n" + done.stdout.splitlines()[1])
        bad += not done.stdout.splitlines()[1].endswith("modulo [none]")
        theorem = pathlib.Path(name) / "S1.v"
        theorem.write_text(subprocess.run([program, "--coq", path], capture_output=True, text=True).stdout, encoding="utf-8")
        done, time = used("coqc", "-q", "-Q", made, "Hallmark", theorem)
        print(f"S1, the kernel: {time:.2f} s\n" + "\n".join(l for l in theorem.read_text(encoding="utf-8").splitlines() if l.startswith("Theorem")))
        bad += done.returncode != 0
        for relation, values, wanted in (("<=", LARGE_ENDS[1:], "VERIFIED"), (">=", LARGE_ENDS[:1], "VERIFIED"),
                                         ("<=", LARGE_ENDS[:1], "REJECTED"), (">=", LARGE_ENDS[1:], "REJECTED")):
            path.write_text(certificate("clones.delta", "pair", LARGE, relation, values, "none", []), encoding="ascii")
            done, time = used(program, path)
            verdict = done.stdout.splitlines()[1].split()[1]
            print(f"clones.delta, n = 10^9, eps0 = 4, eps = 1/200 {relation} {values[0]}: {verdict}, {time:.2f} s")
            bad += verdict != wanted
    return bool(bad)


sys.exit(main())
