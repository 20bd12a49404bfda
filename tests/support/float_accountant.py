#!/usr/bin/env python3
"""float_accountant.py [--scale S]: an honest accountant in double precision, for `hallmark compare --exec`.

Written as one would write it without thinking of rounding: log-gamma for binomials, erfc for the normal tails, bisection for
epsilon, doubles throughout. It calls every number an upper bound, as accountants do, and says so where a sum would take too
long. --scale multiplies what it returns: 0.999999999 makes an accountant that is wrong by one part in 10^9.
"""
import argparse
import json
import math
import sys
from fractions import Fraction

NEGLIGIBLE = 745  # e^-745 is the smallest double
WORK = 1e6  # elementary steps of one answer, less than a second
BISECTIONS = 50


class Skip(Exception):
    """This one is not for us; the text says why."""


def number(text):
    for name, function in (("ln(", math.log), ("exp(", math.exp)):
        if text.startswith(name):
            return function(Fraction(text[len(name):-1]))
    return float(Fraction(text))


def log_binomial(n, k, p):
    """ln Pr[Bin(n, p) = k]"""
    if p >= 1:
        return 0.0 if k == n else -math.inf
    return (math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p))


def window(n, p):
    """The counts of Bin(n, p) outside of which there is less than the smallest double (Bernstein)."""
    reach = math.sqrt(2 * NEGLIGIBLE * n * p * (1 - p)) + 2 * NEGLIGIBLE / 3
    return range(max(0, math.floor(n * p - reach)), min(n, math.ceil(n * p + reach)) + 1)


def tail(c, k, at_k):
    """Pr[Bin(c, 1/2) > k] for k >= c/2, from Pr[Bin(c, 1/2) = k]."""
    total, term = 0.0, at_k
    for j in range(k, c):
        term *= (c - j) / (j + 1)
        total += term
        if term <= 1e-17 * total:
            break
    return total


def clones_delta(n, eps0, eps, evaluations=1):
    if eps >= eps0:
        return 0.0
    big, w, p = math.exp(eps0), math.exp(eps), math.exp(-eps0)
    tau = math.expm1(eps + eps0) / (math.expm1(eps0) * (w + 1))
    counts = window(n - 1, p)
    if len(counts) * (1 + math.sqrt(counts[-1])) * evaluations > WORK:
        raise Skip("the sum over the clone counts would take too long")
    terms = []
    for c in counts:
        weight = math.exp(log_binomial(n - 1, c, p))
        if weight == 0.0:
            continue
        k = math.floor(tau * (c + 1))
        if k > c:
            continue
        at_k = math.exp(log_binomial(c, k, 0.5))
        terms.append(weight * max(0.0, (big - w) / (big + 1) * at_k - (w - 1) * tail(c, k, at_k)))
    return math.fsum(terms)


def rr2_pmf(n, a, b, others):
    """The number of ones of the other users: Bin(others, a) + Bin(n-1-others, b)."""
    zeros = n - 1 - others
    if others * zeros > WORK or n > WORK / 10:
        raise Skip("the sum over the reports would take too long")
    first = [math.exp(log_binomial(others, k, a)) for k in range(others + 1)]
    second = [math.exp(log_binomial(zeros, k, b)) for k in range(zeros + 1)]
    if len(first) == 1 or len(second) == 1:
        return first if len(second) == 1 else second
    pmf = [0.0] * n
    for i, x in enumerate(first):
        for j, y in enumerate(second):
            pmf[i + j] += x * y
    return pmf


def rr2_deltas(pmf, a, b):
    one = [a * x + b * y for x, y in zip([0.0] + pmf, pmf + [0.0])]
    zero = [b * x + a * y for x, y in zip([0.0] + pmf, pmf + [0.0])]

    def delta(eps, direction):
        w = math.exp(eps)
        remove = math.fsum(max(0.0, p - w * q) for p, q in zip(one, zero))
        add = math.fsum(max(0.0, q - w * p) for p, q in zip(one, zero))
        return {"remove": remove, "add": add, "both": max(remove, add)}[direction]

    return delta


