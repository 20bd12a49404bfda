#!/usr/bin/env python3
"""relations.py BINARY_DIR [--cases N] [--seed S] [--from CASE] [--only TEXT] [--time-limit SECONDS]: answers at the corners of the domains, against each other.

No reference value reaches a corner such as 10^13 rounds of noise of 10^-30, but theorems relate the numbers there. Each case draws a quantity and parameters,
corners more often than not, and one relation between two or three answers:

- order      delta and epsilon fall or grow with a parameter (eps, delta, sigma, rate, rounds, n, ...);
- inverse    delta at the two ends of an epsilon (sigma, eps0, n, ...) lies on the two sides of the delta that was asked for;
- both       the direction `both` is the larger of remove and add;
- routes     two routes, or two precisions, give intervals that meet;
- rounds     epsilon of R rounds at delta is at most R times epsilon of one at delta/R;
- below      one quantity is at most another (pure noise below randomized response, sampling below none, a pair below its dominating pair);
- same       two quantities are one number (a composition of one phase, one user, one step, rate 1).

Every answer is a pair of ends that are said to be proved: a relation that fails between proved ends is a wrong enclosure. Exit status 1 if one fails.
"""
import argparse
import collections
import decimal
import json
import pathlib
import random
import shlex
import subprocess
import sys
from decimal import Decimal

decimal.getcontext().prec = 60
decimal.getcontext().Emax = decimal.MAX_EMAX
decimal.getcontext().Emin = decimal.MIN_EMIN
SLACK = Decimal("1e-50")  # of the conversion to 60 digits

# The sign with which a quantity of the kind at the left moves with a parameter: proved, most of them by post-processing.
FALLS = {"eps", "delta", "sigma", "n", "gamma", "p"}
GROWS = {"eps0", "rounds", "epochs", "rate", "sensitivity", "a", "mu", "rho", "xi", "delta0", "group", "inserted", "deleted", "alpha"}
STEPS_GROW = ("poisson-gaussian.", "fixed-batch-gaussian.", "truncated-poisson-gaussian.")
NOT_ORDERED = {("multinomial", "p"), ("clones", "p"), ("fmt23", "n"), ("shuffle-table", "n"), ("rr2", "n"), ("poisson-gaussian", "p")}
# An inverse: what it inverts and whether the inverted delta falls in it.
INVERSES = {"epsilon": ("eps", True), "sigma": ("sigma", True), "eps0": ("eps0", False), "a": ("a", False), "mu": ("mu", False), "rho": ("rho", False),
            "p": ("p", True), "n": ("n", True)}
LARGEST = ("eps0", "a", "mu", "rho", "rate", "rounds", "epochs", "fpr")  # of both directions the smaller: the largest with so small a delta, the error of an attack
COUNTS = {"n", "rounds", "steps", "selected", "epochs", "k", "sensitivity", "group", "inserted", "deleted", "records", "largest", "subset", "others"}


class Answers:
    """Asks the program; an answer is (lo, hi), or None for a refusal."""

    def __init__(self, program, limit):
        self.program, self.limit, self.asked, self.silent = program, limit, 0, []

    def ask(self, quantity, parameters, options=()):
        command = [self.program, "eval", quantity, *[f"{k}={v}" for k, v in sorted(parameters.items())], "--format", "json", "--time-limit", str(self.limit), *options]
        self.asked += 1
        self.last = " ".join(command[1:])
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=600 + 20 * self.limit)
        except subprocess.TimeoutExpired:
            raise Failure(f"no answer within {60 + 20 * self.limit} s: {self.last}") from None
        if done.returncode == 64:
            return None
        if done.returncode not in (0, 2):
            raise Failure(f"exit status {done.returncode}: {self.last}\n{done.stderr[-500:]}")
        if not done.stdout and done.returncode == 2:
            self.silent.append(self.last)
            return None
        answer = json.loads(done.stdout)
        if "lo" not in answer:
            return None
        lo, hi = number(answer["lo"]), number(answer["hi"])
        if lo > hi:
            raise Failure(f"the ends are exchanged, [{lo}, {hi}]: {self.last}")
        return lo, hi


