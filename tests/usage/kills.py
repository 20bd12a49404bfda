#!/usr/bin/env python3
"""kills.py BINARY_DIR SOURCE_DIR [KILLS]: long verbs under kill -9, SIGTERM and a full disk; the same command goes on.

eval of many questions, vectors, table, compare and certify, each: KILLS times (once where left out) kill -9 at a random moment, each run where
the last one was killed; SIGTERM; a disk of 64 KB; a full standard output. After each the same command gives what a run of one piece gives, but
for seconds, leaves nothing behind, and has kept what was finished. The moments come from HALLMARK_SEED.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402
from processor import work  # noqa: E402

BINARY = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 1
HALLMARK = str(BINARY / "cli" / "hallmark")
SEED = int(os.environ.get("HALLMARK_SEED", "19"))

ACCOUNTANT = """import json, sys, time
for line in sys.stdin:
    time.sleep(0.005)
    print(json.dumps({"id": json.loads(line)["id"], "value": "1", "kind": "upper"}), flush=True)
"""


def claims():
    """Forty claims of some milliseconds each."""
    return json.dumps({"schema": "hallmark-claims-v1", "claims": [
        {"id": f"C{n}", "source": {"paper": "X", "where": "Y"}, "quantity": "clones.epsilon",
         "parameters": {"n": str(10_000 * n), "eps0": "1", "delta": "1e-9"}, "relation": "<=", "value": "1/50" if n % 3 else "1e-9"} for n in range(1, 41)]})


VERBS = {  # a command, and what it leaves in its folder
    "eval": (["eval", "clones.epsilon", "n=100:2000:100", "eps0=1:5:1", "delta=1e-6", "--digits", "60", "--format", "csv", "--out", "grid.csv"], {"grid.csv"}),
    "vectors": (["vectors", "literature", "--out", "vectors"], {"vectors"}),
    "table": (["table", "KHH21-1b", "--out", "table.csv"], {"table.csv"}),
    "compare": (["compare", "--exec", f"{sys.executable} accountant.py", "--vectors", str(SOURCE / "data" / "vectors_v1"), "--suite", "smoke", "--json",
                 "--out", "report.json"], {"report.json"}),
    "certify": (["certify", "claims.json", "--out", "certificates"], {"certificates"}),
}
GIVEN = {"accountant.py": ACCOUNTANT, "claims.json": claims()}


class Case:
    """A folder in which a command is run again and again."""

    def __init__(self, verb, folder):
        self.command, self.leaves = [HALLMARK, *VERBS[verb][0]], VERBS[verb][1]
        self.folder = folder
        self.begin_anew()

    def begin_anew(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        for name, text in GIVEN.items():
            (self.folder / name).write_text(text)

    def start(self):
        with open(self.folder / "stdout", "wb") as out, open(self.folder / "stderr", "wb") as err:
            return subprocess.Popen(self.command, cwd=self.folder, stdout=out, stderr=err, stdin=subprocess.DEVNULL)

    def run(self):
        process = self.start()
        process.wait(timeout=1800)
        return process.returncode

    def measured(self):
        """The exit status of a run, and the seconds that it and its children computed."""
        before = os.times()
        code = self.run()
        after = os.times()
        return code, after.children_user + after.children_system - before.children_user - before.children_system

    def kept(self):
        """How many pieces are finished, counted in a copy of the ledger so that nothing is touched."""
        with tempfile.TemporaryDirectory() as name:
            copy = pathlib.Path(name)
            for path in self.folder.rglob("*ledger*"):
                (copy / path.name).write_bytes(path.read_bytes())
            ledgers = list(copy.glob("*ledger"))
            if not ledgers:
                return 0
            connection = sqlite3.connect(ledgers[0])
            try:
                return connection.execute("SELECT COUNT(*) FROM finished").fetchone()[0]
            except sqlite3.OperationalError:  # not made yet
                return 0
            finally:
                connection.close()

    def has_all_of(self, output):
        """Whether everything is written and the ledger gone: what came after was the end of the process alone."""
        if any(self.folder.rglob("*ledger")):
            return False
        paths = {name: self.folder / name for name in output}
        return all(path.is_file() and without_seconds(path.read_text()) == output[name] for name, path in paths.items())

    def words(self):
        return (self.folder / "stderr").read_text()

    def output(self):
        """All that was written, without seconds."""
        files = {"stdout": (self.folder / "stdout").read_text()}
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.name not in {"stdout", "stderr", *GIVEN}:
                files[str(path.relative_to(self.folder))] = path.read_text()
        return {name: without_seconds(text) for name, text in files.items()}


def without_seconds(text):
    return re.sub(r'("seconds": )"?[0-9.e-]+"?', r"\1-", text)


def ends_well(what, case, whole):
    code = case.run()
    expect(code == whole[0], f"{what}: the last run ended with {code}: {case.words()[:200]}")
    found = case.output()
    expect(set(found) == set(whole[1]), f"{what}: left {sorted(set(found) ^ set(whole[1]))}")
    expect(found == whole[1], f"{what}: other bytes in {[name for name in found if found[name] != whole[1].get(name)]}")


def killed(verb, case, whole, seconds, dice):
    kills, kept, most, ends = 0, 0, 0, 0
    while kills < KILLS and ends < 20:
        process = case.start()
        if work(process, dice.uniform(0.02, 0.8 * seconds)):
            process.kill()
        if process.wait() != -signal.SIGKILL:  # it was done before: begin anew
            expect(process.returncode == whole[0], f"{verb}: ended with {process.returncode}: {case.words()[:200]}")
            case.begin_anew()
            kept = 0
            ends += 1
            continue
        kills += 1
        done = [name for name in case.leaves if (case.folder / name).is_file()]  # the kill came after its last act
        for name in done:
            expect(without_seconds((case.folder / name).read_text()) == whole[1][name], f"{verb}: half a file has the name of a whole one")
        if done or case.has_all_of(whole[1]):
            kept = 0
            continue
        now = case.kept()
        expect(now >= kept, f"{verb}: a kill lost {kept - now} finished pieces")
        kept, most = max(now, kept), max(now, most)
    expect(kills == KILLS, f"{verb}: {kills} kills only")
    ends_well(f"{verb} after {kills} kills", case, whole)
    return most


def terminated(verb, case, whole, seconds, dice):
    for number in (signal.SIGTERM,) if KILLS < 5 else (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
        case.begin_anew()
        process = case.start()
        work(process, dice.uniform(0.1, 0.6) * seconds)
        process.send_signal(number)
        code = process.wait(timeout=300)
        expect(code == 130 or code == whole[0], f"{verb}: signal {number} ended it with {code}")
        expect(code != 130 or "interrupted" in case.words(), f"{verb}: signal {number}: {case.words()[:200]}")
        ends_well(f"{verb} after signal {number}", case, whole)


def full_disk(verb, case, whole):
    """A file system of 64 KB where one may be mounted, else a limit of the size of files; then room."""
    case.begin_anew()
    command = " ".join(f"'{word}'" for word in case.command)
    script = f"""mount -t tmpfs -o size=64k none '{case.folder}' || exit 99
        cd '{case.folder}' && cp -r "$OLDPWD"/given/. . || exit 99
        {command} >/dev/null 2>"$OLDPWD/why"; echo $? >"$OLDPWD/code"
        mount -o remount,size=64m '{case.folder}' && {command} >stdout 2>stderr; code=$?
        cp -r . "$OLDPWD/copy"; exit $code"""
    with tempfile.TemporaryDirectory() as name:
        aside = pathlib.Path(name)
        (aside / "given").mkdir()
        for file, text in GIVEN.items():
            (aside / "given" / file).write_text(text)
        ended = subprocess.run(["unshare", "-rm", "bash", "-c", script], cwd=aside, capture_output=True, text=True, timeout=1800)
        if ended.returncode == 99 or "unshare" in ended.stderr:
            limited = subprocess.run(["bash", "-c", 'ulimit -f 8; trap "" XFSZ; exec "$@"', "x", *case.command], cwd=case.folder, capture_output=True, text=True)
            expect(limited.returncode == 74 and "cannot be written" in limited.stderr, f"{verb}: a full disk: {limited.returncode} {limited.stderr[:200]}")
        else:
            code, why = (aside / "code").read_text().strip(), (aside / "why").read_text()
            expect(code == "74" and "cannot be written" in why, f"{verb}: a full disk: {code} {why[:300]} {ended.stderr[:200]}")
            shutil.rmtree(case.folder)
            shutil.copytree(aside / "copy", case.folder)
    ends_well(f"{verb} after a full disk", case, whole)


def full_output(verb, case, whole):
    """Where verdicts go to standard output, and it is full."""
    case.begin_anew()
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(case.command, cwd=case.folder, stdout=full, stderr=subprocess.PIPE, text=True, timeout=1800)
    expect(ended.returncode == 74 and "standard output: cannot be written" in ended.stderr, f"{verb}: a full standard output: {ended.returncode} {ended.stderr[:200]}")
    ends_well(f"{verb} after a full standard output", case, whole)


def plain_lines(folder):
    """No terminal: a line after half a minute; none with --quiet."""
    (folder / "accountant.py").write_text(ACCOUNTANT.replace("0.005", "0.32"))
    command = [HALLMARK, *VERBS["compare"][0][:-2]]
    running = [subprocess.Popen(command + more, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for more in ([], ["--quiet"])]
    words = [process.communicate(timeout=1800)[1] for process in running]
    expect(re.fullmatch(r"hallmark: \d+ of 144 vectors, \d+\.\d a second, about \d+ s left\n", words[0]), f"plain lines: {words[0]!r}")
    expect(words[1] == "", f"--quiet: {words[1]!r}")


def main():
    dice = random.Random(SEED)
    print(f"seed {SEED}")
    for verb in VERBS:
        with tempfile.TemporaryDirectory(prefix="hallmark-kills-") as name:
            case = Case(verb, pathlib.Path(name) / "case")
            code, seconds = case.measured()
            whole = (code, case.output())
            expect(code in (0, 1), f"{verb}: the run of one piece: {code} {case.words()[:200]}")
            expect(case.leaves <= {path.name for path in case.folder.iterdir()}, f"{verb}: a run leaves {case.leaves}")
            case.begin_anew()
            most = killed(verb, case, whole, seconds, dice)
            expect(most > 0 or KILLS < 5, f"{verb}: nothing was ever kept")
            terminated(verb, case, whole, seconds, dice)
            full_disk(verb, case, whole)
            if whole[1]["stdout"]:
                full_output(verb, case, whole)
            print(f"{verb}: {KILLS} kills in runs of {seconds:.2f} s; up to {most} pieces were kept", flush=True)
    if KILLS >= 10:
        with tempfile.TemporaryDirectory(prefix="hallmark-kills-") as name:
            plain_lines(pathlib.Path(name))
    return ended()


sys.exit(main())
