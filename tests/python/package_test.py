"""The Python package: what goes in, what comes out, and what is refused."""
import copy
import inspect
import pickle
import re
import warnings
from decimal import Decimal
from fractions import Fraction

import pytest

import hallmark

TWO = {"n": 2, "eps0": "ln(3)", "eps": "ln(3/2)"}  # clones.delta is 5/16 there


def test_numbers_go_in_exactly():
    for third in (Fraction(1, 3), "1/3"):
        assert hallmark.delta("clones", n=10, eps0=1, eps=third).parameters["eps"] == "1/3"
    for tenth in (Decimal("0.1"), Decimal("1E-1"), "0.1", Fraction(1, 10)):
        assert hallmark.delta("clones", n=10, eps0=1, eps=tenth).parameters["eps"] == "1/10"
    assert hallmark.delta("clones", n=10, eps0=1, eps=hallmark.exact(0.1)).parameters["eps"] == "3602879701896397/36028797018963968"
    long = Fraction(10**5000 + 1, 10**5000 * 3 + 1)
    text = hallmark.delta("clones", n=10, eps0=1, eps=long, digits=3).parameters["eps"]
    assert text.startswith("1000") and text.endswith("0001") and len(text) > 10000
    assert hallmark.evaluate("gaussian.delta", sigma=Decimal("1e2"), eps=Decimal("1E+1"), digits=2).parameters["sigma"] == "100"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, b"1", [1], 1 + 0j])
def test_what_is_no_number_is_refused(value):
    with pytest.raises((TypeError, ValueError), match="eps = "):
        hallmark.delta("clones", n=10, eps0=1, eps=value)
    with pytest.raises(TypeError):
        hallmark.delta("clones", **TWO) <= value


@pytest.mark.parametrize("value, text", [(0.1, "1/10"), (1.0, "1"), (1e-5, "1/100000"), (2.5e-17, "1/40000000000000000"), (0.1 + 0.2, "30000000000000004/100000000000000000")])
def test_a_float_is_the_decimal_that_it_prints(value, text):
    assert Fraction(hallmark.delta("clones", n=10, eps0=1, eps=value, digits=2).parameters["eps"]) == Fraction(text)
    with pytest.raises(TypeError, match="hallmark.exact"):  # in a comparison it may be a number that was computed
        hallmark.delta("clones", **TWO) <= value
    with pytest.raises(TypeError, match="hallmark.exact"):
        value in hallmark.delta("clones", **TWO)


def test_floats_of_numpy_are_floats():
    numpy = pytest.importorskip("numpy")
    assert hallmark.delta("clones", n=numpy.int64(2), eps0="ln(3)", eps="ln(3/2)").parameters["n"] == "2"
    for value in (numpy.float64(0.1), numpy.float32(0.1), numpy.float16(0.1)):
        assert hallmark.delta("clones", n=2, eps0=1, eps=value).parameters["eps"] == "1/10"
    assert hallmark.exact(numpy.float32(0.5)) == Fraction(1, 2)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_exact_takes_finite_floats_alone(value):
    with pytest.raises(ValueError, match="finite"):
        hallmark.exact(value)
    for other in ("0.1", True, None):
        with pytest.raises(TypeError):
            hallmark.exact(other)


@pytest.mark.parametrize("arguments, words", [
    ({"n": "1.5"}, "n = 1.5: must be an integer from 1"), ({"n": 0}, "n = 0"), ({"n": -1}, "n = -1"), ({"eps0": "nan"}, "nan"), ({"eps": "1e400000000"}, "eps"),
    ({"eps": Decimal("1e-999999999")}, "eps"), ({"eps": "0.1f"}, "0.1f"), ({"eps": ""}, "eps"), ({"sigma": 1}, "sigma"), ({"rounds": "x" * 10**6}, "rounds"),
    ({"digits": 0}, "digits"), ({"digits": 1001}, "digits"), ({"seconds": 0}, "seconds"), ({"seconds": float("nan")}, "seconds"), ({"route": "nowhere"}, "nowhere"),
    ({"eps": Decimal("NaN")}, "eps"), ({"eps": Decimal("-Infinity")}, "eps"), ({"eps": "\0"}, "eps"), ({"eps": "\uff11"}, "ASCII"), ({"eps": "\ud800"}, "ASCII")])
