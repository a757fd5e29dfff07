"""The manual's own window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QWidget

from app import resource_files
from app.views.dialogs.manual import PAGE_OF_PANEL, ManualDialog, page_for


@pytest.fixture
def manual(qtbot):
    dialog = ManualDialog()
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    return dialog


def titles(dialog: ManualDialog) -> list[str]:
    return [dialog.pages.item(row).text() for row in range(dialog.pages.count())]


def test_every_page_of_the_folder_is_listed(manual):
    files = list(resource_files.path("manual").glob("*.md"))
    assert len(titles(manual)) == len(files)
    assert titles(manual)[0] == "Overview"


def test_a_page_is_shown_when_it_is_chosen(manual):
    manual.pages.setCurrentRow(titles(manual).index("The queue"))
    assert "queue" in manual.page.toPlainText()[:40].lower()


def test_a_page_begins_at_its_beginning_and_is_no_wider_than_the_window(qtbot, qapp):
    for page in ("labelling", "first-steps", "queue", "model", "progress"):
        dialog = ManualDialog(page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        qtbot.addWidget(dialog)
        dialog.show()
        qapp.processEvents()
        assert dialog.page.verticalScrollBar().maximum() > 0
        assert dialog.page.verticalScrollBar().value() == 0
        assert dialog.page.horizontalScrollBar().maximum() == 0


def test_links_lead_to_other_pages(manual):
    manual.page.anchorClicked.emit(QUrl("labels.md#merge"))
    assert manual.pages.currentItem().text() == "Labels"


def test_nothing_outside_the_manual_is_loaded(manual):
    assert manual.page.loadResource(2, QUrl("../icons/app.svg")) is None
    assert manual.page.loadResource(2, QUrl("file:///etc/hostname")) is None


def test_the_page_about_the_panel_in_use_is_found(qtbot):
    panel = QWidget(objectName="queue")
    qtbot.addWidget(panel)
    assert page_for(QWidget(panel)) == "queue"
    assert page_for(None) == "index"


def test_each_panel_has_a_page_that_exists():
    for page in PAGE_OF_PANEL.values():
        assert resource_files.path(f"manual/{page}.md").is_file()
