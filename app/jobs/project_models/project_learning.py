"""Training and use of the models of one project."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.consistency import ConfirmedNames, ConsistencyChoice
from app.domain.label_curves import LabelCurves
from app.domain.project import Project
from app.domain.query_choices import QueryChoice
from app.domain.queue_filter import FilteredQueue
from app.domain.rules import ProjectRule
from app.domain.timings import Timed
from app.domain.training_choice import TrainingChoice
from app.jobs.copies import Copies
from app.jobs.data.snapshot import TrainingData, snapshot
from app.jobs.loading import with_mathematics
from app.jobs.measuring import measure
from app.jobs.measuring.consistency_choice import choose_consistency, consistency_of
from app.jobs.measuring.held_out import HeldOut, held_out
from app.jobs.measuring.label_curves import label_curves
from app.jobs.measuring.measure import calibrated
from app.jobs.measuring.suggested_lines import SuggestedLines, suggested_lines
from app.jobs.measuring.training_choice import choose_training
from app.jobs.progress import Cancelled
from app.jobs.project_models.interpreted.process import InterpretedLearning, InterpretedModel
from app.jobs.queue.filter import QueueQuestion, filtered_queue
from app.jobs.queue.order import QueueOrder, Waiting, in_order
from app.jobs.queue.ratings import Ratings
from app.jobs.rule_effects import counts as rule_counts
from app.jobs.rule_effects import states as rule_states
from app.jobs.search.similar_words import SimilarWordFinder, SimilarWords
from app.jobs.suggestions import gazetteers
from app.jobs.suggestions.document_evidence import Consistency, DocumentEvidence, DocumentQuestion
from app.jobs.suggestions.gazetteers import ListedModel, ListedSpans, propose_listed, with_listed
from app.jobs.suggestions.propose import (
    NoAnswerError,
    ProposedTags,
    ProposerAtOnce,
    Sentences,
    propose,
    sentences_of,
)
from app.jobs.training.counting import LiveCounts
from app.jobs.training.train import Extraction, ExtractionCache, TrainedModel, extract, train
from app.jobs.training.word_clusters import ClusterCache

if TYPE_CHECKING:
    from crfcore.training.monitor import Monitor


SECONDS_OF_A_STEP = 5e-9
"""The time of one step of decoding without rules."""

NEVER_MEASURED = 1.0
"""The assumed seconds per token before anything was decoded under some rules."""


Model = TrainedModel | ListedModel | InterpretedModel
"""A model that can propose."""

_Compiled = tuple[tuple[ProjectRule, ...], tuple[str, ...]]
"""Rules and the labels of a model, for which they were compiled."""


def _compiled(model: TrainedModel, rules: tuple[ProjectRule, ...]) -> _Compiled:
    return rules, tuple(model.crf.classes_)


class ProjectLearning:
    """Trains and applies the models of one project, which share the extracted attributes."""

    sentences = staticmethod(sentences_of)
    count_matches = staticmethod(gazetteers.count_matches)
    forecast = staticmethod(with_mathematics(measure.forecast))
    measure = staticmethod(with_mathematics(measure.measure))
    rule_states = staticmethod(with_mathematics(rule_states.rule_states))
    evaluate_rules = staticmethod(with_mathematics(rule_counts.evaluate_rules))

    def __init__(self) -> None:
        self._extractions = ExtractionCache()
        self._clusters = ClusterCache()
        self._similar = SimilarWordFinder()
        self._counts = LiveCounts()
        self._ratings = Ratings()
        self._paces: dict[_Compiled, float] = {}
        self._copies = Copies()
        self._interpreted = InterpretedLearning()
        self._at_once = ProposerAtOnce()
        self._listed = ListedSpans()
        self._evidence = DocumentEvidence()
        self.training_choice: TrainingChoice | None = None
        """The choice of training settings; None until there is one."""

    def snapshot(self, project: Project) -> TrainingData:
        """Return the training data of a project."""
        return snapshot(project, self._copies)

    @with_mathematics
    def empirical(self, data: TrainingData) -> TrainedModel | None:
        """Return the quick model, None while too little is labelled."""
        data = data.trained_by(self.training_choice)
        return self._counts.model(data, self._extraction(data))

    def begin_first(self) -> None:
        """Start the child process for first models, on a thread of normal priority."""
        self._interpreted.start()

    def first(self, data: TrainingData) -> InterpretedModel | None:
        """Return a quick model with interpreted kernels; None if that is not possible."""
        try:
            return self._interpreted.learn(data)
        except NoAnswerError:
            return None

    def close_first(self) -> None:
        """End the child process; its models can propose nothing any more."""
        self._interpreted.close()

    @with_mathematics
    def train(
        self,
        data: TrainingData,
        previous: TrainedModel | None,
        monitor: Monitor,
        cancelled: Cancelled,
        threads: int,
    ) -> TrainedModel | None:
        """Return a full model, None while too little is labelled or if cancelled."""
        choice = self.training_choice if data.choose_training else None
        data = data.trained_by(choice)
        extraction = self._extraction(data)
        model = train(
            data,
            extraction,
            previous=previous,
            monitor=monitor,
            cancelled=cancelled,
            threads=threads,
        )
        if model is None:
            return None
        if choice is not None:
            model.crf.metadata_.update(choice.metadata())
        return calibrated(model, data, extraction)

    @with_mathematics
    def train_on_all(
        self,
        data: TrainingData,
        previous: TrainedModel,
        cancelled: Cancelled,
        threads: int,
    ) -> TrainedModel | None:
        """Return a model trained on the test sample, too; None if cancelled.

        It has the temperature of the previous one: there are no other sentences to fit it.
        """
        start = previous if previous.extraction is not None else None
        data = data.trained_by(self.training_choice)
        model = train(
            data.with_control(),
            self._extraction(data),
            previous=start,
            cancelled=cancelled,
            threads=threads,
        )
        if model is None:
            return None
        return replace(model, crf=model.crf.with_temperature(previous.crf.temperature_))

    def _extraction(self, data: TrainingData) -> Extraction:
        return self._extractions.get(data, self._clusters.get(data))

    @with_mathematics
    def learn_clusters(
        self, data: TrainingData, cancelled: Cancelled, report: Callable[[int, int], None]
    ) -> int | None:
        """Learn word clusters from all text; return its tokens.

        Trainings that begin later use them. None if models have all that they use, or if cancelled.
        """
        learned = self._clusters.learn(data, report, cancelled, self._text_parts(data))
        return None if learned is None else learned.source.n_tokens

    def _text_parts(self, data: TrainingData) -> str:
        """Return what models have of what is learned from text."""
        return data.trained_by(self.training_choice).text_parts

    @with_mathematics
    def similar_words(
        self,
        data: TrainingData,
        word: str,
        cancelled: Cancelled,
        report: Callable[[int, int], None],
    ) -> SimilarWords | None:
        """Return the words most similar to a word; None if cancelled, CrfError without the word."""
        return self._similar.find(data, word, report, cancelled)

    @with_mathematics
    def label_curves(
        self,
        data: TrainingData,
        cancelled: Cancelled,
        report: Callable[[int, int], None],
    ) -> LabelCurves | None:
        """Return learning curves by label; None if cancelled."""
        data = data.trained_by(self.training_choice)
        return label_curves(data, self._ways_to_draw(data), cancelled, report)

    @with_mathematics
    def suggest_lines(self, data: TrainingData, cancelled: Cancelled) -> SuggestedLines | None:
        """Return lines that would help the template; None if cancelled."""
        # Lines are added to the template of the settings, not to a chosen preset.
        data = replace(data.trained_by(self.training_choice), template=data.template)
        return suggested_lines(data, self._extraction(data), cancelled)

    @with_mathematics
    def choose_training(
        self,
        data: TrainingData,
        cancelled: Cancelled,
        report: Callable[[int, int], None],
    ) -> TrainingChoice | None:
        """Choose and keep how later trainings learn; None if cancelled or for few labels."""
        self._clusters.complete(data, cancelled, self._text_parts(data))
        choice = choose_training(data, self._clusters.get(data), cancelled, report)
        if choice is not None:
            self.training_choice = choice
        return choice

    @with_mathematics
    def choose_consistency(
        self, data: TrainingData, cancelled: Cancelled
    ) -> ConsistencyChoice | None:
        """Return how held-out documents prefer consistent names; None if cancelled."""
        return choose_consistency(data, self._extraction(data), cancelled)

    @with_mathematics
    def consistency_of(self, data: TrainingData, way: str) -> Consistency:
        """Return how names are made consistent in a given way."""
        return consistency_of(data, self._extraction(data), way)

    @with_mathematics
    def label_scores(
        self, question: DocumentQuestion, stops: Callable[[], bool] = lambda: False
    ) -> dict[int, NDArray[np.float64]]:
        """Return what confirmed labels of a document tell about its sentences, where it changed."""
        return self._evidence.scores(question, stops)

    @with_mathematics
    def confirmed_names(self, question: DocumentQuestion, sentence_index: int) -> ConfirmedNames:
        """Return which confirmed names of its document speak about the tokens of a sentence."""
        return self._evidence.confirmed_names(question, sentence_index)

    def _ways_to_draw(self, data: TrainingData) -> list[Extraction]:
        """Return the attributes without what models learn from text and, if anything, with."""
        own = self._extraction(data)
        return [own] if own.learned is None else [extract(data), own]

    def listed_model(self, project: Project) -> ListedModel:
        """Return the gazetteers of a project as a model."""
        return ListedModel(project.proposing(), project.settings.scheme)

    def with_lists(self, sentences: Sentences, project: Project) -> Sentences:
        """Return sentences for which gazetteers and grammars propose beside a model.

        Those with an expected share are left to it: it learns how many of their words are labelled.
        """
        lists = (one for one in project.proposing() if one.gazetteer.share is None)
        return replace(sentences, lists=tuple(lists))

    def propose(self, model: Model, sentences: Sentences) -> ProposedTags:
        """Decode sentences with their confirmed labels fixed; add spans of their lists."""
        lists = model.lists if isinstance(model, ListedModel) else sentences.lists
        found = self._listed.of(lists, sentences) or ()
        if isinstance(model, ListedModel):
            return propose_listed(model, sentences, found)
        proposed = self._proposed(model, sentences)
        return with_listed(proposed, sentences, found)

    def _proposed(
        self, model: TrainedModel | InterpretedModel, sentences: Sentences
    ) -> ProposedTags:
        if isinstance(model, InterpretedModel):
            return model.child.propose(model, sentences)
        begun = time.perf_counter()
        proposed = propose(model, sentences)
        if sentences.rules:
            compiled = _compiled(model, sentences.rules)
            self._keep_pace(compiled, (time.perf_counter() - begun) / len(proposed.tags))
        return proposed

    def propose_at_once(self, model: Model, sentences: Sentences) -> ProposedTags | None:
        """Decode sentences while a key is handled; None if that takes too long."""
        lists = model.lists if isinstance(model, ListedModel) else sentences.lists
        found = self._listed.of(lists, sentences, at_once=True)
        if isinstance(model, InterpretedModel) or found is None:
            return None
        if isinstance(model, ListedModel):
            return propose_listed(model, sentences, found)
        proposed = self._at_once.propose(model, sentences)
        return None if proposed is None else with_listed(proposed, sentences, found)

    def cost(
        self,
        model: Model,
        n_tokens: int,
        rules: tuple[ProjectRule, ...] = (),
    ) -> int:
        """Return the number of steps of decoding ``n_tokens``: tokens × labels².

        Under rules it is estimated from the time of earlier slices, and very large before the first
        one.
        """
        if isinstance(model, ListedModel):
            pace = SECONDS_OF_A_STEP if model.ready else NEVER_MEASURED
            return int(n_tokens * pace / SECONDS_OF_A_STEP)
        if isinstance(model, InterpretedModel):
            return int(n_tokens * NEVER_MEASURED / SECONDS_OF_A_STEP)
        plain = n_tokens * len(model.crf.classes_) ** 2
        if not rules:
            return plain
        pace = self._paces.get(_compiled(model, rules), NEVER_MEASURED)
        return max(plain, int(n_tokens * pace / SECONDS_OF_A_STEP))

    def _keep_pace(self, compiled: _Compiled, seconds: float) -> None:
        """Store the seconds per token under these rules."""
        # The minimum, because the first slice compiles the rules.
        self._paces = {compiled: min(seconds, self._paces.get(compiled, NEVER_MEASURED))}

    @with_mathematics
    def rate(
        self,
        model: TrainedModel,
        sentences: Sentences,
        query_choice: QueryChoice,
        timed: tuple[Timed, ...] = (),
    ) -> NDArray[np.float64]:
        """Return the query strategy's score of each sentence."""
        return self._ratings.rate(model, sentences, query_choice, timed)

    @with_mathematics
    def in_order(self, waiting: Waiting, model: Model | None) -> QueueOrder:
        """Return the waiting sentences in the order of the queue."""
        return in_order(waiting, model if isinstance(model, TrainedModel) else None)

    @with_mathematics
    def held_out(
        self,
        question: QueueQuestion,
        cancelled: Cancelled,
        report: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> HeldOut | None:
        """Return proposals for labelled sentences by models of other folds."""
        data = question.data.trained_by(self.training_choice)
        return held_out(data, self._extraction(data), question.gone, cancelled, report)

    @with_mathematics
    def filtered_queue(
        self,
        held: HeldOut | None,
        question: QueueQuestion,
        cancelled: Cancelled,
        report: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> FilteredQueue | None:
        """Return the sentences that pass a filter of the queue; None if cancelled."""
        return filtered_queue(question, held, cancelled, report)

    @with_mathematics
    def rule_costs(self, model: TrainedModel, data: TrainingData) -> dict[int, float]:
        """Return learnt penalties of the soft rules, by their ids; CrfError if there are none."""
        from app.jobs.rule_effects.costs import learned_costs

        return learned_costs(model, data)

    @with_mathematics
    def from_bytes(self, data: bytes) -> TrainedModel:
        """Return the model in the bytes of a file; ModelFileError if they are invalid."""
        from crfcore.semi_markov import model_from_bytes

        crf = model_from_bytes(data)
        self._clusters.restore(crf)
        self.training_choice = TrainingChoice.of_metadata(crf.metadata_)
        return TrainedModel(crf)
