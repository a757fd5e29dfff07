"""Labelled sentences of files, and the shards that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, with_prefix
from crfcore.errors import DataError, as_text, shown
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.segments import offsets_of
from crfcore.features.targets import Targets
from crfcore.features.template import Template
from crfcore.features.token_attributes import TokenAttributes
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from crfcore.training.shards.plan import Piece
from crfcore.training.shards.records import Record, State, dataset_from, dataset_state


@dataclass(frozen=True, eq=False)
class LabelledTable:
    """Sentences with labels, as from a file.

    Attributes
    ----------
    table : ColumnTable
    label_sets : (T,) array
        Indices in `labels`; −1 for an unknown label.
    labels : tuple of str
    note : dict
        JSON about the file, such as the names of its columns; alike in all files of a corpus.
    """

    table: ColumnTable
    label_sets: IdArray
    labels: tuple[str, ...]
    note: dict[str, Any] = field(default_factory=dict)

    def part(self, first: int, last: int) -> LabelledTable:
        """Return sentences first..last-1, with their own strings only."""
        tokens = slice(int(self.table.offsets[first]), int(self.table.offsets[last]))
        table = self.table.part(first, last)
        columns = tuple(map(_own_strings, table.columns))
        return LabelledTable(
            ColumnTable(columns, table.offsets), self.label_sets[tokens], self.labels, self.note
        )


Read = Callable[[Path], LabelledTable]
"""A function that reads a file; on a cluster it has a name that workers can import."""


def _own_strings(column: Column) -> Column:
    """Return a column without strings that do not occur, in their order of appearance."""
    used, firsts, ids = np.unique(column.ids, return_index=True, return_inverse=True)
    order = np.argsort(firsts, kind="stable")
    order = order[used[order] >= 0]
    new = np.full(len(used), -1, np.int32)
    new[order] = np.arange(len(order), dtype=np.int32)
    return Column(new[ids.ravel()], [column.values[one] for one in used[order].tolist()])


def read_column_file(path: Path) -> LabelledTable:
    """Read a column file whose last column is the label (CoNLL 2000–2003).

    Raises
    ------
    DataError
        The file cannot be read, or has one column only.
    """
    raw = parse_columns(read_text(path), path=path)
    if raw.n_columns < 2:
        raise DataError("The file has one column; a column with labels was expected.", path=path)
    table = ColumnTable.from_sentences([sentence.fields for sentence in raw.sentences])
    # Labels in the order of appearance, as `fit` takes them from lists.
    last = _own_strings(table.columns[-1])
    return LabelledTable(
        ColumnTable(table.columns[:-1], table.offsets),
        last.ids,
        tuple(last.values),
    )


def joined_tables(parts: Sequence[LabelledTable]) -> LabelledTable:
    """Return the sentences of several files one after another."""
    if len(parts) == 1:
        return parts[0]
    labels = union_of(part.labels for part in parts)
    numbers = {name: number for number, name in enumerate(labels)}
    label_sets = []
    for part in parts:
        # A last entry maps -1 to -1.
        own = np.array([*(numbers[name] for name in part.labels), -1], np.int32)
        label_sets.append(own[part.label_sets])
    columns = [_joined_columns(several) for several in zip(*_columns_of(parts), strict=True)]
    lengths = np.concatenate([np.diff(part.table.offsets) for part in parts])
    table = ColumnTable(tuple(columns), offsets_of(lengths))
    return LabelledTable(table, np.concatenate(label_sets), labels, parts[0].note)


def _columns_of(parts: Sequence[LabelledTable]) -> list[tuple[Column, ...]]:
    return [part.table.columns for part in parts]


def _joined_columns(columns: Sequence[Column]) -> Column:
    ids: list[NDArray[np.int32]] = []
    strings: dict[str, int] = {}
    for column in columns:
        new = [strings.setdefault(value, len(strings)) for value in column.values]
        ids.append(np.array([*new, -1], np.int32)[column.ids])
    return Column(np.concatenate(ids), list(strings))


def union_of(labels: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return all labels in the order of appearance."""
    return tuple(dict.fromkeys(name for names in labels for name in names))


@dataclass(frozen=True, eq=False)
class RawShard(Record):
    """A shard with its own numbers of attributes and labels.

    Attributes
    ----------
    dataset : TokenAttributes
    targets : Targets
    labels : tuple of str
    extractor : TemplateExtractor
        Of the dataset.
    first_sentence : int
    note : dict
        Of its first file.
    """

    dataset: TokenAttributes
    targets: Targets
    labels: tuple[str, ...]
    extractor: TemplateExtractor
    first_sentence: int
    note: dict[str, Any]

    def state(self) -> State:
        """Return the state for `from_state`."""
        header, arrays = dataset_state(self.dataset, self.targets)
        header |= {"labels": list(self.labels), "first_sentence": self.first_sentence}
        own, strings = self.extractor.state()
        header |= {"extractor": own, "note": self.note}
        return header, {**arrays, **{f"extractor/{name}": strings[name] for name in strings}}

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Return the shard of a `state`."""
        own = with_prefix(arrays, "extractor/")
        extractor = TemplateExtractor.from_state(header["extractor"], own)
        return cls(
            *dataset_from(header, arrays),
            tuple(header["labels"]),
            extractor,
            header["first_sentence"],
            header["note"],
        )


def raw_shard(
    first_sentence: int, template: Template, pieces: Sequence[Piece], *tables: LabelledTable
) -> RawShard:
    """Return the shard of pieces of files, with the tables of these files.

    Raises
    ------
    CrfError
        The template reads a column that a table lacks.
    """
    parts = [
        table.part(piece.first, piece.last) for piece, table in zip(pieces, tables, strict=True)
    ]
    text = joined_tables(parts)
    extractor = TemplateExtractor(template)
    dataset = extractor.fit(text.table)
    n_labels = len(text.labels)
    label_sets = np.where(text.label_sets < 0, n_labels, text.label_sets).astype(np.int32)
    targets = Targets(label_sets, np.zeros((0, n_labels), np.uint8), n_labels)
    return RawShard(dataset, targets, text.labels, extractor, first_sentence, text.note)


def check_alike(path: Path, text: LabelledTable, first: Path, wanted: LabelledTable) -> None:
    """Raise DataError for a file with other columns than the first one."""
    found = {"number of columns": text.table.n_columns + 1, **text.note}
    expected = {"number of columns": wanted.table.n_columns + 1, **wanted.note}
    for name, value in expected.items():
        if found.get(name) != value:
            raise DataError(
                f"Its {name} is {shown(found.get(name))}, and that of {as_text(first)} "
                f"{shown(value)}; train on files that are alike.",
                path=path,
            )
