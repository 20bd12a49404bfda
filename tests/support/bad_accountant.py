#!/usr/bin/env python3
"""bad_accountant.py MODE VECTORS [MARK]: answers every vector with its own upper end, but misbehaves on some.

It misbehaves on the ids that is_bad() names; a test asks the same function. MARK is a file to which modes that start other
processes append their process ids.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time


def is_bad(identifier):
    return int(identifier[:2], 16) % 4 == 0


def vectors(folder):
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for group in data.get("testGroups", []):
            yield from group["tests"]


def endless(stream, data):
    while True:
        stream.write(data)


def misbehave(mode, request, good, mark):
    """What is done in place of printing `good`; returns to go on with the next request."""
    if mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "exit":
        print("no licence for today", file=sys.stderr)
        sys.exit(3)
    elif mode == "hang":
        time.sleep(3600)
    elif mode == "spin":
        while True:
            pass
    elif mode == "spin-child":  # sleeps while a process that it started works
        subprocess.run([sys.executable, "-c", "while True: pass"], check=False)
    elif mode == "stubborn":  # hangs and takes no hint
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        time.sleep(3600)
    elif mode == "flood":
        endless(sys.stdout, "x" * 65536)
    elif mode == "flood-lines":
        endless(sys.stdout, "0\n" * 30000)
    elif mode == "flood-stderr":
        endless(sys.stderr, "x" * 65536)
    elif mode == "two-lines":
        os.write(1, f"{good}\n{good}\n".encode())
    elif mode == "garbage":
        os.write(1, b"\x00\xff{]\n")
    elif mode == "empty-line":
        print(flush=True)
    elif mode == "no-number":
        print(json.dumps({"id": request["id"], "value": "about 3", "kind": "upper"}), flush=True)
    elif mode == "lie":  # somebody else's answer
        print(json.dumps({"id": "0" * 32, "value": "1", "kind": "upper"}), flush=True)
    elif mode == "nan":
        print(json.dumps({"id": request["id"], "value": float("nan"), "kind": "upper"}), flush=True)
    elif mode == "skip":
        print(json.dumps({"id": request["id"], "skip": "not today"}), flush=True)
    elif mode == "memory":
        print(good if len(b"x" * (1 << 30)) == 0 else "", flush=True)
    elif mode == "answer-and-die":  # good answer; the next request meets a corpse
        print(good, flush=True)
        sys.exit(0)
    elif mode == "family":  # leaves children behind, one of them outside the process group
        for session in (False, True):
            child = subprocess.Popen(["sleep", "3600"], start_new_session=session)
            with open(mark, "a", encoding="utf-8") as file:
                file.write(f"{child.pid}\n")
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "close":
        os.close(1)
        time.sleep(3600)
    else:
        sys.exit(f"unknown mode {mode}")


def main():
    mode, folder, mark = sys.argv[1], sys.argv[2], (sys.argv[3:] or [""])[0]
    if mode == "deaf":  # never reads, never writes
        time.sleep(3600)
    ends = {test["id"]: test["out"]["hi"] for test in vectors(folder)}
    for line in sys.stdin:
        request = json.loads(line)
        good = json.dumps({"id": request["id"], "value": ends[request["id"]], "kind": "upper"})
        if mode == "one-shot":  # a process a request
            print(good, flush=True)
            return
        if is_bad(request["id"]):
            misbehave(mode, request, good, mark)
        else:
            print(good, flush=True)


if __name__ == "__main__":
    main()
