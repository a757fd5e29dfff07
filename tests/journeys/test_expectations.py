"""A person's session before the first label: a list, and how many of its words are names."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.domain.settings import ProjectSettings
from app.jobs.projects.create import label_rows
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile
from app.views.dialogs.gazetteer_editor import GazetteerEditor
from app.views.dialogs.gazetteer_import import GazetteerImport
from app.views.dialogs.uncertain_words import ROLE, UncertainWordsDialog
from app.views.panels.model_chip import ModelChip
from tests.journeys import journey
from tests.local_text import made_up_names, sentences_with_names
from tests.step_names import undo_text

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
COMPILER_SECONDS = 600.0
"""How long the compiler may take where the kernels are not in the cache."""


def proposed_names(gui_session: GuiSession) -> dict[str, str]:
    """Return the current sentence's words with a suggested label, and the kinds of suggestion."""
    records = gui_session.workspace.caret.tokens()
    return {one.word: one.kind.value for one in records if one.tag == "B-NAME"}


def show_sentence_with(gui_session: GuiSession, word: str) -> None:
    session = gui_session.project.session
    found = (n for n in session.visible.tolist() if word in session.corpus.words_of(n))
    gui_session.workspace.caret.go_to(next(found))


def test_a_list_gives_suggestions_before_the_first_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text, listed = (tmp_path / name for name in ("p.tagwright", "t.conll", "known.txt"))
    names = [name.title() for name in made_up_names()]
    known, others = names[::2], names[1::2]
    sentences = sentences_with_names(300, first_frames=0)
    shown = [[w.title() if w.title() in names else w for w in words] for words in sentences]
    text.write_text("".join("\n".join(words) + "\n\n" for words in shown))
    listed.write_text("\n".join(known))
    settings = ProjectSettings()
    ProjectFile.create(path, settings, label_rows(["NAME"], settings.scheme), "Ann").close()
    with GuiSession(path) as gui_session:
        session, trainer = gui_session.project.session, gui_session.project.trainer
        journey.import_as_text(gui_session, text, monkeypatch)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(listed), ""))
        gui_session.window.actions_["import_gazetteer"].trigger()
        preview = journey.shown(gui_session.window, GazetteerImport)
        preview.label.setCurrentIndex(preview.label.findData("NAME"))
        preview.accept()
        wait_for(lambda: bool((session.proposals.models < 0).all()), "suggestions of the list")
        show_sentence_with(gui_session, known[0])
        assert proposed_names(gui_session) == {known[0]: "listed"}
        show_sentence_with(gui_session, others[0])
        assert proposed_names(gui_session) == {}

        warmup = gui_session.application.warmup
        wait_for(lambda: warmup.all_done, "compiled kernels", COMPILER_SECONDS)
        gui_session.player.press(Key.Key_G, journey.CONTROL | journey.SHIFT)
        view = gui_session.window.panels.gazetteers.view
        wait_for(view.hasFocus, "the list has the focus")
        view.show_row(0)
        QTest.keyClick(view, Key.Key_Return)
        editor = journey.shown(gui_session.window, GazetteerEditor)
        editor.share.expects.setFocus()
        QTest.keyClick(editor.share.expects, Key.Key_Space)
        assert undo_text(session) == "change the expectation of “known”"
        wait_for(lambda: trainer.full_model is not None, "a model without a label")
        editor.close()
        gui_session.window.activateWindow()
        gui_session.window.sentence_view.setFocus()
        wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")
        assert trainer.status.trained_tokens == 0
        gui_session.rest(120)
        show_sentence_with(gui_session, others[0])
        assert proposed_names(gui_session) == {others[0]: "proposal"}
        assert gui_session.window.findChild(ModelChip).text() == "Model: from gazetteers alone"

        # The list of uncertain words has none of the list; one of them joins it.
        window = gui_session.window
        window.actions_["uncertain_words"].trigger()
        words = journey.shown(window, UncertainWordsDialog)
        wait_for(words.view.count, "words are listed")
        listed = [words.view.item(row).data(ROLE).word for row in range(words.view.count())]
        assert set(others) & set(listed)
        assert not set(known) & set(listed)
        words.view.setFocus()
        QTest.keyClick(words.view, Key.Key_Return)
        assert listed[0] in session.project.phrases[1]
        wait_for(lambda: words.view.item(0).data(ROLE).word == listed[1], "it leaves the list")
        QTest.keyClick(words.view, Key.Key_Escape)
        window.activateWindow()
        window.sentence_view.setFocus()
        wait_for(window.sentence_view.hasFocus, "the sentence view has the focus")
        gui_session.player.press(Key.Key_Z, journey.CONTROL)
        gui_session.rest(120)

        # The first sentence that is accepted does not replace it by a worse model.
        show_sentence_with(gui_session, others[2])
        gui_session.player.press(Key.Key_Return)
        assert session.state.progress().confirmed_sentences == 1
        wait_for(lambda: trainer.status.trained_tokens > 0, "a model with a label")
        gui_session.rest(120)
        show_sentence_with(gui_session, others[1])
        assert proposed_names(gui_session) == {others[1]: "proposal"}

    with ProjectFile.open(path) as file:
        assert file.load().gazetteers[1].share == 0.8
