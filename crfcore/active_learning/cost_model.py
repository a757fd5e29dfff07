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
"""No sentence is taken to need less, so that one can divide by it."""

IDLE_AFTER = 120.0
"""Whoever needs longer for a sentence has done something else."""

SENTENCES_OF_PRIOR = 10.0
"""As much as so many timed sentences is what holds for anybody believed."""

USUAL_TOKENS, USUAL_CORRECTIONS = 20.0, 2.0
"""What such a sentence has."""


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
        """Return the seconds for sentences of so many tokens and corrections."""
        needed = self.token * np.asarray(tokens, np.float64) + self.start
        return np.maximum(needed + self.correction * np.asarray(corrections), MIN_SECONDS)

    def seconds_of(self, pool: Pool) -> FloatArray:
        """Return the seconds expected for each sentence of a pool, (N,).

        All its tokens are read, and as many corrected as the model expects to be wrong.
        """
        return self.seconds(pool.lengths, by_sentence.sums(pool.uncertainties, pool.offsets))


USUAL = CostModel()
"""What is believed of a person of whom nothing is known: 200 words a minute are read."""


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
        Of each sentence that was timed; n may be 0.
    usual : CostModel
        What is believed before. It counts as much as ten sentences, so that few timings change it
        a little and many make it forgotten.
    idle_after : float
        Sentences that took more seconds are left out.

    Raises
    ------
    DataError
        The arrays differ in length, or hold something else than finite numbers from 0 on.

    Notes
    -----
    Least squares without negative coefficients (C. Lawson and R. Hanson, 1974), of errors relative
    to what is usual for the sentence: half a minute more says little where minutes are usual.
    """
    # Loading it takes as long as starting a program, and few ask for it.
    from scipy.optimize import nnls

    table = _checked(tokens, corrections, seconds)
    table = table[table[:, 2] <= idle_after]
    expected = usual.seconds(table[:, 0], table[:, 1])
    timed = np.column_stack([np.ones(len(table)), table[:, :2]]) / expected[:, np.newaxis]
    # Each number is held by as much as it counts in sentences of usual size.
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
