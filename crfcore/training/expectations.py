"""Expectations: what share of the tokens with an attribute have one of some labels.

G. S. Mann and A. McCallum, "Generalized Expectation Criteria for Semi-Supervised Learning with
Weakly Labeled Data", JMLR 11, 2010. With n_k unlabelled tokens that have attribute k, and

    p_k = 1/n_k · Σ_t P(y_t in G_k given x)

the objective gets Λ · Σ_k KL(q_k ‖ p_k), where q_k is the share that is expected and KL is that of
two outcomes, q·log(q/p) + (1 − q)·log((1 − q)/(1 − p)). Its derivative along the scores of token t
is that of all label probabilities of its sentence along

    Λ · Σ_k (−q_k/p_k + (1 − q_k)/(1 − p_k)) / n_k    for the labels of G_k,

summed over the k that the token has. The p_k need all sentences first: an evaluation takes two
passes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.training.feature_index import FeatureIndex
from crfcore.training.objectives.expected_labels import ExpectedLabels
from crfcore.training.objectives.objective import Objective

LEAST_SHARE = 0.01
"""Shares nearer to 0 or 1 than this are moved here: the divergence from 0 or 1 is infinite."""

LEAST_PROBABILITY = 1e-100
"""A smaller p, or 1 − p, is taken for this: quotients stay finite."""

MOST_ENTRIES = 2**26
"""Tokens of expectations, or combinations of expectations times labels: half a gigabyte."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What share of the tokens with an attribute have one of some labels.

    Attributes
    ----------
    attribute : str
        The name of an attribute (``word:Rome``, ``Us:x``). A name that ends in ``:`` and is not
        itself an attribute means any attribute that begins with it (``gaz:CITY:``).
    labels : sequence of str
        Kept as a tuple.
    share : float
        From 0 to 1. Shares below 0.01 and above 0.99 count as 0.01 and 0.99.
    """

    attribute: str
    labels: Sequence[str]
    share: float

    def __post_init__(self) -> None:
        """Raise CrfError for a value that is not possible."""
        attribute: Any = self.attribute
        if not isinstance(attribute, str) or not attribute:
            raise CrfError(f"The attribute of an expectation is {shown(attribute)}; give its name.")
        labels: Any = self.labels
        if isinstance(labels, (str, bytes)) or not isinstance(labels, Sequence):
            raise CrfError(f"The labels of an expectation are {shown(labels)}; give a list.")
        if not labels or not all(isinstance(label, str) for label in labels):
            raise CrfError(
                f"The labels of an expectation are {shown(labels)}; give at least one, as strings."
            )
        share: Any = self.share
        is_number = isinstance(share, Real) and not isinstance(share, bool)
        if not is_number or not 0.0 <= share <= 1.0:
            raise CrfError(
                f"The share of an expectation is {shown(share)}; it must be a number from 0 to 1."
            )
        object.__setattr__(self, "labels", tuple(dict.fromkeys(map(str, labels))))
        object.__setattr__(self, "share", float(share))

    @property
    def target(self) -> float:
        """The share that a model is trained towards."""
        return min(max(self.share, LEAST_SHARE), 1.0 - LEAST_SHARE)


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedShares:
    """Unlabelled sentences, and the shares of labels that are expected of their tokens.

    Attributes
    ----------
    dataset : Dataset
    targets : Targets
        A token's number is L + 1 + its class; tokens of one class have the same expectations.
    classes, members : (P,) arrays
        Class and expectation of each pair of the two.
    groups : (K, L) array of 0 and 1
        The labels of each expectation.
    shares : (K,) array
    counts : (K,) array
        Tokens of each expectation.
    attributes : (M,) array
        The attributes that have expectations.
    """

    dataset: Dataset
    targets: Targets
    classes: IdArray
    members: IdArray
    groups: MaskArray
    shares: FloatArray
    counts: OffsetArray
    attributes: IdArray


def tokens_with(dataset: Dataset, attributes: Sequence[IdArray]) -> list[OffsetArray]:
    """Return for each group of attributes the tokens that have one of these, each once.

    An attribute of value 0 counts as one that the token does not have.

    Raises
    ------
    CrfError
        The tokens of all groups are too many.
    """
    token_of = np.repeat(np.arange(dataset.n_tokens, dtype=np.int64), np.diff(dataset.indptr))
    ids = dataset.attributes
    if dataset.has_values:
        is_there = dataset.values != 0.0
        token_of, ids = token_of[is_there], ids[is_there]
    order = np.argsort(ids, kind="stable")
    ids, token_of = ids[order], token_of[order]
    found, n_found = [], 0
    for group in attributes:
        starts, stops = np.searchsorted(ids, group), np.searchsorted(ids, group, side="right")
        n_found += len(group) + int(np.sum(stops - starts))
        _check_size(n_found)
        parts = [token_of[start:stop] for start, stop in zip(starts, stops, strict=True)]
        found.append(np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *parts])))
    return found


def expected_shares(
    dataset: Dataset,
    attributes: Sequence[IdArray],
    tokens: Sequence[OffsetArray],
    groups: MaskArray,
    shares: FloatArray,
) -> ExpectedShares:
    """Return expectations about the tokens of a dataset.

    Parameters
    ----------
    dataset : Dataset
    attributes : sequence of arrays
        For each expectation the attributes that it is about.
    tokens : sequence of arrays
        For each the tokens with one of these, at least one token; see `tokens_with`.
    groups : (K, L) array of 0 and 1
    shares : (K,) array
        Between 0 and 1.

    Raises
    ------
    CrfError
        There are too many combinations of expectations.
    """
    class_of = np.zeros(dataset.n_tokens, dtype=np.int64)
    n_classes = 1
    for concerned in tokens:
        # Tokens of a class that have a further expectation become a class of their own.
        found, places = np.unique(class_of[concerned], return_inverse=True)
        class_of[concerned] = n_classes + places
        n_classes += len(found)
    used, firsts, numbers = np.unique(class_of, return_index=True, return_inverse=True)
    # Class 0, of tokens without any, need not occur.
    n_without = int(len(used) > 0 and used[0] == 0)
    class_of_first = np.full(dataset.n_tokens, -1, dtype=np.int64)
    class_of_first[firsts] = np.arange(len(used)) - n_without
    of_firsts = [class_of_first[concerned] for concerned in tokens]
    classes = [found[found >= 0] for found in of_firsts]
    sizes = [len(found) for found in classes]
    n_labels = groups.shape[1]
    _check_size((sum(sizes) + len(tokens)) * n_labels)
    return ExpectedShares(
        dataset,
        Targets(
            (numbers + n_labels + 1 - n_without).astype(np.int32),
            np.ones((len(used) - n_without, n_labels), dtype=np.uint8),
            n_labels,
        ),
        np.concatenate([np.zeros(0, dtype=np.int64), *classes]).astype(np.int32),
        np.repeat(np.arange(len(tokens), dtype=np.int32), sizes),
        groups,
        shares,
        np.array([len(one) for one in tokens], dtype=np.int64),
        np.unique(np.concatenate([np.zeros(0, dtype=np.int32), *attributes])),
    )


def _check_size(n_entries: int) -> None:
    """Raise CrfError for expectations that would fill the memory."""
    if n_entries > MOST_ENTRIES:
        raise CrfError(
            "These are too many expectations for so much text; leave out those of names that end "
            "in a colon, or some of the text."
        )


class ExpectationObjective:
    """Another objective plus Λ · Σ_k KL(q_k ‖ p_k); a function of the weights.

    Parameters
    ----------
    objective : Objective
        Of the labelled sentences, without a folding; closed together with this one.
    expected : ExpectedShares
    index : FeatureIndex
        Of both.
    weight : float
        Λ, at least 0.
    threads : int
        No result depends on it.
    cancelled : callable, optional
        As for `Objective`.

    Attributes
    ----------
    found : (K,) array
        p at the weights of the last evaluation.
    nearest : float
        The least p or 1 − p of that evaluation. Below `LEAST_PROBABILITY` the gradient is not that
        of the expectation.
    """

    def __init__(
        self,
        objective: Objective,
        expected: ExpectedShares,
        index: FeatureIndex,
        weight: float,
        *,
        threads: int = 1,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._objective = objective
        self._expected = expected
        self._weight = weight
        self._terms = ExpectedLabels(len(expected.targets.sets), index.n_labels)
        self._of_text = Objective(
            expected.dataset,
            expected.targets,
            index,
            c2=0.0,
            threads=threads,
            cancelled=cancelled,
            terms=self._terms,
        )
        self._gradient = np.empty(index.n_weights)
        self.found: FloatArray = np.zeros(len(expected.shares))
        self.nearest = 1.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._objective.close()
        self._of_text.close()

    def __call__(self, weights: FloatArray, gradient: FloatArray) -> float:
        """Return the value and write the gradient; as for `Objective`."""
        value = self._objective(weights, gradient)
        expected = self._expected
        self._terms.factors = None
        self._of_text(weights, self._gradient)
        sums = self._terms.sums()
        inside = self._shares_of(sums, expected.groups)
        outside = self._shares_of(sums, 1 - expected.groups)
        self.found = inside
        self.nearest = float(np.minimum(inside, outside).min(initial=1.0))
        q = expected.shares
        p = np.maximum(inside, LEAST_PROBABILITY)
        rest = np.maximum(outside, LEAST_PROBABILITY)
        slopes = self._weight * (-q / p + (1.0 - q) / rest) / expected.counts
        factors = np.zeros(sums.shape)
        own = slopes[:, np.newaxis] * expected.groups
        np.add.at(factors, expected.classes, own[expected.members])
        self._terms.factors = factors
        self._of_text(weights, self._gradient)
        gradient += self._gradient
        divergence = q * np.log(q / p) + (1.0 - q) * np.log((1.0 - q) / rest)
        return value + self._weight * float(np.sum(divergence))

    def _shares_of(self, sums: FloatArray, groups: NDArray[np.uint8]) -> FloatArray:
        """Return the mean probability of a group of labels for each expectation, (K,)."""
        expected = self._expected
        by_pair = np.sum(sums[expected.classes] * groups[expected.members], axis=1)
        totals = np.bincount(expected.members, weights=by_pair, minlength=len(expected.counts))
        return np.asarray(totals / expected.counts)
