#!/usr/bin/env python3
"""tables.py BINARY_DIR: `hallmark table` and `hallmark plot`, their files, words and exit statuses; gnuplot may be missing."""
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402
from processor import wait_for, work  # noqa: E402

HALLMARK = str(pathlib.Path(sys.argv[1]) / "cli" / "hallmark")

# A stand-in for gnuplot: reads the folder out of the script and writes what hallmark looks for there.
GNUPLOT = """#!/bin/sh
folder=$(sed -n "1s/^cd '\\(.*\\)'$/\\1/p" "$2")
grep -q "set output 'picture.svg'" "$2" && echo svg > "$folder/picture.svg"
grep -q "set output 'picture.png'" "$2" && echo png > "$folder/picture.png"
"""


def run(*arguments, path=None):
    environment = dict(os.environ) if path is None else {**os.environ, "PATH": path}
    return subprocess.run([HALLMARK, *arguments], capture_output=True, text=True, timeout=1200, env=environment)


def refused(result, code, words):
    name = " ".join(map(str, result.args[1:]))[:80]
    expect(result.returncode == code, f"{name}: exit {result.returncode}, expected {code}: {result.stderr[:300]}")
    expect(words in result.stderr, f"{name}: {result.stderr[:300]!r} does not say {words!r}")
    expect(result.stdout == "", f"{name}: refused, yet something on standard output")


def tables(folder):
    listing = run("table", "--list")
    expect(listing.returncode == 0 and "CGKKMSZ24-1" in listing.stdout and "clones.epsilon" in listing.stdout, "table --list")
    file = folder / "KHH21-1b.csv"
    result = run("table", "KHH21-1b", "--out", str(file), "--jobs", "1")
    expect(result.returncode == 0 and result.stdout == "", f"table KHH21-1b: {result.returncode} {result.stderr[:300]}")
    text = file.read_text(encoding="utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    expect(len(rows) == 44 and set(rows[0]) == {"x", "series", "lo", "hi", "kind", "method"}, f"{len(rows)} rows of {rows[0]}")
    for row in rows:
        expect(0 < float(row["lo"]) <= float(row["hi"]) <= 1.01 * float(row["lo"]), f"an enclosure: {row}")
    by_round = {}
    for row in rows:
        by_round.setdefault(row["x"], []).append(float(row["hi"]))
    expect(all(values == sorted(values) for values in by_round.values()), "more rounds, more delta")
    # One thread or two, a file or standard output: the same bytes.
    expect(run("table", "KHH21-1b", "--jobs", "2").stdout == text, "the table does not depend on threads")
    certified(folder)
    refused(run("table", "KHH21-9"), 64, "must be one of")
    refused(run("table"), 64, "--list")
    refused(run("table", "KHH21-1b", "--list"), 64, "must stand alone")
    refused(run("table", "KHH21-1b", "--jobs", "0"), 64, "1 to 256")
    refused(run("table", "KHH21-1b", "--time-limit", "never"), 64, "number of seconds")
    refused(run("table", "KHH21-1b", "--out", str(folder / "missing" / "t.csv")), 74, "cannot be written")
    short = folder / "short.csv"
    result = run("table", "FS25-1", "--out", str(short), "--time-limit", "0.001")
    expect(result.returncode == 2 and ("fewer digits" in result.stderr or "time limit" in result.stderr), f"a short budget: {result.returncode} {result.stderr}")
    expect(short.read_text(encoding="utf-8").splitlines()[0] == "# table: FS25-1", "what there is, is written")
    return file


def certified(folder):
    """A certificate of each printed end, and how many points have one."""
    there = folder / "there"
    there.mkdir()
    with_certificates = run("table", "FMT21-2a", "--certificates", str(there), "--out", str(there / "FMT21-2a.csv"))
    text = (there / "FMT21-2a.csv").read_text(encoding="utf-8")
    expect(with_certificates.returncode == 0 and text.endswith("\n# certified: 50 of 50 points at both ends, 0 at one\n"), f"--certificates: {text[-200:]}")
    expect(run("table", "FMT21-2a").stdout == text[:text.rindex("# certified")], "certificates change no point")
    listed = list(csv.DictReader((there / "FMT21-2a.certified.csv").read_text(encoding="utf-8").splitlines()))
    expect(len(listed) == 50 and sum(row["ends"] == "both" for row in listed) == 50, f"a line for every point: {len(listed)}")
    expect(all(bool(row["missing"]) == (row["ends"] != "both") for row in listed), "a reason where an end has none")
    check = subprocess.run([HALLMARK.replace("cli/hallmark", "proofs-check/hallmark-check"), there / "FMT21-2a.certs"], capture_output=True, text=True, check=False)
    expect(check.returncode == 0 and check.stdout.endswith(": 50 of 50 certificates verified\n"), f"{check.stdout[-300:]}")
    points = {(row["series"], row["x"]): row for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))}
    for line in check.stdout.splitlines():
        if line.startswith("s VERIFIED clones.epsilon("):
            x = re.search(r"n=(\d+)", line)[1]
            ends = [Fraction(points["Clones", x][end]) for end in ("lo", "hi")]
            expect(list(map(Fraction, re.search(r"in \[(\S+), (\S+)\]", line).groups())) == ends, f"certified are other ends than printed: {line}")
    expect(json.loads(run("table", "FMT21-2a", "--certificates", str(there), "--json").stdout)["certified"].startswith("50 of 50 "), "--json says it too")
    refused(run("table", "--list", "--certificates", str(there)), 64, "must stand alone")


