"""Commands for many places at once: other occurrences, and confident suggestions.

Dialogs are imported on first use, so that the window opens sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.edits import TokenChanges
from app.domain.step_texts import filled
from app.item_models.step_names import quoting_name
from app.views.actions import KeyOf, default_key
from app.views.panels.messages import Messages
from app.views.undoable_messages import UndoableMessages
from app.views.widgets.base_dialog import open_one

if TYPE_CHECKING:
    from app.domain.corrections import Correction, Occurrences
    from app.domain.edits import Edit
    from app.services.projects import OpenProject
    from app.views.workspace.labeller import Labeller


class BulkController(QObject):
    """Lists what would be changed in many places, and reports what was done.

    Signals
    -------
    sentence_requested : int, int
        Go to the sentence of this index, and to this token in it.
    """

    sentence_requested = Signal(int, int)

    def __init__(
        self, project: OpenProject, labeller: Labeller, messages: Messages, window: QWidget
    ) -> None:
        """Act on a project; ``labeller`` returns the correction at the selection."""
        super().__init__(window)
        self._project = project
        self._labeller = labeller
        self._messages = messages
        self._window = window
        self._undoable = UndoableMessages(project.session, messages, self)
        # The correction whose occurrences are being searched for.
        self._awaited: Correction | None = None
        self._key_of: KeyOf = default_key
        project.session.project_changed.connect(self._session_changed)
        project.occurrences.looked.connect(self._take_found)
        project.confident.action.done.connect(self.report_accepted)
        project.confident.action.outdated.connect(self.report_outdated)
        project.occurrences.action.started.connect(messages.follow)
        project.occurrences.action.done.connect(self.report_accepted)
        project.occurrences.action.outdated.connect(self.report_none_applied)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Name the current keys in the texts."""
        self._key_of = key_of

    def show_offered(self) -> None:
        """List the occurrences offered after the last correction, wherever the caret is."""
        offer = self._project.occurrences.offer
        if offer is None:
            self.show_occurrences()
        else:
            self._list(offer)

    def show_occurrences(self) -> None:
        """List other occurrences of the selected words, or of the last correction's words.

        The offer of the last correction is used if it is about the selection.
        """
        offer, here = self._project.occurrences.offer, self._labeller.correction_here()
        if offer is not None and (here is None or here.overlaps(offer.correction)):
            self._list(offer)
        elif here is not None:
            self._awaited = here
            self._project.occurrences.search_with(here, self._project.occurrences.reach)
        else:
            self._messages.show_message(
                self.tr("Nothing to apply yet: label or correct a word first."), "info"
            )

    def _take_found(self, found: Occurrences) -> None:
        """List the occurrences requested by a key, or say that there are none."""
        from app.views.dialogs.occurrences import words_of_correction

        if found.correction is not self._awaited:
            return
        self._awaited = None
        if any(
            map(
                len,
                (found.sentence_indices, found.left_sentence_indices, found.alike_sentence_indices),
            )
        ):
            self._list(found)
            return
        words = words_of_correction(self._project.session, found.correction)
        text = self.tr("No other occurrences of “{words}”.")
        if found.n_alike:
            text = self.tr("All other occurrences of “{words}” already have this label.")
        self._messages.show_message(text.format(words=words), "info")

    def _list(self, shown: Occurrences) -> None:
        from app.views.dialogs.occurrences import OccurrencesDialog

        for old in self._window.findChildren(OccurrencesDialog):
            old.close()
        occurrences = self._project.occurrences
        correction = shown.correction
        dialog = OccurrencesDialog(self._project.session, shown, self._window)
        dialog.apply_requested.connect(lambda where: occurrences.apply(correction, where))
        dialog.reach_requested.connect(lambda reach: occurrences.search_with(correction, reach))
        occurrences.looked.connect(dialog.show_found)
        dialog.sentence_requested.connect(self.sentence_requested)
        dialog.bring_forward()

    def accept_confident(self) -> None:
        """Open the dialog that accepts confident suggestions."""
        from app.views.dialogs.accept_confident import AcceptConfidentDialog

        finder = self._project.confident
        if open_one(AcceptConfidentDialog, self._window) is not None:
            return
        dialog = AcceptConfidentDialog(self._project.session, self._window, key_of=self._key_of)
        dialog.choice_changed.connect(finder.look)
        dialog.accept_requested.connect(finder.accept)
        dialog.rejected.connect(finder.stop)
        dialog.sentence_requested.connect(self.sentence_requested)
        finder.found.connect(dialog.show_found)
        dialog.finished.connect(lambda _: finder.found.disconnect(dialog.show_found))
        dialog.bring_forward()
        finder.look(dialog.choice())

    # ---- reports

    def _nothing_to_change(self) -> str:
        return self.tr("Nothing to change: everything was already labelled this way.")

    def _session_changed(self, changes: Changes) -> None:
        if len(changes.sentences):
            self._messages.withdraw(self._nothing_to_change())  # a change was made since

    def report_accepted(self, edit: Edit) -> None:
        """Report what was accepted, with a button to undo it."""
        if edit.kind == "say_elsewhere":
            text = self.tr("{what}.").format(what=quoting_name(edit))
        else:
            template = self.tr(
                "Accepted {:confident token|confident tokens} in {:sentence|sentences}."
            )
            n_tokens = len(TokenChanges.in_order(edit.tokens).tokens)
            text = filled(template, (str(n_tokens), str(len(edit.tokens))), self.tr)
        self._undoable.show(edit, text)

    def report_outdated(self, reason: str) -> None:
        """Report why nothing was accepted: by default, because the sentences have changed."""
        changed = self.tr(
            "Nothing accepted: these sentences have changed since. Please review the list."
        )
        self._messages.show_message(reason or changed, "info")

    def report_none_applied(self, reason: str) -> None:
        """Report why nothing was labelled: by default, because all have the label already."""
        self._messages.show_message(reason or self._nothing_to_change(), "info")
