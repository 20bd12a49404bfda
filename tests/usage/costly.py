#!/usr/bin/env python3
"""costly.py BINARY_DIR SOURCE_DIR [--seed N] [--siblings N] [--only WORDS] [--keep FOLDER]: a generator of costly certificates.

For every witness kind, a file of tests/proofs-check/accept, and every cause that its lines offer, some siblings (6) are written: the same
certificate with numbers that cost. Each must be answered within 60 s of processor time and 600 MB, with address space limited to four times
that; a line for each has file, seconds, MB and the step that refused or accepted it. The last lines count them and name the dearest.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import attack_certificates  # noqa: E402

SECONDS, BYTES = 60, 600 * 10**6
# One certificate for every way in which the checker evaluates.
KINDS = """
    advanced-composition allocation-delta-both allocation-delta-direct-add allocation-epsilon-selected-lower audit-one-run audit-two-run
    bounded-range-tpr composition-tpr gaussian-tpr-lower last-iterate-epsilon last-iterate-mu laplace-tpr partition-selection-n
    partition-selection-probability poisson-gaussian-bayes poisson-gaussian-fpr private-selection-epsilon rr-tpr shuffle-fpr sparse-vector-delta
    sparse-vector-epsilon allocation-delta-law allocation-delta-law-add allocation-delta-law-blocks
    allocation-delta-overlap allocation-delta-renyi allocation-epsilon-blocks allocation-epsilon-every-step-epochs allocation-renyi-real-order
    allocation-renyi-two-selected allocation-rr-delta-decomposition allocation-rr-delta-large allocation-rr-renyi bounded-range-delta
    bounded-range-delta-recursion clones-delta clones-delta-n-1e9 clones-delta-rounds clones-delta-rounds-convex clones-epsilon-renyi clones-n
    clones-renyi clones-renyi-real-order closed-form composition-delta composition-delta-bounded composition-delta-fixed-batch
    composition-delta-many-rounds composition-delta-sampled-laplace composition-epsilon-shuffled discrete-gaussian-delta
    discrete-gaussian-delta-sampled-rounds discrete-laplace-delta discrete-laplace-delta-sampled-round eps-delta-delta fixed-batch-gaussian-delta
    gaussian-delta gdp-delta krr-delta-strong krr-delta-strong-rounds-convex krr-delta-weak krr-delta-weak-rounds laplace-delta
    laplace-epsilon-sampled-rounds lemma-a1 matrix-gaussian-delta-lower matrix-gaussian-delta-upper pivot-clones-rounds poisson-delta-renyi-real
    poisson-epsilon-renyi poisson-gaussian-delta poisson-gaussian-delta-convex poisson-gaussian-delta-inserted-deleted
    poisson-gaussian-delta-inverted poisson-gaussian-delta-replace-one-add poisson-gaussian-sigma poisson-gaussian-advantage poisson-renyi poisson-renyi-add
    rr-delta rr-local-delta rr2-delta-both rr2-delta-rounds rr2-renyi shuffle-delta-rounds shuffle-hadamard-epsilon shuffle-krr-delta
    shuffle-laplace-epsilon shuffle-subset-delta shuffle-table-epsilon-lower shuffled-batch-delta-pair shuffled-batch-delta-scores
    shuffled-batch-delta-threshold truncated-poisson-gaussian-delta zcdp-delta""".split()
COUNTS = {"n", "rounds", "steps", "selected", "epochs", "records", "largest", "k", "others", "sensitivity", "iterations", "bins", "subset", "group", "m", "guesses", "right", "n0", "n1", "tp", "fp", "b1", "b2", "cut"}
WHOLE = {"bits", "grid", "unit", "cells", "total", "others"}


def digits(rng, count):
    return str(rng.randint(1, 9)) + "".join(rng.choices("0123456789", k=count - 2)) + "7"


def long_near(rng, text, count):
    """A rational of so many digits beside the number, or a text of its kind with such digits."""
    try:
        top, _, bottom = text.partition("/")
        scale = 10**count + 1
        number = int(top) * scale + int(bottom or 1) * rng.randint(0, 10)
        return f"{number}/{int(bottom or 1) * scale}" if number % scale else text
    except ValueError:
        head = text.split("(")[0]
        return f"{head}({digits(rng, count)})" if head != "exp" else f"exp(-{rng.randint(2, 9)}/{digits(rng, count)})"


def huge_count(rng):
    return str(rng.choice((10**15, 10**15 - 1, 10**12 + rng.randint(0, 99), 10**9 + 7, 10**6, 2**rng.randint(8, 49), 2**rng.randint(8, 49) - 1)))


# A cause: whether it concerns a line by its head, and the rest of the line instead. Each gets the words after the head.
def tiny_value(rng, head, rest):
    return f"exp(-{rng.choice((10**6, 10**7, rng.randint(10**3, 10**6), 40000, 930))})" if head == "value" and rest[0] != "0" else None


def long_value(rng, head, rest):
    return long_near(rng, rest[0], rng.choice((99_000, 50_000, 9_000))) if head == "value" and len(rest) == 1 and rest[0] != "0" else None


def far_count(rng, head, rest):
    return huge_count(rng) if head.removeprefix("parameter ") in COUNTS and head.startswith("parameter ") else None


def long_parameter(rng, head, rest):
    name = head.removeprefix("parameter ")
    return long_near(rng, rest[0], rng.choice((99_000, 20_000, 3_000))) if head.startswith("parameter ") and name not in COUNTS and re.fullmatch(r"-?[\d/]+|\w+\([-\d/]+\)", rest[0]) else None


def corner_parameter(rng, head, rest):
    corners = {"sigma": ("1/10", "1/1000", "1" + "0" * 30, "1/1" + "0" * 30, "50"), "alpha": ("1" + "0" * 29, "1000", "3/2", "100001/100000", "ln(12345)"),
               "eps0": ("10000", "1/1" + "0" * 30, "50", "ln(3)"), "eps": ("9999", "1/1" + "0" * 30, "0"), "rate": ("1/1" + "0" * 30, "999999/1000000", "1"),
               "gamma": ("exp(-100000000)", "1/1" + "0" * 30, "exp(-1/1" + "0" * 40 + ")"), "delta": ("exp(-10000000)", "1/1" + "0" * 400),
               "a": ("10000", "1/1" + "0" * 30), "sigma2": ("1" + "0" * 30, "1/1000", "10000000"), "share": ("1/1" + "0" * 30, "exp(-5)"),
               "orders": ("2..1000000", "999990..1000000"), "rho": ("1" + "0" * 30,), "xi": ("10000",), "mu": ("1" + "0" * 30,), "lambda": ("1/1" + "0" * 30,)}
    return rng.choice(corners.get(head.removeprefix("parameter "), (None,))) if head.startswith("parameter ") else None


def effort(rng, head, rest):
    most = {"bits": (65536, 16384, 4096), "grid": (10**40, 10**9, 10**6, 520_000, 100_000), "unit": (512, 200), "cells": (4096, 1024), "total": (10**6, 10**5)}
    return str(rng.choice(most[head])) if head in most else None


def steering(rng, head, rest):
    """A rational of a witness with many digits: at the limit, and beyond it."""
    places = [i for i, word in enumerate(rest) if re.fullmatch(r"-?\d+(/\d+)?", word)]
    if head in WHOLE | {"ratios", "dataset", "value", "row"} or head.startswith(("parameter", "phase")) or not places:
        return None
    words = list(rest)
    for i in places if rng.random() < 0.5 else [rng.choice(places)]:
        if "/" in words[i] or head in ("cuts", "threshold"):
            words[i] = long_near(rng, words[i], rng.choice((99_000 // len(places), 1_150, 600)))
    return " ".join(words)


def nodes(rng, head, rest):
    if head.startswith("contour"):
        return " ".join([*rest[:-1], str(rng.choice((100_000, 30_000)))])
    if head == "rule":
        size = rng.choice((10**6, 10**5, 10**4))
        return " ".join([*rest[:-2], str(-size), str(size)])
    return None


def abscissas(rng, head, rest):
    """Long numbers and many nodes at once."""
    longer = steering(rng, head, rest) if head.startswith("contour") or head == "rule" else None
    return nodes(rng, head, longer.split(" ")) if longer else None


def many_points(rng, head, rest):
    count, bits = rng.choice(((8192, 90), (2000, 400), (1000, 800), (300, 2000), (120, 2040)))
    if head == "ratios":
        return " ".join(str((1 << bits) // (2 * count) * (count + i)) for i in range(count))
    if head == "cuts":
        return " ".join(f"{i}/{10**6 + 3}" for i in range(1, 8000))
    if head == "scores":
        return "0 " + " ".join(f"{i}/8192 {rng.randint(0, 10**6)}" for i in range(1, 8192, 2))
    return None


def denominators(rng, head, rest):
    """Many numbers with denominators that have nothing in common."""
    count = rng.choice((500, 1500, 3000))
    primes = [10**9 + 2 * i + 1 for i in range(count)]
    if head == "parameter column":
        return ",".join(["1", *(f"1/{p}" for p in primes)])
    if head == "parameter iterations":
        return "8192"
    if head == "row":  # all of one length
        part, scale = rng.shape
        return " ".join([*(f"1/{scale * part}" for _ in range(part)), f"{scale - 1}/{scale}"])
    if head == "cuts":
        return " ".join(f"{10**5 * i}/{10**9 + 2 * i + 1}" for i in range(1, count))
    return None


def many_phases(rng, head, rest):
    if head != "phase":
        return None
    kind = rng.choice(("laplace eps0={} rate=1/2", "rr eps0={}", "discrete-laplace a={} rate=1 sensitivity=30", "gaussian sigma={}", "poisson-gaussian rate=1/7 sigma={}",
                       "bounded-range eps0={}", "eps-delta delta=1/1000 eps={}"))
    lines = sorted(kind.format(f"{100 + i}/1009") for i in range(rng.choice((60, 200))))
    return "\nphase ".join(f"{line} rounds {huge_count(rng) if rng.random() < 0.3 else rng.choice((1, 3, 100))}" for line in lines)


def phase_counts(rng, head, rest):
    return re.sub(r"rounds \d+$", "rounds " + huge_count(rng), " ".join(rest)) if head == "phase" else None


CAUSES = (tiny_value, long_value, far_count, long_parameter, corner_parameter, effort, steering, nodes, abscissas, many_points, denominators, many_phases, phase_counts)
ALWAYS = (effort, tiny_value, many_points)  # added to a cause now and then: two at once cost more


def changed(text, causes, rng):
    """The certificate with each cause at some of its lines; None: the first one has none."""
    heads = r"(right )?(?:parameter \S+|contour-\w+ \w+|law-\w+ \w+|order-bracket \w+|[\w-]+)"
    lines, hit = text.split("\n"), False
    for cause in causes:
        found = []
        for i, line in enumerate(lines):
            match = re.match(heads + " ", line)
            if match and (rest := cause(rng, match[0].strip().removeprefix("right "), line[match.end():].split(" "))) is not None:
                found.append((i, match[0] + rest))
        if not found:
            if cause is causes[0]:
                return None
            continue
        hit = True
        whole = cause is denominators or (cause is not far_count and rng.random() < 0.7)
        for i, line in found if whole else [rng.choice(found)]:
            lines[i] = line
        if cause is many_phases:  # one line each, in byte order
            at = [i for i, line in enumerate(lines) if line.startswith("phase ")]
            phases = {line.split(" rounds ")[0]: line for line in "\n".join(lines[at[0]:at[-1] + 1]).split("\n")}
            lines[at[0]:at[-1] + 1] = [phases[key] for key in sorted(phases)][:200]
    if not hit or any(len(line) > 262_144 for line in "\n".join(lines).split("\n")):
        return None
    return attack_certificates.edited("\n".join(lines), {})


def siblings(accept, seed, count):
    for kind in KINDS:
        text = (accept / f"{kind}.cert").read_text()
        for cause in CAUSES:
            rng = random.Random(f"{seed} {kind} {cause.__name__}")
            made = set()
            for _ in range(3 * count):
                rng.shape = rng.choice((200, 1000)), 10**rng.choice((9, 40, 100)) + 7
                more = [rng.choice(ALWAYS)] if rng.random() < 0.4 else []
                if len(made) < count and (one := changed(text, [cause, *more], rng)) and one not in made:
                    made.add(one)
                    yield f"{kind}--{cause.__name__.replace('_', '-')}-{len(made)}", one


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (4 * BYTES, 4 * BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS))


def answer(program, file):
    with subprocess.Popen([program, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limited) as process:
        lines = process.stdout.read().splitlines()
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return (lines[-1] if len(lines) == 2 else "no line"), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--seed", default=os.environ.get("HALLMARK_SEED", "1"))
    parser.add_argument("--siblings", type=int, default=6)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path)
    given = parser.parse_args()
    program = given.binaries / "proofs-check" / "hallmark-check"
    print(f"seed {given.seed}")
    table, failed = [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in siblings(given.sources / "tests/proofs-check/accept", given.seed, given.siblings):
            if any(word not in name for word in given.only.split()):
                continue
            file = folder / f"{name}.cert"
            file.write_text(text)
            line, seconds, size = answer(program, file)
            table.append((seconds, size, name, line))
            print(f"{name:64} {seconds:6.2f} s {size / 1e6:5.0f} MB  {line[:60]}", flush=True)
            if seconds > SECONDS or size > BYTES or not line.startswith(("s VERIFIED ", "s REJECTED ", "s MALFORMED ")):
                failed.append(name)
            elif not given.keep:
                file.unlink()
    print(f"{len(table)} certificates: {sum(row[3].startswith('s VERIFIED') for row in table)} verified, {sum('MALFORMED' in row[3] for row in table)} malformed")
    for seconds, size, name, line in sorted(table, reverse=True)[:10] + sorted(table, key=lambda row: -row[1])[:5]:
        print(f"  {name:64} {seconds:6.2f} s {size / 1e6:5.0f} MB  {line[:60]}")
    if failed:
        sys.exit(f"beyond {SECONDS} s or {BYTES} bytes, or without a line: {failed}")


if __name__ == "__main__":
    main()
