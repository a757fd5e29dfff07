"""One run of a simulation: a person labels, a model learns, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from crfcore.active_learning import by_sentence
from crfcore.active_learning.committee import bootstrap_committee
from crfcore.active_learning.partial_queries import CONFIDENCE, answered
from crfcore.active_learning.pool import Pool
from crfcore.active_learning.simulated_annotator import (
    FAST_READING,
    MEASURED,
    Effort,
    answer_doubts,
    believed,
    effort_with_proposals,
    effort_without_proposals,
)
from crfcore.active_learning.strategies import Strategy, in_order, strategy_named
from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.extractors import dataset_of
from crfcore.features.dataset import Dataset, Targets, offsets_of
from crfcore.metrics.spans import Counts
from crfcore.text.tag_schemes import Span, detect_scheme, spans
from crfcore.training.monitor import TrainingCancelled

Tags = Sequence[str]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Material:
    """What is labelled in a simulation, and what models are scored on.

    Attributes
    ----------
    pool : Dataset
        N sentences, with their extractor (``made_by``).
    tags : N sequences of str
        What is right in the pool.
    test : Dataset
        Made by the same extractor.
    test_tags : sequence of sequences of str
    labels : tuple of str
        All labels, of the test text too: a project knows its labels before it has seen them all.
    scheme : str or None
        With "tokens" one label a token, and the score is accuracy; otherwise spans, and F1.
    """

    pool: Dataset
    tags: Sequence[Tags]
    test: Dataset
    test_tags: Sequence[Tags]
    labels: tuple[str, ...]
    scheme: str | None = None

    @classmethod
    def from_sentences(
        cls,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Sequence[Tags],
        X_test: Any,  # noqa: N803
        y_test: Sequence[Tags],
        *,
        template: Any = None,
        scheme: str | None = None,
    ) -> Material:
        """Make the material of sentences.

        Parameters
        ----------
        X, X_test : sentences
            Of attribute dicts or lists; with a template, tables or sentences of rows of fields.
        y, y_test : sequences of sequences of str
        template : str or Template, optional
            A preset's name, a file, or the text of a template.
        scheme : str, optional
            By default the one that the labels seem to follow.
        """
        pool = Dataset.from_items(X) if template is None else Dataset.from_columns(X, template)
        labels = tuple(dict.fromkeys(tag for part in (y, y_test) for tags in part for tag in tags))
        test = dataset_of(X_test, pool.made_by)
        return cls(pool, y, test, y_test, labels, scheme or detect_scheme(y))

    @property
    def score(self) -> str:
        """Which score counts: the name of a field of `Scores` and `Point`."""
        return "token_accuracy" if self.scheme == "tokens" else "f1"

    @cached_property
    def numbers(self) -> IdArray:
        """What is right in the pool as places in `labels`, (T,)."""
        return numbers_of(self.tags, self.labels)

    @cached_property
    def test_numbers(self) -> IdArray:
        """What is right in the test text as places in `labels`."""
        return numbers_of(self.test_tags, self.labels)

    @property
    def span_scheme(self) -> str | None:
        """How `spans` is told to read tags."""
        return "tokens" if self.scheme == "tokens" else None

    @cached_property
    def test_spans(self) -> list[set[Span]]:
        """The spans of each sentence of the test text."""
        return [set(spans(tags, self.span_scheme)) for tags in self.test_tags]

    def check(self) -> None:
        """Raise CrfError unless there is something to label and to learn from."""
        if not self.pool.n_sentences or not self.test.n_sentences:
            raise CrfError("A simulation needs a sentence to label, and one to score on.")
        if self.pool.made_by is None:
            raise CrfError(
                "The pool must know what made it: Dataset.from_columns(sentences, template)."
            )
        for dataset, tags in ((self.pool, self.tags), (self.test, self.test_tags)):
            lengths = np.array([len(sentence) for sentence in tags], np.int64)
            if not np.array_equal(offsets_of(lengths), dataset.offsets):
                raise CrfError("There must be a right label for each token of each sentence.")
        known = set(self.labels)
        missing = {tag for part in (self.tags, self.test_tags) for s in part for tag in s} - known
        if missing:
            raise CrfError(f"The label {min(missing)!r} is not among the labels of the simulation.")


def numbers_of(tags: Sequence[Tags], labels: Sequence[str]) -> IdArray:
    """Return tags as places in labels, of all sentences one after the other."""
    numbers = {name: number for number, name in enumerate(labels)}
    return np.array([numbers[tag] for sentence in tags for tag in sentence], np.int32)


@dataclass(frozen=True, slots=True)
class Partial:
    """Only the doubtful tokens of a sentence are asked for, one after the other.

    After each answer the sentence is decoded again under the answers.

    Attributes
    ----------
    below : float
        A token is asked for if the marginal of its proposed label is less than this.
    accept : float or None
        The other tokens are accepted as proposed under the answers if their marginal is at least
        this; the rest stays unknown. None: all of them do.
    """

    below: float = CONFIDENCE
    accept: float | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """How a person is asked.

    Attributes
    ----------
    name : str
        What its curve is called.
    strategy : str or callable
        Which sentences come first.
    proposals : bool
        Whether proposals are shown.
    partial : Partial or None
        Whether single tokens are asked for.
    committee : int
        How many bootstrap models the strategy needs.
    """

    name: str
    strategy: str | Strategy
    proposals: bool = True
    partial: Partial | None = None
    committee: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is labelled when.

    Attributes
    ----------
    start : int
        Sentences drawn at random to begin with, labelled without proposals.
    growth, least : float, int
        Each step labels this share of the sentences that are labelled, and at least so many.
    budget : int or None
        Where all runs end, in sentences. By default a way ends when the mean curve of its seeds has
        reached `until`; and where "random" is among the ways, all others when their people have
        read as many tokens as those of random had to for that.
    until : float
        A share of the full-data score.
    error_rate : float
        How often the person errs; see `believed`.
    """

    start: int = 50
    growth: float = 0.1
    least: int = 10
    budget: int | None = None
    until: float = 0.99
    error_rate: float = 0.0

    def check(self) -> None:
        """Raise CrfError for what is impossible."""
        if self.start < 1 or self.least < 1 or (self.budget is not None and self.budget < 1):
            raise CrfError("A simulation labels at least one sentence in each step.")
        if self.growth < 0.0 or not 0.0 < self.until <= 1.0 or not 0.0 <= self.error_rate <= 1.0:
            raise CrfError(
                f"growth={self.growth} must be at least 0, until={self.until} a share of the "
                f"full-data score, and error_rate={self.error_rate} between 0 and 1."
            )

    def limit(self, n_sentences: int) -> int:
        """Return how many sentences of a pool are labelled at most."""
        return n_sentences if self.budget is None else min(self.budget, n_sentences)

    def next_amount(self, labelled: int, n_sentences: int) -> int:
        """Return how many sentences are labelled after the next step."""
        more = max(self.least, round(self.growth * labelled)) if labelled else self.start
        return min(labelled + more, self.limit(n_sentences))


