#!/usr/bin/env python3
"""known_bugs.py SOURCE_DIR: data/KNOWN_BUGS.md is what data/known_bugs.py makes of data/vectors_v1, and its numbers are right."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(sys.argv[1])
failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED  " + text)


def page(*arguments):
    return subprocess.run([sys.executable, str(ROOT / "data" / "known_bugs.py"), *arguments], capture_output=True, text=True,
                          check=True).stdout


def vector(number, comment, lo, hi):
    return {"id": f"{number:032x}", "comment": comment, "flags": ["KnownBug"], "in": {"eps": "ln(2)", "n": "7"},
            "out": {"lo": lo, "hi": hi}}


checked_in = (ROOT / "data" / "KNOWN_BUGS.md").read_text(encoding="utf-8")
expect(checked_in == page(), "data/KNOWN_BUGS.md is stale: python3 data/known_bugs.py > data/KNOWN_BUGS.md")
with tempfile.TemporaryDirectory() as folder:
    tests = [
        vector(1, "prog 1.0 abcdef0, f(a=1, b=2): \"upper bound\" 0 | other abcdef1, g: ends", "0.00099999951", "0.00099999952"),
        vector(2, "prog 1.0 abcdef0, f: 3", "2.5000004e-40", "2.5000004e-40"),
        vector(3, "prog 1.0 abcdef0, f: 4", "123456.7", "123456.8"),
        vector(4, "prog 1.0 abcdef0, f: 5", "0", "0"),
        {**vector(5, "unseen", "1", "2"), "flags": ["Tie"]},
    ]
    suite = {"suite": "s", "testGroups": [{"quantity": "q.delta", "tests": tests}]}
    for name in ("s", "smoke"):  # a second suite with the same vectors does not list them again
        (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps({**suite, "suite": name}), encoding="utf-8")
    text = page(folder)
expect("5 reports on 2 programs" in text and "unseen" not in text, "every flagged report once")
expect("**f(a=1, b=2)**: \"upper bound\" 0." in text and "**g**: ends." in text, "two reports of one vector")
expect("hallmark eval q.delta 'eps=ln(2)' n=7" in text and "of `s`" in text, "the command and the suite")
for words in ("is 0.000999999 to 0.001", "is exactly 2.5000004e-40", "is 123456 to 123457", "is exactly 0"):
    expect(words in text, f"{words!r} is not there: {re.findall('true: .*', text)}")
for low, high in re.findall(r"is ([0-9.e-]+) to ([0-9.e-]+)", checked_in):
    expect(Fraction(low) <= Fraction(high), f"{low} to {high}")
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
