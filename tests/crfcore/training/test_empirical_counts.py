from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.crf import LinearChainCRF
from crfcore.errors import DataError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.targets import Targets
from crfcore.features.word_vectors import learn_vectors
from crfcore.training.empirical_counts import count, keys_of_tokens
from tests.training_data import random_dataset, random_targets

N_ATTRIBUTES, N_LABELS = 8, 3
IS_KEY = np.array([1, 0, 1, 1, 0, 0, 1, 0], np.uint8)


def naive_counts(dataset, targets):
    n_labels = targets.n_labels
    states: dict[tuple[int, int], int] = {}
    pairs = np.zeros((n_labels, n_labels))
    labels = np.zeros(n_labels)
    known = targets.label_sets < n_labels
    for start, stop in zip(dataset.offsets[:-1], dataset.offsets[1:], strict=True):
        for t in range(start, stop):
            if not known[t]:
                continue
            labels[targets.label_sets[t]] += 1
            for a in dataset.attributes[dataset.indptr[t] : dataset.indptr[t + 1]].tolist():
                key = (a, int(targets.label_sets[t]))
                states[key] = states.get(key, 0) + 1
            if t > start and known[t - 1]:
                pairs[targets.label_sets[t - 1], targets.label_sets[t]] += 1
    return states, labels, pairs


def naive_pairs(dataset, targets):
    """Return how often (first key, second key, first label, second label) was seen."""
    keys = keys_of_tokens(dataset, IS_KEY)
    labels = targets.label_sets
    found: dict[tuple[int, int], int] = {}
    for start, stop in zip(dataset.offsets[:-1], dataset.offsets[1:], strict=True):
        for t in range(start + 1, stop):
            both_known = max(labels[t - 1], labels[t]) < targets.n_labels
            if both_known and min(keys[t - 1], keys[t]) >= 0:
                code = int(keys[t - 1]) * 2**32 + int(keys[t])
                key = (code, int(labels[t - 1]) * targets.n_labels + int(labels[t]))
                found[key] = found.get(key, 0) + 1
    return found


def entries(table):
    """Return a table as a dict."""
    merged = table.merged()
    rows = np.arange(len(merged.indptr) - 1)
    owners = merged.codes if len(merged.codes) else rows
    owners = np.repeat(owners, np.diff(merged.indptr))
    keys = zip(owners.tolist(), merged.members.tolist(), strict=True)
    return dict(zip(keys, merged.counts.tolist(), strict=True))


def assert_same(counts, other):
    assert entries(counts.states) == entries(other.states)
    np.testing.assert_array_equal(counts.labels, other.labels)
    np.testing.assert_array_equal(counts.neighbours, other.neighbours)
    assert (counts.pairs is None) == (other.pairs is None)
    if counts.pairs is not None:
        assert entries(counts.pairs) == entries(other.pairs)


def drawn(seed, n_sentences, openness=0.3):
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 5, n_sentences)
    dataset, targets = random_dataset(
        rng, lengths, n_attributes=N_ATTRIBUTES, n_labels=N_LABELS, openness=openness
    )
    return rng, dataset, targets


@pytest.mark.parametrize("openness", [0.0, 0.5, 1.0])
def test_counts_are_those_of_confirmed_tokens(openness):
    _, dataset, targets = drawn(7, 12, openness)
    counts = count(dataset, targets, is_key=IS_KEY)
    states, labels, pairs = naive_counts(dataset, targets)
    assert entries(counts.states) == states
    np.testing.assert_array_equal(counts.labels, labels)
    np.testing.assert_array_equal(counts.neighbours, pairs)
    assert entries(counts.pairs) == naive_pairs(dataset, targets)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), words=st.booleans())
def test_adding_removing_and_replacing_is_counting_anew(seed, words):
    rng, dataset, targets = drawn(seed, 8)
    is_key = IS_KEY if words else None
    # What is learned in each sentence now; None: nothing yet.
    learned: list[np.ndarray | None] = [None] * 8
    counts = count(dataset.select([]), targets.select(dataset.offsets, []), is_key=is_key)
    for _ in range(10):
        place = int(rng.integers(8))
        one = dataset.select([place])
        before = learned[place]
        after = random_targets(rng, one.n_tokens, N_LABELS, 0.3, 2).label_sets
        if before is None:
            counts = counts.added(one, after, is_key)
        elif rng.random() < 0.5:
            counts = counts.removed(one, before, is_key)
            after = None
        else:
            counts = counts.replaced(one, before, after, is_key)
        learned[place] = after
    places = [place for place in range(8) if learned[place] is not None]
    label_sets = [np.zeros(0, np.int32), *(learned[place] for place in places)]
    shown_text = Targets(np.concatenate(label_sets).astype(np.int32), targets.sets, N_LABELS)
    assert_same(counts, count(dataset.select(places), shown_text, is_key=is_key))


def test_more_labels_are_as_if_they_had_been_known():
    _, dataset, targets = drawn(3, 9, 0.0)
    wider = Targets(targets.label_sets, np.zeros((0, 5), np.uint8), 5)
    for is_key in (None, IS_KEY):
        counts = count(dataset, targets, is_key=is_key).with_labels(5)
        assert_same(counts, count(dataset, wider, is_key=is_key))


