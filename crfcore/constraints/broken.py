"""Violations of a rule in many labelled sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import IdArray, OffsetArray
from crfcore.constraints.alphabet import BoolArray
from crfcore.constraints.compiled import Compiled, SharedRules, shared_rules
from crfcore.constraints.compiled_text import Words, compile_text
from crfcore.constraints.kinds import MAX_STATES
from crfcore.constraints.matching import Matches
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.state_lattice import NO_MARKS, refused
from crfcore.constraints.violations import violations


def broken_sentences(
    rule: Rule,
    labels: Sequence[str],
    given: NDArray[np.integer],
    offsets: OffsetArray,
    words: Words | None = None,
    matches: Sequence[Matches | None] | None = None,
    *,
    max_states: int = MAX_STATES,
    lenient: bool = False,
) -> BoolArray:
    """Return the mask of sentences that violate a rule, (N,); none if the rule is off.

    Parameters
    ----------
    rule : Rule
    labels : sequence of str
        The names of all labels.
    given : (T,) array
        The label id of each token.
    offsets : (N + 1,) array
        Sentence i is tokens ``offsets[i]`` to ``offsets[i + 1] - 1``.
    words, matches, max_states, lenient
        As for `crfcore.constraints.compiled_text.compile_text`.

    Raises
    ------
    UnknownLabelError, CrfError
        As for `compile_text`.
    """
    asked = Rules([replace(rule, cost=None)])
    numbers = np.ascontiguousarray(given, dtype=np.int32)
    shared = shared_rules(asked, labels, max_states=max_states, lenient=lenient)
    if shared is not None and not shared.leftovers:
        return _against_shared(shared, numbers, offsets)
    ready = compile_text(
        asked, labels, offsets, words, matches, max_states=max_states, lenient=lenient
    )
    broken = _against_masks(ready, numbers, offsets)
    for sentences in _by_automaton(ready):
        broken[sentences] |= _refused_of(ready, sentences, numbers, offsets)
    for sentence, one in enumerate(ready):
        if one is not None and one.leftovers:
            own = numbers[offsets[sentence] : offsets[sentence + 1]].tolist()
            counts = violations(
                asked,
                [labels[number] for number in own],
                None if words is None else words[sentence],
                None if matches is None else matches[sentence],
            )
            broken[sentence] |= counts[0] > 0
    return broken


def _against_shared(shared: SharedRules, given: IdArray, offsets: OffsetArray) -> BoolArray:
    n_sentences = len(offsets) - 1
    filled = np.flatnonzero(np.diff(offsets) > 0)
    broken = np.zeros(n_sentences, dtype=np.bool_)
    for row, tokens in ((shared.starts, offsets[:-1]), (shared.ends, offsets[1:] - 1)):
        if row is not None:
            broken[filled] |= row[given[tokens[filled]]] == -np.inf
    if shared.transitions is not None and len(given) > 1:
        steps = shared.transitions[given[:-1], given[1:]] == -np.inf
        positions = np.flatnonzero(steps) + 1
        # The first token of a sentence has no predecessor.
        positions = positions[~np.isin(positions, offsets)]
        broken[np.searchsorted(offsets, positions, side="right") - 1] = True
    if shared.automaton is not None:
        broken |= refused(offsets, given, shared.automaton) != 0
    return broken


def _against_masks(
    ready: Sequence[Compiled | None], given: IdArray, offsets: OffsetArray
) -> BoolArray:
    broken = np.zeros(len(ready), dtype=np.bool_)
    for sentence, (start, stop) in enumerate(pairwise(offsets.tolist())):
        one = ready[sentence]
        if one is not None and one.allowed is not None:
            own = given[start:stop]
            broken[sentence] = not one.allowed[np.arange(len(own)), own].all()
    return broken


def _by_automaton(ready: Sequence[Compiled | None]) -> list[list[int]]:
    """Return the sentences of each automaton."""
    sentences: defaultdict[int, list[int]] = defaultdict(list)
    for sentence, one in enumerate(ready):
        if one is not None and one.automaton is not None:
            sentences[id(one.automaton)].append(sentence)
    return list(sentences.values())


def _refused_of(
    ready: Sequence[Compiled | None],
    sentences: list[int],
    given: IdArray,
    offsets: OffsetArray,
) -> NDArray[np.bool_]:
    """Return which of some sentences an automaton forbids."""
    chosen = [(one, sentence) for sentence in sentences if (one := ready[sentence]) is not None]
    parts = [given[offsets[sentence] : offsets[sentence + 1]] for _, sentence in chosen]
    bounds = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
    marks = [one.marks for one, _ in chosen if one.marks is not None]
    automaton = next(one.automaton for one, _ in chosen if one.automaton is not None)
    read = np.concatenate(marks) if marks else NO_MARKS
    return np.asarray(refused(bounds, np.concatenate(parts), automaton, read) != 0)
