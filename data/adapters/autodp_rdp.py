#!/usr/bin/env python3
"""autodp_rdp.py: autodp, by Renyi divergences, for `hallmark compare --exec`.

Answers gaussian.delta and .epsilon, poisson-gaussian.delta and .epsilon; with --shuffled-as-poisson also shuffled-batch.delta and
.epsilon, as if batches were Poisson at rate 1/steps. Upper bounds: Poisson amplification of the Renyi divergence with the improved
bound, composition, conversion, all at the package's defaults.

It cannot answer for shuffled reports, random allocation or single orders of the divergence.
"""
import functools
import sys

import protocol


@functools.lru_cache(maxsize=1)
def mechanism(sigma, rate, steps):
    from autodp import mechanism_zoo, transformer_zoo

    step = mechanism_zoo.GaussianMechanism(sigma=sigma)
    if rate < 1:
        step = transformer_zoo.AmplificationBySampling(PoissonSampling=True)(step, rate, improved_bound_flag=True)
    return transformer_zoo.Composition()([step], [steps])


def at_eps(sigma, rate, steps, eps, options):
    return mechanism(sigma, rate, steps).approx_delta(eps), "upper"


def at_delta(sigma, rate, steps, delta, options):
    return mechanism(sigma, rate, steps).approxDP(delta), "upper"


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "autodp", "pip install autodp", protocol.gaussian_batches(at_eps, at_delta),
                           protocol.add_pretence))
