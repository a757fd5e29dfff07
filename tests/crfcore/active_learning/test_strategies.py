from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.active_learning import STRATEGIES, Pool, Queue, mixed, rank, strategy_named
from crfcore.constraints import Count, Rule, Rules, ValidScheme
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, NotFittedError
from crfcore.text.tag_schemes import spans
from tests.slow_pool import (
    LABELS,
    random_columns,
    random_crf,
    random_words,
    slow_sentences,
)


def entropy_of(probabilities):
    kept = probabilities[probabilities > 0.0]
    return float(-(kept * np.log(kept)).sum())


def relative_entropy(probabilities, others):
    positive = probabilities > 0.0
    kept = probabilities[positive]
    return float((kept * np.log(kept / others[positive])).sum())


def uncertainties(one):
    return [1.0 - one.marginals[t, y] for t, y in enumerate(one.best)]


def renormalised(logs):
    shares = np.exp(logs - logs[0])
    return shares / shares.sum()


def margin(one):
    return float(np.exp(one.top(2)[1] - one.top(2)[0])) if len(one.logs) > 1 else 0.0


SLOW = {
    "least_confidence": lambda one: -one.logs.max(),
    "normalised_least_confidence": lambda one: -one.logs.max() / max(len(one.best), 1),
    "margin": margin,
    "token_entropy": lambda one: sum(map(entropy_of, one.marginals)),
    "mean_token_entropy": lambda one: sum(map(entropy_of, one.marginals)) / max(len(one.best), 1),
    "sequence_entropy": lambda one: entropy_of(one.probabilities),
    "nbest_entropy": lambda one: entropy_of(renormalised(one.top(10))),
    "min_marginal": lambda one: max(uncertainties(one), default=0.0),
    "expected_corrections": lambda one: sum(uncertainties(one)),
}


def slow_missed_span(pool, slow):
    names = pool.fitted.labels
    result = []
    for one in slow:
        mass = Counter()
        for path, probability in zip(one.paths, one.probabilities, strict=True):
            for span in spans([names[y] for y in path], pool.scheme):
                mass[span] += probability
        for span in spans([names[y] for y in one.best], pool.scheme):
            del mass[span]
        result.append(sum(mass.values()))
    return result


def slow_density(pool, slow):
    vectors = np.zeros((pool.n_sentences, pool.dataset.n_attributes))
    for i in range(pool.n_sentences):
        for t in range(*pool.offsets[i : i + 2]):
            for a, value in attributes_at(pool.dataset, t):
                vectors[i, a] += value
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)
    cosines = vectors @ vectors.T
    return cosines.sum(axis=1) / max(len(slow), 1) * [entropy_of(one.probabilities) for one in slow]


def attributes_at(dataset, t):
    for j in range(*dataset.indptr[t : t + 2]):
        yield dataset.attributes[j], dataset.values[j] if dataset.has_values else 1.0


def features(pool, start, path, power=1):
    """Return the feature counts of a labelling by token, (T, F)."""
    dataset, index = pool.dataset, pool.fitted.model.index
    rows = np.zeros((len(path), index.n_weights))
    states = list(zip(np.repeat(*owners(index.state_indptr)), index.state_labels, strict=True))
    edges = list(zip(np.repeat(*owners(index.edge_indptr)), index.edge_pairs, strict=True))
    transitions = index.transition_pairs.tolist()
    for t, y in enumerate(path):
        for a, value in attributes_at(dataset, start + t):
            if (a, y) in states:
                rows[t, states.index((a, y))] += value**power
        if t == 0:
            continue
        pair = path[t - 1] * index.n_labels + y
        if pair in transitions:
            rows[t, index.n_states + transitions.index(pair)] += 1.0
        if dataset.n_edge_attributes:
            for e in dataset.edge_attributes[slice(*dataset.edge_indptr[start + t :][:2])]:
                if (e, pair) in edges:
                    k = index.n_states + len(index.transition_pairs) + edges.index((e, pair))
                    rows[t, k] += 1.0
    return rows


def owners(indptr):
    return np.arange(len(indptr) - 1), np.diff(indptr)


def slow_gradient(pool, slow):
    result = []
    for start, one in zip(pool.offsets, slow, strict=False):
        found = np.array([features(pool, start, path).sum(axis=0) for path in one.paths])
        expected = one.probabilities @ found
        result.append(
            sum(one.probabilities[r] * np.linalg.norm(found[r] - expected) for r in one.order[:10])
        )
    return result


def slow_fisher(pool, slow):
    informations = []
    for start, one in zip(pool.offsets, slow, strict=False):
        found = np.array([features(pool, start, path, power=2) for path in one.paths])
        seen = np.array([features(pool, start, path, power=0) for path in one.paths])
        shares = np.einsum("p,ptk->tk", one.probabilities, seen)
        informations.append((found.max(axis=0) * shares * (1.0 - shares)).sum(axis=0))
    pooled = np.mean(informations, axis=0) if informations else 0.0
    return [(pooled / 1e-4 - pooled / (own + 1e-4)).sum() for own in informations]


