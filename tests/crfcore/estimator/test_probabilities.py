from __future__ import annotations

import re

import numpy as np
import pytest

from crfcore.constraints import Pin, Rules
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError, UnknownLabelError
from crfcore.features.targets import Targets
from crfcore.text.tag_schemes import spans
from tests.fitted_models import (
    ITEMS,
    TAGS,
    WORDS,
    as_fields,
    enumerated,
    of_counts,
    of_items,
    of_template,
)

MODELS = [(of_items, ITEMS), (of_template, as_fields(WORDS))]


@pytest.mark.parametrize(("model", "sentences"), [*MODELS, (of_counts, as_fields(WORDS))])
def test_entropies_equal_enumeration(model, sentences):
    crf = model()
    expected = [
        -sum(p * np.log(p) for p in all_of_it.values() if p > 0.0)
        for all_of_it in enumerated(crf, sentences)
    ]
    np.testing.assert_allclose(crf.entropy(sentences), expected, rtol=1e-9, atol=1e-12)
    assert crf.entropy([]).shape == (0,)


@pytest.mark.parametrize(("model", "sentences"), MODELS)
def test_pairs_equal_enumeration(model, sentences):
    crf = model()
    names = crf.classes_
    for pairs, all_of_it in zip(
        crf.pair_marginals(sentences), enumerated(crf, sentences), strict=True
    ):
        expected = np.zeros(pairs.shape)
        for labels, probability in all_of_it.items():
            numbers = [names.index(label) for label in labels]
            for t in range(1, len(labels)):
                expected[t, numbers[t - 1], numbers[t]] += probability
        np.testing.assert_allclose(pairs, expected, atol=1e-12)


@pytest.mark.parametrize(("model", "sentences"), MODELS)
@pytest.mark.parametrize("scheme", [None, "tokens"])
def test_spans_equal_enumeration(model, sentences, scheme):
    crf = model()
    label = "B-X" if scheme else "X"
    asked = [
        [(s, e, label) for s in range(len(words)) for e in range(s + 1, len(words) + 1)]
        for words in WORDS
    ]
    found = crf.span_marginals(sentences, asked, scheme=scheme)
    tables = crf.all_span_marginals(sentences, label, 4, scheme=scheme)
    for places, probabilities, table, all_of_it in zip(
        asked, found, tables, enumerated(crf, sentences), strict=True
    ):
        expected = dict.fromkeys(places, 0.0)
        for labels, probability in all_of_it.items():
            for span in spans(labels, scheme):
                if span.label == label:
                    expected[span.start, span.end, span.label] += probability
        np.testing.assert_allclose(probabilities, list(expected.values()), atol=1e-12)
        by_place = [table[start, end - start - 1] for start, end, _ in places]
        np.testing.assert_allclose(by_place, probabilities)
    assert crf.all_span_marginals([], label, 4, scheme=scheme) == []


def test_given_labels_equal_enumeration():
    crf = of_items()
    asked = [[(1, 3, ("B-X", "I-X")), (0, 1, ["O"])], [], [(0, 1, ["NEVER"])]]
    found = crf.span_marginals(ITEMS[:3], asked)
    all_of_it = enumerated(crf, ITEMS[:1])[0]
    assert found[0][0] == pytest.approx(
        sum(p for labels, p in all_of_it.items() if labels[1:3] == ("B-X", "I-X"))
    )
    assert found[0][1] == pytest.approx(
        sum(p for labels, p in all_of_it.items() if labels[0] == "O")
    )
    assert found[1:] == [[], [0.0]]


def test_spans_that_cannot_be_are_named():
    crf = of_items()
    with pytest.raises(CrfError, match="2 sentences, and spans for 1"):
        crf.span_marginals(ITEMS[:2], [[]])
    for start, end in ((0, 0), (-1, 1), (3, 5)):
        with pytest.raises(CrfError, match="Sentence 1: a span of the tokens"):
            crf.span_marginals(ITEMS[:1], [[(start, end, "X")]])
    with pytest.raises(CrfError, match="has 2 tokens and 1 label;"):
        crf.span_marginals(ITEMS[:1], [[(0, 2, ["O"])]])
    for wrong in ((0, 2), 7):
        with pytest.raises(CrfError, match=r"a span is \(start, end, label\); found "):
            crf.span_marginals(ITEMS[:1], [[wrong]])
    for wrong, message in (
        ((0.0, 2, "X"), "whole numbers; found 0.0"),
        ((0, 2, None), "found None"),
    ):
        with pytest.raises(CrfError, match=message):
            crf.span_marginals(ITEMS[:1], [[wrong]])
    for longest in (0, 1.5, "x"):
        with pytest.raises(CrfError, match=f"longest={longest!r}: a span has at least one token"):
            crf.all_span_marginals(ITEMS[:1], "X", longest)
    with pytest.raises(CrfError, match="are too many at once; ask for shorter ones"):
        crf.all_span_marginals(ITEMS[:1], "X", 10**9)
    for ask in (
        lambda: crf.span_marginals(ITEMS[:1], [[(0, 2, "X")]], scheme="iob3"),
        lambda: crf.all_span_marginals(ITEMS[:1], "X", 2, scheme="iob3"),
    ):
        with pytest.raises(CrfError, match="scheme='iob3' is unknown; use one of tokens"):
            ask()


