#!/usr/bin/env python3
"""run.py SOURCE_DIR BINARY_DIR [--only TEXT] [--jobs N] [--timeout SECONDS] [--every-test]: seeded faults and the tests that kill them.

faults.toml lists one fault a row: a text that occurs exactly once in a file of proofs-check/, exact/, bounds/, api/ or cli/, what stands there
instead, the test program and the tests that must fail then. Nothing of the tree or of the build is touched: the changed file is
compiled alone or in its batch, by the command of compile_commands.json, and linked before the libraries of the test program, so that its
definitions are taken in place of those of the library. BINARY_DIR must be built and up to date, with Ninja. Faults of python/, verified/ and web/
are tried by scripted.py, where what they need is built; those of web/producer/calls.cpp by tests/web/calls.py, on the native program.

Prints killed or SURVIVED a fault, then the kill rate; exit 0 only if every fault was killed. A survivor is a missing test.
--every-test runs all short tests of the program, to find which one kills a new fault.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

import scripted
import table


class Failure(Exception):
    """A fault that could not be tried: it counts as not killed."""


def link_command(binary, target):
    """The command that links a program, as a list of words, run in BINARY_DIR."""
    path = f"proofs-check/{target}" if target == table.CHECKER else f"tests/{target}"
    listing = subprocess.run(["ninja", "-C", binary, "-t", "commands", path], check=True, capture_output=True, text=True).stdout
    wanted = f"-o {path}"
    for part in re.split(r"&&|\n", listing):
        if wanted in part:
            return shlex.split(part)
    raise SystemExit(f"no link command of {path} in {binary}")


def compile_command(commands, path, changed):
    """The command of the file, its folder, and what it has to compile: the changed file, or its batch with the changed file in it."""
    for entry in commands:
        source = pathlib.Path(entry["file"])
        if source == path:
            return shlex.split(entry["command"]), entry["directory"], changed
        if source.name.startswith("unity_batch_") and f'"{path}"' in source.read_text():
            batch = changed.with_name(source.name)
            batch.write_text(source.read_text().replace(f'"{path}"', f'"{changed}"'))
            return shlex.split(entry["command"]), entry["directory"], batch
    raise Failure(f"{path} is not in compile_commands.json")


def replaced(words, option, value):
    at = words.index(option)
    return words[:at + 1] + [value] + words[at + 2:]


def run(command, folder, timeout):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=timeout)


def first_failure(output):
    """The test that failed, out of Catch's console report."""
    found = re.search(r"^-{20,}\n(.+?)\n-{20,}\n(?:.*\n)?\.{20,}", output, re.MULTILINE)
    return found.group(1).split("\n")[0] if found else output.strip().split("\n")[-1][:160]


def changed_verdict(checker, fault, root, binary, arguments):
    """Certificates of tests/proofs-check, each of which certificates_test.cpp expects to have the verdict of its folder."""
    folders = {"accept": root, "reject": binary, "malformed": binary, "bundles": root}
    folders = {name: place / "tests" / "proofs-check" / name for name, place in folders.items()}
    names = fault.tests.split()
    if arguments.every_test:
        names = [f"{name}/{path.stem}" for name, folder in folders.items() for path in sorted(folder.glob("*.cert"))]
    for name in names:
        folder, stem = name.split("/")
        wanted = {"accept": "s VERIFIED", "reject": "s REJECTED", "malformed": "s MALFORMED", "bundles": "s MALFORMED"}[folder]
        printed = run([checker, folders[folder] / f"{stem}.cert"], root, arguments.timeout).stdout
        if f"\n{wanted}" not in printed:
            return True, f"       {name}"
    return False, f"survived {len(names)} certificates"


