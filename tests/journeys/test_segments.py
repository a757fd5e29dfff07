"""A project with a list: from tokens to segments, to a model that tags new text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.domain.display import DisplayKind
from app.domain.gazetteers import Gazetteer
from app.domain.settings import ProjectSettings
from app.edits.gazetteers import add_gazetteer
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.projects.create import label_rows
from app.jobs.tag_files.tag import TagOptions, tag
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.project_settings import ProjectSettingsDialog
from crfcore.semi_markov import load_model
from tests.journeys import journey
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""

DRUGS = ("folic acid", "zolpan", "merivan forte retard", "sodium valproate", "xylo")
FRAMES = ("{who} took {drug} again .", "then {who} got {drug} for a week .")
SENTENCES = [
    frame.format(who=who, drug=drug).split()
    for who in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
    for drug in DRUGS
    for frame in FRAMES
]
UNSEEN = "calcium citrate malate"
PHRASES = dict.fromkeys((*DRUGS[:4], UNSEEN), "")


def answer(words: Sequence[str]) -> list[str]:
    """Return the right tags of a sentence."""
    tags = ["O"] * len(words)
    for drug in (*DRUGS, UNSEEN):
        own = drug.split()
        for first in range(len(words) - len(own) + 1):
            if list(words[first : first + len(own)]) == own:
                tags[first : first + len(own)] = ["B-DRUG", *["I-DRUG"] * (len(own) - 1)]
    return tags


def go_to(gui_session: GuiSession, *words: str) -> None:
    """Go to an open sentence with some words."""
    session = gui_session.project.session
    for sentence_index in session.visible.tolist():
        own = set(session.corpus.words_of(sentence_index))
        if set(words) <= own and session.open_tokens[sentence_index]:
            gui_session.workspace.caret.go_to(sentence_index)
            return
    raise AssertionError(words)


def shows_segments(gui_session: GuiSession) -> bool:
    """Return whether the newest model scores segments, and has proposed."""
    trainer = gui_session.project.trainer
    model = trainer.full_model
    return (
        model is not None and trainer.status.state == "idle" and model.model.segments.has_segments
    )


def set_model(gui_session: GuiSession, key: Qt.Key) -> None:
    """Choose the model in the project settings by keys."""
    gui_session.player.press(Key.Key_Comma, CONTROL)
    dialog = journey.shown(gui_session.window, ProjectSettingsDialog)
    dialog.model.setFocus()
    QTest.keyClick(dialog.model, key)
    QTest.mouseClick(dialog.accept_button, Qt.MouseButton.LeftButton)
    gui_session.window.sentence_view.setFocus()


def test_segments_are_chosen_suggested_corrected_and_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    sentences = [*SENTENCES, *(f.format(who="Gil", drug=UNSEEN).split() for f in FRAMES)]
    text.write_text("".join("\n".join(words) + "\n\n" for words in sentences))
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["DRUG"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        project, player, window = gui_session.project, gui_session.player, gui_session.window
        session = project.session
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(project.exchange.import_files([text], options))
        drugs = Gazetteer(0, "drugs", label="DRUG", as_proposals=False)
        session.apply(add_gazetteer(session.project, drugs, PHRASES))
        wait_for(lambda: gui_session.application.warmup.all_done, "kernels", COMPILER_SECONDS)
        set_model(gui_session, Key.Key_S)
        assert undo_text(session) == "switch the model to segments"

        # Sentences are labelled by keys; the model of segments suggests the rest.
        for drug in DRUGS:
            for who in ("Ada", "Bo", "Cy"):
                go_to(gui_session, who, drug.split()[0])
                words = session.corpus.words_of(gui_session.workspace.caret.sentence_index)
                player.accept(answer(words))
        wait_for(lambda: shows_segments(gui_session), "a model of segments")
        gui_session.rest(120)
        go_to(gui_session, "Gil", "took")
        records = gui_session.workspace.caret.tokens()
        assert {record.kind for record in records} == {DisplayKind.PROPOSAL}
        assert player.shown() == answer([record.word for record in records])
        player.press(Key.Key_T, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        assert "It scores segments" in window.model.segments.text()
        gui_session.window.sentence_view.setFocus()

        # What a person says holds, also where it is no segment that the model knows.
        player.label(2, 2, None)
        assert player.shown()[2] == "O"
        gui_session.rest(120)
        assert player.shown()[2] == "O"
        player.press(Key.Key_Z, CONTROL)
        gui_session.rest(120)
        assert player.shown() == answer([record.word for record in records])
        player.label(0, 5, "DRUG")
        assert player.shown()[:6] == ["B-DRUG", *["I-DRUG"] * 5]
        player.press(Key.Key_Z, CONTROL)
        gui_session.rest(120)

        # The exported model suggests what the window does.
        out, new = tmp_path / "m.crf", tmp_path / "new.conll"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
        gui_session.finish(project.exchange.export_model(out))
        waiting = session.visible[session.open_tokens[session.visible] > 0].tolist()
        new.write_text("\n".join("\n".join(session.corpus.words_of(p)) + "\n" for p in waiting))
        lines = "".join(tag(load_model(out), new, TagOptions(("word",)))).splitlines()
        shown = [record.tag for index in waiting for record in session.token_display(index)]
        assert [line.split()[-1] for line in lines if line] == shown

    # The next day the stored model suggests at once; the setting is still there, and can go.
    with GuiSession(path) as gui_session:
        assert gui_session.project.session.project.settings.segments
        wait_for(lambda: shows_segments(gui_session), "the stored model", COMPILER_SECONDS)
        gui_session.rest(120)
        go_to(gui_session, "Gil", "took")
        words = [record.word for record in gui_session.workspace.caret.tokens()]
        assert gui_session.player.shown() == answer(words)
        set_model(gui_session, Key.Key_T)
        assert undo_text(gui_session.project.session) == "switch the model to tokens"
        trainer = gui_session.project.trainer
        wait_for(
            lambda: trainer.status.state == "idle" and not trainer.status.segments.has_segments,
            "a model of tokens",
        )
