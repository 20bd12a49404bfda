#!/usr/bin/env python3
"""attacks.py BINARY_DIR SOURCE_DIR [--sanitized] [--all | --given FOLDER]: certificates that ask for hours or gigabytes get their line
within 60 s of processor time and 600 MB, and where memory ends each file named still has one.

--given takes the certificates of FOLDER in place of our own; those of format version 1 are translated, their numbers kept.
A refusal for the version or the syntax fails. A --sanitized program may take four times as much memory, and its address
space is not limited: sanitizers reserve most of it.
"""
import pathlib
import resource
import subprocess
import sys
import tempfile

SLOW = {"few-outcomes-far", "selected-orders", "line-far", "line-nodes", "weak-grid", "all-orders", "all-orders-gaussian",
        "clones-real-order", "integral-rules"}  # seconds each
SECONDS, BYTES = 60, 600 * 10**6


def check(program, files, address_space=None):
    def limit():
        if address_space:
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *map(str, files)], capture_output=True, text=True, preexec_fn=limit, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = done.stdout.splitlines()
    if lines[::2] != [f"c {file}" for file in files]:
        raise SystemExit(f"expected one line for each of {len(files)} files, found:\n{done.stdout}")
    return lines[1::2], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss * 1024


def bounded(program, file, most):
    (verdict,), seconds, size = check(program, [file])
    print(f"{file.stem:28} {seconds:6.1f} s {size / 1e6:5.0f} MB  {verdict[:80]}")
    if not verdict.startswith("s REJECTED "):
        raise SystemExit(f"{file.stem}: {verdict}")
    if seconds > SECONDS or size > most:
        raise SystemExit(f"{file.stem}: {seconds:.1f} s and {size} bytes, more than {SECONDS} s or {most}")


def given(program, sources, source, most):
    with tempfile.TemporaryDirectory() as folder:
        translator = [sys.executable, "-B", sources / "tests/support/translate_certificate.py", "--to", folder]
        subprocess.run([*translator, *sorted(pathlib.Path(source).glob("*.cert"))], check=True)
        for file in sorted(pathlib.Path(folder).glob("*.cert")):
            bounded(program, file, most)


def main(binaries, sources, *options):
    sanitized = "--sanitized" in options
    option, source = (*(word for word in options if word != "--sanitized"), "", "")[:2]
    most = BYTES * (4 if sanitized else 1)
    sources = pathlib.Path(sources)
    program = next(pathlib.Path(binaries).glob("proofs-check/hallmark-check"))
    if option == "--given":
        return given(program, sources, source, most)
    good = sources / "tests/proofs-check/accept/clones-delta-exact.cert"
    with tempfile.TemporaryDirectory() as folder:
        maker = [sys.executable, "-B", sources / "tests/support/attack_certificates.py"]
        subprocess.run([*maker, good.parent, folder], check=True)
        files = sorted(pathlib.Path(folder).glob("*.cert"))
        quick = [file for file in files if file.stem not in SLOW]
        for file in files if option == "--all" else quick:
            bounded(program, file, most)
        if sanitized:
            return None
        scarce = [good, pathlib.Path(folder) / "scores.cert", good]
        verdicts, _, _ = check(program, scarce, 150 * 10**6)
        if not (verdicts[0].startswith("s VERIFIED") and verdicts[1].startswith("s REJECTED work: ") and verdicts[2] == verdicts[0]):
            raise SystemExit(f"where memory is scarce: {verdicts}")
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
