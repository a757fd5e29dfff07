"""Rules in the predictions of every estimator."""

from __future__ import annotations

import inspect
from itertools import product

import numpy as np
import pytest

from crfcore import (
    HiddenMarkovModel,
    LinearChainCRF,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
)
from crfcore.constraints import Count, FollowedBy, Lexical, Rule, Rules, SameWordSameLabel, WordList
from crfcore.constraints.violations import violations
from crfcore.estimator.text_rules import TextRules
from crfcore.features.column_table import ColumnTable

WORDS = [["x", "y", "x"], ["y", "x"], ["x", "x", "y"], ["y"]]
TABLE = ColumnTable.from_words(WORDS)
LABELS = [["A", "B", "O"], ["A", "O"], ["O", "A", "B"], ["O"]]
RULES = Rules(
    [
        FollowedBy("A", "B"),
        Count("B", at_most=1),
        Rule(Count("O", at_most=1), cost=0.7),
        Lexical(WordList(["y"]), "forbids", ["A"]),
    ]
)
CHAINS = (LinearChainCRF, MaximumEntropyMarkovModel, HiddenMarkovModel)
ALL = (*CHAINS, MaximumEntropyClassifier)


def fitted(estimator):
    if estimator is HiddenMarkovModel:
        return estimator().fit(WORDS, LABELS)
    template = "U:%x[0,0]\nB\n" if estimator is not MaximumEntropyClassifier else "U:%x[0,0]\n"
    return estimator(template=template, max_iterations=3).fit(TABLE, LABELS)


@pytest.mark.parametrize("estimator", ALL)
def test_who_takes_what_is_allowed_takes_rules(estimator):
    for name, method in inspect.getmembers(estimator, inspect.isfunction):
        parameters = inspect.signature(method).parameters
        if not name.startswith("_") and "allowed" in parameters:
            assert "rules" in parameters, name
    for name in ("score", "log_likelihood", "sequence_probability", "decode_under_rules"):
        assert "rules" in inspect.signature(getattr(estimator, name)).parameters


def masses(crf, words, rules):
    """Return P(labels given words and rules) of every labelling, by enumeration."""
    found = {}
    for path in product(crf.classes_, repeat=len(words)):
        one = crf.sequence_probability(asked_of(crf, [words]), [list(path)])[0]
        for rule, count in zip(rules, violations(rules, path, words), strict=True):
            if count:
                one *= 0.0 if rule.hard else np.exp(-rule.cost * count)
        found[path] = one
    total = sum(found.values())
    return {path: one / total for path, one in found.items()}


def asked_of(crf, sentences):
    is_symbols = isinstance(crf, HiddenMarkovModel)
    return sentences if is_symbols else ColumnTable.from_words(sentences)


@pytest.mark.parametrize("estimator", CHAINS)
def test_likelihoods_and_choices_are_those_of_enumeration(estimator):
    crf = fitted(estimator)
    words = WORDS[2]
    asked = TextRules(RULES, [words])
    expected = masses(crf, words, RULES)
    asked_words = asked_of(crf, [words])
    for path, mass in expected.items():
        found = crf.sequence_probability(asked_words, [list(path)], rules=asked)[0]
        assert found == pytest.approx(mass, abs=1e-9)
    known = [[None, "B", None]]
    share = sum(mass for path, mass in expected.items() if path[1] == "B")
    assert crf.log_likelihood(asked_words, known, rules=asked) == pytest.approx(np.log(share))
    rows = [dict.fromkeys(crf.classes_, 0.0) for _ in words]
    for path, mass in expected.items():
        for row, label in zip(rows, path, strict=True):
            row[label] += mass
    safest = max(
        (path for path, mass in expected.items() if mass > 0.0),
        key=lambda path: sum(row[y] for row, y in zip(rows, path, strict=True)),
    )
    found = crf.predict(asked_words, rules=asked, decoding="possible-posterior")
    assert tuple(found[0]) == safest
    best = max(expected, key=expected.get)
    assert crf.score(asked_words, [list(best)], rules=asked) == 1.0


def test_words_of_a_table_reach_every_answer():
    crf = fitted(LinearChainCRF)
    rules = Rules([Lexical(WordList(["y"]), "implies", ["B"])])
    wanted = [[("B" if word == "y" else None) for word in own] for own in WORDS]
    assert crf.score(TABLE, wanted, rules=rules) == 1.0
    assert crf.log_likelihood(TABLE, wanted, rules=rules) == pytest.approx(0.0)
    assert crf.log_likelihood(TABLE, [["A"] * len(own) for own in WORDS], rules=rules) == -np.inf
    each = [rules, None, rules, Rules()]
    found = crf.predict(TABLE, rules=each, decoding="possible-posterior")
    assert [labels[0] for labels in found][2] in crf.classes_
    assert found[0][1] == found[2][2] == "B"


def test_what_needs_the_integer_program_is_obeyed_by_the_safest_labels_too():
    crf = fitted(LinearChainCRF)
    rules = Rules([SameWordSameLabel(), Rule(Count("O", at_most=0), cost=0.1)])
    for labels, own in zip(
        crf.predict(TABLE, rules=rules, decoding="possible-posterior"), WORDS, strict=True
    ):
        assert violations(Rules(rules[:1]), labels, own) == [0]
