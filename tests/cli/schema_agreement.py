#!/usr/bin/env python3
"""schema_agreement.py SOURCE_DIR READ_FILES: the readers of cli and data/schema accept and refuse the same files.

The files are all of data, the fuzz corpora, and edits of them by a seeded generator (HALLMARK_SEED; HALLMARK_TEST_MULTIPLIER
asks for more). What a reader refuses and its schema accepts must stand in BEYOND_SCHEMA with the reason, and every line
there must occur. The other way round nothing is allowed. (The limits on a file's bytes, depth and values come on top.)
"""
import collections
import copy
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema

SOURCE, READ_FILES = pathlib.Path(sys.argv[1]), sys.argv[2]
SEED = int(os.environ.get("HALLMARK_SEED", "1707"))
EDITS = 400 * int(os.environ.get("HALLMARK_TEST_MULTIPLIER", "1"))  # of each format
FORMATS = ("vectors", "errata", "claims", "register", "expected", "compose", "results", "sweep")

# Formats, words of the refusal, why JSON Schema cannot say it.
BEYOND_SCHEMA = (
    (FORMATS, r"expected each key once|expected each member once", "a schema sees the object after duplicates are gone"),
    (("vectors", "compose", "sweep"), r"expected an integer from .*, found [0-9.e+-]+$", "to a schema 1.0 and 1e0 are integers: here they are not"),
    (("claims", "register"), r"/id: expected each id once", "uniqueness of one member is beyond draft 7"),
    (("compose",), r"/rounds: expected an integer from .*, found \"", "a text is read as a number, 1e6 is one"),
    (("compose",), r": /\d+: (?!expected)", "which mechanisms there are, their parameters and adjacencies"),
    (("sweep",), r"/quantity: expected the id of a quantity", "which quantities there are"),
    (("sweep",), r"/grid(/\d+)?: (?!expected)|/grid/[a-z0-9]+(/\d+)?: (?!expected)", "which parameters they have, and their domains"),
    (("sweep",), r"range \".*\": must be|expected each value once|expected at most", "ranges are read as numbers"),
    (("results",), r"expected a number of seconds", "a text is read as a number; NaN is none"),
)
CRAFTED = (
    ("vectors", '{"schema": "hallmark-vectors-v1", "schema": "hallmark-vectors-v1"}'),
    ("claims", "[" * 40 + "]" * 40),
    ("claims", '\ufeff{"schema": "hallmark-claims-v1", "claims": 1}'),
    ("expected", '{"schema": "hallmark-expected-v1", "verdicts": {"A/~1\\n": "certified"}}'),
    ("results", '{"id": "' + "0" * 32 + '", "value": 1, "value": 2}'),
    ("results", '{"id": "' + "0" * 32 + '", "value": NaN, "seconds": NaN}'),
    ("results", '{"id": "' + "0" * 32 + '", "value": 1, "kind": "", "seconds": null}'),
    ("results", '{"id": "' + "0" * 32 + '", "skip": null}'),
    ("results", '{"id": ' + "1" * 32 + ', "value": 1}'),
    ("compose", '[{"mechanism": "gaussian", "parameters": {"sigma": "1"}, "rounds": 1.0}]'),
    ("compose", '[{"mechanism": "gaussian", "parameters": {"sigma": "1"}, "rounds": 1000000000000001}]'),
    ("compose", '[{"mechanism": "gaussian", "parameters": {"sigma": "1"}, "rounds": 18446744073709551617}]'),
)
STRANGERS = (None, True, 0, -1, 1, 2, 1.0, 1.5, 10**6 + 1, 10**20, "", " ", "x", "0", "-0", "01", "1/0", "1/02", "1..5", "ln(2)",
             "exp(-1)", "-ln(2)", "1e5", "1e+5", "inf", "-inf", "0x1p+0", "0x2p+0", "upper", "add", "in", "~", "remark", "1.0",
             "https://a", "http://a", "Abc", "A", "a-b", "a.b", "a..b", "a" * 32, "a" * 64, "certificates/" + "a" * 32 + ".cert",
             [], {}, [1], ["1", "2"], {"a": 1}, {"quantity": "a", "parameters": {}})
LENGTHS = (20, 21, 30, 31, 32, 33, 40, 41, 60, 61, 64, 65, 200, 201, 300, 301, 1000, 1001, 1024, 1025, 2000, 2001, 4096, 4097)
CHARACTERS = " \n\t\u00e9\u20ac\U0001f600AZaz09-./~\"\\()e+_\x00"


