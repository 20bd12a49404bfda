#!/usr/bin/env python3
"""register.py SOURCE_DIR: the files of data/register obey their schema, miss no published claim, and fit their certificates."""
import hashlib
import json
import pathlib
import re
import sys

import jsonschema

# The lists the register began with: R, deployments and statements; W, numbers of repositories, papers and notebooks. None is dropped.
MISSING = {95, 118, 119, 159, 164, 170, 171, 172, 173, 179, 216, 217}  # numbers that the second list never gave
STATEMENTS = {f"R{number:02d}" for number in range(1, 49)} | {f"W{number:03d}" for number in range(1, 219) if number not in MISSING}
RESTS = ("certified", "refuted")


def complaints(folder):
    schema = json.loads((folder.parent / "schema" / "register-v1.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    findings = (folder / "FINDINGS.md").read_text(encoding="utf-8")
    seen, certificates = set(), set()
    for path in sorted(folder.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for error in validator.iter_errors(document):
            yield f"{path.name}: {error.json_path}: {error.message[:200]}"
        for reading in (reading for entry in document["entries"] for reading in entry["readings"]):
            name = reading["id"]
            if name in seen:
                yield f"{path.name}: {name} occurs twice"
            seen.add(name)
            file = folder / "certificates" / f"{name}.cert"
            decided = reading.get("verdict") in RESTS
            if decided != (reading.get("certificate") is not None):
                yield f"{name}: {reading.get('verdict')}, certificate {reading.get('certificate')}"
            elif decided and (not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != reading["certificate"]):
                yield f"{name}: its certificate is not {file.relative_to(folder)}"
            if decided:
                certificates.add(file.name)
    for name in sorted(STATEMENTS - {name.split(".")[0] for name in seen}):
        yield f"{name} is missing"
    for file in (folder / "certificates").iterdir():
        if file.name not in certificates:
            yield f"{file.name} belongs to no decided row"
    for name in set(re.findall(r"\b[RW]\d{2,3}(?:\.[a-z0-9-]+)?\b", findings)):
        if name not in seen and name not in STATEMENTS:
            yield f"FINDINGS.md speaks of {name}, which is no row"


def main():
    found = list(complaints(pathlib.Path(sys.argv[1]) / "data" / "register"))
    print("\n".join(found) or "the register fits its schema and its certificates")
    sys.exit(bool(found))


main()
