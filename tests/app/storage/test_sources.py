"""Tests of checking stored source files where they are read."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.documents import SourceRecord
from app.domain.sentences import Additions
from app.jobs.exporting.documents import export, files_to_replace
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects.check import check_project
from app.jobs.projects.create import create_project
from app.jobs.projects.plain_files import write_everything
from app.storage.errors import DamagedError
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError
from tests.project_files import LABELLED, add_document, retag, small_project

RANGES = (
    "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tde\t_\tADP\t_\t_\t_\t_\t_\t_\n2\tle\t_\tDET\t_\t_\t_\t_\t_\t_\n\n"
)


def changed(path, statement, *values):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def uses(path, folder):
    """Read stored source files in every way."""
    out = folder / "out"
    out.mkdir(exist_ok=True)
    with ProjectFile.open(path) as file:
        project = file.load()
        yield file.check_through
        for name in ("", "doccano", "brat", "prodigy"):
            yield lambda name=name: export(
                project, file.sentence_sources, out, format_name=name, records=file.records
            )
        yield lambda: write_everything(file, folder / "everything")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("lines", ""),
        ("lines", "1"),
        ("lines", "Anna B-PER\n"),
        ("lines", "Anna\nlives\nin\nUlm\n"),
        ("lines", "Anna B-PER\nlives O\nin O\nUlm B-LOC\nold O\n"),
        ("tokens", b"\0\0\0\0"),
        ("tokens", b"\0\0\0"),
        ("tokens", b"\1\0\0\0\0\0\0\0\2\0\0\0\3\0\0\0"),
        ("tokens", b"\0\0\0\0\1\0\0\0\1\0\0\0\3\0\0\0"),
    ],
)
def test_lines_that_are_not_those_of_the_tokens(tmp_path, column, value):
    path = tmp_path / "p.tagwright"
    small_project(path)
    changed(path, f"UPDATE sources SET {column} = ? WHERE sentence_id = 1", value)
    n = 0
    for use in uses(path, tmp_path):
        with pytest.raises(DamagedError, match=r"sentence|lines|buffer"):
            use()
        n += 1
    assert n == 6


LAYOUTS = [
    '{"format":"columns","columns":[],"separator":"space","bom":false,"tail":"","options":[]}',
    '{"format":"columns","columns":["word","a","label"],"separator":"space","bom":false,'
    '"tail":"","options":[]}',
    '{"format":"columns","columns":["word","label"],"separator":"tab","bom":false,'
    '"tail":"","options":[]}',
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_that_the_lines_have_not(tmp_path, layout):
    path = tmp_path / "p.tagwright"
    small_project(path)
    changed(path, "UPDATE documents SET layout = ?", layout)
    for use in uses(path, tmp_path):
        with pytest.raises((DamagedError, DataError), match=r"the raw lines of sentence 1|columns"):
            use()


def test_a_separator_that_there_is_not(tmp_path):
    path = tmp_path / "p.tagwright"
    small_project(path)
    changed(path, "UPDATE documents SET layout = replace(layout, '\"space\"', '\"x\"')")
    with ProjectFile.open(path) as file, pytest.raises(DamagedError, match="parted by 'x'"):
        file.load()


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Anna B-PER\nlives O\n\nin the old O\n", {"rows": "ragged"}),
        ("Anna\nlives\n", {}),
        (RANGES, {}),
        (RANGES, {"tokens": "surface"}),
        ("Anna lives in Ulm. It is old.\n", {}),
    ],
)
def test_what_import_has_kept_is_sound(tmp_path, text, options):
    source, path = tmp_path / "names.conll", tmp_path / "p.tagwright"
    source.write_text(text)
    form = "conllu" if text is RANGES else "columns" if "\n" in text[:-1] else "text"
    create_project(path).close()
    with ProjectFile.open(path) as file:
        import_document(
            file, file.load(), source, ImportOptions(form, (), options=(*options.items(),))
        )
        file.check_through()
        out = tmp_path / "again.conll"
        export(file.load(), file.sentence_sources, out, records=file.records)
        if "label" in file.load().documents[1].layout.columns:
            assert out.read_text() == text


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    column=st.sampled_from(["lines", "tokens", "before"]),
    value=st.one_of(st.text("ab \t\n\r-_", max_size=30), st.binary(max_size=20), st.none()),
)
def test_whatever_is_kept_check_and_export_agree(tmp_path, column, value):
    path = tmp_path / "p.tagwright"
    path.unlink(missing_ok=True)
    small_project(path)
    try:
        changed(path, f"UPDATE sources SET {column} = ? WHERE sentence_id = 2", value)
    except sqlite3.IntegrityError:
        return
    out = tmp_path / "out.conll"
    with ProjectFile.open(path) as file:
        try:
            file.check_through()
        except DamagedError:
            with pytest.raises(DamagedError):
                export(file.load(), file.sentence_sources, out)
        else:
            export(file.load(), file.sentence_sources, out)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET first_sentence = x'7878'",
        "UPDATE records SET first_sentence = -1 WHERE number = 1",
        "UPDATE records SET raw = x'ff' WHERE number = 2",
        "UPDATE records SET number = 'x' WHERE number = 2",
        "UPDATE records SET number = -1 WHERE number = 0",
        "UPDATE records SET number = 5 WHERE number = 2",
        "UPDATE records SET first_sentence = 2 WHERE number = 2",
        "DELETE FROM records WHERE number = 0",
        "DELETE FROM records WHERE number = 1",
    ],
)
def test_records_that_can_not_be(tmp_path, statement):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        kept = [SourceRecord(4, "{}\n"), SourceRecord(5, "{}\n"), SourceRecord(6, "{}\n")]
        add_document(file, LABELLED, 2, records=kept)
    changed(path, statement)
    with ProjectFile.open(path) as file:
        with pytest.raises(DamagedError):
            file.check_through()
        with pytest.raises(DamagedError):
            list(file.records(2))
        with pytest.raises(DamagedError):
            write_everything(file, tmp_path / "everything")


KINDS = {
    "doccano": ("f.jsonl", '{"text": "Anna lives.", "label": [[0, 4, "PER"]]}\n'),
    "prodigy": (
        "f.jsonl",
        '{"text": "Anna lives.", "_input_hash": 1, "spans": [{"start": 0, "end": 4, "label":'
        ' "PER"}], "answer": "accept"}\n',
    ),
    "brat": ("f.txt", "Anna lives.\n"),
}


def imported_as(kind, folder):
    """A doccano, Prodigy or brat project with one more token than its labels."""
    folder.mkdir(exist_ok=True)
    name, text = KINDS[kind]
    (folder / name).write_text(text)
    if kind == "brat":
        (folder / "f.ann").write_text("T1\tPER 0 4\tAnna\n")
    path = folder / "p.tagwright"
    path.unlink(missing_ok=True)
    create_project(path).close()
    with ProjectFile.open(path) as file:
        import_document(file, file.load(), folder / name, ImportOptions(kind))
        project = file.load()
        edit = retag(project, 0, 1, "B-LOC", file.history.last_edit_id() + 1)
        file.write_edit(edit, Additions.unwritten(project))
    return path


def in_a_sentence(path, out):
    """Export; expect one error message."""
    with ProjectFile.open(path) as file:
        try:
            export(file.load(), file.sentence_sources, out, records=file.records)
        except (DataError, DamagedError) as error:
            return str(error)
    return ""


MEMBERS = ("label", "spans", "entities", "tokens", "relations", "answer", "_view_id")
VALUES = (
    "7", "[7]", '["x"]', "[[0, 4, 7]]", '[[0, 99, "X"]]', "{}", "[{}]", "null",
    '[{"start": 0, "end": 99, "label": "X"}]', '[{"start": "0"}]',
)  # fmt: skip
RAWS = st.one_of(
    st.sampled_from(
        (
            "",
            "{}",
            "[]",
            "null",
            '{"text": 1}',
            '{"text": "Otto"}',
            '{"text": "Anna lives."}',
            '{"text": ["x"], "_input_hash": 1}',
            "T1\tPER 0 99\tAnna",
            "T1",
            "T1\tPER 9 1\tx",
        )
    ),
    st.builds(
        '{{"text": "Anna lives.", "{}": {}}}'.format, *map(st.sampled_from, (MEMBERS, VALUES))
    ),
    st.text('{}[]":,T1\t \nab', max_size=30),
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(kind=st.sampled_from([*KINDS]), raw=RAWS)
def test_other_records_than_those_of_import_end_in_a_sentence(tmp_path, kind, raw):
    kept = tmp_path / kind / "kept"
    if not kept.exists():
        kept.write_bytes(imported_as(kind, tmp_path / kind).read_bytes())
    path = tmp_path / kind / "p.tagwright"
    path.write_bytes(kept.read_bytes())
    changed(path, "UPDATE records SET raw = ?", raw)
    assert "\n" not in in_a_sentence(path, tmp_path / "out")


@pytest.mark.parametrize("kind", KINDS)
def test_records_that_are_gone_are_found(tmp_path, kind):
    path = imported_as(kind, tmp_path / "own")
    assert check_project(path)
    assert in_a_sentence(path, tmp_path / "out.txt") == ""
    changed(path, "DELETE FROM records")
    with pytest.raises(DamagedError, match="its records are gone"):
        check_project(path)
    assert "does not belong to its sentences" in in_a_sentence(path, tmp_path / "out")


@pytest.mark.parametrize("kind", ["doccano", "prodigy"])
def test_the_text_of_another_record_is_no_text_of_the_sentences(tmp_path, kind):
    path = imported_as(kind, tmp_path / "own")
    changed(path, "UPDATE records SET raw = replace(raw, 'Anna', 'Otto')")
    assert "does not belong to its sentences" in in_a_sentence(path, tmp_path / "out")


@pytest.mark.parametrize("form", ["x", "brat", "text", "doccano"])
def test_a_format_that_the_document_has_not_got(tmp_path, form):
    path = tmp_path / "p.tagwright"
    small_project(path)
    changed(path, "UPDATE documents SET layout = replace(layout, 'columns\",', ?)", f'{form}",')
    with pytest.raises(DamagedError, match="of the document “names"):
        check_project(path)
    assert "“names.conll” cannot be written, for" in in_a_sentence(path, tmp_path / "out")
    with ProjectFile.open(path) as file:
        assert files_to_replace(file.load(), tmp_path) == []


@pytest.mark.parametrize("word", ["NaN", "", "annA"])
def test_a_word_that_its_text_has_not_is_found_on_loading(tmp_path, word):
    path = tmp_path / "p.tagwright"
    small_project(path)
    changed(path, "UPDATE words SET word = ? WHERE id = 5", word)
    with ProjectFile.open(path) as file:
        for use in (file.load, file.read_every_row, file.check_through):
            with pytest.raises(DamagedError, match="are not those of its text"):
                use()


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_step_in_no_state_is_not_left_out_of_everything(tmp_path, step):
    path = tmp_path / "p.tagwright"
    small_project(path)
    with ProjectFile.open(path) as file:
        for number in (2, 3):
            file.write_edit(retag(file.load(), 0, 0, "B-LOC", number))
    changed(path, "UPDATE edits SET undone = 'x' WHERE id = ?", step)
    with ProjectFile.open(path) as file, pytest.raises(DamagedError, match="edits, row"):
        write_everything(file, tmp_path / "everything")