def ecma(schema):
    """The same schema with `$` for the end of the text alone, as ECMA 262 has it; Python's allows a line feed after it."""
    if isinstance(schema, dict):
        return {re.sub(r"\$$", r"\\Z", key) if key.startswith("^") else key:
                re.sub(r"\$$", r"\\Z", value) if key == "pattern" else ecma(value) for key, value in schema.items()}
    return [ecma(each) for each in schema] if isinstance(schema, list) else schema


def validators():
    for name in FORMATS:
        schema = json.loads((SOURCE / "data" / "schema" / f"{name}-v1.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        yield name, jsonschema.Draft7Validator(ecma(schema))


def refuse(constant):
    raise ValueError(constant)


def schema_accepts(name, validator, content):
    try:
        text = content.decode("utf-8-sig")
        if name != "results":
            return validator.is_valid(json.loads(text, parse_constant=refuse))
        lines = [line for line in text.split("\n") if line.strip(" \t\r")]
        return bool(lines) and all(validator.is_valid(json.loads(line)) for line in lines)
    except (ValueError, RecursionError):
        return False


def places(value):
    """Every object and array below."""
    if isinstance(value, (dict, list)):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from places(each)


def bent(text, dice):
    """A text with one small fault, or of a length next to a limit."""
    at = dice.randrange(len(text) + 1)
    kind = dice.randrange(4)
    if kind == 0:
        return text[:at] + dice.choice(CHARACTERS) + text[at:]
    if kind == 1:
        return text[:at] + text[at + 1:]
    if kind == 2:
        return text[:at] + dice.choice(CHARACTERS) + text[at + 1:]
    return ((text or "a") + (text[-1:] or dice.choice("a\u00e9")) * 5000)[: dice.choice(LENGTHS)]


def edit(root, dice):
    """One edit somewhere in the tree; the root itself is returned, since it may be what changes."""
    place = dice.choice(list(places(root)) or [None])
    if place is None or dice.random() < 0.01:
        return dice.choice(STRANGERS)
    keys = list(place) if isinstance(place, dict) else range(len(place))
    other = dice.choice(STRANGERS)
    if not keys:
        place.update({"a": other}) if isinstance(place, dict) else place.append(other)
        return root
    key = dice.choice(list(keys))
    kind = dice.randrange(8)
    if kind == 0:
        del place[key]
    elif kind == 1:
        place[key] = copy.deepcopy(other)
    elif kind == 2 and isinstance(place, dict):
        place[dice.choice(("a", "A", "Ab", "id", "kind", "value", "adjacency", "eps0", bent(str(key), dice)))] = copy.deepcopy(place[key])
    elif kind == 2:
        place.insert(dice.choice(keys), copy.deepcopy(place[key]))
    elif kind == 3 and isinstance(place, dict):
        place[bent(key, dice)] = place.pop(key)
    elif kind == 4:  # a value from elsewhere in the same file
        donor = dice.choice(list(places(root)))
        if donor:
            place[key] = copy.deepcopy(dice.choice(list(donor.values() if isinstance(donor, dict) else donor)))
    elif isinstance(place[key], str):
        place[key] = bent(place[key], dice)
    elif isinstance(place[key], (int, float)) and not isinstance(place[key], bool):
        place[key] = dice.choice((0, 1, -place[key], 10**6, 10**6 + 1, float(place[key]), 10**15, 10**15 + 1))
    elif isinstance(place[key], list) and place[key]:
        place[key] = place[key] * dice.choice((2, 21))
    return root


def small(root):
    """A vectors file with few tests, so that an edit meets every kind of member."""
    root = copy.deepcopy(root)
    root["testGroups"] = root["testGroups"][:2]
    for group in root["testGroups"]:
        group["tests"] = group["tests"][:2]
    root["notes"] = dict(list(root["notes"].items())[:2])
    return root


def files_of_the_project():
    data, corpus = SOURCE / "data", SOURCE / "tests" / "fuzz" / "corpus"
    for path in sorted((data / "vectors_v1").glob("*.json")):
        yield "errata" if path.name == "ERRATA.json" else "vectors", path
    yield "vectors", SOURCE / "tests" / "support" / "vectors" / "fixture.json"
    for path in sorted((data / "claims").glob("*.json")):
        yield "expected" if path.name == "expected.json" else "claims", path
    for path in sorted((data / "register").glob("*.json")):
        yield "register", path
    for path in sorted(corpus.glob("*/*")):
        name = path.parent.name
        if name == "results" and not path.read_bytes().lstrip().startswith(b"{"):
            continue  # CSV, as are the tables: no schema speaks of it
        if name in FORMATS:
            yield name, path


def seeds():
    """Documents to edit, by format: those of the project, and the rarer members."""
    found = collections.defaultdict(list)
    for name, path in files_of_the_project():
        try:
            text = path.read_text(encoding="utf-8")
            document = json.loads(text.splitlines()[0]) if name == "results" else json.loads(text)
        except (ValueError, IndexError):
            continue
        if name == "vectors" and isinstance(document, dict) and document.get("testGroups"):
            document = small(document)
        if name == "register":
            document["entries"] = document["entries"][:3]
        found[name].append(document)
    value = {"lo": "0.1", "hi": "0.2", "exact": None}
    erratum = {"id": "0" * 32, "suite": "rr2", "version": "0.1.0", "was": value, "now": None, "reason": "a mistake"}
    found["errata"].append({"schema": "hallmark-errata-v1",
                            "errata": [erratum, dict(erratum, now=dict(value, exact="1/7"), reason="another")]})
    claim = {"id": "A", "source": {"paper": "FMT21", "where": "here"}, "quantity": "gaussian.delta", "relation": "<=",
             "parameters": {"sigma": "1", "eps": "1"}, "value": "1"}
    found["claims"].append({"schema": "hallmark-claims-v1", "claims": [
        dict(claim, relation="in", value=["0", "1"]), dict(claim, id="B", adjacency="add-remove"),
        dict(claim, id="C", value={"quantity": "gaussian.delta", "parameters": {"sigma": "2", "eps": "1"}})]})
    found["sweep"].append({"schema": "hallmark-sweep-v1", "name": "a", "digits": 6, "work": 1000, "certificates": {"sample": 3}, "blocks": [
        {"quantity": "gaussian.delta", "grid": {"sigma": ["1", "2:3:1/2"], "eps": "ln(2)"}},
        {"quantity": "clones.delta", "grid": {"n": ["10"], "eps0": ["1", "2"], "eps": "1"}}]})
    found["results"].append({"id": "0" * 32, "value": 0.25, "kind": "upper", "seconds": 0.1, "skip": None})
    return found


def generated(folder, dice):
    for name, documents in seeds().items():
        for number in range(EDITS):
            document = copy.deepcopy(dice.choice(documents))
            for _ in range(dice.choice((1, 1, 1, 2, 3))):
                document = edit(document, dice)
            path = folder / f"{name}{number}"
            path.write_text(json.dumps(document, ensure_ascii=dice.random() < 0.5), encoding="utf-8")
            yield name, path
    for number, (name, text) in enumerate(CRAFTED):
        path = folder / f"crafted{number}"
        path.write_text(text, encoding="utf-8")
        yield name, path


def main():
    with tempfile.TemporaryDirectory() as name:
        files = [*files_of_the_project(), *generated(pathlib.Path(name), random.Random(SEED))]
        run = subprocess.run([READ_FILES], input="".join(f"{kind} {path}\n" for kind, path in files), capture_output=True,
                             text=True, check=True)
        answers = run.stdout.splitlines()
        assert len(answers) == len(files), f"{len(files)} files, {len(answers)} answers: {run.stderr}"
        return judge(files, answers)


def judge(files, answers):
    schemas = dict(validators())
    counts, used, failures = collections.Counter(), set(), []
    for (name, path), answer in zip(files, answers):
        content = path.read_bytes()
        reader, schema = answer == "accepted", schema_accepts(name, schemas[name], content)
        counts[name, reader] += 1
        if not reader and not answer.startswith(f"{path}:"):
            failures.append(f"{name}: a refusal without its place: {answer}")
        if reader == schema:
            continue
        beyond = {line for line in BEYOND_SCHEMA if name in line[0] and re.search(line[1], answer)}
        used |= beyond
        if reader or not beyond:
            failures.append(f"{name}: the schema {'accepts' if schema else 'refuses'}, the reader says {answer}\n  {content[:600]}")
    failures += [f"never seen: {line[1]}" for line in BEYOND_SCHEMA if line not in used]
    for name in FORMATS:
        print(f"{name}: {counts[name, True]} accepted, {counts[name, False]} refused")
        if min(counts[name, True], counts[name, False]) < EDITS // 20:
            failures.append(f"{name}: the edits are too coarse or too fine")
    for failure in failures[:20]:
        print(failure)
    print(f"seed {SEED}: {len(files)} files, {len(failures)} disagreements")
    return 1 if failures else 0


sys.exit(main())
