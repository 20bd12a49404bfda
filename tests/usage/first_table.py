#!/usr/bin/env python3
"""first_table.py BINARY_DIR SOURCE_DIR: the published table: its plan has the published hash, its sampled rows are proved to be in the published root,
and they are computed anew, byte for byte."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HALLMARK = str(pathlib.Path(sys.argv[1]) / "cli" / "hallmark")
TABLES = pathlib.Path(sys.argv[2]) / "tables"
PLAN = str(TABLES / "first.plan.json")


def sweep(*arguments):
    return subprocess.run([HALLMARK, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False)


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
            piece = f"{cell}/{proof['cells']}"  # one cell a shard
            if (ran := sweep("run", PLAN, "--shard", piece, "-o", folder / "shards")).returncode != 0:
                wrong.append(f"cell {cell}: {ran.stderr}")
                continue
            header, row, _ = next((folder / "shards").glob(f"shard-*{cell}-of-*.jsonl")).read_text(encoding="utf-8").splitlines()
            if row != proof["row"]:
                wrong.append(f"cell {cell}: published {proof['row']}, found {row}")
            if json.loads(header)["plan"] != published["plan"]:
                wrong.append(f"cell {cell}: the plan is {json.loads(header)['plan']}")
            for shard in (folder / "shards").iterdir():
                shard.unlink()
    print("\n".join([*wrong, f"{len(sample)} cells of the published table, {len(wrong)} differences"]))
    return 1 if wrong or len(sample) < 20 else 0


sys.exit(main())
