#!/usr/bin/env python3
"""adapters.py BINARY_DIR SOURCE_DIR: the adapters of data/adapters hand every argument to its place and every answer back.

The packages are stand-ins (tests/support/stub_packages) whose answers tell what they were asked.
"""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

BINARY, SOURCE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ADAPTERS = SOURCE / "data" / "adapters"
STUBS = SOURCE / "tests" / "support" / "stub_packages"
FIXTURE = SOURCE / "tests" / "support" / "vectors"


def environment(stubs):
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # Neither the machine's own packages nor the caches of these.
    return {**clean, "PYTHONDONTWRITEBYTECODE": "1", **({"PYTHONPATH": str(STUBS)} if stubs else {})}


def run(adapter, options=(), requests=(), stubs=True):
    text = "".join(json.dumps({"id": f"{number:032x}", "quantity": quantity, "kind": "exact", "parameters": parameters}) + "\n"
                   for number, (quantity, parameters) in enumerate(requests))
    return subprocess.run([sys.executable, "-S", str(ADAPTERS / f"{adapter}.py"), *options], input=text, capture_output=True,
                          text=True, timeout=600, env=environment(stubs))


GAUSSIAN = {"sigma": "1/2", "rounds": "3"}
POISSON = {"sigma": "1/2", "rate": "1/4", "steps": "8", "direction": "both"}
MIXTURE = {"sigma": "2", "weights": "1/2,1/4,1/4", "shifts": "0,1,1/2", "weights2": "1", "shifts2": "0", "direction": "both"}
SHUFFLED = {"sigma": "1/2", "steps": "4"}
ALLOCATION = {"sigma": "1/2", "steps": "10", "selected": "2", "epochs": "3", "direction": "remove"}
LAPLACE_ALLOCATION = {"eps0": "1/4", "steps": "10", "selected": "2", "epochs": "3", "direction": "remove"}
REPORTS = {"n": "1000", "eps0": "4", "rounds": "1"}
PRETEND = "--shuffled-as-poisson"


def with_eps(parameters, eps="2"):
    return {**parameters, "eps": eps}


def with_delta(parameters, delta="1/8"):
    return {**parameters, "delta": delta}


