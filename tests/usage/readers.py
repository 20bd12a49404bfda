#!/usr/bin/env python3
"""readers.py BINARY_DIR SOURCE_DIR CXX | readers.py --others BINARY_DIR SOURCE_DIR: the readers of data/readers agree with the hexadecimal texts, on every vector.

lo64 and hi64 read by Python's and node's JSON and number parsers, and by C++ strtod, are exactly those of lo64x and hi64x. --others: so are those read by R (Debian's
r-cran-jsonlite) and by Rust (cargo, librust-serde-json-dev), each where it is installed; 77 where neither is.
"""
import json
import os
import pathlib
import shutil
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


def rust(binary, readers):
    """The command of the compiled reader, built from Debian's crates; nothing where they are not installed."""
    crates, folder = pathlib.Path("/usr/share/cargo/registry"), binary / "tests" / "rust-reader"
    cargo = shutil.which("cargo", path="/usr/bin")
    if not cargo or not list(crates.glob("serde_json-*")):
        return None
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / ".cargo").mkdir(exist_ok=True)
    (folder / "src" / "main.rs").write_text((readers / "read.rs").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "Cargo.toml").write_text('[package]\nname = "read"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nserde_json = "1"\n')
    (folder / ".cargo" / "config.toml").write_text(f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{crates}"\n')
    environment = {**os.environ, "PATH": "/usr/bin:/bin", "CARGO_HOME": str(folder / "home")}
    subprocess.run([cargo, "build", "--offline", "--quiet"], cwd=folder, env=environment, check=True)
    return [folder / "target" / "debug" / "read"]


def r(readers):
    """The command of the reader in R; nothing where R or its jsonlite is not installed."""
    program = shutil.which("Rscript")
    if not program or subprocess.run([program, "-e", "library(jsonlite)"], capture_output=True).returncode:
        return None
    return [program, readers / "read.R"]


def main():
    others = sys.argv[1] == "--others"
    binary, source = (pathlib.Path(argument).resolve() for argument in (sys.argv[2:4] if others else sys.argv[1:3]))
    readers = source / "data" / "readers"
    folders = [source / "tests" / "support" / "vectors", source / "data" / "vectors_v1"]
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))
             if path.name != "ERRATA.json" and not path.name.endswith(".schema.json")]
    wanted = list(expected(paths))
    failed = 0
    if others:
        commands = [command for command in (rust(binary, readers), r(readers)) if command]
        if not commands:
            print("neither R with jsonlite nor Debian's cargo with serde_json is installed")
            return 77
    else:
        program = binary / "tests" / "vector_reader"
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.argv[3], "-std=c++20", str(readers / "read.cpp"), "-o", str(program)], check=True)
        commands = [[sys.executable, readers / "read.py"], ["node", readers / "read.js"], [program]]
    for command in commands:
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
    print(f"readers: {' '.join(pathlib.Path(command[-1]).name for command in commands)}: {len(wanted)} vectors of {len(paths)} files, {failed} failed")
    return 1 if failed or not wanted else 0


sys.exit(main())
