"""The questions that people ask, each one function: how much noise, how many steps, which sampler, which quantity."""
from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal, localcontext
from fractions import Fraction
from typing import Any, Optional

from . import _core
from .enclosure import Enclosure
from .quantities import Quantity, asked, quantities, texts_of
from .texts import Exact, bounds_of


def sigma(family: str, *, method: Optional[str] = None, **arguments: Any) -> Enclosure:
    """Encloses the least noise for a target: `family.sigma`. See evaluate.

    >>> import hallmark
    >>> float(hallmark.sigma("gaussian", eps=1, delta=1e-5).upper) > 3.7
    True
    """
    return asked(family, "sigma", method, arguments)


def steps(family: str, *, method: Optional[str] = None, **arguments: Any) -> Enclosure:
    """Encloses how many steps a budget allows: `family.steps`, or `family.rounds` where the family has rounds. See evaluate."""
    try:
        _core.quantity_id(f"{family}.steps")
    except _core.InputError:
        return asked(family, "rounds", method, arguments)
    return asked(family, "steps", method, arguments)


def rate(family: str, *, method: Optional[str] = None, **arguments: Any) -> Enclosure:
    """Encloses the largest sampling rate that a budget allows: `family.rate`. See evaluate."""
    return asked(family, "rate", method, arguments)


def tpr(family: str, **arguments: Any) -> Enclosure:
    """Encloses the largest true positive rate of a membership test at a false positive rate: `family.tpr`. See evaluate.

    >>> import hallmark
    >>> hallmark.tpr("gaussian", sigma=1, fpr=0.01).decimals(4)
    (Decimal('0.09236'), Decimal('0.09237'))
    """
    return asked(family, "tpr", None, arguments)


def advantage(family: str, **arguments: Any) -> Enclosure:
    """Encloses the largest difference of true and false positive rate of a membership test: `family.advantage`. See evaluate.

    >>> import hallmark
    >>> hallmark.advantage("gaussian", sigma=1).decimals(4)
    (Decimal('0.3829'), Decimal('0.383'))
    """
    return asked(family, "advantage", None, arguments)


def epochs(family: str, **arguments: Any) -> Decimal:
    """How many epochs a budget allows, rounded down: the steps that it allows, times the sampling rate. See steps.

    >>> import hallmark
    >>> hallmark.epochs("dp-sgd", sigma=1.1, batch=256, n=60000, eps=2, delta=1e-5)
    Decimal('43.5498')
    """
    answer = asked(family, "steps", None, arguments)
    name = next((name for name in ("rate", "share") if name in answer.parameters), None)
    if name is None:
        raise _core.InputError(f"epochs: {answer.quantity} has no sampling rate: hallmark.steps asks for its steps")
    share = Fraction(bounds_of(answer.parameters[name], 30)[0])
    with localcontext() as context:
        context.prec, context.rounding = 6, ROUND_FLOOR
        product = answer.lo * share
        return Decimal(product.numerator) / product.denominator


class SearchResult(Sequence[Quantity]):
    """The quantities that words may mean, best first. `near`: none has the words, these have words like them. `remark`: what there is to say of the words."""

    def __init__(self, found: Sequence[Quantity], near: bool, remark: str) -> None:
        self._found = tuple(found)
        self.near = near
        self.remark = remark

    def __getitem__(self, index: Any) -> Any:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Quantity]:
        return iter(self._found)

    def __repr__(self) -> str:
        most = 5
        head = [self.remark] if self.remark else []
        if self.near:
            head.append("nothing has these words; the nearest are")
        lines = [f"{q.id}  {q.summary}" for q in self._found[:most]]
        more = [f"and {len(self._found) - most} more"] if len(self._found) > most else []
        return "\n".join([*head, *lines, *more]) or "nothing: hallmark.quantities() has everything"


def search(words: str) -> SearchResult:
    """The quantities that words mean, best first, as `hallmark search` finds them.

    >>> import hallmark
    >>> hallmark.search("noise multiplier for DP-SGD")[0].id
    'poisson-gaussian.sigma'
    """
    raw = _core.search(words)
    return SearchResult([quantities()[name] for name in raw["ids"]], raw["near"], raw["remark"])


@dataclass(frozen=True)
class SamplerRow:
    """One way of drawing batches, under one neighbouring relation."""

    sampler: str
    neighbours: str
    needs: str  # what must hold of the program that trains
    answer: Optional[Enclosure]  # None: refused
    refused: str = ""  # why


