#!/usr/bin/env python3
"""microsoft_prv.py: Microsoft's prv_accountant for `hallmark compare --exec`.

Answers gaussian.delta and .epsilon, poisson-gaussian.delta and .epsilon; with --shuffled-as-poisson also shuffled-batch.delta and
.epsilon, as if batches were Poisson at rate 1/steps. The package returns a lower bound, an estimate and an upper bound; --bound says
which one is reported (upper). --eps-error and --delta-error are what the package aims at: a delta far below --delta-error is
beyond its claim, and a bound on an epsilon smaller than --eps-error may come out negative.

It computes one direction of the pair. Rows of every direction are answered with it; compare them with that in mind.
It cannot answer for shuffled reports, random allocation or Renyi divergences.
"""
import functools
import sys

import protocol


@functools.lru_cache(maxsize=1)
def accountant(sigma, rate, steps, eps_error, delta_error):
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import GaussianMechanism, PoissonSubsampledGaussianMechanism

    if rate < 1:
        step = PoissonSubsampledGaussianMechanism(noise_multiplier=sigma, sampling_probability=rate)
    else:
        step = GaussianMechanism(noise_multiplier=sigma)
    return PRVAccountant(prvs=[step], max_self_compositions=[steps], eps_error=eps_error, delta_error=delta_error)


def chosen(triple, options):
    lower, estimate, upper = triple
    return {"lower": lower, "estimate": estimate, "upper": upper}[options.bound], options.bound


def at_eps(sigma, rate, steps, eps, options):
    made = accountant(sigma, rate, steps, options.eps_error, options.delta_error)
    return chosen(made.compute_delta(epsilon=eps, num_self_compositions=[steps]), options)


def at_delta(sigma, rate, steps, delta, options):
    made = accountant(sigma, rate, steps, options.eps_error, options.delta_error)
    return chosen(made.compute_epsilon(delta=delta, num_self_compositions=[steps]), options)


def add_options(parser):
    parser.add_argument("--bound", choices=protocol.KINDS, default="upper")
    parser.add_argument("--eps-error", type=float, default=0.1)
    parser.add_argument("--delta-error", type=float, default=1e-10)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "prv_accountant", "pip install prv-accountant",
                           protocol.gaussian_batches(at_eps, at_delta), add_options, protocol.add_pretence))
