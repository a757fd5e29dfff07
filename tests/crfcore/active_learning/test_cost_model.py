from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import CostModel, Pool, fit_cost_model
from crfcore.active_learning.cost_model import MIN_SECONDS, USUAL
from crfcore.errors import DataError
from tests.slow_pool import random_crf, random_words, slow_sentences


def test_without_timings_a_person_is_as_usual():
    found = fit_cost_model([], [], [])
    np.testing.assert_allclose(
        [found.start, found.token, found.correction], [2.0, 0.3, 3.0], rtol=1e-9
    )
    assert CostModel() == USUAL


def test_many_timings_are_believed_and_few_a_little():
    rng = np.random.default_rng(0)
    tokens, corrections = rng.integers(5, 40, size=2000), rng.integers(0, 6, size=2000)
    person = CostModel(6.0, 0.8, 9.0)
    seconds = person.seconds(tokens, corrections) * rng.uniform(0.8, 1.2, size=2000)
    many = fit_cost_model(tokens, corrections, seconds)
    few = fit_cost_model(tokens[:3], corrections[:3], seconds[:3])
    for name in ("start", "token", "correction"):
        usual, right = getattr(USUAL, name), getattr(person, name)
        assert getattr(many, name) == pytest.approx(right, rel=0.05)
        assert usual <= getattr(few, name) < right


def test_idle_times_are_ignored():
    timed = [10, 20, 15], [1, 0, 2], [12.0, 8.0, 14.0]
    away = [10, 20, 15, 9], [1, 0, 2, 0], [12.0, 8.0, 14.0, 900.0]
    assert fit_cost_model(*timed) == fit_cost_model(*away)
    assert fit_cost_model(*timed) != fit_cost_model(*away, idle_after=1000.0)


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20), st.floats(0.0, 500.0)), max_size=12)
)
def test_no_part_is_negative_and_no_sentence_free(timings):
    table = np.array(timings).reshape(-1, 3)
    found = fit_cost_model(*table.T)
    assert min(found.start, found.token, found.correction) >= 0.0
    assert (found.seconds([0, 1, 50], [0, 0, 3]) >= MIN_SECONDS).all()


def test_a_pool_costs_its_tokens_and_the_corrections_expected():
    rng = np.random.default_rng(1)
    pool = Pool(random_crf(rng), random_words(rng, [3, 0, 2]))
    wrong = [
        sum(1.0 - one.marginals[t, y] for t, y in enumerate(one.best))
        for one in slow_sentences(pool)
    ]
    wanted = 2.0 + 0.3 * np.array([3, 0, 2]) + 3.0 * np.array(wrong)
    np.testing.assert_allclose(USUAL.seconds_of(pool), wanted)


def test_timings_have_to_be_numbers_of_the_same_sentences():
    with pytest.raises(DataError, match=r"found 1, 2, 1 of them"):
        fit_cost_model([1], [1, 2], [3.0])
    with pytest.raises(DataError, match=r"Timing 2 has .* 4, -1, 2"):
        fit_cost_model([1, 4], [1, -1], [3.0, 2.0])
    with pytest.raises(DataError, match=r"Timing 1 has .* nan"):
        fit_cost_model([1], [1], [np.nan])
