import dataclasses
import enum
from types import SimpleNamespace

from dp_accounting import pld

__version__ = "stub"


class NeighboringRelation(enum.Enum):
    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2


def event_class(name, *fields):
    return dataclasses.make_dataclass(name, fields, frozen=True)


GaussianDpEvent = event_class("GaussianDpEvent", "noise_multiplier")
LaplaceDpEvent = event_class("LaplaceDpEvent", "noise_multiplier")
DiscreteLaplaceDpEvent = event_class("DiscreteLaplaceDpEvent", "noise_parameter", "sensitivity")
DiscreteGaussianDpEvent = event_class("DiscreteGaussianDpEvent", "sigma", "sensitivity", "dimension")
EpsilonDeltaDpEvent = event_class("EpsilonDeltaDpEvent", "epsilon", "delta")
RandomizedResponseDpEvent = event_class("RandomizedResponseDpEvent", "noise_parameter", "num_buckets")
MixtureOfGaussiansDpEvent = event_class("MixtureOfGaussiansDpEvent", "standard_deviation", "sensitivities", "sampling_probs")
ZCDpEvent = event_class("ZCDpEvent", "rho", "xi")
PoissonSampledDpEvent = event_class("PoissonSampledDpEvent", "sampling_probability", "event")
SelfComposedDpEvent = event_class("SelfComposedDpEvent", "event", "count")
ComposedDpEvent = event_class("ComposedDpEvent", "events")


class RdpAccountant:
    def __init__(self, orders=None, neighboring_relation=NeighboringRelation.ADD_OR_REMOVE_ONE):
        self.replaces = neighboring_relation is NeighboringRelation.REPLACE_ONE

    def supports(self, event):
        return "DiscreteLaplace" not in str(event)

    def compose(self, event, count=1):
        self.composed = pld.described(event) * count + (3e5 if self.replaces else 0)
        return self

    def get_epsilon(self, target_delta):
        return self.composed + target_delta + 7000

    def get_delta(self, target_epsilon):
        return self.composed + target_epsilon + 8000


rdp = SimpleNamespace(RdpAccountant=RdpAccountant)
