"""An accountant for Opacus, with certified numbers.

    import hallmark.opacus
    hallmark.opacus.register()                                    # once, then by name:
    engine = opacus.PrivacyEngine(accountant="certified")

It has the members that Opacus asks of its accountants (IAccountant) and needs no Opacus itself. `get_epsilon` is a float that is rounded up; `epsilon` is the
enclosure. Batches are Poisson batches, and neighbours differ in one record that is added or removed, as in Opacus.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Optional, Union

from .accountant import CertifiedAccountant, GaussianDpEvent, PoissonSampledDpEvent
from .enclosure import Enclosure
from .texts import Exact


class OpacusAccountant:
    """Counts the steps of DP-SGD and says what they cost.

    >>> a = OpacusAccountant()
    >>> for _ in range(1000):
    ...     a.step(noise_multiplier=1.1, sample_rate=0.01)
    >>> a.history, len(a), 1.5 < a.get_epsilon(delta=1e-6) < 2
    ([(1.1, 0.01, 1000)], 1000, True)
    """

    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []  # noise multiplier, sample rate, and how many steps in a row had them

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One step of the optimizer."""
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def _accountant(self) -> CertifiedAccountant:
        account = CertifiedAccountant()
        for noise, rate, steps in self.history:
            account.compose(PoissonSampledDpEvent(rate, GaussianDpEvent(noise)), steps)
        return account

    def get_epsilon(self, delta: Union[float, Exact], *_: Any, **__: Any) -> float:
        """A float that is at least the epsilon of all steps so far; what other accountants take besides has no meaning here."""
        return self._accountant().get_epsilon(delta)

    def epsilon(self, delta: Union[float, Exact]) -> Enclosure:
        """The enclosure of that epsilon, with its certificate."""
        return self._accountant().epsilon(delta)

    def __len__(self) -> int:
        """How many steps there were."""
        return sum(steps for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        return "certified"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What Opacus attaches to its optimizer: a step of the optimizer is one here, with the batches that it accumulated."""
        def after_step(optimizer: Any) -> None:
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=sample_rate * optimizer.accumulated_iterations)
        return after_step

    def state_dict(self, destination: Optional[MutableMapping[str, Any]] = None) -> MutableMapping[str, Any]:
        """What a checkpoint keeps."""
        state: MutableMapping[str, Any] = {} if destination is None else destination
        state["history"] = list(self.history)
        state["mechanism"] = self.mechanism()
        return state

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """The state of a checkpoint; ValueError where it is not one of this accountant."""
        if not state_dict or "history" not in state_dict or state_dict.get("mechanism") != self.mechanism():
            raise ValueError(f"state_dict: must have a history and the mechanism {self.mechanism()!r}")
        history = [tuple(entry) for entry in state_dict["history"]]
        for entry in history:
            well_formed = len(entry) == 3 and isinstance(entry[2], int) and entry[2] >= 1
            if not well_formed or not all(isinstance(x, (int, float)) and math.isfinite(x) for x in entry[:2]):
                raise ValueError(f"state_dict: history: {entry!r}: must be (noise multiplier, sample rate, steps)")
        self.history = history


def register(name: str = "certified") -> None:
    """Makes the accountant known to Opacus under this name."""
    from opacus.accountants.registry import register_accountant
    register_accountant(name, OpacusAccountant)
