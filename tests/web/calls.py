#!/usr/bin/env python3
"""calls.py WEB_CALLS: the calls of hallmark.wasm (web/producer/calls.hpp), in a native program: answers, certificates, and refusals in words."""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

TRAINING = {"noise_multiplier": "1.1", "batch": "256", "n": "60000", "epochs": "60", "delta": "1e-5"}
PARTS = [{"mechanism": "gaussian", "parameters": {"sigma": "2"}, "rounds": 4}]


def evaluate(quantity, parameters, **more):
    return {"call": "evaluate", "quantity": quantity, "parameters": parameters, **more}


# A request, and what its answer holds: a value of a member, or in `has` a piece of its text.
CASES = [
    (evaluate("dp-sgd.epsilon", TRAINING), {"quantity": "poisson-gaussian.epsilon", "hi_decimal": "2.38169", "reached": True, "certificate": None}, "rounded up"),
    (evaluate("clones.delta", {"n": "2", "eps0": "ln(3)", "eps": "ln(3/2)"}, options={"exact": True}), {"exact": "5/16"}, "5/16"),
    (evaluate("gaussian.delta", {"sigma": "1", "eps": "1"}, options={"digits": 3}, certificate=True), {"hi_decimal": "0.127"}, "hallmark certificate"),
    ({"call": "certificate"}, {"certificate_note": ""}, "hallmark certificate"),
    ({"call": "certificate", "upper_digits": 2}, {"certificate_note": ""}, "relation <=\\nvalue 13/100"),
    (evaluate("composition.delta", {"eps": "1"}, parts=PARTS), {"quantity": "composition.delta", "composed": "4 x gaussian sigma=2"}, "in ["),
    (evaluate("shuffle.epsilon", {"n": "10000", "eps0": "4", "delta": "1e-6"}, options={"all_methods": True}), {"kind": "bracket"}, '"method":"'),
    ({"call": "judge", "statement": "gaussian.delta(sigma=1, eps=1) <= 1/2"}, {"outcome": "certified"}, "hallmark certificate"),
    ({"call": "judge", "statement": "gaussian.delta(sigma=1, eps=1) <= 1e-3"}, {"outcome": "refuted"}, "gaussian.delta"),
    ({"call": "samplers", "training": TRAINING}, {}, "Poisson batches"),
    ({"call": "quantities"}, {}, '"id":"poisson-gaussian.sigma"'),
    ({"call": "aliases"}, {}, "noise_multiplier"),
    ({"call": "quantity", "name": "DP-SGD.epsilon"}, {"id": "poisson-gaussian.epsilon"}, ""),
    ({"call": "search", "words": "how much noise for DP-SGD"}, {"near": False}, "poisson-gaussian.sigma"),
    ({"call": "version"}, {}, "version"),
    # Refused: the words name what is wrong.
    (evaluate("gaussian.epsilon", {"sigma": "-1", "delta": "1e-5"}), {}, "sigma"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "NaN"}), {}, "delta"),
    (evaluate("gaussian.epsilom", {}), {}, "gaussian.epsilon"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "1e-5"}, options={"digits": 1001}), {}, "digits"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "1e-5"}, options={"digit": 3}), {}, "/options/digit: expected no members but"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "1e-5"}, options={"seconds": "long"}), {}, "seconds"),
    (evaluate("gaussian.epsilon", "sigma=1"), {}, "parameters"),
    ({"call": "certificate"}, {}, "none was given"),
    ({"call": "certificate", "upper_digits": 0}, {}, "/upper_digits: expected an integer from 1 to 1000"), ({"call": "certificate", "upper_digits": "two"}, {}, "upper_digits"),
    (evaluate("composition.delta", {"eps": "1"}, parts=[{"rounds": 2}]), {}, "mechanism"),
    ({"call": "evaluate"}, {}, "quantity"), ({"call": "nothing"}, {}, "call"), ({}, {}, "call"), ([], {}, "an object"), (3, {}, "an object"),
    *((evaluate("composition.delta", {"eps": "1"}, parts=[{**PARTS[0], "rounds": rounds}]), {}, "/parts/0/rounds: expected an integer from 1 to") for rounds in (2.5, 1e30, 2**64 + 4, 0, -1, True, "4")),
    (evaluate("composition.delta", {"eps": "1"}, parts=[{"mechanism": "gaussian", "parameters": {"sigma": "2"}, "round": 4}]), {}, "/parts/0/round: expected no members but"),
    (evaluate("composition.delta", {"eps": "1"}, parts=PARTS[0]), {}, "/parts: expected an array"), (evaluate("composition.delta", {"eps": "1"}, part=PARTS), {}, "/part: expected no members but"),
    (evaluate("gaussian.epsilon", {"sigma": 1, "delta": "1e-5"}), {}, "/parameters/sigma: expected a string"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "1e-5"}, options={"digits": 3.9}), {}, "/options/digits: expected an integer"),
    (evaluate("gaussian.epsilon", {"sigma": "1", "delta": "1e-5"}, certificate="no"), {}, "/certificate: expected true or false"),
]
REFUSED = 29  # the last so many
TEXTS = ['{"call"', '{"call": "\udcff"}'.encode("utf-8", "surrogateescape").decode("latin-1"),
         '{"call": "evaluate", "quantity": "gaussian.epsilon", "parameters": {"sigma": "1", "sigma": "2", "delta": "1e-5"}}']  # no JSON, or one name twice


def main():
    lines = [json.dumps(request) for request, _, _ in CASES] + TEXTS
    done = subprocess.run([sys.argv[1]], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600)
    answers = done.stdout.splitlines()
    expect(len(answers) == len(lines), f"{len(answers)} answers to {len(lines)} calls: {done.stderr[-300:]}")
    for i, ((request, members, text), answer) in enumerate(zip(CASES, answers)):
        got = json.loads(answer)
        expect(("error" in got) == (i >= len(CASES) - REFUSED), f"{request}: {answer[:300]}")
        expect(text in answer, f"{request}: no {text!r} in {answer[:300]}")
        for name, value in members.items():
            expect(got.get(name) == value, f"{request}: {name} is {got.get(name)!r}, not {value!r}")
    for answer in answers[len(CASES):]:
        expect("error" in json.loads(answer), f"a text that is refused has the answer {answer[:300]}")
    return ended(f"{len(lines)} calls, ")


sys.exit(main())
