"""The status line: save state, current sentence, progress, and the chip of the model."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.domain.changes import Changes
from app.domain.corrections import Correction, Occurrences
from app.domain.display import TokenDisplay
from app.domain.invisible import on_one_line
from app.domain.numbers import grouped
from app.item_models.queue_words import percent
from app.item_models.sentences import SentencesModel
from app.services.after_paint import AfterPaint
from app.services.trainer import Trainer
from app.views.actions import KeyOf, default_key, with_key
from app.views.panels.model_chip import ModelChip
from app.views.plain_text import PlainLabel, set_tip, shortened
from app.views.theme import GRID, HALF_GRID
from app.views.widgets.elided import ElidedButton, ElidedLabel, NumberLabel
from app.views.widgets.listing import name_widget
from app.views.workspace import NOWHERE, Workspace

LONGEST_WORDS = 24
"""Maximum length of the words that an offer names."""


class StatusLine(QWidget):
    """Shows in one line the save state, the current sentence, the progress and the model.

    After these, for a while: why Tab has selected tokens without a mark, how many tokens a
    correction has changed automatically, and in how many places it could be repeated. A button
    shows that the annotator has no name yet.

    Signals
    -------
    offer_taken()
        Show the occurrences offered.
    take_back_requested()
        Undo the automatic changes.
    name_requested()
        Ask for the annotator's name.
    """

    offer_taken = Signal()
    take_back_requested = Signal()
    name_requested = Signal()

    def __init__(
        self,
        workspace: Workspace,
        sentences: SentencesModel,
        trainer: Trainer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        name_widget(
            self,
            "status",
            self.tr("Status"),
            self.tr("Whether all is saved, the current sentence, progress, and the model"),
        )
        self._workspace = workspace
        self._sentences = sentences
        self._trainer = trainer
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2 * GRID - 2, HALF_GRID, GRID, HALF_GRID)
        layout.setSpacing(3 * GRID)
        self.saved = self._part("saved", self.tr("All changes are saved automatically"))
        self.sentence = self._part(
            "sentence", self.tr("The current sentence"), NumberLabel("", self)
        )
        self.done = self._part("done", self.tr("Sentences done"), ElidedLabel("", self))
        self.model = ModelChip(trainer, self)
        tip = self.tr("Not marked as uncertain, but below 92%, where most errors are")
        self.unmarked = self._part("unmarked", tip, ElidedLabel("", self))
        for part in (self.saved, self.sentence, self.done, self.unmarked):
            layout.addWidget(part)
        self.unmarked.hide()
        self._key_of: KeyOf = default_key
        self._offer_text = self._changed_text = ""
        self.changed = self._button("changed")
        self.changed.clicked.connect(self.take_back_requested)
        self.offer = self._button("offer")
        self.offer.clicked.connect(self.offer_taken)
        self.nameless = self._nameless()
        layout.addWidget(self.changed)
        layout.addWidget(self.offer)
        layout.addStretch()
        layout.addWidget(self.nameless)
        layout.addWidget(self.model)
        self._sentence_later = AfterPaint(self._show_sentence, self)
        self._counts_later = AfterPaint(self._show_done, self)
        self._saved_later = AfterPaint(self._show_saved, self)
        self._changed_later = AfterPaint(self._show_changed, self)
        self._follow(workspace)
        self._show_saved()
        self._fix_saved()
        self._show_sentence()
        self._show_done()
        self.show_annotator(workspace.session.annotator)
        self.show_shortcuts(default_key)

    def _follow(self, workspace: Workspace) -> None:
        workspace.session.save_state_changed.connect(self._saved_later.start)
        workspace.session.changed.connect(self._changed)
        workspace.caret.current_changed.connect(self._sentence_later.start)
        workspace.caret.current_changed.connect(self._changed_later.start)
        workspace.caret.selection_changed.connect(self.unmarked.hide)
        workspace.uncertainty.unmarked_selected.connect(self._show_unmarked)
        workspace.propagated.connect(self._changed_later.start)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Show the current shortcuts in texts and tips."""
        self._key_of = key_of
        self.model.show_shortcut(key_of("show_model"))
        back = key_of("take_back_propagation")
        changed = self.tr(
            "Your correction or a newer model changed these suggestions, marked ◆. "
            "Click to undo the changes that followed your correction, and remove the marks"
        )
        offer = self.tr(
            "The same words occur elsewhere with a different label, or with this one as a "
            "suggestion. Click to review and apply."
        )
        if back:
            offer += " " + self.tr("{key} dismisses.").format(key=back)
        for button, tip in ((self.changed, with_key(changed, back)), (self.offer, offer)):
            set_tip(button, tip)
            button.setAccessibleDescription(tip)
        self._name_buttons()

    def _name_buttons(self) -> None:
        for button, text, command in (
            (self.offer, self._offer_text, "say_elsewhere"),
            (self.changed, self._changed_text, "take_back_propagation"),
        ):
            button.ending = with_key("", self._key_of(command))
            button.setText(text.replace("&", "&&") + button.ending)
            button.setAccessibleName(text)

    def show_offer(self, offer: Occurrences | None) -> None:
        """Offer to repeat a correction in other sentences; None for no offer."""
        self.offer.setVisible(offer is not None)
        if offer is None:
            return
        n = len(offer.sentence_indices) - offer.n_inside
        one, many = self.tr("1 other occurrence"), self.tr("{n} other occurrences", None, n)
        if not n:
            n = len(offer.alike_sentence_indices)
            one, many = self.tr("1 other to accept"), self.tr("{n} others to accept", None, n)
        what = one if n == 1 else many.format(n=grouped(n))
        # The offer stays when the person goes on to another sentence.
        self._offer_text = self.tr("“{words}”: {what}").format(
            words=self._words_of(offer.correction), what=what
        )
        self._name_buttons()

    def _words_of(self, correction: Correction) -> str:
        words = self._workspace.session.corpus.words_of(correction.sentence_index)
        return shortened(
            on_one_line(" ".join(words[correction.first : correction.last + 1])), LONGEST_WORDS
        )

    def show_annotator(self, name: str) -> None:
        """Show the button that asks for a name while there is none."""
        self.nameless.setVisible(not name)

    def _show_changed(self) -> None:
        """Show how many tokens, and other sentences, were changed automatically."""
        session, current = self._workspace.session, self._workspace.caret.sentence_index
        n = others = 0
        if current != NOWHERE:
            n = len(session.propagation.tokens(current))
            others = len(session.suggestions.changed_with(current))
        self.changed.setVisible(n + others > 0)
        if not n + others:
            return
        one, many = self.tr("1 updated"), self.tr("{n} updated")
        here = one if n == 1 else many.format(n=n)
        one, many = self.tr("also 1 sentence"), self.tr("also {n} sentences", None, others)
        elsewhere = one if others == 1 else many.format(n=grouped(others))
        if not n:
            one, many = (
                self.tr("1 other sentence updated"),
                self.tr("{n} other sentences updated", None, others),
            )
            here, elsewhere = "", one if others == 1 else many.format(n=grouped(others))
        self._changed_text = ", ".join(part for part in (here, elsewhere if others else "") if part)
        self._name_buttons()

    def _show_unmarked(self, token: TokenDisplay) -> None:
        """Show how confident the model is of the tokens selected by Tab."""
        label = self._workspace.session.project.labels.get(token.label or 0)
        name = self.tr("No label") if label is None else shortened(label.name)
        text = self.tr("{label}, {percent} confident: worth checking")
        self.unmarked.setText(text.format(label=name, percent=percent(token.probability or 0.0)))
        self.unmarked.show()

    def _button(self, name: str) -> ElidedButton:
        button = ElidedButton(self)
        button.setObjectName(name)
        button.setAutoRaise(True)
        # A click here must not take the keys away from the sentence.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.hide()
        return button

    def _nameless(self) -> ElidedButton:
        button = self._button("nameless")
        button.setText(self.tr("Name not set…"))
        button.setAccessibleName(button.text())
        tip = self.tr("Your changes are recorded as “Unknown annotator”. Click to enter your name")
        set_tip(button, tip)
        button.setAccessibleDescription(tip)
        button.clicked.connect(self.name_requested)
        return button

    def _part(self, name: str, tip: str, label: QLabel | None = None) -> QLabel:
        label = label or PlainLabel("", self)
        label.setObjectName(name)
        set_tip(label, tip)
        return label

    def _show_saved(self) -> None:
        saving = self._workspace.session.saving
        only_read = saving.read_only and not saving.why_read_only
        self.saved.setText(self._save_texts()["only read" if only_read else saving.state])

    def _save_texts(self) -> dict[str, str]:
        return {
            "saved": self.tr("✓ Saved"),
            "saving": self.tr("… Saving"),
            "failed": self.tr("⚠ Not saved"),
            "only read": self.tr("Read-only"),
        }

    def _fix_saved(self) -> None:
        """Fix the size of the text that changes with every key, so that it requests no layout."""
        metrics, texts = self.saved.fontMetrics(), self._save_texts().values()
        widest = max(metrics.horizontalAdvance(text) for text in texts)
        # The height of the buttons is always reserved: the sentence must not move.
        self.setMinimumHeight(self.offer.sizeHint().height() + GRID)
        # The tick may come from another, higher font.
        self.saved.setFixedSize(widest, max(metrics.height(), self.saved.sizeHint().height()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fix_saved()

    def _show_sentence(self) -> None:
        sentence_index = self._workspace.caret.sentence_index
        self.sentence.setVisible(sentence_index != NOWHERE)
        if sentence_index != NOWHERE:
            self.sentence.setText(
                self.tr("Sentence {i} of {n}").format(
                    i=grouped(self._sentences.number_of(sentence_index)),
                    n=grouped(self._sentences.n_visible),
                )
            )

    def _show_done(self) -> None:
        progress = self._workspace.session.state.progress()
        text = self.tr("{n} of {all} sentences done")
        self.done.setText(
            text.format(n=grouped(progress.confirmed_sentences), all=grouped(progress.sentences))
        )
        self.done.setVisible(progress.sentences > 0)

    def _changed(self, changes: Changes) -> None:
        if changes.structure:
            self._sentence_later.start()
        if changes.structure or len(changes.sentences):
            self._counts_later.start()
            if not self._trainer.status.model_number:
                self.model.refresh()
        if self._workspace.caret.sentence_index in changes.proposals:
            self.unmarked.hide()
