"""Columns of lists of phrases and of grammars, for the extractor of a template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from numpy.typing import NDArray

from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.grammar_lists import KIND, LEVELS, GrammarList
from crfcore.features.phrases import PhraseList
from crfcore.features.template import Feature, Macro

WITH_PHRASES = "template and phrases"
"""The kind of an extractor with lists of phrases."""

WITH_GRAMMARS = "template and grammars"
"""The kind of an extractor with grammars among its lists."""

ColumnList: TypeAlias = PhraseList | GrammarList
"""What gives the tokens of its matches an attribute."""


def n_columns_of(lists: Sequence[ColumnList]) -> int:
    """Return the number of columns that some lists add."""
    return sum(map(_width, lists))


def _width(one: ColumnList) -> int:
    return 1 + len(LEVELS) if isinstance(one, GrammarList) else 1


def features_of(lists: Sequence[ColumnList], n_columns: int) -> tuple[Feature, ...]:
    """Return the lines of a template for the columns of lists, from column n on."""
    prefixes = [one.prefix for one in lists for _ in range(_width(one))]
    return tuple(
        Feature((prefix, ""), (Macro("x", 0, n_columns + position),))
        for position, prefix in enumerate(prefixes)
    )


def with_lists(table: ColumnTable, lists: Sequence[ColumnList], n_columns: int) -> ColumnTable:
    """Return the first n columns of a table followed by those of some lists."""
    added: list[Column] = []
    for one in lists:
        added += one.read(table) if isinstance(one, GrammarList) else (one.read(table),)
    return ColumnTable((*table.columns[:n_columns], *added), table.offsets)


def list_from_state(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], name: str
) -> ColumnList:
    """Return the list or grammar of a `state`."""
    if header.get("kind") == KIND:
        return GrammarList.from_state(header, arrays, name)
    return PhraseList.from_state(header, arrays, name)


def grammars_among(lists: Sequence[ColumnList]) -> list[GrammarList]:
    """Return those of some lists that are grammars."""
    return [one for one in lists if isinstance(one, GrammarList)]


def states_of(
    lists: Sequence[ColumnList],
) -> tuple[str, list[dict[str, Any]], dict[str, NDArray[Any]]]:
    """Return the kind of an extractor with some lists, their JSON objects, and all arrays."""
    headers, arrays = [], dict[str, NDArray[Any]]()
    for number, one in enumerate(lists):
        header, own = one.state(f"list_{number}")
        headers.append(header)
        arrays.update(own)
    return WITH_GRAMMARS if grammars_among(lists) else WITH_PHRASES, headers, arrays
