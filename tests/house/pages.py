#!/usr/bin/env python3
"""pages.py SOURCE_DIR: the pages of data/ are what their scripts make of data/vectors_v1, and say nothing that is not proved there;
docs/api.md is what docs/api.py makes of the public headers."""
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


def page(script, *arguments):
    return subprocess.run([sys.executable, "-B", str(ROOT / "data" / script), *arguments], capture_output=True, text=True,
                          check=True).stdout


def checked_in(name, script):
    text = (ROOT / "data" / name).read_text(encoding="utf-8")
    expect(text == page(script), f"data/{name} is stale: python3 data/{script} > data/{name}")
    return text


def page_of(script, suites):
    """The page of vectors that are these suites alone."""
    with tempfile.TemporaryDirectory() as folder:
        for name, suite in suites.items():
            (pathlib.Path(folder) / f"{name}.json").write_text(json.dumps({"suite": name, **suite}), encoding="utf-8")
        return page(script, folder)


def report(number, comment, lo, hi):
    return {"id": f"{number:032x}", "comment": comment, "flags": ["KnownBug"], "in": {"eps": "ln(2)", "n": "7"},
            "out": {"lo": lo, "hi": hi}}


def known_bugs():
    tests = [
        report(1, "prog 1.0 abcdef0, f(a=1, b=2): \"upper bound\" 0 | other abcdef1, g: ends", "0.00099999951", "0.00099999952"),
        report(2, "prog 1.0 abcdef0, f: 3", "2.5000004e-40", "2.5000004e-40"),
        report(3, "prog 1.0 abcdef0, f: 4", "123456.7", "123456.8"),
        report(4, "prog 1.0 abcdef0, f: 5", "0", "0"),
        {**report(5, "unseen", "1", "2"), "flags": ["Tie"]},
    ]
    suite = {"testGroups": [{"quantity": "q.delta", "tests": tests}]}
    # a second suite with the same vectors does not list them again
    text = page_of("known_bugs.py", {"s": suite, "smoke": suite})
    expect("5 reports on 2 programs" in text and "unseen" not in text, "every flagged report once")
    expect("| `f(a=1, b=2)` | `'eps=ln(2)' n=7` | \"upper bound\" 0 |" in text and "| `g` | `'eps=ln(2)' n=7` | ends |" in text, "two reports of one vector")
    expect("generated" not in text.lower() and text.count("| seen in this version |") == 5, "a row says its status, and nothing is about how the page is made")
    expect("of `s`" in text, "the suite")
    for words in ("q.delta 0.000999999 to 0.001", "q.delta exactly 2.5000004e-40", "q.delta 123456 to 123457", "q.delta exactly 0"):
        expect(words in text, f"{words!r} is not there: {re.findall('true: .*', text)}")
    for low, high in re.findall(r"\w ([0-9.e-]+) to ([0-9.e-]+) \|", checked_in("KNOWN_BUGS.md", "known_bugs.py")):
        expect(Fraction(low) <= Fraction(high), f"{low} to {high}")


def sampler(quantity, lo, hi, direction=None):
    given = {"delta": "1/1000", "sigma": "1"}
    if quantity != "gaussian.epsilon":
        given["steps"] = "10"
    if quantity == "poisson-gaussian.epsilon":
        given["rate"] = "1/10"
    if direction:
        given["direction"] = direction
    return {"quantity": quantity, "tests": [{"id": "0" * 32, "in": given, "out": {"lo": lo, "hi": hi}}]}


def samplers():
    groups = [sampler("gaussian.epsilon", "4", "4.1"), sampler("shuffled-batch.epsilon", "1", "4.1"),
              sampler("poisson-gaussian.epsilon", "2.0000001", "2.0000002", "remove"),
              sampler("poisson-gaussian.epsilon", "0.1", "0.2", "add"),
              sampler("allocation.epsilon", "0.5", "0.75", "remove"), sampler("allocation.epsilon", "0.2", "0.3", "add")]
    text = page_of("samplers.py", {"samplers": {"testGroups": groups}})
    expect("| 1 | 10 | 4 to 4.1 | 1 to 4.1 | 2 | 0.1 to 0.2 | 0.5 to 0.75 | 0.2 to 0.3 |" in text, "the numbers, rounded outward")
    # S : P overlap; P add and A add touch.
    expect("| 1 | 10 | > | > | ? | > | > | > | ? | > | > |" in text, "the signs")
    expect("D > P, D > A, S > A, P > A" in text and "S > P" not in text, "what holds in every line")
    checked_in("SAMPLERS.md", "samplers.py")


def api():
    made = subprocess.run([sys.executable, "-B", str(ROOT / "docs" / "api.py")], capture_output=True, text=True, check=True).stdout
    expect((ROOT / "docs" / "api.md").read_text(encoding="utf-8") == made, "docs/api.md is stale: python3 docs/api.py docs/api.md")
    for path in (ROOT / "include" / "hallmark").glob("*.hpp"):
        for name in re.findall(r"^(?:\[\[nodiscard\]\] )?[\w:<>&]+ (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            expect(f" {name}(" in made, f"{path.name}: {name} is not on the page")


known_bugs()
samplers()
api()
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
