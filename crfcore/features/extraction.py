"""From columns of strings to attribute ids by a template, in array operations.

Each column is mapped to integers once, a template is then a shift within sentences, and a
conjunction is a tuple of integers made unique by a hash table. No Python code runs for a token,
and nothing here holds the interpreter lock for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.errors import NotFittedError
from crfcore.features.cell_values import CellValues
from crfcore.features.conjunctions import Conjunctions
from crfcore.features.dataset import MISSING, Column, ColumnTable, Dataset
from crfcore.features.extraction_kernels import (
    count_numbers,
    fixed_cells,
    pack_rows,
    shift_cells,
    translate_into_column,
)
from crfcore.features.lookup import TemplateLookup, TupleTable
from crfcore.features.lookup_kernels import pad_sentences, place_tokens
from crfcore.features.matrix import refuse_rows
from crfcore.features.phrases import PhraseList, features_of, with_phrases
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.template import (
    Dialect,
    Feature,
    Macro,
    Template,
    border_string,
    parse_template,
)

State = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""What an extractor is made of, as JSON and named arrays."""

WITH_PHRASES = "template and phrases"
"""The kind of an extractor with lists of phrases."""


class _Cells:
    """The cells of one table, each shifted column made once."""

    def __init__(
        self, table: ColumnTable, values: CellValues, dialect: Dialect, *, edges: bool = False
    ) -> None:
        self._table = table
        self._values = values
        self._dialect = dialect
        self._edges = edges
        self._columns: dict[Macro, IdArray] = {}
        self._offsets = np.array(table.offsets, np.int64)

    @property
    def n_tokens(self) -> int:
        """T."""
        return self._table.n_tokens

    def of(self, feature: Feature) -> list[IdArray]:
        """Return the cells of a line for every token, int32 (T,) each, -1 where there is none."""
        columns = [self._column(macro) for macro in feature.macros]
        if self._edges:
            # No edge leads into the first token of a sentence; one missing cell is enough.
            columns[0] = columns[0].copy()
            starts, ends = self._offsets[:-1], self._offsets[1:]
            columns[0][starts[starts < ends]] = MISSING
        return columns

    @property
    def n_strings(self) -> int:
        """How many strings have numbers."""
        return len(self._values.alphabet)

    def padded(self, macros: Sequence[Macro], reach: int) -> tuple[IdArray, OffsetArray]:
        """Return columns with what lies outside the sentences, and where each token stands.

        Parameters
        ----------
        macros : sequence of Macro
            One for each column, of row 0 or absolute.
        reach : int
            How far outside a sentence cells may lie.

        Returns
        -------
        int32 (at least 1, ·), int64 (T,)
        """
        n_cells = self.n_tokens + 2 * reach * (len(self._offsets) - 1)
        columns = np.zeros((max(len(macros), 1), n_cells), np.int32)
        for place, macro in enumerate(macros):
            before, behind = (self._borders(macro, sign, reach) for sign in (-1, 1))
            borders = np.concatenate([before[::-1], behind])
            pad_sentences(self._column(macro), self._offsets, borders, columns[place])
        places = np.empty(self.n_tokens, np.int64)
        place_tokens(self._offsets, reach, places)
        return columns, places

    def starts_of_edges(self) -> MaskArray:
        """Return which tokens no edge leads into, uint8 (T,); (0,) if these are no edges."""
        starts = np.zeros(self.n_tokens if self._edges else 0, np.uint8)
        if self._edges:
            first, end = self._offsets[:-1], self._offsets[1:]
            starts[first[first < end]] = 1
        return starts

    def _column(self, macro: Macro) -> IdArray:
        if macro not in self._columns:
            self._columns[macro] = self._fixed(macro) if macro.absolute else self._shifted(macro)
        return self._columns[macro]

    def _shifted(self, macro: Macro) -> IdArray:
        if macro.row:
            cells = self._column(replace(macro, row=0))
            borders = self._borders(macro, -1 if macro.row < 0 else 1, abs(macro.row))
            shifted = np.empty(len(cells), np.int32)
            shift_cells(cells, self._offsets, macro.row, borders, shifted)
            return shifted
        column = self._table.columns[macro.column]
        return self._values.cells(column, macro.function, macro.column, macro.length, macro.regexp)

    def _fixed(self, macro: Macro) -> IdArray:
        cells = self._column(replace(macro, row=0, absolute=False))
        before, behind = (self._borders(macro, sign, abs(macro.row) + 1) for sign in (-1, 1))
        fixed = np.empty(len(cells), np.int32)
        fixed_cells(cells, self._offsets, macro.row, before, behind, fixed)
        return fixed

    def _borders(self, macro: Macro, sign: int, distance: int) -> IdArray:
        """Return what a macro reads 1, 2 … places outside a sentence, on one side of it."""
        places = range(1, distance + 1)
        return self._values.of_strings(
            [border_string(self._dialect, sign * place, macro) for place in places]
        )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Attributes of all tokens, as compressed sparse rows."""

    indptr: OffsetArray
    attributes: IdArray


@dataclass(frozen=True, eq=False)
class _Reading:
    """Cells in which attributes are looked up, of all tokens."""

    lookup: TemplateLookup
    columns: IdArray
    places: OffsetArray
    is_start: MaskArray

    def rows(self, start: int, stop: int) -> _Rows:
        """Return the known attributes of tokens start..stop-1."""
        places, is_start = self.places[start:stop], self.is_start[start:stop]
        return _Rows(*self.lookup.rows(self.columns, places, is_start))


def _without_rare(
    found: Conjunctions, numbers: IdArray, counts: OffsetArray, min_count: int
) -> tuple[Conjunctions, IdArray, OffsetArray]:
    """Return the tuples seen at least so often, the numbers that they get, and their counts."""
    kept = counts >= min_count
    new_numbers = np.where(kept, np.cumsum(kept) - 1, MISSING).astype(np.int32)
    # One more entry, the last, so that the number -1 stays what it is.
    new_numbers = np.append(new_numbers, np.int32(MISSING))
    tuples = found.cells[kept]
    ids = np.arange(len(tuples), dtype=np.int32)
    return Conjunctions(tuples, ids), new_numbers[numbers], counts[kept]


class _FeatureSet:
    """Lines of a template, of tokens or of edges, and the attributes that they have given.

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

    def fit(self, cells: _Cells, min_count: int = 1) -> _Rows:
        """Give ids to attributes that are not too rare, frequent ones first; return the rows."""
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
        """Give ids by falling frequency, so that attributes that fire often lie together."""
        order = np.argsort(-np.concatenate([np.zeros(0, np.int64), *counts]), kind="stable")
        ids = np.empty(len(order), np.int32)
        ids[order] = np.arange(len(order), dtype=np.int32)
        start = 0
        for literals, found in self.conjunctions.items():
            end = start + len(found.attributes)
            self.conjunctions[literals] = found.with_attributes(ids[start:end])
            start = end
        self.n_attributes = len(order)

    def reading(self, cells: _Cells) -> _Reading:
        """Return what gives the rows of known attributes."""
        if self._lookup is None:
            # Threads may do this at the same time: each makes the same.
            self._lookup = TemplateLookup.of(self.features, self._tables(cells.n_strings))
        lookup = self._lookup
        columns, places = cells.padded(lookup.macros, lookup.reach)
        return _Reading(lookup, columns, places, cells.starts_of_edges())

    def _tables(self, n_strings: int) -> dict[tuple[str, ...], TupleTable]:
        return {
            literals: TupleTable.of(found, n_strings)
            for literals, found in self.conjunctions.items()
        }

    def _rows(self, numbers: Sequence[IdArray], n_tokens: int) -> _Rows:
        table = np.empty((n_tokens, len(numbers)), np.int32)
        present = 0
        for place, (feature, column) in enumerate(zip(self.features, numbers, strict=True)):
            ids = self.conjunctions[feature.literals].attributes
            present += translate_into_column(column, ids, table, place)
        if present == table.size:
            indptr = np.arange(n_tokens + 1, dtype=np.int64) * np.int64(len(numbers))
            return _Rows(indptr, table.reshape(-1))
        indptr = np.empty(n_tokens + 1, np.int64)
        attributes = np.empty(present, np.int32)
        pack_rows(table, indptr, attributes)
        return _Rows(indptr, attributes)

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
            # An attribute that has lost its id has the number −1, which would be the last one.
            chosen = np.flatnonzero(wanted[found.attributes] & (found.attributes >= 0))
            for attribute, cells in zip(
                found.attributes[chosen].tolist(), found.cells[chosen].tolist(), strict=True
            ):
                rest = zip(cells, literals[1:], strict=True)
                yield (
                    attribute,
                    literals[0] + "".join(strings[cell] + literal for cell, literal in rest),
                )

    def keep(self, mask: NDArray[np.bool_]) -> _FeatureSet:
        """Return the same lines with some of the attributes, renumbered in the same order."""
        new_ids = np.where(mask, np.cumsum(mask) - 1, MISSING).astype(np.int32)
        kept = _FeatureSet(self.features)
        kept.n_attributes = int(np.count_nonzero(mask))
        kept.conjunctions = {
            literals: found.keep(new_ids) for literals, found in self.conjunctions.items()
        }
        return kept

    def ids_in(self, other: _FeatureSet, cells_there: IdArray, n_strings: int) -> IdArray:
        """Return the id that another set, of n_strings, gives to each attribute, or -1."""
        ids = np.full(self.n_attributes, MISSING, np.int32)
        for literals, found in self.conjunctions.items():
            there = other.conjunctions.get(literals)
            if there is None:
                continue
            columns = [cells_there[found.cells[:, place]] for place in range(found.n_cells)]
            table = TupleTable.of(there, n_strings)
            ids[found.attributes] = table.find(columns, len(found.cells))
        return ids

    def joined(self, other: _FeatureSet, known_ids: IdArray, new_numbers: IdArray) -> _FeatureSet:
        """Return the attributes of this set, and behind them those that only another one has.

        Parameters
        ----------
        other : _FeatureSet
            Of the same lines.
        known_ids : int32 (A',)
            The id that this set gives to each attribute of the other, or -1.
        new_numbers : int32
            The number here of each string that the other numbers.
        """
        is_new = known_ids == MISSING
        new_ids = np.where(is_new, self.n_attributes + np.cumsum(is_new) - 1, MISSING)
        joined = _FeatureSet(self.features)
        joined.n_attributes = self.n_attributes + int(np.count_nonzero(is_new))
        for literals, found in self.conjunctions.items():
            more = other.conjunctions[literals].keep(new_ids.astype(np.int32))
            joined.conjunctions[literals] = Conjunctions(
                np.concatenate([found.cells, new_numbers[more.cells]]),
                np.concatenate([found.attributes, more.attributes]),
            )
        return joined

    def key_attributes(self) -> IdArray:
        """Return the attributes of the line that is the current token's first cell and no other."""
        lines = [feature for feature in self.features if feature.macros == (Macro("x", 0, 0),)]
        texts = [feature.literals for feature in self.features]
        found = [
            self.conjunctions[feature.literals].attributes
            for feature in lines
            # Lines that share their literals share their attributes: a neighbour's word is no key.
            if texts.count(feature.literals) == 1
        ]
        return found[0] if found else np.zeros(0, np.int32)

    def mark_used(self, used: NDArray[np.bool_]) -> None:
        """Mark the values of cells that occur in attributes."""
        for found in self.conjunctions.values():
            used[found.cells] = True

    def translate_cells(self, new_numbers: IdArray) -> None:
        """Follow a renumbering of the values of cells."""
        self.conjunctions = {
            literals: found.translate_cells(new_numbers)
            for literals, found in self.conjunctions.items()
        }

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """Return what `fit` has found as named arrays."""
        named: dict[str, NDArray[Any]] = {}
        for place, literals in enumerate(self.literals):
            named[f"{name}_{place}_cells"] = self.conjunctions[literals].cells
            named[f"{name}_{place}_ids"] = self.conjunctions[literals].attributes
        return named

    def restore(self, name: str, named: Mapping[str, NDArray[Any]], n_strings: int) -> None:
        """Take back what `arrays` has given.

        Raises
        ------
        ValueError
            Cells are no strings, or ids no alphabet: kernels would follow them out of arrays.
        """
        for place, literals in enumerate(self.literals):
            cells, ids = named[f"{name}_{place}_cells"], named[f"{name}_{place}_ids"]
            outside = cells.size and not 0 <= int(cells.min()) <= int(cells.max()) < n_strings
            if cells.shape != (len(ids), len(literals) - 1) or outside:
                message = f"{name}_{place}_cells does not fit the template and its strings"
                raise ValueError(message)
            # Views of a file where it can be written: otherwise kernels would be compiled anew.
            found = Conjunctions(
                np.require(cells, np.int32, ["C", "W"]), np.require(ids, np.int32, ["C", "W"])
            )
            self.conjunctions[literals] = found
        ids = np.concatenate(
            [np.zeros(0, np.int32), *(found.attributes for found in self.conjunctions.values())]
        )
        # Several tuples may be one attribute: of a model whose attributes are known by their text.
        self.n_attributes = int(ids.max()) + 1 if len(ids) else 0
        if not _are_all(ids, self.n_attributes):
            message = f"the ids of {name} attributes are not 0 to {self.n_attributes - 1}"
            raise ValueError(message)
        tables = self._tables(n_strings)
        if sum(table.n_tuples for table in tables.values()) < len(ids):
            message = f"one of the arrays {name}_…_cells holds a tuple twice"
            raise ValueError(message)
        self._lookup = TemplateLookup.of(self.features, tables)


