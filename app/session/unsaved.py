"""What is on its way to the project file: steps, and the names that they bring."""

from __future__ import annotations

from app.domain.history import HistoryStep
from app.domain.project import Project
from app.domain.sentences import Additions


class Unsaved:
    """The steps that nobody has yet reported to be on disk, and how far names are written."""

    def __init__(self, project: Project) -> None:
        """Begin with all that is in the project's file."""
        self._project = project
        self._steps: list[HistoryStep] = []
        self._written = self._known_names()

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

    def take_names(self) -> Additions:
        """Return the names that no step has brought."""
        additions = Additions.since(self._project, *self._written)
        self._written = self._known_names()
        return additions

    def names_lost(self, additions: Additions) -> None:
        """Note that names did not reach the file after all: the next step brings them."""
        firsts = (additions.first_word, additions.first_tag, additions.first_tag_set)
        words, tags, sets = (min(*pair) for pair in zip(self._written, firsts, strict=True))
        self._written = (words, tags, sets)

    def _known_names(self) -> tuple[int, int, int]:
        project = self._project
        return len(project.words), len(project.tags), len(project.tag_sets)
