"""compare: an accountant's numbers against the golden vectors. All comparisons are exact: a float that the accountant returns is the binary number that it is."""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Optional, Union

from . import _core
from .texts import Exact, bounds_of, html_table, text_of
from .texts import exact as exact_value
from .vectors import Vector, vectors

KINDS = ("upper", "lower", "estimate")
#: The verdicts of `hallmark compare`, worst first.
VERDICTS = ("unsound", "loose", "not-a-number", "lost", "indistinguishable", "sound", "estimate", "skipped")


class Unsound(AssertionError):
    """A number of an accountant is proved wrong, or is looser than it may be."""


@dataclass(frozen=True)
class Row:
    """What one vector says about one number."""

    vector: Vector
    value: Any
    kind: str
    verdict: str
    remark: str = ""

    def __str__(self) -> str:
        """In one line, the ends of the interval rounded outward to as many digits as a person can compare."""
        v = self.vector
        lo, hi = (_core.decimal(text_of("value", end), 25, up) for end, up in ((v.lo, False), (v.hi, True)))
        given = ", ".join(f"{name}={text}" for name, text in v.parameters.items())
        value = "infinity: no bound" if self.value == math.inf else repr(self.value)
        said = f": {self.kind} {value}; the true number lies in [{lo}, {hi}]" if self.verdict not in ("lost", "skipped") else ""
        return f"{self.verdict} {v.id} {v.quantity}({given}){said}" + (f"; {self.remark}" if self.remark else "")


def _number(value: Any) -> Union[Fraction, float, None]:
    """A fraction, an infinity, or None for NaN and nothing at all."""
    if value is None or value == "":
        return None
    if isinstance(value, Decimal) and not value.is_finite():
        value = float(value)
    if hasattr(value, "dtype") and hasattr(value, "item"):  # of numpy
        value = value.item()
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isinf(value) else exact_value(value)
    least, most = bounds_of(value, 40)
    if least != most:
        raise TypeError(f"{value!r}: an accountant's number must be rational")
    return least


def judged(vector: Vector, value: Any, kind: str = "upper", slack: Optional[Exact] = None) -> Row:
    """What the interval of a vector says about a value of that kind.

    An upper bound below lo is unsound, one at or above hi is sound, one in between the vector cannot tell; a lower bound with the ends
    exchanged. It is loose, where even the end that favours it shows a relative distance of more than the slack.
    """
    if kind not in KINDS:
        raise ValueError(f"kind = {kind!r}: must be upper, lower or estimate")
    number = _number(value)
    if number is None:
        return Row(vector, value, kind, "not-a-number")
    lo, hi = vector.lo, vector.hi
    if kind == "estimate":
        verdict = "estimate"
    elif number < lo if kind == "upper" else number > hi:
        verdict = "unsound"
    else:
        verdict = "sound" if (number >= hi if kind == "upper" else number <= lo) else "indistinguishable"
    if slack is not None and verdict in ("sound", "estimate") and lo >= 0 and _is_loose(number, kind, lo, hi, bounds_of(slack, 40)[1]):
        verdict = "loose"
    return Row(vector, value, kind, verdict)


def _is_loose(number: Union[Fraction, float], kind: str, lo: Fraction, hi: Fraction, slack: Fraction) -> bool:
    above = number > 0 if hi == 0 else number > hi * (1 + slack)
    below = number < 0 if hi == 0 else number < lo * (1 - slack)
    return above if kind == "upper" else below if kind == "lower" else above or below


@dataclass(frozen=True)
class Report:
    """All rows of a comparison. It prints as a summary with every row that fails."""

    rows: tuple[Row, ...]

    @property
    def counts(self) -> dict[str, int]:
        found = Counter(row.verdict for row in self.rows)
        return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}

    @property
    def unsound(self) -> list[Row]:
        """The rows that are proved wrong."""
        return [row for row in self.rows if row.verdict == "unsound"]

    @property
    def failed(self) -> list[Row]:
        """The rows that are proved wrong, looser than the slack, or no numbers."""
        return [row for row in self.rows if row.verdict in ("unsound", "loose", "not-a-number", "lost")]

    @property
    def judged(self) -> list[Row]:
        """The rows in which a number was held against a vector."""
        return [row for row in self.rows if row.verdict not in ("skipped", "lost")]

    def require_sound(self) -> None:
        """Raises Unsound where a row failed, or where nothing was judged: a test of nothing is none."""
        __tracebackhide__ = True
        if self.failed or not self.judged:
            raise Unsound(str(self))

    def _repr_html_(self) -> str:
        most = 20
        counts = [(verdict, str(count)) for verdict, count in self.counts.items()]
        return html_table(f"{len(self.rows)} vectors", [*counts, *((row.verdict, str(row)) for row in self.failed[:most])])

    def table(self) -> Any:
        """All rows as a pandas.DataFrame."""
        import pandas
        return pandas.DataFrame([{"id": r.vector.id, "quantity": r.vector.quantity, "kind": r.kind, "value": r.value, "verdict": r.verdict, "remark": r.remark}
                                 for r in self.rows])

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.counts.items())
        nothing = [] if self.judged else ["no number was judged: that is no test"]
        return "\n".join([f"{len(self.rows)} vectors: {counts}", *nothing, *map(str, self.failed)])


def compare(accountant: Callable[[Vector], Any], suite: Union[str, Sequence[str]] = "smoke", *, quantity: Optional[str] = None, kind: str = "upper",
            slack: Optional[Exact] = None) -> Report:
    """Asks an accountant for every vector of the suites and judges its answers.

    The accountant is called with a Vector and returns a number, or (number, kind). It raises NotImplementedError where it has no answer for a
    quantity; any other exception loses that row alone.

    >>> import hallmark
    >>> def mine(vector):
    ...     if vector.quantity != "gaussian.delta":
    ...         raise NotImplementedError
    ...     return 0.0
    >>> hallmark.compare(mine, suite="smoke").unsound[0].verdict
    'unsound'
    """
    rows = []
    for name in [suite] if isinstance(suite, str) else suite:
        for vector in vectors(name, quantity):
            try:
                answer = accountant(vector)
                value, said = answer if isinstance(answer, tuple) else (answer, kind)
                rows.append(judged(vector, value, said, slack))
            except NotImplementedError as why:
                rows.append(Row(vector, None, kind, "skipped", str(why)))
            except Exception as why:  # the accountant's own failure: this row alone is lost
                rows.append(Row(vector, None, kind, "lost", f"{type(why).__name__}: {why}"))
    return Report(tuple(rows))
