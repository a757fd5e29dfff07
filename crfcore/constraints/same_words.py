"""Exact answers for a sentence in which equal words have equal labels.

Each repeated word gets a variable that says which label, or type, its tokens have; the chain of the
tokens and these variables have a junction tree. A soft rule of cost c is a mixture: labellings that
obey have the weight 1 = exp(−c) + (1 − exp(−c)), so that all sums are those without the rule, times
exp(−c), plus those under the hard rule, times 1 − exp(−c).

Further labellings are found as by E. L. Lawler, A procedure for computing the K best solutions,
Management Science 18, 1972: what is left after the best is divided by the first token with another
label, and each part has a best of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count, product
from math import prod
from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.constraints.alphabet import alphabet_of
from crfcore.constraints.compiled import Leftover
from crfcore.constraints.constrained_inference import ConstrainedRun
from crfcore.constraints.integer import label_groups, repeated_words
from crfcore.constraints.kinds import SameWordSameLabel
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


class Component(NamedTuple):
    """A component of the mixture: labellings that obey some of the soft rules.

    Attributes
    ----------
    log_weight : float
        Logarithm of its weight in sums.
    cost : float
        Of the soft rules that may be violated.
    obeyed : tuple of bool
        Which soft rules are hard here.
    tree : JunctionTree
    """

    log_weight: float
    cost: float
    obeyed: tuple[bool, ...]
    tree: JunctionTree


class SameWordTrees:
    """One sentence under rules, with equal labels of equal words.

    Made by `same_word_trees`.
    """

    def __init__(
        self,
        components: list[Component],
        costs: Sequence[float],
        labels: IdArray,
        n_labels: int,
    ) -> None:
        self._components = components
        # Of the soft rules.
        self._costs = np.array(costs, dtype=np.float64)
        # The label of each state, and how many there are.
        self._labels, self._n_labels = labels, n_labels

    def best(self, n_tokens: int) -> tuple[IdArray, float]:
        """Return the labels of highest score minus costs, (T,), and that score.

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        found = self._best_of([(one.cost, one.tree) for one in self._components], n_tokens)
        if found is None:
            raise NoLabellingError(0, 0)
        return found

    def _best_of(
        self, trees: Iterable[tuple[float, JunctionTree]], n_tokens: int
    ) -> tuple[IdArray, float] | None:
        found: list[tuple[float, IdArray]] = []
        for cost, tree in trees:
            with suppress(NoStatesError):
                states, score = tree.best()
                found.append((score - cost, states))
        if not found:
            return None
        score, states = max(found, key=lambda one: one[0])
        return self._labels[states[:n_tokens]], score

    def nbest(self, n: int, n_tokens: int) -> tuple[IdArray, FloatArray]:
        """Return the n labellings of highest score minus costs, the best first.

        After each, a best labelling is looked for as often as there are tokens.

        Returns
        -------
        labels : int32 (n', T)
            Fewer than n if there are no more.
        scores : (n',) array

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        heap: list[tuple[float, int, IdArray, MaskArray, int]] = []
        number = count()

        def push(mask: MaskArray, first: int) -> None:
            found = self._best_of(self._pinned(mask), n_tokens)
            if found is not None:
                heappush(heap, (-found[1], next(number), found[0], mask, first))

        push(np.ones((n_tokens, self._n_labels), np.uint8), 0)
        if not heap:
            raise NoLabellingError(0, 0)
        labels: list[IdArray] = []
        scores: list[float] = []
        while heap and len(labels) < n:
            negative, _, best, mask, first = heappop(heap)
            labels.append(best)
            scores.append(-negative)
            for token in range(first, n_tokens) if len(labels) < n else ():
                part = mask.copy()
                part[:token] = np.arange(self._n_labels) == best[:token, np.newaxis]
                part[token, best[token]] = 0
                push(part, token)
        return np.array(labels, np.int32), np.array(scores)

    def _pinned(self, mask: MaskArray) -> Iterator[tuple[float, JunctionTree]]:
        """Yield the trees with some labels of each token, and the costs."""
        for one in self._components:
            graph = one.tree.graph
            allowed = np.ones(graph.unary.shape, np.uint8)
            allowed[: len(mask), : len(self._labels)] = mask[:, self._labels]
            with suppress(NoStatesError):
                yield one.cost, JunctionTree(graph.with_pins(allowed), MAX_ENTRIES)

    def log_z(self) -> float:
        """Return log Z; −inf if no labelling obeys the hard rules."""
        total = -np.inf
        for one in self._components:
            with suppress(NoStatesError):
                total = np.logaddexp(total, one.log_weight + one.tree.log_z())
        return float(total)

    def sums(self, n_tokens: int) -> tuple[float, FloatArray]:
        """Return log Z, and the probabilities of labels, (T, L).

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        log_z, shares = self._shares()
        posteriors = np.zeros((n_tokens, self._n_labels))
        for share, one in shares:
            marginals = one.tree.beliefs().marginals[:n_tokens, : len(self._labels)]
            np.add.at(posteriors.T, self._labels, share * marginals.T)
        return log_z, posteriors

    def entropy(self) -> float:
        """Return the entropy of the labellings in nats: log Z less the mean of score − costs.

        Raises
        ------
        NoLabellingError
            No labelling obeys the hard rules.
        """
        log_z, shares = self._shares()
        mean = 0.0
        obey = np.zeros(len(self._costs))
        for share, one in shares:
            mean += share * _mean_score(one.tree)
            # Σ over labellings that obey = that under the hard rule, of weight 1 − exp(−c).
            obeyed = np.array(one.obeyed, np.bool_)
            obey[obeyed] += share / -np.expm1(-self._costs[obeyed])
        found = float(log_z - mean + self._costs @ (1.0 - obey))
        return max(found, 0.0)

    def sample(self, n: int, rng: np.random.Generator, n_tokens: int) -> IdArray:
        """Draw independent labellings, (n, T); errors: `entropy`."""
        _, shares = self._shares()
        weights = np.array([share for share, _ in shares])
        drawn = rng.choice(len(shares), n, p=weights / weights.sum())
        found = np.zeros((n, n_tokens), np.int32)
        for number, (_, one) in enumerate(shares):
            rows = np.flatnonzero(drawn == number)
            found[rows] = self._labels[one.tree.sample(len(rows), rng)[:, :n_tokens]]
        return found

    def _shares(self) -> tuple[float, list[tuple[float, Component]]]:
        """Return log Z, and the components that have a labelling with their probabilities."""
        found: list[tuple[float, Component]] = []
        for one in self._components:
            if one.log_weight > -np.inf:
                with suppress(NoStatesError):
                    found.append((one.log_weight + one.tree.log_z(), one))
        if not found:
            raise NoLabellingError(0, 0)
        log_z = float(np.logaddexp.reduce([log_sum for log_sum, _ in found]))
        return log_z, [(float(np.exp(log_sum - log_z)), one) for log_sum, one in found]


def _mean_score(tree: JunctionTree) -> float:
    """Return the expected score of a graph's assignments."""
    graph, beliefs = tree.graph, tree.beliefs()
    pairs = [(graph.unary, beliefs.marginals)]
    pairs += [(graph.table(factor), beliefs.factor(factor)) for factor in range(graph.n_factors)]
    total = 0.0
    for table, belief in pairs:
        # What is not allowed has no probability.
        total += float((np.where(belief > 0.0, table, 0.0) * belief).sum())
    return total


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
    run: ConstrainedRun,
    leftovers: Sequence[Leftover],
    labels: Sequence[str],
    words: Sequence[str] | None,
) -> SameWordTrees | None:
    """Return exact inference for a sentence whose other rules are about equal words.

    Parameters
    ----------
    run : ConstrainedRun
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
    components = []
    costs = [rule.cost or 0.0 for rule in soft]
    for obeyed in product((False, True), repeat=len(soft)):
        chosen = [rule for rule, is_in in zip(soft, obeyed, strict=True) if is_in]
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
        components.append(Component(log_weight, left, obeyed, tree))
    return SameWordTrees(components, costs, of_states, len(labels))


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
