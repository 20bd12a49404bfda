import dataclasses
import enum


class BoundType(enum.Enum):
    DOMINATES = 0.25
    IS_DOMINATED = 0.125


@dataclasses.dataclass
class PrivacyParams:
    sigma: float
    num_steps: int
    num_selected: int = 1
    num_epochs: int = 1
    epsilon: float = None
    delta: float = None


@dataclasses.dataclass
class AllocationSchemeConfig:
    value_discretization_interval: float = 1e-4
    tail_truncation: float = 1e-12
