"""CertifiedAccountant: the interface of dp_accounting's PrivacyAccountant, with certified numbers.

    accountant = hallmark.accountant.CertifiedAccountant()        # in place of dp_accounting.pld.PLDAccountant()
    accountant.compose(dp_accounting.PoissonSampledDpEvent(0.01, dp_accounting.GaussianDpEvent(1.1)), 1000)
    accountant.get_epsilon(1e-6)

dp_accounting is not needed: the events below have the same names and members, and an event is known by them. A float member of an event is
taken as the binary number that it is. `get_epsilon` and `get_delta` return floats rounded up; `epsilon` and `delta` return the enclosures.
"""
from __future__ import annotations

import enum
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Optional, Union

from ._core import InputError
from .enclosure import Enclosure
from .texts import Exact, bounds_of
from .texts import exact as exact_value
from .quantities import compose as compose_parts
from .quantities import evaluate


class NeighboringRelation(enum.Enum):
    """Which datasets are neighbours, as dp_accounting has it."""

    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2
    REPLACE_SPECIAL = 3


class UnsupportedEventError(Exception):
    """An event that this accountant has no proved number for."""

    invalid_event: Any = None  # it, or the part of it that is the reason


@dataclass(frozen=True)
class CompositionErrorDetails:
    """Which part of an event cannot be composed, and why."""

    invalid_event: Any
    error_message: str


class DpEvent:
    """What is done to the data."""


@dataclass(frozen=True)
class NoOpDpEvent(DpEvent):
    """Nothing."""


@dataclass(frozen=True)
class NonPrivateDpEvent(DpEvent):
    """Something without any privacy."""


@dataclass(frozen=True)
class GaussianDpEvent(DpEvent):
    """Gaussian noise; the multiplier is its standard deviation in units of the sensitivity."""

    noise_multiplier: Union[float, Exact]


@dataclass(frozen=True)
class LaplaceDpEvent(DpEvent):
    """Laplace noise; the multiplier is its scale in units of the sensitivity."""

    noise_multiplier: Union[float, Exact]


@dataclass(frozen=True)
class EpsilonDeltaDpEvent(DpEvent):
    """Any mechanism that is (epsilon, delta)-differentially private."""

    epsilon: Union[float, Exact]
    delta: Union[float, Exact]


@dataclass(frozen=True)
class PoissonSampledDpEvent(DpEvent):
    """An event on a sample that each record belongs to with this probability, independently."""

    sampling_probability: Union[float, Exact]
    event: Any


@dataclass(frozen=True)
class DiscreteLaplaceDpEvent(DpEvent):
    """Noise n with probability tanh(a/2) exp(-a |n|) on integers; `noise_parameter` is a."""

    noise_parameter: Union[float, Exact]
    sensitivity: int


@dataclass(frozen=True)
class DiscreteGaussianDpEvent(DpEvent):
    """Discrete Gaussian noise on integers. Only dimension 1 is known to be this one-dimensional pair."""

    sigma: Union[float, Exact]
    sensitivity: Union[float, Exact] = 1
    dimension: Optional[int] = None


@dataclass(frozen=True)
class RandomizedResponseDpEvent(DpEvent):
    """The true one of `num_buckets` answers, or with probability `noise_parameter` a uniform one."""

    noise_parameter: Union[float, Exact]
    num_buckets: int


@dataclass(frozen=True)
class ExponentialMechanismDpEvent(DpEvent):
    """The exponential mechanism, whose privacy loss has a range of at most epsilon."""

    epsilon: Union[float, Exact]


@dataclass(frozen=True)
class SampledWithoutReplacementDpEvent(DpEvent):
    """An event on a uniform subset of exactly `sample_size` records."""

    source_dataset_size: int
    sample_size: int
    event: Any


@dataclass(frozen=True)
class TruncatedSubsampledGaussianDpEvent(DpEvent):
    """Gaussian noise on Poisson batches that are cut to a largest size."""

    dataset_size: int
    sampling_probability: Union[float, Exact]
    truncated_batch_size: int
    noise_multiplier: Union[float, Exact]


@dataclass(frozen=True)
class ZCDpEvent(DpEvent):
    """Any mechanism that is (xi, rho)-zCDP."""

    rho: Union[float, Exact]
    xi: Union[float, Exact] = 0


