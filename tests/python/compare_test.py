"""compare and the pytest plugin: they say of an accountant what `hallmark compare` says."""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
from fractions import Fraction

import pytest

import hallmark
from hallmark.comparison import judged

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("HALLMARK_PROGRAM")


def vector(lo, hi):
    return hallmark.Vector("0" * 32, "test", "gaussian.delta", "exact", {}, Fraction(lo), Fraction(hi), "")


@pytest.mark.parametrize("value, kind, slack, verdict", [
    ("0.1", "upper", None, "unsound"), (0.1, "upper", None, "indistinguishable"), ("0.2", "upper", None, "sound"), ("0.15", "upper", None, "indistinguishable"),
    ("0.3", "lower", None, "unsound"), ("0.1", "lower", None, "sound"), (math.inf, "upper", None, "sound"), (math.inf, "upper", 1, "loose"), (-math.inf, "upper", None, "unsound"),
    (math.nan, "upper", None, "not-a-number"), ("", "lower", None, "not-a-number"), (None, "upper", None, "not-a-number"), ("0.4", "upper", 1, "sound"), ("0.5", "upper", 1, "loose"),
    ("0.05", "lower", "0.4", "loose"), ("0.05", "lower", "0.6", "sound"), ("0.15", "estimate", "0.1", "estimate"), ("9", "estimate", "0.1", "loose"), (0, "estimate", None, "estimate")])
def test_one_number_against_one_interval(value, kind, slack, verdict):
    lo = hallmark.exact(0.1)  # above one tenth
    assert judged(vector(lo, "0.2"), value, kind, slack).verdict == verdict


def test_a_number_must_be_one():
    for value in ("nonsense", "ln(2)", [1]):
        with pytest.raises((ValueError, TypeError)):
            judged(vector(1, 2), value)
    with pytest.raises(ValueError, match="kind"):
        judged(vector(1, 2), 1, "guess")


def test_suites():
    assert {"smoke", "clones", "poisson-gaussian"} <= set(hallmark.suites()) and "ERRATA" not in hallmark.suites()
    assert all(v.lo <= v.hi for v in hallmark.vectors("smoke"))
    one = next(v for v in hallmark.vectors("clones") if v.parameters["eps"].startswith("ln("))
    assert isinstance(one.floats["n"], int) and math.isclose(one.floats["eps"], math.log(eval(one.parameters["eps"][3:-1])))
    with pytest.raises(ValueError, match="must be one of"):
        hallmark.vectors("../smoke")


def test_floats_are_numbers_and_lists_stay_texts():
    for suite in hallmark.suites():
        for v in hallmark.vectors(suite):
            for name, value in v.floats.items():
                text = v.parameters[name]
                assert isinstance(value, str) == bool(re.search(r"[,;*=]|\.\.|coefficients|^[a-z-]+$", text)), (name, text)
    given = {"a": "sqrt(2)", "b": "-sqrt(2)", "c": "-1/4", "d": "exp(1000000)", "e": "-exp(1000)", "f": "1,1/2", "g": "2*rr(eps0=1)", "h": "-3"}
    assert hallmark.Vector("0" * 32, "test", "gaussian.delta", "exact", given, Fraction(0), Fraction(1), "").floats == {
        "a": math.sqrt(2), "b": -math.sqrt(2), "c": -0.25, "d": math.inf, "e": -math.inf, "f": "1,1/2", "g": "2*rr(eps0=1)", "h": -3}


def test_the_interval_that_a_row_prints_holds_the_true_number():
    for v in hallmark.vectors("smoke"):
        lo, hi = re.search(r"the true number lies in \[(.*), (.*)\]", str(judged(v, 0, "upper"))).groups()
        assert Fraction(lo) <= v.lo <= v.hi <= Fraction(hi)




