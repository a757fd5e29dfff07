from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import LearningCurve, indicators, span_counts, stability
from crfcore.errors import CrfError


def slow_kappa(one, other):
    agreement = sum(a == b for a, b in zip(one, other, strict=True)) / len(one)
    chance = sum(one.count(x) * other.count(x) for x in set(one)) / len(one) ** 2
    return agreement, 1.0 if chance == 1.0 else (agreement - chance) / (1.0 - chance)


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.lists(
            st.lists(st.sampled_from("OBI"), min_size=n, max_size=n), min_size=2, max_size=6
        )
    )
)
def test_stability_equals_slow_sums(labellings):
    found = stability([np.array(one) for one in labellings])
    last = labellings[-4:]
    pairs = [slow_kappa(a, b) for a, b in pairwise(last)]
    assert found.n_pairs == len(pairs)
    assert found.agreement == pytest.approx(np.mean([a for a, _ in pairs]))
    assert found.kappa == pytest.approx(np.mean([k for _, k in pairs]))


def test_a_worked_example_of_kappa():
    # Cohen 1960: of 10 tokens 7 agree; chance is .6·.5 + .4·.5.
    one = ["A"] * 6 + ["B"] * 4
    other = ["A"] * 4 + ["B"] * 2 + ["A"] * 1 + ["B"] * 3
    found = stability([one, other])
    assert found.agreement == pytest.approx(0.7)
    assert found.kappa == pytest.approx(0.4)


def test_one_label_everywhere_is_stable():
    found = stability([[0, 0], [0, 0]])
    assert (found.agreement, found.kappa) == (1.0, 1.0)


def test_nothing_to_compare():
    assert stability([]) is None
    assert stability([[1, 2]]) is None
    assert stability([[], []]) is None
    with pytest.raises(CrfError, match="different tokens"):
        stability([[1, 2], [1]])
    with pytest.raises(CrfError, match="n_pairs=0"):
        stability([[1], [1]], 0)


def test_indicators_tell_what_there_is():
    nothing = indicators()
    assert (nothing.score, nothing.gain, nothing.stability) == (None, None, None)
    gold = [["B-X", "O"], ["O", "B-X"], ["B-X", "B-X"]]
    counts = span_counts(gold, [["B-X", "O"], ["O", "O"], ["B-X", "O"]])
    curve = LearningCurve([10, 20, 40, 80, 160], [0.3, 0.5, 0.6, 0.65, 0.67])
    received = indicators(control=counts, n_rest=100, curve=curve, labellings=[[1, 2], [1, 1]])
    assert received.score.score == pytest.approx(2 * 2 / 6)
    assert 0.0 <= received.gain.low <= received.gain.gain <= received.gain.high
    assert received.stability.agreement == 0.5
    assert indicators(control=counts.select(slice(0, 0))).score is None
    assert indicators(control=counts, n_rest=0).score.n_sentences == 3
    short = LearningCurve([10, 20], [0.3, 0.5])
    assert indicators(curve=short).gain is None