@dataclass(frozen=True)
class SingleEpochTreeAggregationDpEvent(DpEvent):
    """Sums along trees, where each record takes part once in all of them."""

    noise_multiplier: Union[float, Exact]
    step_counts: Union[int, list[int]]


@dataclass(frozen=True)
class SelfComposedDpEvent(DpEvent):
    """One event, `count` times."""

    event: Any
    count: int


@dataclass(frozen=True)
class ComposedDpEvent(DpEvent):
    """Events one after the other."""

    events: list[Any]


@dataclass(frozen=True)
class _Mechanism:
    """A mechanism of a composition with its parameters."""

    name: str
    parameters: tuple[tuple[str, Union[Fraction, str]], ...]


_NON_PRIVATE = _Mechanism("none", ())
_LARGEST_EPSILON = 10000  # of the library
#: The quantity of a mechanism that stands alone, where it has another name in compositions, and what counts its rounds.
_ALONE = {"poisson-gaussian": ("poisson-gaussian", "steps"), "fixed-batch": ("fixed-batch-gaussian", "steps"),
          "poisson-replace-one": ("poisson-gaussian", "steps"), "truncated-poisson-gaussian": ("truncated-poisson-gaussian", "steps")}
_IN_COMPOSITIONS = {"eps-delta": {"eps0": "eps", "delta0": "delta"}}  # the parameters that have another name there
_NEVER_COMPOSED = ("truncated-poisson-gaussian", "zcdp")  # with another mechanism: there is no phase of theirs
#: Which events a relation has numbers for, beyond those that both have.
_ADD_OR_REMOVE, _SPECIAL, _REPLACE = "add-or-remove", "replace-special", "replace"


