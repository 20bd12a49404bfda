"""baselines.py BINARY_DIR SOURCE_DIR: a comparison that judges nothing is no test, and one against a baseline is a ratchet."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

BINARY, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
VECTORS = SOURCE / "data" / "vectors_v1"
SILENT = "import json, sys\nfor line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'skip': 'no such quantity'}), flush=True)\n"


def compare(folder, *arguments):
    ended_ = subprocess.run([BINARY / "cli" / "hallmark", "compare", *arguments, "--vectors", VECTORS, "--suite", "gaussian"], cwd=folder, capture_output=True, text=True, check=False)
    return ended_.returncode, ended_.stdout + ended_.stderr


def results(rows):
    return "".join(json.dumps({"id": key, **row}) + "\n" for key, row in rows.items())


def annotated(folder, judged, sound, key, rows):
    """What a CI service shows: an error for what is unsound, a warning for what is worse, and a table of Markdown that later commands go on with."""
    hostile = {"skip": "a | b ` <script> @all\x07\x1b[31m, c: d%0A::error::no\u2028e"}
    other = next(each for each in sound if each != key)
    code, words = judged({**sound, key: rows["unsound"], other: hostile}, "--format", "github", "--summary", "step.md")
    lines = [line for line in words.splitlines() if line.startswith("::")]
    expect(code == 1 and len(lines) == 1 and lines[0].startswith("::error title=gaussian.") and f"unsound::{key} gaussian." in lines[0], f"an error: {lines}")
    first = (folder / "step.md").read_text()
    expect(f"| unsound | `{key}` gaussian." in first and "1 rows fail" in first and first.startswith("### hallmark compare: "), first[:500])
    code, words = judged({**sound, key: rows["looser"], other: hostile}, "--baseline", "base.json", "--format", "github", "--summary", "step.md")
    lines = [line for line in words.splitlines() if line.startswith("::")]
    expect(code == 2 and len(lines) == 2 and all(line.startswith("::warning title=gaussian.") and "is worse than the baseline::" in line for line in lines), f"warnings: {lines}")
    expect("%250A::error::no" in "".join(lines) and "\x1b" not in words, f"a stranger's words stay data: {lines}")
    both = (folder / "step.md").read_text()
    expect(both.startswith(first) and both.count("### hallmark compare") == 2 and "2 rows are worse than in the baseline" in both, "appended")
    expect("<script>" not in both and "@all" not in both and "a &#124; b &#96;" in both, both[len(first):])
    many = {each: {"value": "-1", "kind": "upper"} for each in sound}
    code, words = judged(many, "--format", "github", "--summary", "many.md")
    expect(code == 1 and words.count("\n::error ") == 10 and "and " in (folder / "many.md").read_text().splitlines()[-2], "ten annotations are enough")
    expect(judged(sound, "--summary", "no/such/folder.md")[0] == 74 and judged(sound, "--format", "junit")[0] == 64, "a file that cannot be written, an unknown format")


def main():
    tests = [test for group in json.loads((VECTORS / "gaussian.json").read_text())["testGroups"] for test in group["tests"]]
    sound = {test["id"]: {"value": test["out"]["hi"], "kind": "upper"} for test in tests}
    positive = next(test for test in tests if float(test["out"]["lo"]) > 1e-3)
    key = positive["id"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "silent.py").write_text(SILENT)
        code, words = compare(folder, "--exec", f"{sys.executable} silent.py", "--sample", "3")
        expect(code == 2 and "no number was judged" in words and "3 vectors: 3 skipped" in words, f"silent: {code} {words}")
        code, words = compare(folder, "--exec", f"{sys.executable} silent.py", "--sample", "3", "--format", "github", "--summary", "silent.md")
        expect(code == 2 and "::error title=hallmark compare::no number was judged" in words, f"silent, annotated: {words}")
        expect("**no number was judged" in (folder / "silent.md").read_text() and "all of them skipped" in (folder / "silent.md").read_text(), "silent.md")

        def judged(rows, *arguments):
            (folder / "results.jsonl").write_text(results(rows))
            return compare(folder, "results.jsonl", *arguments)

        code, words = judged(sound, "--write-baseline", "base.json")
        expect(code == 0, f"sound results: {code} {words[-600:]}")
        first = (folder / "base.json").read_text()
        expect(json.loads(first)["rows"][key] == {"verdict": "sound", "kind": "upper", "value": sound[key]["value"]}, first[:300])
        expect(judged(sound, "--baseline", "base.json")[0] == 0, "the same is no worse")
        cases = [({"value": str(2 * float(positive["out"]["hi"])), "kind": "upper"}, 2, "looser, was"), ({"value": str(float(positive["out"]["lo"]) / 2), "kind": "upper"}, 1, "unsound, was sound"),
                 ({"skip": "no longer"}, 2, "skipped, was sound"), ({"value": "nan", "kind": "upper"}, 2, "not-a-number, was sound"), ({"value": positive["out"]["lo"], "kind": "lower"}, 0, "0 of them are worse")]
        for row, wanted, said in cases:
            code, words = judged({**sound, key: row}, "--baseline", "base.json")
            expect(code == wanted and said in words, f"{row}: {code} {words[-600:]}")
        annotated(folder, judged, sound, key, {"unsound": cases[1][0], "looser": cases[0][0]})
        judged({**sound, key: cases[1][0]}, "--write-baseline", "bad.json")
        expect(judged({**sound, key: cases[1][0]}, "--baseline", "bad.json")[0] == 0, "what was unsound before is no news")
        expect(judged(sound, "--baseline", "bad.json")[0] == 0, "what becomes sound is no worse")
        code, words = judged(sound, "--baseline", "base.json", "--json")
        expect(code == 0 and not any("worse" in row for row in json.loads(words)["rows"]), "as JSON")

        code, words = compare(folder, "results.jsonl", "--quantity", "gaussian.delta", "--json")
        expect({row["quantity"] for row in json.loads(words)["rows"]} == {"gaussian.delta"}, "--quantity")
        for wrong in ("gaussian.detla", "clones.delta"):
            expect(compare(folder, "results.jsonl", "--quantity", wrong)[0] == 64, wrong)
        for text in ("", "{}", '{"schema": "hallmark-baseline-v2", "rows": {}}', '{"schema": "hallmark-baseline-v1", "rows": {"x": {}}}',
                     '{"schema": "hallmark-baseline-v1", "rows": {"%s": {"verdict": "fine"}}}' % key, '{"schema": "hallmark-baseline-v1", "rows": {"%s": {"verdict": "sound", "value": "x"}}}' % key):
            (folder / "wrong.json").write_text(text)
            code, words = compare(folder, "results.jsonl", "--baseline", "wrong.json")
            expect(code == 64 and "wrong.json" in words, f"{text!r}: {code} {words}")
    return ended()


if __name__ == "__main__":
    sys.exit(main())
