#!/usr/bin/env python3
"""errata.py SOURCE_DIR LEMMAS [SEED]: data/ERRATA-papers.md is byte for byte what `hallmark-lemmas --errata` prints.

With SEED its lemmas are run with that seed instead, and every expectation must be met again.
"""
import os
import pathlib
import subprocess
import sys


def main():
    root, lemmas = pathlib.Path(sys.argv[1]), sys.argv[2]
    environment = {name: value for name, value in os.environ.items() if name != "HALLMARK_SEED"}
    if sys.argv[3:]:
        environment["HALLMARK_SEED"] = sys.argv[3]
    result = subprocess.run([lemmas, "--errata"], env=environment, capture_output=True, check=False)
    if result.returncode or result.stderr:
        return f"hallmark-lemmas --errata: exit {result.returncode}\n{result.stderr.decode()}"
    if sys.argv[3:]:
        return None
    if result.stdout != (root / "data" / "ERRATA-papers.md").read_bytes():
        return "data/ERRATA-papers.md is stale: hallmark-lemmas --errata > data/ERRATA-papers.md"
    entries = result.stdout.count(b"\n### ")
    print(f"{entries} entries")
    return None if entries >= 25 else "too few entries"


sys.exit(main())
