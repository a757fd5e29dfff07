"""Announcements for screen readers: messages, sentences, automatic changes."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from app.domain.spacing import readable_text
from app.views.panels.messages import Messages
from app.views.screen_reader import announce
from app.views.workspace import NOWHERE, Workspace

MAX_CHARACTERS = 400
"""Maximum number of characters of a sentence that are announced."""
ACCEPTING = frozenset({"accept", "answer"})
"""Kinds of edit that accept a sentence."""


class Announcer(QObject):
    """Announces messages, the current sentence, and automatic changes to screen readers.

    An error interrupts what is being read; everything else waits.
    """

    def __init__(self, workspace: Workspace, messages: Messages, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._messages = messages
        self._window = window
        self._last_step = self._newest()
        messages.shown.connect(self._announce_message)
        workspace.caret.current_changed.connect(self._announce_sentence)
        workspace.propagated.connect(self._announce_changed)

    def _announce_message(self, text: str) -> None:
        message = self._messages.message
        urgent = message is not None and message.kind == "error" and message.text == text
        announce(self._messages, text, urgent=urgent)

    def _announce_changed(self, sentence_index: int, tokens: list[int]) -> None:
        if sentence_index == self._workspace.caret.sentence_index and tokens:
            one = self.tr("1 token was updated automatically.")
            many = self.tr("{n} tokens were updated automatically.", None, len(tokens))
            announce(self._window, one if len(tokens) == 1 else many.format(n=len(tokens)))

    def _announce_sentence(self, sentence_index: int) -> None:
        if sentence_index == NOWHERE or not QAccessible.isActive():
            return
        session = self._workspace.session
        number = int(np.searchsorted(session.visible, sentence_index)) + 1
        text = readable_text(session.project, sentence_index, 0, MAX_CHARACTERS)[:MAX_CHARACTERS]
        announcement = self.tr("Sentence {i} of {n}: {text}").format(
            i=number, n=len(session.visible), text=text
        )
        newest = self._newest()
        if newest != self._last_step and newest is not None and newest[0] in ACCEPTING:
            announcement = self.tr("Accepted. {sentence}").format(sentence=announcement)
        self._last_step = newest
        announce(self._window, announcement)

    def _newest(self) -> tuple[str, int] | None:
        steps = self._workspace.session.history.steps()
        return (steps[-1].kind, steps[-1].id) if steps else None
