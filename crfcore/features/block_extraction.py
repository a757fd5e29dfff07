"""Extractor for blocks: the attributes of several extractors, concatenated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray, with_prefix
from crfcore.errors import CrfError, DataError
from crfcore.features.blocks import Blocks
from crfcore.features.extraction import State, TemplateExtractor
from crfcore.features.matrix_kernels import place_rows
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.token_attributes import TokenAttributes

MAX_PARTS = 100
"""Limit of blocks in a file."""


class BlocksExtractor:
    """Extractor of the attributes of several blocks, with an extractor for each.

    Parameters
    ----------
    parts : sequence of extractors
        One for each block.
    """

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = tuple(parts)

    @property
    def has_transitions(self) -> bool:
        """Whether label pairs have weights: as in the template, if there is one."""
        answers = [
            part.has_transitions for part in self.parts if isinstance(part, TemplateExtractor)
        ]
        return any(answers) or not answers

    @property
    def n_attributes(self) -> int:
        """The number of token attributes."""
        return sum(part.n_attributes for part in self.parts)

    @property
    def n_edge_attributes(self) -> int:
        """The number of edge attributes."""
        return sum(part.n_edge_attributes for part in self.parts)

    def fit(self, sentences: Any) -> TokenAttributes:
        """Give ids to the attributes of all blocks.

        Parameters
        ----------
        sentences : Blocks

        Returns
        -------
        TokenAttributes
            A row has the first block's attributes, then the second's, and so on.
        """
        blocks = self._checked(sentences)
        made = [part.fit(block) for part, block in zip(self.parts, blocks.parts, strict=True)]
        return self._side_by_side(blocks, made)

    def transform(self, sentences: Any) -> TokenAttributes:
        """Return the known attributes of blocks; unknown ones are left out.

        Parameters
        ----------
        sentences : Blocks

        Raises
        ------
        DataError
            The blocks differ from those of `fit`.
        """
        blocks = self._checked(sentences)
        made = [p.transform(block) for p, block in zip(self.parts, blocks.parts, strict=True)]
        return self._side_by_side(blocks, made)

    def _checked(self, sentences: Any) -> Blocks:
        if not isinstance(sentences, Blocks):
            raise DataError(
                f"This model was trained on {len(self.parts)} blocks; give it Blocks of as many, "
                "in the same order."
            )
        if len(sentences.parts) != len(self.parts):
            raise DataError(
                f"There are {len(sentences.parts)} blocks, and this model was trained on "
                f"{len(self.parts)}; give it as many, in the same order."
            )
        return sentences

    def _side_by_side(self, blocks: Blocks, made: Sequence[TokenAttributes]) -> TokenAttributes:
        indptr, attributes, values = _joined(
            [(part.indptr, part.attributes, part.values) for part in made],
            [part.n_attributes for part in self.parts],
            blocks.offsets,
        )
        offsets = np.array(blocks.offsets, np.int64)
        dataset = TokenAttributes(offsets, indptr, attributes, self.n_attributes, values)
        if not self.n_edge_attributes:
            return dataset
        no_rows = np.zeros(len(indptr), np.int64)
        edge_indptr, edge_attributes, _ = _joined(
            [
                (part.edge_indptr if part.n_edge_attributes else no_rows, part.edge_attributes, _NO)
                for part in made
            ],
            [part.n_edge_attributes for part in self.parts],
            blocks.offsets,
        )
        return TokenAttributes(
            offsets,
            indptr,
            attributes,
            self.n_attributes,
            values,
            edge_indptr,
            edge_attributes,
            self.n_edge_attributes,
        )

    def attribute_names(self) -> list[str]:
        """Return the token attributes in the order of their ids."""
        return [name for part in self.parts for name in part.attribute_names()]

    def edge_attribute_names(self) -> list[str]:
        """Return the edge attributes in the order of their ids."""
        return [name for part in self.parts for name in part.edge_attribute_names()]

    def ids_in(self, other: BlocksExtractor) -> tuple[IdArray, IdArray]:
        """Return the ids that another extractor gives to the attributes of this one.

        Returns
        -------
        int32 (A,), int32 (n_edge_attributes,)
            -1 for attributes unknown to the other one; blocks correspond by position and must be of
            the same kinds.
        """
        tokens, edges = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        before = edges_before = 0
        for position, part in enumerate(self.parts):
            there = other.parts[position] if position < len(other.parts) else None
            if there is not None and type(there) is type(part):
                ids, edge_ids = part.ids_in(there)
                ids = np.where(ids >= 0, ids + before, MISSING).astype(np.int32)
                edge_ids = np.where(edge_ids >= 0, edge_ids + edges_before, MISSING)
            else:
                ids = np.full(part.n_attributes, MISSING, np.int32)
                edge_ids = np.full(part.n_edge_attributes, MISSING, np.int32)
            if there is not None:
                before += there.n_attributes
                edges_before += there.n_edge_attributes
            tokens.append(ids)
            edges.append(edge_ids.astype(np.int32))
        return np.concatenate(tokens), np.concatenate(edges)

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's word, if a block's template has them."""
        before, found = 0, [np.zeros(0, np.int32)]
        for part in self.parts:
            found.append(part.key_attributes() + np.int32(before))
            before += part.n_attributes
        return np.concatenate(found)

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> BlocksExtractor:
        """Return an extractor with some of the attributes, renumbered in the same order.

        Parameters
        ----------
        keep : bool (A,)
        keep_edges : bool (n_edge_attributes,), optional
            By default all.
        """
        if keep_edges is None:
            keep_edges = np.ones(self.n_edge_attributes, np.bool_)
        kept, before, edges_before = [], 0, 0
        for part in self.parts:
            end, edges_end = before + part.n_attributes, edges_before + part.n_edge_attributes
            kept.append(part.compact(keep[before:end], keep_edges[edges_before:edges_end]))
            before, edges_before = end, edges_end
        return BlocksExtractor(kept)

    def joined(self, other: BlocksExtractor) -> BlocksExtractor:
        """Return an extractor of the attributes of this one and of another, block by block.

        Raises
        ------
        CrfError
            The blocks are not of the same kinds.
        """
        if list(map(type, self.parts)) != list(map(type, other.parts)):
            raise CrfError(
                "The models read different blocks; train them on blocks of the same kinds in the "
                "same order."
            )
        pairs = zip(self.parts, other.parts, strict=True)
        return BlocksExtractor([part.joined(there) for part, there in pairs])

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        headers: list[dict[str, Any]] = []
        arrays: dict[str, NDArray[Any]] = {}
        for position, part in enumerate(self.parts):
            header, own = part.state()
            headers.append(header)
            arrays.update({f"{position}/{name}": array for name, array in own.items()})
        return {"kind": "blocks", "parts": headers}, arrays

    @classmethod
    def from_state(
        cls,
        header: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        part_from_state: Callable[[Mapping[str, Any], Mapping[str, NDArray[Any]]], Any],
    ) -> BlocksExtractor:
        """Return the extractor of a `state`, with its parts restored by a function."""
        parts = []
        if len(header["parts"]) > MAX_PARTS:
            raise ValueError(f"it has more than {MAX_PARTS} parts")
        for position, own_header in enumerate(header["parts"]):
            start = f"{position}/"
            own = with_prefix(arrays, start)
            if own_header["kind"] == "blocks":
                raise ValueError("blocks do not hold blocks")
            parts.append(part_from_state(own_header, own))
        return cls(parts)


_NO = np.zeros(0)

_Rows = tuple[OffsetArray, IdArray, FloatArray]


def _joined(parts: Sequence[_Rows], widths: Sequence[int], offsets: OffsetArray) -> _Rows:
    """Return the concatenated rows of all parts, with ids offset."""
    n_tokens = int(offsets[-1])
    lengths = np.zeros(n_tokens, np.int64)
    for indptr, _, _ in parts:
        lengths += np.diff(indptr)
    joined = offsets_of(lengths)
    has_values = any(len(values) for _, _, values in parts)
    attributes = np.empty(int(joined[-1]), np.int32)
    values = np.empty(len(attributes) if has_values else 0)
    positions, shift = joined[:-1].copy(), 0
    for (indptr, ids, own_values), width in zip(parts, widths, strict=True):
        place_rows(indptr, ids, own_values, shift, positions, attributes, values)
        shift += width
    return joined, attributes, values
