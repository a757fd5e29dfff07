"""Explanations of labels by the contribution of each weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from numbers import Integral
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.features.dataset import Dataset
from crfcore.features.reading import names_of_attributes
from crfcore.inference import viterbi
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.linear_model import LinearModel
from crfcore.training.voted_model import VotedModel

LABEL_BIAS = "label bias"
"""The name of a label's bias among the attributes."""


@dataclass(frozen=True, slots=True)
class AttributeContribution:
    """The contribution of an attribute of a token.

    Attributes
    ----------
    token : int
        From 0. Not only the explained token, but any where the two labellings differ.
    attribute : str
    value : float
        Of the attribute, summed over repetitions.
    weight, rival_weight : float
        Of the attribute with the token's label in the labelling and in the rival one; 0 if missing.
    contribution : float
        value · (weight − rival_weight).
    """

    token: int
    attribute: str
    value: float
    weight: float
    rival_weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class TransitionContribution:
    """The contribution of a transition.

    Attributes
    ----------
    token : int
        The transition leads into this token.
    labels, rival_labels : (str, str)
        The labels of the previous token and of this one, in the labelling and in the rival one.
    attribute : str or None
        The attribute of the edge, for a weight of a template's ``B`` line with macros; None for the
        weight shared by all positions.
    weight, rival_weight : float
    contribution : float
        weight − rival_weight, times the value of the attribute.
    """

    token: int
    labels: tuple[str, str]
    rival_labels: tuple[str, str] | None
    attribute: str | None
    weight: float
    rival_weight: float
    contribution: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The comparison of a token's label with its rival.

    The best labelling with the label is compared with the best one in which the token has any other
    label. All weights in which the two differ are listed.

    Attributes
    ----------
    token : int
        From 0.
    label : str
    rival : str or None
        The token's label in the best labelling without `label`; None where there is no such
        labelling. Then the contributions are those of the token's own score.
    labelling, rival_labelling : list of str
    score : float
        Of the labelling.
    rival_score : float
        −inf without a rival.
    attributes : tuple of AttributeContribution
    transitions : tuple of TransitionContribution
        Both in descending order of the absolute contribution.
    """

    token: int
    label: str
    rival: str | None
    labelling: list[str]
    rival_labelling: list[str]
    score: float
    rival_score: float
    attributes: tuple[AttributeContribution, ...]
    transitions: tuple[TransitionContribution, ...]

    @property
    def difference(self) -> float:
        """The sum of all contributions: score − rival_score, up to rounding."""
        return fsum(
            [
                *(found.contribution for found in self.attributes),
                *(found.contribution for found in self.transitions),
            ]
        )


def explain(model: Learned, xseq: Any, token: int, label: str | None) -> Explanation:
    """Return why a token of a sentence gets its label; see `LinearChainCRF.explain`."""
    fitted = model.fitted_
    if not isinstance(fitted.model, LinearModel) or isinstance(fitted.model, VotedModel):
        raise CrfError(
            "A model made by counting, by voting, of trees or codes, or normalised by label has no "
            "weights that add up to its scores; train a LinearChainCRF with algorithm='lbfgs' to "
            "have its labels explained."
        )
    dataset = model.dataset([xseq])
    if isinstance(token, bool) or not isinstance(token, Integral):
        raise CrfError(
            f"token={shown(token)} is no token; give its number in the sentence, counted from 0."
        )
    if not 0 <= token < dataset.n_tokens:
        raise CrfError(
            f"There is no token {token} in a sentence of {dataset.n_tokens}; tokens are "
            "counted from 0."
        )
    wanted = None if label is None else fitted.number_of(label)
    scores, transitions, offsets, _ = fitted.untempered.lattice(dataset, None, 0, 1)
    mask = np.ones(scores.shape, dtype=np.uint8)
    if wanted is None:
        wanted = int(viterbi(scores, transitions, offsets)[0][token])
    mask[token] = 0
    mask[token, wanted] = 1
    path, path_scores = viterbi(scores, transitions, offsets, mask)
    mask[token] ^= 1
    rival, rival_score = _rival(scores, transitions, offsets, mask)
    names = fitted.labels
    reasons = _Reasons(fitted, fitted.model, dataset, path, rival, token)
    return Explanation(
        token,
        names[wanted],
        None if rival is None else names[rival[token]],
        [names[y] for y in path],
        [] if rival is None else [names[y] for y in rival],
        float(path_scores[0]),
        rival_score,
        tuple(sorted(reasons.attributes(), key=lambda found: -abs(found.contribution))),
        tuple(sorted(reasons.transitions(), key=lambda found: -abs(found.contribution))),
    )


def _rival(
    scores: FloatArray, transitions: FloatArray, offsets: OffsetArray, mask: MaskArray
) -> tuple[IdArray | None, float]:
    try:
        path, path_scores = viterbi(scores, transitions, offsets, mask)
    except NoLabellingError:
        return None, -np.inf
    return path, float(path_scores[0])


class _Reasons:
    """The weights in which two labellings of a sentence differ."""

    def __init__(
        self,
        fitted: FittedChain,
        model: LinearModel,
        dataset: Dataset,
        path: IdArray,
        rival: IdArray | None,
        token: int,
    ) -> None:
        self._labels = fitted.labels
        self._extractor = fitted.extractor
        self._index = model.index
        self._states = model.index.state_part(model.weights)
        self._edges = model.index.edge_part(model.weights)
        self._shared = model.index.transition_matrix(model.weights)
        self._bias = fitted.label_bias
        self._dataset = dataset
        self._path = path
        self._rival = rival
        self._differs = np.zeros(len(path) + 1, dtype=np.bool_)
        self._differs[token] = True
        if rival is not None:
            self._differs[:-1] |= path != rival

    def attributes(self) -> Iterator[AttributeContribution]:
        """Yield the contributions of the attributes of tokens."""
        names = names_of_attributes(self._extractor, self._dataset.attributes)
        dataset, indptr, labels = self._dataset, self._index.state_indptr, self._index.state_labels
        for t in np.flatnonzero(self._differs[:-1]).tolist():
            entries = slice(int(dataset.indptr[t]), int(dataset.indptr[t + 1]))
            values = dataset.values[entries] if dataset.has_values else None
            for a, value in _summed(dataset.attributes[entries], values):
                weight = _weight_of(int(self._path[t]), a, indptr, labels, self._states)
                rival_weight = 0.0
                if self._rival is not None:
                    rival_weight = _weight_of(int(self._rival[t]), a, indptr, labels, self._states)
                contribution = value * (weight - rival_weight)
                yield AttributeContribution(t, names[a], value, weight, rival_weight, contribution)
            if self._bias is not None:
                bias = float(self._bias[self._path[t]])
                rival_bias = 0.0 if self._rival is None else float(self._bias[self._rival[t]])
                if bias or rival_bias:
                    difference = bias - rival_bias
                    yield AttributeContribution(t, LABEL_BIAS, 1.0, bias, rival_bias, difference)

    def transitions(self) -> Iterator[TransitionContribution]:
        """Yield the contributions of transitions."""
        names = self._extractor.edge_attribute_names()
        n_labels = len(self._labels)
        indptr, pairs = self._index.edge_indptr, self._index.edge_pairs
        for t in range(1, len(self._path)):
            if not (self._differs[t - 1] or self._differs[t]):
                continue
            own = int(self._path[t - 1]), int(self._path[t])
            other = None
            if self._rival is not None:
                other = int(self._rival[t - 1]), int(self._rival[t])
            rival_weight = 0.0 if other is None else float(self._shared[other])
            yield self._transition(t, own, other, None, float(self._shared[own]), rival_weight, 1.0)
            for a, count in self._edge_attributes(t):
                pair = own[0] * n_labels + own[1]
                weight = _weight_of(pair, a, indptr, pairs, self._edges)
                rival_weight = 0.0
                if other is not None:
                    pair = other[0] * n_labels + other[1]
                    rival_weight = _weight_of(pair, a, indptr, pairs, self._edges)
                yield self._transition(t, own, other, names[a], weight, rival_weight, count)

    def _edge_attributes(self, t: int) -> list[tuple[int, float]]:
        dataset = self._dataset
        if dataset.n_edge_attributes == 0:
            return []
        entries = slice(int(dataset.edge_indptr[t]), int(dataset.edge_indptr[t + 1]))
        return _summed(dataset.edge_attributes[entries], None)

    def _transition(
        self,
        t: int,
        own: tuple[int, int],
        other: tuple[int, int] | None,
        attribute: str | None,
        weight: float,
        rival_weight: float,
        count: float,
    ) -> TransitionContribution:
        labels = self._labels
        return TransitionContribution(
            t,
            (labels[own[0]], labels[own[1]]),
            None if other is None else (labels[other[0]], labels[other[1]]),
            attribute,
            weight,
            rival_weight,
            count * (weight - rival_weight),
        )


def _summed(attributes: IdArray, values: FloatArray | None) -> list[tuple[int, float]]:
    """Return distinct attributes with the sums of their values."""
    sums: dict[int, float] = {}
    given = np.ones(len(attributes)) if values is None else values
    for attribute, value in zip(attributes.tolist(), given.tolist(), strict=True):
        sums[attribute] = sums.get(attribute, 0.0) + value
    return list(sums.items())


def _weight_of(
    member: int, attribute: int, indptr: OffsetArray, members: IdArray, weights: FloatArray
) -> float:
    """Return the weight of an attribute with a label, or with a pair; 0 if there is none."""
    start, stop = int(indptr[attribute]), int(indptr[attribute + 1])
    position = start + int(np.searchsorted(members[start:stop], member))
    return float(weights[position]) if position < stop and members[position] == member else 0.0
