"""Parsing of attribute texts of CRF++ and Wapiti into cells of template lines.

A text such as "U05:the/cat" gives the cells of "U05:%x[-1,0]/%x[0,0]". Where cells contain the
separator, the text may be ambiguous; then all readings are that attribute, as in the other program,
which compares texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.features.extraction import TemplateExtractor
from crfcore.features.string_arrays import pack_strings
from crfcore.features.template import Feature, Template
from crfcore.features.wapiti_regexps import from_bytes, to_bytes
from crfcore.messages import message

MAX_READINGS = 500
"""Limit of the readings of a text."""

_ANSWERS = (b"true", b"false")


class UnreadableAttributeError(ValueError):
    """A text that matches no line of the template, or too many; part of a sentence."""


def extractor_of(
    template: Template, token_texts: Sequence[bytes], edge_texts: Sequence[bytes]
) -> TemplateExtractor:
    """Return an extractor of the attributes with these texts, in this order.

    Parameters
    ----------
    template : Template
    token_texts, edge_texts : sequences of bytes
        Distinct attributes of tokens and of edges.

    Raises
    ------
    UnreadableAttributeError
        A text matches no line of the template.
    """
    strings: dict[bytes, int] = {}
    extractor = TemplateExtractor(template)
    arrays = {
        **_tuples("token", extractor.lines, token_texts, strings),
        **_tuples("edge", extractor.edge_lines, edge_texts, strings),
    }
    text, offsets = pack_strings([from_bytes(string) for string in strings])
    arrays.update(strings=text, string_offsets=offsets)
    return TemplateExtractor.from_state({"template": str(template)}, arrays)


def _tuples(
    name: str, features: Sequence[Feature], texts: Sequence[bytes], strings: dict[bytes, int]
) -> dict[str, NDArray[Any]]:
    """Return the arrays of a template extractor's state: cells and ids, by distinct literals."""
    readers = [
        _Reader([feature for feature in features if feature.literals == literals])
        for literals in dict.fromkeys(feature.literals for feature in features)
    ]
    cells: list[list[list[int]]] = [[] for _ in readers]
    ids: list[list[int]] = [[] for _ in readers]
    for number, text in enumerate(texts):
        n_readings = 0
        for position, reader in enumerate(readers):
            for reading in reader.readings(text):
                cells[position].append([strings.setdefault(cell, len(strings)) for cell in reading])
                ids[position].append(number)
                n_readings += 1
                if n_readings > MAX_READINGS:
                    reason = message(
                        "the attribute {text} can be read in too many ways", text=_shown(text)
                    )
                    raise UnreadableAttributeError(reason)
        if not n_readings:
            reason = message(
                "the attribute {text} follows from no line of the template", text=_shown(text)
            )
            raise UnreadableAttributeError(reason)
    arrays: dict[str, NDArray[Any]] = {}
    for position, reader in enumerate(readers):
        shape = (len(ids[position]), reader.n_cells)
        arrays[f"{name}_{position}_cells"] = np.array(cells[position], np.int32).reshape(shape)
        arrays[f"{name}_{position}_ids"] = np.array(ids[position], np.int32)
    return arrays


def _shown(text: bytes) -> str:
    return repr(from_bytes(text[:60]))


class _Reader:
    """Parses the texts of lines that differ only in their cells."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self._literals = [to_bytes(literal) for literal in features[0].literals]
        columns = list(zip(*(feature.macros for feature in features), strict=True))
        self.n_cells = len(columns)
        self._may_be_empty = [any(m.function in ("m", "M") for m in macros) for macros in columns]
        self._answers_only = [all(m.function == "t" for m in macros) for macros in columns]

    def readings(self, text: bytes) -> Iterator[list[bytes]]:
        """Yield every list of cells that gives the text."""
        if not self.n_cells:
            if text == self._literals[0]:
                yield []
        elif text.startswith(self._literals[0]):
            yield from self._rest(text, len(self._literals[0]), 0, [])

    def _rest(
        self, text: bytes, start: int, cell: int, found: list[bytes]
    ) -> Iterator[list[bytes]]:
        literal = self._literals[cell + 1]
        is_last = cell + 1 == self.n_cells
        least = start if self._may_be_empty[cell] else start + 1
        end = len(text) - len(literal) if is_last else text.find(literal, least)
        if is_last and (end < least or not text.endswith(literal)):
            return
        while end >= 0:
            value = text[start:end]
            if not self._answers_only[cell] or value in _ANSWERS:
                reading = [*found, value]
                if is_last:
                    yield reading
                else:
                    yield from self._rest(text, end + len(literal), cell + 1, reading)
            if is_last:
                return
            end = text.find(literal, end + 1)
