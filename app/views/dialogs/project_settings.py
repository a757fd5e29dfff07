"""The dialog with the settings of a project: scheme, features, queries, training."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.control_sample import sample_room
from app.domain.numbers import percentage
from app.domain.settings import ProjectSettings
from app.domain.tagging import OUTSIDE, TOKENS
from app.edits.settings import change_settings
from app.jobs.data.snapshot import columns_for_templates
from app.jobs.training.word_clusters import LEAST_TOKENS
from app.session import Session
from app.views.dialogs.choices import ConsistencyBox, ModelBox, SchemeBox, TemplateBox
from app.views.dialogs.control_sample import ControlPaceBox, ControlSampleBox
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.dialogs.query_fields import RestBox, UnitBox
from app.views.dialogs.training_pace import TrainingPaceBox
from app.views.layouts import in_row
from app.views.panels.model_words import tokens
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import CommandKeys, quiet, with_margin
from app.views.widgets.font_sizes import keep_width

NUMBER_WIDTH = 14 * GRID


class ProjectSettingsDialog(DialogWithHelp):
    """Edits the settings of a project; undo reverts all changes together."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(
            "project_settings",
            self.tr("Project settings"),
            self.tr("Stored in the project file"),
            parent,
        )
        self._session = session
        settings = session.project.settings
        self.tabs = QTabWidget(self)  # first, so that the Tab key leads from it to the fields
        self.tabs.setAccessibleName(self.tr("View"))
        self.tabs.setDocumentMode(True)  # otherwise the pages have a background of their own
        self.scheme = SchemeBox(settings.scheme, self)
        self.template = TemplateBox(settings.template, self, columns_for_templates(session.project))
        constrained = bool(session.project.rules_in_force())
        self.model = ModelBox(
            settings.scheme, self, segments=settings.segments, constrained=constrained
        )
        keep_width(self.model, NUMBER_WIDTH)
        # The Tab key follows the order in which fields are made.
        self.threshold = self._threshold(settings.uncertain_below)
        self.consistency = ConsistencyBox(settings.consistency, self)
        # Not narrower than its longest choice, “Phrases and ties”.
        width = max(NUMBER_WIDTH, self.consistency.sizeHint().width())
        keep_width(self.consistency, width)
        self.c2 = self._penalty(settings.c2)
        self.more = QCheckBox(self.tr("Fa&vour recall over precision"), self)
        self.eager, self.chosen = quiet("", self), quiet("", self)
        self.more.toggled.connect(self.model.set_more_suggestions)
        self.more.setChecked(settings.more_suggestions)
        self.unit = UnitBox(settings.query_choice.unit, self)
        self.rest = RestBox(settings.accept_rest_from, self)
        self.rest.setEnabled(self.unit.tokens_alone)
        self.unit.currentIndexChanged.connect(lambda: self.rest.setEnabled(self.unit.tokens_alone))
        self.control = ControlSampleBox(
            settings.control_size,
            settings.scheme,
            self,
            room=sample_room(session.corpus, session.visible),
        )
        self.scheme.currentIndexChanged.connect(self._set_scheme)
        self.pace = ControlPaceBox(settings.control_every, self)
        self.pace.follow_size(self.control.value())
        self.control.valueChanged.connect(self.pace.follow_size)
        self.training = TrainingPaceBox(settings.train_after, settings.train_every, self)
        self.from_text = QCheckBox(self.tr("Learn &from unlabelled text"), self)
        self.from_text.setChecked(settings.learn_from_text)
        self.chooses = QCheckBox(self.tr("&Choose settings by cross-validation"), self)
        self.chooses.setChecked(settings.choose_training)
        self.paused = QCheckBox(self.tr("&Pause learning"), self)
        self.paused.setChecked(settings.learning_paused)
        self._add_pages()
        self.add_buttons(self.tr("&Save"))
        self.accepted.connect(self._apply)
        self.keep_width(76 * GRID)

    def settings(self) -> ProjectSettings:
        """Return the settings in the fields."""
        return replace(self._session.project.settings, **self._entries())

    def unsaved(self) -> str:
        """Return a sentence about settings that are not saved."""
        if self._entries() == self._opened:
            return ""
        return self.tr("The changed project settings are not saved.")

    def _entries(self) -> dict[str, Any]:
        """Return the settings in the fields by name, without those that have no field."""
        return {
            "scheme": self.scheme.currentData(),
            "template": self.template.template(),
            "c2": self.c2.value(),
            "uncertain_below": self.threshold.value() / 100,
            "learn_from_text": self.from_text.isChecked(),
            "choose_training": self.chooses.isChecked(),
            "more_suggestions": self.more.isChecked(),
            "segments": self.model.segments,
            "consistency": self.consistency.currentData(),
            "learning_paused": self.paused.isChecked(),
            "train_after": self.training.after.value(),
            "train_every": self.training.every.value(),
            "query_unit": self.unit.currentData(),
            "accept_rest_from": self.rest.value(),
            "control_size": self.control.value(),
            "control_every": self.pace.value(),
        }

    def _set_scheme(self) -> None:
        scheme = self.scheme.currentData()
        self.control.set_scheme(scheme)
        self.model.set_scheme(scheme)
        self._explain_outside()

    def _explain_outside(self) -> None:
        """Offer what acts on “O” only where tokens can have no label, and explain it."""
        names = [label.name for label in self._session.project.visible_labels()]
        has_outside = self.scheme.currentData() != TOKENS or OUTSIDE in names
        tip = self.tr("In training a missed label costs 2, an invented one nothing, any other 1")
        eager = self.tr("Misses fewer labels, but makes more wrong suggestions.")
        chosen = self.tr(
            "Replaces c2 or an included template, leaves out unlabelled text, adds a bias against "
            "“O”, or changes the exponent of quick models, where held-out sentences show a clear "
            "gain. For the figures, see Model → State of the model."
        )
        if not has_outside:
            tip = self.tr("No effect without “O”")
            eager = self.tr("No effect without “O”: here every token has a label.")
            chosen = self.tr(
                "Replaces c2 or an included template, leaves out unlabelled text, or changes the "
                "exponent of quick models, where held-out sentences show a clear gain. For the "
                "figures, see Model → State of the model."
            )
        self.more.setEnabled(has_outside)
        set_tip(self.more, tip)
        self.eager.setText(eager)
        self.chosen.setText(chosen)

    def show_test_sample(self) -> None:
        """Show the page of the test sample, and focus its size."""
        self.tabs.setCurrentIndex(1)
        self.control.propose_size()
        self.control.setFocus()

    def _add_pages(self) -> None:
        """Add the pages with the fields as they are, and the keys that turn them."""
        self._explain_outside()
        self._opened = self._entries()
        self._add_model_page(self.tabs)
        self._add_queue_page(self.tabs)
        self.column.addWidget(self.tabs, 1)
        CommandKeys(self, "next_tab", "Ctrl+PgDown", partial(self._step_page, 1))
        CommandKeys(self, "previous_tab", "Ctrl+PgUp", partial(self._step_page, -1))

    def _step_page(self, step: int) -> None:
        """Show the next or previous page, from the last the first."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % self.tabs.count())

    def _page(self, tabs: QTabWidget, title: str) -> QVBoxLayout:
        """Add a page to the tabs, and return its column."""
        page = QWidget(tabs)
        column = QVBoxLayout(page)
        column.setContentsMargins(GRID, 2 * GRID, GRID, GRID)
        tabs.addTab(page, title)
        return column

    def _add_model_page(self, tabs: QTabWidget) -> None:
        column = self._page(tabs, self.tr("M&odel"))
        form = self.add_form(column)
        cautious = quiet(self.tr("Higher values give fewer and more cautious suggestions."), self)
        unlabelled = quiet(
            self.tr(
                "Word vectors and clusters of the whole text, if it has at least {tokens}."
            ).format(tokens=tokens(LEAST_TOKENS)),
            self,
        )
        self.add_field(form, self.tr("Sc&heme"), self.scheme, self.scheme.explanation)
        self.add_field(form, self.tr("Feature te&mplate"), self.template, self.template.explanation)
        self._add_narrow_field(form, self.tr("Mo&del"), self.model, self.model.explanation)
        self._add_narrow_field(form, self.tr("L2 regularisatio&n (c2)"), self.c2, cautious)
        self.add_field(form, "", self.more, self.eager)
        self.add_field(form, self.tr("Re&train"), self.training, self.training.explanation)
        self.add_field(form, "", self.from_text, unlabelled)
        self.add_field(form, "", self.chooses, self.chosen)
        form.addRow("", self.paused)
        column.addStretch()

    def _add_queue_page(self, tabs: QTabWidget) -> None:
        column = self._page(tabs, self.tr("Suggestions &and queue"))
        form = self.add_form(column)
        dashed = quiet(
            self.tr(
                "Suggestions below this get a dashed outline. “Next uncertain token” looks for "
                "sentences with one of them, and visits all tokens there below 92%."
            ),
            self,
        )
        self.add_field(form, self.tr("&Uncertainty threshold"), self.threshold, dashed)
        names = self.tr("Cons&istent names")
        # Below it: in other languages the choices leave no room beside them.
        self.add_field(form, names, self.consistency, self.consistency.explanation)
        self.add_field(form, self.tr("In the qu&eue"), self.unit)
        self.add_field(form, self.tr("&Remaining tokens"), self.rest, self.rest.explanation)
        self.add_field(form, self.tr("Test samp&le"), self.control, self.control.explanation)
        self.add_field(form, self.tr("Test sentences in &queue"), self.pace, self.pace.explanation)
        column.addStretch()

    def _add_narrow_field(
        self, form: QFormLayout, title: str, field: QWidget, explanation: QLabel
    ) -> None:
        """Add a field to a form, with an explanation beside it."""
        label = PlainLabel(title, self)
        label.setBuddy(field)
        form.addRow(label, in_row(field, (explanation, 1), spacing=GRID))

    def _penalty(self, value: float) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(0.001, 1000.0)
        field.setDecimals(3)
        field.setSingleStep(0.1)
        field.setValue(value)
        field.setAccessibleName(self.tr("Regularisation"))
        keep_width(field, NUMBER_WIDTH)
        with_margin(field)
        return field

    def _threshold(self, value: float) -> QSpinBox:
        field = QSpinBox(self)
        field.setRange(1, 99)
        field.setSuffix(percentage(""))
        field.setValue(round(100 * value))
        field.setAccessibleName(self.tr("Uncertainty threshold"))
        keep_width(field, NUMBER_WIDTH)
        with_margin(field)
        return field

    def _apply(self) -> None:
        session = self._session
        edit = change_settings(
            session.project,
            self.settings(),
            at_work=session.suggestions.in_work,
            draws=self.control.draws,
        )
        session.apply(edit)
