#!/usr/bin/env python3
"""hostile.py BINARY_DIR SOURCE_DIR [--long] [--only TEXT] [--jobs N] [--time-limit SECONDS]: absurd but legal inputs under a limit of memory.

Every verb of hallmark and hallmark-check runs in 10^9 bytes of address space: every quantity of `hallmark list` with each
parameter at the ends of its domain and with random corners, claims, compositions, results, vectors and tables beyond all
measure, and every accepted certificate with its parameters moved to the ends of their domains. Each must end with a status
that FORMAT.md or the manual names (0, 2 or 64 for hallmark; 0 or 1 for certificates), never by a signal, within its time.

Without --long: a tenth of a second of budget, one run of every other quantity. With it: ten seconds, and some thousand runs.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from processor import PATIENCE, processor_seconds  # noqa: E402

MEMORY = 1_000_000_000  # bytes of address space
MODERATE = {"n": "1000", "eps0": "1", "eps": "1/2", "delta": "1e-6", "sigma": "1", "rounds": "1", "steps": "100", "rate": "1/100",
            "selected": "1", "epochs": "1", "alpha": "2", "k": "10", "gamma": "1/4", "orders": "2..64", "others": "3", "p": "1/4",
            "q": "1/8", "lambda": "1/10", "delta0": "0", "beta": "1/2", "samples": "1000", "confidence": "9/10", "seed": "1",
            "direction": "both", "records": "10000", "largest": "130"}
RARE = {"adjacency", "group", "inserted", "deleted"}  # they have defaults, and are moved to an end now and then
LONG_FRACTION = "0." + "3" * 2000
BARELY_ABOVE_1 = "1" + "0" * 29 + "1/1" + "0" * 30


def ends(domain):
    """Values at and near the ends of a domain, as `hallmark list --json` describes it."""
    counts = ["1", "2", "1000000007", "1000000000000000"]
    if domain.startswith("an integer from 0 to n - 1"):
        return ["0", "best", "999"]
    if domain.startswith("an integer from 0"):
        return ["0", "1000000000000000"]
    if domain.startswith("an integer from 2"):
        return counts[1:]
    if domain.startswith("an integer from 1"):
        return counts
    if domain.startswith("1 "):
        return ["1"]
    if domain.startswith("a number in nats, from 10^-30"):
        return ["1e-30", "10000", "ln(3)", "exp(-60)", LONG_FRACTION]
    if domain.startswith("a number in nats, at least 0"):
        return ["0", "1e-300", "1e-90000", "10000", "ln(2)", LONG_FRACTION]
    if domain.startswith("a number in nats, from -10000"):
        return ["-10000", "0", "1e-300", "10000", LONG_FRACTION]
    if domain.startswith("a number from 10^-30"):
        return ["1e-30", "1e30", "exp(-30)", "exp(60)", LONG_FRACTION]
    if domain.startswith("a number from 0 to 1000"):
        return ["0", "1e-300", "1000", "1/3", LONG_FRACTION]
    if domain.startswith("a number above -1"):
        return ["-0." + "9" * 300, "-1/2", "0", "1", "1e30", LONG_FRACTION]
    if domain.startswith("a number above 1"):
        return [BARELY_ABOVE_1, "3/2", "1e30", "exp(3)"]
    if domain.startswith("a range"):
        return ["2..2", "2..1000000", "1000000..1000000"]
    if domain.startswith("a probability"):
        values = ["1e-300", "1e-99999", "0." + "9" * 300, "exp(-1000)", LONG_FRACTION]
        values += ["0"] if ", 0 or" in domain else []
        values += ["1"] if "to 1" in domain else []
        return values + (["best"] if "best" in domain else [])
    if domain.startswith("remove"):
        return ["remove", "add", "both"]
    if domain.startswith("zero-out"):
        return ["zero-out", "replace-one"]
    if domain.startswith("one of: "):
        return domain.removeprefix("one of: ").split()
    if domain.startswith("a list of 1 to 8192 rationals"):
        return ["1", "0", "1,-1", "1," + LONG_FRACTION, ",".join(["1/3"] * 8192), "8192 coefficients of (1-x)^(-1/2)", "3 coefficients of (1-x)^(100)"]
    if domain.startswith("a file with one row of rationals"):
        return ["1", "0", "1,0;0,1", "1/2,1/2;1/3,2/3", ";".join(["1" + ",1/7" * 63] * 64), ";".join(["1"] * 5000), ",".join(["1/1" + "0" * 300] * 10)]
    if domain.startswith("phases "):
        return ["gaussian(sigma=1)", "1000000000000000*gaussian(sigma=1e-30)", "3*laplace(eps0=1)+gaussian(sigma=2)", "laplace(eps0=10000)+laplace(eps0=1e-30)",
                "+".join(["rr(eps0=1/3)"] * 60), "1000000*poisson-gaussian(sigma=1/2, rate=1e-300)+eps-delta(eps=1, delta=1e-99999)"]
    raise SystemExit(f"hostile.py knows no ends of the domain {domain!r}")


def prepared(entries):
    """The entries with the usual values of their parameters, where some are not of MODERATE: those of the entry's example."""
    for entry in entries:
        of_example = dict(word.split("=", 1) for word in shlex.split(entry["example"]) if "=" in word)
        by_name = all(p["name"] in MODERATE or p["name"] in RARE for p in entry["parameters"])
        entry["usual"] = {p["name"]: moderate(p) for p in entry["parameters"] if p["name"] not in RARE} if by_name else of_example
    return entries


