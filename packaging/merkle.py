#!/usr/bin/env python3
"""merkle.py DATA [LEAF]: one hash for all golden vectors and certificates, as in RFC 6962: the hash of a leaf begins with a zero byte, that of two nodes with a one.

Without LEAF the number of leaves and the root. A leaf is `vector SUITE ID LO HI` or `certificate SHA256`; they are sorted. With LEAF its audit path: a line `left HASH` or
`right HASH` for each node beside the way to the root, and the root that they give.
"""
import hashlib
import json
import pathlib
import sys

BEGIN = b"hallmark certificate 2\n"


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaves(data):
    """One line for each vector and each certificate."""
    found = set()
    for path in sorted(data.glob("vectors_v1/*.json")):
        suite = json.loads(path.read_text(encoding="utf-8"))
        for group in suite.get("testGroups", []):
            for test in group["tests"]:
                found.add(f"vector {suite['suite']} {test['id']} {test['out']['lo']} {test['out']['hi']}")
    for path in sorted([*data.glob("bundles/*.certs"), *data.glob("certificates/*.cert")]):
        found.update(f"certificate {hashlib.sha256(BEGIN + part).hexdigest()}" for part in path.read_bytes().split(BEGIN)[1:])
    return sorted(found)


def tree(nodes, at=None):
    """The root, and the nodes beside the way from the leaf at a position."""
    if len(nodes) == 1:
        return nodes[0], []
    half = 1 << (len(nodes) - 1).bit_length() - 1
    in_left = at is not None and at < half
    left, path_left = tree(nodes[:half], at if in_left else None)
    right, path_right = tree(nodes[half:], at - half if at is not None and not in_left else None)
    beside = [] if at is None else (path_left + [("right", right)] if in_left else path_right + [("left", left)])
    return digest(b"\1", left, right), beside


def climb(leaf, path):
    """The root that a leaf and its path give."""
    node = digest(b"\0", leaf.encode())
    for side, other in path:
        node = digest(b"\1", *((other, node) if side == "left" else (node, other)))
    return node


def main(data, leaf=None):
    lines = leaves(pathlib.Path(data))
    if not lines:
        sys.exit(f"merkle.py: {data} has neither vectors_v1/*.json nor certificates")
    if leaf is not None and leaf not in lines:
        sys.exit(f"merkle.py: no such leaf: {leaf}")
    root, path = tree([digest(b"\0", line.encode()) for line in lines], None if leaf is None else lines.index(leaf))
    for side, other in path:
        print(side, other.hex())
    if leaf is None:
        print(f"{len(lines)} leaves")
    print(f"root {(root if leaf is None else climb(leaf, path)).hex()}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
