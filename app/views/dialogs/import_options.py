"""The import dialog: format, columns, use of labels, and a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QProgressBar,
    QWidget,
)

from app.domain.documents import RAGGED, ROWS_OPTION
from app.domain.numbers import grouped
from app.domain.project import Project
from app.formats.conllu import SURFACE
from app.formats.conllu_misc import column_of
from app.formats.plain_text import (
    BLANKS,
    LINES,
    SENTENCES_OPTION,
    TOKENS_OPTION,
    WORDS,
)
from app.formats.prodigy import OF_TOKENS, REJECTED_OPTION
from app.formats.records import LABEL, WORD
from app.formats.table import FORMATS
from app.jobs.importing.documents import (
    AT_MARKS,
    DOCUMENTS_OPTION,
    ENCODING_OPTION,
    ImportOptions,
    Use,
)
from app.jobs.importing.report import ReadFiles
from app.services.task import TaskState
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.import_boxes import (
    column_box,
    encoding_box,
    format_box,
    token_box,
    use_choices,
)
from app.views.dialogs.import_preview import Preview, first_preview, preview
from app.views.dialogs.import_report import ReportPage
from app.views.dialogs.import_table import fill_columns, fill_table, preview_table
from app.views.theme import GRID
from app.views.widgets.base_dialog import colour_error, quiet, scroll_to
from app.views.widgets.listing import name_widget
from crfcore.errors import as_text
from crfcore.text.lines import UTF_8

LISTED = 3
"""How many files that cannot be read are listed."""


class ImportDialog(DialogWithHelp):
    """Previews the first file, reports the contents of all files, and asks for options.

    All files are read once the beginning of the first has been parsed, and again after every
    choice; nothing is written before the button is pressed.

    Signals
    -------
    read_requested(object, object)
        Read these paths (list of Path) with these `ImportOptions`, and pass the task to `follow`.
    wanted(object, str)
        Import these `ReadFiles`, with tags of other schemes converted to this one, if any.
    """

    read_requested = Signal(object, object)
    wanted = Signal(object, str)

    def __init__(
        self,
        paths: Sequence[Path],
        project: Project,
        parent: QWidget | None = None,
        *,
        pasted: bool = False,
    ) -> None:
        """Ask how to import files into a project; ``pasted`` text has no encoding to choose."""
        super().__init__(
            "import_options",
            self.tr("Import texts"),
            self.tr("How the files are to be read"),
            parent,
        )
        self._paths = list(paths)
        self._project = project
        self._reading: TaskState | None = None
        self._read: ReadFiles | None = None
        self._has_asked = False
        self._n_again = 0
        self._request_number = 0
        # The format detected by each request, also if the file cannot be read.
        self._formats: dict[int, str] = {}
        self._chosen = False
        self._encoding_chosen = self._encoding_proposed = False
        self._tasks: list[TaskState] = []
        self.shown: Preview | None = None
        self.lead = self.add_lead("")
        self._make_form()
        self.form.setRowVisible(self.encoding, not pasted)
        self.table = preview_table(self)
        self.problem = quiet("", self)
        self.column.addWidget(self.table, 3)
        self.column.addWidget(self.problem)
        self.bar = QProgressBar(self)
        name_widget(self.bar, "reading", self.tr("Progress"), self.tr("How much has been read"))
        self.bar.hide()
        # Not shown for a task of less than half a second.
        self._bar_delay = QTimer(self, singleShot=True, interval=500)
        self._bar_delay.timeout.connect(self.bar.show)
        self.column.addWidget(self.bar)
        self.report = ReportPage(self)
        self.report.hide()
        self.column.addWidget(self.report, 2)
        self._make_buttons()
        self.set_usual_size(80 * GRID, 92 * GRID)
        self._ask()

    def _make_form(self) -> None:
        self.format = format_box(self)
        self.encoding = encoding_box(self)
        self.word = column_box(self, self.tr("Words"))
        self.label = column_box(self, self.tr("Labels"))
        self._uses = QButtonGroup(self)
        self._use_box = use_choices(self, self._uses)
        self.tokens = token_box(self)
        self.form = self.add_form()
        self.form.addRow(self.tr("&Format"), self.format)
        self.form.addRow(self.tr("&Encoding"), self.encoding)
        self.form.addRow(self.tr("&Words in"), self.word)
        self.form.addRow(self.tr("&Labels in"), self.label)
        self.form.addRow(self.tr("Labels count as"), self._use_box)
        self.form.addRow(self.tr("&Tokens"), self.tokens)
        self.lines = QCheckBox(self.tr("Each l&ine is a sentence"), self)
        self.form.addRow("", self.lines)
        self.marks = QCheckBox(self.tr("Split at -&DOCSTART- lines"), self)
        self.form.addRow("", self.marks)
        self.ragged = QCheckBox(
            self.tr("Allow rows of different lengt&h (word first, label last)"), self
        )
        self.form.addRow("", self.ragged)
        self.none_rejected = QCheckBox(
            self.tr("Re&jected spans exclude their label for each token"), self
        )
        self.form.addRow("", self.none_rejected)
        self.surface = QCheckBox(self.tr("Treat multiword ran&ges (1-2) as one token"), self)
        self.form.addRow("", self.surface)
        self._show_columns(shown=False)
        self.form.setRowVisible(self.surface, False)
        self.form.setRowVisible(self.ragged, False)
        self.form.setRowVisible(self.none_rejected, False)
        self.form.setRowVisible(self.tokens, False)
        self.form.setRowVisible(self.lines, False)
        self.form.setRowVisible(self.marks, False)
        self.format.activated.connect(lambda: self._ask())
        self.word.activated.connect(lambda: self._ask(self._column_names()))
        self.label.activated.connect(lambda: self._ask(self._column_names()))
        for tick in (self.marks, self.none_rejected):
            tick.toggled.connect(lambda: self._read_files())
        self._uses.buttonToggled.connect(lambda _, chosen: self._read_files() if chosen else None)
        self.tokens.activated.connect(lambda: self._ask())
        self.encoding.activated.connect(self._choose_encoding)
        for tick in (self.lines, self.ragged, self.surface):
            tick.toggled.connect(lambda: self._ask())

    def options(self) -> ImportOptions:
        """Return the options in the fields."""
        columns = self._column_names()
        uses = [Use(b.property("use")) for b in self._uses.buttons() if b.isChecked()]
        use = uses[0] if self._may_have_labels() else Use.TEXT
        # Unless chosen, columns are detected for each file: others may have more of them.
        columns = columns if self._chosen else ()
        return ImportOptions(self.format.currentData(), columns, use, self._choices())

    def _choices(self) -> tuple[tuple[str, str], ...]:
        """Return the options of particular formats that are not at their defaults."""
        chosen = []
        if self.marks.isChecked():
            chosen.append((DOCUMENTS_OPTION, AT_MARKS))
        if self.ragged.isChecked():
            chosen.append((ROWS_OPTION, RAGGED))
        if self.none_rejected.isChecked():
            chosen.append((REJECTED_OPTION, OF_TOKENS))
        tokens = SURFACE if self.surface.isChecked() else self.tokens.currentData()
        if tokens != WORDS:
            chosen.append((TOKENS_OPTION, tokens))
        if self.lines.isChecked() and self.shown is not None and self.shown.format == "text":
            chosen.append((SENTENCES_OPTION, LINES))
        if self.encoding.currentData() != UTF_8:
            chosen.append((ENCODING_OPTION, self.encoding.currentData()))
        return tuple(chosen)

    def accept(self) -> None:  # noqa: D102 (Qt's own)
        if self._read is not None:
            self.wanted.emit(self._read, self.report.scheme)
            super().accept()

    def done(self, result: int) -> None:  # noqa: D102 (Qt's own)
        self._stop_reading()
        for task in self._tasks:
            task.cancel()
            task.wait()
        super().done(result)

    def follow(self, task: TaskState) -> None:
        """Show the progress and result of a task that reads all files."""
        self._stop_reading()
        self._reading = task
        task.progress.connect(self._show_progress)
        task.finished.connect(self.show_report)
        task.failed.connect(self._reading_failed)
        task.cancelled.connect(self._reading_ended)
        self.bar.setRange(0, 0)
        self.bar.setValue(0)
        self._bar_delay.start()

    def _make_buttons(self) -> None:
        self.add_buttons(self.tr("Im&port"))
        self.accept_button.setEnabled(False)

    def _read_files(self) -> None:
        """Read all files with the current options."""
        self._stop_reading()
        if self.shown is not None:
            self._show_status("")
            self.read_requested.emit(self._paths, self.options())

    def _choose_encoding(self) -> None:
        """Read the file in the encoding that the person wants; no other is proposed."""
        self._encoding_chosen = True
        self._encoding_proposed = False
        self._ask()

    def _stop_reading(self) -> None:
        """Cancel the task that reads all files, and forget its result."""
        reading, self._reading = self._reading, None
        if reading is not None:
            # Its remaining signals are about other options.
            reading.progress.disconnect(self._show_progress)
            reading.finished.disconnect(self.show_report)
            reading.failed.disconnect(self._reading_failed)
            reading.cancelled.disconnect(self._reading_ended)
            reading.cancel()
        self._read = None
        self.accept_button.setEnabled(False)
        self.report.setEnabled(False)

    def _show_progress(self, done: int, total: int, name: str) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        if name:
            self.lead.setText(self.tr("Reading {name}…").format(name=name))

    def show_report(self, read: ReadFiles) -> None:
        """Report the contents of the files, and enable the import."""
        self._reading_ended()
        self._read = read
        self._n_again = len(read.again)
        hint = self.tr("Nothing has been imported yet.")
        self.lead.setText(f"{self._lead()} {hint}")
        self.report.show_report(read, self._project)
        self.report.setEnabled(True)
        self.report.show()
        self._show_left_out(read)
        layouts = [one.layout for one in read.reports]
        labelled = any(LABEL in one.columns or FORMATS[one.format].keeps for one in layouts)
        self.form.setRowVisible(self._use_box, labelled or bool(self._column_names()))
        self.accept_button.setEnabled(True)
        if self.report.scheme and not self._has_asked:
            scroll_to(self, self.report.question)
        self._has_asked = self._has_asked or bool(self.report.scheme)

    def _show_left_out(self, read: ReadFiles) -> None:
        """Name the files that cannot be read; the button says that the others are imported."""
        n, n_bad = len(read.prepared), len(read.left_out)
        text = self.tr("Im&port the other {n} files", None, n) if n_bad else self.tr("Im&port")
        if n_bad and n == 1:
            text = self.tr("Im&port the other file")
        self.accept_button.setText(text.format(n=grouped(n)))
        if not n_bad:
            return
        self._offer_ragged()
        left_out = self.tr("{n} files cannot be read and are left out:", None, n_bad)
        if n_bad == 1:
            left_out = self.tr("1 file cannot be read and is left out:")
        lines = [left_out.format(n=grouped(n_bad)), *read.left_out[:LISTED]]
        if n_bad > LISTED:
            more = self.tr("… and {n} more files.", None, n_bad - LISTED)
            if n_bad - LISTED == 1:
                more = self.tr("… and 1 more file.")
            lines.append(more.format(n=grouped(n_bad - LISTED)))
        self._show_status("\n".join(lines))

    def _reading_failed(self, reason: str) -> None:
        self._reading_ended()
        self._offer_ragged()
        self.report.hide()
        self._show_status(reason)

    def _offer_ragged(self) -> None:
        """Show the option for rows of different lengths if the format has columns."""
        of_rows = self._formats.get(self._request_number) == "columns"
        self.form.setRowVisible(self.ragged, self.ragged.isChecked() or of_rows)

    def _reading_ended(self) -> None:
        self._reading = None
        self._bar_delay.stop()
        self.bar.hide()
        self.lead.setText(self._lead())

    def _show_fields(self) -> None:
        """Show the options of the file's format."""
        form, name = self.form, "" if self.shown is None else self.shown.format
        has_columns = bool(self.shown and self.shown.columns)
        for field in (self.word, self.label):
            form.setRowVisible(field, has_columns)
        may_have_labels = self._may_have_labels()
        form.setRowVisible(self._use_box, has_columns or may_have_labels)
        for button in self._uses.buttons():
            button.setEnabled(may_have_labels)
        form.setRowVisible(self.tokens, name == "text")
        cut_already = self.tokens.currentData() == BLANKS
        form.setRowVisible(self.lines, name == "text" and not cut_already)
        form.setRowVisible(self.surface, name == "conllu")
        form.setRowVisible(self.none_rejected, name == "prodigy")
        form.setRowVisible(self.marks, self.shown is not None and self.shown.marks)
        form.setRowVisible(self.ragged, self.ragged.isChecked())
        self.lead.setText(self._lead())

    def _lead(self) -> str:
        n, number = len(self._paths) - self._n_again, 0 if self.shown is None else self.shown.number
        text = self.tr("This is how “{name}” begins, the first of {n} files.", None, n)
        if number:
            text = self.tr("This is how “{name}” begins, one of {n} files.", None, n)
        if n == 1:
            text = self.tr("This is how “{name}” begins.")
        lead = text.format(name=as_text(self._paths[number].name), n=n)
        if not self._encoding_proposed:
            return lead
        hint = self.tr(
            "It is not UTF-8, and may be Windows-1252: check below that its letters are right, or "
            "choose another encoding."
        )
        return f"{lead} {hint}"

    def _ask(self, columns: Sequence[str] = ()) -> None:
        """Preview the beginning of the file again; only the newest result is shown."""
        self._stop_reading()
        self._request_number += 1
        self._formats[self._request_number] = ""
        self._chosen = bool(columns)
        request_number, name = self._request_number, self.format.currentData()
        paths, options = self._paths, dict(self._choices())
        encoding_chosen = self._encoding_chosen
        task = TaskState(self.tr("Reading the file"), self)
        task.finished.connect(lambda news: self._show(request_number, news))
        task.failed.connect(lambda reason: self._show_problem(request_number, reason))
        for older in self._tasks:
            older.cancel()

        def watch() -> None:
            task.report(0)

        def look(path: Path, others: list[Path], may_propose: Callable[[], bool]) -> Preview:
            return preview(
                path,
                name,
                columns,
                options,
                others,
                watch=watch,
                report_format=lambda found: self._formats.update({request_number: found}),
                may_propose=None if encoding_chosen else may_propose,
            )

        self._tasks.append(task.start(lambda _: first_preview(paths, look, watch)))

    def _show(self, request_number: int, news: Preview) -> None:
        if request_number != self._request_number:
            return
        self.shown = news
        if news.encoding:
            self._encoding_proposed = True
            self.encoding.setCurrentIndex(self.encoding.findData(news.encoding))
        self.format.setItemText(
            0,
            self.tr("Detect ({format})").format(
                format=self.format.itemText(self.format.findData(news.format))
            ),
        )
        if news.columns:
            fill_columns(self.word, news, news.columns.index(WORD))
            found = news.columns.index(LABEL) if LABEL in news.columns else None
            fill_columns(self.label, news, found)
            for name in news.attributes:
                text = self.tr("{name} in the MISC column").format(name=name)
                self.label.addItem(text, column_of(name))
            self.label.addItem(self.tr("No column"), None)
            chosen = column_of(news.attribute) if news.attribute else found
            self.label.setCurrentIndex(self.label.findData(chosen))
        fill_table(self.table, news)
        self._show_fields()
        self._read_files()

    def _show_columns(self, *, shown: bool) -> None:
        for field in (self.word, self.label, self._use_box):
            self.form.setRowVisible(field, shown)

    def _column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, with the chosen word and label columns.

        If an attribute is the label, return its name alone.
        """
        if self.shown is None or not self.shown.columns:
            return ()
        word, label = self.word.currentData(), self.label.currentData()
        if isinstance(label, str):
            return (label,)
        names = [
            name if name not in (WORD, LABEL) else f"column{column_index + 1}"
            for column_index, name in enumerate(self.shown.columns)
        ]
        if label is not None:
            names[label] = LABEL
        names[word] = WORD
        return tuple(names)

    def _may_have_labels(self) -> bool:
        """Return whether any file may have labels; only the first is previewed."""
        if self.shown is not None and FORMATS[self.shown.format].keeps:
            return True  # without a column for them
        has_labels = self.label.currentData() is not None and bool(self._column_names())
        return has_labels or (len(self._paths) > 1 and not self._chosen)

    def _show_problem(self, request_number: int, reason: str) -> None:
        if request_number == self._request_number:
            self.shown = None
            name = as_text(self._paths[0].name)
            self.lead.setText(self.tr("{name} cannot be imported as it is.").format(name=name))
            self._show_columns(shown=False)
            self.table.setRowCount(0)
            self.table.setColumnCount(0)
            self.report.hide()
            self._offer_ragged()
            self._show_status(reason)

    def _show_status(self, text: str) -> None:
        colour_error(self.problem)
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
