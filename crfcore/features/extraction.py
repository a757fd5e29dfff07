"""Vectorised extraction of attributes by a template from columns of strings.

Each column is mapped to integers once, a macro is a shift within sentences, and a conjunction is a
tuple of integers in a hash table. No Python code runs per token, and the interpreter lock is never
held for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, counts_before
from crfcore.errors import NotFittedError
from crfcore.features.cell_values import CellValues
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.feature_set import AttributeRows, FeatureSet, RowReading
from crfcore.features.joining import Sources, joined_sources
from crfcore.features.learned_text import LearnedText
from crfcore.features.listed_columns import (
    ColumnList,
    features_of,
    grammars_among,
    list_from_state,
    n_columns_of,
    states_of,
    with_lists,
)
from crfcore.features.matrix import refuse_rows
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_alphabet
from crfcore.features.template import Feature, Template, parse_template
from crfcore.features.template_cells import TemplateCells
from crfcore.features.token_attributes import TokenAttributes, VectorRows
from crfcore.features.vector_lines import VectorLines, after_vectors, with_vectors
from crfcore.features.word_cases import WordCases
from crfcore.features.word_clusters import WordClusters
from crfcore.features.word_vectors import WordVectors

State = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""The state of an extractor, as JSON and named arrays."""

WITH_TEXT = "template and text"
"""The kind of an extractor with what was learned from text without labels, and perhaps lists."""


def _as_table(sentences: Any) -> ColumnTable:
    if isinstance(sentences, ColumnTable):
        return sentences
    return ColumnTable.from_sentences(sentences)


