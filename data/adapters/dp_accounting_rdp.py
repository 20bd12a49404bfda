#!/usr/bin/env python3
"""dp_accounting_rdp.py: Google's dp_accounting, Renyi accountant, for `hallmark compare --exec`.

Answers .delta and .epsilon of gaussian, poisson-gaussian, gdp, laplace, discrete-gaussian, rr, rr-local, eps-delta, bounded-range, zcdp
and composition, as far as the accountant supports their events; with --shuffled-as-poisson also shuffled-batch.delta and
.epsilon, as if batches were Poisson at rate 1/steps. Upper bounds, for add-remove neighbours, both directions at once: looser
than those of its distributions (dp_accounting_pld.py) and far faster.

It cannot answer for shuffled reports, random allocation or single orders of the divergence. Rows whose id ends in .renyi
prescribe the orders, which the package chooses itself: they are skipped.
"""
import functools
import sys

import dp_events
import protocol


@functools.lru_cache(maxsize=1)
def accountant(sigma, rate, steps):
    import dp_accounting

    event = dp_accounting.GaussianDpEvent(sigma)
    if rate < 1:
        event = dp_accounting.PoissonSampledDpEvent(rate, event)
    made = dp_accounting.rdp.RdpAccountant()
    made.compose(dp_accounting.SelfComposedDpEvent(event, steps))
    return made


def at_eps(sigma, rate, steps, eps, options):
    return accountant(sigma, rate, steps).get_delta(eps), "upper"


def at_delta(sigma, rate, steps, delta, options):
    return accountant(sigma, rate, steps).get_epsilon(delta), "upper"


@functools.lru_cache(maxsize=1)
def composed(event, relation):
    import dp_accounting

    return dp_events.ask(dp_accounting.rdp.RdpAccountant(neighboring_relation=dp_events.relation_of(relation)), event)


def event_at_eps(event, relation, eps, options):
    return composed(event, relation).get_delta(eps), "upper"


def event_at_delta(event, relation, delta, options):
    return composed(event, relation).get_epsilon(delta), "upper"


def table():
    return {**dp_events.quantities(event_at_eps, event_at_delta),
            **protocol.gaussian_batches(at_eps, at_delta, lambda p: p.not_negative("eps"))}


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "dp_accounting", "pip install dp-accounting",
                           table(), protocol.add_pretence))
