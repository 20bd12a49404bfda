"""The certificates of data/bundles, and which of them a test takes."""
import hashlib

from expectations import expect

BEGIN = b"hallmark certificate 2\n"
DEAR = b"\nmethod orders\n"  # of a conversion every order of the range is evaluated


def certificates(data, suite):
    """The certificates of a suite's bundle by their digests."""
    path = data / "bundles" / f"{suite}.certs"
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