class CertifiedAccountant:
    """Accounts for every event that docs/events.md maps, and for compositions of those that have phases.

    Neighbours are datasets that differ in one record, added or removed (ADD_OR_REMOVE_ONE) or replaced by a special one (REPLACE_SPECIAL,
    zero-out): for the events of noise on a sum and of Poisson samples both are the same pairs of distributions. Under REPLACE_ONE a record is
    replaced by any other one, so that a sum moves by twice the norm bound of one record. An event that a relation has no number for is refused
    with the reason: fixed batches and randomized response have none under ADD_OR_REMOVE_ONE, samples of other events none under REPLACE_ONE.

    >>> a = CertifiedAccountant()
    >>> a.compose(PoissonSampledDpEvent("1/100", GaussianDpEvent("1.1")), 1000).get_epsilon(1e-6) < 2
    True
    >>> a.supports(PoissonSampledDpEvent(0.5, NonPrivateDpEvent())), a.supports("an event")
    (True, False)
    """

    def __init__(self, neighboring_relation: Any = NeighboringRelation.ADD_OR_REMOVE_ONE, *, seconds: float = 60, digits: Optional[int] = None) -> None:
        name = getattr(neighboring_relation, "name", None)
        if name not in ("ADD_OR_REMOVE_ONE", "REPLACE_ONE", "REPLACE_SPECIAL"):
            raise ValueError(f"neighboring_relation = {neighboring_relation!r}: must be ADD_OR_REMOVE_ONE, REPLACE_ONE or REPLACE_SPECIAL")
        self._neighboring_relation = neighboring_relation
        self._kind = {"REPLACE_ONE": _REPLACE, "REPLACE_SPECIAL": _SPECIAL}.get(name, _ADD_OR_REMOVE)
        self._effort = {"seconds": seconds, "digits": digits}
        self._counts: dict[_Mechanism, int] = {}
        self._events: list[tuple[Any, int]] = []
        theirs = sys.modules.get("dp_accounting")
        if hasattr(theirs, "PrivacyAccountant") and hasattr(theirs.PrivacyAccountant, "register"):
            theirs.PrivacyAccountant.register(CertifiedAccountant)

    @property
    def neighboring_relation(self) -> Any:
        return self._neighboring_relation

    def supports(self, event: Any) -> bool:
        """Whether compose takes the event; nothing is composed."""
        try:
            return self._maybe_compose(event, 1, False) is None
        except (TypeError, ValueError):
            return False

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Optional[CompositionErrorDetails]:
        """Composes, if it is wanted and all of the event is supported; otherwise says what is not. dp_accounting's own tests call it."""
        try:
            found = list(_flattened(event, count, self._kind))
            _check_together(event, {*self._counts, *(mechanism for mechanism, _ in found)})
        except UnsupportedEventError as error:
            return CompositionErrorDetails(error.invalid_event, str(error))
        for mechanism, times in found if do_compose else ():
            self._counts[mechanism] = self._counts.get(mechanism, 0) + times
        return None

    def compose(self, event: Any, count: int = 1) -> CertifiedAccountant:
        """Accounts for `count` applications of the event, which may depend on what came before."""
        if not _is_event(event):
            raise TypeError(f"event = {event!r}: must be a DpEvent")
        _check_count(count)
        details = self._maybe_compose(event, count, True)
        if details is not None:
            raise _unsupported(f"Unsupported event: {event}. Error: [{details.error_message}] caused by subevent {details.invalid_event}.")
        self._events.append((event, count))
        return self

    @property
    def ledger(self) -> Any:
        """The event that all composed ones make."""
        parts = [event if count == 1 else _like(event, "SelfComposedDpEvent", SelfComposedDpEvent)(event, count) for event, count in self._events]
        if not parts:
            return getattr(sys.modules.get("dp_accounting"), "NoOpDpEvent", NoOpDpEvent)()
        return parts[0] if len(parts) == 1 else _like(parts[0], "ComposedDpEvent", ComposedDpEvent)(parts)

    def get_epsilon(self, target_delta: Union[float, Exact]) -> float:
        """A float that is at least the smallest epsilon at that delta; infinite where there is none."""
        delta = _probability("target_delta", target_delta)
        if not self._counts:
            return 0.0
        if _NON_PRIVATE in self._counts:  # at delta 1 too, as dp_accounting has it
            return math.inf
        if delta == 1:
            return 0.0
        if delta == 0:
            return math.inf
        try:
            return self.epsilon(delta).upper
        except InputError:
            if self.delta(_LARGEST_EPSILON).compare(">", delta):  # what is lost with no epsilon at all is more than delta
                return math.inf
            raise

    def get_delta(self, target_epsilon: Union[float, Exact]) -> float:
        """A float that is at least the delta at that epsilon."""
        if target_epsilon == math.inf:
            return 1.0 if _NON_PRIVATE in self._counts else 0.0
        epsilon = _exact_number("target_epsilon", target_epsilon)
        if epsilon < 0:
            raise ValueError(f"target_epsilon = {target_epsilon!r}: must be at least 0")
        if not self._counts:
            return 0.0
        return 1.0 if _NON_PRIVATE in self._counts else min(1.0, self.delta(epsilon).upper)

    def epsilon(self, target_delta: Union[float, Exact]) -> Enclosure:
        """The enclosure of the smallest epsilon at that delta, of what was composed."""
        return self._enclosed("epsilon", {"delta": _binary(target_delta)})

    def delta(self, target_epsilon: Union[float, Exact]) -> Enclosure:
        """The enclosure of the delta at that epsilon, of what was composed."""
        return self._enclosed("delta", {"eps": _binary(target_epsilon)})

    def _enclosed(self, member: str, at: dict[str, Any]) -> Enclosure:
        if not self._counts or _NON_PRIVATE in self._counts:
            raise ValueError(f"{member}: there is no mechanism to enclose: nothing was composed, or something without privacy")
        if len(self._counts) == 1:
            [(mechanism, count)] = self._counts.items()
            family, rounds = _ALONE.get(mechanism.name, (mechanism.name, "rounds"))
            given = {**dict(mechanism.parameters), rounds: count, **at, **self._effort}
            if mechanism.name == "poisson-replace-one":
                given["adjacency"] = "replace-one"
            if family != "sampled":
                return evaluate(f"{family}.{member}", **given)
        parts = []
        for mechanism, count in self._counts.items():
            names = _IN_COMPOSITIONS.get(mechanism.name, {})
            parts.append((mechanism.name, {names.get(name, name): value for name, value in mechanism.parameters}, count))
        return compose_parts(parts, **at, **self._effort)


def _is_event(event: Any) -> bool:
    return any(base.__name__ == "DpEvent" for base in type(event).__mro__)