def test_the_refusal_names_parameter_and_value(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        hallmark.evaluate("clones.delta", **{**TWO, **arguments})


def test_a_parameter_is_given_once():
    with pytest.raises(TypeError, match="n is given twice"):
        hallmark.delta("clones", n_=3, **TWO)


def test_unknown_quantities_and_missing_parameters():
    with pytest.raises(hallmark.InputError, match="did you mean clones.delta"):
        hallmark.evaluate("clones.delt", **TWO)
    with pytest.raises(hallmark.InputError, match="missing parameters eps0: .*; eps: "):
        hallmark.delta("clones", n=2)
    assert issubclass(hallmark.InputError, ValueError)


def test_an_enclosure_holds_the_number_at_every_rounding():
    truth = Fraction(5, 16)
    for digits in (1, 3, 15, 40):
        x = hallmark.delta("clones", **TWO, digits=digits)
        assert x.lo <= truth <= x.hi and Fraction(x.lower) <= x.lo and Fraction(x.upper) >= x.hi and truth in x
        for places in (None, 1, 5, 30):
            lo, hi = x.decimals(places)
            assert Fraction(lo) <= x.lo and x.hi <= Fraction(hi)
    x = hallmark.epsilon("gaussian", sigma=1, delta="1e-5", digits=60)
    assert x.lower < x.upper and x.hi - x.lo < Fraction(1, 10**59)


def test_the_interval_of_mpmath_holds_the_enclosure():
    mpmath = pytest.importorskip("mpmath")
    for digits in (2, 30):
        x = hallmark.delta("clones", n=100, eps0=1, eps="1/3", digits=digits)
        interval = x.mpi()
        ends = [mpmath.mpf(interval.a), mpmath.mpf(interval.b)]
        lo, hi = (Fraction(int(end.man)) * Fraction(2) ** end.exp for end in ends)
        assert lo <= x.lo and x.hi <= hi


def test_comparisons_have_three_results():
    x = hallmark.delta("clones", **TWO, digits=5)
    assert (x <= "1/2") is True and (x >= "1/2") is False and (x < Fraction(1, 2)) is True and (x > 0) is True
    assert x.compare("<=", "5/16") is None and x.compare(">", "5/16") is None
    for compared in (lambda: x <= "5/16", lambda: x < "5/16", lambda: x >= "5/16", lambda: x > Decimal("0.3125")):
        with pytest.raises(hallmark.Undecided):
            compared()
    assert x < "ln(2)" and x > "exp(-2)" and not x > "exp(-1)"
    y = hallmark.delta("clones", **{**TWO, "eps": "1/2"})
    assert y.compare("<", x) is not None and (y < x) is not (y > x) and x.compare("<", x) is None
    for huge in ("exp(1000000)", "exp(1e40)"):  # beyond all decimals
        assert x <= huge and x > "-" + huge and x.compare(">=", huge) is False and huge not in x
    with pytest.raises(ValueError, match="relation"):
        x.compare("==", 1)
    sharp = hallmark.evaluate("clones.delta", n=1, eps0=1, eps=1)
    if sharp.lo == sharp.hi:  # a single point: the closed relations hold at it, the open ones do not
        assert sharp <= sharp.lo and sharp >= sharp.lo and not sharp < sharp.lo and not sharp > sharp.lo


def test_an_enclosure_is_no_float_and_no_truth_value():
    x = hallmark.delta("clones", **TWO)
    for misuse in (float, bool, lambda v: v == 0.3125, lambda v: v == Fraction(5, 16)):
        with pytest.raises(TypeError):
            misuse(x)
    assert x == hallmark.delta("clones", **TWO) and x != "text" and len({x, hallmark.delta("clones", **TWO)}) == 1


def test_texts_and_pickles():
    x = hallmark.delta("clones", **TWO, digits=5)
    assert str(x) == x.statement and repr(x) == f"<{x.statement}>"
    page = x._repr_html_()
    assert "clones.delta(eps=ln(3/2)" in page and "arithmetic alone" in page and "<script" not in page
    again = pickle.loads(pickle.dumps(x))
    assert again == x and again.lo == x.lo and hallmark.check(again.certificate).statement == hallmark.check(x.certificate).statement and copy.deepcopy(x) == x
    verdict = hallmark.judge("clones.delta", "<=", "1/2", **TWO)
    assert pickle.loads(pickle.dumps(verdict)).left == verdict.left
    assert pickle.loads(pickle.dumps(hallmark.quantities()["clones.delta"])) == hallmark.quantities()["clones.delta"]


def test_certificates_are_verified_and_changed_ones_are_not():
    x = hallmark.epsilon("shuffle", n=10000, eps0=4, delta="1e-6")
    checked = hallmark.check(x.certificate)
    assert checked.verified and checked.statement.startswith("shuffle.epsilon(") and checked.axioms == ("FMT21-Theorem-3.2 eps0=4 n=10000",)
    assert not hallmark.check(x.certificate.replace("10000", "10001")).verified
    assert hallmark.check(b"\xff" * 100).verdict == "malformed"
    composed = hallmark.compose([("gaussian", {"sigma": 2}, 2)], eps="1/2", digits=3)
    checked = hallmark.check(composed.certificate)
    assert checked.verified and checked.statement.startswith("composition.delta(") and composed.certificate_reason == ""
    coarse = hallmark.compose([("clones", {"n": 10, "eps0": 1}, 2)], eps="1/2", digits=3)
    assert hallmark.check(coarse.certificate).verified and coarse.certificate_reason == ""
    same = hallmark.evaluate("gaussian.delta", sigma=2, rounds=2, eps="1/2")
    assert composed.compare("<", same) is None  # they meet


def test_checked_is_only_what_states_the_answer_as_printed(monkeypatch):
    asked = {"sigma": 1, "eps": 1, "digits": 4, "check": True}
    x = hallmark.evaluate("gaussian.delta", **asked)
    assert [c.verified for c in x.checked] == [True]
    wider = hallmark.judge("gaussian.delta", "in", ("0.1", "0.2"), sigma=1, eps=1).certificate
    parts = [(wider, "", x.checked[0].statement)], ""
    monkeypatch.setattr(hallmark.Enclosure, "_parts", lambda self: parts)
    with pytest.warns(hallmark.UncheckedWarning, match="states something else"):
        y = hallmark.evaluate("gaussian.delta", **asked)
    assert [c.verified for c in y.checked] == [False]


def test_unproved_quantities_warn():
    with pytest.warns(hallmark.UnprovedWarning, match="literature"):
        x = hallmark.epsilon("shuffle", method="efmrtt19", n=10**6, eps0="1/4", delta="1e-6")
    assert x.status == "literature"
    with pytest.warns(hallmark.UnreachedWarning):
        y = hallmark.epsilon("clones", n=10**15, eps0=1, delta="1e-8", seconds=0.05)
    assert not y.reached and y.shortfall and y.lo <= y.hi
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hallmark.delta("clones", **TWO)


def test_claims_are_decided():
    assert hallmark.judge("clones.delta", "<=", "1/3", **TWO).certified
    assert hallmark.judge("clones.delta", "<", "1/4", **TWO).refuted
    assert not hallmark.judge("clones.delta", "<=", "5/16", **TWO).refuted and not hallmark.judge("clones.delta", "<", "5/16", **TWO).certified
    assert hallmark.judge("clones.delta", "in", ("0.3", "0.32"), **TWO).certified
    right = hallmark.term("clones.delta", n=3, eps0="ln(3)", eps="ln(3/2)")
    verdict = hallmark.judge("clones.delta", ">", right, **TWO)
    assert verdict.certified and hallmark.check(verdict.certificate).verified and verdict.right.parameters["n"] == "3"
    with pytest.raises(TypeError, match="three outcomes"):
        bool(verdict)
    for bad in (lambda: hallmark.judge("clones.delta", "=", 1, **TWO), lambda: hallmark.judge("clones.delta", "<=", [float("nan")], **TWO),
                lambda: hallmark.judge("clones.delta", "in", right, **TWO), lambda: hallmark.judge("clones.delta", "~", right, **TWO),
                lambda: hallmark.judge("clones.delta", "in", "0.3", **TWO), lambda: hallmark.judge("clones.delta", "<=", 1, digits=3, **TWO)):
        with pytest.raises((ValueError, TypeError)):
            bad()


def test_compositions_refuse_what_they_cannot_take():
    for parts, error in (([], ValueError), ([("gauss", {"sigma": 1})], ValueError), ([("gaussian", {"sigma": True})], TypeError), ([("gaussian", {"sigma": 1}, 0)], ValueError),
                         ([("gaussian", {"sigma": 1}, 1.0)], TypeError), ([("gaussian", {"sigma": 1}), ("clones", {"n": 2, "eps0": 1})], ValueError),
                         ([("gaussian", {"sigma": 1}, 10**400)], ValueError)):
        with pytest.raises(error):
            hallmark.compose(parts, eps=1)
    assert hallmark.compose([("bounded-range", {"eps0": 1}, 2)], eps="1/2", digits=3).kind == "upper"
    with pytest.raises(TypeError, match="either"):
        hallmark.compose([("gaussian", {"sigma": 1})])


def test_every_quantity_says_what_it_takes():
    table = hallmark.quantities()
    assert len(table) > 80
    efforts = {"digits", "seconds", "route", "exact", "stop", "method", "quantity", "family", "relation", "value", "parts", "grid", "threads", "progress"}
    for id, quantity in table.items():
        assert quantity.id == id and quantity.doc.startswith(quantity.summary[0].upper())
        names = [p.name for p in quantity.parameters]
        assert not efforts.intersection(names), f"{id}: a parameter has the name of an argument"
        signature = inspect.signature(quantity)
        assert all(name.rstrip("_") in names for name in list(signature.parameters)[:-1])
    assert table["allocation.delta.decomposition"](sigma=1, steps=10, lambda_="1/2", eps=1, direction="both").parameters["lambda"] == "1/2"


@pytest.mark.parametrize("threads", [1, 2])
def test_cells_that_differ_in_eps_alone_share_a_table(threads):
    """poisson-gaussian.delta and allocation.delta make one table for all thresholds: the enclosures meet those of single calls, in the grid's order."""
    for quantity, fixed in (("poisson-gaussian.delta", {"rate": "1/10", "steps": 50, "direction": "both"}), ("allocation.delta", {"steps": 8, "direction": "remove"})):
        grid = {"eps": ["1/2", 1, 2], "sigma": [1, 2]}
        together = hallmark.table(quantity, grid, **fixed, digits=8, threads=threads)
        alone = [hallmark.evaluate(quantity, eps=eps, sigma=sigma, **fixed, digits=12) for eps in grid["eps"] for sigma in grid["sigma"]]
        assert together[["eps", "sigma"]].values.tolist() == [[float(Fraction(x.parameters["eps"])), float(x.parameters["sigma"])] for x in alone]
        assert all(Decimal(lo) <= x.hi and x.lo <= Decimal(hi) for lo, hi, x in zip(together["lo"], together["hi"], alone)) and together["reached"].all()
    with pytest.raises(hallmark.InputError, match="thresholds"):
        hallmark.evaluate("poisson-gaussian.delta", sigma=1, rate="1/10", steps=5, eps=1, direction="both", thresholds=[2, 3])
    with pytest.raises(TypeError, match="eps = True"):
        hallmark.table("poisson-gaussian.delta", {"eps": [1, True]}, sigma=1, rate="1/10", steps=5, direction="both")


def test_tables():
    pytest.importorskip("pandas")
    grid = {"eps": ["1/4", "1/2"], "n": [2, 3, 4]}
    alone = hallmark.table("clones.delta", grid, eps0="ln(3)", digits=5)
    assert list(alone.columns[:2]) == ["eps", "n"] and len(alone) == 6 and list(alone["n"]) == [2.0, 3.0, 4.0] * 2 and list(alone["n_exact"]) == ["2", "3", "4"] * 2
    assert alone.equals(hallmark.table("clones.delta", grid, eps0="ln(3)", digits=5, threads=3, progress=True))
    assert all(Fraction(lo) <= Fraction(upper) and Fraction(lower) <= Fraction(hi) and lower <= upper and Fraction(lo) < Fraction(hi) for lower, lo, hi, upper in alone[["lower", "lo", "hi", "upper"]].values)
    assert len(hallmark.table("clones.delta", {"n": []}, eps0=1, eps=1)) == 0
    with pytest.raises(TypeError, match="stands in the grid"):
        hallmark.table("clones.delta", {"n": [1]}, n=2, eps0=1, eps=1)
    for threads in (1, 2):
        with pytest.raises(hallmark.InputError, match="n = 0"):
            hallmark.table("clones.delta", {"n": [1, 0]}, eps0=1, eps=1, threads=threads)


def test_the_questions_of_people():
    run = {"noise_multiplier": 1.1, "batch_size": 256, "dataset_size": 60000, "epochs": 60}
    x = hallmark.epsilon("DP-SGD", **run, delta=1e-5)
    assert x.quantity == "poisson-gaussian.epsilon" and x.parameters["steps"] == "14063" and f"{x:.5f}" == "2.38169" and round(x, 2) == Decimal("2.39")
    assert x.readings == ["rate = 8/1875: a batch of 256 of 60000 records", "steps = 14063: 60 epochs of 234.375 steps, rounded up"]
    noise = hallmark.sigma("dp-sgd", eps=x.hi, rate=Fraction(256, 60000), steps=14063, delta=1e-5)
    assert noise.lower <= 1.1 <= noise.upper * (1 + 1e-5)
    with pytest.raises(hallmark.InputError, match="are the same parameter"):
        hallmark.epsilon("dp-sgd", sigma=1, z=2, rate=0.1, steps=1, delta=1e-5)
    with pytest.raises(hallmark.InputError, match="nothing.epsilon: unknown"):
        hallmark.epsilon("nothing", sigma=1)


def test_search_says_what_there_is_not():
    found = hallmark.search("PATE")
    assert "no quantity" in found.remark and found[0].id == "rr.epsilon" and not found.near and "rr.epsilon" in repr(found)
    assert hallmark.search("permute and flip")[0].id == "permute-and-flip.epsilon"
    near = hallmark.search("poison gausian")
    assert near.near and len(near) <= 3 and "nearest" in repr(near)
    assert len(hallmark.search("")) == 0 and "nothing" in repr(hallmark.search(""))


def test_samplers_and_curves():
    table = hallmark.samplers(sigma=2, batch=10, n=100, epochs=1, delta=1e-5, digits=3)
    assert [row.answer.quantity.split(".")[0] for row in table] == ["poisson-gaussian", "poisson-gaussian", "fixed-batch-gaussian", "shuffled-batch", "allocation"]
    assert "random allocation" in repr(table) and "<table>" in table._repr_html_()
    with pytest.raises(hallmark.InputError, match="missing parameter n"):
        hallmark.samplers(sigma=2, batch=10, epochs=1, delta=1e-5)
    curve = hallmark.curve("gaussian", sigma=1, delta=[1e-5, 1e-6])
    assert [x.quantity for x in curve.answers] == ["gaussian.epsilon"] * 2 and curve.x == ("1e-5", "1e-6")
    pytest.importorskip("pandas")
    assert curve.table()["delta"].tolist() == [1e-5, 1e-6] and len(table.table()) == 5
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert hallmark.curve("gaussian", sigma=1, eps=[0, 1]).plot().get_ylabel() == "delta"


def test_notebooks_show_tables():
    verdict = hallmark.judge("clones.delta", "<=", 0.5, **TWO)
    for shown in (verdict, hallmark.check(verdict.certificate), hallmark.check("x"), hallmark.quantities()["clones.delta"], hallmark.compare(lambda v: float("inf"))):
        assert shown._repr_html_().startswith("<table>") and "<script" not in shown._repr_html_()


def test_columns_of_tables_are_numbers():
    pytest.importorskip("pandas")
    frame = hallmark.table("poisson-gaussian.epsilon", {"steps": [10, 20]}, sigma=1, rate=0.01, delta=1e-5, digits=3)
    assert frame["steps"].tolist() == [10.0, 20.0] and frame["rate_exact"].tolist() == ["1/100"] * 2 and frame["direction"].tolist() == ["both"] * 2
