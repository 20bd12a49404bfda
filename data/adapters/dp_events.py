"""The events and distributions of dp_accounting for the families of mechanisms, once for its adapters and those built on it.

`quantities(at_eps, at_delta)` is the table of an adapter: at_eps(event, relation, eps, options) and at_delta(event, relation,
delta, options) return (value, kind). A family whose event the installed version does not have is skipped, and so is what the
accountant itself says it does not support (`ask`). `attack_numbers(numbers)` is the table of a program that reads what an attack
can do off a distribution of dp_accounting.
"""
import functools

from protocol import Skip, gaussian_schemes


def event_of(name, *arguments):
    import dp_accounting

    found = getattr(dp_accounting, name, None) or getattr(getattr(dp_accounting, "dp_event", None), name, None)
    if found is None:
        raise Skip(f"this version of dp_accounting has no {name}")
    return found(*arguments)


def sampled(event, p):
    rate = p.positive("rate") if "rate" in p.texts else 1.0
    return event if rate == 1.0 else event_of("PoissonSampledDpEvent", rate, event)


def mixture(p):
    p.only("weights2", "1")
    p.only("shifts2", "0")
    return event_of("MixtureOfGaussiansDpEvent", p.positive("sigma"), p.reals("shifts"), p.reals("weights"))


# Family: its event, from the parameters of one round.
ZERO_OUT = {
    "gaussian": lambda p: event_of("GaussianDpEvent", p.positive("sigma")),
    "gdp": lambda p: event_of("GaussianDpEvent", 1.0 / p.positive("mu")),
    "laplace": lambda p: sampled(event_of("LaplaceDpEvent", 1.0 / p.positive("eps0")), p),
    "discrete-laplace": lambda p: sampled(event_of("DiscreteLaplaceDpEvent", p.positive("a"), p.integer("sensitivity")), p),
    "discrete-gaussian": lambda p: sampled(event_of("DiscreteGaussianDpEvent", p.positive("sigma2") ** 0.5,
                                                    float(p.integer("sensitivity")), 1), p),
    "poisson-gaussian": lambda p: sampled(event_of("GaussianDpEvent", p.positive("sigma")), p),
    "mixture-gaussian": mixture,
    "bounded-range": lambda p: event_of("ExponentialMechanismDpEvent", p.positive("eps0")),
    "zcdp": lambda p: event_of("ZCDpEvent", p.positive("rho"), p.real("xi") if "xi" in p.texts else 0.0),
}
REPLACE_ONE = {
    "rr": lambda p: event_of("EpsilonDeltaDpEvent", p.positive("eps0"), 0.0),
    "rr-local": lambda p: event_of("RandomizedResponseDpEvent", p.positive("p"), p.integer("k")),
}
ALL = {**ZERO_OUT, **REPLACE_ONE,
       "eps-delta": lambda p: event_of("EpsilonDeltaDpEvent", p.real("eps0"), p.real("delta0"))}


def phases_of(p):
    """The event of the parameter phases, "3*laplace(eps0=1,rate=1)+gaussian(sigma=2)", and its relation."""
    parts, relations = [], set()
    for phase in split(p.text("phases"), "+"):
        head, _, inside = phase.partition("(")
        count, _, name = head.rpartition("*")
        pairs = [pair.split("=", 1) for pair in split(inside[:-1], ",")]
        texts = dict(pairs)
        releases = [text for parameter, text in pairs if parameter == "of"]
        if name == "sampled" and releases:
            together, relation = phases_of(type(p)({"phases": "+".join(releases)}))
            event = event_of("PoissonSampledDpEvent", type(p)(texts).positive("rate"), together)
        else:
            name = texts.pop("mechanism") if name == "sampled" else name
            if name == "eps-delta":
                texts = {"eps0": texts["eps"], "delta0": texts["delta"]}
            if name not in ALL:
                raise Skip(f"does not know the phase {name}")
            rounds = int(texts.pop("rounds", 1))
            event = event_of("SelfComposedDpEvent", ALL[name](type(p)(texts)), rounds) if rounds > 1 else ALL[name](type(p)(texts))
            relation = "replace-one" if name in REPLACE_ONE else "zero-out"
        relations.add(relation)
        parts.append(event_of("SelfComposedDpEvent", event, int(count or 1)))
    return event_of("ComposedDpEvent", tuple(parts)), "replace-one" if "replace-one" in relations else "zero-out"


def split(text, separator):
    """The parts of a text between separators that stand in no parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def relation_of(name):
    import dp_accounting

    relations = dp_accounting.NeighboringRelation
    return relations.REPLACE_ONE if name == "replace-one" else relations.ADD_OR_REMOVE_ONE


def ask(accountant, event):
    """The accountant with the event composed; Skip in its own words where it does not support it."""
    if not accountant.supports(event):
        raise Skip(f"the accountant does not support {event}")
    return accountant.compose(event)


def quantities(at_eps, at_delta):
    table = {}

    def add(family, event_and_relation):
        table[family + ".delta"] = lambda p, o: at_eps(*event_and_relation(p), p.not_negative("eps"), o)
        table[family + ".epsilon"] = lambda p, o: at_delta(*event_and_relation(p), p.positive("delta"), o)

    def alone(family, make):
        relation = "replace-one" if family in REPLACE_ONE else "zero-out"
        return lambda p: (event_of("SelfComposedDpEvent", make(p), p.integer("rounds", 1)), relation)

    for family, make in ALL.items():
        if family not in ("gaussian", "poisson-gaussian"):  # these have options of their own
            add(family, alone(family, make))
    add("composition", phases_of)
    return table


@functools.lru_cache(maxsize=1)
def distribution(sigma, rate, steps, interval, upper=True):
    """The distribution of the privacy loss of these steps, rounded towards more privacy loss or, not upper, towards less."""
    from dp_accounting.pld import privacy_loss_distribution

    step = privacy_loss_distribution.from_gaussian_mechanism(
        sigma, sampling_prob=rate, value_discretization_interval=interval, pessimistic_estimate=upper,
        use_connect_dots=upper)
    return step.self_compose(steps)


def attack_numbers(numbers):
    """numbers: the last part of a quantity's name to a function of (distribution, p, options), which returns (value, kind)."""

    def scheme_of_mu(p, options):
        return 1.0 / p.positive("mu"), 1.0, p.integer("rounds", 1)

    return {f"{family}.{name}": lambda p, o, scheme=scheme, number=number: number(distribution(*scheme(p, o), o.interval), p, o)
            for family, scheme in {**gaussian_schemes(), "gdp": scheme_of_mu}.items() for name, number in numbers.items()}
