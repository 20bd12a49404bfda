import dataclasses
from types import SimpleNamespace

from dp_accounting import pld

__version__ = "stub"


@dataclasses.dataclass
class GaussianDpEvent:
    noise_multiplier: float


@dataclasses.dataclass
class PoissonSampledDpEvent:
    sampling_probability: float
    event: object


@dataclasses.dataclass
class SelfComposedDpEvent:
    event: object
    count: int


class RdpAccountant:
    def compose(self, event, count=1):
        self.composed = pld.described(event) * count
        return self

    def get_epsilon(self, target_delta):
        return self.composed + target_delta + 7000

    def get_delta(self, target_epsilon):
        return self.composed + target_epsilon + 8000


rdp = SimpleNamespace(RdpAccountant=RdpAccountant)
