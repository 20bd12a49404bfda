"""lookup: a quantity from a table that `hallmark sweep merge` wrote, without computing it."""
from __future__ import annotations

import hashlib
import json
import os
import pathlib
import sqlite3
import warnings
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import Any, Optional, Union

from . import _core
from .enclosure import UnprovedWarning
from .quantities import texts_of


@dataclass(frozen=True)
class Found:
    """What a table says of a quantity: its number lies in [lo, hi]."""

    quantity: str
    lo: Fraction
    hi: Fraction
    cells: tuple[int, ...]  # one: the cell that was asked for; two: those that bracket it
    because: tuple[str, ...]  # the monotonicities that were used; none: the cell itself
    bounds: str
    kind: str
    status: str
    adjacency: str
    direction: str
    axioms: tuple[str, ...]
    root: str  # the Merkle root of the table
    texts: tuple[str, str]  # both ends, as the table has them

    @property
    def by(self) -> str:
        """How it was found: `its cell` or `monotonicity`."""
        return "monotonicity" if self.because else "its cell"

    @property
    def lower(self) -> float:
        """The largest float that is at most lo."""
        return _core.binary64(self.texts[0], False)

    @property
    def upper(self) -> float:
        """The smallest float that is at least hi: what may be published as an upper bound."""
        return _core.binary64(self.texts[1], True)

    def decimals(self) -> tuple[Decimal, Decimal]:
        """Both ends, exactly."""
        return Decimal(self.texts[0]), Decimal(self.texts[1])


class Table:
    """A table of `hallmark sweep merge`, open for reading. Several threads need one each.

    `root` is its Merkle root. It is the table that says so: `hallmark sweep verify` computes it from the rows.
    """

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self._path = os.fspath(path)
        if not os.path.exists(self._path):
            raise FileNotFoundError(f"{self._path}: no such table")
        try:
            self._database = sqlite3.connect(pathlib.Path(self._path).resolve().as_uri() + "?mode=ro", uri=True)
            about = dict(self._database.execute("SELECT name, value FROM about"))
        except sqlite3.Error as error:
            raise _core.InputError(f"{self._path}: cannot be used as a table: {error}") from None
        if about.get("schema") != "hallmark-table-v1":
            raise _core.InputError(f"{self._path}: expected a table of the schema hallmark-table-v1, found {about.get('schema')}")
        plan = about.get("plan", "")
        if hashlib.sha256(plan.encode()).hexdigest() != about.get("plan_sha256"):
            raise _core.InputError(f"{self._path}: expected the plan {about.get('plan_sha256')}, found another")
        self.root: str = about["root"]
        self._blocks: list[tuple[int, str, list[tuple[str, list[str]]]]] = []
        first = 0
        for block in json.loads(plan)["blocks"]:
            self._blocks.append((first, block["quantity"], list(block["grid"].items())))
            first += prod(len(values) for values in block["grid"].values())

    def lookup(self, quantity: str, **parameters: Any) -> Optional[Found]:
        """The enclosure of the quantity's cell, or the bracket of its neighbours where it is proved monotone between them; None where the table does not
        tell: outside its grid, between values of a parameter without a proof, at an undecided cell."""
        texts = texts_of(parameters)
        if quantity not in (name for _, name, _ in self._blocks):
            raise _core.InputError(f"lookup: id = {quantity}: must be a quantity of the table")
        for first, name, grid in self._blocks:
            place = _core.place_in_grid(quantity, grid, texts) if name == quantity else None
            if place is not None:
                least, greatest = (first + _number(grid, places) for places in place[:2])
                found = self._between(quantity, least, greatest, place[2])
                if found is not None:
                    if found.status != "proved":
                        warnings.warn(f"{quantity}: its status is {found.status}", UnprovedWarning, stacklevel=2)
                    return found
        return None

    def _between(self, quantity: str, least: int, greatest: int, because: list[str]) -> Optional[Found]:
        low, high = self._row(least), self._row(greatest)
        if any("undecided" in row or "refused" in row for row in (low, high)):
            return None
        axioms = dict.fromkeys(low["axioms"] + high["axioms"])
        said = {word: low[word] for word in ("bounds", "kind", "status", "adjacency", "direction")}
        return Found(quantity=quantity, lo=Fraction(low["lo"]), hi=Fraction(high["hi"]), cells=tuple(dict.fromkeys((least, greatest))),
                     because=tuple(because), axioms=tuple(axioms), root=self.root, texts=(low["lo"], high["hi"]), **said)

    def _row(self, cell: int) -> dict[str, Any]:
        for (text,) in self._database.execute("SELECT row FROM rows WHERE cell = ?", (cell,)):
            return json.loads(text)
        raise _core.InputError(f"{self._path}: cell {cell}: the row is missing")


def _number(grid: list[tuple[str, list[str]]], places: list[int]) -> int:
    number = 0
    for (_, values), place in zip(grid, places):
        number = number * len(values) + place
    return number


def lookup(table: Union[str, os.PathLike[str], Table], quantity: str, **parameters: Any) -> Optional[Found]:
    """A quantity from a table: `lookup("first.table", "gaussian.epsilon", sigma=3, rounds=1, delta="1e-5")`. See Table.lookup."""
    return (table if isinstance(table, Table) else Table(table)).lookup(quantity, **parameters)
