#!/usr/bin/env python3
"""usage.py BINARY_DIR GROUP [MEMORY_FACTOR]: the exit status and the words of every verb, option and bad input.

Groups: program, list, eval, certify, claims, interrupt, check. Exit codes: 0 done, 1 proved wrong, 2 undecided, 64 bad
usage or input, 74 unreadable or unwritable, 130 interrupted.
"""
import hashlib
import json
import os
import pathlib
import re
import sys

from harness import row, run, run_table, temporary_folder, write

UNDECIDED, USAGE, FILE, INTERRUPTED = 2, 64, 74, 130
CLONES = "hallmark eval clones.delta n=1000 eps0=1"
CURVE = ";".join(f"{k},{2 * k + 1}/4" for k in range(2, 20))
EPSILON = "hallmark eval clones.epsilon n=1000 eps0=1"
BIG = "1" + "0" * 400
NEXT_TO_1 = "0." + "9" * 300


def program():
    return [
        row("hallmark", USAGE, r"(?i)verb|subcommand"),
        row("hallmark --help", 0, out=r"eval[\s\S]*certify|certify[\s\S]*eval"),
        row("hallmark --version", 0, out=r"\d+\.\d+\.\d+"),
        row("hallmark prove", USAGE, r"no verb prove"),
        row("hallmark evl", USAGE, r"did you mean eval"),
        row("hallmark help", 0, out=r"eval[\s\S]*certify|certify[\s\S]*eval"),
        row("hallmark help eval", 0, out=r"--digits"),
        row("hallmark help clones.delta", 0, out=r"hockey-stick"),
        row("hallmark help nonsense", USAGE, r"nonsense"),
        row("hallmark --frobnicate", USAGE, r"frobnicate"),
        row("hallmark eval --help", 0, out=r"--digits"),
        row("hallmark certify --help", 0, out=r"--expected"),
        row("hallmark list --help", 0, out=r"--by-paper"),
        row("hallmark-check --help", 0, out=r"(?i)usage"),
    ]


def has_entries(result):
    listing = json.loads(result.out)
    entries = listing["quantities"] if isinstance(listing, dict) else listing
    for entry in entries:
        for key in ("id", "bounds", "kind", "status", "adjacency", "parameters"):
            if key not in entry:
                return f"{entry.get('id')}: no {key}"
    ids = [entry["id"] for entry in entries]
    if len(ids) != len(set(ids)):
        return "an id occurs twice"
    wanted = {"clones.delta", "clones.epsilon", "clones.epsilon.closed-form", "clones.epsilon.closed-form-sharp",
              "rr2.delta", "rr2.epsilon", "gaussian.delta", "gaussian.epsilon", "gaussian.renyi", "gaussian.sigma",
              "shuffle.delta", "shuffle.epsilon"}
    return f"missing: {sorted(wanted - set(ids))}" if wanted - set(ids) else None


def listing():
    return [
        row("hallmark list", 0, out=r"(?m)clones\.delta.*"),
        row("hallmark list --json", 0, check=has_entries),
        row("hallmark list --by-paper --files", 0, out=r"FS25[\s\S]*files +bounds/allocation/[\s\S]*lemmas +tests/lemmas/"),
        row("hallmark list --files", USAGE, r"--files goes with --by-paper"),
        row("hallmark list --by-paper", 0, out=r"FMT21[\s\S]*Theorem 3\.2[\s\S]*computed[\s\S]*checked[\s\S]*neither"),
        row("hallmark list", 0, out=r"(?m)^Gaussian noise on Poisson batches[\s\S]*^  poisson-gaussian\.epsilon  +smallest eps"),
        row("hallmark show poisson-gaussian.epsilon", 0, out=r"epsilon = inf[\s\S]*Parameters[\s\S]*zero-out|zero-out[\s\S]*Parameters"),
        row("hallmark show poisson-gaussian.epsilon --json", 0, out=r'"example"'),
        row("hallmark show clones.dleta", USAGE, r"did you mean clones\.delta"),
        row("hallmark show", USAGE, r"id"),
        *[row(f"hallmark search {words}", 0, out=found) for words, found in (
            ("DP-SGD", r"\Apoisson-gaussian\.epsilon "), ("'balls and bins'", r"\Aallocation\.epsilon "), ("'noise multiplier'", r"(?m)^poisson-gaussian\.sigma "),
            ("'sparse vector'", r"(?m)^sparse-vector\.epsilon "), ("'privacy filter'", r"A filter is the curve of its budget[\s\S]*(?m:^gdp\.epsilon )"), ("local", r"and \d+ more: --all"), ("local --all", r"(?m)^clones\.n "))],
        row("hallmark search xyzzy", USAGE, r"nothing has the words.*hallmark list"),
        row("hallmark search poison gausian", USAGE, r"the nearest are poisson-gaussian\.epsilon"),
        row("hallmark search", USAGE, r"words"),
        row("hallmark list --nonsense", USAGE, r"nonsense"),
        row("hallmark list surplus", USAGE, r"surplus"),
    ]


def is_evaluation(result):
    value = json.loads(result.out)
    keys = ("quantity", "kind", "status", "bounds", "adjacency", "direction", "parameters", "lo", "hi", "lo64", "hi64",
            "method", "axioms", "route", "bits", "seconds")
    missing = [key for key in keys if key not in value]
    if missing:
        return f"missing: {missing}"
    for name, parameter in value["parameters"].items():
        if not isinstance(parameter, str):
            return f"parameter {name} is not a string"
    if not float(value["lo64"]) <= float(value["hi64"]):
        return "lo64 > hi64"
    return None


def interval(text):
    def check(result):
        value = json.loads(result.out)
        return None if (value["lo"], value["hi"]) == (text, text) else f"[{value['lo']}, {value['hi']}], expected {text}"

    return check


def list_of(count):
    def check(result):
        value = json.loads(result.out)
        return None if isinstance(value, list) and len(value) == count else f"expected an array of {count}"

    return check


POISSON = "rate=1/16 steps=64 direction=both"
EACH_ADJACENCY = [f"poisson-gaussian.delta sigma=2 {POISSON} eps=1", f"poisson-gaussian.epsilon sigma=2 {POISSON} delta=1e-5",
                  f"poisson-gaussian.sigma {POISSON} eps=1 delta=1e-5"]


def each_adjacency(result):
    value = json.loads(result.out)
    found = [(answer["adjacency"], answer["parameters"].get("adjacency", "left out")) for answer in value]
    expected = [("zero-out", "left out"), ("replace-one", "replace-one")]
    if found != expected:
        return f"{found}, expected {expected}"
    return None if float(value[0]["hi64"]) < float(value[1]["lo64"]) else "replace-one is not above zero-out"


