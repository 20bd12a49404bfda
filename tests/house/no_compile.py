#!/usr/bin/env python3
"""no_compile.py FOLDER COMPILER INCLUDE_DIR...: every file compiles, and none does when HALLMARK_MUST_NOT_COMPILE is defined.

The first line of a file is `// error: REGEX`: what the compiler must say about its bad line, so that it fails for the right reason.
All files are one translation unit: they define different functions.
"""
import pathlib
import re
import subprocess
import sys


def main():
    folder, compiler, *include_dirs = sys.argv[1:]
    files = sorted(pathlib.Path(folder).glob("*.cpp"))
    unit = "".join(f'#include "{path}"\n' for path in files)
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *(f"-I{d}" for d in include_dirs), "-x", "c++", "-"]
    good = subprocess.run(command, input=unit, capture_output=True, text=True)
    if good.returncode:
        return f"{folder} must compile without the bad lines:\n{good.stderr}"
    bad = subprocess.run([*command, "-DHALLMARK_MUST_NOT_COMPILE"], input=unit, capture_output=True, text=True)
    failures = []
    for path in files:
        expected = re.match(r"// error: (.+)", path.read_text(encoding="utf-8"))
        if not expected:
            failures.append(f"{path}:1: expected a line `// error: REGEX`")
            continue
        errors = [line for line in bad.stderr.splitlines() if line.startswith(f"{path}:") and "error" in line]
        if not errors:
            failures.append(f"{path} must not compile with its bad line, and does")
        elif not any(re.search(expected[1], line) for line in errors):
            failures.append(f"{path} fails, but not with {expected[1]!r}:\n" + "\n".join(errors))
    print(f"{len(files)} bad lines, {len(failures)} failures")
    return "\n".join(failures) or (None if files else f"no files in {folder}")


sys.exit(main())
