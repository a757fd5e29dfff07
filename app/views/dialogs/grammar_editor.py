"""The editor of a grammar: its rules, what is wrong with them, and what they find."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

from app.domain.control_sample import is_control
from app.domain.gazetteers import LONGEST_GRAMMAR, Gazetteer, Listed
from app.domain.invisible import escaped_line
from app.domain.labels import note_on_case
from app.domain.numbers import general, grouped
from app.item_models.token_tips import percent
from app.jobs.gazetteers.grammars import SENTENCES_TRIED, GrammarMatch, GrammarTrial, LearnedGrammar
from app.services.grammar_trials import GrammarTrials
from app.session import Session
from app.translation import translated_message
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_column, in_row
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, theme_of
from app.views.widgets.base_dialog import colour_error, quiet
from app.views.widgets.font_sizes import fixed_font
from app.views.widgets.listing import name_widget

EXAMPLE = """\
DOSE -> NUMBER UNIT
NUMBER -> /\\d+([.,]\\d+)?/
UNIT -> "mg" | "ml" | "g"
DATE -> DAY MONTH 0.8 | MONTH 0.2
DAY -> /[0-3]?\\d/ "."?
MONTH -> "May" | "June" | "July"
"""
"""The grammar that an empty editor offers, below a comment."""

Modifier = Qt.KeyboardModifier

TEXT_LINES = 11
MATCHES_SHOWN = 200
MATCH_LINES = 6

PATIENCE_MILLISECONDS = 400
"""How long what was found in an earlier text stays after a change."""


class RulesField(QPlainTextEdit):
    """The field of the rules; refuses to paste a longer text, which would stop the window.

    Signals
    -------
    refused()
        A pasted or dropped text was too long.
    """

    refused = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # The key of a button that is disabled comes here, and Qt would type its letter. With
        # Ctrl, too, it is AltGr, and on macOS Alt alone is.
        modifiers = event.modifiers()
        alone = modifiers & Modifier.AltModifier and not modifiers & Modifier.ControlModifier
        types = event.text() != "" and event.text().isprintable()
        if alone and types and sys.platform != "darwin":
            event.ignore()
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: D102 (Qt's own)
        cursor = self.textCursor()
        n_kept = self.document().characterCount() - 1
        n_kept -= cursor.selectionEnd() - cursor.selectionStart()
        if n_kept + len(source.text()) > LONGEST_GRAMMAR:
            self.refused.emit()
        else:
            super().insertFromMimeData(source)


class GrammarEditor(DialogWithHelp):
    """Edits one grammar; nothing is changed before the button is pressed.

    Signals
    -------
    wanted(Gazetteer, object)
        Add or change this grammar, and add labels of these names. The editor then closes, unless
        `show_problem` was called.
    import_requested()
        Read rules from a file into this editor.
    export_requested(str, str)
        Write a text to a file, with this name.
    learning_requested(Listed)
        Learn the probabilities of the rules from confirmed labels.
    """

    wanted = Signal(object, object)
    import_requested = Signal()
    export_requested = Signal(str, str)
    learning_requested = Signal(object)

    def __init__(
        self,
        session: Session,
        trials: GrammarTrials,
        grammar: Gazetteer,
        parent: QWidget | None = None,
    ) -> None:
        """Edit a grammar, which is new if the session's project has no gazetteer of its id."""
        super().__init__(
            "grammar_editor",
            self.tr("Grammar") if grammar.id else self.tr("New grammar"),
            self.tr("Rules of the grammar, what is wrong with them, and what they find"),
            parent,
        )
        self._session, self._trials = session, trials
        self._own = grammar
        self._tried: Listed | None = None
        self._trial: GrammarTrial | None = None
        self._warned = False
        self._learned = "", ""
        self._has_problem = False
        self._waiting = QTimer(self, singleShot=True, interval=PATIENCE_MILLISECONDS)
        self._waiting.timeout.connect(self._show_waiting)
        self._make_fields()
        self._arrange()
        self.text.textChanged.connect(self._check)
        self.text.refused.connect(lambda: self._tell(self._too_long(), bad=True))
        self.label.activated.connect(self._check)
        trials.tried.connect(self._show)
        self.finished.connect(trials.cancel)
        self._check()

    @property
    def gazetteer_id(self) -> int:
        """The id of the grammar, 0 for a new one."""
        return self._own.id

    def grammar(self) -> Gazetteer:
        """Return the grammar with the chosen options."""
        return replace(
            self._own,
            name=self.name.text().strip() or self._own.name,
            label=str(self.label.currentData() or ""),
            as_proposals=self.proposals.isChecked(),
            as_features=self.features.isChecked(),
            grammar=self.text.toPlainText(),
        )

    def set_text(self, text: str) -> None:
        """Replace the rules; the person can take that back in the field."""
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def _insert_example(self) -> None:
        self.set_text(self.text.placeholderText())
        self.text.setFocus()

    def show_learned(self, learned: LearnedGrammar) -> None:
        """Replace the rules by those with learned probabilities, and tell what has changed."""
        changed = self.tr("{n} of {rules} probabilities changed, learned from {sentences}.").format(
            n=grouped(learned.n_changed),
            rules=grouped(learned.n_rules),
            sentences=self.tr("1 labelled sentence")
            if learned.n_sentences == 1
            else self.tr("{n} labelled sentences", None, learned.n_sentences).format(
                n=grouped(learned.n_sentences)
            ),
        )
        # The button is off while they are checked: Ctrl+Z has to undo in the text.
        self.text.setFocus()
        self.set_text(learned.text)
        self._learned = learned.text, changed
        self._tell(changed)  # also if the text is the same, and is not checked again

    def unsaved(self) -> str:
        """Return a sentence about rules or other changes that are not saved."""
        if not self._has_changes():
            return ""
        one = self.tr("The rules of the grammar “{name}” are not saved.")
        other = self.tr("The changes of the grammar “{name}” are not saved.")
        return (one if self._has_rules() else other).format(name=self.grammar().name)

    def _has_rules(self) -> bool:
        """Return whether there are rules that are not saved."""
        text = self.text.toPlainText()
        return bool(text.strip()) and text != self._own.grammar

    def _has_changes(self) -> bool:
        return self._has_rules() or (self._own.id != 0 and self.grammar() != self._own)

    def reject(self) -> None:
        """Close; the first time, only warn that changes would be lost."""
        if not self._warned and self._has_changes():
            self._tell(
                self.tr("The rules are not saved. Press Esc or Cancel again to discard them.")
                if self._has_rules()
                else self.tr(
                    "The changes are not saved. Press Esc or Cancel again to discard them."
                ),
                bad=True,
            )
            self._warned = True
            return
        super().reject()

    def accept(self) -> None:
        """Have the grammar saved; if that fails, stay open, so that its rules are not lost."""
        trial = self._trial
        if trial is None or trial.check.error:
            return
        self._has_problem = False
        new = trial.check.new if self.new_labels.isChecked() else ()
        self.wanted.emit(self.grammar(), new)
        if not self._has_problem:
            super().accept()

    def show_problem(self, text: str) -> None:
        """Show why rules could not be read, learned or saved."""
        self._has_problem = True
        self._tell(text, bad=True)

    # ---- building

    def _make_fields(self) -> None:
        own, labels = self._own, self._session.project.visible_labels()
        self.name = QLineEdit(own.name, self)
        if not own.id:
            self.name.selectAll()  # the name of a new one is only a suggestion
        self.label = QComboBox(self)
        self.label.addItem(self.tr("Symbol names"), "")
        names = [one.name for one in labels]
        for name in dict.fromkeys([*names, own.label] if own.label else names):
            self.label.addItem(name, name)
        self.label.setCurrentIndex(self.label.findData(own.label))
        self.text = RulesField(own.grammar, self)
        self.text.setFont(fixed_font(self))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        comment = self.tr("Doses and dates. One symbol per line; | separates its rules.")
        self.text.setPlaceholderText(f"# {comment}\n{EXAMPLE}")
        self.text.setMinimumHeight(TEXT_LINES * self.text.fontMetrics().lineSpacing() + 2 * GRID)
        self.text.setAccessibleName(self.tr("Rules"))
        self.example = self._button(
            self.tr("Insert the e&xample"), self.tr("Insert the grammar that is shown in grey")
        )
        self.example.clicked.connect(self._insert_example)
        self.load = self._button(self.tr("&Import…"), self.tr("Read the rules from a file"))
        self.load.clicked.connect(self.import_requested)
        self.export = self._button(self.tr("&Export…"), self.tr("Write the rules to a file"))
        self.export.clicked.connect(
            lambda: self.export_requested.emit(self.name.text(), self.text.toPlainText())
        )
        self.learn = self._button(
            self.tr("Learn f&rom labels"),
            self.tr("Learn the probabilities of the rules from confirmed labels"),
        )
        self.learn.clicked.connect(lambda: self.learning_requested.emit(self._draft()))
        self.state = quiet("", self)
        self.state.setMinimumHeight(2 * self.state.fontMetrics().lineSpacing())
        self.new_labels = QCheckBox("", self)
        self.new_labels.setChecked(True)
        self.new_labels.hide()
        self.found = quiet("", self)
        self.matches = QListWidget(self)
        self.matches.setMinimumHeight(MATCH_LINES * self.fontMetrics().lineSpacing() + GRID)
        name_widget(
            self.matches, "grammar_matches", self.tr("Matches"), self.tr("What the rules find")
        )
        self.features = QCheckBox(self.tr("As model &features"), self)
        self.features.setChecked(own.as_features)
        self.proposals = QCheckBox(self.tr("As early su&ggestions, while little is labelled"), self)
        self.proposals.setChecked(own.as_proposals)

    def _arrange(self) -> None:
        form = self.add_form()
        self.add_field(form, self.tr("&Name"), self.name)
        self.add_field(form, self.tr("&Label for matches"), self.label)
        row = in_row(self.example, self.load, self.export, self.learn, None, spacing=GRID)
        told = in_column((self.text, 1), self.state, spacing=HALF_GRID)
        box = in_column((told, 1), row, spacing=GRID)
        self.column.addLayout(box, 2)
        self.column.addLayout(in_column(self.found, (self.matches, 1), spacing=HALF_GRID), 1)
        self.column.addLayout(
            in_column(self.new_labels, self.features, self.proposals, spacing=GRID)
        )
        self.add_buttons(self.tr("&Save"))
        self.accept_button.setEnabled(False)
        self.set_usual_size(84 * GRID, 92 * GRID)

    def _button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        set_tip(button, tip)
        return button

    # ---- checking

    def _draft(self) -> Listed:
        return self._session.project.as_listed(self.grammar())

    def _check(self) -> None:
        """Check the text on a worker; until then it cannot be saved."""
        self._warned = False
        text = self.text.toPlainText()
        self._tried, self._trial = None, None
        self.example.setEnabled(not text.strip())
        for button in (self.accept_button, self.learn, self.export):
            button.setEnabled(False)
        self.text.setExtraSelections([])
        self._waiting.start()
        if text.strip() and len(text) <= LONGEST_GRAMMAR:
            self._tried = self._draft()
            self._trials.try_soon(self._tried)
            return
        self._trials.cancel()
        self.matches.clear()
        self.found.setText(self.tr("What the rules find will be listed here."))
        self.new_labels.hide()
        self._tell(
            self.tr("Write rules, import a file, or insert the example shown in grey.")
            if not text.strip()
            else self._too_long(),
            bad=bool(text.strip()),
        )

    def _show_waiting(self) -> None:
        """Withdraw what was found in an earlier text, while a changed one is being checked."""
        if self._trial is None and self._tried is not None:
            self._tell(self.tr("Checking the rules …"))

    def _too_long(self) -> str:
        text = self.tr("The text is too long: at most {n} characters.")
        return text.format(n=grouped(LONGEST_GRAMMAR))

    def _show(self, tried: Listed, trial: GrammarTrial) -> None:
        if tried is not self._tried:
            return
        self._trial = trial
        check = trial.check
        self.export.setEnabled(True)
        self.accept_button.setEnabled(not check.error)
        self.learn.setEnabled(not check.error and not trial.error)
        self.new_labels.setVisible(bool(check.new))
        one, many = self.tr("&Create the label {names}"), self.tr("&Create the labels {names}")
        # A name may have the sign that underlines a letter.
        names = _names(check.new).replace("&", "&&")
        self.new_labels.setText((one if len(check.new) == 1 else many).format(names=names))
        if check.error:
            self._tell(self._error_words(trial), bad=True)
            self._underline(check.line, check.column)
        else:
            known = [label.name for label in self._session.project.visible_labels()]
            note = translated_message(note_on_case(check.new, known))
            text = f"{self._found_words(trial)} {note}".rstrip()
            learned, changed = self._learned
            self._tell(f"{changed} {text}" if tried.gazetteer.grammar == learned else text)
        self._show_matches(trial)

    def _found_words(self, trial: GrammarTrial) -> str:
        """Return what valid rules find, and whether their derivations may never end."""
        check = trial.check
        one = self.tr("1 rule. It finds {names}.")
        many = self.tr("{n} rules for {symbols}. They find {names}.", None, check.n_rules)
        further = [name for name in check.new if name not in check.finds]
        if further:
            one = self.tr("1 rule. It finds {names}, and with a new label {new}.")
            many = self.tr(
                "{n} rules for {symbols}. They find {names}, and with a new label {new}.",
                None,
                check.n_rules,
            )
        symbols = self.tr("{n} symbols", None, check.n_symbols).format(n=grouped(check.n_symbols))
        text = (one if check.n_rules == 1 else many).format(
            n=grouped(check.n_rules),
            symbols=self.tr("1 symbol") if check.n_symbols == 1 else symbols,
            names=_names(check.finds),
            new=_names(further),
        )
        if check.radius < 1.0:
            return text
        endless = self.tr(
            "Derivations may never end (spectral radius {radius}); make recursive rules less "
            "probable."
        )
        return f"{text} {endless.format(radius=general(check.radius, 2))}"

    def _error_words(self, trial: GrammarTrial) -> str:
        check = trial.check
        if not check.line:
            return translated_message(check.error)
        text = self.tr("Line {line}, column {column}: {error}")
        return text.format(
            line=check.line, column=check.column, error=translated_message(check.error)
        )

    def _tell(self, text: str, *, bad: bool = False) -> None:
        self._warned = False
        self.state.setText(text)
        colour_error(self.state, bad=bad)

    def _underline(self, line: int, column: int) -> None:
        block = self.text.document().findBlockByLineNumber(line - 1)
        if line <= 0 or not block.isValid():
            return
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(max(column - 1, 0), block.length() - 1))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        selection = QTextEdit.ExtraSelection()
        style = QTextCharFormat()
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        style.setUnderlineColor(theme_of(self.palette()).bad)
        selection.cursor, selection.format = cursor, style
        self.text.setExtraSelections([selection])

    def _show_matches(self, trial: GrammarTrial) -> None:
        self.matches.clear()
        n_found, n_read = len(trial.matches), trial.n_sentences
        self.matches.addItems([self._line(one) for one in trial.matches[:MATCHES_SHOWN]])
        if trial.check.error:
            self.found.setText(self.tr("What the rules find will be listed here."))
            return
        if trial.error:
            self.found.setText(translated_message(trial.error))
            return
        many = self.tr("{n} matches", None, n_found).format(n=grouped(n_found))
        text = self.tr("{matches} at the beginning of {texts}, with their probability:")
        if n_read < SENTENCES_TRIED:
            text = self.tr("{matches} in {texts}, with their probability:")
        if not n_found:
            self.found.setText(self._no_matches(trial))
            return
        matches = self.tr("1 match") if n_found == 1 else many
        texts = self.tr("your texts")
        if is_control(self._session.corpus, self._session.visible).any():
            texts = self.tr("your texts (the test sample is left out)")
        self.found.setText(text.format(matches=matches, texts=texts))

    def _no_matches(self, trial: GrammarTrial) -> str:
        """Return the hint for rules that find nothing."""
        if not trial.check.spaced:
            return self.tr("No matches.")
        text = self.tr("No matches. Give each word its own quotes: {right} instead of {wrong}.")
        words = [escaped_line(word) for word in trial.check.spaced.split()]
        right = " ".join(f'"{word}"' for word in words)
        return text.format(right=right, wrong=f'"{escaped_line(trial.check.spaced)}"')

    def _line(self, one: GrammarMatch) -> str:
        text = self.tr("{words} · {label} · {percent}% · sentence {number}")
        number = int(np.searchsorted(self._session.visible, one.sentence_index))
        return text.format(
            words=escaped_line(one.words),
            label=escaped_line(one.label),
            percent=percent(one.probability),
            number=grouped(number + 1),
        )


def _names(labels: Sequence[str]) -> str:
    return ", ".join(map(escaped_line, labels))
