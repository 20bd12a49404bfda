#!/usr/bin/env python3
"""renyi_accountant.py [LARGEST_ORDER]: an accountant that knows DP-SGD alone, for `hallmark compare --exec`; to be copied and changed.

It is the moments accountant: the Renyi divergences of a Poisson-sampled Gaussian at integer orders, summed over the steps, and converted to
epsilon or delta. Every answer is an upper bound up to the rounding of doubles. What it does not know it skips, and says so.
"""
import json
import math
import sys
from fractions import Fraction

ORDERS = range(2, 1 + int(sys.argv[1]) if len(sys.argv) > 1 else 257)


def divergence(rate, sigma, order):
    """Of order `order`, of one step: ln of a binomial sum, over (order - 1)."""
    if rate == 1:
        return order / (2 * sigma**2)
    terms = [math.log(math.comb(order, k)) + k * math.log(rate) + (order - k) * math.log1p(-rate) + k * (k - 1) / (2 * sigma**2) for k in range(order + 1)]
    largest = max(terms)
    return (largest + math.log(math.fsum(math.exp(t - largest) for t in terms))) / (order - 1)


def epsilon(rate, sigma, steps, delta):
    return max(0.0, min(steps * divergence(rate, sigma, a) + math.log1p(-1 / a) - math.log(delta * a) / (a - 1) for a in ORDERS))


def delta(rate, sigma, steps, eps):
    logs = ((a - 1) * (steps * divergence(rate, sigma, a) - eps + math.log1p(-1 / a)) - math.log(a) for a in ORDERS)
    return math.exp(min(0.0, *logs))


def answer(quantity, parameters):
    if quantity not in ("poisson-gaussian.epsilon", "poisson-gaussian.delta"):
        return {"skip": "DP-SGD with Poisson batches alone"}
    if parameters.get("adjacency", "zero-out") != "zero-out":
        return {"skip": "a record is added or removed, never replaced"}
    x = {name: float(Fraction(text)) for name, text in parameters.items() if name not in ("adjacency", "direction")}
    value = epsilon(x["rate"], x["sigma"], x["steps"], x["delta"]) if "delta" in x else delta(x["rate"], x["sigma"], x["steps"], x["eps"])
    return {"value": repr(value), "kind": "upper"}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **answer(request["quantity"], request["parameters"])}), flush=True)
