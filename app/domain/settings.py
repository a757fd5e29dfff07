"""What a project has decided about itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.asking import MIN_MARGINAL, PLAIN, Asking


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """Choices that belong to the project and travel in its file.

    ``scheme`` is a name of `crfcore.text.tag_schemes.SCHEMES` ("tokens", "iob2", …).
    ``template`` is the name of a preset of `crfcore.features.presets` or a whole template.
    ``c2`` is the strength of the squared penalty. ``learning_paused`` stops background training.
    ``uncertain_below`` is the marginal probability under which a token counts as uncertain.
    ``control_size`` is how many sentences the control sample is to have, 0 for none, and every
    ``control_every``-th sentence of the queue is one of them.
    ``query_strategy`` and ``query_wrapper`` are names of `app.domain.asking`: in which order
    sentences are asked for. ``goal`` is the score, of 1, that a person wants to reach.
    """

    scheme: str = "iob2"
    template: str = "basic"
    c2: float = 0.1
    learning_paused: bool = False
    uncertain_below: float = 0.6
    control_size: int = 0
    control_every: int = 3
    query_strategy: str = MIN_MARGINAL
    query_wrapper: str = PLAIN
    goal: float = 0.9

    @property
    def asking(self) -> Asking:
        """In which order the window asks for sentences."""
        return Asking.of(self.query_strategy, self.query_wrapper)

    def differs_in_order_alone(self, other: ProjectSettings) -> bool:
        """Whether others say the same of everything but the order of sentences."""
        ordered = replace(
            other, query_strategy=self.query_strategy, query_wrapper=self.query_wrapper
        )
        return ordered == self

    def learns_like(self, other: ProjectSettings) -> bool:
        """Whether others say the same of everything that labels, models and proposals obey."""
        return self.differs_in_order_alone(replace(other, goal=self.goal))
