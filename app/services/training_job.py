"""A requested training, and what steps of the history give it to learn or take from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenChange, TokenChanges
from app.domain.history import Action, HistoryStep
from app.domain.project import Corpus
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import OUTSIDE_LACKS, TrainingData

ABANDONED_SECONDS = 10.0
"""A training that began within this time is abandoned when a label is undone."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingJob:
    """One requested training; it learns the edits with ids below ``next_edit``."""

    number: int
    data: TrainingData
    next_edit: int
    only_rules: bool = False
    """Only rules have changed, which may have no effect on training."""

    def learns_undone(self, step: HistoryStep, corpus: Corpus) -> bool:
        """Return whether it learns labels that a step undoes."""
        if step.action not in (Action.UNDO, Action.BACK):
            return False
        is_learnt = any(edit.id < self.next_edit for edit in step.steps or (step.edit,))
        return is_learnt and count_new_labels(corpus, step.applied.tokens, 1) > 0


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


def lacks_of(data: TrainingData) -> tuple[str, bool]:
    """Return what labels lack for a model, "" for nothing; and whether an earlier model goes.

    With too few tokens without a label it stays: later labels made them few.
    """
    lacks = data.lacks()
    if not lacks and data.needs_more_outside():
        return OUTSIDE_LACKS, False
    return lacks, bool(lacks)
