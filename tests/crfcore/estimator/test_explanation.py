from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, UnknownLabelError
from tests import brute_force
from tests.fitted_models import (
    ITEMS,
    WORDS,
    as_fields,
    lattices_of,
    of_counts,
    of_items,
    of_template,
)


def best_with(crf, sentence, token, wanted):
    """Return the score of the best labelling in which a token's label is among some."""
    ((scores, transitions),) = lattices_of(crf, [sentence])
    paths, values = brute_force.all_scores(scores, transitions)
    return max(
        value
        for path, value in zip(paths, values, strict=True)
        if crf.classes_[path[token]] in wanted
    )


@pytest.mark.parametrize(
    ("model", "sentences"), [(of_items, ITEMS), (of_template, as_fields(WORDS))]
)
def test_contributions_add_up_to_the_difference_of_scores(model, sentences):
    crf = model()
    for sentence in sentences:
        for token in range(len(sentence)):
            for label in (None, *crf.classes_):
                found = crf.explain(sentence, token, label)
                others = set(crf.classes_) - {found.label}
                assert found.score == pytest.approx(best_with(crf, sentence, token, {found.label}))
                assert found.rival_score == pytest.approx(best_with(crf, sentence, token, others))
                expected = found.score - found.rival_score
                assert found.difference == pytest.approx(expected, rel=1e-9, abs=1e-9)
                assert found.label == found.labelling[token] != found.rival
                assert found.rival == found.rival_labelling[token]
            assert crf.explain(sentence, token).label == crf.predict_single(sentence)[token]
            assert crf.explain(sentence, token).difference >= 0.0


def test_each_contribution_is_made_of_the_weights_of_the_model():
    crf = of_items()
    found = crf.explain(ITEMS[0], 1)
    weights, transitions = crf.state_features_, crf.transition_features_
    assert {one.attribute for one in found.attributes if one.token == 1} == {
        "word:to", "length", "place:t"
    }  # fmt: skip
    for one in found.attributes:
        own, rival = found.labelling[one.token], found.rival_labelling[one.token]
        assert one.weight == weights.get((one.attribute, own), 0.0)
        assert one.rival_weight == weights.get((one.attribute, rival), 0.0)
        assert one.contribution == one.value * (one.weight - one.rival_weight)
    for move in found.transitions:
        assert move.attribute is None
        assert move.weight == transitions[move.labels]
        assert move.rival_weight == transitions[move.rival_labels]
    for parts in (found.attributes, found.transitions):
        sizes = [abs(part.contribution) for part in parts]
        assert sizes == sorted(sizes, reverse=True)


def test_edges_say_their_part():
    found = of_template().explain(as_fields(WORDS)[0], 1)
    assert {move.attribute for move in found.transitions if move.token == 1} == {None, "B1:to"}


def test_an_attribute_that_is_repeated_is_listed_once():
    crf = of_items()
    found = crf.explain([["word:to", "word:to"], []], 0)
    (one,) = [part for part in found.attributes if part.token == 0]
    assert one.value == 2.0
    assert found.difference == pytest.approx(found.score - found.rival_score)


def test_a_lone_label_has_no_rival():
    crf = LinearChainCRF(max_iterations=2).fit([[["a"], ["b"]]], [["x", "x"]])
    found = crf.explain([["a"], ["b"]], 1)
    assert (found.label, found.rival, found.rival_labelling) == ("x", None, [])
    assert found.rival_score == -np.inf
    assert [part.attribute for part in found.attributes] == ["b"]
    assert [part.rival_labels for part in found.transitions] == [None]
    by_template = LinearChainCRF(max_iterations=2, template="U0:%x[0,0]\nB1:%x[0,0]\n").fit(
        [[["a"], ["b"]]], [["x", "x"]]
    )
    found = by_template.explain([["a"], ["b"]], 1)
    assert [part.attribute for part in found.transitions] == [None, "B1:b"]
    # A sentence of which the template knows no edge.
    found = by_template.explain([["a"], ["c"]], 0)
    assert found.difference == found.attributes[0].weight


def test_what_cannot_be_explained_is_reported():
    crf = of_items()
    for token in (-1, 4):
        with pytest.raises(CrfError, match=f"no token {token} in a sentence of 4"):
            crf.explain(ITEMS[0], token)
    with pytest.raises(UnknownLabelError, match="'NEVER' is not one of the labels"):
        crf.explain(ITEMS[0], 0, "NEVER")
    with pytest.raises(CrfError, match="made by counting"):
        of_counts().explain(as_fields(WORDS)[0], 0)
