"""Costs of soft rules that are learned from labels."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.constraints import Count, FollowedBy, Pin, Rule, Rules, SameWordSameLabel
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError
from crfcore.estimator.text_rules import TextRules
from crfcore.features.column_table import ColumnTable

WORDS = [["x", "y", "x"], ["y", "x"], ["x", "x", "y"], ["y"]]
TABLE = ColumnTable.from_words(WORDS)
LABELS = [["A", "B", "O"], ["A", "O"], ["O", "A", "B"], ["O"]]
RULES = Rules(
    [Rule(FollowedBy("A", "B"), cost=0.5), Rule(Count("O", at_most=1)), Rule(Pin(0, "O"), cost=0.0)]
)


@pytest.fixture(scope="module")
def crf():
    return LinearChainCRF(template="U:%x[0,0]\nB\n", max_iterations=2).fit(TABLE, LABELS)


def loss(crf, first, last):
    """Return −Σ log P(y given x) + Σ cost², by enumeration."""
    rules = Rules([Rule(FollowedBy("A", "B"), cost=first), Rule(Pin(0, "O"), cost=last)])
    total = first**2 + last**2
    for words, labels in zip(WORDS, LABELS, strict=True):
        masses = {}
        for path in product(crf.classes_, repeat=len(words)):
            probability = crf.sequence_probability(ColumnTable.from_words([words]), [list(path)])
            counts = np.array(violations(rules, path))
            masses[path] = probability[0] * np.exp(-counts @ [first, last])
        total -= np.log(masses[tuple(labels)] / sum(masses.values()))
    return total


def test_costs_are_those_under_which_the_labels_are_most_probable(crf):
    found = crf.learn_costs(TABLE, LABELS, RULES)
    assert [rule.kind for rule in found] == [rule.kind for rule in RULES]
    assert found[1].hard
    first, last = found[0].cost, found[2].cost
    best = loss(crf, first, last)
    assert best < loss(crf, 0.5, 0.0)
    for one, other in ((0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)):
        if first + one >= 0.0 and last + other >= 0.0:
            assert loss(crf, first + one, last + other) > best


def test_rules_of_which_no_costs_can_be_learned_are_rejected(crf):
    for rules, c2, says in (
        (Rules([Pin(0, "O")]), 1.0, "None of the rules is soft"),
        (RULES, 0.0, "penalty greater than 0"),
        ([RULES] * 4, 1.0, "for all sentences"),
        (TextRules(Rules([Rule(SameWordSameLabel(), cost=1.0)])), 1.0, "SameWordSameLabel"),
    ):
        with pytest.raises(CrfError, match=says):
            crf.learn_costs(TABLE, LABELS, rules, c2=c2)