SLOW_OF_POOL = {
    "missed_span": slow_missed_span,
    "information_density": slow_density,
    "expected_gradient_length": slow_gradient,
    "fisher_ratio": slow_fisher,
}


def scores_of(name, pool, seed=0):
    return strategy_named(name)(pool, np.random.default_rng(seed))


RULES = [
    None,
    Rules([ValidScheme("iob2")]),
    Rules([Rule(Count("B-Y", at_most=1))]),
    Rules([Rule(Count("X", at_most=1), cost=1.5), ValidScheme("iob2")]),
]

EDGES = "U0:%x[0,0]\nU1:%x[-1,0]\nB\nB1:%x[0,0]\n"


@dataclass
class Case:
    """Arguments of a pool; a test creates it, because that compiles kernels."""

    seed: int
    n_labels: int
    scale: float
    template: str | None
    lengths: list[int]
    drawn_rules: Rules | None
    scheme: str | None
    every_weight: bool = True

    @property
    def rules(self):
        return self.drawn_rules if self.n_labels == 4 else None

    def crf(self, rng):
        labels = LABELS[: self.n_labels]
        return random_crf(
            rng,
            labels=labels,
            scale=self.scale,
            template=self.template,
            all_possible_states=self.every_weight,
            all_possible_transitions=self.every_weight,
        )

    def pool(self, n_members=0):
        rng = np.random.default_rng(self.seed)
        crf = self.crf(rng)
        members = [self.crf(rng) for _ in range(n_members)]
        make = random_words if self.template is None else random_columns
        sentences = make(rng, self.lengths)
        return Pool(crf, sentences, rules=self.rules, scheme=self.scheme, committee=members)


CASES = st.builds(
    Case,
    st.integers(0, 2**32 - 1),
    st.integers(1, 4),
    # Not 0: of labellings that are equally good, any may be the best.
    st.sampled_from([0.3, 1.0, 4.0]),
    st.sampled_from([None, EDGES]),
    st.lists(st.integers(0, 4), max_size=4),
    st.sampled_from(RULES),
    st.sampled_from([None, "tokens", "iob2"]),
    st.booleans(),
)


@given(CASES)
def test_each_strategy_is_what_it_is_by_enumeration(case):
    pool, rules = case.pool(), case.rules
    slow = slow_sentences(pool, rules)
    for name, function in SLOW.items():
        wanted = [function(one) for one in slow]
        found = scores_of(name, pool)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-9, err_msg=name)


@given(CASES)
def test_those_that_look_further_are_what_they_are_by_enumeration(case):
    pool, rules = case.pool(), case.rules
    slow = slow_sentences(pool, rules)
    for name, function in SLOW_OF_POOL.items():
        wanted = function(pool, slow)
        np.testing.assert_allclose(
            scores_of(name, pool), wanted, rtol=1e-6, atol=1e-9, err_msg=name
        )


@pytest.mark.parametrize("template", [None, EDGES])
@pytest.mark.parametrize("seed", range(4))
def test_no_weight_is_too_great(template, seed):
    pool = Case(seed, 4, 400.0, template, [4, 3, 1, 4], None, None).pool()
    slow = slow_sentences(pool)
    for name, function in SLOW_OF_POOL.items():
        wanted = function(pool, slow)
        np.testing.assert_allclose(scores_of(name, pool), wanted, rtol=1e-6, atol=1e-9)
    for name, function in SLOW.items():
        wanted = [function(one) for one in slow]
        np.testing.assert_allclose(scores_of(name, pool), wanted, rtol=1e-6, atol=1e-9)


def test_attributes_without_weights_tell_nothing():
    rng = np.random.default_rng(0)
    crf = random_crf(rng, all_possible_states=False, min_freq=1.5)
    assert (np.diff(crf.fitted_.model.index.state_indptr) == 0).any()
    pool = Pool(crf, random_words(rng, [4, 3, 4]))
    wanted = slow_fisher(pool, slow_sentences(pool))
    np.testing.assert_allclose(scores_of("fisher_ratio", pool), wanted, rtol=1e-6)


@given(CASES)
def test_a_committee_votes_as_by_enumeration(case):
    pool = case.pool(n_members=3)
    members = [slow_sentences(pool.under(crf), case.rules) for crf in pool.committee]
    votes, differences = [], []
    for sentence in range(pool.n_sentences):
        seen = [own[sentence] for own in members]
        length = len(seen[0].best)
        counts = [Counter(int(one.best[t]) for one in seen) for t in range(length)]
        shares = [np.array(list(count.values())) / 3 for count in counts]
        votes.append(sum(map(entropy_of, shares)) / max(length, 1))
        mean = sum(one.marginals for one in seen) / 3
        differences.append(
            sum(relative_entropy(one.marginals, mean) for one in seen) / 3 / max(length, 1)
        )
    np.testing.assert_allclose(scores_of("vote_entropy", pool), votes, atol=1e-9)
    np.testing.assert_allclose(scores_of("kl_to_mean", pool), differences, rtol=1e-6, atol=1e-9)


