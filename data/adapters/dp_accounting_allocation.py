#!/usr/bin/env python3
"""dp_accounting_allocation.py: Google's dp_accounting, distributions of random allocation, for `hallmark compare --exec`.

Answers allocation.delta and .epsilon, of versions of the package that have pld.random_allocation (since May 2026, what its
RandomAllocationDpEvent asks): a discretised distribution above the truth (--bound upper, the default) or below it
(--bound lower). --interval and --tail are the package's grid and the mass that it leaves out.

Both directions at once. Rows of one direction are answered where the bound asked for is an upper one, for it holds there
too; a lower bound of the larger direction says nothing about one of them, so it is given for direction both alone.
It cannot answer for shuffled reports or batches, nor for Renyi divergences.
"""
import functools
import sys

import protocol


@functools.lru_cache(maxsize=1)
def distribution(sigma, steps, selected, epochs, bound, interval, tail):
    from dp_accounting.pld.random_allocation import api
    from dp_accounting.pld.random_allocation import definitions

    params = definitions.PrivacyParams(sigma=sigma, num_steps=steps, num_selected=selected, num_epochs=epochs)
    config = definitions.AllocationSchemeConfig(value_discretization_interval=interval, tail_truncation=tail)
    side = definitions.BoundType.DOMINATES if bound == "upper" else definitions.BoundType.IS_DOMINATED
    return api.gaussian_allocation_pld(params, config, side)


def of(p, options):
    if options.bound == "lower":
        p.only("direction", "both")
    return distribution(p.positive("sigma"), p.integer("steps"), p.integer("selected", 1), p.integer("epochs", 1), options.bound,
                        options.interval, options.tail)


def delta(p, options):
    eps = p.not_negative("eps")
    return of(p, options).get_delta_for_epsilon(eps), options.bound


def epsilon(p, options):
    target = p.positive("delta")
    return of(p, options).get_epsilon_for_delta(target), options.bound


QUANTITIES = {"allocation.delta": delta, "allocation.epsilon": epsilon}


def add_options(parser):
    parser.add_argument("--bound", choices=("upper", "lower"), default="upper")
    parser.add_argument("--interval", type=float, default=1e-4)
    parser.add_argument("--tail", type=float, default=1e-12)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "dp_accounting", "pip install dp-accounting", QUANTITIES, add_options))
