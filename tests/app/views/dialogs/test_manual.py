"""The manual's own window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextFrameFormat, QTextTable
from PySide6.QtWidgets import QWidget

from app import resource_files
from app.views.dialogs.manual import (
    PAGE_OF_PANEL,
    SECTION_OF_PANEL,
    ManualDialog,
    page_for,
    section_for,
)
from app.views.theme import theme_of


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


def blocks_without_height(dialog: ManualDialog) -> list[str]:
    """Return the beginnings of the text blocks of a page that are not laid out."""
    document, found = dialog.page.document(), []
    block = document.begin()
    while block.isValid():
        rect = document.documentLayout().blockBoundingRect(block)
        if block.text() and (rect.height() <= 0.0 or not block.layout().lineCount()):
            found.append(block.text()[:40])
        block = block.next()
    return found


def scroll_to_the_end(dialog: ManualDialog, qtbot) -> None:
    """Scroll as far as the page goes, until its layout does not grow any more."""
    bar = dialog.page.verticalScrollBar()
    last = -1
    while last != bar.maximum():
        last = bar.maximum()
        bar.setValue(last)
        qtbot.wait(60)


def test_every_page_is_shown_to_its_end(manual, qtbot):
    manual.show()
    end = QTextCursor.MoveOperation.End
    for row, title in enumerate(titles(manual)):
        manual.pages.setCurrentRow(row)
        scroll_to_the_end(manual, qtbot)
        assert not blocks_without_height(manual), title
        last = QTextCursor(manual.page.document())
        last.movePosition(end)
        shown = manual.page.viewport().rect()
        assert shown.contains(manual.page.cursorRect(last).center()), title
        assert manual.page.cursorRect(last).top() > 0, title


def test_lines_of_tables_have_the_colour_of_lines(manual):
    manual.open_page("glossary")
    tables = [
        frame
        for frame in manual.page.document().rootFrame().childFrames()
        if isinstance(frame, QTextTable)
    ]
    assert tables
    line = theme_of(manual.page.palette()).line
    assert {frame.format().borderBrush().color().name() for frame in tables} == {line.name()}
    solid = QTextFrameFormat.BorderStyle.BorderStyle_Solid
    assert {frame.format().borderStyle() for frame in tables} == {solid}


def pixels(manual: ManualDialog, colour: str) -> int:
    picture = manual.page.viewport().grab().toImage()
    places = ((x, y) for x in range(0, picture.width(), 3) for y in range(picture.height()))
    return sum(picture.pixelColor(x, y).name() == colour for x, y in places)


def test_tables_show_the_lines_between_their_rows(manual, qapp):
    manual.open_page("labelling")
    manual.show()
    qapp.processEvents()
    table = manual.page.document().rootFrame().childFrames()[0]
    manual.page.verticalScrollBar().setValue(
        round(manual.page.document().documentLayout().frameBoundingRect(table).top())
    )
    qapp.processEvents()
    # Rows of 600 pixels, every third looked at; the lines at the sides are far fewer.
    assert pixels(manual, theme_of(manual.page.palette()).line.name()) > 1000


def test_no_page_has_a_scroll_bar_below_it_with_larger_letters(manual, qapp):
    font = manual.page.font()
    font.setPointSizeF(1.2 * font.pointSizeF())
    manual.page.setFont(font)
    manual.show()
    for row, title in enumerate(titles(manual)):
        manual.pages.setCurrentRow(row)
        qapp.processEvents()
        assert manual.page.horizontalScrollBar().maximum() == 0, title


def test_titles_of_one_word_are_not_broken(manual):
    manual.open_page("first-hour")
    table = manual.page.document().rootFrame().childFrames()[0]
    blocks = [table.cellAt(0, n).firstCursorPosition().block() for n in range(table.columns())]
    assert [block.text() for block in blocks] == ["Task", "Keys", "Number", "Others"]
    assert all(block.blockFormat().nonBreakableLines() for block in blocks)


def test_headings_are_nearer_to_their_own_text(manual):
    manual.open_page("labelling")
    block, seen = manual.page.document().begin().next(), 0
    while block.isValid():
        form = block.blockFormat()
        if form.headingLevel():
            seen += 1
            assert form.topMargin() > 2 * form.bottomMargin() > 0
        block = block.next()
    assert seen


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


def test_each_section_is_in_its_page():
    for panel, section in SECTION_OF_PANEL.items():
        page = resource_files.path(f"manual/{PAGE_OF_PANEL[panel]}.md").read_text(encoding="utf-8")
        assert f"# {section}\n" in page, panel
    for dialog in ("log", "new_project"):
        assert section_for(QWidget(objectName=dialog))


def listed(dialog: ManualDialog) -> list[str]:
    rows = range(dialog.pages.count())
    return [dialog.pages.item(row).text() for row in rows if not dialog.pages.item(row).isHidden()]


def test_a_text_is_found_in_all_pages(manual, qtbot):
    with qtbot.waitActive(manual):
        manual.show()
        manual.activateWindow()
    qtbot.keyClick(manual, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert manual.search.hasFocus()
    manual.search.setText("Expect no label")
    assert listed(manual) == ["Gazetteers"]
    cursor = manual.page.textCursor()
    assert cursor.selectedText().casefold() == "expect no label"
    manual.search.setText("gazetteer")
    found = listed(manual)
    assert "Gazetteers" in found
    assert "Appearance" not in found
    seen = set()
    for _ in range(300):
        qtbot.keyClick(manual.search, Qt.Key.Key_Return)
        assert manual.page.textCursor().selectedText().casefold() == "gazetteer"
        seen.add(manual.pages.currentItem().text())
    assert seen == set(found)
    assert manual.isVisible()
    manual.search.setText("zzzz")
    assert listed(manual) == []
    assert manual.nothing.isVisible()
    manual.open_page("rules")
    assert manual.search.text() == ""
    assert len(listed(manual)) == manual.pages.count()
    assert manual.pages.currentItem().text() == "Rules"
    manual.find_next()  # nothing is searched for


def test_rows_of_the_list_have_room_for_their_titles(manual):
    manual.show()
    for row in range(manual.pages.count() - 1):
        room = manual.pages.visualItemRect(manual.pages.item(row))
        below = manual.pages.visualItemRect(manual.pages.item(row + 1))
        assert room.height() >= manual.pages.fontMetrics().height() + 4
        assert below.top() >= room.bottom()


@pytest.mark.parametrize(("language", "said"), [("en", False), ("C", False), ("de", True)])
def test_a_window_in_another_language_says_that_the_manual_is_english(qtbot, language, said):
    before = QLocale()
    QLocale.setDefault(QLocale(language))
    try:
        dialog = ManualDialog()
    finally:
        QLocale.setDefault(before)
    qtbot.addWidget(dialog)
    assert dialog.only_english.isHidden() is not said
