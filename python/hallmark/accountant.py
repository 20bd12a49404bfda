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
    parameters: tuple[tuple[str, Fraction], ...]


_NON_PRIVATE = _Mechanism("none", ())
_LARGEST_EPSILON = 10000  # of the library
_ROUNDS = {"poisson-gaussian": "steps"}  # of the others: rounds
_IN_COMPOSITIONS = {"eps-delta": {"eps0": "eps", "delta0": "delta"}}  # the parameters that have another name there


class CertifiedAccountant:
    """Accounts for Gaussian and Laplace noise, with and without Poisson sampling, for (epsilon, delta) guarantees, and for their compositions.

    Neighbours are datasets that differ in one record, added or removed (ADD_OR_REMOVE_ONE) or replaced by a special one (REPLACE_SPECIAL,
    zero-out): for these events both are the same pairs of distributions. REPLACE_ONE is refused.

    >>> a = CertifiedAccountant()
    >>> a.compose(PoissonSampledDpEvent("1/100", GaussianDpEvent("1.1")), 1000).get_epsilon(1e-6) < 2
    True
    >>> a.supports(PoissonSampledDpEvent(0.5, NonPrivateDpEvent())), a.supports("an event")
    (True, False)
    """

    def __init__(self, neighboring_relation: Any = NeighboringRelation.ADD_OR_REMOVE_ONE, *, seconds: float = 60, digits: Optional[int] = None) -> None:
        name = getattr(neighboring_relation, "name", None)
        if name not in ("ADD_OR_REMOVE_ONE", "REPLACE_SPECIAL"):
            raise ValueError(f"neighboring_relation = {neighboring_relation!r}: must be ADD_OR_REMOVE_ONE or REPLACE_SPECIAL")
        self._neighboring_relation = neighboring_relation
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
            found = list(_flattened(event, count))
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

    def epsilon(self, target_delta: Exact) -> Enclosure:
        """The enclosure of the smallest epsilon at that delta, of what was composed."""
        return self._enclosed("epsilon", {"delta": target_delta})

    def delta(self, target_epsilon: Exact) -> Enclosure:
        """The enclosure of the delta at that epsilon, of what was composed."""
        return self._enclosed("delta", {"eps": target_epsilon})

    def _enclosed(self, member: str, at: dict[str, Any]) -> Enclosure:
        if not self._counts or _NON_PRIVATE in self._counts:
            raise ValueError(f"{member}: there is no mechanism to enclose: nothing was composed, or something without privacy")
        if len(self._counts) == 1:
            [(mechanism, count)] = self._counts.items()
            given = {**dict(mechanism.parameters), _ROUNDS.get(mechanism.name, "rounds"): count, **at, **self._effort}
            if mechanism.name != "gaussian":
                given["direction"] = "both"
            return evaluate(f"{mechanism.name}.{member}", **given)
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


def _exact_number(name: str, value: Any) -> Fraction:
    if isinstance(value, float) or (hasattr(value, "dtype") and hasattr(value, "as_integer_ratio")):  # of numpy too
        return exact_value(value)
    least, most = bounds_of(value, 40)
    if least != most:
        raise ValueError(f"{name} = {value!r}: must be rational")
    return least


def _probability(name: str, value: Any) -> Fraction:
    number = _exact_number(name, value)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} = {value!r}: must be from 0 to 1")
    return number


def _flattened(event: Any, count: int) -> Any:
    """(mechanism, times) of all that an event consists of."""
    name = type(event).__name__
    if not _is_event(event):
        raise _refused(event, f"{event!r} is no event")
    if name == "NoOpDpEvent":
        return
    if name == "NonPrivateDpEvent":
        yield _NON_PRIVATE, count
    elif name in ("GaussianDpEvent", "LaplaceDpEvent"):
        yield _noise(event, name, Fraction(1)), count
    elif name == "EpsilonDeltaDpEvent":
        if event.epsilon != 0 or event.delta != 0:
            yield _guarantee(event), count
    elif name == "PoissonSampledDpEvent":
        rate = _probability("sampling_probability", event.sampling_probability)
        inner = type(event.event).__name__
        if inner not in ("GaussianDpEvent", "LaplaceDpEvent", "NonPrivateDpEvent", "NoOpDpEvent"):
            raise _refused(event, f"a Poisson sample is supported of one Gaussian or Laplace event alone, not of {event.event!r}")
        if rate == 0 or inner == "NoOpDpEvent":
            return
        yield (_NON_PRIVATE if inner == "NonPrivateDpEvent" else _noise(event.event, inner, rate)), count
    elif name == "SelfComposedDpEvent":
        _check_count(event.count)
        yield from _flattened(event.event, count * event.count)
    elif name == "ComposedDpEvent":
        for part in event.events:
            yield from _flattened(part, count)
    else:
        raise _refused(event, f"{name} is not supported")


def _noise(event: Any, name: str, rate: Fraction) -> _Mechanism:
    """Noise on a Poisson batch; rate 1: on all records."""
    multiplier = _exact_number("noise_multiplier", event.noise_multiplier)
    if multiplier < 0:
        raise _refused(event, f"noise_multiplier = {event.noise_multiplier!r}: must be at least 0")
    if multiplier == 0:
        return _NON_PRIVATE
    if name == "LaplaceDpEvent":
        return _Mechanism("laplace", (("eps0", 1 / multiplier), ("rate", rate)))
    return _Mechanism("gaussian", (("sigma", multiplier),)) if rate == 1 else _Mechanism("poisson-gaussian", (("rate", rate), ("sigma", multiplier)))


def _guarantee(event: Any) -> _Mechanism:
    epsilon = math.inf if event.epsilon == math.inf else _exact_number("epsilon", event.epsilon)
    delta = _probability("delta", event.delta)
    if epsilon < 0:
        raise _refused(event, f"epsilon = {event.epsilon!r}: must be at least 0")
    if epsilon == math.inf or delta == 1:
        return _NON_PRIVATE
    return _Mechanism("eps-delta", (("delta0", delta), ("eps0", epsilon)))


def _refused(event: Any, text: str) -> UnsupportedEventError:
    error = UnsupportedEventError(text)
    error.invalid_event = event
    return error


def _unsupported(text: str) -> Exception:
    theirs = getattr(sys.modules.get("dp_accounting"), "UnsupportedEventError", UnsupportedEventError)
    return theirs(text)
