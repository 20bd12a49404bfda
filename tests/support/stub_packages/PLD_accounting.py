import dataclasses
import enum

__version__ = "stub"


class BoundType(enum.Enum):
    DOMINATES = 0.25
    IS_DOMINATED = 0.125


class ConvolutionMethod(enum.Enum):
    GEOM = 1
    FFT = 2


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
    loss_discretization: float
    tail_truncation: float
    convolution_method: ConvolutionMethod


def gaussian_allocation_epsilon_range(delta, sigma, num_steps, num_selected=1, num_epochs=1, epsilon_accuracy=-1.0):
    value = sigma + num_steps + 100 * num_selected + 1000 * num_epochs + 10 * delta
    return value + abs(epsilon_accuracy), value - abs(epsilon_accuracy)


def gaussian_allocation_delta_configurable(params, config, bound_type=BoundType.DOMINATES):
    if config.convolution_method is not ConvolutionMethod.GEOM:
        raise ValueError("no lower bound by this convolution")
    scheme = params.sigma + params.num_steps + 100 * params.num_selected + 1000 * params.num_epochs
    return scheme + params.epsilon + bound_type.value + 1e5 * config.loss_discretization + 1e13 * config.tail_truncation


@dataclasses.dataclass
class Realization:
    value: float

    def copy(self):
        return dataclasses.replace(self)


def laplace_distribution(scale, value_discretization, tail_truncation, bound_type=BoundType.DOMINATES):
    return Realization(scale + bound_type.value + 1e5 * value_discretization + 1e13 * tail_truncation)


def general_allocation(num_steps, num_selected, num_epochs, remove_realization, add_realization, config):
    if remove_realization is add_realization or config.convolution_method is not ConvolutionMethod.GEOM:
        raise ValueError("two realizations, by GEOM")
    return remove_realization.value + num_steps + 100 * num_selected + 1000 * num_epochs


def general_allocation_delta(epsilon, **scheme):
    return general_allocation(**scheme) + epsilon


def general_allocation_epsilon(delta, **scheme):
    return general_allocation(**scheme) + 10 * delta
