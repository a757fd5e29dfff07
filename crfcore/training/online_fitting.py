"""Training by online methods."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.counted_weights import weights_of_counts
from crfcore.training.dev_watch import DevWatch
from crfcore.training.empirical_kernels import count_neighbours
from crfcore.training.feature_index import TOKENS_AT_ONCE, feature_index
from crfcore.training.fitting import FeatureChoice, TrainingRecord
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor, TrainingProgress
from crfcore.training.online.arow import Arow
from crfcore.training.online.batch_perceptron import BatchPerceptron
from crfcore.training.online.dual_methods import DUAL_ALGORITHMS, DUAL_TRAINERS
from crfcore.training.online.dual_variables import DualSettings, DualTrainer
from crfcore.training.online.gradient import Calibration, GradientDescent
from crfcore.training.online.passive_aggressive import Aggression, PassiveAggressive
from crfcore.training.online.perceptron import AveragedPerceptron
from crfcore.training.online.sentence_kernels import count_confirmed
from crfcore.training.online.trainer import OnlineState, OnlineTrainer
from crfcore.training.online.voted import VotedPerceptron
from crfcore.training.online.working import Working, working_set
from crfcore.training.starts import EarlierModel

WITHOUT_DUAL = ("l2sgd", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron")
"""Those that update weights alone, the first four as in CRFsuite."""

WITHOUT_PENALTY = WITHOUT_DUAL[1:]
"""Those that correct mistakes, without a penalty."""

ONLINE_ALGORITHMS = (*WITHOUT_DUAL, *DUAL_ALGORITHMS)
"""The names of the methods."""


SCALE_OF_COUNTS = 10.0
"""Factor of initial weights from counts for the perceptron, whose steps have length 1.

