#!/usr/bin/env python3
"""first_table.py BINARY_DIR SOURCE_DIR: the published table: its plan has the published hash, its sampled rows are proved to be in the published root,
and they are computed anew, byte for byte. Its certificates are verified; a tenth of them, chosen by their digests, state the ends of their rows, computed anew."""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bundles import ends_stated, is_chosen, members  # noqa: E402

HALLMARK = str(pathlib.Path(sys.argv[1]) / "cli" / "hallmark")
CHECK = str(pathlib.Path(sys.argv[1]) / "proofs-check" / "hallmark-check")
TABLES = pathlib.Path(sys.argv[2]) / "tables"
PLAN = str(TABLES / "first.plan.json")


def sweep(*arguments):
    return subprocess.run([HALLMARK, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False)


def computed(cell, cells, folder):
    """The header and the row of one cell, computed anew."""
    shards = folder / f"shards-{cell}"
    ran = sweep("run", PLAN, "--shard", f"{cell}/{cells}", "-o", shards)  # one cell a shard
    if ran.returncode != 0:
        return None, ran.stderr
    header, row, _ = next(shards.glob(f"shard-*{cell}-of-*.jsonl")).read_text(encoding="utf-8").splitlines()
    return json.loads(header), row


def wrong_certificates(cells, folder, page):
    """What is wrong with the certificates of the sample that the root chose."""
    with open(TABLES / "first.certs.csv", encoding="utf-8", newline="") as file:
        listed = [(int(line["cell"]), line["sha256"]) for line in csv.DictReader(file)]
    found = members(TABLES / "first.certs")
    done = subprocess.run([CHECK, TABLES / "first.certs"], capture_output=True, text=True, check=False)
    said = dict(zip(found, (line for line in done.stdout.splitlines() if line.startswith("s "))))
    if done.returncode != 0 or sorted(found) != sorted(digest for _, digest in listed):
        yield f"first.certs: {len(found)} certificates, {len(listed)} listed, status {done.returncode}"
    if f"{len(listed)} certificates" not in page:
        yield f"README.md: the table has {len(listed)} certificates"
    for cell, digest in listed:
        if digest not in found or not is_chosen(digest, found[digest], 10):
            continue
        _, text = computed(cell, cells, folder)
        row = json.loads(text)
        head, _, ends = ends_stated(said[digest])
        names = dict(part.split("=") for part in head[head.index("(") + 1:-1].split(", "))
        stated = {name: str(Fraction(value)) for name, value in row["parameters"].items() if name in names}
        if head.split("(")[0] != row["quantity"] or ends != [Fraction(row["lo"]), Fraction(row["hi"])] or not stated.items() <= names.items() or "delta" not in stated:
            yield f"cell {cell}: {said[digest]} is certified, its row is {text}"


def main():
    page = (TABLES / "README.md").read_text(encoding="utf-8")
    published = dict(re.findall(r"^\| (plan|root|rows) \| `(\w{64})` \|$", page, re.M))
    wrong = []
    sample = [json.loads(line) for line in (TABLES / "first.sample.jsonl").read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for proof in sample:
            cell = proof["cell"]
            file = folder / f"{cell}.json"
            file.write_text(json.dumps(proof))
            if sweep("verify", "--proof", file, "--root", published["root"]).returncode != 0:
                wrong.append(f"cell {cell} is not proved to be in the table")
            header, row = computed(cell, proof["cells"], folder)
            if header is None:
                wrong.append(f"cell {cell}: {row}")
                continue
            if row != proof["row"]:
                wrong.append(f"cell {cell}: published {proof['row']}, found {row}")
            if header["plan"] != published["plan"]:
                wrong.append(f"cell {cell}: the plan is {header['plan']}")
        wrong += wrong_certificates(sample[0]["cells"], folder, page)
    print("\n".join([*wrong, f"{len(sample)} cells of the published table, {len(wrong)} differences"]))
    return 1 if wrong or len(sample) < 20 else 0


sys.exit(main())
