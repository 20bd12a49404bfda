class Distribution:
    def __init__(self, value):
        self.value = value

    def self_compose(self, num_times):
        return Distribution(num_times * self.value)

    def get_delta_for_epsilon(self, epsilon):
        return self.value + epsilon

    def get_epsilon_for_delta(self, delta):
        return self.value + 10 * delta


def from_gaussian_mechanism(standard_deviation, sensitivity=1, pessimistic_estimate=True, value_discretization_interval=1e-4,
                            log_mass_truncation_bound=-50, sampling_prob=1.0, use_connect_dots=True):
    if use_connect_dots and not pessimistic_estimate:
        raise ValueError("the dots can be connected for the pessimistic estimate only")
    return Distribution(standard_deviation + 100 * sampling_prob + 1e6 * value_discretization_interval
                        + (0 if pessimistic_estimate else 0.5))
