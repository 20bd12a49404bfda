#!/usr/bin/env python3
"""errata.py SOURCE_DIR CHECKER: data/ERRATA-papers.md is byte for byte what `hallmark-check --errata` prints."""
import os
import pathlib
import subprocess
import sys


def main():
    root, checker = pathlib.Path(sys.argv[1]), sys.argv[2]
    environment = {name: value for name, value in os.environ.items() if name != "HALLMARK_SEED"}
    result = subprocess.run([checker, "--errata"], env=environment, capture_output=True, check=False)
    if result.returncode or result.stderr:
        return f"hallmark-check --errata: exit {result.returncode}\n{result.stderr.decode()}"
    if result.stdout != (root / "data" / "ERRATA-papers.md").read_bytes():
        return "data/ERRATA-papers.md is stale: hallmark-check --errata > data/ERRATA-papers.md"
    again = subprocess.run([checker, "--errata"], env={**environment, "HALLMARK_SEED": "7"}, capture_output=True, check=False)
    if again.returncode:
        return f"another seed finds: {again.stderr.decode()}"
    entries = result.stdout.count(b"\n### ")
    print(f"{entries} entries")
    return None if entries >= 25 else "too few entries"


sys.exit(main())
