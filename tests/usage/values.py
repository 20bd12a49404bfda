#!/usr/bin/env python3
"""values.py HALLMARK FOLDER [--all] [--only REGEX]: reference values computed elsewhere, put to `hallmark eval`.

Every row of the batch samplers' and of random allocation's files in FOLDER, and of next-3.csv, whose columns are the quantity and
its parameters as they are typed: our interval must meet the file's and be at most twice as wide, or have 9 digits. A value of
next-3.csv is meant to a unit of its last digit. Without --all the rows that take many seconds are left out.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import time
from fractions import Fraction

FILES = ("batch-samplers.csv", "allocation-profile.csv", "allocation-spectral.csv", "next-3.csv")
# Many seconds each: the grid with few steps and little noise at small eps, several epochs of a thousand steps.
SLOW = re.compile("H08[789]|H09[1378]|H114|alloc-061|alloc-070|spec-003|spec-013|spec-05[89]|1[a-g]$|2[a-e][ar]$|2i[ar]$|4[de]$|7e$|9..$|m2[2-8]$|m8[0-6]$")
# k of t steps, whose two ends are theorems; and what few digits are asked of, for more are costly.
BRACKETS = re.compile("1[a-g]$|7e$")
COARSE = {"4d": 4, "2[a-e][ar]": 4, "9..": 6}

BATCH = {
    "eps_P": ("poisson-gaussian.epsilon", {"direction": "both"}),
    "delta_P_rem": ("poisson-gaussian.delta", {"direction": "remove"}),
    "sup_C P_S(E_C)-e^eps Q_S(E_C)": ("shuffled-batch.delta.threshold", {}),
    "eps with sup_C bound = delta": ("shuffled-batch.epsilon.threshold", {}),
    "delta_D": ("gaussian.delta", {}),
    "D_{e^eps}(P_S||Q_S)": ("shuffled-batch.delta.pair", {}),
    "unique crossing eps of delta_D and delta_P": ("batch.crossing", {}),
    "TV(A^T,B^T)": ("poisson-gaussian.advantage", {}),
    "eps1 where half-space bound eq.(6) = eq.(7)": ("batch.half-space-eps1", {}),
}
ALLOCATION = {"delta": "delta", "eps": "epsilon", "renyi": "renyi"}
DIRECTIONS = {"rem": "remove", "add": "add"}
NAMES = {"T": "steps", "t": "steps", "k": "selected", "E": "epochs"}


def translated(quantity, given):
    """The row in our terms: an id of `hallmark list` and its parameters."""
    given = {name: str(value) for name, value in given.items()}
    scheme = given.pop("scheme", "")
    if quantity in BATCH:
        entry, fixed = BATCH[quantity]
        given.pop("direction", None)
    else:
        what, direction = quantity.split("_")
        fixed = {"direction": DIRECTIONS[direction]}
        entry = f"{'poisson-gaussian' if scheme == 'poisson' else 'allocation'}.{ALLOCATION[what]}"
    if "q" in given:
        given["rate"] = given.pop("q").replace("1/T", f"1/{given.get('T', given.get('t'))}")
    parameters = {NAMES.get(name, name): value for name, value in given.items()}
    if "sigma" in parameters and parameters["sigma"].endswith("/1"):
        parameters["sigma"] = parameters["sigma"][:-2]
    return entry, {**parameters, **fixed}


def question(hallmark, entry, parameters, digits):
    command = [hallmark, "eval", entry, *(f"{name}={value}" for name, value in sorted(parameters.items())), "--json",
               "--digits", str(digits), "--time-limit", "240"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 2):
        return None, " ".join(command) + ": " + result.stderr.strip()
    answer = json.loads(result.stdout)
    return (Fraction(answer["lo"]), Fraction(answer["hi"])), " ".join(command)


def one_unit(text):
    """A unit of the last digit that a decimal shows, which may be cut off; 0 of a fraction or an integer, which is meant exactly."""
    mantissa, _, exponent = text.lower().partition("e")
    point = mantissa.find(".")
    return Fraction(0) if point < 0 else Fraction(10) ** (int(exponent or 0) - (len(mantissa) - point - 1))


def rows_of(path):
    """(id, quantity, parameters, lo, hi) of each row."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if "params_json" in row:
                yield row["id"], *translated(row["quantity"], json.loads(row["params_json"])), Fraction(row["lo"]), Fraction(row["hi"])
            elif not row["lo"].startswith("ln"):
                parameters = dict(part.split("=", 1) for part in row["parameters"].split())
                lo, hi = Fraction(row["lo"]), Fraction(row["hi"])
                yield row["id"], row["quantity"], parameters, lo - one_unit(row["lo"]), hi + one_unit(row["hi"])


def digits_of(lo, hi):
    """Digits that make our interval about as narrow as the row's."""
    width = (hi - lo) / hi if hi > 0 else Fraction(1)
    digits = 1
    while Fraction(1, 10**digits) > width and digits < 12:
        digits += 1
    return digits


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hallmark")
    parser.add_argument("folder")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    met = failed = skipped = 0
    for name in FILES:
        for identifier, entry, parameters, lo, hi in rows_of(pathlib.Path(options.folder) / name):
            if not re.search(options.only, identifier) or (SLOW.match(identifier) and not options.all):
                skipped += 1
                continue
            start = time.monotonic()
            coarse = next((digits for rows, digits in COARSE.items() if re.fullmatch(rows, identifier)), None)
            ours, said = question(options.hallmark, entry, parameters, coarse or digits_of(lo, hi))
            seconds = time.monotonic() - start
            meets = ours is not None and ours[0] <= hi and lo <= ours[1]
            narrow = ours is not None and ours[1] - ours[0] <= max(2 * (hi - lo), ours[1] / 10**9)
            narrow = narrow or coarse is not None or bool(BRACKETS.match(identifier))
            if meets and narrow:
                met += 1
            else:
                failed += 1
            print(f"{'ok' if meets and narrow else 'WIDE' if meets else 'FAILED'} {identifier} {seconds:.1f} s", flush=True)
            if not (meets and narrow):
                print(f"  {said}\n  ours {ours and tuple(map(float, ours))}, the file's {float(lo)} to {float(hi)}")
    print(f"{met} met, {failed} not, {skipped} skipped")
    sys.exit(1 if failed else 0)


main()
