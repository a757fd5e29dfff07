"""Tests of what an export writes for unconfirmed sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.__main__ import main
from app.domain.sentences import Additions
from app.edits.spans import clear_tokens
from app.jobs.exporting.documents import ExportForm, Which, export, files_to_replace
from app.jobs.exporting.report import export_report
from app.jobs.exporting.unfinished import n_unfinished, usual_which
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.jobs.projects.create import create_project
from app.session.stamping import stamped

COLUMNS = "Anna B-PER\nlives O\n\nBen O\nworks O\n"
DOCCANO = '{"text": "Anna lives.", "label": [[0, 4, "PER"]]}\n{"text": "Ben works."}\n'


@pytest.fixture
def project(tmp_path):
    """Return a factory of projects with a labelled text and an open token at its end."""

    def make(name, text, *, is_open=True):
        path, source = tmp_path / "p.tagwright", tmp_path / name
        source.write_text(text)
        with create_project(path, labels=("PER",)) as file:
            held = file.load()
            import_document(file, held, source, ImportOptions())
            if is_open:
                edit = stamped(clear_tokens(held, 1, 0, 0), file.history.last_edit_id() + 1, "")
                file.write_edit(edit, Additions.unwritten(held))
            return file.load()

    return make


def test_while_something_is_open_only_finished_sentences_are_usual(project):
    held = project("a.conll", COLUMNS)
    assert n_unfinished(held) == 1
    assert usual_which(held) is usual_which(held, "columns") is Which.DONE


def test_what_is_done_is_written_whole(project):
    held = project("a.conll", COLUMNS, is_open=False)
    assert n_unfinished(held) == 0
    assert usual_which(held) is Which.CONFIRMED


def test_of_a_text_that_is_written_as_it_came_nothing_can_be_left_out(project):
    held = project("a.jsonl", DOCCANO, is_open=False)
    assert n_unfinished(held) == 1
    assert usual_which(held) is Which.CONFIRMED
    assert usual_which(held, "columns") is Which.DONE


@pytest.mark.parametrize(
    ("name", "text", "is_open"),
    [("a.conll", COLUMNS, True), ("a.txt", "Anna lives. Ben works.", False)],
)
def test_a_text_beside_its_labels_has_no_gaps_by_default(project, name, text, is_open):
    held = project(name, text, is_open=is_open)
    assert n_unfinished(held)
    assert usual_which(held, "brat") is Which.CONFIRMED
    assert usual_which(held, "prodigy") is usual_which(held, "doccano") is Which.DONE


def test_the_command_says_what_is_open_or_left_out(project, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    project("a.conll", COLUMNS)

    def output(*arguments):
        assert main(["export", "p.tagwright", "out.conll", *arguments]) == 0
        return capfd.readouterr().out

    assert output() == (
        "out.conll: 2 sentences; 1 of them is not done (its open tokens are exported as no "
        "label, or as they were imported; --which done leaves it out).\n"
    )
    assert Path("out.conll").read_text().count("Ben") == 1
    assert output("--which", "done") == (
        "out.conll: 1 sentence; 1 sentence that is not done was left out.\n"
    )
    assert "Ben" not in Path("out.conll").read_text()


@pytest.mark.parametrize("form", ["brat", "columns", "doccano"])
def test_in_a_folder_a_document_without_a_done_sentence_has_no_file(tmp_path, form):
    for name, text in (("a.conll", "Anna _\n"), ("b.conll", COLUMNS)):
        (tmp_path / name).write_text(text)
    with create_project(tmp_path / "p.tagwright", labels=("PER",)) as file:
        held = file.load()
        for name in ("a.conll", "b.conll"):
            import_document(file, held, tmp_path / name, ImportOptions())
        out = tmp_path / "out"
        out.mkdir()
        assert export(held, file.sentence_sources, out, which=Which.DONE, format_name=form) == 2
        written = sorted(path.name for path in out.iterdir())
        assert {path.stem for path in out.iterdir()} == {"b"}
        assert sorted(files_to_replace(held, out, form, Which.DONE)) == written
        notes = export_report(held, file.sentence_sources, ExportForm(Which.DONE, form))
        counts = {note.text: note.n for note in notes}
        assert counts["Documents without a sentence that is done, left out"] == 1
        assert counts["Sentences that are not done, left out"] == 1
        # In one file the others follow each other.
        notes = export_report(held, file.sentence_sources, ExportForm(Which.DONE), folder=False)
        assert [note.text for note in notes] == ["Sentences that are not done, left out"]
