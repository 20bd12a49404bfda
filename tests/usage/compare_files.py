#!/usr/bin/env python3
"""compare_files.py BINARY_DIR SOURCE_DIR [MEMORY_FACTOR]: results files of every shape through `hallmark compare`."""
import json
import pathlib
import random
import re
import sys
import xml.etree.ElementTree
from fractions import Fraction

from harness import row, run_table, temporary_folder, write

BINARY, SOURCE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
VECTORS = SOURCE / "tests" / "support" / "vectors"
USAGE, FILE = 64, 74
ENDS = {test["id"]: test["out"] for group in json.loads((VECTORS / "fixture.json").read_text())["testGroups"]
        for test in group["tests"]}
IDS = list(ENDS)
POSITIVE = next(i for i in IDS if Fraction(ENDS[i]["lo64"]) < Fraction(ENDS[i]["lo"]) and float(ENDS[i]["lo64"]) > 0.01)


def csv(separator=",", end="\n", kind="upper", pick="hi", changed=None, header="id,value,kind,seconds"):
    changed = changed or {}
    lines = [header.replace(",", separator)]
    lines += [separator.join((i, changed.get(i, out[pick]), kind, "0.1")) for i, out in ENDS.items()]
    return end.join(lines) + end


def json_lines(changed=None, **more):
    changed = changed or {}
    return "".join(json.dumps({"id": i, "value": changed.get(i, out["hi"]), "kind": "upper", **more}) + "\n"
                   for i, out in ENDS.items())


def counts(**wanted):
    def check(result):
        if not result.out:
            return "no report"
        report = json.loads(result.out)
        found = {key: n for key, n in report["counts"].items() if n}
        if report["unknown"]:
            found["unknown"] = report["unknown"]
        return None if found == wanted else f"{found}, expected {wanted}"

    return check


def names(identifier, verdict, remark, tightness=None):
    def check(result):
        if not result.out:
            return "no report"
        found = next(each for each in json.loads(result.out)["rows"] if each["id"] == identifier)
        if (found["verdict"], found["remark"]) != (verdict, remark):
            return f"{found['verdict']!r}, {found['remark']!r}, expected {verdict!r}, {remark!r}"
        if tightness and found["tightness"] != tightness:
            return f"tightness {found['tightness']}, expected {tightness}"
        return None

    return check


def valid_junit(path, failures, errors):
    def check(_):
        root = xml.etree.ElementTree.parse(path).getroot()
        found = (int(root.get("failures")), int(root.get("errors")), len(root.findall(".//testcase")))
        return None if found == (failures, errors, len(ENDS)) else f"{found} in the JUnit file"

    return check


class Table:
    def __init__(self, folder):
        self.folder, self.rows, self.files = folder, [], 0

    def add(self, content, code, err="", options="--json", vectors=VECTORS, **more):
        self.files += 1
        path = write(self.folder, f"results{self.files}.csv", content)
        self.rows.append(row(f"hallmark compare {path} --vectors {vectors} {options}", code, err, **more))


