"""Junction trees of sentences in which equal words have equal labels, and their limits."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.constraints import same_words
from crfcore.constraints.compiled import compile_rules
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.integer import best_under_rules
from crfcore.constraints.kinds import Count, Pin, SameWordSameLabel
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.same_words import same_word_trees
from crfcore.constraints.violations import violations
from crfcore.inference.forward_backward import NoLabellingError
from tests.brute_force import all_scores

NAMES = ("O", "B-X", "I-X", "B-Y")


def trees_of(scores, transitions, rules, words):
    """Return the compiled rules of a sentence, and its trees."""
    compiled = compile_rules(rules, NAMES, len(scores), words)
    lattice = ConstrainedLattice(scores, transitions, np.array([0, len(scores)]), None, [compiled])
    return compiled, same_word_trees(lattice.runs[0], compiled.leftovers, NAMES, words)


def test_both_ways_find_the_same_best_labelling():
    rng = np.random.default_rng(0)
    for number in range(12):
        words = rng.choice(list("abcd"), 7).tolist()
        scores, transitions = rng.normal(0.0, 2.0, (7, 4)), rng.normal(size=(4, 4))
        kinds = [
            Rule(SameWordSameLabel(by_type=number % 2 == 0), cost=(None, 1.5)[number % 3 == 0])
        ]
        if number % 4 == 0:
            kinds += [Rule(SameWordSameLabel(("a",)), cost=0.5), Rule(Count("Y", at_most=1))]
        compiled, trees = trees_of(scores, transitions, Rules(kinds), words)
        labels, score = trees.best(7)
        by_integers = best_under_rules(scores, transitions, compiled, labels=NAMES, words=words)
        assert score == pytest.approx(by_integers.score, abs=1e-6)
        np.testing.assert_array_equal(labels, by_integers.labels)
        log_z, posteriors = trees.sums(7)
        assert log_z == pytest.approx(trees.log_z(), abs=1e-10)
        np.testing.assert_allclose(posteriors.sum(axis=1), 1.0)


def enumerated(scores, transitions, rules, words):
    """Return all labellings that obey the hard rules, and their scores minus costs."""
    paths, found = all_scores(scores, transitions)
    values = []
    for path, score in zip(paths, found.tolist(), strict=True):
        broken = violations(rules, [NAMES[label] for label in path], words)
        costs = [rule.cost for rule in rules]
        hard = any(n and cost is None for n, cost in zip(broken, costs, strict=True))
        soft = sum(cost for n, cost in zip(broken, costs, strict=True) if n and cost is not None)
        values.append(-np.inf if hard else score - soft)
    return np.array(paths), np.array(values)


@pytest.mark.parametrize("cost", [None, 0.0, 0.8])
def test_all_answers_are_those_of_enumeration(cost):
    rng = np.random.default_rng(3)
    words = list("abab")
    scores, transitions = rng.normal(size=(4, 4)), rng.normal(size=(4, 4))
    scores[2, 1] = -np.inf
    soft = Rule(SameWordSameLabel(("a",), by_type=True), cost=1.2)
    rules = Rules([Rule(SameWordSameLabel(), cost=cost), soft, Count("Y", at_most=1)])
    _, trees = trees_of(scores, transitions, rules, words)
    paths, values = enumerated(scores, transitions, rules, words)
    log_z = np.logaddexp.reduce(values)
    probabilities = np.exp(values - log_z)
    assert trees.log_z() == pytest.approx(log_z, abs=1e-10)
    own = probabilities[probabilities > 0.0]
    assert trees.entropy() == pytest.approx(-(own * np.log(own)).sum(), abs=1e-10)
    n = len(own) + 5
    labels, best = trees.nbest(n, 4)
    order = np.argsort(-values)[: len(own)]
    np.testing.assert_allclose(best, values[order], atol=1e-10)
    np.testing.assert_array_equal(labels, paths[order])
    few = trees.nbest(3, 4)
    np.testing.assert_array_equal(few[0], labels[:3])
    drawn = trees.sample(4_000, np.random.default_rng(0), 4)
    number = {tuple(path): at for at, path in enumerate(paths.tolist())}
    counts = np.bincount([number[tuple(one)] for one in drawn.tolist()], minlength=len(paths))
    error = np.sqrt(probabilities * (1.0 - probabilities) / 4_000)
    assert np.all(np.abs(counts / 4_000 - probabilities) <= 5.0 * error + 1e-12)
    again = trees.sample(4_000, np.random.default_rng(0), 4)
    np.testing.assert_array_equal(drawn, again)


def test_what_does_not_fit_is_left_to_the_integer_program(monkeypatch):
    words = list("abcabc")
    scores, transitions = np.zeros((6, 4)), np.zeros((4, 4))
    rules = Rules([SameWordSameLabel()])
    assert trees_of(scores, transitions, rules, words)[1] is not None
    many = Rules([Rule(SameWordSameLabel((word,)), cost=1.0) for word in "abca"])
    assert trees_of(scores, transitions, many, words)[1] is None
    for name, value in (("MAX_TABLE", 4), ("MAX_ENTRIES", 4), ("MAX_STATES", 3)):
        with monkeypatch.context() as patch:
            patch.setattr(same_words, name, value)
            assert trees_of(scores, transitions, rules, words)[1] is None


def test_what_is_impossible_is_said():
    rules = Rules([SameWordSameLabel(), Pin(0, "O"), Pin(2, "B-X")])
    _, trees = trees_of(np.zeros((3, 4)), np.zeros((4, 4)), rules, list("aba"))
    assert trees.log_z() == -np.inf
    with pytest.raises(NoLabellingError):
        trees.best(3)
    with pytest.raises(NoLabellingError):
        trees.sums(3)
    with pytest.raises(NoLabellingError):
        trees.nbest(2, 3)
    with pytest.raises(NoLabellingError):
        trees.entropy()


def test_a_rule_that_costs_nothing_changes_nothing():
    rng = np.random.default_rng(1)
    scores, transitions = rng.normal(size=(3, 4)), rng.normal(size=(4, 4))
    free = Rules([Rule(SameWordSameLabel(), cost=0.0)])
    _, trees = trees_of(scores, transitions, free, list("aba"))
    plain = ConstrainedLattice(scores, transitions, np.array([0, 3]), None, [None]).sums()
    log_z, posteriors = trees.sums(3)
    assert log_z == pytest.approx(plain.log_z[0])
    np.testing.assert_allclose(posteriors, plain.posteriors, atol=1e-12)
