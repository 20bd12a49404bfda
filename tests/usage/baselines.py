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
SILENT = "import sys\nfor line in sys.stdin: print('{\"skip\": \"no such quantity\"}', flush=True)\n"


def compare(folder, *arguments):
    ended_ = subprocess.run([BINARY / "cli" / "hallmark", "compare", *arguments, "--vectors", VECTORS, "--suite", "gaussian"], cwd=folder, capture_output=True, text=True, check=False)
    return ended_.returncode, ended_.stdout + ended_.stderr


def results(rows):
    return "".join(json.dumps({"id": key, **row}) + "\n" for key, row in rows.items())


def main():
    tests = [test for group in json.loads((VECTORS / "gaussian.json").read_text())["testGroups"] for test in group["tests"]]
    sound = {test["id"]: {"value": test["out"]["hi"], "kind": "upper"} for test in tests}
    positive = next(test for test in tests if float(test["out"]["lo"]) > 1e-3)
    key = positive["id"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "silent.py").write_text(SILENT)
        code, words = compare(folder, "--exec", f"{sys.executable} silent.py", "--sample", "3")
        expect(code == 2 and "no number was judged" in words, f"silent: {code} {words}")

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