def understood(t):
    every = len(IDS)
    t.add(csv(), 0, check=counts(sound=every))
    t.add(csv(pick="lo", kind="lower"), 0, check=counts(sound=every))
    t.add(csv(kind="estimate"), 0, check=counts(estimate=every))
    t.add(csv(end="\r\n"), 0, check=counts(sound=every))
    t.add(csv(separator=";"), 0, check=counts(sound=every))
    t.add(csv(separator=" , "), 0, check=counts(sound=every))
    t.add("\ufeff" + csv(), 0, check=counts(sound=every))
    t.add("\n\n" + csv().rstrip("\n"), 0, check=counts(sound=every))
    t.add(csv(separator='","', end='"\n"').rstrip('"').join(('"', "")), 0, check=counts(sound=every))
    t.add("value,id\n" + "".join(f"{out['hi']},{i}\n" for i, out in ENDS.items()), 0, options="--json --kind upper",
          check=counts(sound=every))
    t.add(csv(pick="hi64x"), 0, check=counts(sound=every))
    t.add(csv(pick="hi64"), 0, check=counts(sound=every))
    t.add(json_lines(), 0, check=counts(sound=every))
    t.add("\ufeff" + json_lines(seconds=0.25).replace("\n", "\r\n"), 0, check=counts(sound=every))
    t.add(csv(changed={POSITIVE: ENDS[POSITIVE]["hi"] + "3" * 400}), 0, check=counts(sound=every))
    t.add(csv(changed={POSITIVE: "1e999"}), 0, check=counts(sound=every))
    t.add(csv(changed={POSITIVE: "+1.E+3"}), 0, check=counts(sound=every))
    t.add(csv().replace(POSITIVE, "0" * 32), 2, check=counts(sound=every - 1, missing=1, unknown=1))
    t.add("id,value,kind\n", 2, check=counts(missing=every))
    t.add("id,value,kind\n", 2, options="", out=r"26 missing")
    t.add(json_lines().replace('"value": ', '"skip": "no", "value": ', 1), 0, check=counts(sound=every - 1, skipped=1))


def named(t):
    def one(value, kind, verdict, remark, code, options="--json", **more):
        t.add(f"id,value,kind\n{POSITIVE},{value},{kind}\n", code, options=options,
              check=names(POSITIVE, verdict, remark, **more))

    infinite = "infinite where the truth is finite"
    for text in ("nan", "NaN", "-nan", "NA"):
        one(text, "upper", "not-a-number", "NaN", 2)
    one("", "upper", "not-a-number", "empty", 2)
    one('""', "upper", "not-a-number", "empty", 2)
    one("inf", "upper", "sound", infinite, 2, tightness=["inf", "inf"])
    one("Infinity", "lower", "unsound", infinite, 1)
    one("inf", "upper", "loose", infinite, 2, "--json --slack 1000")
    one("inf", "estimate", "estimate", infinite, 2)
    one("-1", "upper", "unsound", "negative", 1)
    one("-inf", "upper", "unsound", "negative", 1)
    one("-1", "lower", "sound", "negative", 2)
    one("0", "upper", "unsound", "", 1, tightness=["-1", "-1"])
    one(ENDS[POSITIVE]["lo64"], "upper", "unsound", "", 1)
    one(ENDS[POSITIVE]["hi64"], "lower", "unsound", "", 1)
    one("1e6", "upper", "loose", "", 2, "--json --slack 1e-3")
    one("0", "lower", "loose", "", 2, "--json --slack 1e-3")
    one(ENDS[POSITIVE]["hi64"], "upper", "sound", "", 2, "--json --slack 1e-3")
    one(ENDS[POSITIVE]["hi64"], "estimate", "estimate", "", 2, "--json --slack 1e-15")
    one("1e6", "estimate", "loose", "", 2, "--json --slack 1e-3")
    t.add(f'{{"id":"{POSITIVE}","value":NaN,"kind":"upper"}}', 2, check=names(POSITIVE, "not-a-number", "NaN"))
    t.add(f'{{"id":"{POSITIVE}","value":null,"kind":"upper"}}', 2, check=names(POSITIVE, "not-a-number", "empty"))
    t.add(f'{{"id":"{POSITIVE}","value":-Infinity,"kind":"upper"}}', 1, check=names(POSITIVE, "unsound", "negative"))


