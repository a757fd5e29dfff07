"""What is learned from text without labels, for the lines of a template that read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from numpy.typing import NDArray

from crfcore.arrays import with_prefix
from crfcore.errors import CrfError, shown
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.template import Feature, Macro, Template
from crfcore.features.word_cases import WordCases
from crfcore.features.word_clusters import WordClusters
from crfcore.features.word_files import State
from crfcore.features.word_vectors import WordVectors


class LearnedText(NamedTuple):
    """What was learned from text without labels; any part may be missing.

    Attributes
    ----------
    clusters : WordClusters or None
        Read by ``%cluster[row,bits]``.
    vectors : WordVectors or None
        Read by lines ``U…%vector[row]``.
    cases : WordCases or None
        Read by ``%case[row]``.
    """

    clusters: WordClusters | None = None
    vectors: WordVectors | None = None
    cases: WordCases | None = None

    def checked(self) -> LearnedText:
        """Return itself; CrfError if a part is something else, such as the name of a file."""
        kinds = (WordClusters, WordVectors, WordCases)
        for name, part, kind in zip(self._fields, self, kinds, strict=True):
            if part is not None and not isinstance(part, kind):
                raise CrfError(
                    f"{name}={shown(part)} is not possible; give what {kind.__name__}.load or the "
                    "function that learns them returned."
                )
        return self

    def check_read_by(self, template: Template) -> None:
        """Raise CrfError for a part that no line of a template reads."""
        read = {macro.function for feature in template.features for macro in feature.macros}
        # Each has another identifier, so that no word has the name of a dimension.
        examples = ("Uc:%cluster[0,4]", "Uv:%vector[0]", "Ul:%case[0]")
        for name, part, example in zip(self._fields, self, examples, strict=True):
            function = name.removesuffix("s")
            if part is not None and function not in read:
                raise CrfError(
                    f"The template has no line that reads {name}; choose basic, basic-pos, ner or "
                    f"pos, add a line such as {example}, or leave out {name}."
                )

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing."""
        return all(part is None for part in self)

    @property
    def reads_contexts(self) -> bool:
        """Whether unknown words get their vectors or cases from a text as a whole."""
        return self.vectors is not None or self.cases is not None

    def columns(self, table: ColumnTable) -> tuple[Column, ...]:
        """Return the bit strings and the cases of the words of a table, where there are any."""
        words = table.columns[0]
        found = []
        if self.clusters is not None:
            found.append(self.clusters.column(words))
        if self.cases is not None:
            found.append(self.cases.column(words, table.offsets))
        return tuple(found)

    def readable(self, lines: Iterable[Feature], first: int) -> tuple[Feature, ...]:
        """Return lines with cells of columns in place of those of clusters and cases.

        Lines that read what is missing are left out, and so are lines of vectors, which are no
        cells.

        Parameters
        ----------
        lines : iterable of Feature
        first : int
            The number of the first column of `columns`.
        """
        places = {}
        if self.clusters is not None:
            places["cluster"] = "prefix", first
        if self.cases is not None:
            places["case"] = "x", first + len(places)
        found = []
        for line in lines:
            functions = {macro.function for macro in line.macros}
            if not functions & ({"cluster", "case", "vector"} - places.keys()):
                macros = tuple(_placed(macro, places) for macro in line.macros)
                found.append(replace(line, macros=macros))
        return tuple(found)

    def state(self) -> State:
        """Return everything that `from_state` needs: a JSON object and named arrays."""
        header: dict[str, Any] = {}
        arrays: dict[str, NDArray[Any]] = {}
        for name, part in zip(self._fields, self, strict=True):
            if part is not None:
                header[name], own = part.state()
                arrays.update({f"{name}/{array}": own[array] for array in own})
        return header, arrays

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
    ) -> LearnedText:
        """Make the parts again whose `state` this is; ValueError if one does not fit."""
        kinds: tuple[Any, ...] = WordClusters, WordVectors, WordCases
        parts: dict[str, Any] = {
            name: kind.from_state(header[name], with_prefix(arrays, f"{name}/"))
            for name, kind in zip(cls._fields, kinds, strict=True)
            if name in header
        }
        return cls(**parts)


def _placed(macro: Macro, places: Mapping[str, tuple[str, int]]) -> Macro:
    if macro.function not in places:
        return macro
    function, column = places[macro.function]
    return replace(macro, function=function, column=column)
