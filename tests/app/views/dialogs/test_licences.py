"""The dialog of licences, with a page and without."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.jobs.licences import Licence
from app.views.dialogs import licences as module
from app.views.dialogs.about import SOURCES, AboutDialog
from app.views.dialogs.licences import LicencesDialog
from app.views.plain_text import PlainLabel
from crfcore.errors import DataError


@pytest.fixture
def dialog_with(qtbot, monkeypatch):
    def make(read):
        monkeypatch.setattr(module, "read_licences", read)
        dialog = LicencesDialog()
        qtbot.addWidget(dialog)
        return dialog

    return make


def test_the_licence_of_the_current_part_is_shown(qtbot, dialog_with):
    parts = (Licence("Qt", ["LGPL"]), Licence("numpy 2", ["<b>BSD</b>"]))
    dialog = dialog_with(lambda: parts)
    qtbot.waitUntil(lambda: dialog.parts.count() == 2)
    assert dialog.text.toPlainText() == "Qt\n\nLGPL\n"
    dialog.parts.setCurrentRow(1)
    assert dialog.text.toPlainText() == "numpy 2\n\n<b>BSD</b>\n"
    assert dialog.text.isReadOnly()


def test_without_a_page_it_is_told_how_to_make_one(qtbot, dialog_with):
    dialog = dialog_with(tuple)
    qtbot.waitUntil(lambda: "packaging/notices.py" in dialog.text.toPlainText())
    assert dialog.parts.isHidden()


def test_a_page_that_cannot_be_read_is_told(qtbot, dialog_with):
    def fail():
        raise DataError("It is bad.")

    dialog = dialog_with(fail)
    qtbot.waitUntil(lambda: dialog.text.placeholderText() == "It is bad.")


def test_the_focus_returns_to_where_it_was(qtbot, monkeypatch):
    monkeypatch.setattr(module, "read_licences", tuple)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    about = AboutDialog(window)
    about.show()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is about)
    about.licences.setFocus()
    about.licences.click()
    shown = window.findChild(LicencesDialog)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is shown)
    shown.reject()
    qtbot.waitUntil(lambda: QApplication.activeWindow() not in (None, shown))
    assert QApplication.activeWindow() is about
    assert about.licences.hasFocus()


def test_about_names_versions_and_sources_of_qt_and_opens_the_licences(qtbot, monkeypatch):
    import PySide6
    from PySide6.QtCore import qVersion

    monkeypatch.setattr(module, "read_licences", tuple)
    about = AboutDialog()
    qtbot.addWidget(about)
    text = "\n".join(label.text() for label in about.findChildren(PlainLabel))
    assert f"Qt {qVersion()} and PySide6 {PySide6.__version__}" in text
    assert all(address in text for address in SOURCES)
    about.licences.click()
    (shown,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, LicencesDialog)]
    qtbot.addWidget(shown)
    assert shown.isVisible()
