"""Enclosure: a proved answer, as Python sees it."""
from __future__ import annotations

import math
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional

from . import _core
from .texts import Exact, bounds_of, fraction_of, html_table, refuse_float, text_of

if TYPE_CHECKING:
    from .quantities import Checked


class Undecided(ArithmeticError):
    """A comparison whose answer the enclosure does not tell: the bound lies between its ends."""


class UnprovedWarning(UserWarning):
    """The status of a quantity is not `proved`: its number rests on a statement of the literature that nobody has proved here."""


class UnreachedWarning(UserWarning):
    """The time ended before the digits asked for were proved. The enclosure holds, and is wide."""


class UncheckedWarning(UserWarning):
    """A part of an answer was not checked: it has no certificate, or its certificate was not proved again."""


class Enclosure:
    """A proved answer: the number lies in [lo, hi].

    What that number is, `bounds` and `kind` say: of kind `upper`, for example, it is a number that a theorem proves to be at least the one of
    the mechanism. What it rests on, `status` and `axioms` say.

    `<=`, `<`, `>=` and `>` speak of the number itself: they are True or False where [lo, hi] proves it, and raise Undecided where the
    other side lies between the ends. `compare` gives None there. An enclosure is no float: take `upper` or `lower`.

    >>> import hallmark
    >>> x = hallmark.delta("clones", n=2, eps0="ln(3)", eps="ln(3/2)", digits=5)
    >>> x <= "0.4", x > "0.4", x.compare("<=", "5/16")
    (True, False, None)
    >>> x.lo <= Fraction(5, 16) <= x.hi
    True
    """

    def __init__(self, raw: dict[str, Any], seconds: float = 60) -> None:
        self._raw = raw
        self._seconds = seconds
        self._certificate: Optional[tuple[Optional[str], str]] = None
        self._all: Optional[tuple[list[tuple[str, str, str]], str]] = None
        #: What the checker said of `certificates`, where the question had check=True; None: it was not asked.
        self.checked: Optional[tuple[Checked, ...]] = None

    # What was asked

    @property
    def quantity(self) -> str:
        """The id in `hallmark.quantities()`."""
        return self._raw["quantity"]

    @property
    def parameters(self) -> dict[str, str]:
        """Their exact texts, defaults filled in."""
        return dict(self._raw["parameters"])

    @property
    def readings(self) -> list[str]:
        """What was read in other names or worked out, in words: the steps of so many epochs."""
        return list(self._raw["readings"])

    @property
    def composed(self) -> str:
        """The rounds and mechanisms of `compose`; empty: one quantity."""
        return self._raw["composed"]

    @property
    def statement(self) -> str:
        """What is proved, in one line."""
        return self._raw["statement"]

    # The number

    @property
    def lo(self) -> Fraction:
        return fraction_of(self._raw["lo"])

    @property
    def hi(self) -> Fraction:
        return fraction_of(self._raw["hi"])

    @property
    def exact(self) -> Optional[Fraction]:
        """The number itself, where it was asked for with exact=True and is a fraction."""
        return None if self._raw["exact"] is None else fraction_of(self._raw["exact"])

    @property
    def lower(self) -> float:
        """The largest float that is at most lo."""
        return self._raw["lower"]

    @property
    def upper(self) -> float:
        """The smallest float that is at least hi: what may be published as an upper bound."""
        return self._raw["upper"]

    def decimals(self, digits: Optional[int] = None) -> tuple[Decimal, Decimal]:
        """Both ends rounded outward, to that many significant digits or as `statement` has them."""
        if digits is None:
            return Decimal(self._raw["lo_decimal"]), Decimal(self._raw["hi_decimal"])
        return Decimal(_core.decimal(self._raw["lo"], digits, False)), Decimal(_core.decimal(self._raw["hi"], digits, True))

    def mpi(self) -> Any:
        """The interval of mpmath at its present precision (mpmath.iv.prec), rounded outward."""
        from mpmath import iv
        lo, hi = (iv.mpf(end.numerator) / iv.mpf(end.denominator) for end in (self.lo, self.hi))
        return iv.mpf([lo.a, hi.b])

    # What it is and what it rests on

    @property
    def bounds(self) -> str:
        """Whose number it is: pair, mechanism or formula."""
        return self._raw["bounds"]

    @property
    def kind(self) -> str:
        """exact, upper, lower or bracket."""
        return self._raw["kind"]

    @property
    def status(self) -> str:
        """proved, conditional, literature, disputed or statistical."""
        return self._raw["status"]

    @property
    def adjacency(self) -> str:
        return self._raw["adjacency"]

    @property
    def direction(self) -> str:
        return self._raw["direction"]

    @property
    def axioms(self) -> list[str]:
        """The theorems of papers that the enclosure rests on, with their parameters; none: arithmetic alone."""
        return list(self._raw["axioms"])

    @property
    def reached(self) -> bool:
        """Whether the digits asked for are there."""
        return self._raw["reached"]

    @property
    def shortfall(self) -> str:
        """If not `reached`: which end is missing and what would settle it."""
        return self._raw["shortfall"]

    @property
    def method(self) -> str:
        return self._raw["method"]

    @property
    def route(self) -> str:
        return self._raw["route"]

    @property
    def certificate(self) -> Optional[str]:
        """A text that `hallmark-check` verifies: the number lies between `decimals()`. None where there is none; `certificate_reason` says why.

        It is made when it is asked for first; nothing is evaluated again, unless the enclosure comes from a pickle.
        """
        return self._certified()[0]

    @property
    def certificate_reason(self) -> str:
        """Why there is no certificate; empty where there is one."""
        return self._certified()[1]

    @property
    def certificates(self) -> list[tuple[str, str]]:
        """All that is certified of the answer as printed, as (certificate, what it proves, empty for the whole interval): one of the interval, or one of
        the end that can be proved. `missing` says what is not.

        >>> import hallmark
        >>> [proves for _, proves in hallmark.evaluate("gaussian.rounds", eps=4, delta=1e-6, sigma=25).certificates]
        ['']
        """
        return [(certificate, proves) for certificate, proves, _ in self._parts()[0]]

    @property
    def missing(self) -> str:
        """Why a part of the answer as printed has no certificate; empty where none is missing."""
        return self._parts()[1]

    def _parts(self) -> tuple[list[tuple[str, str, str]], str]:
        """Certificates, each with what it proves and with the statement that the checker must say it verified; why one is missing."""
        if self._all is None:
            if "held" in self._raw:
                effort = _core.Effort(digits=None, seconds=self._seconds, route="", exact=False, stop=_core.Stop(), thresholds=[])
                self._all = _core.certificates_of(self._raw["held"], effort)
            else:  # from a pickle
                found, reason = self._certified()
                self._all = [(found, "", "")] if found else [], reason
        return self._all

    def _certified(self) -> tuple[Optional[str], str]:
        if self._certificate is None:
            effort = _core.Effort(digits=None, seconds=self._seconds, route="", exact=False, stop=_core.Stop(), thresholds=[])
            if "held" in self._raw:
                self._certificate = _core.certify(self._raw["held"], effort)
            else:
                parameters = {**self.parameters, **({"phases": self._raw["phases"]} if self._raw["phases"] else {})}
                decision = _core.judge(self.quantity, parameters, "in", [self._raw["lo_decimal"], self._raw["hi_decimal"]], None, effort)
                found = decision["certificate"] if decision["outcome"] == "certified" else None
                self._certificate = found, "" if found else decision["reason"]
        return self._certificate

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_raw": {name: value for name, value in self._raw.items() if name != "held"}}

    # Comparisons

    def compare(self, relation: str, other: Exact | Enclosure) -> Optional[bool]:
        """Whether the number stands in that relation (<=, <, >=, >) to another: True, False, or None where the enclosure does not tell.

        >>> import hallmark
        >>> x = hallmark.evaluate("gaussian.delta", sigma=1, eps=1)
        >>> x.compare("<", "0.2"), x.compare(">=", "0.2")
        (True, False)
        """
        if relation not in ("<=", "<", ">=", ">"):
            raise ValueError(f"compare: relation = {relation!r}: must be <=, <, >= or >")
        if relation.startswith(">"):
            opposite = self.compare("<" if relation == ">=" else "<=", other)
            return None if opposite is None else not opposite
        for digits in (30, 300, 1000):
            least, most = (other.lo, other.hi) if isinstance(other, Enclosure) else bounds_of(other, digits)
            strict = relation == "<"
            if self.hi < least or (not strict and self.hi <= least):
                return True
            if self.lo > most or (strict and self.lo >= most):
                return False
            if least == most or isinstance(other, Enclosure):
                break
        return None

    def _decided(self, relation: str, other: Any) -> bool:
        if not isinstance(other, Enclosure):
            refuse_float("the other side", other)
            text_of("the other side", other)  # refuses what is no number
        answer = self.compare(relation, other)
        if answer is None:
            raise Undecided(f"{self.statement} does not tell whether it is {relation} {other}")
        return answer

    def __le__(self, other: Exact | Enclosure) -> bool:
        return self._decided("<=", other)

    def __lt__(self, other: Exact | Enclosure) -> bool:
        return self._decided("<", other)

    def __ge__(self, other: Exact | Enclosure) -> bool:
        return self._decided(">=", other)

    def __gt__(self, other: Exact | Enclosure) -> bool:
        return self._decided(">", other)

    def __eq__(self, other: object) -> bool:
        """Whether two enclosures say the same. Whether the number equals another one, no enclosure tells."""
        if isinstance(other, Enclosure):
            return self._key() == other._key()
        if isinstance(other, (int, float, Fraction, Decimal)):
            raise TypeError("an enclosure equals no number: use `in`, <= or compare")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, str, str, str]:
        return self.statement, self._raw["lo"], self._raw["hi"], self.adjacency

    def __contains__(self, value: Exact) -> bool:
        """Whether lo <= value <= hi. An irrational value (text) is in, if the fractions around it are."""
        refuse_float("the value", value)
        least, most = bounds_of(value, 1000)
        return self.lo <= least and most <= self.hi

    def __float__(self) -> float:
        raise TypeError("an enclosure is no float: take .upper or .lower, which are rounded outward")

    def __bool__(self) -> bool:
        raise TypeError("an enclosure is neither true nor false: compare it with a number")

    def __round__(self, digits: int = 0) -> Decimal:
        """The upper end rounded up to that many decimals: what may be published as an upper bound.

        >>> import hallmark
        >>> round(hallmark.epsilon("gaussian", sigma=1, delta="1e-5"), 2)
        Decimal('4.38')
        """
        step = Decimal(1).scaleb(-digits)
        return Decimal(math.ceil(self.hi / Fraction(step))) * step

    # Texts

    def __format__(self, form: str) -> str:
        """As of a decimal: the upper end, rounded up. Without a form: the statement.

        >>> import hallmark
        >>> f"{hallmark.epsilon('gaussian', sigma=1, delta='1e-5'):.3f}"
        '4.378'
        """
        if not form:
            return str(self)
        with localcontext() as context:
            context.rounding = ROUND_CEILING
            context.prec = 1000
            return format(self.decimals(60)[1], form)

    def __repr__(self) -> str:
        return f"<{self.statement}>"

    def __str__(self) -> str:
        return self.statement

    def _repr_html_(self) -> str:
        """For notebooks: the statement and what it rests on, in a table."""
        rows = [("in", f"[{self._raw['lo_decimal']}, {self._raw['hi_decimal']}]"), ("what", f"{self.bounds}, {self.kind}, {self.status}"),
                ("neighbours", f"{self.adjacency}, direction {self.direction}"), ("method", self.method),
                ("rests on", "; ".join(self.axioms) or "arithmetic alone")]
        if not self.reached:
            rows.append(("undecided", self.shortfall))
        given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        head = f"{self.quantity}({given})" + (f" of {self.composed}" if self.composed else "")
        return html_table(head, rows)
