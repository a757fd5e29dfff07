from __future__ import annotations

import numpy as np
import pytest

from crfcore.active_learning import STRATEGIES, Pool, gradients, strategy_named
from crfcore.active_learning.gradients import information_of
from crfcore.constraints import Count, Lexical, Pin, Rules, ValidScheme, WordList
from crfcore.constraints.conflict import ConflictError
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.estimator.text_rules import TextRules
from crfcore.features.column_table import ColumnTable
from crfcore.semi_markov import SemiMarkovCRF
from tests.slow_pool import random_crf, random_words

COMMITTEES = ("vote_entropy", "kl_to_mean")

WHOLE = ("information_density", "fisher_ratio")
"""Strategies that compare a sentence with the others."""


def scores_of(name, pool):
    return strategy_named(name)(pool, np.random.default_rng(0))


def test_a_part_has_the_scores_of_the_whole():
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


def test_a_part_of_which_more_is_known_is_still_a_part():
    rng = np.random.default_rng(5)
    whole = Pool(random_crf(rng), random_words(rng, [3, 2, 5]))
    part = whole.select([2, 0])
    known = part.knowing([["O", None, None, None, None], None])
    assert known.whole is whole
    assert whole.knowing(None).whole is not whole
    free, bound = (scores_of("information_density", one) for one in (part, known))
    assert bound[0] < free[0]
    assert bound[1] == free[1]


def test_a_mask_chooses_a_part_and_a_wrong_index_is_an_error():
    rng = np.random.default_rng(5)
    whole = Pool(random_crf(rng), random_words(rng, [3, 2, 5]))
    assert whole.select([True, False, True]).dataset.offsets.tolist() == [0, 3, 8]
    for places in ([-1], [3], [0.5]):
        with pytest.raises(CrfError, match="Sentence"):
            whole.select(places)


def test_a_part_under_another_model_has_its_scores():
    rng = np.random.default_rng(3)
    crf, other = random_crf(rng), random_crf(rng)
    sentences = random_words(rng, [3, 2, 4])
    part = Pool(crf, sentences).select([2, 0], other)
    wanted = Pool(other, [sentences[2], sentences[0]])
    np.testing.assert_allclose(scores_of("margin", part), scores_of("margin", wanted))


SINGLE = [name for name in STRATEGIES if name not in {"random", "sequential", *COMMITTEES, *WHOLE}]


@pytest.mark.parametrize("name", SINGLE)
def test_each_sentence_obeys_its_own_rules(name):
    rng = np.random.default_rng(4)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 4, 0, 2, 5])
    scheme, few = Rules([ValidScheme("iob2")]), Rules([Count("X", at_most=1)])
    for rules in ([scheme, None, None, scheme, None], [scheme, few, None, None, few]):
        together = scores_of(name, Pool(crf, sentences, rules=rules))
        alone = [
            scores_of(name, Pool(crf, [sentence], rules=own))[0]
            for sentence, own in zip(sentences, rules, strict=True)
        ]
        np.testing.assert_allclose(together, alone, rtol=1e-9, atol=1e-12)


def test_information_is_of_all_sentences_whatever_their_rules():
    rng = np.random.default_rng(5)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 4, 2])
    scheme, few = Rules([ValidScheme("iob2")]), Rules([Count("X", at_most=1)])
    pool = Pool(crf, sentences, rules=[scheme, None, few])
    alone = [
        information_of(Pool(crf, [sentence], rules=own))
        for sentence, own in zip(sentences, [scheme, None, few], strict=True)
    ]
    np.testing.assert_allclose(information_of(pool), np.mean(alone, axis=0))


def test_what_is_too_much_to_be_held_is_computed_again(monkeypatch):
    rng = np.random.default_rng(6)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 4, 0, 2])
    wanted = scores_of("fisher_ratio", Pool(crf, sentences))
    monkeypatch.setattr(gradients, "MAX_KEPT", 10)
    monkeypatch.setattr(gradients, "ENTRIES_AT_ONCE", 1)
    np.testing.assert_allclose(scores_of("fisher_ratio", Pool(crf, sentences)), wanted)


def test_sentences_alone_that_are_empty_obey_rules_too():
    rng = np.random.default_rng(7)
    pool = Pool(random_crf(rng), [[], []], rules=Rules([Count("X", at_most=1)]))
    for name in ("expected_gradient_length", "fisher_ratio", "missed_span"):
        assert scores_of(name, pool).tolist() == [0.0, 0.0]


def test_a_model_of_counts_has_no_weights_and_all_else():
    words = [["a", "b"], ["b", "c"]]
    table = ColumnTable.from_words(words)
    crf = LinearChainCRF("empirical", template="U0:%x[0,0]\n").fit(table, [["X", "O"], ["O", "X"]])
    for name in ("expected_gradient_length", "fisher_ratio"):
        with pytest.raises(CrfError, match=f"{name} needs the weights"):
            scores_of(name, Pool(crf, table))
    for name in ("min_marginal", "missed_span", "information_density"):
        assert scores_of(name, Pool(crf, table)).shape == (2,)


