"""A minimal set of contradicting constraints."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.constraints.automaton import Automaton
from crfcore.constraints.compiled import Compiled, compile_rules
from crfcore.constraints.conflict_kernels import has_labelling
from crfcore.constraints.integer import OutOfTimeError, best_under_rules
from crfcore.constraints.kinds import MAX_STATES, OneOf, Pin
from crfcore.constraints.matching import Matches
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.wording import tokens_of, wording
from crfcore.errors import CrfError, cut
from crfcore.messages import joined, message

Item = TypeVar("Item")

SECONDS = 3.0
"""Time limit of all integer programs of a search."""


class ConflictError(CrfError):
    """Constraints contradict each other; without any one of them the others are satisfiable.

    Parameters
    ----------
    rules : sequence of Rule
        The constraints: rules, and labels allowed for single tokens.
    words : sequence of str, optional
        The sentence.
    sentence : int
        Its index, from 0.

    Attributes
    ----------
    rules : tuple of Rule
    sentence : int
    tokens : tuple of int
        Tokens that these constraints name, from 0.
    """

    def __init__(
        self, rules: Sequence[Rule], words: Sequence[str] | None = None, sentence: int = 0
    ) -> None:
        self.rules = tuple(rules)
        self.sentence = sentence
        named = {token for rule in rules for token in tokens_of(rule)}
        self.tokens = tuple(sorted(named))
        super().__init__(_sentence(self.rules, words, sentence))

    def at(self, sentence: int) -> ConflictError:
        """Return the same error for a sentence with another index."""
        moved = ConflictError(self.rules, None, sentence)
        moved.tokens = self.tokens
        moved.args = (cut(self.args[0].with_values(prefix=_sentence_prefix(sentence))),)
        return moved


def _sentence_prefix(sentence: int) -> str:
    return message("In sentence {sentence:,} ", sentence=sentence + 1)


def _sentence(rules: Sequence[Rule], words: Sequence[str] | None, sentence: int) -> str:
    prefix = _sentence_prefix(sentence)
    rules_text = joined("; ", [wording(rule, words) for rule in rules])
    if not rules:
        return message(
            "{prefix}no labelling is possible, whatever the rules: the model allows none.",
            prefix=prefix,
        )
    if len(rules) == 1:
        return message(
            "{prefix}this cannot be met: {rules_text}. Change it, or switch it off.",
            prefix=prefix,
            rules_text=rules_text,
        )
    return message(
        "{prefix}these contradict each other: {rules_text}. Change or switch off one of "
        "them; the others can be met then.",
        prefix=prefix,
        rules_text=rules_text,
    )


def minimal_conflict(
    items: Sequence[Item], is_satisfiable: Callable[[Sequence[Item]], bool]
) -> list[Item]:
    """Return a minimal unsatisfiable subset of constraints.

    A deletion filter (J. W. Chinneck and E. W. Dravnieks, 1991): items are left out while the rest
    is still contradictory, first many at a time, in the end one by one.

    Parameters
    ----------
    items : sequence
        Unsatisfiable constraints.
    is_satisfiable : callable
        Whether some of them are satisfiable; monotone.

    Returns
    -------
    list
        In the order of `items`; empty if even no item is unsatisfiable.
    """
    if not is_satisfiable([]):
        return []
    kept = list(items)
    size = max(len(kept) // 2, 1)
    while size >= 1:
        start = 0
        while start < len(kept):
            without = kept[:start] + kept[start + size :]
            if is_satisfiable(without):
                start += size
            else:
                kept = without
        size //= 2
    return kept


def rules_of_mask(allowed: MaskArray, labels: Sequence[str]) -> list[Rule]:
    """Return a mask (T, L) as a rule for each token that is not free."""
    rules = []
    for token, row in enumerate(np.asarray(allowed) != 0):
        names = tuple(label for label, is_allowed in zip(labels, row, strict=True) if is_allowed)
        if len(names) == 1:
            rules.append(Rule(Pin(token, names[0])))
        elif names and len(names) < len(labels):
            rules.append(Rule(OneOf(token, names)))
    return rules


def conflict_of(
    scores: FloatArray,
    transitions: FloatArray,
    rules: Rules,
    labels: Sequence[str],
    words: Sequence[str] | None = None,
    matches: Matches | None = None,
    allowed: MaskArray | None = None,
    *,
    sentence: int = 0,
    max_states: int = MAX_STATES,
    lenient: bool = False,
    time_limit: float | None = SECONDS,
) -> ConflictError | None:
    """Return the error if no labelling of one sentence satisfies all rules; None if one does.

    Parameters
    ----------
    scores : (T, L) array
    transitions : (L, L) array, or (T, L, L)
        Only entries of −inf matter.
    rules, labels, words, matches, max_states, lenient
        As for `crfcore.constraints.compiled.compile_rules`. Soft rules do not matter.
    allowed : (T, L) array of 0 and 1, optional
        Labels allowed for the tokens; named as constraints like others.
    sentence : int
        The sentence's index, from 0, for the error.
    time_limit : float or None
        Seconds for all integer programs; undecided sets count as satisfiable, so that the result
        may not be minimal.
    """
    ends = None if time_limit is None else time.monotonic() + time_limit
    hard = [rule for _, rule in rules.in_force() if rule.hard]
    if allowed is not None:
        hard += rules_of_mask(allowed, labels)
    barriers = np.where(np.isneginf(scores), -np.inf, 0.0)
    steps = np.where(np.isneginf(transitions), -np.inf, 0.0)

    def compiled_of(some: Sequence[Rule]) -> Compiled:
        return compile_rules(
            Rules(some),
            labels,
            len(scores),
            words,
            matches,
            max_states=max_states,
            lenient=lenient,
        )

    def is_satisfiable(some: Sequence[Rule]) -> bool:
        left = None if ends is None else ends - time.monotonic()
        return _is_satisfiable(barriers, steps, compiled_of(some), labels, words, left)

    compiled = compiled_of(hard)
    if compiled.leftovers and not _has_labelling(barriers, steps, compiled):
        # The rules of the automaton conflict without the others: no integer program is needed.
        left_over = [leftover.rule for leftover in compiled.leftovers]
        hard = [rule for rule in hard if rule not in left_over]
    if is_satisfiable(hard):
        return None
    return ConflictError(minimal_conflict(hard, is_satisfiable), words, sentence)


def _is_satisfiable(
    barriers: FloatArray,
    steps: FloatArray,
    compiled: Compiled,
    labels: Sequence[str],
    words: Sequence[str] | None,
    time_limit: float | None,
) -> bool:
    if not _has_labelling(barriers, steps, compiled):
        return False
    if not compiled.leftovers or (time_limit is not None and time_limit <= 0.0):
        return True
    try:
        found = best_under_rules(
            barriers, steps, compiled, labels=labels, words=words, time_limit=time_limit
        )
    except OutOfTimeError:
        return True
    return found is not None


def _has_labelling(barriers: FloatArray, steps: FloatArray, compiled: Compiled) -> bool:
    """Whether the masks and the automaton allow a labelling, by reachability."""
    n_tokens, n_labels = barriers.shape
    automaton = compiled.automaton or _anything(n_labels)
    free = barriers > -np.inf
    if compiled.allowed is not None:
        free &= compiled.allowed != 0
    if compiled.transition_additions is not None:
        steps = steps + compiled.transition_additions
    may_step = (steps > -np.inf).astype(np.uint8).reshape(-1, n_labels, n_labels)
    marks = np.zeros(n_tokens, np.int64) if compiled.marks is None else compiled.marks
    may_stop = np.isfinite(automaton.final).astype(np.uint8)
    return has_labelling(free.astype(np.uint8), may_step, automaton.next, marks, may_stop)


def _anything(n_labels: int) -> Automaton:
    return Automaton(
        np.zeros((1, 1, n_labels), dtype=np.int32), np.zeros((1, 1, n_labels)), np.zeros(1)
    )
