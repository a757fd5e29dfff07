"""One run of a simulation: an annotator labels and a model learns, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from crfcore.active_learning import by_sentence
from crfcore.active_learning.checkpoints import NOTHING_DONE, Checkpoint, Point, Scores
from crfcore.active_learning.committee import bootstrap_committee
from crfcore.active_learning.partial_queries import answered
from crfcore.active_learning.pool import Pool
from crfcore.active_learning.query_threshold import QueryThreshold
from crfcore.active_learning.simulated_annotator import (
    Effort,
    answer_uncertain,
    believed,
    effort_with_proposals,
    effort_without_proposals,
)
from crfcore.active_learning.simulation_material import Material, Tags, numbers_of
from crfcore.active_learning.simulation_plan import Partial, Plan, Way
from crfcore.active_learning.strategies import in_order, scores_by, strategy_named
from crfcore.arrays import IdArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.metrics.spans import Counts
from crfcore.text.tag_schemes import spans
from crfcore.training.monitor import TrainingCancelled

Cancelled = Callable[[], bool]


class Run:
    """A run of one setting and seed: the sentences labelled so far, and the model of them.

    Parameters
    ----------
    material : Material
    crf : LinearChainCRF
        Gives the parameters of all models.
    way : Way
    seed : int
        Of the first sentences (the same in all settings), strategies, and annotation errors.
    plan : Plan
    kept : Checkpoint, optional
        From which to resume.
    cancelled : callable, optional
        Called regularly; True ends a step with `TrainingCancelled`.
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
        """Whether the pool or the budget is exhausted."""
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
            scores = scores_by(self._strategy, self._pool(self._newest(), rest), rng)
            chosen = rest[in_order(scores)[:n_more]]
        known, effort, threshold = self._annotated(chosen, rng)
        places = np.concatenate([done.places, chosen])
        targets = self._targets(np.concatenate([done.label_sets, known]))
        model = trained(self._crf, self._material, places, targets, self._model, self._cancelled)
        if done.points:
            effort += done.points[-1].effort
        point = Point.of(effort, score(model, self._material))
        weights = model.fitted_.model.weights  # type: ignore[union-attr]
        self.checkpoint = Checkpoint(
            (*done.points, point), places, targets.label_sets, weights, threshold
        )
        self._model = model

    # ---- the annotator

    def _annotated(
        self, chosen: OffsetArray, rng: np.random.Generator
    ) -> tuple[IdArray, Effort, QueryThreshold]:
        """Let the annotator label sentences; return the known labels of their tokens."""
        threshold = self.checkpoint.threshold
        material, way = self._material, self.way
        scheme = material.scheme
        right: Sequence[Tags] = [
            material.tags[sentence_index] for sentence_index in chosen.tolist()
        ]
        if self._plan.error_rate:
            right = believed(right, material.labels, self._plan.error_rate, rng, scheme)
        known = numbers_of(right, material.labels)
        model = self._model
        if model is None or not way.proposals:
            return known, effort_without_proposals(right, scheme), threshold
        part = material.pool.select(chosen)
        if way.partial is None:
            return known, effort_with_proposals(model, part, right, scheme), threshold
        return self._answers(model, part, right, way.partial)

    def _answers(
        self, model: LinearChainCRF, part: Dataset, right: Sequence[Tags], partial: Partial
    ) -> tuple[IdArray, Effort, QueryThreshold]:
        """Let the annotator label the uncertain tokens; return the labels known then."""
        scheme, accept = self._material.scheme, partial.accept
        threshold = self.checkpoint.threshold
        below = threshold.value if partial.below is None else partial.below
        queried, effort = answer_uncertain(model, part, right, below, scheme)
        known = answered(
            Pool(model, part, scheme=scheme),
            queried,
            right,
            rest="unknown" if accept is None else "accept",
            threshold=accept or 0.0,
        )
        shown = model.decode_dataset(part)
        wrong = shown.labels[queried] != numbers_of(right, model.classes_)[queried]
        threshold = threshold.after(shown.probabilities[queried], wrong)
        return Targets.from_labels(known, self._material.labels).label_sets, effort, threshold

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
        """Return the newest model, rebuilt from its weights after resuming."""
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
    """Return a model of some sentences of the pool, started from an earlier one's weights.

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
    # Otherwise each model would keep a reference to all before it.
    model.set_params(initial=params["initial"])
    return model


def score(model: LinearChainCRF, material: Material) -> Scores:
    """Return the scores on the test text; spans are parsed only in sentences with an error."""
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
