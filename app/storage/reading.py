"""Reading of a whole project from its rows."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document
from app.domain.gazetteers import Effect, Gazetteer
from app.domain.gc_pause import gc_paused
from app.domain.labels import Label
from app.domain.project import Corpus, Project
from app.domain.project_contents import ProjectContents
from app.domain.rules import ProjectRule
from app.domain.sentence_flags import SentenceFlags
from app.domain.settings import ProjectSettings
from app.domain.tokens import TokenState
from app.storage.edit_encoding import layout_from, settings_from
from app.storage.errors import DamagedRowsError
from app.storage.json_values import from_json
from app.storage.sentence_rows import StoredRow, corpus_of
from app.storage.tables import check_rows
from crfcore.errors import cut, fault_of_content
from crfcore.messages import message

ROWS_AT_ONCE = 200
"""Sentences read at a time when they are only checked."""

ROWS_JOINED = 1_000
"""Rows read at a time: freeing many at once would block the window."""

_NAME_SHOWN = 80

_SENTENCES = """
    SELECT id, document_id, role, text, starts, ends, columns, tag_sets, states, edits, checksum
    FROM sentences
    WHERE document_id NOT IN (SELECT id FROM documents WHERE importing = 1) AND id > ?
    ORDER BY id LIMIT ?
"""
_BEFORE_ALL = -(2**63)
_WITHOUT_SOURCE = """
    SELECT 1 FROM sentences s
    WHERE document_id NOT IN (SELECT id FROM documents WHERE importing = 1)
    AND NOT EXISTS (SELECT 1 FROM sources WHERE sentence_id = s.id) LIMIT 1
"""
UNREADABLE = (KeyError, TypeError, ValueError, OverflowError, RecursionError)
"""Errors raised while rows with invalid values are read."""

Reached = Callable[[int, int], object]

LOADED = (
    "settings",
    "annotators",
    "labels",
    "documents",
    "words",
    "tags",
    "tag_sets",
    "sentences",
    "rules",
    "gazetteers",
    "phrases",
    "marks",
)
"""The tables that are read as a whole when a project is opened."""

_STEPS = "SELECT id FROM edits ORDER BY id"
_DOCUMENTS = """
    SELECT id, name, position, layout, removed FROM documents WHERE importing = 0 ORDER BY id