def _like(event: Any, name: str, own: Any) -> Any:
    """The class of that name beside the event's own, so that a ledger of dp_accounting's events is one of theirs."""
    return getattr(sys.modules.get(type(event).__module__), name, own)


def _check_count(count: Any) -> None:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"count = {count!r}: must be an int")
    if count < 1:
        raise ValueError(f"count = {count}: must be at least 1")


def _binary(value: Any) -> Any:
    """A float, of numpy too, as the binary number that it is; anything else as it stands."""
    is_float = isinstance(value, float) or (hasattr(value, "dtype") and hasattr(value, "as_integer_ratio"))
    return exact_value(value) if is_float else value


def _exact_number(name: str, value: Any) -> Fraction:
    value = _binary(value)
    if isinstance(value, Fraction):
        return value
    least, most = bounds_of(value, 40)
    if least != most:
        raise ValueError(f"{name} = {value!r}: must be rational")
    return least


def _probability(name: str, value: Any) -> Fraction:
    number = _exact_number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} = {value!r}: must be from 0 to 1")
    return number


def _check_together(event: Any, mechanisms: set[_Mechanism]) -> None:
    """Mechanisms of two relations have no product, and some are known alone."""
    if len(mechanisms) < 2 or _NON_PRIVATE in mechanisms:
        return
    alone = [m.name for m in mechanisms if m.name in _NEVER_COMPOSED]
    if alone:
        raise _refused(event, f"{alone[0]} is not composed with other mechanisms")
    replaced = {m.name for m in mechanisms if m.name in ("fixed-batch", "poisson-replace-one", "rr-local")}
    others = {m.name for m in mechanisms} - replaced
    if replaced and others:
        raise _refused(event, f"{sorted(replaced)[0]} is a pair of two records and {sorted(others)[0]} is not: there is no number of both together")


def _flattened(event: Any, count: int, kind: str) -> Any:
    """(mechanism, times) of all that an event consists of."""
    name = type(event).__name__
    if not _is_event(event):
        raise _refused(event, f"{event!r} is no event")
    if name == "NoOpDpEvent":
        return
    if name == "NonPrivateDpEvent":
        yield _NON_PRIVATE, count
    elif name == "SelfComposedDpEvent":
        _check_count(event.count)
        yield from _flattened(event.event, count * event.count, kind)
    elif name == "ComposedDpEvent":
        for part in event.events:
            yield from _flattened(part, count, kind)
    elif name == "PoissonSampledDpEvent":
        yield from _sampled(event, count, kind)
    elif name in _READERS:
        mechanism = _READERS[name](event, kind)
        if mechanism is not None:
            yield mechanism, count
    else:
        raise _refused(event, _NO_NUMBER.get(name, f"{name} is not supported"))


def _sampled(event: Any, count: int, kind: str) -> Any:
    """An event on a Poisson sample."""
    rate = _probability("sampling_probability", event.sampling_probability)
    inner = list(_flattened(event.event, 1, kind))
    if rate == 0 or not inner:
        return
    if len(inner) > 1 or inner[0][1] > 1:
        raise _refused(event, f"a Poisson sample is supported of one mechanism alone, not of {event.event!r}: several of them would see one sample")
    [(mechanism, _)] = inner
    parameters = dict(mechanism.parameters)
    if mechanism == _NON_PRIVATE or rate == 1:
        yield mechanism, count
    elif mechanism.name == "gaussian":
        sigma = parameters["sigma"] * (2 if kind == _REPLACE else 1)  # of one record's norm
        yield _Mechanism("poisson-replace-one" if kind == _REPLACE else "poisson-gaussian", (("rate", rate), ("sigma", sigma))), count
    elif kind == _REPLACE:
        raise _refused(event, "under REPLACE_ONE a Poisson sample has a number for Gaussian noise alone")
    elif mechanism.name in ("laplace", "discrete-laplace", "discrete-gaussian") and "rate" not in parameters:
        yield _Mechanism(mechanism.name, (*mechanism.parameters, ("rate", rate))), count
    elif mechanism.name == "eps-delta":
        yield _Mechanism("sampled", (("mechanism", "eps-delta"), ("eps", parameters["eps0"]), ("delta", parameters["delta0"]), ("rate", rate))), count
    else:
        raise _refused(event, f"a Poisson sample of {event.event!r} is not supported")


