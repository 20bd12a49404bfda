"""The programs of docs/dp-accounting.md print what its table says, and its table of events is what CertifiedAccountant answers and refuses.

Where dp_accounting is not installed, the events of hallmark.accountant stand in for its own: then only the certified column is tried, of the
programs that need nothing else of the package.
"""
import contextlib
import io
import os
import pathlib
import re
import sys
import types

import pytest

from hallmark import accountant as own

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "dp-accounting.md"
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", TEXT, re.S)
ROWS = re.findall(r"^\| (\d) \| (\w+) \| (\S+) \| (\S+) \|$", TEXT, re.M)
GAUSSIAN = ("GaussianDpEvent", (2.0,))
EVENTS = [  # a name, its members (an event is a pair again), what the page says of it
    ("NoOpDpEvent", ()), ("NonPrivateDpEvent", ()), ("UnsupportedDpEvent", ()), GAUSSIAN, ("LaplaceDpEvent", (2.0,)), ("DiscreteLaplaceDpEvent", (0.5, 2)),
    ("DiscreteGaussianDpEvent", (2.0, 1, 1)), ("EpsilonDeltaDpEvent", (0.5, 1e-8)), ("RandomizedResponseDpEvent", (0.5, 4)), ("ExponentialMechanismDpEvent", (0.5,)),
    ("PermuteAndFlipDpEvent", (0.5,)), ("ZCDpEvent", (0.125,)), ("PoissonSampledDpEvent", (0.125, GAUSSIAN)), ("PoissonSampledDpEvent", (0.125, ("LaplaceDpEvent", (2.0,)))),
    ("SampledWithoutReplacementDpEvent", (1000, 125, GAUSSIAN)), ("SampledWithReplacementDpEvent", (1000, 125, GAUSSIAN)), ("TruncatedSubsampledGaussianDpEvent", (1000, 0.125, 150, 2.0)),
    ("SingleEpochTreeAggregationDpEvent", (2.0, [3])), ("MixtureOfGaussiansDpEvent", (2.0, [0.0, 1.0], [0.5, 0.5])), ("RepeatAndSelectDpEvent", (GAUSSIAN, 1.0, 1.0)),
    ("SelfComposedDpEvent", (GAUSSIAN, 3)), ("ComposedDpEvent", ([GAUSSIAN, ("LaplaceDpEvent", (2.0,))],)),
]


def package():
    """dp_accounting, or a module with the events of hallmark.accountant in its place."""
    try:
        import dp_accounting
        return dp_accounting, True
    except ImportError:
        stand_in = types.ModuleType("dp_accounting")
        stand_in.__dict__.update({name: value for name, value in vars(own).items() if name.endswith("DpEvent") or name in ("DpEvent", "NeighboringRelation")})
        stand_in.pld, stand_in.rdp = types.SimpleNamespace(PLDAccountant=None), types.SimpleNamespace(RdpAccountant=None)
        return stand_in, False


def printed(program):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, str(PAGE), "exec"), {})  # noqa: S102
    return float(out.getvalue())


@pytest.mark.parametrize("number", range(1, 7))
def test_a_program_with_one_line_changed(number, monkeypatch):
    theirs, is_installed = package()
    program = PROGRAMS[number - 1]
    if not is_installed:
        if "mechanism_calibration" in program:
            pytest.skip("dp_accounting is not installed: no calibration")
        monkeypatch.setitem(sys.modules, "dp_accounting", theirs)
    row, accountant, before, after = ROWS[number - 1]
    assert int(row) == number and f".{accountant}\n" in program
    changed, count = re.subn(r"^make_accountant = .*$", "import hallmark.accountant; make_accountant = hallmark.accountant.CertifiedAccountant", program, flags=re.M)
    assert count == 1 and f"{printed(changed):.8g}" == f"{float(after):.8g}"
    if is_installed and os.environ.get("HALLMARK_LONG", "1" if number != 2 else ""):  # calibration by theirs takes 9 s
        assert f"{printed(program):.8g}" == f"{float(before):.8g}"


def made(module, event):
    if isinstance(event, list):
        return [made(module, part) for part in event]
    if not isinstance(event, tuple) or not event or not isinstance(event[0], str):
        return event
    name, members = event
    kind = getattr(module, name, None) or type(name, (own.DpEvent,), {"__init__": lambda self, *_: None})
    return kind(*[made(module, member) for member in members])


def shown(event):
    name, members = event
    inner = [member[0] for member in members if isinstance(member, tuple)]
    return f"{name} of {inner[0]}" if name == "PoissonSampledDpEvent" else name


def table(module):
    lines = ["| event | ADD_OR_REMOVE_ONE | REPLACE_SPECIAL | REPLACE_ONE | why not |", "|---|---|---|---|---|"]
    for event in EVENTS:
        cells, reasons = [], []
        for relation in ("ADD_OR_REMOVE_ONE", "REPLACE_SPECIAL", "REPLACE_ONE"):
            details = own.CertifiedAccountant(own.NeighboringRelation[relation])._maybe_compose(made(module, event), 1, False)
            cells.append("refused" if details else "yes")
            if details and details.error_message not in reasons:
                reasons.append(details.error_message)
        lines.append(f"| {shown(event)} | {' | '.join(cells)} | {'; '.join(reasons)} |")
    return "\n".join(lines) + "\n"


def test_the_table_of_events():
    assert TEXT.endswith(table(own)), table(own)
    theirs, is_installed = package()
    if is_installed:
        listed = {name for name, _ in EVENTS}
        known = {name for name, value in vars(theirs.dp_event).items() if name.endswith("DpEvent") and name != "DpEvent" and isinstance(value, type)}
        assert known <= listed and listed - known <= {"UnsupportedDpEvent"}, known ^ listed
