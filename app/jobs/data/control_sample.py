"""Drawing and resizing of the test sample."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.control_sample import anything_known, largest_sample
from app.domain.edits import Edit, RoleChange
from app.domain.project import Corpus, Project
from app.domain.tokens import Role


def resized(
    project: Project, size: int, rng: np.random.Generator, at_work: int = -1
) -> RoleChange | None:
    """Draw more test sentences, or release some, until there are ``size``.

    There are never more than `largest_sample` allows. They are drawn from the visible sentences
    without labels, except the current one with the id ``at_work``: its suggestions have been seen.
    Unlabelled ones are released first.
    """
    visible = project.visible()
    roles = project.corpus.roles.copy()
    labelled = anything_known(project.corpus)
    control = visible[roles[visible] == Role.CONTROL]
    if len(control) > size:
        shuffled = rng.permutation(control)
        released = shuffled[np.argsort(labelled[shuffled], kind="stable")][: len(control) - size]
        roles[released] = Role.POOL
    else:
        free = visible[(roles[visible] == Role.POOL) & ~labelled[visible]]
        free = free[project.corpus.ids[free] != at_work]
        n_wanted = min(size, largest_sample(len(visible))) - len(control)
        roles[_drawn(free, n_wanted, rng)] = Role.CONTROL
    return _change(project.corpus, roles)


def with_control_sample(
    project: Project,
    edit: Edit,
    arriving: Corpus,
    rng: np.random.Generator,
    at_work: int = -1,
) -> Edit:
    """Return the edit that shows a document with changes of the test sample.

    While the sample has no labels, it is drawn again from all sentences except the current one with
    the id ``at_work``; afterwards the same share of the new document is added to it.
    """
    size = project.settings.control_size
    if not size or all(change.after.for_learning for change in edit.documents):
        return edit
    corpus = project.corpus
    shown = np.zeros(corpus.n_sentences, np.bool_)
    shown[project.visible()] = True
    control = np.flatnonzero(shown & (corpus.roles == Role.CONTROL))
    new = np.flatnonzero(~anything_known(arriving))
    begun = bool(anything_known(corpus)[control].any())
    if begun:
        sampled = shown & np.isin(corpus.documents, np.unique(corpus.documents[control]))
        share = len(control) / int(np.count_nonzero(sampled))
        drawn = _drawn(new, round(share * len(new)), rng)
        return replace(edit, roles=_became_control(arriving.ids[drawn]))
    free = np.flatnonzero(shown & ~anything_known(corpus) & (corpus.ids != at_work))
    both = np.concatenate([free, corpus.n_sentences + new])
    most = largest_sample(int(np.count_nonzero(shown)) + arriving.n_sentences)
    drawn = _drawn(both, min(size, most), rng)
    roles = corpus.roles.copy()
    roles[control] = Role.POOL
    roles[drawn[drawn < corpus.n_sentences]] = Role.CONTROL
    before = _change(corpus, roles)
    after = _became_control(arriving.ids[drawn[drawn >= corpus.n_sentences] - corpus.n_sentences])
    return replace(edit, roles=_joined(before, after))


def _drawn(
    sentence_indices: NDArray[np.int64], size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Draw sentences as `crfcore.active_learning.draw_control_sample` does.

    Loading that library takes too long for the window's thread.
    """
    return sentence_indices[np.sort(rng.permutation(len(sentence_indices))[: max(size, 0)])]


def _change(corpus: Corpus, roles: NDArray[np.uint8]) -> RoleChange | None:
    """Return the change to these roles (N,), None if there is none."""
    at = np.flatnonzero(roles != corpus.roles)
    return RoleChange(corpus.ids[at], corpus.roles[at], roles[at]) if len(at) else None


def _became_control(ids: NDArray[np.int64]) -> RoleChange | None:
    if not len(ids):
        return None
    return RoleChange(
        ids, np.full(len(ids), Role.POOL, np.uint8), np.full(len(ids), Role.CONTROL, np.uint8)
    )


def _joined(one: RoleChange | None, other: RoleChange | None) -> RoleChange | None:
    if one is None or other is None:
        return one or other
    return RoleChange(
        np.concatenate([one.sentences, other.sentences]),
        np.concatenate([one.before, other.before]),
        np.concatenate([one.after, other.after]),
    )