"""


def read_project(connection: sqlite3.Connection) -> Project:
    """Return the project; DamagedRowsError and the like if rows are inconsistent."""
    for table in LOADED:
        check_rows(connection, table)
    words, tags, tag_sets = _names(connection)
    with gc_paused():
        corpus = Corpus.joined(list(_pages(connection, ROWS_JOINED, words, len(tag_sets))))
    return Project(
        settings=_settings(connection),
        labels=_labels(connection),
        documents=read_documents(connection),
        rules=_rules(connection),
        gazetteers=_gazetteers(connection),
        phrases=_phrases(connection),
        flags=_flags(connection),
        words=words,
        tags=tags,
        tag_sets=tag_sets,
        corpus=corpus,
    )


def read_every_row(connection: sqlite3.Connection) -> Iterator[tuple[list[str], Corpus]]:
    """Read every row as `read_project` does, and yield the words and some sentences at a time.

    Freeing a project of a million tokens at once would block other threads.
    """
    for table in LOADED:
        check_rows(connection, table)
    words, _, tag_sets = _names(connection)
    for page in _pages(connection, ROWS_AT_ONCE, words, len(tag_sets)):
        yield words, page
    for read in (_settings, _labels, read_documents, _rules, _gazetteers, _phrases, _flags):
        read(connection)


def check_readable(connection: sqlite3.Connection) -> None:
    """Read every row as `read_project` does, and keep none; DamagedRowsError if that fails."""
    try:
        for _ in read_every_row(connection):
            pass
    except UNREADABLE as error:
        raise DamagedRowsError(fault_of_content(error)) from error


def steps_of(connection: sqlite3.Connection) -> NDArray[np.int64]:
    """Return the ids of the steps of the history, rising."""
    return np.array(connection.execute(_STEPS).fetchall(), np.int64).reshape(-1)


def check_steps_exist(corpus: Corpus, steps: NDArray[np.int64]) -> None:
    """Raise DamagedRowsError for sentences of a later state than the history.

    They are such if the file was copied while it was changed. 0 stands for no step.
    """
    named = np.unique(corpus.edits)
    if not np.isin(named[named != 0], steps).all():
        raise DamagedRowsError(message("some tokens name steps that the history lacks"))


def _pages(
    connection: sqlite3.Connection, n: int, words: list[str], n_tag_sets: int
) -> Iterator[Corpus]:
    """Yield ``n`` sentences at a time; DamagedRowsError if a word is not in its text.

    Each word is compared with its first occurrence only: rows of sentences have a checksum. No
    statement stays open between pages, so that the file can be closed.
    """
    last = _BEFORE_ALL
    seen = np.zeros(len(words), np.bool_)
    while page := [StoredRow(*row) for row in connection.execute(_SENTENCES, (last, n)).fetchall()]:
        if page[-1].id <= last:
            raise DamagedRowsError(message("the sentences are not in their order"))
        last = page[-1].id
        corpus = corpus_of(page, len(words), n_tag_sets)
        _check_new_words(words, corpus, seen)
        yield corpus


def check_through(connection: sqlite3.Connection, reached: Reached) -> ProjectContents:
    """Compare the words of every sentence with its text; return the counts of the contents.

    ``reached`` is called with the number of sentences checked, and of all.
    """
    documents = read_documents(connection)
    others = [number for number, document in documents.items() if not document.listed]
    for table in ("sources", "models", "records", "edits"):
        check_rows(connection, table)
    (total,) = connection.execute("SELECT count(*) FROM sentences").fetchone()
    steps = steps_of(connection)
    done = n_sentences = n_confirmed = n_tokens = 0
    for words, corpus in read_every_row(connection):
        _check_words(words, corpus)
        check_steps_exist(corpus, steps)
        shown = ~np.isin(corpus.documents, others)
        starts = corpus.offsets[:-1]
        confirmed = np.logical_and.reduceat(corpus.states == TokenState.CONFIRMED, starts)
        n_sentences += int(shown.sum())
        n_confirmed += int((shown & confirmed).sum())
        n_tokens += int(np.diff(corpus.offsets)[shown].sum())
        done += corpus.n_sentences
        reached(done, total)
    if connection.execute(_WITHOUT_SOURCE).fetchone() is not None:
        raise DamagedRowsError(message("the raw lines of some sentences are missing"))
    return ProjectContents(
        n_documents=len(documents) - len(others),
        n_sentences=n_sentences,
        n_confirmed=n_confirmed,
        n_tokens=n_tokens,
        n_labels=sum(not label.removed for label in _labels(connection).values()),
    )


def _names(
    connection: sqlite3.Connection,
) -> tuple[list[str], list[str], list[tuple[int, ...]]]:
    """Return words, tags and tag sets as lists indexed by id."""
    words = _interned(connection, "SELECT id, word FROM words ORDER BY id")
    tags = _interned(connection, "SELECT id, name FROM tags ORDER BY id")
    tag_sets = [
        _members(text, len(tags))
        for text in _interned(connection, "SELECT id, members FROM tag_sets ORDER BY id")
    ]
    if tag_sets[:1] != [()]:
        raise DamagedRowsError(message("the sets of tags don't begin with the empty one"))
    return words, tags, tag_sets


def _members(text: str, n_tags: int) -> tuple[int, ...]:
    """Return the tags of a set, rising."""
    members = from_json(text)
    if not isinstance(members, list) or not all(type(tag) is int for tag in members):
        raise DamagedRowsError(message("a set of tags is no list of numbers"))
    if any(a >= b for a, b in pairwise(members)) or (
        members and not 0 <= members[0] <= members[-1] < n_tags
    ):
        raise DamagedRowsError(message("the sets of tags name tags that don't exist"))
    return tuple(members)


def _check_words(words: list[str], corpus: Corpus) -> None:
    """Compare the words of every sentence with its text."""
    for sentence_index, number in enumerate(corpus.ids.tolist()):
        ids = corpus.columns[0][corpus.span(sentence_index)].tolist()
        if [words[word] for word in ids] != corpus.words_of(sentence_index):
            raise DamagedRowsError(
                message("the words of sentence {number} are not those of its text", number=number)
            )


def _check_new_words(words: list[str], corpus: Corpus, seen: NDArray[np.bool_]) -> None:
    """Compare words that were not seen before with the text, and mark them as seen."""
    ids = corpus.columns[0]
    new = np.flatnonzero(~seen[ids])
    seen[ids[new]] = True
    sentence_indices = np.searchsorted(corpus.offsets, new, side="right") - 1
    starts, ends = corpus.starts[new].tolist(), corpus.ends[new].tolist()
    for word, sentence_index, start, end in zip(
        ids[new].tolist(), sentence_indices.tolist(), starts, ends, strict=True
    ):
        if words[word] != corpus.texts[sentence_index][start:end]:
            number = int(corpus.ids[sentence_index])
            raise DamagedRowsError(
                message("the words of sentence {number} are not those of its text", number=number)
            )


def _interned(connection: sqlite3.Connection, query: str) -> list[str]:
    """Return an interned list, indexed by id: none may be missing."""
    rows = connection.execute(query).fetchall()
    if rows and (rows[0][0], rows[-1][0]) != (0, len(rows) - 1):
        raise DamagedRowsError(message("some rows of its words or tags are missing"))
    return [value for _, value in rows]


def _settings(connection: sqlite3.Connection) -> ProjectSettings:
    rows = connection.execute("SELECT key, value FROM settings").fetchall()
    return settings_from({key: from_json(value) for key, value in rows})


def _labels(connection: sqlite3.Connection) -> dict[int, Label]:
    rows = connection.execute(
        'SELECT id, name, colour, "key", position, removed, description FROM labels ORDER BY id'
    ).fetchall()
    labels = {
        number: Label(number, name, colour, key, position, bool(removed), description or "")
        for number, name, colour, key, position, removed, description in rows
    }
    names = Counter(label.name for label in labels.values() if not label.removed)
    for name, n in names.items():
        if n > 1:
            raise DamagedRowsError(
                message("{n:,} labels are named “{name}”", n=n, name=cut(name, _NAME_SHOWN))
            )
    return labels


def _rules(connection: sqlite3.Connection) -> dict[int, ProjectRule]:
    rows = connection.execute(
        "SELECT id, kind, parameters, name, active, cost, position FROM rules ORDER BY id"
    ).fetchall()
    return {
        number: ProjectRule(
            number, kind, _object(parameters), name, on=bool(on), cost=cost, position=position
        )
        for number, kind, parameters, name, on, cost, position in rows
    }


def _gazetteers(connection: sqlite3.Connection) -> dict[int, Gazetteer]:
    rows = connection.execute(
        "SELECT id, name, ignore_case, label, as_rule, as_proposals, as_features, effect, others,"
        " cost, position, share, grammar FROM gazetteers ORDER BY id"
    ).fetchall()
    return {
        row[0]: Gazetteer(
            row[0],
            row[1],
            ignore_case=bool(row[2]),
            label=row[3],
            as_rule=bool(row[4]),
            as_proposals=bool(row[5]),
            as_features=bool(row[6]),
            effect=Effect(row[7]),
            others=_texts(row[8]),
            cost=row[9],
            position=row[10],
            share=row[11],
            grammar=row[12] or "",
        )
        for row in rows
    }


def _phrases(connection: sqlite3.Connection) -> dict[int, Mapping[str, str]]:
    phrases: dict[int, dict[str, str]] = {}
    query = "SELECT gazetteer_id, phrase, label FROM phrases ORDER BY rowid"
    rows = connection.execute(query).fetchall()
    for number, phrase, label in rows:
        phrases.setdefault(number, {})[phrase] = label
    return {**phrases}


def _flags(connection: sqlite3.Connection) -> dict[int, SentenceFlags]:
    rows = connection.execute("SELECT sentence_id, mark FROM marks ORDER BY rowid").fetchall()
    return {number: SentenceFlags(flag) for number, flag in rows}


def _texts(text: str) -> tuple[str, ...]:
    names = from_json(text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise DamagedRowsError(message("the other names of a gazetteer are no list of names"))
    return tuple(names)


def _object(text: str) -> str:
    if not isinstance(from_json(text), dict):
        raise DamagedRowsError(message("the parameters of a rule are no object"))
    return text


def read_documents(connection: sqlite3.Connection) -> dict[int, Document]:
    """Return the documents by their ids, including removed ones."""
    documents = {
        number: Document(
            number, name, position, layout_from(from_json(layout)), removed=bool(removed)
        )
        for number, name, position, layout, removed in connection.execute(_DOCUMENTS).fetchall()
    }
    for number, document in documents.items():
        fault = document.layout.column_fault()
        if fault:
            raise DamagedRowsError(
                message("of document {number}, {fault}", number=number, fault=fault)
            )
    return documents
