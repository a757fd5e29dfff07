"""Dialogs and menus in each language: letters with Alt lead to one place, and texts have room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from app.translation import ENGLISH, languages, show_language
from app.views.dialogs import keys
from app.views.dialogs.import_options import ImportDialog
from app.views.main_window import MainWindow
from app.views.theme_switch import ThemeSwitch
from app.views.widgets import base_dialog
from app.views.workspace import Workspace
from tests.app.views.dialogs.test_names import (
    USUAL,
    cut,
    letters,
    letters_of_main_window,
    overlaps,
)
from tests.memory_projects import WORDS, project_of
from tests.packaging.scripts import script_module
from tests.window_parts import QuietProject

pictures = script_module("take_pictures")


@pytest.fixture(scope="module", params=[code for code in languages() if code != ENGLISH])
def window(request, qapp):
    kept = qapp.palette(), qapp.styleSheet()
    assert show_language(qapp, request.param) == request.param
    project = QuietProject(project_of([WORDS] * 4))
    window = MainWindow(project, Workspace(project.session), ThemeSwitch(qapp, "light"))
    window.show()
    yield window
    window.close()
    window.deleteLater()
    show_language(qapp, ENGLISH)
    QLocale.setDefault(QLocale.system())
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


@pytest.mark.parametrize("name", pictures.DIALOGS)
def test_letters_with_alt_differ_and_texts_have_room(
    name, window, tmp_path, qtbot, monkeypatch
) -> None:
    for module in (base_dialog, keys):
        monkeypatch.setattr(module, "room_on", lambda _: USUAL)
    dialog = pictures.opened(name, window, tmp_path)
    qtbot.addWidget(dialog)
    if isinstance(dialog, ImportDialog):
        qtbot.waitUntil(lambda: dialog.shown is not None)
    QApplication.processEvents()
    QApplication.processEvents()  # what came meanwhile changes the layout
    found = letters(dialog)
    assert sorted(found) == sorted(set(found))
    assert cut(dialog) == []
    assert overlaps(dialog) == []


def test_letters_of_the_popover_of_the_model_differ_from_those_of_the_menus(window) -> None:
    found = letters_of_main_window(window)
    assert sorted(found) == sorted(set(found))


def test_letters_in_a_menu_differ(window) -> None:
    bar = {action.text() for action in window.menuBar().actions()}
    menus = [[action.text() for action in menu.actions()] for menu in window.findChildren(QMenu)]
    for texts in (bar, *menus):
        found = [QKeySequence.mnemonic(text).toString() for text in texts]
        found = [letter for letter in found if letter]
        assert sorted(found) == sorted(set(found))
