"""Importing and taking it back: the caret is where a key labels, before and after."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.domain.labels import Label
from app.domain.settings import ProjectSettings
from app.lab.benchmarks.gui_session import GuiSession
from app.storage.project_file import ProjectFile
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def caret(gui_session: GuiSession) -> tuple[int, int]:
    """Return the selected tokens that are shown, which are those that a key labels."""
    shown = gui_session.window.sentence_view.selection.selected
    assert shown == (gui_session.workspace.caret.first, gui_session.workspace.caret.last)
    assert gui_session.window.sentence_view.selection.token == gui_session.workspace.caret.token
    return shown


def test_after_an_import_and_its_undo_the_arrows_and_labels_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.tagwright"
    ProjectFile.create(path, ProjectSettings(), [Label(1, "WHO", 1, "1", 1)]).close()
    for name in ("one", "two"):
        rows = "\n\n".join(f"{who}\n{name}\ngave\nit\n." for who in ("Ada", "Bo"))
        (tmp_path / f"{name}.conll").write_text(rows + "\n")
    with GuiSession(path) as gui_session:
        player, session = gui_session.player, gui_session.project.session
        journey.import_as_text(gui_session, tmp_path / "one.conll", monkeypatch)
        assert caret(gui_session) == (0, 0)
        player.press(Key.Key_Right)
        assert caret(gui_session) == (1, 1)
        player.press(Key.Key_1)
        assert player.shown()[1] == "B-WHO"
        player.press(Key.Key_Right)
        journey.import_as_text(gui_session, tmp_path / "two.conll", monkeypatch)
        assert caret(gui_session) == (2, 2)
        player.press(Key.Key_Right)
        assert caret(gui_session) == (3, 3)
        player.press(Key.Key_Z, CONTROL)
        assert len(session.visible) == 2
        assert caret(gui_session) == (3, 3)
        player.press(Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
        assert caret(gui_session) == (2, 3)
        gui_session.settle()
