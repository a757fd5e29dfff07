"""Rules of a sentence compiled for inference: masks, additions to scores, one automaton.

Local rules become masks, or additions to the scores of a token or of two neighbouring labels.
Regular rules become automata, which are intersected and minimised, the smallest first. The rest, or
what would make the automaton too large, is left to the integer program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.constraints.alphabet import Alphabet, BoolArray, alphabet_of
from crfcore.constraints.automaton import Automaton, TooManyStatesError, build, minimised, product
from crfcore.constraints.kinds import (
    MAX_STATES,
    Count,
    EndsWith,
    FixedSpan,
    FollowedBy,
    Implies,
    Lexical,
    NeverAdjacent,
    NotAfter,
    NotFollowedBy,
    NotSpan,
    OneOf,
    Pattern,
    Pin,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
)
from crfcore.constraints.matching import Matches, matched
from crfcore.constraints.neighbours import broken_by
from crfcore.constraints.rule_automata import of_sequence, of_span, span_marks
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.units import is_label
from crfcore.errors import CrfError
from crfcore.messages import message

_NEIGHBOURS = (FollowedBy, NotFollowedBy, NeverAdjacent, StartsWith, EndsWith, ValidScheme)
_SEQUENCES = (Count, Implies, NotAfter, Pattern)
RULE_SETS_KEPT = 256
"""Size of the cache of compiled rules: a search for a conflict compiles dozens of sets."""

_GROWTH = 4
"""Ratio to the limit that an automaton may have before it is minimised."""


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """A rule left to the integer program.

    Attributes
    ----------
    rule_index : int
        Among the rules.
    rule : Rule
    automaton : Automaton or None
        Of this rule alone; None if it is not regular, or a count too large for an automaton.
    marks : (T,) array, or None
        The marks that the automaton reads; None if all are 0.
    """

    rule_index: int
    rule: Rule
    automaton: Automaton | None
    marks: OffsetArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SharedRules:
    """The part of rules that is the same in every sentence.

    Attributes
    ----------
    transitions : (L, L) array, or None
        Added to the scores of neighbouring labels; −inf forbids.
    starts, ends : (L,) array, or None
        Added to the scores of the first and of the last token.
    automaton : Automaton or None
    leftovers : tuple of Leftover
    """

    transitions: FloatArray | None
    starts: FloatArray | None
    ends: FloatArray | None
    automaton: Automaton | None
    leftovers: tuple[Leftover, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """Rules for one sentence of T tokens.

    Attributes
    ----------
    allowed : (T, L) array of 0 and 1, or None
        None where every label of every token is allowed.
    score_additions : (T, L) array, or None
        Costs of soft rules, negative.
    transition_additions : (L, L) array, or None
        Costs of soft rules about neighbours, negative; −inf where a hard rule forbids.
    automaton : Automaton or None
    marks : (T,) array, or None
        The marks that the automaton reads; None if all are 0.
    leftovers : tuple of Leftover
        For the integer program.
    """

    allowed: MaskArray | None
    score_additions: FloatArray | None
    transition_additions: FloatArray | None
    automaton: Automaton | None
    marks: OffsetArray | None
    leftovers: tuple[Leftover, ...]

    @property
    def route(self) -> str:
        """The method for the best labelling: "mask", "automaton" or "integer"."""
        if self.leftovers:
            return "integer"
        return "mask" if self.automaton is None else "automaton"


def compile_rules(
    rules: Rules,
    labels: Sequence[str],
    n_tokens: int,
    words: Sequence[str] | None = None,
    matches: Matches | None = None,
    *,
    max_states: int = MAX_STATES,
    lenient: bool = False,
) -> Compiled:
    """Compile rules for one sentence.

    Parameters
    ----------
    rules : Rules
    labels : sequence of str
        Of the model, in its order.
    n_tokens : int
        At least 1.
    words : sequence of str, optional
        The tokens' texts; rules about words need them.
    matches : mapping, optional
        Known matches of matchers; see `crfcore.constraints.matching`.
    max_states : int
        Maximum of states of the minimised automaton.
    lenient : bool
        Whether unknown names are units that never occur.

    Raises
    ------
    UnknownLabelError
        A rule names an unknown label or type.
    CrfError
        A rule names a token outside the sentence, or needs words that are missing.
    """
    general = tuple((rule_index, rule) for rule_index, rule in rules.in_force() if is_general(rule))
    shared = shared_by_all(general, tuple(labels), max_states, lenient)
    sentence = _Sentence(shared, alphabet_of(tuple(labels), lenient=lenient), n_tokens, max_states)
    spans = []
    for rule_index, rule in rules.in_force():
        kind = rule.kind
        if is_general(rule):
            continue
        if isinstance(kind, (FixedSpan, NotSpan)):
            spans.append((rule_index, rule, kind))
        elif isinstance(kind, Lexical):
            found = matched(kind.matcher, words, matches)
            spans += [(rule_index, rule, span) for span in sentence.lexical(kind, rule.cost, found)]
        elif isinstance(kind, SameWordSameLabel):
            sentence.leftovers.append(Leftover(rule_index, rule, None))
        elif isinstance(kind, Count):
            sentence.large_count(rule_index, rule, kind)
        else:
            sentence.local(kind, rule.cost)
    for _, rule, span in spans:
        sentence.outline(span, rule.cost)
    for rule_index, rule, span in spans:
        sentence.span(rule_index, rule, span)
    return sentence.compiled()


def shared_rules(
    rules: Rules,
    labels: Sequence[str],
    *,
    max_states: int = MAX_STATES,
    lenient: bool = False,
) -> SharedRules | None:
    """Return compiled rules if all are the same in every sentence; otherwise None.

    Parameters and errors are those of `compile_rules`.
    """
    general = tuple(rules.in_force())
    if not all(is_general(rule) for _, rule in general):
        return None
    return shared_by_all(general, tuple(labels), max_states, lenient)


def states_of(rule: Rule, labels: Sequence[str], *, lenient: bool = False) -> int | None:
    """Return the number of states of a rule's automaton.

    Parameters
    ----------
    rule : Rule
    labels : sequence of str
        Of the model.
    lenient : bool
        As for `compile_rules`.

    Returns
    -------
    int or None
        0 where masks or additions to scores are enough (for hard spans: in most sentences); None
        for rules that always need the integer program.
    """
    kind = rule.kind
    alphabet = alphabet_of(tuple(labels), lenient=lenient)
    if isinstance(kind, SameWordSameLabel) or (isinstance(kind, Count) and not is_general(rule)):
        return None
    if isinstance(kind, _SEQUENCES):
        automaton = of_sequence(kind, rule.cost, alphabet)
        return 0 if _is_neutral(automaton) else automaton.n_states
    if isinstance(kind, NotSpan) or (isinstance(kind, FixedSpan) and not rule.hard):
        return of_span(kind, rule.cost, alphabet).n_states
    return 0


def is_general(rule: Rule) -> bool:
    """Whether a rule is the same in every sentence, independent of words and length."""
    kind = rule.kind
    if isinstance(kind, Count):
        # The meaning of a larger number depends on the length of the sentence.
        return max(kind.at_least or 0, kind.at_most or 0) < MAX_STATES
    return isinstance(kind, _NEIGHBOURS + _SEQUENCES)


@lru_cache(maxsize=RULE_SETS_KEPT)
def shared_by_all(
    general: tuple[tuple[int, Rule], ...],
    labels: tuple[str, ...],
    max_states: int,
    lenient: bool,  # noqa: FBT001 - a key of the cache
) -> SharedRules:
    """Return the compiled form of general rules, given with their indices."""
    alphabet = alphabet_of(labels, lenient=lenient)
    n_labels = len(labels)
    neighbours = np.zeros((n_labels + 1, n_labels + 1))
    automata: list[tuple[int, Rule, Automaton]] = []
    for rule_index, rule in general:
        kind: Any = rule.kind
        if isinstance(kind, _NEIGHBOURS):
            broken = broken_by(kind, alphabet)
            neighbours[broken] -= np.inf if rule.cost is None else rule.cost
            continue
        automata.append((rule_index, rule, of_sequence(kind, rule.cost, alphabet)))
    joined, rest = intersected(None, automata, max_states)
    leftovers = [Leftover(rule_index, rule, automaton) for rule_index, rule, automaton in rest]
    return SharedRules(
        _unless_zero(neighbours[:-1, :-1]),
        _unless_zero(neighbours[-1, :-1]),
        _unless_zero(neighbours[:-1, -1]),
        joined,
        tuple(leftovers),
    )


def _unless_zero(additions: FloatArray) -> FloatArray | None:
    return np.ascontiguousarray(additions) if additions.any() else None


def intersected(
    joined: Automaton | None, automata: list[tuple[int, Rule, Automaton]], max_states: int
) -> tuple[Automaton | None, list[tuple[int, Rule, Automaton]]]:
    """Return the intersection of as many automata as the limit allows, and the others."""
    rest = []
    for rule_index, rule, automaton in sorted(automata, key=lambda one: one[2].n_states):
        try:
            both = automaton
            if joined is not None:
                both = minimised(product(joined, automaton, max_states * _GROWTH))
        except TooManyStatesError:
            rest.append((rule_index, rule, automaton))
            continue
        if both.n_states > max_states:
            rest.append((rule_index, rule, automaton))
        else:
            joined = both
    return (None if joined is not None and _is_neutral(joined) else joined), rest


def _is_neutral(automaton: Automaton) -> bool:
    is_free = not automaton.cost.any() and not automaton.final.any()
    return is_free and bool(np.all(automaton.next >= 0))


class _Sentence:
    """Compiles the rules of one sentence."""

    def __init__(
        self, shared: SharedRules, alphabet: Alphabet, n_tokens: int, max_states: int
    ) -> None:
        self._shared = shared
        self._alphabet = alphabet
        self._max_states = max_states
        self._n_tokens = n_tokens
        self._forbidden: BoolArray = np.zeros((n_tokens, len(alphabet)), dtype=np.bool_)
        self._additions = np.zeros((n_tokens, len(alphabet)))
        self._placed: list[tuple[int, Rule, Automaton, OffsetArray | None]] = []
        self.leftovers = list(shared.leftovers)
        for row, token in ((shared.starts, 0), (shared.ends, -1)):
            if row is not None:
                self._forbidden[token] |= row == -np.inf
                self._additions[token] += np.where(row == -np.inf, 0.0, row)

    def _charge(self, token: int, broken: BoolArray, cost: float | None) -> None:
        if cost is None:
            self._forbidden[token] |= broken
        else:
            self._additions[token] -= cost * broken

    def _check_token(self, last: int, what: object) -> None:
        if last >= self._n_tokens:
            raise CrfError(
                message(
                    "A rule speaks of token {last}, and the sentence has {n_tokens}: {what}.",
                    last=last + 1,
                    n_tokens=self._n_tokens,
                    what=what,
                )
            )

    def local(self, kind: Any, cost: float | None) -> None:
        """Add a rule about one token."""
        self._check_token(kind.token, kind)
        if isinstance(kind, Pin):
            broken = np.ones(len(self._alphabet), dtype=np.bool_)
            number = self._alphabet.number(kind.label)
            if number >= 0:
                broken[number] = False
        elif isinstance(kind, OneOf):
            broken = ~self._alphabet.members(kind.labels)
        else:
            broken = self._alphabet.members(kind.labels)
        self._charge(kind.token, broken, cost)

    def lexical(
        self, kind: Lexical, cost: float | None, found: list[tuple[int, int]]
    ) -> list[FixedSpan]:
        """Add the effect of matches on tokens; return implied spans."""
        if kind.effect == "implies" and not is_label(kind.labels[0]):
            self._alphabet.members(kind.labels)
            return [FixedSpan(start, end, kind.labels[0]) for start, end in found]
        members = self._alphabet.members(kind.labels)
        broken = members if kind.effect == "forbids" else ~members
        for start, end in found:
            self._check_token(end - 1, kind)
            for token in range(start, end):
                self._charge(token, broken, cost)
        return []

    def large_count(self, rule_index: int, rule: Rule, kind: Count) -> None:
        """Add a count with numbers too large for an automaton."""
        least, most = kind.at_least or 0, kind.at_most
        if most is not None and most >= self._n_tokens:
            most = None
        if least <= self._n_tokens and max(least, most or 0) >= MAX_STATES:
            self.leftovers.append(Leftover(rule_index, rule, None))
            return
        if least > self._n_tokens:
            automaton = _out_of_reach(kind, rule.cost, self._alphabet)
        else:
            own = Count(kind.unit, least, most)
            automaton = of_sequence(own, rule.cost, self._alphabet)
        self._placed.append((rule_index, rule, automaton, None))

    def outline(self, kind: FixedSpan | NotSpan, cost: float | None) -> None:
        """Add the effect of a hard rule about a span on its tokens, without its borders."""
        self._check_token(kind.end - 1, kind)
        if isinstance(kind, NotSpan) or cost is not None:
            return
        unit = self._alphabet.unit(kind.type)
        self._forbidden[kind.start : kind.end] |= ~unit.members
        self._forbidden[kind.start + 1 : kind.end] |= ~unit.inside
        self._forbidden[kind.start : kind.end - 1] |= ~unit.opens

    def span(self, rule_index: int, rule: Rule, kind: FixedSpan | NotSpan) -> None:
        """Add a rule about a span; call `outline` of all spans first."""
        if isinstance(kind, FixedSpan) and rule.cost is None and self._borders_are_local(kind):
            return
        automaton = of_span(kind, rule.cost, self._alphabet)
        self._placed.append((rule_index, rule, automaton, span_marks(kind, self._n_tokens)))

    def _borders_are_local(self, kind: FixedSpan) -> bool:
        """Forbid labels at the borders of a span; return False if that is not sufficient."""
        unit = self._alphabet.unit(kind.type)
        return self._border_is_local(kind.start, unit.opens, unit.inside) and (
            self._border_is_local(kind.end, unit.opens, unit.inside)
        )

    def _border_is_local(self, token: int, opens: BoolArray, inside: BoolArray) -> bool:
        """Forbid neighbours where the second continues the first, if masks can do it."""
        if not 0 < token < self._n_tokens:
            return True
        before, after = ~self._forbidden[token - 1], ~self._forbidden[token]
        possible = before[:, np.newaxis] & after
        if self._shared.transitions is not None:
            possible &= self._shared.transitions > -np.inf
        wanted = possible & ~(opens[:, np.newaxis] & inside)
        # Labels without a possible neighbour are forbidden; if all others are free, masks suffice.
        before, after = wanted.any(axis=1), wanted.any(axis=0)
        left = possible & before[:, np.newaxis] & after
        if bool(np.any(left & ~wanted)):
            return False
        self._forbidden[token - 1] |= ~before
        self._forbidden[token] |= ~after
        return True

    def compiled(self) -> Compiled:
        """Return the compiled rules."""
        automaton, marks = self._joined()
        return Compiled(
            (~self._forbidden).astype(np.uint8) if self._forbidden.any() else None,
            self._additions if self._additions.any() else None,
            self._shared.transitions,
            automaton,
            marks,
            tuple(self.leftovers),
        )

    def _joined(self) -> tuple[Automaton | None, OffsetArray | None]:
        """Intersect the automata of this sentence with the shared one."""
        shared = self._shared.automaton
        if not self._placed:
            return shared, None
        everywhere = np.zeros(self._n_tokens, dtype=np.int64)
        columns = [everywhere if marks is None else marks for *_, marks in self._placed]
        combined, of_token = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
        marks = of_token.reshape(-1).astype(np.int64)
        if shared is not None:
            shared = shared.with_marks(np.zeros(len(combined), dtype=np.int64))
        own = [
            (number, rule, automaton.with_marks(combined[:, number]))
            for number, (_, rule, automaton, _) in enumerate(self._placed)
        ]
        joined, rest = intersected(shared, own, self._max_states)
        for number, _, _ in rest:
            self.leftovers.append(Leftover(*self._placed[number]))
        return joined, None if joined is None or joined.n_marks == 1 else marks


def _out_of_reach(kind: Count, cost: float | None, alphabet: Alphabet) -> Automaton:
    """Return the automaton of a lower bound that no labelling of a sentence can reach."""
    if cost is None:
        nothing = np.zeros((1, 1, len(alphabet)))
        return Automaton(nothing.astype(np.int32), nothing, np.array([np.inf]))
    unit = alphabet.unit(kind.unit)
    opens, inside, members = unit.opens, unit.inside, unit.members
    price = cost

    def step(_: int, is_open: bool, label: int) -> tuple[bool, float]:  # noqa: FBT001
        begins = members[label] and not (is_open and inside[label])
        return bool(opens[label] and members[label]), -price if begins else 0.0

    def final(_: bool) -> float:  # noqa: FBT001
        return price * (kind.at_least or 0)

    return minimised(build(False, step, final, len(alphabet)))
