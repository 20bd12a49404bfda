"""neighbours.py BINARY_DIR: the largest count or rate that a target allows is certified; a claim of one more, or one less, is refuted by a certificate."""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
QUESTIONS = [
    ("gaussian.rounds", "eps=4 delta=1e-6 sigma=25", "438", "in [438, 438]"),
    ("poisson-gaussian.steps", "eps=1 delta=1e-5 rate=1/100 sigma=1 direction=both", "254", "in [254, 254]"),
    ("poisson-gaussian.rate", "eps=1 delta=1e-6 sigma=1 steps=1000 direction=both", None, "in [487099/100000000, 4871/1000000]"),
    ("allocation.steps", "eps=0.5 delta=1e-3 sigma=1 direction=both", "45", "in [45, 45]"),
    ("gaussian.rounds", "eps=1 delta=1e-30 sigma=1", "0", "<= 0"),  # that it is at least 0 needs no proof
]


def run(folder, *arguments):
    done = subprocess.run([str(a) for a in arguments], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


for quantity, parameters, count, ends in QUESTIONS:
    question = f"{quantity} {parameters}"
    with tempfile.TemporaryDirectory() as folder:
        code, words = run(folder, BINARY / "cli" / "hallmark", "eval", *question.split(), "--certificate", "c")
        expect(code == 0, f"{question}: {code} {words}")
        code, words = run(folder, BINARY / "proofs-check" / "hallmark-check", "c")
        expect(code == 0 and f"] {ends} modulo" in words, f"{question}: {words}")
        for wrong in [] if count is None else [f">= {int(count) + 1}", f"<= {int(count) - 1}"][: 1 if count == "0" else 2]:
            claim = f"{quantity}({', '.join(parameters.split())}) {wrong}"
            code, words = run(folder, BINARY / "cli" / "hallmark", "certify", claim, "-o", "all", "--check")
            expect(code == 1 and "refuted" in words and "s VERIFIED" in words, f"{claim}: {words}")
ended()
