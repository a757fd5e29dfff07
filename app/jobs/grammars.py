"""Grammars of a project: their check, and the spans that they find."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.jobs.kernels import missing_parts
from app.jobs.phrase_lists import phrase_list
from app.jobs.snapshot import ProjectText
from crfcore.errors import CrfError, GrammarError, TrainingCancelled

if TYPE_CHECKING:
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.grammar_lists import GrammarList
    from crfcore.features.listed_columns import ColumnList
    from crfcore.grammars import FoundSpan, Grammar

KERNELS = "grammars"
"""The part of the kernels that grammars need."""

GRAMMARS_KEPT = 8
"""The most grammars in the cache; a changed one is a further entry."""

SENTENCES_AT_ONCE = 500
"""Sentences that are read between two questions whether the work is cancelled."""

NOT_COMPILED = "Used as soon as its machine code is compiled."


@dataclass(frozen=True, slots=True)
class GrammarCheck:
    """What a grammar's text is: an error with its line and column (0: none), or what it finds.

    ``finds`` are the labels of its spans. ``new`` are those of them that the project lacks.
    """

    error: str = ""
    line: int = 0
    column: int = 0
    n_rules: int = 0
    finds: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def check_grammar(listed: Listed) -> GrammarCheck:
    """Check the text of a grammar, and the gazetteers that it names."""
    try:
        grammar = _grammar(listed)
        made = _made(listed, grammar)
    except GrammarError as error:
        return GrammarCheck(error.reason, error.line or 0, error.column or 0)
    except CrfError as error:
        return GrammarCheck(str(error))
    new = tuple(one for one in made.distinct if one not in listed.types)
    return GrammarCheck(n_rules=len(grammar.rules), finds=made.distinct, new=new)


def usable_lists(lists: Sequence[Listed], table: ColumnTable) -> list[ColumnList]:
    """Return compiled gazetteers and grammars, without grammars that have an error.

    Grammars that read a column that the table lacks are left out, too.
    """
    found: list[ColumnList] = []
    for listed in lists:
        if not listed.is_grammar:
            found.append(phrase_list(listed))
            continue
        try:
            found.append(_usable(_made(listed, _grammar(listed)), len(table.columns)))
        except CrfError:
            continue  # the panel of gazetteers shows it
    return found


def are_compiled(lists: Sequence[Listed]) -> bool:
    """Return whether the kernels that some gazetteers and grammars need are compiled."""
    return not any(one.is_grammar for one in lists) or not missing_parts((KERNELS,))


def spans_of(
    listed: Listed,
    text: ProjectText,
    sentence_indices: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> list[FoundSpan]:
    """Return the spans of a grammar in some sentences of a project.

    Sentences of the spans are indices in ``sentence_indices``. CrfError if the grammar can't be
    used; TrainingCancelled if cancelled.
    """
    made = _COMPILED.get(listed, text)
    found: list[FoundSpan] = []
    for start in range(0, len(sentence_indices), SENTENCES_AT_ONCE):
        if cancelled():
            raise TrainingCancelled
        some = text.of_sentences(sentence_indices[start : start + SENTENCES_AT_ONCE])
        spans = made.spans(some.table().columns, some.offsets)
        found += [one._replace(sentence=one.sentence + start) for one in spans]
    return found


class _Compiled:
    """A thread-safe cache of grammars with the shares of a project's text."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[int, int], tuple[Listed, Any, GrammarList]] = OrderedDict()

    def get(self, listed: Listed, text: ProjectText) -> GrammarList:
        """Return a compiled grammar; CrfError if it can't be used with the text."""
        key = id(listed), id(text.columns)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                if not are_compiled((listed,)):
                    raise CrfError(NOT_COMPILED)
                table = text.table()
                made = _usable(_made(listed, _grammar(listed)), len(table.columns))
                # With the grammar and the text, so that their ids are not reused.
                known = self._known[key] = listed, text.columns, made.with_text(table)
                while len(self._known) > GRAMMARS_KEPT:
                    self._known.popitem(last=False)
        return known[2]


_COMPILED = _Compiled()


def _grammar(listed: Listed) -> Grammar:
    from crfcore.grammars import parse_grammar

    return parse_grammar(listed.gazetteer.grammar)


def _made(listed: Listed, grammar: Grammar) -> GrammarList:
    from crfcore.features.grammar_lists import grammar_list

    own = listed.gazetteer
    lists = [phrase_list(one) for one in listed.reads]
    return grammar_list(own.name, grammar, lists, types=listed.types, label=own.label)


def _usable(made: GrammarList, n_columns: int) -> GrammarList:
    if made.islands.n_columns > n_columns:
        wanted = made.islands.n_columns - 1
        raise CrfError(f"It reads column {wanted}; the texts have columns 0 to {n_columns - 1}.")
    return made
