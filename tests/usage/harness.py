"""Runs one command of a usage table and says what is wrong with how it ended."""
import dataclasses
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from processor import PATIENCE, TICK, processor_seconds  # noqa: E402

MEGABYTE = 1024  # in the kilobytes of ru_maxrss


@dataclasses.dataclass
class Row:
    """A command line, the exit codes it may end with, what standard error and standard output must match."""

    command: str
    codes: tuple
    err: str = ""
    out: str = ""
    seconds: float = 30  # of processor time
    megabytes: int = 1000
    interrupt_after: float = 0  # seconds of processor time until SIGINT
    given: str = ""  # a file that is standard input
    check: object = None  # called with the output, returns a complaint or None


def row(command, codes, err="", out="", **more):
    return Row(command, codes if isinstance(codes, tuple) else (codes,), err, out, **more)


@dataclasses.dataclass
class Result:
    code: int
    out: str
    err: str
    seconds: float
    megabytes: float


def run(arguments, seconds, interrupt_after=0, given=""):
    with open(given or os.devnull, "rb") as standard_input, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen(arguments, stdin=standard_input, stdout=out, stderr=err)
        interrupted = False
        killed = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            worked = processor_seconds(process.pid)
            if interrupt_after and worked > interrupt_after and not interrupted:
                process.send_signal(signal.SIGINT)
                interrupted = True
            if (worked > seconds or time.monotonic() - started > PATIENCE * seconds) and not killed:
                process.kill()
                killed = True
            time.sleep(TICK)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Result(process.returncode, out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace"),
                      usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MEGABYTE)


def complaints(expected, result, memory_factor):
    if result.seconds > expected.seconds:
        yield f"took more than {expected.seconds} s of processor time"
    elif result.code not in expected.codes:
        yield f"exit {result.code}, expected {' or '.join(map(str, expected.codes))}"
    if expected.err and not re.search(expected.err, result.err):
        yield f"standard error does not match {expected.err!r}"
    if expected.out and not re.search(expected.out, result.out):
        yield f"standard output does not match {expected.out!r}"
    if result.megabytes > expected.megabytes * memory_factor:
        yield f"{result.megabytes:.0f} MB, more than {expected.megabytes}"
    if result.code in (64, 74):  # a refusal is words, on standard error, and no result
        if not result.err.strip():
            yield "refused without a word on standard error"
        if result.out.strip() and not expected.out:
            yield "refused, yet something on standard output"
    if max(map(len, result.err.splitlines()), default=0) > 2000:
        yield "a line of more than 2000 characters on standard error"
    if expected.check:
        complaint = expected.check(result)
        if complaint:
            yield complaint


def run_table(name, rows, programs, memory_factor=1.0):
    """Runs every row; `programs` maps the first word of a command to a path. Returns the exit status."""
    failed = 0
    for expected in rows:
        program, *arguments = shlex.split(expected.command)
        result = run([programs[program], *arguments], expected.seconds, expected.interrupt_after, expected.given)
        wrong = list(complaints(expected, result, memory_factor))
        if wrong:
            failed += 1
            print(f"FAILED  {expected.command[:300]}")
            for line in wrong:
                print(f"    {line}")
            print(f"    exit {result.code}, {result.seconds:.2f} s, {result.megabytes:.0f} MB")
            print("    stdout: " + result.out[:600].rstrip().replace("\n", "\n            "))
            print("    stderr: " + result.err[:600].rstrip().replace("\n", "\n            "))
    print(f"{name}: {len(rows)} commands, {failed} failed")
    return 1 if failed or not rows else 0


def temporary_folder():
    return tempfile.TemporaryDirectory(prefix="hallmark-usage-")


def write(folder, name, content):
    path = pathlib.Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        content = content.encode("utf-8")
    path.write_bytes(content)
    return path
