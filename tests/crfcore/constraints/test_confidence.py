"""Confidence of statements against enumeration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints.confidence import Confidence
from crfcore.constraints.kinds import Count, FixedSpan, Pin, SameWordSameLabel
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import NoLabellingError
from tests.constrained_chains import random_constrained_chain, random_kind


@settings(max_examples=60)
@given(st.integers(0, 2**32 - 1), st.randoms(use_true_random=False))
def test_any_statement_against_enumeration(seed, rng):
    chain = random_constrained_chain(seed)
    paths, values = chain.paths_and_scores()
    arguments = chain.scores, chain.transitions, chain.rules, chain.labels, chain.words
    if values.max() == -np.inf:
        with pytest.raises(NoLabellingError):
            Confidence(*arguments)
        return
    found = Confidence(*arguments)
    shown_text = Rules([random_kind(rng, chain.labels, len(chain.words)) for _ in range(2)])
    weights = np.exp(values - values.max())
    holds = [
        not any(violations(shown_text, [chain.labels[y] for y in path], chain.words))
        for path in paths
    ]
    expected = weights[np.array(holds)].sum() / weights.sum()
    assert found.of(shown_text) == pytest.approx(expected, abs=1e-8)


def test_of_tokens_spans_and_sentences():
    labels = ("O", "B-X", "I-X")
    found = Confidence(np.zeros((3, 3)), np.zeros((3, 3)), Rules([Pin(0, "B-X")]), labels)
    assert found.of(Pin(1, "I-X")) == pytest.approx(1 / 3)
    assert found.of(FixedSpan(0, 2, "X")) == pytest.approx(1 / 3 * 2 / 3)
    assert found.of([Pin(0, "B-X"), Pin(1, "O"), Pin(2, "O")]) == pytest.approx(1 / 9)
    assert found.of(Rule(Pin(0, "O"))) == 0.0
    assert found.of(Pin(0, "B-X")) == 1.0


def test_masks_count():
    mask = np.array([[1, 1, 0]], np.uint8)
    found = Confidence(
        np.zeros((1, 3)), np.zeros((3, 3)), Rules(), ("O", "B-X", "I-X"), allowed=mask
    )
    assert found.of(Pin(0, "O")) == pytest.approx(0.5)


def test_what_cannot_be_asked():
    labels = ("O", "B-X", "I-X")
    found = Confidence(
        np.zeros((3, 3)), np.zeros((3, 3)), Rules(), labels, ["a", "a", "b"], max_states=2
    )
    for statement in (Rule(Pin(0, "O"), cost=1.0), Rule(Pin(0, "O"), on=False)):
        with pytest.raises(CrfError, match="is soft or off"):
            found.of(statement)
    with pytest.raises(CrfError, match="needs more states than 2"):
        found.of(Count("X", 2, 2))
    with pytest.raises(CrfError, match="only the best labelling"):
        found.of(SameWordSameLabel())
    with pytest.raises(CrfError, match="token 4"):
        found.of(FixedSpan(0, 4, "X"))
    nothing = Confidence(np.zeros((0, 3)), np.zeros((3, 3)), Rules(), labels)
    with pytest.raises(CrfError, match="without tokens"):
        nothing.of([])


def test_rules_of_the_integer_route_are_left_aside():
    labels = ("O", "B-X", "I-X")
    rules = Rules([SameWordSameLabel()])
    found = Confidence(np.zeros((2, 3)), np.zeros((3, 3)), rules, labels, ["a", "a"])
    assert found.of(Pin(0, "O")) == pytest.approx(1 / 3)