# adapter, options, quantity, parameters, and what comes back: a value with its kind, or words of the reason to skip
CASES = [
    ("dp_accounting_pld", [], "gaussian.delta", with_eps(GAUSSIAN), (1.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "gaussian.epsilon", with_delta(GAUSSIAN), (1.5 + 0.125 + 100, "upper")),
    ("dp_accounting_pld", [], "poisson-gaussian.delta", with_eps(POISSON), (8 * 25.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", ["--interval", "0.5"], "poisson-gaussian.epsilon", with_delta(POISSON), (204.125 + 5e5, "upper")),
    ("dp_accounting_pld", ["--api", "pld", "--interval", "0.5"], "poisson-gaussian.delta", with_eps(POISSON),
     (8 * (25.5 + 5e5) + 2, "upper")),
    ("dp_accounting_pld", ["--bound", "lower", "--interval", "0.5"], "poisson-gaussian.epsilon", with_delta(POISSON),
     (8 * (26 + 5e5) + 1.25, "lower")),
    ("dp_accounting_pld", [], "poisson-gaussian.delta", with_eps({**POISSON, "adjacency": "replace-one"}),
     (3e7 + 8 * 25.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", ["--api", "pld"], "poisson-gaussian.delta", with_eps({**POISSON, "adjacency": "replace-one"}),
     "replace-one only with --api accountant"),
    ("dp_accounting_pld", [], "poisson-gaussian.delta", with_eps({**POISSON, "group": "2"}), "only for group=1"),
    ("dp_accounting_pld", [PRETEND], "shuffled-batch.delta", with_eps({**SHUFFLED, "epochs": "3"}), "only for epochs=1"),
    ("microsoft_prv", [], "poisson-gaussian.delta", with_eps({**POISSON, "adjacency": "replace-one"}), "only for adjacency=zero-out"),
    ("dp_accounting_pld", [], "shuffled-batch.delta", with_eps(SHUFFLED), "pretends"),
    ("dp_accounting_pld", [PRETEND], "shuffled-batch.delta", with_eps(SHUFFLED), (4 * 25.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "clones.delta", with_eps(REPORTS), "does not know clones.delta"),
    ("dp_accounting_pld", [], "gaussian.delta", with_eps({**GAUSSIAN, "sigma": "1/1" + "0" * 400}), "sigma is not positive"),
    ("dp_accounting_pld", [], "gaussian.delta", with_eps(GAUSSIAN, "1" + "0" * 400), "eps does not fit"),
    ("dp_accounting_pld", [], "gaussian.epsilon", GAUSSIAN, "no parameter delta"),
    ("dp_accounting_pld", [], "poisson-gaussian.delta", with_eps(POISSON, "-1/2"), "no answer at a negative eps"),
    ("dp_accounting_pld", ["--bound", "lower"], "poisson-gaussian.delta", with_eps({**POISSON, "direction": "add"}),
     "only for direction=remove|both"),
    ("dp_accounting_rdp", [], "poisson-gaussian.delta", with_eps(POISSON, "-1/2"), "no answer at a negative eps"),
    ("apple_shuffling", ["--bound", "lower"], "shuffle.delta", with_eps(REPORTS), "none of the mechanism"),
    ("microsoft_prv", ["--bound", "lower"], "poisson-gaussian.epsilon", with_delta({**POISSON, "direction": "add"}),
     "only for direction=remove|both"),
    ("dp_accounting_rdp", [], "poisson-gaussian.delta", with_eps(POISSON), (204 + 2 + 8000, "upper")),
    ("dp_accounting_rdp", [], "gaussian.epsilon", with_delta(GAUSSIAN), (1.5 + 0.125 + 7000, "upper")),
    ("dp_accounting_rdp", [PRETEND], "shuffled-batch.epsilon", with_delta(SHUFFLED), (102.125 + 7000, "upper")),
    ("dp_accounting_rdp", [], "poisson-gaussian.epsilon.renyi", with_delta(POISSON), "does not know"),
    ("dp_accounting_pld", [], "laplace.delta", with_eps({"eps0": "1/4", "rate": "1", "rounds": "2"}), (2 * 1004 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "laplace.epsilon", with_delta({"eps0": "1/4", "rate": "1/2", "rounds": "1"}),
     (50 + 1004 + 0.125 + 100, "upper")),
    ("dp_accounting_pld", [], "discrete-laplace.epsilon", with_delta({"a": "1/2", "sensitivity": "3", "rate": "1", "rounds": "1"}),
     (2030.5 + 0.125 + 100, "upper")),
    ("dp_accounting_pld", [], "gdp.delta", with_eps({"mu": "1/4", "rounds": "2"}), (8 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "rr-local.delta", with_eps({"k": "4", "p": "1/2", "rounds": "1"}),
     (3e7 + 5040.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "eps-delta.delta", with_eps({"eps0": "1/2", "delta0": "1/10", "rounds": "1"}),
     (4001.5 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "zcdp.delta", with_eps({"rho": "1/2", "xi": "0", "rounds": "1"}), "does not support SelfComposedDpEvent(event=ZCDpEvent"),
    ("dp_accounting_pld", [], "mixture-gaussian.delta", with_eps({**MIXTURE, "rounds": "2"}), (2 * 7212 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "mixture-gaussian.epsilon", with_delta({**MIXTURE, "shifts2": "1", "rounds": "2"}),
     "answers only for shifts2=0, not 1"),
    ("dp_accounting_pld", [], "bounded-range.delta", with_eps({"eps0": "1/2", "rounds": "1"}), "has no ExponentialMechanismDpEvent"),
    ("dp_accounting_pld", ["--bound", "lower"], "laplace.delta", with_eps({"eps0": "1/4", "rounds": "2"}), "lower bound for Gaussian"),
    ("dp_accounting_pld", [], "composition.delta",
     with_eps({"phases": "2*gaussian(sigma=4)+3*laplace(eps0=1/2,rate=1)+eps-delta(delta=1/10,eps=1/2)+10*poisson-gaussian(rate=1/4,sigma=1)"}),
     (8 + 3006 + 4001.5 + 260 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "composition.delta",
     with_eps({"phases": "10*sampled(of=gaussian(sigma=1),of=laplace(eps0=1,rounds=2),rate=1/4)"}), (20280 + 2 + 100 + 5000, "upper")),
    ("dp_accounting_pld", [], "composition.delta", with_eps({"phases": "clones(eps0=1,n=10)"}), "does not know the phase clones"),
    ("dp_accounting_rdp", [], "zcdp.epsilon", with_delta({"rho": "1/2", "xi": "1/4", "rounds": "2"}),
     (2 * 6003 + 0.125 + 7000, "upper")),
    ("dp_accounting_rdp", [], "discrete-gaussian.delta", with_eps({"sigma2": "4", "sensitivity": "1", "rate": "1", "rounds": "1"}),
     (3112 + 2 + 8000, "upper")),
    ("dp_accounting_rdp", [], "discrete-laplace.delta", with_eps({"a": "1/2", "sensitivity": "3", "rate": "1", "rounds": "1"}),
     "does not support"),
    ("dp_accounting_rdp", [], "rr.epsilon", with_delta({"eps0": "1/2", "rounds": "2"}), (3e5 + 2 * 4000.5 + 0.125 + 7000, "upper")),
    ("microsoft_prv", ["--eps-error", "0.5"], "poisson-gaussian.delta", with_eps(POISSON), (206.5 + 1e6 * 1e-10, "upper")),
    ("microsoft_prv", ["--eps-error", "0.5", "--bound", "lower"], "poisson-gaussian.delta", with_eps(POISSON), (205.5, "lower")),
    ("microsoft_prv", ["--bound", "estimate"], "gaussian.epsilon", with_delta(GAUSSIAN), (1.5 + 1.25, "estimate")),
    ("microsoft_prv", ["--delta-error", "0.5"], "gaussian.delta", with_eps(GAUSSIAN), (3.5 + 0.1 + 5e5, "upper")),
    ("opacus_accountants", [], "poisson-gaussian.epsilon", with_delta(POISSON), (2 * 205.25, "upper")),
    ("opacus_accountants", ["--accountant", "rdp"], "poisson-gaussian.epsilon", with_delta(POISSON), (205.25, "upper")),
    ("opacus_accountants", [PRETEND], "shuffled-batch.epsilon", with_delta(SHUFFLED), (2 * 103.25, "upper")),
    ("opacus_accountants", [], "poisson-gaussian.delta", with_eps(POISSON), "no delta"),
    ("autodp_rdp", [], "poisson-gaussian.delta", with_eps(POISSON), (206.0, "upper")),
    ("autodp_rdp", [], "gaussian.epsilon", with_delta(GAUSSIAN), (2.75, "upper")),
    ("random_allocation_bounds", [], "allocation.delta", with_eps(ALLOCATION), (0.5 + 10 + 200 + 3000 + 2 + 0.25 + 19, "upper")),
    ("random_allocation_bounds", ["--method", "lower-bound", "--orders", "10"], "allocation.epsilon",
     with_delta({**ALLOCATION, "epochs": "1"}), (6e5 + 1210.5 + 1.25 + 0.25 + 9, "lower")),
    ("random_allocation_bounds", ["--method", "lower-bound"], "allocation.epsilon", with_delta(ALLOCATION), "only for epochs=1"),
    ("random_allocation_bounds", ["--method", "lower-bound"], "allocation.epsilon",
     with_delta({**ALLOCATION, "epochs": "1", "direction": "add"}), "only for direction=remove|both"),
    ("random_allocation_bounds", ["--method", "lower-bound"], "allocation.delta",
     with_eps({**ALLOCATION, "epochs": "1"}, "0"), "eps above 0"),
    ("random_allocation_bounds", [], "allocation.epsilon.recursive", with_delta(ALLOCATION), "--theorems"),
    ("random_allocation_bounds", ["--theorems"], "allocation.delta.decomposition",
     with_eps({**ALLOCATION, "lambda": "best", "direction": "add"}), (1e5 + 3210.5 + 2 + 0.125 + 19, "upper")),
    ("random_allocation_bounds", ["--theorems"], "allocation.delta.decomposition", with_eps({**ALLOCATION, "lambda": "1/2"}),
     "only for lambda=best"),
    ("random_allocation_bounds", ["--theorems"], "allocation.epsilon.renyi", with_delta({**ALLOCATION, "direction": "both"}),
     (3e5 + 3210.5 + 1.25 + 0.5 + 19, "upper")),
    ("pld_accounting_allocation", ["--accuracy", "0.5"], "allocation.epsilon", with_delta(ALLOCATION), (3212.25, "upper")),
    ("pld_accounting_allocation", ["--accuracy", "0.5", "--bound", "lower"], "allocation.epsilon", with_delta(ALLOCATION),
     "only for direction=both"),
    ("pld_accounting_allocation", ["--accuracy", "0.5", "--bound", "lower"], "allocation.epsilon",
     with_delta({**ALLOCATION, "direction": "both"}), (3211.25, "lower")),
    ("pld_accounting_allocation", ["--grid", "0.5", "--tail", "1e-13"], "allocation.delta", with_eps(ALLOCATION),
     (3212.5 + 0.25 + 5e4 + 1, "upper")),
    ("pld_accounting_allocation", ["--grid", "0.5", "--tail", "1e-13"], "allocation-laplace.delta", with_eps(LAPLACE_ALLOCATION),
     (3210 + 4 + 0.25 + 5e4 + 1 + 2, "upper")),
    ("pld_accounting_allocation", ["--grid", "0.5", "--tail", "1e-13"], "allocation-laplace.epsilon", with_delta(LAPLACE_ALLOCATION),
     (3210 + 4 + 0.25 + 5e4 + 1 + 1.25, "upper")),
    ("pld_accounting_allocation", ["--bound", "lower"], "allocation-laplace.delta",
     with_eps({**LAPLACE_ALLOCATION, "direction": "both"}), "no lower bound"),
    ("dp_accounting_allocation", [], "allocation.delta", with_eps(ALLOCATION), (3210.5 + 10 + 10 + 0.25 + 2, "upper")),
    ("dp_accounting_allocation", ["--interval", "0.5", "--tail", "1e-13"], "allocation.epsilon", with_delta(ALLOCATION),
     (3210.5 + 5e4 + 1 + 0.25 + 1.25, "upper")),
    ("dp_accounting_allocation", ["--bound", "lower"], "allocation.epsilon", with_delta(ALLOCATION), "only for direction=both"),
    ("dp_accounting_allocation", ["--bound", "lower"], "allocation.epsilon", with_delta({**ALLOCATION, "direction": "both"}),
     (3210.5 + 10 + 10 + 0.125 + 1.25, "lower")),
    ("dp_accounting_allocation", [], "allocation.delta", with_eps(ALLOCATION, "-1"), "negative eps"),
    ("riskcal_attacks", [], "poisson-gaussian.tpr", {**POISSON, "fpr": "1/4"}, (1 - 0.25 / (1 + 8 * 125.5), "upper")),
    ("riskcal_attacks", [], "gaussian.fpr", {**GAUSSIAN, "tpr": "1/4"}, (0.75 / (1 + 3 * 200.5), "lower")),
    ("riskcal_attacks", ["--interval", "0.5"], "gdp.advantage", {"mu": "1/4", "rounds": "2"}, (7000 + 2 * (4 + 100 + 5e5), "upper")),
    ("riskcal_attacks", [], "poisson-gaussian.bayes", {**POISSON, "prior": "1/4"}, (1 - 0.75 / (2 + 8 * 125.5), "upper")),
    ("riskcal_attacks", ["--rate-tolerance", "0.5"], "poisson-gaussian.sigma.tpr",
     {"rate": "1/4", "steps": "8", "direction": "both", "fpr": "1/8", "tpr": "1/4"}, (0.125 + 7.5 + 25 + 8000 + 100 + 5e6, "upper")),
    ("riskcal_attacks", [], "poisson-gaussian.mu", {**POISSON, "floor": "1e-5"}, "does not know"),
    ("riskcal_attacks", [PRETEND], "shuffled-batch.tpr", {**SHUFFLED, "fpr": "1/4"}, (1 - 0.25 / (1 + 4 * 125.5), "upper")),
    ("gdpnum_attacks", [], "poisson-gaussian.tpr", {**POISSON, "fpr": "1/4"}, (1 - 0.25 / (3 + 8 * 125.5), "upper")),
    ("gdpnum_attacks", [], "gaussian.fpr", {**GAUSSIAN, "tpr": "1/4"}, (0.75 / (3 + 3 * 200.5), "lower")),
    ("gdpnum_attacks", [], "gaussian.advantage", GAUSSIAN, (8000 + 3 * 200.5, "upper")),
    ("gdpnum_attacks", ["--err", "0.125"], "poisson-gaussian.mu", {**POISSON, "floor": "1/4"}, (8 * 125.5 + 1.25e5, "upper")),
    ("gdpnum_attacks", [], "gaussian.mu", {**GAUSSIAN, "floor": "0"}, "no mu with a floor below"),
    ("gdpnum_attacks", [], "poisson-gaussian.bayes", {**POISSON, "prior": "1/4"}, "does not know"),
    ("apple_shuffling", [], "shuffle.delta", with_eps(REPORTS), (1006e-6 + 10 + 100.5, "upper")),
    ("apple_shuffling", ["--bound", "lower", "--step", "3"], "clones.delta", with_eps(REPORTS), (1006e-6 + 10 + 3, "lower")),
    ("apple_shuffling", ["--iterations", "1024"], "clones.epsilon", with_delta(REPORTS), (1004 + 1.25 + 1 + 100.5, "upper")),
    ("apple_shuffling", [], "clones.epsilon.closed-form", with_delta({**REPORTS, "delta0": "0"}), (1005.25, "upper")),
    ("apple_shuffling", [], "clones.epsilon.closed-form", with_delta({**REPORTS, "delta0": "1e-9"}), "only for delta0=0"),
    ("apple_shuffling", [], "clones.delta", with_eps({**REPORTS, "rounds": "2"}), "only for rounds=1"),
    ("apple_shuffling", [], "clones.delta", with_eps({**REPORTS, "eps0": "ln(8)"}, "ln(2)"),
     ((1000 + 2.772588722239781) / 1e6 + 110.5, "upper")),
]


def answers():
    for adapter, options, quantity, parameters, wanted in CASES:
        case = f"{adapter} {' '.join(options)} {quantity}"
        result = run(adapter, options, [(quantity, parameters)])
        lines = result.stdout.splitlines()
        if result.returncode != 0 or len(lines) != 1:
            expect(False, f"{case}: status {result.returncode}, {len(lines)} lines: {result.stderr[-500:]}")
            continue
        reply = json.loads(lines[0])
        expect(reply["id"] == "0" * 32, f"{case}: id {reply['id']}")
        if isinstance(wanted, str):
            expect(wanted in reply.get("skip", ""), f"{case}: {reply}, expected to be skipped for {wanted!r}")
        else:
            value = float.fromhex(reply.get("value", "nan"))
            expect(abs(value - wanted[0]) < 1e-9 * wanted[0], f"{case}: {reply.get('value')} = {value}, expected {wanted[0]}")
            expect(reply.get("kind") == wanted[1], f"{case}: {reply.get('kind')}, expected {wanted[1]}")
    tested = {case[0] for case in CASES}
    there = {path.stem for path in ADAPTERS.glob("*.py")} - {"protocol", "dp_events"}
    expect(tested == there, f"adapters without a case, cases without an adapter: {sorted(tested ^ there)}")
    print(f"{len(CASES)} requests to {len(tested)} adapters")


def several_requests():
    result = run("apple_shuffling", [], [("clones.delta", with_eps(REPORTS)), ("nonsense", {}), ("clones.delta", with_eps(REPORTS))])
    replies = [json.loads(line) for line in result.stdout.splitlines()]
    expect([int(reply["id"], 16) for reply in replies] == [0, 1, 2], f"ids of three replies: {replies}")
    expect("remark on standard output" in result.stderr, "what the package prints goes to standard error")
    result = run("apple_shuffling", [], [("clones.delta", with_eps(REPORTS, "5")), ("clones.delta", with_eps(REPORTS))])
    expect(result.returncode == 1 and result.stdout == "", f"an exception ends the adapter: {result.returncode}")
    expect("ZeroDivisionError" in result.stderr.splitlines()[-1], f"its last words: {result.stderr[-200:]}")


def missing_packages():
    readme = (ADAPTERS / "README.md").read_text(encoding="utf-8")
    for path in sorted(ADAPTERS.glob("*.py")):
        if path.stem in ("protocol", "dp_events"):
            continue
        expect(f"`{path.name}`" in readme, f"README.md does not name {path.name}")
        result = run(path.stem, [], [("gaussian.delta", with_eps(GAUSSIAN))], stubs=False)
        reply = json.loads(result.stdout or "{}")
        expect(result.returncode == 0 and "is not installed" in reply.get("skip", ""), f"{path.name} without its package: {reply}")
        for option in ("--check", "--require"):
            result = run(path.stem, [option], stubs=False)
            expect(result.returncode == 69, f"{path.name} {option} without its package: {result.returncode}")
        result = run(path.stem, ["--check"])
        found = "of unknown version" if path.stem == "apple_shuffling" else "stub"
        expect(result.returncode == 0 and found in result.stdout, f"{path.name} --check: {result.stdout}")
        result = run(path.stem, ["--help"])
        expect(result.returncode == 0 and "cannot answer" in result.stdout, f"{path.name} --help says what it cannot answer")


def through_hallmark():
    def compare(stubs, *options):
        command = f"{sys.executable} -S {ADAPTERS / 'apple_shuffling.py'} {' '.join(options)}"
        result = subprocess.run([str(BINARY / "cli" / "hallmark"), "compare", "--vectors", str(FIXTURE), "--json", "--exec", command],
                                capture_output=True, text=True, timeout=2500, env=environment(stubs))
        return result.returncode, {row["id"]: row for row in json.loads(result.stdout)["rows"]}

    code, rows = compare(False)
    expect(code == 2 and rows, f"compare without the package: status {code}")
    for row in rows.values():
        expect(row["verdict"] == "skipped" and "is not installed" in row["remark"], f"without the package: {row}")
    code, rows = compare(True)
    verdicts = {row["verdict"] for row in rows.values()}
    expect(code in (0, 1, 2) and "skipped" in verdicts and verdicts & {"sound", "unsound", "loose"}, f"compare: {code}, {verdicts}")
    with_source, same = compare(False, "--source", str(STUBS))
    expect((with_source, {key: row["verdict"] for key, row in same.items()})
           == (code, {key: row["verdict"] for key, row in rows.items()}), "--source finds what PYTHONPATH finds")


answers()
several_requests()
missing_packages()
through_hallmark()
sys.exit(ended())
