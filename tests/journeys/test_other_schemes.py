"""Files of another scheme come in after a report and go out after another, by the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QRadioButton, QTreeWidget

from app.jobs.projects.create import create_project
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from tests.journeys import journey

pytestmark = [pytest.mark.gui, pytest.mark.journey, pytest.mark.usefixtures("qapp")]

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
WARD = (
    "# ward 3\r\nDr. S-TITLE\r\nAda B-PERSON\r\nOsei E-PERSON\r\n\r\n"
    "Monday S-DATE\r\nnoon E-DATE\r\n\r\n"
)
LETTER = "Mr. B-TITLE\nLee _\n"


def lines(tree: QTreeWidget) -> dict[str, str]:
    """Return what a report says, with what stands below its first lines."""
    tops = [tree.topLevelItem(sentence_index) for sentence_index in range(tree.topLevelItemCount())]
    items = [
        *tops,
        *(top.child(sentence_index) for top in tops for sentence_index in range(top.childCount())),
    ]
    return {item.text(0): item.text(1) for item in items}


def back_to_work(gui_session: GuiSession) -> None:
    """Turn from a dialog that is gone to the sentence."""
    gui_session.window.activateWindow()
    gui_session.window.sentence_view.setFocus()
    wait_for(gui_session.window.sentence_view.hasFocus, "the sentence view has the focus")


def import_two(gui_session: GuiSession, paths: list[Path], patch: pytest.MonkeyPatch) -> None:
    """Import by Ctrl+I, and Enter once the report is there."""
    patch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(one) for one in paths], ""))
    gui_session.player.press(Key.Key_I, CONTROL)
    dialog = journey.shown(gui_session.window, ImportDialog)
    wait_for(dialog.accept_button.isEnabled, "the report")
    received = lines(dialog.report.tree)
    assert received["ward.conll"] == "2 sentences, 5 tokens"
    assert received["Invalid tags (kept unchanged)"] == "1"
    assert dialog.report.question.isVisible()
    assert "IOB2" in dialog.report.convert.text()
    QTest.keyClick(dialog.report.tree, Key.Key_Return)
    session = gui_session.project.session
    wait_for(lambda: len(session.visible) == 3, "the import")
    back_to_work(gui_session)


UNDECIDED = "Unconfirmed tokens, exported with their original labels"


def export_as(
    gui_session: GuiSession, out: Path, scheme: str, patch: pytest.MonkeyPatch
) -> dict[str, str]:
    """Export by Ctrl+E into a folder, and return what was told beforehand."""
    patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(out))
    gui_session.player.press(Key.Key_E, CONTROL)
    dialog = journey.shown(gui_session.window, ExportDialog)
    # Open sentences are wanted, too.
    confirmed = next(b for b in dialog.findChildren(QRadioButton) if "labels only" in b.text())
    QTest.mouseClick(confirmed, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    dialog.scheme.setFocus()
    QTest.keyClicks(dialog.scheme, scheme)
    # What was found for finished sentences alone may still be on the screen.
    wait_for(lambda: UNDECIDED in lines(dialog.losses), "what would be lost")
    received = lines(dialog.losses)
    assert dialog.target.currentData(), "two documents go into a folder"
    QTest.keyClick(dialog, Key.Key_Return)
    wait_for(lambda: (out / "letter.conll").exists(), "the exported files")
    back_to_work(gui_session)
    return received


def test_two_files_of_different_schemes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.tagwright"
    create_project(path, labels=["PERSON", "TITLE"]).close()
    paths = [tmp_path / "ward.conll", tmp_path / "letter.conll"]
    for one, text in zip(paths, (WARD, LETTER), strict=True):
        one.write_bytes(text.encode())
    with GuiSession(path) as gui_session:
        import_two(gui_session, paths, monkeypatch)
        project = gui_session.project.session.project
        assert [project.tags_of(sentence_index) for sentence_index in range(3)] == [
            ["B-TITLE", "B-PERSON", "I-PERSON"],
            ["S-DATE", "E-DATE"],
            ["B-TITLE", None],
        ]
        own, other = tmp_path / "own", tmp_path / "other"
        own.mkdir()
        other.mkdir()
        received = export_as(gui_session, own, "As", monkeypatch)
        assert received["Tags that violate their scheme, exported unchanged"] == "2"
        assert received[UNDECIDED]
        assert (own / "ward.conll").read_bytes() == WARD.encode()
        assert (own / "letter.conll").read_bytes() == LETTER.encode()
        export_as(gui_session, other, "BILOU", monkeypatch)
        ward = WARD.replace("S-TITLE", "U-TITLE").replace("E-PERSON", "L-PERSON")
        assert (other / "ward.conll").read_bytes() == ward.encode()
        assert (other / "letter.conll").read_text() == LETTER.replace("B-TITLE", "U-TITLE")
