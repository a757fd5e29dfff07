"""Suggestions that follow what was confirmed elsewhere in their document, in the background."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes
from app.domain.consistency import AUTOMATIC, OFF, ConsistencyChoice
from app.domain.tokens import UNKNOWN_SET, Role
from app.jobs.data.snapshot import TrainingData
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.document_evidence import (
    Consistency,
    DocumentQuestion,
    LabelScores,
    parts_of,
)
from app.jobs.suggestions.propose import Sentences
from app.jobs.training.train import TrainedModel
from app.services.latest_query import LatestQuery, Run
from app.services.suggester import Suggester
from app.services.trainer import NumberedModel, Trainer
from app.services.workers import PATIENT_WORKERS
from crfcore.errors import TrainingCancelled

GROWTH = 1.5
"""With so many times the labelled sentences, or as many fewer, there is a new choice."""

PATIENCE = 5.0
"""Seconds for which documents that nobody works on wait for a running training.

They would slow it down, and its model changes them again.
"""

NO_SENTENCE = -1

_Wanted = tuple[TrainingData, str]
_Counted = tuple[Consistency, ConsistencyChoice | None]


class DocumentEvidenceKeeper(QObject):
    """Keeps what each document's confirmed labels tell about its other sentences.

    The suggester adds these scores to those of the model. After an edit the other sentences of the
    document follow, the part in work first; after a new model all documents do.

    Signals
    -------
    updated : ()
        A document is up to date, or names are made consistent in another way.
    """

    updated = Signal()

    def __init__(
        self,
        trainer: Trainer,
        suggester: Suggester,
        learning: ProjectLearning,
        parent: QObject | None = None,
    ) -> None:
        """Use the trainer's session; does nothing before `start`."""
        super().__init__(parent)
        self._trainer, self._suggester, self._learning = trainer, suggester, learning
        self._session = trainer.session
        self._ready = False
        self._model: NumberedModel | None = None
        self._consistency = Consistency(OFF, 0.0)
        self._chosen_at = 0
        self._counted_for = ""
        # By the first sentence of each part; the sentence that a person has edited, if any.
        self._due: dict[int, int] = {}
        self._patient_until = -math.inf
        self._parts: list[NDArray[np.int64]] | None = None
        self._part_of = np.zeros(0, np.int64)
        self._declined = self._session.suggestions.declined
        self._evidence: LatestQuery[DocumentQuestion, dict[int, LabelScores]] = LatestQuery(
            self._next_question, self._scores, self._take, unanswered=self._go_on, parent=self
        )
        self._count: LatestQuery[_Wanted, _Counted] = LatestQuery(
            self._wanted, self._counted, self._take_counted, workers=PATIENT_WORKERS, parent=self
        )
        trainer.model_ready.connect(self._set_model)
        trainer.model_dropped.connect(lambda: self._set_model(None))
        trainer.status_changed.connect(lambda _: self._go_on_if_waiting())
        self._session.changed.connect(self._follow)

    def start(self) -> None:
        """Begin; the kernels are compiled."""
        self._ready = True
        self._count_if_due()

    @property
    def way(self) -> str:
        """How names are made consistent now: one of `app.domain.consistency.WAYS`."""
        return self._consistency.way

    @property
    def idle(self) -> bool:
        """Whether every document is up to date."""
        return not self._due and self._evidence.idle and self._count.idle

    def question_about(self, sentence_index: int) -> DocumentQuestion | None:
        """Return the question about the part of a document with a sentence, None for none."""
        if self._model is None or not isinstance(self._model.model, TrainedModel):
            return None
        if self.way == OFF or sentence_index >= self._session.corpus.n_sentences:
            return None
        return self._question(self._part_with(sentence_index), NO_SENTENCE)

    def close(self) -> None:
        """Begin nothing more, and cancel what is running."""
        self._ready = False
        self._evidence.stop()
        self._count.stop()

    def wait(self) -> None:
        """Wait, after `close`, for the workers."""
        self._evidence.wait()
        self._count.wait()

    # ---- how names are made consistent

    def _set_model(self, model: NumberedModel | None) -> None:
        self._model = model
        self._count_if_due()
        self._ask_about_all()

    def _count_if_due(self) -> None:
        """Choose or count again for another setting, or when much more is labelled."""
        if not self._ready or self._model is None:
            return
        setting, n_labelled = self._session.project.settings.consistency, self._model.sentences
        grown = n_labelled > GROWTH * self._chosen_at or GROWTH * n_labelled < self._chosen_at
        # What is being counted for another setting is dropped; a count takes longer than a model.
        if setting != self._counted_for or (grown and not self._count.running):
            self._count.ask()

    def _wanted(self) -> _Wanted | None:
        model, project = self._model, self._session.project
        self._counted_for = project.settings.consistency
        self._chosen_at = 0 if model is None else model.sentences
        if self._counted_for == OFF:
            self._use(Consistency(OFF, 0.0), None)
            return None
        return self._learning.snapshot(project), self._counted_for

    def _counted(self, wanted: _Wanted, run: Run) -> _Counted | None:
        """Count on a worker, and rest while a key is processed."""
        data, setting = wanted
        choice = None
        if setting == AUTOMATIC:
            choice = self._learning.choose_consistency(data, run.stops)
            setting = OFF if choice is None else choice.way
        return self._learning.consistency_of(data, setting), choice

    def _take_counted(self, _: _Wanted, counted: _Counted) -> None:
        self._use(*counted)

    def _use(self, consistency: Consistency, choice: ConsistencyChoice | None) -> None:
        self._consistency = consistency
        self._trainer.show_status(consistent=consistency.way, consistency=choice)
        if consistency.way == OFF:
            self._due.clear()
            self._evidence.cancel()
            self._suggester.set_label_scores(self._nothing(), NO_SENTENCE)
            self.updated.emit()
        else:
            self._ask_about_all()

    def _nothing(self) -> dict[int, LabelScores]:
        """Return empty scores for each sentence that has any."""
        return {at: np.zeros((0, 0)) for at in self._suggester.label_scores}

    # ---- documents

    def _follow(self, changes: Changes) -> None:
        if changes.structure:
            self._parts = None
            # Proposed again, so that nothing stays of scores that no answer replaces.
            self._suggester.set_label_scores(self._nothing(), NO_SENTENCE)
            self._ask_about_all()
        elif changes.settings:
            self._count_if_due()
        if self.way != OFF:
            self._follow_declined()
        if self.way == OFF or not len(changes.sentences):
            return
        corrected = int(changes.sentences[0]) if changes.by_hand else NO_SENTENCE
        parts = self._all_parts()
        for number in np.unique(self._part_of[changes.sentences]).tolist():
            if number >= 0:
                # A new edit replaces the marks of the one before.
                self._due = {int(parts[number][0]): corrected, **self._due}
                self._due[int(parts[number][0])] = corrected
        self._evidence.ask_next()

    def _follow_declined(self) -> None:
        """Ask again about the documents of corrections whose effect was taken back."""
        before, self._declined = self._declined, self._session.suggestions.declined
        if self._declined is before:
            return
        parts, corpus = self._all_parts(), self._session.corpus
        for sentence, tokens in self._declined.items():
            number = int(self._part_of[corpus.sentence_index_of(sentence)])
            if number >= 0 and tokens != before.get(sentence):
                # Nothing is to be marked any more.
                self._due[int(parts[number][0])] = NO_SENTENCE
        self._evidence.ask_next()

    def _ask_about_all(self) -> None:
        if self.way == OFF or self._model is None:
            return
        if not self._due:
            self._patient_until = time.monotonic() + PATIENCE
        parts = self._all_parts()
        for number in self._parts_to_suggest_for():
            self._due.setdefault(int(parts[number][0]), NO_SENTENCE)
        self._evidence.ask_next()

    def _parts_to_suggest_for(self) -> list[int]:
        """Return the parts with open tokens, and forget the scores of the others.

        For a model, those would take as long as all that is done, and are used by nobody.
        """
        parts = self._part_of[self._session.state.open_tokens > 0]
        to_suggest = np.zeros(len(self._all_parts()), np.bool_)
        to_suggest[parts[parts >= 0]] = True
        scores = self._suggester.label_scores
        scored = np.fromiter(scores, np.int64, len(scores))
        for at in scored[~to_suggest[self._part_of[scored]]].tolist():
            del scores[at]
        return np.flatnonzero(to_suggest).tolist()

    def _all_parts(self) -> list[NDArray[np.int64]]:
        """Return the sentences of each document, or of parts of long ones."""
        if self._parts is None:
            corpus, visible = self._session.corpus, self._session.visible
            owners = corpus.documents[visible]
            order = np.argsort(owners, kind="stable")
            cuts = np.flatnonzero(np.diff(owners[order])) + 1
            documents = np.split(visible[order], cuts) if len(visible) else []
            self._parts = [p for one in documents for p in parts_of(one, corpus.offsets)]
            self._part_of = np.full(corpus.n_sentences, -1, np.int64)
            for number, part in enumerate(self._parts):
                self._part_of[part] = number
        return self._parts

    def _part_with(self, sentence_index: int) -> NDArray[np.int64]:
        parts = self._all_parts()
        number = int(self._part_of[sentence_index])
        return parts[number] if number >= 0 else np.zeros(0, np.int64)

    def _next_question(self) -> DocumentQuestion | None:
        if not self._ready or not self._due or self.way == OFF or self._model is None:
            return None
        if not isinstance(self._model.model, TrainedModel):
            return None
        question = None
        while question is None and self._due:
            first = self._first_due()
            if first is None:
                self._evidence.ask_again(round(1000.0 * PATIENCE))
                break
            # There is no question about a document that was removed meanwhile.
            question = self._question(self._part_with(first), self._due.pop(first))
        return question

    def _first_due(self) -> int | None:
        """Return the part with a corrected sentence, else that in work, else any, None to wait."""
        corrected = next((at for at, by_hand in self._due.items() if by_hand >= 0), None)
        if corrected is not None:
            return corrected
        at_work = self._suggester.visible[:1]
        if len(at_work):
            part = self._part_with(int(at_work[0]))
            if len(part) and int(part[0]) in self._due:
                return int(part[0])
        return None if self._waits() else next(iter(self._due))

    def _waits(self) -> bool:
        """Return whether documents that nobody works on wait for a training."""
        is_training = self._trainer.status.state == "training"
        return is_training and time.monotonic() < self._patient_until

    def _go_on_if_waiting(self) -> None:
        if self._due and not self._evidence.running and not self._waits():
            self._evidence.timer.stop()
            self._evidence.ask_next()

    def _question(self, part: NDArray[np.int64], corrected: int) -> DocumentQuestion | None:
        model = self._model
        if not len(part) or model is None or not isinstance(model.model, TrainedModel):
            return None
        scores = self._suggester.label_scores
        return DocumentQuestion(
            model.model,
            self._heeded(self._learning.sentences(self._session.project, part)),
            self._session.corpus.roles[part] == Role.CONTROL,
            self._consistency,
            {at: scores[at] for at in part.tolist() if at in scores},
            corrected,
        )

    def _heeded(self, sentences: Sentences) -> Sentences:
        """Return a document without the labels that are to influence no other sentence."""
        corpus = self._session.corpus
        begins = np.concatenate([[0], np.cumsum(corpus.lengths(sentences.sentence_indices))])
        tag_sets = sentences.tag_sets.copy()
        for sentence, tokens in self._session.suggestions.declined.items():
            index = corpus.sentence_index_of(sentence)
            at = int(np.searchsorted(sentences.sentence_indices, index))
            if at < len(begins) - 1 and sentences.sentence_indices[at] == index:
                tag_sets[begins[at] + np.array(sorted(tokens), np.int64)] = UNKNOWN_SET
        return replace(sentences, tag_sets=tag_sets)

    def _scores(self, question: DocumentQuestion, run: Run) -> dict[int, LabelScores] | None:
        """Compute on a worker."""
        try:
            return None if run.stops() else self._learning.label_scores(question, run.stops)
        except TrainingCancelled:
            return None

    def _take(self, question: DocumentQuestion, scores: dict[int, LabelScores]) -> None:
        if question.consistency is self._consistency:
            self._suggester.set_label_scores(scores, question.corrected)
            self.updated.emit()
        self._go_on(question)

    def _go_on(self, _: DocumentQuestion) -> None:
        if self._due:
            self._evidence.ask_next()
