from autodp.mechanism_zoo import Mechanism


class AmplificationBySampling:
    def __init__(self, PoissonSampling=True):
        self.weight = 100 if PoissonSampling else 1

    def __call__(self, mechanism, prob, improved_bound_flag=False):
        return Mechanism(mechanism.value + self.weight * prob + (0 if improved_bound_flag else 0.25))


class Composition:
    def __call__(self, mechanisms, coefficients):
        return Mechanism(sum(count * mechanism.value for mechanism, count in zip(mechanisms, coefficients)))
