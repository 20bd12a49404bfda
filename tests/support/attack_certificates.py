#!/usr/bin/env python3
"""attack_certificates.py ACCEPT_DIR TO: writes certificates that ask the checker for hours or gigabytes in a few lines.

Each is a file of tests/proofs-check/accept with other parameters, values or witness, sealed again.
"""
import hashlib
import pathlib
import sys

HUGE = 10 ** 15
LONG = "1" + "0" * 49_999 + "7"  # 50 001 digits
GRID = str(10 ** 40)

# name, file it is made of, {line head: the rest of its first line}
ATTACKS = (
    ("response-powers", "allocation-rr-delta", {
        "direction": "remove", "parameter eps": "1/2", "parameter eps0": "1", "parameter selected": str(10 ** 12),
        "parameter steps": str(HUGE), "value": "exp(-11000000)", "bits": "65536"}),
    ("response-moments", "allocation-rr-renyi", {
        "parameter alpha": str(10 ** 30 - 1), "parameter steps": str(HUGE), "parameter selected": str(10 ** 12), "bits": "65536"}),
    ("line-nodes", "allocation-delta-remove", {"bits": "65536", "contour-lower": "remove 1163/256 626969/1048576 1865/64 100000"}),
    ("line-far", "allocation-delta-remove", {"contour-lower": f"remove 1163/256 {LONG} 1865/64 100000"}),
    ("composition-powers", "advanced-composition", {"parameter rounds": str(HUGE), "parameter n": str(HUGE), "bits": "65536"}),
    ("response-grid", "rr2-delta-rounds", {"parameter n": str(HUGE), "parameter others": str(HUGE // 2), "grid": GRID}),
    ("clones-grid", "clones-delta-rounds", {"parameter n": str(HUGE), "parameter rounds": str(HUGE), "grid": GRID}),
    ("clones-large-eps0", "clones-delta-rounds", {"parameter eps0": "10000", "grid": "1000000"}),
    ("weak-sum", "krr-delta-weak", {"parameter n": str(HUGE), "parameter gamma": "1/2", "parameter eps": "1/7", "bits": "65536"}),
    ("few-outcomes-far", "rr-local-delta", {"value": "exp(-11000000)"}),
    ("two-ratios-far", "bounded-range-delta", {"value": "exp(-11000000)"}),
    ("selected-orders", "allocation-renyi-two-selected", {"parameter alpha": "64", "parameter selected": "99", "parameter steps": "100"}),
    ("weak-tiny-share", "krr-delta-weak-rounds", {"parameter gamma": "exp(-100000000)"}),
    ("weak-grid", "krr-delta-weak-rounds", {"parameter n": "1000000", "grid": "1000000"}),
    ("clones-order", "clones-renyi", {"parameter alpha": str(10 ** 30 - 1), "parameter n": str(HUGE), "bits": "65536"}),
    ("clones-real-order", "clones-renyi-real-order", {"parameter n": str(10 ** 9), "bits": "65536"}),
    ("all-orders", "poisson-epsilon-renyi", {"parameter orders": "2..1000000", "bits": "65536", "parameter sigma": "50"}),
    ("all-orders-gaussian", "poisson-epsilon-renyi", {
        "parameter orders": "2..1000000", "parameter rate": "1", "parameter sigma": "1000000", "value": "1/1000000",
        "bits": "65536"}),
    ("long-sigma", "gaussian-delta", {"parameter sigma": LONG, "bits": "65536"}),
    ("long-eps0", "clones-delta-exact", {"parameter eps0": f"ln({LONG})"}),
    ("mixture-grid", "poisson-gaussian-delta", {"parameter steps": str(HUGE), "grid": "1000000000000"}),
    ("integral-rules", "poisson-gaussian-delta-inverted", {
        "bits": "65536", "value": "exp(-11000000)", "contour-lower": "remove 518153/1048576 1/1000 913009/131072 556997/65536 100000"}),
    ("tiny-value", "poisson-gaussian-delta", {"value": "exp(-11000000)"}),
    ("scores", "shuffled-batch-delta-scores", {
        "parameter steps": str(HUGE), "total": "1000000",
        "scores": "0 " + " ".join(f"{i}/8192 {i}" for i in range(1, 8192, 2))}),
)


def edited(text, edits):
    edits = dict(edits)
    lines = []
    for line in text.split("\n")[:-2]:
        for head, rest in edits.items():
            if line.startswith(head + " "):
                line = f"{head} {rest}"
                edits.pop(head)
                break
        lines.append(line)
    if edits:
        raise SystemExit(f"no line begins with {sorted(edits)}")
    # Axioms repeat parameters: what a changed one says follows.
    given = {line.split(" ")[1]: line.split(" ", 2)[2] for line in lines if line.startswith("parameter ")}
    for i, line in enumerate(lines):
        if line.startswith("axiom "):
            words = [f"{w.split('=')[0]}={given.get(w.split('=')[0], w.split('=')[1])}" if "=" in w else w for w in line.split(" ")]
            lines[i] = " ".join(words)
    body = "\n".join(lines) + "\n"
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def main(accept, to):
    to = pathlib.Path(to)
    to.mkdir(parents=True, exist_ok=True)
    for name, base, edits in ATTACKS:
        (to / f"{name}.cert").write_text(edited((pathlib.Path(accept) / f"{base}.cert").read_text(), edits))


if __name__ == "__main__":
    main(*sys.argv[1:])
