#!/usr/bin/env python3
"""translate_certificate.py FILE... [--to DIR]: certificates of format version 1 in the words of version 2, the numbers unchanged.

Without --to the files are rewritten in place. A file whose digest was right is sealed again; another keeps its digest.
"""
import argparse
import hashlib
import pathlib
import re

FORMULAS = re.compile(r"(\.renyi$|\.renyi-real$|\.blocks$|\.overlap$|\.closed-form|\.decomposition$|\.direct-add$|\.threshold$"
                      r"|\.lemma-a1$|\.strong-pair$|\.advanced-composition$)")
DIVERGENCES = ("clones.renyi", "rr2.renyi", "gaussian.renyi", "poisson-gaussian.renyi", "allocation.renyi", "allocation-rr.renyi")
AXIOM = "FS25-Theorem-3.1"


def is_formula(identity):
    return identity not in DIVERGENCES and bool(FORMULAS.search(identity))


def method_of(identity, parameters, letter, witness):
    """The family that a witness of version 1 belongs to."""
    has = lambda head: any(line.startswith(head) for line in witness)
    if "orders" in parameters:
        return "orders"
    if letter == "C":
        return "moments"
    if identity.startswith("shuffled-batch."):
        return "event"
    if identity.startswith("gaussian.") or identity.endswith(".direct-add") or (letter == "D"):
        return "formula"
    if identity in ("allocation.delta", "allocation.epsilon"):
        if parameters.get("selected") == parameters.get("steps"):
            return "formula"
        return "laws" if has("unit ") else "contours"
    if identity.startswith("poisson-gaussian.") and not has("grid "):
        return "inversions"
    if has("grid "):
        return "laws" if has("unit ") else "grid"
    return "sums"


def translate_witness(identity, parameters, lines):
    letter = next((line[6:] for line in lines if line.startswith("class ")), "")
    method = method_of(identity, parameters, letter, lines)
    first = [line for line in lines if line.startswith("lemma ")] + [f"method {method}"]
    rest = [line for line in lines if not line.startswith(("class ", "lemma "))]
    if method == "laws" and identity.startswith("allocation."):
        rest = [line for line in rest if not line.startswith("bits ")]
    return first + rest


def quantity_of(lines, prefix):
    identity, parameters, direction = "", {}, "both"
    for line in lines:
        if not line.startswith(prefix):
            continue
        words = line[len(prefix):].split(" ")
        if words[0] == "quantity":
            identity = words[1]
        elif words[0] == "direction":
            direction = words[1]
        elif words[0] == "parameter" and len(words) == 3:
            parameters[words[1]] = words[2]
    return identity, parameters, direction


def translate(text):
    lines = text.split("\n")
    body, seal = lines[:-2], lines[-2:]
    sealed = seal[:1] == ["sha256 " + hashlib.sha256(("\n".join(body) + "\n").encode("latin-1")).hexdigest()]
    cuts = [body.index(word) if word in body else None for word in ("AXIOMS", "WITNESS", "END")]
    if None in cuts:
        return text.replace("hallmark certificate 1", "hallmark certificate 2")
    statement, axioms, witness, rest = body[:cuts[0]], body[cuts[0]:cuts[1]], body[cuts[1] + 1:cuts[2]], body[cuts[2]:]
    quantities = {prefix: quantity_of(statement, prefix) for prefix in ("", "right ")}
    out = []
    for line in statement:
        prefix = "right " if line.startswith("right ") else ""
        if re.fullmatch(r"(right )?bounds (pair|mechanism)", line) and is_formula(quantities[prefix][0]):
            line = f"{prefix}bounds formula"
        out.append(line.replace("hallmark certificate 1", "hallmark certificate 2"))
    instantiated = {}
    for identity, parameters, direction in quantities.values():
        if identity.startswith("allocation"):
            old = " ".join([AXIOM] + [f"{name}={parameters.get(name)}" for name in ("selected", "steps")])
            names = [name for name in ("direction", "epochs", "eps0", "selected", "sigma", "steps") if name == "direction" or name in parameters]
            values = {**parameters, "direction": direction}
            instantiated.setdefault(old, set()).add(" ".join([AXIOM] + [f"{name}={values[name]}" for name in names]))
    lines = []
    for line in axioms[1:]:
        new = instantiated.get(line.removeprefix("axiom "))
        lines += sorted("axiom " + text for text in new) if new else [line]
    out += ["AXIOMS", *lines, "WITNESS"]
    left = [line for line in witness if not line.startswith(("right ", "pivot "))]
    identity, parameters, _ = quantities[""]
    out += translate_witness(identity, parameters, left)
    out += [line for line in witness if line.startswith("pivot ")]
    right = [line[6:] for line in witness if line.startswith("right ")]
    if right:
        identity, parameters, _ = quantities["right "]
        out += ["right " + line for line in translate_witness(identity, parameters, right)]
    out += rest
    if sealed:
        seal = ["sha256 " + hashlib.sha256(("\n".join(out) + "\n").encode("latin-1")).hexdigest(), ""]
    return "\n".join(out + seal)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--to", type=pathlib.Path)
    arguments = parser.parse_args()
    for path in arguments.files:
        target = arguments.to / path.name if arguments.to else path
        target.write_bytes(translate(path.read_bytes().decode("latin-1")).encode("latin-1"))


main()
