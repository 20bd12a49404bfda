#!/usr/bin/env python3
"""compare_exec.py BINARY_DIR SOURCE_DIR [--all]: `hallmark compare --exec` finds what is wrong, loses what it must and no more.

Which rows of the honest floating-point accountant are unsound is decided here a second time, with fractions, from the
accountant's own lines and the texts lo and hi of the vectors.
"""
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

BINARY, SOURCE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
SUPPORT = SOURCE / "tests" / "support"
sys.path.insert(0, str(SUPPORT))
from bad_accountant import is_bad, vectors  # noqa: E402
from expectations import ended, expect  # noqa: E402
from processor import wait_for  # noqa: E402

HALLMARK = str(BINARY / "cli" / "hallmark")
FIXTURE = SUPPORT / "vectors"
ACCOUNTANT = f"{sys.executable} {SUPPORT / 'float_accountant.py'}"


def compare(command, folder, *options, code, or_code=None):
    result = subprocess.run([HALLMARK, "compare", "--vectors", str(folder), "--json", *options, "--exec", command],
                            capture_output=True, text=True, timeout=2800)
    expect(result.returncode in (code, or_code), f"{command}: exit {result.returncode}, expected {code}: {result.stderr[:500]}")
    if not result.stdout:
        return None, {}
    report = json.loads(result.stdout)
    return report, {row["id"]: row for row in report["rows"]}


