"""The dialog that lists and restores the backups of a project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHeaderView,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.domain.numbers import grouped
from app.domain.project_contents import SavedState
from app.jobs.projects.backups import SET_ASIDE, BackupRow, free_name, rows_of
from app.services.task import TaskState
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.durations import age_of, in_words
from app.views.theme import GRID
from app.views.widgets.base_dialog import open_one, quiet
from app.views.widgets.listing import name_widget
from crfcore.errors import as_text


class RestoreDialog(DialogWithHelp):
    """Lists the backups of a project; restoring one overwrites nothing.

    Signals
    -------
    restore_requested(object, object, object)
        Restore, of this project, this backup, to this file.
    """

    restore_requested = Signal(object, object, object)

    def __init__(
        self,
        project: Path,
        parent: QWidget | None = None,
        *,
        in_place: bool = False,
        saved_state: Callable[[], SavedState] | None = None,
    ) -> None:
        """``saved_state`` is called on a thread for the state of an open project."""
        super().__init__(
            "restore",
            self.tr("Restore a backup"),
            self.tr("Go back to an earlier state of the project; nothing is overwritten"),
            parent,
        )
        self.project = project
        self.rows: list[BackupRow] = []
        self._lead = self.add_lead(
            self.tr("Reading the backups of {name}…").format(name=project.name)
        )
        self.table = self._table()
        self.column.addWidget(self.table, 1)
        self.note = quiet("", self)
        self.column.addWidget(self.note)
        self._ways = QButtonGroup(self)
        beside = self.tr("Restore to a &new file: {name}")
        self.beside = self._way(beside, free_name(project, "restored"))
        instead = self.tr("&Replace the project (current version is kept as {name})")
        self.instead = self._way(instead, free_name(project, SET_ASIDE))
        (self.instead if in_place or not project.exists() else self.beside).setChecked(True)
        for way in (self.beside, self.instead):
            way.setVisible(project.exists())
        self.add_buttons(self.tr("Re&store"))
        self.accept_button.setEnabled(False)
        self.accepted.connect(self._emit_chosen)
        self.keep_width(88 * GRID)
        self.set_usual_size(88 * GRID, 56 * GRID)
        self.table.setFocus()
        self._task = TaskState(self.tr("Reading the backups"), self)
        self._task.finished.connect(self._show)
        self._task.failed.connect(self._lead.setText)
        self._task.start(lambda task: _rows(project, saved_state, task))

    def chosen(self) -> BackupRow | None:
        """Return the backup in the current row, None if it is unreadable or there is none."""
        row = self.table.currentRow()
        if 0 <= row < len(self.rows) and self.rows[row].summary is not None:
            return self.rows[row]
        return None

    def wait(self) -> None:
        """Wait until the backups have been read."""
        self._task.wait()

    def done(self, result: int) -> None:  # noqa: D102 (Qt's own)
        self._task.cancel()  # only the backup that is being read is waited for
        self.wait()
        super().done(result)

    def _table(self) -> QTableWidget:
        table = QTableWidget(0, 4, self)
        name_widget(
            table,
            "backup_list",
            self.tr("Backups"),
            self.tr("Newest first"),
        )
        table.setHorizontalHeaderLabels(
            [
                self.tr("Created"),
                self.tr("Sentences done"),
                self.tr("Size"),
                self.tr("Later changes"),
            ]
        )
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + GRID)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.currentCellChanged.connect(self._chosen)
        table.doubleClicked.connect(lambda _: self.accept() if self.chosen() else None)
        return table

    def _way(self, text: str, path: Path) -> QRadioButton:
        button = QRadioButton(text.format(name=as_text(path.name)), self)
        button.setProperty("path", str(path))
        self._ways.addButton(button)
        self.column.addWidget(button)
        return button

    def _show(self, rows: Sequence[BackupRow]) -> None:
        self.rows = list(rows)
        name = self.project.name
        if not rows:
            text = self.tr(
                "No backups of {name} yet. Backups are made every 30 minutes of work, "
                "before large changes and when the project is closed."
            )
            self._lead.setText(text.format(name=name))
            return
        text = self.tr("Choose a backup of {name} to restore:")
        self._lead.setText(text.format(name=name))
        self.table.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, cell in enumerate(self._cells(row)):
                self.table.setItem(number, column, QTableWidgetItem(cell))
        readable = [number for number, row in enumerate(rows) if row.summary is not None]
        self.table.setCurrentCell(readable[0] if readable else 0, 0)

    def _cells(self, row: BackupRow) -> tuple[str, str, str, str]:
        made = _when(row)
        if row.summary is None:
            return made, self.tr("Unreadable"), "", ""
        sentences = self.tr("{n} of {all}").format(
            n=grouped(row.summary.n_confirmed), all=grouped(row.summary.n_sentences)
        )
        size = QLocale().formattedDataSize(row.n_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
        return made, sentences, size, self._lost(row)

    def _lost(self, row: BackupRow) -> str:
        if row.n_lost is None:
            return self.tr("All changes since then")
        if row.n_lost == 0:
            return self.tr("None")
        one, many = self.tr("1 change"), self.tr("{n} changes", None, row.n_lost)
        return one if row.n_lost == 1 else many.format(n=grouped(row.n_lost))

    def _chosen(self) -> None:
        row = self.chosen()
        self.accept_button.setEnabled(row is not None)
        if row is None:
            self.note.setText(self.tr("This backup is unreadable. Choose another."))
        elif row.n_lost == 0:
            self.note.setText(self.tr("This backup contains all changes of the project."))
        elif not self.project.exists():
            self.note.setText(self.tr("The project file is gone; the backup takes its place."))
        elif row.n_lost is None:
            text = self.tr(
                "Created {age} ago. Later changes are not included. The current file is "
                "damaged but will be kept."
            )
            self.note.setText(text.format(age=_age(row)))
        else:
            one = self.tr(
                "Created {age} ago. The later change is not in this backup; the current file keeps "
                "it."
            )
            many = self.tr(
                "Created {age} ago. The {n} later changes are not in this backup; the current file "
                "keeps them.",
                None,
                row.n_lost,
            )
            text = one if row.n_lost == 1 else many
            self.note.setText(text.format(age=_age(row), n=grouped(row.n_lost)))

    def _emit_chosen(self) -> None:
        row = self.chosen()
        way = self._ways.checkedButton()
        if row is not None and way is not None:
            target = self.project if way is self.instead else Path(way.property("path"))
            self.restore_requested.emit(self.project, row.backup.path, target)


def list_backups(
    project: Path,
    window: QWidget | None,
    restore: Callable[[Path, Path, Path], object],
    *,
    in_place: bool = False,
    saved_state: Callable[[], SavedState] | None = None,
) -> None:
    """Open the list of a project's backups, one at a time for a window.

    ``in_place`` preselects replacing the project, also in an open list; ``restore`` is called with
    the project, the chosen backup and the target.
    """
    opened = open_one(RestoreDialog, window)
    if opened is not None and opened.project == project:
        if in_place:
            opened.instead.setChecked(True)
        return
    if opened is not None:
        opened.close()
    dialog = RestoreDialog(project, window, in_place=in_place, saved_state=saved_state)
    dialog.restore_requested.connect(restore)
    dialog.show()


def _rows(
    project: Path, saved_state: Callable[[], SavedState] | None, task: TaskState
) -> list[BackupRow]:
    known = saved_state() if saved_state else None
    return rows_of(project, known, lambda done, total: task.report(done, total))


def _age(row: BackupRow) -> str:
    return in_words(age_of(row.backup.made_at.timestamp()))


def _when(row: BackupRow) -> str:
    """Return the local time of a backup."""
    at = QDateTime.fromSecsSinceEpoch(int(row.backup.made_at.timestamp()))
    locale = QLocale()
    if locale.language() == QLocale.Language.C:  # its short format is "1 12 2026"
        return at.toString("yyyy-MM-dd HH:mm")
    return locale.toString(at, QLocale.FormatType.ShortFormat)
