"""What an extractor with the attributes of two templates reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.errors import CrfError, cut, shown
from crfcore.features.grammar_lists import GrammarList
from crfcore.features.learned_text import LearnedText
from crfcore.features.listed_columns import ColumnList
from crfcore.features.template import Feature, Macro, Template, parse_template
from crfcore.messages import message

State = tuple[dict[str, Any], dict[str, NDArray[Any]]]

_CALLED = {
    "clusters": message("word clusters"),
    "vectors": message("word vectors"),
    "cases": message("letter cases of words"),
}
"""The parts of `LearnedText` in messages."""

_SHOWN = 80
"""Characters of a name in a message."""


class Sources(NamedTuple):
    """What a template's extractor reads besides the columns of a table."""

    template: Template
    lists: tuple[ColumnList, ...]
    learned: LearnedText


def joined_sources(one: Sources, other: Sources) -> Sources:
    """Return the lines, lists, clusters, vectors and cases of both.

    Raises
    ------
    CrfError
        The same attribute would be read from different cells: lines of the same name differ, or
        lists, clusters, vectors or cases do.
    """
    _check_lines(one, other)
    learned = {
        name: _same(_CALLED[name], getattr(one.learned, name), getattr(other.learned, name))
        for name in LearnedText._fields
    }
    lists = {listed.name: listed for listed in one.lists}
    for listed in other.lists:
        known = lists.setdefault(listed.name, listed)
        if not _are_equal(known.state(""), listed.state("")):
            raise CrfError(_unlike(listed))
    union = Template(
        _union(one.template.unigrams, other.template.unigrams),
        _union(one.template.bigrams, other.template.bigrams),
        one.template.dialect,
    )
    # In the order in which a file of the model is read.
    return Sources(parse_template(str(union)), tuple(lists.values()), LearnedText(**learned))


def _unlike(listed: ColumnList) -> str:
    """Return what to do about two lists, or grammars, of the same name."""
    name = message("“{text}”", text=cut(listed.name, _SHOWN))
    if isinstance(listed, GrammarList):
        # A grammar learns from the text of a model how frequent words are outside of its spans.
        return message(
            "The models have different grammars called {name}: their rules differ, or the "
            "texts that they were trained on; train the models with grammars of different "
            "names.",
            name=name,
        )
    return message(
        "The models have different lists called {name}; train them with the same list, or "
        "give the lists different names.",
        name=name,
    )


def _union(lines: Sequence[Feature], more: Iterable[Feature]) -> tuple[Feature, ...]:
    known = {line.literals for line in lines}
    return (*lines, *(line for line in more if line.literals not in known))


def _check_lines(one: Sources, other: Sources) -> None:
    """Raise CrfError if attributes of the same name are read differently."""
    if one.template.dialect != other.template.dialect:
        raise CrfError(
            message(
                "The models have templates in different languages, of CRF++ and of Wapiti; train "
                "one of them again with the template of the other."
            )
        )
    for lines, more in (
        (one.template.unigrams, other.template.unigrams),
        (one.template.bigrams, other.template.bigrams),
    ):
        own, others = _cells_by_name(lines), _cells_by_name(more)
        for name in own.keys() & others.keys():
            if own[name] != others[name]:
                raise CrfError(
                    message(
                        "The templates of the models have different lines called {name}; train "
                        "one of them again with the template of the other, or give the lines "
                        "different names.",
                        name=shown(name[0]),
                    )
                )


def _cells_by_name(lines: Iterable[Feature]) -> dict[tuple[str, ...], Counter[tuple[Macro, ...]]]:
    """Return how often each tuple of cells is read by the lines that share their attributes."""
    found: dict[tuple[str, ...], Counter[tuple[Macro, ...]]] = {}
    for line in lines:
        found.setdefault(line.literals, Counter())[line.macros] += 1
    return found


def _same(called: str, one: Any, other: Any) -> Any:
    """Return what both have, or the one that is there."""
    if one is None or other is None:
        return one if other is None else other
    if not _are_equal(one.state(), other.state()):
        raise CrfError(
            message(
                "The models read different {called}, so that the same attribute means different "
                "words; train them with the same file of {called}, or with a template without "
                "them.",
                called=called,
            )
        )
    return one


def _are_equal(one: State, other: State) -> bool:
    header, arrays = one
    return header == other[0] and _are_equal_arrays(arrays, other[1])


def _are_equal_arrays(one: Mapping[str, NDArray[Any]], other: Mapping[str, NDArray[Any]]) -> bool:
    return one.keys() == other.keys() and all(
        np.array_equal(array, other[name]) for name, array in one.items()
    )
