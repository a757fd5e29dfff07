"""The welcome page: recent projects, the sample, a new project, an import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.services.file_existence import FileExistence
from app.views.actions import COMMANDS
from app.views.colours import mix
from app.views.dialogs.new_project import SUFFIX, NewProjectDialog
from app.views.file_names import prepare_file_dialog, shown_folder, text_files
from app.views.icons import pixmap
from app.views.keymap import Keymap, is_single
from app.views.layouts import NO_MARGINS, in_column, in_row
from app.views.panels.messages import Messages
from app.views.plain_text import PlainLabel, on_a_button, plain_box, set_tip
from app.views.theme import GRID, HALF_GRID, RADIUS, Theme, theme_of
from app.views.widgets.base_dialog import open_one, quiet, room_on
from app.views.widgets.listing import bold, name_widget
from crfcore.errors import as_text

SIZE = QSize(1024, 700)
"""Initial size of the window, limited by the screen."""

LOGO_SIZE = 56
ICON = 24
COLUMN = 50 * GRID
"""Maximum width of each of the two columns."""
BETWEEN = 6 * GRID
INDENT = GRID + HALF_GRID
"""Indent of text in a column."""


class Entry(QPushButton):
    """A wide button of two lines, painted like a row of a list."""

    def __init__(self, icon: str, title: str, explanation: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(f"entry_{icon}")
        self.setAccessibleName(title.replace("&", ""))
        self.setAccessibleDescription(explanation)
        set_tip(self, explanation)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.explanation = explanation
        self.present = True
        self._icon = icon

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(COLUMN, 2 * self.fontMetrics().height() + 2 * GRID + HALF_GRID)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(COLUMN // 2, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # Outside dialogs Qt presses a button with the space bar only.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter, theme)
            inner = self.rect().adjusted(INDENT, GRID, -GRID, -GRID)
            colour = theme.accent if self.present else theme.faint
            picture = pixmap(self._icon, ICON, colour, self.devicePixelRatioF())
            painter.drawPixmap(inner.left(), inner.center().y() - ICON // 2 + 1, picture)
            lines = inner.adjusted(ICON + 2 * GRID, 0, 0, 0)
            metrics = painter.fontMetrics()
            top = lines.adjusted(0, 0, 0, -lines.height() // 2)
            bottom = lines.adjusted(0, lines.height() // 2 + 1, 0, 0)
            painter.setPen(theme.text if self.present else theme.faint)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
            title = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, top.width())
            painter.drawText(top, flags, title)
            painter.setPen(theme.faint)
            elided = metrics.elidedText(self.explanation, self.elision(), bottom.width())
            painter.drawText(bottom, Qt.AlignmentFlag.AlignVCenter, elided)

    def elision(self) -> Qt.TextElideMode:
        """Return how the second line is elided."""
        return Qt.TextElideMode.ElideRight

    def _paint_ground(self, painter: QPainter, theme: Theme) -> None:
        share = 0.16 if self.isDown() else 0.07 if self.underMouse() else 0.0
        painter.setPen(QPen(theme.accent, 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(mix(theme.window, theme.accent, share))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS, RADIUS)


class RecentEntry(Entry):
    """A recent project; grey if its file is missing."""

    def __init__(self, path: Path, parent: QWidget) -> None:
        super().__init__("document", on_a_button(path.stem), shown_folder(path.parent), parent)
        self.path = path
        self.has_backups = False
        set_tip(self, str(path))

    def show_missing(self) -> None:
        """Show that its file is missing."""
        if self.present:
            self.present = False
            missing = self.tr("Not found in {folder}").format(folder=as_text(self.explanation))
            self.explanation = missing
            self.setAccessibleDescription(missing)
            self.update()

    def elision(self) -> Qt.TextElideMode:  # noqa: D102 (described by the base)
        return Qt.TextElideMode.ElideMiddle


class Welcome(QWidget):
    """The window without a project: ways to start, and recent projects.

    Signals
    -------
    open_requested : Path
        Open this project.
    new_requested : NewProject
        Create this project and open it.
    sample_requested : ()
        Copy the sample project and open it.
    import_requested : list of Path
        Create a project for these texts.
    forgotten : Path
        Remove this project from the recent ones.
    backups_requested : Path
        Show the backups of this project, whose file is missing.
    """

    open_requested = Signal(object)
    new_requested = Signal(object)
    sample_requested = Signal()
    import_requested = Signal(object)
    forgotten = Signal(object)
    backups_requested = Signal(object)

    def __init__(
        self, recent: Sequence[Path], folder: Path | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "welcome",
            self.tr("Welcome to Tagwright"),
            self.tr("Open a recent project, try the sample, make a project or import texts"),
        )
        self.setWindowTitle("Tagwright")
        self.setAcceptDrops(True)
        self._folder = folder or Path.home()
        self.sample = Entry(
            "sample",
            self.tr("Try the &sample project"),
            self.tr("Opens a copy of a vet's day book in {folder}.").format(
                folder=shown_folder(self._folder)
            ),
            self,
        )
        self.new = Entry(
            "new",
            self.tr("&New project…"),
            self.tr("Name your labels, then import your texts."),
            self,
        )
        self.import_texts = Entry(
            "import",
            self.tr("&Import texts…"),
            self.tr("Plain text, column files, CoNLL-U, JSON lines or brat."),
            self,
        )
        self.open = Entry(
            "open", self.tr("&Open project…"), self.tr("A file ending in .tagwright."), self
        )
        self.recent = QVBoxLayout()
        self.presence = FileExistence()
        self.presence.checked.connect(self._note_presence)
        self.messages = Messages(self)
        self._arrange()
        self._connect()
        self.show_recent(recent)
        self._focus_first()
        self.resize(SIZE.boundedTo(room_on(self.screen())))

    def show_recent(self, recent: Sequence[Path]) -> None:
        """List recent projects, the newest first; those without a file are greyed."""
        while (item := self.recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for path in recent:
            self.recent.addWidget(self._recent_entry(path))
        self.presence.look(recent)
        if not recent:
            hint = self.tr("No recent projects. Try the sample first.")
            label = quiet(hint, self)
            label.setContentsMargins(INDENT, GRID, INDENT, 0)
            self.recent.addWidget(label)
        self.recent.addStretch()

    def recent_entries(self) -> list[RecentEntry]:
        """Return the entries of the recent projects, the newest first."""
        items = (self.recent.itemAt(index) for index in range(self.recent.count()))
        widgets = [item.widget() for item in items if item is not None]
        return [widget for widget in widgets if isinstance(widget, RecentEntry)]

    def take_files(self, paths: Sequence[Path]) -> None:
        """Open a project, or import texts, from chosen or dropped files."""
        projects = [path for path in paths if path.suffix == SUFFIX]
        if projects:
            self.open_requested.emit(projects[0])
        elif paths:
            self.import_requested.emit(list(paths))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102 (Qt's own)
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102 (Qt's own)
        urls = event.mimeData().urls()
        self.take_files([Path(url.toLocalFile()) for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    def _open_sample(self) -> None:
        """Open the sample; where there is a copy already, ask which."""
        path = self._folder / f"sample{SUFFIX}"
        if not path.exists():
            self.sample_requested.emit()
            return
        box = plain_box(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Sample project"))
        text = self.tr("{folder} already has a copy of the sample, {name}.")
        box.setText(text.format(folder=shown_folder(self._folder), name=as_text(path.name)))
        there = box.addButton(self.tr("Open it"), QMessageBox.ButtonRole.AcceptRole)
        new = box.addButton(self.tr("Make another copy"), QMessageBox.ButtonRole.ActionRole)
        box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(there)
        box.exec()
        if box.clickedButton() is there:
            self.open_requested.emit(path)
        elif box.clickedButton() is new:
            self.sample_requested.emit()

    def _recent_entry(self, path: Path) -> RecentEntry:
        row = RecentEntry(path, self)
        row.clicked.connect(lambda: self._open_recent(row))
        return row

    def _note_presence(self, path: str, there: bool) -> None:  # noqa: FBT001 (a signal's)
        from app.jobs.projects.backups import folder_beside

        for row in self.recent_entries():
            if str(row.path) == path and not there:
                row.show_missing()
                self.presence.look([folder_beside(row.path)])
                if self.focusWidget() is row:
                    self._focus_first()
            elif there and str(folder_beside(row.path)) == path:
                row.has_backups = True

    def _focus_first(self) -> None:
        there = [entry for entry in self.recent_entries() if entry.present]
        (there[0] if there else self.sample).setFocus()

    def _open_recent(self, row: RecentEntry) -> None:
        if row.present:
            self.open_requested.emit(row.path)
            return
        text = self.tr("{path} no longer exists. It was moved, renamed or deleted.")
        if row.has_backups:
            self.messages.show_message(
                self.tr("{text} There are backups of it.").format(
                    text=text.format(path=as_text(row.path))
                ),
                "warning",
                self.tr("Restore a backup…"),
                lambda: self.backups_requested.emit(row.path),
            )
            return
        self.messages.show_message(
            text.format(path=as_text(row.path)),
            "warning",
            self.tr("Remove from list"),
            lambda: self.forgotten.emit(row.path),
        )

    def _arrange(self) -> None:
        columns = QHBoxLayout()
        columns.setSpacing(BETWEEN)
        columns.addWidget(self._column(self.tr("Start"), self._start_column()))
        columns.addWidget(self._column(self.tr("Recent projects"), self.recent))
        content = QWidget(self)
        content.setMaximumWidth(2 * COLUMN + BETWEEN)
        in_column(self._title(), columns, within=content, margins=NO_MARGINS, spacing=5 * GRID)
        page = QWidget(self)
        outer = QGridLayout(page)
        outer.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        outer.addWidget(content, 1, 1)
        outer.setColumnStretch(0, 1)
        outer.setColumnStretch(1, 100)  # as wide as it may be; narrower in a small window
        outer.setColumnStretch(2, 1)
        outer.setRowStretch(0, 1)
        outer.setRowStretch(2, 2)
        area = QScrollArea(self)
        area.setObjectName("welcome_page")
        area.setAccessibleName(self.accessibleName())
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(page)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        in_column((area, 1), self.messages, within=self, margins=NO_MARGINS, spacing=0)

    def _title(self) -> QHBoxLayout:
        logo = PlainLabel("", self)
        logo.setPixmap(
            pixmap("tagwright", LOGO_SIZE, self.palette().text().color(), self.devicePixelRatioF())
        )
        name = PlainLabel("Tagwright", self)
        font = name.font()
        font.setPointSizeF(2.4 * font.pointSizeF())
        font.setWeight(font.Weight.DemiBold)
        name.setFont(font)
        words = in_column(
            name, quiet(self.tr("Label text while a model learns alongside you."), self), spacing=0
        )
        return in_row(logo, (words, 1), margins=(INDENT, 0, 0, 0), spacing=2 * GRID)

    def _start_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        for choice in (self.sample, self.new, self.import_texts, self.open):
            column.addWidget(choice)
        column.addStretch()
        return column

    def _column(self, title: str, content: QVBoxLayout) -> QWidget:
        page = QWidget(self)
        page.setMaximumWidth(COLUMN)
        heading = PlainLabel(title, page)
        heading.setFont(bold(heading.font()))
        heading.setContentsMargins(INDENT, 0, 0, 0)
        content.setSpacing(GRID // 2)
        in_column(heading, (content, 1), within=page, margins=NO_MARGINS, spacing=GRID)
        return page

    def _connect(self) -> None:
        self.sample.clicked.connect(self._open_sample)
        self.new.clicked.connect(self._new)
        self.import_texts.clicked.connect(self._import)
        self.open.clicked.connect(self._open)
        commands = {
            "new_project": self.new.click,
            "open_project": self.open.click,
            "import_files": self.import_texts.click,
            "quit": self.close,
            "show_manual": self.show_help,
        }
        for command, slot in commands.items():
            action = QAction(self)
            action.setObjectName(command)
            action.triggered.connect(slot)
            self.addAction(action)
        self.use(Keymap())

    def use(self, keymap: Keymap) -> None:
        """Give the actions of this page the keys of the same commands in the main window."""
        keys = keymap.keys(COMMANDS)
        for action in self.actions():
            global_keys = [key for key in keys[action.objectName()] if not is_single(key)]
            action.setShortcuts([QKeySequence(key) for key in global_keys])

    def show_help(self) -> None:
        """Open the manual at the page about this window."""
        from app.views.dialogs.manual import open_manual, page_for

        open_manual(page_for(self), self)

    def _new(self) -> None:
        if open_one(NewProjectDialog, self) is not None:
            return
        dialog = NewProjectDialog(self._folder, self)
        dialog.wanted.connect(self.new_requested)
        dialog.show()

    def _open(self) -> None:
        prepare_file_dialog()
        name, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Open project"),
            str(self._folder),
            self.tr("Projects (*{suffix})").format(suffix=SUFFIX),
        )
        if name:
            self.open_requested.emit(Path(name))

    def _import(self) -> None:
        prepare_file_dialog()
        names, _ = QFileDialog.getOpenFileNames(
            self, self.tr("Import texts"), str(self._folder), text_files()
        )
        self.take_files([Path(name) for name in names])
