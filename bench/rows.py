#!/usr/bin/env python3
"""rows.py HALLMARK [--only WORDS] [--out FILE] [--compare FILE]: processor seconds of whole commands, those of rows.csv.

A line for each: seconds, its goal, the seconds at commit 26402d4 (the time limit, where it had not ended), the status and the first
line of the answer. {bench} in a command is this folder, {new} a folder that is not there yet. --out keeps the seconds as CSV; --compare prints beside each the ratio to those of such a file.
"""
import argparse
import csv
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROWS = pathlib.Path(__file__).resolve().parent / "rows.csv"
LIMIT = "20"


def measured(program, command):
    with tempfile.TemporaryDirectory() as folder:
        words = [word.format(bench=ROWS.parent, new=folder + "/new") for word in shlex.split(command)]
        limit = [] if words[0] == "sweep" else ["--time-limit", LIMIT]
        before = os.times()
        done = subprocess.run([program, *words, *limit], capture_output=True, text=True)
        after = os.times()
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    return seconds, done.returncode, (done.stdout or done.stderr or "\n").split("\n")[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("hallmark")
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--compare", type=pathlib.Path)
    given = parser.parse_args()
    earlier = {}
    if given.compare:
        with given.compare.open(newline="") as file:
            earlier = {row["name"]: float(row["seconds"]) for row in csv.DictReader(file)}
    with ROWS.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if given.only in row["name"]]
    kept, wrong = [], 0
    print("seconds   goal before status" + ("  ratio" if earlier else ""))
    for row in rows:
        seconds, status, answer = measured(given.hallmark, row["command"])
        ratio = f" {seconds / earlier[row['name']]:6.2f}" if earlier.get(row["name"]) else "      -" if earlier else ""
        print(f"{seconds:7.2f} {row['goal']:>6} {row['before'] or '-':>6} {status:6}{ratio}  {row['name']}: {answer}", flush=True)
        kept.append({"name": row["name"], "seconds": f"{seconds:.3f}"})
        wrong += status not in (0, 2)  # decided, or a bracket that is not narrow enough
    if given.out:
        with given.out.open("w", newline="") as file:
            writer = csv.DictWriter(file, ["name", "seconds"], lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
