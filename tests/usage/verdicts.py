#!/usr/bin/env python3
"""verdicts.py HALLMARK EXPECTED SECONDS CLAIMS...: some claims files of data/claims have the verdicts of expected.json.

`hallmark certify --expected` wants every claim of that file to be judged; this test judges some files alone.
"""
import json
import subprocess
import sys

hallmark, expected, seconds, *claims = sys.argv[1:]
verdicts = json.load(open(expected, encoding="utf-8"))["verdicts"]
result = subprocess.run([hallmark, "certify", *claims, "--time-limit", seconds, "--quiet", "--json"], capture_output=True, text=True)
judged = {claim["id"]: claim["verdict"] for claim in json.loads(result.stdout)["claims"]}
asked = {claim["id"] for path in claims for claim in json.load(open(path, encoding="utf-8"))["claims"]}
asked -= {name for name in asked if verdicts.get(name) == "remark"}
wrong = {name: verdict for name, verdict in judged.items() if verdicts.get(name) != verdict}
print(result.stderr + f"{len(judged)} verdicts, not as expected: {wrong}, not judged: {sorted(asked - set(judged))}")
sys.exit(bool(wrong) or not judged or asked != set(judged))
