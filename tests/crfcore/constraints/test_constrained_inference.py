"""Batches of sentences under rules, against enumeration and against single sentences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import Count, FixedSpan, NotSpan, Pin, Rule, Rules, ValidScheme
from crfcore.constraints.compiled import compile_rules, shared_rules
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.estimator.probabilities import span_kind
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.text.tag_schemes import spans
from tests.constrained_chains import random_constrained_chain

NEAR = {"rtol": 1e-9, "atol": 1e-8}


def constrained(chain):
    compiled = compile_rules(chain.rules, chain.labels, len(chain.words), chain.words)
    return ConstrainedLattice(chain.scores, chain.transitions, chain.offsets, None, [compiled])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_ranks_entropies_and_spans_are_those_of_enumeration(seed):
    chain = random_constrained_chain(seed, max_tokens=3)
    lattice = constrained(chain)
    paths, values = chain.paths_and_scores()
    best = values.max()
    if best == -np.inf:
        for ask in (lattice.best_paths, lattice.log_z, lattice.entropy, lambda: lattice.nbest(2)):
            with pytest.raises(NoLabellingError):
                ask()
        return
    np.testing.assert_allclose(lattice.best_paths().path_scores, [best], **NEAR)
    weights = np.exp(values - best)
    log_z = np.log(weights.sum()) + best
    weights /= weights.sum()
    np.testing.assert_allclose(lattice.log_z(), [log_z], **NEAR)
    np.testing.assert_allclose(lattice.sums().log_z, [log_z], **NEAR)
    inside = weights[weights > 0]
    np.testing.assert_allclose(lattice.entropy(), [-(inside * np.log(inside)).sum()], atol=1e-6)
    found = lattice.nbest(4)
    expected = np.sort(values)[::-1][:4]
    expected = np.append(expected, [-np.inf] * (4 - len(expected)))
    np.testing.assert_allclose(found.path_scores[0], expected, **NEAR)
    for row, score in zip(found.labels, expected, strict=True):
        if score > -np.inf:
            np.testing.assert_allclose(values[paths.index(tuple(row))], score, **NEAR)
        else:
            assert set(row.tolist()) == {-1}
    drawn = lattice.sample(3, 0)
    assert all(values[paths.index(tuple(row))] > -np.inf for row in drawn)
    kind = span_kind(chain.labels, "A", None)
    table = np.zeros((len(chain.words), 3))
    for path, weight in zip(paths, weights, strict=True):
        for span in spans([chain.labels[y] for y in path]):
            if span.label == "A":
                table[span.start, span.end - span.start - 1] += weight
    np.testing.assert_allclose(lattice.all_span_marginals(kind, 3), table, atol=1e-7)
    np.testing.assert_allclose(lattice.span_marginals(kind, [(0, 1)]), [table[0, 0]], atol=1e-7)


LABELS = ("O", "B-A", "I-A", "B-B", "I-B")
LENGTHS = [3, 0, 1, 5, 4, 2]
OFFSETS = np.concatenate([[0], np.cumsum(LENGTHS)])
SHARED = Rules([ValidScheme("iob2"), Count("A", at_most=1), Rule(Count("B", at_least=1), cost=2.0)])


def _arrays(seed, *, by_position=False):
    rng = np.random.default_rng(seed)
    n_tokens = int(OFFSETS[-1])
    shape = (n_tokens, 5, 5) if by_position else (5, 5)
    return rng.normal(size=(n_tokens, 5)), rng.normal(size=shape), OFFSETS


def _alone(arrays, sentence, rules):
    scores, transitions, offsets = arrays
    own = slice(offsets[sentence], offsets[sentence + 1])
    compiled = compile_rules(rules, LABELS, LENGTHS[sentence])
    ways = transitions[own] if transitions.ndim == 3 else transitions
    return ConstrainedLattice(scores[own], ways, np.array([0, LENGTHS[sentence]]), None, [compiled])


def _check_against_each_alone(lattice, arrays, rules_of):
    found, sums, pairs = lattice.best_paths(), lattice.sums(), lattice.pair_marginals()
    for sentence, length in enumerate(LENGTHS):
        if length == 0:
            assert found.path_scores[sentence] == sums.log_z[sentence] == 0.0
            continue
        own = slice(OFFSETS[sentence], OFFSETS[sentence + 1])
        alone = _alone(arrays, sentence, rules_of[sentence])
        assert found.labels[own].tolist() == alone.best_paths().labels.tolist()
        np.testing.assert_allclose(found.path_scores[sentence], alone.best_paths().path_scores)
        np.testing.assert_allclose(sums.log_z[sentence], alone.log_z())
        np.testing.assert_allclose(sums.posteriors[own], alone.sums().posteriors)
        np.testing.assert_allclose(pairs[own], alone.pair_marginals())
        np.testing.assert_allclose(lattice.entropy()[sentence], alone.entropy())
        np.testing.assert_allclose(lattice.nbest(2).path_scores[sentence], alone.nbest(2)[1][0])


@pytest.mark.parametrize("by_position", [False, True])
def test_rules_that_all_sentences_share_say_the_same_of_each(by_position):
    arrays = _arrays(1, by_position=by_position)
    shared = shared_rules(SHARED, LABELS)
    lattice = ConstrainedLattice(*arrays, None, shared)
    _check_against_each_alone(lattice, arrays, [SHARED] * len(LENGTHS))


@pytest.mark.parametrize("by_position", [False, True])
def test_sentences_with_rules_of_their_own_stand_side_by_side(by_position):
    arrays = _arrays(2, by_position=by_position)
    rules_of = [SHARED] * len(LENGTHS)
    rules_of[0] = Rules()
    rules_of[3] = Rules([*SHARED, Pin(1, "B-A"), FixedSpan(3, 5, "B"), Rule(Pin(0, "O"), cost=1.0)])
    rules_of[4] = Rules([*SHARED, NotSpan(0, 2, "A")])
    rules_of[5] = Rules([NotSpan(0, 2, "A")])
    compiled = [
        compile_rules(rules, LABELS, length) if length and rules else None
        for rules, length in zip(rules_of, LENGTHS, strict=True)
    ]
    lattice = ConstrainedLattice(*arrays, None, compiled)
    _check_against_each_alone(lattice, arrays, rules_of)
    kind = span_kind(LABELS, "B", "iob2")
    asked = [(int(OFFSETS[3]) + 3, int(OFFSETS[3]) + 5), (0, 1)]
    np.testing.assert_allclose(lattice.span_marginals(kind, asked)[0], 1.0)


def test_an_error_names_the_sentence_of_the_caller():
    arrays = _arrays(3)
    allowed = np.ones((OFFSETS[-1], 5), dtype=np.uint8)
    allowed[OFFSETS[4] + 1] = 0
    compiled = [compile_rules(SHARED, LABELS, n) if n else None for n in LENGTHS]
    for rules in (shared_rules(SHARED, LABELS), compiled):
        lattice = ConstrainedLattice(*arrays, allowed, rules)
        for ask in (lattice.best_paths, lattice.log_z, lattice.sums, lattice.entropy):
            with pytest.raises(NoLabellingError) as raised:
                ask()
            assert raised.value.sentence == 4
    too_many = shared_rules(Rules([Count("A", at_least=3)]), LABELS)
    with pytest.raises(NoLabellingError) as raised:
        ConstrainedLattice(*arrays, None, too_many).best_paths()
    assert raised.value.sentence == 2


def test_no_sentences_are_no_answers():
    nothing = np.zeros((0, 5)), np.zeros((5, 5)), np.array([0, 0])
    for rules in (shared_rules(SHARED, LABELS), [None]):
        lattice = ConstrainedLattice(*nothing, None, rules)
        assert lattice.best_paths().path_scores.tolist() == [0.0]
        assert lattice.log_z().tolist() == lattice.sums().log_z.tolist() == [0.0]


def test_scores_that_are_not_numbers_are_rejected_where_they_count():
    scores, transitions, offsets = _arrays(4)
    scores[5, 0] = np.nan
    soft = shared_rules(Rules([Rule(Count("A", at_most=0), cost=1.0)]), LABELS)
    allowed = np.ones(scores.shape, dtype=np.uint8)
    for ask in ("best_paths", "log_z"):
        with pytest.raises(NoLabellingError) as raised:
            getattr(ConstrainedLattice(scores, transitions, offsets, None, soft), ask)()
        assert (raised.value.sentence, raised.value.token) == (3, 1)
        with pytest.raises(NoLabellingError):
            getattr(ConstrainedLattice(scores, transitions, offsets, allowed, soft), ask)()
        allowed[5, 0] = 0
        getattr(ConstrainedLattice(scores, transitions, offsets, allowed, soft), ask)()
        allowed[5, 0] = 1


@pytest.mark.parametrize("depth", [80.0, 190.0])
def test_what_becomes_improbable_on_the_way_is_not_lost(depth):
    scores = np.zeros((6, 5))
    scores[:, 0] = depth
    scores[:, 1] = -1.0
    offsets = np.array([0, 6])
    shared = shared_rules(Rules([Count("O", at_most=0)]), LABELS)
    none = ConstrainedLattice(scores, np.zeros((5, 5)), offsets, None, shared)
    outside = np.delete(scores, 0, axis=1)
    np.testing.assert_allclose(none.log_z(), [6 * np.log(np.exp(outside[0]).sum())])
    late = shared_rules(Rules([Count("B-B", at_least=6)]), LABELS)
    only = ConstrainedLattice(scores, np.zeros((5, 5)), offsets, None, late)
    np.testing.assert_allclose(only.log_z(), [0.0], atol=1e-9)
    np.testing.assert_allclose(only.sums().posteriors[:, 3], 1.0)
