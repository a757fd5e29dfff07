"""Extraction of the attributes of segments by lines of a template.

A candidate is a segment of 1 to K tokens; row t · K + d − 1 is that of the d tokens from token t.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, TemplateError
from crfcore.features.cell_values import CellValues
from crfcore.features.cells import shape
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction_kernels import pack_rows
from crfcore.features.feature_set import FeatureSet
from crfcore.features.interning import interned, pair_keys, split_pairs
from crfcore.features.lookup import TupleTable
from crfcore.features.phrases import PhraseList
from crfcore.features.segment_kernels import match_spans
from crfcore.features.segment_lines import (
    SPANS,
    for_lists,
    is_file_of_lines,
    parse_segment_lines,
    segment_lines_named,
    written,
)
from crfcore.features.segments import MISSING
from crfcore.features.string_arrays import pack_strings, unpack_alphabet, unpack_strings
from crfcore.features.template import Feature, Macro, Template
from crfcore.features.wapiti_regexps import regexp, to_bytes

MAX_LENGTH = 6
"""The greatest length with a value of its own."""

LENGTHS = (*(str(length) for length in range(1, MAX_LENGTH + 1)), f"{MAX_LENGTH + 1}+")

FITS = "fits"
"""The value of an expression that matches."""

MAX_CANDIDATES = 2**25
"""Limit of tokens × lengths, whose attributes are in memory at once: up to 100 bytes for each."""

MOST_KEPT = 2**12
"""The most candidates whose attributes are kept for another decoding of the same tokens."""

_FUNCTIONS: dict[str, Callable[[str], str]] = {"span": str, "lowerspan": str.lower}


def _derive(function: str, word: str) -> str:
    """Return what a span's string has for a word: never with a space, which is between words."""
    derived = shape(word) if function == "shapespan" else _FUNCTIONS[function](word)
    return "_".join(derived.split())


