"""Reestimation of probabilities by expectation maximisation: inside–outside.

P ← (c + a + m · P₀) / Σ (c + a + m · P₀), with expected counts c, the pseudo-count a, and the count
m of the probabilities P₀ at the start. The objective log P(sentences) + Σ (a + m · P₀) · log P
never falls. J. K. Baker (1979); K. Lari, S. J. Young (1990), "The estimation of stochastic
context-free grammars using the inside-outside algorithm".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError, TrainingCancelled, shown
from crfcore.grammars.chart import Bracket, ChartParser
from crfcore.grammars.grammar import Grammar
from crfcore.grammars.matching import FindsPhrases
from crfcore.messages import message

PSEUDO_COUNT = 0.1
MAX_ITERATIONS = 50
DELTA = 1e-4
"""Reestimation ends when the objective rises by less than this fraction."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of reestimation.

    Attributes
    ----------
    pseudo_count : float
        Added to the count of each rule, at least 0.
    prior_count : float
        How many uses of each symbol the probabilities at the start count as, at least 0. Those
        written by hand should count while few sentences are labelled.
    max_iterations : int
    delta : float
        The least rise of an iteration, as a fraction of the objective.
    """

    pseudo_count: float = PSEUDO_COUNT
    max_iterations: int = MAX_ITERATIONS
    delta: float = DELTA
    prior_count: float = 0.0

    def __post_init__(self) -> None:
        """Check the values."""
        for name in ("pseudo_count", "prior_count"):
            value = getattr(self, name)
            if not 0.0 <= value < np.inf:
                raise CrfError(f"{name}={shown(value)} is not possible; it must be at least 0.")
        if self.max_iterations < 1:
            raise CrfError(
                f"max_iterations={shown(self.max_iterations)} is not possible; it must be at "
                "least 1."
            )
        if not 0.0 <= self.delta < 1.0:
            raise CrfError(
                f"delta={shown(self.delta)} is not possible; it must be from 0 to below 1."
            )


@dataclass(frozen=True, slots=True)
class Reestimated:
    """A grammar with reestimated probabilities.

    Attributes
    ----------
    grammar : Grammar
    history : tuple of float
        The objective before each iteration; the last is that of the grammar before its last one.
    converged : bool
        Whether it ended because the objective hardly rose.
    n_impossible : int
        The number of sentences that the grammar does not generate, which counted nothing.
    """

    grammar: Grammar
    history: tuple[float, ...]
    converged: bool
    n_impossible: int


def reestimate(
    grammar: Grammar,
    sentences: Iterable[Sequence[Any]],
    brackets: Sequence[Iterable[Bracket]] | None = None,
    *,
    settings: Settings = Settings(),
    lists: Mapping[str, FindsPhrases] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Reestimated:
    """Reestimate a grammar of whole strings.

    Parameters
    ----------
    grammar : Grammar
        The start. Rules of probability 0 stay so without a pseudo-count.
    sentences : sequences of words, or of sequences of fields
    brackets : for each sentence, optional
        What is known of its derivation.
    settings : Settings
    lists : mapping of str to PhraseList, optional
    cancelled : callable

    Raises
    ------
    CrfError
        The grammar generates none of the sentences.
    TrainingCancelled
        ``cancelled`` returned True.
    """
    given = [list(sentence) for sentence in sentences]
    prior = prior_counts(grammar, settings)
    history: list[float] = []
    n_impossible = 0
    for _ in range(settings.max_iterations):
        if cancelled():
            raise TrainingCancelled
        log_z, counts = ChartParser(grammar, lists).counts(given, brackets)
        n_impossible = int(np.count_nonzero(log_z == -np.inf))
        if n_impossible == len(given):
            raise CrfError(
                message(
                    "The grammar generates none of the sentences; give it rules for them, or "
                    "others."
                )
            )
        total = float(log_z[log_z > -np.inf].sum())
        history.append(total + log_prior(grammar, prior))
        if hardly_rises(history, settings.delta):
            return Reestimated(grammar, tuple(history), True, n_impossible)
        grammar = with_counts(grammar, counts + prior)
    return Reestimated(grammar, tuple(history), False, n_impossible)


def prior_counts(grammar: Grammar, settings: Settings) -> FloatArray:
    """Return what is added to the count of each rule, (R,)."""
    start = np.array([rule.probability for rule in grammar.rules])
    return settings.pseudo_count + settings.prior_count * start


def log_prior(grammar: Grammar, prior: FloatArray) -> float:
    """Return Σ prior · log P of the rules; those of prior 0 add nothing."""
    probabilities = np.array([rule.probability for rule in grammar.rules])
    with np.errstate(divide="ignore"):
        return float(prior[prior > 0.0] @ np.log(probabilities[prior > 0.0]))


def hardly_rises(history: Sequence[float], delta: float) -> bool:
    """Return whether the last value of an objective is hardly higher than the one before it."""
    if len(history) < 2 or history[-2] == -np.inf:
        return False
    return history[-1] - history[-2] <= delta * abs(history[-2])


def with_counts(grammar: Grammar, counts: FloatArray) -> Grammar:
    """Return a grammar with probabilities in proportion to counts.

    Symbols whose rules have no counts at all keep their probabilities.
    """
    numbers = {name: number for number, name in enumerate(grammar.symbols)}
    lefts = np.array([numbers[rule.left] for rule in grammar.rules])
    totals = np.bincount(lefts, counts, len(numbers))[lefts]
    old = np.array([rule.probability for rule in grammar.rules])
    with np.errstate(invalid="ignore", divide="ignore"):
        return grammar.with_probabilities(np.where(totals > 0.0, counts / totals, old))
