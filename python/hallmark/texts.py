"""Exact numbers: what may go into Hallmark, as text, and what comes out of it, as fractions."""
from __future__ import annotations

import html
import math
import numbers
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Union

from . import _core

#: What a parameter or a bound may be. A float is the shortest decimal that it prints: 0.1 is 1/10; see `exact` for its binary value.
Exact = Union[str, int, Fraction, Decimal, float]


def exact(value: float) -> Fraction:
    """The number that a float is, and not the one that it prints.

    Everywhere else a float is the decimal that a person typed: 0.1 is one tenth, and the statement of the answer shows it.
    This function takes the binary value on purpose.

    >>> exact(0.5), exact(0.1) == Fraction(1, 10)
    (Fraction(1, 2), False)
    """
    if isinstance(value, (bool, str)) or not hasattr(value, "as_integer_ratio"):
        raise TypeError(f"exact: {value!r}: must be a floating-point number")
    try:
        return Fraction(*value.as_integer_ratio())
    except (ValueError, OverflowError):
        raise ValueError(f"exact: {value!r}: must be finite") from None


def text_of(name: str, value: Exact) -> str:
    """The exact text of a parameter: text as it stands, integers, fractions and decimals written out, a float as the shortest decimal that it prints."""
    if isinstance(value, str):
        if not value.isascii():
            raise ValueError(f"{name} = {value[:60]!r}: must be a number in ASCII characters")
        return value
    if isinstance(value, bool):
        raise TypeError(f"{name} = {value!r}: must be a number, not a truth value")
    if isinstance(value, numbers.Integral):
        return integer_text(int(value))
    if isinstance(value, numbers.Rational):
        return f"{integer_text(int(value.numerator))}/{integer_text(int(value.denominator))}"
    if isinstance(value, Decimal):
        return decimal_text(name, value)
    if isinstance(value, numbers.Real) or hasattr(value, "as_integer_ratio"):
        return decimal_text(name, Decimal(str(value)))  # str of numpy's float32 is the shortest one of that precision
    raise TypeError(f"{name} = {value!r}: must be text, an int, a float, a Fraction or a Decimal, not {type(value).__name__}")


def html_table(caption: str, rows: Iterable[tuple[str, str]]) -> str:
    """For notebooks: a caption, and a row for each (name, value), all of it escaped."""
    body = "".join(f"<tr><th style=\"text-align:left\">{html.escape(name)}</th><td style=\"text-align:left\">{html.escape(value)}</td></tr>" for name, value in rows)
    return f"<table><caption style=\"text-align:left\"><code>{html.escape(caption)}</code></caption>{body}</table>"


def refuse_float(name: str, value: object) -> None:
    """A float in a comparison may be a decimal that a person typed or a number that a program computed: they are not the same."""
    if isinstance(value, float) or (hasattr(value, "as_integer_ratio") and not isinstance(value, (int, Fraction, Decimal))):
        raise TypeError(
            f"{name} = {value!r}: a float is not the number that it prints (the float 0.1 is not one tenth), and a comparison is exact. Pass text, as in "
            f"\"{value}\", an int, a Fraction or a Decimal; or hallmark.exact({value}) for the binary value itself")


def integer_text(value: int) -> str:
    """Of any length: Python limits str(int), but not decimals."""
    return format(Decimal(value), "f")


def decimal_text(name: str, value: Decimal) -> str:
    if not value.is_finite():
        raise ValueError(f"{name} = {value}: must be finite")
    sign, digits, exponent = value.as_tuple()
    if isinstance(exponent, int) and -20 <= exponent < 0 and len(digits) > 1:
        return f"{value:f}"
    return f"{'-' if sign else ''}{''.join(map(str, digits))}e{exponent}"


def fraction_of(text: str) -> Fraction:
    """The fraction of an integer or a reduced fraction as the library writes it, of any length."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(Decimal(numerator)), int(Decimal(denominator or "1")))


def is_rational(text: str) -> bool:
    return "(" not in text


def bounds_of(value: Exact, digits: int) -> tuple[Union[Fraction, float], Union[Fraction, float]]:
    """Two fractions around a number; they are equal where it is rational. The outer one of exp(r) beyond all decimals is infinite."""
    text = _core.canonical(text_of("value", value))
    if is_rational(text):
        return fraction_of(text), fraction_of(text)
    try:
        return Fraction(_core.decimal(text, digits, False)), Fraction(_core.decimal(text, digits, True))
    except _core.InputError:
        beyond = Fraction(10**301029)
        return (-math.inf, -beyond) if text.startswith("-") else (beyond, math.inf)


def nearest_float(text: str) -> float:
    """A float next to the number, for programs that take floats: the nearer of the two around it, infinite beyond their range."""
    down, up = _core.binary64(text, False), _core.binary64(text, True)
    if down == up or math.isinf(down):
        return down
    if math.isinf(up):
        return up
    lo, hi = bounds_of(text, 40)
    return down if abs(lo - Fraction(down)) <= abs(Fraction(up) - hi) else up
