"""Integer program for the best labelling under rules without a small automaton.

After 001, section 4.3.2 (D. Roth and W. Yih, 2005): a variable for each label of each token and for
each pair of neighbouring labels, linked as a flow through the trellis. Each automaton adds a flow
that is linked to the labels; rules that are linear in the beginnings of units add rows. Only labels
have to be declared integral: they determine all other variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.constraints.alphabet import Alphabet, alphabet_of
from crfcore.constraints.automaton import MAX_PRODUCT_STATES, Automaton
from crfcore.constraints.compiled import Compiled, Leftover
from crfcore.constraints.kinds import Count, Implies, SameWordSameLabel
from crfcore.constraints.rules import Rule
from crfcore.constraints.wording import wording
from crfcore.errors import CrfError
from crfcore.graphs.linear_rows import Indices, LinearRows
from crfcore.messages import message
from crfcore.text.tag_schemes import split_tag

SECONDS = 10.0
"""Default time limit for a sentence."""

LINEAR_KINDS = (Count, Implies, SameWordSameLabel)
"""Rules that become rows of the program; all others become automata."""


class OutOfTimeError(CrfError):
    """The integer program found no labelling within its time limit.

    Parameters
    ----------
    time_limit : float, optional
        Seconds.
    rules : sequence of Rule
        Rules that need the integer program.
    words : sequence of str, optional
        The sentence.
    sentence : int, optional
        Its index, from 0, where known.

    Attributes
    ----------
    rules : tuple of Rule
    sentence : int or None
    without_option : str
        The sentence for a user who cannot set the time.
    """

    def __init__(
        self,
        time_limit: float | None = None,
        rules: Sequence[Rule] = (),
        words: Sequence[str] | None = None,
        sentence: int | None = None,
    ) -> None:
        self.rules = tuple(rules)
        self.sentence = sentence
        self._said = time_limit, self.rules, words
        of_sentence = "" if sentence is None else f" of sentence {sentence + 1:,}"
        seconds = "in the time it had" if time_limit is None else f"in {time_limit:g} seconds"
        rules_text = "; ".join(wording(rule, words) for rule in self.rules)
        failure = f"The integer program found no labelling{of_sentence} {seconds}; "
        left_out = f"one of the rules that need it{f': {rules_text}' if rules_text else ''}."
        self.without_option = f"{failure}leave out {left_out}"
        super().__init__(f"{failure}give it more time (time_limit), or switch off {left_out}")

    def at(self, sentence: int) -> OutOfTimeError:
        """Return the same error for a sentence with another index."""
        return OutOfTimeError(*self._said, sentence)


@dataclass(frozen=True, slots=True, eq=False)
class IntegerAnswer:
    """The best labelling of a sentence.

    Attributes
    ----------
    labels : (T,) array
    score : float
        The score of the labelling minus the costs of soft rules.
    proved : bool
        Whether no other labelling is better; False after a timeout.
    bound : float
        Upper bound of the score of all labellings.
    """

    labels: IdArray
    score: float
    proved: bool
    bound: float


def best_labelling(
    scores: FloatArray,
    transitions: FloatArray,
    allowed: MaskArray | None = None,
    *,
    labels: Sequence[str] = (),
    words: Sequence[str] | None = None,
    rules: Sequence[Rule] = (),
    automata: Sequence[tuple[Automaton, NDArray[np.integer] | None]] = (),
    time_limit: float | None = SECONDS,
) -> IntegerAnswer | None:
    """Return the labelling of one sentence with the highest score under rules.

    Parameters
    ----------
    scores : (T, L) array
        −inf forbids a label.
    transitions : (L, L) array, or (T, L, L)
        As for `crfcore.inference.viterbi`.
    allowed : (T, L) array of 0 and 1, optional
    labels : sequence of str
        L names.
    words : sequence of str, optional
        The tokens' texts, for rules about words.
    rules : sequence of Rule
        Counts, implications, and same words with the same label.
    automata : sequence of (Automaton, marks)
        All other rules; marks (T,) or None.
    time_limit : float or None
        Seconds.

    Returns
    -------
    IntegerAnswer or None
        None when nothing satisfies all.

    Raises
    ------
    OutOfTimeError
        No labelling was found in time.
    CrfError
        A rule needs an automaton, or words.
    """
    trellis = _Trellis(scores, transitions, allowed)
    for automaton, marks in automata:
        _add_flow(trellis, automaton, marks)
    alphabet = alphabet_of(tuple(labels), lenient=True)
    for rule in rules:
        _add_rule(trellis, rule, alphabet, words)
    found = trellis.program.solve(time_limit)
    if found.values is None:
        if not found.possible:
            return None
        raise OutOfTimeError(time_limit, rules, words)
    # All variables are integers if the labels are; the solver's are approximate.
    values = np.round(found.values)
    return IntegerAnswer(
        trellis.chosen(values),
        -float(trellis.program.costs @ values),
        found.proved,
        -found.bound,
    )


def best_under_rules(
    scores: FloatArray,
    transitions: FloatArray,
    compiled: Compiled,
    allowed: MaskArray | None = None,
    *,
    labels: Sequence[str],
    words: Sequence[str] | None = None,
    time_limit: float | None = SECONDS,
) -> IntegerAnswer | None:
    """Return the labelling of one sentence with the highest score under its compiled rules.

    Parameters
    ----------
    scores, transitions, allowed, labels, words, time_limit
        As for `best_labelling`; the mask applies in addition to rules.
    compiled : Compiled
        Of `crfcore.constraints.compiled.compile_rules`.

    Returns
    -------
    IntegerAnswer or None
        None when nothing satisfies all.

    Raises
    ------
    OutOfTimeError, CrfError
        As for `best_labelling`.
    """
    rows = [one.rule for one in compiled.leftovers if _is_linear(one)]
    flows = [(one.automaton, one.marks) for one in compiled.leftovers if not _is_linear(one)]
    return best_labelling(
        _sum(scores, compiled.score_additions),
        _sum(transitions, compiled.transition_additions),
        both_masks(allowed, compiled.allowed),
        labels=labels,
        words=words,
        rules=rows,
        automata=[
            (automaton, marks)
            for automaton, marks in [(compiled.automaton, compiled.marks), *flows]
            if automaton is not None
        ],
        time_limit=time_limit,
    )


def _is_linear(leftover: Leftover) -> bool:
    return leftover.automaton is None or isinstance(leftover.rule.kind, LINEAR_KINDS)


def _sum(values: FloatArray, additions: FloatArray | None) -> FloatArray:
    return values if additions is None else values + additions


def both_masks(one: MaskArray | None, other: MaskArray | None) -> MaskArray | None:
    """Return the intersection of two masks; None allows everything."""
    if one is None or other is None:
        return other if one is None else one
    return np.asarray((one != 0) & (other != 0), dtype=np.uint8)


class _Trellis:
    """The flow of labels: `nodes` (T, L) and, before each token but the first, `pairs`."""

    def __init__(
        self, scores: FloatArray, transitions: FloatArray, allowed: MaskArray | None
    ) -> None:
        self.program = LinearRows()
        self.n_tokens, self.n_labels = scores.shape
        costs = -np.asarray(scores, dtype=np.float64)
        if allowed is not None:
            costs = np.where(np.asarray(allowed) != 0, costs, np.inf)
        self.nodes = self.program.variables(costs, integral=True)
        self.pairs: list[Indices] = []
        exists = costs < np.inf
        if self.n_tokens:
            self.program.put(self.program.rows(1.0, 1.0), self.nodes[0])
        for t in range(1, self.n_tokens):
            step = -np.asarray(transitions if transitions.ndim == 2 else transitions[t], np.float64)
            both = exists[t - 1][:, np.newaxis] & exists[t]
            pairs = self.program.variables(np.where(both, step, np.inf))
            self.pairs.append(pairs)
            # The flow into a label equals the flow out of it.
            for ends, here in ((pairs, t), (pairs.T, t - 1)):
                rows = self.program.rows(np.zeros(self.n_labels), 0.0)
                self.program.put(rows, ends)
                self.program.put(rows, self.nodes[here], -1.0)

    def beginnings(self, unit: str, alphabet: Alphabet) -> list[Indices]:
        """Return for each token the variables whose sum is 1 where a unit begins there."""
        begins = alphabet.unit(unit).begins
        first = [self.nodes[0][begins[-1]]] if self.n_tokens else []
        return first + [pairs[begins[:-1]] for pairs in self.pairs]

    def chosen(self, values: FloatArray) -> IdArray:
        """Return the label of each token."""
        padded = np.append(values, -1.0)  # labels without a variable are never chosen
        return np.asarray(np.argmax(padded[self.nodes], axis=1), dtype=np.int32)


def _add_flow(trellis: _Trellis, automaton: Automaton, marks: NDArray[np.integer] | None) -> None:
    """Add one unit of flow from state 0 to a state in which a sentence may stop."""
    program = trellis.program
    n_states, n_labels = automaton.n_states, automaton.n_labels
    # A row for each state: inflow − outflow = 0. One unit enters the first state from outside.
    outside = np.where(np.arange(n_states) == 0, -1.0, 0.0)
    arrived = program.rows(outside, outside)
    for t in range(trellis.n_tokens):
        mark = 0 if marks is None else int(marks[t])
        following = automaton.next[mark]
        exists = (following >= 0) & (trellis.nodes[t] >= 0)
        arcs = program.variables(np.where(exists, automaton.cost[mark], np.inf))
        program.put(arrived[:, np.newaxis], arcs, -1.0)
        rows = program.rows(np.zeros(n_labels), 0.0)
        program.put(rows, arcs)
        program.put(rows, trellis.nodes[t], -1.0)
        arrived = program.rows(np.zeros(n_states), 0.0)
        program.put(arrived[following], arcs)  # where `following` is dead, there is no arc
    stops = program.variables(automaton.final)
    program.put(arrived, stops, -1.0)


def _add_rule(
    trellis: _Trellis, rule: Rule, alphabet: Alphabet, words: Sequence[str] | None
) -> None:
    kind = rule.kind
    if isinstance(kind, Count):
        _add_count(trellis, kind, rule.cost, alphabet)
    elif isinstance(kind, Implies):
        _add_implication(trellis, kind, rule.cost, alphabet)
    elif isinstance(kind, SameWordSameLabel):
        _add_same_word(trellis, kind, rule.cost, alphabet, words)
    else:
        raise CrfError(
            message(
                "The rule that {rule} would need an automaton of more than "
                "{max_product_states:,} states; say it more simply, or as several rules.",
                rule=wording(rule),
                max_product_states=MAX_PRODUCT_STATES,
            )
        )


def _slack_variable(trellis: _Trellis, cost: float | None, upper: float = 1.0) -> Indices:
    """Return the slack variable of a soft rule at its cost; none for a hard one."""
    return trellis.program.variables(np.inf if cost is None else cost, upper=upper)


def _add_count(trellis: _Trellis, kind: Count, cost: float | None, alphabet: Alphabet) -> None:
    program = trellis.program
    begun = np.concatenate([np.zeros(0, np.int64), *trellis.beginnings(kind.unit, alphabet)])
    if kind.at_least:
        row = program.rows(kind.at_least, np.inf)
        program.put(row, begun)
        program.put(row, _slack_variable(trellis, cost, np.inf))
    if kind.at_most is not None and kind.at_most < trellis.n_tokens:
        row = program.rows(-np.inf, kind.at_most)
        program.put(row, begun)
        program.put(row, _slack_variable(trellis, cost, np.inf), -1.0)


def _add_implication(
    trellis: _Trellis, kind: Implies, cost: float | None, alphabet: Alphabet
) -> None:
    """Link occurrences of one unit to those of another.

    A unit occurs where one of its tokens occurs.
    """
    program = trellis.program
    ones = trellis.nodes[:, alphabet.unit(kind.a).members]
    others = trellis.nodes[:, alphabet.unit(kind.b).members]
    excuse = _slack_variable(trellis, cost)
    if kind.present:
        for one in ones:
            row = program.rows(-np.inf, 0.0)
            program.put(row, one)
            program.put(row, others.ravel(), -1.0)
            program.put(row, excuse, -1.0)
        return
    # `seen` is at least 1 where there is an a; then there must be no b.
    seen = program.variables(0.0)
    for one, other in zip(ones, others, strict=True):
        row = program.rows(-np.inf, 0.0)
        program.put(row, one)
        program.put(row, seen, -1.0)
        row = program.rows(-np.inf, 1.0)
        program.put(row, other)
        program.put(row, seen)
        program.put(row, excuse, -1.0)


def _add_same_word(
    trellis: _Trellis,
    kind: SameWordSameLabel,
    cost: float | None,
    alphabet: Alphabet,
    words: Sequence[str] | None,
) -> None:
    """Give each token the label of the last previous token with the same word."""
    if words is None:
        raise CrfError(
            message("A rule speaks of words, and these sentences come without; give words=….")
        )
    program = trellis.program
    excuse = _slack_variable(trellis, cost)
    groups = label_groups(alphabet, by_type=kind.by_type)
    for earlier, later in repeated_words(kind, words):
        low = program.rows(np.zeros(len(groups)), np.inf)
        high = program.rows(np.full(len(groups), -np.inf), 0.0)
        for number, members in enumerate(groups):
            for row, sign in ((low[number], 1.0), (high[number], -1.0)):
                program.put(row, trellis.nodes[earlier][members])
                program.put(row, trellis.nodes[later][members], -1.0)
                program.put(row, excuse, sign)


def label_groups(alphabet: Alphabet, *, by_type: bool) -> list[list[int]]:
    """Return groups of labels that count as the same."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, label in enumerate(alphabet.labels):
        groups[split_tag(label)[1] or label if by_type else label].append(number)
    return list(groups.values())


def repeated_words(kind: SameWordSameLabel, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of tokens with the same word: each with the last one before it."""
    read = [word.casefold() for word in words] if kind.ignore_case else list(words)
    meant = {word.casefold() if kind.ignore_case else word for word in kind.words}
    last: dict[str, int] = {}
    pairs = []
    for token, word in enumerate(read):
        if meant and word not in meant:
            continue
        if word in last:
            pairs.append((last[word], token))
        last[word] = token
    return pairs
