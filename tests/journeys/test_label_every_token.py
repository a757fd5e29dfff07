"""A project with one label per token, labelled by its keys alone: Enter has nothing to confirm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.domain.tagging import TOKENS
from app.jobs.importing.documents import ImportOptions, Use
from app.lab.benchmarks.gui_session import GuiSession
from app.storage.project_file import ProjectFile
from app.views.workspace import seen_labels
from app.views.workspace.seen_labels import GLANCE_SECONDS, HURRY_SECONDS

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
LABELS = [Label(1, "A", 0, "1", 0), Label(2, "B", 1, "2", 1)]
TEXT = "\n\n".join(f"{who} gave it .".replace(" ", "\n") for who in ("Ada", "Bo", "Cy", "Dan"))
TOO_EARLY = "The sentence has just changed: read it, then press the key again."


@pytest.fixture
def gui_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GuiSession]:
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(TEXT + "\n")
    ProjectFile.create(path, ProjectSettings(scheme=TOKENS, learning_paused=True), LABELS).close()
    monkeypatch.setattr(seen_labels, "GLANCE_SECONDS", GLANCE_SECONDS)
    monkeypatch.setattr(seen_labels, "HURRY_SECONDS", HURRY_SECONDS)
    with GuiSession(path) as gui_session:
        options = ImportOptions("columns", ("word",), Use.TEXT)
        gui_session.finish(gui_session.project.exchange.import_files([text], options))
        gui_session.window.sentence_view.setFocus()
        gui_session.settle()
        yield gui_session


def press(gui_session: GuiSession, *keys: Qt.Key) -> None:
    """Press keys as they arrive at a window that was busy: one after the other, at once."""
    for key in keys:
        QTest.keyClick(gui_session.window.windowHandle(), key)


def test_enter_after_the_last_label_goes_on_however_fast_it_comes(gui_session: GuiSession) -> None:
    session, caret = gui_session.project.session, gui_session.workspace.caret
    visited = []
    for _ in range(3):
        visited.append(caret.sentence_index)
        press(gui_session, Key.Key_1, Key.Key_2, Key.Key_1, Key.Key_2, Key.Key_Return)
        assert session.is_done(visited[-1])
        assert caret.sentence_index not in visited


def test_enter_that_comes_too_early_says_so(gui_session: GuiSession) -> None:
    caret, messages = gui_session.workspace.caret, gui_session.window.messages
    press(gui_session, Key.Key_1, Key.Key_2, Key.Key_1, Key.Key_2, Key.Key_Return)
    here = caret.sentence_index
    press(gui_session, Key.Key_Return)
    assert caret.sentence_index == here
    assert messages.message is not None
    assert messages.message.text == TOO_EARLY
