"""What a step of the history gives a training to learn, or takes from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenChange, TokenChanges
from app.domain.history import Action, HistoryStep
from app.domain.project import Corpus
from app.domain.tokens import Role, TokenState


def undoes_labels(step: HistoryStep) -> bool:
    """Return whether a step undoes changes of tokens."""
    return step.action in (Action.UNDO, Action.BACK) and len(step.applied.tokens) > 0


def count_new_labels(corpus: Corpus, tokens: Sequence[TokenChange], wanted: int) -> int:
    """Count the tokens outside the test sample that were confirmed, changed or cleared.

    The count ends once it has reached ``wanted``: a bulk action may have very many sentences.
    """
    n = 0
    for changes in TokenChanges.in_order(tokens).blocks():
        if n >= wanted:
            break
        learnt = corpus.roles[corpus.sentence_indices_of(changes.sentences)] != Role.CONTROL
        n += int(_new_labels(changes)[np.repeat(learnt, changes.sizes)].sum())
    return n


def _new_labels(changes: TokenChanges) -> NDArray[np.bool_]:
    """Return which tokens were confirmed, changed or cleared (K,)."""
    before, after = changes.before, changes.after
    known = (before.states == TokenState.CONFIRMED) | (after.states == TokenState.CONFIRMED)
    other = (before.states != after.states) | (before.tag_sets != after.tag_sets)
    return np.asarray(known & other)
