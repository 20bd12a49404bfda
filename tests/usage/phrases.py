"""Whether `hallmark search` finds what people mean: phrases of two lists, each with the ids of which one must be among the first three.

    phrases.py BUILD             the program
    phrases.py BUILD --python    hallmark.search of the package, which PYTHONPATH must find
"""
import csv
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

HERE = pathlib.Path(__file__).parent
MOST_MISSED = {"phrases.csv": 1, "phrases_second.csv": 1, "phrases_third.csv": 1, "phrases_fourth.csv": 1}  # the second list was written before the ranking


def by_program(program, words):
    said = subprocess.run([program, "search", words, "--format", "json"], capture_output=True, text=True, check=False)
    return [entry["id"] for entry in json.loads(said.stdout)] if said.returncode == 0 else []


def by_package(words):
    import hallmark
    return [quantity.id for quantity in hallmark.search(words)]


def main():
    program = pathlib.Path(sys.argv[1]) / "cli" / "hallmark"
    find = by_package if "--python" in sys.argv else lambda words: by_program(program, words)
    for name, most in MOST_MISSED.items():
        rows = list(csv.DictReader((HERE / name).open(encoding="ascii")))
        missed = []
        for row in rows:
            first = find(row["words"])[:3]
            if not set(first) & set(row["one_of"].split()):
                missed.append(row["words"])
                print(f"{row['words']}: {', '.join(first) or 'nothing'} and none of {row['one_of']}")
        print(f"{name}: {len(rows) - len(missed)} of {len(rows)} among the first three")
        expect(len(rows) >= 29 and len(missed) <= most, f"{name}: {missed}")
    return ended()


if __name__ == "__main__":
    sys.exit(main())