def _derived(column: Column, function: str) -> Column:
    """Return a function of the words of a column, with one call for each distinct one."""
    used, ids = np.unique(column.ids, return_inverse=True)
    values = [_derive(function, column.values[i]) if i >= 0 else "" for i in used.tolist()]
    return Column(np.where(column.ids >= 0, ids.ravel(), MISSING).astype(np.int32), values)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The attributes of all candidates of some sentences.

    Most candidates have the same few sets of attributes, which are stored, scored and counted once.

    Attributes
    ----------
    attributes : Dataset
        The D distinct sets of attributes, as the tokens of one sentence.
    rows : int32 (T · K,)
        The set of each candidate; that without attributes if it exceeds its sentence.
    """

    attributes: Dataset
    rows: IdArray


class _Cells:
    """The values of the macros of lines for the candidates of some sentences.

    ``rows`` restricts them to some candidates.
    """

    def __init__(
        self,
        extractor: SegmentExtractor,
        offsets: OffsetArray,
        table: ColumnTable | None,
        longest: int,
    ) -> None:
        self._extractor = extractor
        self._offsets = np.ascontiguousarray(offsets, np.int64)
        self._table = table
        self._longest = longest
        self._known: dict[Macro, IdArray] = {}
        self.rows: OffsetArray | None = None
        lengths = np.diff(self._offsets)
        tokens = np.arange(self._offsets[-1])
        self._stops = np.repeat(self._offsets[1:], lengths)
        self._starts = np.repeat(self._offsets[:-1], lengths)
        # The end, exclusive, of each candidate, and whether it is in its sentence.
        self._ends = tokens[:, np.newaxis] + np.arange(1, longest + 1)
        self._is_inside = (self._ends <= self._stops[:, np.newaxis]).ravel()

    @property
    def n_tokens(self) -> int:
        """The number of candidates."""
        return len(self._is_inside) if self.rows is None else len(self.rows)

    def of(self, feature: Feature) -> list[IdArray]:
        """Return the cells of a line for every candidate; −1 if missing."""
        columns = [self._column(macro) for macro in feature.macros]
        return columns if self.rows is None else [column[self.rows] for column in columns]

    def _column(self, macro: Macro) -> IdArray:
        if macro not in self._known:
            found = self._values(macro)
            self._known[macro] = np.where(self._is_inside, found, MISSING).astype(np.int32)
        return self._known[macro]

    def _values(self, macro: Macro) -> IdArray:
        numbers = self._extractor.values.of_strings
        if macro.function == "length":
            known = numbers(LENGTHS)
            by_length = known[np.minimum(np.arange(self._longest), MAX_LENGTH)]
            return np.tile(by_length, len(self._stops))
        if macro.function in SPANS:
            phrases = self._extractor.phrases[macro]
            return self._whole(phrases, self._column_of(macro, macro.function), phrases.distinct)
        if macro.function == "listed":
            found = self._extractor.list_named(macro.regexp)
            names = [f"{found.name}:{label}" if label else found.name for label in found.distinct]
            return self._whole(found, self._column_of(macro), names)
        if macro.function == "fits":
            found_by_row = self._matching(macro)
            return np.where(found_by_row != 0, numbers([FITS])[0], MISSING)
        return self._beside(macro)

    def _column_of(self, macro: Macro, function: str | None = None) -> Column:
        if self._table is None:
            raise CrfError(
                f"The segment line with {macro} reads words, and these sentences have none; give "
                "columns with a template, or segments='S0:%length'."
            )
        column = self._table.columns[macro.column]
        return column if function is None else _derived(column, function)

    def _whole(self, phrases: PhraseList, column: Column, names: Sequence[str]) -> IdArray:
        found = phrases.whole_segments(column, self._offsets, self._longest)
        # A last entry is for −1.
        numbers = np.append(self._extractor.values.of_strings(names), np.int32(MISSING))
        return numbers[found]

    def _matching(self, macro: Macro) -> MaskArray:
        column = self._column_of(macro)
        used, words = np.unique(column.ids, return_inverse=True)
        parts = [to_bytes(column.values[i]) if i >= 0 else b"" for i in used.tolist()]
        starts = np.cumsum([0, *map(len, parts)]).astype(np.int64)
        members, loops, skips, n_atoms = regexp(macro.regexp).automaton()
        found = np.empty(len(self._is_inside), np.uint8)
        match_spans(
            np.where(column.ids >= 0, words.ravel(), MISSING).astype(np.int32),
            self._offsets,
            np.frombuffer(b"".join(parts) or b"\0", np.uint8),
            starts,
            members,
            loops,
            skips,
            n_atoms,
            self._longest,
            found,
        )
        return found

    def _beside(self, macro: Macro) -> IdArray:
        """Return the cell that lies some tokens before or after each candidate."""
        column = self._column_of(macro)
        values = self._extractor.values
        cells = values.cells(column, "x", macro.column, 0)
        is_before = macro.function == "before"
        # The distance outside of the sentence, from 1, on the side of the macro.
        if is_before:
            places = np.repeat(np.arange(len(cells)) + macro.row, self._longest)
            outside = np.repeat(self._starts, self._longest) - places
        else:
            places = self._ends.ravel() - 1 + macro.row
            outside = places - np.repeat(self._stops, self._longest) + 1
        sign = "-" if is_before else "+"
        distances = range(1, abs(macro.row) + 1)
        borders = values.of_strings([f"_B{sign}{distance}" for distance in distances])
        border = borders[np.clip(outside, 1, len(borders)) - 1]
        inner = cells[np.clip(places, 0, max(len(cells) - 1, 0))] if len(cells) else border
        return np.where(outside > 0, border, inner)


class SegmentExtractor:
    """Extractor of the attributes of segments.

    Parameters
    ----------
    lines : sequence of Feature
        Of `parse_segment_lines`.
    phrase_lists : sequence of PhraseList
        Read by ``%listed[NAME]``.

    Attributes
    ----------
    given, lines : tuple of Feature
        The lines with ``%listed[*]``, as they are written, and with each list in its place, whose
        name may have characters that a line has not.
    values : CellValues
        The strings of cells.
    phrases : dict of Macro to PhraseList
        The known spans of each macro of all words of a segment.
    """

    def __init__(self, lines: Sequence[Feature], phrase_lists: Sequence[PhraseList] = ()) -> None:
        self.phrase_lists = tuple(phrase_lists)
        self.given = tuple(lines)
        self.lines = for_lists(lines, (one.name for one in phrase_lists))
        self.values = CellValues()
        self.phrases: dict[Macro, PhraseList] = {}
        self._attributes = FeatureSet(self.lines)
        self._tables: dict[tuple[str, ...], TupleTable] | None = None
        self._kept: tuple[tuple[object, ...], Candidates] | None = None

    @property
    def n_attributes(self) -> int:
        """The number of attributes."""
        return self._attributes.n_attributes

    @property
    def n_edge_attributes(self) -> int:
        """Segments have no attributes of edges."""
        return 0

    def list_named(self, name: str) -> PhraseList:
        """Return the list of a name."""
        return next(one for one in self.phrase_lists if one.name == name)

    def fit(
        self, offsets: OffsetArray, table: ColumnTable | None, lengths: IdArray, longest: int
    ) -> Candidates:
        """Give ids to the attributes of known segments; return those of all candidates.

        Parameters
        ----------
        offsets : (N + 1,) array
        table : ColumnTable or None
            The columns of the sentences; without them only ``%length`` has values.
        lengths : (T,) array
            The length of the known segment that begins at a token, 0 where none does.
        longest : int
            K.

        Raises
        ------
        TemplateError
            A line reads a column that the table lacks.
        CrfError
            A line reads words, and there are none; or there are too many candidates.
        """
        self._check_columns(table)
        starts = np.flatnonzero(lengths)
        self.values = CellValues()
        self.phrases = {
            macro: _of_spans(macro, self._known_spans(macro, table, starts, lengths))
            for macro in self._span_macros()
        }
        self._attributes = FeatureSet(self.lines)
        cells = self._cells(offsets, table, longest)
        cells.rows = starts * longest + lengths[starts] - 1
        self._attributes.fit(cells)
        self.values.freeze()
        self._tables = self._kept = None
        cells.rows = None
        return self._candidates(cells)

    def transform(
        self, offsets: OffsetArray, table: ColumnTable | None, longest: int
    ) -> Candidates:
        """Return the known attributes of all candidates of sentences; parameters as for `fit`.

        Those of the last few tokens are kept, because a sentence is decoded again at each label
        that a person gives it.
        """
        self._check_columns(table)
        if table is None or int(offsets[-1]) * longest > MOST_KEPT:
            return self._candidates(self._cells(offsets, table, longest))
        key = (longest, offsets.tobytes(), *map(_strings_of, table.columns))
        kept = self._kept
        if kept is None or kept[0] != key:
            # Thread-safe: the two are replaced together.
            kept = self._kept = key, self._candidates(self._cells(offsets, table, longest))
        return kept[1]

    def _cells(self, offsets: OffsetArray, table: ColumnTable | None, longest: int) -> _Cells:
        n_candidates = int(offsets[-1]) * longest
        if n_candidates > MAX_CANDIDATES:
            raise CrfError(
                f"{int(offsets[-1]):,} tokens with segments of up to {longest} of them are "
                f"{n_candidates:,} candidates, and {MAX_CANDIDATES:,} fit; leave out sentences, or "
                "those with the longest spans, or use LinearChainCRF."
            )
        return _Cells(self, offsets, table, longest)

    def _check_columns(self, table: ColumnTable | None) -> None:
        if table is not None and table.n_tokens:
            Template(self.lines).check_columns(table.n_columns)

    def _span_macros(self) -> list[Macro]:
        macros = [macro for line in self.lines for macro in line.macros]
        return list(dict.fromkeys(macro for macro in macros if macro.function in SPANS))

    def _known_spans(
        self, macro: Macro, table: ColumnTable | None, starts: OffsetArray, lengths: IdArray
    ) -> list[str]:
        if table is None:
            return []
        column = _derived(table.columns[macro.column], macro.function)
        ids, values = column.ids.tolist(), column.values
        spans = [
            " ".join(values[i] for i in ids[start : start + length])
            for start, length in zip(starts.tolist(), lengths[starts].tolist(), strict=True)
        ]
        return list(dict.fromkeys(spans))

    def _candidates(self, cells: _Cells) -> Candidates:
        tables = self._tables
        if tables is None:
            # Thread-safe: each thread gets the same result.
            tables = self._tables = self._attributes.tables(len(self.values.alphabet))
        found = [tables[line.literals].find(cells.of(line), cells.n_tokens) for line in self.lines]
        numbers, distinct = np.zeros(cells.n_tokens, np.int32), np.zeros(1, np.int64)
        sets = np.zeros((1, 0), np.int32)
        for column in found:
            # Missing attributes are a value of their own here.
            numbers, distinct = interned(pair_keys(numbers, column + np.int32(1)))
            earlier, added = split_pairs(distinct)
            sets = np.column_stack([sets[earlier], added - np.int32(1)])
        sets = np.ascontiguousarray(sets, np.int32)
        indptr = np.empty(len(sets) + 1, np.int64)
        attributes = np.empty(int(np.count_nonzero(sets >= 0)), np.int32)
        pack_rows(sets, indptr, attributes)
        offsets = np.array([0, len(sets)], np.int64)
        return Candidates(Dataset(offsets, indptr, attributes, self.n_attributes), numbers)

    def attribute_names(self) -> list[str]:
        """Return the attributes as text, in the order of their ids."""
        return self._attributes.names(self.values.strings())

    def ids_in(self, other: SegmentExtractor) -> IdArray:
        """Return the id in another extractor of each attribute, −1 for unknown ones."""
        cells_there = self.values.numbers_in(other.values)
        return self._attributes.ids_in(other._attributes, cells_there, len(other.values.alphabet))

    def keep(self, mask: NDArray[np.bool_]) -> SegmentExtractor:
        """Return the same with some of the attributes, renumbered in the same order."""
        kept = SegmentExtractor(self.given, self.phrase_lists)
        kept.values, kept.phrases = self.values, self.phrases
        kept._attributes = self._attributes.keep(mask)
        return kept

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`, as JSON and named arrays; lists are not in it."""
        text, offsets = pack_strings(self.values.strings())
        arrays: dict[str, NDArray[Any]] = {"strings": text, "string_offsets": offsets}
        for number, macro in enumerate(self._span_macros()):
            text, offsets = pack_strings(self.phrases[macro].phrases)
            arrays[f"spans_{number}"], arrays[f"span_offsets_{number}"] = text, offsets
        return {"lines": written(self.given)}, {**arrays, **self._attributes.arrays("segment")}

    @classmethod
    def from_state(
        cls,
        header: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        phrase_lists: Sequence[PhraseList],
    ) -> SegmentExtractor:
        """Return the extractor of a `state`.

        Raises
        ------
        ValueError, LookupError, TypeError, CrfError
            The parts are inconsistent.
        """
        extractor = cls(parse_segment_lines(header["lines"]), phrase_lists)
        strings = unpack_alphabet(arrays["strings"], arrays["string_offsets"])
        extractor.values = CellValues({string: number for number, string in enumerate(strings)})
        for number, macro in enumerate(extractor._span_macros()):
            phrases = unpack_strings(arrays[f"spans_{number}"], arrays[f"span_offsets_{number}"])
            extractor.phrases[macro] = _of_spans(macro, phrases)
        extractor._attributes.restore("segment", arrays, len(strings))
        return extractor


def segment_extractor(name: str, phrase_lists: Sequence[PhraseList]) -> SegmentExtractor:
    """Return an extractor for the lines of segments of a name, which read some lists.

    Raises
    ------
    TemplateError
        As for `segment_lines_named`, or a line reads a list that is not there; names the file.
    """
    lines = segment_lines_named(name)
    try:
        return SegmentExtractor(lines, phrase_lists)
    except TemplateError as error:
        raise TemplateError(error.reason, path=name if is_file_of_lines(name) else None) from None


def _strings_of(column: Column) -> tuple[str | None, ...]:
    """Return the strings of all tokens, None where there is none."""
    return tuple(column.values[i] if i >= 0 else None for i in column.ids.tolist())


def _of_spans(macro: Macro, spans: Sequence[str]) -> PhraseList:
    """Return known spans as a list whose phrases are their own labels."""
    return PhraseList(str(macro), spans, spans)
