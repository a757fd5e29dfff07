"""The window of the manual."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QLocale, QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QTextBrowser,
    QWidget,
)

from app import resource_files
from app.item_models.rows import Index
from app.views.layouts import NO_MARGINS, in_column, in_row
from app.views.mac_keys import as_here
from app.views.plain_text import PlainTips, set_tip
from app.views.theme import GRID, HALF_GRID, theme_of
from app.views.widgets.base_dialog import BaseDialog, HelpKey, open_one, quiet
from app.views.widgets.font_sizes import scaled

PAGE_OF_PANEL = {
    "documents": "import-export",
    "sentences": "labelling",
    "sentence_view": "labelling",
    "view": "labelling",
    "labels": "labels",
    "legend": "labels",
    "rules": "rules",
    "rule_editor": "rules",
    "gazetteers": "gazetteers",
    "gazetteer_editor": "gazetteers",
    "gazetteer_import": "gazetteers",
    "gazetteer_name": "gazetteers",
    "grammar_editor": "grammars",
    "queue": "queue",
    "accept_confident": "queue",
    "history": "history",
    "model": "model",
    "model_chip": "model",
    "progress": "progress",
    "keys": "keys",
    "key_editor": "keys",
    "label_chooser": "keys",
    "palette": "keys",
    "restore": "safety",
    "find": "find",
    "appearance": "appearance",
    "messages": "troubleshooting",
    "status": "first-steps",
    "welcome": "welcome",
    "import_options": "import-export",
    "import_report": "import-export",
    "export": "import-export",
    "export_model": "import-export",
    "combine_models": "import-export",
    "new_project": "first-steps",
    "project_settings": "project-settings",
    "label_editor": "labels",
    "label_guide": "labels",
    "occurrences": "labelling",
    "names": "consistent-names",
    "similar_words": "find",
    "label_curves": "progress",
    "suggested_lines": "model",
    "unlabelled_text": "model",
    "uncertain_words": "gazetteers",
    "sentence_list": "labelling",
    "annotator": "project-settings",
    "log": "troubleshooting",
    "licences": "troubleshooting",
    "problem_report": "troubleshooting",
}
"""The page about each panel or dialog, by its object name."""

SECTION_OF_PANEL = {
    "accept_confident": "Accept confident suggestions",
    "annotator": "Your name",
    "combine_models": "Combine models",
    "export": "Export labelled text",
    "export_model": "Export the model",
    "gazetteer_editor": "The editor",
    "grammar_editor": "The editor",
    "key_editor": "Change shortcuts",
    "label_curves": "Learning curves by label",
    "label_guide": "The label guide",
    "licences": "Licences",
    "log": "Reporting a problem",
    "new_project": "And now your own text",
    "occurrences": "Other occurrences",
    "problem_report": "Reporting a problem",
    "restore": "Restore a backup",
    "similar_words": "Words like this one",
    "suggested_lines": "Lines that would help the template",
    "uncertain_words": "Words worth adding",
    "unlabelled_text": "Unlabelled text",
}
"""The heading in the page about a dialog that is about a part of it."""

MAX_PICTURE_WIDTH = 600
"""Maximum width of a picture in pixels."""

_TABLE_WIDTH = QTextLength(QTextLength.Type.PercentageLength, 99)
"""Below 100%, as Qt rounds the widths of columns up, and would show a scroll bar for a pixel."""

LINK = re.compile(r"^\| \[(?P<title>[^]]+)\]\((?P<page>[a-z-]+)\.md\)", re.MULTILINE)
"""A row of the table of pages in index.md."""


MARKS = re.compile(r"[*`]")
"""Characters of Markdown that are not shown."""


def page_for(widget: QWidget | None) -> str:
    """Return the page about the nearest panel around a widget, or the index."""
    while widget is not None:
        if widget.objectName() in PAGE_OF_PANEL:
            return PAGE_OF_PANEL[widget.objectName()]
        widget = widget.parentWidget()
    return "index"


def section_for(widget: QWidget) -> str:
    """Return the heading of the section about a dialog, "" for the whole page."""
    return SECTION_OF_PANEL.get(widget.objectName(), "")


class Page(QTextBrowser):
    """Shows pages of the manual, and loads no other file or address."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._name = ""
        self._max_width = MAX_PICTURE_WIDTH
        self.setOpenLinks(False)
        self.setSearchPaths([str(folder)])

    def show_page(self, name: str) -> None:
        """Show a page by its name, scrolled to its start."""
        self._name = name
        self._max_width = self._picture_width()
        text = as_here((self._folder / f"{name}.md").read_text(encoding="utf-8"))
        self.document().setBaseUrl(QUrl.fromLocalFile(f"{self._folder}/"))
        self.document().setMarkdown(text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        self._space_headings()
        self._set_tables()
        # The caret is after the text, and Qt would scroll to it when the page is resized.
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_section(self, heading: str) -> None:
        """Scroll to the section with a heading."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and block.text() == heading:
                self.setTextCursor(QTextCursor(block))
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + self.cursorRect().top() - GRID)
                return
            block = block.next()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102 (Qt's own)
        super().resizeEvent(event)
        if self._name and self._picture_width() != self._max_width:
            bar = self.verticalScrollBar()
            share = bar.value() / max(1, bar.maximum())
            self.show_page(self._name)
            bar.setValue(round(share * bar.maximum()))

    def _space_headings(self) -> None:
        """Give headings more room above than below, except at the beginning of the page."""
        cursor = QTextCursor(self.document())
        block = self.document().begin().next()
        while block.isValid():
            form = block.blockFormat()
            if form.headingLevel():
                form.setTopMargin(2 * GRID)
                form.setBottomMargin(HALF_GRID)
                cursor.setPosition(block.position())
                cursor.setBlockFormat(form)
            block = block.next()

    def _set_tables(self) -> None:
        """Add margins above and below tables, draw all their lines, and break no single word."""
        document = self.document()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                form = frame.format()
                form.setTopMargin(GRID)
                form.setBottomMargin(GRID)
                form.setWidth(_TABLE_WIDTH)
                form.setBorderBrush(theme_of(self.palette()).line)
                # By default Qt draws some lines in a colour derived from this one, or in white.
                form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                frame.setFormat(form)
                for column in range(frame.columns()):
                    cursor = frame.cellAt(0, column).firstCursorPosition()
                    title = cursor.blockFormat()
                    title.setNonBreakableLines(" " not in cursor.block().text())
                    cursor.setBlockFormat(title)
        # A long page is laid out in steps, and Qt continues after the last changed table: without
        # this, text between the first step and that table would never be laid out.
        document.markContentsDirty(0, document.characterCount())

    def _picture_width(self) -> int:
        margins = 2 * self.document().documentMargin()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return max(GRID, min(MAX_PICTURE_WIDTH, int(self.width() - margins - bar - HALF_GRID)))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load a picture of the manual, scaled to the page; None outside its folder."""
        path = Path(self.document().baseUrl().resolved(QUrl(name)).toLocalFile())
        if not path.is_relative_to(self._folder):
            return None
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, QUrl.fromLocalFile(str(path)))
        picture = QImage(str(path))
        max_pixels = round(self._max_width * self.devicePixelRatioF())
        if picture.width() > max_pixels:
            picture = picture.scaledToWidth(max_pixels, Qt.TransformationMode.SmoothTransformation)
        picture.setDevicePixelRatio(max(1.0, picture.width() / self._max_width))
        return picture


