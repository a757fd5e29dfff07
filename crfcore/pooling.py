"""Logarithmic opinion pools: the product of several chains, which is a chain.

p(y|x) ∝ Π_k p_k(y|x)^{w_k} has the score Σ_k w_k·s_k(y), so that the pool is an ordinary
`LinearChainCRF` with the weights Σ_k w_k·λ_k (R. Gupta, Conditional random fields, 2006, equations
54 and 56; A. Smith, T. Cohn and M. Osborne, Logarithmic opinion pools for conditional random
fields, ACL 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.extractors import Extractor, ids_in, joined
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.transitions import pairs_of
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError, expectations
from crfcore.messages import counted, message, there_are
from crfcore.model_selection.folds import sentence_folds
from crfcore.pool_experts import Cancelled, experts, labels_of, linear_model_of, trained_again
from crfcore.text.rows import listed
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.given_labels import (
    aligned_labels,
    targets_for,
    without_unknown_labels,
)
from crfcore.training.joined_index import joined_index
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping

__all__ = ["PoolFit", "PoolObjective", "experts", "fit_pool", "pool"]

GREATEST_WEIGHT = 1e6
"""Limit of the absolute weight of an expert."""

_LEAST_SPREAD = 1e-100
"""Experts whose scores differ by less than this have nothing to say."""


class PoolFit(NamedTuple):
    """A pool with learned weights.

    Attributes
    ----------
    crf : LinearChainCRF
        ``pool(models, weights)``, of the models whose weight is not 0.
    weights : (M,) array
    log_likelihood : float
        Σ log p(y|x) under them; with folds, of sentences that the experts have not seen.
    log_likelihood_before : float
        The same with equal weights 1/M.
    n_sentences : int
        The number of sentences with a known label.
    """

    crf: LinearChainCRF
    weights: FloatArray
    log_likelihood: float
    log_likelihood_before: float
    n_sentences: int


def pool(models: Sequence[LinearChainCRF], weights: Any = None) -> LinearChainCRF:
    """Return the chain whose probabilities are the product of those of others.

    p(y|x) ∝ Π_k p_k(y|x)^{w_k}, with each model's temperature and label bias. An attribute that a
    model lacks counts 0 there; a pair of labels that one model forbids is forbidden. A common
    factor of the weights changes probabilities, but no best labelling.

    Parameters
    ----------
    models : sequence of LinearChainCRF
        At least one; with the same labels, in any order.
    weights : (M,) numbers, optional
        By default 1/M each. They may be negative: such a model counts against what it thinks
        probable, as the second term of p_1(y|x)² / p_2(y|x).

    Returns
    -------
    LinearChainCRF
        With the metadata that all models share.

    Raises
    ------
    CrfError
        The models have different labels or kinds of attributes, read an attribute of the same name
        from different places, or were made by counting or voting.
    """
    chains = _chains_of(models)
    factors = _factors(weights, len(chains))
    names = chains[0].labels
    extractor = reduce(joined, [chain.extractor for chain in chains])
    maps = [_Map(*ids_in(extractor, chain.extractor), *labels_of(chain, names)) for chain in chains]
    index = _index_of(extractor, names, chains, maps)
    total = np.zeros(index.n_weights)
    bias = np.zeros(len(names))
    for factor, chain, ids in zip(factors, chains, maps, strict=True):
        share = factor / chain.divisor
        total += share * linear_model_of(chain).translated(index, ids.tokens, ids.edges, ids.here)
        if chain.label_bias is not None:
            bias += share * chain.label_bias[ids.here]
    model = LinearModel(index, total)
    crf = LinearChainCRF(
        threads=models[0].threads, allowed_transitions=pairs_of(model, names), c2=models[0].c2
    )
    crf.template = str(extractor.template) if isinstance(extractor, TemplateExtractor) else None
    has_bias = any(chain.label_bias is not None for chain in chains)
    crf._fitted = FittedChain(  # noqa: SLF001 - made here
        names, extractor, model, None, label_bias=bias if has_bias else None
    )
    crf.metadata_ = {
        name: value
        for name, value in models[0].metadata_.items()
        if all(name in other.metadata_ and other.metadata_[name] == value for other in models)
    }
    return crf


def fit_pool(
    models: Sequence[LinearChainCRF],
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    *,
    folds: int | None = None,
    seed: int = 0,
    negative: bool = False,
    cancelled: Cancelled | None = None,
) -> PoolFit:
    """Return the pool whose weights maximise the likelihood of labelled sentences.

    Σ_i log p(y_i|x_i) over w is concave if all labels are known; its derivative along w_k is
    Σ_i s_k(y_i) − E[s_k(y)] (R. Gupta 2006, equations 57 and 58). The start is w_k = 1/M. Weights
    have no maximum: where a pool can be right on all sentences they grow, up to 100 iterations, and
    probabilities become extreme. All are reduced by one factor if one would exceed a million.

    Parameters
    ----------
    models : sequence of LinearChainCRF
        As for `pool`.
    X, y
        As for `LinearChainCRF.fit`, of the kind that the models read. On sentences that the models
        have learned from, the one that knows them best gets too much weight: give others, or
        `folds`. Labels that the models do not know count as open.
    folds : int, optional
        Judge each part of the sentences by models that are trained again on the others, with the
        same features; for models whose training sentences these are.
    seed : int
        Of the folds.
    negative : bool
        Whether a weight may be negative. By default a model that would get such a weight gets 0,
        and those of the others are learned again, without it.
    cancelled : callable, optional
        Called regularly; True ends everything with `TrainingCancelled`.

    Raises
    ------
    CrfError
        As for `pool`; or no label is known, the models allow no labelling of a sentence with its
        labels, or none gets a weight above 0.
    """
    chains = _chains_of(models)
    names = chains[0].labels
    # An iterator can be read once only.
    sentences = list(X) if isinstance(X, Iterator) else X
    datasets = [model.dataset(sentences) for model in models]
    targets = _targets(y, names, datasets[0])
    owners = np.repeat(np.arange(datasets[0].n_sentences), np.diff(datasets[0].offsets))
    places = np.unique(owners[targets.label_sets != targets.n_labels])
    if len(places) == 0:
        raise CrfError(
            message("No token has a label that the models know; give sentences with labels.")
        )
    judged = _Judged(tuple(chains), datasets, targets, names).select(places)
    parts = [judged]
    if folds is not None:
        parts = []
        for held_out in sentence_folds(len(places), folds, seed):
            rest = np.setdiff1d(np.arange(len(places)), held_out)
            seen = judged.select(rest)
            again = tuple(
                trained_again(model, dataset, seen.targets, names, cancelled).fitted_
                for model, dataset in zip(models, seen.datasets, strict=True)
            )
            parts.append(replace(judged.select(held_out), chains=again))
    return _learned(models, parts, len(places), negative=negative, cancelled=cancelled)


def _learned(
    models: Sequence[LinearChainCRF],
    parts: Sequence[_Judged],
    n_sentences: int,
    *,
    negative: bool,
    cancelled: Cancelled | None,
) -> PoolFit:
    """Return the pool of the best weights; `fit_pool` says what becomes of negative ones."""
    kept = np.arange(len(models))
    before = None
    while True:
        own = parts if len(kept) == len(models) else [part.of(kept) for part in parts]
        objective = PoolObjective(own, models[0].threads, cancelled)
        weights = np.full(len(kept), 1.0 / len(kept))
        if before is None:
            before = -objective(weights, np.empty(len(kept)))
        value = _minimise(objective, weights)
        stays = (weights > 0.0) | (weights == weights.max())  # never none: the greatest stays
        if negative or stays.all():
            break
        kept = kept[stays]
    if not negative and weights.max() < 0.0:
        raise CrfError(
            message(
                "Each of the models is worse on these sentences than no model at all; check that "
                "their labels mean the same as those of the models."
            )
        )
    crf = pool([models[place] for place in kept.tolist()], weights)
    every = np.zeros(len(models))
    every[kept] = weights
    return PoolFit(crf, every, -value, before, n_sentences)


def _minimise(objective: PoolObjective, weights: FloatArray) -> float:
    """Put the best weights into an array (M,) with the first ones, and return their value.

    Variables are weights times the spread of the expert's scores, so that the optimiser takes the
    same steps, and ends as near to the minimum, if the scores of an expert are multiplied.
    """
    spreads = objective.spreads()
    spreads = np.where(spreads > _LEAST_SPREAD, spreads, 1.0)

    def function(x: FloatArray, gradient: FloatArray) -> float:
        value = objective(x / spreads, gradient)
        gradient /= spreads
        return value

    x = weights * spreads
    minimum = minimise(function, x, stopping=Stopping(max_iterations=100, epsilon=1e-6))
    if minimum.reason == "cancelled":
        raise TrainingCancelled
    weights[:] = x / spreads
    greatest = float(np.abs(weights).max())
    if greatest <= GREATEST_WEIGHT:
        return minimum.value
    weights *= GREATEST_WEIGHT / greatest
    np.clip(weights, -GREATEST_WEIGHT, GREATEST_WEIGHT, out=weights)
    return objective(weights, np.empty_like(weights))


@dataclass(frozen=True, eq=False)
class _Judged:
    """Labelled sentences, with the experts and their attributes of them."""

    chains: tuple[FittedChain, ...]
    datasets: list[Dataset]
    targets: Targets
    names: tuple[str, ...]
    """The labels, in the order of the targets."""

    def of(self, kept: NDArray[np.int64]) -> _Judged:
        """Return the same with some of the experts."""
        return replace(
            self,
            chains=tuple(self.chains[place] for place in kept.tolist()),
            datasets=[self.datasets[place] for place in kept.tolist()],
        )

    def select(self, places: NDArray[np.int64]) -> _Judged:
        """Return some of the sentences."""
        offsets = self.datasets[0].offsets
        return _Judged(
            self.chains,
            [dataset.select(places) for dataset in self.datasets],
            self.targets.select(offsets, places),
            self.names,
        )


class PoolObjective:
    """−Σ log p(y|x) of a pool as a function of its weights, and the gradient.

    Parameters
    ----------
    parts : sequence of _Judged
    threads : int
        The result does not depend on it.
    cancelled : callable, optional
    """

    def __init__(
        self, parts: Sequence[_Judged], threads: int = 1, cancelled: Cancelled | None = None
    ) -> None:
        self._parts = parts
        self._threads = threads
        self._cancelled = cancelled

    def __call__(self, weights: FloatArray, gradient: FloatArray) -> float:
        """Return the value at weights (M,), and write the gradient (M,)."""
        value = 0.0
        gradient[:] = 0.0
        for part in self._parts:
            allowed_by_set = part.targets.allowed_by_set()

            def judge(
                first: int, last: int, part: _Judged = part, allowed: MaskArray = allowed_by_set
            ) -> tuple[float, FloatArray]:
                return self._judge(part, allowed, weights, first, last)

            found = part.chains[0].in_slices(part.datasets[0], judge, self._threads)
            value -= sum(one for one, _ in found)
            gradient -= np.sum([own for _, own in found], axis=0)
        return float(value)

    def spreads(self) -> FloatArray:
        """Return by how much the scores of labels differ in each expert, on average, (M,)."""
        total = np.zeros(len(self._parts[0].chains))
        for part in self._parts:

            def judge(first: int, last: int, part: _Judged = part) -> list[float]:
                scores, transitions, _ = _scores(part, first, last)
                return [
                    float(np.ptp(own, axis=1).sum()) + len(own) * _range_of(steps)
                    for own, steps in zip(scores, transitions, strict=True)
                ]

            found = part.chains[0].in_slices(part.datasets[0], judge, self._threads)
            total += np.sum(found, axis=0)
        return total / sum(part.datasets[0].n_tokens for part in self._parts)

    def _judge(
        self,
        part: _Judged,
        allowed_by_set: MaskArray,
        weights: FloatArray,
        first: int,
        last: int,
    ) -> tuple[float, FloatArray]:
        """Return the log-likelihood of some sentences, and its gradient."""
        if self._cancelled is not None and self._cancelled():
            raise TrainingCancelled
        scores, transitions, offsets = _scores(part, first, last)
        total = sum(w * one for w, one in zip(weights, scores, strict=True))
        # What one expert forbids is forbidden, even where its weight is negative.
        is_forbidden = [one == -np.inf for one in transitions]
        finite = [
            np.where(out, 0.0, one) for out, one in zip(is_forbidden, transitions, strict=True)
        ]
        steps = sum(w * one for w, one in zip(weights, finite, strict=True))
        for out in is_forbidden:
            steps = np.where(out, -np.inf, steps)
        start, stop = (int(part.datasets[0].offsets[at]) for at in (first, last))
        mask = allowed_by_set[part.targets.label_sets[start:stop]]
        free = expectations(total, steps, offsets)
        try:
            bound = expectations(total, steps, offsets, mask)
        except NoLabellingError as error:
            at = first + error.sentence + 1
            raise CrfError(
                message(
                    "Sentence {at:,} of those with labels: one of the models forbids its labels "
                    "to follow each other; leave the sentence out, or correct its labels.",
                    at=at,
                )
            ) from None
        posteriors, pairs = bound.posteriors - free.posteriors, bound.pairs - free.pairs
        gradient = [
            np.sum(posteriors * own) + np.sum(pairs * step)
            for own, step in zip(scores, finite, strict=True)
        ]
        return float(np.sum(bound.log_z - free.log_z)), np.array(gradient)


def _scores(
    part: _Judged, first: int, last: int
) -> tuple[list[FloatArray], list[FloatArray], OffsetArray]:
    """Return each expert's scores and transitions of some sentences, and their offsets."""
    found = [
        (*chain.lattice(dataset, None, first, last)[:3], labels_of(chain, part.names)[0])
        for chain, dataset in zip(part.chains, part.datasets, strict=True)
    ]
    scores = [own[:, here] for own, _, _, here in found]
    transitions = [steps[..., here[:, np.newaxis], here] for _, steps, _, here in found]
    return scores, transitions, found[0][2]