def evaluation():
    # Sanitizers take more address space than any limit.
    limited_memory = [row(f"{CLONES} eps=1/2 --time-limit 10 --memory 1000000000", 0)] if MEMORY_FACTOR == 1 else []
    missing = r"missing|must be given|is required|expected"
    return [
        # what works
        row(f"{CLONES} eps=1/2", 0, out=r"clones\.delta[\s\S]*\d"),
        row(f"{CLONES} eps=0.5 --json", 0, check=is_evaluation),
        row(f"{EPSILON} delta=1e-6 --digits 30 --json", 0, check=is_evaluation),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 --digits 1000", 0),
        row("hallmark eval clones.delta n=400 eps0='ln(3)' eps='ln(2)' --exact", 0, out=r"\d+/\d+"),
        row("hallmark eval rr2.delta n=100 eps0=4 eps=0.08 direction=both others=44 --json", 0, check=is_evaluation),
        row("hallmark eval rr2.delta n=100 eps0=4 eps=0.08 direction=remove --json", 0, check=is_evaluation),
        row("hallmark eval rr2.delta n=100 eps0=4 eps=0.08 direction=add --json", 0, check=is_evaluation),
        row("hallmark eval shuffle.delta n=100 eps0=2 eps=0.1 --json", 0, check=is_evaluation),
        row("hallmark eval gaussian.delta sigma=1 eps=1 rounds=1 --json", 0, check=is_evaluation),
        row("hallmark eval gaussian.epsilon sigma=0.5 delta=1e-6 --json", 0, check=is_evaluation),
        row("hallmark eval gaussian.sigma eps=1 delta=1e-6 --json", 0, check=is_evaluation),
        row("hallmark eval gaussian.renyi sigma=2 alpha=3 --json", 0, check=is_evaluation),
        row(f"{CLONES} --eps-list 0.1,1/2,0.9 --json", 0, check=list_of(3)),
        # a line for each adjacency
        *[row(f"hallmark eval {question} adjacency=both --digits 5", 0,
              out=r"a record is replaced by one that contributes nothing[\s\S]*\n\S+\((?!adjacency)[\s\S]*differ in one record[\s\S]*\n\S+\(adjacency=replace-one")
          for question in EACH_ADJACENCY],
        *[row(f"hallmark eval {question} adjacency=both --digits 5 --json", 0, check=each_adjacency) for question in EACH_ADJACENCY],
        row("hallmark eval fixed-batch-gaussian.delta sigma=2 share=1/16 steps=64 eps=1 adjacency=both", USAGE,
            r"adjacency = both: must be replace-one, the adjacency of this quantity"),
        row("hallmark eval gaussian.delta sigma=2 eps=1 adjacency=both", USAGE, r"adjacency = both: must be zero-out"),
        row(f"hallmark eval {EACH_ADJACENCY[0]} adjacency=both adjacency=replace-one", USAGE, r"must not stand beside"),
        *limited_memory,
        row(f"{CLONES} eps=1/2 adjacency=replace-one", 0),
        # the names and numbers that people type, and the questions that they ask
        row("hallmark epsilon dp-sgd noise_multiplier=1.1 batch=256 n=60000 epochs=60 delta=10^-5", 0,
            out=r"\Aepsilon <= 2\.38169 [\s\S]*steps = 14063: 60 epochs of 234\.375 steps, rounded up[\s\S]*\npoisson-gaussian\.epsilon\(delta=1/100000, direction=both, "
                r"rate=8/1875, sigma=11/10, steps=14063\) in \[2\.38168, 2\.38169\]\n\Z"),
        row("hallmark sigma DP-SGD eps=3 sample_rate=1% steps=14_063 delta=1e-5", 0, out=r"is enough"),
        row("hallmark delta gaussian noise=1 eps=1", 0, out=r"\Adelta <= 0\.126937 "),
        row("hallmark delta gaussian.delta noise=1 eps=1 --json", 0, check=is_evaluation),
        row("hallmark curve gaussian sigma=1", 0, out=r"(?m)^1,8,1,"),
        row("hallmark curve gaussian sigma=1 eps=1,2 --json", 0, check=list_of(2)),
        row("hallmark epsilon dp-sgd", USAGE, r"missing parameters delta"),
        row("hallmark epsilon nothing delta=1", USAGE, r"nothing\.epsilon: unknown"),
        row("hallmark epsilon", USAGE, r"family"),
        row("hallmark epsilon dp-sgd sigma=1 rate=0.01 steps=14,063 delta=1e-5", USAGE, r"read as a list, in which 063 begins with 0: one number is written 14_063"),
        row("hallmark epsilon dp-sgd sigma=1 rate=0.01 steps=14,500 delta=1e-5 --format csv", 0, r"steps=14,500: read as 2 values"),
        row("hallmark epsilon dp-sgd sigma=1 rate=1-1/e steps=1 delta=1e-5", USAGE, r"e is not rational"),
        row("hallmark epsilon dp-sgd sigma=1 rate=0.01 steps=10 delta=1e-5 adjacency=replace", 0, out=r"\(adjacency=replace-one"),
        row("hallmark epsilon clones n=1000 eps0=4 delta=1e-6 --digits 3", 0, out=r"\Aepsilon <= 3\.9"),
        row("hallmark curve gaussian sigma=1 fpr=0.1", 0, out=r"1,1/10,1,0\.389143,0\.389144"),
        row("hallmark samplers sigma=2 batch=10 n=100 epochs=1 delta=1e-5 --digits 3", 0, out=r"random allocation +add or remove a record +\d"),
        row("hallmark samplers noise_multiplier=2 batch_size=10 dataset_size=100 num_epochs=1 eps=1 --json --digits 2", 0, check=list_of(5)),
        row("hallmark samplers sigma=2 batch=10 epochs=1 delta=1e-5", USAGE, r"missing parameter n"),
        row("hallmark samplers sigma=-2 batch=10 n=100 epochs=1 delta=1e-5", USAGE, r"sigma = -2: must be"),
        # n
        row("hallmark eval clones.delta n=0 eps0=1 eps=1/2", USAGE, r"\bn\b.*0"),
        row("hallmark eval clones.delta n=-1 eps0=1 eps=1/2", USAGE, r"\bn\b.*-1"),
        row("hallmark eval clones.delta n=1 eps0='ln(3)' eps='ln(2)' --json", 0, check=interval("0.25")),
        row("hallmark eval clones.delta n=1.5 eps0=1 eps=1/2", USAGE, r"\bn\b.*(1\.5|3/2)"),
        row("hallmark eval clones.delta n=10^400 eps0=1 eps=1/2", USAGE, r"n = 10\^400: must be an integer"),
        row("hallmark eval clones.delta n=1e400 eps0=1 eps=1/2", USAGE, r"\bn\b"),
        row(f"hallmark eval clones.delta n={BIG} eps0=1 eps=1/2", USAGE, r"\bn\b"),
        row("hallmark eval clones.delta n=1e100001 eps0=1 eps=1/2", USAGE, r"exponent|100000"),
        row("hallmark eval clones.delta n= eps0=1 eps=1/2", USAGE, r"\bn\b|number"),
        # eps0
        row("hallmark eval clones.delta n=10 eps0=0 eps=1/2", USAGE, r"eps0.*0"),
        row("hallmark eval clones.delta n=10 eps0=-1 eps=1/2", USAGE, r"eps0.*-1"),
        row("hallmark eval clones.delta n=10 eps0=nan eps=1/2", USAGE, r"nan"),
        row("hallmark eval clones.delta n=10 eps0=inf eps=1/2", USAGE, r"inf"),
        row("hallmark eval clones.delta n=10 eps0=four eps=1/2", USAGE, r"four"),
        row("hallmark eval clones.delta n=10 eps0=1e400 eps=1/2", USAGE, r"eps0"),
        row("hallmark eval clones.delta n=10 eps0=1e-400 eps=0", USAGE, r"eps0 = 1e-400: must be a number in nats, from"),
        row("hallmark eval clones.delta n=10 eps0=1e-30 eps=0 --json", 0, check=is_evaluation),
        row("hallmark eval clones.delta n=10 eps0=1/0 eps=1/2", USAGE, r"1/0"),
        row("hallmark eval clones.delta n=10 eps0='ln(0)' eps=1/2", USAGE, r"ln"),
        row("hallmark eval clones.delta n=10 eps0='ln(ln(3))' eps=1/2", USAGE, r"ln\(ln"),
        # eps
        row(f"hallmark eval clones.delta n=10 eps0=1 eps=0.{'3' * 100_000}", 0, seconds=60),
        row("hallmark eval clones.delta n=10 eps0=1 eps=-1/2", USAGE, r"eps.*-1/2"),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1 --json", 0, check=interval("0")),
        row("hallmark eval clones.delta n=10 eps0=1 eps=2 --json", 0, check=interval("0")),
        row("hallmark eval clones.delta n=10 eps0='ln(3)' eps='ln(3)' --json", 0, check=interval("0")),
        row("hallmark eval rr2.delta n=10 eps0='ln(3)' eps='ln(3)' direction=both --json", 0, check=interval("0")),
        row("hallmark eval shuffle.delta n=10 eps0=1 eps=7 --json", 0, check=interval("0")),
        # delta
        row(f"{EPSILON} delta=0 --json", 0, check=interval("1")),
        row(f"{EPSILON} delta=1 --json", 0, check=interval("0")),
        row(f"{EPSILON} delta=2", USAGE, r"delta.*2"),
        row(f"{EPSILON} delta=-1", USAGE, r"delta.*-1"),
        row(f"{EPSILON} delta=1e-400 --json", 0, check=is_evaluation),
        row(f"{EPSILON} delta=1e-100001", USAGE, r"exponent|100000"),
        row("hallmark eval gaussian.epsilon sigma=1 delta=0", USAGE, r"delta.*0"),
        # the ends of domains: an answer within the budget, no abort
        row("hallmark eval clones.epsilon.noisy-sgd n=1000 sigma=1 delta=1e-6 --digits 1", 0),
        row("hallmark eval clones.epsilon.noisy-sgd n=1000 sigma=1e-30 delta=1e-6", USAGE, r"delta"),
        row(f"hallmark eval allocation.delta.decomposition sigma=1 steps=1 lambda={NEXT_TO_1} eps=10000 direction=both --time-limit 1", UNDECIDED),
        row(f"hallmark eval allocation.epsilon.decomposition sigma=1 steps=100 lambda={NEXT_TO_1} delta=1e-6 direction=both --time-limit 1",
            (0, UNDECIDED)),
        row(f"hallmark eval poisson-gaussian.epsilon delta=1e-6 rate={NEXT_TO_1} sigma=1 steps=100 direction=both --time-limit 1", (0, UNDECIDED)),
        row("hallmark eval poisson-gaussian.epsilon delta=1e-99999 rate=1/100 sigma=1 steps=100 direction=both --time-limit 1", (0, UNDECIDED)),
        row("hallmark eval poisson-gaussian.delta eps=1/2 rate=1/100 sigma=1 steps=100 direction=both --digits 1000 --time-limit 0.3", UNDECIDED,
            out=r"the budget ended|fewer digits than asked"),
        row("hallmark eval allocation-rr.delta eps0=1 steps=1e15 selected=1e15 eps=1/2 direction=both --time-limit 1", (0, UNDECIDED)),
        row("hallmark eval krr.delta.weak n=1e15 k=10 gamma=1/4 eps=1/2 --time-limit 1", UNDECIDED),
        row("hallmark eval gaussian.epsilon sigma=0 delta=1e-6", USAGE, r"sigma.*0"),
        row("hallmark eval gaussian.delta sigma=-1 eps=1", USAGE, r"sigma.*-1"),
        row("hallmark eval gaussian.delta sigma=1 eps=1 rounds=0", USAGE, r"rounds.*0"),
        # closed forms refuse outside their validity
        row("hallmark eval clones.epsilon.closed-form n=10000 eps0=1 delta=1e-6 --json", 0, check=is_evaluation),
        row("hallmark eval clones.epsilon.closed-form n=100 eps0=4 delta=1e-6", USAGE, r"eps0|valid"),
        row("hallmark eval clones.eps0 n=1000000 eps=0.25 delta=1e-8 --json", 0, check=is_evaluation),
        row("hallmark eval clones.eps0 n=1000 eps=0 delta=0", USAGE, r"no eps0 > 0 gives delta = 0"),
        row("hallmark eval clones.eps0 n=1000 eps=1 delta=1", USAGE, r"every eps0 will do"),
        row("hallmark eval clones.n eps0=4 eps=0.1 delta=1e-8", 0, out=r"429119"),
        row("hallmark eval clones.n eps0=4 eps=0.1 delta=0", USAGE, r"no number of reports"),
        row("hallmark eval clones.n eps0=40 eps=0.01 delta=1e-9", USAGE, r"10\^15 reports"),
        row("hallmark eval clones.epsilon.approximate n=1000 eps0=1 delta0=1e-3 delta=1e-6", USAGE, r"delta0 adds"),
        row("hallmark eval multinomial.delta n=100 p=0.4 q=1 eps=1", USAGE, r"p = "),
        row("hallmark eval krr.epsilon.closed-form n=100 k=10 eps0=4 delta=1e-8", USAGE, r"does not hold"),
        row("hallmark eval krr.epsilon.bbgn19 n=100 k=10 gamma=0.1 delta=1e-8", USAGE, r"says nothing"),
        row("hallmark eval shuffle.epsilon.efmrtt19 n=999 eps0=0.1 delta=1e-6", USAGE, r"at least 1000"),
        row("hallmark eval rr2.epsilon.csuzz19 n=100 eps0=4 delta=1e-6", USAGE, r"not available in this version \(\[CSUZZ19\]; literature-unverified"),
        row("hallmark eval shuffle.renyi.gddsk21 n=100 eps0=1 alpha=2.5", USAGE, r"an integer"),
        row("hallmark eval variation-ratio.delta n=3 p=3 beta=0.9 q=3 eps=1", USAGE, r"\(p-1\)/\(p\+1\)"),
        row("hallmark eval fmt23.epsilon.closed-form n=100 eps0=4 delta=1e-6", USAGE, r"does not hold"),
        row("hallmark eval allocation.sigma steps=10 eps=1 delta=0 direction=both", USAGE, r"delta"),
        row("hallmark eval clones.epsilon.closed-form-sharp n=100 eps0=4 delta=1e-6", USAGE, r"eps0|valid"),
        # the time limit ends a search before it knows anything: undecided, not bad input
        row("hallmark eval clones.n eps0=4 eps=0.1 delta=1e-8 --time-limit 0.001", (0, UNDECIDED)),
        row("hallmark eval clones.epsilon.noisy-sgd n=1000 sigma=3 delta=1e-6 --time-limit 0.001", (0, UNDECIDED)),
        # options that do not apply, by their own names
        row(f"{CLONES} eps=1/2 --methods all", USAGE, r"--methods: this quantity has one method"),
        row(f"{CLONES} eps=1/2 --cross", USAGE, r"--cross: this quantity has no two contours"),
        row(f"{EPSILON} delta=1e-6 --eps-list 1,2", USAGE, r"--eps-list: this quantity has no parameter eps"),
        row("hallmark eval gaussian.renyi sigma=3 alpha=7/3 --digits 200 --json", 0, out=r'"lo": "0\.1(296){66}'),
        row(f"hallmark eval renyi-curve.delta curve='{CURVE}' eps=5 --digits 3 --format csv", 0, out=re.escape(f'"{CURVE}"')),
        row("hallmark eval renyi-curve.epsilon curve=2,9e99999 rounds=1000000000000000 delta=1e-5 --digits 3", 0, out=r"9e100014"),
        row(f"{CLONES} eps=.5 --format tex", 0, out=r"(?s)\$\\delta \\le .*cite\{FMT21\}"),
        row("hallmark eval gaussian.epsilon sigma=1 delta=1e-5 --digits 3", 0, out=r"^epsilon <= 4\.38  \(rounded up; lower end 4\.37\)\n"),
        row("hallmark eval gaussian.epsilon sigma=1 delta=1e-99999 --digits 3", 0, out=r"delta=1e-99999"),
        row("hallmark eval clones.delta n=10", USAGE, r"missing parameters eps0: .*; eps: "),
        row("""hallmark eval composition.delta eps=1 direction=both --compose '[{"mechanism": "gaussian", "parameters": {"sigma": "2"}, "rounds": 4}]'""",
            0, out=r"composition\.delta\(direction=both, eps=1, phases=4 x gaussian"),
        # parameters
        row("hallmark eval", USAGE, r"(?i)quantity|id|missing|required"),
        row("hallmark eval clones.delta", USAGE, missing),
        row("hallmark eval clones.delta n=10 eps=1/2", USAGE, r"eps0"),
        row("hallmark eval clones.delta n=10 n=10 eps0=1 eps=1/2", USAGE, r"\bn\b"),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 sigma=1", USAGE, r"sigma"),
        row("hallmark eval clones.delta n=10 eps0=1 delta=1e-6", USAGE, r"eps|delta"),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 surplus", USAGE, r"surplus"),
        row("hallmark eval clones.delta =10 eps0=1 eps=1/2", USAGE),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 adjacency=add-remove", USAGE, r"replace-one"),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 adjacency=nearby", USAGE, r"nearby|replace-one"),
        row("hallmark eval clones.dleta n=10 eps0=1 eps=1/2", USAGE, r"clones\.dleta"),
        row("hallmark eval poisson-gaussian.delta sigma=1 rate=0 steps=10 eps=1 direction=both", USAGE,
            r"poisson-gaussian\.delta: rate = 0"),
        row("hallmark eval rr2.delta n=10 eps0=1 eps=1/2", 0, out=r"direction=both"),
        row("hallmark eval rr2.delta n=10 eps0=1 eps=1/2 direction=sideways", USAGE, r"sideways"),
        row("hallmark eval rr2.delta n=10 eps0=1 eps=1/2 direction=both others=10", USAGE, r"others"),
        row("hallmark eval rr2.delta n=10 eps0=1 eps=1/2 direction=both others=-1", USAGE, r"others"),
        # options
        row(f"{CLONES} eps=1/2 --digits", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --digits 0", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --digits -3", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --digits many", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --digits 1e9", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --digits 99999999999999999999", USAGE, r"digits"),
        row(f"{CLONES} eps=1/2 --time-limit 0", (USAGE, 2), r"time-limit"),
        row(f"{CLONES} eps=1/2 --time-limit -1", USAGE, r"time-limit"),
        row(f"{CLONES} eps=1/2 --time-limit soon", USAGE, r"time-limit"),
        row(f"{CLONES} eps=1/2 --time-limit nan", USAGE, r"time-limit"),
        row(f"{CLONES} eps=1/2 --format json", 0, check=is_evaluation),
        row(f"{CLONES} eps=1/2 --format yaml", USAGE, r"--format = yaml: must be one of text, json"),
        row(f"{CLONES} eps=1/2 --format text --json", USAGE, r"--json: must not stand beside --format text"),
        row(f"{CLONES} eps=1/2 --json=3", USAGE, r"hallmark: --json: takes no value"),
        *[row(f"{CLONES} eps=1/2 {option} ''", USAGE, f"{option}: must not be empty")
          for option in ("--digits", "--route", "--time-limit", "--memory", "--format", "--eps-list", "--methods", "--compose")],
        row(f"{CLONES} eps=1/2 --memory -1", USAGE, r"memory"),
        row(f"{CLONES} eps=1/2 --memory lots", USAGE, r"memory"),
        row(f"{CLONES} eps=1/2 --route scenic", USAGE, r"scenic|route"),
        row(f"{CLONES} eps=1/2 --nonsense", USAGE, r"nonsense"),
        row(f"{CLONES} --eps-list 0.1,,0.9", USAGE, r"eps-list|number"),
        row(f"{CLONES} --eps-list 0.1,four", USAGE, r"four"),
        row(f"{CLONES} eps=1/2 --eps-list 0.1", USAGE, r"eps"),
        row(f"{CLONES} eps=1/2 --exact", USAGE, r"(?i)exact"),
        # the budget ends first: the bracket proved so far, and 2
        row("hallmark eval clones.epsilon n=1000000000000000 eps0=1 delta=1e-8 --digits 50 --time-limit 1 --json", 2,
            seconds=8, check=is_evaluation),
    ]