def refused(t):
    head = "id,value,kind\n"
    line = f"{POSITIVE},1,upper\n"
    t.add("", USAGE, r":1:1: expected a header .*empty")
    t.add("id;value;kind,seconds\n", USAGE, r":1:1: expected a header")
    t.add("id,worth,kind\n", USAGE, r":1:4: expected a header.*worth")
    t.add("id,value\n" + f"{POSITIVE},1\n", USAGE, r":1:1: expected a column kind .* or the option --kind")
    t.add(head + line + line, USAGE, rf":3:1: expected each id once, found {POSITIVE} of line 2 again")
    t.add(head + "abc,1,upper\n", USAGE, r':2:1: expected an id of 32 hexadecimal digits, found "abc"')
    t.add(head + f"{POSITIVE},1\n", USAGE, r":2:35: expected 3 fields, found 2")
    t.add(head + f"{POSITIVE},1,upper,\n", USAGE, r":2:42: expected 3 fields, found 4")
    t.add(head + f"{POSITIVE},0,5,upper\n", USAGE, r"expected 3 fields, found 4")
    t.add(head + f"{POSITIVE},1.2.3,upper\n", USAGE, r":2:34: expected a number, found .*1\.2\.3")
    t.add(head + f"{POSITIVE},1e100001,upper\n", USAGE, r":2:34: .*exponent")
    t.add(head + f"{POSITIVE},{'3' * 1_000_100},upper\n", USAGE, r":2:34: expected a number of at most 1000000 digits")
    t.add(head + f"{POSITIVE},{'3' * 2_000_000},upper\n", USAGE, r":2:1: expected a line of at most 1100000 bytes")
    t.add(head + f"{POSITIVE},1,above\n", USAGE, r":2:36: expected upper, lower or estimate, found \"above\"")
    t.add(head + f'"{POSITIVE},1,upper\n', USAGE, r":2:1: expected a closing quote")
    t.add(head + f'"{POSITIVE}"x,1,upper\n', USAGE, r":2:35: expected ',' after the closing quote")
    t.add("id,value,kind,seconds\n" + f"{POSITIVE},1,upper,-3\n", USAGE, r":2:42: expected a number of seconds")
    t.add(csv(separator=";").replace("0.1\n", "\n").replace(".", ","), USAGE, r":\d+:\d+: expected a number, found .*\d,\d")
    t.add(csv().encode("utf-16"), USAGE, r":1:\d+: expected UTF-8 text, found a zero byte")
    t.add("\r".join(csv().splitlines()), USAGE, r":1:\d+: expected a header")
    t.add('{"id":"x"', USAGE, r":1:10: expected '}', found the end of the line")
    t.add('{"id":"x","id":"y"}', USAGE, r":1:11: expected each member once")
    t.add('{"id":"x","worth":1}', USAGE, r":1:11: expected one of the members id, value, kind, seconds, skip")
    t.add('{"id":"x","value":[1]}', USAGE, r":1:19: expected a string or a number")
    t.add('{"value":1,"kind":"upper"}', USAGE, r":1:1: expected a member id")
    t.add(json_lines() + "[1]\n", USAGE, rf":{len(IDS) + 1}:1: expected '{{'")
    t.add(csv(), USAGE, r"--slack.*fast", options="--slack fast")
    t.add(csv(), USAGE, r"--kind.*above", options="--kind above")
    t.add(csv(), USAGE, r"--time-limit", options="--time-limit 0")
    t.add(csv(), USAGE, r"--memory", options="--memory 12")
    t.add(csv(), USAGE, r"--suite.*weather.*fixture", options="--suite weather")
    t.add(csv(), USAGE, r"either a file of results or --exec", options="--exec true")
    t.add(csv(), FILE, r"cannot be written", options="--junit /nonexistent/folder/x.xml")
    t.rows.append(row("hallmark compare", USAGE, r"either a file of results or --exec"))
    t.rows.append(row(f"hallmark compare /nonexistent.csv --vectors {VECTORS}", FILE, r"nonexistent\.csv: cannot be read"))
    t.rows.append(row(f"hallmark compare {VECTORS} --vectors {VECTORS}", FILE, r"cannot be read: Is a directory"))
    t.rows.append(row("hallmark compare --exec true --vectors /nonexistent", FILE, r"/nonexistent: vectors cannot be read"))
    t.rows.append(row("hallmark compare --exec true --vectors /proc/self/fd", (USAGE, FILE)))