@given(CASES)
def test_least_confidence_orders_as_one_less_the_probability(case):
    pool = case.pool()
    slow = [1.0 - one.probabilities.max() for one in slow_sentences(pool, case.rules)]
    found = scores_of("least_confidence", pool)
    for i in range(len(slow)):
        for j in range(len(slow)):
            assert slow[i] <= slow[j] + 1e-9 or found[i] > found[j] - 1e-9


def test_what_is_known_of_tokens_counts():
    rng = np.random.default_rng(0)
    crf = random_crf(rng)
    sentences = random_words(rng, [3, 2])
    pool = Pool(crf, sentences, allowed=[["O", None, {"B-X", "B-Y"}], None])
    slow = slow_sentences(pool)
    assert set(slow[0].paths[:, 0]) == {0}
    for name, function in SLOW.items():
        np.testing.assert_allclose(scores_of(name, pool), [function(one) for one in slow])


def test_ties_go_to_the_earlier_sentence_and_seeds_decide_the_rest():
    rng = np.random.default_rng(1)
    crf = random_crf(rng)
    sentence, other = random_words(rng, [4, 2])
    members = [random_crf(rng), random_crf(rng)]
    pool = Pool(crf, [other, sentence, sentence, other, sentence], committee=members)
    for name in STRATEGIES:
        order = rank(pool, name, seed=3).tolist()
        assert order == rank(pool, name, seed=3).tolist()
        assert sorted(order) == [0, 1, 2, 3, 4]
        if name not in {"random", "sequential", "vote_entropy"}:
            assert order in ([1, 2, 4, 0, 3], [0, 3, 1, 2, 4])
    assert rank(pool, "sequential").tolist() == [0, 1, 2, 3, 4]
    orders = {tuple(rank(pool, "random", seed=seed).tolist()) for seed in range(20)}
    assert len(orders) > 10
    assert len(rank(pool, "random", 2)) == 2
    assert len(rank(pool, "random", -1)) == 0


@pytest.mark.parametrize("name", STRATEGIES)
def test_an_empty_pool_has_no_order(name):
    crf = random_crf(np.random.default_rng(0))
    assert rank(Pool(crf, [], committee=[crf]), name).tolist() == []
    order = rank(Pool(crf, [[], []], committee=[crf]), name, seed=1)
    assert sorted(order.tolist()) == [0, 1]


@pytest.mark.parametrize("model", [None, LinearChainCRF()])
def test_without_a_model_only_orders_can_be_had(model):
    sentences = random_words(np.random.default_rng(0), [3, 1, 2])
    pool = Pool(model, iter(sentences))
    assert not pool.is_fitted
    assert rank(pool, "sequential").tolist() == [0, 1, 2]
    assert sorted(rank(pool, "random").tolist()) == [0, 1, 2]
    with pytest.raises(NotFittedError, match="'random' or 'sequential'"):
        rank(pool, "min_marginal")


def test_an_unknown_name_is_rejected_and_a_function_is_taken():
    crf = random_crf(np.random.default_rng(0))
    pool = Pool(crf, random_words(np.random.default_rng(0), [1, 3, 2]))
    with pytest.raises(CrfError, match="'min_margin' is unknown; choose one of random"):
        rank(pool, "min_margin")
    assert rank(pool, lambda pool, _: pool.lengths.astype(float)).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    "scores", [None, [1.0], [1.0, np.nan, 0.0], np.ones((3, 2)), [1, 2, "a"], 3.0, [[1], [2, 3]]]
)
def test_a_strategy_of_ones_own_scores_each_sentence(scores):
    pool = Pool(None, [[["a"]], [["b"]], [["c"]]])
    assert rank(pool, lambda _pool, _rng: [1, 3, 2]).tolist() == [1, 2, 0]
    for strategy in (lambda _pool, _rng: scores, mixed(lambda _pool, _rng: scores, 0.5)):
        with pytest.raises(CrfError, match="returns a number for each sentence"):
            rank(pool, strategy)
    with pytest.raises(CrfError, match="returns a number for each sentence"):
        Queue(pool, lambda _pool, _rng: scores)


def test_how_many_and_the_seed_are_whole_numbers():
    pool = Pool(None, [[["a"]], [["b"]]])
    with pytest.raises(CrfError, match="n='a' is not possible; give a whole number"):
        rank(pool, "random", "a")
    with pytest.raises(CrfError, match="seed='a' is neither a random generator nor a seed"):
        rank(pool, "random", seed="a")