@pytest.mark.skipif(PROGRAM is None, reason="HALLMARK_PROGRAM names no program")
def test_it_agrees_with_the_program(tmp_path):
    """Answers that err by a little in both directions, judged by both."""
    answers = {}
    for index, v in enumerate(hallmark.vectors("smoke")):
        middle = float((v.lo + v.hi) / 2)
        answers[v.id] = (middle * (1 + (index % 7 - 3) * 1e-13), ("upper", "lower", "estimate")[index % 3])
    report = hallmark.compare(lambda v: answers[v.id], suite="smoke", slack="1e-12")
    lines = "".join(json.dumps({"id": key, "value": value.hex(), "kind": kind}) + "\n" for key, (value, kind) in answers.items())
    (tmp_path / "results.jsonl").write_text(lines)
    said = subprocess.run([PROGRAM, "compare", str(tmp_path / "results.jsonl"), "--suite", "smoke", "--vectors", str(ROOT / "data" / "vectors_v1"), "--slack", "1e-12", "--json", "--all"],
                          capture_output=True, text=True)
    rows = {row["id"]: row["verdict"] for row in json.loads(said.stdout)["rows"]}
    assert {row.vector.id: row.verdict for row in report.rows} == rows and len(set(rows.values())) >= 4


def test_a_report():
    def accountant(v):
        if v.quantity == "clones.delta":
            return 0.0
        if v.quantity == "gaussian.delta":
            raise ZeroDivisionError("oops")
        raise NotImplementedError("no such quantity")

    report = hallmark.compare(accountant, suite="smoke")
    assert report.unsound and report.counts["lost"] and report.counts["skipped"] and "oops" in str(report)
    with pytest.raises(hallmark.Unsound, match="unsound [0-9a-f]{32} clones.delta"):
        report.require_sound()
    hallmark.compare(lambda v: math.inf, suite=["gaussian", "clones"]).require_sound()
    pytest.importorskip("pandas")
    assert len(report.table()) == len(report.rows)


def test_a_test_of_nothing_is_none():
    def silent(v):
        raise NotImplementedError

    report = hallmark.compare(silent, suite="gaussian")
    assert not report.judged and "no number was judged" in str(report)
    with pytest.raises(hallmark.Unsound, match="no number was judged"):
        report.require_sound()


PLUGIN_TEST = """
import math

def gaussian_delta(sigma, eps, rounds):
    s = sigma / math.sqrt(rounds)
    normal = lambda x: math.erfc(-x / math.sqrt(2)) / 2
    return normal(1 / (2 * s) - eps * s) - math.exp(eps) * normal(-1 / (2 * s) - eps * s)

def test_delta_is_sound(hallmark_vector):
    hallmark_vector.check(gaussian_delta(**hallmark_vector.floats), kind="upper")
"""


def run_pytest(folder, *arguments):
    return subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "hallmark.pytest_plugin", *arguments], cwd=folder, capture_output=True, text=True)


def test_the_plugin_fails_an_accountant_in_floats(tmp_path):
    (tmp_path / "test_mine.py").write_text(PLUGIN_TEST)
    ended = run_pytest(tmp_path, "--hallmark-suite", "gaussian", "--hallmark-quantity", "gaussian.delta")
    count = re.search(r"(\d+) failed, (\d+) passed", ended.stdout)
    assert ended.returncode == 1 and count, ended.stdout[-2000:]
    assert int(count[1]) + int(count[2]) == len(hallmark.vectors("gaussian", "gaussian.delta"))
    assert "unsound" in ended.stdout and "the true number lies in" in ended.stdout
    (tmp_path / "test_mine.py").write_text(PLUGIN_TEST.replace("normal(1 /", "1e-3 + normal(1 /").replace("- math.exp(eps) *", "- 0 *"))
    assert run_pytest(tmp_path, "--hallmark-suite", "gaussian", "--hallmark-quantity", "gaussian.delta", "-k", "no-such").returncode == 5
    marked = PLUGIN_TEST.replace("def test_delta", "import pytest\n\n@pytest.mark.hallmark(suite=['gaussian'], quantity='gaussian.delta')\ndef test_delta")
    (tmp_path / "test_mine.py").write_text(marked)
    count = re.search(r"(\d+) failed, (\d+) passed", run_pytest(tmp_path, "-W", "error").stdout)
    assert int(count[1]) + int(count[2]) == len(hallmark.vectors("gaussian", "gaussian.delta"))
    (tmp_path / "test_mine.py").write_text(marked.replace("quantity=", "quality="))
    assert "suite=... and quantity=... alone" in run_pytest(tmp_path).stdout + run_pytest(tmp_path).stderr
    (tmp_path / "test_mine.py").write_text(PLUGIN_TEST)
    for bad in (["--hallmark-suite", "nothing"], ["--hallmark-quantity", "nothing"]):
        refused = run_pytest(tmp_path, *bad)
        assert refused.returncode != 0 and "nothing" in refused.stdout + refused.stderr
