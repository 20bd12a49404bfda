#!/usr/bin/env python3
"""by_paper.py SOURCE_DIR HALLMARK: `hallmark list --by-paper --files` names files that exist, and the page of each statement.

A statement that is computed has a file in bounds/, one that is checked a file in tests/lemmas/; each file named holds one of the
statement's ids, each folder is there; who wants to see it is told a command.
"""
import pathlib
import re
import subprocess
import sys


def statements(text):
    """Paper, number and the labelled lines of each statement."""
    paper, number, lines = "", "", {}
    for line in text.splitlines():
        label = re.match(r"    (\w+) +(.*)", line)
        if label:
            lines[label.group(1)] = label.group(2).split()
            continue
        if lines:
            yield paper, number, lines
        lines = {}
        if line.startswith("  "):
            number = line.strip().split("  ")[0]
        else:
            paper = line
    if lines:
        yield paper, number, lines


def complaints(root, found):
    for paper, number, lines in found:
        where = f"[{paper}] {number}"
        for ids, files in (("computed", "files"), ("checked", "lemmas")):
            if ids in lines and files not in lines:
                yield f"{where}: no {files} for {' '.join(lines[ids])}"
            for name in lines.get(files, ()):
                if not (root / name).is_file():
                    yield f"{where}: {name} is not there"
                elif name.endswith(".cpp"):
                    text = (root / name).read_text(encoding="utf-8")
                    if not any(f'"{each}"' in text for each in lines.get(ids, ())):
                        yield f"{where}: {name} names none of {' '.join(lines.get(ids, ()))}"
        if "command" not in lines and not {"neither"} & lines.keys():
            yield f"{where}: no command"
        for name in lines.get("checker", ()):
            if not (root / name).is_dir():
                yield f"{where}: no folder {name}"


def main():
    root = pathlib.Path(sys.argv[1])
    text = subprocess.run([sys.argv[2], "list", "--by-paper", "--files"], check=True, capture_output=True, text=True).stdout
    found = list(statements(text))
    failures = list(complaints(root, found))
    known = [lines for paper, number, lines in found if paper == "FS25" and number.startswith("Theorem 3.1")]
    if not any("bounds/allocation" in name for lines in known for name in lines.get("files", ())):
        failures.append(f"[FS25] Theorem 3.1 does not lead to bounds/allocation: {known}")
    print("\n".join(failures) or f"{len(found)} statements, every file is there")
    return 1 if failures else 0


sys.exit(main())