Measured on CoNLL-2000: it then needs three passes for the F1 of six passes from zeros; with 3 it
needs four, and 30 is worse.
"""


@dataclass(frozen=True, slots=True)
class OnlineSettings:
    """Settings of an online method; names and defaults are CRFsuite's.

    Attributes
    ----------
    algorithm : str
        One of `ONLINE_ALGORITHMS`.
    max_iterations : int
        Passes over the sentences.
    epsilon : float
        For all but l2sgd: stop when the loss of a pass per sentence is below this; for the methods
        on dual variables, when the gap is at most this fraction of the objective.
    period, delta : int, float
        For l2sgd: stop when the objective fell by less than the fraction delta over `period`
        passes.
    c2 : float
        For l2sgd and the methods on dual variables.
    calibration : Calibration
        For l2sgd.
    aggression : Aggression
        For pa.
    variance, gamma : float
        For arow.
    seed : int
        Of the order of the sentences.
    dual : DualSettings
        For the methods on dual variables; c2 and epsilon are those above.
    costs : (L, L) array, optional
        Of predicting the second label where the first one is right: for l2sgd and the methods on
        dual variables.
    """

    algorithm: str
    max_iterations: int = 100
    epsilon: float = 0.0
    period: int = 10
    delta: float = 1e-6
    c2: float = 1.0
    calibration: Calibration = field(default_factory=Calibration)
    aggression: Aggression = field(default_factory=Aggression)
    variance: float = 1.0
    gamma: float = 1.0
    seed: int = 0
    dual: DualSettings = field(default_factory=DualSettings)
    costs: FloatArray | None = None

    @property
    def dtype(self) -> type[np.floating]:
        """The precision; double where steps become tiny."""
        is_double = self.algorithm in ("l2sgd", *DUAL_ALGORITHMS)
        return np.float64 if is_double else np.float32

    def trainer(self, working: Working, start: FloatArray) -> OnlineTrainer:
        """Return the trainer, starting from weights (F,)."""
        if self.algorithm in DUAL_ALGORITHMS:
            settings = replace(self.dual, c2=float(self.c2), epsilon=self.epsilon)
            return DUAL_TRAINERS[self.algorithm](working, settings)
        if self.algorithm == "l2sgd":
            return GradientDescent(working, start, self.c2, self.calibration)
        if self.algorithm == "pa":
            return PassiveAggressive(working, start, self.aggression)
        if self.algorithm == "arow":
            return Arow(working, start, variance=self.variance, gamma=self.gamma)
        if self.algorithm == "voted-perceptron":
            return VotedPerceptron(working, start)
        if self.algorithm == "batch-perceptron":
            return BatchPerceptron(working, start)
        return AveragedPerceptron(working, start)


def fit_online(
    dataset: Dataset,
    targets: Targets,
    choice: FeatureChoice,
    settings: OnlineSettings,
    *,
    initial: str | Callable[[], EarlierModel] = "zeros",
    monitor: Monitor | None = None,
    cancelled: Callable[[], bool] | None = None,
    dev: DevWatch | None = None,
) -> tuple[LinearModel, TrainingRecord, OnlineState | None]:
    """Train by passes over the sentences in random order.

    Parameters
    ----------
    initial : "zeros", "empirical", or a function that returns an `EarlierModel`
        The initial weights.
    monitor : Monitor, optional
        Called before the first and after every pass. The objective is approximate for l2sgd, with
        each sentence just before its step, and for the others the sum of their losses; there is no
        gradient norm (NaN).
    cancelled : callable, optional
        Called every few milliseconds; True ends the training with the current weights, or for l2sgd
        those of the best whole pass.
    dev : DevWatch, optional
        Scores every pass on held-out sentences. With patience, weights and state are those of the
        best pass.

    Returns
    -------
    model, record
    state : OnlineState or None
        To continue the training; None for methods on dual variables.
    """
    started = time.perf_counter()
    index = feature_index(
        dataset,
        targets,
        all_possible_states=choice.all_possible_states,
        all_possible_transitions=choice.all_possible_transitions,
        min_freq=choice.min_freq,
        transitions=choice.transitions,
    )
    working = working_set(dataset, targets, index, settings.dtype, settings.costs)
    weights = np.zeros(index.n_weights)
    if callable(initial):
        earlier = initial()
        weights = earlier.model.translated(
            index, earlier.old_ids, earlier.old_edge_ids, earlier.old_labels
        )
    elif initial == "empirical":
        weights = counted_start(working)
        if settings.algorithm in {"ap", "voted-perceptron"}:
            weights *= SCALE_OF_COUNTS
    trainer = settings.trainer(working, weights)
    seconds_features = time.perf_counter() - started
    rng = np.random.default_rng(settings.seed)
    passes = Passes(trainer, settings, rng, monitor, cancelled)
    if dev is not None:
        passes.score_by(dev)
    trainer.prepare(rng, cancelled)
    passes.run(weights)
    record = passes.record(dataset, targets)
    state = trainer.state()
    if dev is not None:
        weights = dev.chosen(weights)
        state = passes.best_state or state
    record = replace(record, seconds_features=seconds_features).judged(dev)
    n_steps = None if state is None else state.n_steps
    return trainer.model(weights, n_steps), record, state


def counted_start(working: Working) -> FloatArray:
    """Return initial weights from counts, (F,), as `empirical_weights` does."""
    index, sentences = working.index, working.sentences
    counts, labels = working.weights(), np.zeros(index.n_labels)
    n_tokens = len(sentences.label_sets)
    for first in range(0, n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, n_tokens)
        count_confirmed(sentences, working.layout, first, last, counts, labels)
    neighbours = np.zeros((index.n_labels, index.n_labels))
    count_neighbours(sentences.offsets, sentences.label_sets, index.n_labels, neighbours)
    vector = np.empty(index.n_weights)
    working.read_back(counts, vector)
    n_per_token = len(sentences.attributes) / max(n_tokens, 1)
    return weights_of_counts(index, index.state_part(vector), labels, neighbours, n_per_token)


class Passes:
    """The passes of one training, with its stopping rules."""

    def __init__(
        self,
        trainer: OnlineTrainer,
        settings: OnlineSettings,
        rng: np.random.Generator,
        monitor: Monitor | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self._trainer = trainer
        self._settings = settings
        self._rng = rng
        self._monitor = monitor
        self._cancelled = cancelled
        self._started = time.perf_counter()
        self._losses: list[float] = []
        self._reason = "cancelled"
        self._best = np.inf
        self._concluded: float | None = None
        self._dev: DevWatch | None = None
        self.best_state: OnlineState | None = None

    def score_by(self, dev: DevWatch) -> None:
        """Score every pass on held-out sentences."""
        self._dev = dev
        self._monitor = dev.watching(self._model_now, self._monitor)

    def _model_now(self) -> LinearModel:
        weights = np.empty(self._working.index.n_weights)
        self._trainer.result(weights)
        return self._trainer.model(weights)

    @property
    def _dual(self) -> DualTrainer | None:
        return self._trainer if isinstance(self._trainer, DualTrainer) else None

    @property
    def _working(self) -> Working:
        return self._trainer.working

    def run(self, weights: FloatArray, *, keep_best: bool = True) -> None:
        """Run from ``weights``, and write the model's weights there.

        For l2sgd they are those of the pass with the least objective, with `keep_best`, and for the
        others those after the last sentence visited.

        Raises
        ------
        CrfError
            A weight is not a finite number, because of very great values of attributes.
        """
        reason = self._stop_before_first(weights)
        while reason is None:
            loss = self._trainer.run(self._rng.permutation(self._working.order), self._cancelled)
            if loss is None:
                break
            self._losses.append(loss)
            may_keep = keep_best and self._trainer.has_objective and self._dual is None
            if may_keep and loss < self._best:
                self._best = loss
                self._trainer.result(weights)
            reason = self._stop_after_pass(loss)
        if self._dual is not None and reason is not None:
            self._concluded = self._dual.conclude(weights)
        elif not np.isfinite(self._best):
            self._trainer.result(weights)
        if not np.all(np.isfinite(weights)):
            raise CrfError(
                f"Training by {self._settings.algorithm} has gone beyond finite weights; make the "
                "values of attributes smaller, or use algorithm='lbfgs'."
            )
        self._reason = reason or "cancelled"

    def _stop_before_first(self, weights: FloatArray) -> str | None:
        if self._monitor is not None and self._monitor(self._progress(float("nan"))):
            return "monitor"
        del weights
        return "max_iterations" if self._settings.max_iterations == 0 else None

    def _stop_after_pass(self, loss: float) -> str | None:
        settings, n_passes = self._settings, len(self._losses)
        if self._monitor is not None:
            is_stopping = self._monitor(self._progress(loss))
            dev = self._dev
            if dev is not None and dev.restores and dev.best_iteration == n_passes:
                self.best_state = self._trainer.state()
            if is_stopping:
                return "monitor"
        if self._dual is not None:
            if self._dual.converged:
                return "epsilon"
        elif self._trainer.has_objective:
            if 0 < settings.period < n_passes:
                before = self._losses[-1 - settings.period]
                # With a single label the loss is 0.
                if loss == 0.0 or before - loss < settings.delta * abs(loss):
                    return "delta"
        elif loss / max(len(self._working.order), 1) < settings.epsilon:
            return "epsilon"
        return "max_iterations" if n_passes >= settings.max_iterations else None

    def _progress(self, loss: float) -> TrainingProgress:
        return TrainingProgress(
            len(self._losses),
            self._trainer.n_passes_before + len(self._losses),
            loss,
            float("nan"),
            time.perf_counter() - self._started,
            self._settings.max_iterations,
        )

    def record(self, dataset: Dataset, targets: Targets) -> TrainingRecord:
        """Return the record of the training."""
        objective = None
        if self._concluded is not None:
            objective = self._concluded
        elif self._trainer.has_objective and self._losses:
            objective = min(self._best, self._losses[-1])
        index = self._working.index
        return TrainingRecord(
            self._settings.algorithm,
            objective,
            len(self._losses),
            self._trainer.n_passes_before + len(self._losses),
            time.perf_counter() - self._started,
            0.0,
            self._reason in {"delta", "epsilon"},
            self._reason,
            dataset.n_sentences,
            dataset.n_tokens,
            dataset.n_attributes,
            index.n_weights,
            targets.n_labels,
            tuple(enumerate(self._losses, self._trainer.n_passes_before + 1)),
            gap=None if self._concluded is None or self._dual is None else self._dual.gap,
        )


__all__ = ["ONLINE_ALGORITHMS", "WITHOUT_DUAL", "OnlineSettings", "Passes", "fit_online"]
