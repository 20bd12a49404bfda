#!/usr/bin/env python3
"""pld_accounting_allocation.py: PLD_accounting, distributions of random allocation, for `hallmark compare --exec`.

Answers allocation.delta and .epsilon, and allocation-laplace.delta and .epsilon from above (its lower distributions of Laplace
noise are none that its allocations take). An epsilon of Gaussian noise is asked for with the adaptive range, both of whose ends the package states:
--bound upper (the default) or lower; --accuracy is its absolute accuracy. The others have no adaptive range: they are asked for on a fixed
grid (--grid, --tail), by geometric convolution, which has both bounds. Grids finer than the default take minutes.

Both directions at once. Rows of one direction are answered where the bound asked for is an upper one, for it holds there
too; a lower bound of the larger direction says nothing about one of them, so it is given for direction both alone.
It cannot answer for shuffled reports or batches, nor for Renyi divergences.
"""
import functools
import sys

import protocol


def scheme(p, options):
    if options.bound == "lower":
        p.only("direction", "both")
    return {"num_steps": p.integer("steps"), "num_selected": p.integer("selected", 1), "num_epochs": p.integer("epochs", 1)}


def config_of(options):
    import PLD_accounting

    return PLD_accounting.AllocationSchemeConfig(
        loss_discretization=options.grid, tail_truncation=options.tail,
        convolution_method=PLD_accounting.ConvolutionMethod.GEOM)


def epsilon(p, options):
    import PLD_accounting

    upper, lower = PLD_accounting.gaussian_allocation_epsilon_range(
        delta=p.positive("delta"), epsilon_accuracy=options.accuracy, sigma=p.positive("sigma"), **scheme(p, options))
    return (upper if options.bound == "upper" else lower), options.bound


def delta(p, options):
    import PLD_accounting

    params = PLD_accounting.PrivacyParams(epsilon=p.real("eps"), sigma=p.positive("sigma"), **scheme(p, options))
    side = PLD_accounting.BoundType.DOMINATES if options.bound == "upper" else PLD_accounting.BoundType.IS_DOMINATED
    value = PLD_accounting.gaussian_allocation_delta_configurable(params=params, config=config_of(options), bound_type=side)
    return value, options.bound


def of_laplace(goal, p, options):
    import PLD_accounting

    if options.bound == "lower":
        raise protocol.Skip("has no lower bound for other noise than Gaussian")
    noise = PLD_accounting.laplace_distribution(
        scale=1.0 / p.positive("eps0"), value_discretization=options.grid, tail_truncation=options.tail)
    given = {"epsilon": p.not_negative("eps")} if goal == "delta" else {"delta": p.positive("delta")}
    ask = getattr(PLD_accounting, f"general_allocation_{goal}")
    value = ask(remove_realization=noise, add_realization=noise.copy(), config=config_of(options), **given, **scheme(p, options))
    return value, "upper"


QUANTITIES = {"allocation.delta": delta, "allocation.epsilon": epsilon}
QUANTITIES.update({f"allocation-laplace.{goal}": functools.partial(of_laplace, goal) for goal in ("delta", "epsilon")})


def add_options(parser):
    parser.add_argument("--bound", choices=("upper", "lower"), default="upper")
    parser.add_argument("--accuracy", type=float, default=-1.0, help="of an epsilon; negative: the package's own choice")
    parser.add_argument("--grid", type=float, default=0.05, help="loss discretization of a delta")
    parser.add_argument("--tail", type=float, default=1e-12, help="tail truncation of a delta")


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "PLD_accounting", "pip install PLD_accounting", QUANTITIES, add_options))
