"""The sentences of files that a project has already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.jobs.importing.documents import PreparedDocument
from app.jobs.progress import Monitor, report

SENTENCES_AT_ONCE = 10_000
"""Number of sentences after which progress is reported."""

N_BYTES = np.dtype(np.int32).itemsize


@dataclass(frozen=True, slots=True, eq=False)
class ListedSentences:
    """The sentences of the documents that a project lists, for a worker.

    The tokens of sentence i are ``tokens[offsets[i]:offsets[i + 1]]``, as indices in ``words``;
    ``documents[i]`` is the id of its document, one of ``listed`` if it is listed. Arrays and list
    are the project's: edits replace or append to them.
    """

    words: Sequence[str]
    tokens: NDArray[np.int32]
    offsets: NDArray[np.int64]
    documents: NDArray[np.int32]
    listed: frozenset[int]


def listed_sentences(project: Project) -> ListedSentences:
    """Return the sentences to be labelled; texts that are only learned from are not listed."""
    corpus = project.corpus
    listed = frozenset(one.id for one in project.documents.values() if one.listed)
    return ListedSentences(
        project.words, corpus.columns[0], corpus.offsets, corpus.documents, listed
    )


def n_present(
    prepared: Sequence[PreparedDocument], listed: ListedSentences, monitor: Monitor | None = None
) -> list[int]:
    """Return how many sentences of each file are listed, with the same tokens."""
    ids = {word: number for number, word in enumerate(listed.words)}
    files = [list(_keys(*_in_project(one, ids))) for one in prepared]
    wanted = {key for keys in files for key in keys}
    found = _found(wanted, listed, monitor)
    return [sum(key in found for key in keys) for keys in files]


def _in_project(
    one: PreparedDocument, ids: dict[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the tokens of a file as indices of the project, -1 for others, and its offsets."""
    numbers = np.array([ids.get(word, -1) for word in one.words], np.int32)
    return numbers[one.columns[0]], one.offsets


def _keys(tokens: NDArray[np.int32], offsets: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield the tokens of each sentence as bytes, which are compared fast."""
    data = tokens.tobytes()
    for first, last in pairwise((N_BYTES * offsets).tolist()):
        yield data[first:last]


def _found(wanted: set[bytes], listed: ListedSentences, monitor: Monitor | None) -> set[bytes]:
    """Return those keys that listed sentences have; only their lengths are compared of most."""
    lengths = np.diff(listed.offsets)
    possible = np.isin(listed.documents, list(listed.listed))
    possible &= np.isin(lengths, [len(key) // N_BYTES for key in wanted])
    sentences = np.flatnonzero(possible)
    found: set[bytes] = set()
    bounds = zip(listed.offsets[sentences].tolist(), lengths[sentences].tolist(), strict=True)
    for number, (first, length) in enumerate(bounds):
        if number % SENTENCES_AT_ONCE == 0:
            report(monitor, number, len(sentences))
        key = listed.tokens[first : first + length].tobytes()
        if key in wanted:
            found.add(key)
    return found