def moderate(parameter):
    value = MODERATE[parameter["name"]]
    return "3/2" if parameter["domain"].startswith("a number above 1") and "/" in value else value


def moved(entry, rng, share):
    """The usual values, each with the probability `share` exchanged for one at an end of its domain."""
    values = dict(entry["usual"])
    for p in entry["parameters"]:
        if rng.random() < (share if p["name"] in values else share / 5):
            values[p["name"]] = rng.choice(ends(p["domain"]))
    return values


def questions(entries, rng, long_run):
    """(id, parameters, options): each end alone, all ends at once, random corners and options."""
    for entry in entries if long_run else entries[::2]:
        usual = entry["usual"]
        corner = [moved(entry, rng, rng.choice([0.3, 0.6, 1]) if number or not long_run else 1) for number in range(16 if long_run else 1)]
        for one in corner:
            options = rng.choice([[], [], ["--digits", "1000"], ["--digits", "1"], ["--exact"]] +
                                 [["--route", route] for route in entry["routes"].split()])
            yield entry["id"], one, options
        if long_run:
            for p in entry["parameters"]:
                for value in ends(p["domain"]):
                    yield entry["id"], {**usual, p["name"]: value}, []
            yield entry["id"], usual, ["--digits", "1000"]
            if "eps" in usual:
                yield entry["id"], {k: v for k, v in usual.items() if k != "eps"}, ["--eps-list", ",".join(["0", "1e-300"] + ["1"] * 300)]


class Runs:
    """What runs, in how many processes at once, and how each ended."""

    def __init__(self, seconds, limit, jobs):
        self.seconds, self.limit = seconds, limit
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.futures = []
        self.counts = collections.Counter()
        self.slowest = (0.0, "")
        self.failed = 0

    def add(self, command, codes, stdin=None, limit=None):
        self.futures.append(self.pool.submit(self.one, [str(word) for word in command], codes, stdin, limit or self.limit))

    def one(self, command, codes, stdin, limit):
        def before():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.setpgrp()

        started = time.monotonic()
        process = subprocess.Popen(command, stdin=open(stdin, "rb") if stdin else subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, preexec_fn=before)
        while True:
            try:
                error = process.communicate(timeout=limit)[1]
                break
            except subprocess.TimeoutExpired:
                # On a machine with other work a process may wait more than it works.
                if processor_seconds(process.pid) < limit and time.monotonic() - started < PATIENCE * limit:
                    continue
                os.killpg(process.pid, signal.SIGKILL)
                return command, codes, "too slow", process.communicate()[1], time.monotonic() - started
        return command, codes, process.returncode, error, time.monotonic() - started

    def finish(self):
        for future in concurrent.futures.as_completed(self.futures):
            command, codes, code, error, seconds = future.result()
            text = " ".join(word if len(word) < 90 else word[:40] + "..." + word[-20:] for word in command)
            self.counts[code] += 1
            self.slowest = max(self.slowest, (seconds, text))
            words = error.decode("utf-8", "replace").strip()
            if code not in codes or (code in (64, 74) and not words and "validate" not in command) or "terminate called" in words:
                self.failed += 1
                print(f"FAILED  {text}\n    {code}, expected {' or '.join(map(str, codes))}; {seconds:.1f} s; {words[-300:]}", flush=True)
        return self.failed


def claims_files(folder, entries, rng, count):
    for index in range(count):
        claims = []
        for number in range(1 if index else 40):
            entry = rng.choice(entries)
            claims.append({"id": f"c{number}", "source": {"paper": "X", "where": "Y"}, "quantity": entry["id"], "parameters": moved(entry, rng, 0.4),
                           "relation": rng.choice(["<=", "<", ">=", ">"]), "value": rng.choice(["0", "1e-300", "1e-90000", "1", "9999"])})
        path = folder / f"claims{index}.json"
        path.write_text(json.dumps({"schema": "hallmark-claims-v1", "claims": claims}))
        yield path