def _range_of(steps: FloatArray) -> float:
    """Return the greatest difference of scores that are not −inf."""
    finite = steps[steps > -np.inf]
    return float(np.ptp(finite)) if len(finite) else 0.0


class _Map(NamedTuple):
    """The ids of a model by those of the pool, and the reverse for labels."""

    tokens: IdArray
    edges: IdArray
    here: IdArray
    there: IdArray


def _chains_of(models: Sequence[LinearChainCRF]) -> list[FittedChain]:
    """Return the chains of models; CrfError if they cannot be pooled."""
    if not isinstance(models, Sequence):
        raise CrfError(f"A pool is made of a list of models; found {shown(models)}.")
    if len(models) == 0:
        raise CrfError("A pool needs at least one model.")
    for model in models:
        if not isinstance(model, LinearChainCRF):
            raise CrfError(f"A pool is made of LinearChainCRFs, and {shown(model)} is none.")
    chains = [model.fitted_ for model in models]
    names = set(chains[0].labels)
    for number, chain in enumerate(chains, 1):
        if set(chain.labels) != names:
            different = sorted(names ^ set(chain.labels))
            raise CrfError(
                message(
                    "Model {number} has different labels from the first one (only one of them has "
                    "{different}); train each with fit(…, labels=…) of all labels.",
                    number=number,
                    different=listed(map(shown, different)),
                )
            )
        if not np.all(np.isfinite(linear_model_of(chain).weights)):
            raise CrfError(
                message(
                    "Model {number} has a weight of −∞, so that it alone would decide; train it "
                    "again.",
                    number=number,
                )
            )
    return chains


