"""neighbours.py BINARY_DIR: a largest count or rate is certified by both its neighbours, the one within the target and the one beyond it."""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
QUESTIONS = [
    ("gaussian.rounds eps=4 delta=1e-6 sigma=25", "rounds=438", "rounds=439"),
    ("poisson-gaussian.steps eps=1 delta=1e-5 rate=1/100 sigma=1 direction=both", "steps=254", "steps=255"),
    ("poisson-gaussian.rate eps=1 delta=1e-6 sigma=1 steps=1000 direction=both", "rate=5484248", "rate=5484248"),
    ("allocation.steps eps=0.5 delta=1e-3 sigma=1 direction=both", "steps=45", "steps=44"),
    ("gaussian.rounds eps=1 delta=1e-30 sigma=1", None, "rounds=1"),  # delta of no rounds is 0: nothing to prove
]


def run(folder, *arguments):
    done = subprocess.run([str(a) for a in arguments], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


for question, within, beyond in QUESTIONS:
    with tempfile.TemporaryDirectory() as folder:
        code, words = run(folder, BINARY / "cli" / "hallmark", "eval", *question.split(), "--certificate", "c")
        expect(code == 0, f"{question}: {code} {words}")
        files = sorted(path.name for path in pathlib.Path(folder).iterdir())
        expect(files == (["c.beyond", "c.within"] if within else ["c.beyond"]), f"{question}: {files}")
        code, words = run(folder, BINARY / "proofs-check" / "hallmark-check", *files)
        verified = [line for line in words.splitlines() if line.startswith("s VERIFIED ")]
        expect(code == 0 and len(verified) == len(files), f"{question}: {words}")
        expect(beyond in verified[0] and "] > 1/" in verified[0], f"{question}: {verified[0]}")
        expect(not within or within in verified[1] and "] <= 1/" in verified[1], f"{question}: {verified[-1]}")
ended()
