#!/usr/bin/env python3
"""recordings.py BINARY_DIR SOURCE_DIR: certify and compare on a terminal, with Ctrl-C in the middle, and going on."""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
CERTIFY = "hallmark certify data/claims/batches.json --out certificates --jobs 1"
COMPARE = "hallmark compare --exec 'python3 accountant.py' --suite smoke --out report.txt"
ACCOUNTANT = '''"""An accountant that takes a while: it answers with the upper ends of the vectors themselves, and one of them a little too low."""
import json, pathlib, sys, time
ends = {t["id"]: t["out"]["hi"] for g in json.loads(pathlib.Path("data/vectors_v1/smoke.json").read_text())["testGroups"] for t in g["tests"]}
for number, line in enumerate(sys.stdin):
    time.sleep(0.03)
    request = json.loads(line)
    if request["quantity"] == "gaussian.delta":
        ends[request["id"]] = float(ends[request["id"]]) * 0.99
    print(json.dumps({"id": request["id"], "value": ends[request["id"]], "kind": "upper"}), flush=True)
'''


def on_terminal(command, folder, interrupt_at=None):
    """The status, and everything that the terminal was sent; Ctrl-C is typed as soon as `interrupt_at` was shown."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(PATH=f"{BINARY / 'cli'}:{BINARY / 'proofs-check'}:{os.environ['PATH']}", TERM="xterm", COLUMNS="120")
        os.execvp("sh", ["sh", "-c", "exec " + command])
    sent, typed, began = b"", False, time.monotonic()
    while time.monotonic() - began < 1200:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 65536)
            except OSError:
                break
            if not data:
                break
            sent += data
        if interrupt_at and not typed and re.search(interrupt_at, sent):
            os.write(terminal, b"\x03")
            typed = True
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), sent.decode("utf-8", "replace")


def prepared(folder):
    (folder / "data").symlink_to(SOURCE / "data")
    (folder / "accountant.py").write_text(ACCOUNTANT)


def going_on(name, command, at, last, folder):
    """Ctrl-C in the middle: 130 and a word about what is kept; the same command goes on to its end."""
    code, first = on_terminal(command, folder, at)
    expect(code == 130 and "^C" in first, f"{name}: Ctrl-C ended it with {code}: {first[-300:]!r}")
    expect("the same command goes on" in first and "interrupted" in first, f"{name}: what it says: {first[-300:]!r}")
    expect(re.search(r"\[#*\.+\] \d+ of \d+", first), f"{name}: no bar")
    code, second = on_terminal(command, folder)
    found = re.search(r"going on where it was stopped: (\d+) of", second)
    expect(found and int(found[1]) > 0, f"{name}: what was there: {second[:300]!r}")
    expect(code == 1 and last in second + "".join(path.read_text() for path in folder.glob("report.txt")), f"{name}: its end: {code} {second[-300:]!r}")


def main():
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as error:
        print(f"skipped: there are no terminals here: {error}")
        return 77
    with tempfile.TemporaryDirectory(prefix="hallmark-recordings-") as name:
        folder = pathlib.Path(name)
        prepared(folder)
        going_on("certify", CERTIFY, rb"\] [2-9] of 11", "11 of 11 claims: 4 certified, 7 refuted", folder)
        going_on("compare", COMPARE, rb"\] [3-9]\d of 144", "unsound", folder)
    return ended()


sys.exit(main())
