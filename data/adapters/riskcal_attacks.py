#!/usr/bin/env python3
"""riskcal_attacks.py: riskcal for `hallmark compare --exec`.

Answers .tpr, .fpr, .advantage and .bayes of gaussian, gdp and poisson-gaussian, and poisson-gaussian.sigma.tpr; with
--shuffled-as-poisson the first four also of shuffled-batch, as if batches were Poisson at rate 1/steps. The package reads them off
a distribution of dp_accounting that is rounded towards more privacy loss: an upper bound, of a false positive rate a lower bound.
It returns false negative rates, of which one minus is reported; its curve holds for both directions, so it is its own inverse.
--interval is the grid (its default 1e-4). --rate-tolerance is how near to the asked false negative rate its search for the noise
ends; its default, 1e-3, is as large as the rates that are often asked for.

It cannot answer for the parameter mu, other mechanisms, shuffled reports or random allocation.
"""
import sys

import dp_events
import protocol


def true_positives(distribution, p, options):
    from riskcal import analysis

    return 1.0 - float(analysis.get_beta_from_pld(distribution, alpha=p.positive("fpr"))), "upper"


def false_positives(distribution, p, options):
    from riskcal import analysis

    return float(analysis.get_beta_from_pld(distribution, alpha=1.0 - p.positive("tpr"))), "lower"


def advantage(distribution, p, options):
    from riskcal import analysis

    return analysis.get_advantage_from_pld(distribution), "upper"


def bayes(distribution, p, options):
    from riskcal import analysis

    # Its prior is that of the other hypothesis: the share of wrong guesses is (1 - prior)(1 - delta(ln(prior/(1 - prior)))).
    return 1.0 - float(analysis.get_bayes_risk_from_pld(distribution, 1.0 - p.positive("prior"))), "upper"


def noise(p, options):
    from riskcal.calibration import dpsgd

    p.only("adjacency", "zero-out")
    return float(dpsgd.find_noise_multiplier_for_err_rates(
        alpha=p.positive("fpr"), beta=1.0 - p.positive("tpr"), sample_rate=p.positive("rate"), num_steps=p.integer("steps"),
        grid_step=options.interval, beta_tol=options.rate_tolerance)), "upper"


def add_options(parser):
    parser.add_argument("--interval", type=float, default=1e-4)
    parser.add_argument("--rate-tolerance", type=float, default=1e-3)


if __name__ == "__main__":
    sys.exit(protocol.main(__doc__, "riskcal", "pip install riskcal", {
        **dp_events.attack_numbers({"tpr": true_positives, "fpr": false_positives, "advantage": advantage, "bayes": bayes}),
        "poisson-gaussian.sigma.tpr": noise}, add_options, protocol.add_pretence))
