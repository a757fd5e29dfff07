from __future__ import annotations

import numpy as np
import pytest

from crfcore.active_learning import Pool, answered, uncertain_tokens
from crfcore.constraints import Count, Rules
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError
from tests.slow_pool import LABELS, random_crf, random_words, slow_sentences


def pool_of(seed, lengths, **choices):
    rng = np.random.default_rng(seed)
    return Pool(random_crf(rng), random_words(rng, lengths), **choices)


def test_uncertain_tokens_are_queried_and_known_ones_are_not():
    pool = pool_of(0, [3, 0, 4], allowed=[["O", None, None], None, None])
    slow = slow_sentences(pool)
    sure = [one.marginals[t, y] for one in slow for t, y in enumerate(one.best)]
    asked = uncertain_tokens(pool, 0.7)
    assert asked.tolist() == [p < 0.7 for p in sure]
    assert not asked[0]
    assert uncertain_tokens(pool, 1.1).all()
    assert not uncertain_tokens(pool, 0.0).any()
    assert uncertain_tokens(Pool(pool.model, [])).shape == (0,)


def test_what_was_not_queried_stays_unknown():
    pool = pool_of(1, [2, 3])
    asked = np.array([True, False, True, False, True])
    given = [["O", "B-X"], ["a new label", "O", None]]
    assert answered(pool, asked, given) == [["O", None], ["a new label", None, None]]


def test_what_is_confident_after_the_answers_is_accepted():
    pool = pool_of(2, [4])
    asked = np.array([True, False, False, True])
    given = [["B-Y", None, None, "never seen"]]
    slow = slow_sentences(Pool(pool.model, pool.dataset, allowed=[["B-Y", None, None, None]]))[0]
    sure = [slow.marginals[t, y] for t, y in enumerate(slow.best)]
    threshold = (min(sure[1:3]) + max(sure[1:3])) / 2
    found = answered(pool, asked, given, rest="accept", threshold=threshold)
    wanted = [LABELS[y] if p >= threshold else None for p, y in zip(sure, slow.best, strict=True)]
    assert found == [["B-Y", *wanted[1:3], "never seen"]]
    everything = answered(pool, asked, given, rest="accept", threshold=0.0)
    assert None not in everything[0]
    crf = LinearChainCRF(max_iterations=2)
    crf.fit(random_words(np.random.default_rng(0), [4]), answered(pool, asked, given))
    assert set(crf.classes_) == {"B-Y", "never seen"}


def test_acceptance_obeys_what_was_known_and_rules():
    rules = Rules([Count("B-Y", at_most=1)])
    pool = pool_of(3, [3], rules=rules, allowed=[[None, "O", None]])
    asked = np.array([True, False, False])
    found = answered(pool, asked, [["B-Y", None, None]], rest="accept", threshold=0.0)[0]
    assert found[:2] == ["B-Y", "O"]
    assert found[2] != "B-Y"
    twice = pool_of(3, [3], rules=Rules([Count("B-Y", at_most=0)]))
    with pytest.raises(CrfError):
        answered(twice, asked, [["B-Y", None, None]], rest="accept")


def test_answers_belong_to_the_tokens():
    pool = pool_of(4, [2, 1])
    asked = np.ones(3, np.bool_)
    with pytest.raises(CrfError, match="'guess' is unknown"):
        answered(pool, asked, [["O", "O"], ["O"]], rest="guess")
    with pytest.raises(DataError, match="answers for 1 and 3 tokens"):
        answered(pool, asked, [["O", "O"]])
    with pytest.raises(DataError, match="answers for 2 and 2 tokens"):
        answered(pool, asked[:2], [["O", "O"], ["O"]])
    with pytest.raises(DataError, match="Sentence 2 has 1 token and 2 answers"):
        answered(pool, asked, [["O", "O"], ["O", "O"]])


@pytest.mark.parametrize("below", [float("nan"), "a", None])
def test_the_threshold_is_a_probability(below):
    with pytest.raises(CrfError, match="is no probability; give a number from 0 to 1"):
        uncertain_tokens(pool_of(4, [2, 1]), below)
