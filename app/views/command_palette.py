"""The choices of the palette: commands, labels, documents, and sentences by number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from app.domain.labels import Label
from app.domain.numbers import grouped
from app.domain.spacing import readable_text
from app.item_models.choices import Choice
from app.views.actions import COMMANDS, Actions
from app.views.commands.command import MENUS, QT_TRANSLATE_NOOP, Command, Where, translated
from app.views.keymap import native
from app.views.workspace import NOWHERE, Workspace

NUMBER = re.compile(r"(\D*?)(\d[\d.,\s]{0,15})", re.ASCII)
"""Text before a number, and the number, with or without separators between its digits."""
EXCERPT_LENGTH = 60
"""Number of letters shown of a sentence."""

NO_SENTENCE = QT_TRANSLATE_NOOP("Actions", "There is no sentence to label.")
REASONS_DISABLED = {
    "undo": QT_TRANSLATE_NOOP("Actions", "Nothing to undo."),
    "redo": QT_TRANSLATE_NOOP("Actions", "Nothing to redo."),
    "train_now": QT_TRANSLATE_NOOP("Actions", "The model is learning, or not ready to learn yet."),
    "cancel_training": QT_TRANSLATE_NOOP("Actions", "No training is running."),
}
"""Reasons why a command is disabled, by its id."""


class Palette:
    """Lists choices; recently used commands come first."""

    def __init__(
        self,
        workspace: Workspace,
        actions: Actions,
        go_to_document: Callable[[int], object],
        go_to_sentence: Callable[[int], object],
        recent: Callable[[], Sequence[Choice]],
    ) -> None:
        """List the choices of a project; ``recent`` returns those that open others."""
        self._workspace = workspace
        self._actions = actions
        self._go_to_document = go_to_document
        self._go_to_sentence = go_to_sentence
        self._recent = recent
        self._last: list[str] = []

    def choices(self) -> list[Choice]:
        """Return all choices but sentences, in their initial order."""
        newest = {command: rank for rank, command in enumerate(self._last)}
        commands = sorted(COMMANDS, key=lambda one: newest.get(one.id, len(newest)))
        return [
            *(self._command(one) for one in commands if one.id != "find_command"),
            *self._labels(),
            *self._documents(),
            *self._recent(),
        ]

    def sentence(self, typed: str) -> list[Choice]:
        """Return the sentence with the typed number as a choice, none if no number was typed.

        Before the number there may be words of the choice's own name, but no others: “story01” is
        a document.
        """
        match = NUMBER.fullmatch(typed.strip())
        own = translated("Go to sentence {i}").casefold().split()
        if match is None or not set(match[1].casefold().split()) <= set(own):
            return []
        number = int(re.sub(r"\D", "", match[2]))
        session = self._workspace.session
        n = len(session.visible)
        name = translated("Go to sentence {i}").format(i=grouped(number))
        if not 1 <= number <= n:
            many = translated("There are {n} sentences.", None, n).format(n=grouped(n))
            trouble = translated("There is 1 sentence.") if n == 1 else many
            return [Choice(name, lambda: None, trouble=trouble)]
        sentence_index = int(session.visible[number - 1])
        text = readable_text(session.project, sentence_index, 0, EXCERPT_LENGTH)[
            :EXCERPT_LENGTH
        ].replace("\n", " ")
        return [Choice(name, partial(self._go_to_sentence, sentence_index), kind=text)]

    def _command(self, command: Command) -> Choice:
        action = self._actions[command.id]
        keys: Sequence[str] = self._actions.keys_of(command.id)

        def do() -> None:
            self._last = [command.id, *(one for one in self._last if one != command.id)]
            action.trigger()

        return Choice(
            action.text().replace("&", ""),
            do,
            kind=translated(MENUS[command.menu]).replace("&", ""),
            key=native(keys[0]) if keys else "",
            trouble="" if action.isEnabled() else self._trouble(command),
            description=translated(command.tip),
        )

    def _trouble(self, command: Command) -> str:
        if command.id in REASONS_DISABLED:
            return translated(REASONS_DISABLED[command.id])
        if command.where is Where.SENTENCE and self._workspace.caret.sentence_index == NOWHERE:
            return translated(NO_SENTENCE)
        return translated("This cannot be done now.")

    def _labels(self) -> Iterator[Choice]:
        keys = self._actions.keys_of_labels()
        trouble = translated(NO_SENTENCE) if self._workspace.caret.sentence_index == NOWHERE else ""
        for label in self._workspace.session.project.visible_labels():
            yield label_choice(label, keys[label.id], self._workspace, translated("Label"), trouble)

    def _documents(self) -> Iterator[Choice]:
        for document in self._workspace.session.project.documents.values():
            if document.listed:
                yield Choice(
                    document.name,
                    partial(self._go_to_document, document.id),
                    kind=translated("Document"),
                )


def label_choice(
    label: Label, keys: Sequence[str], workspace: Workspace, kind: str = "", trouble: str = ""
) -> Choice:
    """Return a choice that labels, and rejects the label with Shift."""
    return Choice(
        label.name,
        lambda: workspace.labeller.label(label.id),
        kind=kind,
        key=native(keys[0]) if keys else "",
        colour=label.colour,
        is_label=True,
        trouble=trouble,
        do_shifted=lambda: workspace.labeller.forbid(label.id),
    )
