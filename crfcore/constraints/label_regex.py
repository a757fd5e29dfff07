"""Regular expressions over labels, which must match the labels of a whole sentence.

==================  ==============================================================
B-NP                this label; a type (NP) is any label of that type
'a label'           the same, for labels with spaces or signs of this table
.                   any label
[B-NP O]            one of these
[^B-NP O]           any other
x y                 x and then y
x | y               x or y
x*  x+  x?          any number of times; at least once; at most once
x{3} x{2,} x{2,5}   so many times
( … )               as one
==================  ==============================================================

The expression becomes a deterministic automaton (K. Thompson's construction, 1968, and the subset
construction), which reads a label in constant time. Its size is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from crfcore.constraints.alphabet import Alphabet, BoolArray, alphabet_of
from crfcore.constraints.automaton import DEAD, Automaton
from crfcore.errors import CrfError
from crfcore.messages import message
from crfcore.text.tag_schemes import OUTSIDE

LONGEST = 10_000
"""Limit of the characters of an expression."""

DEEPEST = 100
"""Limit of nested brackets."""

MAX_POSITIONS = 10_000
"""Limit of the states of the nondeterministic automaton: labels, with repetitions expanded."""

MAX_DFA_STATES = 2_000
"""Limit of the states of the deterministic automaton before it is minimised."""

MAX_STEPS = 2_000_000
"""Limit of the steps of the subset construction: about a second."""

MAX_TIMES = 10
"""Limit of successive repetition signs."""

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[^\s()\[\]{}|*+?.^']+)|'(?P<quoted>[^']*)'|(?P<times>\{[^{}]*\})"
    r"|(?P<sign>[()\[\]|*+?.^]))"
)
_REPETITIONS = ("*", "+", "?", "times")
_TIMES = re.compile(r"\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}")


def automaton_of_regex(regex: str, alphabet: Alphabet) -> Automaton:
    """Return a deterministic automaton that accepts the matches of an expression.

    Raises
    ------
    CrfError
        The expression is invalid, or too large: names the position, counted from 1.
    UnknownLabelError
        It names an unknown label.
    """
    return _deterministic(*_Parser(regex, alphabet).parsed(), regex, len(alphabet))


def matches(regex: str, labels: Sequence[str]) -> bool:
    """Whether an expression matches the labels of a sentence.

    The nondeterministic automaton is simulated, so that the expression may be too large for a
    deterministic one. Names that are none of the labels match nothing.

    Raises
    ------
    CrfError
        The expression is invalid.
    """
    names = tuple(sorted(set(labels)))
    positions, piece = _read(regex, names)
    state = _closure(positions, [piece.first])
    for label in labels:
        state = _closure(positions, _successors(positions, state, len(names))[names.index(label)])
    return piece.last in state


def names_in(regex: str) -> list[str]:
    """Return the labels and types that an expression names; it may be invalid."""
    return list(dict.fromkeys(name for name, _, _ in _names(regex)))


def with_names(regex: str, changed: Callable[[str], str]) -> str:
    """Return an expression with labels and types replaced, otherwise unchanged.

    Parameters
    ----------
    regex : str
    changed : callable
        Name to name.
    """
    parts = []
    behind = 0
    for name, start, end in _names(regex):
        after = changed(name)
        parts += [regex[behind:start], _quoted(after) if after != name else regex[start:end]]
        behind = end
    return "".join([*parts, regex[behind:]])


def _names(regex: str) -> Iterator[tuple[str, int, int]]:
    """Yield each name with its bounds, quotes included."""
    at = 0
    while (match := _TOKEN.match(regex, at)) is not None and match.end() > at:
        at = match.end()
        kind = match.lastgroup
        if kind == "name":
            yield match[kind], match.start(kind), match.end(kind)
        elif kind == "quoted":
            yield match[kind], match.start(kind) - 1, match.end(kind) + 1


def _quoted(name: str) -> str:
    """Return a name, in quotes if it has special signs."""
    match = _TOKEN.fullmatch(name)
    return name if match is not None and match["name"] == name else f"'{name}'"


@lru_cache(maxsize=512)
def _read(regex: str, names: tuple[str, ...]) -> tuple[_PositionAutomaton, _Piece]:
    return _Parser(regex, alphabet_of(names, lenient=True)).parsed()


@dataclass(slots=True)
class _Piece:
    """A part of the automaton with one entry and one exit."""

    first: int
    last: int


@dataclass(slots=True)
class _PositionAutomaton:
    """A nondeterministic automaton.

    From position p, a label of ``sets[p]`` leads to position p + 1; ``free[p]`` are its empty
    transitions.
    """

    sets: list[BoolArray | None] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)


Tree = tuple[Any, ...]


class PatternError(CrfError):
    """A pattern over labels that cannot be read, or that is too large for the labels."""


def check_regex(regex: str) -> None:
    """Check the syntax of an expression, whatever labels there are; CrfError if it is invalid."""
    _Parser(regex, alphabet_of((OUTSIDE,), lenient=True)).parsed()


class _Parser:
    """Parses an expression into a tree, then into positions of an automaton."""

    def __init__(self, regex: str, alphabet: Alphabet) -> None:
        if len(regex) > LONGEST:
            raise PatternError(
                message(
                    "The pattern over labels has {n:,} characters; write one of at most "
                    "{longest:,}.",
                    n=len(regex),
                    longest=LONGEST,
                )
            )
        self._regex = regex
        self._alphabet = alphabet
        self._tokens = self._split()
        self._at = 0
        self._depth = 0

    def parsed(self) -> tuple[_PositionAutomaton, _Piece]:
        tree = self._alternatives()
        if self._peek()[0]:
            raise self._error(message("this bracket was never opened"))
        positions = _PositionAutomaton()
        return positions, self._written(tree, positions)

    def _split(self) -> list[tuple[str, str, int]]:
        """Return (kind, text, position) of all tokens, and an empty one."""
        tokens = []
        at = 0
        end = len(self._regex.rstrip())
        while at < end:
            match = _TOKEN.match(self._regex, at)
            if match is None:
                at += len(self._regex[at:]) - len(self._regex[at:].lstrip())
                raise self._error_at(message("this is not closed, or has no meaning"), at)
            kind = str(match.lastgroup)
            text = match[kind]
            tokens.append((text if kind == "sign" else kind, text, match.start(kind)))
            at = match.end()
        return [*tokens, ("", "", end)]

    def _peek(self) -> tuple[str, str, int]:
        return self._tokens[self._at]

    def _take(self) -> tuple[str, str, int]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _error(self, problem: str) -> CrfError:
        return self._error_at(problem, self._peek()[2])

    def _error_at(self, problem: str, position: int) -> CrfError:
        found = self._regex[position : position + 20]
        shown = message("at {found}", found=repr(found)) if found else message("at its end")
        return PatternError(
            message(
                "The pattern over labels cannot be read at character {position}, {shown}: "
                "{problem}. Write labels with spaces between them, such as 'O* (B-NP I-NP*)+'.",
                position=position + 1,
                shown=shown,
                problem=problem,
            )
        )

    def _alternatives(self) -> Tree:
        choices = [self._sequence()]
        while self._peek()[0] == "|":
            self._take()
            choices.append(self._sequence())
        return choices[0] if len(choices) == 1 else ("or", choices)

    def _sequence(self) -> Tree:
        parts = []
        while self._peek()[0] not in ("", "|", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else ("then", parts)

    def _repeated(self) -> Tree:
        tree = self._atom()
        for _ in range(MAX_TIMES):
            if self._peek()[0] not in _REPETITIONS:
                break
            tree = ("times", tree, *self._times())
        if self._peek()[0] in _REPETITIONS:
            raise self._error(
                message(
                    "there are more than {max_times} repetitions after one another",
                    max_times=MAX_TIMES,
                )
            )
        return tree

    def _times(self) -> tuple[int, int | None]:
        kind, text, position = self._take()
        if kind != "times":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[kind]
        match = _TIMES.fullmatch(text)
        if match is None or len(text) > 30:
            raise self._error_at(message("a number of times is {{3}}, {{2,}} or {{2,5}}"), position)
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise self._error_at(message("the second number is smaller than the first"), position)
        return least, most

    def _atom(self) -> Tree:
        kind, text, position = self._take()
        if kind == "(":
            self._depth += 1
            if self._depth > DEEPEST:
                raise self._error_at(
                    message("more than {deepest} brackets are in one another", deepest=DEEPEST),
                    position,
                )
            tree = self._alternatives()
            if self._take()[0] != ")":
                raise self._error_at(message("this bracket is never closed"), position)
            self._depth -= 1
            return tree
        if kind == "[":
            return self._set(position)
        if kind == ".":
            return ("label", np.ones(len(self._alphabet), dtype=np.bool_))
        if kind in ("name", "quoted"):
            return ("label", self._alphabet.members([text]))
        raise self._error_at(message("a label, a bracket or a point is expected here"), position)

    def _set(self, position: int) -> Tree:
        is_negative = self._peek()[0] == "^"
        if is_negative:
            self._take()
        names = []
        while self._peek()[0] in ("name", "quoted"):
            names.append(self._take()[1])
        if self._take()[0] != "]" or not names:
            raise self._error_at(message("a set is [B-NP O] or [^B-NP O]"), position)
        members = self._alphabet.members(names)
        return ("label", ~members if is_negative else members)

    # ---- positions

    def _new_position(self, positions: _PositionAutomaton, members: BoolArray | None) -> int:
        if len(positions.sets) >= MAX_POSITIONS:
            raise PatternError(
                message(
                    "The pattern over labels needs more than {max_positions:,} states, its "
                    "repetitions written out; use smaller numbers of times, or a count.",
                    max_positions=MAX_POSITIONS,
                )
            )
        positions.sets.append(members)
        positions.free.append([])
        return len(positions.sets) - 1

    def _written(self, tree: Tree, positions: _PositionAutomaton) -> _Piece:
        if tree[0] == "label":
            first = self._new_position(positions, tree[1])
            return _Piece(first, self._new_position(positions, None))
        if tree[0] == "or":
            return self._written_choice(tree[1], positions)
        if tree[0] == "times":
            return self._written_times(tree[1], tree[2], tree[3], positions)
        first = last = self._new_position(positions, None)
        for part in tree[1]:
            piece = self._written(part, positions)
            positions.free[last].append(piece.first)
            last = piece.last
        return _Piece(first, last)

    def _written_choice(self, choices: list[Tree], positions: _PositionAutomaton) -> _Piece:
        first = self._new_position(positions, None)
        pieces = [self._written(choice, positions) for choice in choices]
        last = self._new_position(positions, None)
        for piece in pieces:
            positions.free[first].append(piece.first)
            positions.free[piece.last].append(last)
        return _Piece(first, last)

    def _written_times(
        self, tree: Tree, least: int, most: int | None, positions: _PositionAutomaton
    ) -> _Piece:
        first = last = self._new_position(positions, None)
        skips = []
        for number in range(least if most is None else most):
            piece = self._written(tree, positions)
            positions.free[last].append(piece.first)
            if number >= least:
                skips.append(last)
            last = piece.last
        if most is None:
            piece = self._written(tree, positions)
            positions.free[last].append(piece.first)
            positions.free[piece.last].append(last)
        end = self._new_position(positions, None)
        for position in [*skips, last]:
            positions.free[position].append(end)
        return _Piece(first, end)


def _deterministic(
    positions: _PositionAutomaton, piece: _Piece, regex: str, n_labels: int
) -> Automaton:
    """Construct the automaton whose states are sets of positions."""
    closed = _closure(positions, [piece.first])
    numbers = {closed: 0}
    states = [closed]
    rows = []
    n_steps = 0
    for state in states:
        row = []
        for reached in _successors(positions, state, n_labels):
            if not reached:
                row.append(DEAD)
                continue
            closed = _closure(positions, reached)
            n_steps += len(closed)
            if closed not in numbers:
                numbers[closed] = len(states)
                states.append(closed)
            row.append(numbers[closed])
            # With very many labels a single row may exceed the limit.
            if len(states) > MAX_DFA_STATES or n_steps > MAX_STEPS:
                raise PatternError(
                    message(
                        "The pattern over labels, {regex}, needs more than {max_dfa_states:,} "
                        "states; write a simpler one.",
                        regex=repr(regex[:60]),
                        max_dfa_states=MAX_DFA_STATES,
                    )
                )
        rows.append(row)
        n_steps += n_labels
    return Automaton(
        np.array([rows], dtype=np.int32),
        np.zeros((1, len(states), n_labels)),
        np.array([0.0 if piece.last in state else np.inf for state in states]),
    )


def _successors(
    positions: _PositionAutomaton, state: frozenset[int], n_labels: int
) -> list[list[int]]:
    """Return the positions to which each label leads."""
    targets: list[list[int]] = [[] for _ in range(n_labels)]
    for position in state:
        members = positions.sets[position]
        if members is not None:
            for label in np.flatnonzero(members).tolist():
                targets[label].append(position + 1)
    return targets


def _closure(positions: _PositionAutomaton, reached: list[int]) -> frozenset[int]:
    """Return the positions reachable by empty transitions."""
    found = set(reached)
    waiting = list(found)
    while waiting:
        for position in positions.free[waiting.pop()]:
            if position not in found:
                found.add(position)
                waiting.append(position)
    return frozenset(found)
