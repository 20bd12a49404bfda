"""The golden vectors: inputs with certified intervals."""
from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import Any, Optional

from . import _core
from .texts import Exact, nearest_float


@dataclass(frozen=True)
class Vector:
    """An input and an interval that is proved to hold the number: lo <= true value <= hi."""

    id: str
    suite: str
    quantity: str
    kind: str  # exact, upper, lower or bracket
    parameters: dict[str, str]  # all of them, as exact texts
    lo: Fraction
    hi: Fraction
    comment: str

    @property
    def floats(self) -> dict[str, Any]:
        """The parameters as a program takes them that computes with floats: integers as int, other numbers as the nearest float, words and lists as str.

        That rounding moves the problem a little; vectors whose flag is Binary64Inputs have no such difference.
        """
        return {name: _as_float(text) for name, text in self.parameters.items()}

    def check(self, value: Any, kind: str = "upper", slack: Optional[Exact] = None) -> None:
        """Raises Unsound if a value of that kind (upper, lower, estimate) is proved wrong, or is looser than the slack.

        >>> import hallmark
        >>> v = hallmark.vectors("clones")[0]
        >>> v.check(v.hi)
        >>> v.check(v.lo / 2)
        Traceback (most recent call last):
        hallmark.comparison.Unsound: ...
        """
        from .comparison import Unsound, judged

        __tracebackhide__ = True  # of pytest: the failure is the caller's line
        row = judged(self, value, kind, slack)
        if row.verdict in ("unsound", "loose", "not-a-number"):
            raise Unsound(str(row))


def _as_float(text: str) -> Any:
    if text.lstrip("-").isdigit():
        return int(text)
    try:
        return nearest_float(text)
    except _core.InputError:  # a word, a list, a range, the phases of a composition
        return text


def _folder() -> Any:
    return resources.files("hallmark") / "vectors_v1"


def suites() -> list[str]:
    """The names of the suites.

    >>> import hallmark
    >>> "smoke" in hallmark.suites()
    True
    """
    names = (path.name for path in _folder().iterdir())
    return sorted(name[:-len(".json")] for name in names if name.endswith(".json") and not name.isupper() and name != "ERRATA.json")


@functools.lru_cache(maxsize=None)
def _suite(name: str) -> tuple[Vector, ...]:
    if name not in suites():
        raise ValueError(f"vectors: suite = {name!r}: must be one of {', '.join(suites())}")
    file = json.loads((_folder() / f"{name}.json").read_text(encoding="utf-8"))
    if file["schema"] != "hallmark-vectors-v1":
        raise ValueError(f"vectors: {name}: its schema is {file['schema']!r}")
    return tuple(
        Vector(test["id"], name, group["quantity"], group["kind"], test["in"], Fraction(test["out"]["lo"]), Fraction(test["out"]["hi"]), test["comment"])
        for group in file["testGroups"] for test in group["tests"])


def vectors(suite: str = "smoke", quantity: Optional[str] = None) -> list[Vector]:
    """The vectors of a suite, of all quantities or of one; `suites()` names the suites.

    >>> import hallmark
    >>> len(hallmark.vectors("smoke")) > 100
    True
    """
    return [vector for vector in _suite(suite) if quantity is None or vector.quantity == quantity]
