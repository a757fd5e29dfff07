"""Narrowed tokens ("one of these tags") when tags are renamed or merged."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from app.domain.edits import TokenValues
from app.domain.project import Project
from app.domain.tokens import UNKNOWN_SET, TokenState
from app.domain.vocabulary import Vocabulary
from crfcore.text.tag_schemes import continues


def renew_choices(
    project: Project,
    after: TokenValues,
    tags: tuple[NDArray[np.int64], NDArray[np.int64]],
    everything: set[int],
    translate: Callable[[list[str]], set[int]],
    vocabulary: Vocabulary,
) -> None:
    """Translate the tag set of each narrowed token; if every tag becomes possible, open it.

    ``tags`` are the tag ids of all tokens before and after the change, -1 for none: a token that
    could not continue the span before it still cannot.
    """
    before, now = tags
    firsts = set(project.corpus.offsets.tolist())
    names = project.tags
    for token in np.flatnonzero(after.states == TokenState.NARROWED).tolist():
        members = [names[tag] for tag in project.tag_sets[int(after.tag_sets[token])]]
        left = translate(members)
        if token not in firsts and before[token - 1] >= 0:
            tag = names[int(before[token - 1])]
            if not any(continues(tag, member) for member in members):
                tag = vocabulary.name(int(now[token - 1]))
                left = {member for member in left if not continues(tag, vocabulary.name(member))}
        if left and not left >= everything:
            after.tag_sets[token] = vocabulary.set_id(tuple(left))
        else:
            after.tag_sets[token] = UNKNOWN_SET
            after.states[token] = TokenState.UNKNOWN
            after.edits[token] = 0