def compositions(folder):
    def phase(mechanism, rounds, **parameters):
        return {"mechanism": mechanism, "parameters": parameters, "rounds": rounds}

    lists = [
        [phase("clones", "1000000000000000", n="1000000000000000", eps0="1e-30")],
        [phase("clones", "1", n="1000000000000000", eps0="10000")],
        [phase("clones", "7", n="2", eps0="ln(3)")] * 5000,
        [phase("clones", str(i), n=str(i), eps0=f"1/{i}") for i in range(1, 300)],
        [phase("gaussian", "1000000000000000", sigma="1e-30")],
        [phase("gaussian", "3", sigma="1e30")] * 100,
        [phase("poisson-gaussian", "1000000000000000", sigma="1e-30", rate="1e-300")],
        [phase("poisson-gaussian", "2", sigma="1/10", rate="1/2")] * 50,
        [phase("allocation", "1000000", sigma="1e-3", steps="1000000000000000")],
    ]
    for index, content in enumerate(lists):
        path = folder / f"compose{index}.json"
        path.write_text(json.dumps(content))
        yield path
    deep = folder / "compose-deep.json"
    deep.write_text("[" * 200_000)
    yield deep


def results_files(folder, ids):
    def write(name, text):
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    digits = "0." + "7" * 900_000
    yield write("long.csv", "id,value,kind,seconds\n" + "".join(f"{i},{digits},upper,1\n" for i in ids[:3]))
    yield write("tiny.csv", "id,value,kind,seconds\n" + "".join(f"{i},1e-100000,lower,1\n" for i in ids))
    yield write("huge.csv", "id,value,kind,seconds\n" + "".join(f"{i},1e100000,estimate,1e308\n" for i in ids))
    yield write("unknown.csv", "id,value,kind,seconds\n" + "".join(f"{n:032x},1,upper,1\n" for n in range(200_000)))
    yield write("deep.json", '{"id": ' * 100_000)
    yield write("line.csv", b"id,value\n" + b"x" * 30_000_000)
    yield write("zeros.csv", b"\0" * 5_000_000)


def tables(folder):
    head = "# table: x\n# title: y\n# log: x y\nx,series,lo,hi,kind,method\n"
    for name, text in {
        "many.csv": head + "".join(f"{n},s{n % 500},1e-300,1e300,bracket,m\n" for n in range(1, 60_000)),
        "ends.csv": head + "".join(f"1e{e},s,1e-99999,1e99999,exact,m\n" for e in (-99999, -1, 0, 99999)),
        "long.csv": head + "1,s," + "0." + "1" * 900_000 + ",1,exact,m\n",
    }.items():
        path = folder / name
        path.write_text(text)
        yield path


