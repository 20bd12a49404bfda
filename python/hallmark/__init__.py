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
>>> hallmark.table("gaussian.epsilon", {"sigma": [1, 2]}, delta=1e-5, digits=4)[["sigma", "upper"]].values.tolist()
[[1.0, 4.377...], [2.0, 1.993...]]
>>> hallmark.search("noise multiplier for DP-SGD")[0].id
'poisson-gaussian.sigma'

`hallmark.quantities()` lists everything that can be asked for. `hallmark.compare` and the pytest plugin test an accountant against the golden
vectors; `hallmark.accountant.CertifiedAccountant` has the interface of dp_accounting's.
"""
from . import accountant
from ._core import InputError, version
from .comparison import Report, Unsound, compare
from .enclosure import Enclosure, UncheckedWarning, Undecided, UnprovedWarning, UnreachedWarning
from .lookups import Found, Table, lookup
from .questions import Curve, Samplers, SearchResult, advantage, curve, epochs, rate, samplers, search, sigma, steps, tpr
from .texts import Exact, exact
from .quantities import (Checked, Parameter, Quantity, Term, Verdict, certify, check, compose, delta, epsilon, evaluate, judge, quantities, term)
from .tables import table
from .vectors import Vector, suites, vectors

__version__ = version()
__all__ = ["Checked", "Curve", "Enclosure", "Exact", "Found", "InputError", "Parameter", "Quantity", "Report", "Samplers", "SearchResult", "Table", "Term",
           "UncheckedWarning", "Undecided", "UnprovedWarning", "UnreachedWarning", "Unsound", "Vector", "Verdict", "accountant", "advantage", "certify", "check", "compare", "compose", "curve", "delta",
           "epochs", "epsilon", "evaluate", "exact", "judge", "lookup", "quantities", "rate", "samplers", "search", "sigma", "steps", "suites", "table", "term", "tpr", "vectors",
           "version"]