def test_rules_about_words_come_along_into_a_part():
    words = [["a", "b"], ["b", "c"], ["c"]]
    table = ColumnTable.from_words(words)
    crf = random_crf(np.random.default_rng(8), template="U0:%x[0,0]\nB\n")
    rules = Rules([Lexical(WordList(["b"]), "allows", ["O"])])
    for sentences in (table, [[[word] for word in one] for one in words]):
        whole = Pool(crf, sentences, rules=rules)
        assert whole.proposals.labels[[1, 2]].tolist() == [0, 0]
        np.testing.assert_allclose(
            scores_of("margin", whole.select([2, 1])), scores_of("margin", whole)[[2, 1]]
        )
    dataset = crf.dataset(table)
    known = [{0: []}] * 3
    ready = TextRules(rules, words, matches=known)
    part = Pool(crf, dataset, rules=ready).select([1])
    np.testing.assert_allclose(
        scores_of("margin", part), scores_of("margin", Pool(crf, dataset, rules=ready))[[1]]
    )


def test_a_contradiction_names_the_sentence():
    rng = np.random.default_rng(9)
    sentences = random_words(rng, [2, 2])
    rules = [None, Rules([Pin(0, "O"), Pin(0, "B-X")])]
    with pytest.raises(ConflictError, match="sentence 2"):
        scores_of("margin", Pool(random_crf(rng), sentences, rules=rules))


@pytest.mark.parametrize("model", [None, LinearChainCRF()])
def test_a_part_of_a_pool_without_a_model_gets_one(model):
    rng = np.random.default_rng(10)
    crf = random_crf(rng)
    sentences = random_words(rng, [2, 3, 1])
    mask = np.ones((6, 4), np.uint8)
    mask[2:5, 1:] = 0
    named = [None, ["O", "O", "O"], None]
    table = ColumnTable.from_words([["a"], ["b", "c"]])
    assert Pool(model, table).select([1]).n_sentences == 1
    assert Pool(model, table, scheme="iob2").scheme == "iob2"
    assert Pool(model, table).scheme is None
    rules = Rules([Count("X", at_most=1)])
    for allowed in (mask, named):
        part = Pool(model, sentences, allowed=allowed, rules=rules).select([1, 2], crf)
        assert part.proposals.labels[:3].tolist() == [0, 0, 0]
        assert part.whole.n_sentences == 3


def test_a_pool_counts_sentences_and_reads_the_scheme():
    rng = np.random.default_rng(11)
    crf = random_crf(rng)
    crf.metadata_["scheme"] = "tokens"
    pool = Pool(crf, iter(random_words(rng, [2, 3])))
    assert pool.n_sentences == 2
    assert pool.lengths.tolist() == [2, 3]
    assert pool.scheme == "tokens"
    assert Pool(crf, [], scheme="iob2").scheme == "iob2"


def test_a_model_of_segments_ranks_by_its_own_labellings():
    words = [["in", "New", "York"], ["Rome", "and", "New", "York"], ["he", "met", "Rome"]]
    tags = [["O", "B-L", "I-L"], ["B-L", "O", "B-L", "I-L"], ["O", "O", "B-L"]]
    table = ColumnTable.from_words(words)
    crf = SemiMarkovCRF(template="U0:%x[0,0]\n", c2=1.0).fit(table, tags)
    allowed = [None, ["O", None, None, None], None]
    pool = Pool(crf, table, allowed=allowed)
    best = crf.nbest(table, 100, allowed=allowed)
    rows = crf.predict_marginals(table, allowed=allowed)
    entropy = [sum(-p * np.log(p) for row in one for p in row.values() if p > 0.0) for one in rows]
    np.testing.assert_allclose(scores_of("token_entropy", pool), entropy, atol=1e-9)
    lowest = [
        1.0 - min(row[tag] for row, tag in zip(one, found[0][0], strict=True))
        for one, found in zip(rows, best, strict=True)
    ]
    np.testing.assert_allclose(scores_of("min_marginal", pool), lowest, atol=1e-6)
    np.testing.assert_allclose(
        scores_of("least_confidence", pool), [-np.log(found[0][1]) for found in best], atol=1e-9
    )
    gaps = [np.log(found[0][1] / found[1][1]) for found in best]
    order = np.argsort(scores_of("margin", pool)).tolist()
    assert order == np.argsort(-np.array(gaps)).tolist()
    for name in ("sequence_entropy", "missed_span", "expected_gradient_length"):
        with pytest.raises(CrfError, match="LinearChainCRF"):
            scores_of(name, pool)
    with pytest.raises(CrfError, match="LinearChainCRF"):
        scores_of("min_marginal", Pool(crf, table, rules=Rules([Count("L", at_most=1)])))
