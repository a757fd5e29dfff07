"""Queries of single tokens: the uncertain ones, while the model labels the rest.

K. Tomanek and U. Hahn, Semi-supervised active learning for sequence labeling, ACL 2009: what the
model is sure of need not be read, let alone labelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.active_learning.pool import Pool
from crfcore.errors import CrfError, DataError, shown

RESTS = ("unknown", "accept")
"""What becomes of the tokens that are not asked about."""

CONFIDENCE = 0.9
"""Tokens of which the proposed label is less probable are asked about, unless said otherwise."""

ACCEPTED = 0.99
"""So probable a proposed label has to be, unless said otherwise, to be taken without asking."""

Asked: TypeAlias = NDArray[np.bool_]
"""Which tokens of a pool are asked about, (T,)."""


def uncertain_tokens(pool: Pool, below: float = CONFIDENCE) -> Asked:
    """Return the tokens to ask about: those whose proposed label is less probable than this.

    What is known already is certain, and not asked about.
    """
    return np.asarray(pool.proposals.probabilities < below)


def answered(
    pool: Pool,
    queried: Asked,
    given: Sequence[Sequence[Any]],
    *,
    rest: str = "unknown",
    threshold: float = ACCEPTED,
) -> list[list[Any]]:
    """Return what is known of each token after a person has answered, for `fit`.

    Parameters
    ----------
    pool : Pool
        The sentences that were shown.
    queried : (T,) array of bool
    given : sequences of str, or None
        A label for each token; only those of asked ones are read. None is no answer. It may be a
        label that the model has never seen.
    rest : {"unknown", "accept"}
        Tokens that were not asked about stay unknown, and are learned from as such; or they get the
        label that the model proposes under the answers, where its probability is high enough.
    threshold : float
        How high, at least.

    Returns
    -------
    list of lists of str or None

    Raises
    ------
    DataError
        Answers, or asked tokens, are not as many as tokens; names the sentence.
    CrfError
        There is no such `rest`; or, with "accept", the pool's rules contradict the answers.
    """
    if rest not in RESTS:
        raise CrfError(f"rest={shown(rest)} is unknown; use one of {', '.join(RESTS)}.")
    flat = _flat_answers(pool, queried, given)
    if rest == "accept":
        found = pool.knowing(_known(pool, flat)).proposals
        names = np.array(pool.fitted.labels, dtype=object)[found.labels].tolist()
        for t in np.flatnonzero(~queried & (found.probabilities >= threshold)).tolist():
            flat[t] = names[t]
    return [flat[start:stop] for start, stop in pairwise(pool.offsets.tolist())]


def _flat_answers(pool: Pool, queried: Asked, given: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the answers for all tokens one after the other, None where there is none."""
    lengths = pool.lengths.tolist()
    if len(queried) != int(pool.offsets[-1]) or len(given) != len(lengths):
        raise DataError(
            f"There are {len(lengths):,} sentences with {int(pool.offsets[-1]):,} tokens, answers "
            f"for {len(given):,} and {len(queried):,} tokens asked about or not; each needs one."
        )
    for sentence, (own, length) in enumerate(zip(given, lengths, strict=True)):
        if len(own) != length:
            raise DataError(
                f"Sentence {sentence + 1} has {length} tokens and {len(own)} answers; each token "
                "needs one, or None."
            )
    flat = [answer for own in given for answer in own]
    return [
        answer if is_queried else None for answer, is_queried in zip(flat, queried, strict=True)
    ]


def _known(pool: Pool, flat: list[Any]) -> NDArray[np.uint8]:
    """Return which labels tokens may have after the answers, (T, L)."""
    labels = {name: number for number, name in enumerate(pool.fitted.labels)}
    shape = len(flat), len(labels)
    mask = np.ones(shape, np.uint8) if pool.allowed is None else pool.allowed.copy()
    for t, answer in enumerate(flat):
        # What the model has never seen tells it nothing.
        if isinstance(answer, str) and answer in labels:
            mask[t] = 0
            mask[t, labels[answer]] = 1
    return mask
