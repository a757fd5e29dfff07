"""The menu that writes conditions into a query."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.search_line import in_quotes, quoted
from app.session import Session
from app.views.plain_text import on_a_button
from app.views.widgets.buttons import MenuButton

CARET = "│"
"""Marks the position of the caret in a text of the menu."""

Choice = tuple[str, str]
"""The text of a menu item, and what it writes."""


class SearchMenuButton(MenuButton):
    """Opens the menu of conditions, each with what it writes at its right.

    Signals
    -------
    term_requested(str)
        Write this condition into the query, in place of one of the same field.
    text_requested(str)
        Write this at the caret.
    """

    term_requested = Signal(str)
    text_requested = Signal(str)

    def __init__(
        self, session: Session, people: Iterable[str] = (), parent: QWidget | None = None
    ) -> None:
        """Offer the conditions of a project; ``people`` are its annotators."""
        super().__init__(
            "query_menu",
            self.tr("Add a condition"),
            self.tr("Add labels, status, confidence or documents to the query"),
            parent,
        )
        self._session = session
        self._people = tuple(people)
        self.setText(self.tr("&Add"))

    def fill(self) -> None:
        """Fill the menu with the conditions of the project."""
        menu = self.menu()
        menu.clear()
        labels = [one.name for one in self._session.project.visible_labels()]
        any_label = (self.tr("Any label"), "label:*")
        self._terms(
            menu.addMenu(self.tr("With the &label")),
            [any_label, (self.tr("No label"), "label:none")],
            [(name, f"label:{quoted(name)}") for name in labels],
        )
        self._terms(
            menu.addMenu(self.tr("&Without the label")),
            [(name, f"-label:{quoted(name)}") for name in labels],
        )
        self._terms(menu.addMenu(self.tr("Sou&rce")), *self._sources())
        self._terms(menu.addMenu(self.tr("&Annotator")), *self._authors())
        self._terms(menu.addMenu(self.tr("&Confidence")), self._confidences())
        menu.addSeparator()
        self._terms(menu.addMenu(self.tr("&State of the sentence")), self._states())
        self._terms(
            menu.addMenu(self.tr("&Sentence contains label")),
            [(self.tr("Any label"), "has:*"), (self.tr("None"), "-has:*")],
            [(name, f"has:{quoted(name)}") for name in labels],
        )
        self._terms(menu.addMenu(self.tr("&Document")), self._documents())
        self._terms(menu.addMenu(self.tr("&Flag or status")), self._flags())
        self._terms(
            menu.addMenu(self.tr("Test sa&mple")),
            [
                (self.tr("Only test sentences"), "test:yes"),
                (self.tr("No test sentences"), "test:no"),
            ],
        )
        menu.addSeparator()
        for name, written in self._signs():
            action = menu.addAction(f"{name}\t{written.replace(CARET, '')}")
            action.triggered.connect(lambda _=False, text=written: self.text_requested.emit(text))

    def _terms(self, menu: QMenu, *groups: Iterable[Choice]) -> None:
        for group in groups:
            if menu.actions():
                menu.addSeparator()
            for name, term in group:
                shown = on_a_button(name)
                action = menu.addAction(f"{shown}\t{term.replace('&', '&&')}")
                action.triggered.connect(lambda _=False, term=term: self.term_requested.emit(term))
        menu.setEnabled(bool(menu.actions()))

    def _sources(self) -> tuple[list[Choice], ...]:
        return (
            [
                (self.tr("Set by a person"), "token:confirmed"),
                (self.tr("Not labelled yet"), "token:open"),
                (self.tr("Suggested by the model"), "token:suggested"),
                (self.tr("Imported as a suggestion"), "token:imported"),
                (self.tr("A label was rejected"), "token:rejected"),
                (self.tr("No label or suggestion"), "token:nothing"),
            ],
            [
                (self.tr("Unknown tag"), "token:foreign"),
                (self.tr("Invalid tag for the scheme"), "token:broken"),
            ],
        )

    def _authors(self) -> tuple[list[Choice], ...]:
        names = dict.fromkeys(filter(None, (*self._people, self._session.annotator)))
        return (
            [(name, f"by:{quoted(name)}") for name in names],
            [
                (self.tr("Typed"), "from:typed"),
                (self.tr("Accepted suggestion"), "from:accepted"),
                (self.tr("Confirmed as no label, without a suggestion"), "from:nothing"),
                (self.tr("From a rule"), "from:rule"),
                (self.tr("Imported as confirmed"), "from:import"),
            ],
        )

    def _confidences(self) -> list[Choice]:
        threshold = round(100 * self._session.project.settings.uncertain_below)
        bounds = sorted({50, threshold, 80})
        under = [(self.tr("Below {n}%").format(n=n), f"p<{n}") for n in bounds]
        over = [(self.tr("From {n}%").format(n=n), f"p>={n}") for n in (80, 90, 95)]
        return [*under, (self.tr("40–60%"), "p:40-60"), *over]

    def _states(self) -> list[Choice]:
        return [
            (self.tr("To do"), "state:todo"),
            (self.tr("Partial"), "state:partial"),
            (self.tr("Done"), "state:done"),
            (self.tr("Not done"), "state:open"),
        ]

    def _documents(self) -> list[Choice]:
        listed = [one for one in self._session.project.documents.values() if one.listed]
        listed.sort(key=lambda one: one.position)
        return [(one.name, f"doc:{in_quotes(one.name)}") for one in listed]

    def _flags(self) -> list[Choice]:
        return [
            (self.tr("Flagged"), "flag:flagged"),
            (self.tr("Skipped"), "flag:skipped"),
            (self.tr("Postponed"), "flag:postponed"),
            (self.tr("Partly answered"), "flag:answered"),
            (self.tr("Nothing"), "flag:none"),
        ]

    def _signs(self) -> list[Choice]:
        return [
            (self.tr("Exact &phrase"), f'"{CARET}"'),
            (self.tr("Match cas&e"), f'case:"{CARET}"'),
            (self.tr("Regular e&xpression"), f"/{CARET}/"),
            (self.tr("&Or"), f"OR {CARET}"),
            (self.tr("No&t"), f"-{CARET}"),
        ]
