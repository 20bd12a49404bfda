"""The pytest plugin: a test that takes `hallmark_vector` runs once for every golden vector of the suites that are asked for.

    def test_delta_is_sound(hallmark_vector):
        hallmark_vector.check(my_delta(**hallmark_vector.floats), kind="upper")

    pytest --hallmark-suite poisson-gaussian --hallmark-quantity poisson-gaussian.delta
"""
from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hallmark", "golden vectors of differential-privacy numbers")
    group.addoption("--hallmark-suite", action="append", default=[], metavar="SUITE",
                    help="the vectors that tests with the argument hallmark_vector run on (may be given again; smoke where none is given)")
    group.addoption("--hallmark-quantity", default=None, metavar="ID", help="only the vectors of this quantity")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "hallmark_vector" not in metafunc.fixturenames:
        return
    from hallmark.vectors import vectors

    chosen = []
    for suite in metafunc.config.getoption("--hallmark-suite") or ["smoke"]:
        try:
            chosen += vectors(suite, metafunc.config.getoption("--hallmark-quantity"))
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    if not chosen:
        raise pytest.UsageError(f"no vector of {metafunc.config.getoption('--hallmark-quantity')} in these suites")
    metafunc.parametrize("hallmark_vector", chosen, ids=[f"{vector.quantity}-{vector.id[:8]}" for vector in chosen])
