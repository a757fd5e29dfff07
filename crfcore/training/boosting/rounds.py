"""The rounds of boosting: trees on gradients, and steps that do not lose likelihood."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from crfcore.training.boosted_model import BoostedModel
from crfcore.training.boosted_model_kernels import Trees
from crfcore.training.boosting.bins import bins_of
from crfcore.training.boosting.chains import Chains, Point
from crfcore.training.boosting.trees_kernels import (
    LEAST_CURVATURE,
    Bins,
    Grown,
    Growth,
    grow_tree,
)
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled, TrainingProgress

MAX_SUMS = 2**26
"""Limit of leaves × bins of a tree: 1 GiB for each thread."""

MAX_PAIRS = 2**28
"""Limit of tokens × pairs of labels with `pairs`: 2 GiB for each of several arrays."""

GREATEST_PAIR = 2.0
"""Limit of a step of a transition, before it is multiplied by the learning rate."""

MAX_HALVINGS = 30
"""A round without improvement after this number of halvings changes nothing."""


@dataclass(frozen=True, slots=True)
class BoostingSettings:
    """Settings of boosting; see `BoostedCRF`."""

    n_estimators: int = 100
    learning_rate: float = 0.3
    max_leaves: int = 8
    reg_lambda: float = 1.0
    min_child_weight: float = 0.5
    min_count: int = 3
    subsample: float = 1.0
    second_order: bool = True
    pairs: bool = False
    seed: int = 0
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of a round.

    Attributes
    ----------
    label : int
    attributes, children : (K,) arrays
        As in `Trees`, but children are counted from the root.
    thresholds, values, gains : (K,) arrays
    """

    label: int
    attributes: IdArray
    thresholds: FloatArray
    children: IdArray
    values: FloatArray
    gains: FloatArray


