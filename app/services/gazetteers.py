"""Match counts of gazetteers and grammars, and their proposals while there is no model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes, no_sentences
from app.domain.gazetteers import Listed, find_alike
from app.domain.history import HistoryStep
from app.domain.tokens import Role
from app.jobs.data.snapshot import ProjectText
from app.jobs.project_models.project_learning import ProjectLearning
from app.services.latest_query import LatestQuery, Run
from app.services.trainer import NumberedModel, Trainer
from crfcore.errors import TrainingCancelled

QUIET_MILLISECONDS = 150
"""The time without changes before counting begins."""

_Question = tuple[dict[int, Listed], ProjectText, NDArray[np.int64]]
"""Gazetteers by id, the words of the project, and the visible sentences."""


class Gazetteers(QObject):
    """Counts the matches of gazetteers, and lets them propose until the trainer has a model.

    A gazetteer is counted again when it, or the text, has changed.

    Signals
    -------
    counted : dict
        Numbers of matches in the visible sentences, without those of the test sample, by the
        gazetteers' ids; a text instead says why a grammar cannot be used.
    model_ready : NumberedModel
        The gazetteers as a model, with a negative number.
    """

    counted = Signal(object)
    model_ready = Signal(object)

    def __init__(
        self, trainer: Trainer, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch the session of a trainer; does nothing before `start`."""
        super().__init__(parent)
        self.counts: dict[int, int | str] = {}
        self._session = trainer.session
        self._trainer = trainer
        self._learning = learning
        self._known: dict[int, Listed] = {}
        self._sentence_indices = no_sentences()
        self._proposing: tuple[Listed, ...] = ()
        self._number = 0
        self._ready = False
        self._query = LatestQuery(
            self._question,
            self._count,
            self._take,
            milliseconds=QUIET_MILLISECONDS,
            lengthy=True,
            parent=self,
        )
        self._session.project_changed.connect(self._session_changed)
        self._session.recorded.connect(self._note_step)
        trainer.model_dropped.connect(self._replace_model)

    def start(self) -> None:
        """Begin: kernels can be loaded now."""
        self._ready = True
        self._propose()
        self._query.ask_when_quiet()

    def begin_grammars(self) -> None:
        """Use grammars, too: their kernels can be loaded now."""
        grammars = [one.id for one in self._session.project.gazetteers.values() if one.grammar]
        if self._ready and grammars:
            self._known = {n: one for n, one in self._known.items() if n not in grammars}
            self._propose(again=True)
            self._query.ask_when_quiet()

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._query.close()

    def _session_changed(self, changes: Changes) -> None:
        if not self._ready:
            return
        if changes.gazetteers:
            self._forget_removed()
        if changes.gazetteers or changes.structure or changes.documents or changes.labels:
            self._query.ask_when_quiet()
        if changes.gazetteers or changes.labels or changes.settings:
            self._propose(again=changes.labels or changes.settings)

    def _note_step(self, step: HistoryStep) -> None:
        """Count again without the sentences of another test sample."""
        if self._ready and step.applied.roles is not None:
            self._query.ask_when_quiet()

    def _forget_removed(self) -> None:
        there = self._session.project.gazetteers
        self._known = {number: one for number, one in self._known.items() if number in there}
        if any(number not in there for number in self.counts):
            self.counts = {n: count for n, count in self.counts.items() if n in there}
            self.counted.emit(self.counts)

    # ---- proposals

    def _propose(self, *, again: bool = False) -> None:
        """Emit the gazetteers as a model, if there is no other."""
        lists = self._session.project.proposing()
        changed = not find_alike(lists, self._proposing) or (again and lists)
        if self._trainer.model is None and changed:
            self._replace_model()

    def _replace_model(self) -> None:
        """Emit the gazetteers as a model, even if there are none."""
        project = self._session.project
        self._proposing = project.proposing()
        self._number -= 1
        model = self._learning.listed_model(project)
        self.model_ready.emit(NumberedModel(self._number, model, "gazetteers", 0, 0, 0.0))

    # ---- counts

    def _counted(self) -> NDArray[np.int64]:
        """Return the visible sentences without those of the test sample, as the editor has them."""
        corpus, visible = self._session.corpus, self._session.visible
        return np.asarray(visible[corpus.roles[visible] != Role.CONTROL])

    def _question(self) -> _Question | None:
        project, sentence_indices = self._session.project, self._counted()
        if not np.array_equal(self._sentence_indices, sentence_indices):
            self._known = {}
            self._sentence_indices = sentence_indices
        sentence_indices = self._sentence_indices
        wanted = {
            one.id: project.listed(one.id)
            for one in project.ordered_gazetteers()
            if one.id not in self._known or not project.listed(one.id).finds_as(self._known[one.id])
        }
        return (wanted, ProjectText.of(project), sentence_indices) if wanted else None

    def _take(self, question: _Question, counts: dict[int, int | str]) -> None:
        project = self._session.project
        wanted, _, sentence_indices = question
        if sentence_indices is not self._sentence_indices:
            return
        there = {number: n for number, n in counts.items() if number in project.gazetteers}
        self._known.update({number: wanted[number] for number in there})
        self.counts = {**self.counts, **there}
        self.counted.emit(self.counts)

    # ---- on a worker

    def _count(self, question: _Question, run: Run) -> dict[int, int | str] | None:
        wanted, text, sentence_indices = question
        counts: dict[int, int | str] = {}
        for number, listed in wanted.items():
            if run.cancelled():
                return None
            try:
                counts[number] = self._learning.count_matches(
                    listed, text, sentence_indices, run.stops
                )
            except TrainingCancelled:
                return None
        return counts
