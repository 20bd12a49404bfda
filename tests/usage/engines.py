#!/usr/bin/env python3
"""engines.py BINARY_DIR ENGINE [--plan PLAN] [--shards N] [--kill SECONDS] [--root ROOT]: a table run by what `hallmark sweep engine ENGINE` writes.

ENGINE is parallel, ssh (GNU parallel over ssh logins of this machine), slurm or snakemake. A random worker is killed (SIGKILL) every SECONDS; under slurm the node is drained in the
middle and resumed. The merged table must have the bytes of a run by `hallmark sweep run`, or the Merkle root that is given. Exit 77: the program is not
installed, or slurm cannot be started here.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PLAN = {
    "schema": "hallmark-sweep-v1", "digits": 8, "work": 20000,
    "blocks": [
        {"quantity": "gaussian.epsilon", "grid": {"sigma": ["1:50:1/2"], "rounds": ["1:10:1"], "delta": ["1e-5", "1e-6"]}},
        {"quantity": "clones.epsilon", "grid": {"n": ["1000:20000:1000"], "eps0": ["1", "2", "ln(5)", "4"], "delta": ["1e-6", "1e-8"]}},
        {"quantity": "poisson-gaussian.epsilon", "grid": {"sigma": ["1", "2"], "rate": "1/100", "steps": ["10:100:10"], "delta": ["1e-5"],
                                                          "direction": ["remove", "add"]}},
    ],
}
SKIPPED = 77


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


class Sweep:
    """One plan run by one engine, in a folder of its own."""

    def __init__(self, options, folder):
        self.hallmark = str(pathlib.Path(options.binaries).resolve() / "cli" / "hallmark")
        self.engine = options.engine
        self.folder = folder
        self.shards = folder / "shards"
        self.plan = folder / "plan.json"
        self.plan.write_text(json.dumps(PLAN) if options.plan is None else pathlib.Path(options.plan).read_text(encoding="utf-8"))
        self.of = options.shards
        self.shards.mkdir()

    def run(self, *arguments):
        result = subprocess.run([self.hallmark, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise AssertionError(f"hallmark sweep {' '.join(map(str, arguments))}: exit {result.returncode}: {result.stdout}{result.stderr}")
        return result.stdout

    def script(self):
        path = self.folder / f"script.{self.engine}"
        path.write_text(self.run("engine", "parallel" if self.engine == "ssh" else self.engine, self.plan, "-o", self.shards, "--shards", self.of, "--program", self.hallmark))
        return path

    def missing(self):
        return self.of - len(list(self.shards.glob("shard-*.jsonl")))

    def workers(self):
        """The processes that compute shards of this sweep."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0] == self.hallmark.encode() and str(self.shards).encode() in words:
                found.append(int(pid))
        return found

    def merged(self, shards):
        """Merkle root, and SHA-256 of the JSON lines."""
        said = self.run("merge", self.plan, shards, "-o", self.folder / (shards.name + ".table"))
        return re.search(r"^root: +(\w+)", said, re.M)[1], re.search(r"^rows: +sha256 (\w+)", said, re.M)[1]

    def calm(self):
        folder = self.folder / "calm"
        self.run("run", self.plan, "--shards", 3, "--jobs", 2, "--quiet", "-o", folder)
        return self.merged(folder)


class Killer:
    """kill -9 of a random worker every so many seconds."""

    def __init__(self, sweep, seconds):
        self.sweep = sweep
        self.seconds = seconds
        self.next = time.monotonic() + (seconds or 0)
        self.kills = 0
        self.dice = random.Random(24)

    def look(self):
        if self.seconds is None or time.monotonic() < self.next:
            return
        workers = self.sweep.workers()
        if not workers:
            return  # between two shards: the next look may find one
        try:
            os.kill(self.dice.choice(workers), signal.SIGKILL)
        except ProcessLookupError:
            return
        self.kills += 1
        self.seconds *= 1.05  # on a busy machine the last shards take longer than the first pauses
        self.next = time.monotonic() + self.seconds