def claim(**fields):
    base = {"id": "A", "source": {"paper": "FMT21", "where": "here"}, "quantity": "shuffle.epsilon",
            "parameters": {"n": "1000", "eps0": "1", "delta": "1e-6", "rounds": "1"}, "relation": "<=", "value": "1"}
    base.update(fields)
    return {key: value for key, value in base.items() if value is not None}


def claims_file(*claims, **fields):
    return json.dumps({"schema": "hallmark-claims-v1", "claims": list(claims), **fields})


def expected(**verdicts):
    return json.dumps({"schema": "hallmark-expected-v1", "verdicts": verdicts})


GOOD = claim()
WRONG = claim(id="B", value="1/1000000")
OPEN = claim(id="C", quantity="batch.crossing", value="9", parameters={"sigma": "1", "steps": "2"})
REMARK = {"id": "D", "source": {"paper": "FMT21", "where": "here"}, "kind": "remark", "text": "More or less."}


def verdicts(**wanted):
    def check(result):
        found = {entry["id"]: entry["verdict"] for entry in json.loads(result.out)["claims"]}
        wrong = {name: found.get(name) for name, verdict in wanted.items() if found.get(name) != verdict}
        if wrong:
            return f"verdicts {wrong}, expected {wanted}"
        for entry in json.loads(result.out)["claims"]:
            if entry["verdict"] == "undecided" and not entry["reason"]:
                return f"{entry['id']}: undecided without a reason"
        return None

    return check


