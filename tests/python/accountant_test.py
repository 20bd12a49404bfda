"""CertifiedAccountant has the interface of dp_accounting's PrivacyAccountant, and its numbers are certified."""
import math
import sys
import types
from fractions import Fraction

import pytest

import hallmark
from hallmark import accountant as events
from hallmark.accountant import (CertifiedAccountant, ComposedDpEvent, DpEvent, EpsilonDeltaDpEvent, GaussianDpEvent, LaplaceDpEvent, NeighboringRelation, NonPrivateDpEvent, NoOpDpEvent,
                                 PoissonSampledDpEvent, SelfComposedDpEvent, UnsupportedEventError)


class OddDpEvent(DpEvent):
    pass


def test_it_returns_upper_ends():
    a = CertifiedAccountant().compose(PoissonSampledDpEvent(0.25, GaussianDpEvent(1.5)), 10)
    truth = hallmark.epsilon("poisson-gaussian", sigma="3/2", rate="1/4", steps=10, delta=hallmark.exact(1e-6), direction="both")
    assert a.get_epsilon(1e-6) == truth.upper and Fraction(a.get_epsilon(1e-6)) >= truth.hi and a.epsilon(hallmark.exact(1e-6)) == truth
    delta = hallmark.delta("poisson-gaussian", sigma="3/2", rate="1/4", steps=10, eps=1, direction="both")
    assert a.get_delta(1.0) == delta.upper and a.get_delta(1) == delta.upper
    plain = CertifiedAccountant().compose(SelfComposedDpEvent(GaussianDpEvent("2"), 3), 2)
    assert plain.get_epsilon("1e-5") == hallmark.epsilon("gaussian", sigma=2, rounds=6, delta="1e-5").upper


def test_floats_are_the_numbers_that_they_are():
    a = CertifiedAccountant().compose(GaussianDpEvent(0.1))
    assert a.delta(1).parameters["sigma"] == str(hallmark.exact(0.1))
    assert CertifiedAccountant().compose(GaussianDpEvent("0.1")).delta(1).parameters["sigma"] == "1/10"


def test_floats_of_numpy_are_floats():
    numpy = pytest.importorskip("numpy")
    a = CertifiedAccountant().compose(GaussianDpEvent(numpy.float32(0.5)))
    assert a.get_delta(numpy.float32(1)) == hallmark.delta("gaussian", sigma="1/2", eps=1).upper


def test_equal_mechanisms_are_counted_and_others_composed():
    event = PoissonSampledDpEvent(Fraction(1, 2), GaussianDpEvent(2))
    a = CertifiedAccountant().compose(event).compose(ComposedDpEvent([event, NoOpDpEvent(), SelfComposedDpEvent(event, 3)]), 2)
    assert a.delta(1).parameters["steps"] == "9"
    mixed = CertifiedAccountant(digits=3).compose(GaussianDpEvent(2)).compose(GaussianDpEvent(4), 4)
    same = hallmark.delta("gaussian", sigma=2, rounds=2, eps=1)  # 1/4 + 4/16 = 2/4
    assert mixed.delta(1).compare("<", same) is None and mixed.get_delta(1) >= same.lower


def test_laplace_noise_and_guarantees():
    laplace = CertifiedAccountant().compose(LaplaceDpEvent(2.0), 3)
    assert laplace.get_epsilon(1e-6) == hallmark.epsilon("laplace", eps0="1/2", rounds=3, delta=hallmark.exact(1e-6), direction="both").upper <= 1.5
    sampled = CertifiedAccountant().compose(PoissonSampledDpEvent(0.25, LaplaceDpEvent(2.0)))
    assert 0 < sampled.get_epsilon(1e-6) < 0.5
    pure = CertifiedAccountant().compose(EpsilonDeltaDpEvent(0.5, 0.0), 2)
    assert 0.99 < pure.get_epsilon(1e-9) <= 1 and pure.get_delta(1.0) == 0
    assert CertifiedAccountant().compose(EpsilonDeltaDpEvent(math.inf, 0.0)).get_delta(1.0) == 1
    assert CertifiedAccountant().compose(EpsilonDeltaDpEvent(1.0, 0.5)).get_epsilon(0.25) == math.inf
    assert CertifiedAccountant().compose(EpsilonDeltaDpEvent(0.0, 0.0)).get_epsilon(0.25) == 0
    assert CertifiedAccountant(digits=3).compose(LaplaceDpEvent(4.0)).compose(GaussianDpEvent(2.0)).get_delta(1.0) < 0.05


