"""Features induced in rounds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError
from crfcore.feature_induction import suggest_lines
from crfcore.features.induced_extraction import InducedExtractor
from crfcore.induced_features import induce
from crfcore.pooling import pool
from crfcore.training.monitor import TrainingCancelled
from tests.crfcore.test_feature_induction import TEMPLATE, drawn


def exclusive_or(n=300, share=0.6):
    """Return one-token sentences whose label is X where one of a and b is there."""
    rng = np.random.default_rng(0)
    has = rng.random((n, 2)) < share
    items = [[["all", *["a"] * int(a), *["b"] * int(b)]] for a, b in has.tolist()]
    return items, [["X" if a != b else "O"] for a, b in has.tolist()]


def test_an_exclusive_or_is_found_in_two_rounds():
    items, tags = exclusive_or()
    assert LinearChainCRF(c2=0.1).fit(items, tags).predict(items) != tags
    crf, features = induce(LinearChainCRF(c2=0.1), items, tags)
    assert crf.predict(items) == tags
    first = {feature.attribute: feature.round for feature in reversed(features)}
    assert first.get("a & b", first.get("b & a")) <= 2
    best = {}
    for feature in features:
        best.setdefault(feature.round, feature.gain)
    assert all(one > other for one, other in pairwise(best.values()))
    assert all(feature.gain >= 1.0 for feature in features)


def test_a_file_and_an_explanation_have_conjunctions():
    words, tags = drawn()
    crf, features = induce(LinearChainCRF(c2=0.1, template=TEMPLATE), words, tags, n=5, rounds=6)
    assert len(features) <= 30
    again = LinearChainCRF.from_bytes(crf.to_bytes())
    new_words, new_tags = drawn(1)
    assert again.predict(new_words) == crf.predict(new_words) == new_tags
    assert again.attributes_ == crf.attributes_
    explained = again.explain(new_words[0], 1).attributes
    named = {part.attribute for part in explained if " & " in part.attribute}
    assert named <= set(again.attributes_)
    assert named
    assert again.compact().predict(new_words) == new_tags
    chosen = {(feature.attribute, feature.label) for feature in features}
    weights = {pair for pair, weight in crf.state_features_.items() if weight}
    assert weights <= chosen


def test_a_model_of_induced_features_is_no_start_for_other_trainings():
    words, tags = drawn()
    crf, _ = induce(LinearChainCRF(c2=0.1, template=TEMPLATE), words, tags, n=5, rounds=2)
    with pytest.raises(CrfError, match="this model has other attributes"):
        suggest_lines(crf, words, tags)
    assert not any(" & " in name for name in crf.fit(words, tags).attributes_)


def test_rounds_end_where_nothing_gains():
    items, tags = exclusive_or(60)
    crf, features = induce(LinearChainCRF(c2=0.1), items, tags, least_gain=1e6)
    assert (features, crf.num_attributes_) == ([], 0)
    assert crf.predict(items[:1])
    one, few = induce(LinearChainCRF(c2=0.1), items, tags, n=1, rounds=1)
    assert len(few) == one.num_attributes_ == 1
    with pytest.raises(TrainingCancelled):
        induce(LinearChainCRF(), items, tags, cancelled=lambda: True)
    with pytest.raises(CrfError, match="from attributes without values"):
        induce(LinearChainCRF(), [[{"a": 0.5}]], [["X"]])
    for parameter in ({"c1": 1.0}, {"algorithm": "ap"}):
        ((name, value),) = parameter.items()
        with pytest.raises(CrfError, match=f"Features are induced .* and {name}={value!r}; leave"):
            induce(LinearChainCRF(**parameter), *exclusive_or(20))
    with pytest.raises(CrfError, match="call induce again"):
        crf.extractor_.fit(items)


@pytest.mark.parametrize(
    "given",
    [{"n": 0}, {"n": "x"}, {"rounds": 1.5}, {"min_count": None}, {"seed": -1}, {"least_gain": "x"}],
)
def test_numbers_are_checked(given):
    (name,) = given
    with pytest.raises(CrfError, match=f"{name}=.* is not possible"):
        induce(LinearChainCRF(), [[{"a": 1}]], [["X"]], **given)
    with pytest.raises(CrfError, match="A LinearChainCRF is needed"):
        induce(None, [[{"a": 1}]], [["X"]])


def test_a_damaged_file_is_refused():
    items, tags = exclusive_or(60)
    crf, _ = induce(LinearChainCRF(c2=0.1), items, tags, least_gain=0.5)
    header, arrays = crf.extractor_.state()
    inner = type(crf.extractor_.inner).from_state
    for members in ([[5, -1]], [[1, 0]], [[-1, -1]], [[0, -1], [0, -1]], [[0, 1, 2]]):
        damaged = {**arrays, "members": np.array(members, np.int32)}
        with pytest.raises(ValueError, match="do not fit"):
            InducedExtractor.from_state(header, damaged, inner)
    with pytest.raises(ModelFileError):
        LinearChainCRF.from_bytes(crf.to_bytes()[:-20])


def test_a_model_of_induced_features_is_neither_pooled_nor_trained_on():
    items, tags = exclusive_or(60)
    crf, _ = induce(LinearChainCRF(c2=0.1), items, tags, rounds=1)
    other, _ = induce(LinearChainCRF(c2=0.1), items[:40], tags[:40], rounds=1)
    for ask in (
        lambda: pool([crf, crf]),
        lambda: pool([crf, other]),
        lambda: pool([LinearChainCRF().fit(items, tags), crf]),
        lambda: crf.partial_fit(items, tags),
        lambda: LinearChainCRF(initial=crf).fit(items, tags),
    ):
        with pytest.raises(CrfError, match="induced features cannot be pooled, trained further or"):
            ask()