def leaves(*names, folder):
    def check(_):
        found = sorted(path.name for path in pathlib.Path(folder).iterdir()) if pathlib.Path(folder).is_dir() else []
        return None if found == sorted(names) else f"{folder} holds {found}, expected {sorted(names)}"

    return check


def certification():
    files = {
        "good.json": claims_file(GOOD), "wrong.json": claims_file(WRONG), "open.json": claims_file(OPEN),
        "remark.json": claims_file(GOOD, REMARK), "all.json": claims_file(GOOD, WRONG, OPEN),
        "expected.json": expected(A="certified", B="refuted", C="undecided"),
        "other.json": expected(A="certified", B="certified", C="undecided"),
        "short.json": expected(A="certified", B="refuted"),
        "long.json": expected(A="certified", B="refuted", C="undecided", E="certified"),
        "bad.json": claims_file(GOOD, claim(id="N", parameters={**GOOD["parameters"], "n": "1.5"}), claim(id="U", quantity="shuffle.epsilom"),
                                claim(id="P", value="25 percent"), WRONG),
        "range.json": claims_file(GOOD, claim(id="R", quantity="clones.epsilon.closed-form",
                                              parameters={"n": "100", "eps0": "4", "delta": "1e-6"})),
        "root.json": claims_file(claim(quantity="gaussian.delta", parameters={"sigma": "2/sqrt(2)", "eps": "sqrt(2)"},
                                       value="sqrt(1/50)")),
        "broken.json": claims_file(claim(id="Z"))[:-1], "empty-list.json": claims_file(), "only-remark.json": claims_file(REMARK),
        "huge-exp.json": claims_file(claim(value="exp(1e100000)")),
        "not-expected.json": claims_file(GOOD), "plain": "a regular file\n",
        "relations.json": claims_file(
            claim(id="lt", relation="<", value="1"), claim(id="ge", relation=">=", value="1/1000000"),
            claim(id="gt", relation=">", value="1/1000000"), claim(id="in", relation="in", value=["1/1000000", "1"]),
            claim(id="near", quantity="gaussian.epsilon", parameters={"sigma": "1", "delta": "1e-5", "rounds": "1"},
                  relation="~", value="4.377"),
            claim(id="two", quantity="gaussian.delta", parameters={"sigma": "1", "eps": "1", "rounds": "1"},
                  relation=">", value={"quantity": "gaussian.delta", "parameters": {"sigma": "2", "eps": "1", "rounds": "1"}})),
    }
    for name, content in files.items():
        write(".", name, content)
    return [
        row("hallmark certify good.json", 0, out=r"A[\s\S]*certified"),
        row("hallmark certify wrong.json", 1, out=r"B[\s\S]*refuted"),
        row("hallmark certify open.json", 2, out=r"C[\s\S]*undecided[\s\S]*batch.crossing"),
        row("hallmark certify all.json", 1),
        row("hallmark certify good.json open.json", 2),
        row("hallmark certify good.json --route convex", 0, out=r"A[\s\S]*certified"),
        row("hallmark certify good.json --route nonsense", USAGE, r"route = nonsense"),
        row("hallmark certify all.json --json", 1, check=verdicts(A="certified", B="refuted", C="undecided")),
        row("hallmark certify remark.json", 0, out=r"D\s+remark\s+More or less\."),
        row("hallmark certify relations.json --json", (0, 2),
            check=verdicts(lt="certified", gt="certified", ge="certified", two="certified", near="certified")),
        row("hallmark certify all.json -o out", 1, check=leaves("A.cert", "B.cert", folder="out")),
        row("hallmark certify all.json -o out/deep/er", 1, check=leaves("A.cert", "B.cert", folder="out/deep/er")),
        row("hallmark-check out/A.cert out/B.cert", 0, out=r"(?m)^s VERIFIED.*\n[\s\S]*^s VERIFIED"),
        row("hallmark certify all.json --expected expected.json", 0),
        row("hallmark certify all.json --expected other.json", 1, r"(?i)B\b", check=None),
        row("hallmark certify all.json --expected short.json", 1, r"\bC\b"),
        row("hallmark certify all.json --expected long.json", 1, r"\bE\b"),
        row("hallmark certify all.json --expected not-expected.json", USAGE, r"not-expected\.json"),
        row("hallmark certify all.json --expected nowhere.json", FILE, r"nowhere\.json"),
        # usage and files
        row("hallmark certify", USAGE, r"(?i)file|required|missing"),
        row("hallmark certify good.json -o", USAGE, r"-o"),
        row("hallmark certify good.json -o ''", USAGE, r"--out: must not be empty"),
        row("hallmark certify good.json --nonsense", USAGE, r"nonsense"),
        row("hallmark certify nowhere.json", FILE, r"nowhere\.json"),
        row("hallmark certify nowhere.json wrong.json", FILE, r"nowhere\.json", out="refuted"),
        row("hallmark certify .", FILE, r"\."),
        row("hallmark certify good.json -o plain/below", FILE, r"plain"),
        row("hallmark certify good.json -o plain", FILE, r"plain"),
        row("hallmark certify good.json -o /proc/nowhere", FILE, r"/proc/nowhere"),
        row("hallmark certify good.json good.json", USAGE, r"\bA\b", out="certified"),
        row("hallmark certify bad.json", USAGE, r"bad\.json:N:parameters: shuffle\.epsilon: n = 1\.5[\s\S]*bad\.json:P:value: .*25 percent",
            out=r"A +certified[\s\S]*N +error[\s\S]*U +undecided[\s\S]*unknown, did you mean[\s\S]*P +error[\s\S]*B +refuted"
                r"[\s\S]*5 of 5 claims: 1 certified, 1 refuted, 1 undecided, 2 error"),
        row("hallmark certify bad.json --keep-going --jobs 1", USAGE, out=r"5 of 5"),
        row("hallmark certify range.json", USAGE, r"does not hold", out=r"A +certified[\s\S]*R +error[\s\S]*does not hold"),
        row("hallmark certify broken.json good.json", USAGE, r"broken\.json:1:", out=r"A +certified"),
        row("hallmark certify good.json expected.json", 0, r"expected\.json: .*skipped", out=r"1 of 1 claims: 1 certified"),
        row("hallmark certify expected.json", USAGE, r"expected a claim to decide"),
        row("hallmark certify empty-list.json", USAGE, r"/claims"),
        row("hallmark certify only-remark.json", USAGE, r"expected a claim to decide"),
        row("hallmark certify good.json -o checked --check", 0, out=r"checker: s VERIFIED"),
        row("hallmark certify root.json -o roots --check", 0, out=r"A +certified gaussian\.delta <= sqrt\(1/50\)\n.*\n +checker: s VERIFIED .*sigma=sqrt\(2\)"),
        row("hallmark certify good.json --check", USAGE, r"--check: must stand beside --out"),
        row("hallmark certify -", 0, out=r"A +certified", given="good.json"),
        row("hallmark certify - wrong.json", 1, out=r"A +certified[\s\S]*B +refuted", given="good.json"),
        row("hallmark certify -", USAGE, r"-:N:parameters: shuffle\.epsilon: n = 1\.5", out=r"5 of 5 claims", given="bad.json"),
        row("hallmark certify -", USAGE, r"standard input:1:1: expected JSON"),
        row("hallmark certify huge-exp.json", UNDECIDED, out=r"too large|beyond"),
    ]


