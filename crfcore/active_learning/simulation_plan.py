"""Settings of a simulation: how sentences are queried, and how many in each step."""

from __future__ import annotations

from dataclasses import dataclass

from crfcore.active_learning.strategies import Strategy
from crfcore.errors import CrfError


@dataclass(frozen=True, slots=True)
class Partial:
    """Only the uncertain tokens of a sentence are queried, one after the other.

    After each answer the sentence is decoded again.

    Attributes
    ----------
    below : float or None
        A token is queried if the marginal of its proposed label is less than this. None: a
        `QueryThreshold`, which follows the answers.
    accept : float or None
        Other tokens are accepted as proposed if their marginal is at least this, and otherwise stay
        unknown. None: all stay unknown.
    """

    below: float | None = None
    accept: float | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A setting to compare: how sentences are queried.

    Attributes
    ----------
    name : str
        Name of its curve.
    strategy : str or callable
        The query strategy.
    proposals : bool
        Whether proposals are shown.
    partial : Partial or None
        Whether single tokens are queried.
    committee : int
        Number of bootstrap models for the strategy.
    """

    name: str
    strategy: str | Strategy
    proposals: bool = True
    partial: Partial | None = None
    committee: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many sentences are labelled in each step.

    Attributes
    ----------
    start : int
        Random sentences at the start, labelled without proposals.
    growth, least : float, int
        Each step labels this share of the number of labelled sentences, at least so many.
    budget : int or None
        Length of all runs, in sentences. By default a setting ends when the mean curve of its seeds
        has reached `until`; if "random" is among the settings, the others end when as many tokens
        are read as "random" needed for that.
    until : float
        A share of the full-data score.
    error_rate : float
        The annotator's error rate; see `believed`.
    """

    start: int = 50
    growth: float = 0.1
    least: int = 10
    budget: int | None = None
    until: float = 0.99
    error_rate: float = 0.0

    def check(self) -> None:
        """Raise CrfError for impossible values."""
        if self.start < 1 or self.least < 1 or (self.budget is not None and self.budget < 1):
            raise CrfError("A simulation labels at least one sentence in each step.")
        if self.growth < 0.0 or not 0.0 < self.until <= 1.0 or not 0.0 <= self.error_rate <= 1.0:
            raise CrfError(
                f"growth={self.growth} must be at least 0, until={self.until} a share of the "
                f"full-data score, and error_rate={self.error_rate} between 0 and 1."
            )

    def limit(self, n_sentences: int) -> int:
        """Return the maximum number of sentences to label."""
        return n_sentences if self.budget is None else min(self.budget, n_sentences)

    def next_amount(self, labelled: int, n_sentences: int) -> int:
        """Return the number of labelled sentences after the next step."""
        more = max(self.least, round(self.growth * labelled)) if labelled else self.start
        return min(labelled + more, self.limit(n_sentences))
