#!/usr/bin/env python3
"""dp_accounting_pld.py: Google's dp_accounting, privacy loss distributions, for `hallmark compare --exec`.

Answers .delta and .epsilon of gaussian, poisson-gaussian under both adjacencies (replace-one is the package's neighbouring
relation REPLACE_ONE, with the accountant only), gdp, laplace (sampled or not), discrete-laplace, rr, rr-local, eps-delta,
mixture-gaussian (where only the record moves the sum), bounded-range (as pure mechanisms) and composition; with
--shuffled-as-poisson also shuffled-batch.delta and .epsilon, the way a training run that shuffles is often reported: as Poisson
batches at rate 1/steps.

What it claims is an upper bound (pessimistic estimate) of both directions at once. It is given for rows of one direction too,
where it holds but may look loose. --bound lower asks for the optimistic estimate, which the package has for its privacy buckets
only (Gaussian noise and Poisson batches here). --api accountant (the default) goes through PLDAccountant, --api pld through the distribution itself
(from_gaussian_mechanism, self_compose), which truncates differently; --bound lower implies it. --interval is the package's grid
(its default 1e-4): finer is tighter and slower.

It cannot answer for zCDP and sampled discrete noise (the accountant says so), shuffled reports, random allocation or Renyi divergences.
"""
import functools
import sys

import dp_events
import protocol


@functools.lru_cache(maxsize=1)
def accountant(sigma, rate, steps, interval, replaced):
    import dp_accounting
    from dp_accounting.privacy_accountant import NeighboringRelation

    event = dp_accounting.GaussianDpEvent(sigma)
    if rate < 1:
        event = dp_accounting.PoissonSampledDpEvent(rate, event)
    relation = NeighboringRelation.REPLACE_ONE if replaced else NeighboringRelation.ADD_OR_REMOVE_ONE
    made = dp_accounting.pld.PLDAccountant(relation, value_discretization_interval=interval)
    made.compose(dp_accounting.SelfComposedDpEvent(event, steps))
    return made


def by_accountant(options, replaced):
    if options.api == "accountant" and options.bound == "upper":
        return True
    if replaced:
        raise protocol.Skip("replace-one only with --api accountant and --bound upper")
    return False


def at_eps(sigma, rate, steps, eps, options, replaced=False):
    if by_accountant(options, replaced):
        return accountant(sigma, rate, steps, options.interval, replaced).get_delta(eps), "upper"
    made = dp_events.distribution(sigma, rate, steps, options.interval, options.bound == "upper")
    return made.get_delta_for_epsilon(eps), options.bound


def at_delta(sigma, rate, steps, delta, options, replaced=False):
    if by_accountant(options, replaced):
        return accountant(sigma, rate, steps, options.interval, replaced).get_epsilon(delta), "upper"
    made = dp_events.distribution(sigma, rate, steps, options.interval, options.bound == "upper")
    return made.get_epsilon_for_delta(delta), options.bound


@functools.lru_cache(maxsize=1)
def composed(event, relation, interval):
    import dp_accounting

    return dp_events.ask(dp_accounting.pld.PLDAccountant(dp_events.relation_of(relation), interval), event)


def event_at_eps(event, relation, eps, options):
    only_upper(options)
    return composed(event, relation, options.interval).get_delta(eps), "upper"


def event_at_delta(event, relation, delta, options):
    only_upper(options)
    return composed(event, relation, options.interval).get_epsilon(delta), "upper"


def only_upper(options):
    if options.bound == "lower":
        raise protocol.Skip("has a lower bound for Gaussian noise and Poisson batches only")


def table():
    return {**dp_events.quantities(event_at_eps, event_at_delta),
            **protocol.gaussian_batches(at_eps, at_delta, lambda p: p.not_negative("eps"), replace_one=True)}


def add_options(parser):
    parser.add_argument("--api", choices=("accountant", "pld"), default="accountant")
    parser.add_argument("--bound", choices=("upper", "lower"), default="upper")
    parser.add_argument("--interval", type=float, default=1e-4)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "dp_accounting", "pip install dp-accounting",
                           table(), add_options, protocol.add_pretence))
