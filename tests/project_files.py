"""Small projects for tests of everything that reads or writes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.documents import Document, Layout
from app.domain.edits import DocumentChange, Edit, Origin, TokenChange, TokenValues
from app.domain.project import Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.settings import ProjectSettings
from app.domain.tokens import TokenState
from app.storage.project_file import ProjectFile
from app.storage.tables import TABLES

LABELLED = (
    (("Anna", "B-PER"), ("lives", "O"), ("in", "O"), ("Ulm", "B-LOC")),
    (("Ulm", "B-LOC"), ("is", "O"), ("old", "O"), (".", "O")),
    (("No", "O"), ("names", "O"), ("here", "O")),
)


def sentence_row(project: Project, number: int, document: int, pairs, edit: int) -> SentenceRow:
    """Return a row of confirmed tokens, interning its words and tags in the project."""
    words = [word for word, _ in pairs]
    for word in words:
        if word not in project.words:
            project.words.append(word)
    text = " ".join(words)
    lengths = np.array([len(word) for word in words])
    starts = np.concatenate([[0], np.cumsum(lengths + 1)[:-1]]).astype(np.int32)
    n = len(words)
    return SentenceRow(
        id=number,
        document=document,
        text=text,
        starts=starts,
        ends=(starts + lengths).astype(np.int32),
        columns=np.array([[project.words.index(word) for word in words]], np.int32),
        tag_sets=np.array([project.set_id((project.tag_id(tag),)) for _, tag in pairs], np.int32),
        states=np.full(n, TokenState.CONFIRMED, np.uint8),
        edits=np.full(n, edit, np.int64),
        source=SentenceSource("", tuple(f"{w} {t}\n" for w, t in pairs), tuple(range(n))),
    )


def small_project(path: Path, sentences=LABELLED) -> None:
    """Write a project of one imported document; its import is edit 1."""
    with ProjectFile.create(path, ProjectSettings(), annotator="Ann") as file:
        add_document(file, sentences, edit_id=1)


def add_document(file: ProjectFile, sentences, edit_id: int, records=()) -> Edit:
    """Import labelled sentences as a further document."""
    project = file.load()
    document = Document(
        len(project.documents) + 1, "names.conll", 0, Layout("columns", ("word", "label"))
    )
    first = int(project.corpus.ids[-1]) + 1 if project.corpus.n_sentences else 1
    rows = [
        sentence_row(project, first + i, document.id, pairs, edit_id)
        for i, pairs in enumerate(sentences)
    ]
    edit = Edit(
        "import_document",
        "import names.conll",
        origin=Origin.IMPORT,
        documents=(DocumentChange(replace(document, removed=True), document),),
        id=edit_id,
        made_at="2026-01-01T00:00:00+00:00",
        annotator="Ann",
    )
    file.imports.begin_document(document)
    file.imports.add_sentences(rows)
    if records:
        file.imports.add_records(document.id, records)
    file.imports.finish_document(document.id, edit, Additions.unwritten(project))
    return edit


def record_undo(file: ProjectFile, edit: Edit) -> None:
    """Take a step of the history back, as the storage thread does."""
    file.history.mark_undone([edit.id], undone=True, edit_to_apply=edit.inverse())


def record_redo(file: ProjectFile, edit: Edit) -> None:
    """Do a step again that was taken back."""
    file.history.mark_undone([edit.id], undone=False, edit_to_apply=edit)


def retag(project: Project, sentence_index: int, token: int, tag: str, edit_id: int) -> Edit:
    """Return an edit that confirms a tag on one token."""
    at = int(project.corpus.offsets[sentence_index]) + token
    corpus = project.corpus
    before = TokenValues(
        corpus.tag_sets[at : at + 1].copy(),
        corpus.states[at : at + 1].copy(),
        corpus.edits[at : at + 1].copy(),
    )
    after = TokenValues(
        np.array([project.set_id((project.tag_id(tag),))], np.int32),
        np.array([TokenState.CONFIRMED], np.uint8),
        np.array([edit_id], np.int64),
    )
    change = TokenChange(
        int(corpus.ids[sentence_index]), np.array([token], np.int32), before, after
    )
    return Edit(
        "label_span",
        f"label 1 token {tag}",
        tokens=(change,),
        id=edit_id,
        made_at="2026-01-02T00:00:00+00:00",
        annotator="Ben",
    )


def age(path: Path, version: int) -> None:
    """Make a project one of an earlier schema: what came later is gone."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in TABLES:
            if table.since > version:
                connection.execute(f"DROP TABLE {table.name}")
            for column in table.columns:
                if table.since <= version < column.since:
                    connection.execute(f"ALTER TABLE {table.name} DROP COLUMN {column.name}")
        connection.execute(
            "DELETE FROM _sqlite_migrations WHERE CAST(substr(name, 2, 4) AS INTEGER) > ?",
            (version,),
        )
        connection.execute(f"PRAGMA user_version={version}")
