"""Rules compiled for all sentences of a text.

Effects of words on tokens become masks of the whole text, and so do effects on spans where the
scheme encodes borders. Otherwise sentences in which the same rules match share one automaton, which
reads marks, for batched inference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, overload

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.constraints.alphabet import Alphabet, BoolArray, Unit, alphabet_of
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.compiled import (
    Compiled,
    Leftover,
    SharedRules,
    compile_rules,
    intersected,
    is_general,
    shared_by_all,
)
from crfcore.constraints.kinds import MAX_STATES, FixedSpan, Lexical, SameWordSameLabel
from crfcore.constraints.matching import Matches, matched_in_text
from crfcore.constraints.rule_automata import marks_of_spans, of_span
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.units import is_label

Words = Sequence[Sequence[str]]


def compile_text(
    rules: Rules,
    labels: Sequence[str],
    offsets: OffsetArray,
    words: Words | None = None,
    matches: Sequence[Matches | None] | None = None,
    *,
    max_states: int = MAX_STATES,
    lenient: bool = False,
) -> Sequence[Compiled | None]:
    """Compile rules for N sentences with T tokens in all.

    The result is equivalent to `compile_rules` of each sentence.

    Parameters
    ----------
    rules : Rules
        For all sentences.
    labels, max_states, lenient
        As for `compile_rules`.
    offsets : (N + 1,) array
        Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    words : N sequences of str, optional
    matches : N mappings, optional

    Returns
    -------
    CompiledText, or list of Compiled or None
        An entry for each sentence; None for empty sentences, or without rules.

    Raises
    ------
    UnknownLabelError, CrfError
        As for `compile_rules`.
    """
    own = [(rule_index, rule) for rule_index, rule in rules.in_force() if not is_general(rule)]
    lengths = np.diff(offsets).tolist()
    if not all(isinstance(rule.kind, (Lexical, SameWordSameLabel)) for _, rule in own):
        return [
            compile_rules(
                rules,
                labels,
                length,
                None if words is None else words[sentence],
                None if matches is None else matches[sentence],
                max_states=max_states,
                lenient=lenient,
            )
            if length
            else None
            for sentence, length in enumerate(lengths)
        ]
    general = tuple((rule_index, rule) for rule_index, rule in rules.in_force() if is_general(rule))
    if not general and not own:
        return [None] * len(lengths)
    text = _Text(general, tuple(labels), offsets, max_states, lenient=lenient)
    for rule_index, rule in own:
        if isinstance(rule.kind, Lexical):
            found = matched_in_text(rule.kind.matcher, offsets, words, matches)
            text.lexical(rule_index, rule, rule.kind, *found)
        else:
            text.leftovers.append(Leftover(rule_index, rule, None))
    return text.compiled()


class Regular(NamedTuple):
    """Compiled rules of one sentence beyond masks and additions; see `Compiled`."""

    automaton: Automaton | None
    marks: OffsetArray | None
    leftovers: tuple[Leftover, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledText(Sequence[Compiled | None]):
    """Rules for N sentences with T tokens in all; entry i is for sentence i.

    Attributes
    ----------
    shared : SharedRules
        Its starts and ends are included in the masks and additions.
    offsets : (N + 1,) array
        From 0.
    allowed : (T, L) array of 0 and 1, or None
    score_additions : (T, L) array, or None
    leftovers : tuple of Leftover
        Of sentences not in `regular`.
    regular : dict of int to Regular
        Sentences with an automaton of their own.
    """

    shared: SharedRules
    offsets: OffsetArray
    allowed: MaskArray | None
    score_additions: FloatArray | None
    leftovers: tuple[Leftover, ...]
    regular: dict[int, Regular]

    def __len__(self) -> int:
        """Return N."""
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, sentence: int) -> Compiled | None: ...

    @overload
    def __getitem__(self, sentence: slice) -> CompiledText: ...

    def __getitem__(self, sentence: int | slice) -> Compiled | CompiledText | None:
        """Return the rules of a sentence, or of neighbouring ones."""
        if isinstance(sentence, slice):
            return self._part(*sentence.indices(len(self))[:2])
        start, stop = int(self.offsets[sentence]), int(self.offsets[sentence + 1])
        if start == stop:
            return None
        usual = Regular(self.shared.automaton, None, self.leftovers)
        return Compiled(
            None if self.allowed is None else self.allowed[start:stop],
            None if self.score_additions is None else self.score_additions[start:stop],
            self.shared.transitions,
            *self.regular.get(sentence, usual),
        )

    def _part(self, first: int, last: int) -> CompiledText:
        start, stop = int(self.offsets[first]), int(self.offsets[last])
        return CompiledText(
            self.shared,
            self.offsets[first : last + 1] - start,
            None if self.allowed is None else self.allowed[start:stop],
            None if self.score_additions is None else self.score_additions[start:stop],
            self.leftovers,
            {number - first: one for number, one in self.regular.items() if first <= number < last},
        )

    def with_leftovers(self) -> list[int]:
        """Return the sentences that need the integer program."""
        if self.leftovers:
            return np.flatnonzero(np.diff(self.offsets) > 0).tolist()
        return [number for number, one in self.regular.items() if one.leftovers]


@dataclass(frozen=True, slots=True, eq=False)
class _Spans:
    """The effect of a rule on spans that masks cannot express."""

    rule_index: int
    rule: Rule
    type: str
    starts: OffsetArray
    ends: OffsetArray


class _Text:
    """Compiles the rules of the sentences of a text."""

    def __init__(
        self,
        general: tuple[tuple[int, Rule], ...],
        labels: tuple[str, ...],
        offsets: OffsetArray,
        max_states: int,
        *,
        lenient: bool,
    ) -> None:
        self._key = general, labels, max_states, lenient
        self._shared: SharedRules = shared_by_all(*self._key)
        self._alphabet: Alphabet = alphabet_of(labels, lenient=lenient)
        self._offsets = offsets
        self._forbidden: BoolArray | None = None
        self._additions: FloatArray | None = None
        self._spans: list[_Spans] = []
        self.leftovers = list(self._shared.leftovers)
        filled = np.diff(offsets) > 0
        borders = offsets[:-1][filled], offsets[1:][filled] - 1
        for row, tokens in zip((self._shared.starts, self._shared.ends), borders, strict=True):
            if row is not None:
                self._forbid(tokens, row == -np.inf)
                self._add(tokens, np.where(row == -np.inf, 0.0, row))

    def _forbid(self, tokens: OffsetArray, broken: BoolArray) -> None:
        if not len(tokens) or not broken.any():
            return
        if self._forbidden is None:
            self._forbidden = np.zeros((int(self._offsets[-1]), len(broken)), dtype=np.bool_)
        self._forbidden[tokens] |= broken

    def _add(self, tokens: OffsetArray, additions: FloatArray) -> None:
        if not len(tokens) or not additions.any():
            return
        if self._additions is None:
            self._additions = np.zeros((int(self._offsets[-1]), len(additions)))
        # A caller's matches may contain a token twice.
        np.add.at(self._additions, tokens, additions)

    def lexical(
        self, rule_index: int, rule: Rule, kind: Lexical, starts: OffsetArray, ends: OffsetArray
    ) -> None:
        """Add the effect of a rule on its matches."""
        members = self._alphabet.members(kind.labels)
        if kind.effect == "implies" and not is_label(kind.labels[0]):
            self._imply_spans(rule_index, rule, kind.labels[0], starts, ends)
            return
        broken = members if kind.effect == "forbids" else ~members
        tokens = _tokens_of(starts, ends)
        if rule.cost is None:
            self._forbid(tokens, broken)
        else:
            self._add(tokens, np.where(broken, -rule.cost, 0.0))

    def _imply_spans(
        self, rule_index: int, rule: Rule, type_: str, starts: OffsetArray, ends: OffsetArray
    ) -> None:
        spans = _Spans(rule_index, rule, type_, starts, ends)
        if rule.cost is not None:
            self._spans.append(spans)
            return
        unit = self._alphabet.unit(type_)
        self._forbid(_tokens_of(starts, ends), ~unit.members)
        self._forbid(_tokens_of(starts + 1, ends), ~unit.inside)
        self._forbid(_tokens_of(starts, ends - 1), ~unit.opens)
        if not self._is_inside_open(unit):
            self._spans.append(spans)
            return
        for borders in (starts, ends):
            inner = borders[~np.isin(borders, self._offsets)]
            self._forbid(inner, unit.inside)

    def _is_inside_open(self, unit: Unit) -> bool:
        """Whether labels that can continue a span always do, as in most schemes."""
        ways = self._shared.transitions
        if ways is None:
            return not unit.inside.any()
        return not bool(np.any(ways[np.ix_(~unit.opens, unit.inside)] > -np.inf))

    def compiled(self) -> CompiledText:
        """Return the compiled rules."""
        return CompiledText(
            self._shared,
            self._offsets,
            None if self._forbidden is None else (~self._forbidden).view(np.uint8),
            self._additions,
            tuple(self.leftovers),
            self._automata(),
        )

    def _automata(self) -> dict[int, Regular]:
        """Return automata, marks and leftovers of sentences in which words imply spans."""
        if not self._spans:
            return {}
        n_sentences = len(self._offsets) - 1
        matched = np.zeros((n_sentences, len(self._spans)), dtype=np.bool_)
        columns = []
        for number, spans in enumerate(self._spans):
            sentences = np.searchsorted(self._offsets, spans.starts, side="right") - 1
            matched[sentences, number] = True
            columns.append(marks_of_spans(spans.starts, spans.ends, self._offsets))
        kinds, of_sentence = np.unique(matched, axis=0, return_inverse=True)
        found = {}
        for number, kind in enumerate(kinds):
            members = np.flatnonzero(of_sentence.reshape(-1) == number)
            if kind.any() and len(members):
                numbers = np.flatnonzero(kind).tolist()
                found.update(self._together(members, numbers, columns))
        return found

    def _together(
        self, members: OffsetArray, numbers: list[int], columns: list[OffsetArray]
    ) -> dict[int, Regular]:
        """Return the same for sentences with the same matching rules."""
        starts, ends = self._offsets[members], self._offsets[members + 1]
        tokens = _tokens_of(starts, ends)
        rows = np.column_stack([columns[number][tokens] for number in numbers])
        combined, of_token = np.unique(rows, axis=0, return_inverse=True)
        marks = of_token.reshape(-1).astype(np.int64)
        chosen = [self._spans[number] for number in numbers]
        joined, rest = _joined(
            *self._key,
            tuple((one.type, one.rule.cost) for one in chosen),
            tuple(map(tuple, combined.tolist())),
        )
        bounds = np.concatenate([[0], np.cumsum(ends - starts)]).tolist()
        result = {}
        for sentence, (start, stop), first, behind in zip(
            members.tolist(), pairwise(bounds), starts.tolist(), ends.tolist(), strict=True
        ):
            leftovers = list(self.leftovers)
            for rule_index in rest:
                one = chosen[rule_index]
                automaton = of_span(FixedSpan(0, 1, one.type), one.rule.cost, self._alphabet)
                own = columns[numbers[rule_index]][first:behind]
                leftovers.append(Leftover(one.rule_index, one.rule, automaton, own))
            used = None if joined is None or joined.n_marks == 1 else marks[start:stop]
            result[sentence] = Regular(joined, used, tuple(leftovers))
        return result


@lru_cache(maxsize=64)
def _joined(
    general: tuple[tuple[int, Rule], ...],
    labels: tuple[str, ...],
    max_states: int,
    lenient: bool,  # noqa: FBT001 - a key of the cache
    spans: tuple[tuple[str, float | None], ...],
    marks: tuple[tuple[int, ...], ...],
) -> tuple[Automaton | None, tuple[int, ...]]:
    """Return the automaton of general rules and spans, and the spans beyond its limit.

    Parameters
    ----------
    spans : tuple of (type, cost)
        For each rule that implies spans.
    marks : tuple of tuples of int
        For each mark of the result, that of each of these rules.
    """
    alphabet = alphabet_of(labels, lenient=lenient)
    table = np.array(marks, dtype=np.int64)
    shared = shared_by_all(general, labels, max_states, lenient).automaton
    if shared is not None:
        shared = shared.with_marks(np.zeros(len(table), dtype=np.int64))
    own = []
    for number, (type_, cost) in enumerate(spans):
        kind = FixedSpan(0, 1, type_)
        automaton = of_span(kind, cost, alphabet).with_marks(table[:, number])
        own.append((number, Rule(kind, cost=cost), automaton))
    joined, rest = intersected(shared, own, max_states)
    return joined, tuple(number for number, _, _ in rest)


def _tokens_of(starts: OffsetArray, ends: OffsetArray) -> OffsetArray:
    """Return the tokens of all spans, concatenated."""
    lengths = ends - starts
    first = np.cumsum(lengths) - lengths
    return np.repeat(starts - first, lengths) + np.arange(int(lengths.sum()))