class Samplers(tuple):  # type: ignore[type-arg]
    """The rows of `samplers`. It prints as a table, also in a notebook."""

    def table(self) -> Any:
        """As a pandas.DataFrame: lower and upper are floats rounded outward."""
        import pandas
        return pandas.DataFrame([{"sampler": r.sampler, "neighbours": r.neighbours, "lower": r.answer.lower if r.answer is not None else None,
                                  "upper": r.answer.upper if r.answer is not None else None, "needs": r.needs, "refused": r.refused} for r in self])

    def _rows(self) -> list[tuple[str, str, str, str]]:
        rows = []
        for r in self:
            said = r.refused
            if r.answer is not None:
                lo, hi = r.answer.decimals(6)
                said = str(hi) if r.answer.kind != "bracket" or (hi - lo) <= abs(hi) / 1000 else f"{lo} to {hi}"
            rows.append((r.sampler, r.neighbours, said, r.needs))
        return rows

    def __repr__(self) -> str:
        rows = self._rows()
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        return "\n".join("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths)), row[3]]) for row in rows)

    def _repr_html_(self) -> str:
        body = "".join("<tr>" + "".join(f"<td style=\"text-align:left\">{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        return f"<table><tr><th>sampler</th><th>neighbours</th><th>answer</th><th>holds if</th></tr>{body}</table>"


def samplers(**arguments: Any) -> Samplers:
    """One training run under every sampler and neighbouring relation: sigma, batch, n and epochs, with delta for epsilon,
    eps for delta, or fpr for the true positive rate of a membership test.

    >>> import hallmark
    >>> table = hallmark.samplers(noise_multiplier=2, batch=10, n=100, epochs=1, delta=1e-5, digits=4)
    >>> [row.sampler for row in table]
    ['Poisson batches', 'Poisson batches', 'batches of a fixed size', 'shuffled batches', 'random allocation']
    """
    from .quantities import EFFORT, evaluate
    effort = {name: arguments.pop(name) for name in EFFORT if name in arguments}
    rows = []
    for raw in _core.samplers(texts_of(arguments)):
        try:
            answer, refused = evaluate(raw["quantity"], **raw["parameters"], **effort), ""
        except _core.InputError as error:
            answer, refused = None, str(error)
        rows.append(SamplerRow(raw["name"], raw["neighbours"], raw["needs"], answer, refused))
    return Samplers(rows)


@dataclass(frozen=True)
class Curve:
    """delta at many eps, or epsilon at many delta, of one mechanism."""

    x_name: str
    y_name: str
    x: tuple[str, ...]
    answers: tuple[Enclosure, ...]

    def table(self) -> Any:
        """As a pandas.DataFrame of floats, with the exact texts of x beside."""
        import pandas
        from .texts import nearest_float
        return pandas.DataFrame({self.x_name: [nearest_float(_core.canonical(x)) for x in self.x], "lower": [a.lower for a in self.answers],
                                 "upper": [a.upper for a in self.answers], f"{self.x_name}_exact": list(self.x)})

    def plot(self, axes: Any = None, **style: Any) -> Any:
        """Draws the upper ends, and shades what lies between the ends; matplotlib must be there."""
        if axes is None:
            from matplotlib import pyplot
            axes = pyplot.gca()
        frame = self.table()
        axes.plot(frame[self.x_name], frame["upper"], **style)
        axes.fill_between(frame[self.x_name], frame["lower"], frame["upper"], alpha=0.3)
        axes.set_xlabel(self.x_name)
        axes.set_ylabel(self.y_name)
        axes.set_yscale("log" if self.y_name == "delta" else "linear")
        axes.set_xscale("log" if self.x_name == "delta" else "linear")
        return axes


def curve(family: str, *, eps: Optional[Sequence[Exact]] = None, delta: Optional[Sequence[Exact]] = None, **arguments: Any) -> Curve:
    """delta at every eps of a list (eps = 0 to 8 where neither is given), or epsilon at every delta of a list.

    >>> import hallmark
    >>> [round(y, 4) for y in hallmark.curve("gaussian", sigma=1, eps=[1, 2]).table()["upper"]]
    [0.1269, 0.0209]
    """
    if eps is not None and delta is not None:
        raise TypeError("curve: give eps or delta, a list of values of one of them")
    name: str = "eps" if delta is None else "delta"
    values: Sequence[Exact] = (delta if delta is not None else eps if eps is not None else [f"{k}/4" for k in range(33)])
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        values = [values]  # one number in place of a list
    member = "delta" if name == "eps" else "epsilon"
    together: dict[str, Any] = {"thresholds": tuple(values)} if name == "eps" and 1 < len(values) <= 64 else {}
    answers = [asked(family, member, None, {**arguments, **together, name: value}) for value in values]
    return Curve(name, member, tuple(texts_of({name: value})[name] for value in values), tuple(answers))


