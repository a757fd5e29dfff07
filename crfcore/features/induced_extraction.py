"""Extractor of some attributes of another extractor, and of conjunctions of two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray, with_prefix
from crfcore.errors import CrfError
from crfcore.features.conjunctions import Conjunctions
from crfcore.features.extraction import State
from crfcore.features.lookup import TupleTable
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.token_attributes import TokenAttributes, WithoutEdges

TOKENS_AT_ONCE = 4096
"""Tokens whose pairs of attributes are in memory at once."""

AND = " & "
"""Between the names of two attributes."""


class InducedExtractor(WithoutEdges):
    """Extractor of single attributes and pairs of an inner extractor, all of value 1.

    Parameters
    ----------
    inner : extractor
        Of attributes without values; its edge attributes are left out.
    members : int32 (A, 2)
        The attributes of the inner extractor that each attribute stands for, in increasing order;
        −1 in the second place for a single one.
    """

    def __init__(self, inner: Any, members: IdArray) -> None:
        self.inner = inner
        self.members = members

    @property
    def has_transitions(self) -> bool:
        """Whether label pairs have weights."""
        return bool(self.inner.has_transitions)

    @property
    def n_attributes(self) -> int:
        """The number of attributes."""
        return len(self.members)

    def fit(self, sentences: Any) -> TokenAttributes:
        """Raise CrfError: attributes are induced once."""
        raise CrfError("Induced attributes are those of one training; call induce again.")

    def transform(self, sentences: Any) -> TokenAttributes:
        """Return the attributes of sentences of the kind that the inner extractor reads."""
        return self.induced(self.inner.transform(sentences))

    def induced(self, dataset: TokenAttributes) -> TokenAttributes:
        """Return the attributes of a dataset of the inner extractor."""
        is_pair = self.members[:, 1] != MISSING
        single = np.full(self.inner.n_attributes, MISSING, np.int32)
        single[self.members[~is_pair, 0]] = np.flatnonzero(~is_pair)
        owners = np.repeat(np.arange(dataset.n_tokens), np.diff(dataset.indptr))
        found = single[dataset.attributes]
        keys = [owners[found >= 0] * self.n_attributes + found[found >= 0]]
        pairs = Conjunctions(
            np.ascontiguousarray(self.members[is_pair]), np.flatnonzero(is_pair).astype(np.int32)
        )
        if len(pairs.attributes):
            table = TupleTable.of(pairs, self.inner.n_attributes)
            in_pairs = np.zeros(self.inner.n_attributes, np.bool_)
            in_pairs[pairs.cells] = True
            for tokens, firsts, seconds in pairs_of_tokens(dataset, in_pairs):
                numbers = table.find([firsts, seconds], len(firsts))
                has = numbers >= 0
                keys.append(tokens[has] * self.n_attributes + numbers[has])
        # An attribute may be repeated in a row.
        distinct = np.unique(np.concatenate(keys))
        rows, attributes = np.divmod(distinct, max(self.n_attributes, 1))
        return TokenAttributes(
            dataset.offsets,
            offsets_of(np.bincount(rows, minlength=dataset.n_tokens)),
            attributes.astype(np.int32),
            self.n_attributes,
            made_by=self,
        )

    def attribute_names(self) -> list[str]:
        """Return the attributes in the order of their ids."""
        names = self.inner.attribute_names()
        return [
            names[first] if second == MISSING else names[first] + AND + names[second]
            for first, second in self.members.tolist()
        ]

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's word: none are known."""
        return np.zeros(0, np.int32)

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> InducedExtractor:
        """Return an extractor with some of the attributes, renumbered in the same order."""
        del keep_edges
        return InducedExtractor(self.inner, self.members[keep])

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        header, arrays = self.inner.state()
        own: dict[str, NDArray[Any]] = {"members": self.members}
        own.update({f"inner/{name}": array for name, array in arrays.items()})
        return {"kind": "induced", "inner": header}, own

    @classmethod
    def from_state(
        cls,
        header: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        inner_from_state: Callable[[Mapping[str, Any], Mapping[str, NDArray[Any]]], Any],
    ) -> InducedExtractor:
        """Return the extractor of a `state`, with the inner one restored by a function."""
        if header["inner"]["kind"] not in {"template", "attributes"}:
            message = "its attributes are induced from others than those of columns or items"
            raise ValueError(message)
        own = with_prefix(arrays, "inner/")
        inner = inner_from_state(header["inner"], own)
        members = np.array(arrays["members"])
        fits = members.dtype == np.int32 and members.ndim == 2 and members.shape[1:] == (2,)
        if fits and len(members):
            firsts, seconds = members.T
            fits = bool(np.all((firsts >= 0) & (firsts < inner.n_attributes)))
            fits &= bool(np.all((seconds == MISSING) | (seconds > firsts)))
            fits &= bool(np.all(seconds < inner.n_attributes))
            fits &= len(np.unique(members, axis=0)) == len(members)
        if not fits:
            raise ValueError("its conjunctions do not fit its attributes")
        return cls(inner, np.require(members, np.int32, ["C", "W"]))


def pairs_of_tokens(
    dataset: TokenAttributes, chosen: NDArray[np.bool_], tokens: NDArray[np.bool_] | None = None
) -> Any:
    """Yield (tokens, firsts, seconds): the pairs of chosen attributes of tokens, a < b.

    Parameters
    ----------
    dataset : TokenAttributes
    chosen : bool (A,)
    tokens : bool (T,), optional
        By default all.
    """
    for first in range(0, dataset.n_tokens, TOKENS_AT_ONCE):
        last = min(first + TOKENS_AT_ONCE, dataset.n_tokens)
        entries = slice(int(dataset.indptr[first]), int(dataset.indptr[last]))
        attributes = dataset.attributes[entries]
        owners = np.repeat(np.arange(first, last), np.diff(dataset.indptr[first : last + 1]))
        kept = chosen[attributes] if tokens is None else chosen[attributes] & tokens[owners]
        yield _pairs(owners[kept], attributes[kept])


def _pairs(owners: OffsetArray, attributes: IdArray) -> tuple[OffsetArray, IdArray, IdArray]:
    """Return the pairs of attributes of each owner; owners do not fall."""
    n = len(owners)
    ends = np.searchsorted(owners, owners, side="right")
    rest = ends - np.arange(n) - 1
    before = np.cumsum(rest) - rest
    ones = np.repeat(np.arange(n), rest)
    others = ones + 1 + np.arange(int(rest.sum())) - np.repeat(before, rest)
    one, other = attributes[ones], attributes[others]
    differ = one != other
    firsts, seconds = np.minimum(one, other)[differ], np.maximum(one, other)[differ]
    return owners[ones][differ], firsts, seconds
