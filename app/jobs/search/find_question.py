"""A query with the data of the project that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Copier, Corpus, Project
from app.domain.proposals import Proposals
from app.domain.search import (
    ANNOTATION_FIELDS,
    AUTHOR_FIELDS,
    Condition,
    Field,
    Order,
    Query,
    atoms,
)
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import foreign_tags, tags_without_label

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Authors:
    """Annotators (``people``) and ``origins`` of edits, by the edit's id."""

    people: Mapping[int, str]
    origins: Mapping[int, str]


NO_AUTHORS = Authors({}, {})


@dataclass(frozen=True, slots=True, eq=False)
class FindQuestion:
    """A query, and the project's arrays to search; N sentences, T tokens.

    Arrays that edits and proposals change are copied; ``authors`` should be copies, too. Arrays
    that the query does not read are empty. ``words`` is shared and only grows; the first
    ``n_words`` are used.
    """

    query: Query
    order: Order
    corpus: Corpus
    words: list[str]
    n_words: int
    visible: Places
    proposed: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    models: NDArray[np.int32]
    listed: NDArray[np.bool_]
    members: tuple[tuple[int, ...], ...]
    tags: tuple[str, ...]
    gone: frozenset[int]
    foreign: frozenset[int]
    scheme: str
    documents: Mapping[int, str]
    flags: Mapping[int, SentenceFlags]
    authors: Authors
    revision: int


def find_question(
    project: Project,
    proposals: Proposals,
    visible: Places,
    query: Query,
    *,
    order: Order = Order.TEXT,
    authors: Authors = NO_AUTHORS,
    revision: int = 0,
    copied: Copier = np.copy,
) -> FindQuestion:
    """Return the data for a search. ``copied`` copies an array."""
    reads = {atom.field for atom in atoms(query) if isinstance(atom, Condition)}
    # The arrays are large: what the query does not read is not copied.
    unread = [] if reads & ANNOTATION_FIELDS else ["tag_sets", "states"]
    unread += [] if reads & AUTHOR_FIELDS else ["edits"]

    def copy_of(array: Any, wanted: frozenset[Field]) -> Any:
        return copied(array) if reads & wanted else array[:0].copy()

    return FindQuestion(
        query,
        order,
        project.corpus.snapshot(copied, unread),
        project.words,
        len(project.words),
        visible,
        copy_of(proposals.tags, ANNOTATION_FIELDS),
        copy_of(proposals.probabilities, frozenset({Field.CONFIDENCE})),
        copy_of(proposals.models, frozenset({Field.CONFIDENCE})),
        copy_of(proposals.listed, frozenset({Field.CONFIDENCE})),
        tuple(project.tag_sets),
        tuple(project.tags),
        tags_without_label(project, range(len(project.tags))),
        foreign_tags(project),
        project.settings.scheme,
        {one.id: one.name for one in project.documents.values()},
        dict(project.flags),
        authors,
        revision,
    )