def _are_all(ids: IdArray, n: int) -> bool:
    """Whether the ids are 0 to n - 1, each at least once."""
    if n > len(ids) or (len(ids) and int(ids.min()) < 0):
        return False
    found = np.zeros(n, np.bool_)
    found[ids] = True
    return bool(np.all(found))


def _as_table(sentences: Any) -> ColumnTable:
    if isinstance(sentences, ColumnTable):
        return sentences
    return ColumnTable.from_sentences(sentences)


class TemplateExtractor:
    """Gives the tokens of a table the attributes that a template names.

    Parameters
    ----------
    template : Template
    min_count : int
        Attributes seen on fewer tokens, or edges, get no id: ``-f`` of CRF++.
    phrase_lists : sequence of PhraseList
        Each gives the tokens of its phrases one more attribute, ``gaz:NAME:B`` or ``gaz:NAME:I``.

    Attributes
    ----------
    template : Template
    min_count : int
    phrase_lists : tuple of PhraseList
    n_attributes, n_edge_attributes : int
        Known since `fit`.
    """

    def __init__(
        self,
        template: Template,
        min_count: int = 1,
        phrase_lists: Sequence[PhraseList] = (),
    ) -> None:
        self.template = template
        self.min_count = min_count
        self.phrase_lists = tuple(phrase_lists)
        self._fitted = False
        self._values = CellValues()
        self._tokens = _FeatureSet(self.lines)
        self._edges = _FeatureSet(template.edge_features)

    @property
    def lines(self) -> tuple[Feature, ...]:
        """The template's lines that give attributes to tokens, and those of the lists."""
        return (*self.template.unigrams, *features_of(self.phrase_lists, self._n_read))

    @property
    def _n_read(self) -> int:
        """How many columns of a table are read: the words at least."""
        return max(self.template.n_columns, 1)

    @property
    def has_transitions(self) -> bool:
        """Whether label pairs get weights of their own."""
        return self.template.has_transitions

    @property
    def n_attributes(self) -> int:
        """How many attributes of tokens are known."""
        return self._tokens.n_attributes

    @property
    def n_edge_attributes(self) -> int:
        """How many attributes of edges are known."""
        return self._edges.n_attributes

    def fit(self, sentences: Any) -> Dataset:
        """Give ids to all attributes of a table, ordered by falling frequency.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
            What to learn from.

        Returns
        -------
        Dataset
            Rows in the order of the template's lines.

        Raises
        ------
        TemplateError
            The template reads a column that the table does not have.
        """
        table = _as_table(sentences)
        self.template.check_columns(table.n_columns)
        table = self._with_phrases(table)
        self._values = CellValues()
        self._tokens = _FeatureSet(self.lines)
        self._edges = _FeatureSet(self.template.edge_features)
        tokens = self._tokens.fit(
            _Cells(table, self._values, self.template.dialect), self.min_count
        )
        edges = None
        if self._edges.features:
            cells = _Cells(table, self._values, self.template.dialect, edges=True)
            edges = self._edges.fit(cells, self.min_count)
        self._values.freeze()
        self._fitted = True
        return self.dataset(table.offsets, tokens, edges)

    def transform(self, sentences: Any) -> Dataset:
        """Return the known attributes of a table; unknown ones are left out.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
            Any. May be called from several threads at the same time.

        Returns
        -------
        Dataset

        Raises
        ------
        NotFittedError
            There has been no `fit`.
        TemplateError
            The template reads a column that the table does not have.
        """
        table = self.table_of(sentences)
        return self.reading(table).dataset(0, table.n_sentences)

    def table_of(self, sentences: Any) -> ColumnTable:
        """Return sentences as the table that `transform` reads; its errors are the same."""
        self._check_fitted()
        refuse_rows(sentences, "columns")
        table = _as_table(sentences)
        if table.n_tokens == 0:
            # Nobody can tell how many fields the tokens would have had.
            nothing = Column(np.zeros(0, np.int32), [])
            return replace(table, columns=(nothing,) * max(self.template.n_columns, 1))
        self.template.check_columns(table.n_columns)
        return table

    def reading(self, table: ColumnTable) -> TableReading:
        """Return what gives a table's sentences as datasets, piece by piece."""
        table = self._with_phrases(table)
        cells = _Cells(table, self._values, self.template.dialect)
        edges = None
        if self.n_edge_attributes:
            edge_cells = _Cells(table, self._values, self.template.dialect, edges=True)
            edges = self._edges.reading(edge_cells)
        return TableReading(self, table, self._tokens.reading(cells), edges)

    def dataset(self, offsets: OffsetArray, tokens: _Rows, edges: _Rows | None) -> Dataset:
        """Return rows as a dataset."""
        offsets = np.ascontiguousarray(offsets, dtype=np.int64)
        if edges is None or not self.n_edge_attributes:
            return Dataset(offsets, tokens.indptr, tokens.attributes, self.n_attributes)
        return Dataset(
            offsets,
            tokens.indptr,
            tokens.attributes,
            self.n_attributes,
            edge_indptr=edges.indptr,
            edge_attributes=edges.attributes,
            n_edge_attributes=self.n_edge_attributes,
        )

    def _with_phrases(self, table: ColumnTable) -> ColumnTable:
        if not self.phrase_lists:
            return table
        return with_phrases(table, self.phrase_lists, self._n_read)

    def _check_fitted(self) -> None:
        if not self._fitted:
            message = "The extractor knows no attributes yet; call fit with sentences first."
            raise NotFittedError(message)

    def attribute_names(self) -> list[str]:
        """Return the attributes of tokens as CRF++ prints them: "U05:the/cat"."""
        return self._tokens.names(self._values.strings())

    def attribute_names_of(self, attributes: IdArray) -> dict[int, str]:
        """Return the names of some attributes of tokens, by id: quicker than all of them."""
        return self._tokens.names_of(attributes, self._values.strings())

    def edge_attribute_names(self) -> list[str]:
        """Return the attributes of edges as CRF++ prints them: "B01:the"."""
        return self._edges.names(self._values.strings())

    def ids_in(self, other: TemplateExtractor) -> tuple[IdArray, IdArray]:
        """Return the ids that another extractor gives to the attributes of this one.

        Parameters
        ----------
        other : TemplateExtractor

        Returns
        -------
        int32 (A,), int32 (n_edge_attributes,)
            -1 where the other one does not know the attribute.
        """
        self._check_fitted()
        cells_there = self._values.numbers_in(other._values)
        n_strings = len(other._values.alphabet)
        return (
            self._tokens.ids_in(other._tokens, cells_there, n_strings),
            self._edges.ids_in(other._edges, cells_there, n_strings),
        )

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the token's own first cell: by default, its word.

        Returns
        -------
        int32 (n,)
            Empty when the template has no line of that kind.
        """
        self._check_fitted()
        return self._tokens.key_attributes()

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> TemplateExtractor:
        """Return an extractor that knows fewer attributes, and no string that none of them holds.

        Parameters
        ----------
        keep : bool (A,)
            Which attributes of tokens stay; they are renumbered in the same order.
        keep_edges : bool (n_edge_attributes,), optional
            The same for edges; all stay without it.

        Returns
        -------
        TemplateExtractor
        """
        self._check_fitted()
        if keep_edges is None:
            keep_edges = np.ones(self.n_edge_attributes, np.bool_)
        compacted = TemplateExtractor(self.template, phrase_lists=self.phrase_lists)
        compacted._tokens = self._tokens.keep(np.asarray(keep, np.bool_))
        compacted._edges = self._edges.keep(np.asarray(keep_edges, np.bool_))
        strings = self._values.strings()
        used = np.zeros(len(strings), np.bool_)
        compacted._tokens.mark_used(used)
        compacted._edges.mark_used(used)
        new_numbers = (np.cumsum(used) - 1).astype(np.int32)
        compacted._tokens.translate_cells(new_numbers)
        compacted._edges.translate_cells(new_numbers)
        compacted._know([strings[number] for number in np.flatnonzero(used).tolist()])
        return compacted

    def extended(self, sentences: Any) -> TemplateExtractor:
        """Return an extractor that knows the attributes of some more sentences, too.

        The ids of those known before stay what they are.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields

        Returns
        -------
        TemplateExtractor
        """
        more = TemplateExtractor(self.template, phrase_lists=self.phrase_lists)
        more.fit(sentences)
        known_ids, known_edge_ids = more.ids_in(self)
        strings, others = self._values.strings(), more._values.strings()
        numbers = more._values.numbers_in(self._values)[: len(others)].copy()
        is_new = numbers == MISSING
        numbers[is_new] = len(strings) + np.arange(np.count_nonzero(is_new), dtype=np.int32)
        extended = TemplateExtractor(self.template, phrase_lists=self.phrase_lists)
        extended._tokens = self._tokens.joined(more._tokens, known_ids, numbers)
        extended._edges = self._edges.joined(more._edges, known_edge_ids, numbers)
        new_strings = [others[place] for place in np.flatnonzero(is_new).tolist()]
        extended._know([*strings, *new_strings])
        return extended

    def _know(self, strings: Iterable[str]) -> None:
        alphabet = {string: number for number, string in enumerate(strings)}
        self._values = CellValues(alphabet)
        self._fitted = True

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        self._check_fitted()
        text, offsets = pack_strings(self._values.strings())
        arrays: dict[str, NDArray[Any]] = {"strings": text, "string_offsets": offsets}
        header: dict[str, Any] = {"kind": "template", "template": str(self.template)}
        if self.phrase_lists:
            # Another kind, so that a program that knows no lists refuses the model.
            states = [one.state(f"list_{n}") for n, one in enumerate(self.phrase_lists)]
            header = {**header, "kind": WITH_PHRASES, "lists": [own for own, _ in states]}
            for _, own in states:
                arrays.update(own)
        return header, {**arrays, **self._tokens.arrays("token"), **self._edges.arrays("edge")}

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> TemplateExtractor:
        """Make the extractor again whose `state` this is."""
        lists = [
            PhraseList.from_state(own, arrays, f"list_{n}")
            for n, own in enumerate(header.get("lists", ()))
        ]
        extractor = cls(parse_template(header["template"]), phrase_lists=lists)
        strings = unpack_alphabet(arrays["strings"], arrays["string_offsets"])
        extractor._tokens.restore("token", arrays, len(strings))
        extractor._edges.restore("edge", arrays, len(strings))
        extractor._know(strings)
        return extractor


@dataclass(frozen=True, eq=False)
class TableReading:
    """A table made ready to be read by a template; threads may read it at the same time.

    Attributes
    ----------
    extractor : TemplateExtractor
    table : ColumnTable
    """

    extractor: TemplateExtractor
    table: ColumnTable
    _tokens: _Reading
    _edges: _Reading | None

    def dataset(self, first: int, last: int) -> Dataset:
        """Return the known attributes of sentences first..last-1."""
        offsets = self.table.offsets[first : last + 1]
        start, stop = int(offsets[0]), int(offsets[-1])
        edges = None if self._edges is None else self._edges.rows(start, stop)
        return self.extractor.dataset(offsets - start, self._tokens.rows(start, stop), edges)