@dataclass(slots=True)
class Rounds:
    """The rounds of a boosting."""

    dataset: Dataset
    chains: Chains
    linear: LinearModel
    settings: BoostingSettings
    n_rounds: int = 0
    history: list[tuple[int, float]] = field(default_factory=list)
    best: BoostedModel | None = None
    point: Point = field(init=False)
    _bins: Bins = field(init=False)
    _rows: OffsetArray = field(init=False)
    _trees: list[Tree] = field(default_factory=list)
    _steps: FloatArray = field(init=False)
    _random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        dataset, settings, n_labels = self.dataset, self.settings, self.linear.index.n_labels
        if settings.pairs and dataset.n_tokens * n_labels**2 > MAX_PAIRS:
            raise CrfError(
                f"pairs=True takes too much memory for {dataset.n_tokens:,} tokens and {n_labels} "
                f"labels (tokens · labels² may be up to {MAX_PAIRS:,}); leave it out, or give "
                "fewer sentences."
            )
        self._bins = bins_of(dataset, settings.min_count, n_labels if settings.pairs else 0)
        if settings.max_leaves * len(self._bins.thresholds) > MAX_SUMS:
            raise CrfError(
                f"Trees of max_leaves={settings.max_leaves} leaves and "
                f"{len(self._bins.thresholds):,} questions take too much memory (leaves · "
                f"questions may be up to {MAX_SUMS:,}); give fewer leaves or a greater min_count."
            )
        self._random = np.random.default_rng(settings.seed)
        self._steps = np.zeros((n_labels, n_labels))
        rows = np.arange(dataset.n_tokens * self._width)
        if settings.pairs:
            is_first = self.chains.is_first[rows // n_labels] != 0
            rows = rows[~is_first | (rows % n_labels == 0)]
        self._rows = rows
        scores = np.ascontiguousarray(self.linear.scores(dataset, 0, dataset.n_tokens))
        transitions = self.linear.transitions(dataset, 0, dataset.n_tokens)
        if transitions.ndim == 2:
            transitions = transitions[np.newaxis]
        if settings.pairs and len(transitions) != dataset.n_tokens:
            transitions = np.repeat(transitions, dataset.n_tokens, axis=0)
        self.point = self.chains.at(scores, transitions)
        self.history.append((self.chains.n_evaluations, self.point.value))

    @property
    def _width(self) -> int:
        """The rows of a token."""
        return self.linear.index.n_labels if self.settings.pairs else 1

    def progress(self, seconds: float) -> TrainingProgress:
        """Return the progress after the last round."""
        return TrainingProgress(
            self.n_rounds,
            self.chains.n_evaluations,
            self.point.value,
            float(np.linalg.norm(self.point.by_scores)),
            seconds,
            self.settings.n_estimators,
        )

    def add(self, cancelled: Callable[[], bool] | None) -> bool:
        """Add a tree for each label; return False if no step improves the likelihood.

        With a share of the sentences, a step may fail by chance: then the round adds nothing.
        """
        trees, changes = self._grown(cancelled)
        by_pairs = self._step_of_pairs()
        is_still = not trees and not np.any(by_pairs)
        if is_still and self.settings.subsample == 1.0:
            return False
        step = self.settings.learning_rate
        for _ in range(MAX_HALVINGS):
            if cancelled is not None and cancelled():
                raise TrainingCancelled
            point = self._moved(changes, by_pairs, step)
            if point.value <= self.point.value:
                break
            step /= 2.0
        else:
            if self.settings.subsample == 1.0:
                return False
            point, step = self.point, 0.0
        self.point = point
        if step > 0.0:
            self._steps += step * by_pairs
            self._trees += [replace(tree, values=step * tree.values) for tree in trees]
        self.n_rounds += 1
        self.history.append((self.chains.n_evaluations, point.value))
        return True

    def model(self) -> BoostedModel:
        """Return the model of the rounds so far."""
        index = self.linear.index
        weights = self.linear.weights.copy()
        index.transition_part(weights)[:] += self._steps.ravel()[index.transition_pairs]
        sizes = np.array([len(tree.children) for tree in self._trees], np.int64)
        indptr = np.zeros(len(sizes) + 1, np.int64)
        np.cumsum(sizes, out=indptr[1:])

        def joined(name: str, dtype: type) -> Any:
            parts = [getattr(tree, name) for tree in self._trees]
            return np.concatenate([np.zeros(0, dtype), *parts]).astype(dtype, copy=False)

        children = joined("children", np.int32)
        children[children > 0] += np.repeat(indptr[:-1], sizes)[children > 0].astype(np.int32)
        trees = Trees(
            indptr,
            np.array([tree.label for tree in self._trees], np.int32),
            joined("attributes", np.int32),
            joined("thresholds", np.float64),
            children,
            joined("values", np.float64),
            joined("gains", np.float64),
        )
        return BoostedModel(LinearModel(index, weights), trees)

    def _moved(self, changes: FloatArray, by_pairs: FloatArray, step: float) -> Point:
        """Return the point after a step."""
        scores, transitions = self.point.scores, self.point.transitions
        if not self.settings.pairs:
            changed = scores + step * changes[:, :, 0].T
            return self.chains.at(changed, transitions + step * by_pairs)
        first = self.chains.is_first != 0
        changed = scores.copy()
        changed[first] += step * changes[:, first, 0].T
        # Changes are by label, token and label before.
        moved = transitions + step * changes.transpose(1, 2, 0)
        return self.chains.at(changed, moved)

    def _step_of_pairs(self) -> FloatArray:
        """Return Newton's steps of the transitions that have a weight, within limits, (L, L)."""
        steps = np.zeros(self._steps.shape)
        pairs = self.linear.index.transition_pairs
        if self.settings.pairs or len(pairs) == 0:
            return steps
        scale = self.point.expected_pairs.sum(axis=0).ravel()[pairs] + self.settings.reg_lambda
        slopes = self.point.by_transitions.sum(axis=0).ravel()[pairs]
        is_known = scale > LEAST_CURVATURE
        found = np.where(is_known, slopes, 0.0) / np.where(is_known, scale, 1.0)
        steps.ravel()[pairs] = np.clip(found, -GREATEST_PAIR, GREATEST_PAIR)
        return steps

    def _grown(self, cancelled: Callable[[], bool] | None) -> tuple[list[Tree], FloatArray]:
        """Return the trees of a round that change something, and their values by label and row."""
        n_labels, n_tokens = self.linear.index.n_labels, self.dataset.n_tokens
        changes = np.zeros((n_labels, n_tokens, self._width))
        factors = self._factors()
        n_groups = max(min(self.settings.threads, n_labels), 1)

        def group(number: int) -> list[Tree]:
            sums = np.empty((self.settings.max_leaves, len(self._bins.thresholds), 2))
            found = []
            for label in range(number, n_labels, n_groups):
                if cancelled is not None and cancelled():
                    raise TrainingCancelled
                found.append(self._tree(label, factors, sums, changes[label].reshape(-1)))
            return found

        if n_groups == 1:
            trees = group(0)
        else:
            with ThreadPoolExecutor(n_groups) as executor:
                trees = [t for part in executor.map(group, range(n_groups)) for t in part]
        trees.sort(key=lambda tree: tree.label)
        return [tree for tree in trees if np.any(tree.values)], changes

    def _factors(self) -> FloatArray | None:
        """Return 1 for the tokens of drawn sentences and 0 for others; None if all are drawn."""
        share, offsets = self.settings.subsample, self.dataset.offsets
        if share == 1.0:
            return None
        n_sentences = self.dataset.n_sentences
        n_drawn = max(int(np.ceil(share * n_sentences)), 1)
        drawn = np.zeros(n_sentences)
        drawn[self._random.permutation(n_sentences)[:n_drawn]] = 1.0
        return np.repeat(drawn, np.diff(offsets))

    def _derivatives(self, label: int, factors: FloatArray | None) -> tuple[FloatArray, FloatArray]:
        """Return first and negative second derivatives by the scores of a label's rows.

        The latter are P(1 − P) − P′(1 − P′), P′ given the known labels: P(1 − P) of a known token,
        and 0 where nothing is known. With sets of labels they may be negative; hence at least the
        lesser of P(1 − P) and the squared first derivative.
        """
        point, first = self.point, self.chains.is_first != 0
        if self.settings.pairs:
            gradients = point.by_transitions[:, :, label].copy()
            expected = point.expected_pairs[:, :, label].copy()
            gradients[first], expected[first] = 0.0, 0.0
            gradients[first, 0] = point.by_scores[first, label]
            expected[first, 0] = point.expected[first, label]
        else:
            gradients = point.by_scores[:, label, np.newaxis].copy()
            expected = point.expected[:, label, np.newaxis].copy()
        weights = self.chains.token_weights[:, np.newaxis]
        curvatures = np.broadcast_to(weights, gradients.shape).copy()
        if self.settings.second_order:
            agreeing = expected + gradients
            most = np.maximum(expected * (1.0 - expected / weights), 0.0)
            least = np.minimum(most, gradients * gradients / weights)
            curvatures = np.maximum(most - agreeing * (1.0 - agreeing / weights), least)
        if factors is not None:
            gradients *= factors[:, np.newaxis]
            curvatures *= factors[:, np.newaxis]
        return gradients.reshape(-1), curvatures.reshape(-1)

    def _tree(
        self, label: int, factors: FloatArray | None, sums: FloatArray, changes: FloatArray
    ) -> Tree:
        """Return a label's tree, and write its values by row."""
        settings = self.settings
        n_most = 2 * settings.max_leaves - 1
        attributes, boundaries, children = (np.zeros(n_most, np.int32) for _ in range(3))
        grown = Grown(attributes, boundaries, children, np.zeros(n_most), np.zeros(n_most))
        gradients, curvatures = self._derivatives(label, factors)
        least = max(settings.min_child_weight, LEAST_CURVATURE)
        n_nodes = grow_tree(
            self._bins,
            self._rows.copy(),
            self._width,
            self.chains.is_first,
            gradients,
            curvatures,
            Growth(settings.max_leaves, settings.reg_lambda, least),
            sums,
            grown,
            changes,
        )
        is_split = children[:n_nodes] > 0
        thresholds = np.zeros(n_nodes)
        thresholds[is_split] = self._bins.thresholds[boundaries[:n_nodes][is_split]]
        return Tree(
            label,
            attributes[:n_nodes],
            thresholds,
            children[:n_nodes],
            grown.values[:n_nodes],
            grown.gains[:n_nodes],
        )
