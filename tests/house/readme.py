#!/usr/bin/env python3
"""readme.py SOURCE_DIR BINARY_DIR: the commands of README.md and of five pages of docs print what these say, and README.md's Python too.

A command is an indented line `$ ...` that runs hallmark or hallmark-check; what it prints are the indented lines up to the
next command or the end of the block. Seconds are not compared. A line `...` stands for any lines. All commands
run one after the other in one folder that has data/ in it.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRESS = re.compile(r"^hallmark: .* left\n", re.MULTILINE)  # what a slow machine is told meanwhile
SECONDS = re.compile(r"\b[0-9.]+(e-?[0-9]+)? s\b")


def commands(text):
    """(line number, command, printed lines) of every block."""
    found = []
    open_command = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            open_command = False
        elif line.startswith("    $ "):
            found.append((number, line[6:], []))
            open_command = True
        elif open_command:
            found[-1][2].append(line[4:])
    # What the double-precision accountant of `compare` returns depends on the machine's libm in the last digit.
    return [entry for entry in found if re.search(r"(^|; )hallmark(-check)? ", entry[1]) and "float_accountant" not in entry[1]]


def counts(root, binary):
    """What the README counts, as it must stand there."""
    readings = [reading for path in sorted((root / "data" / "register").glob("*.json")) for entry in json.loads(path.read_text(encoding="utf-8"))["entries"] for reading in entry["readings"]]
    judged = [reading["verdict"] for reading in readings if "verdict" in reading]
    listed = json.loads(subprocess.run([binary / "cli" / "hallmark", "list", "--json"], check=True, capture_output=True, text=True).stdout)
    reports = re.search(r"^(\d+) reports on (\d+) programs", (root / "data" / "KNOWN_BUGS.md").read_text(encoding="utf-8"), re.MULTILINE)
    return [f"Of {len(judged)} readings of published numbers, {judged.count('certified')} are certified and {judged.count('refuted')} are refuted",
            f"the rest of more than {len(listed) // 100 * 100} quantities", f"returned {reports[1]} wrong numbers"]


def pattern(lines):
    parts = [r"(?:.*\n)*?" if line.strip() == "..." else re.escape(SECONDS.sub("_ s", line)) + r"\n" for line in lines]
    return re.compile("".join(parts))


def main():
    root, binary = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    path = f"{binary / 'cli'}:{binary / 'proofs-check'}:{os.environ['PATH']}"
    readme = (root / "README.md").read_text(encoding="utf-8")
    stale = [text for text in counts(root, binary) if text not in readme] + (["at most 150 lines"] if readme.count("\n") > 150 else [])
    print("".join(f"README.md must say: {text}\n" for text in stale), end="")
    wrong, count = len(stale), 0
    for page in ("README.md", "docs/guide.md", "docs/first-questions.md", "docs/test-your-accountant.md", "docs/audits-and-selection.md", "docs/attack-numbers.md"):
        listed = commands((root / page).read_text(encoding="utf-8"))
        count += len(listed)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "data").symlink_to(root / "data")
            for number, command, lines in listed:
                result = subprocess.run(["sh", "-c", command], cwd=folder, env={**os.environ, "PATH": path}, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                printed = SECONDS.sub("_ s", PROGRESS.sub("", result.stdout))
                if not pattern(lines).fullmatch(printed):
                    wrong += 1
                    print(f"{page}:{number}: {command}\nprints\n{result.stdout}\nthe page says\n" + "\n".join(lines) + "\n")
    if (binary / "python" / "hallmark").exists():
        session = subprocess.run([sys.executable, "-m", "doctest", "-o", "ELLIPSIS", str(root / "README.md")], capture_output=True, text=True,
                                 env={**os.environ, "PYTHONPATH": str(binary / "python"), "PYTHONDONTWRITEBYTECODE": "1"})
        count, wrong = count + 1, wrong + (session.returncode != 0)
        print(session.stdout, end="")
    print(f"{count} commands, {wrong} wrong")
    return 1 if wrong or not count else 0


sys.exit(main())