class _Titles(PlainTips):
    """Gives the titles of pages room above and below, so that the selected one covers no other."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = QFontMetrics(option.font).height() + GRID
        return QSize(super().sizeHint(option, index).width(), height)


class ManualDialog(BaseDialog):
    """The list of pages at the left, the current page at the right; modeless."""

    def __init__(self, page: str = "index", parent: QWidget | None = None) -> None:
        super().__init__("manual", self.tr("Manual"), self.tr("User manual"), parent)
        HelpKey(self, lambda: self.open_page("index"))
        folder = resource_files.path("manual")
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Find in the manual"))
        self.search.setAccessibleName(self.tr("Find in the manual"))
        self.search.setClearButtonEnabled(True)
        set_tip(self.search, self.tr("Lists pages with this text; Enter goes to the next match"))
        self.nothing = quiet(self.tr("No page contains this text."), self)
        self.nothing.hide()
        self.pages = QListWidget(self)
        self.pages.setItemDelegate(_Titles(self.pages))
        self.pages.setAccessibleName(self.tr("Pages"))
        self.pages.setAccessibleDescription(self.tr("The pages of the manual"))
        self.page = Page(folder, self)
        self.page.setAccessibleName(self.tr("Page"))
        self.page.setAccessibleDescription(self.tr("The page of the manual that is open"))
        self.page.setFont(_a_little_larger(self.page.font()))
        self.page.document().setDocumentMargin(2 * GRID)
        self._texts: dict[str, str] = {}
        self._fill(folder)
        left = QWidget(self)
        left.setFixedWidth(scaled(self, 22 * GRID))
        # Only in a window of another language.
        language = QLocale().language()
        self.only_english = quiet(self.tr("The manual is only available in English."), self)
        self.only_english.setHidden(language in (QLocale.Language.English, QLocale.Language.C))
        parts = self.search, self.nothing, (self.pages, 1), self.only_english
        in_column(*parts, within=left, margins=NO_MARGINS, spacing=GRID)
        self.column.addLayout(in_row(left, (self.page, 1), spacing=2 * GRID), 1)
        self.add_buttons(enter_closes=False)
        self.pages.currentItemChanged.connect(self._chosen)
        self.page.anchorClicked.connect(self._followed)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.find_next)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._begin_search)
        again = QShortcut(QKeySequence(QKeySequence.StandardKey.FindNext), self)
        again.activated.connect(self.find_next)
        self.open_page(page)
        self.set_usual_size(112 * GRID, 76 * GRID)

    def open_page(self, name: str) -> None:
        """Show a page, and make it current in the list; a search that hides it ends."""
        for row in range(self.pages.count()):
            item = self.pages.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == name:
                if item.isHidden():
                    self.search.clear()
                self.pages.setCurrentRow(row)

    def find_next(self) -> None:
        """Select the next match in the page, otherwise in the next page that has one."""
        text = self.search.text().strip()
        if not text or self.page.find(text):
            return
        rows = [row for row in range(self.pages.count()) if not self.pages.item(row).isHidden()]
        after = [row for row in rows if row > self.pages.currentRow()]
        if rows:
            self.pages.setCurrentRow((after or rows)[0])
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(text)

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self, text: str) -> None:
        """List the pages that contain a text, and select its first match."""
        wanted = text.strip().casefold()
        rows = []
        for row in range(self.pages.count()):
            item = self.pages.item(row)
            has_it = wanted in self._texts[item.data(Qt.ItemDataRole.UserRole)]
            item.setHidden(not has_it)
            rows += [row] if has_it else []
        self.nothing.setVisible(not rows)
        if rows and self.pages.currentRow() not in rows:
            self.pages.setCurrentRow(rows[0])
        self.page.moveCursor(QTextCursor.MoveOperation.Start)
        if wanted and rows:
            self.page.find(text.strip())

    def _fill(self, folder: Path) -> None:
        index = (folder / "index.md").read_text(encoding="utf-8")
        found = [(match["title"], match["page"]) for match in LINK.finditer(index)]
        for title, name in [(self.tr("Overview"), "index"), *found]:
            item = QListWidgetItem(title, self.pages)
            item.setData(Qt.ItemDataRole.UserRole, name)
            text = as_here((folder / f"{name}.md").read_text(encoding="utf-8"))
            self._texts[name] = MARKS.sub("", text).casefold()

    @Slot(QListWidgetItem)
    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.page.show_page(item.data(Qt.ItemDataRole.UserRole))

    @Slot(QUrl)
    def _followed(self, link: QUrl) -> None:
        name, _, _ = link.fileName().partition(".")
        self.open_page(name)


def open_manual(page: str, window: QWidget | None, section: str = "") -> ManualDialog:
    """Open the manual of a window at a page or a section of it, or go there if it is open."""
    manual = open_one(ManualDialog, window) or ManualDialog(page, window)
    manual.open_page(page)
    manual.bring_forward()
    if section:
        manual.page.show_section(section)
    return manual


def _a_little_larger(font: QFont) -> QFont:
    larger = QFont(font)
    larger.setPointSizeF(font.pointSizeF() * 1.15)
    return larger
