#!/usr/bin/env python3
"""shards.py BINARY_DIR: `hallmark sweep` and `hallmark lookup`: the same bytes whatever kills, shards and processes; refusals by name."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402
from processor import wait_for, work  # noqa: E402

HALLMARK = str(pathlib.Path(sys.argv[1]) / "cli" / "hallmark")
CHECK = str(pathlib.Path(sys.argv[1]) / "proofs-check" / "hallmark-check")
PLAN = {
    "schema": "hallmark-sweep-v1", "digits": 8, "work": 20000, "certificates": {"sample": 3},
    "blocks": [
        {"quantity": "gaussian.epsilon", "grid": {"sigma": ["1:40:1/2"], "delta": ["1e-5", "1e-6"]}},
        {"quantity": "clones.epsilon", "grid": {"n": ["1000:20000:1000"], "eps0": ["1", "2", "ln(5)"], "delta": "1e-6"}},
        {"quantity": "poisson-gaussian.epsilon", "grid": {"sigma": ["1", "2"], "rate": "1/100", "steps": ["10", "100"],
                                                          "delta": ["1e-5"], "direction": ["remove", "add"]}},
    ],
}


def run(*arguments):
    return subprocess.run([HALLMARK, *map(str, arguments)], capture_output=True, text=True, timeout=3000, check=False)


def said(result, word):
    found = re.search(rf"^{word}: +(?:sha256 )?(\w+)", result.stdout, re.M)
    return found[1] if found else f"nothing: {result.stdout} {result.stderr}"


def merged(plan, folder, table):
    result = run("sweep", "merge", plan, folder, "-o", table)
    expect(result.returncode == 0, f"merge: exit {result.returncode}: {result.stderr}")
    return said(result, "root"), said(result, "rows")


def killed_run(plan, folder, dice):
    """Runs to the end under kill -9 of a random process of the run every now and then; how many were killed."""
    kills = 0
    for _ in range(40):
        run_process = subprocess.Popen([HALLMARK, "sweep", "run", plan, "--jobs", "2", "--shards", "23", "-o", folder],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while run_process.poll() is None:
            time.sleep(dice.uniform(0.01, 0.1))  # of a run of half a second
            workers = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and parent(pid) == run_process.pid]
            victim = dice.choice(workers + [run_process.pid])
            if kills < 8 and run_process.poll() is None:
                try:
                    os.kill(victim, signal.SIGKILL)
                    kills += 1
                except ProcessLookupError:
                    pass
        if run_process.returncode == 0:
            return kills
        wait_for(lambda: not of_session(run_process.pid))  # noqa: B023: the workers of a killed run end after it
    return kills


def relative(pid, field):
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[field])
    except (OSError, IndexError):
        return -1


def parent(pid):
    return relative(pid, 1)


def of_session(number):
    return [pid for pid in os.listdir("/proc") if pid.isdigit() and relative(pid, 3) == number]


def same_bytes(folder):
    plan = folder / "plan.json"
    plan.write_text(json.dumps(PLAN))
    result = run("sweep", "plan", plan)
    expect(result.returncode == 0 and said(result, "cells") == "226", f"plan: {result.stdout} {result.stderr}")
    quiet = run("sweep", "run", plan, "--shards", 7, "--jobs", 2, "-o", folder / "calm")
    expect(quiet.returncode == 0, f"run: exit {quiet.returncode}: {quiet.stderr}")
    calm = merged(plan, folder / "calm", folder / "calm.table")
    one = run("sweep", "run", plan, "--shard", "0/1", "-o", folder / "one")
    expect(one.returncode == 0 and one.stderr == "", f"run of one shard: {one.stderr}")
    expect(merged(plan, folder / "one", folder / "one.table") == calm, "one shard gives other bytes than seven")
    kills = killed_run(plan, folder / "killed", random.Random(20))
    expect(kills > 0, "nothing was killed")
    expect(merged(plan, folder / "killed", folder / "killed.table") == calm, "kills changed the bytes")
    expect((folder / "killed.table.jsonl").read_bytes() == (folder / "calm.table.jsonl").read_bytes(), "JSON lines differ")
    for line in (folder / "calm.table.jsonl").read_text().splitlines():
        row = json.loads(line)
        expect(not {"seconds", "host", "date", "bits"} & set(row), f"a row tells of the run: {line}")
        expect(float(row["lo"]) <= float(row["hi"]), f"a row's ends are crossed: {line}")
    return plan, calm[0]


def interrupted(plan, folder):
    """Ctrl-C ends a run with 130, and the same command goes on."""
    process = subprocess.Popen([HALLMARK, "sweep", "run", str(plan), "--shards", "50", "--jobs", "2", "-o", str(folder / "stopped")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    work(process, 0.02)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=600)
    expect(process.returncode in (0, 130), f"Ctrl-C: exit {process.returncode}")
    expect(not list((folder / "stopped").glob(".*.part")), "Ctrl-C leaves parts of shards")
    expect(run("sweep", "run", plan, "--jobs", 2, "-o", folder / "stopped").returncode == 0, "a stopped run does not go on")
    expect(len(list((folder / "stopped").glob("*.jsonl"))) == 50, "a run that goes on keeps its number of shards")


def tables(plan, root, folder):
    table = folder / "calm.table"
    expect(run("sweep", "verify", table).returncode == 0, "a good table is refused")
    expect(run("sweep", "verify", table, "--root", root).returncode == 0, "a good table is refused by its root")
    expect(run("sweep", "verify", table, "--root", "0" * 64).returncode == 1, "any root will do")
    proof = run("sweep", "proof", table, "--cell", 17)
    (folder / "proof.json").write_text(proof.stdout)
    expect(run("sweep", "verify", "--proof", folder / "proof.json", "--root", root).returncode == 0, "a good proof is refused")
    forged = json.loads(proof.stdout)
    forged["row"] = forged["row"].replace('"lo":"', '"lo":"0')
    (folder / "forged.json").write_text(json.dumps(forged))
    expect(run("sweep", "verify", "--proof", folder / "forged.json", "--root", root).returncode == 1, "a forged row is proved")
    certificates = run("sweep", "certify", table, "--sample", 6, "-o", folder / "certificates")
    expect(certificates.returncode == 0, f"certify: {certificates.stdout} {certificates.stderr}")
    files = sorted(map(str, (folder / "certificates").glob("*.cert")))
    check = subprocess.run([CHECK, *files], capture_output=True, text=True, check=False)
    expect(len(files) == 6 and check.returncode == 0, f"certificates of the sample: {check.stdout}")
    planned = run("sweep", "certify", table, "-o", folder / "planned")
    expect(planned.returncode == 0 and len(list((folder / "planned").glob("*.cert"))) == 3, f"certify as the plan says: {planned.stderr}")
    checked = run("sweep", "verify", table, "--check", folder / "planned")
    expect(checked.returncode == 0 and "3 of 3 certificates verified" in checked.stdout, f"verify --check: {checked.returncode} {checked.stdout} {checked.stderr}")
    expect(run("sweep", "verify", table, "--check", folder / "certificates", "--sample", 6).returncode == 0, "verify --check --sample")
    first, second = sorted((folder / "planned").glob("*.cert"))[:2]
    first.write_bytes(second.read_bytes())  # verified, but of another row
    other = run("sweep", "verify", table, "--check", folder / "planned")
    expect(other.returncode == 1 and f"cell {first.stem[5:]}: " in other.stdout and "2 of 3" in other.stdout, f"a certificate of another row: {other.stdout}")
    first.unlink()
    missing = run("sweep", "verify", table, "--check", folder / "planned")
    expect(missing.returncode == 2 and f"cell {first.stem[5:]}: has no certificate" in missing.stdout, f"a missing certificate: {missing.stdout}")
    expect(run("sweep", "verify", table, "--sample", 6).returncode == 64, "verify --sample without --check")
    found = run("lookup", table, "gaussian.epsilon", "sigma=3", "delta=1e-5", "--json")
    expect(found.returncode == 0 and json.loads(found.stdout)["by"] == "its cell", f"lookup: {found.stdout} {found.stderr}")
    found = run("lookup", table, "gaussian.epsilon", "sigma=3.2", "delta=1e-5", "--json")
    expect(found.returncode == 0 and json.loads(found.stdout)["by"] == "monotonicity", f"lookup: {found.stdout} {found.stderr}")
    expect(run("lookup", table, "gaussian.epsilon", "sigma=300", "delta=1e-5").returncode == 2, "lookup outside the grid")
    expect(run("lookup", table, "gaussian.epsilon", "sigma=3").returncode == 64, "lookup without delta")
    expect(run("lookup", folder / "none", "gaussian.epsilon", "sigma=3", "delta=1e-5").returncode == 74, "lookup without table")
    (folder / "text").write_text("no table")
    expect(run("lookup", folder / "text", "gaussian.epsilon", "sigma=3", "delta=1e-5").returncode == 74, "lookup in a text")


def refusals(plan, folder):
    def refused(code, words, *arguments):
        result = run(*arguments)
        name = " ".join(map(str, arguments))
        expect(result.returncode == code and words in result.stderr, f"{name}: {result.returncode}, {result.stderr!r}")

    refused(74, "no shard is there", "sweep", "merge", plan, folder / "certificates", "-o", folder / "t")
    refused(64, "--shard", "sweep", "run", plan, "--shard", "7/7", "-o", folder / "x")
    refused(64, "one of", "sweep", "engine", "ray", plan, "-o", folder / "x")
    refused(74, "cannot be read", "sweep", "plan", folder / "none.json")
    other = folder / "other.json"
    other.write_text(json.dumps({**PLAN, "digits": 9}))
    refused(64, "expected a shard of the plan", "sweep", "merge", other, folder / "calm", "-o", folder / "t")
    refused(64, "expected a shard of the plan", "sweep", "run", other, "--shard", "0/7", "-o", folder / "calm")
    damaged = folder / "damaged"
    shutil.copytree(folder / "calm", damaged)
    shard = damaged / "shard-3-of-7.jsonl"
    shard.write_text(shard.read_text().replace("0.", "1.", 1))
    refused(64, "shard-3-of-7.jsonl:", "sweep", "merge", plan, damaged, "-o", folder / "t")
    shard.unlink()
    refused(74, "the first is shard-3-of-7.jsonl", "sweep", "merge", plan, damaged, "-o", folder / "t")
    expect(not list(folder.glob("t*.part")) and not (folder / "t").exists(), "a refused merge leaves a table")
    stopped = run("sweep", "run", plan, "--shard", "3/7", "--deadline", "0.001", "-o", damaged)
    expect(stopped.returncode == 2 and "unfinished" in stopped.stderr and not shard.exists(), f"--deadline: {stopped.stderr}")
    dear = folder / "dear.json"  # one cell of some minutes: the deadline ends it in its middle
    dear.write_text(json.dumps({"schema": "hallmark-sweep-v1", "digits": 400, "work": 1000000000, "blocks": [
        {"quantity": "poisson-gaussian.epsilon", "grid": {"sigma": "1/2", "rate": "1/100", "steps": "100000", "delta": "1e-8", "direction": "both"}}]}))
    before = os.times()
    for more in ([], ["--jobs", "2", "--shards", "1"]):
        stopped = run("sweep", "run", dear, "--deadline", "0.3", "-o", folder / "dear", *more)
        expect(stopped.returncode == 2 and "unfinished" in stopped.stderr and not list((folder / "dear").glob("*")), f"--deadline: {stopped}")
    after = os.times()
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    expect(seconds < 10, f"--deadline 0.3 of one dear cell: {seconds} s of processor time")


def engines(plan, folder):
    for name in ("slurm", "parallel", "snakemake"):
        result = run("sweep", "engine", name, plan, "-o", folder / "engine", "--shards", 5, "--program", HALLMARK)
        expect(result.returncode == 0 and "sweep run" in result.stdout, f"engine {name}: {result.stderr}")
    if shutil.which("parallel"):
        (folder / "engine").mkdir(exist_ok=True)
        script = folder / "parallel.sh"
        script.write_text(run("sweep", "engine", "parallel", plan, "-o", folder / "engine", "--shards", 5, "--program", HALLMARK).stdout)
        result = subprocess.run(["sh", str(script)], capture_output=True, text=True, env={**os.environ, "JOBS": "2"}, check=False)
        expect(result.returncode == 0, f"GNU parallel: {result.stderr}")
        expect(merged(plan, folder / "engine", folder / "engine.table") == merged(plan, folder / "calm", folder / "calm.table"),
               "GNU parallel gives other bytes")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plan, root = same_bytes(folder)
        interrupted(plan, folder)
        tables(plan, root, folder)
        refusals(plan, folder)
        engines(plan, folder)
    return ended("shards: ")


sys.exit(main())
