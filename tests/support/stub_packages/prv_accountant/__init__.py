__version__ = "stub"


class PRVAccountant:
    def __init__(self, prvs, max_self_compositions, eps_error, delta_error):
        self.prvs, self.most, self.errors = prvs, max_self_compositions, (eps_error, delta_error)

    def triple(self, value, counts):
        if len(counts) != len(self.prvs) or counts[0] > self.most[0]:
            raise ValueError("more compositions than announced")
        value += counts[0] * self.prvs[0].value
        return value - self.errors[0], value, value + self.errors[0] + 1e6 * self.errors[1]

    def compute_epsilon(self, delta, num_self_compositions):
        return self.triple(10 * delta, num_self_compositions)

    def compute_delta(self, epsilon, num_self_compositions):
        return self.triple(epsilon, num_self_compositions)
