"""A threshold for queries of single tokens that follows what the answers show.

Tokens with a less probable proposed label are queried. With a fixed threshold, a model that is too
confident is never told of most of its errors, and the learning curve ends below the score of whole
sentences; a cautious one queries tokens that are right. Here the answers themselves show how much
too confident the model is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

ERROR_RATE = 0.05
"""The expected share of wrong labels among tokens at the threshold."""

LEAST, MOST = 0.7, 0.995
"""The range of the threshold."""

PRIOR = 5.0
"""Tokens of the prior: so many errors as expected."""

KEPT = 0.5
"""What earlier answers count when there are newer ones."""


@dataclass(frozen=True, slots=True)
class QueryThreshold:
    """What the answers to queries have shown of the confidence of models.

    Attributes
    ----------
    expected : float
        The number of errors that the models expected among queried tokens: Σ (1 − p).
    found : float
        The number of their proposed labels that were wrong.
    """

    expected: float = 0.0
    found: float = 0.0

    @property
    def value(self) -> float:
        """The probability below which tokens are queried.

        With k = found / expected errors, a token of probability p is wrong with probability
        k·(1 − p); at the threshold that is `ERROR_RATE`.
        """
        ratio = (PRIOR + self.found) / (PRIOR + self.expected)
        return float(np.clip(1.0 - ERROR_RATE / ratio, LEAST, MOST))

    def after(self, probabilities: Any, wrong: Any) -> QueryThreshold:
        """Return the threshold after answers.

        Parameters
        ----------
        probabilities : (n,) numbers
            Of the proposed labels of the queried tokens, before any answer in their sentence.
        wrong : (n,) booleans
            Whether these labels were wrong.
        """
        if not len(probabilities):
            return self
        expected = float(np.sum(1.0 - np.asarray(probabilities, np.float64)))
        found = float(np.count_nonzero(wrong))
        return QueryThreshold(KEPT * self.expected + expected, KEPT * self.found + found)


NO_ANSWERS = QueryThreshold()
