from __future__ import annotations

import numpy as np
import pytest

from crfcore.active_learning import Pool, Queue, strategy_named
from crfcore.active_learning.gradients import _information_of_whole, information_of
from crfcore.errors import CrfError
from tests.slow_pool import random_crf, random_words


def test_what_was_taken_out_does_not_come_again():
    rng = np.random.default_rng(0)
    pool = Pool(random_crf(rng), random_words(rng, [2, 3, 1, 4]))
    queue = Queue(pool, "sequential")
    assert queue.next().tolist() == [0, 1, 2, 3]
    assert queue.next(2).tolist() == [0, 1]
    assert queue.next(-3).tolist() == []
    queue.remove([1, 3])
    assert queue.next().tolist() == [0, 2]


def test_what_is_in_sight_is_looked_at_again_and_the_rest_stays():
    rng = np.random.default_rng(1)
    crf, other = random_crf(rng), random_crf(rng)
    sentences = random_words(rng, [2, 3, 1, 4, 2])
    queue = Queue(Pool(crf, sentences), "sequence_entropy")
    before = queue.scores.copy()
    queue.renew([3, 0], other)
    fresh = strategy_named("sequence_entropy")(Pool(other, sentences), rng)
    wanted = np.where(np.isin(np.arange(5), [0, 3]), fresh, before)
    np.testing.assert_allclose(queue.scores, wanted)
    queue.renew([], other)
    np.testing.assert_allclose(queue.scores, wanted)


def test_a_queue_has_its_own_scores():
    rng = np.random.default_rng(1)
    crf, other = random_crf(rng), random_crf(rng)
    pool = Pool(crf, random_words(rng, [2, 3, 1]))
    before = strategy_named("sequence_entropy")(pool, rng).tolist()
    Queue(pool, "sequence_entropy").renew([0, 1, 2], other)
    assert strategy_named("sequence_entropy")(pool, rng).tolist() == before


def test_sentences_that_there_are_not_are_refused():
    rng = np.random.default_rng(0)
    crf = random_crf(rng)
    queue = Queue(Pool(crf, random_words(rng, [2, 3, 1])), "sequential")
    for places in ([99], [-1], [0.5], "a"):
        for change in (queue.remove, lambda some: queue.renew(some, crf)):
            with pytest.raises(CrfError, match="Sentence"):
                change(places)
    queue.remove([True, False, False])
    assert queue.next().tolist() == [1, 2]


@pytest.mark.parametrize("name", ["random", "sequential"])
def test_an_order_without_a_model_does_not_change(name):
    rng = np.random.default_rng(2)
    queue = Queue(Pool(None, random_words(rng, [2, 3, 1])), name, seed=4)
    before = queue.next().tolist()
    queue.renew([2, 0], random_crf(rng))
    assert queue.next().tolist() == before


def same_attributes(rng, crf):
    """Return a model with other weights of the same attributes, and sentences as these."""
    sentences = random_words(rng, [2, 3, 1, 4])
    return Pool(crf, crf.dataset(sentences))


@pytest.mark.parametrize("name", ["fisher_ratio", "information_density"])
def test_a_part_is_compared_with_the_whole(name):
    rng = np.random.default_rng(3)
    pool = same_attributes(rng, random_crf(rng))
    whole = strategy_named(name)(pool, rng)
    part = strategy_named(name)(pool.select([2, 0]), rng)
    np.testing.assert_allclose(part, whole[[2, 0]], rtol=1e-9)


def test_a_part_under_a_newer_model_is_compared_with_what_the_whole_was():
    rng = np.random.default_rng(4)
    crf = random_crf(rng)
    pool = same_attributes(rng, crf)
    y = [["B-X", "O"], ["O", "O", "B-Y"]]
    newer = type(crf)(max_iterations=2).fit(
        pool.dataset.select([0, 1]), y, labels=["B-Y", "O", "B-X"], extractor=crf.fitted_.extractor
    )
    part = pool.select([3, 1], newer)
    whole = information_of(pool)
    old, new = crf.fitted_, newer.fitted_
    gain = strategy_named("fisher_ratio")(part, rng)
    own = strategy_named("fisher_ratio")(Pool(newer, part.dataset), rng)
    assert not np.allclose(gain, own)
    # Directly: the information of the whole pool, by name of the weight.
    named = {}
    for a in range(old.model.index.n_attributes):
        for k in range(*old.model.index.state_indptr[a : a + 2]):
            named[a, old.labels[old.model.index.state_labels[k]]] = whole[k]
    found, _ = _information_of_whole(part, new.model)
    for a in range(new.model.index.n_attributes):
        for k in range(*new.model.index.state_indptr[a : a + 2]):
            assert found[k] == named[a, new.labels[new.model.index.state_labels[k]]]
    assert len(found) == new.model.index.n_weights


def test_where_attributes_have_changed_a_part_is_used_itself():
    rng = np.random.default_rng(5)
    pool = Pool(random_crf(rng), random_words(rng, [2, 3, 1, 4]))
    sentences = [[{"other": 1.0}], [{"words": 1.0}, {"here": 1.0}, {"too": 1.0}]]
    newer = type(pool.model)(max_iterations=1).fit(sentences, [["O"], ["O", "B-X", "O"]])
    part = pool.select([2, 1], newer)
    for name in ("fisher_ratio", "information_density"):
        own = strategy_named(name)(Pool(newer, part.dataset), rng)
        np.testing.assert_allclose(strategy_named(name)(part, rng), own)


def test_a_part_of_a_pool_without_a_model_is_used_itself():
    rng = np.random.default_rng(6)
    crf = random_crf(rng)
    sentences = random_words(rng, [2, 3, 1])
    for name in ("fisher_ratio", "information_density"):
        part = strategy_named(name)(Pool(None, sentences).select([2, 0], crf), rng)
        own = strategy_named(name)(Pool(crf, [sentences[2], sentences[0]]), rng)
        np.testing.assert_allclose(part, own)
