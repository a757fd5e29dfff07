"""The settings of a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.consistency import AUTOMATIC
from app.domain.consistency import SETTINGS as CONSISTENCY
from app.domain.query_choices import DEFAULT_STRATEGY, DEFAULT_WRAPPER, WHOLE, QueryChoice
from crfcore.messages import message
from crfcore.text.tag_schemes import SCHEMES

MAX_TRAIN_AFTER = 1_000
MAX_TRAIN_EVERY = 3_600
MAX_TEMPLATE = 1_000_000
"""The longest template in a project, in characters."""

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
    """The settings stored in the project's file.

    ``scheme`` is a name of `crfcore.text.tag_schemes.SCHEMES` ("tokens", "iob2", …). ``template``
    is the name of a preset of `crfcore.features.presets` or a whole template. ``c2`` is the L2
    regularisation. ``learning_paused`` stops background training. ``uncertain_below`` is the
    marginal probability below which a token is uncertain. ``control_size`` is the size of the test
    sample, and every ``control_every``-th sentence of the queue is a test sentence.
    ``query_strategy``, ``query_wrapper`` and ``query_unit`` are names of
    `app.domain.query_choices`. Where only uncertain tokens are queried, others are accepted from
    the probability ``accept_rest_from`` on, none with 0. ``goal`` is the score, of 1, that a person
    wants to reach. A full training waits for ``train_after`` tokens to be labelled or changed, and
    begins at least ``train_every`` seconds after the last one. With ``learn_from_text`` models use
    word vectors and clusters of all text of the project. With ``choose_training`` cross-validation
    may choose another ``c2``, or leave the text out. With ``more_suggestions`` missed labels cost
    more than invented ones in training. With ``segments`` models score whole spans, too
    (`app.domain.segments`). ``consistency`` is one of `app.domain.consistency.SETTINGS`.
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
    learn_from_text: bool = True
    choose_training: bool = True
    more_suggestions: bool = False
    segments: bool = False
    consistency: str = AUTOMATIC

    def check(self) -> None:
        """Raise ValueError if a value is out of range: settings come from files, too."""
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(
                    message(
                        "the setting {name} is {value:.9g}, not {least:g} to {most:g}",
                        name=name,
                        value=value,
                        least=least,
                        most=most,
                    )
                )
        if self.scheme not in SCHEMES:
            raise ValueError(
                message(
                    "the setting scheme is “{scheme}”, which is none",
                    scheme=self.scheme[:_MAX_NAME],
                )
            )
        if self.consistency not in CONSISTENCY:
            raise ValueError(
                message(
                    "the setting consistency is “{consistency}”, which is none",
                    consistency=self.consistency[:_MAX_NAME],
                )
            )
        names = (self.query_strategy, self.query_wrapper, self.query_unit)
        if len(self.template) > MAX_TEMPLATE or max(map(len, names)) > _MAX_NAME:
            raise ValueError(message("a setting is too long"))

    @property
    def query_choice(self) -> QueryChoice:
        """The query strategy, wrapper and unit."""
        return QueryChoice.of(
            self.query_strategy, self.query_wrapper, self.query_unit, self.accept_rest_from
        )

    def with_query_choice(self, query_choice: QueryChoice) -> ProjectSettings:
        """Return the settings with another query strategy, wrapper and unit."""
        return replace(
            self,
            query_strategy=query_choice.strategy,
            query_wrapper=query_choice.wrapper,
            query_unit=query_choice.unit,
            accept_rest_from=query_choice.accept_from,
        )

    def differs_in_asking_alone(self, other: ProjectSettings) -> bool:
        """Return whether others differ at most in the query strategy, wrapper and unit."""
        same = replace(
            other,
            query_strategy=self.query_strategy,
            query_wrapper=self.query_wrapper,
            query_unit=self.query_unit,
            accept_rest_from=self.accept_rest_from,
        )
        return same == self

    def learns_like(self, other: ProjectSettings) -> bool:
        """Return whether others give the same models and proposals."""
        same = replace(
            other, goal=self.goal, train_after=self.train_after, train_every=self.train_every
        )
        return self.differs_in_asking_alone(same)

    def trains_when(self, other: ProjectSettings) -> bool:
        """Return whether others have the same training schedule."""
        return (self.train_after, self.train_every) == (other.train_after, other.train_every)
