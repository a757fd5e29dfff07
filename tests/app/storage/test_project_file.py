"""Tests of writing, reading, editing, undoing and copying a project."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.documents import Document, Layout, SourceRecord
from app.domain.edits import (
    DocumentChange,
    Edit,
    LabelChange,
    NewNames,
    RoleChange,
    SettingsChange,
    TagChange,
    TokenChanges,
    TokenValues,
)
from app.domain.labels import Label
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.settings import ProjectSettings
from app.domain.tokens import TokenState
from app.storage.errors import DamagedError, DeviceError, ExistsError
from app.storage.project_file import ProjectFile
from tests.edit_equality import assert_same_edit
from tests.project_files import (
    LABELLED,
    add_document,
    record_redo,
    record_undo,
    retag,
    small_project,
)

ARRAYS = ("ids", "documents", "roles", "offsets", "starts", "ends", "tag_sets", "states", "edits")


def assert_same_project(one, other):
    kept = ("settings", "labels", "documents", "words", "tags", "tag_sets")
    for name in (*kept, "rules", "gazetteers", "phrases", "flags"):
        assert getattr(one, name) == getattr(other, name)
    assert one.corpus.texts == other.corpus.texts
    for name in (*ARRAYS, "columns"):
        np.testing.assert_array_equal(getattr(one.corpus, name), getattr(other.corpus, name))
        assert getattr(one.corpus, name).dtype == getattr(other.corpus, name).dtype


def image(path):
    with ProjectFile.open(path) as file:
        return file.load()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    return path


def test_a_new_project_keeps_its_settings_labels_and_annotator(tmp_path):
    settings = ProjectSettings("bilou", "ner", 0.5, learning_paused=True, uncertain_below=0.7)
    labels = [Label(1, "PER", 0, "1", 0), Label(2, "Ort", 1, "2", 1, removed=True)]
    with ProjectFile.create(tmp_path / "p.tagwright", settings, labels, "Ann") as file:
        assert file.annotators() == ["Ann"]
        assert file.history.last_edit_id() == 0
        assert file.newest_model() is None
        project = file.load()
    assert project.settings == settings
    assert project.labels == {1: labels[0], 2: labels[1]}
    # Its tags are known at once, and stored with the first step.
    assert project.tags == ["O", "B-PER", "I-PER", "L-PER", "U-PER"]
    assert (project.written, len(project.tag_sets)) == ((0, 0, 1), 6)
    assert project.corpus.n_sentences == 0


def test_nothing_but_the_project_lies_in_the_folder_after_closing(path):
    assert [p.name for p in path.parent.iterdir()] == ["names.tagwright"]


def test_an_existing_file_is_not_replaced_by_a_new_project(path):
    with pytest.raises(ExistsError, match="already exists"):
        ProjectFile.create(path)


@pytest.mark.parametrize("length", [256, 255, 248])
def test_a_name_that_leaves_no_room_for_the_log_is_too_long(tmp_path, length):
    name = "p" * (length - len(".tagwright")) + ".tagwright"
    with pytest.raises(DeviceError, match="name is too long"):
        ProjectFile.create(tmp_path / name)
    assert not any(tmp_path.iterdir())
    with ProjectFile.create(tmp_path / name[-247:]) as file:
        file.load()


def test_sentences_come_back_as_flat_arrays(path):
    project = image(path)
    corpus = project.corpus
    assert corpus.texts[0] == "Anna lives in Ulm"
    assert corpus.offsets.tolist() == [0, 4, 8, 11]
    assert corpus.words_of(1) == ["Ulm", "is", "old", "."]
    assert project.tags_of(0) == ["B-PER", "O", "O", "B-LOC"]
    assert corpus.edits.tolist() == [1] * 11
    assert list(project.documents) == [1]
    assert not project.documents[1].removed


def test_sentences_with_different_columns_share_one_table(tmp_path):
    path = tmp_path / "p.tagwright"
    with ProjectFile.create(path) as file:
        file.add_names(Additions(words=("a", "b", "c")))
        for document, columns in ((1, [[0, 1]]), (2, [[1], [2], [0]]), (3, [[2, 2, 2]])):
            n = len(columns[0])
            file.imports.begin_document(Document(document, "d", 0))
            row = SentenceRow(
                document * 10,
                document,
                "".join("abc"[word] for word in columns[0]),
                np.arange(n),
                np.arange(n) + 1,
                np.array(columns),
                np.zeros(n),
                np.zeros(n),
                np.zeros(n),
            )
            file.imports.add_sentences([row])
            file.imports.finish_document(document, Edit("import_document", "", id=document))
    columns = image(path).corpus.columns
    assert columns.tolist() == [
        [0, 1, 1, 2, 2, 2],
        [-1, -1, 2, -1, -1, -1],
        [-1, -1, 0, -1, -1, -1],
    ]


def test_an_edit_changes_the_rows_and_enters_the_history(path):
    with ProjectFile.open(path) as file:
        project = file.load()
        edit = retag(project, 1, 2, "B-NEW", 2)
        file.write_edit(
            edit, Additions(first_tag=3, tags=("B-NEW",), first_tag_set=4, tag_sets=((3,),))
        )
    with ProjectFile.open(path) as file:
        project = file.load()
        assert project.tags_of(1) == ["B-LOC", "O", "B-NEW", "O"]
        assert project.corpus.edits[6] == 2
        assert file.annotators() == ["Ann", "Ben"]
        authors = file.history.edit_authors()
        assert {name for _, name, _ in authors} == {"Ann", "Ben"}
        assert [number for number, *_ in authors] == sorted(number for number, *_ in authors)
        assert file.history.edit_authors(authors[0][0], 1) == authors[1:2]
        assert file.history.last_edit_id() == 2
        (newest, undone), (oldest, _) = file.history.recent_edits()
        assert_same_edit(newest, edit)
        assert not undone
        assert (oldest.id, oldest.annotator) == (1, "Ann")
        assert [e.id for e, _ in file.history.recent_edits(before_id=2)] == [1]
        assert [e.id for e, _ in file.history.recent_edits(limit=1)] == [2]


def test_undo_and_redo_reach_across_a_restart(path):
    before = image(path)
    with ProjectFile.open(path) as file:
        file.write_edit(retag(before, 0, 1, "B-LOC", 2))
    after = image(path)
    with ProjectFile.open(path) as file:
        (edit, _), *_ = file.history.recent_edits()
        record_undo(file, edit)
    assert_same_project(image(path), before)
    with ProjectFile.open(path) as file:
        (edit, undone), *_ = file.history.recent_edits()
        assert undone
        record_redo(file, edit)
    assert_same_project(image(path), after)


def test_a_new_edit_gives_up_what_was_undone(path):
    with ProjectFile.open(path) as file:
        project = file.load()
        edit = retag(project, 0, 1, "B-LOC", 2)
        file.write_edit(edit)
        record_undo(file, edit)
        file.write_edit(retag(project, 0, 2, "B-LOC", 3))
        assert [(e.id, undone) for e, undone in file.history.recent_edits()] == [
            (3, False),
            (1, False),
        ]
        assert file.history.last_edit_id() == 3


def test_every_kind_of_change_is_written_and_undone(path):
    before = image(path)
    document = before.documents[1]
    label = Label(4, "NEW", 2, "3", 1)
    edit = Edit(
        "several",
        "everything at once",
        labels=(LabelChange(None, label), LabelChange(label, replace(label, name="NEWER"))),
        tags=(TagChange(0, before.tags[0], "B-HUMAN"),),
        documents=(
            DocumentChange(document, replace(document, name="other", removed=True, position=5)),
        ),
        settings=SettingsChange(before.settings, replace(before.settings, c2=3.0)),
        id=2,
    )
    with ProjectFile.open(path) as file:
        file.write_edit(edit)
    after = image(path)
    assert after.labels == {4: replace(label, name="NEWER")}
    assert after.tags[0] == "B-HUMAN"
    assert after.documents[1].name == "other"
    assert after.documents[1].removed
    assert after.settings.c2 == 3.0
    with ProjectFile.open(path) as file:
        record_undo(file, file.history.recent_edits()[0][0])
    assert_same_project(image(path), before)


def test_what_sentences_serve_for_is_kept_and_taken_back(path):
    ids = image(path).corpus.ids
    change = RoleChange(ids[1:], np.zeros(2, np.uint8), np.ones(2, np.uint8))
    edit = Edit("settings", "make the test sample 2 sentences", roles=change, id=2)
    with ProjectFile.open(path) as file:
        file.write_edit(edit)
    assert image(path).corpus.roles.tolist() == [0, 1, 1]
    with ProjectFile.open(path) as file:
        ((read, _), *_) = file.history.recent_edits(limit=1)
        record_undo(file, read)
        file.check()
    assert image(path).corpus.roles.tolist() == [0, 0, 0]


def test_an_edit_that_fails_leaves_nothing(path):
    before = image(path)
    with ProjectFile.open(path) as file:
        edit = retag(before, 0, 1, "B-LOC", 2)
        lost = replace(edit, tokens=(*edit.tokens, replace(edit.tokens[0], sentence=99)))
        with pytest.raises(KeyError):
            file.write_edit(lost, Additions(first_tag=len(before.tags), tags=("B-NEW",)))
        assert len(file.history.recent_edits()) == 1
    assert_same_project(image(path), before)


def changes_of_all(project, tag_sets):
    """Return a change of every token, with these sets of tags."""
    corpus = project.corpus
    before = TokenValues(corpus.tag_sets, corpus.states, corpus.edits)
    confirmed = np.full(corpus.n_tokens, TokenState.CONFIRMED, np.uint8)
    after = TokenValues(tag_sets, confirmed, np.full(corpus.n_tokens, 2, np.int64))
    within = [np.arange(size) for size in np.diff(corpus.offsets)]
    tokens = np.concatenate(within).astype(np.int32)
    return TokenChanges(corpus.ids, corpus.offsets, tokens, before, after)


@pytest.mark.parametrize("at_once", [1, 2, 500])
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_sentences_are_written_some_at_a_time(path, monkeypatch, at_once, order):
    monkeypatch.setattr("app.storage.writing._AT_ONCE", at_once)
    project = image(path)
    for name in ("B-LOC", "I-LOC"):
        project.set_id((project.tag_id(name),))
    wanted = (np.arange(project.corpus.n_tokens) % len(project.tag_sets)).astype(np.int32)
    changes = changes_of_all(project, wanted).taken(np.array(order))
    names = Additions(tags=tuple(project.tags), tag_sets=tuple(project.tag_sets))
    with ProjectFile.open(path) as file:
        file.write_edit(Edit("accept", "x", tokens=changes, id=2), names)
        file.check()
    corpus = image(path).corpus
    assert corpus.tag_sets.tolist() == wanted.tolist()
    assert (corpus.states == TokenState.CONFIRMED).all()
    assert (corpus.edits == 2).all()


@pytest.mark.parametrize("token", [99, -1])
def test_a_token_beyond_its_sentence_changes_nothing(path, token):
    before = image(path)
    edit = retag(before, 1, 0, "B-LOC", 2)
    beyond = replace(edit.tokens[0], tokens=np.array([token], np.int32))
    with ProjectFile.open(path) as file, pytest.raises(IndexError, match="beyond its sentence"):
        file.write_edit(replace(edit, tokens=(beyond,)), Additions(tags=()))
    assert_same_project(image(path), before)


@pytest.mark.parametrize("column", ["tag_sets", "states", "edits", "text"])
def test_a_row_that_is_damaged_meanwhile_harms_no_other(path, column):
    project = image(path)
    wanted = np.zeros(project.corpus.n_tokens, np.int32)
    edit = Edit("accept", "x", tokens=changes_of_all(project, wanted), id=2)
    with ProjectFile.open(path) as file:
        file.database.connection.execute(
            f"UPDATE sentences SET {column} = substr({column}, 2) WHERE id = 2"
        )
        rows = "SELECT * FROM sentences"
        before = file.database.connection.execute(rows).fetchall()
        with pytest.raises(DamagedError):
            file.write_edit(edit, Additions())
        assert file.database.connection.execute(rows).fetchall() == before


@pytest.mark.parametrize(
    "damage",
    [
        "INSERT OR REPLACE INTO settings VALUES ('query_strategy', '\"\\ud800\"')",
        'UPDATE documents SET layout = replace(layout, \'"tail": ""\', \'"tail": "\\uD800"\')',
    ],
)
def test_half_of_a_character_is_damage(path, damage):
    with sqlite3.connect(path) as connection:
        assert connection.execute(damage).rowcount > 0
    connection.close()
    with pytest.raises(DamagedError), ProjectFile.open(path) as file:
        file.load()


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["edit", "undo", "redo"]),
            st.integers(0, 2),
            st.integers(0, 2),
            st.sampled_from(["B-PER", "O", "B-LOC"]),
        ),
        max_size=12,
    )
)
def test_any_sequence_undone_to_the_start_restores_the_project(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("undo") / "p.tagwright"
    small_project(path)
    before = image(path)
    with ProjectFile.open(path) as file:
        for what, sentence_index, token, tag in steps:
            history = file.history.recent_edits()
            done = [e for e, undone in history if not undone and e.id > 1]
            undone = [e for e, undone in reversed(history) if undone]
            if what == "edit":
                file.write_edit(
                    retag(file.load(), sentence_index, token, tag, file.history.last_edit_id() + 1)
                )
            elif what == "undo" and done:
                record_undo(file, done[0])
            elif what == "redo" and undone:
                record_redo(file, undone[0])
        for edit, undone in file.history.recent_edits():
            if not undone and edit.id > 1:
                record_undo(file, edit)
    assert_same_project(image(path), before)


def test_an_unfinished_import_counts_for_nothing_and_is_removed_at_the_next_open(path):
    before = image(path)
    with ProjectFile.open(path) as file:
        project = file.load()
        file.imports.begin_document(Document(9, "half", 1))
        rows = [
            SentenceRow(
                100 + i,
                9,
                "Ulm",
                np.array([0]),
                np.array([3]),
                np.array([[0]]),
                np.zeros(1),
                np.zeros(1),
                np.zeros(1),
            )
            for i in range(450)
        ]
        file.imports.add_sentences(rows)
        file.imports.add_records(9, [SourceRecord(100, "{}\n")])
        assert_same_project(file.load(), project)
    assert_same_project(image(path), before)
    with sqlite3.connect(path) as connection:
        for table, n in (("sentences", 3), ("sources", 3), ("records", 0)):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (n,)
    connection.close()


def test_names_may_be_written_twice_but_never_with_a_gap(path):
    with ProjectFile.open(path) as file:
        words = tuple(file.load().words)
        file.add_names(Additions(words=words))
        file.add_names(Additions(first_word=len(words) - 1, words=(words[-1], "more")))
        with pytest.raises(ValueError, match="gap"):
            file.add_names(Additions(first_word=len(words) + 5, words=("far",)))
        assert file.load().words == [*words, "more"]


def test_sources_come_back_line_by_line(tmp_path):
    sources = [
        SentenceSource("# id 1\n", ("1\ta\n", "2-3\tbc\n", "2\tb\n"), (0, 2)),
        SentenceSource("\r\n", ("a b\r\n", "c d\r\n"), (0, 1)),
        SentenceSource("", ("last O",), (0,)),
    ]
    text = SentenceSource(" \x0b\u2028 ", (), ())
    with ProjectFile.create(tmp_path / "p.tagwright") as file:
        file.add_names(Additions(words=("a",)))
        file.imports.begin_document(Document(1, "d", 0, Layout("columns", ("word",), tail="\n")))
        file.imports.begin_document(Document(2, "e", 1, Layout("text", tail="\n")))
        for i, source in enumerate([*sources, text]):
            at = np.arange(len(source.tokens) or 1)
            none = at * 0
            row = SentenceRow(
                i,
                1 + (source is text),
                "aa",
                at,
                at + 1,
                none[None],
                none,
                none,
                none,
                source=source,
            )
            file.imports.add_sentences([row])
        file.imports.finish_document(1, Edit("import_document", "", id=1))
        assert list(file.sentence_sources(1)) == list(enumerate(sources))
        assert list(file.sentence_sources(2)) == [(3, text)]
        assert list(file.sentence_sources(3)) == []


def test_sources_of_many_sentences_come_in_order(path):
    with ProjectFile.open(path) as file:
        add_document(file, LABELLED[:1] * 1203, edit_id=2)
        numbers = [number for number, _ in file.sentence_sources(2)]
    assert numbers == list(range(4, 1207))


def test_records_come_back_in_order(path):
    records = [SourceRecord(4 + number // 2, f'{{"text": "{number}"}}\n') for number in range(1203)]
    with ProjectFile.open(path) as file:
        document = add_document(file, LABELLED, 2, records[:700]).documents[0].after.id
        file.imports.add_records(document, records[700:], first=700)
        assert list(file.records(document)) == records
        assert list(file.records(1)) == []
        file.check()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM records WHERE number = 1",
        "UPDATE records SET first_sentence = 99 WHERE number = 1",
    ],
)
def test_records_that_contradict_themselves_are_found(path, damage):
    with ProjectFile.open(path) as file:
        add_document(
            file, LABELLED, 2, [SourceRecord(4, "a"), SourceRecord(5, ""), SourceRecord(6, "c")]
        )
        file.database.connection.execute(damage)
        with pytest.raises(DamagedError, match="records of an imported file"):
            file.check()


def test_the_newest_model_replaces_the_older(path):
    with ProjectFile.open(path) as file:
        file.write_model(1, b"one", {"objective": 2.5})
        file.write_model(2, b"two", {"objective": 1.5, "iterations": 7})
    with ProjectFile.open(path) as file:
        assert file.newest_model() == (2, b"two", {"objective": 1.5, "iterations": 7})


def test_a_model_that_is_too_large_is_neither_read_nor_written(path, monkeypatch):
    with ProjectFile.open(path) as file:
        file.write_model(1, b"one", {})
        monkeypatch.setattr("app.storage.models.LARGEST_MODEL", 2)
        file.write_model(2, b"two", {})
        assert file.newest_model() is None
        file.check_through()
        monkeypatch.undo()
        assert file.newest_model() == (1, b"one", {})


def test_a_copy_is_the_same_project_in_one_file(path, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "copy.tagwright").write_text("an old copy")
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))
        file.backup_to(folder / "copy.tagwright")
        with pytest.raises(ExistsError, match="the open project itself"):
            file.backup_to(path)
    assert [p.name for p in folder.iterdir()] == ["copy.tagwright"]
    assert_same_project(image(folder / "copy.tagwright"), image(path))


def test_a_sound_project_passes_the_check(path):
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 0, 1, "B-LOC", 2))
        assert file.check().corpus.n_tokens == 11


def test_a_file_that_was_deleted_or_replaced_takes_no_more_steps(path, tmp_path):
    with ProjectFile.open(path) as file:
        file.write_edit(retag(file.load(), 1, 1, "B-PER", 2))
        project = file.load()
        path.rename(tmp_path / "moved.tagwright")
        with pytest.raises(DeviceError, match="moved, replaced or deleted"):
            file.write_edit(retag(project, 0, 1, "B-LOC", 3))
        file.backup_to(tmp_path / "copy.tagwright")
    for name in ("copy", "moved"):
        assert_same_project(image(tmp_path / f"{name}.tagwright"), project)


def test_another_thread_may_not_use_the_connection(path):
    errors = []

    def use():
        try:
            file.load()
        except sqlite3.ProgrammingError as error:
            errors.append(error)

    with ProjectFile.open(path) as file:
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    assert len(errors) == 1


def test_closing_twice_is_no_error(path):
    file = ProjectFile.open(path)
    file.close()
    file.close()


def test_states_of_tokens_keep_their_kind(path):
    with ProjectFile.open(path) as file:
        project = file.load()
        edit = retag(project, 2, 0, "O", 2)
        after = replace(edit.tokens[0].after, states=np.array([TokenState.SUGGESTED], np.uint8))
        file.write_edit(replace(edit, tokens=(replace(edit.tokens[0], after=after),)))
        assert file.load().corpus.states.tolist()[-3:] == [3, 1, 1]


def test_a_project_is_the_same_in_however_many_parts_it_is_read(path, monkeypatch):
    with ProjectFile.open(path) as file:
        whole = file.load()
        monkeypatch.setattr("app.storage.reading.ROWS_JOINED", 1)
        parts = file.load()
    assert whole.corpus.n_sentences > 1
    assert np.array_equal(parts.corpus.tag_sets, whole.corpus.tag_sets)
    assert parts.corpus.texts == whole.corpus.texts
    assert np.array_equal(parts.corpus.columns, whole.corpus.columns)


def test_an_edit_whose_new_names_have_no_ids_is_not_written(path):
    with ProjectFile.open(path) as file:
        edit = replace(retag(file.load(), 0, 0, "O", 2), new_names=NewNames(("B-NEW",)))
        with pytest.raises(ValueError, match="no ids"):
            file.write_edit(edit)
        assert file.history.last_edit_id() == 1
