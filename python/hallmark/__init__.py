"""Hallmark: certified numbers of differential-privacy amplification.

Numbers go in exactly and come out as proved enclosures:

>>> import hallmark
>>> x = hallmark.epsilon("clones", n=1000000, eps0=4, delta="1e-8", digits=12)
>>> print(x)
clones.epsilon(delta=1/100000000, eps0=4, n=1000000, rounds=1) in [0.0641968432..., 0.0641968432...]
>>> x.upper                         # a float that may be published as an upper bound
0.0641968432...
>>> x <= "0.0642", x <= "0.0641"    # proved, both
(True, False)
>>> hallmark.check(x.certificate).verified
True
>>> v = hallmark.judge("shuffle.epsilon", "<=", "0.30", n=10000, eps0=4, delta="1e-6")
>>> v.outcome, v.axioms
('refuted', ())
>>> hallmark.epsilon("clones", n=1000000, eps0=4.0, delta="1e-8")
Traceback (most recent call last):
TypeError: eps0 = 4.0: a float is not the number that it prints (the float 0.1 is not one tenth). Pass text, as in eps0="4.0", an int, a Fraction or a Decimal; or hallmark.exact(4.0) for the binary value itself
>>> hallmark.table("gaussian.epsilon", {"sigma": [1, 2]}, delta="1e-5", digits=4)[["sigma", "upper"]].values.tolist()
[['1', 4.3773...], ['2', 1.9930...]]

`hallmark.quantities()` lists everything that can be asked for. `hallmark.compare` and the pytest plugin test an accountant against the golden
vectors; `hallmark.accountant.CertifiedAccountant` has the interface of dp_accounting's.
"""
from . import accountant
from ._core import InputError, version
from .comparison import Report, Unsound, compare
from .enclosure import Enclosure, Undecided, UnprovedWarning, UnreachedWarning
from .lookups import Found, Table, lookup
from .texts import Exact, exact
from .quantities import (Checked, Parameter, Quantity, Term, Verdict, check, compose, delta, epsilon, evaluate, judge, quantities, term)
from .tables import table
from .vectors import Vector, suites, vectors

__version__ = version()
__all__ = ["Checked", "Enclosure", "Exact", "Found", "InputError", "Parameter", "Quantity", "Report", "Table", "Term", "Undecided", "UnprovedWarning", "UnreachedWarning",
           "Unsound", "Vector", "Verdict", "accountant", "check", "compare", "compose", "delta", "epsilon", "evaluate", "exact", "judge", "lookup", "quantities",
           "suites", "table", "term", "vectors", "version"]