def try_fault(fault, root, binary, commands, links, arguments):
    """(killed, what happened)"""
    path = root / fault.file
    text = path.read_text(encoding="utf-8")
    if len(table.places(text, fault.old, fault.function)) != 1:
        raise Failure(f"the old text does not occur once in {fault.function or fault.file}")
    with tempfile.TemporaryDirectory(prefix="hallmark-mutant-") as name:
        folder = pathlib.Path(name)
        if fault.target in scripted.TRIED:
            return scripted.TRIED[fault.target](fault, table.changed(text, fault), root, binary, folder, arguments.timeout)
        changed = folder / path.name
        changed.write_text(table.changed(text, fault), encoding="utf-8")
        words, directory, source = compile_command(commands, path, changed)
        words = replaced(replaced(words, "-o", str(folder / "changed.o")), "-c", str(source)) + ["-w"]
        words.insert(len(words) - words[::-1].index("-o") - 1, f"-iquote{path.parent}")
        built = run(words, directory, arguments.timeout)
        if built.returncode != 0:
            raise Failure("does not compile:\n" + built.stdout[-1500:])
        link = replaced(links[fault.target], "-o", str(folder / fault.target))
        link = [word for word in link if not word.endswith(f"/{path.name}.o")]  # of a program that names the object itself
        at = link.index("-o") + 2
        built = run(link[:at] + [str(folder / "changed.o")] + link[at:], binary, arguments.timeout)
        if built.returncode != 0:
            raise Failure("does not link:\n" + built.stdout[-1500:])
        started = time.monotonic()
        try:
            if fault.target == table.CHECKER:
                return changed_verdict(folder / fault.target, fault, root, binary, arguments)
            if fault.target == table.CALLS:
                result = run([sys.executable, "-B", root / "tests" / "web" / fault.tests, folder / fault.target], folder, arguments.timeout)
                return result.returncode == 1, result.stdout.strip().split("\n")[0][:160]
            tests = ["~[.]"] if arguments.every_test else [fault.tests]
            result = run([folder / fault.target, "--abort", "--filenames-as-tags", *tests], folder, arguments.timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"the tests took more than {arguments.timeout} s") from None
        seconds = time.monotonic() - started
        if "No test cases matched" in result.stdout:
            raise Failure(f"no test of {fault.target} matches {fault.tests}")
        if result.returncode == 0:
            return False, f"survived {seconds:.1f} s of tests"
        return True, f"{seconds:5.1f} s  {first_failure(result.stdout)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--only", default="", help="faults whose name or file contains one of these words")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=3000)
    parser.add_argument("--every-test", action="store_true")
    arguments = parser.parse_args()
    root, binary = arguments.source.resolve(), arguments.binary.resolve()
    faults = [f for f in table.read(root / "tests" / "mutants" / "faults.toml") if any(word in f.name or word in f.file for word in arguments.only.split() or [""])]
    commands = json.loads((binary / "compile_commands.json").read_text())
    links = {target: link_command(binary, target) for target in {f.target for f in faults} if target not in scripted.TRIED}
    environment = {key: value for key, value in os.environ.items() if key not in ("HALLMARK_SEED", "HALLMARK_TEST_MULTIPLIER")}
    os.environ.clear()
    # A test program in a folder of its own finds the checker that it asks by PATH; without one every test of it would fail, whatever the fault.
    os.environ.update(environment, PATH=f"{binary / 'proofs-check'}{os.pathsep}{environment['PATH']}")

    def tried(fault):
        try:
            return fault, *try_fault(fault, root, binary, commands, links, arguments)
        except scripted.NotBuilt as missing:
            return fault, missing, str(missing)
        except Failure as failure:
            return fault, None, str(failure)

    counts = collections.Counter()
    killed = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for fault, dead, words in pool.map(tried, faults):
            if isinstance(dead, scripted.NotBuilt):
                print(f"skipped  {fault.side:<8} {fault.name:<48} {words}", flush=True)
                continue
            counts[fault.side] += 1
            killed[fault.side] += dead is True
            verdict = "killed  " if dead else "SURVIVED" if dead is False else "ERROR   "
            print(f"{verdict} {fault.side:<8} {fault.name:<48} {words}", flush=True)
            if not dead:
                print(f"         {fault.file}: {fault.breaks}", flush=True)
    for side in sorted(counts):
        print(f"{side}: {killed[side]} of {counts[side]} faults killed, {100 * killed[side] / counts[side]:.1f} %")
    return 0 if counts and killed == counts else 1


if __name__ == "__main__":
    sys.exit(main())