def test_every_supported_event_composes_with_every_other():
    events = [GaussianDpEvent(4.0), LaplaceDpEvent(8.0), EpsilonDeltaDpEvent(0.125, 1e-8), PoissonSampledDpEvent(0.125, GaussianDpEvent(2.0)), PoissonSampledDpEvent(0.25, LaplaceDpEvent(8.0))]
    for i, first in enumerate(events):
        for second in events[:i]:
            a = CertifiedAccountant(digits=3).compose(first, 2).compose(second)
            alone = CertifiedAccountant(digits=3).compose(second)
            assert alone.get_epsilon(1e-6) * 0.999 < a.get_epsilon(1e-6) < 8, (first, second)


def test_the_documented_behaviour_of_the_interface():
    a = CertifiedAccountant()
    assert a.get_epsilon(1e-6) == 0 and a.get_delta(0.0) == 0 and type(a.ledger).__name__ == "NoOpDpEvent"
    assert a.neighboring_relation is NeighboringRelation.ADD_OR_REMOVE_ONE
    event = GaussianDpEvent(1.0)
    assert a.compose(event) is a and a.ledger == event
    assert a.compose(event, 2).ledger == ComposedDpEvent([event, SelfComposedDpEvent(event, 2)])
    before = dict(a._counts)
    for unsupported in (OddDpEvent(), ComposedDpEvent([event, OddDpEvent()]), PoissonSampledDpEvent(0.5, ComposedDpEvent([event, event])),
                        PoissonSampledDpEvent(0.5, PoissonSampledDpEvent(0.5, event)), GaussianDpEvent(-1.0)):
        assert not a.supports(unsupported)
        with pytest.raises(UnsupportedEventError):
            a.compose(unsupported)
    for count in (1.0, "1", True):
        with pytest.raises(TypeError, match="count"):
            a.compose(event, count)
    for count in (0, -1):
        with pytest.raises(ValueError, match="count"):
            a.compose(event, count)
    with pytest.raises(TypeError, match="DpEvent"):
        a.compose("event")
    for bad in (GaussianDpEvent(math.nan), PoissonSampledDpEvent(1.5, event), PoissonSampledDpEvent(-0.1, event)):
        assert not a.supports(bad)
        with pytest.raises(ValueError):
            a.compose(bad)
    assert a._counts == before  # nothing of a refused event is composed
    for delta in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError):
            a.get_epsilon(delta)
    with pytest.raises(ValueError):
        a.get_delta(-1.0)
    assert a.get_epsilon(0.0) == math.inf and a.get_epsilon(1.0) == 0 and a.get_delta(math.inf) == 0


def test_what_is_not_private_is_infinite():
    for event in (NonPrivateDpEvent(), GaussianDpEvent(0), PoissonSampledDpEvent(0.5, NonPrivateDpEvent())):
        a = CertifiedAccountant().compose(GaussianDpEvent(1)).compose(event)
        assert a.get_epsilon(1e-6) == math.inf and a.get_delta(10.0) == 1
        with pytest.raises(ValueError):
            a.epsilon("1e-6")
        assert a.get_epsilon(1.0) == math.inf and a.get_delta(math.inf) == 1  # as dp_accounting's own tests want it
    assert CertifiedAccountant().compose(PoissonSampledDpEvent(0.0, NonPrivateDpEvent())).get_epsilon(1e-6) == 0


