"""field_questions.py BINARY_DIR: questions of field_questions.txt that were answered badly once, their answers and what they cost of the processor."""
import pathlib
import re
import resource
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

HALLMARK = pathlib.Path(sys.argv[1]).resolve() / "cli" / "hallmark"
MOST = 2  # seconds of the processor, of a program that is built to be fast; a slow build is allowed more
ALLOWED = 4 * MOST


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    slow = 0
    for line in (pathlib.Path(__file__).parent / "field_questions.txt").read_text(encoding="ascii").splitlines():
        if line.startswith("#"):
            continue
        name, typed, wanted = (part.strip() for part in line.split(" :: "))
        words = shlex.split(typed.replace(";", "\\;")) if '"' in typed else typed.split()
        before = spent()
        said = subprocess.run([HALLMARK, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        seconds = spent() - before
        slow += seconds > MOST
        text = re.sub(r"\s+", " ", said.stdout + said.stderr)
        last = ((said.stdout or said.stderr).strip().splitlines() or [""])[-1]
        print(f"{name:8} {seconds:6.2f} s  {typed}\n{'':19}{last[:200]}", flush=True)
        expect(said.returncode in (0, 64) and wanted in text, f"hallmark {typed}: {said.returncode}, {wanted!r} is not in {text[:400]}")
        expect(seconds < ALLOWED, f"hallmark {typed}: {seconds:.1f} s of the processor")
    print(f"{slow} took more than {MOST} s")
    return ended()


sys.exit(main())
