from __future__ import annotations

import numpy as np
import pytest

from crfcore.active_learning import Pool, bootstrap_committee, rank, strategy_named
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.training.monitor import TrainingCancelled
from tests.slow_pool import random_words


def labelled(rng, n=8):
    sentences = random_words(rng, [3] * n)
    return sentences, [[str(label) for label in rng.integers(3, size=3)] for _ in range(n)]


def weights_of(crf):
    return crf.fitted_.model.weights


def test_members_learn_from_what_chance_draws_and_seeds_decide():
    sentences, y = labelled(np.random.default_rng(0))
    crf = LinearChainCRF(c2=0.3)
    committee = bootstrap_committee(crf, sentences, y, 3, seed=5)
    again = bootstrap_committee(crf, sentences, y, 3, seed=5)
    other = bootstrap_committee(crf, sentences, y, 3, seed=6)
    assert [member.c2 for member in committee] == [0.3] * 3
    assert len({tuple(member.classes_) for member in committee}) == 1
    for one, same in zip(committee, again, strict=True):
        np.testing.assert_array_equal(weights_of(one), weights_of(same))
    for one in committee[1:] + other[:1]:
        found, first = weights_of(one), weights_of(committee[0])
        assert found.shape != first.shape or not np.allclose(found, first)
    pool = Pool(committee[0], sentences, committee=committee)
    for name in ("vote_entropy", "kl_to_mean"):
        assert sorted(rank(pool, name).tolist()) == list(range(8))


def test_sentences_without_a_label_are_not_drawn():
    sentences, y = labelled(np.random.default_rng(1), 6)
    y = [*y[:2], *([[None] * 3] * 4)]
    for member in bootstrap_committee(LinearChainCRF(), sentences, y, 4):
        assert member.predict(sentences[:1])
    with pytest.raises(CrfError, match="label"):
        bootstrap_committee(LinearChainCRF(), sentences, [[None] * 3] * 6)
    with pytest.raises(CrfError, match="A committee of 0 models"):
        bootstrap_committee(LinearChainCRF(), sentences, y, 0)


def test_progress_is_reported_and_cancelling_ends_it():
    sentences, y = labelled(np.random.default_rng(2))
    received = []
    bootstrap_committee(LinearChainCRF(max_iterations=2), sentences, y, 2, monitor=received.append)
    assert {progress.member for progress in received} == {0, 1}
    assert {progress.n_members for progress in received} == {2}
    assert max(progress.training.iteration for progress in received) <= 2
    with pytest.raises(TrainingCancelled):
        bootstrap_committee(LinearChainCRF(), sentences, y, cancelled=lambda: True)


def test_a_pool_without_a_committee_says_what_is_missing():
    sentences, y = labelled(np.random.default_rng(3))
    pool = Pool(LinearChainCRF().fit(sentences, y), sentences)
    for name in ("vote_entropy", "kl_to_mean"):
        with pytest.raises(CrfError, match="bootstrap_committee"):
            rank(pool, name)


def test_members_may_know_other_labels():
    sentences, y = labelled(np.random.default_rng(4))
    one = LinearChainCRF().fit(sentences, y)
    other = LinearChainCRF().fit(sentences, [["9" if t == "1" else t for t in row] for row in y])
    pool = Pool(one, sentences, committee=[one, other])
    found = rank(pool, "kl_to_mean")
    assert sorted(found.tolist()) == list(range(8))
    same = Pool(one, sentences, committee=[one, one])
    rng = np.random.default_rng(0)
    np.testing.assert_allclose(strategy_named("kl_to_mean")(same, rng), 0.0, atol=1e-12)
    np.testing.assert_array_equal(strategy_named("vote_entropy")(same, rng), 0.0)