def until_ended(process, killer):
    while process.poll() is None:
        killer.look()
        time.sleep(0.02)


def by_parallel(sweep, killer, *more):
    """The script as it is, and again where a shard failed more often than its retries."""
    script = sweep.script()
    for _ in range(20):
        process = subprocess.Popen(["sh", str(script), *more], env={**os.environ, "JOBS": "2"}, stdin=subprocess.DEVNULL)
        until_ended(process, killer)
        if process.returncode == 0:
            return
    raise AssertionError(f"GNU parallel: {sweep.missing()} shards are missing after 20 runs")


def by_ssh(sweep, killer):
    """The script over two logins of an ssh server of its own, with keys and a port of its own."""
    folder = sweep.folder / "ssh"
    server = shutil.which("sshd", path="/usr/sbin:/usr/bin")
    if not server or not shutil.which("parallel"):
        skip("sshd or parallel is not installed")
    if os.geteuid() != 0:
        skip("sshd is started as root")
    folder.mkdir(mode=0o700)
    pathlib.Path("/run/sshd").mkdir(exist_ok=True)  # where sshd gives its privileges up
    for key in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)], check=True)
    port = free_port()
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\nPidFile {folder}/pid\n"
        "PermitRootLogin yes\nStrictModes no\nUsePAM no\nMaxStartups 100\n")
    (folder / "config").write_text(
        f"Host 127.0.0.1 localhost\nUser root\nPort {port}\nIdentityFile {folder}/user\nIdentitiesOnly yes\nBatchMode yes\n"
        f"StrictHostKeyChecking no\nUserKnownHostsFile {folder}/known\nLogLevel ERROR\n")
    (folder / "logins").write_text("1/127.0.0.1\n1/localhost\n")
    with (folder / "log").open("w") as log, subprocess.Popen([server, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=log) as daemon:
        try:
            time.sleep(0.5)
            if daemon.poll() is not None:
                skip(f"sshd does not start here: {(folder / 'log').read_text()}")
            by_parallel(sweep, killer, "--ssh", f"ssh -F {folder}/config", "--sshloginfile", str(folder / "logins"))
        finally:
            daemon.terminate()
    if {line.split("\t")[1] for line in (sweep.shards / "parallel.log").read_text().splitlines()[1:]} != {"127.0.0.1", "localhost"}:
        raise AssertionError("ssh: no job went over one of the logins")


def by_snakemake(sweep, killer):
    script = sweep.script()
    command = ["snakemake", "-j", "2", "--rerun-incomplete", "--nolock", "-q", "all", "-d", str(sweep.folder), "-s", str(script)]
    for _ in range(20):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "HOME": str(sweep.folder), "XDG_CACHE_HOME": str(sweep.folder)})
        until_ended(process, killer)
        errors = process.stderr.read()
        if process.returncode == 0:
            return
        if killer.kills == 0:
            break
    raise AssertionError(f"snakemake: {sweep.missing()} shards are missing: {errors}")


