"""A mathematics that needs no compiler: it learns which tag each word had last."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from app.domain.label_curves import LabelCurve, LabelCurves
from app.domain.queue_filter import FilteredQueue
from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.segments import SegmentNote
from app.domain.tokens import TokenState
from app.domain.training_choice import TrainingChoice
from app.jobs.data.snapshot import LABEL_LACKS
from app.jobs.measuring.held_out import HeldOut
from app.jobs.measuring.suggested_lines import SuggestedLines
from app.jobs.queue.filter import filtered_queue
from app.jobs.queue.order import QueueOrder, in_order
from app.jobs.search.similar_words import SimilarWords
from app.jobs.suggestions.document_evidence import Consistency
from app.jobs.suggestions.propose import ProposedTags


class FakeModel(NamedTuple):
    """What it proposes: a tag and a chance for every token alike."""

    name: str
    tag: int
    chance: float = 0.5
    is_calibrated: bool = False
    cluster_tokens: int = 0
    segments: SegmentNote = SegmentNote()

    def to_bytes(self) -> bytes:
        return f"{self.name} {self.tag}".encode()


class FakeData(NamedTuple):
    """A snapshot: how much is labelled, and the last tag said."""

    tokens: int
    tag: int
    partly: bool = False
    segments: bool = False

    def trained_on(self) -> tuple[int, int]:
        return int(self.tokens > 0), self.tokens

    def uses_expectations(self) -> bool:
        return False

    def lacks(self) -> str:
        """Say that one label is enough."""
        return "" if self.tokens or self.uses_expectations() else LABEL_LACKS

    def needs_more_outside(self) -> bool:
        return False

    def has_partly_labelled(self) -> bool:
        return self.partly

    def n_partly_labelled(self) -> int:
        return 0


class FakeProgress(NamedTuple):
    iteration: int
    evaluations: int
    objective: float
    gradient_norm: float
    seconds: float
    max_iterations: int | None


NO_LINES = SuggestedLines("basic", (), 10)
CURVES = LabelCurves((5, 10), (LabelCurve("", (0.5, 0.7), (0.4, 0.6), 20),), 30)


@dataclass
class FakeLearning:
    """Learns when it is told to: `go` lets a training end, `iterations` are told before that."""

    go: threading.Event = field(default_factory=threading.Event)
    iterations: int = 2
    trainings: list[Any] = field(default_factory=list)
    counts: list[Any] = field(default_factory=list)
    proposed: list[list[int]] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    fail: Exception | None = None
    fail_propose: Exception | None = None
    hold_propose: threading.Event | None = None
    on_train: Callable[[], object] = lambda: None
    size: int = 1
    n_first_closed: int = 0
    partly: bool = False
    timed: tuple[Any, ...] = ()
    reviews: int = 0
    fail_filter: Exception | None = None
    fail_rate: Exception | None = None
    rated: list[Any] = field(default_factory=list)
    worth: Callable[[int], float] = lambda sentence_index: float(sentence_index)
    takes_long: bool = False
    clusters: list[Callable[..., int | None]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    curves: LabelCurves = CURVES
    lines: SuggestedLines = NO_LINES
    choices: list[TrainingChoice] = field(default_factory=list)
    training_choice: TrainingChoice | None = None
    choosing: threading.Event | None = None
    similar: tuple[str, ...] = ("like", "this")
    chances: Callable[[int], float] = lambda _sentence_index: 0.5

    def __post_init__(self) -> None:
        self.go.set()

    def snapshot(self, project) -> FakeData:
        confirmed = np.flatnonzero(project.corpus.states == TokenState.CONFIRMED)
        if not len(confirmed):
            return FakeData(0, -1)
        number = int(project.corpus.tag_sets[confirmed[-1]])
        tag, segments = project.tag_sets[number][0], project.settings.segments
        return FakeData(len(confirmed), tag, self.partly, segments)

    def begin_first(self) -> None:
        pass

    def first(self, data: FakeData) -> FakeModel | None:
        return None

    def close_first(self) -> None:
        self.n_first_closed += 1

    def empirical(self, data: FakeData) -> FakeModel:
        self.threads.add(threading.current_thread().name)
        self.counts.append(data)
        if self.fail is not None:
            raise self.fail
        return FakeModel("counts", data.tag)

    def learn_clusters(self, data, cancelled, report) -> int | None:
        self.threads.add(threading.current_thread().name)
        return self.clusters.pop(0)(cancelled, report) if self.clusters else None

    def choose_training(self, data, cancelled, report) -> TrainingChoice | None:
        self.threads.add(threading.current_thread().name)
        choice = self.choices.pop(0) if self.choices else None
        if self.choosing is not None:
            self.choosing.wait()
        self.training_choice = choice or self.training_choice
        return choice

    def choose_consistency(self, data, cancelled) -> None:
        self.threads.add(threading.current_thread().name)

    def consistency_of(self, data, way) -> Consistency:
        self.threads.add(threading.current_thread().name)
        return Consistency(way, 0.0)

    def label_curves(self, data, cancelled, report) -> LabelCurves | None:
        self.threads.add(threading.current_thread().name)
        if self.fail is not None:
            raise self.fail
        report(1, 2)
        return None if cancelled() else self.curves

    def suggest_lines(self, data, cancelled) -> SuggestedLines | None:
        self.threads.add(threading.current_thread().name)
        if self.fail is not None:
            raise self.fail
        return None if cancelled() else self.lines

    def similar_words(self, data, word, cancelled, report) -> SimilarWords | None:
        self.threads.add(threading.current_thread().name)
        self.words.append(word)
        if self.fail is not None:
            raise self.fail
        report(1, 2)
        return SimilarWords(word, tuple((one, 0.5) for one in self.similar), 30_000)

    def train(self, data, previous, monitor, cancelled, threads) -> FakeModel | None:
        self.threads.add(threading.current_thread().name)
        self.trainings.append((data, previous, threads))
        self.on_train()
        if self.fail is not None:
            raise self.fail
        for iteration in range(1, self.iterations + 1):
            monitor(FakeProgress(iteration, iteration, 10.0 / iteration, 1.0, 0.1, None))
        while not self.go.wait(0.01):
            if cancelled():
                return None
        return None if cancelled() else FakeModel("full", data.tag, 0.7)

    def sentences(self, project, sentence_indices):
        lengths = np.diff(project.corpus.offsets)[sentence_indices]
        return sentence_indices.tolist(), lengths.tolist()

    def with_lists(self, sentences, project):
        return sentences

    def propose(self, model: FakeModel, sentences) -> ProposedTags:
        sentence_indices, lengths = sentences
        self.proposed.append(sentence_indices)
        if self.hold_propose is not None and threading.current_thread().name == "workers":
            self.hold_propose.wait()
        if self.fail_propose is not None:
            raise self.fail_propose
        chances = np.repeat(
            [self.chances(sentence_index) for sentence_index in sentence_indices], lengths
        )
        return ProposedTags(np.full(sum(lengths), model.tag, np.int32), chances.astype(np.float32))

    def rate(self, model: FakeModel, sentences, query_choice, timed=()) -> np.ndarray:
        sentence_indices, _ = sentences
        if self.fail_rate is not None:
            raise self.fail_rate
        self.timed = timed
        self.rated.append((model.name, query_choice.strategy, sentence_indices))
        return np.array(
            [self.worth(sentence_index) for sentence_index in sentence_indices], np.float64
        )

    def in_order(self, waiting, model) -> QueueOrder:
        return in_order(waiting)

    def held_out(self, question, cancelled, report) -> HeldOut | None:
        self.reviews += 1
        return HeldOut.none(int(question.data.text.offsets[-1]))

    def filtered_queue(self, held, question, cancelled, report) -> FilteredQueue | None:
        report(0, 1)
        if self.fail_filter is not None:
            raise self.fail_filter
        return filtered_queue(question, held, cancelled, report)

    def propose_at_once(self, model: FakeModel, sentences) -> ProposedTags | None:
        return None if self.takes_long else self.propose(model, sentences)

    def listed_model(self, project):
        return FakeModel("gazetteers", 0)

    def count_matches(self, listed, text, visible, cancelled=None):
        return len(listed.phrases) * len(visible)

    def rule_states(self, model, question):
        return RuleStates({rule.id: 3 for rule in question.rules}, 3)

    def evaluate_rules(self, model, question, cancelled, report):
        self.threads.add(threading.current_thread().name)
        report(1, 2)
        sentence_index = np.array([0 if model is None else 1], np.int64)
        return {rule.id: RuleFinding(changed=sentence_index) for rule in question.rules}

    def cost(self, model: FakeModel, n_tokens: int, rules=()) -> int:
        return n_tokens * self.size

    def from_bytes(self, data: bytes) -> FakeModel:
        name, tag = data.decode().split()
        return FakeModel(name, int(tag))
