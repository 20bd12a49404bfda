class GaussianMechanism:
    def __init__(self, noise_multiplier):
        self.value = noise_multiplier


class PoissonSubsampledGaussianMechanism:
    def __init__(self, noise_multiplier, sampling_probability):
        self.value = noise_multiplier + 100 * sampling_probability
