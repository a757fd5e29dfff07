"""Exact answers for a sentence in which equal words have equal labels.

Each repeated word gets a variable that says which label, or type, its tokens have; the chain of the
tokens and these variables have a junction tree. A soft rule of cost c is a mixture: labellings that
obey have the weight 1 = exp(−c) + (1 − exp(−c)), so that all sums are those without the rule, times
exp(−c), plus those under the hard rule, times 1 − exp(−c).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from math import prod

import numpy as np

from crfcore.arrays import FloatArray, IdArray
from crfcore.constraints.alphabet import alphabet_of
from crfcore.constraints.compiled import Leftover
from crfcore.constraints.integer import label_groups, repeated_words
from crfcore.constraints.kinds import SameWordSameLabel
from crfcore.constraints.ruled import RuledRun
from crfcore.constraints.rules import Rule
from crfcore.graphs.factor_graph import FactorGraph, NoStatesError, WidthError
from crfcore.graphs.junction_tree import JunctionTree
from crfcore.inference.forward_backward import NoLabellingError

MAX_TABLE = 2**18
"""Most entries of the largest table; wider sentences are left to the integer program."""

MAX_ENTRIES = 2**21
"""Most entries of all tables of a sentence."""

MAX_SOFT = 3
"""Most soft rules: each doubles the number of junction trees."""

MAX_STATES = 256
"""Most states of a variable: labels, times those of the automaton of other rules."""


class SameWordTrees:
    """One sentence under rules, with equal labels of equal words.

    Made by `same_word_trees`.
    """

    def __init__(
        self, trees: list[tuple[float, float, JunctionTree]], labels: IdArray, n_labels: int
    ) -> None:
        # Log weight for sums, cost for the best, and the tree of each mixture component.
        self._trees = trees
        self._labels, self._n_labels = labels, n_labels

    def best(self, n_tokens: int) -> tuple[IdArray, float]:
        """Return the labels of highest score minus costs, (T,), and that score.

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        found: list[tuple[float, IdArray]] = []
        for _, cost, tree in self._trees:
            try:
                states, score = tree.best()
            except NoStatesError:
                continue
            found.append((score - cost, states))
        if not found:
            raise NoLabellingError(0, 0)
        score, states = max(found, key=lambda one: one[0])
        return self._labels[states[:n_tokens]], score

    def log_z(self) -> float:
        """Return log Z; −inf if no labelling obeys the hard rules."""
        total = -np.inf
        for log_weight, _, tree in self._trees:
            with suppress(NoStatesError):
                total = np.logaddexp(total, log_weight + tree.log_z())
        return float(total)

    def sums(self, n_tokens: int) -> tuple[float, FloatArray]:
        """Return log Z, and the probabilities of labels, (T, L).

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        log_weights, posteriors = [], []
        for log_weight, _, tree in self._trees:
            if log_weight == -np.inf:
                continue
            try:
                beliefs = tree.beliefs()
            except NoStatesError:
                continue
            log_weights.append(log_weight + beliefs.log_z)
            own = np.zeros((n_tokens, self._n_labels))
            np.add.at(own.T, self._labels, beliefs.marginals[:n_tokens, : len(self._labels)].T)
            posteriors.append(own)
        if not log_weights:
            raise NoLabellingError(0, 0)
        log_z = float(np.logaddexp.reduce(log_weights))
        shares = np.exp(np.array(log_weights) - log_z)
        return log_z, np.einsum("i,itl->tl", shares, np.array(posteriors))


def is_about_same_words(leftovers: Sequence[Leftover]) -> bool:
    """Whether all rules are about equal words."""
    return all(isinstance(one.rule.kind, SameWordSameLabel) for one in leftovers)


def has_repeats(leftovers: Sequence[Leftover], words: Sequence[str] | None) -> bool:
    """Whether a rule about equal words is about any words of a sentence."""
    kinds = [one.rule.kind for one in leftovers]
    return words is not None and any(
        isinstance(kind, SameWordSameLabel) and repeated_words(kind, words) for kind in kinds
    )


def same_word_trees(
    run: RuledRun,
    leftovers: Sequence[Leftover],
    labels: Sequence[str],
    words: Sequence[str] | None,
) -> SameWordTrees | None:
    """Return exact inference for a sentence whose other rules are about equal words.

    Parameters
    ----------
    run : RuledRun
        The sentence alone, with all its other rules.
    leftovers : sequence of Leftover
        The rules that `run` ignores.
    labels : sequence of str
    words : sequence of str, optional
        The tokens' texts.

    Returns
    -------
    SameWordTrees or None
        None if there is another rule, or a table would have more than `MAX_TABLE` entries.
    """
    rules = [one.rule for one in leftovers if has_repeats([one], words)]
    soft = [rule for rule in rules if rule.cost is not None]
    if words is None or len(soft) > MAX_SOFT or not is_about_same_words(leftovers):
        return None
    arguments = run.arguments
    of_states = np.arange(len(labels), dtype=np.int32)
    if run.automaton is not None:
        joined = run.joined(run.automaton)
        arguments, of_states = joined.arguments, joined.labels
    if len(of_states) > MAX_STATES:
        return None
    chain = FactorGraph.from_lattice(*arguments)
    hard = [rule for rule in rules if rule.cost is None]
    trees = []
    for obeyed in product((False, True), repeat=len(soft)):
        chosen = [rule for rule, is_in in zip(soft, obeyed, strict=True) if is_in]
        costs = [rule.cost or 0.0 for rule in soft]
        left = sum(cost for cost, is_in in zip(costs, obeyed, strict=True) if not is_in)
        weight = prod(-np.expm1(-cost) for cost, is_in in zip(costs, obeyed, strict=True) if is_in)
        graph = _tied(chain, of_states, [*hard, *chosen], labels, words)
        try:
            tree = JunctionTree(graph, MAX_ENTRIES)
        except WidthError:
            return None
        except NoStatesError:
            continue
        if tree.largest > MAX_TABLE:
            return None
        log_weight = float(np.log(weight)) - left if weight > 0.0 else -np.inf
        trees.append((log_weight, left, tree))
    return SameWordTrees(trees, of_states, len(labels))


def _tied(
    chain: FactorGraph,
    of_states: IdArray,
    rules: Sequence[Rule],
    labels: Sequence[str],
    words: Sequence[str],
) -> FactorGraph:
    """Return the graph of a chain with a variable for each repeated word of each rule."""
    alphabet = alphabet_of(tuple(labels), lenient=True)
    n_tokens, n_states = chain.unary.shape
    rows: list[FloatArray] = [chain.unary]
    pairs = [(chain.scope[2 * f : 2 * f + 2].tolist(), f) for f in range(chain.n_factors)]
    tables = {number: chain.table(f) for f, number in enumerate(chain.table_of.tolist())}
    factors = [(scope, tables[int(chain.table_of[f])]) for scope, f in pairs]
    n_variables = n_tokens
    for rule in rules:
        kind = rule.kind
        assert isinstance(kind, SameWordSameLabel)
        group_of = np.zeros(len(labels), dtype=np.int64)
        for number, members in enumerate(label_groups(alphabet, by_type=kind.by_type)):
            group_of[members] = number
        found, number_of = np.unique(group_of[of_states], return_inverse=True)
        link = np.full((n_states, n_states), -np.inf)
        link[np.arange(n_states), number_of] = 0.0
        own = np.where(np.arange(n_states) < len(found), 0.0, -np.inf)[np.newaxis]
        for members in _same_words(kind, words):
            rows.append(own)
            factors += [([token, n_variables], link) for token in members]
            n_variables += 1
    return FactorGraph.of(np.concatenate(rows), factors)


def _same_words(kind: SameWordSameLabel, words: Sequence[str]) -> list[list[int]]:
    """Return the tokens of each repeated word that a rule is about."""
    first: dict[int, int] = {}
    found: dict[int, list[int]] = defaultdict(list)
    for earlier, later in repeated_words(kind, words):
        root = first.get(earlier, earlier)
        first[later] = root
        found[root] = found[root] or [root]
        found[root].append(later)
    return list(found.values())
