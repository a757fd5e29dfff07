from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from tests.fitted_models import ITEMS, WORDS, as_fields, enumerated, of_items, of_template


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


def test_hard_cases():
    """No attribute, the same one twice, values beyond all measure: answers, or words."""
    crf = of_items()
    assert len(crf.predict([[{}, {}]])[0]) == 2
    assert crf.nbest([[{}]], 1)[0][0][0][0] in crf.classes_
    twice, valued = crf.entropy([[["word:ka", "word:ka"]]]), crf.entropy([[{"word:ka": 2.0}]])
    np.testing.assert_allclose(twice, valued)
    with pytest.raises(CrfError, match="the value nan"):
        crf.entropy([[{"word": np.nan}]])
    far = [[{"length": 1e6}, {"length": -1e6}] * 3]
    (labels, probability), *_ = crf.nbest(far, 3)[0]
    assert labels == crf.predict(far)[0]
    assert probability == pytest.approx(1.0)
    assert crf.entropy(far)[0] == pytest.approx(0.0, abs=1e-9)


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
    ):
        assert ask(one) == ask(two)
