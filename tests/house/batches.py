#!/usr/bin/env python3
"""A batch changes no function of the sources that compute.

usage: batches.py BUILD FOLDER [JOBS]

The files of a batch are one text for the compiler (cmake/Batches.cmake). A function in a nameless namespace of one file
could then be chosen where another file calls a function of that name, without any error. So every source of FOLDER that
is in a batch is compiled twice without optimisation, alone and in its batch, and for every function the functions and
objects that it refers to must be the same. An inline function that the batch does not write at all has no caller there
(the compiler folded its calls); the functions that would call it are compared themselves.
"""
import collections
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# What has no name of its own: constants and the compiler's labels.
NAMELESS = re.compile(r"\.(rodata|data|bss|LC|L[0-9A-Z]|gcc_except_table|eh_frame|init_array|tbss)")

# A function of this project, a lambda in one too; what the standard library makes of our types is not of it.
OURS = re.compile(r"_Z+NK?8hallmark")


def compiled(command, source, folder, output):
    words = [word for word in shlex.split(command) if word not in ("-Winvalid-pch", "-Werror")]
    for option in ("-o", "-c"):
        place = words.index(option)
        del words[place : place + 2]
    words = [word for word in words if not re.fullmatch(r"-O\w", word)]
    subprocess.run([*words, "-O0", "-ffunction-sections", "-c", str(source), "-o", str(output)], cwd=folder, check=True)


def references(path):
    """By function: how often it refers to each name."""
    text = subprocess.run(["readelf", "-rW", str(path)], check=True, capture_output=True, text=True).stdout
    found, function = {}, None
    for line in text.splitlines():
        section = re.match(r"Relocation section '\.rela\.text\.(\S+)'", line)
        if line.startswith("Relocation section"):
            function = section and section.group(1)
            if function:
                found.setdefault(function, collections.Counter())
            continue
        words = line.split()
        if function and len(words) >= 5 and words[0] != "Offset" and not NAMELESS.match(words[4]):
            found[function][words[4].removeprefix(".text.")] += 1
    return found


def weak(path):
    """The inline functions of an object file: written where they are called, once a program."""
    text = subprocess.run(["nm", "--defined-only", str(path)], check=True, capture_output=True, text=True).stdout
    return {words[2] for words in map(str.split, text.splitlines()) if words[1] in "WV"}


def main(build, folder, jobs="2"):
    build = pathlib.Path(build)
    commands = json.loads((build / "compile_commands.json").read_text())
    batches = [entry for entry in commands if f"/{folder}/" in entry["file"] and "/Unity/" in entry["file"]]
    if not batches:
        print(f"{folder}: no batches in this build")
        return 0
    failures = functions = 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(int(jobs)) as workers:

        def both(place, entry):
            joined = pathlib.Path(scratch) / f"{place}.o"
            compiled(entry["command"], entry["file"], entry["directory"], joined)
            together, apart = references(joined), {}
            joined.unlink()
            for number, source in enumerate(re.findall(r'#include "(.+)"', pathlib.Path(entry["file"]).read_text())):
                alone = pathlib.Path(scratch) / f"{place}.{number}.o"
                compiled(entry["command"], source, entry["directory"], alone)
                inline = weak(alone)
                for function, names in references(alone).items():
                    apart.setdefault(function, (source, names, function in inline))
                alone.unlink()
            return together, apart

        for together, apart in workers.map(both, range(len(batches)), batches):
            for function, (source, names, inline) in apart.items():
                if not OURS.match(function) or (inline and function not in together):
                    continue
                functions += 1
                if function not in together or together[function] != names:
                    failures += 1
                    other = together.get(function, collections.Counter())
                    print(f"{source}: {function}: alone {dict(names - other)}, in its batch {dict(other - names)}")
    print(f"{folder}: {len(batches)} batches, {functions} functions, {failures} that a batch changes")
    return 1 if failures or not functions else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
