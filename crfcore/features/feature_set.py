"""Lines of a template, and their attributes of tokens or edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray, counts_before
from crfcore.features.conjunctions import Conjunctions
from crfcore.features.extraction_kernels import count_numbers, pack_rows, translate_into_column
from crfcore.features.lookup import TemplateLookup, TupleTable
from crfcore.features.segments import MISSING
from crfcore.features.template import Feature, Macro
from crfcore.features.template_cells import TemplateCells
from crfcore.features.token_attributes import VectorRows
from crfcore.messages import message


@dataclass(frozen=True, eq=False)
class AttributeRows:
    """Attributes of all tokens, as compressed sparse rows; no values where all are 1."""

    indptr: OffsetArray
    attributes: IdArray
    values: FloatArray = field(default_factory=lambda: np.zeros(0))
    vector_rows: VectorRows | None = None


class Cells(Protocol):
    """The cells of lines, of tokens, edges or segments."""

    @property
    def n_tokens(self) -> int:
        """Their number."""

    def of(self, feature: Feature) -> list[IdArray]:
        """Return the cells of a line for all of them, −1 if missing."""


@dataclass(frozen=True, eq=False)
class RowReading:
    """The cells of all tokens, for the lookup of attributes."""

    lookup: TemplateLookup
    columns: IdArray
    positions: OffsetArray
    is_start: MaskArray

    def rows(self, start: int, stop: int) -> AttributeRows:
        """Return the known attributes of tokens start..stop-1."""
        positions, is_start = self.positions[start:stop], self.is_start[start:stop]
        return AttributeRows(*self.lookup.rows(self.columns, positions, is_start))


def _without_rare(
    found: Conjunctions, numbers: IdArray, counts: OffsetArray, min_count: int
) -> tuple[Conjunctions, IdArray, OffsetArray]:
    """Return the tuples of at least a count, their new ids, and their counts."""
    kept = counts >= min_count
    new_numbers = np.where(kept, counts_before(kept)[:-1], MISSING).astype(np.int32)
    # A last entry maps -1 to -1.
    new_numbers = np.append(new_numbers, np.int32(MISSING))
    tuples = found.cells[kept]
    ids = np.arange(len(tuples), dtype=np.int32)
    return Conjunctions(tuples, ids), new_numbers[numbers], counts[kept]


class FeatureSet:
    """Lines of a template, of tokens or of edges, and their attributes.

    Lines with the same literals share their attributes: without identifiers a template is a bag
    of words, as in CRF++.
    """

    def __init__(self, features: Sequence[Feature]) -> None:
        self.features = tuple(features)
        self.conjunctions: dict[tuple[str, ...], Conjunctions] = {}
        self.n_attributes = 0
        self._lookup: TemplateLookup | None = None

    @property
    def literals(self) -> tuple[tuple[str, ...], ...]:
        """The distinct texts around the cells of a line."""
        return tuple(dict.fromkeys(feature.literals for feature in self.features))

    def fit(self, cells: Cells, min_count: int = 1) -> AttributeRows:
        """Give ids to attributes of at least `min_count`, frequent ones first; return the rows."""
        numbers: dict[Feature, IdArray] = {}
        counts: list[NDArray[np.int64]] = []
        for literals in self.literals:
            group = [feature for feature in self.features if feature.literals == literals]
            joined = [np.concatenate(parts) for parts in zip(*map(cells.of, group), strict=True)]
            found, numbered = Conjunctions.collect(joined, len(group) * cells.n_tokens)
            count = np.zeros(len(found.attributes), np.int64)
            count_numbers(numbered, count)
            if min_count > 1:
                found, numbered, count = _without_rare(found, numbered, count, min_count)
            self.conjunctions[literals] = found
            numbers.update(zip(group, np.split(numbered, len(group)), strict=True))
            counts.append(count)
        self._order_by_frequency(counts)
        return self._rows([numbers[feature] for feature in self.features], cells.n_tokens)

    def _order_by_frequency(self, counts: Sequence[NDArray[np.int64]]) -> None:
        """Give ids by descending frequency, so that frequent attributes are close in memory."""
        order = np.argsort(-np.concatenate([np.zeros(0, np.int64), *counts]), kind="stable")
        ids = np.empty(len(order), np.int32)
        ids[order] = np.arange(len(order), dtype=np.int32)
        start = 0
        for literals, found in self.conjunctions.items():
            end = start + len(found.attributes)
            self.conjunctions[literals] = found.with_attributes(ids[start:end])
            start = end
        self.n_attributes = len(order)

    def reading(self, cells: TemplateCells) -> RowReading:
        """Return a reading, which gives rows of known attributes."""
        if self._lookup is None:
            # Thread-safe: each thread gets the same result.
            self._lookup = TemplateLookup.of(self.features, self.tables(cells.n_strings))
        lookup = self._lookup
        columns, positions = cells.padded(lookup.macros, lookup.reach)
        return RowReading(lookup, columns, positions, cells.starts_of_edges())

    def tables(self, n_strings: int) -> dict[tuple[str, ...], TupleTable]:
        """Return the table of the attributes of all lines with the same literals."""
        return {
            literals: TupleTable.of(found, n_strings)
            for literals, found in self.conjunctions.items()
        }

    def _rows(self, numbers: Sequence[IdArray], n_tokens: int) -> AttributeRows:
        table = np.empty((n_tokens, len(numbers)), np.int32)
        present = 0
        for position, (feature, column) in enumerate(zip(self.features, numbers, strict=True)):
            ids = self.conjunctions[feature.literals].attributes
            present += translate_into_column(column, ids, table, position)
        if present == table.size:
            indptr = np.arange(n_tokens + 1, dtype=np.int64) * np.int64(len(numbers))
            return AttributeRows(indptr, table.reshape(-1))
        indptr = np.empty(n_tokens + 1, np.int64)
        attributes = np.empty(present, np.int32)
        pack_rows(table, indptr, attributes)
        return AttributeRows(indptr, attributes)

    def names(self, strings: Sequence[str]) -> list[str]:
        """Return the attributes as text, in the order of their ids."""
        names = [""] * self.n_attributes
        everything = np.ones(self.n_attributes, np.bool_)
        for attribute, name in self._named(strings, everything):
            names[attribute] = name
        return names

    def names_of(self, attributes: IdArray, strings: Sequence[str]) -> dict[int, str]:
        """Return some attributes as text, by id."""
        wanted = np.zeros(self.n_attributes, np.bool_)
        wanted[attributes] = True
        return dict(self._named(strings, wanted))

    def _named(
        self, strings: Sequence[str], wanted: NDArray[np.bool_]
    ) -> Iterator[tuple[int, str]]:
        for literals, found in self.conjunctions.items():
            # Attributes without an id have −1, which would index the last one.
            chosen = np.flatnonzero(wanted[found.attributes] & (found.attributes >= 0))
            for attribute, cells in zip(
                found.attributes[chosen].tolist(), found.cells[chosen].tolist(), strict=True
            ):
                rest = zip(cells, literals[1:], strict=True)
                yield (
                    attribute,
                    literals[0] + "".join(strings[cell] + literal for cell, literal in rest),
                )

    def keep(self, mask: NDArray[np.bool_]) -> FeatureSet:
        """Return the same lines with some of the attributes, renumbered in the same order."""
        new_ids = np.where(mask, counts_before(mask)[:-1], MISSING).astype(np.int32)
        kept = FeatureSet(self.features)
        kept.n_attributes = int(np.count_nonzero(mask))
        kept.conjunctions = {
            literals: found.keep(new_ids) for literals, found in self.conjunctions.items()
        }
        return kept

    def ids_in(self, other: FeatureSet, cells_there: IdArray, n_strings: int) -> IdArray:
        """Return the id in another set, of n_strings, of each attribute, or -1."""
        ids = np.full(self.n_attributes, MISSING, np.int32)
        for literals, found in self.conjunctions.items():
            there = other.conjunctions.get(literals)
            if there is None:
                continue
            columns = [cells_there[found.cells[:, position]] for position in range(found.n_cells)]
            table = TupleTable.of(there, n_strings)
            ids[found.attributes] = table.find(columns, len(found.cells))
        return ids

    def joined(
        self,
        other: FeatureSet,
        known_ids: IdArray,
        new_numbers: IdArray,
        lines: Sequence[Feature] | None = None,
    ) -> FeatureSet:
        """Return the attributes of this set followed by the new ones of another set.

        Parameters
        ----------
        other : FeatureSet
        known_ids : int32 (A',)
            The id in this set of each attribute of the other, or -1.
        new_numbers : int32
            The id here of each string of the other.
        lines : sequence of Feature, optional
            All lines of both sets; by default those of this one, which the other has, too.
        """
        is_new = known_ids == MISSING
        new_ids = np.where(is_new, self.n_attributes + counts_before(is_new)[:-1], MISSING)
        joined = FeatureSet(self.features if lines is None else lines)
        joined.n_attributes = self.n_attributes + int(np.count_nonzero(is_new))
        for literals in joined.literals:
            nothing = np.zeros((0, len(literals) - 1), np.int32)
            cells, attributes = [nothing], [np.zeros(0, np.int32)]
            if literals in self.conjunctions:
                cells.append(self.conjunctions[literals].cells)
                attributes.append(self.conjunctions[literals].attributes)
            if literals in other.conjunctions:
                more = other.conjunctions[literals].keep(new_ids.astype(np.int32))
                cells.append(new_numbers[more.cells])
                attributes.append(more.attributes)
            joined.conjunctions[literals] = Conjunctions(
                np.concatenate(cells), np.concatenate(attributes)
            )
        return joined

    def groups(self) -> list[tuple[tuple[str, ...], IdArray]]:
        """Return the literals of lines that share their attributes, and these."""
        return [(literals, found.attributes) for literals, found in self.conjunctions.items()]

    def key_attributes(self) -> IdArray:
        """Return the attributes of the line with only the current token's first cell."""
        lines = [feature for feature in self.features if feature.macros == (Macro("x", 0, 0),)]
        texts = [feature.literals for feature in self.features]
        found = [
            self.conjunctions[feature.literals].attributes
            for feature in lines
            # Lines with the same literals share attributes, so a neighbour's word must not be
            # included.
            if texts.count(feature.literals) == 1
        ]
        return found[0] if found else np.zeros(0, np.int32)

    def mark_used(self, used: NDArray[np.bool_]) -> None:
        """Mark the values of cells that occur in attributes."""
        for found in self.conjunctions.values():
            used[found.cells] = True

    def translate_cells(self, new_numbers: IdArray) -> None:
        """Apply a renumbering of the values of cells."""
        self.conjunctions = {
            literals: found.translate_cells(new_numbers)
            for literals, found in self.conjunctions.items()
        }

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """Return the attributes as named arrays."""
        named: dict[str, NDArray[Any]] = {}
        for position, literals in enumerate(self.literals):
            named[f"{name}_{position}_cells"] = self.conjunctions[literals].cells
            named[f"{name}_{position}_ids"] = self.conjunctions[literals].attributes
        return named

    def restore(self, name: str, named: Mapping[str, NDArray[Any]], n_strings: int) -> None:
        """Restore the attributes from `arrays`.

        Raises
        ------
        ValueError
            Cells or ids are out of range: kernels do not check bounds.
        """
        for position, literals in enumerate(self.literals):
            cells, ids = named[f"{name}_{position}_cells"], named[f"{name}_{position}_ids"]
            outside = cells.size and not 0 <= int(cells.min()) <= int(cells.max()) < n_strings
            are_whole = cells.dtype.kind == ids.dtype.kind == "i"
            if not are_whole or cells.shape != (len(ids), len(literals) - 1) or outside:
                reason = message(
                    "{name}_{position}_cells does not fit the template and its strings",
                    name=name,
                    position=position,
                )
                raise ValueError(reason)
            # Writable arrays; for others kernels would be compiled again.
            found = Conjunctions(
                np.require(cells, np.int32, ["C", "W"]), np.require(ids, np.int32, ["C", "W"])
            )
            self.conjunctions[literals] = found
        ids = np.concatenate(
            [np.zeros(0, np.int32), *(found.attributes for found in self.conjunctions.values())]
        )
        # Several tuples may be one attribute, in models whose attributes are identified by text.
        self.n_attributes = int(ids.max()) + 1 if len(ids) else 0
        if not _are_all(ids, self.n_attributes):
            raise ValueError(
                message(
                    "the ids of {name} attributes are not 0 to {n_attributes}",
                    name=name,
                    n_attributes=self.n_attributes - 1,
                )
            )
        tables = self.tables(n_strings)
        if sum(table.n_tuples for table in tables.values()) < len(ids):
            raise ValueError(
                message("one of the arrays {name}_…_cells holds a tuple twice", name=name)
            )
        self._lookup = TemplateLookup.of(self.features, tables)


def _are_all(ids: IdArray, n: int) -> bool:
    """Whether the ids are 0 to n - 1, each at least once."""
    if n > len(ids) or (len(ids) and int(ids.min()) < 0):
        return False
    found = np.zeros(n, np.bool_)
    found[ids] = True
    return bool(np.all(found))
