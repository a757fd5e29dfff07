from __future__ import annotations

import os

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.targets import Targets
from tests.fitted_models import ITEMS, TAGS, WORDS, as_fields, enumerated, of_items, of_template


@pytest.mark.parametrize(
    ("model", "sentences"), [(of_items, ITEMS), (of_template, as_fields(WORDS))]
)
@pytest.mark.parametrize("decoding", ["posterior", "possible-posterior"])
def test_posterior_decoding_expects_the_fewest_errors(model, sentences, decoding):
    crf = model()
    found = crf.predict(sentences, decoding=decoding)
    for labels, all_of_it in zip(found, enumerated(crf, sentences), strict=True):

        def right(candidate, all_of_it=all_of_it):
            return sum(
                p * sum(a == b for a, b in zip(candidate, truth, strict=True))
                for truth, p in all_of_it.items()
            )

        assert right(labels) == pytest.approx(max(map(right, all_of_it)))


def test_posterior_decoding_obeys_what_is_allowed():
    crf = of_items()
    found = crf.predict(
        ITEMS[:1], decoding="posterior", allowed=[[None, {"I-X", "B-Y"}, None, "O"]]
    )
    assert found[0][1] in {"I-X", "B-Y"}
    assert found[0][3] == "O"
    assert crf.predict([], decoding="posterior") == []


def test_decodings_unknown_are_named():
    with pytest.raises(CrfError, match="decoding='greedy' is unknown; choose one of viterbi"):
        of_items().predict(ITEMS, decoding="greedy")


def test_marginals_obey_what_is_allowed():
    crf = of_items()
    allowed = [[None, {"I-X", "B-Y"}, None, "O"]]
    (rows,) = crf.predict_marginals(ITEMS[:1], allowed=allowed)
    assert rows[1]["O"] == rows[1]["B-X"] == 0.0
    assert rows[3]["O"] == pytest.approx(1.0)
    left = [
        probability
        for labels, probability in enumerated(crf, ITEMS[:1])[0].items()
        if labels[1] in {"I-X", "B-Y"} and labels[3] == "O"
    ]
    left = np.array(left) / np.sum(left)
    np.testing.assert_allclose(
        crf.entropy(ITEMS[:1], allowed=allowed), [-np.sum(left * np.log(left))]
    )


# ---- hard cases: correct results, or errors


EVERYTHING = [
    lambda crf, sentences: crf.predict(sentences),
    lambda crf, sentences: crf.predict(sentences, decoding="posterior"),
    lambda crf, sentences: crf.predict(sentences, decoding="possible-posterior"),
    lambda crf, sentences: crf.predict_marginals(sentences),
    lambda crf, sentences: crf.predict_with_scores(sentences),
    lambda crf, sentences: crf.nbest(sentences, 3),
    lambda crf, sentences: crf.sample(sentences, 2, 0),
    lambda crf, sentences: crf.entropy(sentences).tolist(),
    lambda crf, sentences: crf.pair_marginals(sentences),
    lambda crf, sentences: crf.all_span_marginals(sentences, "X", 2),
    lambda crf, sentences: crf.span_marginals(
        sentences, [[(0, 1, "X")] if sentence else [] for sentence in sentences]
    ),
    lambda crf, sentences: crf.sequence_probability(
        sentences, [["O"] * len(sentence) for sentence in sentences]
    ).tolist(),
]


@pytest.mark.parametrize("ask", EVERYTHING)
def test_tokens_without_attributes_and_sentences_without_tokens(ask):
    crf = of_items()
    together = ask(crf, [[{}], [], [{}, {}], *ITEMS, []])
    assert len(together) == len(ITEMS) + 4
    first = ask(crf, [[{}]])
    np.testing.assert_equal(together[0], first[0])
    assert len(ask(crf, [])) == 0


@pytest.mark.parametrize("ask", EVERYTHING)
def test_values_that_are_not_numbers_are_rejected(ask):
    for value in (np.nan, np.inf):
        with pytest.raises(CrfError, match="a finite number was expected"):
            ask(of_items(), [[{"length": value}]])


def test_an_attribute_that_is_repeated_counts_twice():
    crf = of_items()
    twice, valued = [["word:ka", "word:ka"], ["x"]], [{"word:ka": 2.0}, {}]
    for ask in EVERYTHING:
        np.testing.assert_equal(ask(crf, [twice]), ask(crf, [valued]))


