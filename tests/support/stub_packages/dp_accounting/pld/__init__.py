def described(event):
    if hasattr(event, "count"):
        return event.count * described(event.event)
    if hasattr(event, "sampling_probability"):
        return 100 * event.sampling_probability + described(event.event)
    return event.noise_multiplier


class PLDAccountant:
    def __init__(self, neighboring_relation=None, value_discretization_interval=1e-4):
        self.interval = value_discretization_interval
        self.added = 3e7 if getattr(neighboring_relation, "name", "") == "REPLACE_ONE" else 0

    def compose(self, event, count=1):
        self.composed = described(event) * count
        return self

    def get_epsilon(self, target_delta):
        return self.added + self.composed + target_delta + 1e6 * self.interval

    def get_delta(self, target_epsilon):
        return self.added + self.composed + target_epsilon + 1e6 * self.interval + 5000
