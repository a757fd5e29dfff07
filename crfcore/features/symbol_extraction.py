"""Extractor of one symbol per token, with the borders of sentences, for generative models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, MaskArray, with_prefix
from crfcore.errors import DataError
from crfcore.features.extraction import State
from crfcore.features.segments import MISSING, offsets_of
from crfcore.features.token_attributes import TokenAttributes, WithoutEdges

ALWAYS, UNKNOWN, START, END = range(4)
"""Further attributes: of all tokens, of those without a known symbol, of the first and of the last
token of a sentence."""

BORDERS = ("any symbol", "unknown symbol", "start", "end")
"""Their names."""


class SymbolExtractor(WithoutEdges):
    """Extractor of each token's symbol, and of the applicable `BORDERS`.

    Parameters
    ----------
    inner : extractor
        The extractor of the sentences.
    border_ids : (4,) array
        The ids of the attributes of `BORDERS`, −1 for unused ones.
    symbol_ids : (A,) array
        The id of the symbol of each attribute of the inner extractor, or −1.
    """

    has_transitions = True
    """Whether label pairs have weights."""

    def __init__(self, inner: Any, border_ids: IdArray, symbol_ids: IdArray) -> None:
        self.inner = inner
        self.border_ids = border_ids
        self.symbol_ids = symbol_ids

    @classmethod
    def over(cls, inner: Any, is_symbol: MaskArray) -> SymbolExtractor:
        """Return an extractor whose symbols are some attributes (A,) of another one."""
        n_borders = len(BORDERS)
        ids = np.full(len(is_symbol), MISSING, dtype=np.int32)
        symbols = np.flatnonzero(is_symbol)
        ids[symbols] = np.arange(n_borders, n_borders + len(symbols), dtype=np.int32)
        return cls(inner, np.arange(n_borders, dtype=np.int32), ids)

    def flat(self) -> SymbolExtractor:
        """Return the same extractor without nested symbol extractors."""
        inner = self.inner
        if not isinstance(inner, SymbolExtractor):
            return self
        # −1 maps to −1.
        ids = np.append(self.symbol_ids, np.int32(MISSING))[inner.symbol_ids]
        return SymbolExtractor(inner.inner, self.border_ids, ids)

    @property
    def n_attributes(self) -> int:
        """The number of attributes."""
        return int(np.count_nonzero(self.border_ids >= 0) + np.count_nonzero(self.symbol_ids >= 0))

    def fit(self, sentences: Any) -> TokenAttributes:
        """Fit the inner extractor; all its attributes are then symbols."""
        dataset: TokenAttributes = self.inner.fit(sentences)
        fresh = SymbolExtractor.over(self.inner, np.ones(dataset.n_attributes, dtype=np.uint8))
        self.border_ids, self.symbol_ids = fresh.border_ids, fresh.symbol_ids
        return self.symbols(dataset)

    def transform(self, sentences: Any) -> TokenAttributes:
        """Return the symbols of sentences of the kind that the inner extractor reads."""
        return self.symbols(self.inner.transform(sentences))

    def symbols(self, dataset: TokenAttributes) -> TokenAttributes:
        """Return the symbols of a dataset of the inner extractor.

        Raises
        ------
        DataError
            A token has several symbols; names sentence and token.
        """
        n_tokens = dataset.n_tokens
        found = self.symbol_ids[dataset.attributes]
        owners = np.repeat(np.arange(n_tokens), np.diff(dataset.indptr))[found != MISSING]
        twice = np.flatnonzero(np.diff(owners, prepend=-1) == 0)
        if len(twice):
            token = int(owners[twice[0]])
            sentence = int(np.searchsorted(dataset.offsets, token, side="right")) - 1
            raise DataError(
                f"Sentence {sentence + 1}, token {token - int(dataset.offsets[sentence]) + 1}: "
                "there are several symbols; a token is observed as one, so choose with key what "
                "the name of its attribute begins with."
            )
        columns = np.full((n_tokens, 1 + len(BORDERS)), MISSING, dtype=np.int32)
        columns[:, UNKNOWN] = self.border_ids[UNKNOWN]
        columns[owners, UNKNOWN] = MISSING
        columns[owners, len(BORDERS)] = found[found != MISSING]
        columns[:, ALWAYS] = self.border_ids[ALWAYS]
        full = dataset.offsets[:-1] < dataset.offsets[1:]
        columns[dataset.offsets[:-1][full], START] = self.border_ids[START]
        columns[dataset.offsets[1:][full] - 1, END] = self.border_ids[END]
        is_there = columns != MISSING
        return TokenAttributes(
            dataset.offsets,
            offsets_of(np.count_nonzero(is_there, axis=1)),
            columns[is_there],
            self.n_attributes,
            made_by=self,
        )

    def attribute_names(self) -> list[str]:
        """Return the attributes in the order of their ids."""
        names = [""] * self.n_attributes
        for name, number in zip(BORDERS, self.border_ids.tolist(), strict=True):
            if number != MISSING:
                names[number] = name
        for name, number in zip(self.inner.attribute_names(), self.symbol_ids, strict=True):
            if number != MISSING:
                names[number] = name
        return names

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's word."""
        return np.asarray(self.symbol_ids[self.symbol_ids != MISSING])

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> SymbolExtractor:
        """Return an extractor with some of the attributes, renumbered in the same order."""
        del keep_edges
        new_ids = np.full(len(keep) + 1, MISSING, dtype=np.int32)
        new_ids[:-1][keep] = np.arange(np.count_nonzero(keep), dtype=np.int32)
        return SymbolExtractor(self.inner, new_ids[self.border_ids], new_ids[self.symbol_ids])

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        header, arrays = self.inner.state()
        own: dict[str, NDArray[Any]] = {"borders": self.border_ids, "symbols": self.symbol_ids}
        own.update({f"inner/{name}": array for name, array in arrays.items()})
        return {"kind": "symbols", "inner": header}, own

    @classmethod
    def from_state(
        cls,
        header: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        inner_from_state: Callable[[Mapping[str, Any], Mapping[str, NDArray[Any]]], Any],
    ) -> SymbolExtractor:
        """Return the extractor of a `state`, with the inner one restored by a function."""
        own = with_prefix(arrays, "inner/")
        if header["inner"]["kind"] == "symbols":
            raise ValueError("symbols are not made of symbols")
        inner = inner_from_state(header["inner"], own)
        borders, symbols = np.array(arrays["borders"]), np.array(arrays["symbols"])
        ids = np.concatenate([borders, symbols])
        used = np.sort(ids[ids != MISSING])
        fits = borders.shape == (len(BORDERS),) and symbols.shape == (inner.n_attributes,)
        fits = fits and borders.dtype == symbols.dtype == np.int32
        if not fits or not np.array_equal(used, np.arange(len(used))):
            raise ValueError("the numbers of its symbols do not fit together")
        return cls(inner, borders, symbols)
