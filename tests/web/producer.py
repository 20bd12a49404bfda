#!/usr/bin/env python3
"""producer.py HALLMARK_WASM NATIVE SOURCE_DIR [--most N] [--seconds S]: hallmark.wasm in node gives the bytes of the same calls in a native program.

All vectors of smoke, and N of every other suite, evenly spread, whose native answer takes at most S seconds; a few calls of the other kinds, refused ones among them.
Prints how many are the same and how much longer the module takes. Skipped (77) where there is no node, or no module (web/producer/build.sh makes it).
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

SKIPPED = 77
OTHER_CALLS = [
    {"call": "version"}, {"call": "quantities"}, {"call": "aliases"}, {"call": "quantity", "name": "DP-SGD.epsilon"}, {"call": "quantity", "name": "dpsgd.epsilom"},
    {"call": "search", "words": "how much noise for DP-SGD"}, {"call": "search", "words": "sparse vector"},
    {"call": "samplers", "training": {"sigma": "1.1", "batch": "256", "n": "60000", "epochs": "60", "delta": "1e-5"}}, {"call": "samplers", "training": {"sigma": "1"}},
    {"call": "judge", "statement": "dp-sgd epsilon(sigma=1.1, rate=1%, steps=100, delta=1e-5) <= 2.4"},
    {"call": "judge", "statement": "gaussian.delta(sigma=1, eps=1) <= 1e-3"}, {"call": "judge", "statement": "no such thing <="},
    {"call": "evaluate", "quantity": "dp-sgd.epsilon", "parameters": {"noise_multiplier": "1.1", "batch": "256", "n": "60000", "epochs": "60", "delta": "1e-5"}, "certificate": True},
    {"call": "certificate", "options": {"seconds": 20}},
    {"call": "evaluate", "quantity": "shuffle.epsilon", "parameters": {"n": "10000", "eps0": "4", "delta": "1e-6"}, "options": {"all_methods": True}},
    {"call": "evaluate", "quantity": "composition.epsilon", "parameters": {"delta": "1e-5"},
     "parts": [{"mechanism": "poisson-gaussian", "parameters": {"sigma": "1", "rate": "1%"}, "rounds": 200}, {"mechanism": "gaussian", "parameters": {"sigma": "10"}}]},
    {"call": "evaluate", "quantity": "gaussian.epsilon", "parameters": {"sigma": "1", "delta": "NaN"}}, {"call": "evaluate", "quantity": "gaussian.epsilon", "parameters": {"sigma": "-1", "delta": "1e-5"}},
    {"call": "evaluate", "quantity": "gaussian.delta", "parameters": {"sigma": "1", "eps": "10^400"}}, {"call": "evaluate", "quantity": "laplace.epsilon", "parameters": 3},
    {"call": "evaluate", "quantity": "gaussian.epsilon", "options": {"digit": 3}}, {"call": "evaluate"}, {"call": "nothing"}, {}, [],
]


# A limit that cuts nothing: what is cut by time may differ between two machines.
ENOUGH = {"seconds": 1000}


def questions(path, most):
    found = []
    for group in json.loads(path.read_text(encoding="utf-8"))["testGroups"]:
        found += [{"call": "evaluate", "quantity": group["quantity"], "parameters": test["in"], "options": ENOUGH} for test in group["tests"]]
    return found if most is None or len(found) <= most else [found[i * len(found) // most] for i in range(most)]


def asked(command, requests):
    """The answers, and the seconds of each."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    answers, times = done.stdout.splitlines(), done.stderr.split()
    expect(len(answers) == len(times) == len(requests), f"{command[0]} ends after {len(answers)} of {len(requests)} calls: {done.stderr[-300:]}")
    return answers, [int(time) / 1e6 for time in times]


def compared(native, module, requests, seconds):
    answers, times = asked(native, requests)
    kept = [i for i, time in enumerate(times) if time <= seconds]
    others, slower = asked(module, [requests[i] for i in kept])
    same = [i for i, other in zip(kept, others) if answers[i] == other]
    for i, other in zip(kept, others):
        expect(answers[i] == other, f"{json.dumps(requests[i])}:\n  native {answers[i][:400]}\n  module {other[:400]}")
    return len(same), len(kept), sum(times[i] for i in kept), sum(slower)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wasm", type=pathlib.Path)
    parser.add_argument("native", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    if not shutil.which("node") or not options.wasm.exists():
        print("no node here" if options.wasm.exists() else f"no {options.wasm}: run ./bootstrap web")
        return SKIPPED
    native = [str(options.native)]
    module = ["node", str(options.source / "web" / "producer" / "lines.mjs"), str(options.wasm)]
    suites = sorted((options.source / "data" / "vectors_v1").glob("*.json"), key=lambda path: (path.stem != "smoke", path.stem))
    rows = [("other calls", OTHER_CALLS)] + [(path.stem, questions(path, None if path.stem == "smoke" else options.most)) for path in suites if path.stem != "ERRATA"]
    total = [0, 0, 0.0, 0.0]
    for name, requests in rows:
        row = compared(native, module, requests, options.seconds)
        total = [a + b for a, b in zip(total, row)]
        print(f"{name}: {row[0]} of {row[1]} the same; {row[2]:.2f} s, {row[3]:.2f} s in the module", flush=True)
    print(f"{total[0]} of {total[1]} answers are the same bytes; the module takes {total[3] / total[2]:.2f} times the processor time")
    return ended()


sys.exit(main())
