#!/usr/bin/env python3
"""bundles_elsewhere.py SOURCE_DIR HALLMARK_CHECK CHECK_WASM HALLMARK_VERIFY [ONE_IN]: a tenth of the certificates of the golden vectors, chosen by their digests, by other programs.

The module in node says the line of hallmark-check of each of them. The checker proved in Coq verifies those that it covers, modulo nothing or what the program names; of the
others it says that it does not know. What is not built is left out, and said; 77 where neither is.
"""
import collections
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bundles import bundle, certificates, is_chosen  # noqa: E402
from expectations import ended, expect  # noqa: E402

SOURCE, CHECK, WASM, VERIFY = (pathlib.Path(argument).resolve() for argument in sys.argv[1:5])
ONE_IN = int(sys.argv[5]) if len(sys.argv) > 5 else 10
BATCH = 50  # files of one run: a checker that ends before its time loses the lines of its batch alone


def lines_of(command):
    """The result line of every certificate, and the seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=14000)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [line for line in done.stdout.splitlines() if line.startswith("s ")]
    return lines, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_batches(command, files):
    lines, seconds = [], 0
    for first in range(0, len(files), BATCH):
        some, took = lines_of([*command, *files[first:first + BATCH]])
        expect(len(some) == len(files[first:first + BATCH]), f"{command}: {len(some)} lines for {len(files[first:first + BATCH])} files from {files[first].name} on")
        lines += some
        seconds += took
    return lines, seconds


def main():
    node = shutil.which("node") if WASM.exists() else None
    verify = VERIFY if VERIFY.exists() else None
    for what, found in (("node or check.wasm", node), ("hallmark-verify", verify)):
        if not found:
            print(f"skipped: {what} is not there")
    if not node and not verify:
        return 77
    chosen = []
    for path in sorted((SOURCE / "data" / "bundles").glob("*.certs")):
        found = certificates(SOURCE / "data", path.stem)
        chosen += [(path.stem, digest, text) for digest, text in sorted(found.items()) if is_chosen(digest, text, ONE_IN)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        whole = folder / "chosen.certs"
        whole.write_bytes(bundle([text for _, _, text in chosen]))
        files = [folder / f"{suite}-{digest[:16]}.cert" for suite, digest, _ in chosen]
        for file, (_, _, text) in zip(files, chosen):
            file.write_bytes(text)
        native, seconds = lines_of([CHECK, whole])
        expect(len(native) == len(files) and all(line.startswith("s VERIFIED ") for line in native), f"hallmark-check: {len(native)} lines for {len(files)} certificates")
        print(f"hallmark-check: {len(native)} certificates, {seconds:.1f} s")
        if node:
            lines, seconds = by_batches([node, SOURCE / "web" / "check.mjs", WASM], files)
            for file, line, wanted in zip(files, lines, native):
                expect(line == wanted, f"{file.name}: the module says {line[:200]}")
            print(f"node: {sum(line.startswith('s VERIFIED ') for line in lines)} of {len(lines)} verified, {seconds:.1f} s")
        if verify:
            lines, seconds = by_batches([verify], files)
            count = collections.Counter()
            for file, line, wanted in zip(files, lines, native):
                verdict = " ".join(line.split()[1:4]) if line.startswith("s UNKNOWN: ") else line.split()[1]
                count[verdict] += 1
                if verdict == "REJECTED":
                    print(f"not proved by hallmark-verify: {file.name}: {line[:120]}")
                same = line.split(" modulo ")[0] == wanted.split(" modulo ")[0]
                expect(same or line.startswith(("s UNKNOWN: ", "s REJECTED ")), f"{file.name}: hallmark-verify says {line[:200]}")
            expect(count["VERIFIED"] > 0, "hallmark-verify verifies some of them")
            print(f"hallmark-verify: {dict(count)}, {seconds:.1f} s")
    return ended()


sys.exit(main())
