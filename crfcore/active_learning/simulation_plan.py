"""The plan of a simulation: how sentences are queried, and how many are labelled when."""

from __future__ import annotations

from dataclasses import dataclass

from crfcore.active_learning.partial_queries import CONFIDENCE
from crfcore.active_learning.strategies import Strategy
from crfcore.errors import CrfError


@dataclass(frozen=True, slots=True)
class Partial:
    """Only the doubtful tokens of a sentence are asked for, one after the other.

    After each answer the sentence is decoded again under the answers.

    Attributes
    ----------
    below : float
        A token is asked for if the marginal of its proposed label is less than this.
    accept : float or None
        The other tokens are accepted as proposed under the answers if their marginal is at least
        this; the rest stays unknown. None: all of them do.
    """

    below: float = CONFIDENCE
    accept: float | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How a person is asked.

    Attributes
    ----------
    name : str
        What its curve is called.
    strategy : str or callable
        Which sentences come first.
    proposals : bool
        Whether proposals are shown.
    partial : Partial or None
        Whether single tokens are asked for.
    committee : int
        How many bootstrap models the strategy needs.
    """

    name: str
    strategy: str | Strategy
    proposals: bool = True
    partial: Partial | None = None
    committee: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is labelled when.

    Attributes
    ----------
    start : int
        Sentences drawn at random to begin with, labelled without proposals.
    growth, least : float, int
        Each step labels this share of the sentences that are labelled, and at least so many.
    budget : int or None
        Where all runs end, in sentences. By default a way ends when the mean curve of its seeds has
        reached `until`; and where "random" is among the ways, all others when their people have
        read as many tokens as those of random had to for that.
    until : float
        A share of the full-data score.
    error_rate : float
        How often the person errs; see `believed`.
    """

    start: int = 50
    growth: float = 0.1
    least: int = 10
    budget: int | None = None
    until: float = 0.99
    error_rate: float = 0.0

    def check(self) -> None:
        """Raise CrfError for what is impossible."""
        if self.start < 1 or self.least < 1 or (self.budget is not None and self.budget < 1):
            raise CrfError("A simulation labels at least one sentence in each step.")
        if self.growth < 0.0 or not 0.0 < self.until <= 1.0 or not 0.0 <= self.error_rate <= 1.0:
            raise CrfError(
                f"growth={self.growth} must be at least 0, until={self.until} a share of the "
                f"full-data score, and error_rate={self.error_rate} between 0 and 1."
            )

    def limit(self, n_sentences: int) -> int:
        """Return how many sentences of a pool are labelled at most."""
        return n_sentences if self.budget is None else min(self.budget, n_sentences)

    def next_amount(self, labelled: int, n_sentences: int) -> int:
        """Return how many sentences are labelled after the next step."""
        more = max(self.least, round(self.growth * labelled)) if labelled else self.start
        return min(labelled + more, self.limit(n_sentences))
