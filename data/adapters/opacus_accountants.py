#!/usr/bin/env python3
"""opacus_accountants.py: the accountants of Opacus for `hallmark compare --exec`.

Answers gaussian.epsilon and poisson-gaussian.epsilon; with --shuffled-as-poisson also shuffled-batch.epsilon, as if batches were
Poisson at rate 1/steps, which is what Opacus reports for a training run whose loader shuffles. --accountant prv (the default)
or rdp. Upper bounds. The history that a run would have recorded (noise multiplier, sampling rate, steps) is handed over at once.

It cannot answer with a delta for an epsilon (.delta rows are skipped), for shuffled reports, random allocation or Renyi
divergences.
"""
import sys

import protocol


def at_eps(sigma, rate, steps, eps, options):
    raise protocol.Skip("has no delta for an epsilon")


def at_delta(sigma, rate, steps, delta, options):
    from opacus import accountants

    made = accountants.PRVAccountant() if options.accountant == "prv" else accountants.RDPAccountant()
    made.history = [(sigma, rate, steps)]
    return made.get_epsilon(delta=delta), "upper"


def add_options(parser):
    parser.add_argument("--accountant", choices=("prv", "rdp"), default="prv")


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "opacus", "pip install opacus", protocol.gaussian_batches(at_eps, at_delta),
                           add_options, protocol.add_pretence))
