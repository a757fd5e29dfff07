"""The main job, from text to export, in the real window and by keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import resource_files
from app.domain.settings import ProjectSettings
from app.jobs.projects.create import label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.corpora.conll2000 import read_tagged
from app.storage.project_file import ProjectFile
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from tests.journeys import journey
from tests.soak.state import digest
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

SENTENCES = 10


def new_project(path: Path, labels: list[str], template: str) -> None:
    settings = ProjectSettings(template=template)
    ProjectFile.create(path, settings, label_rows(labels, settings.scheme), "Ann").close()


def answers_of(path: Path) -> dict[str, list[str]]:
    text = read_tagged(path)
    column = text.table.columns[0]
    offsets = text.table.offsets.tolist()
    words = [column.values[word] for word in column.ids.tolist()]
    return {
        " ".join(words[offsets[sentence_index] : offsets[sentence_index + 1]]): tags
        for sentence_index, tags in enumerate(text.tags)
    }


def play(
    project: Path,
    text: Path,
    answers: dict[str, list[str]],
    patch: pytest.MonkeyPatch,
    model_seconds: float,
) -> None:
    """Play the whole job, and the next morning."""
    with GuiSession(project) as gui_session:
        journey.import_as_text(gui_session, text, patch)
        session = gui_session.project.session
        assert len(session.visible) == len(parse_columns(read_text(text)).sentences)
        before = session.queue.sentence_indices.copy()
        labelled = journey.label_by_keyboard(gui_session, answers, SENTENCES)
        journey.model_appears(gui_session, model_seconds)
        journey.queue_is_in_order(gui_session)
        assert session.queue.sentence_indices.tolist() != before.tolist(), (
            "the queue has been ordered anew"
        )
        journey.correction_changes_neighbours(gui_session)
        journey.undo_to_the_start_and_back(gui_session)
        end = digest(session.project)

    with GuiSession(project) as gui_session:
        session = gui_session.project.session
        assert digest(session.project) == end
        assert all(session.is_done(session.corpus.texts.index(text)) for text in labelled)
        assert undo_text(session) is not None, "undo reaches back to yesterday"
        finished = [session.is_done(sentence_index) for sentence_index in session.visible]
        lines = journey.export_confirmed(gui_session, project.with_name("out.conll"), patch)
    rows = [line.split(" ") for line in lines]
    at = 0
    sentences = parse_columns(read_text(text)).sentences
    for sentence, is_finished in zip(sentences, finished, strict=True):
        if not is_finished:  # what is open is left out
            continue
        words = " ".join(fields[0] for fields in sentence.fields)
        tags = [row[-1] for row in rows[at : at + len(sentence.fields)]]
        if words in labelled:
            assert tags == answers[words]
        at += len(sentence.fields) + 1


def test_the_sample_from_text_to_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = ["DRUG", "DOSE", "TITLE", "PERSON", "DATE", "CONDITION"]
    project = tmp_path / "notes.tagwright"
    new_project(project, labels, "basic")
    text = resource_files.path("sample/unlabelled.conll")
    answers = answers_of(resource_files.path("sample/answers.conll"))
    play(project, text, answers, monkeypatch, 60.0)


def play_the_news(source: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
    answers = answers_of(source)
    project = folder / "news.tagwright"
    labels = sorted({tag[2:] for tags in answers.values() for tag in tags if tag != "O"})
    new_project(project, sorted(labels, key="NP VP PP ADVP SBAR ADJP PRT CONJP".find), "basic")
    play(project, source, answers, patch, 300.0)


def test_a_thousand_sentences_of_conll2000_from_text_to_export(
    corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = read_text(corpora / "conll2000" / "train.txt.gz").split("\n\n")
    source = tmp_path / "train.txt"
    source.write_text("\n\n".join(sentences[:1000]) + "\n\n", encoding="utf-8")
    play_the_news(source, tmp_path, monkeypatch)


@pytest.mark.slow
def test_conll2000_from_text_to_export(
    corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_the_news(corpora / "conll2000" / "train.txt.gz", tmp_path, monkeypatch)