# Errors of one claim, which costs its own row alone; the others are of the file.
OWN_ROW = {"bad-number", "nan", "in-reversed", "near-fraction", "missing-parameter", "unknown-parameter", "bad-parameter", "adjacency"}


def claims():
    """Broken claims files: always 64, with path, line and column or the name of what is wrong."""
    text = claims_file(GOOD)
    nested = '{"schema":"hallmark-claims-v1","claims":' + "[" * 100_000
    number = text.replace('"value": "1"', '"value": 1.0')
    broken = {
        "empty": ("", r"empty.json"),
        "blank": (" \n\t\n", r"blank.json"),
        "truncated": (text[: len(text) // 2], r"truncated.json:1:\d+"),
        "no-brace": (text[:-1], r"no-brace.json:1:\d+"),
        "trailing": (text + " x", r"trailing.json:1:\d+"),
        "comment": ("// claims\n" + text, r"comment.json:1:1"),
        "latin1": (text.replace("here", "h\xe9re").encode("latin-1"), r"(?i)latin1.json.*utf-8"),
        "overlong": (text.encode().replace(b"here", b"h\xc0\xafre"), r"(?i)overlong.json.*utf-8"),
        "utf16": (text.encode("utf-16"), r"utf16.json"),
        "nul": (text.encode().replace(b"here", b"h\x00re"), r"nul.json:1:\d+"),
        "nested": (nested, r"(?i)nested.json.*(deep|depth|nest)"),
        "closed-nest": (nested + "]" * 100_000 + "}", r"(?i)closed-nest.json.*(deep|depth|nest)"),
        "duplicate-key": (text.replace('"relation"', '"id": "Z", "relation"'), r"(?i)duplicate-key.json.*(id|duplicate)"),
        "duplicate-parameter": (text.replace('"n": "1000"', '"n": "1000", "n": "10"'), r"duplicate-parameter.json.*\bn\b"),
        "duplicate-schema": (text.replace('"claims"', '"schema": "hallmark-claims-v1", "claims"', 1), r"schema"),
        "duplicate-id": (claims_file(GOOD, GOOD), r"\bA\b"),
        "array": ("[]", r"array.json"),
        "string": ('"hallmark-claims-v1"', r"string.json"),
        "no-schema": (json.dumps({"claims": [GOOD]}), r"schema"),
        "future": (text.replace("claims-v1", "claims-v9"), r"hallmark-claims-v9|schema"),
        "no-claims": (json.dumps({"schema": "hallmark-claims-v1"}), r"claims"),
        "claims-object": (json.dumps({"schema": "hallmark-claims-v1", "claims": {}}), r"claims"),
        "surplus-root": (claims_file(GOOD, comment="hello"), r"comment"),
        "surplus-claim": (claims_file(claim(comment="hello")), r"comment"),
        "surplus-source": (claims_file(claim(source={"paper": "FMT21", "where": "x", "page": "3"})), r"page"),
        "number": (number, r"number.json.*"),
        "bad-number": (claims_file(claim(value="four")), r"four"),
        "nan": (claims_file(claim(value="nan")), r"nan"),
        "no-id": (claims_file(claim(id=None)), r"\bid\b"),
        "no-quantity": (claims_file(claim(quantity=None)), r"quantity"),
        "no-parameters": (claims_file(claim(parameters=None)), r"parameters"),
        "no-relation": (claims_file(claim(relation=None)), r"relation"),
        "no-value": (claims_file(claim(value=None)), r"value"),
        "bad-relation": (claims_file(claim(relation="==")), r"=="),
        "in-one": (claims_file(claim(relation="in", value="1")), r"\bin\b|value"),
        "in-three": (claims_file(claim(relation="in", value=["0", "1", "2"])), r"value|two|in"),
        "in-reversed": (claims_file(claim(relation="in", value=["2", "1"])), r"value|2|lo"),
        "pair-value": (claims_file(claim(value=["0", "1"])), r"value"),
        "near-fraction": (claims_file(claim(relation="~", value="1/3")), r"~|decimal|digits|1/3"),
        "slash-id": (claims_file(claim(id="../../etc/passwd")), r"\bid\b"),
        "empty-id": (claims_file(claim(id="")), r"\bid\b"),
        "long-id": (claims_file(claim(id="x" * 300)), r"\bid\b"),
        "missing-parameter": (claims_file(claim(parameters={"n": "1000", "eps0": "1", "rounds": "1"})), r"delta"),
        "unknown-parameter": (claims_file(claim(parameters={**GOOD["parameters"], "sigma": "1"})), r"sigma"),
        "bad-parameter": (claims_file(claim(parameters={**GOOD["parameters"], "n": "0"})), r"\bn\b"),
        "number-parameter": (claims_file(claim(parameters={**GOOD["parameters"], "n": 1.5})), r"\bn\b|parameter|string"),
        "adjacency": (claims_file(claim(adjacency="zero-out")), r"replace-one|zero-out"),
        "remark-text": (claims_file({**REMARK, "text": None}), r"text"),
        "remark-kind": (claims_file({**REMARK, "kind": "rumour"}), r"kind|rumour"),
        "two-bad": (claims_file(claim(value={"quantity": "shuffle.epsilon"})), r"parameters"),
    }
    rows = []
    for name, (content, message) in broken.items():
        write(".", f"{name}.json", content)
        rows.append(row(f"hallmark certify {name}.json", USAGE, message, out="error" if name in OWN_ROW else "", megabytes=300))
    for name in ("truncated", "bad-number"):  # as expected.json too
        rows.append(row(f"hallmark certify good.json --expected {name}.json", USAGE, name, megabytes=300))
    write(".", "good.json", text)
    small = '{"x":[{},{},{},{},{},{},{},{}]},'
    with open("huge.json", "w", encoding="ascii") as huge:  # in pieces: a child's peak memory starts at ours
        huge.write('{"schema":"hallmark-claims-v1","claims":[')
        for _ in range(100):
            huge.write(small * (1_000_000 // len(small)))
    rows.append(row("hallmark certify huge.json", USAGE, r"huge\.json", megabytes=500))
    write(".", "long-number.json", claims_file(claim(value="1" * 2_000_000)))
    rows.append(row("hallmark certify long-number.json", USAGE, r"digits|10\^6|1000000|long", megabytes=300))
    rows.append(row("hallmark certify good.json", 0, megabytes=300))
    return rows


def interrupt():
    """Ctrl-C: 130 soon after, no half-written file."""
    # Each claim takes long at n = 10^15; the first ones do not.
    slow = [claim(id=f"S{i}", parameters={"n": "1000000000000000", "eps0": "1", "delta": "1e-8", "rounds": "1"}) for i in range(3)]
    write(".", "slow.json", claims_file(GOOD, *slow))

    def whole(_):
        for path in pathlib.Path("out").glob("*"):
            if path.suffix != ".cert" and not path.name.startswith(".ledger"):  # what the same command goes on with
                return f"{path} was left behind"
            if path.suffix != ".cert":
                continue
            checked = run([PROGRAMS["hallmark-check"], str(path)], 20)
            if checked.code != 0:
                return f"{path} does not verify: {checked.out}"
        return None

    slow_eval = "hallmark eval clones.epsilon n=1000000000000000 eps0=1 delta=1e-8 --digits 200 --time-limit 300"
    return [
        row(slow_eval, INTERRUPTED, interrupt_after=1, seconds=10),
        row(slow_eval + " --json", INTERRUPTED, interrupt_after=0.3, seconds=10),
        row("hallmark certify slow.json -o out", INTERRUPTED, interrupt_after=2, seconds=12, check=whole),
    ]


def checker():
    write(".", "good.json", claims_file(GOOD))
    made = run([PROGRAMS["hallmark"], "certify", "good.json", "-o", "out"], 30)
    assert made.code == 0, made.err
    good = pathlib.Path("out/A.cert").read_bytes()
    lines = good.decode().splitlines(keepends=True)
    with open("sparse.cert", "wb") as sparse:
        sparse.truncate(1 << 30)
    with open("digits.cert", "wb") as digits:
        digits.write("".join(lines[:6]).encode() + b"parameter n ")
        for _ in range(1000):
            digits.write(b"7" * 1_000_000)
    contents = {"good": good, "truncated": good[:-20], "empty": b"", "text": b"VERIFIED\n", "binary": bytes(range(256)) * 64,
                "crlf": good.replace(b"\n", b"\r\n"), "surplus": good + b"\n", "changed": good.replace(b"n 1000", b"n 1001"),
                "million": good.replace(b"n 1000\n", b"n " + b"1" * 200_000 + b"\n")}
    for name, content in contents.items():
        write(".", f"{name}.cert", content)
    malformed = r"(?m)^s MALFORMED line \d+: expected"
    # Cells of a grid at a precision of thousands of bits: a table of them would take gigabytes.
    wide = "\n".join([
        "hallmark certificate 2", "STATEMENT", "quantity rr2.delta", "bounds mechanism", "adjacency replace-one", "direction both",
        "parameter eps 1/2", "parameter eps0 10000", "parameter n 20", "parameter others 5", "parameter rounds 2", "relation in",
        "value 1537/10000", "value 769/5000", "AXIOMS", "none", "WITNESS", "method grid", "bits 64", "grid 50", "rr2-direction add", "END", ""])
    write(".", "wide.cert", f"{wide}sha256 {hashlib.sha256(wide.encode()).hexdigest()}\n")
    rows = [
        row("hallmark-check wide.cert", 1, out=r"(?m)^s REJECTED work: too much work", megabytes=600),
        row("hallmark-check good.cert", 0, out=r"(?m)^s VERIFIED shuffle\.epsilon\(.*\) .*<= 1 modulo \[FMT21-Theorem-3\.2"),
        row("hallmark-check good.cert good.cert", 0, out=r"(?m)^s VERIFIED[\s\S]*^s VERIFIED"),
        row("hallmark-check", USAGE, r"(?i)usage|file"),
        row("hallmark-check --nonsense good.cert", USAGE, r"nonsense"),
        row("hallmark-check sparse.cert", 1, out=malformed, seconds=10, megabytes=200),
        row("hallmark-check digits.cert", 1, out=malformed, seconds=10, megabytes=200),
        row("hallmark-check good.cert truncated.cert good.cert", 1, out=r"VERIFIED[\s\S]*MALFORMED[\s\S]*VERIFIED"),
    ]
    rows += [row(f"hallmark-check {name}.cert", 1, out=malformed, megabytes=200) for name in contents if name != "good"]
    return rows


def composition():
    """hallmark eval composition.* --compose FILE, and rounds of one mechanism."""

    def phases(*items):
        return json.dumps([{"mechanism": m, "parameters": p, "rounds": r} for m, p, r in items])

    clones = ("clones", {"n": "100", "eps0": "1"}, 3)
    weak = ("krr.weak", {"n": "20", "k": "4", "gamma": "1/4"}, "2")
    gauss = ("gaussian", {"sigma": "2"}, 4)
    delta = "hallmark eval composition.delta eps=1/2 direction=both --compose"
    broken = {
        "mixed": (phases(clones, gauss), r"/1: gaussian .*zero-out.*clones.*replace-one"),
        "unknown": (phases(("clone", {"n": "1"}, 1)), r"clone: must be one of clones, rr2"),
        "zero": (phases(("gaussian", {"sigma": "2"}, 0)), r"zero\.json:1:\d+: /0/rounds: expected an integer from 1 to 10{15}, found \"0\""),
        "negative": (phases(("gaussian", {"sigma": "2"}, -3)), r"rounds.*-3"),
        "fraction": (phases(("gaussian", {"sigma": "2"}, "3/2")), r"rounds.*3/2"),
        "many": (phases(("gaussian", {"sigma": "2"}, 10**15), ("gaussian", {"sigma": "2"}, 10**15)), r"rounds"),
        "range": (phases(("gaussian", {"sigma": 2}, 1)).replace("2", "1e400"), r"range\.json:1:\d+: .*number"),
        "half": (phases(("gaussian", {"sigma": 2}, 0.5)), r"rounds: expected an integer from 1 to 10{15}, found"),
        "missing": (phases(("clones", {"n": "10"}, 1)), r"eps0"),
        "surplus": (phases(("clones", {"n": "10", "eps0": "1", "k": "3"}, 1)), r"\bk\b"),
        "key": ('[{"mechanism":"clones","parameters":{},"round":1}]', r"round"),
        "empty": ("[]", r"expected an array of 1 to 10000, found an empty array"),
        "object": ("{}", r"expected an array"),
        "truncated": (phases(clones)[:-1], r"truncated\.json:1:\d+"),
        "million": ("[" + ",".join(['{"mechanism":"gaussian","parameters":{"sigma":"2"}}'] * 1_000_000) + "]", r"million\.json"),
    }
    rows = []
    for name, (content, message) in broken.items():
        write(".", f"{name}.json", content)
        rows.append(row(f"{delta} {name}.json", USAGE, message, megabytes=1000, seconds=30))
    write(".", "good.json", phases(clones, weak))
    write(".", "gauss.json", phases(gauss, gauss))
    write(".", "bare.json", '[{"mechanism": "laplace", "parameters": {"eps0": 0.10000000000000000000000001}, "rounds": 2}]')
    write(".", "long.json", phases(("gaussian", {"sigma": "1e6"}, 10**12)))
    rows += [
        row(f"{delta} good.json --json", 0, check=is_evaluation, seconds=60),
        row(f"{delta} good.json --digits 200 --time-limit 1", UNDECIDED, seconds=20),
        row(f"{delta} gauss.json --json", 0, check=is_evaluation),
        row(f"{delta} bare.json", 0, out=r"eps0=10{24}1/10{26}\b"),
        row(f"{delta} long.json --json", 0, check=is_evaluation),
        row("hallmark eval composition.epsilon delta=1e-6 direction=both --compose good.json --json", 0, check=is_evaluation, seconds=60),
        row(f"{delta} nowhere.json", FILE, r"nowhere\.json"),
        row("hallmark eval composition.delta eps=1/2 direction=both", USAGE, r"--compose"),
        row("hallmark eval clones.delta n=10 eps0=1 eps=1/2 --compose good.json", USAGE, r"composition\.delta"),
        row("hallmark eval clones.delta n=100 eps0=1 eps=0.1 rounds=2 --json", 0, check=is_evaluation),
        row("hallmark eval clones.delta n=100 eps0=1 eps=0.1 rounds=2 --digits 40 --json", 0, check=is_evaluation),
        row("hallmark eval clones.delta n=100 eps0=1 eps=3 rounds=3 --json", 0, check=interval("0")),
        row("hallmark eval clones.epsilon n=100 eps0=1 delta=0 rounds=3 --json", 0, check=interval("3")),
        row("hallmark eval clones.delta n=100 eps0=1 eps=0.1 rounds=0", USAGE, r"rounds.*0"),
        row("hallmark eval clones.delta n=100 eps0=1 eps=0.1 rounds=3 --route atoms", USAGE, r"two rounds"),
    ]
    return rows


def unreadable():
    """A file that cannot be read: 74, yet the others are checked and reported."""
    return [
        row("hallmark-check nowhere.cert", FILE, r"nowhere\.cert"),
        row("hallmark-check .", FILE, r"\."),
    ]


GROUPS = {"program": program, "list": listing, "eval": evaluation, "certify": certification, "claims": claims,
          "interrupt": interrupt, "compose": composition, "check": lambda: checker() + unreadable()}


def main():
    global PROGRAMS, MEMORY_FACTOR
    binary = pathlib.Path(sys.argv[1]).resolve()
    group = sys.argv[2]
    PROGRAMS = {"hallmark": str(binary / "cli" / "hallmark"), "hallmark-check": str(binary / "proofs-check" / "hallmark-check")}
    MEMORY_FACTOR = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    with temporary_folder() as folder:
        os.chdir(folder)
        return run_table(group, GROUPS[group](), PROGRAMS, MEMORY_FACTOR)


sys.exit(main())