@pytest.mark.parametrize("wrong", [[2, 2], [0, 0], [1, 0]])
def test_what_was_not_learned_cannot_be_forgotten(wrong):
    _, dataset, _ = drawn(1, 4)
    one = dataset.select([int(np.flatnonzero(np.diff(dataset.offsets) == 2)[0])])
    counts = count(one, Targets(np.array([0, 1], np.int32), np.zeros((0, 3), np.uint8), 3))
    with pytest.raises(DataError, match="not counted so"):
        counts.removed(one, np.array(wrong, np.int32))


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), words=st.booleans())
def test_what_is_left_is_consistent_or_the_removal_is_refused(seed, words):
    rng, dataset, targets = drawn(seed, 12, 0.1)
    is_key = IS_KEY if words else None
    counts = count(dataset, targets, is_key=is_key)
    for _ in range(12):
        one = dataset.select([int(rng.integers(12))])
        wrong = random_targets(rng, one.n_tokens, N_LABELS, 0.2, 2).label_sets
        try:
            counts = counts.removed(one, wrong, is_key)
        except DataError:
            continue
        assert np.all(counts.neighbours >= 0.0)
        assert np.all(counts.neighbours.sum(axis=0) <= counts.labels)
        assert np.all(counts.neighbours.sum(axis=1) <= counts.labels)
        assert np.all(np.isfinite(counts.rates(0.1)))
        states = entries(counts.states)
        assert min(states.values(), default=0) >= 0
        sums: dict[tuple[int, int, int], float] = {}
        for (code, pair), n in (entries(counts.pairs) if words else {}).items():
            first, second = (0, code >> 32, pair // N_LABELS), (1, code % 2**32, pair % N_LABELS)
            for side in (first, second):
                sums[side] = sums.get(side, 0.0) + n
        for (_, key, label), n in sums.items():
            assert n <= states.get((key, label), 0)


def _items(words):
    return [{"word": word} for word in words.split()]


@pytest.mark.parametrize(
    ("template", "sentences", "forgotten"),
    [
        (None, [_items("Rex bit Anna"), _items("Anna fed Rex")], _items("zzz Rex")),
        (
            "U0:%x[0,0]\nU1:%x[-1,0]\n",
            [[["Rex"], ["bit"], ["Anna"]], [["Anna"], ["fed"], ["Rex"]]],
            [["bit"], ["Rex"]],
        ),
    ],
)
def test_a_sentence_with_an_unknown_attribute_is_not_forgotten(template, sentences, forgotten):
    y = [["PET", "O", "PER"], ["PER", "O", "PET"]]
    key = None if template else "word:"
    crf = LinearChainCRF("empirical", template=template, key=key).fit(sentences, y)
    before = crf.predict_marginals(sentences)
    for change in (
        lambda: crf.forget([forgotten], [["O", "PET"]]),
        lambda: crf.correct([forgotten], [["O", "PET"]], [["O", "O"]]),
    ):
        with pytest.raises(DataError, match="not counted so"):
            change()
    assert crf.predict_marginals(sentences) == before
    assert crf.forget(sentences[:1], y[:1]).predict(sentences[1:]) == y[1:]


def test_a_sentence_whose_rare_attributes_were_left_out_is_forgotten():
    sentences = [[["Rex"], ["bit"], ["Anna"]], [["Anna"], ["fed"], ["Rex"]]]
    y = [["PET", "O", "PER"], ["PER", "O", "PET"]]
    crf = LinearChainCRF("empirical", template="U0:%x[0,0]\n", min_count=2).fit(sentences, y)
    assert crf.forget(sentences[:1], y[:1]).predict(sentences[1:]) == y[1:]


def test_pairs_of_words_keep_the_words_they_are_made_of():
    sentences, y = [[["a"], ["b"]]], [["A", "B"]]
    crf = LinearChainCRF("empirical", template="U0:%x[0,0]\n", edges="words").fit(sentences, y)
    with pytest.raises(DataError, match="not counted so"):
        crf.forget([[["a"]], [["b"]]], [["A"], ["B"]])
    assert crf.predict(sentences) == y


def test_labels_and_rates_of_nothing():
    _, dataset, targets = drawn(3, 3, 1.0)
    unknown = Targets(np.full(targets.n_tokens, N_LABELS, np.int32), targets.sets, N_LABELS)
    counts = count(dataset, unknown)
    np.testing.assert_allclose(counts.prior(), 1 / 3)
    np.testing.assert_array_equal(counts.rates(0.25), np.full((3, 3), 0.25))


def test_vectors_are_not_counted():
    """Every word has every dimension: that one is there says nothing."""
    words = [["Ann", "sang"], ["Bob", "ran"], ["Ann", "ran"]]
    vectors = learn_vectors(words, 2, contexts=2)
    table, labels = ColumnTable.from_words(words), ["N", "V"]
    targets = Targets.from_labels([["N", "V"]] * 3, labels)
    found, models = [], []
    for given_vectors in (None, vectors):
        extractor = TemplateExtractor(template_named("basic"), vectors=given_vectors)
        dataset = Dataset.of(extractor.fit(table), extractor)
        names = extractor.attribute_names()
        counts = count(dataset, targets)
        both = counts.added(dataset, targets.label_sets).removed(dataset, targets.label_sets)
        found.append(
            [
                {(names[a], y): n for (a, y), n in entries(one.states).items() if n}
                for one in (counts, both)
            ]
        )
        crf = LinearChainCRF(algorithm="empirical")
        crf.fit(dataset, targets, extractor=extractor, labels=labels)
        models.append(crf.log_likelihood(dataset, targets))
    assert found[0] == found[1]
    assert found[0][0] == found[0][1]
    assert models[0] == pytest.approx(models[1])
