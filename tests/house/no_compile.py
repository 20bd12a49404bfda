#!/usr/bin/env python3
"""no_compile.py FILE INCLUDE_DIR COMPILER: FILE compiles, and does not when HALLMARK_MUST_NOT_COMPILE is defined.

Its first line is `// error: REGEX`: what the compiler must say about the bad line, so that it fails for the right reason.
"""
import re
import subprocess
import sys


def main():
    path, include_dir, compiler = sys.argv[1:4]
    with open(path, encoding="utf-8") as file:
        expected = re.match(r"// error: (.+)", file.readline())
    if not expected:
        return f"{path}:1: expected a line `// error: REGEX`"
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", include_dir, path]
    good = subprocess.run(command, capture_output=True, text=True)
    if good.returncode:
        return f"{path} must compile without its bad line:\n{good.stderr}"
    bad = subprocess.run([*command, "-DHALLMARK_MUST_NOT_COMPILE"], capture_output=True, text=True)
    if not bad.returncode:
        return f"{path} must not compile with its bad line, and does"
    if not any(re.search(expected[1], line) for line in bad.stderr.splitlines() if "error" in line):
        return f"{path} fails, but not with {expected[1]!r}:\n{bad.stderr}"
    return None


sys.exit(main())
