"""Proved intervals as text with few digits: both ends rounded outward."""
from fractions import Fraction


def shortest(lo, hi, digits=6):
    """The interval with as many digits as tell its ends from 0, rounded outward."""
    if Fraction(lo) == Fraction(hi):
        return f"exactly {lo}" if len(lo) < 20 else f"exactly {decimal(Fraction(lo), digits, 0)}..."
    return f"{decimal(Fraction(lo), digits, 0)} to {decimal(Fraction(hi), digits, 1)}"


def decimal(x, digits, up):
    """x >= 0 rounded to so many digits, downward or upward."""
    if x == 0:
        return "0"
    exponent = 0
    while x >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while x < Fraction(10) ** exponent:
        exponent -= 1
    unit = Fraction(10) ** (exponent - digits + 1)
    count = x / unit
    whole = count.numerator // count.denominator
    if up and whole != count:
        whole += 1
    text = str(whole)
    exponent += len(text) - digits
    text = (text[0] + "." + text[1:]).rstrip("0").rstrip(".")
    if -5 <= exponent < digits:
        return f"{float(f'{text}e{exponent}'):.{max(0, digits - 1 - exponent)}f}".rstrip("0").rstrip(".")
    return f"{text}e{exponent}"
