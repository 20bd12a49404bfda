#!/usr/bin/env python3
"""vectors_files.py SOURCE_DIR BINARY_DIR [--all]: the files of data/vectors_v1, what writes them and what checks them.

The suite smoke is written anew, byte for byte (vectors_resume.py writes them all); a second reader (python3-jsonschema of
every tenth vector, with --all of each; float(), node) agrees; any flipped bit is found; a
published value is not overwritten; Ctrl-C, unwritable folders and files from the future end with the promised status.
"""
import csv
import filecmp
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from fractions import Fraction

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from processor import wait_for, work  # noqa: E402

SOURCE = pathlib.Path(sys.argv[1])
BINARY = pathlib.Path(sys.argv[2])
HALLMARK = BINARY / "cli" / "hallmark"
CHECK = BINARY / "proofs-check" / "hallmark-check"
VECTORS = SOURCE / "data" / "vectors_v1"
CERTIFICATES = SOURCE / "data" / "certificates"
SEED = int(os.environ.get("HALLMARK_SEED", "20201"))
SHARE = 1 if "--all" in sys.argv else 10
failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print(f"FAILED: {text}", file=sys.stderr)


def run(*arguments):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, errors="replace", timeout=2800,
                          check=False)


def expect_run(status, words, *arguments):
    result = run(*arguments)
    said = result.stdout + result.stderr
    shown = " ".join(str(a) for a in arguments[1:])
    expect(result.returncode == status and words in said,
           f"{shown}: expected status {status} and {words!r}, got {result.returncode}: {said[:300]}")


def tests_of(path):
    root = json.loads(path.read_text(encoding="utf-8"))
    return [(group, test) for group in root["testGroups"] for test in group["tests"]]


def same_files(expected, found, names):
    differing = filecmp.cmpfiles(expected, found, names, shallow=False)
    expect(not differing[1] and not differing[2], f"not the bytes of {expected}: {differing[1] + differing[2]}")


def validated():
    expect_run(0, "valid", HALLMARK, "validate", VECTORS)
    expect_run(0, "smoke.json\n", HALLMARK, "validate", VECTORS)  # a line a suite
    expect_run(0, "valid", HALLMARK, "validate", VECTORS / "rr2.json")


