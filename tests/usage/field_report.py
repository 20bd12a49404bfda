#!/usr/bin/env python3
"""field_report.py BINARY_DIR SOURCE_DIR: the table field-report.md names tests that are there, and what no other test holds.

Rows D6 (a process of an accountant that ends), D12 (apostrophes in pictures), D15 (words and streams of refusals), D17 (the start of an
accountant), D18 (damaged ledgers) and D20 (what hallmark-check says of what is no file) are tested here.
"""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
HALLMARK = str(BINARY / "cli" / "hallmark")
CHECK = str(BINARY / "proofs-check" / "hallmark-check")
VECTORS = SOURCE / "tests" / "support" / "vectors"


def run(*arguments, program=HALLMARK, **more):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=1200, **more)


def table():
    """Every row of field-report.md names a file and words that stand in it."""
    rows = {}
    for line in (SOURCE / "tests" / "usage" / "field-report.md").read_text(encoding="utf-8").splitlines():
        if re.match(r"\| D\d+ ", line):
            name, _, tests = (cell.strip() for cell in line.strip("|").split("|"))
            rows[name] = re.findall(r"`([^`:]+): ([^`]+)`", tests)
    expect(list(rows) == [f"D{i}" for i in range(1, 21)], f"the rows are D1 to D20: {list(rows)}")
    for name, tests in rows.items():
        expect(tests, f"{name} names no test")
        for file, words in tests:
            path = SOURCE / "tests" / file
            expect(path.is_file() and words in path.read_text(encoding="utf-8"), f"{name}: {file} does not hold {words!r}")


ACCOUNTANT = """import json, os, signal, sys, time
time.sleep({start})
for number, line in enumerate(sys.stdin, 1):
    if number == {fatal}:
        {end}
    request = json.loads(line)
    print(json.dumps({{"id": request["id"], "value": {values}[request["id"]], "kind": "upper"}}){more}, flush=True)
"""


def accountant(folder, start=0, fatal=-1, end="pass", more=""):
    fixture = json.loads((VECTORS / "fixture.json").read_text(encoding="utf-8"))
    values = {test["id"]: test["out"]["hi"] for group in fixture["testGroups"] for test in group["tests"]}
    path = folder / "accountant.py"
    path.write_text(ACCOUNTANT.format(start=start, fatal=fatal, end=end, values=values, more=more))
    return f"{sys.executable} {path}", len(values)


def d6_processes_are_counted(folder):
    """A process that ends at every third request costs no row in silence: each question that was asked again is reported."""
    junit = folder / "junit.xml"
    for name, end, words in (("exit", "sys.exit(7)", "exited with status 7"), ("signal", "os.kill(os.getpid(), signal.SIGKILL)", "signal 9")):
        command, count = accountant(folder, fatal=3, end=end)
        ended = run("compare", "--exec", command, "--vectors", VECTORS, "--json", "--junit", junit, "--quiet")
        report = json.loads(ended.stdout)
        again = [row for row in report["rows"] if "askedAgain" in row]
        expect(ended.returncode == 0 and len(again) == report["askedAgain"] == (count - 1) // 2 > 0,
               f"{name}: {ended.returncode}, {len(again)} and {report['askedAgain']} of {count} asked again")
        expect(all(words in row["askedAgain"] for row in again), f"{name}: why: {again[:1]}")
        noted = [case for case in ElementTree.parse(junit).iter("system-out") if "asked again of a fresh process" in case.text and words in case.text]
        expect(len(noted) == len(again), f"{name}: {len(noted)} of them in JUnit")
        text = run("compare", "--exec", command, "--vectors", VECTORS, "--quiet").stdout
        expect(f"{len(again)} of them were asked again of a fresh process of the accountant" in text, f"{name}: in the text")
    command, count = accountant(folder, more=', "\\n0"')
    report = json.loads(run("compare", "--exec", command, "--vectors", VECTORS, "--json", "--quiet").stdout)
    expect(report["askedAgain"] == 0 and all(row["verdict"] == "lost" for row in report["rows"]), "surplus lines cost their row")


def d12_apostrophes(folder):
    if not shutil.which("gnuplot"):
        return
    nasty = ["'", "''", "'t a''b'", "a\\'b", '"x" $0 `date`', "@x %s {/Symbol a}"]
    head = "# table: x\n# title: 'twas ''quoted''\n# log: none\nx,series,lo,hi,kind,method\n"
    rows = "".join('%d,"%s",%d,%d,exact,m\n' % (x, name.replace('"', '""'), x + at, x + at) for at, name in enumerate(nasty) for x in (1, 2, 3))
    (folder / "it's.csv").write_text(head + rows)
    ended = run("plot", folder / "it's.csv", "--out", folder / "it's a picture")
    expect(ended.returncode == 0, f"plot: {ended.returncode} {ended.stderr[:300]}")
    if ended.returncode == 0:
        drawn = "".join(ElementTree.parse(folder / "it's a picture.svg").getroot().itertext())
        for text in ["'twas ''quoted''", *nasty]:
            shown = text.replace("'", "\u2019")
            expect(shown in drawn, f"the picture does not say {shown!r}")


