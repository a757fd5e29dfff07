from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import CostModel, Pool, diverse, mixed, per_second, rank
from crfcore.active_learning.strategies import in_order, strategy_named
from crfcore.errors import CrfError
from crfcore.features.dataset import Dataset
from tests.slow_pool import random_crf, random_words


def pool_of(seed, lengths, **choices):
    rng = np.random.default_rng(seed)
    return Pool(random_crf(rng), random_words(rng, lengths, **choices))


def scores_of(strategy, pool, seed=0):
    return strategy_named(strategy)(pool, np.random.default_rng(seed))


def test_per_second_divides_by_what_is_expected():
    pool = pool_of(0, [3, 1, 0, 6])
    cost = CostModel(1.0, 2.0, 0.5)
    wanted = scores_of("sequence_entropy", pool) / cost.seconds_of(pool)
    np.testing.assert_array_equal(scores_of(per_second("sequence_entropy", cost), pool), wanted)
    short = per_second(lambda pool, _: np.ones(pool.n_sentences), cost)
    assert rank(pool, short).tolist() == [2, 1, 0, 3]


def slow_diverse(pool, scores, batch, alike):
    """Return the order by comparing vectors one by one."""
    data = pool.dataset
    vectors = np.zeros((pool.n_sentences, data.n_attributes))
    for i in range(pool.n_sentences):
        for j in range(*data.indptr[data.offsets[i : i + 2]]):
            vectors[i, data.attributes[j]] += data.values[j]
    lengths = np.linalg.norm(vectors, axis=1)
    chosen, copies, rest = [], [], []
    for place in in_order(scores).tolist():
        if len(chosen) == batch:
            rest.append(place)
            continue
        near = [
            lengths[place] == lengths[other]
            if min(lengths[place], lengths[other]) == 0.0
            else vectors[place] @ vectors[other] / lengths[place] / lengths[other] >= alike
            for other in chosen
        ]
        (copies if any(near) else chosen).append(place)
    return chosen + rest + copies


@given(
    st.integers(0, 2**32 - 1),
    st.lists(st.integers(0, 3), max_size=12),
    st.integers(1, 5),
    st.sampled_from([0.3, 0.6, 0.95]),
)
def test_no_two_of_a_batch_are_alike(seed, lengths, batch, alike):
    pool = pool_of(seed, lengths, n_words=2)
    scores = scores_of("sequence_entropy", pool)
    found = rank(pool, diverse("sequence_entropy", batch=batch, alike=alike))
    assert found.tolist() == slow_diverse(pool, scores, batch, alike)


def test_diversity_needs_attributes_and_no_model():
    sentences = [[{"a": 1.0}], [{"a": 1.0}], [{"b": 1.0}]]
    pool = Pool(None, Dataset.from_items(sentences))
    assert rank(pool, diverse("sequential")).tolist() == [0, 2, 1]
    one_kind = Pool(None, Dataset.from_items([["a"]] * 9))
    assert rank(one_kind, diverse("sequential", batch=2)).tolist() == list(range(9))
    for choices in ({"batch": 0}, {"alike": 0.0}, {"alike": 1.5}):
        with pytest.raises(CrfError, match="diverse takes a batch"):
            diverse("random", **choices)


@given(st.integers(0, 30), st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.integers(0, 99))
def test_a_share_is_random_at_even_distances(n, share, seed):
    pool = Pool(None, [["word"]] * n)
    order = rank(pool, mixed("sequential", share), seed=seed)
    assert sorted(order.tolist()) == list(range(n))
    drawn = np.floor(np.arange(1, n + 1) * share + 1e-9) > np.floor(np.arange(n) * share + 1e-9)
    kept = order[~drawn].tolist()
    assert kept == sorted(kept)
    if share == 0.0:
        assert kept == list(range(n))
    assert order.tolist() == rank(pool, mixed("sequential", share), seed=seed).tolist()


def test_each_sentence_is_drawn_as_often_as_any_other():
    pool = Pool(None, [["word"]] * 10)
    firsts = [rank(pool, mixed("sequential", 0.5), 2, seed)[1] for seed in range(2000)]
    counts = np.bincount(firsts, minlength=10)
    assert counts.min() > 140
    assert counts.max() < 260


def test_a_share_is_a_share():
    with pytest.raises(CrfError, match=r"from 0 to 1, not 1\.2"):
        mixed("random", 1.2)


def test_wrappers_wrap_wrappers():
    pool = pool_of(4, [3, 1, 2, 5])
    strategy = mixed(diverse(per_second("min_marginal", CostModel())), 0.25)
    assert sorted(rank(pool, strategy, seed=2).tolist()) == [0, 1, 2, 3]
