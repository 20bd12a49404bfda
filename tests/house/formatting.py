#!/usr/bin/env python3
"""formatting.py SOURCE_DIR CLANG_FORMAT [--fix]: every C++ source is as clang-format 14 would write it."""
import pathlib
import subprocess
import sys

FOLDERS = ("include", "exact", "bounds", "api", "cli", "proofs-check", "python", "tests", "bench")


def main():
    root, clang_format = pathlib.Path(sys.argv[1]), sys.argv[2]
    files = [str(p) for folder in FOLDERS for p in sorted((root / folder).rglob("*")) if p.suffix in (".cpp", ".hpp")]
    arguments = ["-i"] if "--fix" in sys.argv else ["--dry-run", "-Werror", "--ferror-limit=3"]
    code = subprocess.run([clang_format, "--style=file", *arguments, *files]).returncode
    print(f"{len(files)} files {'formatted' if '--fix' in sys.argv else 'checked'}")
    if code:
        print("to mend: python3 tests/house/formatting.py . clang-format-14 --fix")
    return code


sys.exit(main())