class TemplateExtractor:
    """Extractor of the attributes of a template.

    Parameters
    ----------
    template : Template
    min_count : int
        Attributes seen on fewer tokens, or edges, get no id: ``-f`` of CRF++.
    phrase_lists : sequence of PhraseList or GrammarList
        Each adds the attribute ``gaz:NAME:B`` or ``gaz:NAME:I`` to the tokens of its phrases, or
        ``grammar:NAME:B-X`` to those of its spans.
    clusters : WordClusters, optional
        Read by lines with ``%cluster[row,bits]``, which have no effect without them.
    vectors : WordVectors, optional
        Read by lines with ``%vector[row]``, likewise.
    cases : WordCases, optional
        Read by lines with ``%case[row]``, likewise.

    Attributes
    ----------
    template : Template
    min_count : int
    phrase_lists : tuple of PhraseList or GrammarList
    learned : LearnedText
        Clusters, vectors and cases.
    n_attributes, n_edge_attributes : int
        Set by `fit`.
    """

    def __init__(
        self,
        template: Template,
        min_count: int = 1,
        phrase_lists: Sequence[ColumnList] = (),
        clusters: WordClusters | None = None,
        vectors: WordVectors | None = None,
        cases: WordCases | None = None,
    ) -> None:
        self.template = template
        self.min_count = min_count
        self.phrase_lists = tuple(phrase_lists)
        self.learned = LearnedText(clusters, vectors, cases).checked()
        self._fitted = False
        self._values = CellValues()
        self._tokens = FeatureSet(self.lines)
        self._edges = FeatureSet(self.edge_lines)
        self._vectors = VectorLines.of(template.unigrams, vectors)

    @property
    def lines(self) -> tuple[Feature, ...]:
        """The lines of cells of token attributes: the template's, and those of the lists."""
        own = self._readable(self.template.unigrams)
        return (*own, *features_of(self.phrase_lists, self._n_read))

    @property
    def edge_lines(self) -> tuple[Feature, ...]:
        """The lines of edge attributes."""
        return self._readable(self.template.edge_features)

    def _readable(self, lines: Iterable[Feature]) -> tuple[Feature, ...]:
        return self.learned.readable(lines, self._n_read + n_columns_of(self.phrase_lists))

    @property
    def clusters(self) -> WordClusters | None:
        """The clusters that lines read."""
        return self.learned.clusters

    @property
    def vectors(self) -> WordVectors | None:
        """The vectors that lines read."""
        return self.learned.vectors

    @property
    def has_sources(self) -> bool:
        """Whether there are lists, clusters, vectors or cases."""
        return bool(self.phrase_lists) or not self.learned.is_empty

    @property
    def has_grammars(self) -> bool:
        """Whether some of the lists are grammars."""
        return bool(grammars_among(self.phrase_lists))

    @property
    def _n_read(self) -> int:
        """The number of columns that are read, at least 1."""
        return max(self.template.n_columns, 1)

    @property
    def _sources(self) -> tuple[Any, ...]:
        """The arguments of an unfitted extractor that reads the same."""
        return self.template, 1, self.phrase_lists, *self.learned

    @property
    def has_transitions(self) -> bool:
        """Whether label pairs have weights."""
        return self.template.has_transitions

    @property
    def n_attributes(self) -> int:
        """The number of token attributes."""
        return self._vectors.n_attributes + self._tokens.n_attributes

    @property
    def n_edge_attributes(self) -> int:
        """The number of edge attributes."""
        return self._edges.n_attributes

    def fit(self, sentences: Any) -> TokenAttributes:
        """Give ids to all attributes of a table, by descending frequency.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
            The training sentences.

        Returns
        -------
        TokenAttributes
            Rows in the order of the template's lines, but vectors before all others.

        Raises
        ------
        TemplateError
            The template reads a column that the table lacks.
        """
        return after_vectors(self.fit_without_vectors(sentences))

    def fit_without_vectors(self, sentences: Any) -> TokenAttributes:
        """Give ids as `fit` does, but return the attributes without those of vectors.

        Their ids are those that they would have as the only ones; ``vector_rows`` are the vectors.
        """
        source = _as_table(sentences)
        self.template.check_columns(source.n_columns)
        self.phrase_lists = tuple(one.with_text(source) for one in self.phrase_lists)
        table = self._with_columns(source)
        self._values = CellValues()
        self._tokens = FeatureSet(self.lines)
        self._edges = FeatureSet(self.edge_lines)
        self._vectors = VectorLines.of(self.template.unigrams, self.learned.vectors)
        tokens = self._tokens.fit(
            TemplateCells(table, self._values, self.template.dialect), self.min_count
        )
        edges = None
        if self._edges.features:
            cells = TemplateCells(table, self._values, self.template.dialect, edges=True)
            edges = self._edges.fit(cells, self.min_count)
        self._values.freeze()
        self._fitted = True
        rows = replace(tokens, vector_rows=self._vectors.reading(table))
        return self.dataset(source, rows, edges)

    def transform(self, sentences: Any) -> TokenAttributes:
        """Return the known attributes of a table; unknown ones are left out.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
            Any. May be called from several threads at the same time.

        Raises
        ------
        NotFittedError
            The extractor is not fitted.
        TemplateError
            The template reads a column that the table lacks.
        """
        table = self.table_of(sentences)
        return self.reading(table).dataset(0, table.n_sentences)

    def table_of(self, sentences: Any) -> ColumnTable:
        """Return sentences as the table that `transform` reads, with the same errors."""
        self._check_fitted()
        refuse_rows(sentences, "columns")
        table = _as_table(sentences)
        if table.n_tokens == 0:
            # The number of fields is unknown without tokens.
            nothing = Column(np.zeros(0, np.int32), [])
            return replace(table, columns=(nothing,) * max(self.template.n_columns, 1))
        self.template.check_columns(table.n_columns)
        return table

    def reading(self, table: ColumnTable) -> TableReading:
        """Return the reading of a table, which gives datasets of parts of it."""
        source, table = table, self._with_columns(table)
        cells = TemplateCells(table, self._values, self.template.dialect)
        edges = None
        if self.n_edge_attributes:
            edge_cells = TemplateCells(table, self._values, self.template.dialect, edges=True)
            edges = self._edges.reading(edge_cells)
        vectors = self._vectors.reading(table)
        return TableReading(self, source, self._tokens.reading(cells), edges, vectors)

    def dataset(
        self, table: ColumnTable, tokens: AttributeRows, edges: AttributeRows | None
    ) -> TokenAttributes:
        """Return the rows of a table as a dataset."""
        of_edges: dict[str, Any] = {}
        if edges is not None and self.n_edge_attributes:
            of_edges = {
                "edge_indptr": edges.indptr,
                "edge_attributes": edges.attributes,
                "n_edge_attributes": self.n_edge_attributes,
            }
        return TokenAttributes(
            np.ascontiguousarray(table.offsets, dtype=np.int64),
            tokens.indptr,
            tokens.attributes,
            self.n_attributes,
            tokens.values,
            vector_rows=tokens.vector_rows,
            table=table,
            **of_edges,
        )

    def _with_columns(self, table: ColumnTable) -> ColumnTable:
        added = self.learned.columns(table)
        if self.phrase_lists or added:
            table = with_lists(table, self.phrase_lists, self._n_read)
        return replace(table, columns=(*table.columns, *added)) if added else table

    def _check_fitted(self) -> None:
        if not self._fitted:
            message = "The extractor knows no attributes yet; call fit with sentences first."
            raise NotFittedError(message)

    def attribute_names(self) -> list[str]:
        """Return the token attributes in the notation of CRF++: "U05:the/cat"."""
        return [*self._vectors.names(), *self._tokens.names(self._values.strings())]

    def attribute_names_of(self, attributes: IdArray) -> dict[int, str]:
        """Return the names of some token attributes, by id; faster than all of them."""
        first = self._vectors.n_attributes
        found = self._tokens.names_of(
            attributes[attributes >= first] - np.int32(first), self._values.strings()
        )
        names = dict(enumerate(self._vectors.names()))
        return {
            attribute: names[attribute] if attribute < first else found[attribute - first]
            for attribute in attributes.tolist()
        }

    def edge_attribute_names(self) -> list[str]:
        """Return the edge attributes in the notation of CRF++: "B01:the"."""
        return self._edges.names(self._values.strings())

    def ids_in(self, other: TemplateExtractor) -> tuple[IdArray, IdArray]:
        """Return the ids that another extractor gives to the attributes of this one.

        Returns
        -------
        int32 (A,), int32 (n_edge_attributes,)
            -1 for attributes unknown to the other one.
        """
        self._check_fitted()
        cells_there = self._values.numbers_in(other._values)
        n_strings = len(other._values.alphabet)
        first = other._vectors.n_attributes
        ids = self._tokens.ids_in(other._tokens, cells_there, n_strings)
        ids = np.where(ids >= 0, ids + first, MISSING).astype(np.int32)
        return (
            np.concatenate([self._vectors.ids_in(other._vectors), ids]),
            self._edges.ids_in(other._edges, cells_there, n_strings),
        )

    def key_attributes(self) -> IdArray:
        """Return the attributes that are the first cell of the current token: normally its word.

        Returns
        -------
        int32 (n,)
            Empty if the template has no such line.
        """
        self._check_fitted()
        return self._tokens.key_attributes() + np.int32(self._vectors.n_attributes)

    def compact(
        self, keep: NDArray[np.bool_], keep_edges: NDArray[np.bool_] | None = None
    ) -> TemplateExtractor:
        """Return an extractor with some of the attributes, and only their strings.

        Parameters
        ----------
        keep : bool (A,)
            The token attributes to keep; they are renumbered in the same order.
        keep_edges : bool (n_edge_attributes,), optional
            The same for edges; by default all.
        """
        self._check_fitted()
        if keep_edges is None:
            keep_edges = np.ones(self.n_edge_attributes, np.bool_)
        compacted = TemplateExtractor(*self._sources)
        first = self._vectors.n_attributes
        compacted._vectors = self._vectors.keep(np.asarray(keep[:first], np.bool_))
        compacted._tokens = self._tokens.keep(np.asarray(keep[first:], np.bool_))
        compacted._edges = self._edges.keep(np.asarray(keep_edges, np.bool_))
        strings = self._values.strings()
        used = np.zeros(len(strings), np.bool_)
        compacted._tokens.mark_used(used)
        compacted._edges.mark_used(used)
        new_numbers = (counts_before(used)[1:] - 1).astype(np.int32)
        compacted._tokens.translate_cells(new_numbers)
        compacted._edges.translate_cells(new_numbers)
        compacted._know([strings[number] for number in np.flatnonzero(used).tolist()])
        return compacted

    def extended(self, sentences: Any) -> TemplateExtractor:
        """Return an extractor extended by the attributes of further sentences.

        Existing ids do not change.

        Parameters
        ----------
        sentences : ColumnTable, or sentences of tokens that are sequences of fields
        """
        more = TemplateExtractor(*self._sources)
        more.fit(sentences)
        extended = TemplateExtractor(*self._sources)
        # Those that have been left out stay so.
        extended._vectors = self._vectors
        return extended._with_attributes(self, more)

    def joined(self, other: TemplateExtractor) -> TemplateExtractor:
        """Return an extractor with the attributes of this one and of another.

        Raises
        ------
        CrfError
            An attribute of the same name would be read from different cells.
        """
        self._check_fitted()
        own = Sources(self.template, self.phrase_lists, self.learned)
        theirs = Sources(other.template, other.phrase_lists, other.learned)
        template, lists, learned = joined_sources(own, theirs)
        joined = TemplateExtractor(template, 1, lists, *learned)
        every = joined._vectors
        here, there = self._vectors, other._vectors
        kept = (every.ids_in(here) != MISSING) | (every.ids_in(there) != MISSING)
        joined._vectors = every.keep(kept)
        return joined._with_attributes(self, other)

    def _with_attributes(self, one: TemplateExtractor, other: TemplateExtractor) -> Self:
        """Take the attributes of two extractors, those of the first before the new ones."""
        known_ids, known_edge_ids = other.ids_in(one)
        # Those of vectors are known, or have been left out.
        known_ids = known_ids[other._vectors.n_attributes :]
        known_ids[known_ids >= 0] -= one._vectors.n_attributes
        strings, others = one._values.strings(), other._values.strings()
        numbers = other._values.numbers_in(one._values)[: len(others)].copy()
        is_new = numbers == MISSING
        numbers[is_new] = len(strings) + np.arange(np.count_nonzero(is_new), dtype=np.int32)
        self._tokens = one._tokens.joined(other._tokens, known_ids, numbers, self.lines)
        self._edges = one._edges.joined(other._edges, known_edge_ids, numbers, self.edge_lines)
        new_strings = [others[position] for position in np.flatnonzero(is_new).tolist()]
        self._know([*strings, *new_strings])
        return self

    def attributes_by_line(self) -> dict[tuple[Feature, ...], IdArray]:
        """Return the token attributes of each line of the template, but not those of vectors.

        Returns
        -------
        dict of tuple of Feature to int32 (n,)
            Lines of the same name share their attributes.
        """
        self._check_fitted()
        first = np.int32(self._vectors.n_attributes)
        found: dict[tuple[Feature, ...], IdArray] = {}
        for literals, attributes in self._tokens.groups():
            lines = tuple(line for line in self.template.unigrams if line.literals == literals)
            if lines:
                found[lines] = attributes + first
        return found

    def _know(self, strings: Iterable[str]) -> None:
        alphabet = {string: number for number, string in enumerate(strings)}
        self._values = CellValues(alphabet)
        self._fitted = True

    def state(self) -> State:
        """Return the state for `from_state`: a JSON object and named arrays."""
        self._check_fitted()
        text, offsets = pack_strings(self._values.strings())
        arrays: dict[str, NDArray[Any]] = {"strings": text, "string_offsets": offsets}
        header: dict[str, Any] = {"kind": "template", "template": str(self.template)}
        if self.phrase_lists:
            # Another kind, so that versions without such lists reject the model.
            kind, lists, own = states_of(self.phrase_lists)
            header = {**header, "kind": kind, "lists": lists}
            arrays.update(own)
        if not self.learned.is_empty:
            parts, learned = self.learned.state()
            header = {**header, "kind": WITH_TEXT, **parts}
            arrays.update(learned)
        if self.learned.vectors is not None:
            arrays["vector_ids"] = self._vectors.ids
        return header, {**arrays, **self._tokens.arrays("token"), **self._edges.arrays("edge")}

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> TemplateExtractor:
        """Return the extractor of a `state`."""
        lists = [
            list_from_state(own, arrays, f"list_{n}")
            for n, own in enumerate(header.get("lists", ()))
        ]
        learned = LearnedText.from_state(header, arrays)
        template = parse_template(header["template"])
        extractor = cls(template, 1, lists, *learned)
        if learned.vectors is not None:
            extractor._vectors = extractor._vectors.with_ids(arrays["vector_ids"])
        strings = unpack_alphabet(arrays["strings"], arrays["string_offsets"])
        extractor._tokens.restore("token", arrays, len(strings))
        extractor._edges.restore("edge", arrays, len(strings))
        extractor._know(strings)
        return extractor


@dataclass(frozen=True, eq=False)
class TableReading:
    """A table prepared for a template; thread-safe.

    Attributes
    ----------
    extractor : TemplateExtractor
    table : ColumnTable
    """

    extractor: TemplateExtractor
    table: ColumnTable
    _tokens: RowReading
    _edges: RowReading | None
    _vectors: VectorRows | None

    def dataset(self, first: int, last: int) -> TokenAttributes:
        """Return the known attributes of sentences first..last-1."""
        start, stop = int(self.table.offsets[first]), int(self.table.offsets[last])
        edges = None if self._edges is None else self._edges.rows(start, stop)
        tokens = self._tokens.rows(start, stop)
        if self._vectors is not None:
            tokens = with_vectors(self._vectors.of_tokens(slice(start, stop)), tokens)
        return self.extractor.dataset(self.table.part(first, last), tokens, edges)
