#!/usr/bin/env python3
"""random_allocation_bounds.py: random_allocation, by the authors of [FS25], for `hallmark compare --exec`.

Answers allocation.delta and .epsilon and the quantities of single theorems below them: .decomposition, .recursive, .renyi and
.direct-add by the method of that name. --method says what stands for allocation.delta and .epsilon: combined (the default, the
best upper bound of several), decomposition, recursive, direct, rdp-dco, analytic, or lower-bound, which is reported as such.
Directions as asked. The Renyi orders are 2 to 20; --orders changes the last one: the 60 of the package's own
examples take 51 s and 1.5 GB on the first row. --method lower-bound answers for one epoch, eps above 0, and not for add.

The rows of the single theorems are the value of a bound, not of the mechanism: a program that evaluates the same theorem with
more orders or a better search may return less and be right. Hence they are answered only with --theorems.
It cannot answer for shuffled reports or batches, nor for Renyi divergences.
"""
import functools
import sys

import protocol

METHODS = {
    "combined": "ALLOCATION_COMBINED",
    "decomposition": "ALLOCATION_DECOMPOSITION",
    "recursive": "ALLOCATION_RECURSIVE",
    "direct": "ALLOCATION_DIRECT",
    "rdp-dco": "ALLOCATION_RDP_DCO",
    "analytic": "ALLOCATION_ANALYTIC",
    "lower-bound": "ALLOCATION_LOWER_BOUND",
}
THEOREMS = {"decomposition": "decomposition", "recursive": "recursive", "renyi": "direct", "direct-add": "direct"}


def ask(p, options, method, goal):
    from random_allocation.comparisons import definitions

    p.only("lambda", "best")
    if method == "lower-bound":
        p.only("direction", "remove", "both")  # the package's bound is about one direction, whichever is asked for
        p.only("epochs", "1")
        if goal == "delta" and p.real("eps") <= 0.0:
            raise protocol.Skip("the lower bound asks for eps above 0")
    target = {"epsilon": p.real("eps")} if goal == "delta" else {"delta": p.positive("delta")}
    params = definitions.PrivacyParams(
        sigma=p.positive("sigma"), num_steps=p.integer("steps"), num_selected=p.integer("selected", 1),
        num_epochs=p.integer("epochs", 1), **target)
    config = definitions.SchemeConfig(allocation_direct_alpha_orders=list(range(2, options.orders + 1)))
    features = definitions.methods_dict[getattr(definitions, METHODS[method])]
    calculator = features.delta_calculator if goal == "delta" else features.epsilon_calculator
    if calculator is None:
        raise protocol.Skip(f"has no {goal} by {method}")
    direction = getattr(definitions.Direction, p.text("direction").upper())
    value = calculator(params=params, config=config, direction=direction)
    return value, "lower" if method == "lower-bound" else "upper"


def best(goal, p, options):
    return ask(p, options, options.method, goal)


def theorem(goal, method, p, options):
    if not options.theorems:
        raise protocol.Skip("rows of single theorems are answered with --theorems")
    return ask(p, options, method, goal)


QUANTITIES = {f"allocation.{goal}": functools.partial(best, goal) for goal in ("delta", "epsilon")}
QUANTITIES.update({f"allocation.{goal}.{name}": functools.partial(theorem, goal, method)
                   for goal in ("delta", "epsilon") for name, method in THEOREMS.items()})


def add_options(parser):
    parser.add_argument("--method", choices=sorted(METHODS), default="combined")
    parser.add_argument("--theorems", action="store_true")
    parser.add_argument("--orders", type=int, default=20, metavar="LAST")


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "random_allocation", "pip install random-allocation", QUANTITIES, add_options))
