from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.features.dataset import Dataset
from crfcore.training.counting import Counting, fit_by_counting
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers.minimisation import Stopping
from crfcore.training.unseen_words import tokens_alone
from tests.training_data import random_dataset

N_ATTRIBUTES = 7
IS_KEY = np.array([1, 1, 0, 0, 0, 0, 1], np.uint8)
EXACT = Optimisation(c2=0.3, stopping=Stopping(epsilon=1e-9, delta=0.0))


def drawn(openness=0.2):
    rng = np.random.default_rng(2)
    return random_dataset(rng, [5, 4, 0, 7, 3], n_attributes=N_ATTRIBUTES, openness=openness)


def fitted(dataset, targets, **further):
    return fit_by_counting(
        dataset,
        targets,
        IS_KEY,
        Counting(oov="exponential", exponent=0.5),
        optimisation=EXACT,
        **further,
    )


def test_tokens_alone_have_their_attributes_without_keys_and_one_more():
    dataset = Dataset(
        np.array([0, 1, 3]), np.array([0, 3, 3, 5]), np.array([0, 2, 3, 4, 6], np.int32), 7
    )
    alone = tokens_alone(dataset, np.array([2, 0, 1]), IS_KEY, 7)
    rows = [alone.attributes[slice(*alone.indptr[t : t + 2])].tolist() for t in range(3)]
    assert rows == [[4, 7], [2, 3, 7], [7]]
    assert alone.n_sentences == 3
    few = tokens_alone(dataset, np.array([0]), None, 3)
    assert few.attributes.tolist() == [0, 2, 3]


def test_it_is_the_best_penalised_conditional_model_of_single_tokens():
    """At the optimum, counts seen less counts expected are twice c2 times the weights."""
    dataset, targets = drawn()
    model, record = fitted(dataset, targets)
    assert record.evaluations > 0
    assert model.n_features > model.counts.states.n_entries + 9
    unseen = model.unseen
    alone = tokens_alone(dataset, np.arange(dataset.n_tokens), IS_KEY, N_ATTRIBUTES)
    probabilities = np.exp(unseen.scores(dataset, np.arange(dataset.n_tokens)))
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    index = unseen.model.index
    slack = np.zeros(index.n_states)
    for t in np.flatnonzero(targets.label_sets < targets.n_labels).tolist():
        for a in alone.attributes[slice(*alone.indptr[t : t + 2])]:
            for place in range(index.state_indptr[a], index.state_indptr[a + 1]):
                label = index.state_labels[place]
                slack[place] += (targets.label_sets[t] == label) - probabilities[t, label]
    np.testing.assert_allclose(slack, 2 * 0.3 * unseen.model.weights, atol=1e-6)


def test_words_that_were_seen_are_judged_by_counts_and_others_by_the_model():
    dataset, targets = drawn(0.0)
    model, _ = fitted(dataset, targets)
    plain = fit_by_counting(dataset, targets, IS_KEY)[0]
    scores, unseen = model.scores_and_unseen(dataset, 0, dataset.n_tokens)
    expected = plain.scores(dataset, 0, dataset.n_tokens)
    np.testing.assert_array_equal(scores[~unseen], expected[~unseen])
    tokens = np.flatnonzero(unseen)
    assert len(tokens) > 2
    np.testing.assert_array_equal(scores[tokens], 0.5 * model.unseen.scores(dataset, tokens))


def test_nothing_confirmed_has_no_model_of_unseen_words():
    dataset, targets = drawn(1.0)
    unknown = type(targets)(np.full(len(targets.label_sets), 3, np.int32), targets.sets, 3)
    model, record = fitted(dataset, unknown)
    assert model.unseen is None
    assert record.converged


def test_a_fit_that_was_stopped_says_why():
    dataset, targets = drawn()
    _, record = fitted(dataset, targets, monitor=lambda _: True)
    assert (record.converged, record.reason) == (False, "monitor")


def test_a_new_word_with_known_spelling_has_the_label_of_its_spelling():
    items = [[{"w": word, "end": word[-1]} for word in words] for words in (["ab", "cb"], ["cd"])]
    crf = LinearChainCRF("empirical", key="w:", oov="exponential", c2=0.01)
    crf.fit(items, [["A", "A"], ["B"]])
    ask = partial(crf.predict, [[{"w": "xd", "end": "d"}], [{"w": "xb", "end": "b"}]])
    assert ask() == [["B"], ["A"]]
    crf.partial_fit([[{"w": "ed", "end": "d", "new": "1"}]], [["B"]])
    assert ask() == [["B"], ["A"]]
    loaded = LinearChainCRF.from_bytes(crf.to_bytes())
    asked = [[{"w": "xd", "end": "d", "new": "1"}]]
    assert loaded.predict_marginals(asked) == crf.predict_marginals(asked)


@pytest.mark.parametrize("oov", ["mean", "exponential"])
def test_an_attribute_learned_later_is_none_of_the_model(oov):
    crf = LinearChainCRF("empirical", key="w:", oov=oov).fit(
        [[{"w": "a"}, {"w": "b"}]], [["A", "B"]]
    )
    before = crf.predict_marginals([[{"w": "z"}]])
    crf.partial_fit([[{"w": "c", "s": "1"}]], [["A"]])
    after = crf.predict_marginals([[{"w": "z", "s": "1"}]])
    assert (before == after) == (oov == "exponential")