class Failure(Exception):
    pass


def number(text):
    if "/" in text:
        above, below = text.split("/")
        return Decimal(above) / Decimal(below)
    return Decimal(text)


def at_most(x, y):
    """x <= y but for the conversion to Decimal."""
    return x <= y + SLACK * abs(y)


def plain(x):
    """A Decimal as the program reads numbers."""
    return format(x, "e") if x != 0 else "0"


class Drawer:
    """Random parameters, corners more often than not."""

    def __init__(self, rng):
        self.rng = rng

    def count(self, most):
        r = self.rng.random()
        if r < 0.35:
            return self.rng.choice([1, 2, 3])
        if r < 0.75:
            return int(10 ** self.rng.uniform(0, 3.5)) % most + 1
        return min(most, self.rng.choice([10 ** 6, 10 ** 9, 2 ** 31, 2 ** 32 + 1, 10 ** 13, 10 ** 15, int(10 ** self.rng.uniform(4, 15))]))

    def real(self, low, high, corners):
        if self.rng.random() < 0.3:
            return self.rng.choice(corners)
        return plain(Decimal(10 ** self.rng.uniform(low, high)).normalize(decimal.Context(prec=self.rng.choice([1, 3, 17]))))

    def value(self, name, usual):
        rng = self.rng
        small = rng.random() < 0.6
        if name in COUNTS:
            most = {"group": 100, "inserted": 50, "deleted": 50, "k": 10 ** 15}.get(name, 10 ** 15)
            return str(rng.choice([0, 1, 3]) if name in ("inserted", "deleted") else self.count(1000 if small and name not in ("group",) else most))
        if name in ("eps0", "a", "xi"):
            return self.real(-3, 1.3, ["1e-30", "10000", "ln(3)", "exp(-20)", "ln(2)", "1/3", "1"])
        if name == "eps":
            return self.real(-4, 1.5, ["0", "1e-300", "10000", "1", "ln(2)", "5000", "1/1000000"])
        if name in ("sigma", "sigma2"):
            return self.real(-1, 1.5, ["1e-30", "1e-12", "1/100", "1e6", "1e30", "sqrt(2)", "1", "1/2"])
        if name == "mu":
            return self.real(-1.5, 1, ["1e-30", "1e-6", "100", "1e6", "1e30", "sqrt(2)", "1"])
        if name == "rho":
            return self.real(-3, 1.5, ["1e-30", "1e30", "1"])
        if name == "rate":
            return self.real(-3.5, 0, ["1", "1/2", "999999999/1000000000", "1e-300", "1e-12", "exp(-1)"])
        if name in ("gamma", "p", "q", "share", "lambda", "beta"):
            return self.real(-3, -0.01, ["1/2", "999999/1000000", "1e-30", "exp(-1)", "1/3"])
        if name == "delta":
            return self.real(-12, -0.1, ["1/2", "1e-6", "1e-300", "exp(-1000)", "999999999999/1000000000000", "1e-9", "1e-15"])
        if name == "delta0":
            return self.real(-12, -0.5, ["0", "1e-6", "1/2"])
        if name == "alpha":
            return self.real(0.01, 2.5, ["2", "3", "3/2", "32", "1000001/1000000", "1e6"])
        if name == "direction":
            return rng.choice(["remove", "add", "both"])
        if name == "orders":
            return rng.choice(["2..64", "2..2", "3..300"])
        return usual

    def parameters(self, entry):
        drawn = {}
        for p in entry["parameters"]:
            if p["name"] in ("adjacency", "group", "inserted", "deleted", "sampling", "normalised", "rate") and p.get("default") and self.rng.random() < 0.7:
                continue
            value = self.value(p["name"], entry["usual"].get(p["name"], p.get("default", "")))
            if p["domain"].startswith("1 "):
                value = "1"
            if value:
                drawn[p["name"]] = value
        if "selected" in drawn and "steps" in drawn and int(drawn["selected"]) > int(drawn["steps"]):
            drawn["selected"] = drawn["steps"]
        if "others" in drawn and "n" in drawn:
            drawn["others"] = str(int(drawn["others"]) % int(drawn["n"]))
        if self.rng.random() < 0.5 and "eps" in drawn and "eps0" in drawn and drawn["eps0"][0].isdigit() and "/" not in drawn["eps0"]:
            rounds = int(drawn.get("rounds", drawn.get("selected", "1")))
            drawn["eps"] = plain(min(Decimal(10000), Decimal(drawn["eps0"]) * rounds * self.rng.choice([Decimal(1), Decimal("0.5"), Decimal("0.01"), Decimal("0.999999")])))
        return drawn


