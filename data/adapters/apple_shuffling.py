#!/usr/bin/env python3
"""apple_shuffling.py: apple/ml-shuffling-amplification for `hallmark compare --exec`.

The program is a file, not a package: clone https://github.com/apple/ml-shuffling-amplification and say --source DIR, or put the
folder on PYTHONPATH. It needs scipy.

Answers shuffle.delta and .epsilon, clones.delta and .epsilon (one round), numerically, and clones.epsilon.closed-form. --bound upper
(the default) or lower; --step and --iterations as in the program: its example uses 100 and 10, the smaller the step the slower. Its
"lower bound" of an epsilon is the right end of a bisection: with few iterations it can lie above the truth. Rows outside the
validity of the closed form are answered with eps0, as the program does.

It cannot answer for several rounds, for randomized response on its own, or for batches.
"""
import sys

import protocol


def report(p):
    p.only("rounds", "1")
    return p.integer("n"), p.real("eps0")


def delta(p, options):
    import computeamplification

    n, eps0 = report(p)
    return computeamplification.deltacomp(n, eps0, p.real("eps"), 1.0, options.step, options.bound == "upper"), options.bound


def epsilon(p, options):
    import computeamplification

    n, eps0 = report(p)
    value = computeamplification.numericalanalysis(n, eps0, p.positive("delta"), options.iterations, options.step,
                                                   options.bound == "upper")
    return value, options.bound


def closed_form(p, options):
    import computeamplification

    p.only("delta0", "0")
    n, eps0 = report(p)
    return computeamplification.closedformanalysis(n, eps0, p.positive("delta")), "upper"


def above(function):
    """Of a supremum that the pair of clones bounds from above: what is below the pair is below nothing."""

    def answer(p, options):
        if options.bound == "lower":
            raise protocol.Skip("the pair's lower bound is none of the mechanism")
        return function(p, options)

    return answer


QUANTITIES = {
    "clones.delta": delta,
    "clones.epsilon": epsilon,
    "clones.epsilon.closed-form": closed_form,
    "shuffle.delta": above(delta),
    "shuffle.epsilon": above(epsilon),
}


def add_options(parser):
    parser.add_argument("--source", action="append", metavar="DIR", help="where computeamplification.py lies")
    parser.add_argument("--bound", choices=("upper", "lower"), default="upper")
    parser.add_argument("--step", type=int, default=100)
    parser.add_argument("--iterations", type=int, default=10)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "computeamplification",
                           "clone github.com/apple/ml-shuffling-amplification and pass --source DIR", QUANTITIES, add_options))
