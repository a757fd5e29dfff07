"""The saving state of a project."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.edits import Edit
from app.domain.history import HistoryStep


class Saving(QObject):
    """The steps that are not saved yet, and why a project is read-only.

    ``revision`` is the last saved step; ``state`` is "saved", "saving" or "failed".

    Signals
    -------
    state_changed : str
        The new state.
    refused : str
        A sentence for the user: why something could not be done.
    """

    state_changed = Signal(str)
    refused = Signal(str)

    def __init__(self, *, read_only: bool, parent: QObject) -> None:
        """Begin with everything saved."""
        super().__init__(parent)
        self.read_only = read_only
        self.why_read_only = ""
        """Why the project cannot be changed, and what to do; "" while it can."""
        self.revision = 0
        self.state = "saved"
        self._steps: list[HistoryStep] = []

    @property
    def n_unsaved(self) -> int:
        """Number of steps that are not saved yet."""
        return len(self._steps)

    def unsaved_steps(self) -> list[Edit]:
        """Return the steps that are not saved yet, the oldest first."""
        return [step.edit for step in self._steps]

    def add(self, step: HistoryStep) -> None:
        """Add a step to be saved."""
        self._steps.append(step)
        self._set_state("saving")

    def mark_saved(self, revision: int) -> None:
        """Mark every step up to ``revision`` as saved."""
        self.revision = max(self.revision, revision)
        self._steps = [step for step in self._steps if step.revision > revision]
        if not self.why_read_only:
            self._set_state("saving" if self._steps else "saved")

    def stop(self, reason: str) -> None:
        """Refuse further steps until `set_writable`, because the last ones could not be saved."""
        self.read_only = True
        self.why_read_only = reason
        self._set_state("failed")
        self.refused.emit(reason)

    def set_writable(self) -> None:
        """Allow edits again: the file can be written."""
        self.read_only = False
        self.why_read_only = ""
        self._set_state("saving" if self._steps else "saved")

    def refusal(self) -> str:
        """Return the reason why the project cannot be changed."""
        why = self.why_read_only or self.tr(
            "its file or folder cannot be written, or the disk is full; save a copy elsewhere."
        )
        return self.tr("The project cannot be changed now: {why}").format(why=why)

    def refuse(self) -> None:
        """Emit `refused` with the reason why the project cannot be changed."""
        self.refused.emit(self.refusal())

    def refuses(self) -> bool:
        """Return whether a step is refused; if so, emit the reason."""
        if self.read_only:
            self.refuse()
        return self.read_only

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)
