from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crfcore.errors import NotFittedError, UnknownLabelError
from tests.fitted_models import of_counts, of_items, of_template


@pytest.mark.parametrize("model", [of_items, of_template, of_counts])
def test_the_greatest_weights_are_those_that_a_counter_finds(model):
    crf = model()
    for found, weights in (
        (crf.top_state_features, crf.state_features_),
        (crf.top_transition_features, crf.transition_features_),
    ):
        ranked = Counter(weights).most_common()
        assert found() == ranked
        assert found(3) == ranked[:3]
        assert found(0) == []
        lowest = found(2, lowest=True)
        assert [weight for _, weight in lowest] == [weight for _, weight in ranked[:-3:-1]]


def test_those_of_one_label():
    crf = of_items()
    found = crf.top_state_features(2, "B-X")
    own = {pair: w for pair, w in crf.state_features_.items() if pair[1] == "B-X"}
    assert found == Counter(own).most_common(2)
    with pytest.raises(UnknownLabelError, match="'NEVER'"):
        crf.top_state_features(2, "NEVER")


def test_a_model_may_not_say_how_it_was_trained():
    crf = of_items()
    crf._fitted = replace(crf._known(), record=None)
    with pytest.raises(NotFittedError, match="how it was trained"):
        _ = crf.training_


@pytest.mark.parametrize("model", [of_items, of_counts])
def test_weights_that_are_not_zero_are_counted(model):
    crf = model()
    n_weights = len(crf.state_features_) + len(crf.transition_features_)
    assert 0 < crf._known().n_nonzero <= n_weights
