"""Combo boxes of several dialogs: tagging scheme and feature template, with explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QWidget

from app.domain.consistency import AUTOMATIC, OFF, PHRASES, TIES
from app.domain.segments import SEGMENT_SCHEMES
from app.jobs.data.templates import missing_column, template_trouble
from app.translation import translated_message
from app.views.file_names import prepare_file_dialog
from app.views.plain_text import set_tip
from app.views.widgets.base_dialog import colour_error, quiet

FROM_FILE = "\0file"


class SchemeBox(QComboBox):
    """The tagging scheme, with an example of the chosen one."""

    def __init__(self, scheme: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Scheme"))
        names = {
            "iob2": self.tr("IOB2 (recommended)"),
            "iob1": "IOB1",
            "ioe2": "IOE2",
            "bioes": "BIOES",
            "bilou": "BILOU",
            "tokens": self.tr("One label per token (e.g. POS)"),
        }
        self._examples = {
            "iob2": self.tr("Dr. Osei came: B-PERSON I-PERSON O"),
            "iob1": self.tr("Dr. Osei came: I-PERSON I-PERSON O; B only where two spans touch"),
            "ioe2": self.tr("Dr. Osei came: I-PERSON E-PERSON O"),
            "bioes": self.tr("Dr. Osei came: B-PERSON E-PERSON O; S for a single token"),
            "bilou": self.tr("Dr. Osei came: B-PERSON L-PERSON O; U for a single token"),
            "tokens": self.tr("For parts of speech and the like; there is no “no label”."),
        }
        for name, text in names.items():
            self.addItem(text, name)
        self.explanation = quiet("", parent)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(max(0, self.findData(scheme)))
        self._explain()

    def _explain(self) -> None:
        self.explanation.setText(self._examples[self.currentData()])


class ConsistencyBox(QComboBox):
    """How names of a document are made consistent."""

    def __init__(self, setting: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Consistent names"))
        for name, text in (
            (AUTOMATIC, self.tr("Automatic")),
            (OFF, self.tr("Off")),
            (PHRASES, self.tr("Phrases")),
            (TIES, self.tr("Phrases and ties")),
        ):
            self.addItem(text, name)
        set_tip(
            self,
            self.tr(
                "What is confirmed in a document changes the suggestions for the same words in its "
                "other sentences"
            ),
        )
        self.explanation = quiet("", parent)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(max(0, self.findData(setting)))
        self._explain()

    def _explain(self) -> None:
        texts = {
            AUTOMATIC: self.tr(
                "Used only where it saves corrections in labelled documents that the model has not "
                "seen."
            ),
            OFF: self.tr("Each sentence on its own."),
            PHRASES: self.tr("Confirmed phrases are suggested again in their document."),
            TIES: self.tr("Equal names without a confirmed label also get the same type."),
        }
        self.explanation.setText(texts[self.currentData()])


class ModelBox(QComboBox):
    """Whether models score tokens or segments; only some schemes have segments."""

    def __init__(
        self, scheme: str, parent: QWidget | None = None, *, segments: bool, constrained: bool
    ) -> None:
        super().__init__(parent)
        self._constrained = constrained
        self._more_suggestions = False
        self.setAccessibleName(self.tr("Model"))
        self.addItem(self.tr("Tokens"), False)
        self.addItem(self.tr("Segments"), True)
        set_tip(
            self,
            self.tr(
                "A model of segments also scores whole spans: how long they are, and which "
                "gazetteers contain them"
            ),
        )
        self._scheme = scheme
        self.explanation = quiet("", parent)
        self.currentIndexChanged.connect(self._explain)
        self.setCurrentIndex(int(segments))
        self._explain()

    @property
    def segments(self) -> bool:
        """Whether models are to score segments."""
        return self.isEnabled() and bool(self.currentData())

    def set_scheme(self, scheme: str) -> None:
        """Disable the choice for a scheme without segments."""
        self._scheme = scheme
        self._explain()

    def set_more_suggestions(self, more: bool) -> None:  # noqa: FBT001 - what a box signals
        """Tell whether missed labels are to cost more, which only models of tokens support."""
        self._more_suggestions = more
        self._explain()

    def _explain(self) -> None:
        possible = self._scheme in SEGMENT_SCHEMES
        self.setEnabled(possible)
        if not possible:
            text = self.tr("Segments need the scheme IOB2, IOE2, BIOES or BILOU.")
        elif self.currentData() and self._constrained:
            text = self.tr("While rules are in force, the model still scores tokens, not segments.")
        elif self.currentData() and self._more_suggestions:
            text = self.tr(
                "With “Favour recall over precision”, the model still scores tokens, not segments."
            )
        elif self.currentData():
            text = self.tr(
                "For names in lists, doses, references and addresses. Slower; not used while "
                "rules are on."
            )
        else:
            text = self.tr("For most projects. Model → State of the model has figures for both.")
        self.explanation.setText(text)


class TemplateBox(QComboBox):
    """The feature template: a preset, the project's own, or one from a file.

    Where one reads a column that is none of ``columns``, those of the project's texts, it says so.
    """

    def __init__(
        self, template: str, parent: QWidget | None = None, columns: Sequence[str] = ()
    ) -> None:
        super().__init__(parent)
        self._columns = columns
        self.setAccessibleName(self.tr("Feature template"))
        self._explanations = {
            "basic": self.tr("Word, shape, prefixes, suffixes and neighbours."),
            "basic-pos": self.tr("As Basic, with a column of parts of speech."),
            "ner": self.tr("For named entities (people, places, …)."),
            "pos": self.tr("For part-of-speech tagging."),
            "chunking": self.tr("Words and a column of parts of speech, as in CoNLL-2000."),
        }
        names = {
            "basic": self.tr("Basic"),
            "basic-pos": self.tr("Basic, with parts of speech"),
            "ner": self.tr("Named entities"),
            "pos": self.tr("Parts of speech"),
            "chunking": self.tr("Chunking"),
        }
        for name, text in names.items():
            self.addItem(text, name)
        self.explanation = quiet("", parent)
        self._invalid: set[str] = set()
        self._passing = self._was_file = False
        if template not in names:
            self._add_own(self.tr("Custom template"), template)
            self._explanations[template] = trouble = translated_message(template_trouble(template))
            if trouble:
                self._invalid.add(template)
        self.addItem(self.tr("From a file…"), FROM_FILE)
        self._last = max(0, self.findData(template))
        self.setCurrentIndex(self._last)
        self._explain()
        self.activated.connect(self._chosen)

    def template(self) -> str:
        """Return the name of a preset, or the text of a template."""
        return str(self.itemData(self._last))

    def take_file(self, path: Path) -> None:
        """Add and choose the template of a file, or show what is wrong with it."""
        from crfcore.errors import CrfError
        from crfcore.features.presets import read_template

        try:
            text = str(read_template(path))
        except CrfError as error:
            self.setCurrentIndex(self._last)
            self.explanation.setText(translated_message(error))
            colour_error(self.explanation)
            return
        self._add_own(path.name, text)
        self._last = self.findData(text)
        self.setCurrentIndex(self._last)
        self._explain()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        before = self.currentIndex()
        with self._without_files():
            super().keyPressEvent(event)
        if event.text().isprintable() and event.text() and self._was_file:
            self.setCurrentIndex(before)  # a letter chose the row of files
            self._chosen()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102 (Qt's own)
        with self._without_files():
            super().wheelEvent(event)

    @contextmanager
    def _without_files(self) -> Iterator[None]:
        """Open no dialog while rows of the closed box are passed: a file is chosen in its list."""
        self._passing, self._was_file = True, False
        try:
            yield
        finally:
            self._passing = False

    def _add_own(self, name: str, template: str) -> None:
        row = self.findData(FROM_FILE)
        self.insertItem(row if row >= 0 else self.count(), name, template)

    def _chosen(self) -> None:
        self._was_file = self.currentData() == FROM_FILE
        if self._passing and self._was_file:
            self.setCurrentIndex(self.currentIndex() - 1)
        if self.currentData() != FROM_FILE:
            self._last = self.currentIndex()
            self._explain()
            return
        self.setCurrentIndex(self._last)
        prepare_file_dialog()
        name, _ = QFileDialog.getOpenFileName(self, self.tr("CRF++ feature template"))
        if name:
            self.take_file(Path(name))

    def _explain(self) -> None:
        own = self.tr("A feature template in CRF++ syntax")
        missing = missing_column(self.template(), self._columns)
        explanation = self._explanations.get(self.template()) or own
        self.explanation.setText(translated_message(missing) if missing else explanation)
        colour_error(self.explanation, bad=bool(missing) or self.template() in self._invalid)
