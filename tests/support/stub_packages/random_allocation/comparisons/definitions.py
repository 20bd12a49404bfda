import dataclasses
import enum
from types import SimpleNamespace


class Direction(enum.Enum):
    ADD = 0.125
    REMOVE = 0.25
    BOTH = 0.5


@dataclasses.dataclass
class PrivacyParams:
    sigma: float
    num_steps: int
    num_selected: int
    num_epochs: int
    epsilon: float = None
    delta: float = None


@dataclasses.dataclass
class SchemeConfig:
    allocation_direct_alpha_orders: list = None


def calculator(weight, goal):
    def calculate(params, config, direction=Direction.BOTH):
        if getattr(params, goal) is not None:
            raise ValueError(f"{goal} is asked for and given")
        given = params.epsilon if goal == "delta" else 10 * params.delta
        scheme = params.sigma + params.num_steps + 100 * params.num_selected + 1000 * params.num_epochs
        return weight * 1e5 + scheme + given + direction.value + len(config.allocation_direct_alpha_orders)

    return calculate


ALLOCATION_COMBINED, ALLOCATION_DECOMPOSITION, ALLOCATION_RECURSIVE, ALLOCATION_DIRECT = "combined", "dec", "rec", "dir"
ALLOCATION_RDP_DCO, ALLOCATION_ANALYTIC, ALLOCATION_LOWER_BOUND, ALLOCATION_MONTE_CARLO = "dco", "ana", "low", "mc"
methods_dict = {
    name: SimpleNamespace(epsilon_calculator=calculator(weight, "epsilon"), delta_calculator=calculator(weight, "delta"))
    for weight, name in enumerate(("combined", "dec", "rec", "dir", "dco", "ana", "low"))
}
methods_dict["mc"] = SimpleNamespace(epsilon_calculator=None, delta_calculator=calculator(7, "delta"))
