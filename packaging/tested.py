#!/usr/bin/env python3
"""tested.py BUILD_DIR FILE...: what ran on a release, as a table; each FILE is what `ctest --output-junit` wrote for the build in BUILD_DIR.

A test with the label long has a row of its own with its command, what came of it, and its seconds; short ones are counted together by what stands before their
colon. Of a test that stands in several files the last one counts; what stands in none is a row too, "not run". Exit status 1 where a test failed.
"""
import collections
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

RESULTS = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}


def is_long(test):
    return any(p["name"] == "LABELS" and "long" in p["value"] for p in test.get("properties", []))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    listed = subprocess.run(["ctest", "--test-dir", sys.argv[1], "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    came = {}
    for path in sys.argv[2:]:
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            came[case.get("name")] = RESULTS[case.get("status")], float(case.get("time"))
    rows = collections.defaultdict(list)
    for test in json.loads(listed)["tests"]:
        name = test["name"]
        command = f"ctest -R '^{name}$'" if is_long(test) else f"ctest -LE '^long$' -R '^{name.partition(':')[0]}:'"
        rows[is_long(test), command].append(came.get(name, ("not run", 0)))
    print("| command | result | seconds |\n|---|---|---|")
    for (_, command), results in sorted(rows.items()):
        counts = collections.Counter(result for result, _ in results)
        print(f"| `{command}` | {', '.join(f'{count} {result}' for result, count in sorted(counts.items()))} | {sum(seconds for _, seconds in results):.1f} |")
    return 1 if any(result == "failed" for result, _ in came.values()) else 0


sys.exit(main())
