#!/usr/bin/env python3
"""merkle.py SOURCE_DIR: the root over the published data is that of RFC 6962, every leaf climbs to it, and a leaf that is not there is refused."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "packaging")]
sys.dont_write_bytecode = True
import merkle  # noqa: E402
from expectations import ended, expect  # noqa: E402

# The leaves and roots that implementations of certificate transparency test with, by the number of leaves.
LEAVES = [bytes.fromhex(text) for text in "/00/10/2021/3031/40414243/5051525354555657/606162636465666768696a6b6c6d6e6f".split("/")]
ROOTS = {1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", 2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
         8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"}
for count, root in ROOTS.items():
    got = merkle.tree([merkle.digest(b"\0", leaf) for leaf in LEAVES[:count]])[0].hex()
    expect(got == root, f"{count} leaves: {got}, must be {root}")
for count in range(1, 20):
    lines = [f"certificate {i}" for i in range(count)]
    nodes = [merkle.digest(b"\0", line.encode()) for line in lines]
    for at, line in enumerate(lines):
        root, path = merkle.tree(nodes, at)
        expect(merkle.climb(line, path) == root, f"leaf {at} of {count} does not climb to the root")
        expect(merkle.climb(line + " ", path) != root, f"another leaf than {at} of {count} climbs to the root")

lines = merkle.leaves(ROOT / "data")
vectors = sum(json.loads(path.read_text(encoding="utf-8"))["numberOfTests"] for path in (ROOT / "data" / "vectors_v1").glob("*.json") if path.name != "ERRATA.json")
named = sum(line.startswith("vector ") for line in lines)
expect(named == vectors, f"{named} leaves are vectors, {vectors} are published")


def run(*words):
    return subprocess.run([sys.executable, "-B", ROOT / "packaging" / "merkle.py", *words], capture_output=True, text=True)


expect(run(ROOT / "data", lines[0]).stdout.splitlines()[-1] == run(ROOT / "data").stdout.splitlines()[-1], "the path of the first leaf ends in another root")
expect(run(ROOT / "data", "vector none").returncode == 1, "a leaf that is not there has a path")
with tempfile.TemporaryDirectory() as nothing:
    expect(run(nothing).returncode == 1, "a folder without data has a root")
sys.exit(ended(f"{len(lines)} leaves, "))
