"""table: many cells of one quantity, as a table of pandas."""
from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from . import _core
from .enclosure import Enclosure
from .texts import Exact, nearest_float
from .quantities import evaluate, texts_of


def _row(x: Enclosure) -> dict[str, Any]:
    """Parameters that are numbers as floats, with their exact texts beside; a word stands as it is."""
    lo, hi = x.decimals()
    row: dict[str, Any] = {}
    exact_texts = {}
    for name, text in x.parameters.items():
        try:
            row[name] = nearest_float(_core.canonical(text))
            exact_texts[f"{name}_exact"] = text
        except _core.InputError:
            row[name] = text
    return {**row, "lower": x.lower, "upper": x.upper, "lo": str(lo), "hi": str(hi), "status": x.status, "reached": x.reached, **exact_texts}


def table(quantity: str, grid: Mapping[str, Sequence[Exact]], *, threads: int = 1, progress: bool = False, **fixed: Any) -> Any:
    """A row for every cell of the grid, as a pandas.DataFrame, in the order of the grid (its last name runs fastest).

    `lower` and `upper` are floats, `lo` and `hi` exact decimals; all are rounded outward. A parameter that is a number stands as a float, so that a plot
    has its axis, and its exact text in the column `NAME_exact`. `threads` evaluate together;
    `progress` shows a bar, where tqdm is installed. The rest are parameters and effort, as of evaluate. All is done in this process: cells that
    differ in eps alone share one table where their quantity has one, and threads keep what they have computed of constants.

    >>> import hallmark
    >>> t = hallmark.table("gaussian.delta", {"sigma": [1, 2], "eps": ["1/2", 1]})
    >>> t[["sigma", "eps", "lo"]].values.tolist()[3]
    [2.0, 1.0, '0.00682...']
    """
    import pandas

    for name in grid:
        if name in fixed:
            raise TypeError(f"table: {name} stands in the grid and outside of it")
    names = [*texts_of(dict.fromkeys(grid, "0"))]
    cells = [dict(zip(grid, values)) for values in itertools.product(*grid.values())]
    fixed.setdefault("stop", _core.Stop())
    rows: list[Any] = [None] * len(cells)

    def answer(group: list[int]) -> list[int]:
        together = tuple(cells[index]["eps"] for index in group) if len(group) > 1 else ()
        for index in group:
            rows[index] = _row(evaluate(quantity, **cells[index], **fixed, thresholds=together))
        return group

    groups = _groups(cells)
    with _bar(len(cells), progress) as bar:
        if threads <= 1:
            for group in groups:
                bar.update(len(answer(group)))
        else:
            _in_threads(answer, groups, fixed["stop"], threads, bar)
    frame = pandas.DataFrame(rows)
    return frame[names + [column for column in frame.columns if column not in names]] if rows else frame


def _groups(cells: list[Any]) -> list[list[int]]:
    """The indices of cells that differ in eps alone, by their first one; a table serves at most 64 of them."""
    most = 64
    groups: dict[Any, list[int]] = {}
    for index, cell in enumerate(cells):
        key = frozenset(texts_of({name: value for name, value in cell.items() if name != "eps"}).items()) if "eps" in cell else index
        groups.setdefault(key, []).append(index)
    return [group[first:first + most] for group in groups.values() for first in range(0, len(group), most)]


def _in_threads(answer: Callable[[list[int]], list[int]], groups: list[list[int]], stop: Any, threads: int, bar: Any) -> None:
    with ThreadPoolExecutor(threads) as pool:
        try:
            left = {pool.submit(answer, group) for group in groups}
            while left:
                done, left = wait(left, return_when=FIRST_COMPLETED)
                for future in done:
                    bar.update(len(future.result()))
        except BaseException:  # Ctrl-C too: what runs ends at once, what waits never begins
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _NoBar:
    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, _: int) -> None:
        pass


def _bar(total: int, wanted: bool) -> Any:
    if wanted:
        try:
            from tqdm.auto import tqdm
            return tqdm(total=total)
        except ImportError:
            pass
    return _NoBar()
