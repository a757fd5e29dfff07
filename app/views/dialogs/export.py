"""The dialog with the options of an export; the file is chosen in the system's dialog."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QRadioButton, QWidget

from app.domain.notes import Note
from app.domain.numbers import grouped
from app.formats.table import FORMATS
from app.item_models.report_words import report_words
from app.jobs.exporting.documents import ExportForm, Which
from app.jobs.exporting.report import loss_lines
from app.jobs.exporting.violations import OnViolation
from app.jobs.importing.report import SCHEME_NAMES, ReportLine
from app.services.task import TaskState
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.report_tree import ReportTree
from app.views.layouts import NO_MARGINS, in_column
from app.views.theme import GRID
from app.views.widgets.base_dialog import quiet
from crfcore.text.tag_schemes import SCHEMES

TEXT = "text"
"""The format that cannot hold labels."""


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """The options of an export.

    ``format`` is "" for that of import; ``folder``: each document into a file of its own;
    ``on_violation``: what to do with labels that violate rules; ``scheme``: that of the tags, ""
    for the project's, or that of the imported file.
    """

    format: str
    which: Which
    folder: bool
    on_violation: OnViolation = OnViolation.REPORT
    scheme: str = ""

    @property
    def form(self) -> ExportForm:
        """Which labels are written, and how."""
        return ExportForm(self.which, self.format, self.scheme)


class ExportDialog(DialogWithHelp):
    """Asks for the options of an export, and shows what it would lose.

    ``n_against`` is the number of confirmed sentences that violate hard rules, None without such
    rules. ``usual`` returns the default choice of labels for a format. ``imported`` are the formats
    of the documents: plain text holds no labels, so that it cannot be the original format.

    Signals
    -------
    wanted(object)
        Export with this `ExportChoice`.
    report_requested(object)
        Find out what this `ExportChoice` would lose, and pass the task to `follow`.
    """

    wanted = Signal(object)
    report_requested = Signal(object)

    def __init__(
        self,
        n_documents: int,
        parent: QWidget | None = None,
        n_against: int | None = None,
        usual: Callable[[str], Which] = lambda _: Which.CONFIRMED,
        imported: Collection[str] = (),
    ) -> None:
        super().__init__(
            "export",
            self.tr("Export labelled text"),
            self.tr("What to export, and how"),
            parent,
        )
        self._make_boxes(imported)
        self.target.setCurrentIndex(int(n_documents > 1))
        self._reading: TaskState | None = None
        self._usual = usual
        self._which_chosen = False
        self._which = QButtonGroup(self)
        self._on_violation = QButtonGroup(self)
        form = self.add_form()
        form.addRow(self.tr("&Format"), self.format)
        form.addRow(self.tr("&Scheme"), self.scheme)
        form.addRow(self.tr("Dest&ination"), self.target)
        form.addRow(self.tr("Labels"), self._label_choices())
        if n_against is not None:
            form.addRow(self.tr("Rules"), self._rule_choices(n_against))
        self.column.addWidget(quiet(self.tr("What the export will lose"), self))
        self.losses = ReportTree(
            "export_report",
            self.tr("Report"),
            self.tr("Information that the export loses"),
            self,
        )
        self.losses.setRootIsDecorated(False)
        self.losses.setMinimumHeight(20 * GRID)
        self.column.addWidget(self.losses, 1)
        self.add_buttons(self.tr("&Export…"))
        self.set_usual_size(80 * GRID, 68 * GRID)
        self._choose_usual()
        self.format.currentIndexChanged.connect(self._choose_usual)
        for box in (self.format, self.scheme, self.target):
            box.currentIndexChanged.connect(self._ask)
        for button in self._which.buttons():
            button.toggled.connect(self._ask_once)
            button.clicked.connect(self._keep_which)
        # After the caller has connected its signals.
        QTimer.singleShot(0, self, self._ask)
        self.accepted.connect(lambda: self.wanted.emit(self.choice()))

    def _make_boxes(self, imported: Collection[str]) -> None:
        self.format = QComboBox(self)
        self.format.setAccessibleName(self.tr("Format"))
        if original := self._original_format(imported):
            self.format.addItem(original, "")
        for one in FORMATS.values():
            if one.write_any is not None:
                title = report_words(one.title_any or one.title)
                if one.name == "columns" and one.name in imported:
                    title = self.tr("Columns: as imported, or word and label")
                self.format.addItem(title, one.name)
        if not original:
            self.format.setCurrentIndex(self.format.findData("columns"))
        self.scheme = QComboBox(self)
        self.scheme.setAccessibleName(self.tr("Scheme"))
        self.scheme.addItem(self.tr("Unchanged"), "")
        for name in SCHEMES:
            self.scheme.addItem(report_words(SCHEME_NAMES[name]), name)
        self.target = QComboBox(self)
        self.target.setAccessibleName(self.tr("Destination"))
        self.target.addItem(self.tr("One file"), False)
        self.target.addItem(self.tr("A folder, with a file for each document"), True)

    def _original_format(self, imported: Collection[str]) -> str:
        """Return the name of the original format, "" if it cannot hold labels."""
        if TEXT not in imported:
            return self.tr("Original format")
        return "" if len(imported) == 1 else self.tr("Original format (plain text as columns)")

    def choice(self) -> ExportChoice:
        """Return the options in the fields."""
        which = next(b.property("choice") for b in self._which.buttons() if b.isChecked())
        on_violation = [b.property("choice") for b in self._on_violation.buttons() if b.isChecked()]
        return ExportChoice(
            self.format.currentData(),
            Which(which),
            self.target.currentData(),
            OnViolation(on_violation[0]) if on_violation else OnViolation.REPORT,
            self.scheme.currentData(),
        )

    def follow(self, task: TaskState) -> None:
        """Show the result of a task: the losses of the current choice."""
        self._reading = task
        task.finished.connect(self._show_losses)
        task.failed.connect(self._show_problem)

    def done(self, result: int) -> None:  # noqa: D102 (Qt's own)
        self._stop()
        super().done(result)

    def _choose_usual(self) -> None:
        """Choose the format's default labels, unless the person has chosen."""
        if not self._which_chosen:
            usual = self._usual(self.format.currentData())
            for button in self._which.buttons():
                is_usual = button.property("choice") == usual.value
                button.setChecked(is_usual)
                # Qt makes the checked button the tab stop only after a click.
                tab = Qt.FocusPolicy.StrongFocus if is_usual else Qt.FocusPolicy.ClickFocus
                button.setFocusPolicy(tab)

    def _keep_which(self) -> None:
        self._which_chosen = True

    def _ask(self) -> None:
        self._stop()
        self.accept_button.setEnabled(True)
        self.losses.show_lines([ReportLine(self.tr("Searching…"))])
        self.report_requested.emit(self.choice())

    def _ask_once(self, checked: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Request the losses once for two toggled buttons."""
        if checked:
            self._ask()

    def _stop(self) -> None:
        """Cancel the task, and ignore its result."""
        if self._reading is not None:
            self._reading.finished.disconnect(self._show_losses)
            self._reading.failed.disconnect(self._show_problem)
            self._reading.cancel()
            self._reading = None

    def _show_losses(self, notes: tuple[Note, ...]) -> None:
        self.losses.show_lines(loss_lines(notes, report_words))

    def _show_problem(self, reason: str) -> None:
        self.losses.show_lines([ReportLine(reason, grave=True)])
        self.accept_button.setEnabled(False)

    def _label_choices(self) -> QWidget:
        texts = {
            Which.CONFIRMED.value: self.tr("&Confirmed labels only"),
            Which.DONE.value: self.tr("Confirme&d labels of done sentences only"),
            Which.ALL.value: self.tr("Confirmed labels &and model suggestions"),
        }
        return self._choices(self._which, texts)

    def _rule_choices(self, n_against: int) -> QWidget:
        texts = {
            OnViolation.REPORT.value: self.tr("&Report rule violations, export anyway"),
            OnViolation.REFUSE.value: self.tr("Do &not export if rules are violated"),
        }
        none = self.tr("No done sentence violates a hard rule.")
        one = self.tr("1 done sentence violates a hard rule.")
        many = self.tr("{n} done sentences violate hard rules.", None, n_against)
        text = {0: none, 1: one}.get(n_against, many).format(n=grouped(n_against))
        return self._choices(self._on_violation, texts, text)

    def _choices(
        self, group: QButtonGroup, texts: dict[str, str], explanation: str = ""
    ) -> QWidget:
        """Return a column of radio buttons, the first one checked."""
        page = QWidget(self)
        layout = in_column(within=page, margins=NO_MARGINS, spacing=GRID // 2)
        for choice, text in texts.items():
            button = QRadioButton(text, page)
            button.setProperty("choice", choice)
            button.setChecked(not group.buttons())
            group.addButton(button)
            layout.addWidget(button)
        if explanation:
            layout.addWidget(quiet(explanation, page))
        return page
