"""table: many cells of one quantity, as a table of pandas."""
from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from . import _core
from .enclosure import Enclosure
from .texts import Exact
from .quantities import evaluate, texts_of


def _row(x: Enclosure) -> dict[str, Any]:
    lo, hi = x.decimals()
    return {**x.parameters, "lower": x.lower, "upper": x.upper, "lo": str(lo), "hi": str(hi), "status": x.status, "reached": x.reached}


def table(quantity: str, grid: Mapping[str, Sequence[Exact]], *, threads: int = 1, progress: bool = False, **fixed: Any) -> Any:
    """A row for every cell of the grid, as a pandas.DataFrame, in the order of the grid (its last name runs fastest).

    `lower` and `upper` are floats, `lo` and `hi` exact decimals; all are rounded outward. Parameters stand as exact texts. `threads` evaluate at once;
    `progress` shows a bar, where tqdm is installed. The rest are parameters and effort, as of evaluate.

    >>> import hallmark
    >>> t = hallmark.table("gaussian.delta", {"sigma": [1, 2], "eps": ["1/2", 1]})
    >>> t[["sigma", "eps", "lo"]].values.tolist()[3]
    ['2', '1', '0.00682959...']
    """
    import pandas

    for name in grid:
        if name in fixed:
            raise TypeError(f"table: {name} stands in the grid and outside of it")
    names = [*texts_of(dict.fromkeys(grid, "0"))]
    cells = [dict(zip(grid, values)) for values in itertools.product(*grid.values())]
    fixed.setdefault("stop", _core.Stop())
    rows: list[Any] = [None] * len(cells)
    with _bar(len(cells), progress) as bar:
        if threads <= 1:
            for index, cell in enumerate(cells):
                rows[index] = _row(evaluate(quantity, **cell, **fixed))
                bar.update(1)
        else:
            _in_threads(quantity, cells, fixed, threads, rows, bar)
    frame = pandas.DataFrame(rows)
    return frame[names + [column for column in frame.columns if column not in names]] if rows else frame


def _in_threads(quantity: str, cells: list[Any], fixed: dict[str, Any], threads: int, rows: list[Any], bar: Any) -> None:
    with ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(lambda cell=cell: _row(evaluate(quantity, **cell, **fixed))): index for index, cell in enumerate(cells)}
        try:
            left = set(waiting)
            while left:
                done, left = wait(left, return_when=FIRST_COMPLETED)
                for future in done:
                    rows[waiting[future]] = future.result()
                    bar.update(1)
        except BaseException:  # Ctrl-C too: what runs ends at once, what waits never begins
            fixed["stop"].set()
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
