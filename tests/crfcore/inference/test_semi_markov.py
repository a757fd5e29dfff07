"""Semi-Markov inference against the enumeration of all segmentations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crfcore.errors import CrfError, TrainingCancelled
from crfcore.inference import log_z, marginals
from crfcore.inference.segment_steps import SegmentSteps
from crfcore.inference.semi_markov import segment_lattice
from tests.segmentations import SCHEMES, Enumerated, forms_of


def _case(rng):
    """Return a random lattice of one to three short sentences."""
    scheme = str(rng.choice(list(SCHEMES)))
    types = ["X", "Y"][: int(rng.integers(1, 3))]
    labels = [f"{p}-{name}" for name in types for p in dict.fromkeys(SCHEMES[scheme])]
    if rng.random() < 0.8 or scheme == "ioe2":
        labels.append("O")
    missing = [one for one in labels if one != "O"]
    if rng.random() < 0.2 and "O" in labels:
        labels.remove(str(rng.choice(missing)))
    rng.shuffle(labels)
    longest = int(rng.integers(1, 6))
    forms = forms_of(labels, types, scheme, longest)
    lengths = rng.integers(0, 6, size=int(rng.integers(1, 3)))
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    n_tokens, n_labels = int(offsets[-1]), len(labels)
    scale = float(rng.choice([1.0, 10.0, 300.0]))
    scores = rng.normal(size=(n_tokens, n_labels)) * scale
    by_position = rng.random() < 0.3 and n_tokens > 1
    shape = (n_tokens, n_labels, n_labels) if by_position else (n_labels, n_labels)
    transitions = rng.normal(size=shape) * scale
    if rng.random() < 0.3:
        transitions[rng.random(size=shape) < 0.2] = -np.inf
    segment_scores = np.zeros((n_tokens * longest, forms.width))
    segment_scores[:, : forms.n_types] = rng.normal(size=(n_tokens * longest, forms.n_types))
    segment_scores *= scale
    allowed = None
    if rng.random() < 0.5:
        allowed = (rng.random(size=(n_tokens, n_labels)) < 0.7).astype(np.uint8)
    return scores, transitions, offsets, allowed, segment_scores, forms


@pytest.mark.parametrize("seed", range(20))
def test_sums_and_best_segmentations_are_those_of_the_enumeration(seed):
    rng = np.random.default_rng(seed)
    n_compared = 0
    for _ in range(100):
        scores, transitions, offsets, allowed, segment_scores, forms = _case(rng)
        slow = Enumerated(scores, transitions, offsets, segment_scores, forms, allowed)
        lattice = segment_lattice(
            scores, transitions, offsets, allowed, segment_scores.copy(), forms
        )
        if not all(rows for _, rows in slow.sentences):
            with pytest.raises(CrfError, match="no label is possible"):
                lattice.log_z()
            with pytest.raises(CrfError, match="no label is possible"):
                lattice.nbest(2)
            continue
        n_compared += 1
        wanted = slow.log_z()
        sizes = np.maximum(np.abs(wanted), 1.0)
        assert np.all(np.abs(lattice.log_z() - wanted) < 1e-12 * sizes)
        sums = lattice.sums()
        assert np.all(np.abs(sums.log_z - wanted) < 1e-12 * sizes)
        posteriors, pairs, segments = slow.sums()
        np.testing.assert_allclose(sums.posteriors, posteriors, atol=1e-9)
        np.testing.assert_allclose(sums.pairs, pairs, atol=1e-9)
        np.testing.assert_allclose(sums.segments, segments, atol=1e-9)
        for n in (1, 4):
            labels, path_scores = lattice.nbest(n)
            for number, (first, rows) in enumerate(slow.sentences):
                best = [row[0] for row in rows[:n]]
                np.testing.assert_allclose(
                    path_scores[number, : len(best)], best, atol=1e-9, rtol=1e-12
                )
                assert np.all(path_scores[number, len(best) :] == -np.inf)
                stop = int(offsets[number + 1])
                for rank, row in enumerate(rows[:n]):
                    others = [other[0] for other in rows if other is not row]
                    if all(abs(row[0] - other) > 1e-6 for other in others):
                        assert labels[rank, first:stop].tolist() == row[2]
    assert n_compared > 40


@pytest.mark.parametrize("scheme", ["iob2", "bioes"])
def test_without_scores_of_segments_it_is_the_chain_under_its_scheme(scheme):
    rng = np.random.default_rng(1)
    prefixes = list(dict.fromkeys(SCHEMES[scheme]))
    labels = ["O", *(f"{p}-{name}" for name in ("X", "Y") for p in prefixes)]
    offsets = np.array([0, 7, 7, 20], np.int64)
    forms = forms_of(labels, ["X", "Y"], scheme, 13)
    scores = rng.normal(size=(20, len(labels))) * 3.0
    transitions = rng.normal(size=(len(labels), len(labels))) * 3.0
    begins = {number for number, name in enumerate(labels) if name[0] in "OBS"}
    stops = {number for number, name in enumerate(labels) if name[0] in "OES"}
    in_scheme = transitions.copy()
    for x, one in enumerate(labels):
        for y, other in enumerate(labels):
            goes_on = one[1:] == other[1:] and one[0] in "BI" and other[0] in "IE"
            is_open = scheme == "bioes" and x not in stops
            if not goes_on and (y not in begins or is_open):
                in_scheme[x, y] = -np.inf
    allowed = np.ones(scores.shape, np.uint8)
    for start, stop in ((0, 7), (7, 20)):
        allowed[start] = [number in begins for number in range(len(labels))]
        if scheme == "bioes":
            allowed[stop - 1] &= np.array([n in stops for n in range(len(labels))], np.uint8)
    lattice = segment_lattice(
        scores, transitions, offsets, None, np.zeros((20 * 13, forms.width)), forms
    )
    sums = lattice.sums()
    np.testing.assert_allclose(sums.log_z, log_z(scores, in_scheme, offsets, allowed), rtol=1e-13)
    np.testing.assert_allclose(
        sums.posteriors, marginals(scores, in_scheme, offsets, allowed), atol=1e-12
    )


def test_segments_of_one_token_are_a_chain_of_types():
    rng = np.random.default_rng(2)
    labels = ["O", "B-X", "B-Y"]
    offsets = np.array([0, 9], np.int64)
    forms = forms_of(labels, ["X", "Y"], "iob2", 1)
    scores, transitions = rng.normal(size=(9, 3)), rng.normal(size=(3, 3))
    segment_scores = np.zeros((9, forms.width))
    segment_scores[:, :2] = rng.normal(size=(9, 2))
    joined = scores + np.column_stack([np.zeros(9), segment_scores[:, :2]])
    sums = segment_lattice(scores, transitions, offsets, None, segment_scores, forms).sums()
    np.testing.assert_allclose(sums.log_z, log_z(joined, transitions, offsets), rtol=1e-13)
    np.testing.assert_allclose(sums.posteriors, marginals(joined, transitions, offsets), atol=1e-12)


def test_long_sentences_with_great_weights_keep_their_probabilities():
    rng = np.random.default_rng(3)
    n = 3000
    labels = ["O", "B-X", "I-X", "B-Y", "I-Y"]
    forms = forms_of(labels, ["X", "Y"], "iob2", 5)
    scores = rng.choice([-700.0, 700.0], size=(n, 5))
    transitions = rng.choice([-700.0, 700.0], size=(5, 5))
    segment_scores = np.zeros((n * 5, forms.width))
    segment_scores[:, :2] = rng.choice([-700.0, 700.0], size=(n * 5, 2))
    lattice = segment_lattice(scores, transitions, np.array([0, n]), None, segment_scores, forms)
    sums = lattice.sums()
    path_scores = lattice.nbest(1)[1]
    assert np.all(np.isfinite(sums.log_z))
    assert path_scores[0, 0] <= sums.log_z[0] + 1e-6
    np.testing.assert_allclose(sums.posteriors.sum(axis=1), 1.0, atol=1e-9)
    np.testing.assert_allclose(sums.pairs.sum(), n - 1, rtol=1e-9)


def test_known_segments_are_found_by_scheme():
    tags = ["O", "B-X", "I-X", "B-X", "O", "B-Y", "I-Y", "I-Y"]
    labels = ["O", "B-X", "I-X", "B-Y", "I-Y"]
    forms = forms_of(labels, ["X", "Y"], "iob2", 9)
    numbers = np.array([labels.index(tag) for tag in tags], np.int32)
    lengths, types, bad = forms.segments(np.array([0, 8]), numbers, 5)
    assert lengths.tolist() == [0, 2, 0, 1, 0, 3, 0, 0]
    assert types[lengths > 0].tolist() == [0, 0, 1]
    assert bad == -1
    numbers[4] = 2
    assert forms.segments(np.array([0, 8]), numbers, 5)[2] == -1
    numbers[5] = 2
    numbers[4] = 0
    assert forms.segments(np.array([0, 8]), numbers, 5)[2] == 5
    numbers[4] = 5
    lengths, _, bad = forms.segments(np.array([0, 8]), numbers, 5)
    assert lengths[3] == 0
    assert bad == -1


def test_single_precision_sums_by_groups_and_by_logarithms_where_it_is_too_coarse():
    rng = np.random.default_rng(4)
    labels = ["O", "B-X", "I-X", "B-Y", "I-Y"]
    forms = forms_of(labels, ["X", "Y"], "iob2", 3)
    offsets = np.array([0, 5, 5, 9, 12], np.int64)
    scores = rng.normal(size=(12, 5))
    transitions = rng.normal(size=(5, 5))
    of_sets = np.zeros((4, forms.width))
    of_sets[:, :2] = rng.normal(size=(4, 2))
    sets = rng.integers(0, 4, size=36).astype(np.int32)
    # All products of the third sentence underflow but those of a tag that cannot begin it.
    scores[5:9, 2] = 60.0
    scores[5:9, [0, 1, 3, 4]] -= 60.0
    slow = Enumerated(scores, transitions, offsets, of_sets[sets], forms, None)
    posteriors, pairs, segments = slow.sums()
    lattice = segment_lattice(scores, transitions, offsets, None, of_sets, forms, sets)
    groups = rng.integers(0, 3, size=36).astype(np.int32)
    for kind, tolerance in ((np.float32, 1e-5), (np.float64, 1e-12)):
        given = replace(lattice, scores=scores.astype(kind))
        by_group = np.ones((3, forms.width), kind)
        sums = given.sums(groups, by_group)
        assert sums.posteriors.dtype == kind
        np.testing.assert_allclose(sums.log_z, slow.log_z(), rtol=tolerance)
        np.testing.assert_allclose(given.log_z(), slow.log_z(), rtol=tolerance)
        np.testing.assert_allclose(sums.posteriors, posteriors, atol=tolerance)
        np.testing.assert_allclose(sums.pairs, pairs, atol=tolerance * 10)
        wanted = np.ones((3, forms.width))
        np.add.at(wanted, groups, segments)
        np.testing.assert_allclose(by_group, wanted, atol=tolerance * 10)
    for kind, left in ((np.float32, [2]), (np.float64, [])):
        potentials = lattice.of_sets.potentials(np.dtype(kind))
        steps = SegmentSteps(
            forms.for_kernels, offsets, scores.astype(kind), transitions, potentials, sets
        )
        assert steps.sum(np.array([0, 2, 3]), np.zeros(4), None).tolist() == left


def test_scores_of_segments_have_their_shapes_checked():
    forms = forms_of(["O", "B-X", "I-X"], ["X"], "iob2", 2)
    given = np.zeros((3, 3)), np.zeros((3, 3)), np.array([0, 3]), None
    with pytest.raises(CrfError, match="must have 8 columns and be given for 6 candidates"):
        segment_lattice(*given, np.zeros((4, 8)), forms, np.zeros(5, np.int32))
    with pytest.raises(CrfError, match="sets must be rows of 4 scores"):
        segment_lattice(*given, np.zeros((4, 8)), forms, np.full(6, 4, np.int32))


def test_it_pauses_before_each_batch(monkeypatch):
    rng = np.random.default_rng(3)
    labels = ["O", "B-X", "I-X"]
    offsets = np.arange(0, 101, 5, dtype=np.int64)
    forms = forms_of(labels, ["X"], "iob2", 3)
    scores, transitions = rng.normal(size=(100, 3)), rng.normal(size=(3, 3))
    segment_scores = np.zeros((300, forms.width))
    lattice = segment_lattice(scores, transitions, offsets, None, segment_scores, forms)
    monkeypatch.setattr("crfcore.inference.segment_steps.OPENED_AT_ONCE", 1)
    monkeypatch.setattr("crfcore.inference.segment_steps.MIN_TOKENS_AT_ONCE", 20)
    pauses = []
    sums = lattice.sums(check_cancelled=lambda: pauses.append(1))
    assert len(pauses) == 5
    np.testing.assert_array_equal(sums.log_z, lattice.sums().log_z)

    def cancel():
        raise TrainingCancelled

    with pytest.raises(TrainingCancelled):
        lattice.sums(check_cancelled=cancel)
