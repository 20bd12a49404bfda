#!/usr/bin/env python3
"""vectors_resume.py SOURCE_DIR BINARY_DIR SECONDS [SUITE...]: kill -9 at ten random moments of a run, then the run to its end.

A run begins where the last one was killed, at most SECONDS of processor time later. The final folder has the bytes of data/vectors_v1 (of the suites
named, or of all of them), what was finished before a kill is not computed again, and no half-written file or ledger is left.
The moments come from HALLMARK_SEED.
"""
import filecmp
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from processor import work  # noqa: E402

SOURCE = pathlib.Path(sys.argv[1])
HALLMARK = pathlib.Path(sys.argv[2]) / "cli" / "hallmark"
VECTORS = SOURCE / "data" / "vectors_v1"
CERTIFICATES = SOURCE / "data" / "certificates"
SECONDS = float(sys.argv[3])
SUITES = sys.argv[4:]
SEED = int(os.environ.get("HALLMARK_SEED", "20202"))
KILLS = 10


def names(folder):
    return sorted(p.name for p in folder.iterdir() if p.is_file())


def expected_names():
    """The names of the files of vectors and of the certificates."""
    if not SUITES:
        return names(VECTORS), names(CERTIFICATES)
    roots = [json.loads((VECTORS / f"{suite}.json").read_text(encoding="utf-8")) for suite in SUITES]
    with_certificate = [test["cert"] for root in roots for group in root["testGroups"] for test in group["tests"] if test["cert"]]
    files = {f"{suite}.{ending}" for suite in SUITES for ending in ("json", "csv")} | {"ERRATA.json", "SHA256SUMS"}
    return sorted(files), sorted(pathlib.Path(certificate["file"]).name for certificate in with_certificate)


def finished(out):
    """The keys in the ledger, read from a copy of its files so that nothing is touched."""
    with tempfile.TemporaryDirectory() as name:
        copy = pathlib.Path(name)
        for path in out.glob(".vectors.ledger*"):
            (copy / path.name).write_bytes(path.read_bytes())
        if not (copy / ".vectors.ledger").exists():
            return set()
        connection = sqlite3.connect(copy / ".vectors.ledger")
        try:
            return {row[0] for row in connection.execute("SELECT key FROM finished")}
        except sqlite3.OperationalError:
            return set()
        finally:
            connection.close()


def main():
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        out, certificates = pathlib.Path(name) / "out", pathlib.Path(name) / "certificates"
        out.mkdir()  # a record of changed values is kept, never written
        shutil.copy(VECTORS / "ERRATA.json", out)
        command = [str(HALLMARK), "vectors", *SUITES, "--out", str(out), "--certificates", str(certificates)]
        before = set()
        history = []
        for _ in range(KILLS):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            work(process, dice.uniform(0.02, SECONDS))
            process.kill()
            process.wait()
            if process.returncode == 0:  # it came to its end before the kill: begin anew
                before = set()
                history.append("end")
                for path in list(out.iterdir()):
                    if path.name != "ERRATA.json":
                        path.unlink()
                continue
            now = finished(out)
            if not before <= now:
                print(f"seed {SEED}: a kill lost {len(before - now)} finished cases")
                return 1
            before = now
            history.append(len(now))
        last = subprocess.run(command, capture_output=True, text=True, timeout=18_000, check=False)
        print(f"finished cases at each kill: {history}")
        if last.returncode != 0:
            print(f"seed {SEED}: the last run: status {last.returncode}: {last.stderr}")
            return 1
        files, certificate_files = expected_names()
        for expected, found, wanted in ((VECTORS, out, files), (CERTIFICATES, certificates, certificate_files)):
            if wanted != names(found):
                print(f"seed {SEED}: {names(found)} instead of {wanted}")
                return 1
            compared = [name for name in wanted if not (SUITES and name == "SHA256SUMS")]  # it lists the files of this folder
            differing = filecmp.cmpfiles(expected, found, compared, shallow=False)
            if differing[1] or differing[2]:
                print(f"seed {SEED}: other bytes: {differing[1] + differing[2]}")
                return 1
        if len([h for h in history if h != "end" and h > 0]) < 5:
            print(f"seed {SEED}: the kills came too early to show anything: {history}")
            return 1
    return 0


sys.exit(main())
