"""The first minute of somebody new: Enter, before there is a model and anything is labelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.jobs.importing.documents import ImportOptions, Use
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.storage.project_file import ProjectFile

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TEXT = "\n\n".join(f"{who} gave it .".replace(" ", "\n") for who in ("Ada", "Bo", "Cy", "Dan"))
TAGGED = "confirmed as having no labels"


def test_enter_says_what_it_has_confirmed_and_the_sentence_is_found_again(tmp_path: Path) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    ProjectFile.create(path, ProjectSettings(), [Label(1, "WHO", 1, "1", 1)]).close()
    with GuiSession(path) as gui_session:
        session, workspace = gui_session.project.session, gui_session.workspace
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
        gui_session.window.sentence_view.setFocus()
        message = gui_session.window.messages.text
        first = workspace.caret.sentence_index

        gui_session.player.press(Key.Key_Return)
        wait_for(lambda: message.isVisible() and TAGGED in message.text(), "it says what it did")
        assert session.is_done(first)
        assert workspace.caret.sentence_index != first
        gui_session.player.press(Key.Key_Z, CONTROL)
        assert not session.is_done(first)
        wait_for(lambda: TAGGED not in message.text() or not message.isVisible(), "nor says so")

        workspace.caret.go_to(first)
        gui_session.player.press(Key.Key_Return)
        assert session.is_done(first)
        assert not message.isVisible() or TAGGED not in message.text(), "once is enough"
        gui_session.settle()

    with GuiSession(path) as gui_session:
        panel = gui_session.window.panels["find"]
        gui_session.player.press(Key.Key_F, CONTROL | SHIFT)
        wait_for(panel.query.hasFocus, "the line of the query has the keys")
        QTest.keyClicks(panel.query, "from:nothing")
        wait_for(lambda: len(panel.model.found) == 1, "the one sentence")
        assert panel.model.found.sentence_indices.tolist() == [first]
