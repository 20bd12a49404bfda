#!/usr/bin/env python3
"""bundles.py BINARY_DIR SOURCE_DIR: hallmark-check reads files of several certificates, and says of each what it says of it alone."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

CHECK = pathlib.Path(sys.argv[1]).resolve() / "proofs-check" / "hallmark-check"
ACCEPT = pathlib.Path(sys.argv[2]).resolve() / "tests" / "proofs-check" / "accept"
NAMES = ("gdp-delta", "rr-delta", "eps-delta-delta", "clones-n", "gaussian-delta", "closed-form")
LARGEST = 4_194_304


def answer(*files):
    """Status, and the line of every certificate by its comment line."""
    done = subprocess.run([CHECK, *files], capture_output=True, text=True, timeout=600)
    lines = done.stdout.splitlines()
    said = {lines[i]: lines[i + 1] for i in range(len(lines) - 1) if lines[i + 1].startswith("s ")}
    return done.returncode, said, [line for line in lines if line.endswith("certificates verified")]


def main():
    texts = [(ACCEPT / f"{name}.cert").read_bytes() for name in NAMES]
    alone = [next(iter(answer(ACCEPT / f"{name}.cert")[1].values())) for name in NAMES]
    with tempfile.TemporaryDirectory() as folder:
        bundle = pathlib.Path(folder) / "b.certs"

        def of(parts):
            bundle.write_bytes(b"".join(parts))
            status, said, count = answer(bundle)
            return status, list(said.values()), count, list(said)

        status, said, count, heads = of(texts)
        expect(status == 0 and said == alone, f"a bundle: {status} {said}")
        expect(count == [f"c {bundle}: {len(NAMES)} of {len(NAMES)} certificates verified"], f"its last line: {count}")
        expect(heads == [f"c {bundle} certificate {i + 1}" for i in range(len(NAMES))], f"its heads: {heads}")

        # A damaged member is named, and says nothing about the others.
        damages = {
            "a byte changed": texts[2].replace(b"value", b"valve", 1),
            "its end cut off": texts[2][:-9] + b"\n",
            "its seal and end gone": texts[2][: texts[2].index(b"WITNESS")],
            "no line feed at its end": texts[2][:-1] + b" \n",
            "larger than a certificate": texts[2] + b"x" * (2 * LARGEST) + b"\n",
            "another byte before it": texts[2] + b"hallmark certificate 3\n",
        }
        for what, damaged in damages.items():
            status, said, count, _ = of([*texts[:2], damaged, *texts[3:]])
            expect(status == 1 and said[:2] + said[3:] == alone[:2] + alone[3:] and said[2].startswith("s MALFORMED "), f"{what}: {status} {said}")
            expect(count[0].endswith(f": {len(NAMES) - 1} of {len(NAMES)} certificates verified"), f"{what}: {count}")
        status, said, _, _ = of([b"c a comment\n", *texts])
        expect(status == 1 and said[0].startswith("s MALFORMED line 1") and said[1:] == alone, f"something before the first: {said}")
        status, said, _, _ = of([texts[0] * 2 + texts[1]])
        expect(status == 0 and said == [alone[0], alone[0], alone[1]], f"one twice: {said}")

        # A bundle that says how many it has: one that is missing, or whose first line is damaged, is noticed.
        def announced(number, parts):
            status, said, count, heads = of([f"hallmark bundle {number}\n".encode(), *parts])
            return status, said, count[0].rsplit(": ", 1)[1] if count else "", heads

        expect(announced(6, texts) == (0, alone, "6 of 6 certificates verified", heads), "as many as announced")
        expect(announced(1, texts[:1]) == (0, alone[:1], "1 of 1 certificates verified", heads[:1]), "a bundle of one")
        for what, parts, verified in (("one is missing", texts[:2] + texts[3:], 5), ("one too many", texts + texts[:1], 7), ("the last one is gone", texts[:5], 5)):
            status, said, count, _ = announced(6, parts)
            line = f"s MALFORMED line 1: expected {verified} certificates, as many as follow"
            expect(status == 1 and said[-1] == line and count == f"{verified} of {verified} certificates verified", f"{what}: {status} {said} {count}")
        status, said, count, _ = announced(6, [*texts[:2], b"h" + texts[2][2:], *texts[3:]])
        expect(status == 1 and said[1].startswith("s MALFORMED ") and said[2:5] == alone[3:] and said[-1].startswith("s MALFORMED line 1: expected 5 ")
               and count == "4 of 5 certificates verified", f"the first line of one is damaged: {status} {said} {count}")
        status, said, count, _ = announced(6, [])
        expect(status == 1 and said == ["s MALFORMED line 1: expected 0 certificates, as many as follow"] and count == "0 of 0 certificates verified", f"nothing follows: {said}")
        for number in ("0", "06", "six", "6 ", "-6", "", "1234567890"):
            status, said, _, _ = announced(number, texts)
            expect(status == 1 and said[0].startswith("s MALFORMED line 1") and said[1:] == alone, f"hallmark bundle {number}: {said}")
        status, said, _, _ = of([texts[0], b"hallmark bundle 1\n", texts[1]])
        expect(status == 1 and said[0].startswith("s MALFORMED ") and said[1] == alone[1], f"two bundles in one file: {said}")

        # A boundary of the reader's pieces may fall on every byte of the line that begins a certificate.
        filler = b"x" * 65536
        for shift in range(26):
            piece = filler[: 65536 - shift] + b"\n"
            status, said, count, _ = of([piece, texts[0]])
            expect(status == 1 and len(said) == 2 and said[1] == alone[0], f"a piece of {len(piece)} bytes before it: {said}")

        # A device that never ends, and one that cannot be read.
        for device, wanted, words in (("/dev/zero", 1, "s MALFORMED line 0"), ("/proc/self/mem", 74, "cannot be read")):
            if not os.path.exists(device):
                continue
            done = subprocess.run([CHECK, device], capture_output=True, text=True, check=False, timeout=300)
            expect(done.returncode == wanted and words in done.stdout + done.stderr, f"{device}: {done.returncode} {done.stderr}")

        one = pathlib.Path(folder) / "one.cert"
        one.write_bytes(texts[0])
        bundle.write_bytes(b"".join(texts[1:]))
        status, said, _ = answer(one, bundle)
        expect(status == 0 and list(said.values()) == alone, f"a certificate and a bundle: {said}")
    return ended()


sys.exit(main())