def broken_vectors(t):
    text = (VECTORS / "fixture.json").read_text()

    def folder(name, content, sums=None):
        path = pathlib.Path(t.folder) / name
        write(path, "fixture.json", content)
        if sums:
            write(path, "SHA256SUMS", sums)
        return path

    flipped = bytearray(text.encode())
    flipped[text.index('"hi": "0.3125') + 40] ^= 1
    t.add(csv(), USAGE, r"fixture\.json: expected the SHA-256 0{64} of SHA256SUMS.*changed",
          vectors=folder("sums", bytes(flipped), "0" * 64 + "  fixture.json\n"))
    t.add(csv(), USAGE, r"fixture\.json: expected a line in SHA256SUMS",
          vectors=folder("unlisted", text, "0" * 64 + "  other.json\n"))
    t.add(csv(), USAGE, r"fixture\.json:2:12: /schema: expected \"hallmark-vectors-v1\", the version .*, found \"hallmark-vectors-v2\"",
          vectors=folder("future", text.replace("vectors-v1", "vectors-v2", 1)))
    t.add(csv(), USAGE, r"fixture\.json:\d+:\d+: ", vectors=folder("cut", text[:2000]))
    t.add(csv(), USAGE, r"expected lo <= hi", vectors=folder("crossed", text.replace('"lo": "0.3124', '"lo": "0.9124', 1)))
    t.add(csv(), USAGE, r"fixture\.json:1:1: expected a member \"dataVersion\", found none",
          vectors=folder("bare", '{"schema": "hallmark-vectors-v1", "suite": "x", "testGroups": []}'))
    t.add(csv(), USAGE, r"fixture\.json:\d+:\d+: /testGroups/0/tests/0/out/lo: expected a string: a decimal.*, found \"0,\d+\"",
          vectors=folder("comma", re.sub(r'"lo": "0\.', '"lo": "0,', text, count=1)))
    write(pathlib.Path(t.folder) / "empty", "notes.txt", "no vectors\n")
    t.add(csv(), USAGE, r"expected vectors, found none", vectors=pathlib.Path(t.folder) / "empty")
    twice = folder("twice", text)
    write(twice, "other.json", text)
    t.add(csv(), 0, vectors=twice, check=counts(sound=len(IDS)))
    twice = folder("different", text)
    write(twice, "other.json", text.replace('"lo": "0.3124', '"lo": "0.3123', 1))
    t.add(csv(), USAGE, r"expected the same vector as in suite fixture, found other numbers", vectors=twice)


def outputs(t):
    first, second = [each for each in IDS if each != POSITIVE][:2]
    bad = csv(changed={POSITIVE: "0", first: "nan", second: "inf"})
    junit = pathlib.Path(t.folder) / "junit.xml"
    t.add(bad, 1, options=f"--slack 10 --junit {junit}", out=r"(?s)quantity.*unsound.*1 unsound, 1 loose, 1 not-a-number",
          check=valid_junit(junit, 2, 1))
    t.add(bad, 1, options="--all", out=r"(?s)sound .*sound .*26 vectors")
    t.add(bad, 1, options="", check=lambda result: "an escape sequence in a file" if "\x1b" in result.out else None)


def many_rows(t):
    generator = random.Random(1)
    t.add("id,value,kind,seconds\n", 0, seconds=20, megabytes=60, check=counts(sound=len(IDS), unknown=1_000_000))
    with open(pathlib.Path(t.folder) / f"results{t.files}.csv", "a", encoding="utf-8") as file:
        for i in range(1_000_000):
            if i == 500_000:
                file.writelines(line + "\n" for line in csv().splitlines()[1:])
            file.write(f"{generator.getrandbits(128):032x},0.00{generator.getrandbits(50)},upper,0.1\n")


def main():
    factor = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    with temporary_folder() as folder:
        t = Table(folder)
        for part in (understood, named, refused, broken_vectors, outputs, many_rows):
            part(t)
        return run_table("compare files", t.rows, {"hallmark": str(BINARY / "cli" / "hallmark")}, factor)


sys.exit(main())
