"""How files are to be read: format, columns, and what their labels are worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QComboBox,
    QDialogButtonBox,
    QHeaderView,
    QRadioButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.formats.records import LABEL, WORD
from app.formats.table import FORMATS
from app.jobs.import_documents import ImportOptions, Use
from app.services.task import TaskState
from app.views.dialogs.frame import Frame, quiet
from app.views.dialogs.import_preview import Preview, preview
from app.views.panels.listing import name_widget
from app.views.theme import GRID, theme_of


class ImportDialog(Frame):
    """Shows the beginning of the first file as it was understood, and takes corrections.

    Signals
    -------
    wanted(object, object)
        Import these paths (list of Path) with these `ImportOptions`.
    """

    wanted = Signal(object, object)

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(
            "import_options",
            self.tr("Import texts"),
            self.tr("How the files are to be read"),
            parent,
        )
        self._paths = list(paths)
        self._asked = 0
        self._tasks: list[TaskState] = []
        self.shown: Preview | None = None
        self.lead = self.add_lead("")
        self.format = self._format_box()
        self.word = self._column_box(self.tr("Words"))
        self.label = self._column_box(self.tr("Labels"))
        self.table = self._table()
        self.problem = quiet("", self)
        self._uses = QButtonGroup(self)
        self.form = self.add_form()
        self.form.addRow(self.tr("&Format"), self.format)
        self.form.addRow(self.tr("&Words in"), self.word)
        self.form.addRow(self.tr("&Labels in"), self.label)
        self._worth = self._use_choices()
        self.form.addRow(self.tr("Labels are"), self._worth)
        self._show_columns(shown=False)
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.problem)
        buttons = self.add_buttons(self.tr("Import"))
        self.button = buttons.buttons()[0]
        for button in buttons.buttons():
            if buttons.buttonRole(button) == QDialogButtonBox.ButtonRole.AcceptRole:
                self.button = button
        self.format.activated.connect(lambda: self._ask())
        self.word.activated.connect(self._columns_chosen)
        self.label.activated.connect(self._columns_chosen)
        self.accepted.connect(lambda: self.wanted.emit(self._paths, self.options()))
        self.resize(80 * GRID, 72 * GRID)
        self._ask()

    def options(self) -> ImportOptions:
        """Return the options as they stand in the fields."""
        columns = self._named() if self.shown is not None else ()
        uses = [Use(b.property("use")) for b in self._uses.buttons() if b.isChecked()]
        use = uses[0] if LABEL in columns else Use.TEXT
        return ImportOptions(self.format.currentData(), columns, use)

    def done(self, result: int) -> None:  # noqa: D102 (Qt's own)
        for task in self._tasks:
            task.wait()
        super().done(result)

    def _lead(self) -> str:
        first = self._paths[0].name
        if len(self._paths) == 1:
            return self.tr("This is how {name} begins.").format(name=first)
        return self.tr("This is how {name} begins, the first of {n} files.").format(
            name=first, n=len(self._paths)
        )

    def _format_box(self) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(self.tr("Format"))
        box.addItem(self.tr("Detect"), "")
        # The table has the order of recognition, which is none to look things up in.
        for form in reversed(FORMATS.values()):
            box.addItem(self.tr(form.title), form.name)
        return box

    def _column_box(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        return box

    def _use_choices(self) -> QWidget:
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        texts = {
            Use.GOLD: self.tr("&right: they count as decided, and the model learns from them"),
            Use.SUGGESTION: self.tr("&suggestions: shown until a person accepts them"),
            Use.TEXT: self.tr("&not wanted: import the words alone"),
        }
        for use, text in texts.items():
            button = QRadioButton(text, page)
            button.setProperty("use", use.value)
            button.setChecked(use is Use.GOLD)
            self._uses.addButton(button)
            layout.addWidget(button)
        return page

    def _table(self) -> QTableWidget:
        table = QTableWidget(self)
        name_widget(
            table, "import_preview", self.tr("Preview"), self.tr("The first rows of the file")
        )
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(3 * GRID)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        return table

    def _ask(self, columns: Sequence[str] = ()) -> None:
        """Read the beginning of the file anew; only the newest answer is shown."""
        self._asked += 1
        asked, path, name = self._asked, self._paths[0], self.format.currentData()
        task = TaskState(self.tr("Reading the file"), self)
        task.finished.connect(lambda news: self._show(asked, news))
        task.failed.connect(lambda reason: self._show_problem(asked, reason))
        self._tasks.append(task.start(lambda _: preview(path, name, columns)))

    def _show(self, asked: int, news: Preview) -> None:
        if asked != self._asked:
            return
        self.shown = news
        self.lead.setText(self._lead())
        self._say("")
        self.button.setEnabled(True)
        self.format.setItemText(0, self.tr("Detect ({format})").format(format=self._name(news)))
        columns = bool(news.columns)
        self._show_columns(shown=columns)
        if columns:
            self._fill(self.word, news.columns, news.columns.index(WORD))
            found = news.columns.index(LABEL) if LABEL in news.columns else None
            self._fill(self.label, news.columns, found)
            self.label.addItem(self.tr("no column"), None)
            self.label.setCurrentIndex(self.label.count() - 1 if found is None else found)
        self._fill_table(news)
        self._allow()

    def _show_columns(self, *, shown: bool) -> None:
        for field in (self.word, self.label, self._worth):
            self.form.setRowVisible(field, shown)

    def _name(self, news: Preview) -> str:
        return self.format.itemText(self.format.findData(news.format))

    def _fill(self, box: QComboBox, names: Sequence[str], chosen: int | None) -> None:
        first = self.shown.rows[0] if self.shown is not None and self.shown.rows else ()
        box.clear()
        for place in range(len(names)):
            example = first[place] if place < len(first) else ""
            text = self.tr("column {n} ({example}, …)").format(n=place + 1, example=example[:24])
            box.addItem(text, place)
        if chosen is not None:
            box.setCurrentIndex(chosen)

    def _fill_table(self, news: Preview) -> None:
        width = max(1, len(news.columns))
        self.table.setColumnCount(width)
        self.table.setRowCount(len(news.rows))
        titles = {WORD: self.tr("word"), LABEL: self.tr("label"), "_": self.tr("kept as it is")}
        headers = [titles.get(name, name) for name in news.columns] or [self.tr("sentences")]
        self.table.setHorizontalHeaderLabels(headers)
        for row, fields in enumerate(news.rows):
            for column, value in enumerate(fields[:width]):
                self.table.setItem(row, column, QTableWidgetItem(value))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)

    def _columns_chosen(self) -> None:
        self._ask(self._named())

    def _named(self) -> tuple[str, ...]:
        """Return the names of all columns, with word and label where the person put them."""
        if self.shown is None or not self.shown.columns:
            return ()
        word, label = self.word.currentData(), self.label.currentData()
        names = [
            name if name not in (WORD, LABEL) else f"column{place + 1}"
            for place, name in enumerate(self.shown.columns)
        ]
        if label is not None:
            names[label] = LABEL
        names[word] = WORD
        return tuple(names)

    def _allow(self) -> None:
        has_labels = LABEL in self._named()
        for button in self._uses.buttons():
            button.setEnabled(has_labels)

    def _show_problem(self, asked: int, reason: str) -> None:
        if asked == self._asked:
            self.shown = None
            name = self._paths[0].name
            self.lead.setText(self.tr("{name} cannot be imported as it is.").format(name=name))
            self._show_columns(shown=False)
            self.table.setRowCount(0)
            self.table.setColumnCount(0)
            self.button.setEnabled(False)
            self._say(reason)

    def _say(self, text: str) -> None:
        palette = self.problem.palette()
        palette.setColor(palette.ColorRole.PlaceholderText, theme_of(self.palette()).bad)
        self.problem.setPalette(palette)
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
