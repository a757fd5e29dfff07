"""What a project has decided about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.asking import DEFAULT_STRATEGY, DEFAULT_WRAPPER, WHOLE, Asking
from crfcore.text.tag_schemes import SCHEMES

MAX_TRAIN_AFTER = 1_000
MAX_TRAIN_EVERY = 3_600
MAX_TEMPLATE = 1_000_000
"""So many characters a template kept in a project has at most."""

_MAX_NAME = 100

RANGES: Mapping[str, tuple[float, float]] = {
    "c2": (0.0, 1e9),
    "uncertain_below": (0.0, 1.0),
    "control_size": (0, 10**9),
    "control_every": (1, 10**6),
    "accept_rest_from": (0.0, 1.0),
    "goal": (0.0, 1.0),
    "train_after": (1, MAX_TRAIN_AFTER),
    "train_every": (0, MAX_TRAIN_EVERY),
}
"""The least and the greatest value of each setting that is a number."""


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """Choices that belong to the project and travel in its file.

    ``scheme`` is a name of `crfcore.text.tag_schemes.SCHEMES` ("tokens", "iob2", …).
    ``template`` is the name of a preset of `crfcore.features.presets` or a whole template.
    ``c2`` is the strength of the squared penalty. ``learning_paused`` stops background training.
    ``uncertain_below`` is the marginal probability under which a token counts as uncertain.
    ``control_size`` is how many sentences the test sample is to have, 0 for none, and every
    ``control_every``-th sentence of the queue is one of them.
    ``query_strategy`` and ``query_wrapper`` are names of `app.domain.asking`: in which order
    sentences are asked for. ``query_unit`` is a name of that kind, too: whether whole sentences are
    asked for or tokens that count as uncertain; of others those are accepted that are at least as
    probable as ``accept_rest_from``, none with 0. ``goal`` is the score, of 1, that a person
    wants to reach. A full training waits for ``train_after`` tokens to be labelled or changed, and
    begins ``train_every`` seconds after the one before at the earliest.
    """

    scheme: str = "iob2"
    template: str = "basic"
    c2: float = 0.1
    learning_paused: bool = False
    uncertain_below: float = 0.6
    control_size: int = 0
    control_every: int = 3
    query_strategy: str = DEFAULT_STRATEGY
    query_wrapper: str = DEFAULT_WRAPPER
    query_unit: str = WHOLE
    accept_rest_from: float = 0.0
    goal: float = 0.9
    train_after: int = 1
    train_every: int = 0

    def check(self) -> None:
        """Raise ValueError where a value is beyond its range: settings come from files, too."""
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"the setting {name} is {value:.9g}, not {least:g} to {most:g}")
        if self.scheme not in SCHEMES:
            raise ValueError(f"the setting scheme is “{self.scheme[:_MAX_NAME]}”, which is none")
        names = (self.query_strategy, self.query_wrapper, self.query_unit)
        if len(self.template) > MAX_TEMPLATE or max(map(len, names)) > _MAX_NAME:
            raise ValueError("a setting is too long")

    @property
    def asking(self) -> Asking:
        """What the window asks for, and in which order."""
        return Asking.of(
            self.query_strategy, self.query_wrapper, self.query_unit, self.accept_rest_from
        )

    def asking_for(self, asking: Asking) -> ProjectSettings:
        """Return the same settings, but for what is asked and in which order."""
        return replace(
            self,
            query_strategy=asking.strategy,
            query_wrapper=asking.wrapper,
            query_unit=asking.unit,
            accept_rest_from=asking.accept_from,
        )

    def differs_in_asking_alone(self, other: ProjectSettings) -> bool:
        """Whether others say the same of everything but what is asked for, and in which order."""
        same = replace(
            other,
            query_strategy=self.query_strategy,
            query_wrapper=self.query_wrapper,
            query_unit=self.query_unit,
            accept_rest_from=self.accept_rest_from,
        )
        return same == self

    def learns_like(self, other: ProjectSettings) -> bool:
        """Whether others say the same of everything that labels, models and proposals obey."""
        same = replace(
            other, goal=self.goal, train_after=self.train_after, train_every=self.train_every
        )
        return self.differs_in_asking_alone(same)

    def trains_when(self, other: ProjectSettings) -> bool:
        """Whether others say the same of when the model is trained."""
        return (self.train_after, self.train_every) == (other.train_after, other.train_every)
