"""The panel that lists the documents and their progress."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter
from PySide6.QtWidgets import QLineEdit, QMenu, QStyleOptionViewItem, QWidget

from app.edits.documents import remove_document, rename_document
from app.item_models.documents import DocumentRole, DocumentsModel, percent
from app.item_models.rows import Index
from app.session import Session
from app.views.actions import KeyOf, default_key, with_key
from app.views.colours import mix
from app.views.layouts import NO_MARGINS, in_column
from app.views.theme import GRID, Theme
from app.views.widgets.listing import Listing, RowDelegate, bold, name_widget, paint_elided
from app.views.widgets.picker import Picker


class DocumentsPanel(QWidget):
    """Lists documents; picking one shows only its sentences. Renaming and removing can be undone.

    Signals
    -------
    document_picked(object)
        Show the sentences of the document with this id, or of all for None.
    removed(str)
        A document of this name was removed.
    left()
        The annotator chose a document and wants to work on it.
    """

    document_picked = Signal(object)
    removed = Signal(str)
    left = Signal()

    def __init__(
        self, session: Session, import_files: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "documents",
            self.tr("Documents"),
            self.tr("Documents and progress"),
        )
        self._session = session
        self.model = DocumentsModel(session, self)
        self.view = self._list()
        self.listing = Listing(self.view, "", self)
        self.show_shortcuts(default_key)
        self.rename = self._action(self.tr("Re&name…"), "F2", self._rename)
        self.remove = self._action(self.tr("&Remove from the project"), "Del", self._remove)
        self._import_files = import_files
        in_column(self.listing, within=self, margins=NO_MARGINS)
        self.model.renamed.connect(self._renamed)
        self.model.modelReset.connect(self._keep_row)
        self.view.picked.connect(self._pick)
        self.view.chosen.connect(self.left)
        self.view.offer_menu(self._menu_at)
        self._document: int | None = None
        self._keep_row()

    def menu(self) -> QMenu:
        """Return the menu for the current row."""
        menu = QMenu(self)
        menu.addActions([self.rename, self.remove])
        menu.addSeparator()
        menu.addAction(self._import_files)
        return menu

    def _list(self) -> Picker:
        view = Picker(self, self.model, DocumentDelegate())
        name_widget(
            view,
            "document_list",
            self.tr("Documents"),
            self.tr("F2 renames a document, Delete removes it, the menu key imports more"),
        )
        return view

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        hint = self.tr("No documents yet. Import a text to begin.")
        self.listing.set_hint(with_key(hint, key_of("import_files")))

    def _action(self, text: str, keys: str, slot: object) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.view.addAction(action)
        return action

    def _pick(self, index: QModelIndex) -> None:
        self._document = index.data(DocumentRole.DOCUMENT)
        self._allow()
        self.document_picked.emit(self._document)

    def _keep_row(self) -> None:
        row = self.model.row_of(self._document)
        if row == 0 and self._document is not None:
            self._document = None
            self.document_picked.emit(None)
        self.view.show_row(row if self.model.rowCount() else None)
        self._allow()

    def _allow(self) -> None:
        possible = self._document is not None and not self._session.saving.read_only
        self.rename.setEnabled(possible)
        self.remove.setEnabled(possible)

    def _rename(self) -> None:
        self.view.edit(self.view.currentIndex())

    def _renamed(self, document: int, name: str) -> None:
        self._session.apply(rename_document(self._session.project, document, name))
        # The model is reset while the editor has the focus.
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        document = self.model.document(self.view.currentIndex().row())
        if document is not None:
            edit = remove_document(self._session.project, document.id)
            if self._session.apply(edit) is not None:
                self.removed.emit(document.name)

    def _menu_at(self, index: QModelIndex) -> QMenu:
        if index.isValid():
            self.view.setCurrentIndex(index)
            self._pick(index)
        return self.menu()


class DocumentDelegate(RowDelegate):
    """Paints a document: its name, the percentage done, and a thin progress bar."""

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        done, sentences = index.data(DocumentRole.DONE), index.data(DocumentRole.SENTENCES)
        inner = rect.adjusted(0, 0, 0, -2)
        painter.setPen(theme.muted)
        width = paint_elided(painter, inner, percent(done, sentences), right=True)
        painter.setPen(theme.text)
        if index.row() == 0:
            painter.setFont(bold(painter.font()))
        paint_elided(painter, inner.adjusted(0, 0, -width - GRID, 0), index.data())
        track = QRectF(inner.left(), rect.bottom() - 4, inner.width(), 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(mix(theme.window, theme.text, 0.1))
        painter.drawRect(track)
        if sentences:
            track.setWidth(track.width() * done / sentences)
            painter.setBrush(theme.accent)
            painter.drawRect(track)

    def createEditor(  # noqa: D102 (Qt's own)
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Name of the document"))
        return editor