def certificates(folder, source, rng, share):
    """Accepted certificates with one or two parameters at the ends of their domains, sealed again."""
    values = {"n": ["1", "1000000000000000"], "rounds": ["1", "2", "1000000000000000"], "steps": ["1", "1000000000000000"],
              "epochs": ["1", "1000000000000000"], "selected": ["1", "2", "1000000000000000"], "k": ["2", "1000000000000000"],
              "others": ["0", "999999999999999"], "eps0": ["1/1" + "0" * 30, "10000", "ln(3)"],
              "eps": ["0", "1/1" + "0" * 300, "10000", "-10000"], "delta": ["1/1" + "0" * 300, "1/1" + "0" * 90_000, "1", "0"],
              "sigma": ["1/1" + "0" * 30, "1" + "0" * 30], "rate": ["1", "1/1" + "0" * 300], "gamma": ["1/1" + "0" * 300],
              "alpha": [BARELY_ABOVE_1, "1" + "0" * 30, "1000000"], "lambda": ["1", "1/1" + "0" * 300], "orders": ["2..1000000"],
              "p": ["1", "1/1" + "0" * 300]}
    witness = {"bits": ["64", "65536"], "grid": ["1", "1000000"], "unit": ["1", "512"], "order": ["2", "1000000"], "others": ["0"]}
    for path in sorted((source / "tests" / "proofs-check" / "accept").glob("*.cert")):
        lines = path.read_text().rstrip("\n").split("\n")[:-1]
        places = [(at, "parameter", line.split()[1]) for at, line in enumerate(lines) if line.startswith("parameter ")]
        places += [(at, "witness", line.split()[0]) for at, line in enumerate(lines) if line.split()[0] in witness and len(line.split()) == 2]
        changes = []
        for at, what, name in places:
            for value in (values if what == "parameter" else witness).get(name, []):
                changes.append({at: " ".join(lines[at].split()[:-1] + [value])})
        changes += [{**rng.choice(changes), **rng.choice(changes)} for _ in range(8)]
        for number, change in enumerate(changes):
            if rng.random() > share:
                continue
            body = "".join(change.get(at, line) + "\n" for at, line in enumerate(lines))
            target = folder / f"{path.stem}-{number}.cert"
            target.write_text(body + "sha256 " + hashlib.sha256(body.encode()).hexdigest() + "\n")
            yield target


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=0)
    arguments = parser.parse_args()
    rng = random.Random(int(os.environ.get("HALLMARK_SEED", "20240229")))
    hallmark, checker = arguments.binary / "cli" / "hallmark", arguments.binary / "proofs-check" / "hallmark-check"
    entries = prepared(json.loads(subprocess.run([hallmark, "list", "--json"], check=True, capture_output=True).stdout))
    seconds, limit = arguments.time_limit or (10 if arguments.long else 0.1), 20
    ended = (0, 2, 64)

    def wanted(name):
        return arguments.only in name

    status = 0
    with tempfile.TemporaryDirectory(prefix="hallmark-hostile-") as name:
        folder = pathlib.Path(name)

        def group(title, start):
            nonlocal status
            if not wanted(title):
                return
            runs = Runs(seconds, limit, arguments.jobs)
            started = time.monotonic()
            start(runs)
            failed = runs.finish()
            status = 1 if failed else status
            codes = ", ".join(f"{n} ended with {code}" for code, n in sorted(runs.counts.items(), key=str))
            print(f"{title}: {len(runs.futures)} runs in {time.monotonic() - started:.0f} s, {codes}; the slowest {runs.slowest[0]:.1f} s "
                  f"({runs.slowest[1][:160]}); {failed} failed", flush=True)

        def evaluations(runs):
            for identifier, parameters, options in questions(entries, rng, arguments.long):
                if identifier.startswith("composition."):
                    continue
                words = [f"{key}={value}" for key, value in parameters.items()]
                runs.add([hallmark, "eval", identifier, *words, *options, "--time-limit", seconds], ended)

        def composed(runs):
            for path in compositions(folder):
                for what in ("composition.delta", "composition.epsilon"):
                    point = ["eps=1"] if what.endswith("delta") else ["delta=1e-300"]
                    runs.add([hallmark, "eval", what, *point, "direction=both", "--compose", path, "--time-limit", seconds], ended)

        def judged(runs):
            for path in claims_files(folder, entries, rng, 60 if arguments.long else 12):
                budget = seconds if path.stem != "claims0" else seconds / 40
                runs.add([hallmark, "certify", path, "-o", folder / "out", "--time-limit", budget, "--json"], (0, 1, 2, 64), limit=2 * limit)

        def compared(runs):
            vectors = arguments.source / "tests" / "support" / "vectors"
            fixture = json.loads((vectors / "fixture.json").read_text())
            ids = [test["id"] for each in fixture["testGroups"] for test in each["tests"]]
            for path in results_files(folder, ids):
                runs.add([hallmark, "compare", path, "--vectors", vectors, "--json"], (0, 1, 2, 64))
                runs.add([hallmark, "compare", "-", "--vectors", vectors, "--kind", "upper"], (0, 1, 2, 64), stdin=path)
                runs.add([hallmark, "validate", path], (1, 64))

        def drawn(runs):
            for path in tables(folder):
                runs.add([hallmark, "plot", path, "--out", folder / "picture", "--size", "30000x30000"], (0, 2, 64, 74))
                runs.add([hallmark, "plot", path, "--out", folder / "picture"], (0, 2, 64, 74), limit=60)
            listing = subprocess.run([hallmark, "table", "--list"], check=True, capture_output=True, text=True).stdout
            names = [line.split()[0] for line in listing.splitlines() if line and not line[0].isspace()]
            for table in names if arguments.long else names[:2]:
                runs.add([hallmark, "table", table, "--time-limit", 1 if arguments.long else 0.1, "--jobs", "4", "--out", folder / f"{table}.csv"], ended)
            runs.add([hallmark, "list", "--json"], (0,))
            runs.add([hallmark, "list", "--by-paper"], (0,))
            runs.add([hallmark, "vectors", "smoke", "--out", folder / "vectors", "--time-limit", "0.001"], (0, 2, 64))

        def certified(runs):
            for path in certificates(folder, arguments.source, rng, 1 if arguments.long else 0.015):
                runs.add([checker, path], (0, 1), limit=120)

        group("eval", evaluations)
        group("eval --compose", composed)
        group("certify", judged)
        group("compare and validate", compared)
        group("table, plot, list, vectors", drawn)
        group("hallmark-check", certified)
    return status


if __name__ == "__main__":
    sys.exit(main())