def interrupted(folder):
    file = folder / "interrupted.csv"
    process = subprocess.Popen([HALLMARK, "table", "FS25-1", "--out", str(file)], stderr=subprocess.PIPE, text=True)
    work(process, 0.3)
    process.send_signal(signal.SIGINT)
    try:
        _, words = process.communicate(timeout=600)
        expect(process.returncode == 130 and "interrupted" in words, f"Ctrl-C: {process.returncode} {words!r}")
    except subprocess.TimeoutExpired:
        process.kill()
        expect(False, "Ctrl-C does not end it within 600 s")
    expect(not file.exists(), "Ctrl-C leaves half a table under the name of a whole one")


def pictures(folder, file):
    tools = folder / "tools"
    tools.mkdir()
    for name in ("sh", "sed", "grep", "sleep"):
        (tools / name).symlink_to(shutil.which(name))
    refused(run("plot", str(file), path=str(tools)), 74, "gnuplot-nox")
    expect(not file.with_suffix(".svg").exists(), "no gnuplot, yet a picture")
    gnuplot = tools / "gnuplot"
    gnuplot.write_text(GNUPLOT, encoding="utf-8")
    gnuplot.chmod(0o755)
    result = run("plot", str(file), path=str(tools))
    expect(result.returncode == 0 and result.stdout.split() == [str(file.with_suffix(".svg")), str(file.with_suffix(".png"))],
           f"plot: {result.returncode} {result.stdout} {result.stderr}")
    expect(file.with_suffix(".svg").read_text() == "svg\n" and file.with_suffix(".png").read_text() == "png\n", "both pictures")
    stem = folder / "elsewhere"
    expect(run("plot", str(file), "--out", str(stem), path=str(tools)).returncode == 0 and stem.with_suffix(".png").exists(), "--out")
    ending = folder / "ending.png"
    expect(run("plot", str(file), "--out", str(ending), path=str(tools)).returncode == 0 and ending.exists()
           and ending.with_suffix(".svg").exists(), "--out with an ending")
    gnuplot.write_text("#!/bin/sh\necho 'line 3: no such thing'; exit 1\n", encoding="utf-8")
    refused(run("plot", str(file), path=str(tools)), 74, "line 3: no such thing")
    gnuplot.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    refused(run("plot", str(file), path=str(tools)), 74, "picture.svg")
    begun = folder / "begun"
    gnuplot.write_text(f"#!/bin/sh\n: >{begun}\nsleep 600\n", encoding="utf-8")
    process = subprocess.Popen([HALLMARK, "plot", str(file)], stderr=subprocess.PIPE, env={**os.environ, "PATH": str(tools)})
    expect(wait_for(begun.exists), "gnuplot was not started")
    process.send_signal(signal.SIGINT)
    expect(process.wait(timeout=300) == 130, f"Ctrl-C of plot: {process.returncode}")
    refused(run("plot", str(folder / "nothing.csv")), 74, "cannot be read")
    refused(run("plot", str(file), "--size", "10x10"), 64, "pixels")
    bad = folder / "bad.csv"
    bad.write_text("x,series,lo,hi,kind,method\n1,a,2,1,exact,m\n", encoding="utf-8")
    refused(run("plot", str(bad)), 64, "bad.csv:2:7")
    refused(run("plot"), 64, "file")
    if shutil.which("gnuplot"):
        result = run("plot", str(file), "--size", "640x400")
        expect(result.returncode == 0, f"the real gnuplot: {result.stderr}")
        png = file.with_suffix(".png").read_bytes()
        expect(png[:8] == b"\x89PNG\r\n\x1a\n" and png[16:24] == (640).to_bytes(4, "big") + (400).to_bytes(4, "big"), "a PNG of 640x400")
        svg = file.with_suffix(".svg").read_text(encoding="utf-8")
        expect("<svg" in svg and "clones, 4 rounds" in svg, "an SVG with its legend")
    else:
        print("gnuplot is not installed: drawn with the stand-in only")


with tempfile.TemporaryDirectory(prefix="hallmark-tables-") as name:
    made = tables(pathlib.Path(name))
    interrupted(pathlib.Path(name))
    pictures(pathlib.Path(name), made)
sys.exit(ended())