def rr2(parameters, n, eps0):
    if parameters["others"] == "best":
        raise Skip("no search for the worst others")
    a, b = 1 / (1 + math.exp(-eps0)), 1 / (1 + math.exp(eps0))
    return rr2_deltas(rr2_pmf(n, a, b, int(parameters["others"])), a, b)


def gaussian_delta(sigma, eps, rounds):
    mu = math.sqrt(rounds) / sigma
    return (math.erfc((eps / mu - mu / 2) / math.sqrt(2)) / 2
            - math.exp(eps) * math.erfc((eps / mu + mu / 2) / math.sqrt(2)) / 2)


def smallest(holds, lo, hi):
    """An x at which a monotone condition holds, by bisection."""
    for _ in range(BISECTIONS):
        mid = (lo + hi) / 2
        lo, hi = (lo, mid) if holds(mid) else (mid, hi)
    return hi


def doubled_until(holds):
    x = 1.0
    while not holds(x):
        x *= 2
    return x


def closed_form(n, eps0, delta):
    e = math.exp(eps0)
    return math.log1p(math.tanh(eps0 / 2) * (8 * math.sqrt(e * math.log(4 / delta) / n) + 8 * e / n))


def closed_form_sharp(n, eps0, delta):
    e, q = math.exp(eps0), math.tanh(eps0 / 2)
    return math.log1p(q * (8 * math.sqrt(e * math.log(2 / min(1.0, delta / q)) / n) + 8 * e / n))


def lemma_a1(n, p, delta):
    return math.log1p(8 * math.sqrt(math.log(4 / delta)) / math.sqrt(p * n) + 8 / (p * n))


def evaluate(quantity, parameters):
    x = {name: number(text) for name, text in parameters.items() if name not in ("direction", "others")}
    n = int(parameters.get("n", "0"))
    if quantity in ("clones.delta", "shuffle.delta"):
        return clones_delta(n, x["eps0"], x["eps"])
    if quantity in ("clones.epsilon", "shuffle.epsilon"):
        return smallest(lambda eps: clones_delta(n, x["eps0"], eps, BISECTIONS) <= x["delta"], 0.0, x["eps0"])
    if quantity == "rr2.delta":
        return rr2(parameters, n, x["eps0"])(x["eps"], parameters["direction"])
    if quantity == "rr2.epsilon":
        if n > WORK / 200:
            raise Skip("bisection over so many reports would take too long")
        delta = rr2(parameters, n, x["eps0"])
        return smallest(lambda eps: delta(eps, parameters["direction"]) <= x["delta"], 0.0, x["eps0"])
    if quantity == "gaussian.delta":
        return gaussian_delta(x["sigma"], x["eps"], x["rounds"])
    if quantity == "gaussian.epsilon":
        def enough(eps):
            return gaussian_delta(x["sigma"], eps, x["rounds"]) <= x["delta"]
        return smallest(enough, 0.0, doubled_until(enough))
    if quantity == "gaussian.sigma":
        def quiet(sigma):
            return gaussian_delta(sigma, x["eps"], x["rounds"]) <= x["delta"]
        return smallest(quiet, 0.0, doubled_until(quiet))
    if quantity == "gaussian.renyi":
        return x["alpha"] * x["rounds"] / (2 * x["sigma"] ** 2)
    if quantity == "clones.epsilon.closed-form":
        return closed_form(n, x["eps0"], x["delta"])
    if quantity == "clones.epsilon.closed-form-sharp":
        return closed_form_sharp(n, x["eps0"], x["delta"])
    if quantity == "clones.epsilon.lemma-a1":
        return lemma_a1(n, x["p"], x["delta"])
    raise Skip(f"does not know {quantity}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    scale = parser.parse_args().scale
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        try:
            answer |= {"value": scale * evaluate(request["quantity"], request["parameters"]), "kind": "upper"}
        except (Skip, ArithmeticError, ValueError) as reason:
            answer["skip"] = str(reason)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
