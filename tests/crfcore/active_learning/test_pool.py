from __future__ import annotations

import numpy as np

from crfcore.active_learning import Pool, strategy_named
from crfcore.constraints import Count, Pin, Rules
from tests.slow_pool import random_crf, random_words


def scores_of(name, pool):
    return strategy_named(name)(pool, np.random.default_rng(0))


def test_a_part_says_what_the_whole_says():
    rng = np.random.default_rng(2)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 0, 2, 5, 1])
    rules = [None, None, Rules([Pin(0, "B-Y")]), Rules([Count("X", at_most=1)]), None]
    allowed = [None, None, None, ["O", None, None, None, None], None]
    whole = Pool(crf, sentences, rules=rules, allowed=allowed)
    part = whole.select([3, 2, 1])
    assert part.whole is whole
    assert whole.whole is whole
    assert part.select([0]).whole is whole
    for name in ("min_marginal", "sequence_entropy", "margin"):
        expected = scores_of(name, whole)[[3, 2, 1]]
        np.testing.assert_allclose(scores_of(name, part), expected, rtol=1e-12)


def test_a_part_under_another_model_says_what_that_says():
    rng = np.random.default_rng(3)
    crf, other = random_crf(rng), random_crf(rng)
    sentences = random_words(rng, [3, 2, 4])
    part = Pool(crf, sentences).select([2, 0], other)
    wanted = Pool(other, [sentences[2], sentences[0]])
    np.testing.assert_allclose(scores_of("margin", part), scores_of("margin", wanted))
