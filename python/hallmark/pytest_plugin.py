"""The pytest plugin: a test that takes `hallmark_vector` runs once for every golden vector of the suites that are asked for.

    def test_delta_is_sound(hallmark_vector):
        hallmark_vector.check(my_delta(**hallmark_vector.floats), kind="upper")

    pytest --hallmark-suite poisson-gaussian --hallmark-quantity poisson-gaussian.delta

A marker says the same for one test: @pytest.mark.hallmark(suite="gaussian", quantity="gaussian.delta"); suite may be a list.
"""
from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hallmark", "golden vectors of differential-privacy numbers")
    group.addoption("--hallmark-suite", action="append", default=[], metavar="SUITE",
                    help="the vectors that tests with the argument hallmark_vector run on (may be given again; smoke where none is given)")
    group.addoption("--hallmark-quantity", default=None, metavar="ID", help="only the vectors of this quantity")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "hallmark(suite=..., quantity=...): the vectors that hallmark_vector runs over in this test")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "hallmark_vector" not in metafunc.fixturenames:
        return
    from hallmark.vectors import vectors

    marker = metafunc.definition.get_closest_marker("hallmark")
    said = dict(marker.kwargs) if marker else {}
    if marker and (marker.args or set(said) - {"suite", "quantity"}):
        raise pytest.UsageError("mark.hallmark takes suite=... and quantity=... alone")
    suites = said.get("suite") or metafunc.config.getoption("--hallmark-suite") or ["smoke"]
    quantity = said.get("quantity") or metafunc.config.getoption("--hallmark-quantity")
    chosen = []
    for suite in [suites] if isinstance(suites, str) else suites:
        try:
            chosen += vectors(suite, quantity)
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    if not chosen:
        raise pytest.UsageError(f"no vector of {quantity} in these suites")
    metafunc.parametrize("hallmark_vector", chosen, ids=[f"{vector.quantity}-{vector.id[:8]}" for vector in chosen])
