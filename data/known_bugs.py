#!/usr/bin/env python3
"""known_bugs.py [VECTORS]: writes data/KNOWN_BUGS.md to standard output, from the vectors with the flag KnownBug.

The comment of such a vector says who returned what: "PROGRAM VERSION, SETTING: WHAT CAME BACK", several of them separated
by " | ". Everything else on the page is the vector's own.

    python3 data/known_bugs.py > data/KNOWN_BUGS.md        after `hallmark vectors`
"""
import json
import pathlib
import re
import sys

from intervals import shortest

HEAD = """# Known bugs

Accounting for privacy amplification is hard, and every program below is good work that others build on, this project included: most
of the settings were found because its authors published it and said how to run it. This page is for its maintainers and users. Each
row is one input, what the named version returned on it, and an interval that is proved to hold the true value. Versions
change: please check before you rely on a row, and tell us when one is out of date.

`hallmark eval` with the quantity and the input of a row shows the truth. This shows what a program of yours returns on all of them:

    hallmark compare --suite SUITE --exec "python3 data/adapters/ADAPTER"

Take the suite of the row and the adapter of the program; what was asked for says which options ([adapters](adapters/README.md)).
An upper bound below the interval, or a lower bound above it, is reported as **unsound**.
"""

ADAPTERS = {
    "dp_accounting": "dp_accounting_pld.py",
    "prv_accountant": "microsoft_prv.py",
    "opacus": "opacus_accountants.py",
    "PLD_accounting": "pld_accounting_allocation.py",
    "riskcal": "riskcal_attacks.py",
    "gdpnum": "gdpnum_attacks.py",
    "random_allocation": "random_allocation_bounds.py",
    "apple/ml-shuffling-amplification": "apple_shuffling.py",
}
# What is known of a program since: the first row whose program and words of the setting fit.
STATUS = (
    ("dp_accounting", "RdpAccountant(REPLACE_ONE)", "reported to its authors (issue 378), open in August 2026"),
    ("smartnoise-sql", "Odometer", "its authors changed this code in February 2026 (pull request 624)"),
    ("opacus", "GaussianAccountant", "known to its authors: the class warns of it"),
    ("dp_accounting", "", "the newest commit known here, of August 2026"),
    ("riskcal", "", "the newest commit known here, of March 2026"),
    ("gdpnum", "", "the newest commit known here, of February 2026"),
    ("PLD_accounting", "", "the newest commit known here, of April 2026"),
    ("random_allocation", "", "the newest commit known here, of April 2026"),
    ("prv_accountant", "", "the newest commit known here, of October 2023"),
    ("fourier_accountant", "", "the newest commit known here, of March 2023"),
    ("apple/ml-shuffling-amplification", "", "the newest commit known here, of September 2021"),
    ("", "", "seen in this version"),
)
REPORT = re.compile(r"(?P<program>[^ ,]+) (?P<version>[^,]+), (?P<setting>[^:]+): (?P<result>.+)")


def reports(folder):
    """(program, version, setting, result, suite, group, test) of every report, each vector once."""
    seen = set()
    # A suite that only selects from others comes last.
    for path in sorted(folder.glob("*.json"), key=lambda p: (p.stem == "smoke", p.stem)):
        root = json.loads(path.read_text(encoding="utf-8"))
        for group in root.get("testGroups", []):
            for test in group["tests"]:
                if "KnownBug" not in test["flags"] or test["id"] in seen:
                    continue
                seen.add(test["id"])
                for part in test["comment"].split(" | "):
                    match = REPORT.fullmatch(part)
                    if match:
                        yield (match["program"], match["version"], match["setting"], match["result"], root["suite"], group, test)


def given(test):
    return " ".join(f"'{name}={value}'" if "(" in value else f"{name}={value}" for name, value in sorted(test["in"].items()))


def status(program, setting):
    return next(words for name, part, words in STATUS if name in ("", program) and part in setting)


def page(folder):
    programs = {}
    for program, version, setting, result, suite, group, test in reports(folder):
        programs.setdefault((program, version), []).append((setting, result, suite, group, test))
    yield HEAD
    count = sum(map(len, programs.values()))
    yield f"{count} reports on {len(programs)} programs.\n"
    yield ("| program | version | asked for | input | it returned | the truth is | status | vector |\n"
           "|---|---|---|---|---|---|---|---|")
    for (program, version), found in sorted(programs.items()):
        for setting, result, suite, group, test in found:
            out = test["out"]
            yield (f"| {program} | {version} | `{setting}` | `{given(test)}` | {result} | {group['quantity']} {shortest(out['lo'], out['hi'])} | "
                   f"{status(program, setting)} | `{test['id'][:8]}` of `{suite}` |")
    yield "\n## The programs\n"
    for (program, version), found in sorted(programs.items()):
        how = f"`data/adapters/{ADAPTERS[program]}` asks it" if program in ADAPTERS else "it has no adapter, call it as the line says"
        yield f"- {program} {version}: {len(found)} report{'s' if len(found) > 1 else ''}; {how}."


def main():
    here = pathlib.Path(__file__).resolve().parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / "vectors_v1"
    sys.stdout.write("\n".join(page(folder)).rstrip("\n") + "\n")


if __name__ == "__main__":
    main()
