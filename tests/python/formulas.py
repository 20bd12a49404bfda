#!/usr/bin/env python3
"""formulas.py [--cases N] [--seed S] [--only FAMILY]: answers against formulas of the papers, written here in mpmath from the papers alone.

Each case draws a family and parameters, corners more often than not, evaluates the printed formula of the paper in 120 digits, and asks whether the program's
interval has it. Of an inverse (epsilon, sigma, eps0) the formula of delta is evaluated at both ends, which must lie on the two sides of the target. The seed is
the day (UTC) unless it is given. Exit status 1 if one answer lies apart from a formula, 77 where mpmath is not installed.
"""
import argparse
import collections
import datetime
import random
import sys
import warnings
from fractions import Fraction
from math import comb

try:
    from mpmath import mp, mpf
except ImportError:
    print("skipped: mpmath is not installed")
    sys.exit(77)
import hallmark

mp.dps = 120
ONLY_DELTA = {"allocation-rr"}  # have no epsilon
LEAST = mpf(10) ** -300  # of the targets of inverses


def slack(value):
    """Of a formula in 120 digits: where terms cancel, most of them are left."""
    return abs(value) * mpf(10) ** -30 + mpf(10) ** -100


def real(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


def positive(x):
    return x if x > 0 else mpf(0)


def phi(x):
    """The normal distribution function."""
    return mp.erfc(-x / mp.sqrt(2)) / 2


class Draws:
    """Random parameters, as fractions."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, low, high):
        """Between two powers of ten, as a fraction of few digits."""
        if self.random.random() < 0.2:
            return Fraction(self.random.choice([Fraction(1), Fraction(10) ** low, Fraction(10) ** high]))
        digits = self.random.randint(1, 3)
        return Fraction(self.random.randint(1, 10**digits)) * Fraction(10) ** self.random.randint(low, high - 1) / Fraction(10) ** (digits - 1) / 10

    def rate(self):
        return self.random.choice([Fraction(1), Fraction(self.random.randint(1, 99), 100), Fraction(1, self.random.randint(2, 10**5))])

    def below(self, most):
        """An epsilon up to a bit above the largest."""
        return Fraction(self.random.randint(0, 24), 20) * most if self.random.random() < 0.9 else Fraction(0)

    def count(self, most):
        return self.random.choice([1, 2, self.random.randint(1, most)])


def of_pair(pairs, w):
    """The hockey-stick divergence of a finite pair."""
    return sum((positive(p - w * q) for p, q in pairs), mpf(0))


# The delta of a family as a function of eps: (quantity without its last part, parameters, function, an epsilon to ask about).


def gaussian(draw):
    """[BW18] Theorem 8, of T rounds mu = sqrt(T)/sigma."""
    sigma, rounds = draw.number(-1, 2), draw.count(1000)
    mu = mp.sqrt(rounds) / real(sigma)
    return {"sigma": sigma, "rounds": rounds}, mu_delta(mu), Fraction(draw.random.randint(0, 60), 20)


def mu_delta(mu):
    return lambda eps: phi(mu / 2 - eps / mu) - mp.exp(eps) * phi(-mu / 2 - eps / mu)


def gdp(draw):
    """[DRS22] Corollary 1."""
    mu, rounds = draw.number(-2, 1), draw.count(50)
    return {"mu": mu, "rounds": rounds}, mu_delta(real(mu) * mp.sqrt(rounds)), Fraction(draw.random.randint(0, 60), 20)


def laplace(draw):
    """[BBG18] Theorem 3; sampled: Theorem 2 there, of the direction remove."""
    eps0, rate = draw.number(-2, 1), draw.rate()

    def delta(eps):
        inner = mp.log1p(mp.expm1(eps) / real(rate))
        return real(rate) * positive(-mp.expm1((inner - real(eps0)) / 2))

    return {"eps0": eps0, "rate": rate, "rounds": 1, "direction": "remove"}, delta, draw.below(eps0)


def response_delta(eps0, rounds):
    def delta(eps):
        scale = (1 + mp.exp(eps0)) ** rounds
        return sum((comb(rounds, i) * positive(mp.exp(i * eps0) - mp.exp(eps + (rounds - i) * eps0)) for i in range(rounds + 1)), mpf(0)) / scale

    return delta


def rr(draw):
    """[KOV15] Theorem 3.3."""
    eps0, rounds = draw.number(-2, 1), draw.count(40)
    return {"eps0": eps0, "rounds": rounds}, response_delta(real(eps0), rounds), draw.below(eps0 * rounds)


def eps_delta(draw):
    """[KOV15] Theorem 3.3, with a delta of each round."""
    eps0, delta0, rounds = draw.number(-2, 1), Fraction(1, draw.random.randint(2, 10**6)), draw.count(40)
    inner = response_delta(real(eps0), rounds)
    return {"eps0": eps0, "delta0": delta0, "rounds": rounds}, lambda eps: 1 - (1 - real(delta0)) ** rounds * (1 - inner(eps)), draw.below(eps0 * rounds)


def rr_local(draw):
    """[KBR16] (4) with a uniform response of probability p."""
    k, p = draw.random.randint(2, 100), Fraction(draw.random.randint(1, 99), 100)
    truth, lie = 1 - real(p) + real(p) / k, real(p) / k
    return {"k": k, "p": p, "rounds": 1}, lambda eps: positive(truth - mp.exp(eps) * lie), Fraction(draw.random.randint(0, 60), 10)


def discrete_laplace(draw):
    """[GRS12] Definition 2.1, of an integer sensitivity."""
    a, s = draw.number(-2, 1), draw.random.randint(1, 8)

    def delta(eps):
        w, z = mp.exp(eps), mp.exp(-real(a))
        inside = sum((positive(z ** (s - n) - w * z**n) for n in range(s)), mpf(0))
        return mp.tanh(real(a) / 2) * (inside + positive(1 - w * z**s) / (1 - z))

    return {"a": a, "sensitivity": s, "rounds": 1}, delta, draw.below(a * s)


def shifted(mass, s, reach):
    """delta of noise on the integers -reach..reach, shifted by s."""

    def delta(eps):
        w = mp.exp(eps)
        return sum((positive(mass.get(n - s, mpf(0)) - w * mass.get(n, mpf(0))) for n in range(-reach, reach + s + 1)), mpf(0))

    return delta


def discrete_gaussian(draw):
    """[CKS20] Definition 1 and Theorem 7."""
    sigma2, s = Fraction(draw.random.randint(1, 200), 20), draw.random.randint(1, 3)
    reach = int(mp.sqrt(2 * 300 * real(sigma2))) + 2 * s + 2  # the rest is below e^-300
    weights = {n: mp.exp(-mpf(n) ** 2 / (2 * real(sigma2))) for n in range(-reach, reach + s + 1)}
    total = sum(weights[n] for n in range(-reach, reach + 1))
    mass = {n: x / total for n, x in weights.items()}
    return {"sigma2": sigma2, "sensitivity": s, "rounds": 1}, shifted(mass, s, reach), Fraction(draw.random.randint(0, 40), 10)


def skellam(draw):
    """[AKL21] Definition 1: e^-v I_n(v) of a variance v."""
    variance, s = Fraction(draw.random.randint(2, 100), 2), draw.random.randint(1, 2)
    reach = 250
    mass = {n: mp.exp(-real(variance)) * mp.besseli(abs(n), real(variance)) for n in range(-reach, reach + s + 1)}
    return {"variance": variance, "sensitivity": s, "rounds": 1, "rate": 1}, shifted(mass, s, reach), Fraction(draw.random.randint(0, 40), 10)


def binomial_noise(draw):
    """[ASY18] Section 4: the heads of n fair coins."""
    n, s = draw.random.randint(1, 60), draw.random.randint(1, 3)
    mass = {k: mpf(comb(n, k)) / 2**n for k in range(n + 1)}
    return {"n": n, "sensitivity": s, "rounds": 1, "rate": 1}, shifted(mass, s, n), Fraction(draw.random.randint(0, 40), 10)


def poisson_gaussian(draw):
    """[ACG16] Lemma 3's pair, of one step; the direction is drawn too."""
    sigma, rate = draw.number(-1, 1), draw.rate()
    add = draw.random.random() < 0.5
    s, q = real(sigma), real(rate)

    def delta(eps):
        w = mp.exp(eps)
        if add:
            if 1 / w <= 1 - q:
                return mpf(0)
            x = s**2 * mp.log((1 / w - (1 - q)) / q) + mpf(1) / 2
            return phi(x / s) - w * ((1 - q) * phi(x / s) + q * phi((x - 1) / s))
        x = s**2 * mp.log((w - (1 - q)) / q) + mpf(1) / 2
        return (1 - q) * phi(-x / s) + q * phi((1 - x) / s) - w * phi(-x / s)

    parameters = {"sigma": sigma, "rate": rate, "steps": 1, "direction": "add" if add else "remove"}
    return parameters, delta, Fraction(draw.random.randint(0, 60), 20)


def counters(n, p, a):
    """C ~ Bin(n-1, p), A ~ Bin(C, 1/2), one more on the first side with probability a: the pair of [FMT21] Theorem 3.2."""
    pairs = []
    for c in range(n):
        weight = comb(n - 1, c) * p**c * (1 - p) ** (n - 1 - c) / mpf(2) ** c
        for x in range(c + 2):
            up, stay = comb(c, x - 1) if x else 0, comb(c, x)
            pairs.append((weight * (a * up + (1 - a) * stay), weight * (a * stay + (1 - a) * up)))
    return pairs


def clones(draw):
    """[FMT21] Theorem 3.2."""
    n, eps0 = draw.random.randint(1, 14), draw.number(-1, 1)
    e = mp.exp(real(eps0))
    pairs = counters(n, 1 / e, e / (e + 1))
    return {"n": n, "eps0": eps0, "rounds": 1}, lambda eps: of_pair(pairs, mp.exp(eps)), draw.below(eps0)


def rr2(draw):
    """[EFMRTT19] Section 3: the number of ones."""
    n, eps0 = draw.random.randint(1, 20), draw.number(-1, 1)
    others = draw.random.randint(0, n - 1)
    a = 1 / (1 + mp.exp(-real(eps0)))

    def law(ones):
        law = [mpf(1)]
        for user in range(n):
            p = a if user < ones else 1 - a
            law = [(law[i] if i < len(law) else 0) * (1 - p) + (law[i - 1] if i else 0) * p for i in range(len(law) + 1)]
        return law

    with_one, without = law(others + 1), law(others)
    add = draw.random.random() < 0.5
    pairs = list(zip(without, with_one) if add else zip(with_one, without))
    parameters = {"n": n, "others": others, "eps0": eps0, "rounds": 1, "direction": "add" if add else "remove"}
    return parameters, lambda eps: of_pair(pairs, mp.exp(eps)), draw.below(eps0)


def bounded_range(draw):
    """[DDR20] Lemma 3.2: the largest over the place of the range."""
    eps0 = draw.number(-2, 1)
    return {"eps0": eps0, "rounds": 1}, lambda eps: positive(-mp.expm1((eps - real(eps0)) / 2)) ** 2 / -mp.expm1(-real(eps0)), draw.below(eps0)


def allocation_rr(draw):
    """[FS25]: one of t reports is randomized response, the number of ones says all."""
    steps, eps0 = draw.random.randint(1, 20), draw.number(-1, 1)
    e = mp.exp(real(eps0))
    b = 1 / (1 + e)
    add = draw.random.random() < 0.5
    pairs = []
    for k in range(steps + 1):
        q = comb(steps, k) * b**k * (1 - b) ** (steps - k)
        p = q * (k * e + (steps - k) / e) / steps
        pairs.append((q, p) if add else (p, q))
    return {"steps": steps, "eps0": eps0, "direction": "add" if add else "remove"}, lambda eps: of_pair(pairs, mp.exp(eps)), draw.below(eps0)


DELTAS = {
    "gaussian": gaussian, "gdp": gdp, "laplace": laplace, "rr": rr, "eps-delta": eps_delta, "rr-local": rr_local, "discrete-laplace": discrete_laplace,
    "discrete-gaussian": discrete_gaussian, "skellam": skellam, "binomial-noise": binomial_noise, "poisson-gaussian": poisson_gaussian, "clones": clones, "rr2": rr2,
    "bounded-range": bounded_range, "allocation-rr": allocation_rr,
}  # fmt: skip


def gaussian_renyi(draw):
    """[Mironov17] Proposition 7."""
    sigma, rounds, alpha = draw.number(-1, 2), draw.count(1000), draw.random.randint(2, 64)
    return {"sigma": sigma, "rounds": rounds, "alpha": alpha}, alpha * rounds / (2 * real(sigma) ** 2)


def poisson_renyi(draw):
    """[MTZ19] Section 3.3, of an integer order."""
    sigma, rate, alpha, steps = draw.number(0, 1), draw.rate(), draw.random.randint(2, 24), draw.count(1000)
    q = real(rate)
    total = sum(comb(alpha, k) * (1 - q) ** (alpha - k) * q**k * mp.exp(mpf(k * k - k) / (2 * real(sigma) ** 2)) for k in range(alpha + 1))
    return {"sigma": sigma, "rate": rate, "alpha": alpha, "steps": steps, "direction": "remove"}, steps * mp.log(total) / (alpha - 1)


def gaussian_tpr(draw):
    """[DRS22] (6): Phi(Phi^-1(fpr) + mu)."""
    sigma, fpr = draw.number(0, 1), Fraction(draw.random.randint(1, 999), 1000)
    quantile = -mp.sqrt(2) * mp.erfinv(1 - 2 * real(fpr))
    return {"sigma": sigma, "rounds": 1, "fpr": fpr}, phi(quantile + 1 / real(sigma))


def last_iterate(draw):
    """[BSA24] Theorem 4.1."""
    c, ratio, steps = Fraction(draw.random.randint(1, 99), 100), draw.number(-1, 1), draw.count(100)
    power = real(c) ** steps
    return {"c": c, "ratio": ratio, "steps": steps}, real(ratio) * mp.sqrt((1 - power) / (1 + power) * (1 + real(c)) / (1 - real(c)))


def closed_form(draw):
    """[FMT21] Theorem 3.1, where its condition holds."""
    n, eps0, delta = draw.random.randint(10**4, 10**8), Fraction(draw.random.randint(1, 20), 10), Fraction(1, 10 ** draw.random.randint(3, 12))
    e = mp.exp(real(eps0))
    if real(eps0) > mp.log(n / (16 * mp.log(2 / real(delta)))):
        return None
    inner = (e - 1) / (e + 1) * (8 * mp.sqrt(e * mp.log(4 / real(delta))) / mp.sqrt(n) + 8 * e / n)
    return {"n": n, "eps0": eps0, "delta": delta}, mp.log1p(inner)


VALUES = {"gaussian.renyi": gaussian_renyi, "poisson-gaussian.renyi": poisson_renyi, "gaussian.tpr": gaussian_tpr, "last-iterate.mu": last_iterate,
          "clones.epsilon.closed-form": closed_form}  # fmt: skip


def has(answer, value):
    return real(answer.lo) - slack(value) <= value <= real(answer.hi) + slack(value)


def compare(name, draw):
    """What was asked, the answer and whether it has the formula's number; none where the program refuses, or the formula says nothing."""
    digits = draw.random.choice([6, 15, 25])
    if name in VALUES:
        drawn = VALUES[name](draw)
        if drawn is None:
            return None
        parameters, value = drawn
        answer = hallmark.evaluate(name, digits=digits, **{k: str(v) for k, v in parameters.items()})
        return answer, has(answer, value)
    parameters, delta, eps = DELTAS[name](draw)
    texts = {k: str(v) for k, v in parameters.items()}
    target = delta(real(eps))
    if name in ONLY_DELTA or draw.random.random() < 0.7 or not LEAST < target < 1:
        answer = hallmark.evaluate(f"{name}.delta", digits=digits, eps=str(eps), **texts)
        return answer, has(answer, target)
    target = Fraction(str(mp.nstr(target, 6)))
    answer = hallmark.evaluate(f"{name}.epsilon", digits=digits, delta=str(target), **texts)
    below = answer.lo == 0 or delta(real(answer.lo)) >= real(target) - slack(real(target))
    return answer, below and delta(real(answer.hi)) <= real(target) + slack(real(target))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=int(datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%d")))
    parser.add_argument("--only", choices=sorted({**DELTAS, **VALUES}))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    warnings.simplefilter("ignore", hallmark.UnreachedWarning)  # a wide bracket must hold the formula's number too
    draw = Draws(options.seed)
    names = [options.only] if options.only else sorted({**DELTAS, **VALUES})
    counts, apart, refused = collections.Counter(), 0, collections.Counter()
    for case in range(options.cases):
        name = names[case % len(names)]
        try:
            compared = compare(name, draw)
        except hallmark.InputError as error:
            refused[name] += 1
            if refused[name] == 1:
                print(f"refused: {error}")
            continue
        if compared is None:
            continue
        answer, agrees = compared
        counts[name] += 1
        if not agrees:
            apart += 1
            print(f"apart from the formula: {answer}")
    for name in names:
        print(f"{name}: {counts[name]} compared" + (f", {refused[name]} refused" if refused[name] else ""))
    print(f"{sum(counts.values())} comparisons, {apart} apart")
    return 1 if apart or not sum(counts.values()) else 0


sys.exit(main())
