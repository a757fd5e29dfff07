"""Queries of single tokens: the uncertain ones, while the model labels the rest.

K. Tomanek and U. Hahn, Semi-supervised active learning for sequence labeling, ACL 2009: confident
suggestions need neither reading nor labelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isnan
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore.active_learning.pool import Pool
from crfcore.errors import CrfError, DataError, shown
from crfcore.messages import counted

RESTS = ("unknown", "accept")
"""What becomes of the tokens that are not queried."""

CONFIDENCE = 0.9
"""Default threshold: tokens with a less probable proposed label are queried."""

ACCEPTED = 0.99
"""Default probability from which a proposed label is accepted without a query."""

QueriedMask: TypeAlias = NDArray[np.bool_]
"""Mask of the queried tokens of a pool, (T,)."""


def uncertain_tokens(pool: Pool, below: float = CONFIDENCE) -> QueriedMask:
    """Return the tokens to query: those whose proposed label is less probable than a threshold.

    Tokens with a known label are not queried.
    """
    if not isinstance(below, Real) or isnan(below):
        raise CrfError(f"below={shown(below)} is no probability; give a number from 0 to 1.")
    return np.asarray(pool.proposals.probabilities < below)


def answered(
    pool: Pool,
    queried: QueriedMask,
    given: Sequence[Sequence[Any]],
    *,
    rest: str = "unknown",
    threshold: float = ACCEPTED,
) -> list[list[Any]]:
    """Return the labels known after an annotator's answers, for `fit`.

    Parameters
    ----------
    pool : Pool
        The sentences that were shown.
    queried : (T,) array of bool
    given : sequences of str, or None
        A label for each token, of which only queried ones are read; None is no answer. Labels may
        be new to the model.
    rest : {"unknown", "accept"}
        Other tokens stay unknown in training; or they get the label that the model proposes given
        the answers, where its probability is high enough.
    threshold : float
        The least such probability.

    Returns
    -------
    list of lists of str or None

    Raises
    ------
    DataError
        The number of answers or queried tokens differs from that of tokens; names the sentence.
    CrfError
        `rest` is unknown; or, with "accept", the pool's rules contradict the answers.
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


def _flat_answers(pool: Pool, queried: QueriedMask, given: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the answers for all tokens, concatenated; None where there is none."""
    lengths = pool.lengths.tolist()
    if len(queried) != int(pool.offsets[-1]) or len(given) != len(lengths):
        raise DataError(
            f"There are {len(lengths):,} sentences with {int(pool.offsets[-1]):,} tokens, answers "
            f"for {len(given):,} and {len(queried):,} tokens asked about or not; each needs one."
        )
    for sentence, (own, length) in enumerate(zip(given, lengths, strict=True)):
        if len(own) != length:
            raise DataError(
                f"Sentence {sentence + 1} has {counted(length, 'token')} and "
                f"{counted(len(own), 'answer')}; each token needs one, or None."
            )
    flat = [answer for own in given for answer in own]
    return [
        answer if is_queried else None for answer, is_queried in zip(flat, queried, strict=True)
    ]


def _known(pool: Pool, flat: list[Any]) -> NDArray[np.uint8]:
    """Return the labels allowed for each token after the answers, (T, L)."""
    labels = {name: number for number, name in enumerate(pool.fitted.labels)}
    shape = len(flat), len(labels)
    mask = np.ones(shape, np.uint8) if pool.allowed is None else pool.allowed.copy()
    for t, answer in enumerate(flat):
        # Labels unknown to the model are ignored.
        if isinstance(answer, str) and answer in labels:
            mask[t] = 0
            mask[t, labels[answer]] = 1
    return mask
