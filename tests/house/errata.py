#!/usr/bin/env python3
"""errata.py SOURCE_DIR LEMMAS: data/ERRATA-papers.md is byte for byte what `hallmark-lemmas --errata` prints."""
import os
import pathlib
import subprocess
import sys


def main():
    root, lemmas = pathlib.Path(sys.argv[1]), sys.argv[2]
    environment = {name: value for name, value in os.environ.items() if name != "HALLMARK_SEED"}
    result = subprocess.run([lemmas, "--errata"], env=environment, capture_output=True, check=False)
    if result.returncode or result.stderr:
        return f"hallmark-lemmas --errata: exit {result.returncode}\n{result.stderr.decode()}"
    if result.stdout != (root / "data" / "ERRATA-papers.md").read_bytes():
        return "data/ERRATA-papers.md is stale: hallmark-lemmas --errata > data/ERRATA-papers.md"
    again = subprocess.run([lemmas, "--errata"], env={**environment, "HALLMARK_SEED": "7"}, capture_output=True, check=False)
    if again.returncode:
        return f"another seed finds: {again.stderr.decode()}"
    entries = result.stdout.count(b"\n### ")
    print(f"{entries} entries")
    return None if entries >= 25 else "too few entries"


sys.exit(main())