@pytest.mark.parametrize(
    ("wrong", "scheme"), [("Z", None), ("O", None), ("B-X", None), ("O", "tokens")]
)
def test_types_that_no_span_has_are_named(wrong, scheme):
    crf = of_items()
    types = "X, Y" if scheme is None else ", ".join(tag for tag in crf.classes_ if tag != "O")
    known = types.split(", ")[0]
    says = f"'{wrong}' is no type of spans of this model; its types are {types}."
    with pytest.raises(UnknownLabelError, match=re.escape(f"Sentence 2: {says}")):
        crf.span_marginals(ITEMS[:2], [[(0, 1, known)], [(0, 1, wrong)]], scheme=scheme)
    with pytest.raises(UnknownLabelError, match=re.escape(f"label={says}")):
        crf.all_span_marginals(ITEMS[:2], wrong, 2, scheme=scheme)


def test_types_are_named_under_rules_and_where_there_are_none():
    crf = of_items()
    with pytest.raises(UnknownLabelError, match="'Z' is no type of spans of this model; its"):
        crf.span_marginals(ITEMS[:1], [[(0, 1, "Z")]], rules=Rules([Pin(0, "O")]))
    outside = LinearChainCRF(max_iterations=1).fit(ITEMS[:1], [["O"] * len(ITEMS[0])])
    with pytest.raises(UnknownLabelError, match="no type of spans of this model, which has none"):
        outside.span_marginals(ITEMS[:1], [[(0, 1, "X")]])


def test_the_scheme_of_the_model_is_known():
    crf = of_items().compact()
    crf.metadata_ = {"scheme": "tokens"}
    (as_tokens,) = crf.span_marginals(ITEMS[:1], [[(1, 2, "B-X")]])
    (marginals,) = crf.predict_marginals(ITEMS[:1])
    assert as_tokens == [pytest.approx(marginals[1]["B-X"])]
    with pytest.raises(UnknownLabelError, match="'X' is no type of spans of this model"):
        crf.span_marginals(ITEMS[:1], [[(1, 2, "X")]])


@pytest.mark.parametrize(("model", "sentences"), MODELS)
def test_sequences_have_the_probabilities_of_enumeration(model, sentences):
    crf = model()
    expected = [
        all_of_it[tuple(labels)]
        for all_of_it, labels in zip(enumerated(crf, sentences), TAGS, strict=True)
    ]
    np.testing.assert_allclose(crf.sequence_probability(sentences, TAGS), expected)
    assert np.log(expected).sum() == pytest.approx(crf.log_likelihood(sentences, TAGS))
    opened = [[{"O", "B-X", "NEVER"}, *[None] * (len(labels) - 1)] for labels in TAGS]
    expected = [
        sum(p for labels, p in all_of_it.items() if labels[0] in {"O", "B-X"})
        for all_of_it in enumerated(crf, sentences)
    ]
    np.testing.assert_allclose(crf.sequence_probability(sentences, opened), expected)
    assert np.log(expected).sum() == pytest.approx(crf.log_likelihood(sentences, opened))


def test_labels_never_seen_are_impossible():
    crf = of_items()
    y = [["O", "NEVER"], ["O"], [{"NEVER", "EVER"}]]
    sentences = [ITEMS[1], ITEMS[2], ITEMS[2]]
    found = crf.sequence_log_probability(sentences, y)
    assert found[0] == found[2] == -np.inf
    assert -np.inf < found[1] < 0.0
    assert crf.sequence_probability(sentences, y)[0] == 0.0
    assert crf.log_likelihood(sentences, y) == -np.inf
    assert crf.log_likelihood(sentences, y, skip_unknown_labels=True) > -np.inf
    assert crf.score(sentences, y) == 1 / 4 * sum(
        [crf.predict(sentences)[0][0] == "O", crf.predict(sentences)[1][0] == "O"]
    )


def test_anything_but_a_label_is_still_named():
    crf = of_items()
    with pytest.raises(DataError, match="Sentence 1, token 1: found 3"):
        crf.log_likelihood(ITEMS[:1], [[3, "NEVER", None, None]])
    with pytest.raises(DataError, match="each token needs one"):
        crf.log_likelihood(ITEMS[:1], [["NEVER"]])
    with pytest.raises(DataError, match="is empty"):
        crf.sequence_log_probability(ITEMS[:1], [[set(), "NEVER", None, None]])


def test_targets_are_read_too():
    crf = of_items()
    targets = Targets.from_labels(TAGS, crf.classes_)
    np.testing.assert_array_equal(
        crf.sequence_log_probability(ITEMS, targets), crf.sequence_log_probability(ITEMS, TAGS)
    )


def test_a_labelling_that_counting_holds_impossible_costs_its_sentence_alone():
    crf = of_counts()
    sentences = as_fields([["ka"], ["ka", "lu"], ["to", "to"], ["ka"], ["to"]])
    y = [["B-Y"], ["O", "B-Y"], ["B-Y", "I-X"], ["B-Y"], ["B-X"]]
    found = crf.sequence_log_probability(sentences, y)
    np.testing.assert_array_equal(found == -np.inf, [True, False, True, True, False])
    for sentence, labels, probability in zip(sentences, y, found, strict=True):
        assert crf.sequence_log_probability([sentence], [labels])[0] == pytest.approx(probability)
    assert crf.log_likelihood(sentences, y) == -np.inf
    assert crf.sequence_log_probability(sentences[:1], y[:1]).tolist() == [-np.inf]
