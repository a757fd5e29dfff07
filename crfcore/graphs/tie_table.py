"""The table of ties: how likely each type is for a token of a group of a type.

A group of tied tokens has a hidden type z. The score of a token's type k is the co-occurrence rate
r(z, k) = log P(k | z) − log P(k) (in the sense of X. Zhu et al.).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray
from crfcore.errors import CrfError
from crfcore.graphs.ties import Ties

PSEUDO_COUNT = 0.5
"""Added to each count."""

LEAST_GROUPS = 50
"""Labelled groups below which `AGREEMENT` is used in place of counts."""

AGREEMENT = 0.95
"""P(k = z | z) without counts."""


@dataclass(frozen=True, slots=True, eq=False)
class TieTable:
    """The probabilities of types in groups of tied tokens; K types.

    Attributes
    ----------
    types : tuple of str
        The types of tokens, and of groups.
    groups : (K,) array
        P(z): of a group's type.
    tokens : (K,) array
        P(k): of a tied token's type.
    given : (K, K) array
        P(k | z), each row of sum one: [z, k].
    n_groups : int
        The number of labelled groups that were counted.
    """

    types: tuple[str, ...]
    groups: FloatArray
    tokens: FloatArray
    given: FloatArray
    n_groups: int = 0

    def __post_init__(self) -> None:
        """Reject arrays of other shapes, and what are no probabilities."""
        n_types = len(self.types)
        for name, shape in (("groups", 1), ("tokens", 1), ("given", 2)):
            array = getattr(self, name)
            if array.shape != (n_types,) * shape:
                raise CrfError(
                    f"{name} of a table of ties must have the shape {(n_types,) * shape}, not "
                    f"{array.shape}."
                )
            # Sums of huge numbers would overflow.
            fits = bool(np.all((array >= 0.0) & (array <= 2.0)))
            if not (fits and np.allclose(array.sum(axis=-1), 1.0)):
                raise CrfError(f"{name} of a table of ties must be probabilities of sum one.")
        if not (np.all(self.groups > 0.0) and np.all(self.tokens > 0.0)):
            raise CrfError("Each type of a table of ties needs a probability above 0.")

    @property
    def rates(self) -> FloatArray:
        """r(z, k) = log P(k | z) − log P(k), (K, K)."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.given) - np.log(self.tokens))

    def for_model(self, expected: FloatArray, pseudo_count: float = PSEUDO_COUNT) -> TieTable:
        """Return the table with the P(k) that a model expects of tied tokens.

        The rate r(z, k) compares with what the chain believes without ties. A model of few
        sentences expects "O" where names are; with the P(k) of the labels, its errors would be
        taken for evidence.

        Parameters
        ----------
        expected : (K,) array
            Sums of the model's marginals over tied tokens.
        pseudo_count : float
            Added to each.
        """
        return replace(self, tokens=_smoothed(expected, pseudo_count))

    @classmethod
    def of_agreement(
        cls,
        types: Sequence[str],
        agreement: float = AGREEMENT,
        tokens: FloatArray | None = None,
        groups: FloatArray | None = None,
        n_groups: int = 0,
    ) -> TieTable:
        """Return the table in which a token has its group's type with one probability.

        Parameters
        ----------
        types : sequence of str
            At least one.
        agreement : float
            P(k = z | z); the rest is divided equally. 1 is the hard rule "same word, same type",
            for which only the method "exact" can be used.
        tokens, groups : (K,) arrays, optional
            Probabilities of types; by default equal.
        n_groups : int
        """
        n_types = len(types)
        if not n_types:
            raise CrfError("A table of ties needs a type at least.")
        if not 0.0 < agreement <= 1.0:
            raise CrfError(f"An agreement of {agreement} is not possible; it is from above 0 to 1.")
        equal = np.full(n_types, 1.0 / n_types)
        given = np.full((n_types, n_types), (1.0 - agreement) / max(n_types - 1, 1))
        np.fill_diagonal(given, agreement if n_types > 1 else 1.0)
        return cls(
            tuple(types),
            equal if groups is None else groups,
            equal if tokens is None else tokens,
            given,
            n_groups,
        )

    @classmethod
    def fit(
        cls,
        types: Sequence[str],
        type_of_token: IdArray,
        ties: Ties,
        *,
        pseudo_count: float = PSEUDO_COUNT,
    ) -> TieTable:
        """Count the types of tied tokens in labelled documents.

        The type of a group is that of most of its labelled tokens, of equals the one that comes
        first in `types`. Groups with fewer than two labelled tokens do not count.

        Parameters
        ----------
        types : sequence of str
        type_of_token : int32 (T,)
            Indices of `types`, -1 where the label is unknown.
        ties : Ties
        pseudo_count : float
            Added to each count; above 0.
        """
        if not pseudo_count > 0.0:
            raise CrfError(f"pseudo_count={pseudo_count} is not possible; it must be above 0.")
        n_types = len(types)
        kinds, owners = type_of_token[ties.members], ties.group_of_member
        known = kinds >= 0
        counts = np.zeros((ties.n_groups, n_types))
        np.add.at(counts, (owners[known], kinds[known]), 1.0)
        counts = counts[counts.sum(axis=1) >= 2]
        hidden = counts.argmax(axis=1)
        groups = _smoothed(np.bincount(hidden, minlength=n_types), pseudo_count)
        tokens = _smoothed(counts.sum(axis=0), pseudo_count)
        if len(counts) < LEAST_GROUPS:
            return cls.of_agreement(types, AGREEMENT, tokens, groups, len(counts))
        given = np.zeros((n_types, n_types))
        np.add.at(given, hidden, counts)
        return cls(tuple(types), groups, tokens, _smoothed(given, pseudo_count), len(counts))

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`: a JSON object, and arrays."""
        header = {"types": [*self.types], "n_groups": self.n_groups}
        return header, {"groups": self.groups, "tokens": self.tokens, "given": self.given}

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], prefix: str = ""
    ) -> TieTable:
        """Return the table of a `state`; CrfError or ValueError if the parts do not fit."""
        types = header["types"]
        if not isinstance(types, list) or not all(isinstance(one, str) for one in types):
            raise ValueError("the types of ties are no list of texts")
        groups, tokens, given = parts = [
            np.asarray(arrays[prefix + name]) for name in ("groups", "tokens", "given")
        ]
        if any(part.dtype != np.float64 for part in parts):
            raise ValueError("the probabilities of ties are no numbers of double precision")
        return cls(tuple(types), groups, tokens, given, int(header["n_groups"]))


def _smoothed(counts: Any, pseudo_count: float) -> FloatArray:
    """Return counts plus the pseudo count, each row divided by its sum."""
    raised = np.asarray(counts, np.float64) + pseudo_count
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