def _multiplier(event: Any) -> Fraction:
    multiplier = _exact_number("noise_multiplier", event.noise_multiplier)
    if multiplier < 0:
        raise _refused(event, f"noise_multiplier = {event.noise_multiplier!r}: must be at least 0")
    return multiplier


def _distance(kind: str) -> int:
    """By how many norm bounds of one record a sum moves."""
    return 2 if kind == _REPLACE else 1


def _gaussian(event: Any, kind: str) -> _Mechanism:
    sigma = _multiplier(event) / _distance(kind)
    return _Mechanism("gaussian", (("sigma", sigma),)) if sigma else _NON_PRIVATE


def _laplace(event: Any, kind: str) -> _Mechanism:
    scale = _multiplier(event) / _distance(kind)
    return _Mechanism("laplace", (("eps0", 1 / scale),)) if scale else _NON_PRIVATE


def _whole(event: Any, name: str) -> int:
    value = getattr(event, name)
    number = _exact_number(name, value)
    if number.denominator != 1 or number < 1:
        raise _refused(event, f"{name} = {value!r}: must be an integer of at least 1")
    return int(number)


def _discrete_laplace(event: Any, kind: str) -> _Mechanism:
    a = _exact_number("noise_parameter", event.noise_parameter)
    if a <= 0:
        raise _refused(event, f"noise_parameter = {event.noise_parameter!r}: must be above 0")
    return _Mechanism("discrete-laplace", (("a", a), ("sensitivity", Fraction(_whole(event, "sensitivity") * _distance(kind)))))


def _discrete_gaussian(event: Any, kind: str) -> _Mechanism:
    if event.dimension != 1:
        raise _refused(event, "discrete Gaussian noise has a number in dimension 1 alone; in others it is no pair of one coordinate, and zcdp.epsilon bounds it")
    sigma = _exact_number("sigma", event.sigma)
    if sigma < 0:
        raise _refused(event, f"sigma = {event.sigma!r}: must be at least 0")
    sensitivity = Fraction(_whole(event, "sensitivity") * _distance(kind))
    return _Mechanism("discrete-gaussian", (("sigma2", sigma * sigma), ("sensitivity", sensitivity))) if sigma else _NON_PRIVATE


def _randomized_response(event: Any, kind: str) -> Optional[_Mechanism]:
    if kind != _REPLACE:
        raise _refused(event, "randomized response is a pair of two records: it has a number under REPLACE_ONE")
    p = _probability("noise_parameter", event.noise_parameter)
    buckets = _whole(event, "num_buckets")
    if p == 1 or buckets == 1:
        return None
    return _Mechanism("rr-local", (("k", Fraction(buckets)), ("p", p))) if p else _NON_PRIVATE


def _exponential(event: Any, kind: str) -> Optional[_Mechanism]:
    epsilon = _exact_number("epsilon", event.epsilon)
    if epsilon < 0:
        raise _refused(event, f"epsilon = {event.epsilon!r}: must be at least 0")
    return _Mechanism("bounded-range", (("eps0", epsilon),)) if epsilon else None


def _fixed_batch(event: Any, kind: str) -> Optional[_Mechanism]:
    if type(event.event).__name__ != "GaussianDpEvent":
        raise _refused(event, f"a fixed batch is supported of Gaussian noise alone, not of {event.event!r}")
    if kind != _REPLACE:
        raise _refused(event, "a batch of a fixed size is drawn from a dataset of a fixed size: it has a number under REPLACE_ONE")
    size, whole = _whole(event, "sample_size"), _whole(event, "source_dataset_size")
    if size > whole:
        raise _refused(event, f"sample_size = {size}: must be at most source_dataset_size = {whole}")
    sigma = _multiplier(event.event)
    if not sigma:
        return _NON_PRIVATE
    return _gaussian(event.event, kind) if size == whole else _Mechanism("fixed-batch", (("share", Fraction(size, whole)), ("sigma", sigma)))


