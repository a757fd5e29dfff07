"""Grammars as columns of a table, beside lists of phrases.

The first column of a grammar has ``B-X`` at the first token of a span of X and ``I-X`` at its
others. Those after it have the same, followed by ``>0.5`` and by ``>0.9``, if the span's
probability is greater. So a confident span has three attributes, whose weights sum: a few labelled
sentences are enough to follow it, in spite of the penalty. Tokens outside spans have no attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.phrases import PhraseList
from crfcore.grammars.grammar import Grammar
from crfcore.grammars.grammar_text import LONGEST_TEXT, parse_grammar
from crfcore.grammars.islands import FoundSpan, Islands
from crfcore.grammars.matching import columns_of
from crfcore.messages import counted, message

KIND = "grammar"
"""What the states of grammars have, and those of phrases lack."""

LEVELS = (0.5, 0.9)
"""Probabilities from which on a span has a further attribute."""


@dataclass(frozen=True, eq=False)
class GrammarList:
    """A grammar whose spans are attributes, as those of a `PhraseList` are.

    Attributes
    ----------
    name : str
        Prefix of the attributes: ``grammar:NAME:B-X``.
    islands : Islands
        Without shares of a text, those of the table that an extractor is fitted to are taken.
    labels : tuple of str
        The label of each of the islands' types; by default their names.
    lists : tuple of PhraseList
        Those that the grammar reads.
    """

    name: str
    islands: Islands
    labels: tuple[str, ...] = ()
    lists: tuple[PhraseList, ...] = ()
    has_text: bool = field(init=False)

    def __post_init__(self) -> None:
        """Fill in the labels."""
        labels = self.labels or self.islands.types
        if len(labels) != len(self.islands.types):
            raise CrfError(
                f"The grammar {self.name!r} finds spans of "
                f"{counted(len(self.islands.types), 'label')}, and has names for {len(labels)}; "
                "give one for each."
            )
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "has_text", bool(np.any(self.islands.shares != 1.0)))

    @property
    def prefix(self) -> str:
        """What its attributes begin with."""
        return f"grammar:{self.name}:"

    @property
    def distinct(self) -> tuple[str, ...]:
        """The distinct labels, in the order of the types."""
        return tuple(dict.fromkeys(self.labels))

    @property
    def tags(self) -> tuple[str, ...]:
        """B and I of each label."""
        return tuple(f"{p}-{label}" for label in self.distinct for p in "BI")

    def prepare(self) -> None:
        """Do nothing: a grammar is prepared when it is made."""

    @property
    def is_prepared(self) -> bool:
        """Whether it can be used at once."""
        return True

    def with_text(
        self, table: ColumnTable, *, cancelled: Callable[[], bool] = lambda: False
    ) -> GrammarList:
        """Return the same with the shares of a text, if it has none yet.

        TrainingCancelled if ``cancelled`` returned True.
        """
        if self.has_text or not table.n_tokens:
            return self
        islands = self.islands.with_text(table.columns, table.offsets, cancelled=cancelled)
        return replace(self, islands=islands)

    def spans(self, columns: Sequence[Column], offsets: OffsetArray) -> list[FoundSpan]:
        """Return the spans of some sentences, with labels as symbols and their probabilities."""
        label_of = dict(zip(self.islands.types, self.labels, strict=True))
        found = self.islands.spans(columns, offsets)
        return [one._replace(symbol=label_of[one.symbol]) for one in found]

    def read(self, table: ColumnTable) -> tuple[Column, ...]:
        """Return its columns for a table: of all spans, and of those above each probability.

        Raises
        ------
        CrfError
            The grammar reads a column that the table lacks.
        """
        least = (-1.0, *LEVELS)
        columns: IdArray = np.full((len(least), table.n_tokens), -1, np.int32)
        numbers = {label: 2 * number for number, label in enumerate(self.distinct)}
        found = self.spans(table.columns, table.offsets) if table.n_tokens else ()
        for one in found:
            start = int(table.offsets[one.sentence])
            first, last = start + one.start, start + one.end
            for ids, level in zip(columns, least, strict=True):
                if one.probability > level:
                    ids[first] = numbers[one.symbol]
                    ids[first + 1 : last] = numbers[one.symbol] + 1
        endings = ("", *(f">{level}" for level in LEVELS))
        return tuple(
            Column(ids, [f"{tag}{ending}" for tag in self.tags])
            for ids, ending in zip(columns, endings, strict=True)
        )

    def find(self, tokens: Sequence[Any]) -> list[tuple[int, int, str]]:
        """Return (start, end, label) of each span of one sentence, end exclusive.

        Parameters
        ----------
        tokens : sequence of words, or of sequences of fields
        """
        if not tokens:
            return []
        columns, offsets = columns_of([tokens])
        found = self.spans([Column(*column) for column in columns], offsets)
        return [(one.start, one.end, one.symbol) for one in found]

    def state(self, name: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Return the state for `from_state`: a JSON object, and arrays with a prefix.

        Raises
        ------
        CrfError
            The text of the grammar is too long to be read again.
        """
        own = self.islands
        text = str(own.grammar)
        if len(text) > LONGEST_TEXT:
            raise CrfError(
                message(
                    "The grammar {name} has {n:,} characters with its probabilities, and a "
                    "model can keep {longest_text:,}; leave some out.",
                    name=repr(self.name),
                    n=len(text),
                    longest_text=LONGEST_TEXT,
                )
            )
        states = [one.state(f"{name}_list_{n}") for n, one in enumerate(self.lists)]
        header = {
            "kind": KIND,
            "name": self.name,
            "text": text,
            "start": own.grammar.start,
            "kinds": [*own.kinds],
            "types": [*own.types],
            "labels": [*self.labels],
            "max_span": own.max_span,
            "lists": [one for one, _ in states],
        }
        arrays = {f"{name}_shares": own.shares, f"{name}_steps": own.steps}
        for _, more in states:
            arrays.update(more)
        return header, arrays

    @classmethod
    def from_state(
        cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], name: str
    ) -> GrammarList:
        """Return the grammar of a `state`; CrfError, or ValueError, if parts do not fit."""
        lists = tuple(
            PhraseList.from_state(one, arrays, f"{name}_list_{n}")
            for n, one in enumerate(header["lists"])
        )
        max_span = header["max_span"]
        if type(max_span) is not int:
            raise ValueError(message("the longest span of a grammar is no whole number"))
        islands = Islands(
            parse_grammar(str(header["text"]), start=str(header["start"])),
            tuple(map(str, header["kinds"])),
            tuple(map(str, header["types"])),
            arrays[f"{name}_shares"],
            arrays[f"{name}_steps"],
            max_span,
            {one.name: one for one in lists},
        )
        return cls(str(header["name"]), islands, tuple(map(str, header["labels"])), lists)


def grammar_list(
    name: str,
    grammar: Grammar,
    lists: Sequence[PhraseList] = (),
    *,
    types: Sequence[str] = (),
    label: str = "",
) -> GrammarList:
    """Return a grammar for an extractor, with the lists that it reads.

    Parameters
    ----------
    name : str
    grammar : Grammar
    lists : sequence of PhraseList
        May have more than it reads.
    types : sequence of str
        Labels; those that are symbols of the grammar are what it finds. Without any, it finds its
        `tops`.
    label : str
        The label of all that it finds; by default the names of the symbols.
    """
    used = tuple(one for one in lists if one.name in grammar.lists)
    known = tuple(one for one in types if one in grammar.symbols)
    islands = Islands(grammar, types=known, lists={one.name: one for one in used})
    labels = tuple(label or one for one in islands.types)
    return GrammarList(name, islands, labels, used)
