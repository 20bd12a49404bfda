#!/usr/bin/env python3
"""third_party.py SOURCE_DIR: the files of others are as they were released: each stands with its SHA-256 in the README.md of its folder."""
import hashlib
import pathlib
import re
import sys


def complaints(folder):
    stated = dict(re.findall(r"^\| `([^`]+)`.*\| ([0-9a-f]{64}) \|$", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.name != "README.md"}
    for name in sorted(stated.keys() | there.keys()):
        if stated.get(name) != there.get(name):
            yield f"{folder.name}/{name}: SHA-256 {there.get(name, 'of no file')}, README.md states {stated.get(name, 'none')}"
    if "LICENSE" not in there:
        yield f"{folder.name}: no LICENSE"


def main():
    folders = sorted(path for path in (pathlib.Path(sys.argv[1]) / "third_party").iterdir() if path.is_dir())
    found = [text for folder in folders for text in complaints(folder)]
    print("\n".join(found) or f"{len(folders)} projects, their files as released")
    return 1 if found or not folders else 0


sys.exit(main())