def _factors(weights: Any, n: int) -> list[float]:
    if weights is None:
        return [1.0 / n] * n
    try:
        factors = [float(weight) for weight in weights]
    except (TypeError, ValueError):
        raise CrfError(f"weights={shown(weights)} is not possible; give {n} numbers.") from None
    except OverflowError:
        raise CrfError(
            f"weights={shown(weights)} is not possible; give numbers from −{GREATEST_WEIGHT:,.0f} "
            f"to {GREATEST_WEIGHT:,.0f}."
        ) from None
    if len(factors) != n:
        raise CrfError(
            f"{there_are(n, 'model')} and {counted(len(factors), 'weight')}; give one for each "
            "model."
        )
    for factor in factors:
        if not abs(factor) <= GREATEST_WEIGHT:
            raise CrfError(
                f"The weight {factor} is not possible; it must be a number from "
                f"−{GREATEST_WEIGHT:,.0f} to {GREATEST_WEIGHT:,.0f}."
            )
    return factors


def _index_of(
    extractor: Extractor,
    names: tuple[str, ...],
    chains: Sequence[FittedChain],
    maps: Sequence[_Map],
) -> FeatureIndex:
    """Return the features of all chains."""
    nothing = np.zeros(0, np.int32)
    index = FeatureIndex(
        len(names),
        np.zeros(extractor.n_attributes + 1, np.int64),
        nothing,
        nothing,
        np.zeros(extractor.n_edge_attributes + 1, np.int64),
        nothing,
    )
    for chain, ids in zip(chains, maps, strict=True):
        own = linear_model_of(chain).index
        index = joined_index(own, index, ids.tokens, ids.edges, ids.there)
    return index


def _targets(y: Any, names: tuple[str, ...], dataset: Dataset) -> Targets:
    """Return targets; labels that the models do not know count as open."""
    if not isinstance(y, Targets):
        y = without_unknown_labels(aligned_labels(y, dataset), set(names))
    return targets_for(y, names, dataset)[0]
