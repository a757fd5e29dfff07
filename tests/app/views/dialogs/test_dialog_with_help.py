"""F1 in every dialog: the page of the manual that speaks of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app import resource_files
from app.views.dialogs.annotator import AnnotatorDialog
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.manual import PAGE_OF_PANEL, SECTION_OF_PANEL, ManualDialog
from app.views.dialogs.restore import RestoreDialog
from app.views.keymap import Keymap
from app.views.theme import GRID
from app.views.welcome import Welcome
from app.views.window_parts import PANELS
from tests.app.views.dialogs.test_names import pictures

pytestmark = pytest.mark.gui
OF_ALL = {"about", "manual", "error"}
"""Of the program as a whole, of the manual itself, of anything."""


def test_every_dialog_and_panel_has_its_page():
    names = {*pictures.DIALOGS, *PANELS} - OF_ALL
    assert names - PAGE_OF_PANEL.keys() == set()


def test_every_page_that_is_named_exists():
    folder = resource_files.path("manual")
    assert [name for name in PAGE_OF_PANEL.values() if not (folder / f"{name}.md").is_file()] == []


def test_every_section_that_is_named_exists():
    folder = resource_files.path("manual")
    for name, heading in SECTION_OF_PANEL.items():
        page = (folder / f"{PAGE_OF_PANEL[name]}.md").read_text(encoding="utf-8")
        assert f"\n## {heading}\n" in page, name


def test_every_dialog_takes_the_keys_when_it_comes(qtbot, monkeypatch):
    """Without a window manager nobody gives them to it, and they act in the window behind."""
    taken = []
    monkeypatch.setattr(DialogWithHelp, "activateWindow", lambda dialog: taken.append(dialog))
    dialog = RestoreDialog(Path("p.tagwright"))
    qtbot.addWidget(dialog)
    for visible in (True, True, False, True):
        dialog.setVisible(visible)
    assert taken == [dialog] * 2


def test_the_manual_of_a_modal_dialog_takes_keys(qtbot, window):
    dialog = AnnotatorDialog("Ann", window)
    dialog.show()
    dialog.show_help()
    assert [one.parentWidget() for one in window.findChildren(ManualDialog)] == [dialog]


def page_of(manual):
    return manual.pages.currentItem().data(Qt.ItemDataRole.UserRole)


def test_a_dialog_takes_the_key_that_help_has_now(qtbot, tmp_path):
    welcome = Welcome([], tmp_path)
    qtbot.addWidget(welcome)
    welcome.use(Keymap(own={"show_manual": ("F9",)}))
    welcome.show()
    dialog = AnnotatorDialog("Ann", welcome)
    above = AnnotatorDialog("Ann", dialog)
    above.show()
    above.activateWindow()
    qtbot.waitUntil(above.isActiveWindow)
    qtbot.keyClick(above, Qt.Key.Key_F1)
    assert dialog.findChildren(ManualDialog) == []
    qtbot.keyClick(above, Qt.Key.Key_F9)
    assert (
        page_of(*above.findChildren(ManualDialog) or dialog.findChildren(ManualDialog))
        == "project-settings"
    )
    welcome.use(Keymap(own={"show_manual": ("F8",)}))
    assert [key.toString() for key in dialog.actions()[0].shortcuts()] == ["F8"]
    welcome.use(Keymap(own={"show_manual": ()}))
    assert [key.toString() for key in dialog.actions()[0].shortcuts()] == ["F1"]


def test_f1_in_a_dialog_opens_its_page_once(qtbot, tmp_path):
    welcome = Welcome([], tmp_path)
    qtbot.addWidget(welcome)
    welcome.show()
    for dialog in (
        AnnotatorDialog("Ann", welcome),
        RestoreDialog(tmp_path / "p.tagwright", welcome),
    ):
        dialog.show()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        qtbot.keyClick(dialog, Qt.Key.Key_F1)
        (manual,) = welcome.findChildren(ManualDialog)
        assert page_of(manual) == PAGE_OF_PANEL[dialog.objectName()]
        heading = SECTION_OF_PANEL[dialog.objectName()]
        assert manual.page.textCursor().block().text() == heading
        bar, top = manual.page.verticalScrollBar(), manual.page.cursorRect().top()
        assert 0 <= top <= 2 * GRID or bar.value() == bar.maximum()
        dialog.close()
    manual.close()
    welcome.activateWindow()
    qtbot.waitUntil(welcome.isActiveWindow)
    qtbot.keyClick(welcome, Qt.Key.Key_F1)
    (manual,) = [one for one in welcome.findChildren(ManualDialog) if one.isVisible()]
    assert page_of(manual) == "welcome"
