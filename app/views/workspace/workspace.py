"""The workspace: its parts, and how they follow the project."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.session import Session
from app.views.workspace.acceptance import Acceptance
from app.views.workspace.caret import Caret
from app.views.workspace.key_again import Question
from app.views.workspace.labeller import Labeller
from app.views.workspace.pieces import Pieces
from app.views.workspace.seen_labels import SeenLabels
from app.views.workspace.spans import SpanEditor
from app.views.workspace.uncertainty import Uncertainty
from app.views.workspace.undo_redo import UndoRedo


class Workspace(QObject):
    """Owns the parts that carry out labelling commands; each part has one subject.

    Signals
    -------
    message : str, str
        A text for the line at the bottom, and its kind: "info", "warning" or "error".
    propagated : int, object
        Sentence index, and tokens (list of int) that the model changed after a correction; an
        empty list removes the marks.
    """

    message = Signal(str, str)
    propagated = Signal(int, object)

    def __init__(
        self,
        session: Session,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Go to the first waiting sentence, or the first of all.

        ``clock`` returns seconds: it decides what the person can have read.
        """
        super().__init__(parent)
        show_message = self.message.emit
        self.session = session
        self.caret = Caret(session, self)
        self.pieces = Pieces(self.caret, self)
        self.seen_labels = SeenLabels(self.caret, show_message, clock, self)
        self.labeller = Labeller(self.caret, self.pieces, self.seen_labels, show_message, self)
        self.spans = SpanEditor(self.caret, self.seen_labels, self.labeller, show_message, self)
        self.uncertainty = Uncertainty(self.caret, self.pieces, self.labeller, show_message, self)
        self._question = Question(self.caret, show_message, clock, self)
        self.acceptance = Acceptance(
            self.caret,
            self.pieces,
            self.uncertainty,
            self.seen_labels,
            self.labeller,
            self._question,
            show_message,
            self,
        )
        self.undo_redo = UndoRedo(self.caret, self.pieces, self.seen_labels, self)
        self._tokens_alone = session.project.settings.query_choice.tokens_alone
        session.changed.connect(self._session_changed)
        session.propagated.connect(self.propagated)
        session.refused.connect(lambda reason: self.message.emit(reason, "error"))
        self.caret.placed.connect(self.pieces.preselect_first)
        self.caret.stay_visible()

    # ---- inside

    def _session_changed(self, changes: Changes) -> None:
        self.caret.follow_queue(changes)
        if changes.structure:
            self.caret.stay_visible()
        if self.caret.sentence_index in changes.proposals:
            self.pieces.preselect_first()
        if changes.history:
            self._question.forget()
        if changes.labels:
            self.labeller.repeat_with(None)  # its label may be gone
        tokens_alone = self.session.project.settings.query_choice.tokens_alone
        if tokens_alone != self._tokens_alone:
            self._tokens_alone = tokens_alone
            self.pieces.select_first_queried()
