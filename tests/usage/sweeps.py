#!/usr/bin/env python3
"""sweeps.py BINARY_DIR: many questions in one call: rows in order, as fast as the arithmetic."""
import csv
import io
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
HALLMARK = str(BINARY / "cli" / "hallmark")


def run(*arguments, text=None, seconds=1200):
    return subprocess.run([HALLMARK, *arguments], capture_output=True, text=True, timeout=seconds, input=text)


def table(result):
    return list(csv.DictReader(io.StringIO(result.stdout)))


def values(folder):
    result = run("eval", "clones.epsilon", "n=1000,10000,100000", "eps0=1:2:.5", "delta=1e-6", "--format", "csv", "--digits", "8", "--quiet")
    rows = table(result)
    expect(result.returncode == 0 and len(rows) == 9 and result.stderr == "", f"a grid: {result.returncode} {result.stderr[:200]}")
    expect([(row["n"], row["eps0"]) for row in rows] == [(n, e) for n in ("1000", "10000", "100000") for e in ("1", "3/2", "2")],
           f"the order of a grid: {[(row['n'], row['eps0']) for row in rows]}")
    for row in rows[::4]:  # the same numbers as one by one
        one = run("eval", "clones.epsilon", f"n={row['n']}", f"eps0={row['eps0']}", "delta=1e-6", "--format", "csv", "--digits", "8")
        expect(table(one) == [row], f"a cell by itself: {table(one)} {row}")
    expect(run("eval", "clones.epsilon", "n=1000,10000,100000", "eps0=1:2:.5", "delta=1e-6", "--format", "csv", "--digits", "8",
               "--jobs", "1").stdout == result.stdout, "one thread or more")
    file = folder / "rows.csv"
    file.write_text("n,eps0\n1000,ln(3)\n10000,sqrt(2)\n")
    result = run("eval", "clones.delta", "eps=1/4,1/2", "--rows", str(file), "--json")
    answers = json.loads(result.stdout)
    expect([(a["parameters"]["n"], a["parameters"]["eps0"], a["parameters"]["eps"]) for a in answers]
           == [("1000", "ln(3)", "1/4"), ("1000", "ln(3)", "1/2"), ("10000", "sqrt(2)", "1/4"), ("10000", "sqrt(2)", "1/2")], "rows and lists")
    expect(run("eval", "clones.delta", "eps=1/4", "--rows", "-", "--format", "csv", text=file.read_text()).returncode == 0, "rows of stdin")
    shared = run("eval", "poisson-gaussian.delta", "sigma=1", "rate=1/100", "steps=10", "eps=0.1:1:0.3", "direction=remove,add", "--format",
                 "csv", "--digits", "6")
    expect(shared.returncode == 0 and len(table(shared)) == 8, f"a shared table: {shared.returncode} {shared.stderr[:300]}")
    for row in table(shared)[::3]:
        one = table(run("eval", "poisson-gaussian.delta", "sigma=1", "rate=1/100", "steps=10", f"eps={row['eps']}",
                        f"direction={row['direction']}", "--format", "csv", "--digits", "6"))[0]
        expect(float(one["lo"]) <= float(row["hi"]) and float(row["lo"]) <= float(one["hi"]), f"shared or not: {row} {one}")
    single = run("eval", "clones.delta", "n=100", "eps0=1", "eps=.5", "--format", "csv")
    expect(len(table(single)) == 1 and single.returncode == 0, "one question as CSV")


def refusals(folder):
    result = run("eval", "clones.delta", "n=10,1.5,0", "eps0=1", "eps=1/2", "--format", "csv")
    expect(result.returncode == 64 and "n = 1.5" in result.stderr and "n = 0" in result.stderr and not result.stdout,
           f"all refused questions are named: {result.stderr[:300]}")
    file = folder / "bad.csv"
    file.write_text("n\n10\n-3\n")
    result = run("eval", "clones.delta", "--rows", str(file), "eps0=1", "eps=1/2")
    expect(result.returncode == 64 and "bad.csv:3" in result.stderr, f"a bad row: {result.stderr[:300]}")
    for other, words in ((";", "a semicolon"), ("\t", "a tabulator")):
        file.write_text(other.join(["n", "eps0", "eps"]) + "\n" + other.join(["10", "1", "1"]) + "\n")
        result = run("eval", "clones.delta", "--rows", str(file))
        expect(result.returncode == 64 and f"bad.csv:1:2: expected commas between the names of the parameters, found {words}" in result.stderr, result.stderr)
    result = run("eval", "clones.epsilon.closed-form", "n=100,100000", "eps0=4", "delta=1e-6", "--format", "csv")
    rows = table(result)
    expect(result.returncode == 64 and [row["result"] for row in rows] == ["error", "ok"] and "does not hold" in rows[0]["note"],
           f"outside of a theorem: {result.returncode} {rows}")
    result = run("eval", "clones.epsilon", "n=1000,1000000000000000", "eps0=1", "delta=1e-8", "--digits", "40", "--time-limit", "0.2",
                 "--format", "csv")
    expect(result.returncode == 2 and [row["result"] for row in table(result)] == ["ok", "undecided"], f"a limit: {result.returncode} {result.stdout}")
    for arguments in (["n=1:10:0"], ["n=1:10"], ["n=10:1:1"], ["n=1:1e7:1"], ["n=1,2", "n=3"]):
        result = run("eval", "clones.delta", *arguments, "eps0=1", "eps=1/2")
        expect(result.returncode == 64 and result.stderr, f"{arguments}: {result.returncode}")
    for rows in ("nowhere.csv",):
        expect(run("eval", "clones.delta", "--rows", rows, "eps0=1", "eps=1/2").returncode == 74, "rows that are not there")


def overhead():
    """1,000 cheap cells take less than a second of processor time beyond the arithmetic."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = run("eval", "gaussian.delta", "sigma=1:10:1", "eps=0.1:10:0.1", "--format", "csv", "--digits", "4")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    expect(result.returncode == 0 and len(table(result)) == 1000 and spent < 1.5, f"1000 cells: {result.returncode}, {spent:.2f} s")
    print(f"1000 cells of gaussian.delta: {spent:.2f} s of processor time")


with tempfile.TemporaryDirectory(prefix="hallmark-sweeps-") as name:
    folder = pathlib.Path(name)
    values(folder)
    refusals(folder)
    overhead()
sys.exit(ended())
