from dp_accounting.pld import privacy_loss_distribution
from dp_accounting.pld.random_allocation import definitions


def gaussian_allocation_pld(params, config, bound_type=definitions.BoundType.DOMINATES):
    scheme = params.sigma + params.num_steps + 100 * params.num_selected + 1000 * params.num_epochs
    grid = 1e5 * config.value_discretization_interval + 1e13 * config.tail_truncation
    return privacy_loss_distribution.Distribution(scheme + grid + bound_type.value)