def d15_refusals(folder):
    (folder / "v.json").write_text('{"schema": "hallmark-vectors-v1"}')
    damaged = folder / "smoke.json"
    damaged.write_text((SOURCE / "data" / "vectors_v1" / "smoke.json").read_text().replace('"id": "', '"id": "X', 1))
    (folder / "c.json").write_text('{"schema": "hallmark-claims-v1", "claims": []}')
    for words in ("validate v.json", "validate smoke.json", "certify c.json", "certify c.json --check", "compare", "compare c.json --kind x", "compare c.json --memory 1",
                  "eval clones.delta n=1 eps0=1 eps=1 --digits 0", "eval clones.delta n=1 eps0=1 eps=1 --format yaml", "eval clones.delta n=1 eps0=1 eps=1 --json --format tex",
                  "table", "table FS25-1 --list", "plot c.json --size 1x1", "list --files", "manual --completion tcsh", "manual --verb x", "search", "show",
                  "sweep run c.json -o", "lookup", "report", "badge"):
        ended = run(*words.split(), cwd=folder)
        expect(ended.returncode in (64, 74) and not ended.stdout, f"{words}: {ended.returncode} {ended.stdout[:100]}")
        first = (ended.stderr.splitlines() or [""])[0]
        expect(first.startswith("hallmark: ") and first.count("hallmark: ") == 1 and not first.startswith("hallmark: hallmark "), f"{words}: {first}")
        expect("regex" not in ended.stderr and "pattern" not in ended.stderr and "constraint" not in ended.stderr, f"{words}: {first}")
    expect("32 hexadecimal digits" in run("validate", damaged).stderr and "found \"X" in run("validate", damaged).stderr, "value and rule in words")


def d17_slow_start(folder):
    command, _ = accountant(folder, start=0.8)
    slow = ("compare", "--exec", command, "--vectors", VECTORS, "--quiet", "--json", "--time-limit", "0.4", "--start-limit")
    expect(run(*slow, 8).returncode == 0, "the start of an accountant counts as an answer")
    expect("lost" in run(*slow, 0).stdout, "without a limit for the start it would")


def d18_ledgers(folder):
    """A ledger that is damaged, in whatever way, is said to be so, and the output is what it would be without."""
    out, ledger = folder / "grid.csv", folder / "grid.csv.ledger"
    grid = ("eval", "clones.epsilon", "n=100:1000:100", "eps0=1", "delta=1e-6", "--format", "csv")
    whole = run(*grid, "--quiet").stdout

    def begun():
        """A ledger of a run that a full disk stopped before its last row."""
        limited = subprocess.run(["bash", "-c", 'ulimit -f 64; trap "" XFSZ; exec "$@"', "x", HALLMARK, *grid, "--digits", "900", "--out", str(out)],
                                 capture_output=True, text=True)
        expect(limited.returncode == 74 and ledger.exists(), f"a ledger: {limited.returncode} {limited.stderr[:100]}")

    def garbage():
        ledger.write_text("no database at all, but long enough to be looked at as one" * 100)

    def truncated():
        ledger.write_bytes(ledger.read_bytes()[:5000])

    def holes():
        content = bytearray(ledger.read_bytes())
        content[4096:] = bytes(len(content) - 4096)
        ledger.write_bytes(content)

    def edited(statement):
        def edit():
            connection = sqlite3.connect(ledger)
            connection.executescript(statement)
            connection.commit()
            connection.close()
        return edit

    for name, harm, words in (
            ("garbage", garbage, "is damaged"), ("truncated", truncated, "is damaged"), ("holes", holes, "is damaged"),
            ("another table", edited("DROP TABLE finished; CREATE TABLE finished (x)"), "is damaged"),
            ("another build", edited("UPDATE program SET fingerprint = 'x'"), "written by another build"),
            ("nothing in the values", edited("UPDATE finished SET value = ''"), "is damaged"),
            ("a number", edited("UPDATE finished SET value = replace(value, '1', '2')"), "is damaged")):
        for path in folder.glob("grid.csv*"):
            path.unlink()
        begun()
        harm()
        ended = run(*grid, "--digits", "900", "--out", out)
        expect(ended.returncode == 0 and words in ended.stderr and "grid.csv.ledger" in ended.stderr, f"{name}: {ended.returncode} {ended.stderr[:200]}")
        expect(out.exists() and out.read_text().count("\n") == whole.count("\n") and not ledger.exists(), f"{name}: what is written")


def d20_no_files(folder):
    (folder / "loop").symlink_to("loop")
    os.symlink("nowhere", folder / "dangling")
    for name, why in ((".", "Is a directory"), ("-", "No such file"), ("nowhere", "No such file"), ("dangling", "No such file"),
                      ("loop", "Too many levels"), ("x" * 300, "name too long"), ("/dev/null/x", "Not a directory")):
        ended = run(name, program=CHECK, cwd=folder)
        expect(ended.returncode == 74 and why in ended.stderr and f"{name}: cannot be read" in ended.stderr, f"{name[:20]}: {ended.returncode} {ended.stderr[:200]}")


with tempfile.TemporaryDirectory(prefix="hallmark-field-") as name:
    table()
    for number, test in enumerate((d6_processes_are_counted, d12_apostrophes, d15_refusals, d17_slow_start, d18_ledgers, d20_no_files)):
        (pathlib.Path(name) / str(number)).mkdir()
        test(pathlib.Path(name) / str(number))
sys.exit(ended())
