#!/usr/bin/env python3
"""vector_certificates.py BINARY_DIR SOURCE_DIR [--all [SUITE...]]: hallmark-check verifies the certificates of the golden vectors, each of just the published ends.

What a certificate must state is worked out here from the JSON of the vectors. A share of them is chosen by its digest; --all takes every one, or those of the suites named, and
prints a table by suite.
"""
import collections
import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bundles import bundle, certificates, ends_stated, is_chosen  # noqa: E402
from expectations import ended, expect  # noqa: E402

CHECK = pathlib.Path(sys.argv[1]).resolve() / "proofs-check" / "hallmark-check"
DATA = pathlib.Path(sys.argv[2]).resolve() / "data"
ALL = "--all" in sys.argv
SUITES = set(sys.argv[4:])
ONE_IN = 64
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


def parameters_of(test):
    """What stands between the parentheses of a statement, but for compositions and tables."""
    return ", ".join(f"{name}={value}" for name, value in sorted(test["in"].items()) if name not in ("direction", "adjacency"))


def seconds():
    """What the programs that ended have computed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(path, expected):
    done = subprocess.run([CHECK, path], capture_output=True, text=True, check=False, timeout=14000)
    lines = [line for line in done.stdout.splitlines() if line.startswith("s ")]
    expect(done.returncode == 0 and len(lines) == len(expected), f"{path.name}: status {done.returncode}, {len(lines)} lines for {len(expected)} certificates")
    return lines


def main():
    table = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted((DATA / "vectors_v1").glob("*.json")):
            if file.name == "ERRATA.json":
                continue
            root = json.loads(file.read_text(encoding="utf-8"))
            suite = root["suite"]
            if SUITES and suite not in SUITES:
                continue
            tests = {t["id"]: (g, t) for g in root["testGroups"] for t in g["tests"] if g["status"] == "proved" and not t["cert"]}
            row = table[suite]
            row["vectors"], row["of their own"] = root["numberOfTests"], sum(t["cert"] is not None for g in root["testGroups"] for t in g["tests"])
            if not tests:
                continue
            path = DATA / "bundles" / f"{suite}.csv"
            expect(path.exists(), f"{path.name}: the list of the suite's certificates is missing")
            if not path.exists():
                continue
            with open(path, newline="", encoding="utf-8") as lines:
                listed = list(csv.DictReader(lines))
            expect({v["id"] for v in listed} == set(tests) and len(listed) == len(tests), f"{path.name}: a line for every proved vector")
            found = certificates(DATA, suite)
            expected, parts = [], []
            for vector in listed:
                row[vector["ends"]] += 1
                proved = [None, None]
                for digest in vector["sha256"].split():
                    if ALL or is_chosen(digest, found[digest], ONE_IN):
                        expected.append((vector, digest, proved))
                        parts.append(found[digest])
            if not parts:
                continue
            file = pathlib.Path(folder) / f"{suite}.certs"
            file.write_bytes(bundle(parts))
            before = seconds()
            for line, (vector, digest, proved) in zip(check(file, expected), expected):
                expect(line.startswith("s VERIFIED "), f"{suite} {vector['id']}: {line[:200]}")
                if not line.startswith("s VERIFIED "):
                    continue
                group, test = tests[vector["id"]]
                head, labels, ends = ends_stated(line)
                out = test["out"]
                name = f"{suite} {vector['id']}"
                adjacency = {"substitution": "replace-one"}.get(group["adjacency"], group["adjacency"])
                expect(labels == [adjacency, group["direction"]], f"{name}: {labels}")
                expect(head.startswith(group["quantity"] + "("), f"{name}: {head}")
                if not {"phases", "table", "curve"} & set(test["in"]) and "coefficients" not in str(test["in"]):
                    expect(head == f"{group['quantity']}({parameters_of(test)})", f"{name}: {head}")
                published = [Fraction(out["lo"]), Fraction(out["hi"])]
                exact = [Fraction(out["exact"])] * 2 if out["exact"] else published
                expect(all(e in (None, p, x) for e, p, x in zip(ends, published, exact)), f"{name}: states {ends}, published are {published}")
                for side in (0, 1):
                    proved[side] = ends[side] if ends[side] is not None else proved[side]
                row["verified"] += 1
            row["seconds"] = round(seconds() - before, 2)
            row["bytes"] = sum(map(len, parts))
            for vector, _, proved in expected:
                both = [side for side, end in zip(("lower", "upper"), proved) if end is not None]
                if ALL or len(vector["sha256"].split()) == 1:
                    expect((vector["ends"] == "both") == (len(both) == 2) and (vector["ends"] == "both" or both == [vector["ends"]]), f"{suite} {vector['id']}: {both}")
    columns = ("vectors", "of their own", "both", "lower", "upper", "none", "verified", "bytes", "seconds")
    if ALL:
        print("suite", *columns, sep=" | ")
        for suite, row in table.items():
            print(suite, *(row[c] for c in columns), sep=" | ")
    print("all", *(f"{c}: {sum(row[c] for row in table.values()):.10g}" for c in columns), sep=" | ")
    expect(sum(row["verified"] for row in table.values()) > 0, "certificates were verified")
    return ended()


sys.exit(main())