@dataclass(frozen=True, slots=True)
class Scores:
    """How good a model is on the test text.

    Attributes
    ----------
    f1, token_accuracy : float
        F1 of spans; with one label a token, tokens that are not O are the spans.
    """

    f1: float
    token_accuracy: float


@dataclass(frozen=True, slots=True)
class Point:
    """A checkpoint of a run: what the person has done until then, and what the model learned.

    Attributes
    ----------
    sentences, tokens, tokens_read, corrections, actions : int
        As in `Effort`, from the start.
    seconds : float
        By the time model `MEASURED`.
    seconds_fast_reading : float
        By the time model `FAST_READING`.
    f1, token_accuracy : float
        As in `Scores`.
    """

    sentences: int
    tokens: int
    tokens_read: int
    corrections: int
    actions: int
    seconds: float
    seconds_fast_reading: float
    f1: float
    token_accuracy: float

    @classmethod
    def of(cls, effort: Effort, scores: Scores) -> Point:
        """Make the point of an effort and what it led to."""
        return cls(
            effort.sentences,
            effort.tokens,
            effort.tokens_read,
            effort.corrections,
            effort.actions,
            MEASURED.seconds(effort),
            FAST_READING.seconds(effort),
            scores.f1,
            scores.token_accuracy,
        )

    @property
    def effort(self) -> Effort:
        """What the person has done."""
        return Effort(self.sentences, self.tokens, self.tokens_read, self.corrections, self.actions)


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """All that a run needs to go on with the same bits.

    Attributes
    ----------
    points : tuple of Point
    places : (n,) array
        The sentences that are labelled, in the order of labelling.
    label_sets : (t,) array
        What is known of their tokens, as in `Targets`.
    weights : (F,) array
        Of the newest model; the next training starts there. Empty where the run is over.
    """

    points: tuple[Point, ...]
    places: OffsetArray
    label_sets: IdArray
    weights: FloatArray

    @property
    def finished(self) -> Checkpoint:
        """The same without what only a next step needs."""
        return replace(self, weights=np.zeros(0))


