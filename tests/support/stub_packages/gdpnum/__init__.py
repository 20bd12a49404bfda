__version__ = "stub"


class PLDConverter:
    def __init__(self, pld):
        self.pld = pld

    def get_beta(self, input_alphas=None):
        return input_alphas / (3 + self.pld.value)

    def get_advantage(self):
        return 8000 + self.pld.value

    def get_mu(self, err=1e-10):
        return self.pld.value + 1e6 * err
