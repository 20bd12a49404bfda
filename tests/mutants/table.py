#!/usr/bin/env python3
"""table.py SOURCE_DIR: every fault of tests/mutants/faults.toml still fits the tree.

Its old text, read without spaces and line ends, occurs exactly once in its file or in the function that it names, so that a reformatting changes no fault; the new
text differs, the test program exists and the tests named are there; names are unique; no fewer than 40 faults in the checker and 40 in exact/, bounds/ and cli/, over all methods of
certificates, and 3 in each of python/, verified/, web/ and its calls.
"""
import dataclasses
import pathlib
import re
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "proofs-check"))
import edits  # noqa: E402: the certificates of the tests

LEAST = 40
TARGETS = {"check_tests": "proofs-check", "exact_tests": "exact", "bounds_tests": "bounds", "api_tests": "api", "cli_tests": "cli", "routes_tests": "routes"}
CHECKER = "hallmark-check"
CALLS = "web_calls"
# Folders whose faults concern no program of the tests. tests: of python/, arguments of pytest; of verified/, certificates of tests/proofs-check,
# or theories that coqc must refuse; of web/, folders of tests/proofs-check whose lines must change; of the calls of hallmark.wasm, a script of tests/web.
SCRIPTED = {"python": r"python/hallmark/.*\.py$", "verified": r"verified/.*\.(ml|v)$", "web": r"web/.*\.m?js$", CALLS: r"web/producer/.*\.cpp$"}
LEAST_SCRIPTED = 3
METHODS = {"sums", "grid", "laws", "outcomes", "orders", "formula", "contours", "thresholds"}


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
    function: str = ""  # in which the old text stands, where it stands in others too

    @property
    def side(self):
        return self.target if self.target in SCRIPTED else "checker" if self.file.startswith("proofs-check/") else "producer"


def read(path):
    with open(path, "rb") as file:
        return [Fault(**row) for row in tomllib.load(file)["fault"]]


def places(text, old, function=""):
    """(start, end) of every place of the text, within the function of that name, that is `old` but for spaces and line ends."""
    begin, finish = 0, len(text)
    if function:
        found = [m.start() for m in re.finditer(rf"^(?! |//|#).*\b{re.escape(function)}\(", text, re.MULTILINE) if ";" not in text[m.end():].split("{")[0]]
        if len(found) != 1:
            return []
        begin, finish = found[0], text.index("\n}", found[0])
    kept = [i for i in range(begin, finish) if not text[i].isspace()]
    dense, wanted = "".join(text[i] for i in kept), "".join(old.split())
    return [(kept[m.start()], kept[m.start() + len(wanted) - 1] + 1) for m in re.finditer(f"(?={re.escape(wanted)})", dense)]


def changed(text, fault):
    """The text with the fault in it."""
    (start, end), = places(text, fault.old, fault.function)
    return text[:start] + fault.new.strip() + text[end:]


def missing_tests(root, fault, certificates):
    """The tests of a scripted fault that are not there."""
    for name in fault.tests.split():
        if fault.target == "python":
            there = (root / "tests" / "python" / name.split("::")[0]).is_file()
        elif fault.target == "verified":
            there = name in certificates or (root / "verified" / f"{name}.v").is_file()
        elif fault.target == CALLS:
            there = (root / "tests" / "web" / name).is_file()
        else:
            there = any(certificate.startswith(f"{name}/") for certificate in certificates)
        if not there:
            yield name


def complaints(root, faults):
    names, certificates = set(), edits.names(root / "tests" / "proofs-check")
    for fault in faults:
        where = f"faults.toml: {fault.name}"
        if fault.name in names:
            yield f"{where}: the name occurs twice"
        names.add(fault.name)
        path = root / fault.file
        sources = SCRIPTED.get(fault.target, r"(proofs-check|exact|bounds|api|cli)/.*\.cpp$")
        if not re.match(sources, fault.file) or not path.is_file():
            yield f"{where}: {fault.file} is no source file that matches {sources}"
            continue
        text = path.read_text(encoding="utf-8")
        count = len(places(text, fault.old, fault.function))
        if count != 1:
            yield f"{where}: the old text occurs {count} times in {fault.function or fault.file}"
        if fault.new.split() == fault.old.split():
            yield f"{where}: nothing is changed"
        if fault.target in SCRIPTED:
            yield from (f"{where}: no {test}" for test in missing_tests(root, fault, certificates))
            continue
        if fault.target == CHECKER:
            for name in fault.tests.split():
                if name not in certificates:
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
    for side, least in {"checker": LEAST, "producer": LEAST, **dict.fromkeys(SCRIPTED, LEAST_SCRIPTED)}.items():
        count = sum(fault.side == side for fault in faults)
        if count < least:
            yield f"faults.toml: {count} faults in the {side}, fewer than {least}"
    missing = METHODS.difference(*(fault.methods.split() for fault in faults))
    if missing:
        yield f"faults.toml: no fault of the method {', '.join(sorted(missing))}"


def self_test():
    text = "int f(int a) {\n  return g(a +\n           1);\n}\n\nint h(int a);\nint h(int a) {\n  return g(a + 1);\n}\n"
    assert len(places(text, "g(a + 1)")) == 2 and len(places(text, "g(a + 1)", "f")) == len(places(text, "g(a+1)", "h")) == 1
    fault = Fault("", "", "g(a + 1);", " g(a); ", "", "", "", function="f")
    assert changed(text, fault).startswith("int f(int a) {\n  return g(a);\n}\n\nint h(int a);")


def main():
    self_test()
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = read(root / "tests" / "mutants" / "faults.toml")
    found = list(complaints(root, faults))
    print("\n".join(found) or f"{len(faults)} faults fit the tree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
