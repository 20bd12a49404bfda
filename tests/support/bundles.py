"""The certificates of data/bundles, and which of them a test takes."""
import hashlib
import re
from fractions import Fraction

from expectations import expect

BEGIN = b"hallmark certificate 2\n"
DEAR = b"\nmethod orders\n"  # of a conversion every order of the range is evaluated


def certificates(data, suite):
    """The certificates of a suite's bundle by their digests."""
    return members(data / "bundles" / f"{suite}.certs")


def members(path):
    """The certificates of a bundle by their digests, in its order."""
    if not path.exists():
        return {}
    text = path.read_bytes()
    parts = [BEGIN + part for part in text.split(BEGIN)[1:]]
    expect(text.startswith(f"hallmark bundle {len(parts)}\n".encode()), f"{path.name}: announces {text[:30]}, has {len(parts)}")
    return {hashlib.sha256(part).hexdigest(): part for part in parts}


def is_chosen(digest, certificate, one_in):
    """Whether a certificate is of the share that its digest chooses."""
    return int(digest[:8], 16) % one_in == 0 and DEAR not in certificate


def bundle(parts):
    return b"hallmark bundle %d\n" % len(parts) + b"".join(parts)


def ends_stated(line):
    """The quantity, its direction and adjacency, the parameters and the ends of a line of the checker: [None, hi], [lo, None] or [lo, hi]."""
    head, labels, claim = re.fullmatch(r"s VERIFIED (.*) \[([^]]*)\] ((?:in|<=|>=) .*) modulo \[.*\]", line).groups()
    relation, values = claim.split(" ", 1)
    ends = {"in": lambda: [Fraction(v) for v in values.strip("[]").split(", ")], "<=": lambda: [None, Fraction(values)], ">=": lambda: [Fraction(values), None]}
    return head, labels.split(", ")[1:], ends[relation]()
