#!/usr/bin/env python3
"""manual.py BINARY_DIR SOURCE_DIR: manual pages, completions, installed data and the examples of hallmark show are current and work."""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
HALLMARK = str(BINARY / "cli" / "hallmark")


def run(*arguments, **more):
    return subprocess.run([HALLMARK, *arguments], capture_output=True, text=True, timeout=1200, **more)


entries = json.loads(run("list", "--json").stdout)
verbs = [line.split()[0] for line in run("--help").stdout.split("Subcommands:")[1].splitlines() if line.startswith("  ") and line[2] != " "]


def pages(folder):
    expect(run("manual", "--out", str(folder)).returncode == 0, "manual --out")
    made = {path.name: path.read_text(encoding="utf-8") for path in (folder / "man").iterdir()}
    expect(set(made) == {"hallmark.1", "hallmark-check.1", *(f"hallmark-{verb}.1" for verb in verbs)}, f"pages: {sorted(made)}")
    built = {path.name: path.read_text(encoding="utf-8") for path in (BINARY / "cli" / "man").glob("*.1")}
    expect(made == built, "the pages of the build are those of the program")
    for verb in verbs:
        page = made[f"hallmark-{verb}.1"].replace("\\-", "-")
        for line in run(verb, "--help").stdout.splitlines():
            for word in line.replace(",", " ").split():
                if line.startswith("  -") and word.startswith("--") and word == word.lower():
                    expect(word in page, f"hallmark-{verb}.1 lacks {word}")
    for entry in entries:
        expect(entry["id"] in made["hallmark.1"].replace("\\-", "-"), f"hallmark.1 lacks {entry['id']}")
    formatter = shutil.which("groff")
    for name in made if formatter else ():
        ended = subprocess.run([formatter, "-man", "-Tascii", "-ww", str(folder / "man" / name)], capture_output=True, text=True)
        expect(ended.returncode == 0 and not ended.stderr, f"{name}: {ended.stderr[:300]}")
    for shell in ("bash", "zsh", "fish"):
        text = (folder / "completion" / f"hallmark.{shell}").read_text(encoding="utf-8")
        for entry in entries:
            expect(entry["id"] in text, f"completion for {shell} lacks {entry['id']}")
        if shutil.which(shell):
            ended = subprocess.run([shell, "-n", str(folder / "completion" / f"hallmark.{shell}")], capture_output=True, text=True)
            expect(ended.returncode == 0, f"completion for {shell}: {ended.stderr[:300]}")
    script = f'''source {folder}/completion/hallmark.bash; compopt() {{ :; }}
      try() {{ COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hallmark; echo "${{COMPREPLY[@]}}"; }}
      try hallmark ev; try hallmark eval poisson-gaussian.e; try hallmark eval clones.delta ep; try hallmark certify --ti'''
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout.splitlines()
    expect(len(said) == 4 and said[0] == "eval" and "poisson-gaussian.epsilon" in said[1] and said[2] == "eps0= eps=" and said[3] == "--time-limit",
           f"bash completes {said}")


# What is made of every family's delta is one function: its examples run for these families.
# Those that take a search over many evaluations are left to their own tests.
SEARCHES = ("allocation.mu", "allocation.sigma.tpr", "poisson-gaussian.sigma.tpr")
DERIVED, FAMILIES = ("tpr", "fpr", "advantage", "bayes", "mu", "sigma.tpr"), ("gaussian", "poisson-gaussian", "allocation", "composition", "rr2")


def examples():
    """Every entry has an example, and it runs."""
    tried = [entry for entry in entries if entry["id"].split(".", 1)[1] not in DERIVED or entry["id"].split(".")[0] in FAMILIES and entry["id"] not in SEARCHES]

    def one(entry):
        words = shlex.split(entry["example"])
        return entry["id"], run(*words[1:], "--digits", "2", "--time-limit", "1")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, ended in pool.map(one, tried):
            expect(ended.returncode in (0, 2), f"the example of {name}: {ended.returncode} {ended.stderr[:300]}")
    for entry in entries:
        shown = run("show", entry["id"])
        expect(shown.returncode == 0 and entry["summary"] in shown.stdout and entry["theorem"] in shown.stdout
               and all(p["name"] in shown.stdout for p in entry["parameters"]), f"show {entry['id']}")
        expect(entry["words"], f"{entry['id']} has no words that people use: bounds/guide.cpp")


def statements():
    """What is printed names the exact parameters: asked again with them, the same is printed."""
    for question in ("gaussian.epsilon sigma=1 delta=1e-99999", "gaussian.delta sigma=1/3 eps=1e-99999", "clones.delta n=10 eps0=ln(3) eps=0.3333333333333333333333333333",
                     "gaussian.delta sigma=1/sqrt(7) eps=sqrt(2)", "poisson-gaussian.delta sigma=1 rate=256/60000 steps=3 eps=1 direction=add"):
        first = run("eval", *question.split(), "--digits", "5").stdout.splitlines()
        statement = first[-1].split(" = ")[0].split(" in ")[0]
        name, inside = statement.split("(", 1)
        again = run("eval", name, *[part.strip() for part in inside[:-1].split(",")], "--digits", "5").stdout.splitlines()
        expect((first[0], first[-1]) == (again[0], again[-1]), f"{question}: {first} {again}")


def away(folder):
    """Away from the repository the data are found."""
    ended = run("compare", "/dev/stdin", "--suite", "smoke", "--kind", "upper", cwd=folder, input="id,value\n",
                env={**os.environ, "HALLMARK_DATA": str(SOURCE / "data")})
    expect(ended.returncode == 2 and "144 vectors" in ended.stdout, f"HALLMARK_DATA: {ended.returncode} {ended.stderr[:200]}")


with tempfile.TemporaryDirectory(prefix="hallmark-manual-") as name:
    pages(pathlib.Path(name))
    away(pathlib.Path(name))
statements()
examples()
sys.exit(ended())