def tests_of(folder):
    """Quantity, kind and test of every vector, each id once."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        for group in json.loads(path.read_text(encoding="utf-8")).get("testGroups", []):
            for test in group["tests"]:
                found[test["id"]] = (group["quantity"], group["kind"], test)
    return found


def values(tests):
    """What the accountant says when asked without hallmark: id to float; skipped rows are left out.

    A float stands for the decimal text that Python prints for it: that is what hallmark reads, exactly.
    """
    requests = "".join(json.dumps({"id": key, "quantity": quantity, "kind": kind, "parameters": test["in"]}) + "\n"
                       for key, (quantity, kind, test) in tests.items())
    answers = subprocess.run(ACCOUNTANT.split(), input=requests, capture_output=True, text=True, check=True)
    said = map(json.loads, answers.stdout.splitlines())
    return {answer["id"]: answer["value"] for answer in said if math.isfinite(answer.get("value", math.nan))}


def honest_accountant(folder):
    tests = tests_of(folder)
    answers = values(tests)
    for options in ((), ("--scale", "0.999999999")):
        scale = float(options[1]) if options else 1.0
        said = {key: Fraction(repr(scale * value)) for key, value in answers.items()}
        report, rows = compare(" ".join((ACCOUNTANT, *options)), folder, code=1)
        if report is None:
            return
        truly = {key for key, value in said.items() if value < Fraction(tests[key][2]["out"]["lo"])}
        sound = {key for key, value in said.items() if value >= Fraction(tests[key][2]["out"]["hi"])}
        found = {key for key, row in rows.items() if row["verdict"] == "unsound"}
        expect(found == truly, f"{folder.name} {options}: unsound rows differ: {sorted(found ^ truly)[:5]}")
        found_sound = {key for key, row in rows.items() if row["verdict"] == "sound"}
        expect(found_sound == sound, f"{folder.name} {options}: sound rows differ: {sorted(found_sound ^ sound)[:5]}")
        expect(set(rows) == set(tests), f"{folder.name}: a row for every vector")
        expect(report["counts"]["lost"] == report["counts"]["missing"] == 0, f"{folder.name}: {report['counts']}")
        for key, row in rows.items():
            check_tightness(key, row, said.get(key), tests[key][2]["out"])
        if not options:
            tight = {key for key, value in said.items() if value > 0 and is_tight(value, tests[key][2]["out"])}
            expect(len(tight) > len(said) // 4, f"{folder.name}: only {len(tight)} tight rows")
        else:
            expect(tight <= found, f"{folder.name}: scaled, yet not caught: {sorted(tight - found)[:5]}")
        print(f"{folder.name} {' '.join(options)}: {len(tests)} rows, {len(said)} answered, {len(found)} unsound, "
              f"{len(tight)} tight")


def is_tight(value, out):
    """Within 1e-10 of the truth, and the vector is narrow enough to say so."""
    lo, hi = Fraction(out["lo"]), Fraction(out["hi"])
    return lo > 0 and hi / lo - 1 < Fraction(1, 10**10) and abs(value / hi - 1) < Fraction(1, 10**10)


def check_tightness(key, row, value, out):
    if value is None or row["tightness"] is None:
        return
    lo, hi = Fraction(out["lo"]), Fraction(out["hi"])
    if lo == 0 or value < 0:
        return
    least, most = map(Fraction, row["tightness"])
    exact = (value / hi - 1, value / lo - 1)
    expect(least <= exact[0] and exact[1] <= most, f"{key}: tightness {row['tightness']} leaves out {exact}")
    room = Fraction(2, 1000)
    expect(abs(least - exact[0]) <= room * abs(exact[0]) and abs(most - exact[1]) <= room * abs(exact[1]),
           f"{key}: tightness {row['tightness']} is not sharp")


def stubs():
    every = {test["id"] for test in vectors(FIXTURE)}
    bad = {key for key in every if is_bad(key)}
    expect(0 < len(bad) < len(every), "the stub misbehaves on some rows")
    # A limit by the clock, in which an accountant that does answer must start: ten times what one answer takes now.
    began = time.monotonic()
    compare(f"{sys.executable} {SUPPORT / 'bad_accountant.py'} skip {FIXTURE}", FIXTURE, "--sample", "1", code=2)
    limit = max(1.5, math.ceil(10 * (time.monotonic() - began)))
    quick = ("--time-limit", str(limit), "--start-limit", "0")
    cases = {
        "crash": ("lost", r"signal 11", ()),
        "exit": ("lost", r"status 3.*no licence for today", ()),
        "hang": ("lost", rf"within {limit} s", quick),
        "spin": ("lost", r"^no answer within 0\.[13] s of processor time$", ("--processor-limit", "0.1", "--start-limit", "0.2")),
        "spin-child": ("lost", r"^no answer within 0\.[13] s of processor time$", ("--processor-limit", "0.1", "--start-limit", "0.2")),
        "stubborn": ("lost", rf"^no answer within {limit} s$", (*quick, "--processor-limit", "0.5")),  # who sleeps uses none
        "flood": ("lost", r"more than \d+ bytes", ()),
        "flood-lines": ("lost", r"more than one line|nonsense", ()),
        "flood-stderr": ("lost", r"standard error|within", ("--time-limit", "10")),
        "two-lines": ("lost", r"more than one line", ()),
        "garbage": ("lost", r"nonsense: column 1", ()),
        "empty-line": ("lost", r"nonsense", ()),
        "no-number": ("lost", r"expected a number, found.*about 3", ()),
        "lie": ("lost", r"expected the id asked for", ()),
        "close": ("lost", r"closed its output", ()),
        "memory": ("lost", r"MemoryError", ("--memory", "500000000")),
        "nan": ("not-a-number", r"NaN", ()),
        "skip": ("skipped", r"not today", ()),
        "answer-and-die": ("sound", r"", ()),
        "one-shot": ("sound", r"", ()),
    }
    def stub(mode, verdict, remark, options):
        started = time.monotonic()
        code = 0 if verdict in ("sound", "skipped") else 2
        report, rows = compare(f"{sys.executable} {SUPPORT / 'bad_accountant.py'} {mode} {FIXTURE}", FIXTURE, *options,
                               code=code)
        if report is None:
            return
        if mode in ("crash", "two-lines", "close"):  # several at once: the end of one costs the others nothing
            _, beside = compare(f"{sys.executable} {SUPPORT / 'bad_accountant.py'} {mode} {FIXTURE}", FIXTURE, *options, "--jobs", "3", code=code)
            expect({key: row["verdict"] for key, row in beside.items()} == {key: row["verdict"] for key, row in rows.items()}, f"{mode}: --jobs 3")
        verdicts = collections.Counter((row["verdict"], key in bad) for key, row in rows.items())
        wanted = collections.Counter({(verdict, True): len(bad)}) + collections.Counter({("sound", False): len(every - bad)})
        expect(verdicts == wanted, f"{mode}: {dict(verdicts)}, expected {dict(wanted)}")
        for key in bad:
            expect(re.search(remark, rows[key]["remark"], re.DOTALL), f"{mode}: {rows[key]['remark']!r}")
        print(f"{mode}: {time.monotonic() - started:.1f} s", flush=True)

    waiting = ("hang", "stubborn", "close")
    with concurrent.futures.ThreadPoolExecutor(len(waiting)) as pool:
        list(pool.map(lambda mode: stub(mode, *cases[mode]), waiting))
    for mode in cases:
        if mode not in waiting:
            stub(mode, *cases[mode])


def shares():
    """--sample asks for the vectors with the least ids, --deadline for none after it."""
    every = sorted({test["id"] for test in vectors(FIXTURE)})
    command = f"{sys.executable} {SUPPORT / 'bad_accountant.py'} skip {FIXTURE}"
    for count in (1, 3, len(every), 10**9):
        report, rows = compare(command, FIXTURE, "--all", "--sample", str(count), code=2 if count == 1 else 0)
        expect(report and sorted(rows) == every[:count], f"--sample {count}: {len(rows)} rows")
    _, rows = compare(command, FIXTURE, "--all", "--deadline", "0.001", code=0, or_code=2)  # one process takes longer to start; 2: nothing is judged before it
    expect(len(rows) < len(every), f"--deadline: {len(rows)} of {len(every)} rows")


def refusals():
    for command, code, words in (("/nonexistent/accountant", 64, "can be run"), ("true; exit 0", 2, ""), ("cat /dev/null", 2, "")):
        result = subprocess.run([HALLMARK, "compare", "--vectors", str(FIXTURE), "--exec", command],
                                capture_output=True, text=True, timeout=1000)
        expect(result.returncode == code and words in result.stderr, f"{command}: {result.returncode} {result.stderr}")


def alive(pids):
    return [pid for pid in pids if pathlib.Path(f"/proc/{pid}").exists()
            and " Z " not in pathlib.Path(f"/proc/{pid}/stat").read_text()]


def no_child_left():
    with tempfile.TemporaryDirectory() as folder:
        mark = pathlib.Path(folder) / "pids"
        compare(f"{sys.executable} {SUPPORT / 'bad_accountant.py'} family {FIXTURE} {mark}", FIXTURE, code=2)
        pids = mark.read_text().split()
        expect(len(pids) >= 2, "the family mode started children")
        expect(not alive(pids), f"left behind: {alive(pids)}")
        # Ctrl-C, and the end by SIGKILL, in the middle of a request that never ends.
        for how, code in ((signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)):
            mark.unlink(missing_ok=True)
            command = f"{sys.executable} -c 'import os,time; open(\"{mark}\",\"w\").write(str(os.getpid())); time.sleep(3600)'"
            process = subprocess.Popen([HALLMARK, "compare", "--vectors", str(FIXTURE), "--exec", command],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            wait_for(lambda: mark.exists() and mark.read_text())  # noqa: B023
            process.send_signal(how)
            out, _ = process.communicate(timeout=600)
            expect(process.returncode == code and (b"vectors of" in out or not out), f"{how}: exit {process.returncode}, {out!r}")
            expect(wait_for(lambda: not alive([mark.read_text()]), 60), f"{how}: the child lives on")  # noqa: B023


def main():
    honest_accountant(FIXTURE)
    if "--all" in sys.argv:
        honest_accountant(SOURCE / "data" / "vectors_v1")
    refusals()
    no_child_left()
    stubs()
    shares()
    return ended("compare --exec: ")


if __name__ == "__main__":
    os.environ.pop("NO_COLOR", None)
    sys.exit(main())
