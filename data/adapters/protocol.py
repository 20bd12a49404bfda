"""The protocol of `hallmark compare --exec`, once for every adapter of this folder.

One JSON request a line on standard input, one JSON line back:

    {"id": "...", "quantity": "gaussian.delta", "kind": "exact", "parameters": {"sigma": "1/2", "eps": "1", "rounds": "1"}}
    {"id": "...", "value": "0x1.8p-3", "kind": "upper"}

An adapter is a table from quantities to functions. A function takes the parameters (a Parameters) and the options of the
command line, and returns (value, kind), kind being upper, lower or estimate; or raises Skip with the reason why the program does
not answer this one. Values are written in hexadecimal: the very double that the program returned.

Where the package is not installed every row is skipped with that reason; --require ends with status 69 instead, and so does
--check, which says what is installed and asks nothing. An exception of the package ends the adapter: `hallmark compare` reports
the row as lost, with the last line of the traceback, and starts a fresh process for the next one.

Standard library only; Python 3.8 or later.
"""
import argparse
import importlib
import json
import math
import os
import sys
from fractions import Fraction

UNAVAILABLE = 69  # EX_UNAVAILABLE of sysexits.h
KINDS = ("upper", "lower", "estimate")


class Skip(Exception):
    """The program does not answer this one; the text says why."""


class Parameters:
    """The parameters of a request: exact texts, read as the nearest double or as an integer."""

    def __init__(self, texts):
        self.texts = texts

    def text(self, name):
        if name not in self.texts:
            raise Skip(f"the request has no parameter {name}")
        return self.texts[name]

    def real(self, name):
        text = self.text(name)
        for prefix, function in (("ln(", math.log), ("exp(", math.exp)):
            if text.startswith(prefix):
                return function(Fraction(text[len(prefix):-1]))
        try:
            return float(Fraction(text))
        except OverflowError:
            raise Skip(f"{name} does not fit a double") from None

    def positive(self, name):
        """A real that must not vanish on the way to a double."""
        value = self.real(name)
        if value <= 0.0:
            raise Skip(f"{name} is not positive as a double")
        return value

    def not_negative(self, name):
        """A real that programs without a profile below 0 answer for."""
        value = self.real(name)
        if value < 0.0:
            raise Skip(f"has no answer at a negative {name}")
        return value

    def reals(self, name):
        """A list, which the programs of these adapters take as doubles."""
        return tuple(float(Fraction(text)) for text in self.text(name).split(","))

    def integer(self, name, default=None):
        if default is not None and name not in self.texts:
            return default
        value = Fraction(self.text(name))
        if value.denominator != 1:
            raise Skip(f"{name} is not an integer")
        return int(value)

    def only(self, name, *values):
        """Skips unless the parameter, where there is one, has one of these values."""
        found = self.texts.get(name, values[0])
        if found not in values:
            raise Skip(f"answers only for {name}={'|'.join(values)}, not {found}")


def gaussian_schemes(replace_one=False):
    """How families of Gaussian noise read their parameters: a family to a function that returns (sigma, rate, steps)."""

    def gaussian(p, options):
        return p.positive("sigma"), 1.0, p.integer("rounds", 1)

    def poisson(p, options):
        p.only("adjacency", "zero-out", *(["replace-one"] if replace_one else []))
        for name, usual in (("group", "1"), ("inserted", "0"), ("deleted", "0")):
            p.only(name, usual)
        if getattr(options, "bound", "upper") == "lower":
            # One direction is computed, remove, the larger: what is below it may be above the other.
            p.only("direction", "remove", "both")
        return p.positive("sigma"), p.positive("rate"), p.integer("steps")

    def shuffled(p, options):
        if not options.shuffled_as_poisson:
            raise Skip("has no accounting of shuffled batches; --shuffled-as-poisson pretends")
        p.only("epochs", "1")
        steps = p.integer("steps")
        return p.positive("sigma"), 1.0 / steps, steps

    return {"gaussian": gaussian, "poisson-gaussian": poisson, "shuffled-batch": shuffled}


def gaussian_batches(at_eps, at_delta, eps_of=lambda p: p.real("eps"), replace_one=False):
    """The quantities of a program that accounts for steps of the Gaussian mechanism on Poisson batches.

    at_eps(sigma, rate, steps, eps, options) and at_delta(sigma, rate, steps, delta, options) return (value, kind). eps_of reads
    the eps that the program answers for. With replace_one both are told replaced=True where a record becomes another one;
    other programs answer for zero-out alone, and none for groups of records.
    """

    def relation(p):
        return {"replaced": True} if p.texts.get("adjacency") == "replace-one" else {}

    table = {}
    for family, scheme in gaussian_schemes(replace_one).items():
        table[family + ".delta"] = lambda p, o, scheme=scheme: at_eps(*scheme(p, o), eps_of(p), o, **relation(p))
        table[family + ".epsilon"] = lambda p, o, scheme=scheme: at_delta(*scheme(p, o), p.positive("delta"), o, **relation(p))
    return table


def add_pretence(parser):
    parser.add_argument("--shuffled-as-poisson", action="store_true",
                        help="answer for shuffled batches as if they were Poisson batches at rate 1/steps")


def number(value):
    """A double as exact text."""
    value = float(value)
    return value.hex() if math.isfinite(value) else str(value)


def answer(quantities, request, options):
    reply = {"id": request["id"]}
    try:
        if request["quantity"] not in quantities:
            raise Skip(f"does not know {request['quantity']}")
        value, kind = quantities[request["quantity"]](Parameters(request["parameters"]), options)
        if kind not in KINDS:
            raise AssertionError(f"{kind} is no kind")
        reply.update(value=number(value), kind=kind)
    except Skip as reason:
        reply["skip"] = str(reason)
    return reply


def find(module):
    """The version of the module, or None and why it cannot be imported."""
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        return None, str(error)
    return str(getattr(found, "__version__", "of unknown version")), None


def main(description, module, install, quantities, *add_options):
    """The life of an adapter: reads its options, imports the module, answers until standard input ends."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="say what is installed and end, with status 69 if nothing is")
    parser.add_argument("--require", action="store_true", help="end with status 69 where the package is missing")
    for add in add_options:
        add(parser)
    options = parser.parse_args()
    # What a package prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.path[:0] = getattr(options, "source", None) or []
    version, missing = find(module)
    if options.check:
        print(f"{module} {version}" if missing is None else f"{module}: {missing}; {install}", file=answers, flush=True)
        return 0 if missing is None else UNAVAILABLE
    if missing is not None:
        print(f"{module} cannot be imported ({missing}): {install}", file=sys.stderr)
        if options.require:
            return UNAVAILABLE
    for line in sys.stdin:
        request = json.loads(line)
        if missing is not None:
            reply = {"id": request["id"], "skip": f"{module} is not installed: {install}"}
        else:
            reply = answer(quantities, request, options)
        print(json.dumps(reply), file=answers, flush=True)
    return 0
