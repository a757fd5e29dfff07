"""The seconds that an annotator needs for a sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from crfcore.active_learning import by_sentence
from crfcore.active_learning.pool import Pool
from crfcore.arrays import FloatArray
from crfcore.errors import DataError

MIN_SECONDS = 0.1
"""Lower bound for a sentence, so that one can divide by it."""

IDLE_AFTER = 120.0
"""Longer times are taken as interruptions."""

SENTENCES_OF_PRIOR = 10.0
"""Weight of the usual cost model, in timed sentences."""

USUAL_TOKENS, USUAL_CORRECTIONS = 20.0, 2.0
"""Tokens and corrections of a sentence of the prior."""


@dataclass(frozen=True, slots=True)
class CostModel:
    """Seconds for a sentence: start + token · tokens read + correction · corrections.

    The shape is that of R. Haertel, E. Ringger, K. Seppi, J. Carroll and P. McClanahan, Assessing
    the costs of sampling methods in active learning for annotation, ACL 2008.

    Attributes
    ----------
    start : float
        Seconds for any sentence.
    token : float
        For each token that is read.
    correction : float
        For each proposed label that is corrected.
    """

    start: float = 2.0
    token: float = 0.3
    correction: float = 3.0

    def seconds(self, tokens: ArrayLike, corrections: ArrayLike) -> FloatArray:
        """Return the seconds for sentences, by tokens and corrections."""
        needed = self.token * np.asarray(tokens, np.float64) + self.start
        return np.maximum(needed + self.correction * np.asarray(corrections), MIN_SECONDS)

    def seconds_of(self, pool: Pool) -> FloatArray:
        """Return the seconds expected for each sentence of a pool, (N,).

        All tokens are read; the number of corrections is the model's expectation.
        """
        return self.seconds(pool.lengths, by_sentence.sums(pool.uncertainties, pool.offsets))


USUAL = CostModel()
"""Prior for an unknown annotator, who reads 200 words a minute."""


def fit_cost_model(
    tokens: ArrayLike,
    corrections: ArrayLike,
    seconds: ArrayLike,
    *,
    usual: CostModel = USUAL,
    idle_after: float = IDLE_AFTER,
) -> CostModel:
    """Return the cost model of a person's own timings.

    Parameters
    ----------
    tokens, corrections, seconds : (n,) arrays
        Of each timed sentence; n may be 0.
    usual : CostModel
        The prior, with the weight of ten sentences.
    idle_after : float
        Sentences that took longer, in seconds, are left out.

    Raises
    ------
    DataError
        The arrays differ in length, or contain negative or non-finite numbers.

    Notes ----- Non-negative least squares (C. Lawson and R. Hanson, 1974) of errors relative to the
    usual time for the sentence.
    """
    # Imported here because it is slow to load and rarely needed.
    from scipy.optimize import nnls

    table = _checked(tokens, corrections, seconds)
    table = table[table[:, 2] <= idle_after]
    expected = usual.seconds(table[:, 0], table[:, 1])
    timed = np.column_stack([np.ones(len(table)), table[:, :2]]) / expected[:, np.newaxis]
    # Each coefficient is regularised by its share in sentences of usual size.
    size = np.array([1.0, USUAL_TOKENS, USUAL_CORRECTIONS])
    share = size / usual.seconds(USUAL_TOKENS, USUAL_CORRECTIONS) * np.sqrt(SENTENCES_OF_PRIOR)
    believed = np.array([usual.start, usual.token, usual.correction])
    rows = np.vstack([timed, np.diag(share)])
    wanted = np.concatenate([table[:, 2] / expected, share * believed])
    start, token, correction = nnls(rows, wanted)[0].tolist()
    return CostModel(start, token, correction)


def _checked(*columns: ArrayLike) -> FloatArray:
    """Return columns side by side, (n, 3)."""
    arrays = [np.asarray(column, dtype=np.float64).ravel() for column in columns]
    if len({len(array) for array in arrays}) > 1:
        counts = ", ".join(str(len(array)) for array in arrays)
        raise DataError(
            f"Timings need as many tokens, corrections and seconds; found {counts} of them."
        )
    table = np.column_stack(arrays)
    wrong = np.flatnonzero(~(np.isfinite(table) & (table >= 0.0)).all(axis=1))
    if len(wrong):
        found = ", ".join(f"{number:g}" for number in table[wrong[0]].tolist())
        raise DataError(
            f"Timing {wrong[0] + 1} has the tokens, corrections and seconds {found}; these are "
            "finite numbers from 0 on."
        )
    return table