def second_opinion():
    schema = json.loads((SOURCE / "data" / "schema" / "vectors-v1.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    for path in sorted(VECTORS.glob("*.json")):
        if path.name == "ERRATA.json":
            continue
        root = json.loads(path.read_text(encoding="utf-8"))
        for group in root["testGroups"]:
            group["tests"] = group["tests"][::SHARE]
        jsonschema.Draft7Validator(schema).validate(root)
        with open(path.with_suffix(".csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        expect(len(rows) == len(tests_of(path)), f"{path.name}: as many rows as tests")
        for row, (group, test) in zip(rows, tests_of(path)):
            out = test["out"]
            where = f"{path.name} {test['tcId']}"
            expect(row["id"] == test["id"] and row["quantity"] == group["quantity"], f"{where}: id and quantity")
            expect(all(row[name] == out[name] for name in ("lo", "hi", "lo64", "hi64x")), f"{where}: values")
            expect(dict(p.split("=", 1) for p in re.split(r" (?=[a-z][a-z0-9]*=)", row["in"])) == test["in"], f"{where}: parameters")
            for side in ("lo", "hi"):
                expect(float(out[side + "64"]) == float.fromhex(out[side + "64x"]), f"{where}: {side}64 and {side}64x")
            if out["exact"] is None:
                expect(Fraction(out["lo"]) < Fraction(out["hi"]), f"{where}: lo < hi")
            else:
                expect(Fraction(out["lo"]) <= Fraction(out["exact"]) <= Fraction(out["hi"]), f"{where}: exact inside")
            expect(Fraction(float(out["lo64"])) <= Fraction(out["hi"]), f"{where}: lo64 <= hi")
            expect(Fraction(float(out["lo64"])) <= Fraction(out["exact"] or out["lo"]), f"{where}: lo64 is below")
            expect(Fraction(float(out["hi64"])) >= Fraction(out["exact"] or out["hi"]), f"{where}: hi64 is above")


def node_reads_the_same():
    node = shutil.which("node")
    if node is None:
        print("no node: skipped")
        return
    script = """
      const fs = require('fs');
      const bits = (x) => { const v = new DataView(new ArrayBuffer(8)); v.setFloat64(0, x); return v.getBigUint64(0).toString(16); };
      for (const path of process.argv.slice(1)) {
        for (const group of JSON.parse(fs.readFileSync(path)).testGroups) {
          for (const test of group.tests) console.log(bits(Number(test.out.lo64)), bits(Number(test.out.hi64)));
        }
      }"""
    paths = sorted(p for p in VECTORS.glob("*.json") if p.name != "ERRATA.json")
    result = run(node, "-e", script, *paths)
    import struct
    expected = []
    for path in paths:
        for _, test in tests_of(path):
            expected.append(" ".join(format(struct.unpack(">Q", struct.pack(">d", float.fromhex(test["out"][name])))[0], "x")
                                     for name in ("lo64x", "hi64x")))
    expect(result.stdout.split("\n")[:-1] == expected, f"node reads other numbers: {result.stderr[:300]}")


def certificates_verify():
    smoke = tests_of(VECTORS / "smoke.json")
    expect(all(test["cert"] for _, test in smoke), "every vector of smoke has a certificate")
    files = [CERTIFICATES.parent / test["cert"]["file"] for _, test in smoke]
    result = run(CHECK, *files)
    verified = [line for line in result.stdout.split("\n") if line.startswith("s VERIFIED")]
    expect(result.returncode == 0 and len(verified) == len(files), f"certificates: {result.stdout[-500:]}")
    for line, (group, test) in zip(verified, smoke):
        name = "".join(line.split("(")[0].split(" ")[2:])
        expect(name == group["quantity"], f"{test['id']}: certifies {name}")
        ends = line.split(" in [")[1].split("]")[0].split(", ")
        expect([Fraction(e) for e in ends] == [Fraction(test["out"]["lo"]), Fraction(test["out"]["hi"])],
               f"{test['id']}: certifies the published ends")
    listed = {pathlib.Path(test["cert"]["file"]).name for _, test in smoke}
    expect({p.name for p in CERTIFICATES.glob("*.cert")} >= listed, "every certificate named is there")


def flipped_bits(folder):
    """The suite smoke written anew, and one flipped bit anywhere in the files of a folder."""
    out = folder / "smoke"
    expect_run(0, "smoke.json", HALLMARK, "vectors", "smoke", "--out", out)
    same_files(VECTORS, out, ["smoke.json", "smoke.csv"])
    certificates = [path.name for path in (out / "certificates").iterdir()]
    expect(len(certificates) == len(tests_of(VECTORS / "smoke.json")), "a certificate for every vector of smoke")
    same_files(CERTIFICATES, out / "certificates", certificates)
    expect_run(0, "valid", HALLMARK, "validate", out)
    dice = random.Random(SEED)
    files = sorted(p for p in out.rglob("*") if p.is_file())
    for path in [p for p in files if p.parent == out for _ in range(20)] + dice.sample(files, 20):
        content = path.read_bytes()
        place, bit = dice.randrange(len(content)), dice.randrange(8)
        path.write_bytes(content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1:])
        result = run(HALLMARK, "validate", out)
        expect(result.returncode in (1, 64) and path.name.split(".")[0] in result.stdout + result.stderr,
               f"seed {SEED}: bit {bit} of byte {place} of {path.name}: status {result.returncode}")
        path.write_bytes(content)
    (out / "surplus.txt").write_text("x")
    expect_run(1, "surplus.txt: not listed", HALLMARK, "validate", out)
    (out / "surplus.txt").unlink()
    content = (out / "smoke.csv").read_bytes()
    (out / "smoke.csv").unlink()
    expect_run(1, "missing", HALLMARK, "validate", out)
    (out / "smoke.csv").write_bytes(content)
    return out


def strangers(folder, out):
    text = (out / "smoke.json").read_text(encoding="utf-8")
    path = folder / "smoke.json"
    path.write_text(text.replace("hallmark-vectors-v1", "hallmark-vectors-v2"), encoding="utf-8")
    expect_run(64, "hallmark-vectors-v2", HALLMARK, "validate", path)
    path.write_text(text.replace('"suite"', '"schema"', 1), encoding="utf-8")
    expect_run(64, "smoke.json:4:", HALLMARK, "validate", path)
    path.write_text(text[:1000], encoding="utf-8")
    expect_run(64, "smoke.json:", HALLMARK, "validate", path)
    path.write_text("[" * 100000, encoding="utf-8")
    expect_run(64, "smoke.json:1:", HALLMARK, "validate", path)
    path.write_bytes(b"")
    expect_run(64, "smoke.json:1:", HALLMARK, "validate", path)
    path.unlink()
    expect_run(74, "smoke.json", HALLMARK, "validate", path)
    expect_run(0, "valid", HALLMARK, "validate", VECTORS / "ERRATA.json")
    errata = folder / "ERRATA.json"
    errata.write_text('{"schema": "hallmark-errata-v1",\n "errata": [{"id": 1}]}', encoding="utf-8")
    expect_run(64, 'ERRATA.json:2:13: /errata/0: expected a member "suite", found none', HALLMARK, "validate", errata)
    errata.unlink()
    (folder / "empty").mkdir()
    expect_run(1, "has no vectors", HALLMARK, "validate", folder / "empty")
    expect_run(64, "must be one of poisson-gaussian", HALLMARK, "vectors", "clons", "--out", folder / "x")
    expect_run(64, "--jobs", HALLMARK, "vectors", "smoke", "--jobs", "0", "--out", folder / "x")
    expect_run(64, "--out", HALLMARK, "vectors", "smoke")
    expect_run(2, "budget", HALLMARK, "vectors", "clones", "--time-limit", "0.001", "--out", folder / "late")
    expect(not (folder / "late" / "clones.json").exists(), "a late vector leaves no file")
    expect_run(74, "/dev/null/x", HALLMARK, "vectors", "smoke", "--out", "/dev/null/x")
    expect_run(74, "/proc/self", HALLMARK, "vectors", "smoke", "--out", "/proc/self")


def published_values_stay(out):
    path = out / "smoke.json"
    text = path.read_text(encoding="utf-8")
    test = next(t for _, t in tests_of(path) if t["out"]["exact"] is None)
    published = dict(test["out"], hi=test["out"]["hi"] + "1" if "e" not in test["out"]["hi"] else "1")
    path.write_text(text.replace(f'"hi": "{test["out"]["hi"]}"', f'"hi": "{published["hi"]}"'), encoding="utf-8")
    changed = path.read_text(encoding="utf-8")
    expect_run(1, test["id"], HALLMARK, "vectors", "smoke", "--out", out)
    expect(path.read_text(encoding="utf-8") == changed, "a refused change leaves the file")
    was = {name: published[name] for name in ("lo", "hi", "exact")}
    now = {name: test["out"][name] for name in ("lo", "hi", "exact")}
    errata = {"schema": "hallmark-errata-v1",
              "errata": [{"id": test["id"], "suite": "smoke", "version": "0.1.0", "was": was, "now": now,
                          "reason": "a test"}]}
    (out / "ERRATA.json").write_text(json.dumps(errata), encoding="utf-8")
    expect_run(0, "smoke.json", HALLMARK, "vectors", "smoke", "--out", out)
    expect(path.read_text(encoding="utf-8") == text, "a recorded change is written")
    expect_run(0, "valid", HALLMARK, "validate", out)


def interrupted(folder):
    out = folder / "interrupted"
    process = subprocess.Popen([HALLMARK, "vectors", "clones", "--out", out], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    wait_for(lambda: process.poll() is not None or (out / ".vectors.ledger").exists())
    work(process, 0.3)
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=600)[1]
    expect(process.returncode == 130 and "interrupted" in errors, f"Ctrl-C: {process.returncode} {errors}")
    expect(not list(out.glob("clones*")), "Ctrl-C leaves no file")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        validated()
        second_opinion()
        node_reads_the_same()
        certificates_verify()
        out = flipped_bits(folder)
        strangers(folder, out)
        published_values_stay(out)
        interrupted(folder)
    return 1 if failures else 0


sys.exit(main())
