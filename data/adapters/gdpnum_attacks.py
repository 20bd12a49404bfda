#!/usr/bin/env python3
"""gdpnum_attacks.py: gdpnum for `hallmark compare --exec`.

Answers .tpr, .fpr, .advantage and .mu of gaussian, gdp and poisson-gaussian; with --shuffled-as-poisson also of shuffled-batch, as
if batches were Poisson at rate 1/steps. The package reads them off a distribution of dp_accounting that is rounded towards more
privacy loss: an upper bound, of a false positive rate a lower bound. It returns false negative rates, of which one minus is reported;
its curve holds for both directions, so it is its own inverse. Its mu leaves out the points of the curve where a rate is below --err
(its default 1e-10). --interval is the grid (its default 1e-4).

It cannot answer for a mu with a floor below --err, Bayes success rates, other mechanisms, shuffled reports or random allocation.
"""
import sys

import dp_events
import protocol


def converter(distribution):
    import gdpnum

    return gdpnum.PLDConverter(distribution)


def true_positives(distribution, p, options):
    return 1.0 - float(converter(distribution).get_beta(p.positive("fpr"))), "upper"


def false_positives(distribution, p, options):
    return float(converter(distribution).get_beta(1.0 - p.positive("tpr"))), "lower"


def advantage(distribution, p, options):
    return converter(distribution).get_advantage(), "upper"


def parameter(distribution, p, options):
    if p.real("floor") < options.err:
        raise protocol.Skip(f"has no mu with a floor below {options.err}")
    return float(converter(distribution).get_mu(options.err)), "upper"


def add_options(parser):
    parser.add_argument("--interval", type=float, default=1e-4)
    parser.add_argument("--err", type=float, default=1e-10)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "gdpnum", "pip install gdpnum", dp_events.attack_numbers(
        {"tpr": true_positives, "fpr": false_positives, "advantage": advantage, "mu": parameter}), add_options, protocol.add_pretence))