def stem(entry):
    return entry["id"].split(".")[0]


def value_of(text):
    """The size of a parameter's text, roughly; None for a form that is not plain."""
    try:
        return number(text)
    except decimal.InvalidOperation:
        return None


class Relations:
    def __init__(self, entries, answers, rng):
        self.entries, self.answers, self.rng = entries, answers, rng
        self.by_id = {e["id"]: e for e in entries}
        self.drawer = Drawer(rng)

    def larger(self, name, text):
        """A larger value of the parameter, or None."""
        size = value_of(text)
        if size is None or size == 0 and name not in ("eps", "xi", "delta0", "inserted", "deleted"):
            return None
        if name in COUNTS:
            return str(int(size) + self.rng.choice([1, 1, int(size), 9 * int(size)]))
        if size == 0:
            return self.rng.choice(["1e-300", "1e-9", "1/10"])
        if name in ("rate", "gamma", "p", "share", "delta", "delta0"):
            return plain(size + (1 - size) * self.rng.choice([Decimal("1e-12"), Decimal("0.01"), Decimal("0.5")]))
        return plain(size * self.rng.choice([Decimal("1.000000001"), Decimal("1.01"), Decimal(2), Decimal(100)]))

    def order(self, entry):
        parameters = self.drawer.parameters(entry)
        names = [n for n in parameters if (n in FALLS or n in GROWS or n == "steps" and entry["id"].startswith(STEPS_GROW)) and (stem(entry), n) not in NOT_ORDERED]
        last = entry["id"].split(".")[1]
        if last in INVERSES and last not in ("epsilon",):
            names = [n for n in names if n in ("eps", "delta")]
        if entry["kind"] not in ("exact", "bracket"):
            names = [n for n in names if n in ("eps", "delta")]
        if not names:
            return None
        name = self.rng.choice(names)
        more = self.larger(name, parameters[name])
        if more is None:
            return None
        a = self.answers.ask(entry["id"], parameters)
        first = self.answers.last
        b = a and self.answers.ask(entry["id"], {**parameters, name: more})
        if not b:
            return None
        falls = name in FALLS
        if last in INVERSES and last != "epsilon":
            falls = INVERSES[last][1]  # a larger eps or delta allows less noise
        # The false alarms of an attack, what a target allows, and whether a group is shown: more where more is hidden, or allowed.
        if last in ("fpr", "rate", "rounds", "probability") or entry["id"] == "poisson-gaussian.steps":
            falls = not falls
        (low, high) = (b, a) if falls else (a, b)
        if not at_most(low[0], high[1]):
            raise Failure(f"must {'fall' if falls else 'grow'} with {name}: {a} at {first}; {b} at {self.answers.last}")
        return "order"

    def inverse(self, entry):
        last = entry["id"].split(".")[1]
        if last not in INVERSES or entry["kind"] not in ("exact", "bracket", "upper") or entry["id"].count(".") != 1:
            return None
        delta_id = stem(entry) + ".delta"
        if delta_id not in self.by_id:
            return None
        name, falls = INVERSES[last]
        parameters = self.drawer.parameters(entry)
        if "delta" not in parameters:  # mu with a floor is no inverse of a delta
            return None
        v = self.answers.ask(entry["id"], parameters, ["--digits", self.rng.choice(["2", "6", "15"])])
        first = self.answers.last
        target = value_of(parameters["delta"])
        if not v or target is None:
            return None
        others = {k: x for k, x in parameters.items() if k != "delta"}
        done = None
        lo, hi = v
        if last == "n":
            lo = lo - 1
        safe, unsafe = (hi, lo) if falls else (lo, hi)  # at `safe` delta is at most the target
        if entry["kind"] == "upper":
            unsafe = Decimal(0)
        least = Decimal("1e-30") if last not in ("epsilon", "n", "p") else Decimal(0)
        if least < safe < Decimal("1e4"):
            shift = Decimal(1) if last == "n" else Decimal("1.0000000000001") if falls else Decimal("0.9999999999999")
            x = self.answers.ask(delta_id, {**others, name: plain(safe * shift if last != "n" else safe)})
            done = x and "inverse"
            if x and not at_most(x[0], target):
                raise Failure(f"delta must be at most {target} at the end {safe} of {v}: {x}; {first}; {self.answers.last}")
        if least < unsafe < Decimal("1e4") and not (last == "n" and unsafe < 1):
            shift = Decimal("0.9999999999999") if falls else Decimal("1.0000000000001")
            x = self.answers.ask(delta_id, {**others, name: plain(unsafe * shift if last != "n" else unsafe)})
            done = x and "inverse"
            if x and not at_most(target, x[1]):
                raise Failure(f"delta must be at least {target} at the end {unsafe} of {v}: {x}; {first}; {self.answers.last}")
        return done

    def both(self, entry):
        if "both" not in entry["directions"] or len(entry["directions"]) != 3:
            return None
        parameters = self.drawer.parameters(entry)
        parameters.pop("direction", None)
        x = {}
        for direction in ("both", "remove", "add"):
            x[direction] = self.answers.ask(entry["id"], {**parameters, "direction": direction})
            if not x[direction]:
                return None
        last = entry["id"].split(".")[1]
        largest = last in LARGEST or last == "steps" and entry["id"].startswith(STEPS_GROW)
        choose = min if largest and "floor" not in parameters else max
        lo, hi = choose(x["remove"][0], x["add"][0]), choose(x["remove"][1], x["add"][1])
        if not (at_most(x["both"][0], hi) and at_most(lo, x["both"][1])):
            raise Failure(f"both must be the larger: {x}; {self.answers.last}")
        return "both"

    def routes(self, entry):
        parameters = self.drawer.parameters(entry)
        routes = entry["routes"].split()
        choices = [["--digits", d] for d in ("1", "3", "8", "30")] + [["--route", r, "--digits", "3"] for r in routes if len(routes) > 1]
        one, other = self.rng.sample(choices, 2)
        a = self.answers.ask(entry["id"], parameters, one)
        first = self.answers.last
        b = a and self.answers.ask(entry["id"], parameters, other)
        if not b:
            return None
        if not (at_most(a[0], b[1]) and at_most(b[0], a[1])):
            raise Failure(f"must meet: {a} at {first}; {b} at {self.answers.last}")
        return "routes"

    def rounds(self, entry):
        if not entry["id"].endswith(".epsilon") or entry["kind"] != "exact" or not any(p["name"] == "rounds" for p in entry["parameters"]):
            return None
        parameters = self.drawer.parameters(entry)
        count = int(parameters["rounds"])
        delta = value_of(parameters["delta"])
        if delta is None or count == 1:
            return None
        a = self.answers.ask(entry["id"], parameters)
        first = self.answers.last
        b = a and self.answers.ask(entry["id"], {**parameters, "rounds": "1", "delta": plain(delta / count)})
        if not b:
            return None
        if not at_most(a[0], b[1] * count):
            raise Failure(f"must be at most {count} times one round's: {a} at {first}; {b} at {self.answers.last}")
        return "rounds"

    def larger_pairs(self, kind):
        """(left, its parameters, right, its parameters): left <= right."""
        rng, draw = self.rng, self.drawer
        rounds = str(draw.count(rng.choice([30, 10 ** 15])))
        eps0 = draw.value("eps0", "")
        end = {"eps": draw.value("eps", "")} if kind == "delta" else {"delta": draw.value("delta", "")}
        direction = rng.choice(["remove", "add", "both"])
        sigma = draw.value("sigma", "")
        steps = str(draw.count(rng.choice([50, 10 ** 15])))
        rate = draw.value("rate", "")
        n = str(draw.count(rng.choice([50, 10 ** 15])))
        k = str(max(2, draw.count(50)))
        base = {**end, "rounds": rounds}
        directed = {**base, "direction": direction}
        s = str(draw.count(5))
        gamma = draw.value("gamma", "")
        yield f"laplace.{kind}", {**directed, "eps0": eps0}, f"rr.{kind}", {**directed, "eps0": eps0}
        yield f"laplace.{kind}", {**directed, "eps0": eps0, "rate": rate}, f"laplace.{kind}", {**directed, "eps0": eps0}
        yield f"bounded-range.{kind}", {**directed, "eps0": eps0}, f"rr.{kind}", {**directed, "eps0": eps0}
        yield f"discrete-laplace.{kind}", {**directed, "a": eps0, "sensitivity": "1"}, f"rr.{kind}", {**directed, "eps0": eps0}
        yield f"discrete-laplace.{kind}", {**directed, "a": eps0, "sensitivity": s, "rate": rate}, f"discrete-laplace.{kind}", {**directed, "a": eps0, "sensitivity": s}
        yield f"rr.{kind}", {**directed, "eps0": eps0}, f"eps-delta.{kind}", {**directed, "eps0": eps0, "delta0": draw.value("delta0", "")}
        yield f"clones.{kind}", {**base, "n": n, "eps0": eps0}, f"rr.{kind}", {**base, "eps0": eps0, "direction": "both"}
        yield f"shuffle.{kind}", {**base, "n": n, "eps0": eps0}, f"clones.{kind}", {**base, "n": n, "eps0": eps0}
        yield (f"rr2.{kind}", {**base, "n": n, "eps0": eps0, "others": str(rng.randrange(int(n))), "direction": direction}, f"clones.{kind}",
               {**base, "n": n, "eps0": eps0})
        yield f"poisson-gaussian.{kind}", {**end, "steps": steps, "sigma": sigma, "rate": rate, "direction": direction}, f"gaussian.{kind}", {**end, "sigma": sigma, "rounds": steps}
        yield f"krr.{kind}.weak", {**base, "n": n, "k": k, "gamma": gamma}, f"krr.{kind}.strong", {**base, "n": n, "k": k, "gamma": gamma}
        yield f"krr.{kind}.strong", {**base, "n": n, "k": k, "gamma": gamma}, f"krr.{kind}.strong-pair", {**base, "n": n, "k": k, "gamma": gamma}
        yield f"krr.{kind}.weak", {**base, "n": n, "k": k, "gamma": gamma}, f"rr-local.{kind}", {**base, "k": k, "p": gamma, "direction": "both"}
        yield f"shuffled-batch.{kind}", {**end, "steps": steps, "sigma": sigma}, f"gaussian.{kind}", {**end, "sigma": sigma, "rounds": "1"}
        one = {"epochs": "1", "direction": direction}
        yield f"allocation.{kind}", {**end, **one, "steps": steps, "sigma": sigma, "selected": "1"}, f"gaussian.{kind}", {**end, "sigma": sigma, "rounds": "1"}
        yield (f"truncated-poisson-gaussian.{kind}",
               {**end, "steps": "1", "sigma": sigma, "rate": rate, "records": "1000", "largest": "999", "direction": direction}, f"gaussian.{kind}",
               {**end, "sigma": plain((value_of(sigma) or Decimal(1)) / 2), "rounds": "1"})
        mu = draw.value("mu", "")
        if value_of(mu) is not None:
            yield f"gdp.{kind}", {**directed, "mu": mu}, f"zcdp.{kind}", {**directed, "rho": plain(value_of(mu) ** 2 / 2), "xi": "0"}
            more = plain(value_of(mu) ** 2 / 2 * Decimal("1.0001"))
            yield f"gdp.{kind}", {**directed, "mu": mu}, f"zcdp.{kind}", {**directed, "rho": more, "xi": eps0}

    def same_pairs(self, kind):
        """(left, its parameters, right, its parameters): one number."""
        rng, draw = self.rng, self.drawer
        rounds = str(draw.count(rng.choice([30, 10 ** 15])))
        eps0 = draw.value("eps0", "")
        end = {"eps": draw.value("eps", "")} if kind == "delta" else {"delta": draw.value("delta", "")}
        direction = rng.choice(["remove", "add", "both"])
        directed = {**end, "direction": direction}
        sigma, rate = draw.value("sigma", ""), draw.value("rate", "")
        s = str(draw.count(20))
        delta0 = draw.value("delta0", "")
        gamma = draw.value("gamma", "")
        k = str(max(2, draw.count(50)))
        mu = draw.value("mu", "")

        def composed(name, arguments, other_rounds=None):
            inside = ", ".join(f"{x}={y}" for x, y in arguments.items())
            return f"composition.{kind}", {**directed, "phases": f"{other_rounds or rounds}*{name}({inside})"}

        def split(name, arguments):
            """The same phase in two terms."""
            first = rng.randrange(1, int(rounds)) if int(rounds) > 1 else 1
            inside = ", ".join(f"{x}={y}" for x, y in arguments.items())
            if int(rounds) < 2:
                return composed(name, arguments)
            return f"composition.{kind}", {**directed, "phases": f"{first}*{name}({inside})+{int(rounds) - first}*{name}({inside})"}

        one_of = rng.choice([composed, split])
        yield f"laplace.{kind}", {**directed, "rounds": rounds, "eps0": eps0}, *one_of("laplace", {"eps0": eps0})
        yield f"rr.{kind}", {**directed, "rounds": rounds, "eps0": eps0}, *one_of("rr", {"eps0": eps0})
        yield f"rr-local.{kind}", {**directed, "rounds": rounds, "k": k, "p": gamma}, *one_of("rr-local", {"k": k, "p": gamma})
        yield f"eps-delta.{kind}", {**directed, "rounds": rounds, "eps0": eps0, "delta0": delta0}, *one_of("eps-delta", {"eps": eps0, "delta": delta0})
        yield f"discrete-laplace.{kind}", {**directed, "rounds": rounds, "a": eps0, "sensitivity": s}, *one_of("discrete-laplace", {"a": eps0, "sensitivity": s})
        yield f"discrete-gaussian.{kind}", {**directed, "rounds": rounds, "sigma2": sigma, "sensitivity": s}, *one_of("discrete-gaussian", {"sigma2": sigma, "sensitivity": s})
        yield f"gaussian.{kind}", {**end, "rounds": rounds, "sigma": sigma}, *one_of("gaussian", {"sigma": sigma})
        yield f"gdp.{kind}", {**directed, "rounds": rounds, "mu": mu}, *one_of("gdp", {"mu": mu})
        yield f"poisson-gaussian.{kind}", {**directed, "steps": rounds, "rate": rate, "sigma": sigma}, *one_of("poisson-gaussian", {"rate": rate, "sigma": sigma})
        yield f"poisson-gaussian.{kind}", {**directed, "steps": rounds, "rate": "1", "sigma": sigma}, f"gaussian.{kind}", {**end, "rounds": rounds, "sigma": sigma}
        yield f"clones.{kind}", {**end, "n": "1", "eps0": eps0, "rounds": rounds}, f"rr.{kind}", {**end, "direction": "both", "eps0": eps0, "rounds": rounds}
        yield f"rr2.{kind}", {**directed, "n": "1", "others": "0", "eps0": eps0, "rounds": rounds}, f"rr.{kind}", {**directed, "eps0": eps0, "rounds": rounds}
        yield f"krr.{kind}.weak", {**end, "n": "1", "k": k, "gamma": gamma, "rounds": rounds}, f"rr-local.{kind}", {**end, "direction": "both", "k": k, "p": gamma, "rounds": rounds}
        yield f"allocation.{kind}", {**directed, "steps": "1", "selected": "1", "epochs": rounds, "sigma": sigma}, f"gaussian.{kind}", {**end, "rounds": rounds, "sigma": sigma}
        yield f"shuffled-batch.{kind}", {**end, "steps": "1", "sigma": sigma}, f"gaussian.{kind}", {**end, "rounds": "1", "sigma": sigma}
        yield f"discrete-laplace.{kind}", {**directed, "rounds": rounds, "a": eps0, "sensitivity": "1"}, f"discrete-laplace.{kind}", {**directed, "rounds": rounds, "a": eps0, "sensitivity": "1", "rate": "1"}
        yield f"eps-delta.{kind}", {**directed, "rounds": rounds, "eps0": eps0, "delta0": "0"}, f"rr.{kind}", {**directed, "rounds": rounds, "eps0": eps0}

    def pair(self, what):
        kind = self.rng.choice(["delta", "epsilon"])
        pairs = list(self.larger_pairs(kind) if what == "below" else self.same_pairs(kind))
        left, left_parameters, right, right_parameters = self.rng.choice(pairs)
        a = self.answers.ask(left, left_parameters)
        first = self.answers.last
        b = a and self.answers.ask(right, right_parameters)
        if not b:
            return None
        if not at_most(a[0], b[1]) or what == "same" and not at_most(b[0], a[1]):
            raise Failure(f"must be {'at most' if what == 'below' else 'the same'}: {a} at {first}; {b} at {self.answers.last}")
        return f"{what}"

    def any(self):
        what = self.rng.choice(["order", "order", "inverse", "inverse", "both", "routes", "rounds", "below", "below", "same", "same"])
        if what in ("below", "same"):
            return self.pair(what)
        return getattr(self, what)(self.rng.choice(self.entries))


def usual_of(entry):
    return dict(word.split("=", 1) for word in shlex.split(entry["example"]) if "=" in word)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary_dir", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--only", default="")
    parser.add_argument("--time-limit", type=float, default=1)
    arguments = parser.parse_args()
    program = str(arguments.binary_dir / "cli" / "hallmark")
    if not pathlib.Path(program).exists():
        program = str(arguments.binary_dir / "hallmark")
    entries = json.loads(subprocess.run([program, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    entries = [e for e in entries if e["status"] == "proved" and arguments.only in e["id"]]
    for entry in entries:
        entry["usual"] = usual_of(entry)
    answers = Answers(program, arguments.time_limit)
    counts, failures = collections.Counter(), 0
    for case in range(arguments.first, arguments.first + arguments.cases):
        rng = random.Random(arguments.seed * 1_000_003 + case)
        try:
            counts[Relations(entries, answers, rng).any() or "skipped"] += 1
        except Failure as failure:
            failures += 1
            print(f"FAIL case {case}: {failure}", flush=True)
    print(f"{answers.asked} answers, {failures} failures; " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    for question in answers.silent:
        print(f"NO BRACKET {question}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
