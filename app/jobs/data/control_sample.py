"""Drawing and resizing of the test sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.domain.control_sample import (
    anything_known,
    largest_sample,
    sample_room,
    size_to_draw,
)
from app.domain.edits import Edit, RoleChange
from app.domain.project import Corpus, Project
from app.domain.tokens import Role


def resized(
    project: Project, size: int, rng: np.random.Generator, at_work: int = -1
) -> RoleChange | None:
    """Draw more test sentences, or release some, until there are ``size``.

    There are never more drawn than `largest_sample` allows. They are drawn from the visible
    sentences without labels, except the current one with the id ``at_work``: its suggestions have
    been seen. Unlabelled ones are released first.
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
        n_wanted = min(size, largest_sample(len(free) + len(control))) - len(control)
        free = free[project.corpus.ids[free] != at_work]
        roles[_drawn(free, n_wanted, rng)] = Role.CONTROL
    return _change(project.corpus, roles)


def numbers_to_draw(project: Project, n_open: Sequence[int], rng: np.random.Generator) -> list[int]:
    """Return how many test sentences to draw from each document of an import.

    ``n_open`` are the numbers of their open sentences. All of these have the same chance, and those
    that the project has already keep their roles: their suggestions may have been seen.
    """
    size = project.settings.control_size
    if not size:
        return [0] * len(n_open)
    room = sample_room(project.corpus, project.visible())
    n_drawn = size_to_draw(size, room, sum(n_open))
    documents = np.repeat(np.arange(len(n_open)), n_open)
    drawn = _drawn(documents, n_drawn, rng)
    return [int(n) for n in np.bincount(drawn, minlength=len(n_open))]


def with_control_sample(
    edit: Edit, arriving: Corpus, n_drawn: int, rng: np.random.Generator
) -> Edit:
    """Return the edit that shows a document, with ``n_drawn`` of its open sentences drawn."""
    drawn = _drawn(np.flatnonzero(~anything_known(arriving)), n_drawn, rng)
    if not len(drawn):
        return edit
    pool = np.full(len(drawn), Role.POOL, np.uint8)
    control = np.full(len(drawn), Role.CONTROL, np.uint8)
    return replace(edit, roles=RoleChange(arriving.ids[drawn], pool, control))


def released(project: Project, sentences: NDArray[np.int64]) -> RoleChange | None:
    """Make test sentences, given by their ids, ordinary ones again."""
    roles = project.corpus.roles.copy()
    roles[np.isin(project.corpus.ids, sentences)] = Role.POOL
    return _change(project.corpus, roles)


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