NOTHING_DONE = Checkpoint((), np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0))


class Run:
    """A way and a seed: what is labelled so far, and the model of that.

    Parameters
    ----------
    material : Material
    crf : LinearChainCRF
        Whose parameters all models have.
    way : Way
    seed : int
        Decides the first sentences, which are those of all ways; what strategies draw; and errors.
    plan : Plan
    kept : Checkpoint, optional
        Where to go on.
    cancelled : callable, optional
        Asked now and then; True ends a step by `TrainingCancelled`.
    """

    def __init__(
        self,
        material: Material,
        crf: LinearChainCRF,
        way: Way,
        seed: int,
        plan: Plan,
        kept: Checkpoint | None = None,
        cancelled: Cancelled | None = None,
    ) -> None:
        self.way = way
        self.seed = seed
        self.checkpoint = kept or NOTHING_DONE
        self._material = material
        self._crf = crf
        self._plan = plan
        self._cancelled = cancelled
        self._model: LinearChainCRF | None = None
        self._strategy = strategy_named(way.strategy)

    @property
    def points(self) -> tuple[Point, ...]:
        """The checkpoints so far."""
        return self.checkpoint.points

    @property
    def is_over(self) -> bool:
        """Whether the pool, or the budget, is used up."""
        limit = self._plan.limit(self._material.pool.n_sentences)
        return len(self.checkpoint.places) >= limit

    def step(self) -> None:
        """Label the next sentences, train, and score."""
        done, pool = self.checkpoint, self._material.pool
        n_labelled = len(done.places)
        rng = np.random.default_rng([self.seed, n_labelled])
        n_more = self._plan.next_amount(n_labelled, pool.n_sentences) - n_labelled
        if not n_labelled:
            chosen = rng.permutation(pool.n_sentences)[:n_more]
        else:
            rest = np.setdiff1d(np.arange(pool.n_sentences), done.places)
            scores = self._strategy(self._pool(self._newest(), rest), rng)
            chosen = rest[in_order(scores)[:n_more]]
        known, effort = self._asked(chosen, rng)
        places = np.concatenate([done.places, chosen])
        targets = self._targets(np.concatenate([done.label_sets, known]))
        model = trained(self._crf, self._material, places, targets, self._model, self._cancelled)
        if done.points:
            effort += done.points[-1].effort
        point = Point.of(effort, score(model, self._material))
        weights = model.fitted_.model.weights  # type: ignore[union-attr]
        self.checkpoint = Checkpoint((*done.points, point), places, targets.label_sets, weights)
        self._model = model

    # ---- the person

    def _asked(self, chosen: OffsetArray, rng: np.random.Generator) -> tuple[IdArray, Effort]:
        """Let the person label sentences; return what is known of their tokens then."""
        material, way = self._material, self.way
        scheme = material.scheme
        right: Sequence[Tags] = [material.tags[place] for place in chosen.tolist()]
        if self._plan.error_rate:
            right = believed(right, material.labels, self._plan.error_rate, rng, scheme)
        known = numbers_of(right, material.labels)
        model = self._model
        if model is None or not way.proposals:
            return known, effort_without_proposals(right, scheme)
        part = material.pool.select(chosen)
        if way.partial is None:
            return known, effort_with_proposals(model, part, right, scheme)
        return self._answers(model, part, right, way.partial)

    def _answers(
        self, model: LinearChainCRF, part: Dataset, right: Sequence[Tags], partial: Partial
    ) -> tuple[IdArray, Effort]:
        """Let the person answer for the doubtful tokens; return what is known then."""
        scheme, accept = self._material.scheme, partial.accept
        asked, effort = answer_doubts(model, part, right, partial.below, scheme)
        known = answered(
            Pool(model, part, scheme=scheme),
            asked,
            right,
            rest="unknown" if accept is None else "accept",
            threshold=accept or 0.0,
        )
        return Targets.from_labels(known, self._material.labels).label_sets, effort

    def _pool(self, model: LinearChainCRF, places: OffsetArray) -> Pool:
        material, done = self._material, self.checkpoint
        committee: tuple[LinearChainCRF, ...] = ()
        if self.way.committee:
            committee = bootstrap_committee(
                self._crf,
                material.pool.select(done.places),
                self._targets(done.label_sets),
                self.way.committee,
                seed=self.seed,
                labels=material.labels,
                cancelled=self._cancelled,
            )
        rest = material.pool.select(places)
        return Pool(model, rest, committee=committee, scheme=material.scheme)

    # ---- the model

    def _targets(self, label_sets: IdArray) -> Targets:
        n_labels = len(self._material.labels)
        return Targets(label_sets, np.zeros((0, n_labels), np.uint8), n_labels)

    def _newest(self) -> LinearChainCRF:
        """Return the newest model, put together again if the run was kept in between."""
        if self._model is None:
            done, material = self.checkpoint, self._material
            targets = self._targets(done.label_sets)
            if len(done.weights):
                labelled = material.pool.select(done.places)
                with self._crf.objective(labelled, targets, labels=material.labels) as objective:
                    self._model = objective.estimator(done.weights)
            else:
                self._model = trained(
                    self._crf, material, done.places, targets, cancelled=self._cancelled
                )
        return self._model


