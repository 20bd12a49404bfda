#!/usr/bin/env python3
"""mathematics.py SOURCE_DIR BINARY_DIR: formulas on one line become MathML that is whole, and sentences stay sentences.

Every formula of the registry and of FORMAT.md's list of meanings is set: what is left beside the MathML has no power, no index and no comparison.
"""
import json
import pathlib
import re
import subprocess
import sys
from xml.etree import ElementTree

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "docs"))
import mathematics  # noqa: E402

failures = []


def plain(marked):
    """The text of every formula of a sentence, and the sentence without them."""
    formulas = ["".join(ElementTree.fromstring(found).itertext()).replace("\u2061", "") for found in re.findall(r"<math>.*?</math>", marked)]
    return formulas, re.sub(r"^<span>#</span>", "#", re.sub(r"<math>.*?</math>", "#", marked))


def expect(text, formulas, rest, names=()):
    got = plain(mathematics.marked(text, names))
    if got != (formulas, rest):
        failures.append(f"{text!r}: {got}, not {(formulas, rest)}")


expect("P(S) - e^eps Q(S) <= delta for every event S", ["P(S)−eεQ(S)≤δ", "S"], "# for every event #")
expect("n users and a report", ["n"], "# users and a report")
expect("noise N(0, sigma^2) in each", ["N(0,σ2)"], "noise # in each", ["noise"])
expect("integers of l1-sensitivity, mu-GDP, e.g. `x^2`", ["l1", "μ"], "integers of #-sensitivity, #-GDP, e.g. `x^2`", ["sensitivity"])
expect("C ~ Bin(n-1, e^-eps0)", ["C∼Bin(n−1,e−ε0)"], "#")
expect("(unbalanced + n and [FMT21] Theorem 3.2 (x)", ["n", "x"], "(unbalanced + # and [FMT21] Theorem 3.2 (#)")
expect("delta = 1e-5 at a rate of 0.5", ["δ=10−5"], "# at a rate of 0.5", ["rate"])
expect("", [], "")
if not mathematics.marked("n users").startswith("<span><math>"):
    failures.append("a formula that begins a line would be a block of Markdown")
rows = json.loads(subprocess.run([BUILD / "cli" / "hallmark", "list", "--json"], capture_output=True, check=True).stdout)
names = {p["name"] for row in rows for p in row["parameters"]}
meaning = (ROOT / "proofs-check" / "FORMAT.md").read_text(encoding="utf-8")
meaning = meaning[meaning.index("\nMeaning."):meaning.index("\n## 5.")]
sentences = sorted({row["formula"] for row in rows}) + [" ".join(item.split()) for item in re.split(r"\n- ", meaning)]
for text in sentences:
    _, rest = plain(mathematics.marked(text, names))
    left = re.search(r"\^|>=|\|\||[A-Za-z0-9)]_[a-z(]", re.sub(r"`[^`]*`", "", rest))
    if left:
        failures.append(f"not set: {rest[max(0, left.start() - 60):left.end() + 60]}")
print("\n".join(failures) or f"{len(sentences)} sentences")
sys.exit(1 if failures else 0)
