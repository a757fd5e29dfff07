"""Chains of sentences that groups of tied tokens join: the collective model.

With y the labels and z the hidden types of the groups,
score(y, z) = Σ chains + Σ_g [log P(z_g) + s_g·Σ_{i in g} r(z_g, type(y_i))]. Given z the sentences
are independent chains; given y the groups are independent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.ties import Ties
from crfcore.inference.forward_backward import marginals
from crfcore.inference.lattice import lattice


@dataclass(frozen=True, slots=True, eq=False)
class TiedChains:
    """The collective model of some sentences; made by `tied_chains`.

    N sentences, T tokens, L labels, K types, G groups.

    Attributes
    ----------
    scores : (T, L) array
    transitions : (1, L, L) array, or (T, L, L)
    offsets : int64 (N + 1,)
    allowed : uint8 (T, L), or None
    type_of : int32 (L,)
        The index in ``table.types`` of each label's type.
    ties : Ties
    table : TieTable
    strengths : (G,) array
        s_g.
    sentence_of : int32 (T,)
    """

    scores: FloatArray
    transitions: FloatArray
    offsets: OffsetArray
    allowed: MaskArray | None
    type_of: IdArray
    ties: Ties
    table: TieTable
    strengths: FloatArray
    sentence_of: IdArray

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return len(self.offsets) - 1

    @property
    def pairs(self) -> FloatArray:
        """The transitions as functions of `crfcore.inference` take them, (L, L) or (T, L, L)."""
        shared = len(self.transitions) == 1 and len(self.scores) != 1
        return self.transitions[0] if shared else self.transitions

    def tokens_of(self, sentences: OffsetArray) -> tuple[IdArray, OffsetArray]:
        """Return the tokens of some sentences, one after the other, and their offsets."""
        starts = self.offsets[sentences]
        lengths = self.offsets[sentences + 1] - starts
        offsets = np.zeros(len(sentences) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        tokens = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], lengths)
        return tokens.astype(np.int32), offsets

    def arrays_of(self, tokens: IdArray) -> tuple[FloatArray, FloatArray, MaskArray | None]:
        """Return copies of the scores of some tokens, their transitions, and their mask."""
        pairs = self.pairs
        allowed = None if self.allowed is None else self.allowed[tokens]
        return self.scores[tokens], pairs if pairs.ndim == 2 else pairs[tokens], allowed

    def groups_of(self, sentences: OffsetArray) -> IdArray:
        """Return the groups with tokens in some sentences, in increasing order."""
        groups = self.ties.group_of[self.tokens_of(sentences)[0]]
        return np.unique(groups[groups >= 0]).astype(np.int32)

    def sentences_of(self, groups: IdArray) -> OffsetArray:
        """Return the sentences with tokens of some groups, in increasing order."""
        tokens = [self.ties.tokens(group) for group in groups.tolist()]
        found = self.sentence_of[np.concatenate([np.zeros(0, np.int32), *tokens])]
        return np.unique(found).astype(np.int64)

    def group_scores(self, labels: IdArray) -> FloatArray:
        """Return log P(z) + s·Σ_i r(z, type of i) for labels (T,): (G, K)."""
        kinds = self.type_of[labels[self.ties.members]]
        found = np.tile(np.log(self.table.groups), (self.ties.n_groups, 1))
        owners = self.ties.group_of_member
        terms = weighted(self.strengths[owners, np.newaxis], self.table.rates[:, kinds].T)
        np.add.at(found, owners, terms)
        return found

    def given_groups(self, hidden: IdArray) -> FloatArray:
        """Return the scores (T, L) of the labels if the groups have the types ``hidden`` (G,)."""
        owners = self.ties.group_of_member
        rates = weighted(self.strengths[owners, np.newaxis], self.table.rates[hidden[owners]])
        scores = self.scores.copy()
        scores[self.ties.members] += rates[:, self.type_of]
        return scores

    def score(self, labels: IdArray, hidden: IdArray) -> float:
        """Return the score of a labelling (T,) with types of the groups (G,)."""
        total = float(self.scores[np.arange(len(labels)), labels].sum())
        for start, stop in zip(self.offsets[:-1].tolist(), self.offsets[1:].tolist(), strict=True):
            for t in range(start + 1, stop):
                entry = t if len(self.transitions) > 1 else 0
                total += float(self.transitions[entry, labels[t - 1], labels[t]])
        return total + float(self.group_scores(labels)[np.arange(len(hidden)), hidden].sum())


def weighted(strength: FloatArray, rates: FloatArray) -> FloatArray:
    """Return strength·rates, where 0·(−∞) is 0."""
    with np.errstate(invalid="ignore"):
        return np.where(strength == 0.0, 0.0, strength * rates)


def tied_chains(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    allowed: MaskArray | None,
    type_of: IdArray,
    ties: Ties,
    table: TieTable,
    strengths: FloatArray | float,
) -> TiedChains:
    """Check the parts of a collective model.

    Parameters
    ----------
    scores, transitions, offsets, allowed
        As for `crfcore.inference.log_z`.
    type_of : int32 (L,)
        The index in ``table.types`` of each label's type; see `crfcore.graphs.ties.types_of`.
    ties : Ties
    table : TieTable
    strengths : float, or (G,) array
        At least 0; see `strengths_of`.

    Raises
    ------
    CrfError
        Shapes do not match, or a strength is no number of at least 0.
    """
    checked = lattice(scores, transitions, offsets, allowed)
    n_tokens = len(checked.scores)
    if type_of.shape != (checked.n_labels,) or not (
        type_of.min() >= 0 and type_of.max() < len(table.types)
    ):
        raise CrfError(
            f"type_of must name one of {len(table.types)} types for each of {checked.n_labels} "
            "labels."
        )
    if len(ties.group_of) != n_tokens:
        raise CrfError(
            f"The ties are of {len(ties.group_of)} tokens, and there are {n_tokens}; make them of "
            "the same sentences."
        )
    given = np.broadcast_to(np.asarray(strengths, np.float64), (ties.n_groups,))
    if not np.all((given >= 0.0) & (given < np.inf)):
        raise CrfError("The strength of ties must be a number of at least 0.")
    return TiedChains(
        checked.scores,
        checked.transitions,
        checked.offsets,
        None if allowed is None else checked.allowed,
        np.ascontiguousarray(type_of, np.int32),
        ties,
        table,
        given.copy(),
        np.repeat(np.arange(checked.n_sentences, dtype=np.int32), np.diff(checked.offsets)),
    )


def expected_types(
    scores: FloatArray,
    transitions: FloatArray,
    offsets: OffsetArray,
    type_of: IdArray,
    ties: Ties,
) -> FloatArray:
    """Return how many tied tokens of each type chains without ties expect, (K,).

    Parameters
    ----------
    scores, transitions, offsets
        As for `crfcore.inference.log_z`.
    type_of, ties
        As for `tied_chains`.
    """
    labels = marginals(scores, transitions, offsets)[ties.members].sum(axis=0)
    found = np.zeros(int(type_of.max()) + 1)
    np.add.at(found, type_of, labels)
    return found


def strengths_of(ties: Ties, confirmed: NDArray[np.bool_], strength: float) -> FloatArray:
    """Return the strength of each group, (G,): 1 if one of its tokens is confirmed.

    What a person says needs its full weight; the model's marginals of occurrences of one word are
    correlated, so that they count for less.
    """
    owners = ties.group_of_member[confirmed[ties.members]]
    found = np.full(ties.n_groups, float(strength))
    found[owners] = 1.0
    return found
