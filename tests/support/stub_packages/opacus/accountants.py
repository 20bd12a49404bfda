class RDPAccountant:
    weight = 1

    def __init__(self):
        self.history = []

    def get_epsilon(self, delta):
        (noise_multiplier, sample_rate, steps), = self.history
        return self.weight * (steps * (noise_multiplier + 100 * sample_rate) + 10 * delta)


class PRVAccountant(RDPAccountant):
    weight = 2
