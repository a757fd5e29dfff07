"""A committee of models, and query strategies that use its votes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from crfcore.active_learning import by_sentence
from crfcore.active_learning.pool import Pool, entropies
from crfcore.arrays import FloatArray, IdArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.extractors import Extractor, dataset_to_learn
from crfcore.training.given_labels import check_learnable, targets_for
from crfcore.training.monitor import Monitor, TrainingCancelled, TrainingProgress

MEMBERS = 5
"""Default number of models."""


@dataclass(frozen=True, slots=True)
class CommitteeProgress:
    """Progress of the training of a committee.

    Attributes
    ----------
    member, n_members : int
        Index of the model in training, from 0, and the number of all.
    training : TrainingProgress
        Progress of that model's training.
    """

    member: int
    n_members: int
    training: TrainingProgress


class CommitteeMonitor(Protocol):
    """Callback after each iteration of each training; returns True to end that training."""

    def __call__(self, progress: CommitteeProgress) -> bool | None:
        """Handle the progress."""


def bootstrap_committee(
    crf: LinearChainCRF,
    X: Any,  # noqa: N803 - scikit-learn's name
    y: Any,
    n: int = MEMBERS,
    *,
    seed: int = 0,
    labels: Sequence[str] | None = None,
    extractor: Extractor | None = None,
    monitor: CommitteeMonitor | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[LinearChainCRF, ...]:
    """Train models on bootstrap samples of the labelled sentences.

    Each sample has as many sentences as there are, drawn with replacement (B. Efron 1979; as a
    committee: N. Abe and H. Mamitsuka, Query learning strategies using boosting and bagging, ICML
    1998). All models share labels and attributes.

    Parameters
    ----------
    crf : LinearChainCRF
        Gives the parameters of the models; it is not changed.
    X, y, labels, extractor
        As for its `fit`. Sentences without any known label are not drawn.
    n : int
        At least 1.
    seed : int
        Of the drawing.
    monitor : callable, optional
    cancelled : callable, optional
        Called regularly; True ends everything with `TrainingCancelled`.

    Raises
    ------
    CrfError
        Nothing is labelled, or `n` is less than 1.
    """
    if n < 1:
        raise CrfError(f"A committee of {n} models cannot vote; give it 1 or more.")
    dataset, extractor = dataset_to_learn(X, extractor, crf.template, crf.min_count)
    targets, names = targets_for(y, labels, dataset)
    check_learnable(targets)
    known = (targets.label_sets != targets.n_labels).astype(np.float64)
    labelled = np.flatnonzero(by_sentence.sums(known, dataset.offsets) > 0.0)
    rng = np.random.default_rng(seed)
    members = []
    for member, places in enumerate(np.sort(rng.choice(labelled, size=(n, len(labelled))))):
        trained = LinearChainCRF(**crf.get_params()).fit(
            dataset.select(places),
            targets.select(dataset.offsets, places),
            labels=names,
            extractor=extractor,
            monitor=None if monitor is None else _numbered_monitor(monitor, member, n),
            cancelled=cancelled,
            new_labels=True,
        )
        if cancelled is not None and cancelled():
            raise TrainingCancelled
        members.append(trained)
    return tuple(members)


def vote_entropy(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by vote entropy: the mean over tokens of the entropy of votes, in nats.

    −(1/T) Σ_t Σ_y V(y_t)/C log V(y_t)/C, where V(y_t) of C models have y_t in their best labelling
    (I. Dagan and S. Engelson, Committee-based sampling for training probabilistic classifiers,
    ICML 1995; B. Settles and M. Craven, EMNLP 2008, section 3.2).
    """
    parts, names = _committee(pool)
    places = np.arange(int(pool.offsets[-1]))
    votes = np.zeros((len(places), len(names)))
    for part in parts:
        votes[places, _numbers(part, names)[part.proposals.labels]] += 1.0
    return by_sentence.means(entropies(votes / len(parts)), pool.offsets)


def kl_to_mean(pool: Pool, rng: np.random.Generator) -> FloatArray:
    """Score sentences by the mean over tokens and models c of KL(P_c ‖ mean of all models).

    P_c are the probabilities of a token's labels, in nats (A. McCallum and K. Nigam, Employing EM
    and pool-based active learning for text classification, ICML 1998; B. Settles and M. Craven,
    EMNLP 2008, section 3.2).
    """
    parts, names = _committee(pool)
    shape = int(pool.offsets[-1]), len(names)
    mean, own = np.zeros(shape), np.zeros(shape[0])
    for part in parts:
        found = part.in_lattices(lambda constrained, _: constrained.sums().posteriors)
        posteriors = np.concatenate([np.zeros((0, len(part.fitted.labels))), *found])
        mean[:, _numbers(part, names)] += posteriors / len(parts)
        own += entropies(posteriors) / len(parts)
    # Σ_c KL(P_c ‖ mean) / C is the entropy of the mean less the mean of the entropies.
    return by_sentence.means(np.maximum(entropies(mean) - own, 0.0), pool.offsets)


def _committee(pool: Pool) -> tuple[tuple[Pool, ...], tuple[str, ...]]:
    """Return the pool under each model, and the labels of all models."""
    if not pool.committee:
        raise CrfError(
            "This strategy lets a committee vote, and the pool has none; train one with "
            "bootstrap_committee and give it to Pool(…, committee=…)."
        )
    parts = pool.cached("committee", lambda: tuple(pool.under(model) for model in pool.committee))
    names = dict.fromkeys(name for part in parts for name in part.fitted.labels)
    return parts, tuple(names)


def _numbers(part: Pool, names: Sequence[str]) -> IdArray:
    """Return the index of each of a model's labels among the labels of all."""
    numbers = {name: number for number, name in enumerate(names)}
    return np.array([numbers[name] for name in part.fitted.labels], dtype=np.int32)


def _numbered_monitor(monitor: CommitteeMonitor, member: int, n_members: int) -> Monitor:
    def notify(progress: TrainingProgress) -> bool | None:
        return monitor(CommitteeProgress(member, n_members, progress))

    return notify