def test_weights_of_seven_hundred():
    """Results are correct where the scaled pass is unreliable."""
    crf = of_items()
    with LinearChainCRF(c2=0.05).objective(ITEMS, TAGS) as function:
        rng = np.random.default_rng(0)
        crf = function.estimator(rng.choice([-700.0, 0.0, 700.0], size=function.n_weights))
    for sentence, all_of_it in zip(ITEMS, enumerated(crf, ITEMS), strict=True):
        ((labels, probability), *_) = crf.nbest([sentence], 2)[0]
        assert probability == pytest.approx(max(all_of_it.values()))
        assert all_of_it[tuple(labels)] == pytest.approx(probability)
        positive = np.array([p for p in all_of_it.values() if p > 0.0])
        expected = -np.sum(positive * np.log(positive))
        assert crf.entropy([sentence])[0] == pytest.approx(expected, abs=1e-9)
        found = crf.sequence_probability([sentence], [labels])[0]
        assert found == pytest.approx(probability)
        assert tuple(crf.sample([sentence], 1, 0)[0][0]) in {
            path for path, p in all_of_it.items() if p > 0.0
        }


def test_one_label():
    crf = LinearChainCRF(max_iterations=2).fit([[["a"], ["b"]]], [["O", "O"]])
    assert crf.nbest([[["a"], ["b"]]], 4) == [[(["O", "O"], 1.0)]]
    assert crf.entropy([[["a"]] * 3]).tolist() == [0.0]
    assert crf.sample([[["a"]] * 3], 2, 0) == [[["O"] * 3] * 2]
    assert crf.predict([[["c"]]], decoding="posterior") == [["O"]]
    assert crf.sequence_probability([[["a"]]], [["O"]]).tolist() == [1.0]
    (one,) = crf.predict_with_scores([[["a"]]])
    assert (one.log_probability, one.margin) == (0.0, np.inf)


def test_a_sentence_of_five_thousand_tokens():
    crf = of_items()
    n = 300 if os.environ.get("NUMBA_DISABLE_JIT") else 5000
    sentence = (ITEMS[0] * (n // 4))[:n]
    best = crf.nbest([sentence], 3)[0]
    assert [len(labels) for labels, _ in best] == [n] * 3
    assert best[0][0] == crf.predict_single(sentence)
    assert best[0][1] > best[1][1] >= best[2][1] > 0.0 or best[0][1] == 0.0
    (one,) = crf.predict_with_scores([sentence])
    assert crf.sequence_log_probability([sentence], [best[0][0]])[0] == pytest.approx(
        one.log_probability
    )
    # By the law of large numbers a sample is about as improbable as the entropy says.
    (entropy,) = crf.entropy([sentence])
    drawn = crf.sample([sentence], 5, 0)[0]
    found = crf.sequence_log_probability([sentence] * 5, drawn)
    assert np.all(np.abs(-found - entropy) <= 6.0 * np.sqrt(n))
    assert len(crf.explain(sentence, n // 2).attributes) >= 3


def test_sentences_are_not_taken_for_a_dataset():
    for ask in (of_items().decode_dataset, of_items().label_probabilities):
        with pytest.raises(CrfError, match=r"A Dataset was expected, and not list.*crf\.dataset"):
            ask(ITEMS)


def test_threads_answer_alike(monkeypatch):
    monkeypatch.setattr("crfcore.estimator.fitted_chain.TOKENS_AT_ONCE", 3)
    one, two = of_items().compact(), of_items().compact()
    two.threads = 2
    for ask in (
        lambda crf: crf.nbest(ITEMS, 4),
        lambda crf: crf.predict_with_scores(ITEMS),
        lambda crf: crf.entropy(ITEMS).tolist(),
        lambda crf: crf.sample(ITEMS, 3, 5),
        lambda crf: crf.predict(ITEMS, decoding="posterior"),
        lambda crf: [pairs.tolist() for pairs in crf.pair_marginals(ITEMS)],
        lambda crf: crf.span_marginals(ITEMS, [[(0, 1, "X")]] * 6),
    ):
        assert ask(one) == ask(two)


def test_targets_and_labels_have_the_same_likelihood():
    crf = of_items()
    targets = Targets.from_labels(TAGS, crf.classes_)
    assert crf.log_likelihood(ITEMS, targets) == crf.log_likelihood(ITEMS, TAGS)
