"""Changes to many tokens of a project, from flat arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenChange, TokenChanges, TokenValues, compact
from app.domain.project import Project
from app.domain.proposals import NO_TAG, only_tags


def token_changes(project: Project, after: TokenValues) -> Sequence[TokenChange]:
    """Return the changes, by sentence, that give all tokens the values ``after`` (T,)."""
    corpus = project.corpus
    different = (after.tag_sets != corpus.tag_sets) | (after.states != corpus.states)
    flat = np.flatnonzero(different)
    if not len(flat):
        return ()
    owners = np.searchsorted(corpus.offsets, flat, side="right") - 1
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    changes = TokenChanges(
        corpus.ids[owners[firsts]],
        np.append(firsts, len(flat)),
        (flat - corpus.offsets[owners]).astype(np.int32),
        TokenValues(corpus.tag_sets[flat], corpus.states[flat], corpus.edits[flat]),
        after.at(flat),
    )
    return compact(changes)


def values_now(project: Project) -> TokenValues:
    """Return copies of the values of all tokens."""
    corpus = project.corpus
    return TokenValues(corpus.tag_sets.copy(), corpus.states.copy(), corpus.edits.copy())


def single_tags(project: Project, has_tag: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the tag id of each token with a single tag, -1 elsewhere (T,)."""
    return np.where(has_tag, only_tags(project.tag_sets)[project.corpus.tag_sets], NO_TAG)