def trained(
    crf: LinearChainCRF,
    material: Material,
    places: OffsetArray,
    targets: Targets,
    earlier: LinearChainCRF | None = None,
    cancelled: Cancelled | None = None,
) -> LinearChainCRF:
    """Return a model of some sentences of the pool, which starts from an earlier one's weights.

    Raises
    ------
    TrainingCancelled
        It was stopped.
    """
    params = crf.get_params()
    model = LinearChainCRF(**{**params, "initial": earlier or params["initial"]})
    model.fit(
        material.pool.select(places),
        targets,
        labels=material.labels,
        cancelled=cancelled,
        new_labels=True,
    )
    if cancelled is not None and cancelled():
        raise TrainingCancelled
    # Otherwise each model would hold on to all before it.
    model.set_params(initial=params["initial"])
    return model


def score(model: LinearChainCRF, material: Material) -> Scores:
    """Return how good a model is on the test text; spans are read where something is wrong only."""
    found = model.fitted_.best_labels(material.test, threads=model.threads)
    wrong = found != material.test_numbers
    offsets = material.test.offsets
    gold = material.test_spans
    is_wrong = by_sentence.sums(wrong.astype(np.float64), offsets) > 0.0
    n_gold = sum(map(len, gold))
    predicted = correct = sum(len(gold[i]) for i in np.flatnonzero(~is_wrong).tolist())
    for i in np.flatnonzero(is_wrong).tolist():
        labels = [material.labels[label] for label in found[offsets[i] : offsets[i + 1]].tolist()]
        own = spans(labels, material.span_scheme)
        predicted += len(own)
        correct += len(gold[i].intersection(own))
    f1 = Counts(n_gold, predicted, correct).f1
    n_tokens = len(wrong)
    return Scores(f1, (n_tokens - int(np.count_nonzero(wrong))) / n_tokens if n_tokens else 0.0)
