"""Automata of rules about whole sentences and single spans.

A segment begins where a label of its type does not continue the one before, so that states contain
whether a unit is open.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from crfcore.arrays import OffsetArray
from crfcore.constraints.alphabet import Alphabet, Unit
from crfcore.constraints.automaton import Automaton, build, minimised
from crfcore.constraints.kinds import Count, FixedSpan, Implies, NotAfter, NotSpan, Pattern
from crfcore.constraints.label_regex import automaton_of_regex

SequenceKind: TypeAlias = Count | Implies | NotAfter | Pattern

ELSEWHERE, FIRST, FURTHER, BEHIND, BETWEEN = range(5)
"""Marks of tokens relative to spans; BETWEEN is behind one span and first of the next."""


def of_sequence(kind: SequenceKind, cost: float | None, alphabet: Alphabet) -> Automaton:
    """Return the minimal automaton of a rule about a whole sentence.

    Parameters
    ----------
    kind : Count, Implies, NotAfter or Pattern
    cost : float or None
        None for a hard rule.
    alphabet : Alphabet
    """
    if isinstance(kind, Count):
        return minimised(_of_count(kind, cost, alphabet))
    if isinstance(kind, Implies):
        return minimised(_of_implication(kind, cost, alphabet))
    if isinstance(kind, NotAfter):
        return minimised(_of_order(kind, cost, alphabet))
    exact = minimised(automaton_of_regex(kind.regex, alphabet))
    return exact if cost is None else minimised(softened(exact, cost))


class _Reader:
    """Boundaries of a unit, for a loop over labels."""

    def __init__(self, unit: Unit) -> None:
        self._members = unit.members.tolist()
        self._opens = (unit.opens & unit.members).tolist()
        self._inside = unit.inside.tolist()

    def begins(self, is_open: bool, label: int) -> bool:  # noqa: FBT001 - a state's field
        return bool(self._members[label] and not self.goes_on(is_open, label))

    def goes_on(self, is_open: bool, label: int) -> bool:  # noqa: FBT001
        return bool(is_open and self._inside[label])

    def opens(self, label: int) -> bool:
        return bool(self._opens[label])


def _charge(violations: int, cost: float | None) -> float:
    """Return the cost of violations; inf for a hard rule."""
    if violations == 0:
        return 0.0
    return np.inf if cost is None else violations * cost


def _of_count(kind: Count, cost: float | None, alphabet: Alphabet) -> Automaton:
    """Count only up to the lower or upper bound."""
    reader = _Reader(alphabet.unit(kind.unit))
    least = kind.at_least or 0
    highest = max(least, kind.at_most or 0)

    def step(_: int, state: tuple[int, bool], label: int) -> tuple[tuple[int, bool], float]:
        count, is_open = state
        count += reader.begins(is_open, label)
        over = kind.at_most is not None and count > kind.at_most
        return (min(count, highest), reader.opens(label)), _charge(int(over), cost)

    def final(state: tuple[int, bool]) -> float:
        return _charge(max(least - state[0], 0), cost)

    return build((0, False), step, final, len(alphabet))


def _of_implication(kind: Implies, cost: float | None, alphabet: Alphabet) -> Automaton:
    # Each token of a type is in a segment, so that beginnings do not matter.
    has_one, has_other = alphabet.unit(kind.a).members, alphabet.unit(kind.b).members

    def step(_: int, state: tuple[bool, bool], label: int) -> tuple[tuple[bool, bool], float]:
        return (state[0] or bool(has_one[label]), state[1] or bool(has_other[label])), 0.0

    def final(state: tuple[bool, bool]) -> float:
        return _charge(int(state[0] and state[1] != kind.present), cost)

    return build((False, False), step, final, len(alphabet))


def _of_order(kind: NotAfter, cost: float | None, alphabet: Alphabet) -> Automaton:
    one = _Reader(alphabet.unit(kind.a))
    members = alphabet.unit(kind.b).members

    def step(
        _: int, state: tuple[bool, bool, bool], label: int
    ) -> tuple[tuple[bool, bool, bool], float]:
        seen, is_open, broken = state
        broken = broken or (seen and one.begins(is_open, label))
        return (seen or bool(members[label]), one.opens(label), broken), 0.0

    def final(state: tuple[bool, bool, bool]) -> float:
        return _charge(int(state[2]), cost)

    return build((False, False, False), step, final, len(alphabet))


def softened(automaton: Automaton, cost: float) -> Automaton:
    """Return the automaton that charges `cost` once for labellings that another one forbids."""
    n_marks, n_states, n_labels = automaton.next.shape
    sink = np.full((n_marks, 1, n_labels), n_states, dtype=np.int32)
    following = np.where(automaton.next >= 0, automaton.next, n_states).astype(np.int32)
    return Automaton(
        np.concatenate([following, sink], axis=1),
        np.concatenate([automaton.cost, np.zeros((n_marks, 1, n_labels))], axis=1),
        np.append(np.where(np.isfinite(automaton.final), automaton.final, cost), cost),
    )


def of_span(kind: FixedSpan | NotSpan, cost: float | None, alphabet: Alphabet) -> Automaton:
    """Return the automaton of spans of a type, which reads the marks of `span_marks`.

    It also reads several spans that do not overlap; the positions of `kind` do not matter. Its
    states are whether the type is open, and whether the tokens of the span are a segment so far.
    """
    reader = _Reader(alphabet.unit(kind.type))
    wanted = isinstance(kind, FixedSpan)
    charge = _charge(1, cost)

    def step(mark: int, state: tuple[bool, bool], label: int) -> tuple[tuple[bool, bool], float]:
        is_open, so_far = state
        goes_on = reader.goes_on(is_open, label)
        matches = False
        due = 0.0
        if mark in (BEHIND, BETWEEN) and so_far and goes_on == wanted:
            due = charge
        if mark in (FIRST, BETWEEN):
            matches = reader.begins(is_open, label)
            due += charge if wanted and not matches else 0.0
        elif mark == FURTHER:
            matches = so_far and goes_on
            due = charge if wanted and so_far and not matches else 0.0
        return (reader.opens(label), matches), due

    def final(state: tuple[bool, bool]) -> float:
        return charge if state[1] and not wanted else 0.0

    return minimised(build((False, False), step, final, len(alphabet), n_marks=5))


def span_marks(kind: FixedSpan | NotSpan, n_tokens: int) -> OffsetArray:
    """Return the mark of each token, (T,)."""
    return marks_of_spans([kind.start], [kind.end], np.array([0, n_tokens]))


def marks_of_spans(starts: ArrayLike, ends: ArrayLike, offsets: NDArray[np.integer]) -> OffsetArray:
    """Return the mark of each token of N sentences, (T,), for spans that do not overlap.

    Parameters
    ----------
    starts, ends : (n,) arrays
        First token of each span, and its exclusive end; each is in one sentence.
    offsets : (N + 1,) array
    """
    first, behind = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
    n_tokens = int(offsets[-1])
    depth = np.zeros(n_tokens + 1, dtype=np.int64)
    depth[first] += 1
    depth[behind] -= 1
    marks = np.where(np.cumsum(depth[:-1]) > 0, FURTHER, ELSEWHERE)
    # The first token of a sentence is not behind a span.
    starts_anew = np.zeros(n_tokens + 1, dtype=np.bool_)
    starts_anew[offsets] = True
    behind = behind[~starts_anew[behind]]
    marks[behind] = BEHIND
    marks[first] = np.where(marks[first] == BEHIND, BETWEEN, FIRST)
    return marks
