#!/usr/bin/env python3
"""peers.py BUILD_DIR NAME VERSION COMMAND...: asks a program, by its adapter of data/adapters, the canonical example of every quantity, and puts the answers into docs/peers.csv.

    python3 docs/peers.py build/release dp_accounting "0.6.0 b5b0286, PLD" python3 data/adapters/dp_accounting_pld.py

Rows of the same name and version are replaced. The values are the doubles that the program returned; the site shows them beside what is proved. Two programs have no adapter and were
asked by hand, at the same examples on a grid of 1e-4: gdpnum (get_mu_and_regret_for_dpsgd, PLDConverter) and riskcal (get_advantage_from_pld, 1 - get_beta_from_pld, and from_gdp).
"""
import csv
import json
import pathlib
import shlex
import subprocess
import sys

TABLE = pathlib.Path(__file__).resolve().parent / "peers.csv"
FIELDS = ("quantity", "program", "version", "kind", "value")
ASKED = ("delta", "epsilon", "tpr", "fpr", "advantage", "bayes", "mu")


def rows():
    if not TABLE.exists():
        return []
    with open(TABLE, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def example(hallmark, row):
    """The canonical parameters of the example, or nothing where it has no answer."""
    answer = subprocess.run([hallmark, *shlex.split(row["example"])[1:], "--json"], capture_output=True, text=True)
    return json.loads(answer.stdout)["parameters"] if answer.returncode == 0 else None


def main():
    build, name, version, command = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
    hallmark = str(build / "cli" / "hallmark")
    registry = json.loads(subprocess.run([hallmark, "list", "--json"], capture_output=True, check=True, text=True).stdout)
    found = [row for row in rows() if (row["program"], row["version"]) != (name, version)]
    for row in registry:
        if row["id"].count(".") != 1 or row["id"].split(".")[1] not in ASKED:
            continue
        parameters = example(hallmark, row)
        if parameters is None:
            continue
        asked = json.dumps({"id": "x", "quantity": row["id"], "kind": row["kind"], "parameters": parameters})
        try:
            told = subprocess.run(command, input=asked + "\n", capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            continue
        answer = json.loads(told.stdout) if told.stdout.strip() else {}
        if "value" in answer:
            found.append({"quantity": row["id"], "program": name, "version": version, "kind": answer["kind"], "value": answer["value"]})
            print(row["id"], name, float.fromhex(answer["value"]) if "x" in answer["value"] else answer["value"], flush=True)
    with open(TABLE, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(found, key=lambda row: [row[field] for field in FIELDS]))


if __name__ == "__main__":
    main()
