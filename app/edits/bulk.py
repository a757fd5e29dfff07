"""Changes to many tokens of a project at once, from flat arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenChange, TokenValues
from app.domain.project import Project


def token_changes(project: Project, after: TokenValues) -> tuple[TokenChange, ...]:
    """Return the changes, sentence by sentence, that make all tokens what ``after`` says (T,)."""
    corpus = project.corpus
    different = (after.tag_sets != corpus.tag_sets) | (after.states != corpus.states)
    flat = np.flatnonzero(different)
    if not len(flat):
        return ()
    places = np.searchsorted(corpus.offsets, flat, side="right") - 1
    cuts = np.flatnonzero(np.diff(places)) + 1
    return tuple(
        TokenChange(
            int(corpus.ids[place]),
            (group - corpus.offsets[place]).astype(np.int32),
            TokenValues(corpus.tag_sets[group], corpus.states[group], corpus.edits[group]),
            TokenValues(after.tag_sets[group], after.states[group], after.edits[group]),
        )
        for group, place in zip(
            np.split(flat, cuts), places[np.concatenate([[0], cuts])].tolist(), strict=True
        )
    )


def values_now(project: Project) -> TokenValues:
    """Return copies of what is known of all tokens, to be changed."""
    corpus = project.corpus
    return TokenValues(corpus.tag_sets.copy(), corpus.states.copy(), corpus.edits.copy())


def said_tags(project: Project, said: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the tag id of each token of which one tag is said, -1 elsewhere (T,)."""
    single = np.array(
        [members[0] if len(members) == 1 else -1 for members in project.tag_sets], np.int64
    )
    return np.where(said, single[project.corpus.tag_sets], -1)