def test_an_error_names_the_part_that_is_the_reason():
    a = CertifiedAccountant()
    for nested in (ComposedDpEvent([NoOpDpEvent(), OddDpEvent()]), SelfComposedDpEvent(OddDpEvent(), 10)):
        details = a._maybe_compose(nested, 1, False)
        assert type(details.invalid_event) is OddDpEvent and details.error_message
        with pytest.raises(UnsupportedEventError, match="Unsupported event: .*caused by subevent .*OddDpEvent"):
            a.compose(nested)
    assert a._maybe_compose(GaussianDpEvent(1.0), 1, False) is None and a._counts == {}


def test_with_dp_accounting_itself():
    """Where it is installed: the tests that it has for every accountant, its events, its calibration, and numbers that its own upper bounds agree with."""
    theirs = pytest.importorskip("dp_accounting")
    suite = pytest.importorskip("dp_accounting.privacy_accountant_test").PrivacyAccountantTest
    import unittest

    class Certified(suite):
        def _make_test_accountants(self):
            return [CertifiedAccountant(), CertifiedAccountant(theirs.NeighboringRelation.REPLACE_SPECIAL)]

    Certified.__unittest_skip__ = False
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Certified).run(result)
    assert result.testsRun > 5 and result.wasSuccessful(), result.failures + result.errors
    batches = theirs.SelfComposedDpEvent(theirs.PoissonSampledDpEvent(0.01, theirs.GaussianDpEvent(1.1)), 1000)
    mine, pld = CertifiedAccountant().compose(batches), theirs.pld.PLDAccountant().compose(batches)
    assert isinstance(mine, theirs.PrivacyAccountant) and mine.ledger == pld.ledger
    assert 0.999 * pld.get_epsilon(1e-6) < mine.get_epsilon(1e-6) <= pld.get_epsilon(1e-6)
    sigma = theirs.calibrate_dp_mechanism(CertifiedAccountant, theirs.GaussianDpEvent, 1.0, 1e-6, tol=1e-3)
    assert 0.99 < CertifiedAccountant().compose(theirs.GaussianDpEvent(sigma)).get_epsilon(1e-6) <= 1


def test_neighbours():
    assert CertifiedAccountant(NeighboringRelation.REPLACE_SPECIAL).neighboring_relation.name == "REPLACE_SPECIAL"
    for relation in (None, "ADD"):
        with pytest.raises(ValueError, match="neighboring_relation"):
            CertifiedAccountant(relation)


def test_a_package_with_the_same_names_is_understood(monkeypatch):
    """Its events, its base class and its exception, as dp_accounting's."""
    import abc
    theirs = types.ModuleType("dp_accounting")

    class PrivacyAccountant(metaclass=abc.ABCMeta):
        pass

    class Error(Exception):
        pass

    class Base:
        __qualname__ = "DpEvent"

    Base.__name__ = "DpEvent"
    theirs.PrivacyAccountant, theirs.UnsupportedEventError, theirs.DpEvent = PrivacyAccountant, Error, Base
    theirs.GaussianDpEvent = type("GaussianDpEvent", (Base,), {"__init__": lambda self, noise_multiplier: setattr(self, "noise_multiplier", noise_multiplier), "__module__": "dp_accounting"})
    theirs.SelfComposedDpEvent = type("SelfComposedDpEvent", (Base,), {"__init__": lambda self, event, count: self.__dict__.update(event=event, count=count), "__module__": "dp_accounting"})
    theirs.OtherDpEvent = type("OtherDpEvent", (Base,), {"__module__": "dp_accounting"})
    monkeypatch.setitem(sys.modules, "dp_accounting", theirs)
    a = CertifiedAccountant()
    assert isinstance(a, PrivacyAccountant)
    assert a.compose(theirs.GaussianDpEvent(2.0), 4).get_delta(1.0) == hallmark.delta("gaussian", sigma=2, rounds=4, eps=1).upper
    assert isinstance(a.ledger, theirs.SelfComposedDpEvent)
    with pytest.raises(Error):
        a.compose(theirs.OtherDpEvent())


