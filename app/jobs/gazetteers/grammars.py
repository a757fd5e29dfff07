"""Grammars of a project: their check, and the spans that they find."""

from __future__ import annotations

import re
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import LONGEST_GRAMMAR, Listed
from app.jobs.data.snapshot import (
    ProjectText,
    TrainingData,
    labelled_sentence_indices,
    tokens_at,
    words_at,
)
from app.jobs.gazetteers.phrase_lists import phrase_list
from app.jobs.kernels import PREPARING, missing_parts
from crfcore.errors import CrfError, DataError, GrammarError, TrainingCancelled, cut
from crfcore.grammars.grammar import WORD
from crfcore.messages import joined, message, without_stop
from crfcore.text.lines import read_text
from crfcore.text.rows import BOM
from crfcore.text.tag_schemes import split_tag

if TYPE_CHECKING:
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.grammar_lists import GrammarList
    from crfcore.features.listed_columns import ColumnList
    from crfcore.grammars import FoundSpan, Grammar

KERNELS = "grammars"
"""The part of the kernels that grammars need."""

GRAMMARS_KEPT = 8
"""The most grammars in the cache; a changed one is a further entry."""

SENTENCES_AT_ONCE = 50
"""Sentences that are read between two questions whether the work is cancelled."""

WRITTEN_COUNT = 50.0
"""How many uses of each symbol the written probabilities count as when others are learned.

With chunks of CoNLL-2000 and ten labelled sentences, F1 by a grammar falls from 83.8 to 77.0 and
79.1 without them, and is 84.0 and 84.2 with them (two draws, 400 other sentences).
"""

SENTENCES_TRIED = 1_000
"""Sentences in which an edited grammar is tried."""

SEEN_CHANGE = 0.0001
"""The least change of a probability that its text can show."""

SEEN_EDIT = 0.001
"""The least difference of a probability from what was learned that is an edit, not a rounding."""

_NOTE = re.compile(
    r"  # written ([01](?:\.[0-9]{1,20})?(?:e-[0-9]{2,3})?), learned ([01]\.[0-9]{4})$"
)
"""What a learned grammar says of a rule."""

_NEVER_STORED = re.compile("[\\x00\\ud800-\\udfff]")

STRANGE = message("Found a character that cannot be stored; remove it.")


@dataclass(frozen=True, slots=True)
class GrammarCheck:
    """What a grammar's text is: an error with its line and column (0: none), or what it finds.

    ``n_rules`` counts each alternative of the ``n_symbols``, with and without optional parts.
    ``finds`` are the labels of its spans. ``new`` are those of them that the project lacks.
    ``spaced`` is a word with a space, which few texts have as one token; "" for none.
    """

    error: str = ""
    line: int = 0
    column: int = 0
    n_rules: int = 0
    n_symbols: int = 0
    finds: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    spaced: str = ""
    radius: float = 0.0
    """The spectral radius; from 1 on, derivations may never end."""


def check_grammar(listed: Listed) -> GrammarCheck:
    """Check the text of a grammar, and the gazetteers that it names."""
    text = listed.gazetteer.grammar
    if (strange := _NEVER_STORED.search(text)) is not None:
        before = text[: strange.start()]
        column = len(before) - before.rfind("\n")
        return GrammarCheck(STRANGE, before.count("\n") + 1, column)
    try:
        grammar = _grammar(listed)
        known = {one.gazetteer.name for one in listed.reads}
        for name in grammar.lists:
            if name not in known:
                return _without_gazetteer(text, name)
        made = _made(listed, grammar)
    except GrammarError as error:
        return GrammarCheck(error.reason, error.line or 0, error.column or 0)
    except CrfError as error:
        return GrammarCheck(str(error))
    wanted = made.distinct if listed.gazetteer.label else (*made.distinct, *grammar.tops)
    new = tuple(dict.fromkeys(one for one in wanted if one not in listed.types))
    words = (one.text for one in grammar.terminals if one.kind == WORD)
    spaced = next((word for word in words if " " in word), "")
    radius = grammar.spectral_radius()
    # A symbol ending in + is one that the rules of repeated parts are written out with.
    symbols = {rule.left for rule in grammar.rules if not rule.left.endswith("+")}
    return GrammarCheck(
        n_rules=len(grammar.rules),
        n_symbols=len(symbols),
        finds=made.distinct,
        new=new,
        spaced=spaced,
        radius=radius,
    )


