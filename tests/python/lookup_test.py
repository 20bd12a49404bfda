"""lookup: what Python says of a table is what `hallmark lookup` says of it, and it holds what is computed anew."""
import json
import os
import shutil
import sqlite3
import subprocess
from fractions import Fraction

import pytest

import hallmark

PROGRAM = os.environ["HALLMARK_PROGRAM"]
PLAN = {
    "schema": "hallmark-sweep-v1", "digits": 8, "work": 20000,
    "blocks": [
        {"quantity": "gaussian.epsilon", "grid": {"sigma": ["2", "1", "4"], "delta": ["1e-5", "1e-6"]}},
        {"quantity": "clones.epsilon", "grid": {"n": ["1000", "2000"], "eps0": ["1", "ln(5)"], "delta": "1e-6"}},
        {"quantity": "poisson-gaussian.delta", "grid": {"sigma": "1", "rate": "1/100", "steps": "10", "eps": ["1/2", "1"], "direction": "both",
                                                        "adjacency": ["zero-out", "replace-one"]}},
        {"quantity": "poisson-gaussian.delta", "grid": {"sigma": "3", "rate": "1/100", "steps": "10", "eps": "1", "direction": "remove", "group": ["2", "1"]}},
        {"quantity": "gaussian.epsilon", "grid": {"rounds": ["9", "16"], "sigma": ["100"], "delta": "1e-5"}},
    ],
}
QUESTIONS = [
    ("gaussian.epsilon", {"sigma": "1", "delta": "1/100000"}, "its cell"),
    ("gaussian.epsilon", {"sigma": "3", "delta": "1e-5"}, "monotonicity"),
    ("gaussian.epsilon", {"sigma": "3/2", "delta": "5e-6"}, "monotonicity"),
    ("gaussian.epsilon", {"sigma": "5", "delta": "1e-5"}, None),  # outside
    ("gaussian.epsilon", {"sigma": "1", "delta": "1e-5", "rounds": "2"}, None),  # the grid keeps the default
    ("gaussian.epsilon", {"sigma": "100", "delta": "1e-5", "rounds": "9"}, "its cell"),  # the second block
    ("clones.epsilon", {"n": "1000", "eps0": "ln(5)", "delta": "1e-6"}, "its cell"),
    ("clones.epsilon", {"n": "1500", "eps0": "1", "delta": "1e-6"}, None),  # between values, and nothing is proved
    ("poisson-gaussian.delta", {"sigma": "1", "rate": "1/100", "steps": "10", "eps": "3/4", "direction": "both"}, "monotonicity"),
    ("poisson-gaussian.delta", {"sigma": "1", "rate": "1/100", "steps": "10", "eps": "1", "direction": "both", "adjacency": "replace-one"}, "its cell"),
    ("poisson-gaussian.delta", {"sigma": "3", "rate": "1/100", "steps": "10", "eps": "1", "direction": "remove"}, "its cell"),  # group=1, which no text says
    ("poisson-gaussian.delta", {"sigma": "3", "rate": "1/100", "steps": "10", "eps": "1", "direction": "remove", "group": "3"}, None),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    plan = folder / "plan.json"
    plan.write_text(json.dumps(PLAN))
    for arguments in (["run", plan, "-o", folder / "shards", "--jobs", "1", "--quiet"], ["merge", plan, folder / "shards", "-o", folder / "table"]):
        subprocess.run([PROGRAM, "sweep", *map(str, arguments)], check=True, capture_output=True)
    return folder / "table"


def test_python_says_what_the_program_says(table):
    opened = hallmark.Table(table)
    for quantity, parameters, by in QUESTIONS:
        found = opened.lookup(quantity, **parameters)
        said = subprocess.run([PROGRAM, "lookup", str(table), quantity, *(f"{name}={text}" for name, text in parameters.items()), "--json"],
                              capture_output=True, text=True, check=False)
        if by is None:
            assert found is None and said.returncode == 2, (quantity, parameters, found, said)
            continue
        json_ = json.loads(said.stdout)
        assert (found.by, json_["by"]) == (by, by), (quantity, parameters)
        assert found.texts == (json_["lo"], json_["hi"])
        assert (list(found.cells), list(found.because), list(found.axioms), found.root) == (json_["cells"], json_["because"], json_["axioms"], json_["root"])
        words = (found.bounds, found.kind, found.status, found.adjacency, found.direction)
        assert words == tuple(json_[word] for word in ("bounds", "kind", "status", "adjacency", "direction"))


def test_what_is_found_holds_the_number(table):
    for quantity, parameters, by in QUESTIONS:
        if by is None:
            continue
        found = hallmark.lookup(table, quantity, **parameters)
        anew = hallmark.evaluate(quantity, **parameters, digits=12)
        assert found.lo <= anew.hi and anew.lo <= found.hi, (quantity, parameters)
        if by == "monotonicity":
            assert found.lo <= anew.lo and anew.hi <= found.hi, (quantity, parameters)
        assert Fraction(found.lower) <= found.lo <= found.hi <= Fraction(found.upper)
        assert found.decimals() == tuple(map(type(found.decimals()[0]), found.texts))
        assert found.adjacency == anew.adjacency


def test_numbers_go_in_exactly(table):
    assert hallmark.lookup(table, "gaussian.epsilon", sigma=Fraction(3), delta="1e-5").cells == (4, 0)
    assert hallmark.lookup(table, "gaussian.epsilon", sigma=3.0, delta=1e-5).cells == (4, 0)  # the decimals that they print


def test_what_cannot_be_answered_is_refused(table, tmp_path):
    with pytest.raises(hallmark.InputError, match="a quantity of the table"):
        hallmark.lookup(table, "gaussian.delta", sigma=1, eps=1)
    with pytest.raises(hallmark.InputError, match="missing"):
        hallmark.lookup(table, "gaussian.epsilon", sigma=1)
    with pytest.raises(hallmark.InputError, match="sigma = -1"):
        hallmark.lookup(table, "gaussian.epsilon", sigma=-1, delta="1e-5")
    with pytest.raises(FileNotFoundError):
        hallmark.Table(tmp_path / "none")
    (tmp_path / "text").write_text("no table")
    with pytest.raises(hallmark.InputError, match="cannot be used as a table"):
        hallmark.Table(tmp_path / "text")
    for name, statement, words in (("plan", "UPDATE about SET value = '{}' WHERE name = 'plan'", "expected the plan"),
                                   ("schema", "UPDATE about SET value = 'x' WHERE name = 'schema'", "hallmark-table-v1"),
                                   ("rows", "DELETE FROM rows", "cell 2: the row is missing")):
        damaged = tmp_path / name
        shutil.copy(table, damaged)
        database = sqlite3.connect(damaged)
        database.execute(statement)
        database.commit()
        database.close()
        with pytest.raises(hallmark.InputError, match=words):
            hallmark.lookup(damaged, "gaussian.epsilon", sigma=1, delta="1e-5")
