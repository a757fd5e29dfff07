"""The appearance dialog: theme, fonts, patterns, scale, language, motion."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QWidget,
)

from app.domain.numbers import percentage
from app.preferences import POINTS, SCALES, Appearance
from app.session import Session
from app.translation import SYSTEM, languages
from app.views.dialogs.appearance_sample import AppearanceSample
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_row
from app.views.plain_text import PlainLabel, set_tip
from app.views.sentence_view.metrics import DEFAULT_POINTS
from app.views.theme import GRID, Choice, Contrast
from app.views.theme_switch import ThemeSwitch
from app.views.widgets.base_dialog import name_by_both, quiet, with_margin
from app.views.widgets.font_sizes import keep_width

WIDTH = 76 * GRID
SIZE_WIDTH = 12 * GRID


class AppearanceDialog(DialogWithHelp):
    """Applies each choice at once, to a sample sentence and to the window."""

    def __init__(
        self,
        themes: ThemeSwitch,
        session: Session,
        parent: QWidget | None = None,
        zoom: float = 1.0,
    ) -> None:
        super().__init__(
            "appearance",
            self.tr("Appearance"),
            self.tr("Stored on this computer, not in the project"),
            parent,
        )
        self._themes = themes
        self._before = themes.appearance
        self.theme = self._choice(self._names_of_themes())
        self.contrast = self._choice(self._names_of_contrasts())
        self.patterns = QCheckBox(self.tr("Show a &pattern for every label"), self)
        self.family = self._families(self.tr("Sentence font"), self.tr("Same as interface"))
        self.points = self._size(self.tr("Sentence font size"))
        self.window_family = self._families(self.tr("Interface font"), self.tr("System default"))
        self.window_points = self._size(self.tr("Interface font size"))
        self.scale = self._choice({percent: percentage(percent) for percent in SCALES})
        self.language = self._choice({SYSTEM: self.tr("System language")} | languages())
        self.still = QCheckBox(self.tr("Redu&ce motion"), self)
        self.sample = AppearanceSample(session, zoom, self)
        self._arrange()
        self.show_appearance(themes.appearance)
        self._listen()
        themes.appearance_changed.connect(self.show_appearance)
        self.rejected.connect(lambda: themes.set_appearance(self._before))

    def appearance(self) -> Appearance:
        """Return the appearance in the fields."""
        points, window_points = self.points.value(), self.window_points.value()
        return Appearance(
            theme=self.theme.currentData(),
            contrast=self.contrast.currentData(),
            patterns=self.patterns.isChecked(),
            family=self.family.currentData(),
            points=0.0 if points == DEFAULT_POINTS else points,
            window_family=self.window_family.currentData(),
            window_points=0.0 if window_points == self._themes.system_points else window_points,
            scale=self.scale.currentData(),
            still=self.still.isChecked(),
            language=self.language.currentData(),
        )

    def show_appearance(self, appearance: Appearance) -> None:
        """Show an appearance in the fields and the sample."""
        for box, value in (
            (self.theme, appearance.theme),
            (self.contrast, appearance.contrast),
            (self.family, appearance.family),
            (self.window_family, appearance.window_family),
            (self.scale, appearance.scale),
            (self.language, appearance.language),
        ):
            with QSignalBlocker(box):
                box.setCurrentIndex(max(0, box.findData(value)))
        for field, points in (
            (self.points, appearance.points or DEFAULT_POINTS),
            (self.window_points, appearance.window_points or self._themes.system_points),
        ):
            # A decimal point just typed would be removed.
            if field.value() != points:
                with QSignalBlocker(field):
                    field.setValue(points)
        for tick, wanted in ((self.patterns, appearance.patterns), (self.still, appearance.still)):
            with QSignalBlocker(tick):
                tick.setChecked(wanted)
        self.sample.letters.set_font(appearance.family, appearance.points)
        self.from_next_start.setVisible(appearance.scale != self._before.scale)
        changed = appearance.language != self._before.language
        self.language_from_next_start.setVisible(changed)

    # ---- inside

    def _arrange(self) -> None:
        frame = QFrame(self)
        frame.setObjectName("appearance_frame")
        in_row(self.sample, within=frame, margins=(1, 1, 1, 1))
        self.column.addWidget(frame)
        form = self.add_form()
        form.setVerticalSpacing(GRID + GRID // 2)
        self.add_field(form, self.tr("T&heme"), self.theme)
        self.add_field(form, self.tr("Co&ntrast"), self.contrast)
        form.addRow("", self.patterns)
        self._add_font(form, self.tr("Sen&tence font"), self.family, self.points)
        self._add_font(form, self.tr("&Interface font"), self.window_family, self.window_points)
        at_restart = self.tr("Takes effect when Tagwright is restarted.")
        self.from_next_start = quiet(at_restart, self)
        self.language_from_next_start = quiet(at_restart, self)
        self.add_field(form, self.tr("&Scale"), self.scale, self.from_next_start)
        self.add_field(form, self.tr("&Language"), self.language, self.language_from_next_start)
        form.addRow("", self.still)
        self.column.addStretch()
        box = self.add_buttons(self.tr("Sa&ve"))
        usual = self.usual = box.addButton(self.tr("&Reset"), QDialogButtonBox.ButtonRole.ResetRole)
        usual.setAutoDefault(False)
        set_tip(usual, self.tr("Reset all appearance settings to their defaults"))
        usual.clicked.connect(lambda: self._themes.set_appearance(Appearance()))
        self.keep_width(WIDTH)

    def _listen(self) -> None:
        boxes = self.theme, self.contrast, self.family, self.window_family, self.scale
        for box in (*boxes, self.language):
            box.currentIndexChanged.connect(self._apply)
        for field in (self.points, self.window_points):
            field.valueChanged.connect(self._apply)
        for tick in (self.patterns, self.still):
            tick.toggled.connect(self._apply)

    def _apply(self) -> None:
        self._themes.set_appearance(self.appearance())

    def _add_font(
        self, form: QFormLayout, title: str, family: QComboBox, size: QDoubleSpinBox
    ) -> None:
        label = PlainLabel(title, self)
        label.setBuddy(family)
        row = in_row((family, 1), size, spacing=GRID)
        form.addRow(label, row)

    def _choice(self, names: dict[str, str] | dict[int, str]) -> QComboBox:
        box = QComboBox(self)
        for value, name in names.items():
            box.addItem(name, value)
        return box

    def _names_of_themes(self) -> dict[str, str]:
        return {
            Choice.SYSTEM.value: self.tr("System default"),
            Choice.LIGHT.value: self.tr("Light"),
            Choice.DARK.value: self.tr("Dark"),
        }

    def _names_of_contrasts(self) -> dict[str, str]:
        return {
            Contrast.SYSTEM.value: self.tr("System default"),
            Contrast.USUAL.value: self.tr("Normal"),
            Contrast.HIGH.value: self.tr("High (black and white, bold outlines)"),
        }

    def _families(self, title: str, none: str) -> QComboBox:
        box = QComboBox(self)
        name_by_both(box, title)
        box.addItem(none, "")
        for family in QFontDatabase.families():
            if not QFontDatabase.isPrivateFamily(family):
                box.addItem(family, family)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        return box

    def _size(self, title: str) -> QDoubleSpinBox:
        field = _Points(self)
        field.setAccessibleName(title)
        keep_width(field, SIZE_WIDTH)
        with_margin(field)
        return field


class _Points(QDoubleSpinBox):
    """A field for a font size in points."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setRange(*POINTS)
        self.setDecimals(1)
        self.setSuffix(self.tr(" pt"))

    def textFromValue(self, value: float) -> str:
        return self.locale().toString(value, "f", 0 if value == round(value) else 1)
