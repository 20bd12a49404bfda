"""The quantities of the registry, and how they are asked for."""
from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from . import _core
from .enclosure import Enclosure, UncheckedWarning, UnprovedWarning, UnreachedWarning
from .texts import Exact, html_table, text_of

#: What a call may be given besides the parameters of its quantity.
EFFORT = ("digits", "seconds", "route", "exact", "check", "stop", "thresholds")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a quantity."""

    name: str
    domain: str
    default: Optional[str]  # None: it must be given


@dataclass(frozen=True)
class Quantity:
    """A row of the registry. It can be called with its parameters.

    >>> import hallmark
    >>> hallmark.quantities()["gaussian.delta"](sigma=1, eps=1).decimals(5)
    (Decimal('0.12693'), Decimal('0.12694'))
    """

    id: str
    summary: str
    bounds: str
    kind: str
    status: str
    theorem: str
    adjacency: str
    parameters: tuple[Parameter, ...]
    routes: tuple[str, ...]
    cost: str

    def __call__(self, **arguments: Any) -> Enclosure:
        return evaluate(self.id, **arguments)

    @property
    def doc(self) -> str:
        """What it is, in words."""
        lines = [f"{self.summary[:1].upper()}{self.summary[1:]}.", "", f"{self.theorem}; {self.bounds}, {self.kind}, {self.status}; adjacency {self.adjacency}.", "",
                 "Parameters:"]
        for p in self.parameters:
            lines.append(f"    {python_name(p.name)}: {p.domain}" + (f"; {p.default} where it is left out" if p.default is not None else ""))
        if self.routes:
            lines += ["", "Routes: " + ", ".join(self.routes) + "."]
        return "\n".join([*lines, "", f"Cost: {self.cost}."])

    def _repr_html_(self) -> str:
        rows = [(python_name(p.name), p.domain + (f"; {p.default} where it is left out" if p.default is not None else "")) for p in self.parameters]
        return html_table(self.id, [("what", f"{self.summary}; {self.bounds}, {self.kind}, {self.status}; neighbours {self.adjacency}"), *rows])

    @property
    def __signature__(self) -> inspect.Signature:
        kind = inspect.Parameter.KEYWORD_ONLY
        own = [inspect.Parameter(python_name(p.name), kind, default=inspect.Parameter.empty if p.default is None else p.default) for p in self.parameters]
        return inspect.Signature([*own, inspect.Parameter("effort", inspect.Parameter.VAR_KEYWORD)], return_annotation=Enclosure)


def python_name(name: str) -> str:
    """`lambda` is a word of Python: it is given as lambda_."""
    return name + "_" if name == "lambda" else name


@functools.lru_cache(maxsize=1)
def _table() -> dict[str, Quantity]:
    table = {}
    for row in _core.quantities():
        parameters = tuple(Parameter(**p) for p in row["parameters"])
        table[row["id"]] = Quantity(**{**row, "parameters": parameters, "routes": tuple(row["routes"])})
    return table


def quantities() -> dict[str, Quantity]:
    """All that can be evaluated, by id, as `hallmark list` prints it.

    >>> import hallmark
    >>> print(hallmark.quantities()["clones.delta"].summary)
    hockey-stick divergence of the clones pair
    """
    return dict(_table())


def texts_of(arguments: Mapping[str, Exact]) -> dict[str, str]:
    """Parameters as exact texts; a trailing underscore is dropped from a name."""
    texts: dict[str, str] = {}
    for name, value in arguments.items():
        plain = name[:-1] if name.endswith("_") else name
        if plain in texts:
            raise TypeError(f"{plain} is given twice, as {name} too")
        texts[plain] = text_of(plain, value)
    return texts


@dataclass
class Effort:
    """How hard to try. Every function that evaluates takes these names besides the parameters of its quantity."""

    digits: Optional[int] = None  # relative digits to prove; None: 6, fewer where they are costly
    seconds: float = 60  # of processor time, after which what is proved so far is returned
    route: str = ""  # one of the quantity's; empty: its own choice
    exact: bool = False  # the exact fraction too, where there is one
    check: bool = False  # certify the answer as printed and prove the certificate again
    stop: Any = field(default_factory=_core.Stop)
    thresholds: tuple[Exact, ...] = ()  # every eps of calls that differ in eps alone: one table may serve them all

    @staticmethod
    def taken_from(arguments: dict[str, Any]) -> Effort:
        return Effort(**{name: arguments.pop(name) for name in EFFORT if name in arguments})

    def core(self) -> Any:
        return _core.Effort(self.digits, self.seconds, self.route, self.exact, self.stop, [text_of("eps", eps) for eps in self.thresholds])


def _answered(raw: dict[str, Any], effort: Effort) -> Enclosure:
    if raw["status"] != "proved":
        warnings.warn(f"{raw['quantity']}: {raw['status']}, not proved", UnprovedWarning, stacklevel=3)
    if not raw["reached"] and not effort.stop.is_set():
        warnings.warn(f"{raw['statement']}: {raw['shortfall']}", UnreachedWarning, stacklevel=3)
    answer = Enclosure(raw, effort.seconds)
    if effort.check:
        parts, missing = answer._parts()
        found = [(check(certificate), statement) for certificate, _, statement in parts]
        answer.checked = tuple(checked if not checked.verified or checked.statement == statement else checked.of_something_else() for checked, statement in found)
        reasons = [c.line for c in answer.checked if not c.verified] + ([missing] if missing else [])
        if reasons:
            warnings.warn(f"{answer.statement}: not checked: {'; '.join(reasons)}", UncheckedWarning, stacklevel=3)
    return answer


def evaluate(quantity: str, **arguments: Any) -> Enclosure:
    """Encloses a quantity of the registry.

    The arguments are the parameters of the quantity, exact: text ("0.1", "1e-8", "1/3", "ln(3)", "60*60000/256", "1.67%"), an int, a Fraction or a Decimal.
    A float is the decimal that it prints: 0.1 is 1/10. The names of other programs are understood (noise_multiplier, sample_rate, batch_size and
    dataset_size, epochs, target_delta); the statement of the answer has the names and values that are meant.
    Besides: `digits` to prove, `seconds` that it may take (60), `route`, `exact=True` for the exact fraction too, `check=True` to certify
    the answer as printed and prove the certificate again: `checked` holds what was proved. A quantity that is not proved warns
    (UnprovedWarning), and so does an answer that the time cut short (UnreachedWarning) or of which a part was not checked (UncheckedWarning).

    >>> import hallmark
    >>> hallmark.evaluate("clones.delta", n=2, eps0="ln(3)", eps="ln(3/2)", exact=True).exact
    Fraction(5, 16)
    >>> hallmark.evaluate("dp-sgd.epsilon", noise_multiplier=1.1, batch_size=256, dataset_size=60000, epochs=60, delta=1e-5).parameters["steps"]
    '14063'
    >>> hallmark.evaluate("gaussian.rounds", eps=4, delta=1e-6, sigma=25, check=True).checked[0].statement
    'gaussian.rounds(delta=1/1000000, eps=4, sigma=25) [mechanism, zero-out, both] in [438, 438]'
    """
    effort = Effort.taken_from(arguments)
    return _answered(_core.evaluate(quantity, texts_of(arguments), effort.core()), effort)


def asked(family: str, member: str, method: Optional[str], arguments: dict[str, Any]) -> Enclosure:
    """Encloses `family.member`, or `family.member.method`."""
    effort = Effort.taken_from(arguments)
    return _answered(_core.evaluate(".".join([family, member] + ([method] if method else [])), texts_of(arguments), effort.core()), effort)


def epsilon(family: str, *, method: Optional[str] = None, **arguments: Any) -> Enclosure:
    """Encloses `family.epsilon`, or `family.epsilon.method`: see evaluate.

    >>> import hallmark
    >>> hallmark.epsilon("gaussian", sigma=1, delta="1e-5", digits=12).decimals(5)
    (Decimal('4.3771'), Decimal('4.3772'))
    """
    return asked(family, "epsilon", method, arguments)


def delta(family: str, *, method: Optional[str] = None, **arguments: Any) -> Enclosure:
    """Encloses `family.delta`, or `family.delta.method`: see evaluate.

    >>> import hallmark
    >>> hallmark.delta("gaussian", sigma=1, eps=1).decimals(5)
    (Decimal('0.12693'), Decimal('0.12694'))
    """
    return asked(family, "delta", method, arguments)


def compose(parts: Iterable[tuple[str, Mapping[str, Exact]] | tuple[str, Mapping[str, Exact], int]], **arguments: Any) -> Enclosure:
    """Encloses the epsilon or the delta of mechanisms that are run one after the other.

    Each part is (mechanism, parameters) or (mechanism, parameters, rounds); a mechanism is the first word of an id. Give `delta` for
    the epsilon, `eps` for the delta; and the direction (remove, add or both; both where it is left out). All parts have one adjacency.

    >>> import hallmark
    >>> x = hallmark.compose([("clones", {"n": 2, "eps0": "ln(3)"})], eps="ln(3/2)")
    >>> x.quantity, "5/16" in x
    ('composition.delta', True)
    """
    effort = Effort.taken_from(arguments)
    if ("eps" in arguments) == ("delta" in arguments):
        raise TypeError("compose: give either delta, for the epsilon, or eps, for the delta")
    quantity = "composition.epsilon" if "delta" in arguments else "composition.delta"
    listed = []
    for part in parts:
        mechanism, parameters, rounds = part if len(part) == 3 else (*part, 1)
        if isinstance(rounds, bool) or not isinstance(rounds, int):
            raise TypeError(f"{mechanism}: rounds = {rounds!r}: must be an int")
        if not 1 <= rounds <= 10**15:
            raise ValueError(f"{mechanism}: rounds = {rounds}: must be an integer from 1 to 10^15")
        listed.append((mechanism, texts_of(parameters), rounds))
    return _answered(_core.compose(quantity, listed, texts_of({"direction": "both", **arguments}), effort.core()), effort)


@dataclass(frozen=True)
class Term:
    """A quantity at parameters, to compare another one with: see judge."""

    quantity: str
    parameters: dict[str, str]


def term(quantity: str, **parameters: Exact) -> Term:
    """A quantity at parameters, as the right side of `judge`."""
    return Term(quantity, texts_of(parameters))


@dataclass(frozen=True)
class Verdict:
    """What became of a claim: certified and refuted are proved, undecided is neither. A verdict is no truth value: ask `certified`."""

    outcome: str
    reason: str  # for an undecided claim what would settle it
    left: Optional[Enclosure]
    right: Optional[Enclosure]
    axioms: tuple[str, ...]  # that the certificate rests on
    certificate: Optional[str]  # of the claim, or of its negation

    @property
    def certified(self) -> bool:
        return self.outcome == "certified"

    @property
    def refuted(self) -> bool:
        return self.outcome == "refuted"

    def __bool__(self) -> bool:
        raise TypeError("a verdict has three outcomes: ask .certified or .refuted")

    def _repr_html_(self) -> str:
        return html_table(self.outcome, [("because", self.reason), ("rests on", "; ".join(self.axioms) or "arithmetic alone"),
                                         ("certificate", "yes: hallmark.check proves it again" if self.certificate else "none")])


def judge(quantity: str, relation: str, value: Union[Exact, Term, tuple[Exact, Exact]], **arguments: Any) -> Verdict:
    """Decides "quantity relation value", and writes the certificate.

    The relation is <=, <, >=, > or "in" (value is a pair), or "~": the value, as printed, is the true one rounded. The value may be term(...), another quantity.

    >>> import hallmark
    >>> v = hallmark.judge("shuffle.epsilon", "<=", "0.61", n=10000, eps0=4, delta="1e-6")
    >>> v.outcome, v.axioms, hallmark.check(v.certificate).verified
    ('certified', ('FMT21-Theorem-3.2 eps0=4 n=10000',), True)
    """
    effort = Effort.taken_from(arguments)
    if effort.digits is not None or effort.exact or effort.check:
        raise TypeError("judge takes neither digits nor exact nor check: it proves as many digits as the claim needs, and its verdict has the certificate")
    right = (value.quantity, value.parameters) if isinstance(value, Term) else None
    values: list[str] = []
    if right is None:
        values = [text_of("value", v) for v in (value if isinstance(value, (tuple, list)) else (value,))]
        if len(values) != (2 if relation == "in" else 1):
            raise TypeError(f"judge: relation {relation!r} takes {'two values' if relation == 'in' else 'one value'}, not {len(values)}")
    return _verdict(_core.judge(quantity, texts_of(arguments), relation, values, right, effort.core()), effort)


def _verdict(raw: dict[str, Any], effort: Effort) -> Verdict:
    ends = [None if raw[side] is None else Enclosure(raw[side], effort.seconds) for side in ("left", "right")]
    return Verdict(raw["outcome"], raw["reason"], *ends, tuple(raw["axioms"]), raw["certificate"])


def certify(statement: str, *, seconds: float = 60) -> Verdict:
    """Decides a claim that is written as one line, and writes the certificate: see judge.

    >>> import hallmark
    >>> v = hallmark.certify("dp-sgd epsilon(noise_multiplier=1.1, batch=256, n=60000, epochs=60, delta=1e-5) <= 2.4")
    >>> v.outcome, hallmark.check(v.certificate).verified
    ('certified', True)
    """
    effort = Effort(seconds=seconds)
    return _verdict(_core.judge_statement(statement, effort.core()), effort)


@dataclass(frozen=True)
class Checked:
    """What the checker says about a certificate."""

    verdict: str  # verified, rejected ("not proved here", no refutation) or malformed
    line: str  # that hallmark-check prints
    statement: str  # of a verified one: what is proved
    axioms: tuple[str, ...]  # of a verified one: the theorems that the proof rests on; none: arithmetic alone

    @property
    def verified(self) -> bool:
        return self.verdict == "verified"

    def of_something_else(self) -> Checked:
        """What it means for an answer that the certificate verified is not that of the answer as printed."""
        return Checked("rejected", f"the certificate states something else, {self.line}", "", ())

    def _repr_html_(self) -> str:
        return html_table(self.verdict, [("statement", self.statement), ("rests on", "; ".join(self.axioms) or "arithmetic alone")] if self.verified
                          else [("because", self.line)])

    def __bool__(self) -> bool:
        return self.verified


def check(certificate: Union[str, bytes]) -> Checked:
    """Proves the statement of a certificate again, by the code of `hallmark-check`, which shares none with what wrote it.

    >>> import hallmark
    >>> x = hallmark.delta("clones", n=2, eps0="ln(3)", eps="ln(3/2)", digits=5)
    >>> hallmark.check(x.certificate).verdict, hallmark.check("nonsense").verdict
    ('verified', 'malformed')
    """
    raw = _core.check(certificate.encode() if isinstance(certificate, str) else bytes(certificate))
    return Checked(raw["verdict"], raw["line"], raw["statement"], tuple(raw["axioms"]))
