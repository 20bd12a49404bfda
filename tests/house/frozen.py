#!/usr/bin/env python3
"""frozen.py SOURCE_DIR BINARY_DIR [--take]: what docs/compatibility.md promises of names is kept: whatever tests/house/frozen.txt lists is still there, in the same
meaning. What is new since the last release is not in the list; --take adds it, which a release does. Every test that the page names is one of ctest."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
sys.path.insert(0, str(ROOT / "tests" / "support"))
from expectations import ended, expect  # noqa: E402

HALLMARK = BUILD / "cli" / "hallmark"
LIST = ROOT / "tests" / "house" / "frozen.txt"
PAGE = ROOT / "docs" / "compatibility.md"
NOT_FOR_ALL = "version stop help help-all"  # CLI11's own, and what a page of help ends with


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


# Each has lines of words; the first words name a thing, what follows a semicolon may only grow, what stands before it stays as it is.

def quantities():
    for entry in json.loads(run(HALLMARK, "list", "--json")):
        needed = [p["name"] for p in entry["parameters"] if "default" not in p]
        more = [f"{p['name']}={p['default']}" for p in entry["parameters"] if "default" in p]
        yield f"quantity {entry['id']}: {entry['bounds']} {entry['adjacency']} {' '.join(needed)}; {' '.join(more + entry['directions'])}"


def verbs():
    for verb in re.findall(r"^  ([a-z-]+) ", run(HALLMARK, "--help").partition("Subcommands:")[2], re.MULTILINE):
        options = sorted(set(re.findall(r"(?<![\w-])--([a-z][a-z0-9-]*)", run(HALLMARK, verb, "--help"))) - set(NOT_FOR_ALL.split()))
        yield f"verb {verb}:; {' '.join(options)}"


def python():
    text = (ROOT / "python" / "hallmark" / "__init__.py").read_text(encoding="utf-8")
    names = re.findall(r"\"(\w+)\"", re.search(r"__all__ = \[(.*?)\]", text, re.DOTALL)[1])
    yield f"python hallmark:; {' '.join(sorted(names))}"


def javascript():
    text = (ROOT / "web" / "npm" / "index.mjs").read_text(encoding="utf-8")
    names = re.findall(r"^export (?:async )?(?:const|function|class) (\w+)", text, re.MULTILINE)
    yield f"javascript hallmark:; {' '.join(sorted(names))}"


def headers():
    for path in sorted((ROOT / "include" / "hallmark").glob("*.hpp")):
        text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        names = set(re.findall(r"^(?:struct|class|enum class|using) (\w+)", text, re.MULTILINE)) | set(re.findall(r"\b(\w+)\([^()]*\)(?: const)?(?: noexcept)?;", text))
        yield f"header {path.name}:; {' '.join(sorted(names))}"


def objects(schema, place=""):
    """Every object of a schema: its place, what it must have and what it may have."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            must = sorted(schema.get("required", []))
            yield f"{place or '/'}: {' '.join(must)}; {' '.join(sorted(set(schema['properties']) - set(must)))}"
        for name, part in schema.items():
            yield from objects(part, f"{place}/{name}")
    elif isinstance(schema, list):
        for at, part in enumerate(schema):
            yield from objects(part, f"{place}/{at}")


def schemas():
    for path in sorted((ROOT / "data" / "schema").glob("*.json")):
        for line in objects(json.loads(path.read_text(encoding="utf-8"))):
            yield f"schema {path.name.removesuffix('.schema.json')} {line}"


def read(lines):
    """What stays as it is, and what may only grow, by name."""
    parts = (re.fullmatch(r"(\S+ .*?):(.*?);(.*)", line) for line in lines)
    return {name: (stays.split(), set(grows.split())) for name, stays, grows in (part.groups() for part in parts)}


now = [line.rstrip() for kind in (quantities, verbs, python, javascript, headers, schemas) for line in kind()]
if "--take" in sys.argv:
    LIST.write_text("\n".join(now) + "\n", encoding="utf-8")
there = read(now)
frozen = read(LIST.read_text(encoding="utf-8").splitlines())
expect(len(frozen) > 300, f"{LIST.name}: {len(frozen)} lines")
for name, (stays, grows) in frozen.items():
    expect(name in there, f"{name} is gone")
    if name in there:
        expect(there[name][0] == stays, f"{name}: was {' '.join(stays)}, is {' '.join(there[name][0])}")
        expect(grows <= there[name][1], f"{name} has lost {' '.join(sorted(grows - there[name][1]))}")

tests = set(re.findall(r"^\s*Test\s+#\d+: (.*)$", run("ctest", "--test-dir", BUILD, "-N"), re.MULTILINE))
named = re.findall(r"`((?:\w+|proofs-check|no-compile): [^`]*)`", PAGE.read_text(encoding="utf-8"))
expect(len(named) > 10, f"{PAGE.name} names {len(named)} tests")
for name in named:
    expect(name in tests, f"{PAGE.name} names a test that ctest has not: {name}")
sys.exit(ended(f"{len(frozen)} names, {len(named)} tests: "))
