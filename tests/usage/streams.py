#!/usr/bin/env python3
"""streams.py BINARY_DIR SOURCE_DIR: where output goes when its place is no regular file, full or closed.

Every verb ends with a status of the table, never by a signal; devices, pipes, links, modes and owners stay what they were.
"""
import os
import pathlib
import shlex
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
HALLMARK = str(BINARY / "cli" / "hallmark")
CHECK = str(BINARY / "proofs-check" / "hallmark-check")
FILE = 74


def shell(command):
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=1200)


def full_and_closed():
    results = SOURCE / "tests" / "usage" / "usage.py"  # no file of results at all
    for verb in ("list", "list --json", "list --by-paper", "table --list", "--version", "--help", "eval --help",
                 "eval gaussian.delta sigma=1 eps=1", "eval gaussian.delta sigma=1 eps=1 --json", "table KHH21-1b --jobs 1"):
        for place in (">/dev/full", ">&-", "| true"):
            ended = shell(f"set -o pipefail; {HALLMARK} {verb} {place}")
            # A short output fits into the pipe before anybody knows that nobody reads it.
            codes = (0, FILE) if place == "| true" else (FILE,)
            expect(ended.returncode in codes, f"{verb} {place}: {ended.returncode} {ended.stderr[:200]}")
            expect(len(ended.stderr.splitlines()) <= 1, f"{verb} {place}: more than a line: {ended.stderr[:300]}")
    for wrong, code in (("eval", 64), ("prove", 64), ("", 64), ("eval clones.delta n=0 eps0=1 eps=1", 64), ("certify nowhere.json", FILE),
                        (f"compare --vectors {SOURCE}/data/vectors_v1 {results}", 64), ("validate nowhere", FILE), ("plot nowhere.csv", FILE), ("table nonsense", 64)):
        for place in ("2>/dev/full", "2>&-", ">&- 2>&- <&-"):
            ended = shell(f"{HALLMARK} {wrong} {place}")
            expect(ended.returncode == code, f"{wrong} {place}: {ended.returncode}, expected {code}")


def certificates_keep_away(folder):
    """With every standard stream closed, no file that is opened takes the number of one."""
    (folder / "c.json").write_text('{"schema": "hallmark-claims-v1", "claims": [{"id": "A", "source": {"paper": "x", "where": "y"}, '
                                   '"quantity": "gaussian.delta", "parameters": {"sigma": "1", "eps": "1"}, "relation": "<=", "value": "1"}]}')
    ended = shell(f"cd {folder} && {HALLMARK} certify c.json -o out >&- 2>&- <&-")
    expect(ended.returncode == FILE, f"certify with closed streams: {ended.returncode}")
    checked = shell(f"{CHECK} {folder}/out/A.cert")
    expect(checked.returncode == 0, f"its certificate: {checked.stdout} {checked.stderr}")


def places(folder):
    rows = folder / "rows.csv"
    rows.write_text("id,value,kind\n")
    vectors = SOURCE / "data" / "vectors_v1"

    def junit(place):
        return shell(f"cd {folder} && {HALLMARK} compare rows.csv --vectors {vectors} --suite smoke --junit {place}")

    full = os.stat("/dev/full")
    ended = junit("/dev/full")
    expect(ended.returncode == FILE and "/dev/full" in ended.stderr, f"--junit /dev/full: {ended.returncode} {ended.stderr[:200]}")
    expect(stat.S_ISCHR(os.stat("/dev/full").st_mode) and os.stat("/dev/full").st_ino == full.st_ino, "/dev/full is replaced")
    target = folder / "target.xml"
    target.write_text("old")
    target.chmod(0o600)
    link = folder / "link.xml"
    link.symlink_to("target.xml")
    expect(junit("link.xml").returncode == 2 and link.is_symlink(), "a link is replaced")
    expect(target.read_text().startswith("<?xml"), "what a link leads to is not written")
    expect(stat.S_IMODE(target.stat().st_mode) == 0o600, "a mode of 0600 is widened")
    (folder / "dangling.xml").symlink_to("new.xml")
    expect(junit("dangling.xml").returncode == 2 and (folder / "new.xml").exists() and (folder / "dangling.xml").is_symlink(),
           "a link to what is not there yet")
    os.mkfifo(folder / "fifo")
    ended = shell(f"cd {folder} && cat fifo > copy & cd {folder} && {HALLMARK} compare rows.csv --vectors {vectors} --suite smoke "
                  "--junit fifo >/dev/null; code=$?; wait; exit $code")
    expect(ended.returncode == 2 and stat.S_ISFIFO((folder / "fifo").stat().st_mode), f"a fifo is replaced: {ended.returncode}")
    expect((folder / "copy").read_text().startswith("<?xml"), "nothing comes out of the fifo")
    out = shell(f"cd {folder} && {HALLMARK} table KHH21-1b --jobs 1 --out /proc/self/fd/1 > through.csv")
    expect(out.returncode == 0 and (folder / "through.csv").read_text().startswith("# table: KHH21-1b"), "--out /proc/self/fd/1")
    expect(not list(folder.glob("*.??????")) and not list(folder.glob(".*")), f"left behind: {list(folder.iterdir())}")


def found_out_first(folder):
    """Places that cannot be written are refused before anything is computed."""
    (folder / "plain").write_text("")
    for command in ("table FS25-1 --out nowhere/t.csv", "table FS25-1 --out .", "table FS25-1 --out plain/t.csv",
                    "compare --exec 'sleep 1000' --junit nowhere/j.xml", "plot through.csv --out .", "plot through.csv --out nowhere/p"):
        words = shlex.split(command)
        ended = subprocess.run([HALLMARK, *words, *(["--vectors", str(SOURCE / "data" / "vectors_v1")] if words[0] == "compare" else [])],
                               cwd=folder, capture_output=True, text=True, timeout=300)
        expect(ended.returncode == FILE and "cannot be written" in ended.stderr, f"{command}: {ended.returncode} {ended.stderr[:200]}")
    expect(not list(folder.glob(".*")), "hidden files")


with tempfile.TemporaryDirectory(prefix="hallmark-streams-") as name:
    full_and_closed()
    certificates_keep_away(pathlib.Path(name))
    places(pathlib.Path(name))
    found_out_first(pathlib.Path(name))
sys.exit(ended())
