class Mechanism:
    def __init__(self, value):
        self.value = value

    def approxDP(self, delta):
        return self.value + 10 * delta

    def approx_delta(self, eps):
        return self.value + eps


class GaussianMechanism(Mechanism):
    def __init__(self, sigma, name="Gaussian"):
        super().__init__(sigma)
