#!/usr/bin/env python3
"""limits.py BINARY_DIR [--cases N] [--seed S] [--only TEXT] [--limits A,B]: a time limit is kept.

Every quantity of `hallmark list` is asked at its example and at N settings, of which some parameters stand at an end of their domain, with
each limit. An answer may take one and a half times its limit and 0.3 s, of processor time. Slower ones are said, the slowest last.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shlex
import subprocess
import sys
import tempfile

import hostile

SLACK = (1.5, 0.3)
MEMORY = 4_000_000_000  # bytes of address space
TOO_LONG = 100  # seconds of processor time, after which a question is given up
# What once took several times its limit.
KNOWN = [
    "composition.epsilon direction=remove delta=1e-400 phases='10*gdp(mu=1/10)+2*discrete-laplace(a=ln(3),sensitivity=2)'",
    "composition.delta eps=80 direction=remove phases='eps-delta(eps=0,delta=1e-160)+2*eps-delta(eps=40,delta=1e-155)' --digits 20",
    "truncated-poisson-gaussian.epsilon sigma=0.43 rate=0.01 steps=1 records=1000000 largest=5 direction=remove adjacency=replace-one delta=1e-10",
    "fixed-batch-gaussian.delta sigma=10 share=1e-30 steps=50 eps=1e-30",
]


def questions(program, cases, dice):
    entries = json.loads(subprocess.run([program, "list", "--json"], check=True, capture_output=True).stdout)
    for entry in hostile.prepared(entries):
        yield shlex.split(entry["example"])[2:]
        for number in range(cases):
            values = hostile.moved(entry, dice, (0.3, 0.6)[number % 2])
            yield [entry["id"], *[f"{name}={value}" for name, value in values.items()]]
    yield from map(shlex.split, KNOWN)


def seconds(command):
    """What a command computes, and how it ended."""
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (TOO_LONG, TOO_LONG))

    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited)
    _, status, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=4)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("HALLMARK_SEED", "7")))
    parser.add_argument("--only", default="")
    parser.add_argument("--limits", default="0.05,0.3")
    arguments = parser.parse_args()
    program = (arguments.binary / "cli" / "hallmark").resolve()
    asked, late = 0, []
    with tempfile.TemporaryDirectory(prefix="hallmark-limits-") as folder:
        os.chdir(folder)
        for words in questions(program, arguments.cases, random.Random(arguments.seed)):
            if arguments.only not in words[0]:
                continue
            for limit in map(float, arguments.limits.split(",")):
                took, code = seconds([program, "eval", *words, "--time-limit", str(limit)])
                asked += 1
                if took <= SLACK[0] * limit + SLACK[1]:
                    continue
                late.append(took)
                text = " ".join(word if len(word) < 90 else word[:40] + "..." + word[-20:] for word in words)
                print(f"LATE    {took:.2f} s at a limit of {limit} s, exit {code}: {text}", flush=True)
    print(f"seed {arguments.seed}: {asked} questions, {len(late)} late, the slowest {max(late, default=0):.2f} s")
    return 1 if late or not asked else 0


sys.exit(main())
