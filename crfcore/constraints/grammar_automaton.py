"""Automata of grammars over labels that recur at the right end of rules only.

Such a grammar generates a regular language: what is left to derive is a stack of bounded height.
The automaton's state is the distribution of stacks after the labels read so far, as in
M. Mohri, "Finite-state transducers in language and speech processing" (1997), section 3.3; the cost
of a labelling is minus the logarithm of its probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from crfcore.constraints.automaton import (
    MAX_PRODUCT_STATES,
    Automaton,
    TooManyStatesError,
    build,
    minimised,
)
from crfcore.errors import CrfError
from crfcore.grammars.grammar import LIST, Grammar, Item, Rule, Terminal
from crfcore.grammars.matching import TerminalMatcher, columns_of
from crfcore.messages import message

Stack: TypeAlias = tuple[Item, ...]
"""What is left to derive, the next one first."""

State: TypeAlias = frozenset[tuple[Stack, float]]
"""Stacks with their shares of the probability."""

DIGITS = 12
"""Decimal digits of shares by which states are told apart."""


def automaton_of(
    grammar: Grammar,
    labels: Sequence[str],
    *,
    weighted: bool = True,
    max_states: int = MAX_PRODUCT_STATES,
) -> Automaton:
    """Return the automaton of a grammar whose strings are labellings.

    Parameters
    ----------
    grammar : Grammar
        Its terminals, in column 0, read labels.
    labels : sequence of L str
    weighted : bool
        Whether a labelling costs −log P; else it costs nothing, and those that the grammar does not
        generate are forbidden in both cases.
    max_states : int
        With ``weighted``, a grammar that leaves several derivations open may need any number.

    Returns
    -------
    Automaton
        Minimised; of one mark.

    Raises
    ------
    CrfError
        A symbol recurs elsewhere than at the right end of a rule, a terminal is a list or reads
        another column, or there are too many states.
    """
    _check(grammar)
    steps = _Steps(grammar, labels, max_states, weighted=weighted)
    start: State = frozenset([((grammar.start,), 1.0)])
    try:
        return minimised(build(start, steps.step, steps.final, len(labels)))
    except TooManyStatesError:
        raise CrfError(
            message(
                "The automaton of the grammar of {start} needs more than {max_states:,} states; "
                "leave out alternatives that begin in the same way, or use weighted=False.",
                start=grammar.start,
                max_states=max_states,
            )
        ) from None


class _Steps:
    """The steps of an automaton, and the costs of its ends."""

    def __init__(
        self, grammar: Grammar, labels: Sequence[str], max_states: int, *, weighted: bool
    ) -> None:
        self._reads = _labels_of(grammar, labels)
        self._weighted = weighted
        self._max_states = max_states
        self._known: set[State] = set()
        self._rules: dict[str, list[Rule]] = {}
        for rule in grammar.rules:
            if rule.probability > 0.0:
                self._rules.setdefault(rule.left, []).append(rule)

    def step(self, _mark: int, state: State, label: int) -> tuple[State, float]:
        shares: dict[Stack, float] = {}
        for stack, share in state:
            for rest, p in _after(stack, share, self._rules, self._reads, label):
                shares[rest] = shares.get(rest, 0.0) + p
        total = sum(shares.values())
        if total <= 0.0:
            return state, np.inf
        reached: State = frozenset(
            (stack, round(p / total, DIGITS) if self._weighted else 1.0)
            for stack, p in shares.items()
        )
        self._known.add(reached)
        if len(self._known) > self._max_states:
            raise TooManyStatesError
        return reached, self._cost(total)

    def final(self, state: State) -> float:
        share = sum(share for stack, share in state if not stack)
        return self._cost(share) if share > 0.0 else np.inf

    def _cost(self, share: float) -> float:
        return -float(np.log(share)) if self._weighted else 0.0


def _after(
    stack: Stack,
    share: float,
    rules: Mapping[str, Sequence[Rule]],
    reads: Mapping[Terminal, frozenset[int]],
    label: int,
) -> Iterator[tuple[Stack, float]]:
    """Yield what is left to derive after a label, with its probability, by each derivation."""
    waiting = [(stack, share)]
    while waiting:
        here, p = waiting.pop()
        if not here:
            continue
        first, rest = here[0], here[1:]
        if isinstance(first, Terminal):
            if label in reads[first]:
                yield rest, p
        else:
            waiting += [((*one.right, *rest), p * one.probability) for one in rules[first]]


def _check(grammar: Grammar) -> None:
    """Refuse symbols that recur but at the right end, or without a label before."""
    below: dict[str, set[str]] = {name: set() for name in grammar.symbols}
    for rule in grammar.rules:
        below[rule.left].update(item for item in rule.right if isinstance(item, str))
    reached = {name: _reached([name], below) for name in grammar.symbols}
    for rule in grammar.rules:
        last = len(rule.right) - 1
        for place, item in enumerate(rule.right):
            is_inner = place < last or last == 0
            if isinstance(item, str) and is_inner and rule.left in reached[item]:
                raise CrfError(
                    message(
                        "{left} recurs in its rule {left} -> {right} elsewhere than at the right "
                        "end after something else, so the grammar has no automaton; write it "
                        "with the symbol at the end.",
                        left=rule.left,
                        right=" ".join(map(str, rule.right)),
                    )
                )
    for terminal in grammar.terminals:
        if terminal.kind == LIST or terminal.column:
            raise CrfError(
                message(
                    "{terminal} reads no label; a grammar over labels has words and expressions "
                    "of column 0.",
                    terminal=terminal,
                )
            )


def _reached(names: Iterable[str], below: Mapping[str, set[str]]) -> set[str]:
    found, waiting = set(names), list(names)
    while waiting:
        new = below[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _labels_of(grammar: Grammar, labels: Sequence[str]) -> dict[Terminal, frozenset[int]]:
    matcher = TerminalMatcher([(one, "") for one in grammar.terminals])
    matches = matcher.matches(*columns_of([[label] for label in labels]))
    return {
        one: frozenset(np.flatnonzero(matches[:, number]).tolist())
        for number, one in enumerate(grammar.terminals)
    }
