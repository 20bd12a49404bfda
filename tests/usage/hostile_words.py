#!/usr/bin/env python3
"""hostile_words.py BINARY_DIR SOURCE_DIR COUNT: generated command lines of hallmark and hallmark-check, most of them wrong.

COUNT lines from HALLMARK_SEED: ids of the registry, spelt rightly or not; their parameters with values from the ends of the domains and from a
list of texts that are no numbers; options of each verb with values of the same kind; files that are damaged, missing, folders or devices. Each
ends with 0, 1, 2, 64, 74 or 130, never by a signal, within SECONDS of processor time, in 10^9 bytes of memory; 64 and 74 with words on standard
error, one prefix and no abort. An empty value of an option is refused by the option's name.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

import hostile

BINARY, SOURCE, COUNT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3])
SEED = int(os.environ.get("HALLMARK_SEED", "20261123"))
HALLMARK, CHECK = str(BINARY / "cli" / "hallmark"), str(BINARY / "proofs-check" / "hallmark-check")
STATUSES = (0, 1, 2, 64, 74, 130)
SECONDS = 8  # of the processor, where the time limit of an answer is a tenth of a second
TEXTS = ["", "0", "1", "-1", "-0", "+1", "2", "1/2", "-1/2", "1/0", "0/0", "1e400", "1e-400", "1e100001", "-1e-100001", "nan", "inf", "-inf", "0x10",
         "1_000", " 1", "1 ", "1e", "e5", "--1", "((1))", "ln(0)", "ln(-1)", "ln(ln(3))", "ln(1)", "exp(1e100000)", "exp(-1e5)", "exp(exp(1))",
         "sqrt(2)", "sqrt(-1)", "1/sqrt(2*2)", "1/sqrt(2*7)", "2/sqrt(0)", "sqrt(1e99999)", ".5", "5.", "1..2", "2..9", "9..2", "2..", "1:3:1", "3:1:1",
         "1:2:0", "0:1:1e-9", "1:1e300:1", "1:2", "::", ",", "1,", "1,,2", "1,2", "best", "both", "remove", "add", "zero-out", "replace-one", "none",
         "\u0663", "\u00e9", "\ufeff1", "1\n2", "\t", "%s%n%x", "'", '"', "\\", "$(id)", "../../etc/passwd", "/dev/null", "/dev/full", "-", "--", "-h",
         "--help", "x" * 3000, "1" * 20_000, "0." + "3" * 20_000, "1/" + "7" * 9000, "{}", "[]", '{"a":1}', "a;b", "1,2;3", "ln(" * 500 + "3" + ")" * 500,
         "1.67%", "1.67 %", "10^-5", "2^-20", "14_063", "14,063", "60*60000/256", "1-1/e", "9^9^9^9", "(1+(2", "1//2", "2^0.5", "-(-1)", "1_", "_1", "3%%", "10^10^10",
         "(" * 400 + "1" + ")" * 400, "1" + "+1" * 400, "2^2^2^2^2^2", "add-remove", "ADD_OR_REMOVE_ONE", "replace", "18446744073709551616", "9223372036854775808", "-9223372036854775809", "1e15", "1000000000000001",
         "10**-5", "10**-(1/2)", "10***5", "**", "1/n", "1/N", "n/1", "1/n^2", "1/(2*n)", "n^n", "nn", "1e5n", "replace_one", "NeighboringRelation.REPLACE_ONE", "AddOrRemoveOne",
         "bounded", "unbounded", "swap", "REPLACE_SPECIAL", "a.b.c", ".", "<= 1", "\u2264 1"]
PHASES = ['[{"mechanism":"gaussian","parameters":{"sigma":"2"},"rounds":3}]', '[{"mechanism":"rr2","parameters":{"n":"5","eps0":"1","others":"2"},"rounds":"1e15"}]',
          '[{"mechanism":"gaussian","parameters":{"sigma":"2"},"rounds":-1}]', '[{"mechanism":"sampled"}]', "[[]]", "[null]", '[{"mechanism":1}]', "nowhere.json",
          '[{"mechanism":"DP-SGD","parameters":{"noise_multiplier":1.10000000000000000000001,"sample_rate":"1%","num_steps":10}}]', '[{"mechanism":"dp-sgd","parameters":{"z":2,"B":10,"N":100,"epochs":1}}]',
          '[{"mechanism":"laplace","parameters":{"b":1e400}}]', '[{"mechanism":"gaussian","parameters":{"std":-0},"rounds":1e1}]', '[{"mechanism":"gaussian","parameters":{"sigma":2},"rounds":0.5}]']
FAMILIES = {"poisson-gaussian": ["dp-sgd", "DP-SGD", "dpsgd", "dp_sgd", "DP_Adam", "sgm"], "laplace": ["Laplace", "laplace-mechanism"], "gaussian": ["gaussian-mechanism"], "zcdp": ["zCDP"],
            "fixed-batch-gaussian": ["without-replacement"], "allocation": ["balls-in-bins", "random_allocation"], "shuffle": ["shuffling"], "rr": ["randomized response"], "matrix-gaussian": ["DP-FTRL"]}
NICKNAMES = {"sigma": ["noise_multiplier", "noise-multiplier", "noise", "z", "Sigma"], "rate": ["sample_rate", "q", "share", "sampling_probability"],
             "share": ["rate", "q"], "steps": ["num_steps", "rounds", "epochs"], "rounds": ["steps", "epochs"], "delta": ["target_delta"],
             "eps": ["epsilon", "target_epsilon"], "n": ["dataset_size"], "records": ["n", "dataset_size"], "adjacency": ["neighbours"]}
for alias in (SOURCE / "bounds" / "aliases.txt").read_text(encoding="ascii").splitlines():
    if not alias.startswith("#"):
        for parameter in alias.split(" :: ")[1].split():
            NICKNAMES.setdefault(parameter, []).append(alias.split(" :: ")[0].strip())
RUNS = ["batch=256", "n=60000", "epochs=60", "batch_size=10", "dataset_size=100", "epochs=1/3", "batch=0", "n=10^400", "batch=101", "epochs=-1", "epochs=10^15", "rate=1", "batch=1%",
        "B=256", "N=60000", "T=100", "updates=7", "max_steps=8", "clients_per_round=10", "num_clients=1000", "delta=1/n", "delta=1/N", "neighboring_relation=REPLACE_ONE", "accountant=rdp", "max_grad_norm=1"]
OPTIONS = {  # of each verb: an option, whether it takes a value
    "eval": {"--digits": 1, "--memory": 1, "--route": 1, "--format": 1, "--json": 0, "--exact": 0, "--eps-list": 1, "--methods": 1, "--cross": 0, "--compose": 1,
             "--jobs": 1, "--rows": 1, "--quiet": 0, "--out": 1, "--nonsense": 1, "--certificate": 1},
    **{verb: {"--digits": 1, "--route": 1, "--format": 1, "--json": 0, "--certificate": 1, "--check": 0, "--out": 1} for verb in ("epsilon", "delta", "sigma", "steps", "rate", "curve")},
    "epochs": {"--digits": 1, "--format": 1, "--json": 0},
    "samplers": {"--digits": 1, "--format": 1, "--json": 0, "--out": 1},
    "certify": {"--expected": 1, "--html": 1, "--route": 1, "--jobs": 1, "--check": 0, "--keep-going": 0, "--quiet": 0, "--format": 1, "--json": 0, "--out": 1},
    "compare": {"--vectors": 1, "--suite": 1, "--kind": 1, "--slack": 1, "--memory": 1, "--start-limit": 1, "--processor-limit": 1, "--sample": 1, "--deadline": 1, "--junit": 1, "--all": 0, "--json": 0, "--out": 1,
                "--quantity": 1, "--baseline": 1, "--write-baseline": 1},
    "validate": {"--json": 0, "--format": 1}, "table": {"--list": 0, "--jobs": 1, "--out": 1, "--certificates": 1, "--json": 0}, "plot": {"--out": 1, "--size": 1},
    "vectors": {"--out": 1, "--certificates": 1, "--jobs": 1}, "list": {"--json": 0, "--by-paper": 0, "--files": 0}, "show": {"--json": 0}, "search": {"--all": 0, "--json": 0},
    "help": {}, "report": {"--out": 1, "--title": 1}, "badge": {"--out": 1, "--id": 1}, "manual": {"--completion": 1},
    "sweep plan": {"--shards": 1}, "sweep run": {"--out": 1, "--shard": 1, "--shards": 1, "--jobs": 1}, "sweep engine": {"--out": 1, "--shards": 1},
    "sweep merge": {"--out": 1}, "sweep verify": {"--proof": 1, "--root": 1, "--check": 1, "--sample": 1}, "sweep proof": {"--cell": 1}, "sweep certify": {"--out": 1, "--cell": 1, "--sample": 1},
    "lookup": {"--json": 0},
}
QUESTIONS = ("epsilon", "delta", "sigma", "steps", "epochs", "rate", "curve")
TAKES_TIME = {"eval", "certify", "table", "vectors", "compare", "samplers", *QUESTIONS}
SHARES = [("eval", 60), ("certify", 8), ("check", 6)] + [(verb, 1.2) for verb in OPTIONS if verb not in ("eval", "certify")]


def misspelt(text, dice):
    at = dice.randrange(len(text) + 1)
    return dice.choice([text[:at] + dice.choice(".-x0 \u00e9") + text[at:], text[:at] + text[at + 1:], text.upper(), text + ".delta", text.split(".")[0], ""])


class Generator:
    def __init__(self, folder):
        self.dice = random.Random(SEED)
        listing = subprocess.run([HALLMARK, "list", "--json"], check=True, capture_output=True).stdout
        self.entries = hostile.prepared(json.loads(listing))
        self.names = sorted({p["name"] for e in self.entries for p in e["parameters"]})
        self.routes = sorted({route for e in self.entries for route in e["routes"].split()})
        self.folder = folder
        self.files = self.made_files()

    def made_files(self):
        """Good files of every format, damaged ones, and what is no file."""
        data = SOURCE / "data"
        texts = {
            "claims.json": json.dumps({"schema": "hallmark-claims-v1", "claims": [
                {"id": "A", "source": {"paper": "x", "where": "y"}, "quantity": "gaussian.delta", "parameters": {"sigma": "1", "eps": "1"}, "relation": "<=", "value": "1"}]}),
            "plan.json": json.dumps({"schema": "hallmark-sweep-v1", "digits": 3, "work": 200,
                                     "blocks": [{"quantity": "gaussian.delta", "grid": {"sigma": ["1:3:1"], "eps": "1"}}]}),
            "rows.csv": "sigma,eps\n1,1\n2,ln(3)\n", "results.csv": "id,value,kind\n" + "0" * 32 + ",1,upper\n",
            "figure.csv": "# table: x\n# title: y\n# log: none\nx,series,lo,hi,kind,method\n1,s,1,2,bracket,m\n2,s,1,2,bracket,m\n",
            "smoke.json": (data / "vectors_v1" / "smoke.json").read_text(encoding="utf-8"), "verdict.json": '{"claims": []}',
            "good.cert": next((SOURCE / "tests" / "proofs-check" / "accept").glob("clones-delta*.cert")).read_text(encoding="utf-8"),
        }
        for name, text in texts.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        for number in range(max(20, COUNT // 40)):
            name = self.dice.choice(sorted(texts))
            content = bytearray(texts[name].encode())
            for _ in range(self.dice.choice([1, 1, 2, 5])):
                at = self.dice.randrange(len(content) or 1)
                how = self.dice.randrange(5)
                if how == 0:
                    del content[at:]
                elif how == 1:
                    content[at:at + 1] = bytes([self.dice.randrange(256)])
                elif how == 2:
                    content[at:at] = content[at:at + self.dice.randrange(200)]
                elif how == 3:
                    content[at:at] = self.dice.choice([b"\0", b"\xff\xfe", b'"', b"}", b"[" * 3000, b"9" * 3000, "\u202e".encode(), b"1e99999", b"-", b"\r\n"])
                else:
                    del content[at:at + self.dice.randrange(1, 40)]
            path = self.folder / f"{number}-{name}"
            path.write_bytes(bytes(content))
        (self.folder / "folder").mkdir()
        (self.folder / "loop").symlink_to("loop")
        return sorted(path.name for path in self.folder.iterdir()) + ["nowhere", "folder/below/nowhere", "/dev/null", "/dev/full", ".", "/proc/self/mem", ""]

    def value(self, usual=None):
        if usual is not None and self.dice.random() < 0.8:
            return usual
        return self.dice.choice(TEXTS)

    def words_of(self, verb):
        dice = self.dice
        if verb == "samplers":
            return ["sigma=" + self.value("1"), *dice.sample(RUNS, dice.choice([2, 3, 4])), "delta=" + self.value("1e-5")]
        if verb == "certify" and dice.random() < 0.4:
            entry = dice.choice(self.entries)
            inside = ", ".join(f"{name}={text}" for name, text in hostile.moved(entry, dice, 0).items())
            statement = f"{dice.choice([entry['id'], entry['id'].replace('poisson-gaussian', 'dp-sgd').replace('.', ' ', 1)])}({inside}) {dice.choice(['<=', '<', '>=', '>', 'in', '~', '=='])} {dice.choice(['1', '[0, 1]', *TEXTS[:40]])}"
            return [statement if dice.random() < 0.8 else misspelt(statement, dice)]
        if verb == "eval" or verb in QUESTIONS:
            entry = dice.choice([e for e in self.entries if verb in ("eval", "curve") or f".{verb}" in e["id"]] or self.entries)
            if dice.random() < 0.3:
                entry = next(e for e in self.entries if e["id"] == "poisson-gaussian.epsilon")
            identifier = entry["id"] if dice.random() < 0.93 else misspelt(entry["id"], dice)
            values = hostile.moved(entry, dice, dice.choice([0, 0.2, 0.5]))
            for name in list(values):
                if dice.random() < 0.06:
                    values[name] = dice.choice(TEXTS)
                if dice.random() < 0.03:
                    del values[name]
            if dice.random() < 0.3:
                values = {dice.choice(NICKNAMES.get(name, [name])) if dice.random() < 0.5 else name: text for name, text in values.items()}
            words = [f"{name}={text}" for name, text in values.items()]
            if dice.random() < 0.15:
                words += dice.sample(RUNS, dice.choice([1, 2, 3]))
            if verb in QUESTIONS and dice.random() < 0.9:
                identifier = identifier.split(".")[0]
            family, point, rest = identifier.partition(".")
            if family in FAMILIES and dice.random() < 0.5:
                identifier = dice.choice(FAMILIES[family]) + point + rest
            if "adjacency" in (p["name"] for p in entry["parameters"]) and dice.random() < 0.1:
                words.append("relation=" + dice.choice(TEXTS[-12:]))
            if dice.random() < 0.06:
                words.append(dice.choice([f"{dice.choice(self.names)}={dice.choice(TEXTS)}", "=1", "=", "surplus", misspelt(dice.choice(self.names), dice) + "=1"]))
            return [identifier, *words]
        if verb in ("certify", "report", "badge", "validate", "compare", "plot") or verb.startswith("sweep") or verb == "lookup":
            files = [dice.choice(self.files) for _ in range(dice.choice([0, 1, 1, 1, 2]))]
            return [*files, *([dice.choice(self.entries)["id"], "sigma=" + dice.choice(TEXTS)] if verb == "lookup" else [])]
        if verb == "sweep engine":
            return [dice.choice(["slurm", "parallel", "make", ""]), dice.choice(self.files)]
        known = {"table": ["KHH21-1b", "KHH21-9", ""], "vectors": ["closed-forms", "smoke9", ""], "help": ["eval", "clones.delta", "x"],
                 "show": [e["id"] for e in self.entries] + ["clones", ""], "search": ["DP-SGD", "balls and bins", "sparse vector", "poison gausian", "xyzzy", "", "x" * 3000, "\u0663 \ufeff", ", , ,"]}
        return [dice.choice(known[verb])] if verb in known and dice.random() < 0.9 else []

    def option(self, verb, name, takes):
        dice = self.dice
        if not takes:
            return [name] if dice.random() < 0.9 else [f"{name}={dice.choice(TEXTS)}"]
        if name in ("--out", "--html", "--junit", "--baseline", "--write-baseline", "--certificates", "--certificate", "--expected", "--rows", "--vectors", "--proof"):
            return [name, dice.choice(self.files + ["made", "made/deep", "-"])]
        usual = {"--digits": "3", "--memory": "900000000", "--route": dice.choice(self.routes), "--format": dice.choice(["json", "csv", "text", "tex", "details"]),
                 "--eps-list": "0,1/2", "--methods": "all", "--compose": dice.choice(PHASES), "--jobs": "2", "--suite": "smoke", "--kind": "upper",
                 "--slack": "1e-3", "--start-limit": "1", "--processor-limit": "1", "--deadline": "1", "--size": "300x200", "--shards": "2", "--shard": "0/2", "--cell": "0", "--sample": "1"}
        return [name, self.value(usual.get(name))]

    def line(self):
        dice = self.dice
        verb = dice.choices([name for name, _ in SHARES], [share for _, share in SHARES])[0]
        if verb == "check":
            return [CHECK, *(dice.choice(self.files) for _ in range(dice.choice([1, 1, 2]))), *(["--nonsense"] if dice.random() < 0.05 else [])]
        words = [*verb.split(), *self.words_of(verb)] if dice.random() < 0.98 else [misspelt(verb, dice)]
        offered = OPTIONS[verb]
        for name in dice.sample(sorted(offered), min(len(offered), dice.choice([0, 0, 0, 1, 1, 2, 4]))):
            words += self.option(verb, name, offered[name])
        if verb == "compare" and "--json" in words and dice.random() < 0.5:
            words += ["--exec", dice.choice(["false", "cat", "yes", "nowhere", "", "exit 3", "kill -9 $$"])]
        if verb in TAKES_TIME:
            words += ["--time-limit", dice.choice(["0.1"] * 40 + ["0.001", "-1", "x", "nan"])]
        # A grid of which every question is allowed its time may be long work, and is no hostile input.
        return [HALLMARK, *words]


def run(command, folder):
    def before():
        resource.setrlimit(resource.RLIMIT_AS, (hostile.MEMORY, hostile.MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000_000, 50_000_000))

    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)
    try:
        _, error = process.communicate(timeout=30 * SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "does not end", ""
    return process.returncode, error.decode("utf-8", "replace")


def complaint(code, words):
    if code not in STATUSES:
        return f"ended with {code}"
    if code in (64, 74) and not words.strip():
        return "refused without a word"
    if re.search(r"terminate called|broken invariant|hallmark: hallmark|(?:id|files): (?:id|files):|disallowed|excludes $|Segmentation|what\(\)", words):
        return "not words for people"
    if max(map(len, words.splitlines()), default=0) > 3000:
        return "a line of more than 3000 characters"
    return None


def empty_values(folder):
    """Every option that takes a value refuses an empty one by its name."""
    for verb, options in OPTIONS.items():
        for name, takes in options.items():
            if takes and name not in ("--nonsense", "--expected"):  # the second one needs no value
                code, words = run([HALLMARK, *verb.split(), name, ""], folder)
                if code != 64 or not words.startswith(f"hallmark: {name}: must not be empty\n"):
                    yield f"{verb} {name} '': {code} {words[:200]}"


def main():
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hallmark-words-") as name:
        folder = pathlib.Path(name)
        generator = Generator(folder)
        for text in empty_values(folder):
            failed += 1
            print(f"FAILED  {text}")
        lines = [[word for word in generator.line() if "\0" not in word] for _ in range(COUNT)]
        counts = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for line, (code, words) in zip(lines, pool.map(lambda line: run(line, folder), lines)):
                counts[code] += 1
                wrong = complaint(code, words)
                if wrong:
                    failed += 1
                    shown = " ".join(word if len(word) < 200 else word[:80] + "..." for word in map(shlex.quote, line[1:]))
                    print(f"FAILED  {pathlib.Path(line[0]).name} {shown}\n    {wrong}: {words.strip()[-300:]}", flush=True)
    ended = ", ".join(f"{n} with {code}" for code, n in sorted(counts.items(), key=str))
    print(f"seed {SEED}: {COUNT} command lines: {ended}; {failed} failed")
    return 1 if failed or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
