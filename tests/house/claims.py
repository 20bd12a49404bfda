#!/usr/bin/env python3
"""claims.py SOURCE_DIR: the files of data/claims obey their schemas and belong together."""
import json
import pathlib
import re
import sys

import jsonschema

# The lists the claims were taken from; ids are never renamed, never dropped.
IDS = (
    "F1a F1b F1c F1d F1e F1f F1g F1h F2a F3a F3b F3c F3d F3e F3f F4a F4b F4c F4d F4e F4f F4g F5a F5b F5c F5d F5e F5f "
    "F6a F6b F6c F6d F6e F7a F7b F7c F7d F7e C43 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 "
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12"
).split()


def unique(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"duplicate keys among {names}"
    return dict(pairs)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unique)


def validator(root, name):
    schema = load(root / "data" / "schema" / name)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def main():
    root = pathlib.Path(sys.argv[1])
    folder = root / "data" / "claims"
    claims_schema = validator(root, "claims-v1.schema.json")
    claims = []
    for path in sorted(folder.glob("*.json")):
        if path.name == "expected.json":
            continue
        document = load(path)
        claims_schema.validate(document)
        claims += document["claims"]
    ids = [claim["id"] for claim in claims]
    assert len(ids) == len(set(ids)), "an id occurs twice"
    assert not set(IDS) - set(ids), f"missing: {sorted(set(IDS) - set(ids))}"

    references = (root / "REFERENCES.md").read_text(encoding="utf-8")
    for paper in {claim["source"]["paper"] for claim in claims}:
        assert f"**[{paper}]**" in references, f"{paper} is not in REFERENCES.md"

    findings = (folder / "FINDINGS.md").read_text(encoding="utf-8")
    answered = set(re.findall(r"^## (\w+)", findings, re.MULTILINE))
    remarks = {claim["id"] for claim in claims if claim.get("kind") == "remark"}
    assert answered >= remarks, f"FINDINGS.md does not answer {sorted(remarks - answered)}"
    assert answered <= set(ids), f"FINDINGS.md answers unknown {sorted(answered - set(ids))}"

    expected = load(folder / "expected.json")
    validator(root, "expected-v1.schema.json").validate(expected)
    assert set(expected["verdicts"]) == set(ids), f"expected.json: {sorted(set(expected['verdicts']) ^ set(ids))}"
    for claim in claims:
        is_remark = expected["verdicts"][claim["id"]] == "remark"
        assert is_remark == (claim["id"] in remarks), f"{claim['id']}: remark or not?"
    print(f"{len(ids)} claims, {len(remarks)} of them remarks")


main()