def _without_gazetteer(text: str, name: str) -> GrammarCheck:
    """Return the error of a grammar that names a gazetteer which the project lacks."""
    before = text[: max(text.find(f"@{name}"), text.find(f'@"{name}"'), 0)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    error = message(
        "There is no gazetteer “{name}”; correct the name, or add the gazetteer first.",
        name=cut(name),
    )
    return GrammarCheck(error, line, column)


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


def unused_grammars(lists: Iterable[Listed], n_columns: int) -> list[str]:
    """Return as sentences which grammars texts with some columns cannot use, and why."""
    texts = []
    for listed in lists:
        try:
            if listed.is_grammar:
                _usable(_made(listed, _grammar(listed)), n_columns)
        except CrfError as error:
            texts.append(
                message(
                    "The grammar “{name}” is not used: {reason}.",
                    name=cut(listed.gazetteer.name),
                    reason=without_stop(_with_line(error)),
                )
            )
    return texts


def _with_line(error: CrfError) -> str:
    if not isinstance(error, GrammarError) or error.line is None:
        return str(error)
    return message(
        "line {line}, column {column}: {reason}",
        line=error.line,
        column=error.column,
        reason=error.reason,
    )


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

    Sentences of the spans are indices in ``sentence_indices``. CrfError if the grammar cannot be
    used; TrainingCancelled if cancelled.
    """
    made = _COMPILED.get(listed, text, cancelled)
    found: list[FoundSpan] = []
    for start in range(0, len(sentence_indices), SENTENCES_AT_ONCE):
        if cancelled():
            raise TrainingCancelled
        some = text.of_sentences(sentence_indices[start : start + SENTENCES_AT_ONCE])
        spans = made.spans(some.table().columns, some.offsets)
        found += [one._replace(sentence=one.sentence + start) for one in spans]
    return found


def spans_where_possible(
    listed: Listed, text: ProjectText, sentence_indices: NDArray[np.int64]
) -> list[FoundSpan]:
    """Return the spans of a grammar, none of sentences that are too long for it.

    Sentences of the spans are indices in ``sentence_indices``. CrfError if the grammar cannot be
    used at all.
    """
    _COMPILED.get(listed, text)
    try:
        return spans_of(listed, text, sentence_indices)
    except CrfError:
        if len(sentence_indices) <= 1:
            return []
    middle = len(sentence_indices) // 2
    before = spans_where_possible(listed, text, sentence_indices[:middle])
    behind = spans_where_possible(listed, text, sentence_indices[middle:])
    return [*before, *(one._replace(sentence=one.sentence + middle) for one in behind)]


@dataclass(frozen=True, slots=True)
class GrammarMatch:
    """A span that a grammar finds: its sentence, words, label and probability."""

    sentence_index: int
    words: str
    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class GrammarTrial:
    """What a grammar finds in the first sentences of a project, of which ``n_sentences`` were read.

    ``error`` says why it cannot be used with these texts, although its text is valid.
    """

    check: GrammarCheck
    matches: tuple[GrammarMatch, ...] = ()
    n_sentences: int = 0
    error: str = ""


def try_grammar(
    listed: Listed,
    text: ProjectText,
    visible: NDArray[np.int64],
    cancelled: Callable[[], bool] = lambda: False,
) -> GrammarTrial:
    """Check a grammar, and find its spans in the first visible sentences."""
    check = check_grammar(listed)
    if check.error:
        return GrammarTrial(check)
    some = visible[:SENTENCES_TRIED]
    part = text.of_sentences(some)
    try:
        found = spans_of(listed, part, np.arange(len(some)), cancelled)
    except CrfError as error:
        return GrammarTrial(check, error=str(error))
    words = words_at(text, some)
    matches = (
        GrammarMatch(
            int(some[one.sentence]),
            " ".join(words[one.sentence][one.start : one.end]),
            one.symbol,
            one.probability,
        )
        for one in found
    )
    return GrammarTrial(check, tuple(matches), len(some))


@dataclass(frozen=True, slots=True)
class LearnedGrammar:
    """The text of a grammar with other probabilities, and how many of its rules changed."""

    text: str
    n_changed: int
    n_rules: int
    n_sentences: int
    """The labelled sentences from which they were learned."""


def learn_weights(
    listed: Listed, data: TrainingData, cancelled: Callable[[], bool] = lambda: False
) -> LearnedGrammar:
    """Return a grammar with the probabilities of rules that confirmed labels suggest.

    Of a grammar that was learned before, the probabilities as written are the start again, so that
    no label counts twice. CrfError if nothing is labelled; TrainingCancelled if cancelled.
    """
    from crfcore.grammars import Settings, known_from

    sentence_indices = labelled_sentence_indices(data)
    if not len(sentence_indices):
        raise CrfError(
            message("No sentence is labelled yet; confirm the labels of some sentences first.")
        )
    text = data.text.of_sentences(sentence_indices)
    before = _grammar(listed)
    written = as_written(listed.gazetteer.grammar, before)
    made = _usable(_made(listed, written), len(text.columns))
    made = made.with_text(data.text.table(), cancelled=cancelled)
    at = tokens_at(data.text.offsets, sentence_indices)
    confirmed = data.confirmed()[at].tolist()
    tags = [
        data.tags[data.members[number][0]] if is_known else None
        for number, is_known in zip(data.tag_sets[at].tolist(), confirmed, strict=True)
    ]
    ends = text.offsets.tolist()
    tags = _as_symbols(tags, made)
    known = [known_from(tags[start:end], made.islands.types) for start, end in pairwise(ends)]
    islands, _ = made.islands.fit(
        text.table().columns,
        text.offsets,
        known,
        settings=Settings(prior_count=WRITTEN_COUNT),
        learn_steps=False,  # the text of a grammar has no probabilities of kinds
        cancelled=cancelled,
    )
    after = islands.grammar
    old = {(rule.left, rule.right): rule.probability for rule in before.rules}
    n_changed = sum(
        abs(rule.probability - old.get((rule.left, rule.right), 0.0)) >= SEEN_CHANGE
        for rule in after.rules
    )
    return LearnedGrammar(
        text_of(after, written), n_changed, len(after.rules), len(sentence_indices)
    )


def _as_symbols(tags: list[str | None], made: GrammarList) -> list[str | None]:
    """Return tags with the symbol of a grammar in the place of the label of all its matches."""
    types, labels = made.islands.types, made.labels
    if labels == types:
        return tags
    if len(types) > 1:
        raise CrfError(
            message(
                "All matches have the label “{label}”, which does not tell {types} apart; choose "
                "no label for matches to learn from labels.",
                label=cut(labels[0]),
                types=joined(message(" and "), map(cut, types)),
            )
        )
    return [_with_name(tag, labels[0], types[0]) for tag in tags]


def _with_name(tag: str | None, before: str, after: str) -> str | None:
    """Return a tag with one label in the place of another."""
    if tag is None or split_tag(tag)[1] != before:
        return tag
    return tag.removesuffix(before) + after


def text_of(grammar: Grammar, written: Grammar | None = None) -> str:
    """Return the text of a grammar with rounded probabilities, a rule on each line.

    The most probable rule of each symbol has none: it gets the rest, so that the sum is 1. Comments
    have the probabilities of another grammar, ``written``, for `as_written`.
    """
    most: dict[str, int] = {}
    for number, rule in enumerate(grammar.rules):
        best = most.setdefault(rule.left, number)
        if rule.probability > grammar.rules[best].probability:
            most[rule.left] = number
    counts = Counter(rule.left for rule in grammar.rules)
    lines, left = [], None
    for number, rule in enumerate(grammar.rules):
        right = " ".join(map(str, rule.right))
        share = "" if most[rule.left] == number else f" {rule.probability:.4f}"
        note = ""
        if written is not None and counts[rule.left] > 1:
            earlier = written.rules[number].probability
            note = f"  # written {earlier:.12g}, learned {rule.probability:.4f}"
        lines.append(f"{'  |' if rule.left == left else f'{rule.left} ->'} {right}{share}{note}\n")
        left = rule.left
    return "".join(lines)


def as_written(text: str, grammar: Grammar) -> Grammar:
    """Return the grammar of a text with the probabilities from which it was learned.

    Those of symbols that were edited since, or never learned, are in the text itself.
    """
    lines = [
        line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")
    ]
    if len(lines) != len(grammar.rules):
        return grammar
    pairs = list(zip(grammar.rules, map(_NOTE.search, lines), strict=True))
    edited = {
        rule.left
        for rule, note in pairs
        if note is None or abs(rule.probability - float(note[2])) >= SEEN_EDIT
    }
    found = [
        rule.probability if note is None or rule.left in edited else float(note[1])
        for rule, note in pairs
    ]
    try:
        return grammar.with_probabilities(found)
    except CrfError:
        return grammar  # the numbers of a comment were edited


def read_grammar_file(path: Path) -> str:
    """Read the text of a grammar, with single line ends; DataError if it is too long."""
    text = read_text(path).removeprefix(BOM)
    if len(text) > LONGEST_GRAMMAR:
        raise DataError(
            message(
                "The file has {n:,} characters, and at most {longest_grammar:,} were "
                "expected; split the grammar.",
                n=len(text),
                longest_grammar=LONGEST_GRAMMAR,
            ),
            path=path,
        )
    return "\n".join(text.splitlines()) + "\n"


class _Compiled:
    """A thread-safe cache of grammars with the shares of a project's text."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[int, int], tuple[Listed, Any, GrammarList]] = OrderedDict()

    def get(
        self, listed: Listed, text: ProjectText, cancelled: Callable[[], bool] = lambda: False
    ) -> GrammarList:
        """Return a compiled grammar; CrfError if it cannot be used with the text.

        TrainingCancelled if ``cancelled`` returned True.
        """
        key = id(listed), id(text.columns)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                if not are_compiled((listed,)):
                    raise CrfError(PREPARING)
                table = text.table()
                made = _usable(_made(listed, _grammar(listed)), len(table.columns))
                # With the grammar and the text, so that their ids are not reused.
                ready = made.with_text(table, cancelled=cancelled)
                known = self._known[key] = listed, text.columns, ready
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
        raise CrfError(
            message(
                "It reads column {wanted}; the texts have columns 0 to {n_columns}.",
                wanted=wanted,
                n_columns=n_columns - 1,
            )
        )
    return made