REPLACE = NeighboringRelation.REPLACE_ONE


def test_every_event_that_the_page_maps_has_its_number():
    delta = Fraction(1, 10**6)
    cases = [  # an event, the relations that have it, and the quantity that says the same
        (events.DiscreteLaplaceDpEvent(0.5, 2), NeighboringRelation.ADD_OR_REMOVE_ONE, ("discrete-laplace.epsilon", {"a": "1/2", "sensitivity": 2})),
        (events.DiscreteLaplaceDpEvent(0.5, 2), REPLACE, ("discrete-laplace.epsilon", {"a": "1/2", "sensitivity": 4})),
        (events.DiscreteGaussianDpEvent(2.0, 1.0, 1), NeighboringRelation.ADD_OR_REMOVE_ONE, ("discrete-gaussian.epsilon", {"sigma2": 4, "sensitivity": 1})),
        (events.RandomizedResponseDpEvent(0.5, 4), REPLACE, ("rr-local.epsilon", {"k": 4, "p": "1/2"})),
        (events.ExponentialMechanismDpEvent(0.5), NeighboringRelation.ADD_OR_REMOVE_ONE, ("bounded-range.epsilon", {"eps0": "1/2"})),
        (events.ZCDpEvent(0.125), NeighboringRelation.ADD_OR_REMOVE_ONE, ("zcdp.epsilon", {"rho": "1/8"})),
        (events.SampledWithoutReplacementDpEvent(1000, 125, GaussianDpEvent(2.0)), REPLACE, ("fixed-batch-gaussian.epsilon", {"share": "1/8", "sigma": 2})),
        (events.TruncatedSubsampledGaussianDpEvent(20, 0.125, 10, 4.0), NeighboringRelation.REPLACE_SPECIAL,
         ("truncated-poisson-gaussian.epsilon", {"records": 20, "rate": "1/8", "largest": 10, "sigma": 4})),
        (events.TruncatedSubsampledGaussianDpEvent(20, 0.125, 10, 4.0), REPLACE,
         ("truncated-poisson-gaussian.epsilon", {"records": 20, "rate": "1/8", "largest": 10, "sigma": 4, "adjacency": "replace-one"})),
        (PoissonSampledDpEvent(0.125, GaussianDpEvent(2.0)), REPLACE, ("poisson-gaussian.epsilon", {"rate": "1/8", "sigma": 2, "adjacency": "replace-one"})),
        (GaussianDpEvent(2.0), REPLACE, ("gaussian.epsilon", {"sigma": 1})),
        (LaplaceDpEvent(2.0), REPLACE, ("laplace.epsilon", {"eps0": 1})),
        (PoissonSampledDpEvent(0.125, events.DiscreteLaplaceDpEvent(0.5, 2)), NeighboringRelation.ADD_OR_REMOVE_ONE, ("discrete-laplace.epsilon", {"a": "1/2", "sensitivity": 2, "rate": "1/8"})),
        (events.SingleEpochTreeAggregationDpEvent(2.0, [1, 3, 4]), NeighboringRelation.ADD_OR_REMOVE_ONE, ("gaussian.epsilon", {"sigma": "2/sqrt(3)"})),
    ]
    for event, relation, (quantity, parameters) in cases:
        rounds = "steps" if "steps" in [p.name for p in hallmark.quantities()[quantity].parameters] else "rounds"
        mine = CertifiedAccountant(relation, digits=3).compose(event, 2).epsilon(delta)
        assert mine.lo == hallmark.evaluate(quantity, **parameters, **{rounds: 2}, delta=delta, digits=3).lo, event
    pure = CertifiedAccountant(digits=3).compose(PoissonSampledDpEvent(0.125, EpsilonDeltaDpEvent(1.0, 0.0)), 2)
    assert pure.epsilon(delta).quantity == "composition.epsilon" and pure.get_epsilon(delta) < 0.5