def _truncated(event: Any, kind: str) -> Optional[_Mechanism]:
    if kind == _ADD_OR_REMOVE:
        raise _refused(event, "whether a batch is cut depends on how many records there are: it has a number under REPLACE_SPECIAL and REPLACE_ONE")
    rate = _probability("sampling_probability", event.sampling_probability)
    sigma = _multiplier(event)
    if rate == 0:
        return None
    if not sigma:
        return _NON_PRIVATE
    return _Mechanism("truncated-poisson-gaussian", (("adjacency", "replace-one" if kind == _REPLACE else "zero-out"), ("largest", Fraction(_whole(event, "truncated_batch_size"))), ("rate", rate),
                                                     ("records", Fraction(_whole(event, "dataset_size"))), ("sigma", sigma)))


def _zcdp(event: Any, kind: str) -> Optional[_Mechanism]:
    rho, xi = _exact_number("rho", event.rho), _exact_number("xi", event.xi)
    if rho < 0 or xi < 0:
        raise _refused(event, f"rho = {event.rho!r}, xi = {event.xi!r}: must be at least 0")
    return _Mechanism("zcdp", (("rho", rho), ("xi", xi))) if rho or xi else None


def _tree(event: Any, kind: str) -> _Mechanism:
    """A record takes part in as many nodes of one tree as the tree is high: noise of the multiplier in each is Gaussian noise on one."""
    counts = event.step_counts if isinstance(event.step_counts, (list, tuple)) else [event.step_counts]
    if not counts or any(isinstance(n, bool) or not isinstance(n, int) or n < 1 for n in counts):
        raise _refused(event, f"step_counts = {event.step_counts!r}: must be integers of at least 1")
    height = max(n.bit_length() for n in counts)  # ceil(log2(n + 1))
    sigma = _multiplier(event) / _distance(kind)
    return _Mechanism("gaussian", (("sigma", f"{_ratio(sigma)}/sqrt({height})"),)) if sigma else _NON_PRIVATE


def _ratio(x: Fraction) -> str:
    return str(x.numerator) if x.denominator == 1 else f"{x.numerator}/{x.denominator}"


_READERS: dict[str, Callable[[Any, str], Optional[_Mechanism]]] = {
    "GaussianDpEvent": _gaussian, "LaplaceDpEvent": _laplace, "DiscreteLaplaceDpEvent": _discrete_laplace, "DiscreteGaussianDpEvent": _discrete_gaussian,
    "RandomizedResponseDpEvent": _randomized_response, "EpsilonDeltaDpEvent": lambda event, kind: _guarantee(event),
    "ExponentialMechanismDpEvent": _exponential, "SampledWithoutReplacementDpEvent": _fixed_batch, "TruncatedSubsampledGaussianDpEvent": _truncated,
    "ZCDpEvent": _zcdp, "SingleEpochTreeAggregationDpEvent": _tree,
}
_NO_NUMBER = {
    "PermuteAndFlipDpEvent": "permute-and-flip.epsilon bounds its rounds alone from both sides; it is epsilon-DP: EpsilonDeltaDpEvent(epsilon, 0) holds for it",
    "SampledWithReplacementDpEvent": "sampling with replacement has no proved number",
    "RepeatAndSelectDpEvent": "repeated selection has Renyi bounds alone in the literature",
    "MixtureOfGaussiansDpEvent": "a mixture is not composed with other events here; the number of its rounds alone is that of hallmark eval mixture-gaussian.epsilon",
    "RenyiDpEvent": "a table of Renyi divergences is converted by renyi-curve.epsilon, and not composed here",
    "UnsupportedDpEvent": "the event itself says that it is not supported",
}


def _guarantee(event: Any) -> Optional[_Mechanism]:
    epsilon = math.inf if event.epsilon == math.inf else _exact_number("epsilon", event.epsilon)
    delta = _probability("delta", event.delta)
    if epsilon < 0:
        raise _refused(event, f"epsilon = {event.epsilon!r}: must be at least 0")
    if epsilon == math.inf or delta == 1:
        return _NON_PRIVATE
    return _Mechanism("eps-delta", (("delta0", delta), ("eps0", epsilon))) if epsilon or delta else None


def _refused(event: Any, text: str) -> UnsupportedEventError:
    error = UnsupportedEventError(text)
    error.invalid_event = event
    return error


def _unsupported(text: str) -> Exception:
    theirs = getattr(sys.modules.get("dp_accounting"), "UnsupportedEventError", UnsupportedEventError)
    return theirs(text)
