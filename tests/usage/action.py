#!/usr/bin/env python3
"""action.py BINARY_DIR SOURCE_DIR: the script of the action for CI, on a tarball with the layout of the portable build."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

BINARY, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ACTION = SOURCE / "packaging" / "action"


def made(folder):
    """A tarball that holds the program and the vectors."""
    path = folder / "hallmark.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as tar:
        tar.add(BINARY / "cli" / "hallmark", "hallmark-0/bin/hallmark")
        for name in ("smoke.json", "smoke.csv"):
            tar.add(SOURCE / "data" / "vectors_v1" / name, f"hallmark-0/share/hallmark/vectors_v1/{name}")
    return path


def main():
    with tempfile.TemporaryDirectory(prefix="hallmark-action-") as name:
        folder = pathlib.Path(name)
        tarball = made(folder)
        usual = {"PATH": os.environ["PATH"], "TARBALL": str(tarball), "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
                 "EXEC": f"{sys.executable} {SOURCE / 'data' / 'examples' / 'renyi_accountant.py'}"}

        def run(**more):
            got = subprocess.run([ACTION / "compare.sh"], cwd=folder, env={**usual, **more}, capture_output=True, text=True, check=False)
            return got.returncode, got.stdout + got.stderr
        code, words = run(SHA256=hashlib.sha256(tarball.read_bytes()).hexdigest())
        expect(code == 0 and "34 sound" in words, f"a sound accountant: {code} {words[-400:]}")
        expect("### hallmark compare" in (folder / "summary.md").read_text(encoding="utf-8"), "no summary")
        code, words = run(EXEC="true")
        expect(code in (1, 2), f"an accountant that ends at once: {code} {words[-300:]}")
        code, words = run(SHA256="0" * 64)
        expect(code == 64 and "is not the hash" in words, f"another hash: {code} {words}")
        code, words = run(TARBALL="nothing.tar.gz")
        expect(code not in (0, 1, 2) or "nothing.tar.gz" in words, f"no tarball: {code} {words}")
        code, words = run(EXEC="")
        expect(code != 0 and "the command of the accountant" in words, f"no command: {code} {words}")
    stated = set(re.findall(r"^        ([A-Z0-9]+): \$\{\{ inputs", (ACTION / "action.yml").read_text(encoding="utf-8"), re.MULTILINE))
    expect(stated == {"TARBALL", "SHA256", "EXEC", "SUITE", "BASELINE"}, f"action.yml passes {stated}")
    return ended()


sys.exit(main())
