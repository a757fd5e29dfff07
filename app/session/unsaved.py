"""The steps that are on their way to the project file."""

from __future__ import annotations

from app.domain.history import HistoryStep


class Unsaved:
    """The steps that nobody has yet reported to be on disk."""

    def __init__(self) -> None:
        """Begin with all that is in the project's file."""
        self._steps: list[HistoryStep] = []

    def __len__(self) -> int:
        return len(self._steps)

    def summaries(self) -> list[str]:
        """Return what the steps are called, the oldest first."""
        return [step.edit.summary for step in self._steps]

    def add(self, step: HistoryStep) -> None:
        """Note a step that is to be written."""
        self._steps.append(step)

    def mark_saved(self, revision: int) -> None:
        """Note that every step up to ``revision`` is on disk."""
        self._steps = [step for step in self._steps if step.revision > revision]
