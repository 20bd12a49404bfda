#!/usr/bin/env python3
"""checked_answers.py BINARY_DIR: `hallmark eval --check` says of every end that is printed whether hallmark-check verifies it."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

HALLMARK = pathlib.Path(sys.argv[1]).resolve() / "cli" / "hallmark"
# The question, its status with --check, and what the lines on standard error begin with.
QUESTIONS = (
    ("epsilon dp-sgd noise_multiplier=1.1 batch=256 n=60000 epochs=60 delta=1e-5", 0, ["checked: the interval, by hallmark-check in "]),
    ("eval rr.epsilon eps0=1 delta=0", 0, ["checked: the interval, "]),
    ("steps dp-sgd sigma=1.1 rate=1% eps=2 delta=1e-5", 0, ["checked: the interval, by hallmark-check in "]),
    ("samplers sigma=3 batch=10 n=100 epochs=1 delta=1e-3", 0,
     [f"{sampler}: checked: the interval, by hallmark-check in " for sampler in (
         "Poisson batches, add or remove a record", "Poisson batches, replace a record", "batches of a fixed size, replace a record",
         "shuffled batches, a record adds nothing instead", "random allocation, add or remove a record")]),
    ("eval poisson-gaussian.delta.renyi-real sigma=4 rate=1/1024 steps=1024 eps=2 orders=2..1500 direction=add", 2,
     ["checked: poisson-gaussian.delta.renyi-real <= 3.13848e-1278 alone, ", "not checked: there is no certificate of the whole answer: "]),
    ("eval allocation.delta.monte-carlo sigma=1 steps=4 eps=0.5", 2, ["not checked: there is no certificate of the whole answer: "]),
    ("eval gaussian.delta sigma=1,2 eps=1", 64, ["--check: must be asked of one question"]),
)


def main():
    for question, status, heads in QUESTIONS:
        done = subprocess.run([HALLMARK, *question.split(), "--check"], capture_output=True, text=True, timeout=600)
        lines = [line.removeprefix("hallmark: ") for line in done.stderr.splitlines()]
        expect(done.returncode == status, f"{question}: status {done.returncode}, not {status}: {done.stderr}")
        expect(len(lines) == len(heads) and all(map(str.startswith, lines, heads)), f"{question}: {lines}")
        expect(bool(done.stdout) == (status != 64), f"{question}: its answer")
    return ended()


sys.exit(main())
