#!/usr/bin/env python3
"""ordinary.py BINARY_DIR SOURCE_DIR [--all] [--write]: nothing ordinary takes more than a second, or stays undecided.

Asked are the example of every quantity that `hallmark list` prints, and twenty questions of each family, chosen by hash among those of the published
vectors, at the six digits of the command line. Seconds are of the processor, one process at a time. What is slower, or ends undecided, is a row of
ordinary.csv with its seconds and the reason; a row that is not needed any more fails, so that the list only gets shorter. A sixteenth is asked, chosen by
hash; with --all, everything. --write writes the list anew, with the reasons that stand in it.
"""
import argparse
import csv
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

MOST = 1.0  # second, on an idle core
LOADED = 2.5  # times as many on one that others use too
LIMIT = 5  # seconds after which a question is given up
A_FAMILY = 20
LIST = pathlib.Path(__file__).with_suffix(".csv")
FIELDS = ["question", "seconds", "reason"]


def hashed(text):
    return hashlib.sha256(text.encode()).hexdigest()


def examples(hallmark):
    for row in json.loads(subprocess.run([hallmark, "list", "--json"], capture_output=True, text=True, check=True).stdout):
        yield shlex.join(shlex.split(row["example"])[1:])


def settings(sources):
    """Twenty questions of the vectors of each family, in order."""
    families = {}
    for path in sorted((sources / "data/vectors_v1").glob("*.json")):
        for group in json.loads(path.read_text()).get("testGroups", []):
            for test in group["tests"]:
                given = " ".join(shlex.quote(f"{name}={value}") for name, value in sorted(test["in"].items()))
                families.setdefault(group["quantity"].split(".")[0], set()).add(f"eval {group['quantity']} {given}")
    for _, questions in sorted(families.items()):
        yield from sorted(sorted(questions, key=hashed)[:A_FAMILY])


def asked(hallmark, question):
    """Seconds, and whether it is decided."""
    before = os.times()
    done = subprocess.run([hallmark, *shlex.split(question), "--quiet", "--jobs", "1", "--time-limit", str(LIMIT)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False)
    after = os.times()
    expect(done.returncode in (0, 2), f"{question}: {done.returncode}, {done.stderr[:300]}")
    return after.children_user - before.children_user + after.children_system - before.children_system, done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    hallmark = (given.binaries / "cli/hallmark").resolve()
    listed = {}
    if LIST.exists():
        with LIST.open(newline="") as file:
            listed = {row["question"]: row for row in csv.DictReader(file)}
    questions = list(dict.fromkeys([*examples(hallmark), *settings(given.sources)]))
    expect(set(listed) <= set(questions), f"a row of {LIST.name} is no question: {sorted(set(listed) - set(questions))[:3]}")
    if not (given.all or given.write):
        questions = [question for question in questions if hashed(question)[-1] == "0" and float(listed.get(question, {"seconds": 0})["seconds"]) < LIMIT / 2]
    kept, total = [], 0.0
    for question in questions:
        seconds, decided = asked(hallmark, question)
        total += seconds
        row = listed.get(question)
        if given.write:
            if seconds > MOST or not decided:
                reason = row["reason"] if row else "undecided" if not decided else "slow"
                kept.append({"question": question, "seconds": f"{seconds:.1f}", "reason": reason})
                print(f"{seconds:6.2f} {'' if decided else 'undecided':9} {question}", flush=True)
        elif row:
            expect(seconds < LOADED * (float(row["seconds"]) + MOST), f"{question}: {seconds:.1f} s, {row['seconds']} in its row")
            expect(not decided or seconds > MOST / LOADED, f"{question}: {seconds:.1f} s, so that its row can go")
        else:
            expect(seconds < LOADED * MOST, f"{question}: {seconds:.1f} s")
            expect(decided, f"{question} is undecided")
    if given.write:
        with LIST.open("w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
    return ended(f"{len(questions)} questions, {total:.0f} s, {len(listed)} rows are slow or undecided; ")


if __name__ == "__main__":
    sys.exit(main())
