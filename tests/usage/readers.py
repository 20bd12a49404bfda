#!/usr/bin/env python3
"""readers.py BINARY_DIR SOURCE_DIR CXX: the readers of data/readers agree with the hexadecimal texts, on every vector.

lo64 and hi64 read by Python's and node's JSON and number parsers, and by C++ strtod, are exactly those of lo64x and hi64x.
"""
import json
import pathlib
import struct
import subprocess
import sys

MAX_LINES = 25


def expected(paths):
    for path in paths:
        for group in json.loads(path.read_text(encoding="utf-8"))["testGroups"]:
            for test in group["tests"]:
                ends = (struct.pack(">d", float.fromhex(test["out"][name])).hex() for name in ("lo64x", "hi64x"))
                yield " ".join((test["id"], group["quantity"], *ends))


def main():
    binary, source, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    readers = source / "data" / "readers"
    folders = [source / "tests" / "support" / "vectors", source / "data" / "vectors_v1"]
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))
             if path.name != "ERRATA.json" and not path.name.endswith(".schema.json")]
    wanted = list(expected(paths))
    failed = 0
    program = binary / "tests" / "vector_reader"
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([compiler, "-std=c++20", str(readers / "read.cpp"), "-o", str(program)], check=True)
    for command in ([sys.executable, readers / "read.py"], ["node", readers / "read.js"], [program]):
        read = subprocess.run([*map(str, command), *map(str, paths)], capture_output=True, text=True, check=True)
        found = read.stdout.splitlines()
        different = [pair for pair in zip(found, wanted) if pair[0] != pair[1]]
        if found != wanted:
            failed += 1
            print(f"FAILED  {command[-1]}: {len(found)} lines, expected {len(wanted)}; differ: {different[:3]}")
    for path in sorted(readers.iterdir()):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MAX_LINES:
            failed += 1
            print(f"FAILED  {path.name}: {lines} lines, more than {MAX_LINES}")
    print(f"readers: {len(wanted)} vectors of {len(paths)} files, {failed} failed")
    return 1 if failed or not wanted else 0


sys.exit(main())
