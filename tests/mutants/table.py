#!/usr/bin/env python3
"""table.py SOURCE_DIR: every fault of tests/mutants/faults.toml still fits the tree.

Its old text occurs exactly once in its file, the new text differs and is not there yet, the test program exists and the tests named
are there; names are unique; no fewer than 40 faults in the checker and 40 in exact/, bounds/ and cli/, over all methods of certificates.
"""
import dataclasses
import pathlib
import re
import sys
import tomllib

LEAST = 40
TARGETS = {"check_tests": "proofs-check", "exact_tests": "exact", "bounds_tests": "bounds", "api_tests": "api", "cli_tests": "cli", "routes_tests": "routes"}
CHECKER = "hallmark-check"
METHODS = {"sums", "grid", "laws", "orders", "formula", "contours", "thresholds"}


@dataclasses.dataclass
class Fault:
    name: str
    file: str
    old: str
    new: str
    target: str
    tests: str  # a Catch test specification, [#file] are the tests of file.cpp; or, of hallmark-check, certificates
    breaks: str
    methods: str = ""  # of certificates that it concerns

    @property
    def side(self):
        return "checker" if self.file.startswith("proofs-check/") else "producer"


def read(path):
    with open(path, "rb") as file:
        return [Fault(**row) for row in tomllib.load(file)["fault"]]


def complaints(root, faults):
    names = set()
    for fault in faults:
        where = f"faults.toml: {fault.name}"
        if fault.name in names:
            yield f"{where}: the name occurs twice"
        names.add(fault.name)
        path = root / fault.file
        if not re.match(r"(proofs-check|exact|bounds|api|cli)/.*\.cpp$", fault.file) or not path.is_file():
            yield f"{where}: {fault.file} is no source file of the checker, of exact/, bounds/ or cli/"
            continue
        text = path.read_text(encoding="utf-8")
        if text.count(fault.old) != 1:
            yield f"{where}: the old text occurs {text.count(fault.old)} times in {fault.file}"
        if fault.new == fault.old:
            yield f"{where}: nothing is changed"
        if fault.target == CHECKER:
            for name in fault.tests.split():
                if not (root / "tests" / "proofs-check" / f"{name}.cert").is_file():
                    yield f"{where}: no certificate {name}"
            continue
        if fault.target not in TARGETS:
            yield f"{where}: {fault.target} is no test program"
            continue
        sources = {path.stem: path for path in (root / "tests" / TARGETS[fault.target]).rglob("*_test.cpp")}
        for tag in re.findall(r"\[#(\w+)\]", fault.tests):
            if tag not in sources:
                yield f"{where}: no tests/{TARGETS[fault.target]}/**/{tag}.cpp"
        quoted = re.sub(r"\[#\w+\]", "", fault.tests).strip(", ")
        if quoted:
            start = quoted.split("*")[0].strip('"')
            if not any(f'"{start}' in path.read_text(encoding="utf-8") for path in sources.values()):
                yield f"{where}: no test of {fault.target} is named {quoted}"
    for side in ("checker", "producer"):
        count = sum(fault.side == side for fault in faults)
        if count < LEAST:
            yield f"faults.toml: {count} faults in the {side}, fewer than {LEAST}"
    missing = METHODS.difference(*(fault.methods.split() for fault in faults))
    if missing:
        yield f"faults.toml: no fault of the method {', '.join(sorted(missing))}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = read(root / "tests" / "mutants" / "faults.toml")
    found = list(complaints(root, faults))
    print("\n".join(found) or f"{len(faults)} faults fit the tree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
