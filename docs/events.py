#!/usr/bin/env python3
"""events.py HALLMARK [OUTPUT]: docs/events.md, what Hallmark has for the events of other accountants, written from its registry.

    python3 docs/events.py build/release/cli/hallmark docs/events.md
"""
import json
import pathlib
import subprocess
import sys

HEAD = """# Event by event

You know an event of dp_accounting, or a mechanism of Opacus or autodp: this table names the quantity of Hallmark that answers for it. An exact quantity is known to as many digits as you ask for;
a bracket is an interval between a lower end that some mechanism of the class reaches and an upper end that holds for all of them ([more words](pages/glossary.md)).

Mechanisms that run one after the other are the phases of `composition.epsilon` (parameter `phases`, or `--compose FILE`). All phases must have the same neighbours: two phases with different ones are
refused, because no single relation of datasets holds for both. `sampled` of a replace-one phase is refused too, because a pair of two records does not say what happens without one. Several releases on one
Poisson sample are one phase, `sampled(rate=1/100,of=gaussian(sigma=1),of=laplace(eps0=1))`: adaptive clipping releases a count beside the sum, each sigma in units of its own sensitivity. If one phase is an upper
bound only (`bounded-range`), so is the answer. FORMAT.md section 4.1 names the phases that have certificates. The adapters (data/adapters) ask dp_accounting about every family here that it has an event for.
`hallmark.accountant.CertifiedAccountant` takes these events in place of its accountants: [programs and a table of what it refuses](dp-accounting.md).

| event | who has it | quantity | kind | what to know |
|---|---|---|---|---|
"""

# The event, the packages, the quantity that stands for it (or none), the note.
EVENTS = [
    ("GaussianDpEvent", "dp_accounting, Opacus, autodp", "gaussian.epsilon", "sensitivity 1; `gdp.epsilon` takes mu = 1/sigma"),
    ("LaplaceDpEvent", "dp_accounting, autodp", "laplace.epsilon", "any number of coordinates of l1-sensitivity 1"),
    ("DiscreteLaplaceDpEvent", "dp_accounting (PLD)", "discrete-laplace.epsilon", "integers, any sensitivity"),
    ("Skellam noise", "federated learning libraries", "skellam.epsilon", "integers, l1-sensitivity; of several parties: the sum of the variances"),
    ("sums of discrete Gaussian noises", "secure aggregation", "discrete-gaussian-sum.epsilon", "no discrete Gaussian of the summed variance"),
    ("DiscreteGaussianDpEvent", "dp_accounting and autodp as zCDP", "discrete-gaussian.epsilon", "one coordinate; several by `zcdp.epsilon`"),
    ("RandomizedResponseDpEvent", "dp_accounting, autodp (k = 2)", "rr-local.epsilon", "k answers, replace-one; `rr.epsilon` for two; shuffled: `krr.*`, `rr2.*`, `shuffle.*`"),
    ("EpsilonDeltaDpEvent", "dp_accounting, autodp", "eps-delta.epsilon", "any mechanisms of these guarantees, composed adaptively"),
    ("ExponentialMechanismDpEvent", "dp_accounting, autodp", "exponential.epsilon", "adaptive rounds, any scores; every mechanism of that range: `bounded-range.epsilon`"),
    ("PermuteAndFlipDpEvent", "dp_accounting", "permute-and-flip.epsilon", "one round is that of Laplace noise exactly, several are dominated by it: PROOFS.md section 18.6"),
    ("ZCDpEvent", "dp_accounting (RDP), autodp", "zcdp.epsilon", "all (xi, rho)-zCDP mechanisms"),
    ("RenyiDpEvent", "dp_accounting (RDP)", "renyi-curve.epsilon", "a table of orders alone proves an upper end only: `*.renyi` of the mechanism says more"),
    ("PoissonSampledDpEvent of Gaussian", "dp_accounting, Opacus, autodp", "poisson-gaussian.epsilon", "remove and add apart"),
    ("PoissonSampledDpEvent of Laplace", "dp_accounting", "laplace.epsilon", "parameter `rate`"),
    ("PoissonSampledDpEvent of the others", "autodp (generic)", "composition.epsilon", "phase `sampled` of any zero-out mechanism; `rate` of discrete noise"),
    ("PoissonSampledDpEvent of ComposedDpEvent", "dp_accounting (event only)", "composition.epsilon", "several releases on one sample: phase `sampled(rate=1/100,of=gaussian(sigma=1),of=laplace(eps0=1))`"),
    ("SampledWithoutReplacementDpEvent", "dp_accounting and autodp, upper (Renyi)", "fixed-batch-gaussian.epsilon", "replace-one, both ends; of Poisson batches under replace-one: `poisson-gaussian.epsilon adjacency=replace-one`"),
    ("TruncatedSubsampledGaussianDpEvent", "dp_accounting (PLD)", "truncated-poisson-gaussian.epsilon", "both adjacencies"),
    ("SampledWithReplacementDpEvent", "dp_accounting (event only)", None, "no two-sided statement was at hand"),
    ("ComposedDpEvent, SelfComposedDpEvent", "all", "composition.epsilon", "any mix, `rounds`: `phases=3*laplace(eps0=1)+gaussian(sigma=2)`"),
    ("parallel composition", "OpenDP, Tumult (the maximum)", "parallel.epsilon", "`disjoint='laplace(eps0=1)|gaussian(sigma=2)'`; under replace-one the maximum is too small"),
    ("MixtureOfGaussiansDpEvent", "dp_accounting (PLD)", "mixture-gaussian.epsilon", "shifts of one sign; without the record shifts the other way"),
    ("RandomAllocationDpEvent of LaplaceDpEvent", "PLD_accounting", "allocation-laplace.epsilon", "or of noise on integers, or of a table"),
    ("RandomAllocationDpEvent", "google/differential-privacy, pull request 414", "allocation.epsilon", ""),
    ("SingleEpochTreeAggregationDpEvent", "dp_accounting (RDP)", "gaussian.epsilon", "at the sigma of the tree"),
    ("RepeatAndSelectDpEvent", "dp_accounting (RDP)", "private-selection.epsilon", "the least pure epsilon; of (eps, delta) and of Renyi there are upper ends in the literature only"),
    ("report noisy max", "OpenDP, autodp", "noisy-max.epsilon", "Gumbel, exponential, Laplace or Gaussian noise"),
    ("SparseVectorDpEvent, above threshold", "autodp, OpenDP", "sparse-vector.epsilon", "any number of adaptive queries; `sparse-vector.delta` from above"),
    ("partition selection", "OpenDP, google/differential-privacy", "partition-selection.probability", "one partition a user"),
    ("privacy filter", "OpenDP, Opacus (research)", "gdp.epsilon", "the curve of the budget: B-GDP where sum mu^2 <= B^2 on every path; likewise `zcdp.epsilon`, `renyi-curve.epsilon`"),
    ("NonPrivateDpEvent, UnsupportedDpEvent", "dp_accounting", None, "no epsilon is finite"),
]


def main():
    listing = json.loads(subprocess.run([sys.argv[1], "list", "--json"], check=True, capture_output=True, text=True).stdout)
    entries = listing["quantities"] if isinstance(listing, dict) else listing
    kinds = {entry["id"]: entry["kind"] for entry in entries}
    rows = []
    for event, packages, quantity, note in EVENTS:
        kind = kinds[quantity] if quantity else "-"
        rows.append(f"| {event} | {packages} | {f'`{quantity}`' if quantity else 'none'} | {kind} | {note} |\n")
    text = HEAD + "".join(rows)
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


main()
