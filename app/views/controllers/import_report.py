"""The message about an import: what came, which test sentences were drawn, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from app.domain.control_sample import sample_room
from app.domain.step_texts import filled
from app.edits.settings import release_test_sentences
from app.views.actions import KeyOf, with_key
from app.views.panels.messages import Messages
from app.views.undoable_messages import UndoableMessages
from crfcore.errors import as_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from app.domain.documents import Document
    from app.session import Session

MAX_NAMES = 8
"""Maximum number of file names listed."""


class ImportReport(QObject):
    """Reports imports into one open project, and withdraws a report when one is undone."""

    def __init__(self, session: Session, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._undoable = UndoableMessages(session, messages, self)

    def show(
        self,
        n_documents: int,
        key_of: KeyOf,
        go_to: Callable[[int], object],
        create_sample: Callable[[], object],
    ) -> None:
        """Report the ``n_documents`` imported last, with a button for the next thing to do.

        It undoes the draw of test sentences, or else calls ``go_to`` with the id of the first
        document, or ``create_sample``.
        """
        project = self._session.project
        listed = [document for document in project.documents.values() if document.listed]
        come = sorted(listed, key=lambda document: document.id)[-n_documents:]
        ids = {document.id for document in come}
        brought = [
            step
            for step in self._session.history.steps()
            if any(change.after.id in ids for change in step.documents)
        ]
        texts, action = [self._words(come)], ""
        do: Callable[[], object] | None = None
        roles = [step.roles.sentences for step in brought if step.roles is not None]
        if roles:
            drawn = np.concatenate(roles)
            texts.append(self._drawn(len(drawn)))
            action, do = self.tr("Make them ordinary sentences"), lambda: self._release(drawn)
        elif len(listed) > len(come):
            action, do = self.tr("Go there"), lambda: go_to(come[0].id)
        elif self._lacks_test_sample():
            texts.append(self.tr("There is no test sample to measure the model."))
            action, do = self.tr("Create a test sample…"), create_sample
        if not self._session.state.progress().confirmed_tokens and project.visible_labels():
            texts.insert(2 if roles else 1, self._first_step(key_of))
        text = " ".join(texts)
        self._messages.show_message(text, "done", action, do, temporary=True)
        self._undoable.withdraw_with(brought, text)

    def _words(self, come: Sequence[Document]) -> str:
        """Return how many sentences came from where."""
        corpus = self._session.corpus
        n = int(np.isin(corpus.documents, [document.id for document in come]).sum())
        if len(come) > MAX_NAMES:
            template = self.tr("Imported {:sentence|sentences} in {:document|documents}.")
            return filled(template, (str(n), str(len(come))), self.tr)
        template = self.tr("Imported {:sentence|sentences} from {}.")
        names = ", ".join(as_text(document.name) for document in come)
        return filled(template, (str(n), names), self.tr)

    def _first_step(self, key_of: KeyOf) -> str:
        """Return what to do before anything is labelled."""
        text = self.tr(
            "Click a word and press a label's key; accept the sentence when it is right."
        )
        return with_key(text, key_of("accept"))

    def _drawn(self, n_drawn: int) -> str:
        """Return how many sentences were drawn."""
        template = self.tr("{:,} became test sentences.")
        if n_drawn == 1:
            template = self.tr("{:,} became a test sentence.")
        return filled(template, (str(n_drawn),), self.tr)

    def _release(self, drawn: NDArray[np.int64]) -> None:
        """Make the drawn test sentences ordinary ones again; the import stays."""
        self._session.apply(release_test_sentences(self._session.project, drawn))

    def _lacks_test_sample(self) -> bool:
        """Return whether the project has no test sample, though it has room for one."""
        if self._session.project.settings.control_size:
            return False
        return bool(sample_room(self._session.corpus, self._session.visible).largest)
