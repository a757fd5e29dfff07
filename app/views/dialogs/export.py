"""What is written out, and how; the file itself is chosen in the system's dialog."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QRadioButton, QVBoxLayout, QWidget

from app.formats.table import FORMATS
from app.jobs.export import Which
from app.jobs.rule_breaches import OnBreach
from app.views.dialogs.frame import Frame, quiet
from app.views.theme import GRID


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """``format`` is "" for that of import; ``folder``: each document into a file of its own.

    ``on_breach`` says what is to be done where labels break rules.
    """

    format: str
    which: Which
    folder: bool
    on_breach: OnBreach = OnBreach.REPORT


class ExportDialog(Frame):
    """Takes the options of an export.

    ``n_against`` is how many confirmed sentences break rules at present, None where no rule must
    hold: then nothing is asked about rules.

    Signals
    -------
    wanted(object)
        Write out as this `ExportChoice` says.
    """

    wanted = Signal(object)

    def __init__(
        self, n_documents: int, parent: QWidget | None = None, n_against: int | None = None
    ) -> None:
        super().__init__(
            "export",
            self.tr("Export labelled text"),
            self.tr("What is written out, and how"),
            parent,
        )
        self.target = QComboBox(self)
        self.target.setAccessibleName(self.tr("Where to"))
        self.target.addItem(self.tr("One file"), False)
        self.target.addItem(self.tr("A folder, with a file for each document"), True)
        self.target.setCurrentIndex(int(n_documents > 1))
        self.format = QComboBox(self)
        self.format.setAccessibleName(self.tr("Format"))
        self.format.addItem(self.tr("As it was imported"), "")
        for one in FORMATS.values():
            if one.write_any is not None:
                self.format.addItem(self.tr(one.title_any or one.title), one.name)
        self._which = QButtonGroup(self)
        self._on_breach = QButtonGroup(self)
        form = self.add_form()
        form.addRow(self.tr("&Format"), self.format)
        form.addRow(self.tr("&Into"), self.target)
        form.addRow(self.tr("Labels"), self._label_choices())
        if n_against is not None:
            form.addRow(self.tr("Rules"), self._rule_choices(n_against))
        self.column.addStretch()
        self.add_buttons(self.tr("Export…"))
        self.setFixedWidth(60 * GRID)
        self.accepted.connect(lambda: self.wanted.emit(self.choice()))

    def choice(self) -> ExportChoice:
        """Return the options as they stand in the fields."""
        which = next(b.property("choice") for b in self._which.buttons() if b.isChecked())
        on_breach = [b.property("choice") for b in self._on_breach.buttons() if b.isChecked()]
        return ExportChoice(
            self.format.currentData(),
            Which(which),
            self.target.currentData(),
            OnBreach(on_breach[0]) if on_breach else OnBreach.REPORT,
        )

    def _label_choices(self) -> QWidget:
        texts = {
            Which.CONFIRMED.value: self.tr("&confirmed: only what people have decided"),
            Which.ALL.value: self.tr("&all that is shown, proposals of the model too"),
        }
        return self._choices(self._which, texts)

    def _rule_choices(self, n_against: int) -> QWidget:
        texts = {
            OnBreach.REPORT.value: self.tr("&report where labels break rules, and write"),
            OnBreach.REFUSE.value: self.tr("write &nothing if labels break rules"),
        }
        none = self.tr("At present no confirmed sentence breaks a rule that must hold.")
        one = self.tr("At present 1 confirmed sentence breaks a rule that must hold.")
        many = self.tr("At present {n} confirmed sentences break rules that must hold.")
        text = {0: none, 1: one}.get(n_against, many).format(n=f"{n_against:,}")
        return self._choices(self._on_breach, texts, text)

    def _choices(
        self, group: QButtonGroup, texts: dict[str, str], explanation: str = ""
    ) -> QWidget:
        """Return a column of choices, the first one chosen."""
        page = QWidget(self)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        for choice, text in texts.items():
            button = QRadioButton(text, page)
            button.setProperty("choice", choice)
            button.setChecked(not group.buttons())
            group.addButton(button)
            layout.addWidget(button)
        if explanation:
            layout.addWidget(quiet(explanation, page))
        return page