SLURM_CONFIGURATION = """ClusterName=sweep
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
SlurmUser=root
SlurmdUser=root
SlurmctldPort={first}
SlurmdPort={second}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
JobRequeue=1
MpiDefault=none
MailProg=/bin/true
SchedulerParameters=sched_interval=2,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Slurm:
    """munged, slurmctld and slurmd on this machine: with a key, ports and folders of their own."""

    def __init__(self, folder):
        for program in ("munged", "slurmctld", "slurmd", "sbatch"):
            if not shutil.which(program):
                skip(f"{program} is not installed")
        if os.geteuid() != 0:
            skip("slurm is started as root")
        self.folder = folder
        self.host = socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        configuration = folder / "slurm.conf"
        configuration.write_text(SLURM_CONFIGURATION.format(host=self.host, folder=folder, first=free_port(), second=free_port()))
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        self.daemons = []

    def __enter__(self):
        mine = {name: f"--{name}={self.folder}/munge.{name}" for name in ("socket", "pid-file", "seed-file", "log-file")}
        self.start("munged", "-F", "--force", f"--key-file={self.folder}/munge.key", *mine.values())
        end = time.monotonic() + 60
        while not (self.folder / "munge.socket").exists():
            self.wait("munged", end)
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", self.host)
        while "idle" not in self.ask("sinfo", "-h", "-o", "%T"):
            self.wait("slurm", end)
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(timeout=30)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def start(self, *command):
        log = (self.folder / f"{command[0]}.out").open("w")
        self.daemons.append(subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT))

    def wait(self, name, end):
        if time.monotonic() > end:
            logs = "".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.out"))
            self.__exit__()
            skip(f"{name} does not start here: {logs}")
        time.sleep(0.2)

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout

    def drain(self):
        self.ask("scontrol", "update", f"NodeName={self.host}", "State=DRAIN", "Reason=test")

    def resume(self):
        self.ask("scontrol", "update", f"NodeName={self.host}", "State=RESUME")

    def jobs(self):
        return len(self.ask("squeue", "-h", "-r", "-o", "%i").split())


def by_slurm(sweep, killer):
    """The array, and arrays of what is missing after it; once half of it is there, the node is drained for a while."""
    folder = sweep.folder / "slurm"
    folder.mkdir()
    drained = 0.0
    with Slurm(folder) as slurm:
        for _ in range(20):
            if sweep.missing() == 0:
                break
            said = subprocess.run(["sbatch", str(sweep.script())], env=slurm.environment, capture_output=True, text=True, check=False)
            if said.returncode != 0:
                raise AssertionError(f"sbatch: {said.stderr}")
            print(said.stdout.strip() + f", {sweep.missing()} shards", flush=True)
            while slurm.jobs() > 0:
                killer.look()
                if not drained and sweep.missing() <= sweep.of // 2:
                    slurm.drain()
                    drained = time.monotonic()
                    print(f"drained: node is {slurm.ask('sinfo', '-h', '-o', '%T').strip()}, {sweep.missing()} shards are missing", flush=True)
                if drained and drained != float("inf") and time.monotonic() > drained + 10 and not sweep.workers():
                    print(f"resumed: node was {slurm.ask('sinfo', '-h', '-o', '%T').strip()}, {sweep.missing()} shards are missing", flush=True)
                    slurm.resume()
                    drained = float("inf")
                time.sleep(0.1)
    if sweep.missing():
        raise AssertionError(f"slurm: {sweep.missing()} shards are missing")
    if drained != float("inf"):
        raise AssertionError("slurm: the node was not drained and resumed")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries")
    parser.add_argument("engine", choices=["parallel", "ssh", "slurm", "snakemake"])
    parser.add_argument("--plan")
    parser.add_argument("--shards", type=int, default=31)
    parser.add_argument("--kill", type=float)
    parser.add_argument("--root")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sweep-") as name:
        sweep = Sweep(options, pathlib.Path(name).resolve())
        if options.engine not in ("slurm", "ssh") and not shutil.which(options.engine):
            skip(f"{options.engine} is not installed")
        killer = Killer(sweep, options.kill)
        began = time.monotonic()
        {"parallel": by_parallel, "ssh": by_ssh, "slurm": by_slurm, "snakemake": by_snakemake}[options.engine](sweep, killer)
        root, rows = sweep.merged(sweep.shards)
        took = time.monotonic() - began
        expected = (options.root, rows) if options.root else sweep.calm()
        print(f"{options.engine}: {sweep.of} shards, {killer.kills} kills, {took:.0f} s\n  rows {rows}, undisturbed {expected[1]}\n"
              f"  root {root}, undisturbed {expected[0]}")
        return 0 if (root, rows) == expected else 1


sys.exit(main())
