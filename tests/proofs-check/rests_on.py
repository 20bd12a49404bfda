#!/usr/bin/env python3
"""Prints the source files of hallmark-check that the verdict on a certificate rests on, with their lines.

    python3 tests/proofs-check/rests_on.py CERTIFICATE...

It builds the checker with gcov's counters in build/coverage (about a minute, once), runs it on each certificate, and counts
a file as one that the verdict rests on when a line of it ran that does not run for `--version`.
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "coverage"


def build():
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DHALLMARK_BATCHES=OFF",
                        "-DCMAKE_CXX_FLAGS_DEBUG=-O1", "-DCMAKE_CXX_FLAGS=--coverage"], check=True, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", BUILD, "--target", "hallmark-check"], check=True, stdout=sys.stderr)


def lines_that_ran(arguments):
    """The lines that ran, by file of proofs-check/, and what the program printed."""
    with tempfile.TemporaryDirectory() as counts:
        told = subprocess.run([BUILD / "proofs-check" / "hallmark-check", *arguments], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=dict(os.environ, GCOV_PREFIX=counts)).stdout
        for data in Path(counts).rglob("*.gcda"):  # gcov wants the notes of the compiler beside the counters
            notes = Path("/") / data.relative_to(counts).with_suffix(".gcno")
            data.with_suffix(".gcno").symlink_to(notes)
        data = sorted(Path(counts).rglob("*.gcda"))
        subprocess.run(["gcov", "--json-format", *data], cwd=counts, check=True, stdout=subprocess.DEVNULL)
        ran = {}
        for report in Path(counts).glob("*.gcov.json.gz"):
            with gzip.open(report) as text:
                for file in json.load(text)["files"]:
                    path = (ROOT / file["file"]).resolve()
                    if ROOT / "proofs-check" in path.parents:
                        own = ran.setdefault(path, set())
                        own.update(line["line_number"] for line in file["lines"] if line["count"])
        return ran, told


def main(certificates):
    build()
    idle, _ = lines_that_ran(["--version"])
    for certificate in certificates:
        ran, told = lines_that_ran([certificate])
        print(told, end="")
        files = {path: lines - idle.get(path, set()) for path, lines in ran.items()}
        files = {path: len(lines) for path, lines in files.items() if lines}
        for path in sorted(files):
            length = len(path.read_text().splitlines())
            print(f"{length:6} lines, {files[path]:4} of them ran  {path.relative_to(ROOT)}")
        total = sum(len(path.read_text().splitlines()) for path in files)
        print(f"{total:6} lines in {len(files)} files, {sum(files.values())} of them ran")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        sys.exit(0 if len(sys.argv) == 2 else 64)
    main(sys.argv[1:])
