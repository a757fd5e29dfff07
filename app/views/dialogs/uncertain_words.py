"""The list of words that are worth adding to a gazetteer."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.domain.changes import Changes
from app.domain.invisible import escaped_line
from app.domain.numbers import decimal, grouped
from app.domain.tagging import has_outside
from app.item_models.step_names import step_name
from app.jobs.gazetteers.uncertain_words import N_WORDS, UncertainWord
from app.services.queue_ordering import wants_help
from app.services.uncertain_words import UncertainWordsSearch
from app.session import Session
from app.views.actions import with_keys
from app.views.dialogs.dialog_with_help import DialogWithHelp
from app.views.layouts import in_row
from app.views.plain_text import PlainLabel, set_tip
from app.views.theme import GRID
from app.views.widgets.base_dialog import CommandKeys, quiet
from app.views.widgets.label_keys import Keys, LabelKeys
from app.views.widgets.listing import name_widget

ROLE = Qt.ItemDataRole.UserRole

REFRESH_MILLISECONDS = 500
"""After so long without a change the words are listed anew."""

LEAST_WIDTH = 16
"""Characters of a label that are shown at least."""


class _Words(QListWidget):
    """Goes to the word that begins with the typed letters; without one, the row stays.

    Signals
    -------
    typed(str)
        The letters typed so far, if no word begins with them, or else "".
    """

    typed = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._letters, self._row = "", -1
        self._pause = QTimer(self, singleShot=True)

    def keyboardSearch(self, search: str) -> None:
        if not search:
            return
        if not self._pause.isActive():
            self._letters, self._row = "", self.currentRow()
        self._pause.start(QApplication.keyboardInputInterval())
        self._letters += search
        rows, first = self._beginning(self._letters), self._row
        if len(self._letters) == 1:
            first += 1
        elif not rows and len(set(self._letters)) == 1:  # the same letter again and again
            rows, first = self._beginning(search), self.currentRow() + 1
        nearest = min(rows, key=lambda row: (row - first) % self.count(), default=self._row)
        self.setCurrentRow(nearest)
        self.typed.emit("" if rows else self._letters)

    def _beginning(self, letters: str) -> list[int]:
        items = self.findItems(letters, Qt.MatchFlag.MatchStartsWith)
        return [self.row(item) for item in items]


class UncertainWordsDialog(DialogWithHelp):
    """Lists frequent words of uncertain label beside the window; modeless.

    Signals
    -------
    chosen(str, str)
        Add this word to a gazetteer of this label, "" for words that have none.
    """

    chosen = Signal(str, str)

    def __init__(
        self,
        session: Session,
        search: UncertainWordsSearch,
        keys: Keys,
        parent: QWidget | None = None,
    ) -> None:
        """List words of the session's project; ``keys`` are those of its labels."""
        super().__init__(
            "uncertain_words",
            self.tr("Words for a gazetteer"),
            self.tr("Frequent words whose labels are uncertain"),
            parent,
        )
        self._session = session
        self._search = search
        self._has_model = False
        self._awaited = 0
        self._picked: tuple[str, str] | None = None
        self._is_listing = False
        # Not after a word was added: the next one became current by itself.
        self._keeps_word = True
        self.lead = self.add_lead(self.tr("Looking for words…"))
        self.view = _Words(self)
        name_widget(
            self.view,
            "uncertain_words_list",
            self.tr("Words"),
            self.tr(
                "A number key chooses the label, letters go to a word, Enter "
                "or a double click adds it"
            ),
        )
        self.column.addWidget(self.view, 1)
        self._keys = LabelKeys(keys, self.view, letters=False)
        self._add_choice()
        self.report = quiet("", self)
        self.column.addWidget(self.report)
        self.add_buttons(enter_closes=False)
        self.set_usual_size(80 * GRID, 56 * GRID)
        self._later = QTimer(self, singleShot=True, interval=REFRESH_MILLISECONDS)
        self._later.timeout.connect(self.list_words)
        self._connect()
        self._list_labels()
        self.list_words()

    def list_words(self) -> None:
        """List the words as of now, on a worker; those listed stay until then.

        While suggestions of the model are being renewed, every token without one would count as an
        error: the last of them bring the next list.
        """
        if not self._has_model or self._n_awaited() <= self._awaited:
            self._search.search()

    def show_result(self, text: str) -> None:
        """Show where a word was added."""
        self.report.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.label.hasFocus():
            self._add()
        else:
            super().keyPressEvent(event)

    # ---- building

    def _add_choice(self) -> None:
        """Add the row with the label of the current word."""
        title = PlainLabel(self.tr("&Label"), self)
        self.label = QComboBox(self)
        self.label.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.label.setMinimumContentsLength(LEAST_WIDTH)
        self.label.setPlaceholderText(self.tr("Choose a label"))
        self.label.setAccessibleName(self.tr("Label of the word"))
        set_tip(self.label, self.tr("The word is added to the gazetteer of this label"))
        title.setBuddy(self.label)
        self.add = QPushButton(self.tr("A&dd"), self)
        self.add.setAutoDefault(False)
        set_tip(self.add, self.tr("Add the word to the gazetteer of its label"))
        self.column.addLayout(in_row(title, (self.label, 1), self.add, spacing=GRID))

    def _connect(self) -> None:
        self.view.itemActivated.connect(lambda _: self._add())
        self.view.currentRowChanged.connect(self._follow_row)
        self.view.typed.connect(self._show_typed)
        self.label.activated.connect(lambda _: self._pick(self.label.currentData()))
        self.add.clicked.connect(self._add)
        CommandKeys(self, "undo", "Ctrl+Z", self._undo)
        CommandKeys(self, "redo", "Ctrl+Shift+Z", self._redo)
        self._keys.pressed.connect(self._pick_by_key)
        self._keys.keys.keys_changed.connect(self._list_labels)
        self._session.changed.connect(self._follow)
        self._search.found.connect(self._show)
        self.finished.connect(self._search.cancel)

    def _list_labels(self) -> None:
        keys, project = self._keys.by_label(), self._session.project
        self.label.clear()
        for label in project.visible_labels():
            self.label.addItem(with_keys(label.name, keys.get(label.id, ())), label.name)
        if has_outside(project):
            self.label.addItem(with_keys(self.tr("No label"), keys[None]), "")
        self._show_label()

    # ---- showing

    def _show(self, words: list[UncertainWord]) -> None:
        """List words; the word that a person has made current stays so, or else the row."""
        has_model = bool((self._session.proposals.models > 0).any())
        if self._has_model and not has_model and self.view.count():
            return  # a new model is on its way: its suggestions bring the next list
        self._has_model, self._awaited = has_model, self._n_awaited()
        row = max(0, self.view.currentRow())
        current = self._current()
        word = None if current is None or not self._keeps_word else current.word
        self._is_listing = True
        self.view.clear()
        for number, one in enumerate(words):
            item = QListWidgetItem(self._line(one), self.view)
            item.setData(ROLE, one)
            row = number if one.word == word else row
        self.lead.setText(self._heading())
        self.view.setCurrentRow(min(row, self.view.count() - 1))
        self._is_listing = False

    def _n_awaited(self) -> int:
        """Return the number of open sentences without suggestions of a model."""
        session = self._session
        due = session.visible[wants_help(session, session.visible)]
        return int(np.count_nonzero(session.proposals.models[due] <= 0))

    def _heading(self) -> str:
        if not self.view.count():
            session = self._session
            if len(session.visible) and not wants_help(session, session.visible).any():
                return self.tr("Every token is confirmed: there is nothing to add.")
            if self._has_model:
                return self.tr("No word is uncertain enough to be worth adding. Go on labelling.")
            return self.tr("No open word occurs twice.")
        which = (
            self.tr("Frequent words whose labels are uncertain.")
            if self._has_model
            else self.tr("Frequent words, those with capital letters first.")
        )
        if self.view.count() == N_WORDS:
            first = self.tr("The first {n} are listed.").format(n=grouped(N_WORDS))
            which = f"{which} {first}"
        how = self.tr(
            "A number key chooses the label of a word; Enter or a double "
            "click adds it to the gazetteer of this label."
        )
        return f"{which} {how}"

    def _follow_row(self) -> None:
        self._keeps_word |= not self._is_listing
        self._show_label()

    def _show_typed(self, unlisted: str) -> None:
        """Say that no word begins with the typed letters, if so."""
        text = self.tr("No listed word begins with “{letters}”.")
        self.report.setText(text.format(letters=escaped_line(unlisted)) if unlisted else "")

    def _line(self, one: UncertainWord) -> str:
        many = self.tr("{n} open tokens", None, one.n_open).format(n=grouped(one.n_open))
        n_open = self.tr("1 open token") if one.n_open == 1 else many
        parts = [escaped_line(one.word), n_open]
        if self._has_model:
            errors = self.tr("{n} errors expected")
            parts.append(errors.format(n=decimal(one.expected_errors, 1)))
        if one.label:
            parts.append(self.tr("most often {label}").format(label=escaped_line(one.label)))
        elif self._has_model and has_outside(self._session.project):
            parts.append(self.tr("most often no label"))
        return " · ".join(parts)

    def _current(self) -> UncertainWord | None:
        row = self.view.currentRow()
        current: UncertainWord | None = self.view.item(row).data(ROLE) if row >= 0 else None
        return current

    def _show_label(self) -> None:
        """Show the label that was picked for the current word, or else the suggested one."""
        current = self._current()
        for widget in (self.label, self.add):
            widget.setEnabled(current is not None)
        guess = None
        if current is not None and self._picked is not None and self._picked[0] == current.word:
            guess = self._picked[1]
        elif current is not None and (current.label or self._has_model):
            guess = current.label
        self.label.setCurrentIndex(-1 if guess is None else self.label.findData(guess))

    def _follow(self, changes: Changes) -> None:
        if changes.labels or changes.settings:
            self._list_labels()
        if changes.gazetteers:
            self.report.clear()  # it is about an earlier word
            self._later.stop()
            self._drop_known()
            self.list_words()
        else:
            self._later.start()

    def _drop_known(self) -> None:
        """Remove words that are in a gazetteer now: Enter must not choose one again."""
        known = self._session.project.phrases.values()
        self._is_listing = True
        for row in reversed(range(self.view.count())):
            if any(self.view.item(row).data(ROLE).word in phrases for phrases in known):
                self.view.takeItem(row)
        self._is_listing = False

    # ---- choosing

    def _undo(self) -> None:
        """Undo the newest change, if it has added words to a gazetteer."""
        newest = self._session.history.newest()
        if newest is None or not (newest.gazetteers or newest.phrases):
            self.report.setText(
                self.tr("The last change is not about gazetteers: undo it in the window.")
            )
            return
        self._session.undo()
        self.report.setText(self.tr("Undone: {change}.").format(change=step_name(newest)))

    def _redo(self) -> None:
        """Redo the next change, if it adds words to a gazetteer."""
        following = self._session.history.next_again()
        if following is None or not (following.gazetteers or following.phrases):
            self.report.setText(self.tr("There is no change of gazetteers to redo."))
            return
        self._session.redo()
        self.report.setText(self.tr("Redone: {change}.").format(change=step_name(following)))

    def _pick(self, label: str) -> None:
        """Note the label that a person has chosen for the current word."""
        current = self._current()
        if current is not None:
            self._picked, self._keeps_word = (current.word, label), True
            self._show_label()

    def _pick_by_key(self, label: int | None) -> None:
        name = "" if label is None else self._session.project.labels[label].name
        if self.label.findData(name) >= 0:
            self._pick(name)

    def _add(self) -> None:
        """Add the current word; without a label, let the person choose one first."""
        current, label = self._current(), self.label.currentData()
        if current is None:
            return
        if label is None:
            self.label.setFocus(Qt.FocusReason.OtherFocusReason)
            self.label.showPopup()
        else:
            self._keeps_word = False
            self.chosen.emit(current.word, label)