def test_a_relation_without_a_number_is_refused_with_the_reason():
    fixed = events.SampledWithoutReplacementDpEvent(1000, 125, GaussianDpEvent(2.0))
    cases = [
        (fixed, NeighboringRelation.ADD_OR_REMOVE_ONE, "dataset of a fixed size"), (events.RandomizedResponseDpEvent(0.5, 4), NeighboringRelation.ADD_OR_REMOVE_ONE, "pair of two records"),
        (PoissonSampledDpEvent(0.5, LaplaceDpEvent(1.0)), REPLACE, "Gaussian noise alone"), (ComposedDpEvent([fixed, LaplaceDpEvent(1.0)]), REPLACE, "is a pair of two records"),
        (ComposedDpEvent([events.ZCDpEvent(1.0), GaussianDpEvent(1.0)]), NeighboringRelation.ADD_OR_REMOVE_ONE, "zcdp is not composed"),
        (events.DiscreteGaussianDpEvent(2.0), NeighboringRelation.ADD_OR_REMOVE_ONE, "dimension 1"), (events.SampledWithoutReplacementDpEvent(10, 11, GaussianDpEvent(2.0)), REPLACE, "at most"),
        (type("PermuteAndFlipDpEvent", (DpEvent,), {})(), REPLACE, "from both sides"), (type("RepeatAndSelectDpEvent", (DpEvent,), {})(), REPLACE, "Renyi bounds alone"),
        (PoissonSampledDpEvent(0.5, ComposedDpEvent([GaussianDpEvent(1.0), GaussianDpEvent(2.0)])), NeighboringRelation.ADD_OR_REMOVE_ONE, "would see one sample"),
    ]
    for event, relation, reason in cases:
        a = CertifiedAccountant(relation)
        assert not a.supports(event)
        with pytest.raises(UnsupportedEventError, match=reason):
            a.compose(event)
    a = CertifiedAccountant(REPLACE).compose(fixed)
    with pytest.raises(UnsupportedEventError, match="is a pair of two records"):  # also where it comes later
        a.compose(GaussianDpEvent(1.0))


def test_the_accountant_of_opacus(monkeypatch):
    from hallmark.opacus import OpacusAccountant, register
    a = OpacusAccountant()
    hook = a.get_optimizer_hook_fn(0.01)
    for noise in (1.0, 1.0, 2.0):
        hook(types.SimpleNamespace(noise_multiplier=noise, accumulated_iterations=1))
    assert a.history == [(1.0, 0.01, 2), (2.0, 0.01, 1)] and len(a) == 3 and a.mechanism() == "certified"
    assert a.get_epsilon(delta=1e-5, alphas=[2, 3]) == a.epsilon(1e-5).upper > 0
    again = OpacusAccountant()
    again.load_state_dict(a.state_dict())
    assert again.history == a.history and again.get_epsilon(1e-5) == a.get_epsilon(1e-5)
    for bad in (None, {}, {"history": []}, {"history": [], "mechanism": "rdp"}, {"history": [(1.0, 0.1)], "mechanism": "certified"}, {"history": [(math.nan, 0.1, 1)], "mechanism": "certified"}):
        with pytest.raises(ValueError, match="state_dict"):
            again.load_state_dict(bad)
    assert OpacusAccountant().get_epsilon(1e-5) == 0
    registry = types.ModuleType("opacus.accountants.registry")  # where the package is not installed: what is asked of it
    known = {}
    registry.register_accountant = known.__setitem__
    for name in ("opacus", "opacus.accountants"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "opacus.accountants.registry", registry)
    register()
    assert known == {"certified": OpacusAccountant}
